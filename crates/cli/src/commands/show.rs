//! `parlor show`: prints the position after some moves.

use super::find_game;
use crate::args::ShowArgs;
use crate::error::CliError;
use crate::line::{Words, split_words};
use crate::output::Output;
use parlor_play::{OptionKind, Session};

/// The most moves that are read, a bound on outside input.
const MAX_MOVES: usize = 1_000_000;

pub(crate) fn run(args: ShowArgs, color: bool) -> Result<(), CliError> {
    let game = find_game(&args.game.game)?;
    let about = game.info();
    // Growing's moves name their player, so any order of players can be shown.
    let options = args.options.options(about.has_option(OptionKind::Free));
    let mut session = game.start(&options).map_err(CliError::bad)?;
    play_all(&mut *session, &args.moves)?;
    let mut out = Output::new();
    if args.json {
        out.json(&*session)?;
        out.line("")?;
    } else {
        out.board(&*session, color)?;
        let names: Vec<String> = about.names.iter().map(|&name| name.into()).collect();
        out.line(session.status_text(&names))?;
    }
    out.flush()
}

/// Plays the moves of a command line, or those of standard input for a single dash.
pub(super) fn play_all(session: &mut dyn Session, moves: &[String]) -> Result<(), CliError> {
    if moves == ["-"] {
        let mut words = Words::stdin();
        let mut number = 0;
        while let Some(word) = words.next()? {
            number += 1;
            play(session, number, &word)?;
        }
    } else {
        for (number, word) in moves.iter().flat_map(|moves| split_words(moves)).enumerate() {
            play(session, number + 1, word)?;
        }
    }
    Ok(())
}

fn play(session: &mut dyn Session, number: usize, word: &str) -> Result<(), CliError> {
    if number > MAX_MOVES {
        return Err(CliError::bad(format!("more than {MAX_MOVES} moves")));
    }
    match session.play_listed(word) {
        Ok(_) => Ok(()),
        Err(error) => {
            let shown: String = word.chars().take(100).collect();
            Err(CliError::bad(format!("move {number} ({shown}): {error}")))
        }
    }
}
