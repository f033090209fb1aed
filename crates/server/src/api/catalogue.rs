//! The list of games.

use crate::app::App;
use axum::Json;
use axum::extract::State;
use parlor_play::{
    CellNotation, DEFAULT_GAME, ExportFormat, Layout, OptionKind, Options, PieceKind, ValueUnit, games,
};
use serde::Serialize;

/// The games that can be played here, and the server's limits.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Catalogue {
    /// The game to begin with.
    default_game: &'static str,
    /// The games.
    games: Vec<CatalogueGame>,
    /// The server's limits.
    limits: PublicLimits,
}

/// A game in the catalogue.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct CatalogueGame {
    /// The name that requests use.
    name: &'static str,
    /// The name for people.
    title: &'static str,
    /// A description in a few words.
    tagline: &'static str,
    /// A description in one line.
    summary: &'static str,
    /// How it is played, in a few sentences.
    rules: &'static str,
    /// How moves are written.
    moves: &'static str,
    /// The number of players.
    players: usize,
    /// What the values of its moves count.
    values: ValueUnit,
    /// The names of the sides.
    names: Vec<String>,
    /// How the cells lie.
    layout: Layout,
    /// What is on the cells.
    pieces: PieceKind,
    /// What a column is called.
    column: &'static str,
    /// What rows and columns are called where a size is chosen; one word where the board is square.
    size_labels: &'static [&'static str],
    /// How its cells lie and are written, its own way first; none where cells have no names.
    notations: &'static [CellNotation],
    /// Whether the board grows: a move may open a column to the right of the last one.
    grows: bool,
    /// Whether points decide the game and are shown while it is played.
    points: bool,
    /// A position to draw small.
    thumbnail: CatalogueThumbnail,
    /// The names of its options.
    choices: Vec<&'static str>,
    /// The defaults of its options.
    defaults: Defaults,
    /// Its engines.
    engines: Vec<CatalogueEngine>,
    /// The formats of other programs in which its games can be downloaded or opened.
    exports: &'static [ExportFormat],
}

/// A position to draw small.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct CatalogueThumbnail {
    /// What the cells hold, as in a view.
    cells: Vec<Vec<u64>>,
    /// The cells that are marked.
    line: &'static [[usize; 2]],
}

/// The defaults of a game's options.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct Defaults {
    /// Rows by columns.
    size: String,
    /// The tile to reach, in games that have one.
    #[cfg_attr(feature = "openapi", schema(required))]
    target: Option<u64>,
}

/// An engine in the catalogue.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct CatalogueEngine {
    /// The name that requests use.
    name: String,
    /// A description in one line.
    about: String,
    /// Whether it can be given a limit after a colon: `2s`, `100ms`, `10000n`.
    takes_limits: bool,
    /// Whether it can play on the usual board: one that solves may need a smaller one.
    fits_default: bool,
}

/// The limits that forms should know.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct PublicLimits {
    /// The length of a name, in characters.
    name: usize,
    /// The cells of a board.
    cells: u64,
    /// The time an engine may think about a move, in milliseconds.
    engine_time: u64,
}

/// Returns the games that can be played here, with their options and engines.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/catalogue", responses((status = 200, body = Catalogue), crate::error::ErrorResponses)
))]
pub(crate) async fn catalogue(State(app): State<App>) -> Json<Catalogue> {
    let limits = &app.shared.config.limits;
    let listed = games().iter().filter_map(|game| {
        let info = game.info();
        let session = game.start(&Options::default()).ok()?;
        let (rows, columns) = session.size();
        let own = game.engines().into_iter().map(|engine| CatalogueEngine {
            name: engine.name.into(),
            about: engine.about.into(),
            takes_limits: engine.takes_limits,
            fits_default: session.check_engine(engine.name).is_ok(),
        });
        let programs = app.shared.config.programs.iter().filter(|program| program.game == info.name);
        let programs = programs.map(|program| CatalogueEngine {
            name: program.name.clone(),
            about: "another program".into(),
            takes_limits: false,
            fits_default: true,
        });
        Some(CatalogueGame {
            name: info.name,
            title: info.title,
            tagline: info.tagline,
            summary: info.summary,
            rules: info.rules,
            moves: info.notation,
            players: info.players,
            values: info.values,
            names: session.view().side_labels,
            layout: info.layout,
            pieces: info.pieces,
            column: info.column,
            size_labels: info.size_labels,
            notations: info.cell_notations,
            grows: info.grows,
            points: info.points,
            thumbnail: CatalogueThumbnail { cells: info.thumbnail.cells(), line: info.thumbnail.line },
            choices: info.options.iter().map(|choice: &OptionKind| choice.name()).collect(),
            exports: info.exports,
            defaults: Defaults {
                size: format!("{rows}x{columns}"),
                target: session.view().goal.map(|goal| goal.target),
            },
            engines: own.chain(programs).collect(),
        })
    });
    Json(Catalogue {
        default_game: DEFAULT_GAME,
        games: listed.collect(),
        limits: PublicLimits {
            name: limits.name,
            cells: limits.cells,
            engine_time: limits.engine_time.as_millis() as u64,
        },
    })
}
