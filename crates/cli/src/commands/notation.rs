//! Moves on the command line, in the game's own notation, that of the solver or that of other Hex programs.

use crate::args::Notation;
use crate::error::CliError;
use parlor_line::{Words, split_words};
use parlor_play::hex::hexworld;
use parlor_play::{ExportFormat, Layout, Session};

/// The most moves that are read, a bound on outside input.
const MAX_MOVES: usize = 1_000_000;

/// Plays the moves of a command line, or those of standard input for a single dash.
pub(super) fn play_all(
    session: &mut dyn Session,
    moves: &[String],
    notation: Notation,
) -> Result<(), CliError> {
    if notation == Notation::Solver && !has_columns(session) {
        return Err(CliError::bad(format!("{} has no solver notation", session.info().name)));
    }
    if notation == Notation::Hexworld {
        return play_hexworld(session, moves);
    }
    let mut number = 0;
    let mut play_word = |word: &str| match notation {
        Notation::Game | Notation::Hexworld => play(session, &mut number, word, word),
        Notation::Solver => word.chars().try_for_each(|letter| {
            let column =
                solver_column(letter).map_or_else(|| letter.to_string(), |column| column.to_string());
            play(session, &mut number, &column, &letter.to_string())
        }),
    };
    if moves == ["-"] {
        let mut words = Words::new(std::io::stdin());
        while let Some(word) = words.next()? {
            play_word(&word)?;
        }
        Ok(())
    } else {
        moves.iter().flat_map(|moves| split_words(moves)).try_for_each(play_word)
    }
}

/// Returns a move as it is printed in a notation.
pub(super) fn written(ours: &str, notation: Notation) -> String {
    if notation == Notation::Hexworld { hexworld::move_text(ours) } else { ours.into() }
}

/// Plays moves in the notation of other Hex programs. Spaces between them may be missing.
fn play_hexworld(session: &mut dyn Session, moves: &[String]) -> Result<(), CliError> {
    if !session.info().exports.contains(&ExportFormat::HexWorld) {
        return Err(CliError::bad(format!("{} has no hexworld notation", session.info().name)));
    }
    let mut text = moves.join(" ");
    if moves == ["-"] {
        text.clear();
        let mut words = Words::new(std::io::stdin());
        while let Some(word) = words.next()? {
            text.extend([" ", &word]);
            if text.len() > MAX_MOVES {
                return Err(CliError::bad(format!("more than {MAX_MOVES} moves")));
            }
        }
    }
    let bad = |index: usize, typed: String, reason: String| {
        CliError::bad(format!("move {} ({typed}): {reason}", index + 1))
    };
    let moves = hexworld::parse_moves(&text)
        .map_err(|(index, typed)| bad(index, typed, "expected a cell like a1, :s or :S".into()))?;
    let typed = |index: usize| moves[index].to_string();
    let ours =
        hexworld::our_moves(&moves).map_err(|(index, reason)| bad(index, typed(index), reason.into()))?;
    for (index, text) in ours.iter().enumerate() {
        session.play(text).map_err(|error| bad(index, typed(index), error.to_string()))?;
    }
    Ok(())
}

/// Plays a move. `typed` is how the user wrote it.
fn play(session: &mut dyn Session, number: &mut usize, word: &str, typed: &str) -> Result<(), CliError> {
    *number += 1;
    if *number > MAX_MOVES {
        return Err(CliError::bad(format!("more than {MAX_MOVES} moves")));
    }
    let Err(error) = session.play_listed(word) else { return Ok(()) };
    let shown: String = typed.chars().take(100).collect();
    let hint = if is_solver_line(session, typed) {
        "; columns count from 0 and have spaces between them here, --notation solver reads them as solve does"
    } else {
        ""
    };
    Err(CliError::bad(format!("move {number} ({shown}): {error}{hint}")))
}

/// Returns whether moves are the columns of a board that does not grow, which the solver's notation can write.
fn has_columns(session: &dyn Session) -> bool {
    session.info().layout == Layout::Columns && !session.info().grows
}

/// Returns whether a word looks like several moves in the solver's notation.
fn is_solver_line(session: &dyn Session, word: &str) -> bool {
    let (_, columns) = session.size();
    let is_column = |letter| solver_column(letter).is_some_and(|column| column < columns);
    has_columns(session) && word.chars().count() > 1 && word.chars().all(is_column)
}

/// Returns the column of a digit or letter, counted from 0: `1` is 0, `a` is 9.
fn solver_column(letter: char) -> Option<usize> {
    letter.to_digit(36).filter(|&digit| digit > 0).map(|digit| digit as usize - 1)
}
