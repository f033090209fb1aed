//! The HTTP API.

use crate::{act, act_at, json, limited, server};
use parlor_play::record::Reader;
use parlor_server::Limits;
use serde_json::{Value, json};

#[tokio::test]
async fn two_guests_play_and_a_third_watches() {
    let (_folder, running) = server().await;
    let [ann, bob, eve] = [1, 2, 3].map(|number| running.guest(number));
    ann.post("/api/me", &json!({"name": "Ann"})).await.unwrap();
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "friend"]})).await.unwrap();
    let join = format!("/api/games/{game}/join");
    assert_eq!(bob.post(&join, &json!({})).await.unwrap().0, 200);
    assert_eq!(bob.post(&join, &json!({})).await.unwrap().0, 200, "seated already: harmless");
    assert_eq!(eve.post(&join, &json!({})).await.unwrap().0, 409);

    let (status, answer) = act(&eve, &game, "e1", "move", Some("3")).await;
    assert_eq!((status, answer["error"].as_str()), (403, Some("you are watching: only players can do this")));
    let (status, answer) = act(&bob, &game, "b1", "move", Some("3")).await;
    assert_eq!((status, answer["error"].as_str()), (422, Some("not p2's turn")));
    for (turn, column) in ["3", "2", "3", "2", "3", "2", "3"].into_iter().enumerate() {
        let player = [&ann, &bob][turn % 2];
        let (status, answer) = act(player, &game, &format!("m{turn}"), "move", Some(column)).await;
        assert_eq!(status, 200, "{answer}");
    }
    let state = json(&eve, &format!("/api/games/{game}")).await;
    assert_eq!(state["status_text"], "Ann wins");
    assert_eq!(state["ending"], json!({"won": 1}));
    assert_eq!(state["view"]["line"].as_array().unwrap().len(), 4);
    assert_eq!(state["wins"], json!([1, 0]));
    assert_eq!(state["can"], json!([["rematch"], ["rematch"]]));

    // Both want to play again: the seats are exchanged.
    act(&ann, &game, "r1", "rematch", None).await;
    let (status, _) = act(&bob, &game, "r2", "rematch", None).await;
    assert_eq!(status, 200);
    let state = json(&ann, &format!("/api/games/{game}")).await;
    assert_eq!(state["seats"][1]["name"], "Ann");
    assert_eq!((&state["round"], &state["wins"]), (&json!(2), &json!([0, 1])));
    let (status, _) = act(&bob, &game, "m9", "move", Some("0")).await;
    assert_eq!(status, 200, "Bob begins now");

    let own = json(&bob, "/api/me/games").await;
    assert_eq!((&own[0]["size"], &own[0]["mine"], &own[0]["turn"]), (&json!("6x7"), &json!([1]), &json!(2)));
    assert_eq!((&own[0]["id"], &own[0]["status_text"]), (&json!(game), &json!("Ann's turn")));
    assert_eq!(json(&eve, "/api/me/games").await, json!([]));
}

#[tokio::test]
async fn the_host_of_others_has_no_seat() {
    let (_folder, running) = server().await;
    let [ann, bob, carl] = [1, 2, 3].map(|number| running.guest(number));
    let game = ann.create_game(&json!({"game": "classic", "seats": ["friend", "friend"]})).await.unwrap();
    let path = format!("/api/games/{game}");
    let state = json(&ann, &path).await;
    assert_eq!(state["host"], json(&ann, "/api/me").await["id"]);
    assert_eq!(
        (&state["seats"][0]["kind"], &state["status_text"]),
        (&json!("open"), &json!("A friend's turn"))
    );
    for (seat, friend) in [&bob, &carl].into_iter().enumerate() {
        friend.post(&format!("{path}/join"), &json!({})).await.unwrap();
        let seated = json(&ann, &path).await["seats"][seat]["guest"].clone();
        assert_eq!(seated, json(friend, "/api/me").await["id"]);
    }
    assert_eq!(json(&ann, "/api/me/games").await[0]["mine"], json!([]), "it is Ann's to find again");
}

#[tokio::test]
async fn status_texts_are_capitalized_but_names_are_not() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    ann.post("/api/me", &json!({"name": "ann"})).await.unwrap();
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "random"]})).await.unwrap();
    let path = format!("/api/games/{game}");
    assert_eq!(json(&ann, &path).await["status_text"], "ann's turn");
    act(&ann, &game, "1", "resign", None).await;
    assert_eq!(json(&ann, &path).await["status_text"], "ann resigns, Random wins");
    let other = ann.create_game(&json!({"game": "hex", "seats": ["random", "friend"]})).await.unwrap();
    assert!(
        ["Random's turn", "A friend's turn"]
            .map(Value::from)
            .contains(&json(&ann, &format!("/api/games/{other}")).await["status_text"])
    );
}

#[tokio::test]
async fn commands_are_idempotent_and_can_be_stale() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "hex", "seats": ["me", "me"]})).await.unwrap();
    assert_eq!(act_at(&ann, &game, "one", 1, "move", Some("A0")).await.1, json!({"seq": 2}));
    assert_eq!(act_at(&ann, &game, "one", 1, "move", Some("A0")).await.1, json!({"seq": 2}), "again");
    let (status, answer) = act_at(&ann, &game, "two", 1, "move", Some("A1")).await;
    assert_eq!((status, answer["error"].as_str()), (409, Some("the game has gone on since")));
    let (status, answer) = act_at(&ann, &game, "three", 2, "move", Some("A0")).await;
    assert_eq!(status, 422, "{answer}");
    assert_eq!(json(&ann, &format!("/api/games/{game}")).await["seq"], 2);
}

#[tokio::test]
async fn undo_asks_only_a_friend() {
    let (_folder, running) = server().await;
    let [ann, bob] = [1, 2].map(|number| running.guest(number));
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "friend"]})).await.unwrap();
    bob.post(&format!("/api/games/{game}/join"), &json!({})).await.unwrap();
    act(&ann, &game, "1", "move", Some("3")).await;
    act(&ann, &game, "2", "undo", None).await;
    act(&ann, &game, "second thoughts", "withdraw", None).await;
    let state = json(&bob, &format!("/api/games/{game}")).await;
    assert_eq!(state["offer"], json!(null));
    assert_eq!(state["can"], json!([["undo", "resign", "draw"], ["move", "resign", "draw", "leave"]]));
    act(&ann, &game, "again", "undo", None).await;
    let state = json(&bob, &format!("/api/games/{game}")).await;
    assert_eq!(state["offer"], json!({"by": 1, "what": "undo"}));
    assert_eq!(state["can"][0], json!(["resign", "withdraw"]));
    assert_eq!(state["can"][1], json!(["move", "resign", "accept", "decline"]));
    act(&bob, &game, "3", "accept", None).await;
    let state = json(&bob, &format!("/api/games/{game}")).await;
    assert_eq!((&state["turn"], &state["last"]), (&json!(1), &json!([])));

    let alone = ann.create_game(&json!({"game": "1024", "seats": ["me"]})).await.unwrap();
    let start = json(&ann, &format!("/api/games/{alone}")).await;
    let spots = start["view"]["move_targets"].as_array().unwrap().clone();
    let text = spots[0][1].as_str().unwrap();
    act(&ann, &alone, "1", "move", Some(text)).await;
    act(&ann, &alone, "2", "undo", None).await;
    let back = json(&ann, &format!("/api/games/{alone}")).await;
    assert_eq!(back["view"], start["view"]);
    act(&ann, &alone, "3", "move", Some(text)).await;
    let played = json(&ann, &format!("/api/games/{alone}")).await;
    act(&ann, &alone, "4", "undo", None).await;
    assert_eq!(json(&ann, &format!("/api/games/{alone}")).await["view"], start["view"]);
    act(&ann, &alone, "5", "redo", None).await;
    assert_eq!(json(&ann, &format!("/api/games/{alone}")).await["view"], played["view"]);
    let (status, answer) = act(&ann, &alone, "6", "redo", None).await;
    assert_eq!((status, &answer["error"]), (422, &json!("there is nothing to redo")));
}

#[tokio::test]
async fn the_catalogue_says_which_engines_fit_the_usual_board() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    for listed in json(&ann, "/api/catalogue").await["games"].as_array().unwrap() {
        for engine in listed["engines"].as_array().unwrap() {
            let seats =
                if listed["players"] == 1 { json!([engine["name"]]) } else { json!(["me", engine["name"]]) };
            let opened = ann.create_game(&json!({"game": listed["name"], "seats": seats})).await;
            assert_eq!(
                engine["fits_default"],
                json!(opened.is_ok()),
                "{} {}",
                listed["name"],
                engine["name"]
            );
        }
    }
}

#[tokio::test]
async fn engines_move_in_every_game() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    for listed in json(&ann, "/api/catalogue").await["games"].as_array().unwrap() {
        let seats = if listed["players"] == 1 { json!(["easy"]) } else { json!(["easy:50ms", "me"]) };
        let game = ann.create_game(&json!({"game": listed["name"], "seats": seats})).await.unwrap();
        let mut socket = ann.connect(&game, None).await.unwrap();
        let moved = async {
            loop {
                let message = socket.next_about_game().await.unwrap();
                let has_moved = socket.snapshot().unwrap().turn == Some(2);
                if has_moved || listed["players"] == 1 && message.seq > 4 {
                    return;
                }
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(60), moved).await.expect("the engine moves");
    }
}

#[tokio::test]
async fn earlier_rounds() {
    let (_folder, running) = limited(Limits { requests: 10_000, ..Limits::default() }).await;
    let ann = running.guest(1);
    let game =
        ann.create_game(&json!({"game": "1024", "options": {"target": 8}, "seats": ["me"]})).await.unwrap();
    let mut rounds = Vec::new();
    for round in ["a", "b"] {
        for number in 0.. {
            let state = json(&ann, &format!("/api/games/{game}")).await;
            let Some(spot) =
                state["view"]["move_targets"][0][1].as_str().filter(|_| state["ending"].is_null())
            else {
                break;
            };
            act(&ann, &game, &format!("{round}{number}"), "move", Some(spot)).await;
        }
        let moves = json(&ann, &format!("/api/games/{game}/moves")).await["moves"].clone();
        let state = json(&ann, &format!("/api/games/{game}")).await;
        rounds.push((moves, state["view"]["cells"].clone()));
        act(&ann, &game, round, "rematch", None).await;
    }
    let now = json(&ann, &format!("/api/games/{game}/moves")).await;
    assert_eq!((&now["round"], &now["rounds"]), (&json!(3), &json!(3)));
    for (index, (moves, cells)) in rounds.iter().enumerate() {
        let round = index + 1;
        let played = json(&ann, &format!("/api/games/{game}/moves?round={round}")).await;
        assert_eq!((&played["round"], &played["moves"]), (&json!(round), moves));
        let last = moves.as_array().unwrap().len();
        let view = json(&ann, &format!("/api/games/{game}/view?at={last}&round={round}")).await;
        assert_eq!((&view["of"], &view["view"]["cells"]), (&json!(last), cells), "{view}");
    }
    for (wrong, status) in [
        ("moves?round=0", 404),
        ("moves?round=4", 404),
        ("view?at=0&round=9", 404),
        ("moves?round=x", 400),
        ("moves?all=1", 400),
    ] {
        assert_eq!(ann.get(&format!("/api/games/{game}/{wrong}")).await.unwrap().0, status, "{wrong}");
    }
}

#[tokio::test]
async fn earlier_positions_and_the_record() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "super", "seats": ["me", "me"]})).await.unwrap();
    for (number, column) in ["0", "1", "0"].into_iter().enumerate() {
        act(&ann, &game, &number.to_string(), "move", Some(column)).await;
    }
    let view = json(&ann, &format!("/api/games/{game}/view?at=2")).await;
    assert_eq!((&view["move"], &view["by"], &view["of"]), (&json!("1"), &json!(2), &json!(3)));
    assert_eq!(view["view"]["cells"][5], json!([1, 2, 0, 0, 0, 0, 0]));
    assert_eq!(ann.get(&format!("/api/games/{game}/view?at=4")).await.unwrap().0, 404);
    assert_eq!(ann.get(&format!("/api/games/{game}/view?at=-1")).await.unwrap().0, 400);

    let (status, record) = ann.get(&format!("/api/games/{game}/record")).await.unwrap();
    assert_eq!(status, 200);
    let mut reader = Reader::default();
    for line in record.lines() {
        reader.read(line).unwrap();
    }
    assert_eq!(reader.table().unwrap().timeline().moves(), ["0", "1", "0"]);
}

#[tokio::test]
async fn exports_to_other_programs() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let catalogue = json(&ann, "/api/catalogue").await;
    let listed = catalogue["games"].as_array().unwrap();
    let with_exports: Vec<&Value> = listed.iter().filter(|game| game["exports"] != json!([])).collect();
    assert_eq!(with_exports.len(), 1);
    assert_eq!(
        (&with_exports[0]["name"], &with_exports[0]["exports"]),
        (&json!("hex"), &json!(["sgf", "hexworld"]))
    );
    let options = json!({"size": "5x5", "swap": true});
    let game =
        ann.create_game(&json!({"game": "hex", "seats": ["me", "me"], "options": options})).await.unwrap();
    for (number, text) in ["C0", "swap", "D3"].into_iter().enumerate() {
        act(&ann, &game, &number.to_string(), "move", Some(text)).await;
    }
    let (status, sgf) = ann.get(&format!("/api/games/{game}/export/sgf")).await.unwrap();
    assert_eq!(status, 200);
    assert!(sgf.contains("GM[11]") && sgf.ends_with(";B[a3];W[swap-pieces];B[d4])\n"), "{sgf}");
    assert_eq!(ann.get(&format!("/api/games/{game}/export/hexworld")).await.unwrap().0, 303);
    assert_eq!(ann.get(&format!("/api/games/{game}/export/pdf")).await.unwrap().0, 404);
    let other = ann.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    assert_eq!(ann.get(&format!("/api/games/{other}/export/sgf")).await.unwrap().0, 404);
    assert_eq!(ann.get("/api/games/nothing/export/sgf").await.unwrap().0, 404);
}

#[tokio::test]
async fn seeds_stay_secret() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "1024", "seats": ["me"]})).await.unwrap();
    act(&ann, &game, "1", "move", Some("L")).await;
    act(&ann, &game, "2", "move", Some("U")).await;
    act(&ann, &game, "3", "resign", None).await;
    let (status, _) = act(&ann, &game, "4", "rematch", None).await;
    assert_eq!(status, 200);
    for path in ["", "/record", "/view?at=1"] {
        let (_, body) = ann.get(&format!("/api/games/{game}{path}")).await.unwrap();
        assert!(!body.contains("seed"), "{path}: {body}");
    }
}

#[tokio::test]
async fn openapi_describes_every_path() {
    let (_folder, running) = server().await;
    let description = json(&running.guest(1), "/api/openapi.json").await;
    let paths: Vec<&String> = description["paths"].as_object().unwrap().keys().collect();
    for path in
        ["/api/catalogue", "/api/games", "/api/games/{id}/do", "/api/games/{id}/live", "/api/me/games"]
    {
        assert!(paths.contains(&&path.to_string()), "{path}");
    }
    assert!(description["components"]["schemas"]["CreateGame"].is_object());
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, described) in methods.as_object().unwrap() {
            let place = |name: &str| {
                let found = described["parameters"].as_array()?.iter().find(|one| one["name"] == name)?;
                Some((found["in"].as_str()?.to_string(), found["required"].as_bool().unwrap_or(false)))
            };
            let id = path.contains("{id}").then(|| ("path".to_string(), true));
            assert_eq!(place("id"), id, "{method} {path}");
            for name in ["last", "round"] {
                assert!(place(name).is_none_or(|place| place == ("query".into(), false)), "{method} {path}");
            }
            let refusal = "/responses/4XX/content/application~1json/schema/$ref";
            let answer = running.guest(1).request(&method.to_uppercase(), path, "", "").await.unwrap();
            assert!(answer.0 != 405 && !answer.1.contains("there is nothing here"), "{method} {path}");
            if path != "/metrics" {
                let schema = described.pointer(refusal).unwrap_or_else(|| panic!("{method} {path}"));
                assert_eq!(schema, "#/components/schemas/ErrorBody");
            }
        }
    }
    assert!(description["components"]["schemas"]["ErrorBody"].is_object());
    assert_eq!(description["components"]["securitySchemes"]["guest"]["in"], "cookie");
}

#[tokio::test]
async fn growing_boards_have_a_limit() {
    let (_folder, running) = limited(Limits { cells: 64, ..Limits::default() }).await;
    let ann = running.guest(1);
    let request = json!({"game": "growing", "options": {"free": true}, "seats": ["me", "me"]});
    let game = ann.create_game(&request).await.unwrap();
    let (status, answer) = act_at(&ann, &game, "far", 1, "move", Some("p1:9999")).await;
    assert_eq!((status, answer["error"].as_str()), (422, Some("the board can't become any larger")));
    assert_eq!(act_at(&ann, &game, "near", 1, "move", Some("p1:9")).await.0, 200, "nothing was changed");
    let state = json(&ann, &format!("/api/games/{game}")).await;
    assert_eq!((&state["seq"], &state["view"]["columns"]), (&json!(2), &json!(10)));
    assert!(!state["can"].to_string().contains("resign"), "nobody is to move, so nobody resigns");
}

#[tokio::test]
async fn watchers_are_refused_even_known_commands() {
    let (_folder, running) = server().await;
    let [ann, eve] = [1, 2].map(|number| running.guest(number));
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    assert_eq!(act_at(&ann, &game, "mine", 1, "move", Some("3")).await.0, 200);
    assert_eq!(act_at(&eve, &game, "mine", 1, "move", Some("3")).await.0, 403);
}
