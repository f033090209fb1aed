//! Opening games, looking at them, and doing something there.

use super::Body;
use super::GameId;
use super::visitor::Visitor;
use crate::app::App;
use crate::create_game::{OpenGame, opened};
use crate::error::{ApiError, Errors};
use crate::guest::Guest;
use crate::room::{ClientCommand, CommandOutcome, GameSnapshot as GameState, Room, RoomError, seat_names};
use crate::storage::{Append, Appended, LogEvent, SeatOccupant, StorageError};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use parlor_play::{Event, record};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;
use utoipa::ToSchema;

/// A game that was opened.
#[derive(Serialize, ToSchema)]
pub(crate) struct Opened {
    /// Its id: the page of the game is `/g/` and this.
    id: String,
}

/// Opens a game.
#[utoipa::path(
    post, path = "/api/games", request_body = OpenGame, security(("guest" = [])),
    responses((status = 201, body = Opened), Errors)
)]
pub(crate) async fn open(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<OpenGame>,
) -> Result<(StatusCode, Json<Opened>), ApiError> {
    let shared = &app.shared;
    let limits = &shared.config.limits;
    let (header, seats, due) = opened(wish, &visitor.guest, limits, shared).map_err(ApiError::bad)?;
    if !shared.throttle.game(visitor.address) {
        let reason = format!("too many games: {} a day at most", limits.games_a_day);
        return Err(ApiError::too_many(reason));
    }
    let id = crate::room::new_id()?;
    let now = shared.now();
    let mut events =
        vec![LogEvent::Opened { header: Box::new(header.clone()), seats, by: visitor.guest.clone() }];
    // The tiles that lie there from the start are part of the opening.
    let mut table = parlor_play::Table::open(header).map_err(ApiError::bad)?;
    events.extend(table.settle(now).entries.into_iter().map(LogEvent::Table));
    let append = Append {
        game: id.clone(),
        expected: 0,
        command: None,
        events,
        member: Some(visitor.guest),
        over: false,
        due: due.then_some(now),
        at: now,
    };
    match shared.storage.append(append).await? {
        Appended::Done => {}
        Appended::Missed(_) => return Err(StorageError("two games have the same id".into()).into()),
    }
    shared.metrics.opened();
    if due {
        shared.work_is_due(&id);
    }
    Ok((StatusCode::CREATED, Json(Opened { id })))
}

/// The game as it stands.
#[utoipa::path(
    get, path = "/api/games/{id}", params(GameId),
    responses((status = 200, body = GameState), Errors)
)]
pub(crate) async fn game(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<GameState>, ApiError> {
    let room = app.hub.room(&id).await?;
    let now = app.shared.now();
    Ok(Json(room.look(|game, names| GameState::of(&id, game, names, now)).await?))
}

/// Takes the first free seat.
#[utoipa::path(
    post, path = "/api/games/{id}/join", params(GameId), security(("guest" = [])),
    responses((status = 200, body = GameState), Errors)
)]
pub(crate) async fn join(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<GameState>, ApiError> {
    let room = app.hub.room(&id).await?;
    room.sit(visitor.guest).await?;
    game(State(app), Path(id)).await
}

/// A command that was carried out.
#[derive(Serialize, ToSchema)]
pub(crate) struct Acted {
    /// The seq of events after it.
    seq: u64,
}

/// Does something at the game: makes a move, takes one back, gives up.
#[utoipa::path(
    post, path = "/api/games/{id}/do", request_body = ClientCommand, params(GameId), security(("guest" = [])),
    responses((status = 200, body = Acted), Errors)
)]
pub(crate) async fn act(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(ask): Body<ClientCommand>,
) -> Result<Json<Acted>, ApiError> {
    let room = app.hub.room(&id).await?;
    let seq = match carry_out(&app, &room, visitor.guest, ask).await? {
        CommandOutcome::Applied(seq) | CommandOutcome::AlreadyApplied(seq) => seq,
    };
    Ok(Json(Acted { seq }))
}

/// Carries out a command and counts it.
pub(crate) async fn carry_out(
    app: &App,
    room: &Arc<Room>,
    guest: Guest,
    ask: ClientCommand,
) -> Result<CommandOutcome, RoomError> {
    let started = Instant::now();
    let answer = room.ask(guest, ask).await;
    app.shared.metrics.command(started.elapsed(), answer.is_ok());
    answer
}

/// The game as a record file. The seed of its chance stays here; the tiles that appeared are in it.
#[utoipa::path(
    get, path = "/api/games/{id}/record", params(GameId),
    responses((status = 200, body = String, content_type = "application/x-ndjson"), Errors)
)]
pub(crate) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let room = app.hub.room(&id).await?;
    let (header, name) = room
        .look(|game, names| {
            let mut names = seat_names(game, names);
            for (name, sitter) in names.iter_mut().zip(&game.seats) {
                if let SeatOccupant::Engine(who) = sitter {
                    // With all that was said of it.
                    name.clone_from(who);
                }
            }
            // The players have exchanged seats before every even round.
            if names.len() == 2 && game.table.round() % 2 == 0 {
                names.reverse();
            }
            (game.public_header(names), game.table.session().info().name)
        })
        .await?;
    let mut text = record::header_line(&header) + "\n";
    for logged in app.shared.storage.read(&id, 1).await? {
        if let LogEvent::Table(mut entry) = logged.event {
            if let Event::Rematch { seed, .. } = &mut entry.event {
                *seed = None;
            }
            text += &record::entry_line(&entry);
            text.push('\n');
        }
    }
    let file = format!("attachment; filename=\"parlor-{name}-{}.jsonl\"", &id[..id.len().min(8)]);
    let kind = "application/x-ndjson; charset=utf-8".to_string();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, file)], text))
}
