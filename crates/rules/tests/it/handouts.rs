//! The names of the courses' exercises, listed in docs/handouts.md, are found by the search of the documentation.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Returns the source of every file in a folder.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        text += &if path.is_dir() { sources(&path) } else { fs::read_to_string(&path).unwrap() };
    }
    text
}

/// Returns the aliases, and the names of public functions and types.
fn names(source: &str) -> HashSet<&str> {
    let mut names = HashSet::new();
    for line in source.lines().map(str::trim) {
        if let Some(aliases) = line.strip_prefix("#[doc(alias(") {
            names.extend(aliases.split('"').skip(1).step_by(2));
        }
        for start in ["pub fn ", "pub const fn ", "pub struct ", "pub type ", "pub trait ", "fn "] {
            if let Some(rest) = line.strip_prefix(start) {
                names.extend(rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next());
            }
        }
    }
    names
}

fn is_name(text: &str) -> bool {
    text.len() > 1 && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

#[test]
fn every_name_of_the_handouts_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = sources(&root.join("src"));
    let names = names(&source);
    let page = fs::read_to_string(root.join("../../docs/handouts.md")).unwrap();
    let mut found = 0;
    for row in page.lines().filter(|line| line.starts_with('|')) {
        let [operation, items] = [1, 2].map(|cell| row.split('|').nth(cell).unwrap());
        // The courses' names, without their arguments; `F3` and `operator<<` are no names.
        for name in operation.split('`').skip(1).step_by(2).map(|code| code.split(['(', '[']).next().unwrap())
        {
            if is_name(name) && name != "F3" && !operation.contains(" | ") {
                assert!(names.contains(name), "{name} is neither an alias nor an item");
                found += 1;
            }
        }
        // The library's items: the last part of a path.
        for item in items.split('`').skip(1).step_by(2).map(|code| code.split('(').next().unwrap()) {
            let name = item.rsplit("::").next().unwrap();
            if item.contains("::") && is_name(name) {
                assert!(names.contains(name), "{item} is no item");
            }
        }
    }
    assert!(found > 40, "{found} names were checked");
}

#[test]
fn the_names_people_know_are_aliases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = sources(&root.join("src"));
    let names = names(&source);
    for name in [
        "winInHorizontal",
        "winInVertical",
        "winInDiagonal",
        "numBins",
        "capacity",
        "numTokensInRow",
        "numTokensInColumn",
        "numRows",
        "numColumns",
        "insertDisc",
        "cellAt",
        "rowCount",
        "columnCount",
        "setPlayerOne",
        "setPlayerTwo",
        "setGrid",
        "playNextTurn",
        "nextPlayer",
        "selectRandomCell",
        "noAdjacentSameValue",
        "pressUp",
        "pressDown",
        "pressLeft",
        "pressRight",
        "insert",
        "clear",
        "add",
        "win",
        "display",
        "play",
        "restart",
        "reset",
        "status",
        "winner",
    ] {
        assert!(names.contains(name), "{name}");
    }
}
