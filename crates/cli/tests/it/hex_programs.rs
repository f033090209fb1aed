//! `convert`, `htp` and `--notation hexworld`: what Hex players and their programs meet.

use crate::program::{parlor, parlor_with};
use insta::assert_snapshot;
use std::fs;
use std::path::PathBuf;

fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

const GAME: &str = "(;FF[4]GM[11]CA[UTF-8]AP[Parlor]SZ[5]RU[swap]PB[Ann]PW[Bob]RE[B+R]C[a game];B[a3](;W[swap-pieces]\
                    C[taken];B[d4];W[resign])(;W[c3]))\n";

#[test]
fn formats_are_recognized_and_converted() {
    let sgf = file("convert.sgf", GAME);
    let record = parlor(&format!("convert {sgf}"), "");
    assert_snapshot!(record.stdout);
    let jsonl = file("convert.jsonl", &record.stdout);
    assert_eq!(parlor(&format!("convert {jsonl} --to sgf"), "").stdout, GAME);
    assert_eq!(parlor(&format!("replay --quiet {jsonl}"), "").code, 0);
    let link = "https://hexworld.org/board/#5c1,a3:sd4:rw";
    assert_eq!(parlor(&format!("convert {jsonl} --to hexworld"), "").stdout, format!("{link}\n"));
    let from_link = parlor_with(&["convert", link, "--to", "sgf"], b"");
    assert_eq!(
        from_link.stdout,
        "(;FF[4]GM[11]CA[UTF-8]AP[Parlor]SZ[5]RU[swap]RE[B+R];B[a3];W[swap-pieces];B[d4];W[resign])\n"
    );
    assert_eq!(parlor("convert -", &format!("{link}\n{link}\n")).stdout.lines().count(), 12);
    let empty = parlor("convert #5 --to hexworld", "");
    assert_eq!((empty.stdout.as_str(), empty.stderr.as_str()), ("https://hexworld.org/board/#5c1,\n", ""));
    assert_eq!(parlor("convert - --to hexworld", &format!("{GAME}{GAME}")).stdout.lines().count(), 2);
}

#[test]
fn what_can_not_be_converted_says_where() {
    let errors: String = [
        ("", "an empty file"),
        ("hello", "another text"),
        ("(;GM[1]SZ[19];B[aa])", "another game"),
        ("(;GM[11]SZ[5];B[a1]\n;W[f1])", "outside the board"),
        ("(;GM[11]SZ[5];B[a1]\n;W[b2]", "unclosed"),
        ("(;GM[11]SZ[5]\n;B[a1];W[pass])", "a pass"),
        ("#5,a1:sb2:p", "a pass after a swap in a link"),
        ("{\"parlor\":2,\"game\":\"hex\"}\n{\"event\":{\"move\":\"Z9\"}}", "a record"),
    ]
    .map(|(text, what)| {
        let ran = parlor("convert -", text);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{what}");
        format!("{what}: {}", ran.stderr)
    })
    .concat();
    assert_snapshot!(errors);
    let deep = parlor("convert -", &"(;".repeat(1_000));
    assert_eq!((deep.code, deep.stderr.as_str()), (2, "parlor: -:1:1401: nested more than 700 deep\n"));
    let other = parlor("convert - --to sgf", "{\"parlor\":2,\"game\":\"classic\"}");
    assert_eq!((other.code, other.stderr.as_str()), (2, "parlor: -: classic has no such format\n"));
    assert_eq!(parlor("convert /no/such/file", "").code, 2);
}

#[test]
fn sgf_may_be_latin_1_and_its_name_have_spaces() {
    let path = file("latin-1.sgf", "");
    fs::write(&path, b"(;GM[11]SZ[3]PB[J\xf6rg];B[a1])").unwrap();
    assert!(parlor(&format!("convert {path} --to sgf"), "").stdout.contains("PB[J\u{f6}rg]"));
    assert_eq!(parlor("htp", &format!("loadsgf {path}\nall_legal_moves\n")).stdout.matches('=').count(), 2);
    let spaced = file("a name with spaces.sgf", "(;GM[11]SZ[3];B[a1])");
    let answers = parlor("htp", &format!("loadsgf \"{spaced}\"\nloadsgf {spaced} 1\n")).stdout;
    assert_eq!(answers, "= \n\n= \n\n");
    let ran = parlor_with(&["convert", "-"], b"(;GM[11]CA[KOI8-R]SZ[3]PB[\xf6])");
    assert!(ran.code == 2 && ran.stderr.starts_with("parlor: -:1:9: CA[KOI8-R]: "), "{}", ran.stderr);
}

#[test]
fn a_dialogue_of_htp() {
    let commands = "name\nprotocol_version\n1 boardsize 3\n2 play b b1\n3 play w swap-pieces\nshowboard\n\
                    # a comment\n\nplay-game b2 a1\n4 all_legal_moves\nundo\n5 undo\nundo\nundo\nfinal_score\n\
                    known_command genmove\nknown_command fly\nfly\nplay b\nboardsize 99\ntime_left b 5\ntime_left b\n\
                    param_game\nparam_parlor max_nodes 50\nparam_parlor\nhexgui-analyze_commands\nloadsgf /no/file\n\
                    list_commands\n6 quit\nname\n";
    let ran = parlor("htp", commands);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_snapshot!(ran.stdout);
}

#[test]
fn htp_generates_moves() {
    // One stone is missing to win, on either side, whoever goes first.
    let black = "boardsize 3\nplay b b1\nplay w a1\nplay b b2\nplay w a2\nreg_genmove b\ngenmove b\nfinal_score\ngenmove w\n";
    let answers = parlor("htp --nodes 400", black).stdout.replace("= \n\n", "");
    assert!(["= a3", "= b3"].iter().any(|won| answers.starts_with(won)), "{answers}");
    assert!(answers.ends_with("= B+\n\n= resign\n\n"), "{answers}");
    let white = "boardsize 3\nplay w a2\nplay b a1\nplay w b2\nplay b b1\ngenmove w\nfinal_score\n";
    let answers = parlor("htp --nodes 400", white).stdout.replace("= \n\n", "");
    assert!(["= c1\n\n= W+\n\n", "= c2\n\n= W+\n\n"].contains(&answers.as_str()), "{answers}");
    // Either color may be to move.
    for commands in [
        "play b a1\nplay b b2\ngenmove w\ngenmove b\n",
        "play b a1\ngenmove b\ndfpn-solve-state b\ndfpn-solve-state w\nparlor-values b\n",
        "play w a1\nplay b resign\ngenmove w\ngenmove w\n",
    ] {
        let answers = parlor("htp --nodes 400", &format!("boardsize 3\n{commands}")).stdout;
        assert!(!answers.contains('?'), "{commands}{answers}");
    }
    let swaps =
        parlor("htp --nodes 10", "boardsize 2\nparam_game allow_swap 1\nplay b b1\nall_legal_moves\n").stdout;
    assert!(swaps.ends_with("= a1 a2 b2 swap-pieces\n\n"), "{swaps}");
}

/// The same seed, board and moves: the level chooses the same moves over HTP as over our own protocol.
#[test]
fn a_level_is_the_same_over_every_protocol() {
    let lines = ["", "A0", "A0 B3", "A0 B3 D1", "A0 B3 D1 C2"];
    for level in ["easy", "medium:50n"] {
        let ours: String = lines.iter().map(|line| format!("position {line}\ngo\n")).collect();
        let ours = parlor(
            &format!("engine hex --engine {level} --seed 4"),
            &format!("parlor 1\ngame hex size=5x5\n{ours}"),
        );
        let best = ours.stdout.lines().filter_map(|line| line.strip_prefix("best "));
        let ours: Vec<String> = best.map(cell_elsewhere).collect();
        let cells = lines.map(|line| line.split_whitespace().last().map(cell_elsewhere));
        let plays = |(ply, cell): (usize, &Option<String>)| {
            let colors = ["b", "w"];
            let played = cell
                .as_ref()
                .map_or(String::new(), |cell| format!("play {} {cell}\n", colors[(ply + 1) % 2]));
            format!("{played}reg_genmove {}\n", colors[ply % 2])
        };
        let commands: String = cells.iter().enumerate().map(plays).collect();
        let theirs = parlor(&format!("htp --engine {level} --seed 4"), &format!("boardsize 5\n{commands}"));
        let theirs: Vec<&str> = theirs
            .stdout
            .lines()
            .filter_map(|line| line.strip_prefix("= "))
            .filter(|cell| !cell.is_empty())
            .collect();
        assert_eq!(
            (ours.len(), &ours[..]),
            (5, &theirs.iter().map(|cell| cell.to_string()).collect::<Vec<_>>()[..])
        );
    }
    let named = parlor("htp --engine easy", "param_parlor\n").stdout;
    assert!(named.contains("[string] max_time none"), "{named}");
    assert!(parlor("htp", "param_parlor\n").stdout.contains("[string] max_time 10"));
}

/// Returns a cell as other Hex programs write it: `B0` is `a2`.
fn cell_elsewhere(cell: &str) -> String {
    let (row, column) = cell.split_at(1);
    let row = row.as_bytes()[0] - b'A' + 1;
    format!("{}{row}", char::from(b'a' + column.parse::<u8>().unwrap()))
}

#[test]
fn htp_engines_need_not_fit_the_board_of_the_start() {
    let commands = "genmove b\nboardsize 2\ngenmove b\nparam_parlor engine nobody\nparam_parlor engine human\n\
                    param_parlor engine random\nparam_parlor engine perfect\ngenmove w\nparam_parlor engine strongest\n\
                    known_command\n";
    let ran = parlor("htp --engine perfect", commands);
    let answers: Vec<&str> = ran.stdout.split("\n\n").collect();
    assert!(answers[0].starts_with("? ") && answers[0].contains("11x11"), "{}", answers[0]);
    assert!(answers[2].starts_with("= "), "{}", answers[2]);
    assert!(answers[3].starts_with("? hex has no engine \"nobody\""), "{}", answers[3]);
    assert!(answers[4].starts_with("? a person can't be asked here"), "{}", answers[4]);
    assert!(answers[5..9].iter().all(|answer| answer.starts_with("= ")), "{}", ran.stdout);
    assert_eq!(answers[9], "? expected the name of a command");
}

#[test]
fn htp_solves_what_it_can_on_boards_of_any_size() {
    // Black has joined nothing on 8x8, but a chain from the top and bridges to the bottom win, whoever moves.
    let stones = "boardsize 8\nplay b d4\nplay w a1\nplay b c6\nplay w a2\nplay b c7\nplay w a3\nplay b d3\nplay w a4\n\
                  play b e2\nplay w a5\nplay b c5\nplay w a6\n";
    let questions = "dfpn-solve-state b\ndfpn-solve-state w\ndfpn-get-pv b\n";
    let ran = parlor("htp --time 60s", &format!("{stones}{questions}"));
    let answers: Vec<&str> = ran.stdout.split("\n\n").skip(13).collect();
    assert_eq!(answers[..2], ["= black", "= black"], "{}", ran.stdout);
    let line: Vec<&str> = answers[2].trim_start_matches("= ").split(' ').collect();
    let moves: String =
        line.iter().zip(["b", "w"].iter().cycle()).map(|(cell, by)| format!("play {by} {cell}\n")).collect();
    let end = parlor("htp", &format!("{stones}{moves}final_score\n")).stdout;
    assert!(end.ends_with("= B+\n\n"), "{}: {end}", answers[2]);
    let unsolved = parlor("htp --nodes 1", "dfpn-solve-state b\ndfpn-get-pv w\n").stdout;
    assert_eq!(unsolved.matches("? not solved within the limits").count(), 2, "{unsolved}");
    // Who may swap does not matter.
    let swap = "boardsize 3\nparam_game allow_swap 1\nplay b b2\ndfpn-solve-state w\nparlor-values w\n";
    let answers = parlor("htp --nodes 100", swap).stdout;
    assert!(answers.contains("= black\n") && !answers.contains("swap"), "{answers}");
}

#[test]
fn htp_shows_what_every_cell_is_worth() {
    let commands = "boardsize 2\nparlor-values b\nparlor-heat-map w\ndfpn-solve-state b\n";
    let answers: Vec<String> =
        parlor("htp --nodes 100", commands).stdout.split("\n\n").map(String::from).collect();
    assert_eq!(answers[1].split_whitespace().count(), 1 + 8, "{}", answers[1]);
    // HexGui takes what lies between the two words for pairs of a cell and a number from 0 to 1.
    let (map, _) = answers[2].strip_prefix("= INFLUENCE ").unwrap().split_once("\nTEXT ").unwrap();
    let words: Vec<&str> = map.split_whitespace().collect();
    assert_eq!(words.len(), 8, "{map}");
    for pair in words.chunks(2) {
        assert!(["a1", "b1", "a2", "b2"].contains(&pair[0]), "{map}");
        assert!((0.0..=1.0).contains(&pair[1].parse::<f64>().unwrap()), "{map}");
    }
    assert!(answers[3] == "= black" || answers[3].starts_with("? "), "{}", answers[3]);
}

#[test]
fn htp_bears_bad_input() {
    for input in [&b"\xff\xfe\x00\n\nplay b \xc3"[..], b"genmove", b"12", b"\r\n\r\n", b""] {
        let ran = parlor_with(&["htp", "--nodes", "10"], input);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    }
    let long = parlor_with(&["htp"], format!("play b {}\nname\n", "a".repeat(1 << 20)).as_bytes());
    assert_eq!(long.stdout, "? the line is longer than 65536 bytes\n\n= Parlor\n\n");
    let half = parlor("htp", "name\nplay b a");
    assert!(half.stdout.starts_with("= Parlor\n\n? a: expected a cell"), "{}", half.stdout);
    for bad in ["htp --engine nobody", "htp --engine human", "htp --time 0s"] {
        assert_eq!(parlor(bad, "").code, 2, "{bad}");
    }
}

#[test]
fn the_notation_of_other_programs() {
    assert_snapshot!(parlor("show hex --size 4 --swap --notation hexworld a3:sd1", "").stdout);
    assert_eq!(
        parlor("show hex --size 3 --notation hexworld a1 b1 a2 b2 a3 --json", "").stdout,
        "{\"game\":\"hex\",\"rows\":3,\"columns\":3,\"board\":[\"12.\",\"12.\",\"1..\"],\"status\":\"won\",\"next\":null,\
         \"winner\":1,\"line\":[[0,0],[1,0],[2,0]]}\n"
    );
    let ours = parlor("analyze hex --size 3 B1 A1 --nodes 200", "").stdout;
    let theirs = parlor("analyze hex --size 3 --notation hexworld b2b1 --nodes 200", "").stdout;
    let cells = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.split_whitespace().next()).map(String::from).collect()
    };
    let exchanged: Vec<String> =
        cells(&ours).iter().map(|cell| parlor_play::hex::hexworld::move_text(cell)).collect();
    assert_eq!(exchanged, cells(&theirs));
    for (arguments, error) in [
        ("show hex --notation hexworld a1 z9", "parlor: move 2 (z9): there is no such cell\n"),
        ("show hex --notation hexworld a1:p", "parlor: move 2 (:p): our rules have no pass\n"),
        ("show hex --notation hexworld a1!", "parlor: move 2 (!): expected a cell like a1, :s or :S\n"),
        ("show classic --notation hexworld a1", "parlor: classic has no hexworld notation\n"),
    ] {
        let ran = parlor(arguments, "");
        assert_eq!((ran.code, ran.stderr.as_str()), (2, error), "{arguments}");
    }
}

#[test]
fn a_swap_among_the_moves_needs_no_option() {
    let mirrored = "parlor: after :S the board is mirrored and its colors are exchanged, as after :s\n";
    let shown = parlor("show hex --size 5 --notation hexworld a3 :s c3", "");
    assert_eq!((shown.code, shown.stderr.as_str()), (0, ""));
    assert_eq!(shown.stdout, parlor("show hex --size 5 --swap --notation hexworld a3 :s c3", "").stdout);
    let sides = parlor("show hex --size 5 --notation hexworld a3:Sc3", "");
    assert_eq!((sides.stdout.as_str(), sides.stderr.as_str()), (shown.stdout.as_str(), mirrored));
    let analyzed = parlor("analyze hex --size 3 --notation hexworld a3:sc3 --nodes 50", "");
    assert_eq!((analyzed.code, analyzed.stderr.as_str()), (0, ""));
    for (arguments, note) in [
        ("solve hex --size 3 C0 swap B1", ""),
        ("solve hex --size 3 --notation hexworld a3:sb2", ""),
        ("solve hex --size 3 --notation hexworld a3 :S b2", mirrored),
    ] {
        let solved = parlor(arguments, "");
        assert_eq!((solved.code, solved.stderr.as_str()), (0, note), "{arguments}");
        assert!(solved.stdout.contains(": X wins ("), "{}", solved.stdout);
    }
    for (arguments, error) in [
        ("show hex A0 swap", "parlor: move 2 (swap): the swap rule is off (--swap)\n"),
        ("show hex --notation hexworld a1b2:s", "parlor: move 3 (:s): there is nothing to swap\n"),
    ] {
        assert_eq!(parlor(arguments, "").stderr, error, "{arguments}");
    }
    let late = parlor("solve hex --size 3 A0 B0 swap", "");
    assert!(late.stderr.contains("move 3 (swap): there is nothing to swap"), "{}", late.stderr);
}

/// The test program of the host crate, in one of its ways to behave.
#[cfg(unix)]
fn program(mode: &str) -> String {
    format!("htp:python3 {}/../host/tests/data/htp_engine.py {mode}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
#[cfg(unix)]
fn programs_that_speak_htp_are_seated() {
    let played =
        parlor_with(&["play", "hex", "--size", "2", "--first", &program("good"), "--second", "random"], b"");
    assert_eq!((played.code, played.stderr.as_str()), (0, ""));
    assert!(played.stdout.contains("O plays A0\n") && played.stdout.contains("wins!"), "{}", played.stdout);
    let resigned = parlor_with(
        &["play", "hex", "--size", "2", "--first", &program("resign"), "--second", "random"],
        b"",
    );
    assert!(resigned.stdout.contains("O resigns\n"), "{}", resigned.stdout);
    for mode in ["good", "crash", "nonsense", "illegal", "resign", "slow"] {
        let record = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("htp-match-{mode}.jsonl"));
        let _ = fs::remove_file(&record);
        let second = program(mode);
        let file = record.display().to_string();
        let patience = if mode == "slow" { "10ms" } else { "10m" };
        let arguments =
            ["match", "hex", "--size", "3", "--first", "random", "--second", &second, "--games", "2"];
        let ran = parlor_with(
            &[
                &arguments[..],
                &["--opening-plies", "1", "--threads", "1", "--htp-time", patience, "--record", &file],
            ]
            .concat(),
            b"",
        );
        assert_eq!(ran.code, 0, "{mode}: {}", ran.stderr);
        let lines = fs::read_to_string(&record).unwrap();
        let ending = match mode {
            "good" => "\"won\"",
            "resign" => "\"resigned\"",
            _ => "\"forfeited\"",
        };
        assert_eq!(lines.matches(ending).count(), 2, "{mode}: {lines}");
    }
    let other = parlor_with(&["play", "classic", "--first", &program("good"), "--second", "random"], b"");
    assert!(
        other.code == 2 && other.stderr.contains("HTP is the protocol of Hex programs"),
        "{}",
        other.stderr
    );
}
