//! Puzzles: positions in which one move does what no other does, checked by exact engines.

use crate::{AnalysisBoard, BadPlayerSpec, GameInfo, PlayerSpec, Session, SessionEngine};
use parlor_engines::{Expectation, Limits, Report, Settings, StopFlag, Value, ValueKind};
use parlor_rules::Turn;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is to be found in a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleGoal {
    /// The only move that wins.
    Win,
    /// The only move that does not lose.
    Draw,
    /// The move with by far the best chance, in a game for one.
    Chance,
}

/// A position with one solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The game's name.
    pub game: String,
    /// The position, as the address of an analysis has it.
    pub fragment: String,
    /// Who is to move, 1 or 2.
    pub next: u64,
    /// What is to be found.
    pub goal: PuzzleGoal,
    /// The winner's moves to the end under best play, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// The move to find, the best answer to it, the next one to find, and so on, as long as each is the only one.
    pub solution: Vec<String>,
    /// What is asked, in words.
    pub words: String,
}

/// How much better than the others a press has to be, as a chance.
const CLEAR_CHANCE: f64 = 0.1;
/// The least chance that is worth to be found.
const LEAST_CHANCE: f64 = 0.2;

/// Why a puzzle is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadPuzzle {
    /// Its position can't be opened.
    Fragment(String),
    /// It has no exact engine.
    NoSolver(BadPlayerSpec),
    /// A move of its solution can't be made.
    Illegal(String),
    /// Another move does it too, or the solution does not.
    NotTheOnly {
        /// The move of the solution.
        solution: String,
        /// The move that is as good.
        other: String,
    },
    /// The check was stopped.
    Stopped,
}

impl fmt::Display for BadPuzzle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPuzzle::Fragment(reason) => out.write_str(reason),
            BadPuzzle::NoSolver(error) => error.fmt(out),
            BadPuzzle::Illegal(text) => write!(out, "{text} can't be played"),
            BadPuzzle::NotTheOnly { solution, other } => {
                write!(out, "{solution} is not the only solution: {other} is another, or it is none")
            }
            BadPuzzle::Stopped => out.write_str("stopped"),
        }
    }
}

impl std::error::Error for BadPuzzle {}

impl Puzzle {
    /// Checks that every move to find is the only one, with a fresh engine that is asked about the position after each
    /// move by itself.
    pub fn check(&self, stop: &StopFlag) -> Result<(), BadPuzzle> {
        let analysis = AnalysisBoard::from_fragment(&self.fragment)
            .map_err(|error| BadPuzzle::Fragment(error.to_string()))?;
        let mut engine = ExactEngine::new(analysis.session()).map_err(BadPuzzle::NoSolver)?;
        let mut session = copy(analysis.session()).ok_or(BadPuzzle::Stopped)?;
        for (index, text) in self.solution.iter().enumerate() {
            if index % 2 == 0 {
                self.check_position(&mut engine, &*session, text, stop)?;
            }
            session.play(text).map_err(|_| BadPuzzle::Illegal(text.clone()))?;
        }
        Ok(())
    }

    fn check_position(
        &self,
        engine: &mut ExactEngine,
        session: &dyn Session,
        solution: &str,
        stop: &StopFlag,
    ) -> Result<(), BadPuzzle> {
        let not_the_only =
            |other: &str| BadPuzzle::NotTheOnly { solution: solution.into(), other: other.to_string() };
        if self.goal == PuzzleGoal::Chance {
            let report = engine.think(session, stop).ok_or(BadPuzzle::Stopped)?;
            return match only_move(session.info(), &report) {
                Some((PuzzleGoal::Chance, found, _)) if found == solution => Ok(()),
                other => Err(not_the_only(&other.map(|(_, found, _)| found).unwrap_or_default())),
            };
        }
        let targets = session.view().move_targets;
        if !targets.iter().any(|(_, text)| text == solution) {
            return Err(BadPuzzle::Illegal(solution.into()));
        }
        for (_, text) in targets {
            let after = after(session, &text).ok_or_else(|| BadPuzzle::Illegal(text.clone()))?;
            let outcome = outcome_of(engine, session, &*after, stop).ok_or(BadPuzzle::Stopped)?;
            let does_it = match self.goal {
                PuzzleGoal::Win => outcome == Expectation::Win,
                PuzzleGoal::Draw => outcome == Expectation::Draw,
                PuzzleGoal::Chance => false,
            };
            let is_better = self.goal == PuzzleGoal::Draw && outcome == Expectation::Win;
            if does_it != (text == solution) || is_better || outcome == Expectation::Unknown {
                return Err(not_the_only(&text));
            }
        }
        Ok(())
    }
}

/// Returns the result of the game after a move, for whoever made it.
fn outcome_of(
    engine: &mut ExactEngine,
    before: &dyn Session,
    after: &dyn Session,
    stop: &StopFlag,
) -> Option<Expectation> {
    let mover = before.turn().player();
    match after.turn() {
        Turn::Over(outcome) => Some(match outcome.winner() {
            Some(winner) if Some(winner) == mover => Expectation::Win,
            Some(_) => Expectation::Loss,
            None => Expectation::Draw,
        }),
        _ => {
            let value = engine.think(after, stop)?.value;
            Some(match (value.kind, value.outcome) {
                (ValueKind::Exact, Expectation::Win) => Expectation::Loss,
                (ValueKind::Exact, Expectation::Loss) => Expectation::Win,
                (ValueKind::Exact, Expectation::Draw) => Expectation::Draw,
                _ => Expectation::Unknown,
            })
        }
    }
}

/// Returns the one move that does what no other does, with what it does and its value.
pub(crate) fn only_move(info: &GameInfo, report: &Report<String>) -> Option<(PuzzleGoal, String, Value)> {
    let [(text, best), others @ ..] = &report.moves[..] else { return None };
    let is_exact = |value: &Value| value.kind == ValueKind::Exact;
    if !is_exact(best) || others.is_empty() || !others.iter().all(|(_, value)| is_exact(value)) {
        return None;
    }
    let all_lose = || others.iter().all(|(_, value)| value.outcome == Expectation::Loss);
    let goal = match best.outcome {
        _ if info.players == 1 => {
            let next = others.iter().map(|(_, value)| value.score).fold(0.0, f64::max);
            (best.score >= LEAST_CHANCE && best.score - next >= CLEAR_CHANCE).then_some(PuzzleGoal::Chance)
        }
        Expectation::Win => {
            others.iter().all(|(_, value)| value.outcome != Expectation::Win).then_some(PuzzleGoal::Win)
        }
        Expectation::Draw => all_lose().then_some(PuzzleGoal::Draw),
        _ => None,
    };
    Some((goal?, text.clone(), *best))
}

/// Returns a game of its own that stands where this one does, with the same line.
fn copy(session: &dyn Session) -> Option<Box<dyn Session>> {
    session.after(session.timeline().len()).ok()
}

/// Returns the game after one more move.
pub(crate) fn after(session: &dyn Session, text: &str) -> Option<Box<dyn Session>> {
    let mut after = copy(session)?;
    after.play(text).ok()?;
    Some(after)
}

/// The engine of a game that proves its values, at whatever position of it is asked about.
pub(crate) struct ExactEngine(Box<dyn SessionEngine>);

impl ExactEngine {
    /// The name of the engines that prove their values.
    const NAME: &'static str = "perfect";

    pub(crate) fn new(session: &dyn Session) -> Result<ExactEngine, BadPlayerSpec> {
        let spec = PlayerSpec::Engine { name: ExactEngine::NAME.into(), limits: Limits::default() };
        let settings = Settings { score_all_moves: true, ..Settings::default() };
        session.engine(&spec, &settings).map(ExactEngine)
    }

    /// Returns the last report about a position that has the start of the engine's game.
    pub(crate) fn think(&mut self, session: &dyn Session, stop: &StopFlag) -> Option<Report<String>> {
        self.0.catch_up(&session.timeline().moves()).ok()?;
        let mut last = None;
        self.0.think(None, stop, &mut |report| last = Some(report.clone())).ok()?;
        last.filter(|_| !stop.is_stopped())
    }
}
