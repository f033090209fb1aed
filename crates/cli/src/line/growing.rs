//! The dialogue of growing.

use super::LineSession;
use crate::error::CliError;
use parlor_play::{Axis, Command, Ending, Refusal};
use parlor_rules::drop::growing::LAST;
use parlor_rules::{Player, whole_number};
use std::io::{self, IsTerminal};

pub(super) fn play(host: &mut LineSession) -> Result<(), CliError> {
    let prompt = if io::stdin().is_terminal() { "> " } else { "" };
    host.board()?;
    loop {
        engines_move(host)?;
        if host.has_no_people() && host.mover().is_none() {
            break;
        }
        host.out.text(prompt)?;
        let Some(word) = host.word()? else { break };
        match word.as_str() {
            "p1" => place(host, Player::One)?,
            "p2" => place(host, Player::Two)?,
            "clear" => {
                host.reopen()?;
                host.board()?;
            }
            "print" => host.board()?,
            "rows" => {
                let (rows, _) = host.session().size();
                host.out.line(rows)?;
            }
            "columns" => {
                let (_, columns) = host.session().size();
                host.out.line(columns)?;
            }
            "row" => count(host, Axis::Row, "row")?,
            "column" => count(host, Axis::Column, "column")?,
            "quit" => break,
            _ => host.out.line(format_args!("unknown command: {word}"))?,
        }
    }
    host.out.flush()
}

/// Lets the engines place until a person is to.
fn engines_move(host: &mut LineSession) -> Result<(), CliError> {
    while let Some(player) = host.mover().filter(|&player| host.is_engine(player)) {
        let chosen = host.think(player)?;
        let token = host.session().side_label(player);
        let column = chosen.split(':').next_back().unwrap_or(&chosen).to_string();
        host.out.line(format_args!("{token} plays {column}"))?;
        host.play(chosen)?.map(drop).map_err(CliError::bad)?;
        tell(host)?;
    }
    Ok(())
}

/// `p1 C`: a token of a player into a column.
fn place(host: &mut LineSession, player: Player) -> Result<(), CliError> {
    let word = host.word()?.unwrap_or_default();
    let Some(column) = whole_number(&word).filter(|&column| column <= LAST && !word.is_empty()) else {
        return host.out.line(format_args!("not a column: {word}"));
    };
    // With an engine at the table the seats take turns; without, either places at any time.
    let takes_turns = Player::BOTH.iter().any(|&seat| host.is_engine(seat));
    let by = takes_turns.then_some(player);
    match host.act(&Command::Move { by, text: format!("p{player}:{column}") })? {
        Ok(_) => tell(host),
        Err(Refusal::GameOver) => {
            // The page has no words for this, and piped input has been told how the game ended.
            if io::stdin().is_terminal() {
                host.out.line("the game is over: clear starts another, quit ends")?;
            }
            Ok(())
        }
        Err(refusal) => host.out.line(refusal),
    }
}

/// The board after a placement, and the winner if there is one.
fn tell(host: &mut LineSession) -> Result<(), CliError> {
    host.board()?;
    if let Some(Ending::Won(_)) = host.table().ending() {
        let ended = host.session().status_text(host.table().names());
        host.out.line(ended)?;
    }
    host.tell_move_limit().map(drop)
}

/// `row N`, `column N`: the number of tokens there.
fn count(host: &mut LineSession, along: Axis, what: &str) -> Result<(), CliError> {
    let word = host.word()?.unwrap_or_default();
    let Some(index) = whole_number(&word).filter(|&index| index <= LAST && !word.is_empty()) else {
        return host.out.line(format_args!("not a {what}: {word}"));
    };
    match host.session().filled(along, index) {
        Some(tokens) => host.out.line(tokens),
        None => host.out.line("-1"),
    }
}
