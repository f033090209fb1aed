//! The evaluation of a panel of 1024, by a lookup table of lines.

use parlor_rules::tiles::PackedPanel;

/// The values of all lines of a 4 x 4 panel.
///
/// Empty cells are good, and so are equal neighbors, which will merge. Differences between neighbors are bad.
/// A peak, a tile higher than both of its neighbors, is much worse: it goes away only when a neighbor becomes
/// as high. Both penalties grow with the tile.
///
/// The weights were tuned by the cross-entropy method: a player that looks one new tile and one press ahead
/// played 60 games with each of twelve settings drawn at random around the best so far; the settings whose
/// games lasted longest, by the mean of the logarithm, set the next distribution, 35 times. Terms were also
/// left out one by one, over 600 games: without peaks the games lasted half as long. Valleys between higher
/// tiles and a penalty on high tiles made no significant difference, so they are not part of the evaluation.
#[derive(Clone, Debug)]
pub(super) struct PanelEval {
    lines: Box<[f32]>,
}

/// The bonus of an empty cell. It is the unit of the other weights.
const EMPTY_CELL: f64 = 10.0;
/// The bonus of two equal neighbors.
const EQUAL_PAIR: f64 = 11.0;
/// The bonus for each rank of two equal neighbors.
const EQUAL_PAIR_RANK: f64 = 2.5;
/// The penalty for each rank between two neighbors, times the weight of the higher one.
const STEP: f64 = 0.14;
/// The penalty for each rank of a tile above both of its neighbors, times its weight.
const PEAK: f64 = 2.5;
/// The factor between the weights of a tile and a tile of half its value.
const WEIGHT: f64 = 1.35;

impl PanelEval {
    /// Computes the values of all 65,536 lines.
    pub(super) fn new() -> PanelEval {
        let line = |number: u16| line_value([0, 4, 8, 12].map(|bit| (number >> bit & 15) as u8)) as f32;
        PanelEval { lines: (0..=u16::MAX).map(line).collect() }
    }

    /// Returns the value of a panel: the sum of its rows and columns.
    #[inline]
    pub(super) fn evaluate(&self, panel: PackedPanel) -> f64 {
        let line = |bits: u64, place: u32| self.lines[usize::from((bits >> (16 * place)) as u16)];
        let (rows, columns) = (panel.bits(), panel.transposed().bits());
        f64::from((0..4).map(|place| line(rows, place) + line(columns, place)).sum::<f32>())
    }
}

/// Returns the value of a line of ranks, 0 for an empty cell.
fn line_value(ranks: [u8; 4]) -> f64 {
    let room = ranks.iter().filter(|&&rank| rank == 0).count() as f64;
    let neighbors: f64 = ranks.windows(2).map(|pair| pair_value(pair[0], pair[1])).sum();
    let peaks: f64 = ranks.windows(3).map(|three| peak_height(three[1], three[0].max(three[2]))).sum();
    EMPTY_CELL * room + neighbors - PEAK * peaks
}

/// Returns the value of two neighbors, or 0 if a cell is empty.
fn pair_value(one: u8, other: u8) -> f64 {
    if one == 0 || other == 0 {
        0.0
    } else if one == other {
        EQUAL_PAIR + EQUAL_PAIR_RANK * f64::from(one)
    } else {
        -STEP * f64::from(one.abs_diff(other)) * weight(one.max(other))
    }
}

/// Returns the weighted height of a tile above its higher neighbor. Empty cells are lower than all tiles.
fn peak_height(rank: u8, higher: u8) -> f64 {
    f64::from(rank.saturating_sub(higher)) * weight(rank)
}

fn weight(rank: u8) -> f64 {
    WEIGHT.powi(rank.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smooth_lines_score_more() {
        let order = [
            // Empty, then with tiles that merge, sorted, with a small tile out of place, and with the largest
            // out of place.
            [0, 0, 0, 0],
            [4, 4, 3, 2],
            [5, 4, 3, 2],
            [5, 3, 4, 2],
            [2, 5, 3, 4],
        ];
        assert!(order.windows(2).all(|pair| line_value(pair[0]) > line_value(pair[1])));
    }

    #[test]
    fn peaks() {
        assert!(line_value([1, 9, 1, 0]) < line_value([1, 8, 1, 0]));
        assert!(line_value([10, 1, 0, 0]) > line_value([1, 10, 0, 0]));
    }

    #[test]
    fn lines_are_symmetric() {
        for number in (0..=u16::MAX).step_by(7) {
            let ranks = [0, 4, 8, 12].map(|bit| (number >> bit & 15) as u8);
            let [first, second, third, fourth] = ranks;
            let difference = line_value(ranks) - line_value([fourth, third, second, first]);
            assert!(difference.abs() < 1e-3, "{ranks:?}");
        }
    }
}
