//! Limits: on bodies, messages, requests, sockets, connections and memory.

use crate::{config, json, limited, server};
use parlor_loadtest::ClientError;
use parlor_server::Limits;
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

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
    for text in ["nonsense", r#"["1",1,null,false,"move","3"]"#] {
        one.send(text).await.unwrap();
        let message = one.next_about_game().await.unwrap();
        assert!(message.kind == "refused" && message.error.unwrap().contains("not a command"), "{text}");
    }
    one.send("x".repeat(300)).await.unwrap();
    let closed = loop {
        if let Err(error) = one.next().await {
            break error;
        }
    };
    assert!(matches!(closed, ClientError::Closed(1009)), "{closed}");
}

#[tokio::test]
async fn requests_and_messages_are_rate_limited() {
    let (_folder, running) = limited(Limits { requests: 2, ..Limits::default() }).await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    let mut socket = ann.connect(&game, None).await.unwrap();
    for _ in 0..300 {
        socket.send("{}").await.unwrap();
    }
    let closed = loop {
        match socket.next().await {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert!(matches!(closed, ClientError::Closed(1008)), "{closed}");
    // A page is a request like any other.
    for path in ["/api/catalogue", "/g/0123456789abcdef01234567"] {
        let mut refused = 0;
        for _ in 0..20 {
            let (status, body) = ann.get(path).await.unwrap();
            refused += u32::from(status == 429 && body.contains("2 a second"));
        }
        assert!(refused > 0, "{path}");
    }
    // Checks and the page's files are counted apart.
    assert_eq!(ann.get("/health").await.unwrap().0, 200);
    let (status, _) = ann.get("/assets/data/super-6x7.weights").await.unwrap();
    assert_eq!(status, 200);
}

#[tokio::test]
async fn made_up_guests_share_the_requests_of_their_address() {
    let limits = Limits { requests: 1, guests_per_address: 4, ..Limits::default() };
    let (_folder, running) = limited(limits).await;
    // One after the other they wait, and are answered all the same. Many at once are too many.
    let ask = |guest: u64, path: &'static str| {
        let client = running.guest(guest);
        async move { client.get(path).await.unwrap().0 }
    };
    let asked = (0..60).map(|guest| ask(guest, "/g/0123456789abcdef01234567"));
    let statuses = futures_util::future::join_all(asked).await;
    let count = |wanted: u16| statuses.iter().filter(|&&status| status == wanted).count();
    // What was saved up is there at once; then there are four a second, and nobody waits for longer than five seconds.
    assert!(count(404) >= 16 && count(429) > 0 && count(404) + count(429) == 60, "{statuses:?}");
    assert_eq!(ask(1, "/health").await, 200);
}

/// A body that never arrives must not keep the other requests of its address from being answered.
#[tokio::test]
async fn slow_bodies_hold_up_nobody() {
    let (_folder, running) = server().await;
    let mut slow = Vec::new();
    for _ in 0..100 {
        let mut stream = tokio::net::TcpStream::connect(running.address).await.unwrap();
        let head = format!(
            "POST /api/games HTTP/1.1\r\nhost: localhost\r\ncookie: parlor={:064x}\r\n\
             content-type: application/json\r\ncontent-length: 100\r\n\r\n{{",
            7
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    let ann = running.guest(1);
    ann.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
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
    stream.write_all(bytes).await.unwrap();
    let mut received = Vec::new();
    stream.read_to_end(&mut received).await.unwrap();
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
    // Far more than the server reads.
    let flood =
        [0x81, 0xFE, 0x80, 0, 0, 0, 0, 0].into_iter().chain([b'x'; 0x8000]).collect::<Vec<_>>().repeat(20);
    for (bytes, code) in [
        (pings.as_slice(), 1008),
        (&pongs, 1008),
        (&[0x82, 0x81, 0, 0, 0, 0, 7], 1003),
        (&long, 1009),
        (&flood, 1009),
        (&[0x81, 0x81, 0, 0, 0, 0, 0xFF], 1003),
        (&endless, 1008),
        (&[0x81, 0x01, b'x'], 1002),
        (&[0x83, 0x80, 0, 0, 0, 0], 1002),
        // A close is answered with the same code.
        (&[0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8], 1000),
    ] {
        let stream = raw_socket(&running, &game).await;
        assert!(is_closed_with(stream, bytes, code).await, "{code}");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Waits until the server answers a request with this status: it may not have noticed yet what has changed.
async fn wait_for(client: &parlor_loadtest::Client, path: &str, expected: u16) -> String {
    let answered = async {
        loop {
            match client.get(path).await {
                Ok((status, body)) if status == expected => return body,
                _ => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), answered).await.unwrap()
}

#[tokio::test]
async fn an_address_may_hold_so_many_connections() {
    let (_folder, running) = limited(Limits { connections: Some(3), ..Limits::default() }).await;
    let connect = async || tokio::net::TcpStream::connect(running.address).await.unwrap();
    let mut silent = vec![connect().await, connect().await, connect().await];
    let ann = running.guest(1);
    let body = wait_for(&ann, "/api/catalogue", 503).await;
    assert!(body.contains("too many connections from your address: 3 at most"), "{body}");
    assert_eq!(ann.get("/health").await.unwrap().0, 200, "checks are answered all the same");
    silent.pop();
    wait_for(&ann, "/api/catalogue", 200).await;
}

#[tokio::test]
async fn idle_connections_make_room() {
    let (_folder, running) = limited(Limits { all_connections: Some(4), ..Limits::default() }).await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    let mut socket = ann.connect(&game, None).await.unwrap();
    socket.next_about_game().await.unwrap();
    let mut silent = Vec::new();
    for _ in 0..20 {
        silent.push(tokio::net::TcpStream::connect(running.address).await.unwrap());
        let (status, body) = ann.get("/api/me").await.unwrap();
        assert_eq!(status, 200, "{body}");
    }
    // Those that have been idle for longest were closed.
    assert_eq!(silent[0].read(&mut [0]).await.unwrap_or(0), 0);
    socket.command("1", 1, "move", Some("3")).await.unwrap();
    assert_eq!(socket.next_about_game().await.unwrap().seq, 2, "a socket is never idle");
}

#[tokio::test]
async fn a_full_server_answers_checks() {
    let (_folder, running) = limited(Limits { all_connections: Some(3), ..Limits::default() }).await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    let mut sockets = Vec::new();
    for _ in 0..3 {
        let mut socket = ann.connect(&game, None).await.unwrap();
        socket.next_about_game().await.unwrap();
        sockets.push(socket);
    }
    // Clients who say nothing do not keep them from being answered either.
    let mut silent = Vec::new();
    for _ in 0..200 {
        silent.push(tokio::net::TcpStream::connect(running.address).await.unwrap());
    }
    let body = wait_for(&ann, "/api/catalogue", 503).await;
    assert!(body.contains("the server has too many connections"), "{body}");
    for path in ["/health", "/ready", "/metrics"] {
        assert_eq!(ann.get(path).await.unwrap().0, 200, "{path}");
    }
    sockets.pop();
    wait_for(&ann, "/api/catalogue", 200).await;
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

/// As many connections as a large school has, all of them open and silent.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn two_thousand_pupils_behind_one_address_connect() {
    let (_folder, running) = server().await;
    let mut open = Vec::new();
    for _ in 0..2_100 {
        open.push(tokio::net::TcpStream::connect(running.address).await.unwrap());
    }
    for path in ["/health", "/api/me"] {
        assert_eq!(running.guest(1).get(path).await.unwrap().0, 200, "{path}");
    }
}

#[tokio::test]
async fn a_proxy_reports_its_clients() {
    let limits = Limits { requests: 1, guests_per_address: 1, ..Limits::default() };
    let refused = async |trusted: &str, forwarded: &str| {
        let folder = tempfile::tempdir().unwrap();
        let trusted_proxies = vec![trusted.parse().unwrap()];
        let config = parlor_server::Config {
            behind_proxy: true,
            trusted_proxies,
            ..config(folder.path(), limits.clone())
        };
        let running = crate::Running::run(parlor_server::Server::bind(config).await.unwrap());
        // One after the other they would wait. Many at once are too many.
        let asked = (0..60).map(|number| {
            let header = format!("x-forwarded-for: {}\r\n", forwarded.replace('N', &number.to_string()));
            let guest = running.guest(number);
            async move { guest.request("GET", "/api/catalogue", &header, "").await.unwrap().0 }
        });
        let statuses = futures_util::future::join_all(asked).await;
        statuses.into_iter().filter(|status| *status == 429).count()
    };
    assert_eq!(refused("127.0.0.0/8", "192.0.2.N").await, 0, "each client has its own limit");
    assert!(
        refused("127.0.0.0/8", "192.0.2.N, 192.0.2.100").await > 0,
        "what the client sent does not count"
    );
    assert!(refused("203.0.113.1", "192.0.2.N").await > 0, "it is not the proxy");
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
