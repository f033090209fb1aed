//! The guest behind a browser, their name and their games.

use super::extract::{Caller, JsonBody};
use crate::app::App;
use crate::display_name::{BadName, clean_name, name_of};
use crate::error::{ApiError, error_chain};
use crate::guest::{Guest, new_secret, secret_cookie};
use crate::look_alike::look_alike;
use crate::room::{Game, seat_names, status_text};
use crate::storage::GameSummary;
use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderName};
use parlor_play::{Ending, Options};
use parlor_rules::Player;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Instant;

/// The guest behind a browser.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Me {
    /// The public id.
    id: String,
    /// The name.
    name: String,
}

/// Returns the guest behind the browser; a new one gets its cookie.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/me", responses((status = 200, body = Me), crate::error::ErrorResponses)
))]
pub(crate) async fn me(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<(Option<[(HeaderName, String); 1]>, Json<Me>), ApiError> {
    if let Some(guest) = Guest::from_cookies(&headers) {
        let profile = app.shared.storage.profile(&guest).await?;
        // A browser that still has the cookie of a deleted guest becomes another one.
        if !profile.as_ref().is_some_and(|profile| profile.is_deleted) {
            let name = name_of(&guest, profile.map(|profile| profile.name));
            return Ok((None, Json(Me { id: guest.to_string(), name })));
        }
    }
    let secret = new_secret()?;
    let guest = Guest::from_secret(&secret);
    let config = &app.shared.config;
    let is_proxied_https =
        config.behind_proxy && headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    let is_https =
        is_proxied_https || config.origin.as_ref().is_some_and(|origin| origin.starts_with("https:"));
    let me = Me { id: guest.to_string(), name: guest.default_name() };
    Ok((Some([(SET_COOKIE, secret_cookie(&secret, is_https, &config.base_path))]), Json(me)))
}

/// A request for another name.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Rename {
    /// The name.
    name: String,
}

/// Renames the guest.
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/api/me", request_body = Rename, security(("guest" = [])),
    responses((status = 200, body = Me), crate::error::ErrorResponses)
))]
pub(crate) async fn rename(
    State(app): State<App>,
    caller: Caller,
    JsonBody(Rename { name }): JsonBody<Rename>,
) -> Result<Json<Me>, ApiError> {
    let name = clean_name(&name, app.shared.config.limits.name)?;
    app.shared.name_rules.check(&name, &caller.guest)?;
    count_change(&app, &caller)?;
    let guest = caller.guest;
    let opponents = app.shared.storage.opponents(&guest).await?;
    if let Some(opponent) = opponents.into_iter().find(|opponent| look_alike(opponent, &name)) {
        return Err(BadName::LooksLike(opponent).into());
    }
    if !app.shared.storage.rename(guest.clone(), name.clone()).await? {
        return Err(ApiError::DeletedGuest);
    }
    app.hub.rename_guest(&guest, &name).await;
    Ok(Json(Me { id: guest.to_string(), name }))
}

/// Counts a change of what is stored about a guest.
pub(super) fn count_change(app: &App, caller: &Caller) -> Result<(), ApiError> {
    match app.shared.guest_quota.allow(caller.ip, &caller.guest, Instant::now()) {
        true => Ok(()),
        false => Err(ApiError::TooManyChanges(app.shared.config.limits.renames_per_day)),
    }
}

/// A game in the guest's list.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct OwnGame {
    /// The game's id.
    id: String,
    /// Which game is played: `classic`, `hex`, ...
    game: &'static str,
    /// The options that were chosen.
    options: Options,
    /// Rows by columns, as they are now.
    size: String,
    /// The tile to reach, in games that have one.
    #[cfg_attr(feature = "openapi", schema(required))]
    target: Option<u64>,
    /// The players' names.
    names: Vec<String>,
    /// The players that the guest plays: 1, 2, both or none.
    mine: Vec<u64>,
    /// The player to move, 1 or 2; null when nobody is.
    #[cfg_attr(feature = "openapi", schema(required))]
    turn: Option<u64>,
    /// How the game ended; null while it goes on.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::schema::EndingSchema>, required))]
    ending: Option<Ending>,
    /// When it last changed, in milliseconds since 1970.
    updated: u64,
    /// Whether it is over.
    over: bool,
    /// Whose turn it is or how the game ended, in words.
    status_text: String,
}

/// The most games in the list.
const MAX_GAMES: u32 = 50;

/// Returns the guest's games, latest first.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/me/games", security(("guest" = [])),
    responses((status = 200, body = Vec<OwnGame>), crate::error::ErrorResponses)
))]
pub(crate) async fn games(State(app): State<App>, caller: Caller) -> Result<Json<Vec<OwnGame>>, ApiError> {
    caller.check_not_deleted(&app).await?;
    let guest = caller.guest;
    let listed = app.shared.storage.games(&guest, MAX_GAMES).await?;
    let entries = app.hub.with_games(&listed, |summary, game, names| {
        let updated = app.shared.storage.clock().wall(summary.updated);
        (own_game(summary, updated, game, names, &guest), game.created_by == guest)
    });
    let mut own = Vec::new();
    for (summary, entry) in listed.iter().zip(entries.await?) {
        match entry {
            // Whoever gave up their seat does not take part any more.
            Ok((game, is_host)) if game.mine.is_empty() && !is_host => {}
            Ok((game, _)) => own.push(game),
            // One game that can't be read does not hide the others.
            Err(error) => {
                tracing::error!(error = error_chain(&error), game = summary.id, "game left out of a list");
            }
        }
    }
    Ok(Json(own))
}

fn own_game(
    summary: &GameSummary,
    updated: u64,
    game: &Game,
    names: &HashMap<Guest, String>,
    guest: &Guest,
) -> OwnGame {
    let names = seat_names(game, names);
    let session = game.table.session();
    let (rows, columns) = session.size();
    OwnGame {
        id: summary.id.clone(),
        game: session.info().name,
        options: session.options().clone(),
        size: format!("{rows}x{columns}"),
        target: session.view().goal.map(|goal| goal.target),
        mine: game.players_of(guest).into_iter().map(Player::number).collect(),
        turn: game.to_move().map(Player::number),
        ending: game.ending(),
        status_text: status_text(game, &names),
        names,
        updated,
        over: summary.over,
    }
}
