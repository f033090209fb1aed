//! What is stored about a guest: a copy of it, and its deletion.

use super::extract::Caller;
use super::me::count_change;
use crate::app::App;
use crate::error::{ApiError, error_chain};
use crate::guest::{Guest, expired_cookie};
use crate::room::RoomError;
use crate::storage::{Clock, DELETED_NAME, GuestData, GuestGame, LogEvent, LogRecord, StorageError};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderName, StatusCode};
use axum::response::IntoResponse;
use futures_util::{StreamExt, stream};
use parlor_play::Event;
use serde::Serialize;
use std::convert::Infallible;

/// What is stored about a guest. The games follow, one by one.
#[derive(Serialize)]
struct ExportedGuest<'a> {
    id: &'a str,
    /// The name that the guest has chosen.
    name: Option<String>,
    /// When, in milliseconds since 1970.
    named: Option<u64>,
    engine_turn: Option<u64>,
}

/// What is stored about a game.
#[derive(Serialize)]
struct ExportedGame {
    id: String,
    /// When it last changed, in milliseconds since 1970.
    updated: u64,
    over: bool,
    address_hash: Option<String>,
    /// The log; null if it can't be read.
    log: Option<Vec<ExportedEntry>>,
}

/// An entry of a game's log.
#[derive(Serialize)]
struct ExportedEntry {
    seq: u64,
    /// The id of the guest's own command.
    command: Option<String>,
    event: LogEvent,
}

/// Returns everything that is stored about the guest as a JSON file: the name, and the log of every game they take part
/// in. Seeds of chance are left out, as in records.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/me/export", security(("guest" = [])),
    responses((status = 200, body = String, content_type = "application/json"), crate::error::ErrorResponses)
))]
pub(super) async fn export(State(app): State<App>, caller: Caller) -> Result<impl IntoResponse, ApiError> {
    count_change(&app, &caller)?;
    let GuestData { profile, turn, games } = app.shared.storage.guest_data(&caller.guest).await?;
    if profile.as_ref().is_some_and(|profile| profile.is_deleted) {
        return Err(ApiError::DeletedGuest);
    }
    let clock = app.shared.storage.clock();
    let guest = ExportedGuest {
        id: caller.guest.as_str(),
        named: profile.as_ref().map(|profile| clock.wall(profile.named)),
        name: profile.map(|profile| profile.name),
        engine_turn: turn,
    };
    let mut head = serde_json::to_string(&guest).map_err(StorageError::from)?;
    // The object goes on with the games.
    head.pop();
    head += ",\"games\":[";
    let games = stream::iter(games.into_iter().enumerate()).then(move |(index, game)| {
        let (app, guest) = (app.clone(), caller.guest.clone());
        async move {
            let separator = if index == 0 { "\n" } else { ",\n" };
            let exported = exported_game(&app, &guest, game).await;
            separator.to_string() + &serde_json::to_string(&exported).unwrap_or_else(|_| "null".into())
        }
    });
    let parts = stream::iter([head]).chain(games).chain(stream::iter(["]}\n".to_string()]));
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_DISPOSITION, "attachment; filename=\"parlor-my-data.json\""),
    ];
    Ok((headers, Body::from_stream(parts.map(Ok::<_, Infallible>))))
}

async fn exported_game(app: &App, guest: &Guest, game: GuestGame) -> ExportedGame {
    // One at a time in the whole process: players' requests come first.
    let turn = app.shared.exports.acquire().await;
    let log = app.shared.storage.read(&game.id, 0).await;
    drop(turn);
    let clock = app.shared.storage.clock();
    if let Err(error) = &log {
        tracing::error!(error = error_chain(error), game = game.id, "game left out of an export");
    }
    ExportedGame {
        updated: clock.wall(game.updated),
        over: game.over,
        address_hash: Some(game.address).filter(|address| !address.is_empty()),
        log: log.ok().map(|log| log.into_iter().map(|entry| exported_entry(entry, guest, clock)).collect()),
        id: game.id,
    }
}

/// Returns an entry as its guest may see it: with times of the wall clock, without seeds and others' commands.
fn exported_entry(entry: LogRecord, guest: &Guest, clock: &Clock) -> ExportedEntry {
    let LogRecord { seq, command, mut event, .. } = entry;
    match &mut event {
        LogEvent::Opened { header, .. } => header.seed = None,
        LogEvent::Seated { at, .. } => *at = at.map(|at| clock.wall(at)),
        LogEvent::Left { at, .. } => *at = clock.wall(*at),
        LogEvent::Table(entry) => {
            entry.at = entry.at.map(|at| clock.wall(at));
            if let Event::Rematch { seed, .. } = &mut entry.event {
                *seed = None;
            }
        }
    }
    let own = command.filter(|command| command.guest.as_ref() == Some(guest));
    ExportedEntry { seq, command: own.map(|command| command.id), event }
}

/// Deletes what is stored about the guest. They resign the games they are playing, and cancel those that nobody has
/// joined; other players see a deleted guest.
#[cfg_attr(feature = "openapi", utoipa::path(
    delete, path = "/api/me", security(("guest" = [])),
    responses((status = 204, description = "the guest was deleted, and so is the cookie"), crate::error::ErrorResponses)
))]
pub(super) async fn delete(
    State(app): State<App>,
    caller: Caller,
) -> Result<(StatusCode, [(HeaderName, String); 1]), ApiError> {
    count_change(&app, &caller)?;
    let cookie = expired_cookie(&app.shared.config.base_path);
    // To the end, even if the client goes away.
    let deletion = tokio::spawn(async move { delete_guest(&app, &caller.guest).await });
    deletion.await.map_err(RoomError::from)??;
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]))
}

async fn delete_guest(app: &App, guest: &Guest) -> Result<(), RoomError> {
    let games = app.shared.storage.guest_data(guest).await?.games;
    for game in games.into_iter().filter(|game| !game.over) {
        let given_up = async { app.hub.room(&game.id).await?.give_up(guest).await };
        match given_up.await {
            Err(
                error @ (RoomError::Replay(_)
                | RoomError::Storage(StorageError::Damaged { .. } | StorageError::Entry { .. })),
            ) => {
                tracing::error!(error = error_chain(&error), game = game.id, "damaged game not resigned");
            }
            Err(RoomError::NoSuchGame) => {}
            given_up => given_up?,
        }
    }
    app.shared.storage.delete_guest(guest.clone()).await?;
    app.hub.rename_guest(guest, DELETED_NAME).await;
    Ok(())
}
