//! Earlier positions of a game, in the current round and in those before it.

use crate::app::App;
use crate::error::ApiError;
use crate::room::{ReplayError, RoomError, seat_names};
use crate::storage::{LogEvent, LogRecord};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use parlor_play::{Entry, Step, Table, View};
use parlor_rules::Player;
use serde::{Deserialize, Serialize};

/// The round to return.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(crate) struct RoundQuery {
    /// The round, from 1; by default the current one.
    round: Option<u64>,
}

/// The position to return.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionQuery {
    /// How many moves of the round have been made.
    at: usize,
    /// The round, from 1; by default the current one.
    round: Option<u64>,
}

/// The moves of a round.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Round {
    /// The round, from 1.
    round: u64,
    /// How many rounds there are.
    rounds: u64,
    /// The moves, those of chance too.
    moves: Vec<String>,
}

/// A position of a round.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct PositionAt {
    /// The length of the game's log.
    seq: u64,
    /// How many moves have been made.
    at: usize,
    /// How many moves the round has.
    of: usize,
    /// The move that led here.
    #[cfg_attr(feature = "openapi", schema(required))]
    #[serde(rename = "move")]
    text: Option<String>,
    /// The player who made it, 1 or 2; null for chance.
    #[cfg_attr(feature = "openapi", schema(required))]
    by: Option<u64>,
    /// The board.
    view: View,
    /// What the move did.
    steps: Vec<Step>,
    /// Whose turn it is or how the game ended, in words.
    status_text: String,
}

/// Returns the moves of a round.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/games/{id}/moves", params(crate::api::extract::GameId, RoundQuery),
    responses((status = 200, body = Round), crate::error::ErrorResponses)
))]
pub(crate) async fn moves(
    State(app): State<App>,
    Path(id): Path<String>,
    query: Result<Query<RoundQuery>, QueryRejection>,
) -> Result<Json<Round>, ApiError> {
    let Query(RoundQuery { round }) = query?;
    with_round(&app, &id, round, |found| {
        let (round, rounds) = (found.table.round(), found.rounds);
        Ok(Json(Round { round, rounds, moves: found.table.timeline().moves() }))
    })
    .await
}

/// Returns the position after a number of moves of a round.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/games/{id}/view", params(crate::api::extract::GameId, PositionQuery),
    responses((status = 200, body = PositionAt), crate::error::ErrorResponses)
))]
pub(crate) async fn view(
    State(app): State<App>,
    Path(id): Path<String>,
    query: Result<Query<PositionQuery>, QueryRejection>,
) -> Result<Json<PositionAt>, ApiError> {
    let Query(PositionQuery { at, round }) = query?;
    with_round(&app, &id, round, |found| {
        let timeline = found.table.timeline();
        if at > timeline.len() {
            return Err(ApiError::NoSuchPosition { asked: at, moves: timeline.len() });
        }
        let session = found.table.session().after(at);
        let session = session.map_err(|error| RoomError::Replay(ReplayError::Moves(error)))?;
        let last = session.timeline().last();
        Ok(Json(PositionAt {
            seq: found.seq,
            at,
            of: timeline.len(),
            text: last.map(|ply| ply.text.clone()),
            by: last.and_then(|ply| ply.by).map(Player::number),
            view: session.view(),
            steps: session.timeline().last_steps().to_vec(),
            status_text: session.status_text(&found.names),
        }))
    })
    .await
}

/// A round of a game.
struct FoundRound<'a> {
    seq: u64,
    rounds: u64,
    table: &'a Table,
    names: Vec<String>,
}

/// Calls a function with a round: the current one, or an earlier one as it ended.
async fn with_round<T>(
    app: &App,
    id: &str,
    round: Option<u64>,
    read: impl FnOnce(FoundRound<'_>) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    let room = app.hub.room(id).await?;
    let current = room.with_game(|game, _| game.table.round()).await?;
    let log = match round {
        Some(asked) if (1..current).contains(&asked) => table_entries(app, id).await?,
        _ => Vec::new(),
    };
    let result = room.with_game(|game, names| {
        let rounds = game.table.round();
        let earlier = match round {
            Some(asked) if asked != rounds => {
                let table = game.table.at_end_of_round_in(&log, asked);
                Some(table.ok_or(ApiError::NoSuchRound { asked, rounds })?)
            }
            _ => None,
        };
        let table = earlier.as_ref().unwrap_or(&game.table);
        let mut names = seat_names(game, names);
        if table.is_exchanged() != game.table.is_exchanged() {
            names.reverse();
        }
        read(FoundRound { seq: game.seq, rounds, table, names })
    });
    result.await?
}

/// Returns what has happened at a game's table.
async fn table_entries(app: &App, id: &str) -> Result<Vec<Entry>, ApiError> {
    let log = app.shared.storage.read(id, 1).await.map_err(RoomError::from)?;
    let entry = |record: LogRecord| match record.event {
        LogEvent::Table(entry) => Some(entry),
        _ => None,
    };
    Ok(log.into_iter().filter_map(entry).collect())
}
