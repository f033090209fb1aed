//! Looking back: earlier positions of a game, and of the rounds that were played before it at the same table.

use super::GameId;
use crate::app::App;
use crate::error::{ApiError, Errors};
use crate::room::{Game, RoomError, seat_names};
use crate::storage::{LogEvent, LogRecord, StorageError};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use parlor_play::{Event, Options, Step, View, game as listed};
use parlor_rules::Player;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which round to look at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoundQuery {
    /// The round, from 1; the one that is played now unless said otherwise.
    round: Option<u64>,
}

/// After how many moves to look.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct At {
    /// Moves from the start of the round.
    at: usize,
    /// The round, from 1; the one that is played now unless said otherwise.
    round: Option<u64>,
}

/// The moves of a round.
#[derive(Serialize, ToSchema)]
pub(crate) struct Round {
    /// Which it is.
    round: u64,
    /// Of so many.
    rounds: u64,
    /// Its moves as text, those of chance too.
    moves: Vec<String>,
}

/// An earlier position.
#[derive(Serialize, ToSchema)]
pub(crate) struct PositionAt {
    /// Events in the log so far.
    seq: u64,
    /// After so many moves.
    at: usize,
    /// Of so many.
    of: usize,
    /// The move that led here.
    #[serde(rename = "move")]
    text: Option<String>,
    /// Who made it; nobody for chance.
    by: Option<u64>,
    /// What to draw.
    #[schema(value_type = Object)]
    view: View,
    /// What the move did.
    #[schema(value_type = Vec<Object>)]
    steps: Vec<Step>,
    /// Who is to move or how it ended, in the game's words.
    status_text: String,
}

/// The moves of a round, that of now or an earlier one.
#[utoipa::path(
    get, path = "/api/games/{id}/moves", params(GameId, RoundQuery),
    responses((status = 200, body = Round), Errors)
)]
pub(crate) async fn moves(
    State(app): State<App>,
    Path(id): Path<String>,
    which: Result<Query<RoundQuery>, QueryRejection>,
) -> Result<Json<Round>, ApiError> {
    let Query(RoundQuery { round }) = which?;
    let Played { round, rounds, history, .. } = played(&app, &id, round).await?;
    Ok(Json(Round { round, rounds, moves: history }))
}

/// The position after the first so many moves of a round.
#[utoipa::path(
    get, path = "/api/games/{id}/view", params(GameId, At),
    responses((status = 200, body = PositionAt), Errors)
)]
pub(crate) async fn view(
    State(app): State<App>,
    Path(id): Path<String>,
    at: Result<Query<At>, QueryRejection>,
) -> Result<Json<PositionAt>, ApiError> {
    let Query(At { at, round }) = at?;
    let Played { seq, history, options, game, names, .. } = played(&app, &id, round).await?;
    if at > history.len() {
        return Err(ApiError::bad(format!("the game has {} moves so far", history.len())));
    }
    let lost = || ApiError::from(StorageError("the game can't be replayed".into()));
    let mut session = listed(game).and_then(|game| game.start(&options).ok()).ok_or_else(lost)?;
    let (mut by, mut steps) = (None, Vec::new());
    for text in &history[..at] {
        by = session.turn().player();
        steps = match session.play(text) {
            Ok(steps) => steps,
            // The player went on after winning.
            Err(_) if session.continue_after_win() => {
                by = session.turn().player();
                session.play(text).map_err(|_| lost())?
            }
            Err(_) => return Err(lost()),
        };
    }
    Ok(Json(PositionAt {
        seq,
        at,
        of: history.len(),
        text: at.checked_sub(1).map(|last| history[last].clone()),
        by: by.map(Player::number),
        view: session.view(),
        steps,
        status_text: session.status_text(&names),
    }))
}

/// What is needed to play a round once more.
struct Played {
    seq: u64,
    round: u64,
    rounds: u64,
    history: Vec<String>,
    options: Options,
    game: &'static str,
    names: Vec<String>,
}

impl Played {
    fn of(game: &Game, names: Vec<String>) -> Played {
        let (session, round) = (game.table.session(), game.table.round());
        Played {
            seq: game.seq,
            round,
            rounds: round,
            history: session.history(),
            options: session.options().clone(),
            game: session.about().name,
            names,
        }
    }
}

async fn played(app: &App, id: &str, round: Option<u64>) -> Result<Played, ApiError> {
    let room = app.hub.room(id).await?;
    let now = room.look(|game, names| Played::of(game, seat_names(game, names))).await?;
    match round {
        Some(round) if round == 0 || round > now.round => {
            Err(ApiError::bad(format!("the table is at round {}", now.round)))
        }
        Some(round) if round < now.round => {
            let log = app.shared.storage.read(id, 0).await?;
            let ended = end_of_round(&log, round);
            let then = Game::of(&log[..ended])?.ok_or(RoomError::NoSuchGame)?;
            let names = room.look(|_, names| seat_names(&then, names)).await?;
            Ok(Played { seq: now.seq, rounds: now.round, ..Played::of(&then, names) })
        }
        _ => Ok(now),
    }
}

/// How many facts there were before the table went on to the round after this one.
fn end_of_round(log: &[LogRecord], round: u64) -> usize {
    let again = |logged: &LogRecord| matches!(&logged.fact, LogEvent::Table(entry) if matches!(entry.event, Event::Rematch { .. }));
    let rematches = log.iter().enumerate().filter(|(_, logged)| again(logged));
    rematches.map(|(place, _)| place).nth(round as usize - 1).unwrap_or(log.len())
}
