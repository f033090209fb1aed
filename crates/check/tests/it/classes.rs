//! C++ classes: every correct one is accepted, and every mistake is found and named.
//!
//! Compiled classes are kept under `target/classes`.

use parlor_check::cpp::{ClassOptions, check_class};
use parlor_check::{Finding, Report, Status};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

/// Every class with a mistake, and a word that the explanation of one of its first findings must contain.
const GROWING: &[(&str, &str)] = &[
    ("answers-blank-token", "insert"),
    ("assignment-answers-nothing", "the assignment operator in a chain"),
    ("assignment-forgets-tokens", "assignment"),
    ("assignment-leaks", "assignment"),
    ("clear-keeps-size", "clear"),
    ("clear-keeps-tokens", "clear"),
    ("defined-in-header", "operator<<"),
    ("destructor-leaks", "memory leak"),
    ("diagonals-count", "insert"),
    ("does-not-compile", "Board.cpp:87"),
    ("endless-loop", "insert"),
    ("exactly-four", "insert"),
    ("growth-leaks", "insert"),
    ("keeps-a-win", "clear"),
    ("keeps-references", "Board.cpp"),
    ("line-wraps", "insert"),
    ("minus-one-forgotten", "numTokensInRow"),
    ("missing-method", "numTokensInColumn is missing"),
    ("negative-index", "numTokensInColumn"),
    ("no-copy-constructor", "copy constructor"),
    ("no-new-row", "insert"),
    ("no-self-assignment-check", "a = a"),
    ("off-by-one-column", "insert"),
    ("off-by-one-row", "numTokensInRow"),
    ("one-column-only", "insert"),
    ("one-side-only", "insert"),
    ("out-of-bounds-read", "insert"),
    ("prints-to-cout", "out <<"),
    ("shallow-copy", "copy constructor"),
    ("static-board", "Board b"),
    ("trailing-space", "out <<"),
    ("undefined-method", "Board::clear() is declared but not defined"),
    ("uninitialized-member", "numRows"),
    ("upside-down", "out <<"),
    ("wrong-delete", "delete[]"),
];

const SHAPES: &[(&str, &str)] = &[
    ("accepts-bin-past-the-end", "add"),
    ("accepts-full-bin", "add"),
    ("add-answers-level", "add"),
    ("add-forgets-the-shape", "add"),
    ("adds-one-player-only", "add"),
    ("answers-zero-for-nobody", "winInVertical"),
    ("border-bin-forgotten", "winInHorizontal"),
    ("capacity-corrected-to-five", "capacity"),
    ("corrected-after-filling", "grid"),
    ("default-not-set", "numBins"),
    ("display-from-one", "display"),
    ("display-upside-down", "display"),
    ("does-not-compile", "Board.cpp:94"),
    ("empty-bin-crashes", "winInHorizontal"),
    ("exactly-four", "winInHorizontal"),
    ("falling-first", "winInDiagonal"),
    ("marked-do-not-count", "winInHorizontal"),
    ("marks-both-diagonals", "winInDiagonal"),
    ("marks-four-only", "winInHorizontal"),
    ("marks-nothing", "winInHorizontal"),
    ("marks-twice", "winInHorizontal"),
    ("missing-method", "winInDiagonal is missing"),
    ("no-correction", "Board a("),
    ("no-tie", "play"),
    ("not-a-number-loops", "add"),
    ("out-of-bounds-read", "winInHorizontal"),
    ("private-grid", "grid is private"),
    ("reads-above-the-top", "winInHorizontal"),
    ("reads-lines", "add"),
    ("rising-only", "winInDiagonal"),
    ("shared-grid", "memory leak"),
    ("symbols-swapped", "display"),
    ("top-only-at-the-end", "winInHorizontal"),
    ("turn-passes-on-refusal", "add"),
    ("wrong-order", "win"),
];

#[test]
fn correct_classes_of_growing_are_accepted() {
    accept("growing");
}

#[test]
fn correct_classes_of_shapes_are_accepted() {
    accept("shapes");
}

#[test]
fn mistakes_in_growing_are_found() {
    find_mistakes("growing", GROWING);
}

#[test]
fn mistakes_in_shapes_are_found() {
    find_mistakes("shapes", SHAPES);
}

fn classes(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/classes").join(game)
}

/// Returns the names of the folders that start so, without that start.
fn folders(game: &str, start: &str) -> Vec<String> {
    let entries = fs::read_dir(classes(game)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter_map(|name| Some(name.strip_prefix(start)?.to_string())).collect();
    names.sort();
    names
}

fn check(game: &str, folder: &str) -> Report {
    let cache = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/classes");
    let supervisor = vec![env!("CARGO_BIN_EXE_parlor-sandbox").to_string()];
    let mut options = ClassOptions::new(classes(game).join(folder), cache, supervisor);
    options.threads = 1;
    check_class(game, &options, &|| false).unwrap()
}

/// Returns everything that the findings say, of the first cases that differ.
fn explanations(report: &Report) -> String {
    let differing = report.cases.iter().filter(|case| case.status == Status::Differs);
    let findings = differing.flat_map(|case| &case.findings).take(3);
    let text = |finding: &Finding| {
        let parts =
            [&finding.rule, &finding.input, &finding.detail].map(|part| part.clone().unwrap_or_default());
        format!("{}\n{}\n", finding.summary, parts.join("\n"))
    };
    findings.map(text).collect()
}

/// Does something for each folder, on all cores, and fails if any of it says something.
fn for_each(folders: &[String], complaint: impl Fn(&str) -> Option<String> + Sync) {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let complaints: Vec<String> = thread::scope(|scope| {
        let lane = |start: usize| {
            let (folders, complaint) = (folders.iter().skip(start).step_by(cores), &complaint);
            scope.spawn(move || folders.filter_map(|folder| complaint(folder)).collect::<Vec<_>>())
        };
        let threads: Vec<_> = (0..cores).map(lane).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}

fn accept(game: &str) {
    let names = folders(game, "correct-");
    assert!(names.len() >= 4);
    for_each(&names, |name| {
        let report = check(game, &format!("correct-{name}"));
        (!report.agrees() || !report.notes.is_empty() || report.cases.len() < 200)
            .then(|| format!("{name}: {:?}\n{}", report.notes, explanations(&report)))
    });
}

fn find_mistakes(game: &str, wanted: &[(&str, &str)]) {
    let names = folders(game, "broken-");
    assert_eq!(names, wanted.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    for_each(&crate::chosen(names), |name| {
        let report = check(game, &format!("broken-{name}"));
        let explanations = explanations(&report);
        let word = wanted.iter().find(|(other, _)| *other == name).unwrap().1;
        match (report.agrees(), explanations.contains(word)) {
            (true, _) => Some(format!("{name} is accepted")),
            (_, false) => Some(format!("{name}: {word} is not in:\n{explanations}")),
            _ => None,
        }
    });
}
