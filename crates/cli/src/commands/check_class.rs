//! `parlor check GAME --cpp DIR`: checks a C++ class.

use super::check::{SUPERVISE, variables};
use crate::args::{CheckArgs, CompareArg};
use crate::data;
use crate::error::CliError;
use parlor_check::cpp::{ClassOptions, check_class};
use parlor_check::{Compare, Report};
use std::path::Path;

/// Checks the class in a folder.
pub(crate) fn check(
    args: &CheckArgs,
    folder: &Path,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Report, CliError> {
    let game = super::find_game(&args.game.game)?.info().name;
    let cache = match &args.class.cache {
        Some(cache) => cache.clone(),
        None => data::cache_folder().join("classes"),
    };
    let this = std::env::current_exe()?.to_string_lossy().into_owned();
    let mut options = ClassOptions::new(folder.to_path_buf(), cache, vec![this, SUPERVISE.into()]);
    options.compiler.clone_from(&args.class.compiler);
    (options.cases, options.seed, options.time) = (args.cases, args.seed, args.time);
    options.shrink_time = args.shrink;
    options.variables = variables(args)?;
    // The sanitizers need memory of their own.
    options.memory = args.memory.saturating_mul(2);
    options.threads = args.threads.unwrap_or(options.threads);
    options.compare = match args.compare {
        CompareArg::Exact => Compare::Exact,
        CompareArg::Boards | CompareArg::Lenient => Compare::Boards,
    };
    check_class(game, &options, is_stopped).map_err(CliError::bad)
}
