//! Puzzles: positions in which one move does what no other does, found and checked by exact engines.

use crate::{
    AnalysisBoard, BadOptions, BadPlayerSpec, ForkPoint, Game, GameInfo, MoveTarget, Options, PlayerSpec,
    Session, SessionEngine,
};
use parlor_engines::{Expectation, Limits, Report, Settings, StopFlag, Value, ValueKind};
use parlor_rules::{Player, Size, SplitMix64, Turn};
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
/// A win that is further away is nothing that people find.
const MOST_PLIES: u32 = 15;
/// The most moves to find in one puzzle.
const MOST_MOVES: usize = 4;
/// The fewest moves that there are to choose from: columns or presses, and cells.
const LEAST_CHOICE: [usize; 2] = [3, 10];

/// Why no puzzles can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadPuzzles {
    /// The game can't be started.
    Options(BadOptions),
    /// It has no engine that proves its values on this board.
    NoSolver(BadPlayerSpec),
}

impl fmt::Display for BadPuzzles {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPuzzles::Options(error) => error.fmt(out),
            BadPuzzles::NoSolver(error) => write!(out, "puzzles need an exact engine: {error}"),
        }
    }
}

impl std::error::Error for BadPuzzles {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            BadPuzzles::Options(error) => Some(error),
            BadPuzzles::NoSolver(error) => Some(error),
        }
    }
}

impl From<BadOptions> for BadPuzzles {
    fn from(error: BadOptions) -> BadPuzzles {
        BadPuzzles::Options(error)
    }
}

/// Makes the puzzles of a game, the same for a seed on every machine.
pub struct PuzzleMaker {
    start: Box<dyn Session>,
    solver: ExactEngine,
    seed: u64,
    games: u64,
}

impl PuzzleMaker {
    /// Prepares to make puzzles. Where no size is chosen, it is one that the game's solver can prove.
    pub fn new(game: &dyn Game, options: &Options, seed: u64) -> Result<PuzzleMaker, BadPuzzles> {
        let start = game.start(&provable(game, options)?)?;
        let solver = ExactEngine::new(&*start).map_err(BadPuzzles::NoSolver)?;
        Ok(PuzzleMaker { start, solver, seed, games: 0 })
    }

    /// Plays one more game with mistakes and returns the puzzle that turns up in it, if there is one.
    pub fn try_next(&mut self, stop: &StopFlag) -> Option<Puzzle> {
        let mut random = SplitMix64::at(self.seed, self.games);
        self.games += 1;
        let chance_seed = random.next_u64();
        let mut session = self.start.fork(ForkPoint::Start);
        let (rows, columns) = session.size();
        let cells = rows * columns;
        let is_solo = session.info().players == 1;
        // Early positions take long to prove, and a game for one has nothing to find at its start.
        let opening =
            if is_solo { random.below(1 + 6 * cells) } else { 2 * cells / 5 + random.below(1 + cells / 4) };
        for ply in 0.. {
            if stop.is_stopped() {
                return None;
            }
            if let Some(tile) = session.chance(chance_seed) {
                session.play(&tile).ok()?;
                continue;
            }
            let targets = session.view().move_targets;
            if targets.is_empty() {
                return None;
            }
            let has_choice =
                targets.len() >= LEAST_CHOICE[usize::from(matches!(targets[0].0, MoveTarget::Cell(_)))];
            let is_open = session.timeline().player_moves() >= opening;
            if is_open
                && has_choice
                && let Some(puzzle) = self.puzzle(&*session, stop)
            {
                return Some(puzzle);
            }
            // Mistakes make puzzles, but a game for one does not last with many of them.
            let is_mistake = random.below(if is_solo { 10 } else { 3 }) == 0;
            let best = match is_mistake || !(is_open || is_solo) {
                true => None,
                false => self.solver.think(&*session, stop)?.line.into_iter().next(),
            };
            let any = random.below(targets.len());
            session.play(&best.unwrap_or_else(|| targets[any].1.clone())).ok()?;
            if ply > 20 * cells {
                return None;
            }
        }
        None
    }

    /// Returns the puzzle of a position, if it is one.
    fn puzzle(&mut self, session: &dyn Session, stop: &StopFlag) -> Option<Puzzle> {
        let info = session.info();
        let next = session.turn().player()?;
        let report = self.solver.think(session, stop)?;
        let (goal, first, value) = only_move(info, &report)?;
        // A win at once is seen at once, and so is the answer to a threat.
        let others = report.moves.iter().filter(|(text, _)| *text != first);
        let is_forced = others.clone().all(|(_, value)| value.plies == Some(2)) && others.count() > 0;
        let is_far = value.plies.is_some_and(|plies| plies > MOST_PLIES) && goal == PuzzleGoal::Win;
        if value.plies == Some(1) || is_far || is_forced || ends_at_once(session, &first) {
            return None;
        }
        let mut solution = vec![first.clone()];
        let mut line = after(session, &first)?;
        while info.players == 2 && solution.len() < 2 * MOST_MOVES - 1 && line.turn().player().is_some() {
            let reply = self.solver.think(&*line, stop)?.line.into_iter().next()?;
            line.play(&reply).ok()?;
            let Turn::Player(_) = line.turn() else { break };
            let Some((_, only, _)) =
                only_move(info, &self.solver.think(&*line, stop)?).filter(|(found, ..)| *found == goal)
            else {
                break;
            };
            line.play(&only).ok()?;
            solution.extend([reply, only]);
        }
        let moves = value.plies.map(|plies| plies.div_ceil(2)).filter(|_| goal == PuzzleGoal::Win);
        let puzzle = Puzzle {
            game: info.name.into(),
            fragment: fragment(session)?,
            next: next.number(),
            goal,
            moves,
            solution,
            words: words(info, next, goal, moves, session.view().goal.map(|goal| goal.target)),
        };
        puzzle.check(stop).ok().map(|()| puzzle)
    }
}

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
fn only_move(info: &GameInfo, report: &Report<String>) -> Option<(PuzzleGoal, String, Value)> {
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

fn ends_at_once(session: &dyn Session, text: &str) -> bool {
    after(session, text).is_some_and(|after| after.turn().is_over())
}

/// Returns a game of its own that stands where this one does, with the same line.
fn copy(session: &dyn Session) -> Option<Box<dyn Session>> {
    session.after(session.timeline().len()).ok()
}

/// Returns the game after one more move.
fn after(session: &dyn Session, text: &str) -> Option<Box<dyn Session>> {
    let mut after = copy(session)?;
    after.play(text).ok()?;
    Some(after)
}

fn words(info: &GameInfo, next: Player, goal: PuzzleGoal, moves: Option<u32>, target: Option<u64>) -> String {
    let name = info.names.get(next.index()).copied().unwrap_or_default();
    match (goal, moves) {
        (PuzzleGoal::Win, Some(moves)) => format!("{name} to move wins in {moves} moves"),
        (PuzzleGoal::Win, None) => format!("{name} to move: only one move wins"),
        (PuzzleGoal::Draw, _) => format!("{name} to move: only one move does not lose"),
        (PuzzleGoal::Chance, _) => {
            format!("one press is by far the best on the way to {}", target.unwrap_or_default())
        }
    }
}

/// Returns the address of a position, with the moves that led to it where two play.
fn fragment(session: &dyn Session) -> Option<String> {
    let mut analysis = AnalysisBoard::new(session.info().name, session.options()).ok()?;
    if session.info().players == 1 {
        // Nobody wants to see how hundreds of tiles came there.
        return Some(analysis.with_setup(&session.setup()).ok()?.fragment());
    }
    for text in session.timeline().moves() {
        analysis.play(&text).ok()?;
    }
    Some(analysis.fragment())
}

/// Returns the options, with a board that can be proven where none is chosen.
fn provable(game: &dyn Game, options: &Options) -> Result<Options, BadOptions> {
    let info = game.info();
    let is_chosen = options.size.is_some() || options.target.is_some();
    if is_chosen || ExactEngine::new(&*game.start(options)?).is_ok() {
        return Ok(options.clone());
    }
    let smaller = match info.size_labels.len() {
        1 => Options { size: Some(Size::new(6, 6)), ..options.clone() },
        _ if info.has_option(crate::OptionKind::Target) => {
            Options { size: Some(Size::new(3, 3)), target: Some(64), ..options.clone() }
        }
        _ => options.clone(),
    };
    Ok(smaller)
}

/// The engine of a game that proves its values, at whatever position of it is asked about.
struct ExactEngine(Box<dyn SessionEngine>);

impl ExactEngine {
    /// The name of the engines that prove their values.
    const NAME: &'static str = "perfect";

    fn new(session: &dyn Session) -> Result<ExactEngine, BadPlayerSpec> {
        let spec = PlayerSpec::Engine { name: ExactEngine::NAME.into(), limits: Limits::default() };
        let settings = Settings { score_all_moves: true, ..Settings::default() };
        session.engine(&spec, &settings).map(ExactEngine)
    }

    /// Returns the last report about a position that has the start of the engine's game.
    fn think(&mut self, session: &dyn Session, stop: &StopFlag) -> Option<Report<String>> {
        self.0.catch_up(&session.timeline().moves()).ok()?;
        let mut last = None;
        self.0.think(None, stop, &mut |report| last = Some(report.clone())).ok()?;
        last.filter(|_| !stop.is_stopped())
    }
}
