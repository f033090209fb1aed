//! The dialogue of classic and super.

use crate::{LineError, LineSession, engine_turn};
use parlor_play::{ActOutcome, Command, MoveError, Refusal, Step};
use parlor_rules::drop::classic::DISCS;
use parlor_rules::{IllegalMove, Player};

pub(crate) fn play(game: &mut LineSession<'_>) -> Result<(), LineError> {
    loop {
        round(game)?;
        game.out.text("Play again? [y/N] ")?;
        if game.word()?.as_deref() != Some("y") {
            return Ok(());
        }
        game.act(&Command::Rematch { exchange: false, seed: None })?.map(drop).map_err(LineError::other)?;
    }
}

fn round(game: &mut LineSession<'_>) -> Result<(), LineError> {
    game.board()?;
    while let Some(player) = game.mover() {
        if let Some(acted) = turn(game, player)? {
            print_points(game, &acted)?;
        }
        game.board()?;
    }
    let names = game.table().names().to_vec();
    if !game.print_table_ending()? {
        match game.session().turn().outcome().and_then(|outcome| outcome.winner()) {
            Some(winner) => game.out.line(format_args!("{} wins!", names[winner.index()]))?,
            None => game.out.line("It is a draw.")?,
        }
    }
    let [one, two] = game.session().view().scores.unwrap_or_default();
    let wins = game.table().wins();
    game.out.line(format_args!(
        "Score: {0} {one}, {1} {two}. Wins: {0} {2}, {1} {3}.",
        names[0], names[1], wins[0], wins[1]
    ))
}

/// Makes a move and returns what it did; none if a command has changed the game instead.
fn turn(game: &mut LineSession<'_>, player: Player) -> Result<Option<ActOutcome>, LineError> {
    let name = game.table().names()[player.index()].clone();
    if game.is_engine(player) {
        return engine_turn(game, player, &name).map(Some);
    }
    let (_, columns) = game.session().size();
    let disc = DISCS[player.index()];
    let scores = game.session().view().scores.filter(|_| game.session().info().points);
    let points = scores.map(|[one, two]| format!(" {one}-{two}")).unwrap_or_default();
    loop {
        let asked = game.ask(format_args!("{name} ({disc}){points}, column 0-{}: ", columns - 1))?;
        let Some(word) = asked else { return Ok(None) };
        match game.play(word.clone())? {
            Ok(acted) => return Ok(Some(acted)),
            Err(Refusal::Move(MoveError::Illegal(full @ IllegalMove::ColumnFull(_)))) => {
                game.out.line(full)?
            }
            Err(_) => game.out.line(format_args!("not a column: {word}"))?,
        }
    }
}

/// Prints who scored in super, one line for each search.
fn print_points(game: &mut LineSession<'_>, acted: &ActOutcome) -> Result<(), LineError> {
    for step in &acted.steps {
        let Step::Score(players) = step else { continue };
        let scored = players.iter().filter_map(|&number| Player::from_number(number));
        let sentences: Vec<String> =
            scored.map(|player| format!("{} scores.", game.table().names()[player.index()])).collect();
        game.out.line(sentences.join(" "))?;
    }
    Ok(())
}
