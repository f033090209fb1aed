//! What is attacked: every endpoint of the server's OpenAPI description, its pages and their files.

use crate::client::{Client, ClientError};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// An endpoint to attack.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Its name in reports.
    pub(super) name: String,
    pub(super) attack: Attack,
}

/// How an endpoint is attacked.
#[derive(Clone, Debug)]
pub(super) enum Attack {
    /// By requests, one after the other over each connection.
    Requests { method: String, path: String, body: Option<String> },
    /// By WebSockets, over which messages are sent until they are closed.
    Sockets { path: String },
    /// By connections that are closed at once.
    Connections,
    /// By connections over which the beginning of a request arrives, and nothing more.
    Silence,
}

/// An id that no game has.
const UNKNOWN: &str = "0123456789abcdef01234567";

/// The pages that the API's description doesn't have.
const PAGES: [&str; 8] = [
    "/",
    "/me",
    "/analysis",
    "/puzzles",
    "/puzzles/daily",
    "/preview.png",
    "/sw.js",
    "/manifest.webmanifest",
];

/// A position to present.
const FRAGMENT: &str = "classic/6x7/44";

/// Returns everything that a server offers; `game` is a game that is played there.
pub(super) async fn of_server(client: &Client, game: &str) -> Result<Vec<Target>, ClientError> {
    let mut targets = vec![
        Target { name: "new connections".into(), attack: Attack::Connections },
        Target { name: "silent connections".into(), attack: Attack::Silence },
    ];
    let (_, description) = client.get("/api/openapi.json").await?;
    let description: Value = serde_json::from_str(&description)
        .map_err(|error| ClientError::Unexpected(format!("the API's description: {error}")))?;
    let (_, board) = client.post("/api/follow", &json!({"fragment": FRAGMENT})).await?;
    let board: Value = serde_json::from_str(&board).unwrap_or_default();
    for (path, operations) in description["paths"].as_object().into_iter().flatten() {
        for (method, operation) in operations.as_object().into_iter().flatten() {
            targets.push(of_operation(path, method, operation, game, &board));
        }
    }
    for path in PAGES {
        targets.push(get(path, path));
    }
    for (name, id) in [("{id}", game), ("{unknown}", UNKNOWN)] {
        for page in ["/g/{id}", "/preview/{id}/board.png", "/preview/{id}/qr.svg"] {
            targets.push(get(&page.replace("{id}", name), &page.replace("{id}", id)));
        }
    }
    targets.push(get("/api/games/{unknown}", &format!("/api/games/{UNKNOWN}")));
    for path in files(client).await? {
        targets.push(get(&path, &path));
    }
    Ok(targets)
}

fn get(name: &str, path: &str) -> Target {
    let attack = Attack::Requests { method: "GET".into(), path: path.into(), body: None };
    Target { name: format!("GET {name}"), attack }
}

/// Returns how an operation of the description is attacked.
fn of_operation(path: &str, method: &str, operation: &Value, game: &str, board: &Value) -> Target {
    let method = method.to_uppercase();
    let name = format!("{method} {path}");
    let id = if path.starts_with("/api/follow") { board["id"].as_str().unwrap_or(UNKNOWN) } else { game };
    let mut real = path.replace("{id}", id).replace("{format}", "sgf");
    let required = operation["parameters"].as_array().into_iter().flatten();
    let required = required.filter(|parameter| parameter["in"] == "query" && parameter["required"] == true);
    for (number, parameter) in required.enumerate() {
        let name = parameter["name"].as_str().unwrap_or_default();
        real += &format!("{}{name}=0", if number == 0 { '?' } else { '&' });
    }
    if path.ends_with("/live") {
        return Target { name, attack: Attack::Sockets { path: real } };
    }
    let presented = json!({"fragment": FRAGMENT});
    let body = match name.as_str() {
        "POST /api/games" => json!({"game": FRAGMENT.split('/').next(), "seats": ["me", "friend"]}),
        "POST /api/games/{id}/do" => json!({"id": "attack", "expects": 1, "do": "move", "move": "3"}),
        "POST /api/me" => json!({"name": "Attacker"}),
        "POST /api/follow" => presented,
        "PUT /api/follow/{id}" => json!({"secret": board["secret"], "board": presented}),
        "DELETE /api/follow/{id}" => json!({"secret": UNKNOWN}),
        _ => json!({}),
    };
    let body = (method != "GET").then(|| body.to_string());
    Target { name, attack: Attack::Requests { method, path: real, body } }
}

/// Returns the paths of the page's files: those that the page names, and those that they name.
async fn files(client: &Client) -> Result<BTreeSet<String>, ClientError> {
    let (_, page) = client.get("/").await?;
    let mut found: BTreeSet<String> = named_files(&page).collect();
    let mut unread: Vec<String> = found.iter().cloned().collect();
    unread.push("/sw.js".into());
    while let Some(path) = unread.pop() {
        let is_text = [".js", ".css", ".webmanifest"].iter().any(|ending| path.ends_with(ending));
        if !is_text {
            continue;
        }
        let (_, text) = client.get(&path).await?;
        for file in named_files(&text) {
            if found.insert(file.clone()) {
                unread.push(file);
            }
        }
    }
    Ok(found)
}

/// Returns the files that a text names: `"/assets/app.js"`, or `"./chunk.js"` next to it.
fn named_files(text: &str) -> impl Iterator<Item = String> {
    text.split(['"', '\'', '`', '(', ')']).filter_map(|word| {
        let word = word.strip_prefix('/').unwrap_or(word);
        let name = word.strip_prefix("assets/").or_else(|| word.strip_prefix("./"))?;
        let name = name.split(['?', '#']).next()?;
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./".contains(letter);
        let is_file = name.contains('.') && name.chars().all(is_plain) && !name.contains("..");
        is_file.then(|| format!("/assets/{name}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_become_requests() {
        let operation = json!({"parameters": [
            {"name": "id", "in": "path", "required": true},
            {"name": "at", "in": "query", "required": true},
            {"name": "round", "in": "query", "required": false},
        ]});
        let target = of_operation("/api/games/{id}/view", "get", &operation, "abc", &Value::Null);
        assert_eq!(target.name, "GET /api/games/{id}/view");
        let Attack::Requests { path, body, .. } = target.attack else { panic!("requests") };
        assert_eq!((path.as_str(), body), ("/api/games/abc/view?at=0", None));
        let live = of_operation("/api/games/{id}/live", "get", &Value::Null, "abc", &Value::Null);
        assert!(matches!(live.attack, Attack::Sockets { path } if path == "/api/games/abc/live"));
        let other = of_operation("/api/new", "put", &Value::Null, "abc", &Value::Null);
        assert!(matches!(other.attack, Attack::Requests { body: Some(body), .. } if body == "{}"));
    }

    #[test]
    fn files_are_found_by_their_names() {
        let text = r#"<link href="/assets/style-1.css"><script src="/assets/app.js?v=2">import"./chunk-A.js";"./";"assets/data/a.book?1""#;
        let found: Vec<String> = named_files(text).collect();
        assert_eq!(
            found,
            ["/assets/style-1.css", "/assets/app.js", "/assets/chunk-A.js", "/assets/data/a.book"]
        );
    }
}
