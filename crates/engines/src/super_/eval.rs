//! The static evaluation of a board.

use super::board::{BitWord, Board, Grid, Standard};
use super::patterns::{PATTERNS, pattern_indices};
use crate::data_file::{DataFile, embedded_data};
use parlor_rules::drop::bits::Word;
use std::sync::OnceLock;

/// A static evaluation, in thousandths, for the player to move.
pub(super) trait Evaluator<G: Grid> {
    /// Returns the value of a board for the player to move. `has_contempt` says whether that player is the
    /// root player, who avoids draws.
    fn evaluate(&self, board: &Board<G>, has_contempt: bool) -> i32;

    /// Returns the expected final difference of points for a value, given the lead before the move.
    fn points(&self, value: i32, lead: i32) -> f64;
}

/// The contempt in training: a draw is worth this much less to the one player and more to the other. A win is
/// 1.
pub(super) const TRAINING_CONTEMPT: f32 = 0.4;
/// The number of indices that [`lead_index`] returns.
pub(super) const LEADS: usize = 2 * 21 * 43;
/// The largest lead that has weights of its own.
const MAX_LEAD: i32 = 10;
/// The value of each point beyond [`MAX_LEAD`].
const EXTRA_POINT: i32 = 20;
/// The learned weights. `crates/engines/data/README.md` describes the file and how it was made.
pub(crate) static WEIGHTS_FILE: DataFile =
    DataFile::new("super-6x7.weights", embedded_data!("super-6x7.weights"), || Weights::get().is_some());
/// The first bytes of the file.
const MAGIC: &[u8; 8] = b"PSUPER01";
/// The unit of a pattern weight in the file, in thousandths.
const WEIGHT_UNIT: f32 = 4.0;

/// The fits of the final difference of points for a player who is behind, even and ahead: a constant, a
/// factor of the value and a factor of the lead.
///
/// `parlor-training train super-points` measured them in 1,000 self-play games with 2,000 nodes per move. The standard
/// deviation of the results from the fit is 2.8 points, and 4.1 where nobody was ahead: a value says little
/// about so long a game.
const POINTS: [[f64; 3]; 3] = [[-0.77, 0.00369, 0.32], [1.41, 0.00883, 0.0], [2.0, 0.00291, 0.3]];

/// Returns which of the four sets of weights evaluates a board.
#[inline(always)]
pub(super) fn bucket(lead: i32, has_contempt: bool) -> usize {
    match lead {
        0 => 1 + usize::from(has_contempt),
        ..0 => 0,
        _ => 3,
    }
}

/// Returns the index of the weight for a lead with this many free cells.
#[inline(always)]
pub(super) fn lead_index(lead: i32, free: u32, has_contempt: bool) -> usize {
    let lead = (lead.clamp(-MAX_LEAD, MAX_LEAD) + MAX_LEAD) as usize;
    (usize::from(has_contempt) * 21 + lead) * 43 + free as usize
}

/// The weights of the patterns of a 6 x 7 board, learned by self-play (`train.rs`).
#[derive(Debug)]
pub(super) struct Weights {
    leads: Vec<i32>,
    patterns: Vec<i16>,
}

impl Weights {
    /// Returns the weights that come with the program, or `None` as long as their file is missing.
    pub(super) fn get() -> Option<&'static Weights> {
        static WEIGHTS: OnceLock<Option<Weights>> = OnceLock::new();
        let bytes = WEIGHTS_FILE.bytes()?;
        WEIGHTS.get_or_init(|| Weights::from_bytes(bytes)).as_ref()
    }

    /// Parses the file. Returns `None` if it is damaged or something else.
    fn from_bytes(bytes: &[u8]) -> Option<Weights> {
        let (body, sum) = bytes.split_last_chunk::<8>()?;
        let numbers = body.strip_prefix(MAGIC)?;
        if u64::from_le_bytes(*sum) != checksum(body) || numbers.len() != 2 * LEADS + 4 * PATTERNS {
            return None;
        }
        let (leads, patterns) = numbers.split_at(2 * LEADS);
        let leads = leads.chunks_exact(2).map(|pair| i32::from(i16::from_le_bytes([pair[0], pair[1]])));
        let patterns = patterns.iter().map(|&byte| i16::from(byte as i8) * WEIGHT_UNIT as i16);
        Some(Weights { leads: leads.collect(), patterns: patterns.collect() })
    }

    /// Returns the weights as a file.
    pub(super) fn to_bytes(leads: &[f32], patterns: &[f32]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(leads.iter().flat_map(|weight| ((weight * 1_000.0).round() as i16).to_le_bytes()));
        bytes.extend(patterns.iter().map(|weight| (weight * 1_000.0 / WEIGHT_UNIT).round() as i8 as u8));
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
    fn evaluate(&self, board: &Board<Standard>, has_contempt: bool) -> i32 {
        let base = bucket(board.lead, has_contempt) * PATTERNS;
        let weights = &self.patterns[base..base + PATTERNS];
        let beyond = (board.lead - board.lead.clamp(-MAX_LEAD, MAX_LEAD)).clamp(-1_000, 1_000) * EXTRA_POINT;
        let lead = self.leads[lead_index(board.lead, board.free(), has_contempt)] + beyond;
        pattern_indices(board).iter().fold(lead, |sum, &number| sum + i32::from(weights[number as usize]))
    }

    /// Uses the fits above. Beyond the largest lead it adds the lead itself.
    fn points(&self, value: i32, lead: i32) -> f64 {
        let near = lead.clamp(-MAX_LEAD, MAX_LEAD);
        let far = lead - near;
        let [base, by_value, by_lead] = POINTS[(lead.signum() + 1) as usize];
        let value = value - far.clamp(-1_000, 1_000) * EXTRA_POINT;
        base + by_value * f64::from(value) + by_lead * f64::from(near) + f64::from(far)
    }
}

/// An evaluation that counts points and threats, for boards of any size.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThreatEval;

impl<G: Grid> Evaluator<G> for ThreatEval {
    #[inline(always)]
    fn evaluate(&self, board: &Board<G>, _has_contempt: bool) -> i32 {
        let (mine, theirs) = (board.threats(board.mover), board.threats(board.waiting));
        let threats = (mine & !theirs).count() as i32 - (theirs & !mine).count() as i32;
        let next = i32::from(mine & board.landings() != G::Word::ZERO);
        let lead = board.lead.clamp(-500, 500);
        // The player who is ahead wants a full board.
        let dimensions = board.grid.dimensions();
        let cells = (dimensions.rows() * dimensions.columns()) as i32;
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
    fn file_is_valid() {
        let file = WEIGHTS_FILE.bytes().unwrap();
        let weights = Weights::from_bytes(file).expect("as it was written");
        assert_eq!((weights.leads.len(), weights.patterns.len()), (LEADS, 4 * PATTERNS));
    }

    #[test]
    fn damaged_file_is_rejected() {
        let file = WEIGHTS_FILE.bytes().unwrap();
        let mut bytes = file.to_vec();
        bytes[1_000] ^= 1;
        assert!(Weights::from_bytes(&bytes).is_none());
        assert!(Weights::from_bytes(&file[..file.len() - 1]).is_none() && Weights::from_bytes(&[]).is_none());
    }

    #[test]
    fn mirror_images() {
        let mut rng = SplitMix64::new(5);
        let empty = Board { grid: Standard, mover: 0, waiting: 0, lead: 0 };
        let (mut board, mut mirrored) = (empty, empty);
        for ply in 0..300 {
            if board.is_full() {
                (board, mirrored) = (empty, empty);
            }
            let column = rng.below(7) as u32;
            let at = |board: &Board<Standard>, column| {
                board.landings() & Standard.dimensions().column_unchecked(column)
            };
            if at(&board, column) != 0 {
                board = board.after(at(&board, column));
                mirrored = mirrored.after(at(&mirrored, 6 - column));
            }
            let has_contempt = ply % 3 == 0;
            assert_eq!(
                Weights::get().unwrap().evaluate(&board, has_contempt),
                Weights::get().unwrap().evaluate(&mirrored, has_contempt)
            );
        }
    }
}
