//! The list of games.

use crate::app::App;
use crate::error::ErrorResponses;
use axum::Json;
use axum::extract::State;
use parlor_play::{GAMES, OptionKind, Options};
use serde::Serialize;
use utoipa::ToSchema;

/// The games that can be played here, and the server's limits.
#[derive(Serialize, ToSchema)]
pub(crate) struct Catalogue {
    /// The games.
    games: Vec<CatalogueGame>,
    /// The server's limits.
    limits: PublicLimits,
}

/// A game in the catalogue.
#[derive(Serialize, ToSchema)]
struct CatalogueGame {
    /// The name that requests use.
    name: &'static str,
    /// A description in one line.
    summary: &'static str,
    /// How moves are written.
    moves: &'static str,
    /// The number of players.
    players: usize,
    /// The names of the sides.
    names: Vec<String>,
    /// The names of its options.
    choices: Vec<&'static str>,
    /// The defaults of its options.
    defaults: Defaults,
    /// Its engines.
    engines: Vec<CatalogueEngine>,
}

/// The defaults of a game's options.
#[derive(Serialize, ToSchema)]
struct Defaults {
    /// Rows by columns.
    size: String,
    /// The tile to reach, in games that have one.
    #[schema(required)]
    target: Option<u64>,
}

/// An engine in the catalogue.
#[derive(Serialize, ToSchema)]
struct CatalogueEngine {
    /// The name that requests use.
    name: &'static str,
    /// A description in one line.
    about: &'static str,
    /// The options that may follow its name after a colon.
    options: &'static str,
}

/// The limits that forms should know.
#[derive(Serialize, ToSchema)]
struct PublicLimits {
    /// The length of a name, in characters.
    name: usize,
    /// The cells of a board.
    cells: u64,
    /// The time an engine may think about a move, in milliseconds.
    engine_time: u64,
}

/// Returns the games that can be played here, with their options and engines.
#[utoipa::path(get, path = "/api/catalogue", responses((status = 200, body = Catalogue), ErrorResponses))]
pub(crate) async fn catalogue(State(app): State<App>) -> Json<Catalogue> {
    let limits = &app.shared.config.limits;
    let listed = GAMES.iter().filter_map(|game| {
        let info = game.info();
        let session = game.start(&Options::default()).ok()?;
        let (rows, columns) = session.size();
        let engines = game.engines();
        Some(CatalogueGame {
            name: info.name,
            summary: info.summary,
            moves: info.notation,
            players: info.players,
            names: session.view().side_labels,
            choices: info.options.iter().map(|choice: &OptionKind| choice.name()).collect(),
            defaults: Defaults {
                size: format!("{rows}x{columns}"),
                target: session.view().goal.map(|goal| goal.target),
            },
            engines: engines
                .iter()
                .map(|engine| CatalogueEngine {
                    name: engine.name,
                    about: engine.about,
                    options: engine.options,
                })
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
