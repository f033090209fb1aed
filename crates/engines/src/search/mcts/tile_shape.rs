//! How tidy a panel of 1024 is, by looking its lines up.

use parlor_rules::tiles::PackedPanel;

/// What every line of a 4 x 4 panel is worth.
///
/// Room and tiles about to merge are good, many tiles are bad, and so are large ones that do not rise or fall along
/// the line. The form and the numbers are those of a well-known player of 2048 by Robert Xiao (nneonneo), taken
/// over as they are.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    lines: Box<[f32]>,
}

/// For an empty cell.
const ROOM: f64 = 270.0;
/// For a tile that can merge with its neighbour.
const MERGE: f64 = 700.0;
/// Against tiles that neither rise nor fall: this times the lesser of all steps up and all steps down.
const CROOKED: f64 = 47.0;
/// The power of a tile's rank that steps are measured in: large tiles out of place are worst.
const STEP: i32 = 4;
/// Against tiles at all: this times the sum of their ranks to a power.
const TILES: f64 = 11.0;
/// That power.
const TILE: f64 = 3.5;

impl Shape {
    /// Works out all 65,536 lines.
    pub(super) fn new() -> Shape {
        let line = |number: u16| worth([0, 4, 8, 12].map(|bit| f64::from(number >> bit & 15))) as f32;
        Shape { lines: (0..=u16::MAX).map(line).collect() }
    }

    /// What a panel is worth: all its rows and all its columns.
    #[inline]
    pub(super) fn worth(&self, panel: PackedPanel) -> f64 {
        let line = |bits: u64, place: u32| self.lines[usize::from((bits >> (16 * place)) as u16)];
        let (rows, columns) = (panel.bits(), panel.turned().bits());
        f64::from((0..4).map(|place| line(rows, place) + line(columns, place)).sum::<f32>())
    }
}

/// What a line of tiles is worth, given their ranks, 0 for an empty cell.
fn worth(ranks: [f64; 4]) -> f64 {
    let (mut room, mut merging, mut alike, mut last) = (0.0, 0.0, 0.0, 0.0);
    for &rank in &ranks {
        if rank == 0.0 {
            room += 1.0;
        } else if rank == last {
            // The first pair of a row of equal tiles counts for both of its tiles.
            merging += if alike == 0.0 { 2.0 } else { 1.0 };
            alike += 1.0;
        } else {
            (last, alike) = (rank, 0.0);
        }
    }
    let (mut down, mut up) = (0.0, 0.0);
    for pair in ranks.windows(2) {
        let step = pair[0].powi(STEP) - pair[1].powi(STEP);
        *(if step > 0.0 { &mut down } else { &mut up }) += step.abs();
    }
    let tiles: f64 = ranks.iter().map(|rank| rank.powf(TILE)).sum();
    ROOM * room + MERGE * merging - CROOKED * f64::min(down, up) - TILES * tiles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tidy_lines_are_worth_more() {
        let order = [
            // Empty, then tiles that merge, in order, in a heap, and the largest one in the wrong place.
            [0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 3.0],
            [4.0, 4.0, 3.0, 2.0],
            [5.0, 4.0, 3.0, 2.0],
            [5.0, 3.0, 4.0, 2.0],
            [2.0, 5.0, 3.0, 4.0],
        ];
        assert!(order.windows(2).all(|pair| worth(pair[0]) > worth(pair[1])));
    }

    #[test]
    fn a_line_is_worth_the_same_from_both_ends() {
        for number in (0..=u16::MAX).step_by(7) {
            let ranks = [0, 4, 8, 12].map(|bit| f64::from(number >> bit & 15));
            let [first, second, third, fourth] = ranks;
            let difference = worth(ranks) - worth([fourth, third, second, first]);
            assert!(difference.abs() < 1e-3, "{ranks:?}");
        }
    }
}
