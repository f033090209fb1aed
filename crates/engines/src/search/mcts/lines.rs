//! The rollout of classic and shapes: takes a win in one and blocks the opponent's.

use super::{AmafMoves, RandomRollout, Rollout, Tuning};
use parlor_rules::drop::bits::{BitBoard, Dimensions, Word};
use parlor_rules::drop::{DropPosition, Rule};
use parlor_rules::{Player, Position, SplitMix64};

/// A rollout of classic and shapes, on a bitboard if the board fits one and on the plain board otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineRollout;

/// The most columns of a board that is played on a bitboard.
const MAX_COLUMNS: usize = 32;

impl<R: Rule> Rollout<DropPosition<R>> for LineRollout {
    fn play(&mut self, position: &DropPosition<R>, rng: &mut SplitMix64, amaf: &mut AmafMoves) -> f64 {
        let Some(next) = position.turn().player() else { return 0.5 };
        if position.columns() > MAX_COLUMNS {
            return RandomRollout::default().play(position, rng, amaf);
        }
        if let Some(board) = BitBoard::<u64>::from_position(position) {
            return winner_value(play_on_bits(board, next, rng));
        }
        match BitBoard::<u128>::from_position(position) {
            Some(board) => winner_value(play_on_bits(board, next, rng)),
            None => RandomRollout::default().play(position, rng, amaf),
        }
    }

    fn tuning(&self) -> Tuning {
        Tuning { exploration: 0.7, expand_at: 2, rave_equivalence: 0.0 }
    }
}

fn winner_value(winner: Option<Player>) -> f64 {
    match winner {
        Some(Player::One) => 1.0,
        Some(Player::Two) => 0.0,
        None => 0.5,
    }
}

fn play_on_bits<W: Word>(board: BitBoard<W>, next: Player, rng: &mut SplitMix64) -> Option<Player> {
    let dimensions = board.dimensions();
    let all = dimensions.board();
    let bottoms = (0..dimensions.columns())
        .fold(W::ZERO, |bottoms, column| bottoms | dimensions.bottom_unchecked(column));
    let mut discs = Player::BOTH.map(|player| board.discs(player));
    let mut player = next;
    loop {
        let filled = discs[0] | discs[1];
        // The lowest free cell of each column.
        let open = (filled << 1 | bottoms) & all & !filled;
        if open == W::ZERO {
            return None;
        }
        let (own, others) = (discs[player.index()], discs[player.other().index()]);
        if open & completing(dimensions, own) != W::ZERO {
            return Some(player);
        }
        let blocks = open & completing(dimensions, others);
        let cell = random_cell(dimensions, if blocks == W::ZERO { open } else { blocks }, rng);
        discs[player.index()] |= cell;
        player = player.other();
    }
}

/// Returns the cells that would complete a line of four.
fn completing<W: Word>(dimensions: Dimensions<W>, discs: W) -> W {
    let column = dimensions.rows() + 1;
    let mut cells = W::ZERO;
    for step in [1, column, column + 1, column - 1] {
        let below = (discs << step) & (discs << (2 * step));
        let above = (discs >> step) & (discs >> (2 * step));
        cells |= below & ((discs << (3 * step)) | (discs >> step));
        cells |= above & ((discs >> (3 * step)) | (discs << step));
    }
    cells
}

/// Returns a random one of these cells. Each column has at most one.
fn random_cell<W: Word>(dimensions: Dimensions<W>, cells: W, rng: &mut SplitMix64) -> W {
    let mut found = [W::ZERO; MAX_COLUMNS];
    let mut count = 0;
    for column in 0..dimensions.columns() {
        let cell = cells & dimensions.column_unchecked(column);
        found[count] = cell;
        count += usize::from(cell != W::ZERO);
    }
    found[rng.below(count)]
}
