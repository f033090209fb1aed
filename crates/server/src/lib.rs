//! The web app: the page, the HTTP API, live games over WebSockets, and their storage.
//!
//! The truth of a game is its append-only log ([`storage`]). A room is a copy of it in memory: a command is decided
//! there, appended to the log, and broadcast once it is on disk. Storage and [`bus`] are small traits, so that many
//! processes can serve the same games: with SQLite one or a few on one machine, with PostgreSQL and NATS, which the
//! feature `cluster` adds, any number on any number of machines (`docs/scale.md`). `docs/server.md` describes the API.

mod admission;
mod api;
mod app;
mod banned_words;
mod base_path;
pub mod bus;
mod config;
mod create_game;
mod display_name;
mod error;
mod follow;
mod guest;
mod guest_quota;
mod headers;
mod hub;
mod idle_connections;
mod jobs;
mod json_object;
mod limited_stream;
mod listen;
mod look_alike;
mod metrics;
mod name_rules;
mod no_cluster;
mod picture;
mod picture_cache;
mod places;
mod platform;
mod png;
mod proxies;
mod queue;
mod room;
#[cfg(feature = "openapi")]
mod schema;
mod serve;
pub mod storage;
mod throttle;
mod token_bucket;
mod turns;
mod usage;
mod web;

#[cfg(feature = "openapi")]
pub use api::openapi::openapi_description;
pub use banned_words::BannedWords;
pub use base_path::{BadBasePath, BasePath};
pub use config::{BadEngineProgram, Config, EngineProgram, Limits};
pub use create_game::CreateGame;
pub use error::error_chain;
pub use guest::Guest;
pub use no_cluster::NoCluster;
pub use proxies::{AddressRange, BadAddressRange};
pub use room::{ClientCommand, CommandKind, GameSnapshot};
pub use serve::{ServeError, Server, Worker};

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
