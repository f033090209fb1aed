//! Reads what compilers and linkers say.

/// What a compiler said about some files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Diagnostics {
    /// The first error with the lines that belong to it.
    pub(super) first_error: Option<String>,
    /// The number of errors.
    pub(super) errors: usize,
    /// The warnings about the class's own files, each with its code, without repetitions.
    pub(super) warnings: Vec<String>,
}

/// Reads diagnostics in the manner of GCC and Clang. `folder` is removed from paths.
pub(super) fn read(text: &str, folder: &str) -> Diagnostics {
    let text = text.replace(folder, "");
    let mut found = Diagnostics::default();
    let mut block: Vec<&str> = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        // Where an include or a template comes from belongs to the message after it.
        if is_context(line) {
            block.push(line);
            continue;
        }
        let is_error = line.contains(" error: ") || line.contains(" fatal error: ");
        let is_warning = line.contains(" warning: ");
        if !is_error && !is_warning {
            block.clear();
            continue;
        }
        block.push(line);
        while at < lines.len() && belongs_to_message(lines[at]) {
            block.push(lines[at]);
            at += 1;
        }
        let message = std::mem::take(&mut block).join("\n");
        if is_error {
            found.errors += 1;
            found.first_error.get_or_insert(message);
        } else if !found.warnings.contains(&message) {
            found.warnings.push(message);
        }
    }
    found
}

fn is_context(line: &str) -> bool {
    line.starts_with("In file included from")
        || line.trim_start().starts_with("from ")
        || line.contains(": In ")
}

/// Returns whether a line goes on with a message: the code with its mark, or a note.
fn belongs_to_message(line: &str) -> bool {
    let is_code = line.trim_start().starts_with(|first: char| first.is_ascii_digit() || first == '|');
    line.starts_with(' ') && is_code || line.contains(" note: ") || line.trim_start().starts_with("| ")
}

/// What a linker missed or found twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LinkProblems {
    /// Names without a definition, as `Board::clear()`.
    pub(super) undefined: Vec<String>,
    /// Names with more than one definition.
    pub(super) multiple: Vec<String>,
}

/// Reads a linker's messages, in the manner of GNU ld, gold, lld and Apple's ld.
pub(super) fn read_linker(text: &str) -> LinkProblems {
    let mut found = LinkProblems::default();
    for line in text.lines() {
        let name_after = |words: &[&str]| {
            let start = words.iter().find_map(|word| Some(line.find(word)? + word.len()))?;
            let name = line[start..].trim().trim_start_matches(['`', '\'', '"', ' ']);
            let end = name.find(['\'', '"']).or(name.find("; ")).unwrap_or(name.len());
            Some(name[..end].replace("[abi:cxx11]", "").replace(" const&", "&").replace("const ", ""))
        };
        let undefined = ["undefined reference to ", "undefined symbol: ", "error: undefined reference to "];
        if let Some(name) = name_after(&undefined) {
            push_once(&mut found.undefined, name);
        } else if let Some(name) = name_after(&["multiple definition of ", "duplicate symbol: "]) {
            push_once(&mut found.multiple, name);
        }
    }
    found
}

fn push_once(names: &mut Vec<String>, name: String) {
    if !names.contains(&name) {
        names.push(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_keeps_its_code() {
        let text = "/home/a/Board.cpp: In member function 'void Board::f()':\n\
                    /home/a/Board.cpp:3:5: error: 'x' was not declared in this scope\n    3 |     x = 1;\n      |     ^\n\
                    /home/a/Board.cpp:9:1: warning: unused\n    9 | int y;\n\
                    /home/a/Board.cpp:4:5: error: 'z' was not declared\n";
        let found = read(text, "/home/a/");
        assert_eq!(found.errors, 2);
        assert_eq!(
            found.first_error.unwrap(),
            "Board.cpp: In member function 'void Board::f()':\n\
             Board.cpp:3:5: error: 'x' was not declared in this scope\n    3 |     x = 1;\n      |     ^"
        );
        assert_eq!(found.warnings, ["Board.cpp:9:1: warning: unused\n    9 | int y;"]);
    }

    #[test]
    fn undefined_and_multiple_names() {
        let text = "/usr/bin/ld: driver.o: in function `main':\n\
                    driver.cpp:9: undefined reference to `Board::clear()'\n\
                    driver.cpp:9: undefined reference to `Board::clear()'\n\
                    /usr/bin/ld: Board.o: in function `operator<<(std::ostream&, Board const&)':\n\
                    Board.h:3: multiple definition of `operator<<(std::ostream&, Board const&)'; driver.o:Board.h:3: first defined here\n\
                    ld.lld: error: undefined symbol: Board::Board(Board const&)\n";
        let found = read_linker(text);
        assert_eq!(found.undefined, ["Board::clear()", "Board::Board(Board&)"]);
        assert_eq!(found.multiple, ["operator<<(std::ostream&, Board&)"]);
    }
}
