//! Three in a row on 3 x 3, with discs that fall: a tiny seventh game that shows what a game has to bring along.
//!
//! It is compiled with the feature `seventh-game` only. Three discs in a row win, across, up or on a diagonal; a full
//! board is a draw.

use crate::drop::Column;
use crate::{
    BadSetup, Cell, IllegalMove, Outcome, Player, Position as PositionTrait, Setup, SplitMix64, Turn,
};
use std::fmt;

/// Rows and columns of the board.
pub const SIDE: usize = 3;

/// A position: the columns from the left, each from the bottom up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    columns: [Vec<Player>; SIDE],
}

impl Position {
    /// Returns what a cell holds, counted from the top left.
    pub fn disc(&self, row: usize, column: usize) -> Option<Player> {
        let level = (SIDE - 1).checked_sub(row)?;
        self.columns.get(column)?.get(level).copied()
    }

    fn discs(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    fn next(&self) -> Player {
        if self.discs().is_multiple_of(2) { Player::One } else { Player::Two }
    }

    /// Returns every cell of every line of three of a player.
    fn lines_of(&self, player: Player) -> Vec<Cell> {
        let cell = |row, column| Cell::new(row, column);
        let mut lines: Vec<[Cell; SIDE]> = Vec::new();
        for index in 0..SIDE {
            lines.push([0, 1, 2].map(|column| cell(index, column)));
            lines.push([0, 1, 2].map(|row| cell(row, index)));
        }
        lines.push([0, 1, 2].map(|index| cell(index, index)));
        lines.push([0, 1, 2].map(|index| cell(index, SIDE - 1 - index)));
        let is_theirs =
            |line: &[Cell; SIDE]| line.iter().all(|at| self.disc(at.row, at.column) == Some(player));
        let mut cells: Vec<Cell> = lines.into_iter().filter(is_theirs).flatten().collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

impl PositionTrait for Position {
    type Move = Column;
    type Played = ();

    fn turn(&self) -> Turn {
        let winner = Player::BOTH.into_iter().find(|&player| !self.lines_of(player).is_empty());
        match winner {
            Some(winner) => Turn::Over(Outcome::Win(winner)),
            None if self.discs() == SIDE * SIDE => Turn::Over(Outcome::Draw),
            None => Turn::Player(self.next()),
        }
    }

    fn moves(&self) -> impl Iterator<Item = Column> + '_ {
        let is_over = self.turn().is_over();
        (0..SIDE).filter(move |&column| !is_over && self.columns[column].len() < SIDE).map(Column)
    }

    fn check(&self, Column(column): Column) -> Result<(), IllegalMove> {
        if self.turn().is_over() {
            return Err(IllegalMove::GameOver);
        }
        match self.columns.get(column) {
            None => Err(IllegalMove::NoSuchColumn(column)),
            Some(discs) if discs.len() == SIDE => Err(IllegalMove::ColumnFull(column)),
            Some(_) => Ok(()),
        }
    }

    fn play_unchecked(&mut self, Column(column): Column) {
        let player = self.next();
        self.columns[column].push(player);
    }

    fn undo(&mut self, Column(column): Column, (): ()) {
        self.columns[column].pop();
    }

    fn sample(&self, random: &mut SplitMix64) -> Option<Column> {
        let moves: Vec<Column> = self.moves().collect();
        moves.get(random.below(moves.len().max(1))).copied()
    }

    fn setup(&self) -> Setup {
        let value = |row, column| self.disc(row, column).map_or(0, Player::number);
        let cells = (0..SIDE).map(|row| (0..SIDE).map(|column| value(row, column)).collect()).collect();
        Setup { cells, next: self.turn().player(), scores: [0; 2] }
    }

    fn set_up(&self, setup: &Setup) -> Result<Position, BadSetup> {
        if setup.cells.len() != SIDE || setup.cells.iter().any(|row| row.len() != SIDE) {
            return Err(BadSetup::WrongSize { expected: (SIDE, SIDE) });
        }
        let mut position = Position::default();
        for row in (0..SIDE).rev() {
            for (column, &value) in setup.cells[row].iter().enumerate() {
                let cell = Cell::new(row, column);
                match (value, Player::from_number(value)) {
                    (0, _) => {}
                    (_, None) => return Err(BadSetup::BadCell(cell)),
                    (_, Some(_)) if position.columns[column].len() != SIDE - 1 - row => {
                        return Err(BadSetup::Floating(cell));
                    }
                    (_, Some(player)) => position.columns[column].push(player),
                }
            }
        }
        let count = |player: Player| setup.count(player.number());
        if !(0..=1).contains(&(count(Player::One) as i64 - count(Player::Two) as i64)) {
            return Err(BadSetup::WrongTurn);
        }
        if !position.lines_of(position.next()).is_empty() {
            return Err(BadSetup::ImpossibleWin);
        }
        match setup.next {
            Some(next) if position.turn() != Turn::Player(next) => Err(BadSetup::WrongTurn),
            _ => Ok(position),
        }
    }

    fn line(&self) -> Vec<Cell> {
        Player::BOTH
            .into_iter()
            .map(|player| self.lines_of(player))
            .find(|line| !line.is_empty())
            .unwrap_or_default()
    }
}

/// The board, top row first, with the numbers of the columns under it.
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..SIDE {
            let symbol = |column| self.disc(row, column).map_or('.', |player| ['O', 'X'][player.index()]);
            writeln!(out, "{} {} {}", symbol(0), symbol(1), symbol(2))?;
        }
        writeln!(out, "0 1 2")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(columns: &str) -> Position {
        let mut position = Position::default();
        for column in columns.split(' ') {
            position.play(column.parse().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn three_in_a_row_win() {
        for (columns, winner) in
            [("0 1 0 1 0", Player::One), ("0 1 1 2 2 0 2", Player::One), ("0 1 0 1 2 1", Player::Two)]
        {
            assert_eq!(after(columns).turn(), Turn::Over(Outcome::Win(winner)), "{columns}");
        }
        assert_eq!(after("0 1 0 1 0").line().len(), SIDE);
    }

    #[test]
    fn a_full_column_and_a_missing_one_are_refused() {
        let position = after("0 0 0");
        assert_eq!(position.check(Column(0)), Err(IllegalMove::ColumnFull(0)));
        assert_eq!(position.check(Column(3)), Err(IllegalMove::NoSuchColumn(3)));
        assert_eq!(position.check(Column(usize::MAX)), Err(IllegalMove::NoSuchColumn(usize::MAX)));
    }

    #[test]
    fn every_position_can_be_set_up_again() {
        let mut random = SplitMix64::new(1);
        for _ in 0..200 {
            let mut position = Position::default();
            while let Some(column) = position.sample(&mut random) {
                position.play(column).unwrap();
                assert_eq!(position.set_up(&position.setup()), Ok(position.clone()));
            }
        }
    }
}
