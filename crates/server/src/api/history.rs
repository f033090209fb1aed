//! Looking back: earlier positions of a game, and of the rounds that were played before it at the same table.

use super::GameId;
use crate::app::App;
use crate::error::{ApiError, Errors};
use crate::room::seat_names;
use crate::storage::StorageError;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use parlor_play::{Step, Table, View};
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
    look_at_round(&app, &id, round, |looked| {
        let (round, rounds) = (looked.table.round(), looked.rounds);
        Ok(Json(Round { round, rounds, moves: looked.table.timeline().moves() }))
    })
    .await
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
    look_at_round(&app, &id, round, |looked| {
        let timeline = looked.table.timeline();
        if at > timeline.len() {
            return Err(ApiError::bad(format!("the game has {} moves so far", timeline.len())));
        }
        let replayed = looked.table.session().after(at);
        let session = replayed.map_err(|error| ApiError::from(StorageError(error.to_string())))?;
        let last = session.timeline().last();
        Ok(Json(PositionAt {
            seq: looked.seq,
            at,
            of: timeline.len(),
            text: last.map(|ply| ply.text.clone()),
            by: last.and_then(|ply| ply.by).map(Player::number),
            view: session.view(),
            steps: session.timeline().last_steps().to_vec(),
            status_text: session.status_text(&looked.names),
        }))
    })
    .await
}

/// A round of a game that is looked at.
struct LookedAt<'a> {
    seq: u64,
    rounds: u64,
    table: &'a Table,
    names: Vec<String>,
}

/// Looks at a round: the one that is played, or an earlier one as it ended.
async fn look_at_round<T>(
    app: &App,
    id: &str,
    round: Option<u64>,
    look: impl FnOnce(LookedAt<'_>) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    let room = app.hub.room(id).await?;
    let looked = room.look(|game, names| {
        let rounds = game.table.round();
        let earlier = match round {
            Some(round) if round != rounds => {
                let table = game.table.at_end_of_round(round);
                Some(table.ok_or_else(|| ApiError::bad(format!("the table is at round {rounds}")))?)
            }
            _ => None,
        };
        let table = earlier.as_ref().unwrap_or(&game.table);
        let mut names = seat_names(game, names);
        if table.is_exchanged() != game.table.is_exchanged() {
            names.reverse();
        }
        look(LookedAt { seq: game.seq, rounds, table, names })
    });
    looked.await?
}
