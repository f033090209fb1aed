//! The socket.

use crate::{act, limited, server};
use parlor_loadtest::{Client, Socket, apply_update};
use parlor_server::Limits;
use serde_json::{Value, json};
use std::collections::BTreeMap;

async fn two_at(running: &crate::Running, game: &str) -> (String, [Client; 2], [Socket; 2]) {
    let [ann, bob] = [1, 2].map(|number| running.guest(number));
    let game = ann.create_game(&json!({"game": game, "seats": ["me", "friend"]})).await.unwrap();
    bob.post(&format!("/api/games/{game}/join"), &json!({})).await.unwrap();
    let mut sockets = [ann.connect(&game, None).await.unwrap(), bob.connect(&game, None).await.unwrap()];
    for socket in &mut sockets {
        assert_eq!(socket.next_about_game().await.unwrap().kind, "hello");
    }
    (game, [ann, bob], sockets)
}

#[tokio::test]
async fn a_move_reaches_both_sides() {
    let (_folder, running) = server().await;
    let (_, _, [mut ann, mut bob]) = two_at(&running, "classic").await;
    ann.command("a", 2, "move", Some("3")).await.unwrap();
    for socket in [&mut ann, &mut bob] {
        let message = socket.next_about_game().await.unwrap();
        assert_eq!(
            (message.kind.as_str(), message.seq, message.command.as_deref()),
            ("update", 3, Some("a"))
        );
        assert_eq!(socket.snapshot().unwrap().turn, Some(2));
    }
    // Sent again because the answer might have been lost.
    ann.command("a", 2, "move", Some("3")).await.unwrap();
    let message = ann.next_about_game().await.unwrap();
    assert_eq!((message.kind.as_str(), message.seq), ("done", 3));
    ann.command("b", 2, "move", Some("3")).await.unwrap();
    let message = ann.next_about_game().await.unwrap();
    assert_eq!((message.kind.as_str(), message.stale), ("refused", true));
    bob.command("c", 3, "move", Some("77")).await.unwrap();
    let message = bob.next_about_game().await.unwrap();
    assert_eq!((message.kind.as_str(), message.stale, message.seq), ("refused", false, 3));
}

#[tokio::test]
async fn command_ids_of_two_guests_are_apart() {
    let (_folder, running) = server().await;
    let (game, [ann, bob], [_, mut socket]) = two_at(&running, "classic").await;
    act(&ann, &game, "1", "move", Some("3")).await;
    let update = loop {
        let message: Value = socket.next_json().await.unwrap();
        if message["type"] == "update" {
            break message;
        }
    };
    assert_eq!((&update["command"], &update["by"]), (&json!("1"), &json!(1)));
    let (status, answer) = act(&bob, &game, "1", "move", Some("4")).await;
    assert_eq!((status, &answer["seq"]), (200, &json!(4)), "{answer}");
    let (status, answer) = act(&bob, &game, "1", "move", Some("4")).await;
    assert_eq!((status, &answer["seq"]), (200, &json!(4)), "a repetition is recognized");
    assert_eq!(crate::json(&ann, &format!("/api/games/{game}/moves")).await["moves"], json!(["3", "4"]));
}

#[tokio::test]
async fn an_id_belongs_to_one_command() {
    let (folder, running) = server().await;
    let (game, [ann, bob], [mut socket, _]) = two_at(&running, "classic").await;
    assert_eq!(act(&ann, &game, "1", "move", Some("3")).await.0, 200);
    assert_eq!(socket.next_about_game().await.unwrap().kind, "update");
    let taken = "this id was already used for a different command";
    for (kind, text) in [("move", Some("4")), ("undo", None), ("resign", None), ("move", None)] {
        let (status, answer) = act(&ann, &game, "1", kind, text).await;
        assert_eq!((status, &answer), (409, &json!({"error": taken})), "{kind} {text:?}");
        socket.command("1", 2, kind, text).await.unwrap();
        let refused = socket.next_about_game().await.unwrap();
        assert_eq!((refused.kind.as_str(), refused.stale, refused.seq), ("refused", false, 3), "{kind}");
        assert_eq!((refused.command.as_deref(), refused.error.as_deref()), (Some("1"), Some(taken)));
    }
    // The same move, also if it is written in another way.
    for text in ["3", "03"] {
        let (status, answer) = crate::act_at(&ann, &game, "1", 2, "move", Some(text)).await;
        assert_eq!((status, &answer), (200, &json!({"seq": 3})), "{text}");
    }
    // A refused command does not use up its id, and an offer is accepted in two ways.
    assert_eq!(act(&bob, &game, "2", "move", Some("99")).await.0, 422);
    assert_eq!(act(&bob, &game, "2", "move", Some("4")).await.0, 200);
    assert_eq!(act(&bob, &game, "3", "draw", None).await.0, 200);
    let (status, answer) = act(&ann, &game, "4", "draw", None).await;
    assert_eq!((status, &answer), (200, &json!({"seq": 7})));
    running.stop().await;

    let running = crate::Running::start(folder.path(), Limits::default()).await;
    let [ann, bob] = [ann, bob].map(|guest| guest.at(running.address));
    for (guest, id, kind, text, status) in [
        (&ann, "1", "move", Some("3"), 200),
        (&ann, "1", "move", Some("4"), 409),
        (&bob, "2", "move", Some("4"), 200),
        (&bob, "3", "draw", None, 200),
        (&bob, "3", "undo", None, 409),
        (&ann, "4", "draw", None, 200),
        (&ann, "4", "accept", None, 200),
        (&ann, "4", "rematch", None, 409),
    ] {
        let (found, answer) = act(guest, &game, id, kind, text).await;
        assert_eq!(found, status, "{id} {kind} {text:?}: {answer}");
    }
    let ended = crate::json(&ann, &format!("/api/games/{game}")).await;
    assert_eq!((&ended["seq"], &ended["ending"]), (&json!(7), &json!("agreed")));
}

/// JSON Schema calls 2.0 an integer.
#[tokio::test]
async fn whole_numbers_may_have_a_fraction_of_zero() {
    let (_folder, running) = server().await;
    let (game, [_, bob], [mut ann, _]) = two_at(&running, "classic").await;
    ann.send(r#"{"id":"a","expects":2.0,"do":"move","move":"3"}"#).await.unwrap();
    assert_eq!(ann.next_about_game().await.unwrap().kind, "update");
    let body = r#"{"id":"b","expects":3.0,"do":"move","move":"3"}"#;
    let path = format!("/api/games/{game}/do");
    let (status, answer) =
        bob.request("POST", &path, "content-type: application/json\r\n", body).await.unwrap();
    assert_eq!((status, answer.as_str()), (200, r#"{"seq":4}"#));
}

#[tokio::test]
async fn reconnecting_gets_updates_or_a_snapshot() {
    let (_folder, running) = server().await;
    let (game, [ann, bob], [_, mut socket]) = two_at(&running, "hex").await;
    act(&ann, &game, "1", "move", Some("A0")).await;
    let seen = socket.next_about_game().await.unwrap().seq;
    drop(socket);
    act(&bob, &game, "2", "move", Some("B1")).await;
    act(&ann, &game, "3", "move", Some("C2")).await;

    let mut back = bob.connect(&game, Some(seen)).await.unwrap();
    let hello: Value = back.next_json().await.unwrap();
    assert_eq!((&hello["seq"], &hello["snapshot"]), (&json!(seen + 2), &Value::Null));
    for number in [seen + 1, seen + 2] {
        let update = back.next_about_game().await.unwrap();
        assert_eq!((update.kind.as_str(), update.seq), ("update", number));
    }
    let names: Value = back.next_json().await.unwrap();
    assert_eq!((&names["from"], &names["seq"]), (&json!(seen + 2), &json!(seen + 2)));
    assert!(names["change"]["seats"][0]["name"].is_string(), "names may have changed meanwhile");
    for last in [None, Some(0), Some(99)] {
        let mut fresh = bob.connect(&game, last).await.unwrap();
        let hello: Value = fresh.next_json().await.unwrap();
        assert_eq!(hello["moves"], json!(["A0", "B1", "C2"]), "{last:?}");
        assert_eq!(hello["snapshot"]["seq"], seen + 2);
    }
}

#[tokio::test]
async fn move_list_changes_add_up() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "1024", "seats": ["me"]})).await.unwrap();
    let mut socket = ann.connect(&game, None).await.unwrap();
    let hello: Value = socket.next_json().await.unwrap();
    let mut moves: Vec<Value> = hello["moves"].as_array().unwrap().clone();
    for (turn, kind) in
        ["move", "move", "undo", "move", "move", "resign", "rematch", "move"].iter().enumerate()
    {
        let state: Value = crate::json(&ann, &format!("/api/games/{game}")).await;
        let text = state["view"]["move_targets"][0][1].as_str().map(String::from);
        act(&ann, &game, &turn.to_string(), kind, text.as_deref().filter(|_| *kind == "move")).await;
        let update = loop {
            let message: Value = socket.next_json().await.unwrap();
            if message["type"] == "update" {
                break message;
            }
        };
        if let Some(change) = update.get("moves") {
            moves.truncate(change["keep"].as_u64().map_or(usize::MAX, |keep| keep as usize));
            moves.extend(change["add"].as_array().unwrap().clone());
        }
        let mut fresh = ann.connect(&game, None).await.unwrap();
        let hello: Value = fresh.next_json().await.unwrap();
        assert_eq!(hello["moves"].as_array().unwrap(), &moves, "after {kind}");
    }
}

#[tokio::test]
async fn joining_and_renaming_keep_the_moves() {
    let (_folder, running) = server().await;
    let [ann, bob] = [1, 2].map(|number| running.guest(number));
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "friend"]})).await.unwrap();
    act(&ann, &game, "1", "move", Some("3")).await;
    let mut socket = ann.connect(&game, None).await.unwrap();
    let mut seats_after = async |change: (&Client, &str, Value)| {
        let (guest, path, body) = change;
        guest.post(path, &body).await.unwrap();
        loop {
            let message: Value = socket.next_json().await.unwrap();
            if message["type"] == "update" {
                assert_eq!(message["moves"], Value::Null, "the list of moves is the same");
                return message["change"]["seats"].clone();
            }
        }
    };
    let join = format!("/api/games/{game}/join");
    assert_eq!(seats_after((&bob, &join, json!({}))).await[1]["kind"], "guest");
    assert_eq!(seats_after((&ann, "/api/me", json!({"name": "Ann"}))).await[0]["name"], "Ann");
}

/// Reads messages until the guests and their number are as wanted; returns the bytes about presence.
async fn follow_presence(
    socket: &mut Socket,
    present: &mut BTreeMap<String, String>,
    wanted: impl Fn(&BTreeMap<String, String>, u64) -> bool,
) -> usize {
    let name =
        |guest: &Value| (guest["guest"].as_str().unwrap().into(), guest["name"].as_str().unwrap().into());
    let mut bytes = 0;
    let follow = async {
        loop {
            let text = socket.next_text().await.unwrap();
            let message: Value = serde_json::from_str(&text).unwrap();
            let empty = Vec::new();
            match message["type"].as_str().unwrap() {
                "presence" => {
                    assert!(present.is_empty(), "the whole list only once: {text}");
                    *present = message["guests"].as_array().unwrap().iter().map(name).collect();
                }
                "presence_change" => {
                    for id in message["left"].as_array().unwrap_or(&empty) {
                        assert!(present.remove(id.as_str().unwrap()).is_some(), "{id} was not there");
                    }
                    present.extend(message["arrived"].as_array().unwrap_or(&empty).iter().map(name));
                }
                _ => continue,
            }
            bytes += text.len();
            if wanted(present, message["count"].as_u64().unwrap()) {
                return;
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), follow).await.unwrap();
    bytes
}

#[tokio::test]
async fn presence_is_told_as_arrivals_and_departures() {
    let (_folder, running) = server().await;
    let (game, [ann, _], [mut socket, other]) = two_at(&running, "classic").await;
    let mut present = BTreeMap::new();
    follow_presence(&mut socket, &mut present, |guests, _| guests.len() == 2).await;
    ann.post("/api/me", &json!({"name": "<b>Ann</b>"})).await.unwrap();
    follow_presence(&mut socket, &mut present, |guests, _| guests.values().any(|name| name == "<b>Ann</b>"))
        .await;
    let mut watcher = running.guest(9).connect(&game, None).await.unwrap();
    follow_presence(&mut socket, &mut present, |guests, count| guests.len() == 3 && count == 3).await;
    let mut seen = BTreeMap::new();
    follow_presence(&mut watcher, &mut seen, |guests, _| guests.len() == 3).await;
    assert_eq!(seen, present, "whoever comes later knows the same");
    drop((watcher, other));
    follow_presence(&mut socket, &mut present, |guests, count| guests.len() == 1 && count == 1).await;
}

#[tokio::test]
async fn a_crowd_costs_each_of_its_browsers_little() {
    const CROWD: u64 = 120;
    let (_folder, running) = limited(Limits { sockets: 1_000, ..Limits::default() }).await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "friend"]})).await.unwrap();
    let mut first = ann.connect(&game, None).await.unwrap();
    let mut crowd = Vec::new();
    for number in 0..CROWD {
        crowd.push(running.guest(100 + number).connect(&game, None).await.unwrap());
    }
    let bytes = follow_presence(&mut first, &mut BTreeMap::new(), |_, count| count == CROWD + 1).await;
    // Each of the 50 that are listed once, and some messages that only count: the list each time would be 500 KB.
    assert!(bytes < 20_000, "{bytes} bytes");
}

#[tokio::test]
async fn no_clock_runs_against_somebody_who_has_not_come() {
    let (folder, running) = server().await;
    let [ann, bob] = [1, 2].map(|number| running.guest(number));
    let request = json!({"game": "classic", "seats": ["me", "friend"], "clock": {"initial": 2_000}});
    let game = ann.create_game(&request).await.unwrap();
    let path = format!("/api/games/{game}");
    let state = crate::json(&ann, &path).await;
    assert_eq!(state["can"][0], json!(["move", "cancel"]), "nobody resigns to nobody");
    let (status, answer) = act(&ann, &game, "1", "resign", None).await;
    assert_eq!(
        (status, answer["error"].as_str()),
        (422, Some("nobody has joined yet: cancel the game instead"))
    );
    act(&ann, &game, "2", "move", Some("3")).await;
    // A restart changes nothing about it.
    running.stop().await;
    let running = crate::Running::start(folder.path(), Limits::default()).await;
    let [ann, bob] = [ann, bob].map(|guest| guest.at(running.address));
    let mut socket = ann.connect(&game, None).await.unwrap();
    socket.next_about_game().await.unwrap();
    let waited =
        tokio::time::timeout(std::time::Duration::from_millis(2_500), socket.next_about_game()).await;
    assert!(waited.is_err(), "nothing happens while nobody is there");
    let state = crate::json(&ann, &path).await;
    assert_eq!((&state["clock"]["left"], &state["clock"]["running"]), (&json!([2_000, 2_000]), &Value::Null));
    bob.post(&format!("{path}/join"), &json!({})).await.unwrap();
    let state = crate::json(&ann, &path).await;
    assert_eq!((&state["clock"]["running"], &state["can"][0][1]), (&json!(2), &json!("resign")), "{state}");
    // From now on the time of the one who has come runs.
    loop {
        let next = socket.next_about_game();
        tokio::time::timeout(std::time::Duration::from_secs(20), next).await.unwrap().unwrap();
        if socket.snapshot().unwrap().ending == Some(json!({"time": 2})) {
            break;
        }
    }
}

#[tokio::test]
async fn who_waits_can_cancel() {
    let (_folder, running) = server().await;
    let [ann, bob] = [1, 2].map(|number| running.guest(number));
    let game = ann.create_game(&json!({"game": "hex", "seats": ["me", "friend"]})).await.unwrap();
    let path = format!("/api/games/{game}");
    assert_eq!(act(&ann, &game, "1", "cancel", None).await.0, 200);
    let state = crate::json(&ann, &path).await;
    assert_eq!((&state["ending"], &state["can"][0]), (&json!("canceled"), &json!([])));
    assert_eq!(state["status_text"], "The game was canceled");
    let (status, answer) = bob.post(&format!("{path}/join"), &json!({})).await.unwrap();
    assert_eq!(status, 409, "{answer}");
    for kind in ["undo", "rematch", "move"] {
        assert_eq!(
            act(&ann, &game, kind, kind, Some("A0").filter(|_| kind == "move")).await.0,
            422,
            "{kind}"
        );
    }
    // Once both are there, nobody calls it off alone.
    let game = ann.create_game(&json!({"game": "hex", "seats": ["me", "friend"]})).await.unwrap();
    bob.post(&format!("/api/games/{game}/join"), &json!({})).await.unwrap();
    let (status, answer) = act(&ann, &game, "1", "cancel", None).await;
    assert_eq!((status, answer["error"].as_str()), (422, Some("both players are there: resign instead")));
}

#[tokio::test]
async fn a_seat_is_given_up_before_the_first_move() {
    let (folder, running) = server().await;
    let [ann, bob, cid] = [1, 2, 3].map(|number| running.guest(number));
    let request = json!({"game": "classic", "seats": ["me", "friend"], "clock": {"initial": 60_000}});
    let game = ann.create_game(&request).await.unwrap();
    let path = format!("/api/games/{game}");
    let (status, answer) = act(&ann, &game, "1", "leave", None).await;
    let alone = "a seat is given up only to another guest who is there";
    assert_eq!((status, answer["error"].as_str()), (422, Some(alone)));
    bob.post(&format!("{path}/join"), &json!({})).await.unwrap();
    assert_eq!(act(&ann, &game, "2", "move", Some("3")).await.0, 200);
    let mut socket = ann.connect(&game, None).await.unwrap();
    socket.next_about_game().await.unwrap();
    let state = crate::json(&bob, &path).await;
    assert_eq!(state["can"][1], json!(["move", "resign", "draw", "leave"]), "who has not moved may leave");
    assert_eq!(act(&bob, &game, "1", "leave", None).await.0, 200);
    let heard = async {
        loop {
            let message = socket.next_json().await.unwrap();
            if message["type"] == "update" {
                return message;
            }
        }
    };
    let heard = tokio::time::timeout(std::time::Duration::from_secs(20), heard).await.unwrap();
    assert_eq!((&heard["change"]["seats"][1]["kind"], &heard["by"]), (&json!("open"), &json!(2)), "{heard}");
    assert_eq!(act(&bob, &game, "1", "leave", None).await.0, 200, "sent twice, done once");
    assert_eq!(act(&bob, &game, "2", "leave", None).await.0, 403, "who has no seat has none to give up");
    assert_eq!(crate::json(&bob, "/api/me/games").await, json!([]));
    // Nobody's clock runs, and who stays waits again, after a restart too.
    running.stop().await;
    let running = crate::Running::start(folder.path(), Limits::default()).await;
    let [ann, bob, cid] = [ann, bob, cid].map(|guest| guest.at(running.address));
    let state = crate::json(&ann, &path).await;
    assert_eq!(
        (&state["clock"]["running"], &state["can"][0]),
        (&Value::Null, &json!(["undo", "cancel"])),
        "{state}"
    );
    assert_eq!(crate::json(&ann, "/api/me/games").await[0]["id"], json!(game));
    cid.post(&format!("{path}/join"), &json!({})).await.unwrap();
    assert_eq!(act(&cid, &game, "1", "move", Some("3")).await.0, 200);
    for (guest, id) in [(&ann, "3"), (&cid, "2")] {
        let (status, answer) = act(guest, &game, id, "leave", None).await;
        assert_eq!((status, answer["error"].as_str()), (422, Some("you have moved already: resign instead")));
    }
    let (status, _) = bob.post(&format!("{path}/join"), &json!({})).await.unwrap();
    assert_eq!(status, 409, "both seats are taken");
    // Two at one device, and a game against an engine, have nobody to leave the seat to.
    for seats in [json!(["me", "me"]), json!(["me", "easy"])] {
        let game = ann.create_game(&json!({"game": "classic", "seats": seats})).await.unwrap();
        let (status, answer) = act(&ann, &game, "1", "leave", None).await;
        assert_eq!((status, answer["error"].as_str()), (422, Some(alone)), "{seats}");
    }
}

/// A client that takes in every update has what a request returns, whatever happens to the game.
#[tokio::test]
async fn updates_lead_to_what_a_request_returns() {
    let (_folder, running) = limited(Limits { requests: 10_000, ..Limits::default() }).await;
    let ann = running.guest(1);
    for listed in crate::json(&ann, "/api/catalogue").await["games"].as_array().unwrap() {
        let seats = if listed["players"] == 1 { json!(["me"]) } else { json!(["me", "me"]) };
        let game = ann.create_game(&json!({"game": listed["name"], "seats": seats})).await.unwrap();
        let path = format!("/api/games/{game}");
        let mut socket = ann.connect(&game, None).await.unwrap();
        let mut known = socket.next_json().await.unwrap()["snapshot"].clone();
        let kinds = ["move", "move", "undo", "redo", "move", "move", "resign", "rematch", "move"];
        for (number, kind) in kinds.into_iter().enumerate() {
            let text = known["view"]["move_targets"][number % 2][1].as_str().map(String::from);
            let (status, answer) =
                act(&ann, &game, &number.to_string(), kind, text.as_deref().filter(|_| kind == "move")).await;
            assert_eq!(status, 200, "{kind}: {answer}");
            while known["seq"] != answer["seq"] {
                let message = socket.next_json().await.unwrap();
                if message["type"] == "update" {
                    apply_update(&mut known, &message).unwrap();
                }
            }
            assert_eq!(known, crate::json(&ann, &path).await, "{listed} after {kind}");
        }
    }
}

#[tokio::test]
async fn flags_fall_by_themselves() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let request = json!({"game": "classic", "seats": ["me", "me"], "clock": {"initial": 300}});
    let game = ann.create_game(&request).await.unwrap();
    let mut socket = ann.connect(&game, None).await.unwrap();
    socket.next_about_game().await.unwrap();
    socket.command("1", 1, "move", Some("3")).await.unwrap();
    socket.next_about_game().await.unwrap();
    let fallen = tokio::time::timeout(std::time::Duration::from_secs(20), socket.next_about_game()).await;
    fallen.unwrap().unwrap();
    assert_eq!(socket.snapshot().unwrap().ending, Some(json!({"time": 2})));
}
