//! Creating games, reading them, and sending commands to them.

use super::extract::{Caller, JsonBody};
use crate::app::App;
use crate::create_game::{CreateGame, NewGame};
use crate::error::ApiError;
use crate::room::{ClientCommand, GameSnapshot, Room, RoomError, seat_names};
use crate::storage::{LogEvent, SeatOccupant};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use parlor_play::{Entry, Event, ExportFormat, Header, Table, record};
use serde::Serialize;

/// A game that was created.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct CreatedGame {
    /// The game's id: its page is at `/g/` and this.
    id: String,
}

/// Creates a game.
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/api/games", request_body = CreateGame, security(("guest" = [])),
    responses((status = 201, body = CreatedGame), crate::error::ErrorResponses)
))]
pub(super) async fn create(
    State(app): State<App>,
    caller: Caller,
    JsonBody(request): JsonBody<CreateGame>,
) -> Result<(StatusCode, Json<CreatedGame>), ApiError> {
    let game = NewGame::new(request, &caller.guest, &app.shared)?;
    caller.check_not_deleted(&app).await?;
    if !app.shared.throttle.allow_game(caller.ip, &caller.guest) {
        return Err(ApiError::TooManyGames(app.shared.config.limits.games_per_day));
    }
    let id = app.hub.create(game, caller.guest).await?;
    Ok((StatusCode::CREATED, Json(CreatedGame { id })))
}

/// Returns a game.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/games/{id}", params(crate::api::extract::GameId),
    responses((status = 200, body = GameSnapshot), crate::error::ErrorResponses)
))]
pub(super) async fn game(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<GameSnapshot>, ApiError> {
    let room = app.hub.room(&id).await?;
    let snapshot = snapshot(&app, &room).await?;
    // Somebody who asks again and again watches, too.
    room.resume_engines().await?;
    Ok(Json(snapshot))
}

/// Takes the first free seat.
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/api/games/{id}/join", params(crate::api::extract::GameId), security(("guest" = [])),
    responses((status = 200, body = GameSnapshot), crate::error::ErrorResponses)
))]
pub(super) async fn join(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<GameSnapshot>, ApiError> {
    caller.check_not_deleted(&app).await?;
    let room = app.hub.room(&id).await?;
    room.take_seat(caller.guest).await?;
    Ok(Json(snapshot(&app, &room).await?))
}

async fn snapshot(app: &App, room: &Room) -> Result<GameSnapshot, RoomError> {
    let now = app.shared.now();
    room.with_game(|game, names| GameSnapshot::new(&room.id, game, names, now)).await
}

/// The answer to a command that was carried out, now or before.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct CommandReply {
    /// The length of the game's log after the command.
    seq: u64,
}

/// Carries out a command: a move, an undo, a resignation, ...
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/api/games/{id}/do", request_body = ClientCommand, params(crate::api::extract::GameId), security(("guest" = [])),
    responses((status = 200, body = CommandReply), crate::error::ErrorResponses)
))]
pub(super) async fn command(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    JsonBody(command): JsonBody<ClientCommand>,
) -> Result<Json<CommandReply>, ApiError> {
    let room = app.hub.room(&id).await?;
    let outcome = room.execute_in_task(caller.guest, command).await?;
    Ok(Json(CommandReply { seq: outcome.seq() }))
}

/// Returns the game as a record file. It has the tiles that appeared, but not the seed of those to come.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/games/{id}/record", params(crate::api::extract::GameId),
    responses((status = 200, body = String, content_type = "application/x-ndjson"), crate::error::ErrorResponses)
))]
pub(super) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let (header, entries) = public_record(&app, &id).await?;
    let lines = std::iter::once(record::header_line(&header)).chain(entries.iter().map(record::entry_line));
    let text: String = lines.map(|line| line + "\n").collect();
    Ok(attachment(&header, &id, "jsonl", "application/x-ndjson; charset=utf-8", text))
}

/// Returns the game in a format of other programs: `sgf` is a file, `hexworld` redirects to a board of HexWorld. The
/// catalogue says which formats a game has.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/games/{id}/export/{format}", params(crate::api::extract::GameId, ExportPath),
    responses(
        (status = 200, body = String, content_type = "application/x-go-sgf"),
        (status = 303, description = "the board at the other site"),
        crate::error::ErrorResponses
    )
))]
pub(super) async fn export(
    State(app): State<App>,
    Path((id, format)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let (header, entries) = public_record(&app, &id).await?;
    let format = ExportFormat::from_name(&format).ok_or(ApiError::NotFound)?;
    let mut table = Table::open(header).map_err(|_| ApiError::NotFound)?;
    for entry in &entries {
        // What the log holds was applied before.
        let _ = table.apply(entry);
    }
    let exported =
        parlor_play::game(table.session().info().name).and_then(|game| game.export(&table, format));
    let text = exported.ok_or(ApiError::NotFound)?;
    Ok(match format {
        ExportFormat::Sgf => {
            attachment(table.header(), &id, "sgf", "application/x-go-sgf; charset=utf-8", text)
                .into_response()
        }
        // The link of the last round.
        ExportFormat::HexWorld => Redirect::to(text.lines().last().unwrap_or_default()).into_response(),
    })
}

/// The format of an export.
#[cfg(feature = "openapi")]
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Path)]
// Only the description needs it.
#[allow(dead_code)]
pub(super) struct ExportPath {
    /// The format: sgf or hexworld.
    format: String,
}

/// Returns what everybody may know of a game: its header with the players' names, and what happened.
async fn public_record(app: &App, id: &str) -> Result<(Header, Vec<Entry>), ApiError> {
    let room = app.hub.room(id).await?;
    let header = room
        .with_game(|game, names| {
            let mut names = seat_names(game, names);
            for (name, occupant) in names.iter_mut().zip(&game.seats) {
                if let SeatOccupant::Engine(engine) = occupant {
                    // With its limit.
                    name.clone_from(engine);
                }
            }
            // The players have exchanged seats before every even round.
            if names.len() == 2 && game.table.round() % 2 == 0 {
                names.reverse();
            }
            game.public_header(names)
        })
        .await?;
    let mut entries = Vec::new();
    // The header stands for the first entry.
    for entry in app.shared.storage.read(id, 1).await? {
        if let LogEvent::Table(mut entry) = entry.event {
            if let Event::Rematch { seed, .. } = &mut entry.event {
                *seed = None;
            }
            entry.at = entry.at.map(|at| app.shared.storage.clock().wall(at));
            entries.push(entry);
        }
    }
    Ok((header, entries))
}

/// Returns a file to download.
fn attachment(
    game: &Header,
    id: &str,
    ending: &str,
    content_type: &'static str,
    text: String,
) -> impl IntoResponse + use<> {
    let file = format!("attachment; filename=\"parlor-{}-{}.{ending}\"", game.game, &id[..id.len().min(8)]);
    ([(header::CONTENT_TYPE, content_type.to_string()), (header::CONTENT_DISPOSITION, file)], text)
}
