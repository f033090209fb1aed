//! Follows what was printed along what should have been. A board that is printed again, complete and unchanged, does not
//! matter: programs show it after a refused move, or before a question.

use crate::oracle::Expected;
use crate::recognize::{Item, Kind};
use std::ops::Range;

/// What should be printed.
pub(crate) struct Path<'a> {
    wanted: &'a [Item],
    is_cut_short: bool,
    /// For each place, the items of the board that was complete there last.
    boards: Vec<Option<(usize, usize)>>,
}

/// What came of following.
pub(crate) struct Followed {
    /// Where the wanted and the printed items stand at the first difference, if there is one.
    pub(crate) failure: Option<(usize, usize)>,
    /// Whether a board had to be taken for one that is printed again.
    pub(crate) prints_again: bool,
}

/// How far the wanted items have been printed, and how far a board is being printed again.
type Place = (usize, Option<usize>);

impl<'a> Path<'a> {
    pub(crate) fn new(expected: &Expected, wanted: &'a [Item]) -> Path<'a> {
        let mut boards = vec![None; wanted.len() + 1];
        let mut last = None;
        let mut at = 0;
        while at < wanted.len() {
            // What is printed between two words is one board.
            let words = expected.words_before(wanted[at].offset);
            let is_same =
                |item: &&Item| item.kind == Kind::Row && expected.words_before(item.offset) == words;
            let length = wanted[at..].iter().take_while(is_same).count();
            boards[at] = last;
            if length > 0 {
                last = Some((at, at + length));
            }
            at += length.max(1);
        }
        boards[wanted.len()] = last;
        Path { wanted, is_cut_short: expected.is_cut_short, boards }
    }

    /// Follows the printed items from this one of the wanted. Loose items count only where they are wanted.
    pub(crate) fn follow(&self, start: usize, got: &[Item]) -> Followed {
        let Some(strictly) = self.first_difference(start, got, false) else {
            return Followed { failure: None, prints_again: false };
        };
        let Some(freely) = self.first_difference(start, got, true) else {
            return Followed { failure: None, prints_again: true };
        };
        // A board that is old where a new one is due was hardly meant to be printed again.
        let is_meant = self.boards[freely.0].is_some_and(|board| board.1 > strictly.0);
        Followed { failure: Some(if is_meant { freely } else { strictly }), prints_again: false }
    }

    fn first_difference(&self, start: usize, got: &[Item], may_print_again: bool) -> Option<(usize, usize)> {
        let mut places: Vec<Place> = vec![(start, None)];
        // How many items had been printed when a place was first reached.
        let mut reached: Vec<usize> = vec![0; self.wanted.len() + 1];
        for (index, item) in got.iter().enumerate() {
            let mut next: Vec<Place> = Vec::new();
            for &(place, again) in &places {
                if again.is_none() && self.is_wanted(place, item) {
                    next.push((place + 1, None));
                }
                if item.is_loose {
                    next.push((place, again));
                }
                if let Some((first, end)) = self.boards[place].filter(|_| may_print_again)
                    && self.is_wanted(again.unwrap_or(first), item)
                {
                    let row = again.unwrap_or(first) + 1;
                    next.push((place, (row < end).then_some(row)));
                }
            }
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                let furthest = furthest(&places, start);
                let at = self.meant(furthest, got, reached[furthest]..index);
                return (!(self.is_cut_short && furthest == self.wanted.len())).then_some((furthest, at));
            }
            for (place, _) in &next {
                if *place > start && reached[*place] == 0 {
                    reached[*place] = index + 1;
                }
            }
            places = next;
        }
        let furthest = furthest(&places, start);
        // A program may end with the game, though words follow.
        let last = furthest.checked_sub(1).and_then(|last| self.wanted.get(last));
        let has_ended = last.is_some_and(|item| item.kind == Kind::Verdict);
        let may_end = has_ended && !self.wanted[furthest..].iter().any(|item| item.kind == Kind::Score);
        let at = self.meant(furthest, got, reached[furthest]..got.len());
        (furthest < self.wanted.len() && !may_end).then_some((furthest, at))
    }

    /// Returns the printed item that was meant for the wanted one: a loose one of its kind, or a result, among those that
    /// were passed over; if there is none, the one after them.
    fn meant(&self, furthest: usize, got: &[Item], passed: Range<usize>) -> usize {
        let kind = self.wanted.get(furthest).map(|item| item.kind);
        let is_meant = |item: &Item| item.is_loose && (Some(item.kind) == kind || item.kind == Kind::Verdict);
        passed.clone().find(|&at| is_meant(&got[at])).unwrap_or(passed.end)
    }

    fn is_wanted(&self, place: usize, item: &Item) -> bool {
        self.wanted.get(place).is_some_and(|want| want.kind == item.kind && want.text == item.text)
    }
}

fn furthest(places: &[Place], start: usize) -> usize {
    places.iter().map(|place| place.0).max().unwrap_or(start)
}
