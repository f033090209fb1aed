//! What a board is worth before it is searched.

use super::board::{Board, Cells, Grid, Standard};
use super::patterns::{PATTERNS, shown};
use parlor_rules::drop::bits::Word;
use std::sync::OnceLock;

/// Gives a board a value, in thousandths, for the player to move.
pub(super) trait Evaluator<G: Grid> {
    /// Returns what the board is worth to the player to move; more is better. `hunter` says whether that
    /// player is the one the search works for.
    fn judge(&self, board: &Board<G>, hunter: bool) -> i32;

    /// Returns the final difference of points to expect from the value of a move, the lead before it being
    /// this.
    fn points(&self, value: i32, lead: i32) -> f64;
}

/// What a draw costs the hunter in training, and is worth to the other: a win is 1.
pub(super) const DRAWN: f32 = 0.4;
/// How many numbers [`lead_index`] gives.
pub(super) const LEADS: usize = 2 * 21 * 43;
/// A lead beyond this is taken for this.
const FARTHEST: i32 = 10;
/// What each point beyond that adds.
const BEYOND: i32 = 20;
/// The weights, learned; `crates/engines/data/README.md` says how, and what the file is like.
const FILE: &[u8] = include_bytes!("../../data/super-6x7.weights");
/// How the file begins.
const MAGIC: &[u8; 8] = b"PSUPER01";
/// How many thousandths a unit of a pattern's weight in the file is.
const UNIT: f32 = 4.0;

/// What the final difference of points is expected to be for a player who is behind, level and ahead: a
/// number, so much for each unit of value, and so much for each point of lead.
///
/// `parlor train super-points` measured it in 1,000 games of the search against itself, 2,000 nodes a move.
/// How the games ended lay off by 2.8 points as a standard deviation, by 4.1 where nobody was ahead: a value
/// says little about so long a game.
const POINTS: [[f64; 3]; 3] = [[-0.77, 0.00369, 0.32], [1.41, 0.00883, 0.0], [2.0, 0.00291, 0.3]];

/// Returns which of the four sets of weights a board is judged by.
#[inline(always)]
pub(super) fn bucket(lead: i32, hunter: bool) -> usize {
    match lead {
        0 => 1 + usize::from(hunter),
        ..0 => 0,
        _ => 3,
    }
}

/// Returns where the weight of a lead with so many cells free stands.
#[inline(always)]
pub(super) fn lead_index(lead: i32, free: u32, hunter: bool) -> usize {
    let lead = (lead.clamp(-FARTHEST, FARTHEST) + FARTHEST) as usize;
    (usize::from(hunter) * 21 + lead) * 43 + free as usize
}

/// Weights of the patterns of a 6 x 7 board, learned by play against itself (`train.rs`).
#[derive(Debug)]
pub(super) struct Weights {
    leads: Vec<i32>,
    patterns: Vec<i16>,
}

impl Weights {
    /// Returns the weights the program comes with.
    pub(super) fn get() -> &'static Weights {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| Weights::from_bytes(FILE).expect("a test reads the file"))
    }

    /// Reads the file; nothing, if it is no such file or has been damaged.
    fn from_bytes(bytes: &[u8]) -> Option<Weights> {
        let (body, sum) = bytes.split_last_chunk::<8>()?;
        let numbers = body.strip_prefix(MAGIC)?;
        if u64::from_le_bytes(*sum) != checksum(body) || numbers.len() != 2 * LEADS + 4 * PATTERNS {
            return None;
        }
        let (leads, patterns) = numbers.split_at(2 * LEADS);
        let leads = leads.chunks_exact(2).map(|pair| i32::from(i16::from_le_bytes([pair[0], pair[1]])));
        let patterns = patterns.iter().map(|&byte| i16::from(byte as i8) * UNIT as i16);
        Some(Weights { leads: leads.collect(), patterns: patterns.collect() })
    }

    /// Writes the file.
    pub(super) fn to_bytes(leads: &[f32], patterns: &[f32]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(leads.iter().flat_map(|weight| ((weight * 1_000.0).round() as i16).to_le_bytes()));
        bytes.extend(patterns.iter().map(|weight| (weight * 1_000.0 / UNIT).round() as i8 as u8));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }
}

/// FNV-1a, 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

impl Evaluator<Standard> for Weights {
    #[inline(always)]
    fn judge(&self, board: &Board<Standard>, hunter: bool) -> i32 {
        let base = bucket(board.lead, hunter) * PATTERNS;
        let weights = &self.patterns[base..base + PATTERNS];
        let beyond = (board.lead - board.lead.clamp(-FARTHEST, FARTHEST)).clamp(-1_000, 1_000) * BEYOND;
        let lead = self.leads[lead_index(board.lead, board.free(), hunter)] + beyond;
        shown(board).iter().fold(lead, |sum, &number| sum + i32::from(weights[number as usize]))
    }

    /// Fitted to games against itself. Beyond the farthest lead, what counts is the lead.
    fn points(&self, value: i32, lead: i32) -> f64 {
        let near = lead.clamp(-FARTHEST, FARTHEST);
        let far = lead - near;
        let [base, by_value, by_lead] = POINTS[(lead.signum() + 1) as usize];
        let value = value - far.clamp(-1_000, 1_000) * BEYOND;
        base + by_value * f64::from(value) + by_lead * f64::from(near) + f64::from(far)
    }
}

/// Counts points and threats: for boards of any size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threats;

impl<G: Grid> Evaluator<G> for Threats {
    #[inline(always)]
    fn judge(&self, board: &Board<G>, _hunter: bool) -> i32 {
        let (mine, theirs) = (board.threats(board.mover), board.threats(board.waiting));
        let threats = (mine & !theirs).count() as i32 - (theirs & !mine).count() as i32;
        let next = i32::from(mine & board.landings() != G::Word::ZERO);
        let lead = board.lead.clamp(-500, 500);
        // Whoever is ahead wants the board full.
        let dimensions = board.grid.dimensions();
        let cells = (dimensions.rows * dimensions.columns) as i32;
        let full = (cells - board.free() as i32) * 1_000 / cells;
        lead * 1_000 + lead.signum() * full + threats * 120 + next * 300
    }

    fn points(&self, value: i32, lead: i32) -> f64 {
        f64::from(value) / 1_000.0 + f64::from(lead - lead.clamp(-500, 500))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::SplitMix64;

    #[test]
    fn the_file_is_whole() {
        let weights = Weights::from_bytes(FILE).expect("as it was written");
        assert_eq!((weights.leads.len(), weights.patterns.len()), (LEADS, 4 * PATTERNS));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let mut bytes = FILE.to_vec();
        bytes[1_000] ^= 1;
        assert!(Weights::from_bytes(&bytes).is_none());
        assert!(Weights::from_bytes(&FILE[..FILE.len() - 1]).is_none() && Weights::from_bytes(&[]).is_none());
    }

    #[test]
    fn a_board_is_worth_what_its_mirror_image_is() {
        let mut dice = SplitMix64::new(5);
        let empty = Board { grid: Standard, mover: 0, waiting: 0, lead: 0 };
        let (mut board, mut mirrored) = (empty, empty);
        for ply in 0..300 {
            if board.is_full() {
                (board, mirrored) = (empty, empty);
            }
            let column = dice.below(7) as u32;
            let at = |board: &Board<Standard>, column| {
                board.landings() & Standard.dimensions().column::<u64>(column)
            };
            if at(&board, column) != 0 {
                board = board.after(at(&board, column));
                mirrored = mirrored.after(at(&mirrored, 6 - column));
            }
            let hunter = ply % 3 == 0;
            assert_eq!(Weights::get().judge(&board, hunter), Weights::get().judge(&mirrored, hunter));
        }
    }
}
