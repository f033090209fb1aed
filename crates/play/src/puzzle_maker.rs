//! Makes puzzles: plays games with mistakes and looks for positions with one solution.

use crate::puzzle::{ExactEngine, after, only_move};
use crate::{
    AnalysisBoard, BadOptions, BadPlayerSpec, ForkPoint, Game, GameInfo, MoveTarget, Options, Puzzle,
    PuzzleGoal, Session,
};
use parlor_engines::StopFlag;
use parlor_rules::{Player, Size, SplitMix64, Turn};
use std::fmt;

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

/// Returns whether a move ends the game.
fn ends_at_once(session: &dyn Session, text: &str) -> bool {
    after(session, text).is_some_and(|after| after.turn().is_over())
}

/// Returns what is asked in a puzzle.
fn words(info: &GameInfo, next: Player, goal: PuzzleGoal, moves: Option<u32>, target: Option<u64>) -> String {
    let name = info.names.get(next.index()).copied().unwrap_or_default();
    match (goal, moves) {
        (PuzzleGoal::Win, Some(moves)) => format!("{name} to move: win in {moves} moves"),
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
