//! Correct programs are accepted, and in every broken one a difference is found. C++ is compiled once for each content.

use parlor_check::sandbox::{Limits, resolve};
use parlor_check::{Check, Compare, Report, Status};
use parlor_play::{Header, OptionKind, Options, game};
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A way to start a program of a game: its arguments, and what they mean.
struct Start {
    arguments: &'static [&'static str],
    size: Option<&'static str>,
    target: Option<u64>,
    tokens: Option<[&'static str; 3]>,
    names: &'static [&'static str],
    compare: Compare,
}

const PLAIN: Start =
    Start { arguments: &[], size: None, target: None, tokens: None, names: &[], compare: Compare::Boards };

/// The ways to start the programs of a game, the most telling first.
fn starts(game: &str) -> Vec<Start> {
    let sized = |arguments: &'static [&'static str], size| Start { arguments, size: Some(size), ..PLAIN };
    match game {
        "classic" | "super" => vec![
            PLAIN,
            sized(&["4", "4"], "4x4"),
            Start { names: &["Ann", "Bob"], ..sized(&["5", "12", "Ann", "Bob"], "5x12") },
        ],
        // The programs take bins and capacity.
        "shapes" => vec![PLAIN, sized(&["12", "5"], "5x12"), sized(&["2", "4"], "4x2")],
        "growing" => vec![
            PLAIN,
            Start { arguments: &["one", "two", "__"], tokens: Some(["one", "two", "__"]), ..PLAIN },
        ],
        "hex" => vec![PLAIN, sized(&["3"], "3"), Start { compare: Compare::Exact, ..sized(&["3"], "3") }],
        _ => vec![
            Start { target: Some(32), ..sized(&["3", "3", "32"], "3x3") },
            PLAIN,
            Start { target: Some(16), ..sized(&["3", "4", "16"], "3x4") },
        ],
    }
}

fn folder(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(kind)
}

/// The programs of a folder whose names start with a game's name.
fn programs(kind: &str, game: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(kind)).unwrap().map(|entry| entry.unwrap().path());
    let is_of = |path: &PathBuf| stem(path) == game || stem(path).starts_with(&format!("{game}_"));
    let mut programs: Vec<PathBuf> = entries.filter(is_of).collect();
    programs.sort();
    programs
}

fn stem(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}

/// The command that runs a program. C++ is compiled under `target/`, once for each content.
fn command(program: &Path) -> Vec<String> {
    let path = program.to_str().unwrap().to_string();
    if path.ends_with(".py") {
        // Without the packages of the site, which no program needs, Python starts faster.
        return vec!["python3".into(), "-S".into(), "-E".into(), path];
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

fn check(game_stem: &str, program: &Path, start: &Start, random: usize, is_first_only: bool) -> Report {
    let name = game_name(game_stem);
    let mut words = command(program);
    words.extend(start.arguments.iter().map(|&word| word.into()));
    let info = game(name).unwrap().info();
    let options = Options {
        size: start.size.map(|size| size.parse().unwrap()),
        target: start.target,
        tokens: start.tokens.map(|tokens| tokens.map(String::from)),
        free: info.has_option(OptionKind::Free),
        ..Options::default()
    };
    let names = start.names.iter().map(|&name| name.into()).collect();
    let check = Check {
        header: Header { options, names, ..Header::new(name) },
        command: resolve(&words).unwrap(),
        words,
        supervisor: vec![env!("CARGO_BIN_EXE_parlor-sandbox").into()],
        compare: start.compare,
        random,
        seed: 1,
        limits: Limits { time: Duration::from_secs(5), ..Limits::default() },
        threads: 2,
        shrink_time: Duration::ZERO,
        is_thorough: false,
        is_first_only,
    };
    check.run(&|_| {}, &|| false).unwrap()
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
    for program in programs("correct", game) {
        let is_exact = stem(&program) == game;
        for (number, start) in starts(game).into_iter().enumerate() {
            // The plain programs are exact to the byte; the others differ in what is free.
            if number > 0 && !is_exact {
                continue;
            }
            let modes: &[Compare] = if is_exact {
                &[Compare::Exact, Compare::Lenient, Compare::Boards]
            } else {
                &[Compare::Boards]
            };
            let mode = modes[number % modes.len()];
            let report = check(game, &program, &Start { compare: mode, ..start }, 20, true);
            assert!(
                report.agrees(),
                "{} ({mode:?}, start {number})\n{}",
                program.display(),
                failures(&report)
            );
        }
    }
}

/// Checks the broken programs of a game. With `PARLOR_WRITE_TABLE` set, prints the rows of the table in docs/.
fn broken_ones_are_found(game: &str) {
    let (mut missed, mut badly_explained) = (Vec::new(), Vec::new());
    for program in crate::chosen(programs("broken", game)) {
        let source = fs::read_to_string(&program).unwrap();
        let mistake =
            source.lines().next().unwrap().split_once("Mistake: ").map_or("", |(_, mistake)| mistake);
        let found = starts(game).iter().find_map(|start| {
            let report = check(game, &program, start, 40, true);
            let case = report.cases.into_iter().find(|case| case.status == Status::Differs)?;
            Some((start.arguments.join(" "), case))
        });
        match found {
            Some((arguments, case)) => {
                let finding = &case.findings[0];
                let rule = finding.rule.as_deref().unwrap_or_default();
                assert!(!rule.is_empty(), "{}", program.display());
                // Programs may say which words belong into the explanation.
                let wanted = source.lines().nth(1).and_then(|line| line.split_once("Rule: "));
                if let Some((_, wanted)) = wanted.filter(|(_, wanted)| !rule.contains(wanted)) {
                    badly_explained.push(format!("{}: {wanted:?} is not in {rule:?}", stem(&program)));
                }
                if std::env::var_os("PARLOR_WRITE_TABLE").is_some() {
                    let name = program.file_name().unwrap().to_str().unwrap();
                    println!("| `{name}` | {mistake} | `{arguments}` | {}: {} |", case.group, case.name);
                }
            }
            None => missed.push(format!("{}: {mistake}", stem(&program))),
        }
    }
    assert!(badly_explained.is_empty(), "badly explained:\n{}", badly_explained.join("\n"));
    assert!(missed.is_empty(), "not found:\n{}", missed.join("\n"));
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
