//! The transcripts of the READMEs and of the games' pages are what the program prints.

use crate::program::{Ran, parlor};
use std::fs;
use std::path::Path;

/// The README of the repository, that of the crate, and the page of each game.
const PAGES: [&str; 9] = [
    "../../README.md",
    "README.md",
    "../../docs/games/README.md",
    "../../docs/games/shapes.md",
    "../../docs/games/growing.md",
    "../../docs/games/classic.md",
    "../../docs/games/super.md",
    "../../docs/games/hex.md",
    "../../docs/games/1024.md",
];

/// Runs a line like `$ echo 3 2 4 | parlor play classic 2>&1 | tail -n 9`.
fn run(line: &str) -> String {
    let mut input = String::new();
    let mut shown = String::new();
    for part in line.split(" | ") {
        if let Some(words) = part.strip_prefix("echo ") {
            input = format!("{words}\n");
        } else if let Some(arguments) = part.strip_prefix("parlor ") {
            let both = arguments.strip_suffix(" 2>&1");
            let Ran { stdout, stderr, .. } = parlor(both.unwrap_or(arguments), &input);
            shown = if both.is_some() { format!("{stdout}{stderr}") } else { stdout };
        } else if let Some(count) = part.strip_prefix("tail -n ") {
            let lines: Vec<&str> = shown.lines().collect();
            shown = lines[lines.len().saturating_sub(count.parse().unwrap())..].join("\n");
        } else {
            panic!("the README has a command this test does not know: {part}");
        }
    }
    let mut ended = shown.trim_end().to_string();
    ended.push('\n');
    ended
}

/// The README with every transcript made anew.
fn fresh(readme: &str) -> String {
    let mut text = String::new();
    let mut in_transcript = false;
    for line in readme.lines() {
        match line.strip_prefix("$ ") {
            Some(command) if in_transcript => text.push_str(&format!("{line}\n{}", run(command))),
            _ if in_transcript && line != "```" => {}
            _ => text.push_str(&format!("{line}\n")),
        }
        in_transcript = line == "```console" || (in_transcript && line != "```");
    }
    text
}

/// Runs every command that docs/handouts.md names. A refused one would print nothing to standard output.
#[test]
fn the_commands_of_the_handouts_run() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/handouts.md");
    let page = fs::read_to_string(path).unwrap().replace("\\|", "\0");
    let mut commands = 0;
    for row in page.lines().filter(|line| line.starts_with('|')) {
        let cell = row.split('|').nth(3).unwrap().replace('\0', "|");
        let Some(command) = cell.trim().strip_prefix('`').and_then(|cell| cell.strip_suffix('`')) else {
            continue;
        };
        if command.contains("parlor_rules") {
            continue;
        }
        assert!(!run(command).trim().is_empty(), "{command}");
        commands += 1;
    }
    assert!(commands > 40, "{commands} commands were found");
}

/// With `PARLOR_WRITE_README=1` the transcripts are written instead of checked.
#[test]
fn the_transcripts_of_the_readmes_are_true() {
    for page in PAGES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
        let readme = fs::read_to_string(&path).unwrap();
        let fresh = fresh(&readme);
        if std::env::var_os("PARLOR_WRITE_README").is_some() {
            fs::write(&path, fresh).unwrap();
        } else {
            assert_eq!(readme, fresh, "{page}");
        }
    }
}

#[test]
fn the_readme_names_the_oldest_rust() {
    let read = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let manifest = read("../../Cargo.toml");
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap();
    let words = format!("{} or newer", version.trim_matches('"'));
    assert!(read("../../README.md").contains(&words), "{words}");
}
