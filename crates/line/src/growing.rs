//! The dialogue of growing.

use crate::commands::CommandEffect;
use crate::{LineError, LineSession, engine_turn};
use parlor_play::{Command, Ending, Refusal};
use parlor_rules::drop::growing::MAX_INDEX;
use parlor_rules::{Player, parse_integer, parse_whole_number};

pub(crate) fn play(game: &mut LineSession<'_>) -> Result<(), LineError> {
    let prompt = if game.reads_terminal() { "> " } else { "" };
    game.board()?;
    loop {
        play_engine_moves(game)?;
        if game.has_no_people() && game.mover().is_none() {
            break;
        }
        game.out.text(prompt)?;
        let Some(word) = game.word()? else { break };
        match game.run_command(&word)? {
            CommandEffect::NotACommand => {}
            CommandEffect::Answered => continue,
            CommandEffect::Changed => {
                print_position(game)?;
                continue;
            }
        }
        match word.as_str() {
            "p1" => place(game, Player::One)?,
            "p2" => place(game, Player::Two)?,
            "clear" => {
                game.reopen()?;
                game.board()?;
            }
            "print" => game.board()?,
            "rows" => {
                let (rows, _) = game.session().size();
                game.out.line(rows)?;
            }
            "columns" => {
                let (_, columns) = game.session().size();
                game.out.line(columns)?;
            }
            "row" => print_count(game, "row")?,
            "column" => print_count(game, "column")?,
            "quit" => break,
            _ => game.out.line(format_args!("unknown command: {word}"))?,
        }
    }
    game.out.flush()
}

/// Lets the engines move until it is a person's turn.
fn play_engine_moves(game: &mut LineSession<'_>) -> Result<(), LineError> {
    while let Some(player) = game.mover().filter(|&player| game.is_engine(player)) {
        let token = game.session().side_label(player);
        engine_turn(game, player, &token).map(drop)?;
        print_position(game)?;
    }
    Ok(())
}

/// Handles `p1 C`: places a player's token in a column.
fn place(game: &mut LineSession<'_>, player: Player) -> Result<(), LineError> {
    let word = game.word()?.unwrap_or_default();
    let Some(column) = parse_whole_number(&word).filter(|&column| column <= MAX_INDEX && !word.is_empty())
    else {
        return game.out.line(format_args!("not a column: {word}"));
    };
    // Against an engine the players take turns. Without one either player may move at any time.
    let takes_turns = Player::BOTH.iter().any(|&seat| game.is_engine(seat));
    let by = takes_turns.then_some(player);
    match game.act(&Command::Move { by, text: format!("p{player}:{column}") })? {
        Ok(_) => print_position(game),
        Err(Refusal::GameOver) => {
            // docs/games/growing.md prints nothing for piped input here.
            if game.reads_terminal() {
                game.out.line("the game is over: clear starts another, quit ends")?;
            }
            Ok(())
        }
        Err(refusal) => game.out.line(refusal),
    }
}

/// Prints the board, and the winner if there is one.
fn print_position(game: &mut LineSession<'_>) -> Result<(), LineError> {
    game.board()?;
    if let Some(Ending::Won(_)) = game.table().ending() {
        let ended = game.session().status_text(game.table().names());
        game.out.line(ended)?;
    }
    game.print_table_ending().map(drop)
}

/// Handles `row N` and `column N`: prints the number of tokens there, or -1 if the board has no such row or column.
fn print_count(game: &mut LineSession<'_>, what: &str) -> Result<(), LineError> {
    let word = game.word()?.unwrap_or_default();
    let Some(number) = parse_integer(&word) else {
        return game.out.line(format_args!("not a {what}: {word}"));
    };
    let session = game.session();
    let (rows, columns) = session.size();
    // A negative number becomes an index that no board has.
    let index = usize::try_from(number).unwrap_or(usize::MAX);
    let tokens = match what {
        // The command counts rows from the bottom, the session from the top.
        "row" if index < rows => {
            (0..columns).filter(|&column| session.cell(rows - 1 - index, column) > 0).count()
        }
        "column" if index < columns => (0..rows).filter(|&row| session.cell(row, index) > 0).count(),
        _ => return game.out.line("-1"),
    };
    game.out.line(tokens)
}
