//! What connections say of a position, written and drawn.

use super::notation::{foreign_board, foreign_cell, our_text};
use crate::{ExplainedConnection, Explanation};
use parlor_engines::hex::{self as engine, Connection};
use parlor_rules::hex::{Board, Position, letter};
use parlor_rules::{Cell, Player, Position as _};
use std::fmt::Write as _;

/// How the cells and the board are written.
#[derive(Clone, Copy)]
struct Writing<'a> {
    board: &'a Board,
    foreign_notation: bool,
}

impl Writing<'_> {
    fn cell(self, cell: Cell) -> String {
        if self.foreign_notation { foreign_cell(cell) } else { our_text(cell) }
    }

    fn cells(self, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|&cell| self.cell(cell)).collect()
    }

    /// Returns the board with a sign on some empty cells.
    fn draw(self, sign: impl Fn(Cell) -> char) -> String {
        let symbol = |cell: Cell| self.board.stone(cell).map_or_else(|| sign(cell), letter);
        if self.foreign_notation {
            return foreign_board(self.board.side(), symbol);
        }
        // Our board is theirs with rows and columns exchanged, and has its own numbers.
        let mut text = String::from(" ");
        for column in 0..self.board.side() {
            let named = our_text(Cell::new(0, column));
            text.extend([' ', named.chars().next().unwrap_or('?')]);
        }
        text.push('\n');
        for row in 0..self.board.side() {
            let _ = write!(text, "{row:>width$}", width = row + 2);
            for column in 0..self.board.side() {
                text.extend([' ', symbol(Cell::new(row, column))]);
            }
            text.push('\n');
        }
        text
    }
}

/// Returns what connections say of a position.
pub(super) fn explain(position: &Position, foreign_notation: bool) -> Option<Explanation> {
    let known = engine::explain(position)?;
    let next = position.turn().player()?;
    let writing = Writing { board: position.board(), foreign_notation };
    let owned = |player: Player| {
        let cells = known.filled.iter().filter(|&&(_, owner)| owner == player);
        cells.map(|&(cell, _)| writing.cell(cell)).collect::<Vec<String>>()
    };
    let connection = |found: &Connection| ExplainedConnection {
        player: found.player.number(),
        key: found.key.map(|cell| writing.cell(cell)),
        cells: writing.cells(&found.cells),
    };
    Some(Explanation {
        winner: known.winner.map(Player::number),
        must_play: known.must_play.as_deref().map(|cells| writing.cells(cells)),
        filled: Player::BOTH.map(owned),
        connections: known.connections.iter().map(connection).collect(),
        drawing: drawing(&known, next, writing),
    })
}

fn drawing(known: &engine::Explanation, next: Player, writing: Writing<'_>) -> String {
    let mover = letter(next);
    let mut text = match (known.winner, known.must_play.as_deref()) {
        (Some(winner), _) => format!("{} wins by connections; {mover} is to move.\n", letter(winner)),
        (None, Some(cells)) => {
            format!(
                "{mover} must play on one of {} cells (+): {}\n",
                cells.len(),
                writing.cells(cells).join(" ")
            )
        }
        (None, None) => format!("{mover} is to move; connections threaten nothing yet.\n"),
    };
    let is_must_play = |cell: Cell| known.must_play.as_ref().is_some_and(|cells| cells.contains(&cell));
    let owner =
        |cell: Cell| known.filled.iter().find(|&&(filled, _)| filled == cell).map(|&(_, owner)| owner);
    text.push_str(&writing.draw(|cell| match owner(cell) {
        Some(owner) => letter(owner).to_ascii_lowercase(),
        None if is_must_play(cell) => '+',
        None => '.',
    }));
    if !known.filled.is_empty() {
        text.push_str("o and x are cells that a player owns as if by stones.\n");
    }
    for player in Player::BOTH {
        let mut found = known.connections.iter().filter(|found| found.player == player);
        let count = found.clone().count();
        let Some(smallest) = found.next() else { continue };
        let name = letter(player);
        let _ = match smallest.key {
            Some(key) => writeln!(
                text,
                "\n{name} can connect in {count} ways that were found. The smallest, by {} (*), needs {} cells:",
                writing.cell(key),
                smallest.cells.len()
            ),
            None => writeln!(text, "\n{name} is connected whoever moves, by {} cells:", smallest.cells.len()),
        };
        text.push_str(&writing.draw(|cell| match smallest.key {
            Some(key) if key == cell => '*',
            _ if smallest.cells.contains(&cell) => '-',
            _ => '.',
        }));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(side: i64, moves: &str, foreign_notation: bool) -> Explanation {
        let mut position = Position::new(side, false).unwrap();
        for word in moves.split_whitespace() {
            position.play(word.parse().unwrap()).unwrap();
        }
        explain(&position, foreign_notation).unwrap()
    }

    #[test]
    fn a_won_position_is_drawn() {
        let won = explained(3, "B1", false);
        assert_eq!((won.winner, won.must_play), (Some(1), Some(Vec::new())));
        let first = "O wins by connections; X is to move.\n  A B C\n";
        assert!(won.drawing.starts_with(first), "{}", won.drawing);
        assert!(won.drawing.contains("\nO is connected whoever moves, by "), "{}", won.drawing);
    }

    #[test]
    fn cells_are_written_as_asked() {
        let ours = explained(7, "D1 D3 E2", false);
        let theirs = explained(7, "D1 D3 E2", true);
        let exchanged = |cells: &[String]| -> Vec<String> {
            let turn = |cell: &String| super::super::notation::foreign_text(cell).unwrap();
            cells.iter().map(turn).collect()
        };
        assert_eq!(exchanged(ours.must_play.as_ref().unwrap()), *theirs.must_play.as_ref().unwrap());
        assert!(ours.drawing.starts_with("X must play on one of "), "{}", ours.drawing);
        assert!(theirs.drawing.contains("\n  a b c d e f g\n"), "{}", theirs.drawing);
    }
}
