//! `train`: trains engines by self-play.

mod hex;
mod super_;
mod tiles;

use crate::error::TrainingError;
use clap::Subcommand;

#[derive(Subcommand, Debug)]
pub(crate) enum TrainCommand {
    /// Train the weights of super's evaluation and write them to a file.
    #[command(after_help = super_::HELP)]
    Super(super_::WeightsArgs),
    /// Fit the conversion of super's search values to points.
    #[command(after_help = super_::POINTS_HELP)]
    SuperPoints(super_::PointsArgs),
    /// Train the network of hex and write it to a file.
    #[command(after_help = hex::HELP)]
    Hex(hex::HexArgs),
    /// Train the weights of 1024's evaluation of 4x4 and write them to a file.
    #[command(name = "1024", after_help = tiles::HELP)]
    Tiles(tiles::TilesArgs),
}

pub(crate) fn run(command: &TrainCommand) -> Result<(), TrainingError> {
    match command {
        TrainCommand::Super(args) => super_::train_weights(args),
        TrainCommand::SuperPoints(args) => super_::fit_super_points(args),
        TrainCommand::Hex(args) => hex::run(args),
        TrainCommand::Tiles(args) => tiles::run(args),
    }
}
