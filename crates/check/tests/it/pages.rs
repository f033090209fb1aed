//! The pages name every program that the checker is tested with.

use crate::patch::Patch;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn patches(folder: &str, start: &str) -> Vec<Patch> {
    Patch::all(&root().join("crates/check/tests").join(folder), start)
}

#[test]
fn the_table_of_programs_is_complete() {
    let page = fs::read_to_string(root().join("docs/check-programs.md")).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let starts = patches("programs/broken", "").into_iter().map(|patch| {
        let options = patch.field("Options").map_or_else(String::new, |options| format!("`{options}`"));
        format!("| `{}` | {} | {options} | ", patch.name, patch.field("Mistake").unwrap())
    });
    let starts: Vec<String> = starts.collect();
    assert_eq!(rows.len(), starts.len());
    for (row, start) in rows.iter().zip(starts) {
        assert!(row.starts_with(&start), "{start}\n{row}");
    }
}

#[test]
fn the_page_for_teachers_shows_the_files_that_one_can_copy() {
    let page = fs::read_to_string(root().join("docs/teachers.md")).unwrap();
    for name in ["check-folder", "setup.sh", "run_autograder"] {
        let file = fs::read_to_string(root().join("docs/teaching").join(name)).unwrap();
        assert!(page.contains(&format!("```sh\n{file}```\n")), "{name} differs from the page");
        assert!(page.contains(&format!("[{name}](teaching/{name})")), "{name} has no link");
    }
}

#[test]
fn the_table_of_classes_is_complete() {
    let page = fs::read_to_string(root().join("docs/cpp-classes.md")).unwrap();
    for game in ["shapes", "growing"] {
        let patches = patches(&format!("classes/{game}"), "broken-");
        let names = patches.iter().map(|patch| patch.name.trim_start_matches("broken-").replace('-', " "));
        let row = format!("| {game} ({}) | {} |", patches.len(), names.collect::<Vec<_>>().join(", "));
        assert!(page.contains(&row), "{row}");
    }
}
