//! A folder with somebody's class: which files belong to it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The files of a class.
#[derive(Debug)]
pub(super) struct Folder {
    /// The folder, by an absolute path.
    pub(super) root: PathBuf,
    /// The header that declares the class, relative to the folder.
    pub(super) header: Option<PathBuf>,
    /// The namespace that the header declares the class in, as `outer::inner`; empty if it is in none.
    pub(super) namespace: String,
    /// The source files to compile, relative to the folder.
    pub(super) sources: Vec<Source>,
    /// Folders with headers, relative to the folder.
    pub(super) include: Vec<PathBuf>,
    /// Every file with its content, sorted by path.
    pub(super) files: Vec<(PathBuf, Vec<u8>)>,
}

/// A source file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) path: PathBuf,
    /// Whether it defines `main` beside the class. That one becomes weak: the driver's own is used.
    pub(super) has_main: bool,
}

const HEADER_ENDINGS: [&str; 5] = ["hpp", "h", "hh", "hxx", "h++"];
const SOURCE_ENDINGS: [&str; 5] = ["cpp", "cc", "cxx", "c++", "C"];
/// Folders that build tools fill.
const BUILD_FOLDERS: [&str; 6] = ["build", "cmakefiles", "out", "bin", "obj", "target"];
/// The deepest folders that are looked into.
const DEPTH: usize = 3;
/// The most files, and the largest, that are read.
const MOST_FILES: usize = 200;
const LARGEST_FILE: u64 = 1 << 20;

impl Folder {
    /// Reads a folder.
    pub(super) fn read(root: &Path) -> io::Result<Folder> {
        let root = root.canonicalize()?;
        let mut files = Vec::new();
        read_files(&root, &root, 0, &mut files)?;
        files.sort();
        Ok(Folder::of(root, files))
    }

    fn of(root: PathBuf, files: Vec<(PathBuf, Vec<u8>)>) -> Folder {
        let code: Vec<(&PathBuf, String)> = files
            .iter()
            .map(|(path, bytes)| (path, without_comments(&String::from_utf8_lossy(bytes))))
            .collect();
        let headers: Vec<_> = code.iter().filter(|(path, _)| has_ending(path, &HEADER_ENDINGS)).collect();
        let named = headers.iter().filter(|(path, _)| is_named_board(path));
        let declaring = headers.iter().filter(|(_, text)| declares_board(text));
        let header = named.chain(declaring).min_by_key(|(path, text)| {
            (!declares_board(text), !is_named_board(path), path.components().count())
        });
        let mut include: Vec<PathBuf> =
            headers.iter().filter_map(|(path, _)| Some(path.parent()?.to_path_buf())).collect();
        include.sort();
        include.dedup();
        let included: Vec<String> = code.iter().flat_map(|(_, text)| included_sources(text)).collect();
        let sources = code
            .iter()
            .filter(|(path, _)| has_ending(path, &SOURCE_ENDINGS))
            .filter(|(path, text)| !defines_main(text) || is_named_board(path) || text.contains("Board::"))
            .filter(|(path, _)| {
                !path.file_name().is_some_and(|name| included.iter().any(|other| **other == *name))
            })
            .map(|(path, text)| Source { path: (*path).clone(), has_main: defines_main(text) })
            .collect();
        let namespace = header.map_or_else(String::new, |(_, text)| namespace_of_board(text));
        Folder { header: header.map(|(path, _)| (*path).clone()), namespace, sources, include, root, files }
    }

    /// Returns whether a file of this name is in the folder.
    pub(super) fn has_file(&self, path: &str) -> bool {
        self.files.iter().any(|(file, _)| file == Path::new(path))
    }
}

fn read_files(
    root: &Path,
    folder: &Path,
    depth: usize,
    files: &mut Vec<(PathBuf, Vec<u8>)>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        let is_build = BUILD_FOLDERS.contains(&name.as_str()) || name.starts_with("cmake-build");
        if name.starts_with('.') {
            continue;
        } else if path.is_dir() {
            if depth < DEPTH && !is_build {
                read_files(root, &path, depth + 1, files)?;
            }
        } else if has_ending(&path, &HEADER_ENDINGS) || has_ending(&path, &SOURCE_ENDINGS) {
            let is_small = fs::metadata(&path).is_ok_and(|data| data.is_file() && data.len() <= LARGEST_FILE);
            if is_small && files.len() < MOST_FILES {
                let relative = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
                files.push((relative, fs::read(&path)?));
            }
        }
    }
    Ok(())
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|ending| endings.iter().any(|other| ending == *other))
}

fn is_named_board(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("board"))
}

fn declares_board(code: &str) -> bool {
    words(code).windows(3).any(|three| {
        matches!(three[0], "class" | "struct")
            && three[1] == "Board"
            && matches!(three[2], "{" | ":" | "final")
    })
}

/// Returns the namespaces that are open where the code declares `Board`, joined by `::`.
fn namespace_of_board(code: &str) -> String {
    let words = words(code);
    let mut open: Vec<Option<String>> = Vec::new();
    for (at, &word) in words.iter().enumerate() {
        let is_board = matches!(word, "class" | "struct")
            && words.get(at + 1) == Some(&"Board")
            && words.get(at + 2).is_some_and(|next| matches!(*next, "{" | ":" | "final"));
        match word {
            "{" => {
                let start =
                    words[..at].iter().rposition(|&word| matches!(word, "namespace" | ";" | "{" | "}"));
                let name = start
                    .filter(|&start| words[start] == "namespace")
                    .map(|start| words[start + 1..at].concat());
                open.push(name.filter(|name| !name.is_empty()));
            }
            "}" => drop(open.pop()),
            _ if is_board => return open.into_iter().flatten().collect::<Vec<_>>().join("::"),
            _ => {}
        }
    }
    String::new()
}

/// Returns whether the code defines a function `main`: the word before it is a type, not `.` or `=`.
fn defines_main(code: &str) -> bool {
    words(code).windows(3).any(|three| {
        matches!(three[0], "int" | "auto" | "void" | "signed") && three[1] == "main" && three[2] == "("
    })
}

/// Returns the file names in `#include "X.cpp"`: such a file is already compiled with the one that includes it.
fn included_sources(code: &str) -> impl Iterator<Item = String> + '_ {
    code.lines().filter_map(|line| {
        let name = line.trim().strip_prefix('#')?.trim().strip_prefix("include")?.trim().strip_prefix('"')?;
        let path = Path::new(name.split('"').next()?);
        has_ending(path, &SOURCE_ENDINGS).then(|| path.file_name()?.to_str().map(String::from))?
    })
}

/// Splits code into names and single other characters.
fn words(code: &str) -> Vec<&str> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut words = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match is_letter(first) {
            true => rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

/// Replaces comments by a space, and the content of strings other than those of `#include`.
fn without_comments(code: &str) -> String {
    let mut result = String::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let is_include = result.rsplit('\n').next().is_some_and(|line| line.trim_start().starts_with('#'));
        let (end, replacement) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), " ")
        } else if let Some(comment) = rest.strip_prefix("/*") {
            (comment.find("*/").map_or(rest.len(), |end| end + 4), " ")
        } else if first == '"' && !is_include {
            (end_of_string(rest), "\"\"")
        } else {
            (first.len_utf8(), &rest[..first.len_utf8()])
        };
        result.push_str(replacement);
        rest = &rest[end..];
    }
    result
}

fn end_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    for (index, letter) in text.char_indices().skip(1) {
        match letter {
            '"' | '\n' if !is_escaped => return index + 1,
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> Folder {
        let files =
            files.iter().map(|(path, text)| (PathBuf::from(path), text.as_bytes().to_vec())).collect();
        Folder::of(PathBuf::from("/"), files)
    }

    fn sources(folder: &Folder) -> Vec<(&str, bool)> {
        folder.sources.iter().map(|source| (source.path.to_str().unwrap(), source.has_main)).collect()
    }

    #[test]
    fn files_with_a_main_of_their_own_are_left_out() {
        let folder = folder(&[
            ("Board.cpp", "#include \"Board.h\"\n// int main() is elsewhere"),
            ("Board.h", "class Board {};"),
            ("main.cpp", "#include \"Board.h\"\nint main ( int argc, char** argv) {}"),
            ("test.cc", "void f() { puts(\"int main(\"); }"),
        ]);
        assert_eq!(folder.header, Some("Board.h".into()));
        assert_eq!(sources(&folder), [("Board.cpp", false), ("test.cc", false)]);
    }

    #[test]
    fn a_main_beside_the_class_is_renamed() {
        let folder =
            folder(&[("Board.hpp", "struct Board {"), ("all.cpp", "void Board::f() {}\nint main() {}")]);
        assert_eq!(sources(&folder), [("all.cpp", true)]);
    }

    #[test]
    fn the_header_may_have_another_name_or_folder() {
        let other = folder(&[("connect/grid.h", "/* class */ class Board : public Grid {")]);
        assert_eq!(other.header, Some("connect/grid.h".into()));
        let two = folder(&[("Board.h", "class Grid {"), ("old/Board.hpp", "class Board {")]);
        assert_eq!(two.header, Some("old/Board.hpp".into()));
    }

    #[test]
    fn the_namespace_of_the_class_is_found() {
        let namespace = |text: &str| folder(&[("Board.h", text)]).namespace;
        assert_eq!(namespace("class Board {};"), "");
        assert_eq!(namespace("namespace a { class Grid { }; } using namespace a; class Board {};"), "");
        assert_eq!(
            namespace("namespace a { int f() { return 1; }\nnamespace b::c { struct Board { };"),
            "a::b::c"
        );
        assert_eq!(namespace("namespace { class Board final {};"), "");
    }

    #[test]
    fn a_source_that_a_header_includes_is_compiled_with_it() {
        let folder = folder(&[("Board.cpp", ""), ("Board.h", "class Board {};\n# include \"Board.cpp\"")]);
        assert!(folder.sources.is_empty());
    }
}
