//! Reads what a sanitizer, an assertion or a signal says about a crash, and puts it into words.

use super::folder::Folder;

/// The folder that stands in debug information for the folder of the class.
pub(super) const FOLDER_MARK: &str = "/class";

/// A report of a sanitizer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MemoryError {
    /// The sanitizer's word for it: `heap-buffer-overflow`, `memory leak`, ...
    pub(super) kind: String,
    /// What it means.
    pub(super) meaning: String,
    /// The line of the class, as `Board.cpp:12`.
    pub(super) place: Option<String>,
    /// Where the program was, as an address in it; the same mistake is at the same address.
    pub(super) address: Option<String>,
    /// The function of the class, as `Board::clear()`.
    pub(super) function: Option<String>,
    /// The report, without addresses and the driver's own calls.
    pub(super) detail: String,
}

impl MemoryError {
    /// Reads standard error. None if there is no report in it.
    pub(super) fn read(stderr: &str, folder: &Folder) -> Option<MemoryError> {
        let (kind, meaning, start) = kind_of(stderr)?;
        let report = &stderr[start..];
        let frame = report.lines().filter_map(|line| Frame::read(line, folder)).next();
        let in_message = report.lines().next().and_then(|line| place_of(line, folder));
        let place = in_message.or(frame.as_ref().map(|frame| frame.place.clone()));
        Some(MemoryError {
            kind,
            meaning,
            place,
            address: report.lines().find_map(address_of),
            function: frame.map(|frame| frame.function),
            detail: shortened(report, folder),
        })
    }
}

/// Returns the kind of the first report, what it means, and where it starts.
fn kind_of(stderr: &str) -> Option<(String, String, usize)> {
    let start_of_line = |at: usize| stderr[..at].rfind('\n').map_or(0, |end| end + 1);
    if let Some(at) = stderr.find("runtime error: ") {
        let message = stderr[at + 15..].lines().next().unwrap_or_default();
        return Some(("undefined behavior".into(), undefined_meaning(message), start_of_line(at)));
    }
    if let Some(at) = stderr.find("Assertion '") {
        let message = stderr[at..].lines().next().unwrap_or_default();
        return Some(("assertion".into(), assertion_meaning(message), start_of_line(at)));
    }
    if let Some(at) = stderr.find("detected memory leaks") {
        let meaning = "memory that came from new was never given back by delete";
        return Some(("memory leak".into(), meaning.into(), start_of_line(at)));
    }
    let at = stderr.find("ERROR: AddressSanitizer: ")?;
    let message = stderr[at + 25..].lines().next().unwrap_or_default();
    let kind = if message.contains("double-free") {
        "double-free"
    } else if message.starts_with("attempting free on address") {
        "bad-free"
    } else {
        message.split([' ', ':']).next().unwrap_or_default()
    };
    Some((kind.into(), address_meaning(kind).into(), start_of_line(at)))
}

fn address_meaning(kind: &str) -> &'static str {
    match kind {
        "heap-buffer-overflow" => "it reads or writes outside an array that came from new",
        "stack-buffer-overflow" | "stack-buffer-underflow" => "it reads or writes outside a local array",
        "global-buffer-overflow" => "it reads or writes outside a global array",
        "container-overflow" => "it reads or writes past the last element of a vector or string",
        "heap-use-after-free" => {
            "it uses memory that was deleted: perhaps two boards share it, or a reference outlived its object"
        }
        "stack-use-after-return" | "stack-use-after-scope" => "it uses a local variable that is gone",
        "double-free" => {
            "the same memory is deleted twice: two boards share it, or a pointer was kept after delete"
        }
        "bad-free" => {
            "it deletes something that did not come from new so: what came from new[] needs delete[]"
        }
        "alloc-dealloc-mismatch" => {
            "what came from new[] needs delete[], and what came from new needs delete"
        }
        "new-delete-type-mismatch" => "it deletes an object through a pointer to another type",
        "stack-overflow" => "a function calls itself without end",
        "SEGV" | "BUS" => "it follows a pointer that points nowhere: null, never set, or to deleted memory",
        "FPE" => "it divides by zero",
        "ABRT" => "it called abort, or an exception was not caught",
        "requested" | "allocation-size-too-big" | "out" | "bad_alloc" => {
            "it asks for far too much memory: a size is negative or was never set"
        }
        _ => "memory is used in a way that C++ does not allow",
    }
}

fn undefined_meaning(message: &str) -> String {
    let meaning = if message.contains("is not a valid value for type 'bool'") {
        "a bool is read that was never set"
    } else if message.contains("out of bounds") {
        "an array has no element of that index"
    } else if message.contains("signed integer overflow") {
        "a number became too large for its type"
    } else if message.contains("null pointer") {
        "it uses a null pointer"
    } else if message.contains("reached the end of a value-returning function")
        || message.contains("without returning")
    {
        "a function that must answer something ends without return"
    } else {
        "C++ does not say what this does"
    };
    format!("{meaning} ({})", without_addresses(message))
}

fn assertion_meaning(message: &str) -> String {
    if message.contains("__n < this->size()") {
        "a vector or string has no element of that index".into()
    } else if message.contains("!this->empty()") {
        "it asks an empty vector or string for its first or last element".into()
    } else {
        message.into()
    }
}

/// A line of a stack trace that lies in the class's own files.
struct Frame {
    function: String,
    place: String,
}

impl Frame {
    fn read(line: &str, folder: &Folder) -> Option<Frame> {
        let (_, call) = line.trim().strip_prefix('#')?.split_once(" in ")?;
        let place = place_of(line, folder)?;
        let function = call.split(FOLDER_MARK).next().unwrap_or(call).trim();
        Some(Frame { function: readable(function), place })
    }
}

/// Returns the address of a call in the driver, from a line of a stack trace without names.
fn address_of(line: &str) -> Option<String> {
    let (_, address) = line.trim().strip_prefix('#')?.split_once("/driver+0x")?;
    Some(address.split(')').next()?.to_string())
}

/// Returns `Board.cpp:12` from a line that names a file of the class.
fn place_of(line: &str, folder: &Folder) -> Option<String> {
    let start = line.find(&format!("{FOLDER_MARK}/"))? + FOLDER_MARK.len() + 1;
    let mut parts = line[start..].split(':');
    let (file, number) = (parts.next()?, parts.next()?);
    let number: String = number.chars().take_while(char::is_ascii_digit).collect();
    (folder.has_file(file) && !number.is_empty()).then(|| format!("{file}:{number}"))
}

/// Writes names as they are known, and leaves addresses out, which are others in every run.
fn readable(line: &str) -> String {
    let string = "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";
    let line = [" at pc 0x", " on unknown address 0x"]
        .iter()
        .fold(line, |line, address| line.split(address).next().unwrap_or(line));
    without_addresses(line)
        .replace(&format!("{FOLDER_MARK}/"), "")
        .replace(string, "std::string")
        .replace("[abi:cxx11]", "")
}

/// Writes `0x...` for every address.
fn without_addresses(line: &str) -> String {
    let mut parts = line.split("0x");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| {
        let end = part.find(|letter: char| !letter.is_ascii_hexdigit()).unwrap_or(part.len());
        // Shorter numbers are values.
        if end >= 9 { text + "0x..." + &part[end..] } else { text + "0x" + part }
    })
}

/// Keeps the messages and the calls in the class, at most 30 lines.
fn shortened(report: &str, folder: &Folder) -> String {
    let is_wanted = |line: &&str| {
        let line = line.trim();
        let is_bookkeeping =
            line.starts_with("SUMMARY") || line.starts_with("==") && line.contains("ABORTING");
        let is_shadow = line.starts_with("Shadow") || line.starts_with("0x0") || line.starts_with("=>0x");
        match line.starts_with('#') {
            true => place_of(line, folder).is_some(),
            false => !line.is_empty() && !line.starts_with("=====") && !is_bookkeeping && !is_shadow,
        }
    };
    let lines = report.lines().filter(is_wanted).map(|line| {
        let line = readable(line);
        match (line.trim_start().strip_prefix('#'), line.split_once(" in ")) {
            (Some(_), Some((_, call))) => format!("    in {call}"),
            _ => line.split("==").last().unwrap_or(&line).to_string(),
        }
    });
    lines.take(30).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_addresses_are_left() {
        for (line, expected) in [
            (
                "==7==ERROR: AddressSanitizer: ABRT on unknown address 0x00000000313e (pc 0x7f2c)",
                "==7==ERROR: AddressSanitizer: ABRT",
            ),
            ("READ of size 1 at 0x602000000011 thread T0", "READ of size 1 at 0x... thread T0"),
            ("in the region [0x602000000010,0x602000000011)", "in the region [0x...,0x...)"),
            ("a value of 0xbe and 0xbebebebe", "a value of 0xbe and 0xbebebebe"),
        ] {
            assert_eq!(readable(line), expected);
        }
    }
}
