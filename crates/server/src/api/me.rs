//! Who a browser is, and its games.

use super::Body;
use super::visitor::{Visitor, known};
use crate::app::App;
use crate::display_name::name as checked;
use crate::error::{ApiError, Errors};
use crate::guest::{Guest, cookie, random_token};
use crate::room::{Game, seat_names, status_text};
use crate::storage::GameSummary;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use parlor_play::{Ending, Options};
use parlor_rules::Player;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Who a browser is.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    /// The public id.
    id: String,
    /// The name.
    name: String,
}

/// Who the browser is; a new one is given its cookie.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me), Errors))]
pub(crate) async fn me(State(app): State<App>, request: Request) -> Result<Response, ApiError> {
    let (parts, _) = request.into_parts();
    if let Some(guest) = known(&parts) {
        let name = app.shared.storage.name(&guest).await?.unwrap_or_else(|| guest.first_name());
        return Ok(Json(Me { id: guest.to_string(), name }).into_response());
    }
    let secret = random_token(32)
        .map_err(|error| ApiError::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, error))?;
    let guest = Guest::of(&secret);
    let config = &app.shared.config;
    let proxied =
        config.behind_proxy && parts.headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    let secure = proxied || config.origin.as_ref().is_some_and(|origin| origin.starts_with("https:"));
    let me = Me { id: guest.to_string(), name: guest.first_name() };
    Ok((AppendHeaders([(SET_COOKIE, cookie(&secret, secure))]), Json(me)).into_response())
}

/// What a guest wants to be called.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rename {
    /// The name.
    name: String,
}

/// Gives the guest a name.
#[utoipa::path(
    post, path = "/api/me", request_body = Rename, security(("guest" = [])),
    responses((status = 200, body = Me), Errors)
)]
pub(crate) async fn rename(
    State(app): State<App>,
    Visitor { guest, .. }: Visitor,
    Body(Rename { name }): Body<Rename>,
) -> Result<Json<Me>, ApiError> {
    let name = checked(&name, app.shared.config.limits.name).map_err(ApiError::bad)?;
    app.shared.storage.rename(guest.clone(), name.clone()).await?;
    app.hub.renamed(&guest, &name).await;
    Ok(Json(Me { id: guest.to_string(), name }))
}

/// A game as a list shows it.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnGame {
    /// Its id.
    id: String,
    /// Which of the games it is.
    game: &'static str,
    /// What was chosen about it.
    #[schema(value_type = Object)]
    options: Options,
    /// Rows by columns, as they are now.
    size: String,
    /// The tile to reach, where there is one.
    target: Option<u64>,
    /// Who plays it.
    names: Vec<String>,
    /// The players that the guest plays.
    mine: Vec<u64>,
    /// The player to move.
    turn: Option<u64>,
    /// How it ended.
    #[schema(value_type = Value)]
    ending: Option<Ending>,
    /// When something last happened, in milliseconds since 1970.
    updated: u64,
    /// Whether it is over.
    over: bool,
    /// Who is to move or how it ended, in words.
    status_text: String,
}

/// Games shown in the list.
const MOST: u32 = 50;

/// The guest's own games, latest first.
#[utoipa::path(
    get, path = "/api/me/games", security(("guest" = [])),
    responses((status = 200, body = Vec<OwnGame>), Errors)
)]
pub(crate) async fn games(
    State(app): State<App>,
    Visitor { guest, .. }: Visitor,
) -> Result<Json<Vec<OwnGame>>, ApiError> {
    let mut own = Vec::new();
    for kept in app.shared.storage.games(&guest, MOST).await? {
        let listed = async {
            let room = app.hub.room(&kept.id).await?;
            room.look(|game, names| own_game(&kept, game, names, &guest)).await
        };
        match listed.await {
            Ok(game) => own.push(game),
            // One game that can't be read does not hide the others.
            Err(error) => tracing::error!(?error, game = kept.id, "a game can't be listed"),
        }
    }
    Ok(Json(own))
}

fn own_game(kept: &GameSummary, game: &Game, names: &HashMap<Guest, String>, guest: &Guest) -> OwnGame {
    let names = seat_names(game, names);
    let session = game.table.session();
    let (rows, columns) = session.size();
    OwnGame {
        id: kept.id.clone(),
        game: session.info().name,
        options: session.options().clone(),
        size: format!("{rows}x{columns}"),
        target: session.view().goal.map(|goal| goal.target),
        mine: game.players_of(guest).into_iter().map(Player::number).collect(),
        turn: game.to_move().map(Player::number),
        ending: game.ending(),
        status_text: status_text(game, &names),
        names,
        updated: kept.updated,
        over: kept.over,
    }
}
