//! Running the program.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What the program did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

/// Runs `parlor` with these arguments, given as one text, and this input.
pub(crate) fn parlor(arguments: &str, input: &str) -> Ran {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    parlor_with(&arguments, input.as_bytes())
}

/// Runs `parlor` with any arguments and any input.
pub(crate) fn parlor_with(arguments: &[&str], input: &[u8]) -> Ran {
    run(Command::new(env!("CARGO_BIN_EXE_parlor")).args(arguments), input)
}

/// Runs a command with this input.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Ran {
    let mut child = command
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the input was written");
    Ran {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code().unwrap_or(-1),
    }
}

/// A whole run as text, everything that can't be seen made visible.
pub(crate) fn transcript(arguments: &str, input: &str) -> String {
    let ran = parlor(arguments, input);
    let mut text = format!("$ parlor {arguments}\n");
    for line in input.lines() {
        let _ = writeln!(text, "< {}", line.replace('\u{1b}', "ESC"));
    }
    let _ = write!(text, "--- stdout\n{}", ran.stdout.replace('\u{1b}', "ESC"));
    let _ = writeln!(text, "<end>");
    if !ran.stderr.is_empty() {
        let _ = write!(text, "--- stderr\n{}", ran.stderr);
    }
    let _ = writeln!(text, "--- exit {}", ran.code);
    text
}
