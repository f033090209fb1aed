//! The dialogue of classic and super.

use super::LineSession;
use crate::error::CliError;
use parlor_play::{ActOutcome, Command, MoveError, Refusal, Step};
use parlor_rules::drop::classic::DISCS;
use parlor_rules::{IllegalMove, Player};

pub(super) fn play(host: &mut LineSession) -> Result<(), CliError> {
    loop {
        round(host)?;
        host.out.text("Play again? [y/N] ")?;
        if host.word()?.as_deref() != Some("y") {
            return Ok(());
        }
        host.act(&Command::Rematch { exchange: false, seed: None })?.map(drop).map_err(CliError::bad)?;
    }
}

fn round(host: &mut LineSession) -> Result<(), CliError> {
    host.board()?;
    while let Some(player) = host.mover() {
        let acted = turn(host, player)?;
        tell_points(host, &acted)?;
        host.board()?;
    }
    let names = host.table().names().to_vec();
    if !host.tell_move_limit()? {
        match host.session().turn().outcome().and_then(|outcome| outcome.winner()) {
            Some(winner) => host.out.line(format_args!("{} wins!", names[winner.index()]))?,
            None => host.out.line("It is a draw.")?,
        }
    }
    let [one, two] = host.session().scores().unwrap_or_default();
    let wins = host.table().wins();
    host.out.line(format_args!(
        "Score: {0} {one}, {1} {two}. Wins: {0} {2}, {1} {3}.",
        names[0], names[1], wins[0], wins[1]
    ))
}

fn turn(host: &mut LineSession, player: Player) -> Result<ActOutcome, CliError> {
    let name = host.table().names()[player.index()].clone();
    if host.is_engine(player) {
        let chosen = host.think(player)?;
        host.out.line(format_args!("{name} plays {chosen}"))?;
        return host.play(chosen)?.map_err(CliError::bad);
    }
    let (_, columns) = host.session().size();
    let disc = DISCS[player.index()];
    let points = match (host.game(), host.session().scores()) {
        ("super", Some([one, two])) => format!(" {one}-{two}"),
        _ => String::new(),
    };
    loop {
        host.out.text(format_args!("{name} ({disc}){points}, column 0-{}: ", columns - 1))?;
        let word = host.needed_word()?;
        match host.play(word.clone())? {
            Ok(acted) => return Ok(acted),
            Err(Refusal::Move(MoveError::Illegal(full @ IllegalMove::ColumnFull(_)))) => {
                host.out.line(full)?
            }
            Err(_) => host.out.line(format_args!("not a column: {word}"))?,
        }
    }
}

/// Super: who scored, one line for each search.
fn tell_points(host: &mut LineSession, acted: &ActOutcome) -> Result<(), CliError> {
    for step in &acted.steps {
        let Step::Score(players) = step else { continue };
        let scored = players.iter().filter_map(|&number| Player::from_number(number));
        let said: Vec<String> =
            scored.map(|player| format!("{} scores.", host.table().names()[player.index()])).collect();
        host.out.line(said.join(" "))?;
    }
    Ok(())
}
