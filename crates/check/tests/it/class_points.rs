//! Points for classes: they depend on what the class does, and neither on what it lacks nor on the number of lanes.

use crate::classes::{check, classes, files, options};
use crate::patch::folder_with;
use parlor_check::cpp::{ClassError, ClassOptions, check_class};
use parlor_check::format::{Format, FormatOptions};
use parlor_check::sandbox::SandboxError;
use parlor_check::{Report, Status};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Returns a folder with a class that is made of a correct one by replacing some text.
fn variant(game: &str, base: &str, name: &str, changes: &[(&str, &str)]) -> PathBuf {
    let change = |text: String| changes.iter().fold(text, |text, (old, new)| text.replace(old, new));
    let files = files(&classes(game).join(base)).map(|file| {
        let name = file.file_name().unwrap().to_str().unwrap().to_string();
        (name, fs::read_to_string(file).unwrap())
    });
    let old: Vec<(String, String)> = files.collect();
    for (text, _) in changes {
        assert!(old.iter().any(|(_, file)| file.contains(text)), "{base} has no {text}");
    }
    let new: Vec<(String, String)> = old.into_iter().map(|(name, text)| (name, change(text))).collect();
    let new: Vec<(&str, &str)> = new.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    folder_with(&format!("class-points/{game}/{name}"), &new)
}

/// A class of growing with other bodies for some methods.
fn growing(name: &str, changes: &[(&str, &str)]) -> PathBuf {
    variant("growing", "correct-vectors", name, changes)
}

/// A class of growing whose `clear` does nothing.
fn without_effect_of_clear() -> PathBuf {
    let empty = "    columns = vector<vector<string>>(4);\n    height = 5;\n";
    let start = "void Board::clear()\n{\n";
    growing("wrong-clear", &[("    clear();\n", empty), (start, &format!("{start}    return;\n"))])
}

fn names(report: &Report) -> Vec<(&str, &str)> {
    report.cases.iter().map(|case| (case.group.as_str(), case.name.as_str())).collect()
}

/// Returns how many cases of a group agree, and how many there are.
fn agreeing(report: &Report, group: &str) -> (usize, usize) {
    let score = report.group_scores(1.0).into_iter().find(|score| score.group == group).unwrap();
    (score.agreeing, score.cases)
}

#[test]
fn a_missing_method_costs_the_cases_that_need_it() {
    let correct = check("growing", classes("growing").join("correct-vectors"));
    assert_eq!(correct.score(20.0), 20.0);
    let missing = check("growing", growing("no-clear", &[("clear()", "empty_all()")]));
    assert_eq!(names(&missing), names(&correct));
    assert_eq!(agreeing(&missing, "clear").0, 0);
    for group in ["compiling", "constructor", "questions", "insert", "printing"] {
        let (agreeing, cases) = agreeing(&missing, group);
        assert_eq!(agreeing, cases, "{group}");
    }
    let case = missing.cases.iter().find(|case| case.group == "clear").unwrap();
    assert_eq!(case.findings[0].summary, "this case needs clear, which can't be used");
    assert_eq!(case.findings[0].rule.as_deref(), Some("the class needs `void clear()`"));
    // Deleting a method that is wrong gains nothing.
    let wrong = check("growing", without_effect_of_clear());
    let (missing, wrong) = (missing.score(20.0), wrong.score(20.0));
    assert!(missing <= wrong && missing < 17.0, "{missing} {wrong}");
}

#[test]
fn a_missing_method_of_shapes_costs_the_cases_that_need_it() {
    let correct = check("shapes", classes("shapes").join("correct-class"));
    assert_eq!(correct.score(20.0), 20.0);
    let missing =
        check("shapes", variant("shapes", "correct-class", "no-vertical", &[("winInVertical", "vertical")]));
    assert_eq!(names(&missing), names(&correct));
    assert_eq!(agreeing(&missing, "winInVertical").0, 0);
    assert!(missing.score(20.0) < 18.5, "{}", missing.score(20.0));
}

#[test]
fn what_nobody_has_to_write_costs_nothing() {
    let class = "class Board {\n    Board& operator=(const Board&) = delete;";
    let folder = variant("shapes", "correct-class", "no-assignment", &[("class Board {", class)]);
    let report = check("shapes", folder);
    assert_eq!(report.score(20.0), 20.0, "{:?}", report.cases);
}

/// Checks a class on 1, 2 and 8 lanes. Returns the report, which must be the same to the byte.
fn on_all_lanes(folder: &Path, shrink_time: Duration) -> Report {
    let on = |threads: usize| {
        let options = ClassOptions { threads, cases: 60, shrink_time, ..options(folder.to_path_buf()) };
        let report = check_class("growing", &options, &|| false).unwrap();
        Report { elapsed: Duration::ZERO, ..report }
    };
    let options = FormatOptions { points: Some(20.0), ..FormatOptions::default() };
    let one = on(1);
    for threads in [2, 8] {
        let more = on(threads);
        for format in [Format::Json, Format::Text, Format::Gradescope] {
            let (more, one) = (more.format(format, options), one.format(format, options));
            let other = more.lines().zip(one.lines()).find(|(more, one)| more != one);
            let is_same = more == one;
            assert!(
                is_same,
                "{format:?} on {threads} lanes: {:?}",
                other.map(|(more, _)| &more[..more.len().min(2_000)])
            );
        }
    }
    one
}

#[test]
fn a_class_that_often_crashes_is_checked_to_the_end() {
    // Reads past the end of a column, where no such column is.
    let folder = growing("crashes", &[("if (c < 0 || c >= numColumns())\n        return -1;", "")]);
    let report = on_all_lanes(&folder, Duration::ZERO);
    assert_eq!(report.count(Status::NotRun), 0);
    assert!(report.count(Status::Differs) > 100, "{}", report.count(Status::Differs));
    let (agreeing, cases) = agreeing(&report, "printing");
    assert_eq!(agreeing, cases);
}

#[test]
fn a_class_with_a_static_member_is_the_same_on_any_number_of_lanes() {
    let folder = growing(
        "static",
        &[
            ("    size_t height;", "    static size_t height;"),
            ("Board::Board(", "size_t Board::height;\n\nBoard::Board("),
        ],
    );
    let report = on_all_lanes(&folder, Duration::ZERO);
    assert!(!report.agrees());
}

#[test]
fn a_mistake_is_cut_down_to_the_same_statements_on_any_number_of_lanes() {
    let report = on_all_lanes(&without_effect_of_clear(), Duration::from_secs(600));
    assert!(!report.agrees());
}

#[test]
fn a_class_that_uses_up_its_output_is_not_run_for_ever() {
    // Every insertion prints without end, which takes less time than one that hangs; what inserts nothing agrees.
    let endless =
        "while (true)\n        cout << string(1 << 20, 'x') << flush;\n    while (c >= numColumns())";
    let header = "#include \"Board.h\"\n";
    let changes =
        [(header, &*format!("#include <iostream>\n{header}")), ("while (c >= numColumns())", endless)];
    let folder = growing("prints", &changes);
    let on = |threads: usize| {
        let options = ClassOptions { threads, cases: 0, ..options(folder.clone()) };
        check_class("growing", &options, &|| false).unwrap()
    };
    let statuses = |report: &Report| report.cases.iter().map(|case| case.status).collect::<Vec<_>>();
    let one = on(1);
    assert_eq!(statuses(&one), statuses(&on(8)));
    let differing = one.count(Status::Differs);
    assert!((16..20).contains(&differing) && one.count(Status::NotRun) > 60, "{differing}");
    let is_said = |note: &String| note.ends_with("after others that used up their time, memory or output");
    assert!(one.notes.iter().any(is_said), "{:?}", one.notes);
    assert_eq!(agreeing(&one, "questions").0, 2);
}

#[test]
fn a_leak_is_found_where_a_later_case_crashes() {
    let body = "{\n    if (one.size() > 9)\n        for (int i = 0; i < 9; i++)\n            new int[9];\n    if (one == \"X\")\n        abort();";
    let start = "Board::Board(string one, string two, string empty)\n{";
    let new = format!("#include <cstdlib>\n\n{}", start.replace('{', body));
    let report = on_all_lanes(&growing("leaks-and-crashes", &[(start, &new)]), Duration::ZERO);
    assert_eq!(report.count(Status::NotRun), 0);
    let status = |name: &str| {
        let case = report.cases.iter().find(|case| case.group == "constructor" && case.name == name).unwrap();
        (case.status, case.findings.first().map(|finding| finding.summary.clone()).unwrap_or_default())
    };
    assert_eq!(status("empty board").0, Status::Agrees);
    let (leaking, summary) = status("tokens of several letters");
    assert!(leaking == Status::Differs && summary.starts_with("memory leak"), "{summary}");
    assert_eq!(status("tokens of several bytes").0, Status::Agrees);
    assert_eq!(status("two boards").0, Status::Differs);
}

#[test]
fn a_panic_of_the_checker_gives_no_points() {
    let folder = classes("growing").join("correct-vectors");
    for threads in [1, 2, 8] {
        let options = ClassOptions { threads, ..options(folder.clone()) };
        let asked = AtomicUsize::new(0);
        let is_stopped = || match asked.fetch_add(1, Ordering::Relaxed) {
            5 => panic!("on purpose"),
            _ => false,
        };
        let report = check_class("growing", &options, &is_stopped);
        let is_told =
            matches!(&report, Err(ClassError::Sandbox(SandboxError::Panicked(text))) if text == "on purpose");
        assert!(is_told, "{threads}: {report:?}");
    }
}
