//! Answers the requests of a page: about games, positions, engines and analysis boards.

use crate::boards::{self, Boards};
use crate::error::ApiError;
use crate::host::Host;
use crate::predict;
use crate::request::{GameSpec, Request};
use crate::state::GameState;
use crate::think::EngineCache;
use parlor_engines::data_files;
use parlor_play::{
    BadOptions, EngineInfo, Entry, ExportFormat, Header, Session, SetupRecord, Step, Table, game, record,
};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::HashMap;

/// The most games that are open at the same time.
const MAX_OPEN_GAMES: usize = 1_000;

/// The games that are open, and the engine that thought last.
#[derive(Default)]
pub struct Api {
    games: HashMap<u64, OpenGame>,
    last_id: u64,
    engine_cache: EngineCache,
    boards: Boards,
}

/// A game that is looked at.
struct OpenGame {
    session: Box<dyn Session>,
    names: Vec<String>,
    setup: Option<SetupRecord>,
}

impl Api {
    /// Answers a request: `{"ok":...}` or `{"error":"..."}`. What is attached to it is a file, for requests that take one.
    pub fn call(&mut self, request: &str, attached: Vec<u8>, host: &dyn Host) -> String {
        let request = serde_json::from_str(request).map_err(ApiError::Request);
        match request.and_then(|request| self.answer(request, attached, host)) {
            Ok(ok) => json!({ "ok": ok }).to_string(),
            Err(error) => json!({ "error": error.to_string() }).to_string(),
        }
    }

    /// Answers a request.
    pub fn answer(&mut self, request: Request, attached: Vec<u8>, host: &dyn Host) -> Result<Json, ApiError> {
        match request {
            Request::Open(spec) => {
                let opened = OpenGame::open(spec)?;
                self.add(opened)
            }
            Request::OpenRecord { text } => {
                let opened = OpenGame::from_record(&text)?;
                self.add(opened)
            }
            Request::Close { id } => Ok(json!(self.games.remove(&id).is_some())),
            Request::State { id, ply } => self.game(id)?.state(ply),
            Request::Position(spec) => OpenGame::open(spec)?.state(None),
            Request::Play { id, text } => self.change(id, |session| {
                let ply = session.play_listed(&text).map_err(|error| ApiError::Move(text.clone(), error))?;
                Ok(ply.steps.clone())
            }),
            Request::Chance { id, seed } => self.change(id, |session| {
                let text = session.chance(seed).ok_or(ApiError::NotChance)?;
                let ply = session.play(&text).map_err(|error| ApiError::Move(text, error))?;
                Ok(ply.steps.clone())
            }),
            Request::Undo { id } => self.change(id, |session| match session.undo() {
                true => Ok(Vec::new()),
                false => Err(ApiError::NothingToDo),
            }),
            Request::Redo { id } => self.change(id, |session| {
                session.redo().map(|ply| ply.steps.clone()).ok_or(ApiError::NothingToDo)
            }),
            Request::Goto { id, ply } => self.change(id, |session| go_to(session, ply)),
            Request::SetLine { id, moves } => self.change(id, |session| {
                // A line that can't be played leaves the game as it was.
                let mut line = session.fork(parlor_play::ForkPoint::Start);
                play_all(&mut *line, &moves)?;
                session.catch_up(&moves).map_err(|error| ApiError::Move(String::new(), error))?;
                Ok(Vec::new())
            }),
            Request::Predict { id, moves, ahead } => {
                let opened = self.games.get_mut(&id).ok_or(ApiError::NoSuchGame(id))?;
                predict::predict(&mut *opened.session, &moves, &ahead)
            }
            Request::Record { id } => Ok(json!(self.game(id)?.record()?)),
            Request::Export { id, format } => self.game(id)?.export(format),
            Request::Engines(spec) => engines(&*OpenGame::open(spec)?.session),
            Request::LoadData { name } => match data_files().into_iter().find(|file| file.name() == name) {
                Some(file) => Ok(json!(file.load(attached))),
                None => Err(ApiError::NoSuchFile(name)),
            },
            Request::Think(request) => {
                let opened = OpenGame::open(request.position.clone())?;
                self.engine_cache.think(&*opened.session, &request, host)
            }
            Request::OpenBoard { command } => self.boards.open(&command),
            Request::Board { id, command, known } => self.boards.act(id, &command, known),
            Request::ExportBoard { id, format } => self.boards.export(id, format),
            Request::CloseBoard { id } => Ok(self.boards.close(id)),
            Request::Review(request) => {
                let opened = OpenGame::open(request.position.clone())?;
                boards::review(&*opened.session, &request)
            }
            Request::Puzzle(request) => boards::puzzle(&request),
        }
    }

    fn add(&mut self, opened: OpenGame) -> Result<Json, ApiError> {
        if self.games.len() >= MAX_OPEN_GAMES {
            return Err(ApiError::TooManyGames);
        }
        self.last_id += 1;
        let state = opened.state(None)?;
        self.games.insert(self.last_id, opened);
        Ok(json!({ "id": self.last_id, "state": state }))
    }

    fn game(&self, id: u64) -> Result<&OpenGame, ApiError> {
        self.games.get(&id).ok_or(ApiError::NoSuchGame(id))
    }

    /// Changes a game; returns the steps to show and its state.
    fn change(
        &mut self,
        id: u64,
        change: impl FnOnce(&mut dyn Session) -> Result<Vec<Step>, ApiError>,
    ) -> Result<Json, ApiError> {
        let opened = self.games.get_mut(&id).ok_or(ApiError::NoSuchGame(id))?;
        let steps = change(&mut *opened.session)?;
        Ok(json!({ "steps": steps, "state": opened.state(None)? }))
    }
}

impl OpenGame {
    fn open(spec: GameSpec) -> Result<OpenGame, ApiError> {
        let GameSpec { game: name, options, setup, moves, names } = spec;
        let game = game(&name).ok_or_else(|| ApiError::Options(BadOptions::NoSuchGame(name.clone())))?;
        let mut session = game.start(&options).map_err(ApiError::Options)?;
        if let Some(setup) = &setup {
            let setup = setup.to_setup().map_err(ApiError::Options)?;
            session = session.set_up(&setup).map_err(ApiError::Options)?;
        }
        play_all(&mut *session, &moves)?;
        Ok(OpenGame { session, names, setup })
    }

    fn from_record(text: &str) -> Result<OpenGame, ApiError> {
        let mut reader = record::Reader::default();
        for (number, line) in text.lines().enumerate() {
            reader.read(line).map_err(|error| ApiError::Record(number + 1, error))?;
        }
        let table = reader.into_table().ok_or(ApiError::NoRecord)?;
        let Header { game, options, setup, .. } = table.header().clone();
        OpenGame::open(GameSpec {
            game,
            options,
            setup,
            moves: table.timeline().moves(),
            names: table.names().to_vec(),
        })
    }

    fn state(&self, ply: Option<usize>) -> Result<Json, ApiError> {
        let state = match ply {
            None => GameState::new(&*self.session, &self.names),
            Some(ply) => {
                let timeline = self.session.timeline();
                let mut moves = timeline.moves();
                moves.extend(timeline.undone().map(str::to_string));
                let mut earlier = self.session.fork(parlor_play::ForkPoint::Start);
                play_all(&mut *earlier, moves.get(..ply).ok_or(ApiError::NoSuchPly(ply))?)?;
                GameState::new(&*earlier, &self.names)
            }
        };
        to_json(&state)
    }

    /// Returns a table at which the line was played.
    fn table(&self) -> Result<Table, ApiError> {
        let header = Header {
            options: self.session.options().clone(),
            names: self.names.clone(),
            setup: self.setup.clone(),
            ..Header::new(self.session.info().name)
        };
        let mut table = Table::open(header).map_err(ApiError::Options)?;
        for ply in self.session.timeline().plies() {
            // The table has the rules of the session that has made these plies.
            let _ = table.apply(&Entry { event: ply.event(), at: None });
        }
        let _ = table.settle(0);
        Ok(table)
    }

    fn record(&self) -> Result<String, ApiError> {
        let table = self.table()?;
        let entries = table.log().iter().map(record::entry_line);
        let lines: Vec<String> = [record::header_line(table.header())].into_iter().chain(entries).collect();
        Ok(lines.join("\n") + "\n")
    }

    fn export(&self, format: ExportFormat) -> Result<Json, ApiError> {
        let exported =
            game(self.session.info().name).and_then(|game| game.export(&self.table().ok()?, format));
        Ok(json!(exported))
    }
}

fn play_all(session: &mut dyn Session, moves: &[String]) -> Result<(), ApiError> {
    for text in moves {
        session.play_listed(text).map_err(|error| ApiError::Move(text.clone(), error))?;
    }
    Ok(())
}

/// Undoes or redoes plies until this many stand. Returns what a single step forward did.
fn go_to(session: &mut dyn Session, ply: usize) -> Result<Vec<Step>, ApiError> {
    let before = session.timeline().len();
    if ply > before + session.timeline().redo_count() {
        return Err(ApiError::NoSuchPly(ply));
    }
    while session.timeline().len() > ply && session.undo() {}
    while session.timeline().len() < ply && session.redo().is_some() {}
    Ok(if ply == before + 1 { session.timeline().last_steps().to_vec() } else { Vec::new() })
}

/// An engine as the page offers it.
#[derive(Serialize)]
struct EngineOffer {
    name: &'static str,
    about: &'static str,
    takes_limits: bool,
    /// Why it can't play here.
    unfit: Option<String>,
    /// The data files that it uses here.
    data: Vec<&'static str>,
    /// Those of them that were not taken in yet.
    missing: Vec<&'static str>,
}

fn engines(session: &dyn Session) -> Result<Json, ApiError> {
    let Some(game) = game(session.info().name) else { return Ok(json!([])) };
    let offer = |engine: EngineInfo| {
        let data = session.engine_data(engine.name);
        let missing = data.iter().filter(|file| !file.is_loaded());
        EngineOffer {
            name: engine.name,
            about: engine.about,
            takes_limits: engine.takes_limits,
            unfit: session.check_engine(engine.name).err().map(|error| error.to_string()),
            missing: missing.map(|file| file.name()).collect(),
            data: data.iter().map(|file| file.name()).collect(),
        }
    };
    to_json(&game.engines().into_iter().map(offer).collect::<Vec<_>>())
}

/// Returns a value as JSON.
pub(crate) fn to_json(value: &impl Serialize) -> Result<Json, ApiError> {
    serde_json::to_value(value).map_err(ApiError::Request)
}
