//! How tidy a panel of 1024 is, by looking its lines up.

use parlor_rules::tiles::PackedPanel;

/// What every line of a 4 x 4 panel is worth.
///
/// Room is good, and so are equal neighbors, which will make more of it. Steps between neighbors are bad, and
/// a peak, a tile higher than those on both sides of it, is far worse: it can only be got rid of by making
/// one of them as high. Both weigh the more the higher the tile is.
///
/// The numbers were found by playing. A player that looks one new tile and one press ahead played 60 games
/// with each of twelve settings drawn at random around the best so far; those whose games lasted longest, by
/// the mean of the logarithm, chose where to draw next, 35 times over. Parts were also left out in turn, over
/// 600 games: without peaks the games lasted half as long. Valleys between higher tiles and a price on high
/// tiles made no difference beyond chance, and were left out for good.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    lines: Box<[f32]>,
}

/// For an empty cell: the unit of all others.
const ROOM: f64 = 10.0;
/// For two neighbors that are equal.
const ALIKE: f64 = 11.0;
/// For each rank of two neighbors that are equal.
const ALIKE_RANK: f64 = 2.5;
/// Against each rank between two neighbors, times the weight of the higher.
const STEP: f64 = 0.14;
/// Against each rank that a tile is above both of its neighbors, times its weight.
const PEAK: f64 = 2.5;
/// How much more a tile weighs than one of half its value.
const WEIGHT: f64 = 1.35;

impl Shape {
    /// Works out all 65,536 lines.
    pub(super) fn new() -> Shape {
        let line = |number: u16| worth([0, 4, 8, 12].map(|bit| (number >> bit & 15) as u8)) as f32;
        Shape { lines: (0..=u16::MAX).map(line).collect() }
    }

    /// Returns what a panel is worth: all its rows and all its columns.
    #[inline]
    pub(super) fn worth(&self, panel: PackedPanel) -> f64 {
        let line = |bits: u64, place: u32| self.lines[usize::from((bits >> (16 * place)) as u16)];
        let (rows, columns) = (panel.bits(), panel.transposed().bits());
        f64::from((0..4).map(|place| line(rows, place) + line(columns, place)).sum::<f32>())
    }
}

/// Returns what a line of tiles is worth, given their ranks, 0 for an empty cell.
fn worth(ranks: [u8; 4]) -> f64 {
    let room = ranks.iter().filter(|&&rank| rank == 0).count() as f64;
    let neighbors: f64 = ranks.windows(2).map(|pair| beside(pair[0], pair[1])).sum();
    let peaks: f64 = ranks.windows(3).map(|three| peak(three[1], three[0].max(three[2]))).sum();
    ROOM * room + neighbors - PEAK * peaks
}

/// Returns what two neighbors are worth; nothing if a cell is empty.
fn beside(one: u8, other: u8) -> f64 {
    if one == 0 || other == 0 {
        0.0
    } else if one == other {
        ALIKE + ALIKE_RANK * f64::from(one)
    } else {
        -STEP * f64::from(one.abs_diff(other)) * weight(one.max(other))
    }
}

/// Returns how far a tile is above the higher one of those on both sides, by its weight; empty cells are
/// lower than all.
fn peak(rank: u8, higher: u8) -> f64 {
    f64::from(rank.saturating_sub(higher)) * weight(rank)
}

fn weight(rank: u8) -> f64 {
    WEIGHT.powi(rank.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tidy_lines_are_worth_more() {
        let order = [
            // Empty, then tiles that merge, in order, with a small tile out of place, and with the largest.
            [0, 0, 0, 0],
            [4, 4, 3, 2],
            [5, 4, 3, 2],
            [5, 3, 4, 2],
            [2, 5, 3, 4],
        ];
        assert!(order.windows(2).all(|pair| worth(pair[0]) > worth(pair[1])));
    }

    #[test]
    fn a_peak_is_worse_the_higher_it_is_and_at_an_end_it_is_none() {
        assert!(worth([1, 9, 1, 0]) < worth([1, 8, 1, 0]));
        assert!(worth([10, 1, 0, 0]) > worth([1, 10, 0, 0]));
    }

    #[test]
    fn a_line_is_worth_the_same_from_both_ends() {
        for number in (0..=u16::MAX).step_by(7) {
            let ranks = [0, 4, 8, 12].map(|bit| (number >> bit & 15) as u8);
            let [first, second, third, fourth] = ranks;
            let difference = worth(ranks) - worth([fourth, third, second, first]);
            assert!(difference.abs() < 1e-3, "{ranks:?}");
        }
    }
}
