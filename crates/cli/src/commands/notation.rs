//! Moves on the command line, in the game's own notation, that of the solver or that of other Hex programs.

use super::find_game;
use super::hexworld_moves::HexworldMoves;
use crate::args::{Notation, PositionArgs};
use crate::corrected_size::print_corrected_size;
use crate::error::CliError;
use parlor_line::{Words, split_words};
use parlor_play::hex::hexworld;
use parlor_play::{ExportFormat, Game, Layout, MoveError, OptionKind, Session};
use parlor_rules::IllegalMove;

/// The most moves that are read, a bound on outside input.
const MAX_MOVES: usize = 1_000_000;

/// Returns the position that the command line describes, with its game.
pub(super) fn position(args: &PositionArgs) -> Result<(&'static dyn Game, Box<dyn Session>), CliError> {
    let game = find_game(&args.game.game)?;
    // Growing's moves name their player, so they may come in any order of players.
    let mut options = args.options.clone().options(game.info().has_option(OptionKind::Free));
    let hexworld = match args.notation {
        Notation::Hexworld => Some(read_hexworld(game, &args.moves)?),
        Notation::Game | Notation::Solver => None,
    };
    options.swap |= hexworld.as_ref().is_some_and(HexworldMoves::has_swap);
    let mut session = game.start(&options).map_err(CliError::bad)?;
    print_corrected_size(game, &options);
    match hexworld {
        Some(moves) => {
            let play = |text: &str| session.play(text).map(drop).map_err(|error| error.to_string());
            moves.play_all(play).map_err(CliError::bad)?;
            moves.print_mirrored();
        }
        None => play_all(&mut *session, &args.moves, args.notation)?,
    }
    Ok((game, session))
}

/// Plays the moves of a command line, or those of standard input for a single dash.
fn play_all(session: &mut dyn Session, moves: &[String], notation: Notation) -> Result<(), CliError> {
    if notation == Notation::Solver && !has_columns(session) {
        return Err(CliError::bad(format!("{} has no solver notation", session.info().name)));
    }
    let mut number = 0;
    let mut play_word = |word: &str| match notation {
        Notation::Game | Notation::Hexworld => play(session, &mut number, word),
        Notation::Solver => {
            word.chars().try_for_each(|letter| play_solver_column(session, &mut number, letter))
        }
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
    match (notation, ours.parse()) {
        (Notation::Solver, Ok(column)) => solver_letter(column),
        (Notation::Hexworld, _) => hexworld::move_text(ours),
        _ => ours.into(),
    }
}

/// Returns a board with the numbers below its columns as the solver counts them.
pub(super) fn with_solver_labels(board: &str) -> String {
    let (above, labels) = board.trim_end_matches('\n').rsplit_once('\n').unwrap_or(("", board));
    let label = |word: &str| match word.parse() {
        Ok(column) => format!("{:>width$}", solver_letter(column), width = word.len()),
        Err(_) => word.to_string(),
    };
    let labels: Vec<String> = labels.split(' ').map(label).collect();
    format!("{above}\n{}\n", labels.join(" "))
}

/// Reads moves in the notation of other Hex programs, those of standard input for a single dash.
fn read_hexworld(game: &dyn Game, moves: &[String]) -> Result<HexworldMoves, CliError> {
    if !game.info().exports.contains(&ExportFormat::HexWorld) {
        return Err(CliError::bad(format!("{} has no hexworld notation", game.info().name)));
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
    HexworldMoves::read(&text).map_err(CliError::bad)
}

/// Plays a move in the game's own notation.
fn play(session: &mut dyn Session, number: &mut usize, word: &str) -> Result<(), CliError> {
    count_move(number)?;
    let Err(error) = session.play_listed(word) else { return Ok(()) };
    let is_swap = error == MoveError::Illegal(IllegalMove::NoSwapNow);
    let reason = if is_swap && !session.options().swap {
        "the swap rule is off (--swap)".into()
    } else if is_solver_line(session, word) {
        format!(
            "{error}; columns count from 0 and have spaces between them here, --notation solver reads them as solve does"
        )
    } else {
        error.to_string()
    };
    let shown: String = word.chars().take(100).collect();
    Err(CliError::bad(format!("move {number} ({shown}): {reason}")))
}

/// Plays a column in the solver's notation. Errors count columns as it does.
fn play_solver_column(session: &mut dyn Session, number: &mut usize, letter: char) -> Result<(), CliError> {
    count_move(number)?;
    let reason = match solver_column(letter).map(|column| session.play_listed(&column.to_string())) {
        Some(Ok(_)) => return Ok(()),
        Some(Err(MoveError::Illegal(IllegalMove::NoSuchColumn(_)))) | None => {
            format!("there is no column {letter}; the first one is 1")
        }
        Some(Err(MoveError::Illegal(IllegalMove::ColumnFull(_)))) => format!("column {letter} is full"),
        Some(Err(error)) => error.to_string(),
    };
    Err(CliError::bad(format!("move {number} ({letter}): {reason}")))
}

/// Counts one more move, up to the most that are read.
fn count_move(number: &mut usize) -> Result<(), CliError> {
    *number += 1;
    if *number > MAX_MOVES {
        return Err(CliError::bad(format!("more than {MAX_MOVES} moves")));
    }
    Ok(())
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

/// Returns how the solver writes a column that is counted from 0: 0 is `1`, 9 is `a`.
fn solver_letter(column: usize) -> String {
    let letter = char::from_digit(u32::try_from(column + 1).unwrap_or(u32::MAX), 36);
    letter.map_or_else(|| (column + 1).to_string(), String::from)
}
