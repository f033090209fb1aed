//! Reports in each format.

use parlor_check::format::{Format, FormatOptions, Visibility};
use parlor_check::{CaseResult, Finding, LinePair, Report, Status};
use std::time::Duration;

fn report() -> Report {
    let finding = Finding {
        rule: Some("five in a row also win".into()),
        input: Some("0 1 <2> & \"3\"\n".into()),
        lines: vec![
            LinePair { expected: Some(". O".into()), printed: Some(". O".into()), differs: false },
            LinePair {
                expected: Some("Red wins!".into()),
                printed: Some("\u{1b}[2Joops".into()),
                differs: true,
            },
        ],
        board: Some(". O\n".into()),
        repeat: Some("printf '0 1\\n' | ./game".into()),
        ..Finding::difference("after word 2 (1): the result was expected")
    };
    let cases = vec![
        CaseResult::new("a draw", "examples", Vec::new()),
        CaseResult::new("five in a row", "endings", vec![finding]),
        CaseResult::new("four in a row", "endings", Vec::new()),
        CaseResult { status: Status::NotRun, ..CaseResult::new("game 1", "random", Vec::new()) },
    ];
    let notes = vec!["only a test".to_string()];
    Report {
        game: "classic".into(),
        subject: "./game".into(),
        cases,
        notes,
        runs: 6,
        elapsed: Duration::from_millis(1_500),
    }
}

fn formatted(format: Format) -> String {
    let options = FormatOptions { points: Some(30.0), color: false, visibility: Visibility::AfterDueDate };
    report().format(format, options)
}

#[test]
fn text_for_people() {
    let text = formatted(Format::Text);
    for part in [
        "endings: five in a row differs\n",
        "Rule: five in a row also win",
        "  > Red wins! | \\u{1b}[2Joops\n",
        "Repeat: printf '0 1\\n' | ./game",
        "endings         1 of 2 agree",
        "Note: only a test",
        "differs from the rules: 2 cases agree, 1 differ, 1 not run (6 runs, 1.5 s)",
        "Points: 15 of 30",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "what a program prints must not reach the terminal");
}

#[test]
fn json_for_programs() {
    let json: serde_json::Value = serde_json::from_str(&formatted(Format::Json)).unwrap();
    assert_eq!(json["agrees"], false);
    assert_eq!((&json["agreeing"], &json["differing"], &json["not_run"]), (&2.into(), &1.into(), &1.into()));
    assert_eq!(json["score"], 15.0);
    assert_eq!(json["cases"][1]["status"], "differs");
    assert_eq!(json["cases"][1]["findings"][0]["rule"], "five in a row also win");
    assert_eq!(json["cases"][1]["findings"][0]["lines"][1]["differs"], true);
}

#[test]
fn results_for_gradescope() {
    let json: serde_json::Value = serde_json::from_str(&formatted(Format::Gradescope)).unwrap();
    assert_eq!(json["score"], 15.0);
    let tests = json["tests"].as_array().unwrap();
    assert_eq!(tests.len(), 3);
    assert_eq!((&tests[1]["score"], &tests[1]["max_score"]), (&5.0.into(), &10.0.into()));
    assert_eq!((&tests[0]["status"], &tests[1]["status"]), (&"passed".into(), &"failed".into()));
    assert_eq!(tests[1]["visibility"], "after_due_date");
    assert!(tests[1]["output"].as_str().unwrap().contains("Rule: five in a row also win"));
}

#[test]
fn xml_for_build_servers() {
    let xml = formatted(Format::Junit);
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "));
    assert!(xml.contains("tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"1\""));
    assert!(xml.contains("0 1 &lt;2&gt; &amp; &quot;3&quot;"));
    assert!(!xml.contains('\u{1b}'));
    let opened = xml.matches("<testcase ").count();
    assert_eq!(opened, xml.matches("</testcase>").count() + xml.matches("\"/>\n").count());
}

#[test]
fn tap() {
    let tap = formatted(Format::Tap);
    let lines: Vec<&str> = tap.lines().filter(|line| line.contains("ok ")).collect();
    assert!(tap.starts_with("TAP version 14\n1..4\n"));
    assert_eq!(lines[0], "ok 1 - examples: a draw");
    assert_eq!(lines[1], "not ok 2 - endings: five in a row");
    assert!(lines[3].contains("# SKIP"));
    assert!(tap.contains("  rule: \"five in a row also win\"\n"));
}

#[test]
fn all_points_when_all_agrees() {
    let mut report = report();
    report.cases.retain(|case| case.status == Status::Agrees);
    assert_eq!(report.score(7.0), 7.0);
    assert!(report.agrees());
}

#[test]
fn a_mistake_is_never_rounded_away() {
    // Seven groups of 20 points: 2.857 each, of which one case in two hundred is 0.014.
    let case = |number: usize| {
        let findings = if number == 0 { vec![Finding::difference("wrong")] } else { Vec::new() };
        CaseResult::new(format!("{number}"), format!("group {}", number % 7), findings)
    };
    let report = Report { cases: (0..1_400).map(case).collect(), ..report() };
    assert_eq!(report.score(20.0), 19.98);
    let scores = report.group_scores(20.0);
    assert_eq!((scores[0].score, scores[0].max_score), (2.84, 2.86));
    assert_eq!((scores[1].score, scores[1].max_score), (2.86, 2.86));
    let many = Report { cases: (0..140_000).map(case).collect(), ..report };
    assert_eq!((many.score(20.0), many.group_scores(20.0)[0].score), (19.99, 2.85));
    // What the groups have earned in full is not rounded down.
    let half = |number: usize| {
        let findings = if number.is_multiple_of(2) { vec![Finding::difference("wrong")] } else { Vec::new() };
        CaseResult::new(format!("{number}"), format!("group {}", number / 2), findings)
    };
    let report = Report { cases: (0..12).map(half).collect(), ..many };
    assert_eq!(report.score(0.7), 0.35);
}
