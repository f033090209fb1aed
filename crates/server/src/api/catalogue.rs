//! What can be played here.

use crate::app::App;
use crate::error::Errors;
use axum::Json;
use axum::extract::State;
use parlor_play::{GAMES, OptionKind, Options};
use serde::Serialize;
use utoipa::ToSchema;

/// What can be played here, and how much of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct Catalogue {
    /// The games.
    games: Vec<Listed>,
    /// What nobody can have more of.
    limits: PublicLimits,
}

/// A game of the list.
#[derive(Serialize, ToSchema)]
struct Listed {
    /// How it is asked for.
    name: &'static str,
    /// What it is, in one line.
    summary: &'static str,
    /// How its moves are written.
    moves: &'static str,
    /// How many play it.
    players: usize,
    /// What the players are called on the board.
    names: Vec<String>,
    /// What can be chosen about it.
    choices: Vec<&'static str>,
    /// What is chosen if nothing is said.
    defaults: Defaults,
    /// Its engines, as they can be seated.
    engines: Vec<Engine>,
}

/// What is chosen if nothing is said.
#[derive(Serialize, ToSchema)]
struct Defaults {
    /// Rows by columns.
    size: String,
    /// The tile to reach, where there is one.
    target: Option<u64>,
}

/// An engine.
#[derive(Serialize, ToSchema)]
struct Engine {
    /// How it is asked for.
    name: &'static str,
    /// What it is.
    about: &'static str,
    /// What may follow its name after a colon.
    options: &'static str,
}

/// What nobody can have more of.
#[derive(Serialize, ToSchema)]
struct PublicLimits {
    /// Characters of a name.
    name: usize,
    /// Cells of a board.
    cells: u64,
    /// Milliseconds an engine may think about a move.
    engine_time: u64,
}

/// The games that can be played here, with their options and engines.
#[utoipa::path(get, path = "/api/catalogue", responses((status = 200, body = Catalogue), Errors))]
pub(crate) async fn catalogue(State(app): State<App>) -> Json<Catalogue> {
    let limits = &app.shared.config.limits;
    let listed = GAMES.iter().filter_map(|game| {
        let about = game.info();
        let session = game.start(&Options::default()).ok()?;
        let (rows, columns) = session.size();
        let engines = game.engines();
        Some(Listed {
            name: about.name,
            summary: about.summary,
            moves: about.notation,
            players: about.players,
            names: session.view().side_labels,
            choices: about.options.iter().map(|choice: &OptionKind| choice.name()).collect(),
            defaults: Defaults {
                size: format!("{rows}x{columns}"),
                target: session.view().goal.map(|goal| goal.target),
            },
            engines: engines
                .iter()
                .map(|engine| Engine { name: engine.name, about: engine.about, options: engine.options })
                .collect(),
        })
    });
    Json(Catalogue {
        games: listed.collect(),
        limits: PublicLimits {
            name: limits.name,
            cells: limits.cells,
            engine_time: limits.engine_time.as_millis() as u64,
        },
    })
}
