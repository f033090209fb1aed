//! The rule of a press for one line, and the record of a press of a panel.

use crate::Cell;
use crate::tiles::Direction;
use crate::tiles::rank::{merged_rank, value_of};

/// The effect of a press on a panel. It is enough to animate the press and to undo it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Press {
    direction: Direction,
    slides: Vec<Slide>,
    max_before: u8,
}

/// A tile that moved, and perhaps merged into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The cell the tile moved from.
    pub from: Cell,
    /// The cell the tile moved to, never the same one.
    pub to: Cell,
    /// Whether it merged into a tile that was there before it.
    pub merged: bool,
    pub(super) rank: u8,
}

impl Press {
    /// Returns the direction of the press.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns the tiles that moved, line by line, and in each line from the edge pressed toward.
    ///
    /// In this order no tile slides through another. A tile that stays is not listed, even if another merges
    /// into it.
    pub fn slides(&self) -> &[Slide] {
        &self.slides
    }

    /// Returns whether a tile moved. Every merge moves a tile.
    pub fn changed(&self) -> bool {
        !self.slides.is_empty()
    }

    pub(super) fn new(direction: Direction, max_before: u8) -> Press {
        Press { direction, slides: Vec::new(), max_before }
    }

    pub(super) fn push(&mut self, slide: Slide) {
        self.slides.push(slide);
    }

    pub(super) fn max_before(&self) -> u8 {
        self.max_before
    }
}

impl Slide {
    /// Returns the value of the tile before any merge. It is as exact as
    /// [`Panel::value`](crate::tiles::Panel::value).
    pub fn value(&self) -> u128 {
        value_of(self.rank)
    }
}

/// The move of a tile within a line. Places count from the edge pressed toward.
pub(super) struct Shift {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) rank: u8,
    pub(super) merged: bool,
}

/// Presses one line of ranks toward its first place and calls `on_shift` for each tile that moves.
///
/// The plain panel and the lookup table of packed panels both use this function, so the rule exists once.
pub(super) fn press_line(line: &mut [u8], mut on_shift: impl FnMut(Shift)) {
    let mut packed = 0;
    let mut last_can_merge = false;
    for from in 0..line.len() {
        let rank = std::mem::take(&mut line[from]);
        if rank == 0 {
            continue;
        }
        let merged = last_can_merge && line[packed - 1] == rank;
        if merged {
            line[packed - 1] = merged_rank(rank);
        } else {
            line[packed] = rank;
            packed += 1;
        }
        last_can_merge = !merged;
        let to = packed - 1;
        if from != to {
            on_shift(Shift { from, to, rank, merged });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::rank::rank_of;

    /// Presses a line of values toward its first place.
    fn pressed(values: &[u64]) -> Vec<u128> {
        let mut line: Vec<u8> = values.iter().map(|&value| rank_of(value)).collect();
        press_line(&mut line, |_| {});
        line.into_iter().map(value_of).collect()
    }

    fn pressed_right(values: &[u64]) -> Vec<u128> {
        let mirrored: Vec<u64> = values.iter().rev().copied().collect();
        pressed(&mirrored).into_iter().rev().collect()
    }

    #[test]
    fn examples_of_the_docs() {
        assert_eq!(pressed(&[2, 0, 2, 2]), [4, 2, 0, 0]);
        assert_eq!(pressed_right(&[2, 0, 2, 2]), [0, 0, 2, 4]);
        assert_eq!(pressed(&[1, 1, 2]), [2, 2, 0]);
        assert_eq!(pressed(&[2, 2, 2, 2]), [4, 4, 0, 0]);
    }

    #[test]
    fn tiles_merge_once() {
        assert_eq!(pressed(&[4, 2, 2]), [4, 4, 0]);
        assert_eq!(pressed(&[2, 2, 4, 8]), [4, 4, 8, 0]);
        assert_eq!(pressed(&[1, 1, 1]), [2, 1, 0]);
    }

    #[test]
    fn gaps_close() {
        assert_eq!(pressed(&[0, 0, 0, 1]), [1, 0, 0, 0]);
        assert_eq!(pressed(&[1, 0, 2, 0]), [1, 2, 0, 0]);
        assert_eq!(pressed(&[1, 2, 1, 2]), [1, 2, 1, 2]);
        assert_eq!(pressed(&[0]), [0]);
        assert_eq!(pressed(&[]), [] as [u128; 0]);
    }

    #[test]
    fn lists_the_shifts() {
        let mut shifts = Vec::new();
        let mut line = [0, 2, 2, 1, 0, 1];
        press_line(&mut line, |shift| shifts.push((shift.from, shift.to, shift.rank, shift.merged)));
        assert_eq!(line, [3, 2, 0, 0, 0, 0]);
        assert_eq!(shifts, [(1, 0, 2, false), (2, 0, 2, true), (3, 1, 1, false), (5, 1, 1, true)]);
    }

    /// The rule in three separate passes, as `docs/games/1024.md` describes it.
    fn pressed_slowly(line: &[u8]) -> Vec<u8> {
        let mut tiles: Vec<u8> = line.iter().copied().filter(|&rank| rank > 0).collect();
        let mut place = 0;
        while place + 1 < tiles.len() {
            if tiles[place] == tiles[place + 1] {
                tiles[place] += 1;
                tiles.remove(place + 1);
            }
            place += 1;
        }
        tiles.resize(line.len(), 0);
        tiles
    }

    #[test]
    fn matches_the_slow_rule() {
        for length in 0..=6 {
            for number in 0..5u32.pow(length) {
                let line: Vec<u8> = (0..length).map(|place| (number / 5u32.pow(place) % 5) as u8).collect();
                let mut fast = line.clone();
                let mut changed = false;
                press_line(&mut fast, |_| changed = true);
                assert_eq!(fast, pressed_slowly(&line), "{line:?}");
                assert_eq!(changed, fast != line, "{line:?}");
            }
        }
    }
}
