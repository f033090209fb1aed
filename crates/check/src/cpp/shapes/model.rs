//! What shapes's rules say about a script.

use super::{Op, Question};
use crate::cpp::answer::Expected;
use crate::cpp::class::Name;
use parlor_rules::Player;
use parlor_rules::drop::shapes::{Board, COLORS, FEWEST_BINS, LEAST_CAPACITY, LONGEST_SIDE};
use std::collections::{BTreeMap, VecDeque};

/// The boards of a script, and what is still to be read.
#[derive(Default)]
pub(super) struct Model {
    boards: BTreeMap<Name, Board>,
    input: VecDeque<String>,
}

/// Returns the answer to each operation, or `None` where the rules have none: no such board, or too little input.
pub(super) fn predict(script: &[Op]) -> Option<Vec<Expected>> {
    let mut model = Model::default();
    script.iter().map(|op| model.perform(op)).collect()
}

impl Model {
    /// Returns a board.
    pub(super) fn board(&self, name: Name) -> Option<&Board> {
        self.boards.get(&name)
    }

    /// Performs an operation.
    pub(super) fn perform(&mut self, op: &Op) -> Option<Expected> {
        let nothing = Some(Expected::Nothing);
        match op {
            Op::Default(name) => self.put(*name, &vec![Vec::new(); 6], 4),
            Op::New(name, bins, capacity) => {
                if *bins > LONGEST_SIDE || *capacity > LONGEST_SIDE {
                    return None;
                }
                let bins = (*bins).max(FEWEST_BINS) as usize;
                self.put(*name, &vec![Vec::new(); bins], (*capacity).max(LEAST_CAPACITY))
            }
            Op::Copy(name, _) if self.boards.contains_key(name) => None,
            Op::Copy(name, other) => {
                let copy = self.boards.get(other)?.clone();
                self.boards.insert(*name, copy);
                nothing
            }
            Op::Assign(name, other) => {
                let copy = self.boards.get(other)?.clone();
                *self.boards.get_mut(name)? = copy;
                nothing
            }
            Op::Delete(name) => self.boards.remove(name).and(nothing),
            Op::Bins(name) => Some(Expected::Number(self.boards.get(name)?.bins() as i64)),
            Op::Capacity(name) => Some(Expected::Number(self.boards.get(name)?.capacity() as i64)),
            Op::Grid(name) => Some(Expected::Bins(contents(self.boards.get(name)?))),
            Op::Fill(name, bins) => {
                let board = self.boards.get(name)?;
                let capacity = board.capacity() as i64;
                if bins.len() != board.bins() {
                    return None;
                }
                self.put(*name, bins, capacity)
            }
            Op::Push(name, bin, value) => self.push(*name, *bin, *value).and(nothing),
            Op::Display(name) => Some(Expected::Shown(self.boards.get(name)?.display(true))),
            Op::Input(lines) => {
                self.input = lines.iter().flatten().cloned().collect();
                nothing
            }
            Op::Add(name, player) => Some(Expected::Asked(self.add(*name, *player)? as i64)),
            Op::Ask(name, question, bin) => {
                let board = self.boards.get_mut(name)?;
                let winner = if *bin < board.bins() { ask(board, *question, *bin) } else { return None };
                Some(Expected::Number(winner.map_or(-1, |winner| winner.index() as i64)))
            }
            Op::Play(name) => self.play(*name),
        }
    }

    fn put(&mut self, name: Name, bins: &[Vec<u8>], capacity: i64) -> Option<Expected> {
        let bins: Vec<&[u8]> = bins.iter().map(Vec::as_slice).collect();
        self.boards.insert(name, Board::from_bins(&bins, capacity).ok()?);
        Some(Expected::Nothing)
    }

    fn push(&mut self, name: Name, bin: usize, value: u8) -> Option<()> {
        let board = self.boards.get(&name)?;
        let (mut bins, capacity) = (contents(board), board.capacity() as i64);
        bins.get_mut(bin)?.push(value);
        self.put(name, &bins, capacity).map(drop)
    }

    /// Reads words until one is a bin with room, and puts the player's shape there.
    fn add(&mut self, name: Name, player: u8) -> Option<usize> {
        loop {
            let word = self.input.pop_front()?;
            let board = self.boards.get(&name)?;
            let has_room = |bin: &usize| *bin < board.bins() && board.height(*bin) < board.capacity();
            if let Some(bin) = word.parse().ok().filter(has_room) {
                self.push(name, bin, player)?;
                return Some(bin);
            }
        }
    }

    /// Plays a game from an empty board. All of the input must be needed.
    fn play(&mut self, name: Name) -> Option<Expected> {
        let board = self.boards.get(&name)?;
        let cells = board.bins() * board.capacity();
        if contents(board).iter().any(|bin| !bin.is_empty()) {
            return None;
        }
        let mut verdict = "a tie";
        for turn in 0..cells {
            let bin = self.add(name, (turn % 2) as u8)?;
            if let Some(winner) = self.boards.get_mut(&name)?.win(bin) {
                verdict = ["winner: red", "winner: blue"][winner.index()];
                debug_assert!(verdict.ends_with(COLORS[winner.index()]));
                break;
            }
        }
        let board = self.boards.get(&name)?.display(true);
        self.input.is_empty().then_some(Expected::Game { board, verdict })
    }
}

fn ask(board: &mut Board, question: Question, bin: usize) -> Option<Player> {
    match question {
        Question::Horizontal => board.horizontal(bin),
        Question::Vertical => board.vertical(bin),
        Question::Diagonal => board.diagonal(bin),
        Question::Win => board.win(bin),
    }
}

fn contents(board: &Board) -> Vec<Vec<u8>> {
    (0..board.bins()).map(|bin| board.values(bin)).collect()
}

/// Returns the rule behind the expected answer to the last operation.
pub(super) fn rule(script: &[Op]) -> &'static str {
    let Some((last, earlier)) = script.split_last() else { return "" };
    let asked = earlier.iter().rev().find(|op| matches!(op, Op::Ask(..)));
    if earlier.iter().any(|op| matches!(op, Op::Copy(..) | Op::Assign(..))) {
        return "a copy is independent: what happens to one board never shows on another";
    }
    match (last, asked) {
        (Op::Grid(_), Some(_)) if earlier.iter().filter(|op| matches!(op, Op::Ask(..))).count() > 1 => {
            "marked shapes still count as their player's; asking again answers the same and changes nothing: 2 stays 2, 3 stays 3"
        }
        (Op::Grid(_), Some(_)) => {
            "all shapes of the line that was found are marked, five and more as well: 0 becomes 2, 1 becomes 3; nothing else changes"
        }
        (Op::Grid(_) | Op::Bins(_) | Op::Capacity(_), None)
            if !earlier.iter().any(|op| matches!(op, Op::Add(..) | Op::Play(_))) =>
        {
            "Board() has 6 bins of capacity 4; fewer than 5 bins become 5, a capacity below 4 becomes 4; every bin is empty"
        }
        (Op::Grid(_), None) => "the shape of player 0 is a 0 and that of player 1 a 1, on top of its bin",
        (Op::Ask(..), _) => ask_rule(earlier, last),
        (Op::Display(_), _) => {
            "a separator +--+--+..., then for each level from the top down a line | with the symbol and a space (or two spaces) and | for each bin, and the separator again; last the numbers of the bins under their shapes, each right-aligned in width 2 and followed by a space"
        }
        (Op::Add(..), _) => {
            "add asks again until the word is the number of a bin that is there and not full: also after a word that is no number; words may stand on one line"
        }
        (Op::Play(_), _) => {
            "red and blue take turns; after each shape the win is looked for and the board is printed; the end is `winner: red`, `winner: blue` or `a tie`"
        }
        _ => "",
    }
}

fn ask_rule(earlier: &[Op], last: &Op) -> &'static str {
    let mut model = Model::default();
    earlier.iter().for_each(|op| drop(model.perform(op)));
    let Op::Ask(name, question, bin) = last else { return "" };
    let Some(board) = model.boards.get_mut(name) else { return "" };
    let before = contents(board);
    if board.height(*bin) == 0 {
        return "an empty bin has no top shape: nobody wins there, the answer is -1";
    }
    let winner = ask(board, *question, *bin);
    let length = contents(board).iter().flatten().filter(|value| **value > 1).count();
    let had_marks = before.iter().flatten().any(|value| *value > 1);
    match (winner, question) {
        (Some(_), _) if had_marks => "marked shapes (2 and 3) still count as their player's",
        (Some(_), _) if length > 4 => "four or more in a row win, not only exactly four",
        (Some(_), Question::Diagonal) => {
            "four or more in a diagonal through the bin's top shape win, rising or falling, wherever in the line that shape is"
        }
        (Some(_), Question::Vertical) => "four or more equal shapes under and with the bin's top shape win",
        (Some(_), _) => {
            "four or more in a row through the bin's top shape win, wherever in the line that shape is"
        }
        (None, _) => {
            "only a line of four or more equal shapes next to each other, through the bin's top shape and in the direction that is asked, wins; otherwise the answer is -1"
        }
    }
}

/// Returns the board that the last operation is about, as it should be afterwards.
pub(super) fn board_after(script: &[Op]) -> Option<String> {
    let mut model = Model::default();
    for op in script {
        model.perform(op)?;
    }
    match script.last()? {
        Op::Ask(name, ..) | Op::Add(name, _) | Op::Grid(name) => Some(model.boards.get(name)?.display(false)),
        _ => None,
    }
}
