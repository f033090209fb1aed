//! Lets engines think about positions, with reports on the way.

use crate::api::to_json;
use crate::error::ApiError;
use crate::host::Host;
use crate::request::ThinkRequest;
use parlor_engines::{Limits, Report, Settings, StopFlag};
use parlor_play::{Analysis, MoveValue, PlayerSpec, RecordedPlayer, Session, SessionEngine, game};
use serde::Serialize;
use serde_json::Value as Json;

/// The least time between two reports, in milliseconds.
const REPORT_INTERVAL: f64 = 50.0;

/// The engine that thought last, which knows what it found out.
#[derive(Default)]
pub(crate) struct EngineCache {
    engine: Option<(EngineKey, Box<dyn SessionEngine>)>,
}

/// What an engine was made for: it can think about every position of which this is the same.
#[derive(Clone, Debug, PartialEq)]
struct EngineKey {
    start: Json,
    engine: String,
    settings: Settings,
    /// The data files that it has; one that was made without them is not used when they are there.
    loaded: usize,
}

/// What an engine says about a position: the object of `parlor analyze --json`, and more.
#[derive(Serialize)]
struct ThinkReport {
    #[serde(flatten)]
    analysis: Analysis,
    /// The value of the position for the player to move, as that of its best move.
    value: Valued,
    /// The principal variation, from the best move on.
    line: Vec<String>,
    /// What is known for certain of each move, and its score, in words; in the order of `moves`.
    words: Vec<Words>,
    /// The move that the engine chose; null while it thinks.
    chosen: Option<String>,
}

/// A value without the move.
#[derive(Serialize)]
struct Valued {
    kind: &'static str,
    outcome: &'static str,
    plies: Option<u32>,
    score: f64,
}

#[derive(Serialize)]
struct Words {
    certainty: String,
    score: String,
}

impl EngineCache {
    /// Thinks about the position of a session; reports to the host, and returns the last report.
    pub(crate) fn think(
        &mut self,
        session: &dyn Session,
        request: &ThinkRequest,
        host: &dyn Host,
    ) -> Result<Json, ApiError> {
        if session.turn().player().is_none() {
            return Err(ApiError::NobodyToMove);
        }
        let settings = Settings {
            seed: request.seed,
            memory: request.memory,
            threads: 1,
            score_all_moves: request.all_moves,
        };
        let spec = match &request.engine {
            Some(text) => {
                let named = text.parse::<RecordedPlayer>().and_then(|engine| engine.without_program());
                named.map_err(ApiError::Engine)?
            }
            None => strongest(session),
        };
        let (name, limits) = match &spec {
            PlayerSpec::Engine { name, limits } => (name.clone(), *limits),
            other => (other.to_string(), Limits::default()),
        };
        let start =
            serde_json::json!([request.position.game, request.position.options, request.position.setup]);
        let loaded = session.engine_data(&name).iter().filter(|file| file.is_loaded()).count();
        let key = EngineKey { start, engine: name.clone(), settings, loaded };
        let mut engine = match self.engine.take() {
            Some((made_for, engine)) if made_for == key => engine,
            _ => session.engine(&spec, &settings).map_err(ApiError::Engine)?,
        };
        engine.catch_up(&session.timeline().moves()).map_err(ApiError::Fault)?;
        let started = host.now();
        let mut last: Option<Report<String>> = None;
        let mut reported_at = f64::NEG_INFINITY;
        let mut on_report = |report: &Report<String>| {
            let now = host.now();
            if now - reported_at >= REPORT_INTERVAL {
                reported_at = now;
                let report = ThinkReport::new(session, &name, report, (now - started) / 1_000.0, None);
                if let Ok(json) = serde_json::to_string(&report) {
                    host.report(&json);
                }
            }
            last = Some(report.clone());
        };
        let chosen =
            engine.think(Some(limits), &StopFlag::default(), &mut on_report).map_err(ApiError::Fault)?;
        self.engine = Some((key, engine));
        let chosen = chosen.ok_or(ApiError::NobodyToMove)?;
        // `random` chooses without a word.
        let last = last.unwrap_or_else(|| Report {
            line: vec![chosen.clone()],
            value: parlor_engines::Value::UNKNOWN,
            moves: Vec::new(),
            nodes: 0,
        });
        let seconds = (host.now() - started) / 1_000.0;
        to_json(&ThinkReport::new(session, &name, &last, seconds, Some(chosen)))
    }
}

impl ThinkReport {
    fn new(
        session: &dyn Session,
        engine: &str,
        report: &Report<String>,
        seconds: f64,
        chosen: Option<String>,
    ) -> ThinkReport {
        let info = session.info();
        let analysis = Analysis::new(session, engine, report, seconds);
        let words = |value: &MoveValue| Words {
            certainty: value.certainty_text(info),
            score: value.score_text(info),
        };
        let MoveValue { kind, outcome, plies, score, .. } = MoveValue::new("", report.value);
        ThinkReport {
            words: analysis.moves.iter().map(words).collect(),
            value: Valued { kind, outcome, plies, score },
            line: report.line.clone(),
            analysis,
            chosen,
        }
    }
}

/// Returns the strongest engine that can play from a session's start.
fn strongest(session: &dyn Session) -> PlayerSpec {
    let engines = game(session.info().name).map(|game| game.engines()).unwrap_or_default();
    let spec = |name: &str| PlayerSpec::Engine { name: name.into(), limits: Limits::default() };
    let specs = engines.iter().rev().map(|engine| spec(engine.name));
    specs.into_iter().find(|spec| session.check_player(spec).is_ok()).unwrap_or(PlayerSpec::Human)
}
