//! Refusals: the reason is told, and nothing has changed after them.

use crate::{config, json, limited, server};
use parlor_server::Limits;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

#[tokio::test]
async fn bad_requests_get_the_reason() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    let act = format!("/api/games/{game}/do");
    let cases: &[(&str, &str, u16, &str)] = &[
        ("/api/games", "{", 400, "EOF"),
        ("/api/games", "7", 422, "invalid type: integer"),
        ("/api/games", r#"{"game":"chess","seats":["me","me"]}"#, 400, "there is no game \\\"chess\\\""),
        ("/api/games", r#"{"game":"classic","seats":["me"]}"#, 400, "classic has 2 seats"),
        ("/api/games", r#"{"game":"classic","seats":["me","me"],"x":1}"#, 422, "unknown field `x`"),
        ("/api/games", r#"{"game":"classic","seats":["me",7]}"#, 422, "string"),
        (
            "/api/games",
            r#"{"game":"classic","seats":["me","cmd:true"]}"#,
            400,
            "a seat is me, friend or an engine",
        ),
        ("/api/games", r#"{"game":"classic","seats":["me","strong:1m"]}"#, 400, "at most 5000 ms"),
        (
            "/api/games",
            r#"{"game":"growing","seats":["me","me"],"options":{"tokens":["","Y","."]}}"#,
            400,
            "a token needs at least one character",
        ),
        (
            "/api/games",
            r#"{"game":"growing","seats":["me","me"],"options":{"tokens":["123456789012345678901234567890123","Y","."]}}"#,
            400,
            "a token has at most 32 characters",
        ),
        ("/api/games", r#"{"game":"classic","seats":["me","genius"]}"#, 400, "no engine"),
        (
            "/api/games",
            r#"{"game":"classic","seats":["me","me"],"options":{"size":"99x99"}}"#,
            400,
            "too large",
        ),
        (
            "/api/games",
            r#"{"game":"classic","seats":["me","me"],"options":{"size":"99999999999999999999x7"}}"#,
            400,
            "too large",
        ),
        (
            "/api/games",
            r#"{"game":"classic","seats":["me","me"],"options":{"swap":true}}"#,
            400,
            "has no swap",
        ),
        (
            "/api/games",
            r#"{"game":"growing","seats":["me","easy"],"options":{"free":true}}"#,
            400,
            "one device",
        ),
        ("/api/me", "{\"name\":\"a\\u0007b\"}", 400, "control characters"),
        ("/api/me", r#"{"name":"123456789012345678901234567890123"}"#, 400, "at most 32"),
        (&act, r#"["1",1,null,false,"move","3"]"#, 422, "expected an object"),
        ("/api/games", r#"["classic",{},["me","me"],null]"#, 422, "expected an object"),
        ("/api/games", r#"{"game":"classic","seats":["me","me"],"options":[]}"#, 422, "expected an object"),
        (
            "/api/games",
            r#"{"game":"classic","seats":["me","me"],"clock":[60000,0]}"#,
            422,
            "expected an object",
        ),
        (&act, r#"{"id":"1","expects":1,"do":"dance"}"#, 422, "dance"),
        (&act, r#"{"id":"1","expects":-1,"do":"move"}"#, 422, "invalid value"),
        (&act, r#"{"id":"1","expects":1e99,"do":"move"}"#, 422, "expects"),
        (&act, r#"{"id":"1","expects":1.5,"do":"move"}"#, 422, "expects: invalid type: floating point `1.5`"),
        (&act, r#"{"id":"1","expects":1,"do":"move"}"#, 422, "a move needs its text"),
        (&act, r#"{"id":"","expects":1,"do":"move","move":"3"}"#, 422, "1 to 64 characters"),
        (&act, r#"{"id":"\u0000","expects":1,"do":"move","move":"3"}"#, 422, "no control characters"),
        (&act, r#"{"id":"1","expects":1,"do":"move","move":"99"}"#, 422, "column"),
        (&act, r#"{"id":"1","expects":1,"do":"accept"}"#, 422, "nothing is on offer"),
        (&act, r#"{"id":"1","expects":1,"do":"continue"}"#, 422, "can't be continued"),
        ("/api/games/nothing/do", r#"{"id":"1","expects":1,"do":"move","move":"3"}"#, 404, "no such game"),
        ("/api/nothing", "{}", 404, "nothing here"),
        ("/health", "{}", 405, "not allowed here"),
    ];
    for (path, body, status, reason) in cases {
        let answer = ann.request("POST", path, "content-type: application/json\r\n", body).await.unwrap();
        assert_eq!(answer.0, *status, "{path} {body}: {}", answer.1);
        assert!(answer.1.contains(reason) && answer.1.contains("\"error\""), "{path} {body}: {}", answer.1);
        assert!(
            !answer.1.contains("column 1") && !answer.1.contains("at line"),
            "{path} {body}: {}",
            answer.1
        );
    }
    assert_eq!(json(&ann, &format!("/api/games/{game}")).await["seq"], 1, "nothing has changed");
}

#[tokio::test]
async fn reasons_are_exact() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let with = |game: &str, options: serde_json::Value, clock: serde_json::Value| {
        let seats: &[&str] = if game == "1024" { &["me"] } else { &["me", "me"] };
        ("/api/games", json!({"game": game, "seats": seats, "options": options, "clock": clock}))
    };
    let sized = |game: &str, size: &str| with(game, json!({"size": size}), json!(null));
    let timed = |game: &str, initial: u64, increment: u64| {
        with(game, json!({}), json!({"initial": initial, "increment": increment}))
    };
    let named = |name: &str| ("/api/me", json!({"name": name}));
    let start = "a clock needs some time at the start: what is added for a move comes only after it";
    let unseen = "a name needs at least one character that can be seen";
    let cases = [
        (named("   "), unseen),
        (named("\u{200b}\u{202e}"), unseen),
        (named("123456789012345678901234567890123"), "a name has at most 32 characters"),
        (sized("classic", "-5x7"), "classic has no board of -5x7: the nearest is 4x7"),
        (sized("classic", "0x0"), "classic has no board of 0x0: the nearest is 4x4"),
        (sized("super", "3x3"), "super has no board of 3x3: the nearest is 4x4"),
        (sized("shapes", "4x4"), "shapes has no board of 4x4: the nearest is 4x5"),
        (sized("1024", "0x4"), "1024 has no board of 0x4: the nearest is 3x3"),
        (sized("classic", "1000x7"), "the board is too large: 1024 cells at most"),
        (sized("hex", "0x0"), "0x0 is too small: a side is at least 1"),
        (sized("classic", "1e3x7"), "options.size: a size is two numbers like 6x7"),
        (timed("classic", 0, 0), start),
        (timed("classic", 0, 5_000), start),
        (timed("classic", 100_000_000, 0), "a clock is set to at most a day"),
        (timed("1024", 60_000, 0), "a clock is for two players"),
        (
            with("growing", json!({"tokens": ["R\u{202e}", "Y", "."]}), json!(null)),
            "a part of the token \"R\\u{202e}\" can't be seen",
        ),
    ];
    for ((path, body), reason) in cases {
        let (status, answer) = ann.post(path, &body).await.unwrap();
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer, json!({"error": reason}), "{body}");
        assert!((400..500).contains(&status), "{body}: {status}");
    }
    assert_eq!(json(&ann, "/api/me/games").await, json!([]), "nothing has changed");
}

#[tokio::test]
async fn names_are_cleaned() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let family = "👩\u{200d}👩\u{200d}👧";
    for (chosen, shown) in [(" \u{202e}Ann\u{2066} ", "Ann"), (family, family)] {
        ann.post("/api/me", &json!({"name": chosen})).await.unwrap();
        assert_eq!(json(&ann, "/api/me").await["name"], shown);
    }
}

#[tokio::test]
async fn unknown_paths() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    for path in ["/blah", "/g/nonexistent", "/g/x/y", "/index.html"] {
        let (status, body) = ann.get(path).await.unwrap();
        assert!(status == 404 && body.starts_with("<!doctype html>"), "{path}: {body}");
    }
    for path in ["/api", "/api/nothing", "/assets/nothing.js"] {
        let (status, body) = ann.get(path).await.unwrap();
        assert_eq!((status, body.as_str()), (404, r#"{"error":"there is nothing here"}"#), "{path}");
    }
}

#[tokio::test]
async fn hosts_are_checked_where_they_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let origin = Some("https://parlor.example".into());
    let config = parlor_server::Config { origin, ..config(folder.path(), Limits::default()) };
    let running = crate::Running::run(parlor_server::Server::bind(config).await.unwrap());
    let ask = async |host: &str, path: &str| {
        let mut stream = tokio::net::TcpStream::connect(running.address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    };
    let ours = ask("parlor.example", "/api/catalogue").await;
    assert!(
        ours.starts_with("HTTP/1.1 200") && ours.contains("strict-transport-security: max-age="),
        "{ours}"
    );
    assert!(ask("evil.example", "/api/catalogue").await.starts_with("HTTP/1.1 421"));
    assert!(ask("evil.example", "/health").await.starts_with("HTTP/1.1 200"), "operators use any name");

    // A server on a loopback address is not asked by a name that somebody else has pointed there.
    let (_folder, running) = server().await;
    for (host, status) in
        [("evil.example", "421"), ("localhost", "200"), ("127.0.0.1:8000", "200"), ("[::1]:1", "200")]
    {
        let mut stream = tokio::net::TcpStream::connect(running.address).await.unwrap();
        let request = format!("GET /api/catalogue HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let head: String = answer.chars().take(80).collect();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{host}: {head}");
    }
}

#[tokio::test]
async fn a_request_names_one_host() {
    let folder = tempfile::tempdir().unwrap();
    // One that knows its name, and one that does not.
    let named = parlor_server::Config {
        origin: Some("https://parlor.example".into()),
        ..config(folder.path(), Limits::default())
    };
    let any = tempfile::tempdir().unwrap();
    let any =
        parlor_server::Config { address: ([0, 0, 0, 0], 0).into(), ..config(any.path(), Limits::default()) };
    for (config, other) in [(named, 421), (any, 200)] {
        let running = crate::Running::run(parlor_server::Server::bind(config).await.unwrap());
        let address = std::net::SocketAddr::from(([127, 0, 0, 1], running.address.port()));
        let ours = "host: parlor.example\r\n";
        for (target, hosts, status) in [
            ("/api/catalogue", ours, 200),
            ("http://parlor.example/api/catalogue", ours, 200),
            ("http://PARLOR.example/api/catalogue", ours, 200),
            ("/api/catalogue", "host: evil.example\r\n", other),
            ("http://evil.example/api/catalogue", "host: evil.example\r\n", other),
            ("http://evil.example/api/catalogue", ours, 400),
            ("http://parlor.example:81/api/catalogue", ours, 400),
            ("/api/catalogue", "host: parlor.example\r\nhost: evil.example\r\n", 400),
            ("/api/catalogue", "host: evil.example\r\nhost: parlor.example\r\n", 400),
            ("/health", "host: parlor.example\r\nhost: parlor.example\r\n", 400),
            ("/health", "host: evil.example\r\n", 200),
        ] {
            let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
            let request = format!("GET {target} HTTP/1.1\r\n{hosts}connection: close\r\n\r\n");
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.unwrap();
            let head: String = answer.chars().take(80).collect();
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{target} {hosts:?}: {head}");
        }
    }
}

#[tokio::test]
async fn every_error_is_json() {
    let (_folder, running) = limited(Limits { body: 100, ..Limits::default() }).await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    let live = format!("/api/games/{game}/live");
    let json = "content-type: application/json\r\n";
    for (method, path, headers, body, status) in [
        ("POST", "/api/games", json, "x".repeat(200), 413),
        ("POST", "/api/games", "", "{}".into(), 415),
        ("GET", "/api/games/%ff", "", String::new(), 400),
        ("GET", "/api/games/x/live", "", String::new(), 404),
        ("GET", &live, "", String::new(), 426),
        ("DELETE", "/api/games", "", String::new(), 405),
        ("GET", "/api/nothing", "", String::new(), 404),
    ] {
        let (found, answer) = ann.request(method, path, headers, &body).await.unwrap();
        let error: serde_json::Value = serde_json::from_str(&answer).expect(&answer);
        assert_eq!(found, status, "{path}: {answer}");
        assert!(error["error"].as_str().is_some_and(|reason| !reason.is_empty()), "{answer}");
    }
}

#[tokio::test]
async fn other_sites_are_refused() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "friend"]})).await.unwrap();
    let other = "content-type: application/json\r\norigin: https://elsewhere.example\r\n";
    let (status, body) = ann.request("POST", "/api/me", other, r#"{"name":"Eve"}"#).await.unwrap();
    assert!(status == 403 && body.contains("another site"), "{body}");
    let upgrade = "origin: https://elsewhere.example\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    let (status, _) = ann.request("GET", &format!("/api/games/{game}/live"), upgrade, "").await.unwrap();
    assert_eq!(status, 403);
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let (_folder, running) = server().await;
    for path in ["/", "/g/x", "/api/me", "/nothing", "/assets/nothing.js"] {
        let mut stream = tokio::net::TcpStream::connect(running.address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let head = answer.split("\r\n\r\n").next().unwrap().to_lowercase();
        for header in
            ["content-security-policy: default-src 'none'", "nosniff", "referrer-policy: no-referrer"]
        {
            assert!(head.contains(header), "{path}: {head}");
        }
        if path == "/api/me" {
            assert!(head.contains("httponly; samesite=lax") && head.contains("cache-control: no-store"));
        }
    }
}
