//! Broken programs and classes are kept as patches of correct ones: a header such as `Mistake: ...`, then a unified diff.

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) struct Patch {
    /// What comes of it: the name of its file without `.patch`.
    pub(crate) name: String,
    text: String,
}

/// A correct file, and its text with the changes of a patch.
pub(crate) struct Changed {
    pub(crate) from: PathBuf,
    pub(crate) text: String,
}

impl Patch {
    /// Reads the patches of a folder whose names start so, in the order of their names.
    pub(crate) fn all(folder: &Path, start: &str) -> Vec<Patch> {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let read = |file: PathBuf| {
            let name = file.file_name()?.to_str()?.strip_suffix(".patch")?.to_string();
            name.starts_with(start).then(|| Patch { name, text: fs::read_to_string(&file).unwrap() })
        };
        let mut patches: Vec<Patch> = files.filter_map(read).collect();
        patches.sort_by(|one, two| one.name.cmp(&two.name));
        patches
    }

    /// Returns a field of the header.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let mut header = self.text.lines().take_while(|line| !is_file(line));
        header.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    /// Applies the patch to files below a folder. Every hunk must fit exactly where it says.
    pub(crate) fn apply(&self, root: &Path) -> Vec<Changed> {
        let mut lines = self.text.lines().skip_while(|line| !is_file(line)).peekable();
        let mut files = Vec::new();
        while let Some(line) = lines.next() {
            let from = root.join(line.trim_start_matches("--- "));
            lines.next_if(|line| line.starts_with("+++ ")).unwrap_or_else(|| panic!("{}: no +++", self.name));
            let hunks: Vec<&str> = std::iter::from_fn(|| lines.next_if(|line| !is_file(line))).collect();
            let text = fs::read_to_string(&from).unwrap();
            files.push(Changed { text: self.change(&text, &hunks), from });
        }
        files
    }

    fn change(&self, text: &str, hunks: &[&str]) -> String {
        let old: Vec<&str> = text.lines().collect();
        let (mut new, mut at) = (Vec::new(), 0);
        for line in hunks {
            let (kind, line) = line.split_at_checked(1).unwrap_or((" ", ""));
            match kind {
                "@" => {
                    let number = line.trim_start_matches("@ -").split([',', ' ']).next();
                    let start = number.and_then(|number| number.parse::<usize>().ok()).unwrap_or_default();
                    assert!(start > at && start <= old.len(), "{}: no hunk can start so: {line}", self.name);
                    new.extend(&old[at..start - 1]);
                    at = start - 1;
                }
                "+" => new.push(line),
                _ => {
                    assert_eq!(old.get(at), Some(&line), "{} does not fit line {}", self.name, at + 1);
                    at += 1;
                    new.extend((kind != "-").then_some(line));
                }
            }
        }
        new.extend(&old[at..]);
        new.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// Returns whether the changes of a file start here.
fn is_file(line: &str) -> bool {
    line.starts_with("--- correct")
}

/// Returns a folder below `target/` with these files and no others. Files that are there already stay as they are, so
/// that another run of the tests may use them.
pub(crate) fn folder_with(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = target.join(name);
    fs::create_dir_all(&folder).unwrap();
    for entry in fs::read_dir(&folder).unwrap().flatten() {
        if !files.iter().any(|(name, _)| entry.file_name() == *name) {
            let _ = fs::remove_file(entry.path());
        }
    }
    for (name, text) in files {
        let file = folder.join(name);
        if fs::read_to_string(&file).is_ok_and(|kept| kept == *text) {
            continue;
        }
        let fresh = tempfile::NamedTempFile::new_in(target).unwrap();
        fs::write(&fresh, text).unwrap();
        fresh.persist(&file).unwrap();
    }
    folder
}
