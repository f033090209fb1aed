//! Correct programs are accepted, and in every broken one a difference is found. C++ is compiled once for each content.
//!
//! Correct programs run every fourth case, and all of them with `scripts/test --all`.

use crate::patch::{Patch, folder_with};
use crate::{for_each, is_whole_corpus};
use parlor_check::sandbox::{Limits, resolve};
use parlor_check::{Case, Check, Compare, Report, Status};
use parlor_play::{Header, OptionKind, Options, game};
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// The ways in which the correct programs of a game are checked: the options of `parlor check` and the program's arguments.
fn starts(game: &str) -> &[&str] {
    match game {
        "classic" | "super" => &["", "--size 4x4 -- 4 4", "--size 5x12 --names Ann,Bob -- 5 12 Ann Bob"],
        // The programs take bins and capacity.
        "shapes" => &["", "--size 5x12 -- 12 5", "--size 4x2 -- 2 4"],
        "growing" => &["", "--tokens one,two,__ -- one two __"],
        "hex" => &["", "--size 3 -- 3"],
        _ => &["--size 3x3 --target 32 -- 3 3 32", "", "--size 3x4 --target 16 -- 3 4 16"],
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// The correct programs of a game: the plain ones, and others that are patches of them.
fn correct(game: &str) -> Vec<PathBuf> {
    let plain = ["py", "cpp"].map(|kind| folder().join(format!("correct/{game}.{kind}")));
    let patched = Patch::all(&folder().join("correct"), &format!("{game}_"));
    plain.into_iter().chain(patched.iter().map(patched_program)).collect()
}

/// The program that a patch makes.
fn patched_program(patch: &Patch) -> PathBuf {
    let [changed] = &patch.apply(&folder())[..] else { panic!("{} changes several files", patch.name) };
    folder_with(&format!("programs/{}", patch.name), &[(&patch.name, &changed.text)]).join(&patch.name)
}

fn stem(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}

/// The interpreter itself: `python3` may be a script that looks for it first, at every start.
fn python() -> &'static str {
    static PYTHON: OnceLock<String> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        String::from_utf8(asked.unwrap().stdout).unwrap().trim().into()
    })
}

/// The command that runs a program. C++ is compiled under `target/`, once for each content.
fn command(program: &Path) -> Vec<String> {
    let path = program.to_str().unwrap().to_string();
    if path.ends_with(".py") {
        // Without the packages of the site, which no program needs, Python starts faster.
        return vec![python().into(), "-S".into(), "-E".into(), path];
    }
    if !path.ends_with(".cpp") {
        return vec![path];
    }
    let mut hasher = DefaultHasher::new();
    fs::read(program).unwrap().hash(&mut hasher);
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check-programs");
    fs::create_dir_all(&cache).unwrap();
    let binary = cache.join(format!("{}-{:016x}", stem(program), hasher.finish()));
    if !binary.exists() {
        // Another test may compile the same file: whoever is last renames the same content.
        let fresh = cache.join(format!("{}-{}", stem(program), std::process::id()));
        let status = Command::new("c++").args(["-std=c++17", "-O1", "-o"]).arg(&fresh).arg(program).status();
        assert!(status.unwrap().success(), "{path} does not compile");
        fs::rename(&fresh, &binary).unwrap();
    }
    vec![binary.to_str().unwrap().into()]
}

/// The game's name in parlor.
fn game_name(game: &str) -> &str {
    if game == "tiles" { "1024" } else { game }
}

/// The cases of a check, chosen once for all programs that are started with the same options.
fn cases(check: &Check) -> Arc<Vec<Case>> {
    static CASES: Mutex<Vec<(String, Arc<Vec<Case>>)>> = Mutex::new(Vec::new());
    let key = format!("{:?} {:?} {}", check.header, check.compare, check.random);
    let mut known = CASES.lock().unwrap();
    if let Some((_, cases)) = known.iter().find(|(of, _)| *of == key) {
        return cases.clone();
    }
    let cases = Arc::new(check.cases().unwrap());
    known.push((key, cases.clone()));
    cases
}

/// Checks a program of a game, started so, up to the first difference. Of the cases every `step`th is run.
fn check(stem: &str, program: &Path, start: &str, compare: Compare, random: usize, step: usize) -> Report {
    let name = game_name(stem);
    let free = game(name).unwrap().info().has_option(OptionKind::Free);
    let mut header = Header { options: Options { free, ..Options::default() }, ..Header::new(name) };
    let (options, arguments) = start.split_once("-- ").unwrap_or((start, ""));
    let options: Vec<&str> = options.split_whitespace().collect();
    let list = |value: &str| value.split(',').map(String::from).collect::<Vec<_>>();
    let mut compare = compare;
    for option in options.chunks(2) {
        match option {
            ["--size", size] => header.options.size = Some(size.parse().unwrap()),
            ["--target", target] => header.options.target = Some(target.parse().unwrap()),
            ["--tokens", tokens] => header.options.tokens = Some(list(tokens).try_into().unwrap()),
            ["--names", names] => header.names = list(names),
            ["--compare", "exact"] => compare = Compare::Exact,
            _ => panic!("{program:?}: {option:?}"),
        }
    }
    let mut words = command(program);
    words.extend(arguments.split_whitespace().map(String::from));
    let check = Check {
        header,
        command: resolve(&words).unwrap(),
        words,
        supervisor: vec![env!("CARGO_BIN_EXE_parlor-sandbox").into()],
        compare,
        random,
        seed: 1,
        limits: Limits::default(),
        threads: 1,
        shrink_time: Duration::ZERO,
        is_thorough: false,
        is_first_only: true,
    };
    let cases = cases(&check);
    let some: Vec<Case> = cases.iter().step_by(step).cloned().collect();
    check.run_cases(&some, &|_| {}, &|| false).unwrap()
}

fn failures(report: &Report) -> String {
    let differing = report.cases.iter().filter(|case| case.status != Status::Agrees);
    let line = |case: &parlor_check::CaseResult| {
        let finding = case.findings.first();
        let summary = finding.map_or("", |finding| finding.summary.as_str());
        let rule = finding.and_then(|finding| finding.rule.as_deref()).unwrap_or("");
        format!("{}: {}: {summary}\n    {rule}", case.group, case.name)
    };
    differing.map(line).collect::<Vec<_>>().join("\n")
}

fn correct_ones_agree(game: &str) {
    let programs = correct(game);
    assert!(programs.len() >= 4);
    for_each(&programs, |program| {
        // The plain programs are exact to the byte; the others differ in what is free.
        let is_exact = stem(program) == game;
        let modes = match is_exact {
            true => &[Compare::Exact, Compare::Lenient, Compare::Boards][..],
            false => &[Compare::Boards],
        };
        starts(game).iter().zip(modes).find_map(|(start, &compare)| {
            let report = check(game, program, start, compare, 20, if is_whole_corpus() { 1 } else { 4 });
            let heading = || format!("{} {start} ({compare:?})", program.display());
            (!report.agrees()).then(|| format!("{}\n{}", heading(), failures(&report)))
        })
    });
}

/// Checks the broken programs of a game. With `PARLOR_WRITE_TABLE` set, prints the rows of the table in docs/.
fn broken_ones_are_found(game: &str) {
    for_each(&Patch::all(&folder().join("broken"), &format!("{game}_")), |patch| {
        let program = patched_program(patch);
        let (name, mistake) = (&patch.name, patch.field("Mistake").unwrap());
        let options = patch.field("Options").unwrap_or_default();
        let report = check(game, &program, options, Compare::Boards, 40, 1);
        let Some(case) = report.cases.into_iter().find(|case| case.status == Status::Differs) else {
            return Some(format!("{name} is accepted: {mistake}"));
        };
        if std::env::var_os("PARLOR_WRITE_TABLE").is_some() {
            let code = if options.is_empty() { "" } else { "`" };
            println!("| `{name}` | {mistake} | {code}{options}{code} | {}: {} |", case.group, case.name);
        }
        // The explanation is there, and has the words that the patch may name.
        let rule = case.findings[0].rule.as_deref().unwrap_or_default();
        let words = patch.field("Rule").unwrap_or_default();
        let is_explained = !rule.is_empty() && rule.contains(words);
        (!is_explained).then(|| format!("{name}: {words:?} is not in {rule:?}"))
    });
}

macro_rules! tests_of {
    ($($game:ident)*) => {
        mod correct {
            $(#[test]
            fn $game() {
                super::correct_ones_agree(stringify!($game).trim_end_matches('_'));
            })*
        }

        mod broken {
            $(#[test]
            fn $game() {
                super::broken_ones_are_found(stringify!($game).trim_end_matches('_'));
            })*
        }
    };
}

tests_of!(classic super_ shapes growing hex tiles);

#[test]
fn a_leak_counts_where_the_input_ends_early() {
    let text = fs::read_to_string(folder().join("correct/classic.cpp")).unwrap();
    let lost = "        for (int i = 0; i < 9; i++) new int[9];\n        return 1;";
    let leaking = text.replace("        return 1;", lost);
    assert_ne!(leaking, text);
    let files = [("leaking.cpp", leaking.as_str())];
    let source = folder_with("programs/sanitized", &files).join("leaking.cpp");
    let program = source.with_file_name("../sanitized-leaking");
    let flags = ["-std=c++17", "-O0", "-fsanitize=address", "-o"];
    assert!(Command::new("g++").args(flags).arg(&program).arg(&source).status().unwrap().success());
    let report = check("classic", &program, "", Compare::Boards, 0, 1);
    let case = report.cases.iter().find(|case| case.status == Status::Differs).unwrap();
    assert_eq!(case.group, "input", "{}", failures(&report));
    let finding = &case.findings[0];
    assert_eq!(finding.summary, "everything was printed, but a sanitizer reports a mistake");
    assert!(finding.detail.as_deref().unwrap().contains("detected memory leaks"), "{finding:?}");
}
