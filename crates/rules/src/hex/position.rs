//! The position of hex: the board, the player to move, and the swap rule.

use super::{Board, Move, Placed};
use crate::{BadSetup, BadSize, Cell, IllegalMove, Outcome, Player, Setup, SplitMix64, Turn};

/// A position of hex.
///
/// No field says whether a swap was played. It can be while O's first stone is the only one and X is to move, and
/// what follows does not depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    next: Player,
    stones: usize,
    swap_rule: bool,
}

/// The effect of a move.
#[derive(Clone, Copy, Debug)]
pub enum Played {
    /// A stone was placed.
    Placed(Placed),
    /// The only stone changed its player and its cell.
    Swapped {
        /// The cell where O had placed it.
        from: Cell,
        /// The cell where X has it, with row and column exchanged.
        to: Cell,
    },
}

impl Position {
    /// Creates an empty board of this side, from 1 to 26, with or without the swap rule.
    pub fn new(side: i64, swap_rule: bool) -> Result<Position, BadSize> {
        Board::new(side).map(|board| Position::from_parts(board, Player::One, swap_rule))
    }

    /// Returns the board.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns whether the swap rule is on.
    #[inline]
    pub const fn swap_rule(&self) -> bool {
        self.swap_rule
    }

    /// Returns whether `swap` can be played now: the rule is on, and O's first stone is the only one.
    ///
    /// On a board of one cell that stone has won already.
    #[inline]
    pub fn can_swap(&self) -> bool {
        self.swap_rule
            && self.stones == 1
            && self.next == Player::Two
            && self.board.winner().is_none()
            && self.board.count(Player::One) == 1
    }

    /// Creates a position from parts that are known to be legal.
    pub(super) fn from_parts(board: Board, next: Player, swap_rule: bool) -> Position {
        let stones = board.count(Player::One) + board.count(Player::Two);
        Position { board, next, stones, swap_rule }
    }

    fn free(&self) -> impl Iterator<Item = Cell> + '_ {
        self.board.cells().filter(|&cell| self.board.stone(cell).is_none())
    }

    /// Mirrors the only stone and gives it to this player. Returns the old and the new cell.
    ///
    /// It builds a new board, because the effect of placing the first stone is not stored and so can't be
    /// undone.
    fn mirror_only_stone(&mut self, owner: Player) -> Option<(Cell, Cell)> {
        let from = self.board.cells().find(|&cell| self.board.stone(cell).is_some())?;
        let to = Cell::new(from.column, from.row);
        self.board = Board::empty(self.board.side());
        self.board.place_unchecked(to, owner);
        Some((from, to))
    }
}

impl Default for Position {
    /// Creates an empty board of 11 by 11 without the swap rule.
    fn default() -> Position {
        Position::from_parts(Board::default(), Player::One, false)
    }
}

impl crate::Position for Position {
    type Move = Move;
    type Played = Played;

    #[inline]
    fn turn(&self) -> Turn {
        match self.board.winner() {
            Some(winner) => Turn::Over(Outcome::Win(winner)),
            None => Turn::Player(self.next),
        }
    }

    /// Returns the empty cells row by row, then `swap` if it can be played.
    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let in_progress = self.board.winner().is_none();
        let stones = self.free().filter(move |_| in_progress).map(Move::Place);
        stones.chain(self.can_swap().then_some(Move::Swap))
    }

    fn check(&self, played: Move) -> Result<(), IllegalMove> {
        if self.board.winner().is_some() {
            return Err(IllegalMove::GameOver);
        }
        match played {
            Move::Place(cell) if !self.board.contains(cell) => Err(IllegalMove::NoSuchCell),
            Move::Place(cell) if self.board.stone(cell).is_some() => Err(IllegalMove::CellTaken),
            Move::Swap if !self.can_swap() => Err(IllegalMove::NoSwapNow),
            Move::Place(_) | Move::Swap => Ok(()),
        }
    }

    fn play_unchecked(&mut self, played: Move) -> Played {
        let player = self.next;
        self.next = player.other();
        match played {
            Move::Place(cell) => {
                self.stones += 1;
                Played::Placed(self.board.place_unchecked(cell, player))
            }
            Move::Swap => {
                let corner = Cell::new(0, 0);
                let (from, to) = self.mirror_only_stone(player).unwrap_or((corner, corner));
                Played::Swapped { from, to }
            }
        }
    }

    fn undo(&mut self, played: Move, did: Played) {
        self.next = self.next.other();
        match (played, did) {
            (Move::Place(cell), Played::Placed(placed)) => {
                self.stones -= 1;
                self.board.undo_place(cell, placed);
            }
            _ => {
                self.mirror_only_stone(Player::One);
            }
        }
    }

    /// Draws cells until one is empty, at most four times. Then it picks one of the empty cells, so that an
    /// almost full board does not take longer.
    fn sample(&self, rng: &mut SplitMix64) -> Option<Move> {
        if self.board.winner().is_some() {
            return None;
        }
        let side = self.board.side();
        let cells = side * side;
        let swaps = usize::from(self.can_swap());
        for _ in 0..4 {
            let drawn = rng.below(cells + swaps);
            if drawn == cells {
                return Some(Move::Swap);
            }
            let cell = Cell::new(drawn / side, drawn % side);
            if self.board.stone(cell).is_none() {
                return Some(Move::Place(cell));
            }
        }
        let drawn = rng.below(cells - self.stones + swaps);
        Some(self.free().nth(drawn).map_or(Move::Swap, Move::Place))
    }

    fn setup(&self) -> Setup {
        let number = |cell| self.board.stone(cell).map_or(0, Player::number);
        let side = self.board.side();
        let row = |row| (0..side).map(|column| number(Cell::new(row, column))).collect();
        Setup { cells: (0..side).map(row).collect(), next: self.turn().player(), scores: [0, 0] }
    }

    fn set_up(&self, setup: &Setup) -> Result<Position, BadSetup> {
        self.validate(setup)
    }

    fn line(&self) -> Vec<Cell> {
        self.board.winning_chain()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position as _, perft, play_random_game};

    const EXAMPLE: &str = "A0 B9 B0 C0 B1 B10 C1 D1 C2 D2 D0 E0 D3 C3 C4 B4 B5 E2 A5 E3 D4 E4 D5 E5 D6 E6 \
                           D7 E7 D8 E8 D9 E9 E10 D10";

    fn play(position: &mut Position, moves: &str) {
        for text in moves.split_whitespace() {
            position.play(text.parse().unwrap()).unwrap();
        }
    }

    fn game(side: i64, swap_rule: bool, moves: &str) -> Position {
        let mut position = Position::new(side, swap_rule).unwrap();
        play(&mut position, moves);
        position
    }

    fn refused(position: &Position, text: &str) -> Option<IllegalMove> {
        position.clone().play(text.parse().unwrap()).err()
    }

    #[test]
    fn example_of_the_docs() {
        let mut position = Position::default();
        for (ply, text) in EXAMPLE.split_whitespace().enumerate() {
            assert_eq!(position.turn(), Turn::Player(Player::BOTH[ply % 2]));
            position.play(text.parse().unwrap()).unwrap();
        }
        assert_eq!(position.turn(), Turn::Over(Outcome::Win(Player::Two)));
        assert_eq!(position.board().count(Player::One) + position.board().count(Player::Two), 34);
        let line: String =
            position.line().into_iter().map(|cell| Move::Place(cell).to_string() + " ").collect();
        assert_eq!(line, "E0 D1 D2 E2 E3 E4 E5 E6 E7 E8 E9 D10 ");
        assert_eq!(position.setup().next, None);
        assert_eq!(position.moves().count(), 0);
        assert_eq!(position.sample(&mut SplitMix64::new(1)), None);
        assert_eq!(refused(&position, "K10"), Some(IllegalMove::GameOver));
    }

    #[test]
    fn illegal_cells() {
        let position = game(11, false, "F3");
        assert_eq!(refused(&position, "F3"), Some(IllegalMove::CellTaken));
        assert_eq!(refused(&position, "L3"), Some(IllegalMove::NoSuchCell));
        assert_eq!(refused(&position, "F11"), Some(IllegalMove::NoSuchCell));
        assert_eq!(refused(&position, "swap"), Some(IllegalMove::NoSwapNow));
        assert_eq!(refused(&position, "F4"), None);
    }

    #[test]
    fn swap_mirrors_the_first_stone() {
        let mut position = game(4, true, "D1");
        assert!(position.moves().any(|played| played == Move::Swap));
        let before = position.clone();
        let did = position.play(Move::Swap).unwrap();
        assert!(
            matches!(did, Played::Swapped { from, to } if (from, to) == (Cell::new(1, 3), Cell::new(3, 1)))
        );
        assert_eq!(
            position.board().to_string(),
            "  A B C D\n 0 . . . .\n  1 . . . .\n   2 . . . .\n    3 . X . .\n"
        );
        assert_eq!(position.turn(), Turn::Player(Player::One));
        assert_eq!(refused(&position, "swap"), Some(IllegalMove::NoSwapNow), "only once");
        assert_eq!(refused(&position, "B3"), Some(IllegalMove::CellTaken));
        assert_eq!(refused(&position, "D1"), None, "the cell is empty again");
        position.undo(Move::Swap, did);
        assert_eq!(position, before);
        play(&mut position, "swap D1 B2");
        assert_eq!(position.board().stone(Cell::new(2, 1)), Some(Player::Two));
    }

    #[test]
    fn swap_only_on_move_two() {
        assert_eq!(refused(&game(11, true, ""), "swap"), Some(IllegalMove::NoSwapNow));
        assert_eq!(refused(&game(11, true, "F3 F4"), "swap"), Some(IllegalMove::NoSwapNow));
        assert_eq!(refused(&game(11, true, "F3 F4 A0"), "swap"), Some(IllegalMove::NoSwapNow));
        assert_eq!(refused(&game(1, true, "A0"), "swap"), Some(IllegalMove::GameOver));
    }

    #[test]
    fn swap_on_the_diagonal() {
        let position = game(3, true, "B1 swap");
        assert_eq!(position.board().stone(Cell::new(1, 1)), Some(Player::Two));
    }

    #[test]
    fn perft_counts() {
        assert_eq!(perft(&mut game(11, false, ""), 2), 121 * 120);
        assert_eq!(perft(&mut game(11, true, ""), 2), 121 * 121);
        assert_eq!(perft(&mut game(11, true, "F5 swap"), 2), 120 * 119);
        assert_eq!(perft(&mut game(1, false, ""), 1), 1);
        assert_eq!(perft(&mut game(1, false, ""), 2), 0);
        // On 2 by 2 three of the six pairs of stones win for O. With A0 A1, B0 B1 and A0 B1 X makes the last
        // move.
        assert_eq!([1, 2, 3, 4, 5].map(|depth| perft(&mut game(2, false, ""), depth)), [4, 12, 24, 12, 0]);
    }

    #[test]
    fn random_games() {
        let mut rng = SplitMix64::new(3);
        for round in 0..300 {
            let mut position = Position::new(1 + round % 7, round % 2 == 0).unwrap();
            let mut history = Vec::new();
            loop {
                assert_eq!(position.set_up(&position.setup()).as_ref(), Ok(&position));
                let moves: Vec<Move> = position.moves().collect();
                let every = position.board().cells().map(Move::Place).chain([Move::Swap]);
                assert_eq!(moves, every.filter(|&played| position.check(played).is_ok()).collect::<Vec<_>>());
                let Some(played) = position.sample(&mut rng) else { break };
                assert!(moves.contains(&played));
                let before = position.clone();
                let did = position.play(played).unwrap();
                history.push((before, played, did));
            }
            assert!(position.turn().is_over() && position.moves().next().is_none());
            assert!(!position.line().is_empty());
            while let Some((before, played, did)) = history.pop() {
                position.undo(played, did);
                assert_eq!(position, before);
                assert!(position.line().is_empty());
            }
        }
    }

    #[test]
    fn sampling_is_uniform() {
        let almost_full = game(4, false, "A0 B0 C0 D0 B1 A1 D1 C1 A2 B2 C2 D2 B3");
        for (position, moves) in [(game(3, true, "A0"), 9), (almost_full, 3)] {
            assert_eq!(position.moves().count(), moves);
            let mut counts = std::collections::HashMap::new();
            let mut rng = SplitMix64::new(9);
            for _ in 0..10_000 * moves {
                *counts.entry(position.sample(&mut rng).unwrap()).or_insert(0) += 1;
            }
            assert_eq!(counts.len(), moves);
            assert!(counts.values().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        }
    }

    #[test]
    fn random_games_have_a_winner() {
        for seed in 0..50 {
            let (outcome, plies) =
                play_random_game(&mut game(26, false, ""), &mut SplitMix64::new(seed), 676);
            assert!(outcome.and_then(Outcome::winner).is_some() && plies <= 676);
        }
    }
}
