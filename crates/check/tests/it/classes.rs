//! C++ classes: every correct one is accepted, and every mistake is found and named.
//!
//! Compiled classes are kept under `target/`. Compiling one takes seconds, so only every third mistake is tried unless
//! `scripts/test --all` asks for all of them.

use crate::patch::{Patch, folder_with};
use crate::{for_each, is_whole_corpus};
use parlor_check::cpp::{ClassOptions, check_class};
use parlor_check::{Finding, Report, Status};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

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
    find_mistakes("growing");
}

#[test]
fn mistakes_in_shapes_are_found() {
    find_mistakes("shapes");
}

pub(crate) fn classes(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/classes").join(game)
}

/// Returns the folders of the correct classes.
fn correct(game: &str) -> Vec<PathBuf> {
    let whole = files(&classes(game)).filter(|path| path.is_dir());
    let patched = Patch::all(&classes(game), "correct-");
    whole.chain(patched.iter().map(|patch| patched_class(game, patch))).collect()
}

/// Returns a folder with the class that a patch makes: the files of a correct one, some of them changed.
pub(crate) fn patched_class(game: &str, patch: &Patch) -> PathBuf {
    let changed = patch.apply(&classes(game));
    let of = |file: &Path| match changed.iter().find(|changed| changed.from == file) {
        Some(changed) => changed.text.clone(),
        None => fs::read_to_string(file).unwrap(),
    };
    let name = |file: &Path| file.file_name().unwrap().to_str().unwrap().to_string();
    let all: Vec<_> = files(changed[0].from.parent().unwrap()).map(|file| (name(&file), of(&file))).collect();
    let all: Vec<_> = all.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    folder_with(&format!("classes/{game}/{}", patch.name), &all)
}

pub(crate) fn files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path())
}

/// Checks a class. Failing scripts are not cut down, which takes the most time and depends on the machine.
pub(crate) fn check(game: &str, folder: PathBuf) -> Report {
    check_class(game, &options(folder), &|| false).unwrap()
}

pub(crate) fn options(folder: PathBuf) -> ClassOptions {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled-classes");
    let supervisor = vec![env!("CARGO_BIN_EXE_parlor-sandbox").to_string()];
    ClassOptions { threads: 1, shrink_time: Duration::ZERO, ..ClassOptions::new(folder, cache, supervisor) }
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

fn accept(game: &str) {
    let folders = correct(game);
    assert!(folders.len() >= 4);
    for_each(&folders, |folder| {
        let report = check(game, folder.clone());
        let is_open = |note: &String| note.starts_with("the rules do not say");
        (!report.agrees() || !report.notes.iter().all(is_open) || report.cases.len() < 200)
            .then(|| format!("{}: {:?}\n{}", folder.display(), report.notes, explanations(&report)))
    });
}

#[test]
fn a_column_below_zero_is_a_note() {
    let notes = |name: &str| {
        let folder = correct("growing").into_iter().find(|folder| folder.ends_with(name)).unwrap();
        check("growing", folder).notes.join("\n")
    };
    let unchecked = notes("correct-arrays");
    assert!(
        unchecked.starts_with("the rules do not say what insert answers for a column below 0"),
        "{unchecked}"
    );
    assert!(unchecked.contains("Board.cpp:"), "{unchecked}");
    assert_eq!(notes("correct-checks-columns"), "");
}

#[test]
fn a_failing_script_is_cut_down() {
    let patch = Patch::all(&classes("growing"), "broken-shallow-copy").remove(0);
    let folder = patched_class("growing", &patch);
    let options = ClassOptions { shrink_time: Duration::from_secs(600), cases: 0, ..options(folder) };
    let report = check_class("growing", &options, &|| false).unwrap();
    let first = report.cases.iter().flat_map(|case| &case.findings).next().unwrap();
    let statements: Vec<&str> = first.input.as_deref().unwrap().lines().collect();
    assert!(statements.len() <= 4 && statements.contains(&"Board b(a);"), "{statements:#?}");
}

/// Checks the broken classes of a game: one of the first findings has the words that the patch names.
fn find_mistakes(game: &str) {
    let patches = Patch::all(&classes(game), "broken-");
    let some: Vec<_> = patches.into_iter().step_by(if is_whole_corpus() { 1 } else { 3 }).collect();
    for_each(&some, |patch| {
        let report = check(game, patched_class(game, patch));
        let explanations = explanations(&report);
        let (name, words) = (&patch.name, patch.field("Finding").unwrap());
        match (report.agrees(), explanations.contains(words)) {
            (true, _) => Some(format!("{name} is accepted")),
            (_, false) => Some(format!("{name}: {words} is not in:\n{explanations}")),
            _ => None,
        }
    });
}
