//! Engines of type-erased games: positions are lines of moves, moves are text.

use crate::game::{GameDefinition, MoveOf};
use crate::session::{Session, TypedSession};
use crate::{BadPlayerSpec, Fault, PlayerSpec};
use parlor_engines::{Engine, EngineEntry, EngineRegistry, Limits, Report, Settings, StopFlag, Value};

/// What there is to know about an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineInfo {
    /// How it is asked for.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Whether it can be given a limit after a colon: `2s`, `100ms`, `10000n`.
    pub takes_limits: bool,
    /// Whether it can be asked by somebody who waits: it keeps limits, or needs seconds at most wherever it fits.
    pub is_timely: bool,
}

impl EngineInfo {
    pub(crate) fn of<P: EngineRegistry>(entry: &EngineEntry<P>) -> EngineInfo {
        EngineInfo {
            name: entry.name,
            about: entry.about,
            takes_limits: entry.takes_limits,
            is_timely: P::is_timely(entry),
        }
    }
}

/// An engine that follows a game and chooses moves in it.
pub trait SessionEngine: Send {
    /// Brings the engine to the position after these moves from the game's start.
    fn catch_up(&mut self, moves: &[String]) -> Result<(), Fault>;

    /// Does the same, where the first `known` moves are those of the call before. An engine that follows a long game
    /// need not compare them again.
    fn catch_up_after(&mut self, moves: &[String], known: usize) -> Result<(), Fault> {
        let _ = known;
        self.catch_up(moves)
    }

    /// Thinks about the position it was brought to, within these limits or its own, and chooses a move. Returns nothing
    /// where no player is to move.
    fn think(
        &mut self,
        limits: Option<Limits>,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Result<Option<String>, Fault>;

    /// Does the same for somebody who wants no reports, which need not be written then.
    fn choose(&mut self, limits: Option<Limits>, stop: &StopFlag) -> Result<Option<String>, Fault> {
        self.think(limits, stop, &mut |_| {})
    }
}

/// An engine of one game with a copy of the game of its own.
pub(crate) struct BoundEngine<G: GameDefinition> {
    session: TypedSession<G>,
    engine: Box<dyn Engine<G::Position>>,
    limits: Limits,
    /// How many moves it was told, if it could make them.
    told: Option<usize>,
}

impl<G: GameDefinition> BoundEngine<G> {
    pub(crate) fn new(
        session: TypedSession<G>,
        spec: &PlayerSpec,
        settings: &Settings,
    ) -> Result<BoundEngine<G>, BadPlayerSpec> {
        let PlayerSpec::Engine { name, limits } = spec else { return Err(BadPlayerSpec::NoEngine) };
        let entry = fitting_engine::<G>(session.start(), name)?;
        // Loading isn't thinking: nobody's clock runs yet.
        for file in session.start().data_files(name) {
            file.prepare();
        }
        Ok(BoundEngine { engine: (entry.make)(settings), session, limits: *limits, told: None })
    }

    fn search(
        &mut self,
        limits: Option<Limits>,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<MoveOf<G>>),
    ) -> Option<String> {
        let adapted = G::for_engines(self.session.position());
        let position = adapted.as_ref().unwrap_or(self.session.position());
        let limits = limits.unwrap_or(self.limits);
        let chosen = self.engine.think(position, &limits, stop, report);
        chosen.map(|chosen| chosen.to_string())
    }
}

impl<G: GameDefinition> SessionEngine for BoundEngine<G> {
    fn catch_up(&mut self, moves: &[String]) -> Result<(), Fault> {
        self.catch_up_after(moves, 0)
    }

    fn catch_up_after(&mut self, moves: &[String], known: usize) -> Result<(), Fault> {
        let session: &mut dyn Session = &mut self.session;
        // A list of moves may leave out that the player continued after a win. The line of the game has it.
        let is_line_as_told = self.told.take() == Some(session.timeline().len());
        let known = if is_line_as_told { known } else { 0 };
        session.catch_up_after(moves, known).map_err(|error| Fault::Crash(error.to_string()))?;
        self.told = Some(moves.len());
        Ok(())
    }

    fn think(
        &mut self,
        limits: Option<Limits>,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Result<Option<String>, Fault> {
        Ok(self.search(limits, stop, &mut |typed| report(&report_text(typed))))
    }

    fn choose(&mut self, limits: Option<Limits>, stop: &StopFlag) -> Result<Option<String>, Fault> {
        Ok(self.search(limits, stop, &mut |_| {}))
    }
}

/// Returns the engine of this name, if it can play from this position.
pub(crate) fn fitting_engine<G: GameDefinition>(
    start: &G::Position,
    name: &str,
) -> Result<EngineEntry<G::Position>, BadPlayerSpec> {
    let entry = G::Position::engine(name)
        .ok_or_else(|| BadPlayerSpec::NoSuchEngine { game: G::INFO.name, name: name.to_string() })?;
    (entry.fits)(start).map_err(BadPlayerSpec::Unsupported)?;
    Ok(entry)
}

fn report_text<M: ToString>(report: &Report<M>) -> Report<String> {
    let value = |(played, value): &(M, Value)| (played.to_string(), *value);
    Report {
        line: report.line.iter().map(M::to_string).collect(),
        value: report.value,
        moves: report.moves.iter().map(value).collect(),
        nodes: report.nodes,
    }
}
