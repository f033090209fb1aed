//! Limits and refusals: nothing has changed after them.

use crate::{config, json, limited, server};
use parlor_loadtest::ClientError;
use parlor_server::Limits;
use serde_json::json;
use std::time::Duration;
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
        (&act, r#"["1",1,"move","3"]"#, 422, "expected an object"),
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
        (&act, r#"{"id":"1","expects":1,"do":"move"}"#, 422, "a move needs its text"),
        (&act, r#"{"id":"","expects":1,"do":"move","move":"3"}"#, 422, "1 to 64 bytes"),
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
async fn bodies_games_sockets_and_messages_have_limits() {
    let limits = Limits { games_per_day: 2, sockets: 2, message: 200, body: 500, ..Limits::default() };
    let (_folder, running) = limited(limits).await;
    let ann = running.guest(1);
    let long = json!({"game": "classic", "seats": ["me", "x".repeat(600)]});
    assert_eq!(ann.post("/api/games", &long).await.unwrap().0, 413);
    let request = json!({"game": "classic", "seats": ["me", "me"]});
    let game = ann.create_game(&request).await.unwrap();
    ann.create_game(&request).await.unwrap();
    let (status, body) = ann.post("/api/games", &request).await.unwrap();
    assert!(status == 429 && body.contains("2 a day at most"), "{body}");

    let mut one = ann.connect(&game, None).await.unwrap();
    let _two = ann.connect(&game, None).await.unwrap();
    assert!(ann.connect(&game, None).await.is_err(), "a third socket");
    one.next_about_game().await.unwrap();
    one.send("nonsense").await.unwrap();
    let message = one.next_about_game().await.unwrap();
    assert!(message.kind == "refused" && message.error.unwrap().contains("not a command"));
    one.send("x".repeat(300)).await.unwrap();
    let closed = loop {
        if let Err(error) = one.next().await {
            break error;
        }
    };
    assert!(matches!(closed, ClientError::Closed(_) | ClientError::WebSocket(_)));
}

#[tokio::test]
async fn requests_and_messages_are_rate_limited() {
    let (_folder, running) = limited(Limits { requests: 2, ..Limits::default() }).await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    let mut socket = ann.connect(&game, None).await.unwrap();
    for _ in 0..30 {
        if socket.send("{}").await.is_err() {
            break;
        }
    }
    let closed = loop {
        match socket.next().await {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert!(matches!(closed, ClientError::Closed(1008) | ClientError::WebSocket(_)), "{closed}");
    let mut refused = 0;
    for _ in 0..20 {
        let (status, body) = ann.get("/health").await.unwrap();
        refused += u32::from(status == 429 && body.contains("2 a second"));
    }
    assert!(refused > 0);
    let (status, _) = ann.get("/assets/data/super-6x7.weights").await.unwrap();
    assert_eq!(status, 200, "the parts of the page are not counted");
}

/// A socket whose bytes the test writes itself.
async fn raw_socket(running: &crate::Running, game: &str) -> tokio::net::TcpStream {
    let mut stream = tokio::net::TcpStream::connect(running.address).await.unwrap();
    let request = format!(
        "GET /api/games/{game}/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         cookie: parlor={:064x}\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        1
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// Whether the server closes a socket with this code after these bytes.
async fn is_closed_with(mut stream: tokio::net::TcpStream, bytes: &[u8], code: u16) -> bool {
    // The server may close it before it has read everything.
    let _ = stream.write_all(bytes).await;
    let mut received = Vec::new();
    let _ = stream.read_to_end(&mut received).await;
    let code = code.to_be_bytes();
    received.windows(4).any(|frame| frame[0] == 0x88 && frame[2..] == code)
}

#[tokio::test]
async fn sockets_close_with_a_code() {
    let limits = Limits { requests: 2, message: 200, body: 1_024, ..Limits::default() };
    let (_folder, running) = limited(limits).await;
    let game =
        running.guest(1).create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    // Frames with a mask of zeros: pings, pongs, a binary message, a long one, one that is no UTF-8, one that begins and
    // goes on without end or content, one without a mask, one of no known kind.
    let pings = [0x89, 0x80, 0, 0, 0, 0].repeat(500);
    let pongs = [0x8A, 0x80, 0, 0, 0, 0].repeat(500);
    let long = [[0x81, 0xFE, 1, 0, 0, 0, 0, 0].as_slice(), &[b'x'; 256]].concat();
    let endless = [[0x01, 0x80, 0, 0, 0, 0], [0, 0x80, 0, 0, 0, 0]].concat();
    let endless = [endless.as_slice(), &[0, 0x80, 0, 0, 0, 0].repeat(2_000)].concat();
    for (bytes, code) in [
        (pings.as_slice(), 1008),
        (&pongs, 1008),
        (&[0x82, 0x81, 0, 0, 0, 0, 7], 1003),
        (&long, 1009),
        (&[0x81, 0x81, 0, 0, 0, 0, 0xFF], 1003),
        (&endless, 1008),
        (&[0x81, 0x01, b'x'], 1002),
        (&[0x83, 0x80, 0, 0, 0, 0], 1002),
    ] {
        let stream = raw_socket(&running, &game).await;
        assert!(is_closed_with(stream, bytes, code).await, "{code}");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

#[tokio::test]
async fn connections_have_a_limit() {
    for (limits, reason) in [
        (Limits { connections: 3, ..Limits::default() }, "from your address: 3 at most"),
        (Limits { all_connections: Some(3), ..Limits::default() }, "the server has too many connections"),
    ] {
        let (_folder, running) = limited(limits).await;
        let connect = async || tokio::net::TcpStream::connect(running.address).await.unwrap();
        let mut silent = vec![connect().await, connect().await, connect().await];
        let ann = running.guest(1);
        let (status, body) = ann.get("/health").await.unwrap();
        assert!(status == 503 && body.contains(reason), "{status} {body}");
        silent.pop();
        // The server may not have noticed yet that there is room again.
        while ann.get("/health").await.unwrap().0 != 200 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

#[tokio::test]
async fn a_school_behind_one_address_can_play() {
    let (_folder, running) = server().await;
    let connect = async || tokio::net::TcpStream::connect(running.address).await.unwrap();
    let (mut open, mut sockets) = (Vec::new(), Vec::new());
    for student in 1..=60 {
        let guest = running.guest(student);
        for _ in 0..5 {
            open.push(connect().await);
        }
        for path in ["/api/me", "/api/catalogue", "/api/me/games"] {
            let (status, body) = guest.get(path).await.unwrap();
            assert_eq!(status, 200, "student {student}: {path} {body}");
        }
        let game = guest.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
        // Two tabs of each, all of them open at the same time.
        for _ in 0..2 {
            let mut socket = guest.connect(&game, None).await.unwrap();
            assert_eq!(socket.next_about_game().await.unwrap().kind, "hello");
            sockets.push(socket);
        }
    }
    for (student, socket) in sockets.iter_mut().step_by(2).enumerate() {
        socket.command("1", 1, "move", Some("3")).await.unwrap();
        let update = socket.next_about_game().await.unwrap();
        assert_eq!((update.kind.as_str(), update.seq), ("update", 2), "student {student}");
    }
}

#[tokio::test]
async fn metrics_have_an_address_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let address = Some(([127, 0, 0, 1], 0).into());
    let config =
        parlor_server::Config { metrics_address: address, ..config(folder.path(), Limits::default()) };
    let server = parlor_server::Server::bind(config).await.unwrap();
    let metrics = parlor_loadtest::Client::new(server.metrics_address().unwrap().unwrap(), 1);
    let running = crate::Running::run(server);
    assert_eq!(running.guest(1).get("/metrics").await.unwrap().0, 404);
    let (status, body) = metrics.get("/metrics").await.unwrap();
    assert!(status == 200 && body.contains("parlor_sockets"), "{body}");
    assert_eq!(metrics.get("/api/catalogue").await.unwrap().0, 404);
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
async fn every_error_is_json() {
    let (_folder, running) = limited(Limits { body: 100, ..Limits::default() }).await;
    let ann = running.guest(1);
    let json = "content-type: application/json\r\n";
    for (method, path, headers, body, status) in [
        ("POST", "/api/games", json, "x".repeat(200), 413),
        ("POST", "/api/games", "", "{}".into(), 415),
        ("GET", "/api/games/%ff", "", String::new(), 400),
        ("GET", "/api/games/x/live", "", String::new(), 400),
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

#[tokio::test]
async fn idle_games_leave_memory() {
    let (_folder, running) = limited(Limits { idle: Duration::from_millis(50), ..Limits::default() }).await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "hex", "seats": ["me", "me"]})).await.unwrap();
    crate::act(&ann, &game, "1", "move", Some("A0")).await;
    let left = async {
        loop {
            let (_, metrics) = ann.get("/metrics").await.unwrap();
            if metrics.contains("\nparlor_rooms 0\n") {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), left).await.unwrap();
    assert_eq!(json(&ann, &format!("/api/games/{game}")).await["seq"], 2);
}
