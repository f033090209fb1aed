//! Finds a program and its files, so that it can be run in another folder.

use super::environment::{Variable, environment};
use super::{Job, Limits};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use thiserror::Error;

/// A program and its arguments, with the paths made absolute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedCommand {
    /// The program's file.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// What its environment has besides `PATH`, `HOME`, `LANG`, `TERM` and `TMPDIR`, or instead of them.
    pub variables: Vec<Variable>,
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
    /// No name of a variable.
    #[error("write a variable as NAME or NAME=VALUE: {0}")]
    NoVariable(String),
    /// A variable that the caller does not have.
    #[error("{0} is not set here; --env {0}=VALUE gives it a value")]
    NotSet(String),
    /// The current folder is not to be found.
    #[error("the current folder cannot be found: {0}")]
    CurrentFolder(#[from] std::io::Error),
}

/// Finds the program as a shell would, and makes arguments that name files or folders absolute.
pub fn resolve(words: &[String]) -> Result<ResolvedCommand, CommandError> {
    let (program, arguments) = words.split_first().ok_or(CommandError::NoProgram)?;
    let here = env::current_dir()?;
    let arguments = arguments.iter().map(|argument| absolute_argument(&here, argument)).collect();
    Ok(ResolvedCommand { program: find_program(&here, program)?, arguments, variables: Vec::new() })
}

impl ResolvedCommand {
    /// Returns a run of the program with this input.
    pub fn job(&self, input: Vec<u8>, limits: Limits) -> Job {
        Job {
            program: self.program.clone(),
            arguments: self.arguments.clone(),
            environment: environment(&self.variables),
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
        Some(file) => Ok(behind_shim(&file).unwrap_or(file)),
        None if !program.is_empty() && here.join(program).is_file() => {
            Err(CommandError::NotInPathButHere(program.into()))
        }
        None => Err(CommandError::NotInPath(program.into())),
    }
}

/// Returns the program that a version manager would start for its stand-in: pyenv, rbenv, asdf and the like keep those in
/// a folder `shims`, and choose the version by the current folder, which is another one while a program is checked. It
/// also saves the time that choosing takes at every start. None if it is no stand-in, or the manager does not say.
fn behind_shim(file: &Path) -> Option<PathBuf> {
    let folder = file.parent().filter(|folder| folder.file_name().is_some_and(|name| name == "shims"))?;
    let root = folder.parent()?;
    let manager = root.file_name()?.to_str()?.trim_start_matches('.');
    let own = root.join("bin").join(manager);
    let manager = if own.is_file() { own } else { PathBuf::from(manager) };
    let asked =
        Command::new(manager).arg("which").arg(file.file_name()?).stdin(Stdio::null()).output().ok()?;
    let found = PathBuf::from(String::from_utf8(asked.stdout).ok()?.trim());
    (asked.status.success() && found.is_absolute() && is_executable(&found)).then_some(found)
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn the_program_behind_a_shim_is_found() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let root = folder.path().join(".anyenv");
        let script = |path: &str, text: &str| -> std::io::Result<PathBuf> {
            let file = root.join(path);
            fs::create_dir_all(file.parent().unwrap_or(&root))?;
            fs::write(&file, text)?;
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755))?;
            Ok(file)
        };
        let real = script("versions/1/bin/tool", "#!/bin/sh\n")?;
        let shim = script("shims/tool", "#!/bin/sh\n")?;
        assert_eq!(behind_shim(&real), None);
        // A manager that does not know leaves the stand-in as it is.
        script("bin/anyenv", "#!/bin/sh\nexit 1\n")?;
        assert_eq!(behind_shim(&shim), None);
        script("bin/anyenv", &format!("#!/bin/sh\n[ $1 = which ] && echo {}\n", real.display()))?;
        assert_eq!(behind_shim(&shim), Some(real));
        Ok(())
    }
}
