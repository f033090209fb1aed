//! `solve` from outside.

use crate::program::{Ran, parlor, parlor_with};
use std::fs;

/// Moves and score of each line printed.
fn scores(ran: &Ran) -> Vec<(String, String)> {
    let fields = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(words.len() >= 4, "{line}");
        assert!(
            words[2].parse::<u64>().is_ok() && words[3].parse::<f64>().is_ok() && words[3].contains('.'),
            "{line}"
        );
        (words[0].to_string(), words[1].to_string())
    };
    ran.stdout.lines().map(fields).collect()
}

#[test]
fn lines_are_solved_from_arguments_and_from_input() {
    let by_argument =
        parlor("solve classic 2252576253462244111563365343671351441 7422341735647741166133573473242566", "");
    let expected =
        [("2252576253462244111563365343671351441", "-1"), ("7422341735647741166133573473242566", "1")]
            .map(|(moves, score)| (moves.to_string(), score.to_string()));
    assert_eq!((scores(&by_argument), by_argument.code), (expected.to_vec(), 0));
    let by_input = parlor(
        "solve classic",
        "2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n",
    );
    assert_eq!(scores(&by_input), expected);
}

#[test]
fn bad_lines_are_named_and_the_others_still_solved() {
    let ran = parlor(
        "solve classic",
        "8\n7422341735647741166133573473242566 1\n1111111\n11223344\nx!\n0\n\u{1b}\n",
    );
    assert_eq!(scores(&ran), [("7422341735647741166133573473242566".to_string(), "1".to_string())]);
    let complaints: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(
        complaints,
        [
            "parlor: line 1: 8: move 1 (8): no such column",
            "parlor: line 3: 1111111: move 7 (1): the column is full",
            "parlor: line 4: 11223344: move 8 (4): the game is over",
            "parlor: line 5: x!: move 1 (x): no such column",
            "parlor: line 6: 0: move 1 (0): no such column",
            "parlor: line 7: ?: move 1 (?): no such column",
            "parlor: 6 lines are not positions",
        ]
    );
    assert_eq!(ran.code, 2);
}

#[test]
fn a_won_position_is_lost_for_the_side_to_move_and_a_full_one_is_drawn() {
    let won = parlor("solve classic 1212121", "");
    assert_eq!(scores(&won)[0].1, "-18", "22 - 4 discs");
    let full = parlor("solve classic --size 4x4 1324314213243142 --each", "");
    assert_eq!(full.stdout.split_whitespace().skip(1).step_by(3).next(), Some("0"));
    assert!(full.stdout.trim_end().ends_with("- - - -"), "{}", full.stdout);
}

#[test]
fn the_empty_board_is_a_dash_or_nothing() {
    for ran in [
        parlor_with(&["solve", "classic", "--size", "4x4", "-"], b""),
        parlor("solve classic --size 4x4", "\n"),
    ] {
        assert_eq!(scores(&ran), [("-".to_string(), "0".to_string())]);
    }
    let second_wins = parlor_with(&["solve", "classic", "--size", "4x6", "--weak", "-"], b"");
    assert_eq!(scores(&second_wins)[0].1, "-1");
}

#[test]
fn columns_past_nine_are_letters() {
    let ran = parlor("solve classic --size 4x12 1234567089 --each", "");
    assert_eq!(ran.code, 2, "there is no column 0");
    let full = "1a2b3c4".to_string();
    assert_eq!(parlor(&format!("solve classic --size 4x12 --weak --memory 64M {full}"), "").code, 0);
}

#[test]
fn scores_are_compared_on_request() {
    let line = "7422341735647741166133573473242566";
    assert_eq!(parlor("solve classic --check", &format!("{line} 1\n")).code, 0);
    let wrong = parlor("solve classic --check", &format!("{line} 2\n"));
    assert_eq!((wrong.code, wrong.stderr.lines().next()), (1, Some("parlor: line 1: the score is 1, not 2")));
    assert_eq!(parlor("solve classic", &format!("{line} 2\n")).code, 0, "ignored without --check");
    assert_eq!(parlor("solve classic --check", &format!("{line} nonsense\n")).code, 2);
}

#[test]
fn each_column_has_its_score() {
    let ran = parlor("solve classic 7422341735647741166133573473242566 --each", "");
    let words: Vec<&str> = ran.stdout.split_whitespace().collect();
    let columns: Vec<Option<i32>> = words[4..].iter().map(|word| word.parse().ok()).collect();
    assert_eq!(columns.len(), 7);
    assert_eq!(columns.iter().flatten().max(), Some(&1), "the best column is worth the position");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for arguments in ["--size 64x64 -", "--memory 1 -", "--threads 0 -", "--size 15x8 --memory 1M -"] {
        let ran = parlor(&format!("solve classic {arguments}"), "");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments}");
    }
    assert_eq!(parlor("solve super", "").code, 2);
    let long = parlor("solve classic", &"1".repeat(100_000));
    assert_eq!((long.code, long.stdout.as_str()), (2, ""));
    assert!(long.stderr.len() < 1_000);
}

#[test]
fn a_book_in_the_data_folder_is_looked_into_if_it_knows_more() {
    use parlor_engines::connect4::{Book, Position, Size};
    let folder = std::env::temp_dir().join(format!("parlor-book-{}", std::process::id()));
    fs::create_dir_all(folder.join("parlor")).unwrap();
    let file = folder.join("parlor/connect4-6x7.book");
    let solve = || {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["solve", "classic", "4444442222226677"])
            .env("XDG_DATA_HOME", &folder)
            .output()
            .unwrap();
        let text = String::from_utf8(ran.stdout).unwrap();
        let score = text.split(' ').nth(1).unwrap().to_string();
        (score, String::from_utf8(ran.stderr).unwrap())
    };
    let (searched, quiet) = solve();
    assert_eq!(quiet, "");
    // A score that no search would find shows who was asked.
    let position = Position::from_digits(Size::STANDARD, "4444442222226677").unwrap();
    let mut book = Book::embedded();
    book.add([(position, 17)]);
    fs::write(&file, book.write()).unwrap();
    assert_eq!(solve(), ("17".to_string(), String::new()));
    let mut few = Book::default();
    few.add([(position, 17)]);
    fs::write(&file, few.write()).unwrap();
    assert_eq!(solve(), (searched.clone(), String::new()), "it knows less than the program's own");
    fs::write(&file, b"nonsense").unwrap();
    let (score, complaint) = solve();
    assert_eq!(score, searched);
    assert!(complaint.contains("not an opening book"), "{complaint}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn moves_with_spaces_are_refused_by_solve() {
    for ran in [parlor_with(&["solve", "classic", "4 4 4"], b""), parlor("solve classic", "4 4 4\n")] {
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
        assert!(
            ran.stderr.contains("counted from 1") && ran.stderr.contains("counted from 0"),
            "{}",
            ran.stderr
        );
        assert!(ran.stderr.ends_with("parlor: 1 line is not a position\n"), "{}", ran.stderr);
    }
    let scored = parlor_with(&["solve", "classic", "--check", "7422341735647741166133573473242566 1"], b"");
    assert_eq!(scored.code, 0, "a second word is a score");
}

#[test]
fn words_of_one_column_each_are_said_to_be_positions() {
    let ran = parlor("solve classic --size 4x4 1 1 2", "");
    assert_eq!((ran.stdout.lines().count(), ran.code), (3, 0));
    assert!(ran.stderr.ends_with("the columns of one game are one word: 112\n"), "{}", ran.stderr);
    assert_eq!(parlor("solve classic --size 4x4 11 2", "").stderr, "");
}

#[test]
fn show_and_analyze_read_and_write_the_notation_of_solve() {
    let shown = parlor("show classic --notation solver 435", "");
    assert_eq!(
        shown.stdout.replace("1 2 3 4 5 6 7", "0 1 2 3 4 5 6"),
        parlor("show classic 3 2 4", "").stdout
    );
    let wide = parlor("show classic --size 6x12 --notation solver a1c", "");
    let labels = [" 1  2  3  4  5  6  7  8  9  a  b  c\n", " 0  1  2  3  4  5  6  7  8  9 10 11\n"];
    assert!(wide.stdout.contains(labels[0]), "{}", wide.stdout);
    assert_eq!(
        wide.stdout.replace(labels[0], labels[1]),
        parlor("show classic --size 6x12 9 0 11", "").stdout
    );
    assert!(parlor("show shapes --notation solver 1", "").stdout.contains(" 1  2  3  4  5  6"));
    let json = "show classic --json --notation solver 435";
    assert_eq!(parlor(json, ""), parlor("show classic --json 3 2 4", ""));
    let analyzed = parlor("analyze classic --notation solver 2252576253462244111563365343671351441", "");
    let columns = "1 1 4 1 4 6 5 1 4 2 3 5 1 1 3 3 0 0 0 4 5 2 2 5 4 2 3 2 5 6 0 2 4 0 3 3 0";
    let ours = parlor(&format!("analyze classic {columns}"), "");
    let counted_from_one = |line: &str| {
        let (column, value) = line.trim_start().split_once(' ').unwrap();
        format!("{:>6} {value}", column.parse::<u32>().unwrap() + 1)
    };
    let expected: Vec<String> = ours.stdout.lines().map(counted_from_one).collect();
    assert_eq!(analyzed.stdout.lines().collect::<Vec<_>>(), expected);
    for command in ["show", "analyze"] {
        let ran = parlor(&format!("{command} classic 334"), "");
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.starts_with("parlor: move 1 (334): there is no column 334"), "{}", ran.stderr);
        assert!(ran.stderr.contains("--notation solver"), "{}", ran.stderr);
    }
    assert!(!parlor("show classic 9", "").stderr.contains("solver"), "one digit is a column");
}

#[test]
fn errors_count_columns_as_the_solver_does() {
    for (moves, reason) in [
        ("1111111", "move 7 (1): column 1 is full"),
        ("338", "move 3 (8): there is no column 8; the first one is 1"),
        ("0", "move 1 (0): there is no column 0; the first one is 1"),
        ("4_", "move 2 (_): there is no column _; the first one is 1"),
    ] {
        let ran = parlor(&format!("show classic --notation solver {moves}"), "");
        assert_eq!((ran.stderr, ran.code), (format!("parlor: {reason}\n"), 2));
    }
    let hex = parlor("show hex --notation solver 11", "");
    assert_eq!((hex.stderr.as_str(), hex.code), ("parlor: hex has no solver notation\n", 2));
}
