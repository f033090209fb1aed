//! The state or the result of a game, in words.

use super::{Finished, has_continued};
use parlor_play::{Ending, Table};
use parlor_rules::Player;

/// Returns the state or the result of a game, in the same words for every game.
pub(crate) fn status_text(table: &Table) -> String {
    let session = table.session();
    let name = |player: Player| table.names().get(player.index()).map_or("", String::as_str);
    let wins = |loser: Player| match session.info().players {
        1 => String::new(),
        _ => format!(" {} wins!", name(loser.other())),
    };
    match table.ending() {
        Some(Ending::Resigned(player)) => format!("{} resigned.{}", name(player), wins(player)),
        Some(Ending::Forfeited(player)) => format!("{} forfeited.{}", name(player), wins(player)),
        Some(Ending::Time(player)) => format!("{} has no time left.{}", name(player), wins(player)),
        Some(Ending::Agreed) => "A draw by agreement.".into(),
        Some(Ending::Canceled) => "Canceled.".into(),
        Some(Ending::MoveLimit) => "A draw: the move limit is reached.".into(),
        Some(Ending::Reached) if has_continued(table) => match table.view().goal {
            Some(goal) => format!("No move is left. Highest {}, goal {}.", goal.max, goal.target),
            None => session.status_text(table.names()),
        },
        None if has_continued(table) => match table.view().goal {
            Some(goal) => format!("Goal {} reached. Highest {}", goal.target, goal.max),
            None => session.status_text(table.names()),
        },
        None if session.info().players == 2 => match session.turn().player() {
            Some(player) => format!("{} to move", side_text(table, player)),
            None => session.status_text(table.names()),
        },
        _ => session.status_text(table.names()),
    }
}

/// Returns the state or the result of a game in few words, for a list: `X to move`, `Ann won`.
pub(crate) fn short_status(table: &Table) -> String {
    let session = table.session();
    if table.ending().is_none() {
        return match session.turn().player() {
            Some(player) if session.info().players == 2 => format!("{} to move", session.side_label(player)),
            _ => session.view().goal.map_or_else(String::new, |goal| format!("highest {}", goal.max)),
        };
    }
    let finished = Finished::of(table);
    match finished.winner {
        Some(_) if finished.target.is_some() => "goal reached".into(),
        None if finished.target.is_some() => "lost".into(),
        Some(number) => {
            let name = finished.names.get((number - 1) as usize).map_or("", String::as_str);
            format!("{name} won")
        }
        None => "a draw".into(),
    }
}

/// Returns a player's name, with the side on the board if that is called otherwise.
fn side_text(table: &Table, player: Player) -> String {
    let side = table.session().side_label(player);
    match table.names().get(player.index()) {
        Some(name) if *name != side => format!("{name} ({side})"),
        _ if side.chars().count() == 1 => format!("Player {side}"),
        _ => side,
    }
}

#[cfg(test)]
mod tests {
    use super::{short_status, status_text};
    use parlor_play::{Command, Header, Table};
    use parlor_rules::Player;

    #[test]
    fn every_game_says_who_is_to_move_in_the_same_words() {
        for (game, words) in [
            ("shapes", "red to move"),
            ("growing", "p1 (R) to move"),
            ("classic", "Red (O) to move"),
            ("super", "Red (O) to move"),
            ("hex", "Player O to move"),
        ] {
            assert_eq!(status_text(&Table::open(Header::new(game)).unwrap()), words);
        }
    }

    #[test]
    fn endings_name_the_players() {
        let mut table = Table::open(Header::new("classic")).unwrap();
        assert_eq!(short_status(&table), "O to move");
        let _ = table.act(&Command::Resign { by: Player::One }, 0);
        assert_eq!(status_text(&table), "Red resigned. Yellow wins!");
        assert_eq!(short_status(&table), "Yellow won");
        assert_eq!(short_status(&Table::open(Header::new("1024")).unwrap()), "highest 0");
    }
}
