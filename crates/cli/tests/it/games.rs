//! Tests of every example in docs/games, and of the rules of the command line, by `show`.

use crate::program::{Ran, parlor, parlor_with};
use serde_json::{Value, json};

/// What `show --json` prints, as JSON.
fn show(arguments: &str) -> Value {
    let ran = parlor(&format!("show {arguments} --json"), "");
    let is_size_note = ran.stderr.ends_with(": using that\n") || ran.stderr.contains(" is too small: using ");
    assert!(ran.code == 0 && (ran.stderr.is_empty() || is_size_note), "{arguments}: {}", ran.stderr);
    assert_eq!(ran.stdout.lines().count(), 1, "one object on one line");
    serde_json::from_str(&ran.stdout).expect("it is JSON")
}

/// The board of a drop game as the pages write it: blank rows on top left out, rows split by `/`.
fn rows(shown: &Value) -> String {
    let rows: Vec<&str> =
        shown["board"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    let blank = rows.iter().take_while(|row| row.bytes().all(|cell| cell == b'.')).count();
    rows[blank..].join("/")
}

#[test]
fn the_object_of_the_command_line_page_to_the_letter() {
    let moves = "0 2 1 4 3 2 3 0 5 1 6 3 5 4 3 2 2 4 4 6 3 1";
    let expected = "{\"game\":\"super\",\"rows\":6,\"columns\":7,\"board\":[\".......\",\".......\",\".......\",\
        \"..1....\",\"222.2..\",\"112.212\"],\"status\":\"in progress\",\"next\":1,\"winner\":null,\
        \"scores\":[1,1],\"line\":[]}\n";
    assert_eq!(parlor(&format!("show super {moves} --json"), "").stdout, expected);
}

#[test]
fn shapes() {
    let red = show("shapes 1 0 1 2 1 3 1");
    assert_eq!((&red["status"], &red["winner"]), (&json!("won"), &json!(1)));
    assert_eq!(red["line"], json!([[0, 1], [1, 1], [2, 1], [3, 1]]));
    let blue = show("shapes 0 1 0 2 1 3 0 4");
    assert_eq!((&blue["winner"], &blue["line"]), (&json!(2), &json!([[3, 1], [3, 2], [3, 3], [3, 4]])));
    let tie = show("shapes 0 1 0 2 0 0 3 1 2 1 1 2 3 3 5 3 5 5 4 4 4 5 4 2");
    assert_eq!((&tie["status"], &tie["winner"], &tie["next"]), (&json!("drawn"), &json!(null), &json!(null)));
    assert_eq!(show("shapes 5 0 4 0 3 0 2")["line"], json!([[3, 2], [3, 3], [3, 4], [3, 5]]));
    assert_eq!(show("shapes")["scores"], json!(null), "no scores in shapes");
    let corrected = show("shapes --size 1x1");
    assert_eq!((&corrected["rows"], &corrected["columns"]), (&json!(4), &json!(5)));
}

#[test]
fn growing() {
    let text = "p1:0 p2:1 p1:2 p1:3 p1:1 p2:1 p1:1 p2:1 p1:1 p1:4";
    let board = ". R . . .\n. Y . . .\n. R . . .\n. Y . . .\n. R . . .\nR Y R R R\n";
    assert!(parlor(&format!("show growing {text}"), "").stdout.starts_with(board));
    let long = "0T 1F 2F 6T 6T 3T 3F 3F 3F 3T 4F 5T 5T 5F 4T 2T 2T 2T 2F 3T 3T 3F 6F 4F";
    let placements = long.replace('T', ":p1").replace('F', ":p2");
    let moves: Vec<String> = placements
        .split(' ')
        .map(|text| text.split_once(':').map(|(column, player)| format!("{player}:{column}")).unwrap())
        .collect();
    let won = show(&format!("growing {}", moves.join(" ")));
    assert_eq!((&won["winner"], &won["rows"], &won["columns"]), (&json!(2), &json!(8), &json!(7)));
    assert_eq!(won["next"], json!(null));
    assert_eq!(show("growing p1:0 p1:1 p1:3 p1:4")["status"], json!("in progress"));
    let five = show("growing p1:0 p1:1 p1:3 p1:4 p1:2");
    assert_eq!(five["line"], json!([[4, 0], [4, 1], [4, 2], [4, 3], [4, 4]]));
    assert_eq!(show("growing p2:0 p2:0 p1:0 p1:0 p1:1 p1:1")["winner"], json!(null), "no wrapping");
    let diagonal = "p1:0 p2:1 p1:1 p2:2 p2:2 p1:2 p2:3 p2:3 p2:3 p1:3";
    assert_eq!(show(&format!("growing {diagonal}"))["winner"], json!(null), "no diagonals");
}

#[test]
fn classic() {
    for (moves, winner) in [
        ("3 2 4 3 4 3 5 4 6", 1),
        ("0 6 0 6 0 6 0", 1),
        ("0 6 1 6 0 6 1 6", 2),
        ("0 1 1 2 2 5 3 5 3 4 0", 1),
        ("1 1 2 3 2 2 3 4 3 3 4 0", 2),
    ] {
        let shown = show(&format!("classic {moves}"));
        assert_eq!((&shown["status"], &shown["winner"]), (&json!("won"), &json!(winner)), "{moves}");
        assert_eq!(shown["line"].as_array().unwrap().len(), 4, "{moves}");
    }
    let drawn = show("classic --size 4x4 0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1");
    assert_eq!((&drawn["status"], rows(&drawn)), (&json!("drawn"), "2211/1122/2211/1122".into()));
    let refused = parlor("show classic 0 0 0 0 0 0 0", "");
    assert_eq!(refused.stderr, "parlor: move 7 (0): column 0 is full\n");
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    let printed = parlor("show classic 3 2 4 3 4 3", "").stdout;
    assert!(printed.contains(". . . X . . .\n. . . X O . .\n. . X O O . .\n0 1 2 3 4 5 6\n"), "{printed}");
}

#[test]
fn classic_sizes() {
    for (size, rows, columns) in [
        ("2x6", 4, 6),
        ("0x2", 4, 4),
        ("-3x-9", 4, 4),
        ("-99999999999999999999x4", 4, 4),
        ("64x64", 64, 64),
        ("5", 5, 5),
    ] {
        let shown = show(&format!("classic --size {size}"));
        assert_eq!((&shown["rows"], &shown["columns"]), (&json!(rows), &json!(columns)), "{size}");
    }
    for size in ["65x7", "6x65", "x", "6x", "axb", "99999999999999999999x4", ""] {
        let ran = parlor_with(&["show", "classic", "--size", size], b"");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{size}");
        assert!(!ran.stderr.is_empty());
    }
}

#[test]
fn super_() {
    for (moves, board, scores, next) in [
        ("0 1 1 2 2 5 3 5 3 4 4", ".....2./122122.", [1, 0], 2),
        ("0 2 1 4 3 2 3 0 5 1 6 3 5 4 3 2 2 4 4 6 3", "...1.../..111../..222../2221212/1121211", [0, 0], 2),
        ("1 0 2 3 1 0 2 4 3 4 3 2 3 1 1 4 2 3 4", "...22../22212../21122..", [1, 0], 2),
        ("0 4 2 2 3 6 4 5 5 6 2 3 3 6 1", "......2/......2", [2, 1], 2),
    ] {
        let shown = show(&format!("super {moves}"));
        assert_eq!(rows(&shown), board, "{moves}");
        assert_eq!((&shown["scores"], &shown["next"]), (&json!(scores), &json!(next)), "{moves}");
    }
    let fill = "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1";
    for (moves, scores) in [(fill.to_string(), [0, 0]), (format!("1 2 1 2 1 2 1 2 {fill}"), [1, 1])] {
        let full = show(&format!("super --size 4x4 {moves}"));
        assert_eq!((&full["status"], &full["winner"]), (&json!("drawn"), &json!(null)));
        assert_eq!((&full["scores"], &full["line"]), (&json!(scores), &json!([])));
    }
}

#[test]
fn hex() {
    let moves = "A0 B9 B0 C0 B1 B10 C1 D1 C2 D2 D0 E0 D3 C3 C4 B4 B5 E2 A5 E3 D4 E4 D5 E5 D6 E6 D7 E7 D8 E8 D9 E9 \
                 E10 D10";
    let won = show(&format!("hex {moves}"));
    assert_eq!((&won["status"], &won["winner"]), (&json!("won"), &json!(2)));
    let before = moves.rsplit_once(' ').unwrap().0;
    assert_eq!(show(&format!("hex {before}"))["status"], json!("in progress"));
    let lines = parlor("show hex", "").stdout;
    let top = "  A B C D E F G H I J K\n 0 . . . . . . . . . . .\n  1 . . . . . . . . . . .\n   2 . . . . . . . . . . .\n";
    assert!(lines.starts_with(top), "{lines}");
    let swapped = show("hex --swap --size 4 D1 swap");
    assert_eq!((rows(&swapped), &swapped["next"]), (".2..".into(), &json!(1)));
    for size in ["0", "27", "-1", "3x4"] {
        assert_eq!(parlor(&format!("show hex --size {size}"), "").code, 2, "{size}");
    }
}

#[test]
fn tiles() {
    let start = show("1024 --size 3x3 @1,1 @0,1");
    assert_eq!(start["board"], json!([[0, 1, 0], [0, 1, 0], [0, 0, 0]]));
    let pressed = show("1024 --size 3x3 @1,1 @0,1 R");
    assert_eq!(pressed["board"], json!([[0, 0, 1], [0, 0, 1], [0, 0, 0]]));
    assert_eq!(
        (&pressed["next"], &pressed["max"], &pressed["target"]),
        (&json!(null), &json!(0), &json!(256))
    );
    let empty = show("1024");
    assert_eq!((&empty["status"], &empty["target"]), (&json!("in progress"), &json!(1024)));
    let won = show("1024 --size 1x2 @0,0 @0,1 L");
    assert_eq!((&won["status"], &won["max"], &won["winner"]), (&json!("won"), &json!(2), &json!(null)));
    let lost = show("1024 --size 2x2 --target 8 @1,1 @0,1 U @0,0 D @0,1 U @1,0 U @1,0");
    assert_eq!((&lost["status"], &lost["board"]), (&json!("lost"), &json!([[2, 1], [1, 2]])));
    let nonpositive = show("1024 --size 0x9");
    assert_eq!((&nonpositive["rows"], &nonpositive["columns"]), (&json!(3), &json!(3)));
    for wrong in
        ["--size 17x4", "--size 1x1", "--target 3", "--target 1", "--size 3x3 --target 512", "--target 65536"]
    {
        let ran = parlor(&format!("show 1024 {wrong}"), "");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{wrong}");
    }
    assert_eq!(show("1024 --target 32768")["target"], json!(32768));
}

#[test]
fn a_1024_record_may_go_on_after_the_win() {
    let on = "1024 --size 2x2 --target 2 @0,0 @0,1 L @1,1 D";
    let shown = show(on);
    assert_eq!((&shown["status"], &shown["max"]), (&json!("won"), &json!(2)));
}

#[test]
fn an_idle_press_is_a_move_only_with_the_option() {
    let refused = parlor("show 1024 --size 2x2 @0,0 @1,0 L", "");
    assert_eq!(refused.stderr, "parlor: move 3 (L): nothing moves that way\n");
    let taken = show("1024 --size 2x2 --idle-spawns @0,0 @1,0 L @0,1");
    assert_eq!(taken["board"], json!([[1, 1], [1, 0]]));
}

#[test]
fn moves_that_cannot_be_made_are_named() {
    for (arguments, message) in [
        ("classic 0 1 2 9", "move 4 (9): there is no column 9"),
        ("classic x", "move 1 (x): not a column"),
        ("classic -1", "move 1 (-1): not a column"),
        ("classic 3 2 4 3 4 3 5 4 6 0", "move 10 (0): the game is over"),
        ("hex A0 A0", "move 2 (A0): the cell is taken"),
        ("hex Z0", "move 1 (Z0): there is no such cell"),
        ("hex f3", "move 1 (f3): not a cell like F3"),
        ("hex A0 swap", "move 2 (swap): the swap rule is off (--swap)"),
        ("growing p1:10000", "move 1 (p1:10000): there is no column 10000"),
        ("growing 0", "move 1 (0): not a placement like p1:0"),
        ("1024 L", "move 1 (L): a tile has to appear first"),
        ("1024 @0,0 @0,0", "move 2 (@0,0): the cell is taken"),
        ("1024 @4,4", "move 1 (@4,4): there is no such cell"),
    ] {
        let Ran { stdout, stderr, code } = parlor(&format!("show {arguments}"), "");
        assert_eq!((stderr, stdout, code), (format!("parlor: {message}\n"), String::new(), 2), "{arguments}");
    }
}

#[test]
fn a_single_dash_reads_the_moves() {
    let piped = parlor("show classic - --json", "3 2\n4\t3\n\n");
    assert_eq!(piped, parlor("show classic 3 2 4 3 --json", ""));
    assert_eq!(parlor("show classic", "3 2 4").stdout, parlor("show classic", "").stdout, "only for a dash");
}

#[test]
fn what_a_game_has_not_is_refused() {
    for (arguments, message) in [
        ("show classic --target 8", "classic has no target"),
        ("show growing --size 5x5", "growing has no size"),
        ("show 1024 --swap", "1024 has no swap"),
        ("show hex --tokens a,b,c", "hex has no tokens"),
        ("show hex --idle-spawns", "hex has no idle-spawns"),
        ("play classic --player random", "classic is for two players: use --first and --second"),
        ("play 1024 --first random", "1024 is for one player: use --player"),
        ("play hex --second nobody", "hex has no engine \"nobody\": see parlor engines hex"),
        ("play classic --names Ann", "there must be 2 names"),
        ("play growing --tokens a,a,b", "the three tokens must differ: \"a\" is there twice"),
    ] {
        let ran = parlor(arguments, "");
        assert_eq!((ran.stderr, ran.code), (format!("parlor: {message}\n"), 2), "{arguments}");
        assert_eq!(ran.stdout, "", "{arguments}");
    }
    for arguments in
        ["play", "play chess", "show", "nonsense", "play hex --second strong:zz", "play hex --max-plies 0"]
    {
        let ran = parlor(arguments, "");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments}");
    }
}

#[test]
fn the_same_seed_is_the_same_game() {
    let game = |seed| parlor(&format!("play 1024 --player random --seed {seed}"), "").stdout;
    assert_eq!(game(11), game(11));
    assert_ne!(game(11), game(12));
}

#[test]
fn color_can_be_forced_and_forbidden() {
    assert!(parlor("show classic 3 --color always", "").stdout.contains("\u{1b}[31mO\u{1b}[0m"));
    assert!(!parlor("show classic 3", "").stdout.contains('\u{1b}'));
    assert!(!parlor("show shapes 3 --color never", "").stdout.contains('\u{1b}'));
}

#[test]
fn completions_and_man_page_come_from_the_same_definitions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = parlor(&format!("completions {shell}"), "").stdout;
        assert!(script.contains("idle-spawns") && script.contains("load-test"), "{shell}");
        assert!(!script.contains("supervise") && !script.contains("bench"), "{shell} offers hidden commands");
    }
    assert!(parlor("man", "").stdout.contains(".TH parlor"));
    assert!(parlor("man play", "").stdout.contains("idle"));
    assert_eq!(parlor("man nothing", "").code, 2);
}

#[test]
fn a_growing_game_of_people_has_no_hidden_end() {
    let tower: String = (0..1_500).map(|number| format!("p{} 0 ", number % 2 + 1)).collect();
    let ran = parlor("play growing", &format!("{tower} rows"));
    assert_eq!((ran.stdout.lines().last(), ran.code), (Some("1500"), 0));
}

#[test]
fn vertical_tabs_are_white_space() {
    assert_eq!(parlor("show classic -", "3\u{b}2"), parlor("show classic 3 2", ""));
}

#[test]
fn renamed_commands_keep_their_old_names() {
    let said = "parlor 1\nquit\n";
    assert_eq!(parlor("engine hex", said), parlor("run-engine hex", said));
    assert_eq!(parlor("man engine", ""), parlor("man run-engine", ""));
    assert_eq!(parlor("help engine", ""), parlor("help run-engine", ""));
    assert_eq!(parlor("man engine", "").code, 0);
}

#[test]
fn commands_that_moved_say_where() {
    for (arguments, command) in [
        ("bench playouts hex --json", "bench playouts hex --json"),
        ("book", "book"),
        ("train --help", "train --help"),
        ("bench -V", "bench -V"),
    ] {
        let ran = parlor(arguments, "");
        let name = command.split(' ').next().unwrap();
        let hint = format!(
            "parlor: `parlor {name}` moved: run `cargo run --release -p parlor-training -- {command}`\n"
        );
        assert_eq!((ran.stderr, ran.stdout.as_str(), ran.code), (hint, "", 2));
    }
}

#[test]
fn a_corrected_size_is_said_on_stderr() {
    let note = "parlor: 4 x 4 is the smallest: using that\n";
    let played = parlor("play classic --size 0x0", "0 1 0 1 0 1 0 n");
    assert_eq!((played.stderr.as_str(), played.code), (note, 0));
    let shown = parlor("show classic --size 0x0", "");
    assert_eq!(shown.stdout, parlor("show classic --size 4x4", "").stdout);
    assert_eq!(shown.stderr, note);
    assert_eq!(parlor("solve classic --size 1x1 1", "").stderr, note);
    assert_eq!(parlor("analyze super --size 1 0 --nodes 10", "").stderr, note);
    assert_eq!(parlor("show classic --size 4x4", "").stderr, "");
}

#[test]
fn values_of_1024_are_chances() {
    let ran = parlor("analyze 1024 @0,0 @1,1 --nodes 100", "");
    assert_eq!(ran.stdout.lines().count(), 4, "{}", ran.stdout);
    assert!(ran.stdout.lines().all(|line| line.contains("% to win  estimate")), "{}", ran.stdout);
    let proven = parlor("analyze 1024 --size 3x3 --target 32 --seed 7", "");
    assert!(proven.stdout.contains("proven: a forced win"), "{}", proven.stdout);
}

#[test]
fn both_players_of_one_name_are_refused() {
    for game in ["classic", "hex"] {
        let ran = parlor(&format!("play {game} --names Ann,Ann"), "");
        assert_eq!(
            (ran.stderr.as_str(), ran.code),
            ("parlor: both players are named \"Ann\": give them different names\n", 2)
        );
    }
}

#[cfg(feature = "server")]
#[test]
fn the_load_test_says_which_games_it_plays() {
    let ran = parlor("load-test --game 1024", "");
    assert_eq!(
        (ran.stderr.as_str(), ran.code),
        ("parlor: 1024 is for one player: the load test plays games for two\n", 2)
    );
    assert!(parlor("load --game chess", "").stderr.contains("there is no game \"chess\""));
}
