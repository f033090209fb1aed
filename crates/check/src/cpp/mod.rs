//! Checks C++ classes: compiles somebody's class with a driver of ours, performs operations on it, and compares every
//! answer with what the rules say.
//!
//! The driver reads a script of operations and answers each of them, so one compiled program runs all cases. Mistakes
//! with memory are found by the compiler's sanitizers.

mod answer;
mod batches;
mod build;
mod class;
mod compiler;
mod diagnostics;
mod explain;
mod explainer;
mod folder;
mod growing;
mod interface;
mod runner;
mod sanitizer;
mod shapes;
mod shrink;
mod suite;

use crate::sandbox::{SandboxError, Variable};
use crate::{Compare, Report};
use class::Class;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

pub use build::BuildError;

/// How a class is checked.
#[derive(Clone, Debug)]
pub struct ClassOptions {
    /// The folder with the class.
    pub folder: PathBuf,
    /// Where compiled programs are kept.
    pub cache: PathBuf,
    /// The command that runs the sandbox's supervisor.
    pub supervisor: Vec<String>,
    /// The compiler; g++ or clang++ if none is named.
    pub compiler: Option<String>,
    /// The number of random cases.
    pub cases: usize,
    /// The seed of the random cases.
    pub seed: u64,
    /// The processor time of one case.
    pub time: Duration,
    /// The resident memory of the program, in bytes.
    pub memory: u64,
    /// What is added to the environment of the compiler and of the program.
    pub variables: Vec<Variable>,
    /// How exactly printed boards are compared: every byte, or without what does not show.
    pub compare: Compare,
    /// How long failing scripts are cut down, all together.
    pub shrink_time: Duration,
    /// The number of processes that run side by side.
    pub threads: usize,
}

/// Why a class can't be checked.
#[derive(Debug, Error)]
pub enum ClassError {
    /// The game has no class that courses ask for.
    #[error("{game} has no class to check; these games have one: {}", games().join(", "))]
    NoClass {
        /// The game.
        game: String,
    },
    /// The folder can't be read.
    #[error("cannot read {}: {reason}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        reason: std::io::Error,
    },
    /// There is no compiler.
    #[error("no C++ compiler was found: install g++ or clang++, or name one")]
    NoCompiler,
    /// Nothing can be run.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// Nothing can be built.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// Checks the class of a game.
type CheckClass = fn(&ClassOptions, &(dyn Fn() -> bool + Sync)) -> Result<Report, ClassError>;

/// The games with a class.
const CLASSES: [(&str, CheckClass); 2] = [
    (shapes::Shapes::GAME, suite::check::<shapes::Shapes>),
    (growing::Growing::GAME, suite::check::<growing::Growing>),
];

impl ClassOptions {
    /// Creates options for a folder: 100 random cases, the usual limits and all cores.
    pub fn new(folder: PathBuf, cache: PathBuf, supervisor: Vec<String>) -> ClassOptions {
        ClassOptions {
            folder,
            cache,
            supervisor,
            compiler: None,
            cases: 100,
            seed: 1,
            time: Duration::from_secs(2),
            memory: 512 << 20,
            variables: Vec::new(),
            compare: Compare::Boards,
            shrink_time: Duration::from_secs(2),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// Returns the names of the games with a class that can be checked.
pub fn games() -> Vec<&'static str> {
    CLASSES.iter().map(|(game, _)| *game).collect()
}

/// Checks the class of a game. Cases are not run any more once `is_stopped` says so.
pub fn check_class(
    game: &str,
    options: &ClassOptions,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Report, ClassError> {
    let found = CLASSES.iter().find(|(name, _)| *name == game);
    let (_, check) = found.ok_or_else(|| ClassError::NoClass { game: game.into() })?;
    check(options, is_stopped)
}
