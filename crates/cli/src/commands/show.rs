//! `parlor show`: prints the position after some moves.

use super::notation::{position, with_solver_labels};
use crate::args::{Notation, ShowArgs};
use crate::error::CliError;
use crate::output::Output;
use parlor_play::hex::notation::{foreign_board, transposed};
use parlor_play::{BoardFormat, Session};
use parlor_rules::{Cell, Player};
use serde::{Deserialize, Serialize};

pub(crate) fn run(args: ShowArgs, color: bool) -> Result<(), CliError> {
    let notation = args.position.notation;
    let (game, session) = position(&args.position)?;
    let about = game.info();
    let mut out = Output::new();
    if notation == Notation::Hexworld {
        out.text(hexworld_text(&*session, args.json)?)?;
        if !args.json {
            out.line(session.status_text(&[]))?;
        }
        return out.flush();
    }
    if args.json {
        out.json(&*session)?;
        out.line("")?;
    } else {
        if notation == Notation::Solver {
            let format = if color { BoardFormat::Color } else { BoardFormat::Plain };
            out.text(with_solver_labels(&board_text(&*session, format)?))?;
        } else {
            out.board(&*session, color)?;
        }
        let names: Vec<String> = about.names.iter().map(|&name| name.into()).collect();
        out.line(session.status_text(&names))?;
    }
    out.flush()
}

/// The object that `show --json` prints of a game with two players and no points.
#[derive(Serialize, Deserialize)]
struct Shown {
    game: String,
    rows: usize,
    columns: usize,
    board: Vec<String>,
    status: String,
    next: Option<u64>,
    winner: Option<u64>,
    line: Vec<[usize; 2]>,
}

/// Returns the board as other Hex programs show it, row and column exchanged, as text or as JSON.
fn hexworld_text(session: &dyn Session, is_json: bool) -> Result<String, CliError> {
    let cells = session.view().cells;
    let stone = |cell: Cell| cells[cell.row][cell.column];
    if !is_json {
        let symbol = |cell: Cell| match Player::from_number(stone(cell)) {
            Some(player) => session.side_label(player).chars().next().unwrap_or('?'),
            None => '.',
        };
        return Ok(foreign_board(cells.len(), symbol));
    }
    let mut shown: Shown =
        serde_json::from_str(&board_text(session, BoardFormat::Json)?).map_err(CliError::bad)?;
    let row = |row: usize| (0..cells.len()).map(move |column| transposed(Cell::new(row, column)));
    let symbol = |cell: Cell| if stone(cell) == 0 { ".".into() } else { stone(cell).to_string() };
    shown.board = (0..cells.len()).map(|index| row(index).map(symbol).collect()).collect();
    shown.line.iter_mut().for_each(|cell| cell.reverse());
    shown.line.sort_unstable();
    serde_json::to_string(&shown).map(|text| text + "\n").map_err(CliError::bad)
}

fn board_text(session: &dyn Session, format: BoardFormat) -> Result<String, CliError> {
    let mut text = String::new();
    session.write(format, &mut text).map_err(CliError::bad)?;
    Ok(text)
}
