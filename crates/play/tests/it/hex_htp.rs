//! HTP without an engine: framing, moves of either color, positions for engines.

use parlor_play::hex::htp::{HtpGame, Request, reply};
use parlor_rules::Player;

/// Sends commands, and returns the answers without their blank lines.
fn talk(commands: &str) -> Vec<String> {
    let mut game = HtpGame::default();
    commands.lines().filter_map(Request::read).map(|request| answer(&mut game, &request)).collect()
}

fn answer(game: &mut HtpGame, request: &Request) -> String {
    let answer = game.answer(request).unwrap_or_else(|| Err("unknown command".into()));
    let text = reply(request.id.as_deref(), &answer);
    assert!(text.ends_with("\n\n") && !text[..text.len() - 2].contains("\n\n"), "{text:?}");
    text.trim_end_matches('\n').to_string()
}

#[test]
fn framing() {
    assert_eq!(Request::read("# a comment"), None);
    assert_eq!(Request::read(" \t\r\n"), None);
    let request = Request::read("12\tplay  b a1 # first\r\n").unwrap();
    assert_eq!(
        (request.id.as_deref(), request.name.as_str(), request.arguments.len()),
        (Some("12"), "play", 2)
    );
    assert_eq!(reply(Some("12"), &Ok(String::new())), "=12 \n\n");
    assert_eq!(reply(None, &Err("no".into())), "? no\n\n");
    assert_eq!(reply(None, &Ok("a\n\n\nb\n".into())), "= a\nb\n\n");
    assert_eq!(talk("7\n7 nonsense"), ["?7 unknown command"; 2]);
}

#[test]
fn names_of_files() {
    let file = |line: &str| {
        let request = Request::read(line).unwrap();
        request.file().map(|(name, number)| (name.to_string(), number))
    };
    let is = |name: &str, number| Ok((name.to_string(), number));
    assert_eq!(file("7 loadsgf game.sgf"), is("game.sgf", None));
    assert_eq!(file("loadsgf game.sgf 12"), is("game.sgf", Some(12)));
    assert_eq!(file("loadsgf  my  game.sgf "), is("my  game.sgf", None));
    assert_eq!(file("loadsgf my game.sgf 3"), is("my game.sgf", Some(3)));
    assert_eq!(file("loadsgf \"my game.sgf\""), is("my game.sgf", None));
    assert_eq!(file("loadsgf \"game 5\" 3"), is("game 5", Some(3)));
    assert_eq!(file("loadsgf 5"), is("5", None));
    assert_eq!(file("loadsgf"), Err("expected a file".into()));
    assert_eq!(file("loadsgf \"my game"), Err("expected \" after the name of the file".into()));
    assert_eq!(file("loadsgf \"my game\" x"), Err("x is no number of moves".into()));
}

#[test]
fn a_dialogue() {
    let answers = talk(
        "boardsize 3\nplay b b1\nplay white B2\n5 showboard\nall_legal_moves\nundo\nplay b b2\nplay b b3\nfinal_score",
    );
    assert_eq!(answers[3], "=5 \n  a b c\n 1 . B .\n  2 . W .\n   3 . . .");
    assert_eq!(answers[4], "= a1 c1 a2 c2 a3 b3 c3");
    assert_eq!(answers[8], "= B+");
    assert_eq!(talk("final_score"), ["= cannot score"]);
}

#[test]
fn swaps() {
    let board = |moves: &str| talk(&format!("boardsize 3\n{moves}\nshowboard")).pop().unwrap();
    assert_eq!(board("play b b1\nplay w swap-pieces"), "= \n  a b c\n 1 . . .\n  2 W . .\n   3 . . .");
    assert_eq!(board("play b b1\nplay w swap-sides"), "= \n  a b c\n 1 . B .\n  2 . . .\n   3 . . .");
    assert_eq!(board("play b b1\nplay w swap-pieces\nundo"), "= \n  a b c\n 1 . B .\n  2 . . .\n   3 . . .");
    // Where the same color moves next, the stone has stayed.
    let stayed = "play b b1\nplay w swap-pieces\nplay w a2";
    assert_eq!(board(stayed), "= \n  a b c\n 1 . B .\n  2 W . .\n   3 . . .");
    assert_eq!(board(&format!("{stayed}\nundo")), board("play b b1\nplay w swap-pieces"));
    assert_eq!(
        talk("boardsize 3\nplay b b1\nplay w swap-pieces\nplay w b1")[3],
        "? illegal move: white b1: the cell is taken"
    );
    for bad in
        ["play w swap-pieces", "play b b1\nplay b swap-sides", "play b a1\nplay w a2\nplay b swap-pieces"]
    {
        let answers = talk(bad);
        assert!(answers.last().unwrap().starts_with("? illegal move: "), "{bad}");
    }
}

#[test]
fn play_game() {
    let board = |moves: &str| talk(&format!("boardsize 3\nplay-game {moves}\nshowboard"));
    assert_eq!(board("b1 swap-sides c3")[2], "= \n  a b c\n 1 . B .\n  2 . . .\n   3 . . W");
    let refused = board("b1 c3 b1");
    assert!(refused[1].starts_with("? move 3 (b1): illegal move"), "{}", refused[1]);
    assert!(!refused[2].contains('B'), "nothing was played");
}

#[test]
fn bad_input() {
    for (line, error) in [
        ("boardsize", "? expected a size from 1 to 26"),
        ("boardsize 0", "? expected a size from 1 to 26"),
        ("boardsize 27", "? expected a size from 1 to 26"),
        ("boardsize 99999999999999999999999999", "? expected a size from 1 to 26"),
        ("boardsize -3", "? expected a size from 1 to 26"),
        ("boardsize 5 6", "? only square boards can be played"),
        ("play", "? expected a color: b or w"),
        ("play b", "? expected a move after the color"),
        ("play red a1", "? red is no color: b or w"),
        ("play b a1 a2", "? expected a color and a move"),
        ("play b z26", "? illegal move: black z26: "),
        ("play b hello", "? hello: expected a cell"),
        ("play w pass", "? illegal move: white pass: our rules have no pass"),
        ("undo", "? there is nothing to undo"),
        ("time_left b x", "? x is no number of seconds"),
        ("time_left b -1", "? -1 is no number of seconds"),
        ("time_left b 1e300", "? 1e300 is no number of seconds"),
        ("param_game foo 1", "? unknown parameter: foo"),
        ("param_game allow_swap 2", "? allow_swap is 0 or 1"),
    ] {
        let answers = talk(line);
        assert!(answers[0].starts_with(error), "{line}: {}", answers[0]);
    }
}

#[test]
fn time_and_parameters() {
    assert_eq!(
        talk("time_left b 12.5\ntime_left\ntime_left b\nparam_game allow_swap 1\nparam_game"),
        ["= ", "= Black: 12.5, White: unlimited", "= 12.5", "= ", "= \n[bool] allow_swap 1"]
    );
}

/// Returns what an engine is told, and where it finds the cell `a2`.
fn position(commands: &str, color: Player) -> Result<(String, String, String), String> {
    let mut game = HtpGame::default();
    for request in commands.lines().filter_map(Request::read) {
        game.answer(&request).unwrap().unwrap();
    }
    let position = game.position(color)?;
    let mut session = position.session;
    for text in &position.moves {
        session.play(text).unwrap();
    }
    let cells = session
        .view()
        .cells
        .iter()
        .map(|row| row.iter().map(u64::to_string).collect::<String>())
        .collect::<Vec<_>>();
    let next = session.turn().player().map_or(0, Player::number);
    Ok((position.moves.join(" "), cells.join("/"), next.to_string()))
}

#[test]
fn positions_for_engines() {
    let told = |commands: &str, color| position(&format!("boardsize 3\n{commands}"), color);
    let say =
        |moves: &str, cells: &str, next: &str| Ok((moves.to_string(), cells.to_string(), next.to_string()));
    assert_eq!(told("play b a2", Player::Two), say("B0", "010/000/000", "2"));
    assert_eq!(told("play b a2\nplay w swap-pieces", Player::One), say("B0 swap", "000/200/000", "1"));
    assert_eq!(told("play b a2\nplay w swap-sides", Player::Two), say("B0 swap", "000/200/000", "1"));
    // The color that has swapped is asked again: the stone has stayed.
    assert_eq!(told("play b a2\nplay w swap-pieces", Player::Two), say("B0 swap", "000/200/000", "1"));
    let moves = "play b a2\nplay w swap-pieces\nplay w c3\nplay b b1";
    assert_eq!(told(moves, Player::Two), say("B0 swap C2 B0", "020/200/001", "1"));
    // Either color may be to move, whatever was played.
    assert_eq!(told("", Player::Two), say("", "000/000/000", "2"));
    assert_eq!(told("play w a2", Player::One), say("", "020/000/000", "1"));
    assert_eq!(told("play b a1\nplay b b1\nplay w c1\nplay w a3", Player::One), say("", "102/100/200", "1"));
    for (color, next) in [(Player::One, "1"), (Player::Two, "2")] {
        assert_eq!(told("play b a1\nplay b b1", color), say("", "100/100/000", next));
        assert_eq!(told("play b a1\nplay b resign\nplay w c3", color).unwrap().1, "100/000/002");
    }
}

#[test]
fn sgf_is_loaded() {
    let mut game = HtpGame::default();
    game.load_sgf("(;GM[11]SZ[3]AB[a1]AW[a2]PL[B];B[b1];W[b2])", usize::MAX).unwrap();
    let show = Request::read("showboard").unwrap();
    assert_eq!(answer(&mut game, &show), "= \n  a b c\n 1 B B .\n  2 W W .\n   3 . . .");
    game.load_sgf("(;GM[11]SZ[3];W[c1];B[a1])", 1).unwrap();
    assert_eq!(answer(&mut game, &show), "= \n  a b c\n 1 . . W\n  2 . . .\n   3 . . .");
    assert!(game.load_sgf("(;GM[1])", 0).unwrap_err().starts_with("1:3: "));
}

#[test]
fn a_loaded_game_is_that_of_its_moves() {
    for (text, commands) in [
        (
            "(;FF[4]GM[11]SZ[5];B[a2];W[swap-sides];W[c4];B[d4])",
            "play b a2\nplay w swap-sides\nplay w c4\nplay b d4",
        ),
        (
            "(;FF[4]GM[11]SZ[5];B[a2];W[swap-pieces];B[c4];W[d4])",
            "play b a2\nplay w swap-pieces\nplay b c4\nplay w d4",
        ),
        ("(;FF[4]GM[11]SZ[5];W[a2];B[swap-sides];B[c4])", "play w a2\nplay b swap-sides\nplay b c4"),
    ] {
        let mut loaded = HtpGame::default();
        loaded.load_sgf(text, usize::MAX).unwrap();
        let mut played = HtpGame::default();
        for request in format!("boardsize 5\n{commands}").lines().filter_map(Request::read) {
            played.answer(&request).unwrap().unwrap();
        }
        let show = Request::read("showboard").unwrap();
        assert_eq!(answer(&mut loaded, &show), answer(&mut played, &show), "{text}");
        for color in Player::BOTH {
            let moves = [&loaded, &played].map(|game| game.position(color).map(|position| position.moves));
            assert_eq!(moves[0], moves[1], "{text}");
        }
    }
    let mut game = HtpGame::default();
    game.load_sgf("(;FF[4]GM[11]SZ[5];B[a2];W[swap-sides];W[c4];B[d4])", usize::MAX).unwrap();
    assert_eq!(game.position(Player::Two).unwrap().moves, ["B0", "swap", "C3", "D3"]);
}
