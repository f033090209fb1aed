//! Who a browser is, and its games.

use super::Body;
use super::visitor::{Visitor, known};
use crate::app::App;
use crate::error::ApiError;
use crate::guest::{Guest, cookie, unguessable};
use crate::room::{seat_names, standing};
use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use parlor_play::checked_name;
use serde::{Deserialize, Serialize};
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
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)))]
pub(crate) async fn me(State(app): State<App>, request: Request) -> Result<Response, ApiError> {
    let (parts, _) = request.into_parts();
    if let Some(guest) = known(&parts) {
        let name = app.shared.storage.name(&guest).await?.unwrap_or_else(|| guest.first_name());
        return Ok(Json(Me { id: guest.to_string(), name }).into_response());
    }
    let secret =
        unguessable(32).map_err(|error| ApiError::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, error))?;
    let guest = Guest::of(&secret);
    let secure = app.shared.config.origin.as_ref().is_some_and(|origin| origin.starts_with("https:"));
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
#[utoipa::path(post, path = "/api/me", request_body = Rename, responses((status = 200, body = Me)))]
pub(crate) async fn rename(
    State(app): State<App>,
    Visitor { guest, .. }: Visitor,
    Body(Rename { name }): Body<Rename>,
) -> Result<Json<Me>, ApiError> {
    let most = app.shared.config.limits.name;
    let name = checked_name(name.trim()).map_err(ApiError::bad)?.to_string();
    if name.chars().count() > most {
        return Err(ApiError::bad(format!("a name has at most {most} characters")));
    }
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
    /// Who plays it.
    names: Vec<String>,
    /// When something last happened, in milliseconds since 1970.
    updated: u64,
    /// Whether it is over.
    over: bool,
    /// Who is to move or how it ended, in words.
    standing: String,
}

/// Games shown in the list.
const MOST: u32 = 50;

/// The guest's own games, latest first.
#[utoipa::path(get, path = "/api/me/games", responses((status = 200, body = Vec<OwnGame>)))]
pub(crate) async fn games(
    State(app): State<App>,
    Visitor { guest, .. }: Visitor,
) -> Result<Json<Vec<OwnGame>>, ApiError> {
    let mut own = Vec::new();
    for kept in app.shared.storage.games(&guest, MOST).await? {
        let room = app.hub.room(&kept.id).await?;
        own.push(
            room.look(|game, names| {
                let names = seat_names(game, names);
                OwnGame {
                    id: kept.id.clone(),
                    game: game.table.session().about().name,
                    standing: standing(game, &names),
                    names,
                    updated: kept.updated,
                    over: kept.over,
                }
            })
            .await?,
        );
    }
    Ok(Json(own))
}
