//! `parlor check`: parlor's own line mode agrees with the rules, other programs are told where they do not.

use crate::program::{Ran, parlor, parlor_with};

const PARLOR: &str = env!("CARGO_BIN_EXE_parlor");

/// Checks parlor's own line mode.
fn own(game: &str, options: &str, compare: &str) -> Ran {
    parlor(
        &format!("check {game} {options} --cases 3 --compare {compare} -- {PARLOR} play {game} {options}"),
        "",
    )
}

#[test]
fn parlor_agrees_with_itself_to_the_byte() {
    for (game, options) in [
        ("classic", "--names Ann,Bob"),
        ("super", "--size 4x4"),
        ("shapes", ""),
        ("growing", "--tokens one,two,-"),
        ("hex", "--size 3 --swap"),
    ] {
        let ran = own(game, options, "exact");
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{game}\n{}", ran.stdout);
    }
}

#[test]
fn parlor_agrees_with_itself_in_1024() {
    let ran = own("1024", "--size 3x3 --target 32", "exact");
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(ran.stdout.contains("chance"), "{}", ran.stdout);
}

#[test]
fn a_wrong_program_is_told_what_is_wrong() {
    // A grid of another size.
    let arguments = format!("check classic --cases 0 --first -- {PARLOR} play classic --size 5x7");
    let ran = parlor(&arguments, "");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    for part in [
        "Rule: ",
        "Expected",
        "Printed",
        "The board as it should be:",
        "Repeat: printf '",
        "differs from the rules",
    ] {
        assert!(ran.stdout.contains(part), "{part}\n{}", ran.stdout);
    }
}

#[test]
fn a_program_that_always_plays_the_same_game_of_1024() {
    let options = "--size 3x3 --target 32";
    let ran = parlor(&format!("check 1024 {options} --cases 8 -- {PARLOR} play 1024 {options} --seed 7"), "");
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert!(ran.stdout.contains("every game has the same tiles"), "{}", ran.stdout);
}

#[test]
fn a_program_that_always_hangs_does_not_take_all_day() {
    // With --all also on many lanes, which are in the middle of further cases when enough is known.
    for (options, differing) in [("--threads 1", 4), ("--threads 1 --all", 40), ("--threads 8 --all", 40)] {
        let arguments =
            format!("check classic --time 5ms --cases 0 --shrink 1ms --format json {options} -- sleep 9876");
        let ran = parlor(&arguments, "");
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!((ran.code, &report["differing"]), (1, &differing.into()), "{}", ran.stdout);
        assert!(report["not_run"].as_u64() > Some(0));
    }
}

#[test]
fn wrong_use() {
    for (arguments, reason) in [
        (&["check", "classic"][..], "no program was given"),
        (
            &["check", "classic", "--", "./no-such-program"],
            "cannot start ./no-such-program: there is no such file",
        ),
        (&["check", "classic", "--", "no-such-program"], "it is in no folder of PATH"),
        (&["check", "classic", "--size", "99x99", "--", "true"], "64"),
        (&["check", "1024", "--target", "33", "--", "true"], "33"),
        (&["check", "hex", "--time", "soon", "--", "true"], "2s, 500ms or 1m"),
        (&["check", "hex", "--memory", "much", "--", "true"], "256M, 64K or 1G"),
    ] {
        let ran = parlor_with(arguments, b"");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.stderr.contains(reason), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn points_are_a_number() {
    for points in [
        "NaN", "-nan", "inf", "-inf", "infinity", "1e999", "-1", "-0.5", "", " ", "ten", "1000001", "--first",
    ] {
        for subject in [&["--cpp", "."][..], &["--", "true"]] {
            let ran = parlor_with(&[&["check", "growing", "--points", points], subject].concat(), b"");
            assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{points:?}");
            let reason = "'--points <N>': points are a number from 0 to 1000000";
            assert!(ran.stderr.contains(reason), "{points:?}: {}", ran.stderr);
        }
    }
    let ran = parlor("check hex --size 2 --cases 0 --points 2.5 -- true", "");
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stdout.ends_with("Points: 0 of 2.5\n"), "{}", ran.stdout);
    let ran = parlor("check hex --size 2 --cases 0 --points -0 -- true", "");
    assert!(ran.stdout.ends_with("Points: 0 of 0\n"), "{}", ran.stdout);
}

#[test]
fn points_are_for_all_cases() {
    let first =
        |options: &str| parlor(&format!("check hex --size 2 --cases 0 --first {options} -- true"), "");
    assert_eq!(first("").code, 1);
    for (options, named) in [("--points 20", "--points <N>"), ("--format gradescope", "--format gradescope")]
    {
        let ran = first(options);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{options}");
        assert!(ran.stderr.contains("--first") && ran.stderr.contains(named), "{options}: {}", ran.stderr);
    }
}

#[test]
fn options_that_are_not_for_classes_are_refused() {
    for option in [
        &["--size", "6x4"][..],
        &["--target", "64"],
        &["--tokens", "a,b,c"],
        &["--swap"],
        &["--idle-spawns"],
        &["--names", "Ann,Bob"],
        &["--output", "1M"],
        &["--processes", "3"],
        &["--first"],
        &["--list"],
        &["--", "true"],
    ] {
        let ran = parlor_with(&[&["check", "growing", "--cpp", "."], option].concat(), b"");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{option:?}");
        let name = if option[0] == "--" { "[PROGRAM]" } else { option[0] };
        assert!(
            ran.stderr.contains("cannot be used with") && ran.stderr.contains("'--cpp <DIR>'"),
            "{}",
            ran.stderr
        );
        assert!(ran.stderr.contains(name), "{option:?}: {}", ran.stderr);
    }
}

#[test]
fn cases_are_listed_and_come_from_the_seed() {
    let list = |options: &str| parlor(&format!("check super --list --cases 5 {options}"), "").stdout;
    let first = list("--seed 1");
    assert!(first.contains("examples: a cascade in which both score: 0"), "{first}");
    assert!(first.lines().filter(|line| line.starts_with("random: ")).count() == 5);
    assert_eq!(first, list("--seed 1"));
    assert_ne!(first, list("--seed 2"));
}

#[test]
fn formats() {
    for (format, start) in
        [("json", "{\"game\":"), ("junit", "<?xml"), ("tap", "TAP version 14"), ("gradescope", "{\n")]
    {
        let ran = parlor(&format!("check hex --size 2 --cases 1 --format {format} -- true"), "");
        assert_eq!((ran.code, ran.stdout.starts_with(start)), (1, true), "{format}: {}", ran.stdout);
    }
}

/// Runs a script of docs/teaching in a folder, with this parlor in its path.
#[cfg(unix)]
fn teaching(script: &str, arguments: &[&str], folder: &std::path::Path) -> String {
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/teaching").join(script);
    let own = std::path::Path::new(PARLOR).parent().unwrap().display().to_string();
    let path = format!("{own}:{}", std::env::var("PATH").unwrap_or_default());
    let mut command = std::process::Command::new("bash");
    command.arg(script).args(arguments).current_dir(folder).env("PATH", path).env("AUTOGRADER", folder);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Writes a file of a submission, executable or not.
#[cfg(unix)]
fn submit(folder: &std::path::Path, file: &str, text: &str, is_executable: bool) {
    use std::os::unix::fs::PermissionsExt;
    let file = folder.join(file);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, text).unwrap();
    let mode = if is_executable { 0o755 } else { 0o644 };
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(unix)]
#[test]
fn a_folder_of_submissions_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let play = |options: &str| format!("#!/bin/sh\nexec {PARLOR} play classic {options}\n");
    submit(folder, "submissions/ann/main", &play(""), true);
    submit(folder, "submissions/bob/main", &play("--size 5x7"), true);
    submit(folder, "submissions/cas/main", &play(""), false);
    submit(folder, "submissions/dee/main.cpp", "int main( {", false);
    submit(folder, "submissions/eve/notes.txt", "I was ill.", false);
    submit(folder, "submissions/fay o/main.py", "import sys; sys.exit('not today')", false);
    let printed = teaching("check-folder", &["classic", "--points", "10", "--cases", "0"], folder);
    let expected = [
        "ann,10,agrees",
        "bob,0,differs",
        "cas,0,not started",
        "dee,0,does not compile",
        "eve,0,not started",
        "fay o,0,differs",
    ];
    assert_eq!(printed.lines().collect::<Vec<_>>(), expected);
    let report = |name: &str| std::fs::read_to_string(folder.join("results").join(name)).unwrap();
    assert_eq!(report("points.csv"), format!("student,points,result\n{printed}"));
    for (name, part) in [
        ("bob.txt", "Rule: "),
        ("cas.txt", "it is not executable"),
        ("dee.txt", "error: "),
        ("eve.txt", "there is no such file"),
        ("fay o.txt", "not today"),
    ] {
        assert!(report(name).contains(part), "{name}: {}", report(name));
    }
}

#[cfg(unix)]
#[test]
fn the_autograder_writes_results() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let results = || -> serde_json::Value {
        teaching("run_autograder", &[], folder);
        serde_json::from_slice(&std::fs::read(folder.join("results/results.json")).unwrap()).unwrap()
    };
    submit(folder, "submission/main.cpp", "int main( {", false);
    let failed = results();
    assert_eq!(failed["score"], 0);
    assert!(failed["output"].as_str().unwrap().contains("error: "), "{failed}");
    submit(folder, "submission/main.cpp", "int main() {}", false);
    let checked = results();
    let tests = checked["tests"].as_array().unwrap();
    assert!(tests.len() == 5 && tests.iter().all(|test| test["status"] == "failed"), "{checked}");
    assert!(tests.iter().all(|test| test["max_score"] == 4.0), "{checked}");
}

#[test]
fn variables_are_passed_on() {
    let check = |options: &[&str]| {
        let program = ["--", "sh", "-c", "echo \"variable: ($SEED)\" >&2; exit 3"];
        let arguments =
            [&["check", "hex", "--size", "2", "--cases", "0", "--first"], options, &program].concat();
        parlor_with(&arguments, b"")
    };
    assert!(check(&[]).stdout.contains("variable: ()"));
    let ran = check(&["--env", "SEED=4 2"]);
    assert!(
        ran.stdout.contains("variable: (4 2)") && ran.stdout.contains("| SEED='4 2' sh -c"),
        "{}",
        ran.stdout
    );
    let ran = check(&["--env", "PARLOR_NO_SUCH_VARIABLE"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("PARLOR_NO_SUCH_VARIABLE is not set here"), "{}", ran.stderr);
}
