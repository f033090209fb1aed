//! Learns the evaluation of super and writes it into a file: `train_super FILE [SEED]`.

use parlor_engines::super_::train::{STAGE, Trainer};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (Some(file), Ok(seed)) = (words.next(), words.next().as_deref().unwrap_or("1").parse()) else {
        eprintln!("usage: train_super FILE [SEED]");
        return ExitCode::FAILURE;
    };
    let mut trainer = Trainer::new(seed);
    trainer.learn(STAGE, &mut |games, plies| {
        eprintln!("{games} games, the last of {plies:.0} plies on average")
    });
    match std::fs::write(&file, trainer.to_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}
