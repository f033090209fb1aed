//! A type-erased game in progress: moves are text, positions are views.

use crate::engine::{BoundEngine, SessionEngine, fitting_engine};
use crate::game::{EffectOf, GameDefinition, MoveOf};
use crate::timeline::{CONTINUE, Ply, PlyKind, Timeline};
use crate::{BadOptions, BadPlayerSpec, BoardView, Explanation, GameInfo, Options, PlayerSpec, game};
use parlor_engines::{DataFile, EngineRegistry, Settings};
use parlor_rules::{BadMove, IllegalMove, Position, Setup, SplitMix64, Turn};
use std::fmt;

/// A game in progress, whichever it is. What front ends draw of it is in [`BoardView`].
pub trait Session: BoardView + Send + Sync {
    /// Returns what there is to know about the game.
    fn info(&self) -> &'static GameInfo;

    /// Returns what was chosen about it.
    fn options(&self) -> &Options;

    /// Returns who is to move.
    fn turn(&self) -> Turn;

    /// Returns the line that was played.
    fn timeline(&self) -> &Timeline;

    /// Keeps from now on only what the last ply did, not what those before it did: their [`Ply::steps`] are empty.
    fn forget_steps(&mut self);

    /// Returns how a move that can be made is written, or why it can't be made.
    fn check(&self, text: &str) -> Result<String, MoveError>;

    /// Returns how a move is written, whether or not it can be made here.
    fn canonical(&self, text: &str) -> Result<String, MoveError>;

    /// Makes a move of whoever is to move, chance included, or continues after a win ([`CONTINUE`]). Returns the ply it
    /// has become; on an error nothing has changed.
    fn play(&mut self, text: &str) -> Result<&Ply, MoveError>;

    /// Takes back the last ply, and returns whether there was one.
    fn undo(&mut self) -> bool;

    /// Makes the ply again that was taken back last, and returns what it did.
    fn redo(&mut self) -> Option<&Ply>;

    /// Returns the move that chance makes here with this seed, if it is chance's turn.
    fn chance(&self, seed: u64) -> Option<String>;

    /// Returns the moves that chance can make here, if it is chance's turn; no more than this many.
    fn chance_moves(&self, most: usize) -> Vec<String>;

    /// Returns a game of its own with the same options that starts there, nothing played.
    fn fork(&self, from: ForkPoint) -> Box<dyn Session>;

    /// Returns a game of its own with the same options that starts from a board that was set up.
    fn set_up(&self, setup: &Setup) -> Result<Box<dyn Session>, BadOptions>;

    /// Returns what can be said of the position without an engine's search, in games that know; cells and board as other
    /// programs write them, if that is asked for.
    fn explain(&self, foreign_notation: bool) -> Option<Explanation>;

    /// Returns the data files that the engine of this name uses on a board like this game's.
    fn engine_data(&self, engine: &str) -> Vec<&'static DataFile>;

    /// Returns why the engine of this name can't play on a board like this game's, if it can't. Nothing is made for it.
    fn check_engine(&self, name: &str) -> Result<(), BadPlayerSpec>;

    /// Returns an engine of this game that looks at this position until it is told of another. It is ready to search: its
    /// data files are read.
    fn engine(&self, spec: &PlayerSpec, settings: &Settings)
    -> Result<Box<dyn SessionEngine>, BadPlayerSpec>;
}

/// Where a game that is forked off another one starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForkPoint {
    /// Where the other one started.
    Start,
    /// Where the other one stands.
    Here,
}

impl dyn Session + '_ {
    /// Returns the game after the first `plies` plies of its line.
    pub fn after(&self, plies: usize) -> Result<Box<dyn Session>, MoveError> {
        let mut session = self.fork(ForkPoint::Start);
        for ply in self.timeline().plies().iter().take(plies) {
            session.play(&ply.text)?;
        }
        Ok(session)
    }

    /// Plays a move of a list that may leave out [`CONTINUE`]: a move after a win says that the player continued. An
    /// error changes nothing.
    pub fn play_listed(&mut self, text: &str) -> Result<&Ply, MoveError> {
        if self.continues_before(text)? {
            self.play(CONTINUE)?;
        }
        self.play(text)
    }

    /// Returns whether this move of a list that may leave out [`CONTINUE`] says that the player continued after a win, or
    /// why it can't be made after that.
    pub(crate) fn continues_before(&self, text: &str) -> Result<bool, MoveError> {
        if text == CONTINUE || !self.turn().is_over() || self.check(CONTINUE).is_err() {
            return Ok(false);
        }
        let mut continued = self.fork(ForkPoint::Here);
        continued.play(CONTINUE)?;
        continued.check(text).map(|_| true)
    }

    /// Brings the game to this line, by undoing what is not part of it and playing the rest.
    pub fn catch_up(&mut self, moves: &[String]) -> Result<(), MoveError> {
        self.catch_up_after(moves, 0)
    }

    /// Brings the game to this line, of which the first `known` moves are known to be those of its own.
    pub(crate) fn catch_up_after(&mut self, moves: &[String], known: usize) -> Result<(), MoveError> {
        let known = self.timeline().common_prefix(moves, known);
        while self.timeline().len() > known {
            self.undo();
        }
        for text in &moves[known..] {
            self.play_listed(text)?;
        }
        Ok(())
    }

    /// Returns why this player's engine can't play on a board like this game's, if it can't. Nothing is made for it.
    pub fn check_player(&self, spec: &PlayerSpec) -> Result<(), BadPlayerSpec> {
        match spec {
            PlayerSpec::Engine { name, .. } => self.check_engine(name),
            _ => Err(BadPlayerSpec::NoEngine),
        }
    }

    /// Returns the board that the game starts from, unless it is the game's usual start.
    pub fn start_setup(&self) -> Option<Setup> {
        let start = self.fork(ForkPoint::Start).setup();
        let usual = game(self.info().name).and_then(|game| game.start(self.options()).ok());
        Some(start).filter(|start| usual.is_none_or(|usual| usual.setup() != *start))
    }

    /// Returns the board as it can be set up again.
    pub fn setup(&self) -> Setup {
        let view = self.view();
        Setup { cells: view.cells, next: self.turn().player(), scores: view.scores.unwrap_or_default() }
    }
}

/// Why a text can't be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is no move of the game.
    Bad(BadMove),
    /// It can't be made here.
    Illegal(IllegalMove),
    /// The game can't be continued: it is not won, or no move is left.
    CannotContinue,
}

impl fmt::Display for MoveError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Bad(bad) => bad.fmt(out),
            MoveError::Illegal(illegal) => illegal.fmt(out),
            MoveError::CannotContinue => out.write_str("the game can't be continued"),
        }
    }
}

impl std::error::Error for MoveError {}

/// A game in progress, typed.
pub(crate) struct TypedSession<G: GameDefinition> {
    options: Options,
    start: G::Position,
    position: G::Position,
    timeline: Timeline,
    /// For every ply that stands, what takes it back; nothing for continuing.
    effects: Vec<Option<(MoveOf<G>, EffectOf<G>)>>,
}

impl<G: GameDefinition> TypedSession<G> {
    pub(crate) fn new(options: Options, start: G::Position) -> TypedSession<G> {
        TypedSession {
            options,
            position: start.clone(),
            start,
            timeline: Timeline::default(),
            effects: Vec::new(),
        }
    }

    pub(crate) fn start(&self) -> &G::Position {
        &self.start
    }

    pub(crate) fn position(&self) -> &G::Position {
        &self.position
    }

    fn parse(&self, text: &str) -> Result<MoveOf<G>, MoveError> {
        let played = text.parse::<MoveOf<G>>().map_err(MoveError::Bad)?;
        self.position.check(played).map_err(MoveError::Illegal)?;
        Ok(played)
    }

    /// Makes a move on the board, and returns the ply without adding it to the line.
    fn make(&mut self, text: &str) -> Result<Ply, MoveError> {
        if text == CONTINUE {
            if !G::continue_after_win(&mut self.position) {
                return Err(MoveError::CannotContinue);
            }
            self.effects.push(None);
            return Ok(Ply { kind: PlyKind::Continue, by: None, text: text.into(), steps: Vec::new() });
        }
        let played = self.parse(text)?;
        let by = G::mover(&self.position, played);
        let kind = if by.is_some() { PlyKind::Move } else { PlyKind::Chance };
        let (effect, steps) = G::play(&mut self.position, played);
        self.effects.push(Some((played, effect)));
        Ok(Ply { kind, by, text: played.to_string(), steps })
    }

    /// Makes the last move once more, for its steps.
    fn find_last_steps(&mut self) {
        let Some(Some((played, effect))) = self.effects.pop() else { return };
        self.position.undo(played, effect);
        let (effect, steps) = G::play(&mut self.position, played);
        self.effects.push(Some((played, effect)));
        self.timeline.set_last_steps(steps);
    }
}

impl<G: GameDefinition> Session for TypedSession<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    fn forget_steps(&mut self) {
        self.timeline.forget_steps();
    }

    fn check(&self, text: &str) -> Result<String, MoveError> {
        if text == CONTINUE {
            let can_continue = G::continue_after_win(&mut self.position.clone());
            return if can_continue { Ok(text.into()) } else { Err(MoveError::CannotContinue) };
        }
        self.parse(text).map(|played| played.to_string())
    }

    fn canonical(&self, text: &str) -> Result<String, MoveError> {
        if text == CONTINUE {
            return Ok(text.into());
        }
        text.parse::<MoveOf<G>>().map(|played| played.to_string()).map_err(MoveError::Bad)
    }

    fn play(&mut self, text: &str) -> Result<&Ply, MoveError> {
        let ply = self.make(text)?;
        self.timeline.push(ply);
        Ok(&self.timeline.plies()[self.timeline.len() - 1])
    }

    fn undo(&mut self) -> bool {
        if self.timeline.undo().is_none() {
            return false;
        }
        match self.effects.pop().flatten() {
            Some((played, effect)) => self.position.undo(played, effect),
            None => G::undo_continue(&mut self.position),
        }
        if self.timeline.lacks_steps() {
            self.find_last_steps();
        }
        true
    }

    fn redo(&mut self) -> Option<&Ply> {
        let text = self.timeline.next_redo()?.to_string();
        let ply = self.make(&text).ok()?;
        self.timeline.redo(ply);
        self.timeline.last()
    }

    fn chance(&self, seed: u64) -> Option<String> {
        match self.position.turn() {
            Turn::Chance => {
                let mut random = SplitMix64::at(seed, self.timeline.board_moves() as u64);
                self.position.sample(&mut random).map(|played| played.to_string())
            }
            _ => None,
        }
    }

    fn chance_moves(&self, most: usize) -> Vec<String> {
        match self.position.turn() {
            Turn::Chance => self.position.moves().take(most).map(|played| played.to_string()).collect(),
            _ => Vec::new(),
        }
    }

    fn fork(&self, from: ForkPoint) -> Box<dyn Session> {
        let start = match from {
            ForkPoint::Start => self.start.clone(),
            ForkPoint::Here => self.position.clone(),
        };
        Box::new(TypedSession::<G>::new(self.options.clone(), start))
    }

    fn set_up(&self, setup: &Setup) -> Result<Box<dyn Session>, BadOptions> {
        let start = self.start.set_up(setup).map_err(BadOptions::Setup)?;
        Ok(Box::new(TypedSession::<G>::new(self.options.clone(), start)))
    }

    fn explain(&self, foreign_notation: bool) -> Option<Explanation> {
        G::explain(&self.position, foreign_notation)
    }

    fn engine_data(&self, engine: &str) -> Vec<&'static DataFile> {
        self.start.data_files(engine)
    }

    fn check_engine(&self, name: &str) -> Result<(), BadPlayerSpec> {
        fitting_engine::<G>(&self.start, name).map(|_| ())
    }

    fn engine(
        &self,
        spec: &PlayerSpec,
        settings: &Settings,
    ) -> Result<Box<dyn SessionEngine>, BadPlayerSpec> {
        let session = TypedSession::<G> {
            options: self.options.clone(),
            start: self.start.clone(),
            position: self.position.clone(),
            timeline: self.timeline.clone(),
            effects: self.effects.clone(),
        };
        Ok(Box::new(BoundEngine::new(session, spec, settings)?))
    }
}
