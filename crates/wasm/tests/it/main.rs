//! The requests of a page, natively: what is answered, and what is refused.

// A test that can't go on has failed.
#![allow(clippy::unwrap_used)]

mod boards;
mod games;

use parlor_wasm::{Api, NoHost};
use serde_json::{Value, json};

/// Answers a request, which must succeed.
fn ask(api: &mut Api, request: &Value) -> Value {
    let reply: Value = serde_json::from_str(&api.call(&request.to_string(), Vec::new(), &NoHost)).unwrap();
    assert!(reply.get("ok").is_some(), "{request}: {reply}");
    reply["ok"].clone()
}

/// Answers a request, which must be refused.
fn refused(api: &mut Api, request: &str) -> String {
    let reply: Value = serde_json::from_str(&api.call(request, Vec::new(), &NoHost)).unwrap();
    reply["error"].as_str().unwrap_or_else(|| panic!("{request}: {reply}")).to_string()
}

/// A short line of each game.
fn lines() -> [(&'static str, Value); 6] {
    [
        ("shapes", json!(["0", "1", "0"])),
        ("growing", json!(["p1:0", "p2:1", "p1:0"])),
        ("classic", json!(["3", "3", "2"])),
        ("super", json!(["3", "3", "2"])),
        ("hex", json!(["F3", "A0", "B1"])),
        ("1024", json!(["@0,0", "@1,1", "R"])),
    ]
}
