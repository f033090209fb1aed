//! `parlor replay`: prints a recorded game move by move and checks it.

use crate::args::ReplayArgs;
use crate::count::count;
use crate::error::CliError;
use crate::output::Output;
use crate::record_reader::next_line;
use parlor_play::record::{BadRecord, Line, Reader};
use parlor_play::{BadEvent, Event, Table};
use parlor_rules::Player;
use std::fs::File;
use std::io::{self, BufRead, BufReader};

pub(crate) fn run(args: &ReplayArgs, color: bool) -> Result<(), CliError> {
    let file = args.file.display().to_string();
    let mut input: Box<dyn BufRead> = if file == "-" {
        Box::new(io::stdin().lock())
    } else {
        let opened = File::open(&args.file).map_err(|error| CliError::bad(format!("{file}: {error}")))?;
        Box::new(BufReader::new(opened))
    };
    let mut out = Output::new();
    let mut reader = Reader::default();
    let (mut number, mut records, mut moves) = (0, 0, 0);
    while let Some(line) = next_line(&mut input).map_err(|error| CliError::bad(format!("{file}: {error}")))? {
        number += 1;
        let read = reader.read(&line);
        let (Ok(read), Some(table)) = (read.as_ref(), reader.table()) else {
            match read {
                Ok(_) => continue,
                Err(error) => {
                    out.flush()?;
                    return Err(line_error(&file, number, &error));
                }
            }
        };
        match read {
            Line::Header => records += 1,
            Line::Entry(entry, _) if matches!(entry.event, Event::Move(_)) => moves += 1,
            _ => {}
        }
        if !args.quiet {
            print_line(&mut out, table, read, color)?;
        }
    }
    if records == 0 {
        return Err(CliError::bad(format!("{file}: the file has no record")));
    }
    out.line(format_args!("{file}: {}, {}, all right", count(records, "record"), count(moves, "move")))?;
    out.flush()
}

/// Returns the error of a refused line: a failed check if the recorded end is wrong, else bad input.
fn line_error(file: &str, number: usize, error: &BadRecord) -> CliError {
    let reason = format!("{file}:{number}: {error}");
    match error {
        BadRecord::Event(_, BadEvent::WrongEnd { .. }) => CliError::Check(reason),
        _ => CliError::Use(reason),
    }
}

fn print_line(out: &mut Output, table: &Table, line: &Line, color: bool) -> Result<(), CliError> {
    let session = table.session();
    let name = |player: Player| table.names().get(player.index()).cloned().unwrap_or_default();
    let mut board = false;
    match line {
        Line::Blank => {}
        Line::Header => {
            out.line(format_args!("{}: {}", session.info().name, table.names().join(" against ")))?;
            board = true;
        }
        Line::Entry(entry, _) => match &entry.event {
            Event::Move(text) => {
                let who = session.timeline().last_player().map(name).unwrap_or_default();
                out.line(format_args!("{}. {who} plays {text}", session.timeline().player_moves()))?;
                board = session.chance(0).is_none();
            }
            Event::Chance(text) => {
                out.line(format_args!("a tile appears: {text}"))?;
                board = true;
            }
            Event::Undo(count) => {
                out.line(format_args!("undo {count}"))?;
                board = true;
            }
            Event::Redo(count) => {
                out.line(format_args!("redo {count}"))?;
                board = true;
            }
            Event::Cancel => out.line("the game is canceled")?,
            Event::Resign(player) => out.line(format_args!("{} resigns", name(*player)))?,
            Event::Forfeit { by, fault } => out.line(format_args!("{} forfeits: {fault}", name(*by)))?,
            Event::Offer { by, what } => {
                out.line(format_args!("{} offers: {}", name(*by), format!("{what:?}").to_lowercase()))?;
            }
            Event::Accept(player) => out.line(format_args!("{} accepts", name(*player)))?,
            Event::Decline(player) => out.line(format_args!("{} declines", name(*player)))?,
            Event::Withdraw(player) => out.line(format_args!("{} withdraws the offer", name(*player)))?,
            Event::Flag(player) => out.line(format_args!("{} has no time left", name(*player)))?,
            Event::Continue => out.line("the game is continued")?,
            Event::Rematch { .. } => {
                out.line(format_args!("round {}", table.round()))?;
                board = true;
            }
            Event::Comment(text) => out.line(format_args!("\"{}\"", text.escape_debug()))?,
            Event::End(ending) => out.line(format_args!("the end: {ending}"))?,
        },
    }
    if board {
        out.board(session, color)?;
        out.line(session.status_text(table.names()))?;
    }
    Ok(())
}
