//! Other programs as engines of the server.

use parlor_server::EngineProgram;
#[cfg(unix)]
use {
    crate::{Running, act, config, json},
    parlor_server::{Limits, Server},
    serde_json::{Value, json},
    std::time::Duration,
};

#[test]
fn programs_are_named_in_one_argument() {
    let parse = |text: &str| text.parse::<EngineProgram>().map(|program| program.spec.to_string());
    assert_eq!(parse("hex/mohex=htp:mohex --fast"), Ok("htp:mohex --fast".into()));
    assert_eq!(parse("classic/mine=cmd:./a=b"), Ok("cmd:./a=b".into()));
    for (text, reason) in [
        ("hex", "write GAME/NAME="),
        ("hex/x=strong", "write GAME/NAME="),
        ("hex/x=htp:", "write GAME/NAME="),
        ("go/x=htp:x", "there is no game \"go\""),
        ("hex/strong=htp:x", "there is an engine \"strong\" already"),
        ("hex/friend=htp:x", "\"friend\" can't be the name"),
        ("hex/a b=htp:x", "\"a b\" can't be the name"),
        ("classic/x=htp:x", "HTP is the protocol of Hex programs"),
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.starts_with(reason), "{text}: {error}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_program_that_speaks_htp_plays_here() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../host/tests/data/htp_engine.py");
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(folder.path(), Limits::default());
    let programs = [
        format!("hex/first-cell=htp:python3 {script} good"),
        format!("hex/quitter=htp:python3 {script} resign"),
    ];
    config.programs = programs.iter().map(|text| text.parse().unwrap()).collect();
    let running = Running::run(Server::bind(config).await.unwrap());
    let ann = running.guest(1);
    let catalogue = json(&ann, "/api/catalogue").await;
    let offers =
        |game: &Value| game["engines"].as_array().unwrap().iter().any(|engine| engine["name"] == "quitter");
    let offered: Vec<&Value> = catalogue["games"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|game| offers(game))
        .map(|game| &game["name"])
        .collect();
    assert_eq!(offered, [&json!("hex")]);
    for (engine, is_played) in [("first-cell", true), ("quitter", false)] {
        let seats = json!({"game": "hex", "seats": ["me", engine], "options": {"size": "3x3"}});
        let game = ann.create_game(&seats).await.unwrap();
        let (status, _) = act(&ann, &game, "1", "move", Some("B1")).await;
        assert_eq!(status, 200);
        let answered = async {
            loop {
                let moves = json(&ann, &format!("/api/games/{game}/moves")).await["moves"].clone();
                let ending = json(&ann, &format!("/api/games/{game}")).await["ending"].clone();
                if moves.as_array().unwrap().len() == 2 || !ending.is_null() {
                    return (moves, ending);
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let (moves, ending) =
            tokio::time::timeout(Duration::from_secs(60), answered).await.expect("it answers");
        assert_eq!(moves, if is_played { json!(["B1", "A0"]) } else { json!(["B1"]) });
        assert_eq!(ending.is_null(), is_played, "{ending}");
    }
    let refused = ann.create_game(&json!({"game": "classic", "seats": ["me", "quitter"]})).await;
    assert!(refused.is_err(), "another game has no such engine");
    running.stop().await;
}

/// The program answers with the number of moves that it was told.
#[cfg(unix)]
#[tokio::test]
async fn a_program_is_told_the_moves_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("counts.sh");
    let cases = "parlor|game) echo ok;; position) set -- $rest; moves=$#; echo ok;; go) echo best $moves;;";
    std::fs::write(&script, format!("while read -r word rest; do case $word in\n{cases}\nesac; done\n"))
        .unwrap();
    let mut config = config(folder.path(), Limits::default());
    config.programs = vec![format!("classic/counts=cmd:sh {}", script.display()).parse().unwrap()];
    let running = Running::run(Server::bind(config).await.unwrap());
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "counts"]})).await.unwrap();
    for (id, played) in [("1", 2), ("2", 4)] {
        let (status, _) = act(&ann, &game, id, "move", Some("6")).await;
        assert_eq!(status, 200);
        let answered = async {
            loop {
                let moves = json(&ann, &format!("/api/games/{game}/moves")).await["moves"].clone();
                if moves.as_array().unwrap().len() == played {
                    return moves;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let moves = tokio::time::timeout(Duration::from_secs(60), answered).await.expect("it answers");
        assert_eq!(moves[played - 1], (played - 1).to_string(), "{moves}");
    }
    running.stop().await;
}
