//! Compares what clients were told, and what the nodes answer now, with the log in the database.

use crate::game::PlayedGame;
use parlor_loadtest::Client;
use serde_json::Value;
use std::net::SocketAddr;
use tokio_postgres::Client as Database;

/// Compares a game with its log, and returns the moves in it and what is wrong.
pub(crate) async fn check_game(
    database: &Database,
    game: &PlayedGame,
    addresses: &[SocketAddr],
) -> Result<(u64, Vec<String>), tokio_postgres::Error> {
    let mut wrong = Vec::new();
    let rows = database
        .query("SELECT seq, command, event FROM log WHERE game = $1 ORDER BY seq", &[&game.id])
        .await?;
    let entries: Vec<(i64, Option<String>, Value)> = rows
        .iter()
        .map(|row| (row.get(0), row.get(1), serde_json::from_str(row.get(2)).unwrap_or_default()))
        .collect();
    for (index, (seq, ..)) in entries.iter().enumerate() {
        if *seq != index as i64 + 1 {
            wrong.push(format!("entry {} of the log has seq {seq}", index + 1));
        }
    }
    if (entries.len() as u64) < game.told {
        wrong.push(format!("somebody was told seq {}, the log has {}", game.told, entries.len()));
    }
    // Every acknowledged move is there, once, and in order.
    let mut after = 0;
    for (id, text) in &game.acknowledged {
        let of_command = |command: &Option<String>| {
            command.as_ref().and_then(|key| key.split_once(':')).is_some_and(|(_, known)| known == id)
        };
        let places: Vec<&(i64, Option<String>, Value)> =
            entries.iter().filter(|(_, command, _)| of_command(command)).collect();
        match places[..] {
            [(seq, _, event)] => {
                if event["table"]["event"]["move"].as_str() != Some(text) {
                    wrong.push(format!("command {id} was the move {text}, the log has {event}"));
                }
                if *seq <= after {
                    wrong.push(format!("command {id} is at {seq}, after {after}"));
                }
                after = *seq;
            }
            [] => wrong.push(format!("the acknowledged command {id} is not in the log")),
            _ => wrong.push(format!("command {id} is in the log {} times", places.len())),
        }
    }
    // Seats are taken once, by those who play.
    let seated = entries.iter().filter(|(_, _, event)| event.get("seated").is_some()).count();
    if seated > game.guests.len() - 1 {
        wrong.push(format!("seats were taken {seated} times"));
    }
    let moves: Vec<&str> =
        entries.iter().filter_map(|(_, _, event)| event["table"]["event"]["move"].as_str()).collect();
    for address in addresses {
        let path = format!("/api/games/{}/moves", game.id);
        match Client::new(*address, game.guests[0]).get(&path).await {
            Ok((200, body)) => {
                let body: Value = serde_json::from_str(&body).unwrap_or_default();
                let told: Vec<&str> =
                    body["moves"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                if told != moves {
                    wrong.push(format!(
                        "the node at {address} has other moves than the log: {told:?} {moves:?}"
                    ));
                }
            }
            other => wrong.push(format!("the node at {address} does not show the game: {other:?}")),
        }
    }
    let wrong = wrong.into_iter().map(|text| format!("game {}: {text}", game.id)).collect();
    Ok((moves.len() as u64, wrong))
}
