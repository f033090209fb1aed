//! Opening, playing, undoing and thinking.

use crate::{ask, lines, refused};
use parlor_wasm::Api;
use serde_json::json;

#[test]
fn every_game_is_played_and_undone() {
    let mut api = Api::default();
    for (game, moves) in lines() {
        let opened = ask(&mut api, &json!({"op": "open", "game": game}));
        let id = &opened["id"];
        for text in moves.as_array().unwrap() {
            let played = ask(&mut api, &json!({"op": "play", "id": id, "text": text}));
            assert!(!played["steps"].as_array().unwrap().is_empty(), "{game} {text}");
        }
        let direct = ask(&mut api, &json!({"op": "position", "game": game, "moves": moves}));
        let played = ask(&mut api, &json!({"op": "state", "id": id}));
        assert_eq!((&played["view"], &played["moves"]), (&direct["view"], &moves), "{game}");
        let undone = ask(&mut api, &json!({"op": "undo", "id": id}));
        assert_eq!(undone["state"]["moves"].as_array().unwrap().len(), 2, "{game}");
        let redone = ask(&mut api, &json!({"op": "redo", "id": id}));
        assert_eq!(redone["state"]["view"], played["view"], "{game}");
        let start = ask(&mut api, &json!({"op": "goto", "id": id, "ply": 0}));
        assert_eq!(start["state"]["moves"], json!([]), "{game}");
        let record = ask(&mut api, &json!({"op": "record", "id": id}));
        let again = ask(&mut api, &json!({"op": "open_record", "text": record}));
        // The table of a record deals the tiles of its start by itself.
        if !start["state"]["is_chance"].as_bool().unwrap() {
            assert_eq!(again["state"]["view"], start["state"]["view"], "{game}");
        }
        assert_eq!(ask(&mut api, &json!({"op": "close", "id": id})), json!(true));
        assert!(refused(&mut api, &json!({"op": "state", "id": id}).to_string()).contains("no open game"));
    }
}

#[test]
fn moves_are_predicted_up_to_chance() {
    let mut api = Api::default();
    let id = ask(&mut api, &json!({"op": "open", "game": "classic"}))["id"].clone();
    let request = json!({"op": "predict", "id": id, "moves": ["3"], "ahead": ["3", "9", "2"]});
    let predicted = ask(&mut api, &request);
    assert_eq!(predicted["moves"].as_array().unwrap().len(), 1, "none after one that can't be made");
    let id = ask(&mut api, &json!({"op": "open", "game": "1024"}))["id"].clone();
    let request = json!({"op": "predict", "id": id, "moves": ["@0,0", "@1,1"], "ahead": ["R", "D"]});
    let predicted = ask(&mut api, &request);
    assert_eq!(predicted["moves"].as_array().unwrap().len(), 1, "a tile comes first");
    let state = ask(&mut api, &json!({"op": "state", "id": id}));
    assert_eq!(state["moves"], json!(["@0,0", "@1,1"]), "the game stays at its line");
}

#[test]
fn engines_choose_legal_moves() {
    let mut api = Api::default();
    for (game, moves) in lines() {
        let moves = if game == "1024" { json!(["@0,0", "@1,1"]) } else { moves };
        let spec = json!({"game": game, "moves": moves});
        let engines = ask(&mut api, &json!({"op": "engines", "game": game}));
        assert!(engines.as_array().unwrap().iter().any(|engine| engine["name"] == "strong"), "{game}");
        let request = json!({"op": "think", "position": spec, "engine": "strong:200n"});
        let report = ask(&mut api, &request);
        let chosen = report["chosen"].as_str().unwrap_or_else(|| panic!("{game}: {report}"));
        let id = ask(&mut api, &json!({"op": "open", "game": game, "moves": moves}))["id"].clone();
        ask(&mut api, &json!({"op": "play", "id": id, "text": chosen}));
    }
}

#[test]
fn wrong_requests_are_refused() {
    let mut api = Api::default();
    for request in [
        "",
        "[]",
        "{}",
        r#"{"op":"fly"}"#,
        r#"{"op":"open","game":"chess"}"#,
        r#"{"op":"open","game":"classic","moves":["9"]}"#,
        r#"{"op":"open","game":"classic","options":{"size":"1000000x7"}}"#,
        r#"{"op":"open_record","text":"{"}"#,
        r#"{"op":"play","id":77,"text":"3"}"#,
        r#"{"op":"load_data","name":"../secret"}"#,
        r#"{"op":"think","position":{"game":"hex"},"engine":"cmd:sh"}"#,
    ] {
        assert!(!refused(&mut api, request).is_empty(), "{request}");
    }
}
