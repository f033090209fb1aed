//! What growing's rules say about a script.

use super::Op;
use crate::cpp::answer::Expected;
use crate::cpp::class::Name;
use parlor_rules::Player;
use parlor_rules::drop::growing::{Board, Tokens};
use std::collections::BTreeMap;

/// The tokens of most cases.
pub(super) const PLAIN: [&str; 3] = ["R", "Y", "."];

/// The boards of a script.
pub(super) type Boards = BTreeMap<Name, Board>;

/// Returns the answer to each operation, or `None` where the rules have none: no such board, or a token after a win.
pub(super) fn predict(script: &[Op]) -> Option<Vec<Expected>> {
    let mut boards = Boards::new();
    script.iter().map(|op| perform(&mut boards, op)).collect()
}

/// Performs an operation.
pub(super) fn perform(boards: &mut Boards, op: &Op) -> Option<Expected> {
    let nothing = Some(Expected::Nothing);
    match *op {
        Op::New(name, [one, two, blank]) => {
            boards.insert(name, Board::new(Tokens::new(one, two, blank).ok()?));
            nothing
        }
        // A variable is declared once.
        Op::Copy(name, _) if boards.contains_key(&name) => None,
        Op::Copy(name, other) => {
            let copy = boards.get(&other)?.clone();
            boards.insert(name, copy);
            nothing
        }
        Op::Assign(name, other) => assign(boards, name, other),
        Op::Chain(name, middle, source) => {
            assign(boards, middle, source)?;
            assign(boards, name, middle)
        }
        Op::Delete(name) => boards.remove(&name).and(nothing),
        Op::Rows(name) => Some(Expected::Number(boards.get(&name)?.rows() as i64)),
        Op::Columns(name) => Some(Expected::Number(boards.get(&name)?.columns() as i64)),
        Op::Row(name, row) => count(boards.get(&name)?, row, Board::tokens_in_row),
        Op::Column(name, column) => count(boards.get(&name)?, column, Board::tokens_in_column),
        Op::Insert(name, column, is_one) => {
            let player = if is_one { Player::One } else { Player::Two };
            let answer = boards.get_mut(&name)?.place(column, player).ok()?;
            Some(Expected::Text(answer.into()))
        }
        Op::InsertBelow(name) => boards.get(&name).map(|_| Expected::Anything),
        Op::Clear(name) => {
            boards.get_mut(&name)?.clear();
            nothing
        }
        Op::Print(name) => Some(Expected::Printed(boards.get(&name)?.to_string())),
        Op::PrintTwo(name, other) => {
            Some(Expected::Printed(format!("{}{}", boards.get(&name)?, boards.get(&other)?)))
        }
        Op::PrintToCout(name) => Some(Expected::Shown(boards.get(&name)?.to_string())),
    }
}

fn assign(boards: &mut Boards, name: Name, other: Name) -> Option<Expected> {
    let copy = boards.get(&other)?.clone();
    *boards.get_mut(&name)? = copy;
    Some(Expected::Nothing)
}

fn count(board: &Board, index: i64, ask: fn(&Board, usize) -> Option<usize>) -> Option<Expected> {
    let count = usize::try_from(index).ok().and_then(|index| ask(board, index));
    Some(Expected::Number(count.map_or(-1, |count| count as i64)))
}

/// Returns the rule behind the expected answer to the last operation.
pub(super) fn rule(script: &[Op]) -> &'static str {
    let Some((last, earlier)) = script.split_last() else { return "" };
    let has = |wanted: fn(&Op) -> bool| earlier.iter().any(wanted);
    let boards_before = || {
        let mut boards = Boards::new();
        earlier.iter().for_each(|op| drop(perform(&mut boards, op)));
        boards
    };
    if has(|op| matches!(op, Op::Assign(name, other) if name == other)) {
        "a board assigned to itself stays as it is"
    } else if has(|op| matches!(op, Op::Copy(..) | Op::Assign(..) | Op::Chain(..))) {
        "a copy has the same tokens, size and winner, and is independent: what happens to one board never shows on another"
    } else if has(|op| matches!(op, Op::Clear(_))) {
        "clear makes the board empty again, with 5 rows and 4 columns, and forgets a win; the tokens stay"
    } else {
        match last {
            Op::Row(name, index) | Op::Column(name, index) => {
                let is_answered = boards_before().get(name).is_some_and(|board| match last {
                    Op::Row(..) => (0..board.rows() as i64).contains(index),
                    _ => (0..board.columns() as i64).contains(index),
                });
                match is_answered {
                    true => "row 0 is the bottom and column 0 the left-most; only tokens count, not blanks",
                    false => {
                        "-1 for every number that names no row or column of the board, below 0 as well as too large"
                    }
                }
            }
            Op::Rows(_) | Op::Columns(_) => {
                "the board starts with 5 rows and 4 columns; it gains a row when a full column gets a token, and columns up to the one that is used"
            }
            Op::Insert(name, column, is_one) => insert_rule(boards_before().remove(name), *column, *is_one),
            Op::Print(_) | Op::PrintTwo(..) | Op::PrintToCout(_) => {
                "the top row first, one space between cells, no space at the end, a newline after every row; printed to the stream that was given"
            }
            _ => "",
        }
    }
}

fn insert_rule(board: Option<Board>, column: usize, is_one: bool) -> &'static str {
    let player = if is_one { Player::One } else { Player::Two };
    let won = board.and_then(|mut board| {
        board.place(column, player).ok()?;
        board.winner().map(|_| board.line().len())
    });
    match won {
        None => {
            "insert answers the blank as long as nobody has four next to each other in a row or a column; diagonals do not count, and a line does not go on in the next row or column"
        }
        Some(4) => {
            "four equal tokens next to each other in a row or a column win: insert answers the winner's token"
        }
        Some(_) => "more than four in a row also win: insert answers the winner's token",
    }
}

/// Returns the board that the last operation is about, as it should be afterwards.
pub(super) fn board_after(script: &[Op]) -> Option<String> {
    let mut boards = Boards::new();
    for op in script {
        perform(&mut boards, op)?;
    }
    match *script.last()? {
        Op::New(name, _)
        | Op::Copy(name, _)
        | Op::Assign(name, _)
        | Op::Chain(name, ..)
        | Op::Rows(name)
        | Op::Columns(name)
        | Op::Row(name, _)
        | Op::Column(name, _)
        | Op::Insert(name, ..)
        | Op::InsertBelow(name)
        | Op::Clear(name) => Some(boards.get(&name)?.to_string()),
        Op::Delete(_) | Op::Print(_) | Op::PrintTwo(..) | Op::PrintToCout(_) => None,
    }
}
