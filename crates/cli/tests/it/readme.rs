//! The transcripts of the READMEs are what the program prints.

use crate::program::{Ran, parlor};
use std::fs;
use std::path::Path;

/// The README of the repository, and that of the crate.
const READMES: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"),
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

/// With `PARLOR_WRITE_README=1` the transcripts are written instead of checked.
#[test]
fn the_transcripts_of_the_readmes_are_true() {
    for path in READMES {
        let readme = fs::read_to_string(Path::new(path)).unwrap();
        let fresh = fresh(&readme);
        if std::env::var_os("PARLOR_WRITE_README").is_some() {
            fs::write(path, fresh).unwrap();
        } else {
            assert_eq!(readme, fresh, "{path}");
        }
    }
}
