//! Random games in several styles.

use super::features::Effects;
use parlor_rules::drop::lines::{Direction, run_through};
use parlor_rules::drop::{Column, DropPosition, Place};
use parlor_rules::{Outcome, Position, SplitMix64, Turn};

/// The longest game of super that is used.
const LONGEST: usize = 240;

/// How moves are chosen.
#[derive(Clone, Copy)]
pub(super) enum PlayStyle {
    Uniform,
    /// Avoids lines as long as possible: draws, last cells.
    Careful,
    /// Avoids lines of exactly four, takes longer ones.
    Long,
    /// Plays in few columns: full columns, tall boards.
    Narrow,
}

pub(super) const PLAY_STYLES: [PlayStyle; 4] =
    [PlayStyle::Uniform, PlayStyle::Careful, PlayStyle::Long, PlayStyle::Narrow];

/// Plays a game to its end.
pub(super) fn random_game<R: Effects>(
    start: &DropPosition<R>,
    style: PlayStyle,
    rng: &mut SplitMix64,
) -> Vec<usize> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    let favorite = rng.below(start.columns());
    while let Turn::Player(_) = position.turn() {
        // Super may go on for ever: in the end lines are avoided, so that the grid fills.
        let style = if !R::LINES_END && moves.len() > LONGEST / 4 { PlayStyle::Careful } else { style };
        let tries = if matches!(style, PlayStyle::Uniform) { 1 } else { 12 };
        let mut chosen = None;
        for _ in 0..tries {
            let Some(mut played) = position.sample(rng) else { break };
            if let PlayStyle::Narrow = style
                && rng.below(3) > 0
                && position.check(Column(favorite)).is_ok()
            {
                played = Column(favorite);
            }
            chosen = Some(played);
            if suits(&mut position, played, style) {
                break;
            }
        }
        let Some(played) = chosen else { break };
        position.play_unchecked(played);
        moves.push(played.0);
        if moves.len() >= LONGEST {
            break;
        }
    }
    moves
}

/// Returns whether a move is one that this style looks for.
fn suits<R: Effects>(position: &mut DropPosition<R>, played: Column, style: PlayStyle) -> bool {
    match style {
        PlayStyle::Uniform | PlayStyle::Narrow => true,
        PlayStyle::Careful => {
            let effect = position.play_unchecked(played);
            let makes_line = match R::LINES_END {
                true => matches!(position.turn(), Turn::Over(Outcome::Win(_))),
                false => !R::features(&effect).is_empty(),
            };
            position.undo(played, effect);
            !makes_line
        }
        PlayStyle::Long => {
            let length = longest_run_after(position, played);
            length != 4
        }
    }
}

/// Returns the longest run that a move would make through its own disc.
fn longest_run_after<R: Effects>(position: &mut DropPosition<R>, played: Column) -> usize {
    let Turn::Player(player) = position.turn() else { return 0 };
    let mut board = position.board().clone();
    let level = board.height(played.0);
    if board.push(played.0, R::disc(player)).is_err() {
        return 0;
    }
    let place = Place { column: played.0, level };
    Direction::ALL
        .iter()
        .filter_map(|&way| run_through(&board, place, way))
        .map(|run| run.length)
        .max()
        .unwrap_or(0)
}
