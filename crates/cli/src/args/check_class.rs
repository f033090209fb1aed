//! The arguments of `parlor check GAME --cpp DIR`.

use clap::Args as ClapArgs;
use std::path::PathBuf;

/// The options that only a program can be checked with: how it was started, what limits it, and which cases are run.
const FOR_PROGRAMS: [&str; 11] = [
    "program",
    "list",
    "size",
    "target",
    "tokens",
    "swap",
    "idle_spawns",
    "names",
    "output",
    "processes",
    "first",
];

#[derive(ClapArgs, Debug)]
pub(crate) struct ClassArgs {
    /// Check the C++ class Board in this folder instead of a program. All cases are run, as with --all.
    #[arg(long, value_name = "DIR", conflicts_with_all = FOR_PROGRAMS)]
    pub(crate) cpp: Option<PathBuf>,
    /// The C++ compiler [default: g++, or else clang++].
    #[arg(long, value_name = "NAME", requires = "cpp")]
    pub(crate) compiler: Option<String>,
    /// Where compiled classes are kept [default: parlor's folder in the user's cache].
    #[arg(long, value_name = "DIR", requires = "cpp")]
    pub(crate) cache: Option<PathBuf>,
}
