//! The object that `parlor show --json` prints, written row by row: a board that grew very large is never held as a
//! whole.

use crate::board_view::status_of;
use crate::game::GameDefinition;
use crate::view::{Layout, Status};
use parlor_rules::{Player, Position};
use std::fmt;

/// Writes a position as one JSON object on one line, without a newline.
pub(crate) fn write_json<G: GameDefinition>(position: &G::Position, out: &mut dyn fmt::Write) -> fmt::Result {
    let (rows, columns) = G::size(position);
    let (status, winner) = status_of::<G>(position);
    let name = G::INFO.name;
    write!(out, r#"{{"game":"{name}","rows":{rows},"columns":{columns},"board":["#)?;
    for row in 0..rows {
        let separator = if row == 0 { "" } else { "," };
        let cells = (0..columns).map(|column| G::cell(position, row, column));
        match G::INFO.layout {
            Layout::Panel => {
                write!(out, "{separator}[")?;
                write_list(cells, out)?;
                out.write_str("]")?;
            }
            _ => write!(out, r#"{separator}"{}""#, cells.map(symbol).collect::<String>())?,
        }
    }
    write!(out, r#"],"status":"{}","next":"#, status_word(status))?;
    write_player(G::next(position), out)?;
    out.write_str(r#","winner":"#)?;
    write_player(winner, out)?;
    if let Some([one, two]) = G::scores(position) {
        write!(out, r#","scores":[{one},{two}]"#)?;
    }
    out.write_str(r#","line":["#)?;
    write_list(position.line().iter().map(|cell| format!("[{},{}]", cell.row, cell.column)), out)?;
    out.write_str("]")?;
    if let Some(goal) = G::goal(position) {
        write!(out, r#","max":{},"target":{}"#, goal.max, goal.target)?;
    }
    out.write_str("}")
}

fn write_list(items: impl Iterator<Item = impl fmt::Display>, out: &mut dyn fmt::Write) -> fmt::Result {
    for (index, item) in items.enumerate() {
        let separator = if index == 0 { "" } else { "," };
        write!(out, "{separator}{item}")?;
    }
    Ok(())
}

fn write_player(player: Option<Player>, out: &mut dyn fmt::Write) -> fmt::Result {
    match player {
        Some(player) => write!(out, "{}", player.number()),
        None => out.write_str("null"),
    }
}

fn status_word(status: Status) -> &'static str {
    match status {
        Status::InProgress => "in progress",
        Status::Won => "won",
        Status::Drawn => "drawn",
        Status::Lost => "lost",
    }
}

fn symbol(cell: u64) -> char {
    match cell {
        0 => '.',
        1 => '1',
        _ => '2',
    }
}
