//! Parlor: six grid games in a terminal.

mod args;
mod commands;
mod data;
mod failure;
mod interrupt;
mod line;
mod output;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = args::Args::parse();
    match commands::run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
