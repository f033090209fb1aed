//! Analysis boards and reviews.

use crate::{ask, refused};
use parlor_wasm::Api;
use serde_json::json;

#[test]
fn a_board_keeps_variations_in_its_address() {
    let mut api = Api::default();
    let command = json!({"do": "open", "fragment": "classic/6x7/4455"});
    let opened = ask(&mut api, &json!({"op": "open_board", "command": command}));
    let id = opened["id"].clone();
    let mut act = |command: serde_json::Value| {
        ask(&mut api, &json!({"op": "board", "id": id, "command": command}))["state"].clone()
    };
    act(json!({"do": "back"}));
    let varied = act(json!({"do": "play", "text": "0"}));
    let fragment = varied["fragment"].as_str().unwrap_or_else(|| panic!("{varied}")).to_string();
    let command = json!({"do": "open", "fragment": fragment});
    let again = ask(&mut api, &json!({"op": "open_board", "command": command}));
    assert_eq!(again["state"]["fragment"], varied["fragment"]);
    assert!(again["nodes"].as_array().unwrap().len() == 5, "the main line and the variation: {again}");
    assert_eq!(ask(&mut api, &json!({"op": "close_board", "id": id})), json!(true));
    for fragment in ["", "chess/8", "classic/6x7/9", "hex/11/zz99", "classic/~~~", "\u{1}"] {
        let command = json!({"do": "open", "fragment": fragment});
        let request = json!({"op": "open_board", "command": command}).to_string();
        assert!(!refused(&mut api, &request).is_empty(), "{fragment}");
    }
}

#[test]
fn nodes_are_sent_only_after_changes_of_the_tree() {
    let mut api = Api::default();
    let command = json!({"do": "open", "fragment": "classic%2F6x7%2F4455"});
    let opened = ask(&mut api, &json!({"op": "open_board", "command": command}));
    assert_eq!(opened["nodes"].as_array().unwrap().len(), 4);
    let mut known = opened["state"]["revision"].clone();
    for (command, nodes) in [
        (json!({"do": "first"}), None),
        (json!({"do": "play", "text": "3"}), None),
        (json!({"do": "play", "text": "3"}), None),
        (json!({"do": "play", "text": "0"}), Some(5)),
        (json!({"do": "comment", "node": 1, "text": ""}), None),
        (json!({"do": "open", "fragment": "classic/6x7/4455"}), Some(4)),
    ] {
        let request = json!({"op": "board", "id": opened["id"], "command": command, "known": known});
        let answer = ask(&mut api, &request);
        assert_eq!(answer["nodes"].as_array().map(Vec::len), nodes, "{command}");
        known = answer["state"]["revision"].clone();
    }
}

#[test]
fn a_review_names_the_mistake() {
    let mut api = Api::default();
    // Red has three in a row and an open end on both sides; yellow looks away, and red does not win at once.
    let moves = json!(["2", "2", "3", "3", "4", "0", "6"]);
    let values: Vec<_> = [6]
        .into_iter()
        .map(|ply| {
            let win = json!({"move": "5", "kind": "exact", "outcome": "win", "plies": 1, "score": 18.0});
            let slow = json!({"move": "6", "kind": "exact", "outcome": "loss", "plies": 20, "score": -2.0});
            json!({"ply": ply, "moves": [win, slow]})
        })
        .collect();
    let request = json!({"op": "review", "position": {"game": "classic", "moves": moves}, "values": values});
    let review = ask(&mut api, &request).to_string();
    assert!(review.contains("\"5\"") || review.contains("gave away"), "{review}");
}
