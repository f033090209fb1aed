//! The commands that this program once had and that only maintainers use.

use clap::{Args, Subcommand};
use std::ffi::OsString;

#[derive(Subcommand, Debug)]
pub(crate) enum MovedCommand {
    /// Moved: cargo run --release -p parlor-training -- bench
    #[command(hide = true, disable_help_flag = true, disable_version_flag = true)]
    Bench(AnyArguments),
    /// Moved: cargo run --release -p parlor-training -- book
    #[command(hide = true, disable_help_flag = true, disable_version_flag = true)]
    Book(AnyArguments),
    /// Moved: cargo run --release -p parlor-training -- train
    #[command(hide = true, disable_help_flag = true, disable_version_flag = true)]
    Train(AnyArguments),
}

#[derive(Args, Debug)]
pub(crate) struct AnyArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    arguments: Vec<OsString>,
}

impl MovedCommand {
    /// Says where the command went.
    pub(crate) fn hint(&self) -> String {
        let (name, AnyArguments { arguments }) = match self {
            MovedCommand::Bench(arguments) => ("bench", arguments),
            MovedCommand::Book(arguments) => ("book", arguments),
            MovedCommand::Train(arguments) => ("train", arguments),
        };
        let mut command = format!("cargo run --release -p parlor-training -- {name}");
        for argument in arguments {
            command.push(' ');
            command.push_str(&argument.to_string_lossy());
        }
        format!("`parlor {name}` moved: run `{command}`")
    }
}
