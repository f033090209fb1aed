//! Running the program.

use std::process::Command;

/// What the program did.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

/// Runs `parlor-training` with these arguments.
pub(crate) fn run(arguments: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_parlor-training")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code() }
}

/// Runs `parlor-training` with arguments that are separated by spaces.
pub(crate) fn training(arguments: &str) -> Ran {
    run(&arguments.split_whitespace().collect::<Vec<_>>())
}
