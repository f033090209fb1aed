//! Finds a program and its files, so that it can be run in another folder.

use super::{Job, Limits};
use std::env;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A program and its arguments, with the paths made absolute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedCommand {
    /// The program's file.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Why a program can't be started.
#[derive(Debug, Error)]
pub enum CommandError {
    /// No words at all.
    #[error("no program was given: write it after --, as in parlor check classic -- ./connect4")]
    NoProgram,
    /// A path that leads nowhere.
    #[error("cannot start {0}: there is no such file")]
    NoFile(String),
    /// A name that is in no folder of `PATH`, though a file of that name is here.
    #[error("cannot start {0}: it is in no folder of PATH; for the file in this folder write ./{0}")]
    NotInPathButHere(String),
    /// A name that is in no folder of `PATH`.
    #[error("cannot start {0}: it is in no folder of PATH")]
    NotInPath(String),
    /// A folder.
    #[error("cannot start {0}: it is a folder")]
    Folder(String),
    /// A file that is no program.
    #[error(
        "cannot start {0}: it is not executable; chmod +x {0}, or name its interpreter, as in python3 {0}"
    )]
    NotExecutable(String),
    /// The current folder is not to be found.
    #[error("the current folder cannot be found: {0}")]
    CurrentFolder(#[from] std::io::Error),
}

/// Finds the program as a shell would, and makes arguments that name files or folders absolute.
pub fn resolve(words: &[String]) -> Result<ResolvedCommand, CommandError> {
    let (program, arguments) = words.split_first().ok_or(CommandError::NoProgram)?;
    let here = env::current_dir()?;
    let arguments = arguments.iter().map(|argument| absolute_argument(&here, argument)).collect();
    Ok(ResolvedCommand { program: find_program(&here, program)?, arguments })
}

impl ResolvedCommand {
    /// Returns a run of the program with this input.
    pub fn job(&self, input: Vec<u8>, limits: Limits) -> Job {
        Job {
            program: self.program.clone(),
            arguments: self.arguments.clone(),
            environment: Vec::new(),
            input,
            limits,
        }
    }
}

fn find_program(here: &Path, program: &str) -> Result<PathBuf, CommandError> {
    if program.contains('/') || program.contains(std::path::MAIN_SEPARATOR) {
        let file = here.join(program);
        return match (file.exists(), file.is_dir(), is_executable(&file)) {
            (false, ..) => Err(CommandError::NoFile(program.into())),
            (_, true, _) => Err(CommandError::Folder(program.into())),
            (.., false) => Err(CommandError::NotExecutable(program.into())),
            _ => Ok(file),
        };
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&folders).map(|folder| here.join(folder).join(program));
    match found.into_iter().find(|file| file.is_file() && is_executable(file)) {
        Some(file) => Ok(file),
        None if !program.is_empty() && here.join(program).is_file() => {
            Err(CommandError::NotInPathButHere(program.into()))
        }
        None => Err(CommandError::NotInPath(program.into())),
    }
}

/// Makes a path absolute if there is something at it; so with a list of paths such as Java's class path.
fn absolute_argument(here: &Path, argument: &str) -> String {
    let absolute = |path: &str| -> Option<String> {
        let joined = here.join(path);
        (!path.is_empty() && joined.exists()).then(|| joined.to_string_lossy().into_owned())
    };
    if let Some(path) = absolute(argument) {
        return path;
    }
    match argument.split(':').map(absolute).collect::<Option<Vec<_>>>() {
        Some(paths) => paths.join(":"),
        None => argument.into(),
    }
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}
