//! Trains the engines, builds the opening book and measures speed: the commands that only maintainers use.

mod bench;
mod book;
mod book_builder;
mod error;
mod files;
mod interrupt;
mod progress;
mod self_play;
mod train;

use bench::BenchCommand;
use book::BookCommand;
use clap::{Parser, Subcommand};
use std::process::ExitCode;
use train::TrainCommand;

/// Train parlor's engines, build its opening book, measure its speed.
#[derive(Parser, Debug)]
#[command(name = "parlor-training", version, propagate_version = true, after_help = EXAMPLES)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  parlor-training bench playouts
  cargo run --release -p parlor-training -- bench playouts";

#[derive(Subcommand, Debug)]
enum Command {
    /// Train engines by self-play.
    #[command(subcommand, after_help = "Example:\n  parlor-training train super weights.bin --games 20000")]
    Train(TrainCommand),
    /// Build the opening book of 6x7 Connect Four.
    #[command(subcommand, after_help = "Example:\n  parlor-training book build my.book --discs 6")]
    Book(BookCommand),
    /// Measure speed with a fixed amount of work.
    #[command(
        subcommand,
        after_help = "Examples:\n  parlor-training bench playouts hex\n  parlor-training bench connect4"
    )]
    Bench(BenchCommand),
}

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Train(command) => train::run(&command),
        Command::Book(BookCommand::Build(args)) => book::run(&args),
        Command::Bench(command) => bench::run(&command),
    };
    done.map_or_else(error::TrainingError::report, |()| ExitCode::SUCCESS)
}

/// Returns as many threads as the command line says, or one for each core.
fn threads(wanted: Option<u64>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    wanted.map_or_else(cores, |threads| threads as usize)
}

#[cfg(test)]
mod tests {
    use super::Args;
    use clap::{Command, CommandFactory};

    fn assert_has_example(command: &Command) {
        let text = command.get_after_help().map_or_else(String::new, ToString::to_string);
        assert!(text.contains("parlor-training "), "{} has no example", command.get_name());
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        command.get_subcommands().for_each(assert_has_example);
    }

    #[test]
    fn every_help_has_an_example_and_fits_eighty_columns() {
        assert_has_example(&Args::command());
    }
}
