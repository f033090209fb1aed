//! From a position to a move: what is plain to see, then deeper and deeper looks at every move.

use super::board::{Board, WIDTH};
use super::hold::Plan;
use super::plain::Sight;
use super::search::{DEEPEST, Noise, PROVEN, Search, WIN};
use super::table::Table;
use crate::{Budget, Engine, Expectation, Limits, Report, Settings, StopFlag, Value, ValueKind};
use parlor_rules::drop::growing::{Move, Position};
use parlor_rules::{Player, Position as _, SplitMix64};

/// How far a move may stay behind the best one and still be given a value of its own.
const MARGIN: i32 = 30;
/// What a plan not to lose is worth, in the unit of the rows.
const HELD: i32 = 40;
/// On a board of more columns, answers are not tried for a plan: every answer to every move would take too
/// long.
const MOST_ANSWERS: usize = 24;
/// The most moves of a line that are shown.
const LINE_SHOWN: usize = 16;
/// The estimate, in the unit of the rows, at which the chance to win is three in four.
const SCALE: f64 = 60.0;

const DRAW: Value = Value { kind: ValueKind::Exact, outcome: Expectation::Draw, plies: None, score: 0.5 };

/// A player that searches.
#[derive(Clone, Debug)]
pub(super) struct Thinker {
    pub(super) settings: Settings,
    /// What it takes where nothing is asked for.
    pub(super) usual: Limits,
    /// The most positions it looks at, whatever it is given.
    pub(super) most: Option<u64>,
    /// How much its estimates are off.
    pub(super) noise: usize,
    /// Whether it knows how not to lose, and keeps to it unless it sees a win.
    pub(super) holds: bool,
    pub(super) table: Table,
}

/// A legal move, and what it is worth so far.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    played: Move,
    /// In the search's unit; nothing where the search can't see it.
    value: Option<i32>,
    /// Whether the value is plain to see, and so needs no search.
    plain: bool,
    /// The last depth it was looked at.
    depth: i32,
    /// Whether the player then has a plan not to lose.
    held: bool,
    /// Whether the opponent then has one too: the move draws.
    drawn: bool,
}

impl Engine<Position> for Thinker {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Move> {
        let limits = self.limits(limits);
        let budget = Budget::new(&limits, stop);
        let position = &position.alternating();
        let sight = Sight::of(position)?;
        let mut candidates = self.candidates(position, &sight);
        let settled = |candidates: &[Candidate]| {
            candidates.iter().all(|candidate| candidate.plain) || candidates[0].value == Some(WIN - 1)
        };
        if settled(&candidates) {
            report(&told(&candidates, vec![candidates[0].played], true, false, 1));
            return Some(candidates[0].played);
        }
        let drawn = self.holds && look_for_plans(position, &mut candidates);
        let noise = Noise { seed: self.settings.seed, most: self.noise };
        self.table.renew(self.settings.memory, limits.nodes);
        let mut search = Search::new(Board::of(position), &mut self.table, &budget, noise);
        let whole = search.board.is_whole();
        for depth in 1..=DEEPEST {
            let finished = look(&mut search, &mut candidates, depth);
            let line = line(&mut search, candidates[0].played);
            report(&told(&candidates, line, whole, drawn, search.nodes));
            if !finished || plies(candidates[0].value).is_some_and(|plies| plies <= depth) {
                break;
            }
        }
        Some(candidates[0].played)
    }
}

impl Thinker {
    fn limits(&self, asked: &Limits) -> Limits {
        let limits = if *asked == Limits::default() { self.usual } else { *asked };
        let nodes = match (limits.nodes, self.most) {
            (Some(asked), Some(most)) => Some(asked.min(most)),
            (asked, most) => asked.or(most),
        };
        Limits { nodes, ..limits }
    }

    /// Returns the legal moves with what is plain to see, in an order of the seed's: of equal ones the first
    /// is played.
    fn candidates(&self, position: &Position, sight: &Sight) -> Vec<Candidate> {
        let mut rng = SplitMix64::new(self.settings.seed);
        let value = |column: usize| {
            let leaves = sight.losses.iter().any(|&loss| loss != column);
            if sight.wins.contains(&column) {
                Some(WIN - 1)
            } else if leaves || sight.opens_a_win(position.board(), column) {
                Some(-(WIN - 2))
            } else {
                None
            }
        };
        let mut candidates: Vec<Candidate> = sight
            .legal
            .iter()
            .map(|&played| (value(played.column), played))
            .map(|(value, played)| Candidate {
                played,
                value,
                plain: value.is_some(),
                depth: 0,
                held: false,
                drawn: false,
            })
            .collect();
        for last in (1..candidates.len()).rev() {
            candidates.swap(last, rng.below(last + 1));
        }
        sort(&mut candidates);
        candidates
    }
}

impl Candidate {
    /// Less is better. What can't lose is preferred, but not to what promises much more: against most
    /// opponents that wins.
    fn rank(&self) -> i32 {
        match self.value {
            None => PROVEN,
            Some(value) if value.abs() < PROVEN && self.held => -(value + HELD),
            Some(value) => -value,
        }
    }

    fn worth(&self, whole: bool) -> Value {
        match plies(self.value) {
            None if self.drawn => DRAW,
            _ => worth(self.value, whole || self.plain),
        }
    }
}

/// Looks at every move this deep, and sorts them; whether there was time for all.
fn look(search: &mut Search<'_>, candidates: &mut [Candidate], depth: i32) -> bool {
    let first = search.board.first();
    let mut best = -WIN;
    for candidate in candidates.iter_mut() {
        let Some(column) = candidate.played.column.checked_sub(first).filter(|&column| column < WIDTH) else {
            continue;
        };
        // Lost is lost; how soon matters only where all is.
        if candidate.plain {
            continue;
        }
        let undo = search.board.play(column);
        let value = -search.value(depth - 1, 1, -WIN, -(best - MARGIN).max(-WIN));
        search.board.undo(column, undo);
        if search.spent {
            break;
        }
        (candidate.value, candidate.depth) = (Some(value), depth);
        best = best.max(value);
    }
    // Values of different depths can't be compared: what was not reached this time stays behind what was,
    // unless all that was has turned out to be lost.
    if search.spent && best > -PROVEN {
        candidates.sort_by_key(|candidate| (candidate.depth != depth, candidate.rank()));
    } else {
        sort(candidates);
    }
    !search.spent
}

/// Finds the moves after which there is a plan not to lose, and those that leave the opponent one too;
/// whether the position as a whole is a draw, because both have one.
fn look_for_plans(position: &Position, candidates: &mut [Candidate]) -> bool {
    let Some(player) = position.turn().player() else { return false };
    let other = player.other();
    let held_now = Plan::holding(position.board(), player).is_some();
    let mut position = position.clone();
    for candidate in candidates.iter_mut().filter(|candidate| !candidate.plain) {
        let did = position.play_unchecked(candidate.played);
        candidate.held = Plan::holding(position.board(), other).is_some();
        // A plan holds against every move; where there is none yet, one may begin with the answer.
        candidate.drawn = candidate.held && (held_now || can_plan(&mut position, player));
        position.undo(candidate.played, did);
    }
    held_now && candidates.iter().any(|candidate| candidate.held)
}

/// Returns whether the player to move has a move after which there is a plan against `attacker`.
fn can_plan(position: &mut Position, attacker: Player) -> bool {
    if position.board().columns() > MOST_ANSWERS {
        return false;
    }
    let moves: Vec<Move> = position.moves().collect();
    moves.into_iter().any(|played| {
        let did = position.play_unchecked(played);
        let held = Plan::holding(position.board(), attacker).is_some();
        position.undo(played, did);
        held
    })
}

/// Best first; equal ones stay in their order, unknown ones come before lost ones only.
fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by_key(Candidate::rank);
}

/// Returns how the game goes on after a move, as far as the search knows.
fn line(search: &mut Search<'_>, played: Move) -> Vec<Move> {
    let first = search.board.first();
    let mut line = vec![played];
    let mut done = Vec::new();
    let mut next = played.column.checked_sub(first).filter(|&column| column < WIDTH);
    while let Some(column) = next.filter(|_| line.len() < LINE_SHOWN) {
        let won = search.board.wins(search.board.next()) >> column & 1 != 0;
        done.push((column, search.board.play(column)));
        next = if won { None } else { expected(search) };
        if let Some(column) = next {
            let player = line[line.len() - 1].player.other();
            line.push(Move { player, column: column + first });
        }
    }
    for (column, undo) in done.into_iter().rev() {
        search.board.undo(column, undo);
    }
    line
}

/// Returns the move that wins, or that must be made, or that was best when it was looked at.
fn expected(search: &Search<'_>) -> Option<usize> {
    let (own, other) = (search.board.next(), 1 - search.board.next());
    let known = search.table.get(search.board.key()).map(|known| usize::from(known.best));
    let playable = |column: &usize| *column < WIDTH && search.board.playable() >> column & 1 != 0;
    match (search.board.wins(own), search.board.wins(other)) {
        (0, 0) => known.filter(playable),
        (0, threats) => Some(threats.trailing_zeros() as usize),
        (wins, _) => Some(wins.trailing_zeros() as usize),
    }
}

/// Returns what is thought so far, as others are told. Where the window does not show the whole board, the
/// search's proofs are none.
fn told(candidates: &[Candidate], line: Vec<Move>, whole: bool, drawn: bool, nodes: u64) -> Report<Move> {
    let moves: Vec<(Move, Value)> =
        candidates.iter().map(|candidate| (candidate.played, candidate.worth(whole))).collect();
    let value = if drawn && moves[0].1.kind != ValueKind::Exact { DRAW } else { moves[0].1 };
    Report { line, value, moves, nodes }
}

fn worth(value: Option<i32>, proves: bool) -> Value {
    let Some(known) = value else { return Value { score: 0.5, ..Value::UNKNOWN } };
    let score = match plies(value) {
        Some(_) if proves => f64::from(u8::from(known > 0)),
        Some(_) => {
            if known > 0 {
                0.99
            } else {
                0.01
            }
        }
        None => 1.0 / (1.0 + 3f64.powf(-f64::from(known) / SCALE)),
    };
    match plies(value).filter(|_| proves) {
        Some(plies) => {
            let outcome = if known > 0 { Expectation::Win } else { Expectation::Loss };
            Value { kind: ValueKind::Exact, outcome, plies: Some(plies as u32), score }
        }
        None => Value { score: score.clamp(0.01, 0.99), ..Value::UNKNOWN },
    }
}

/// In how many plies it is over, if that is proven.
fn plies(value: Option<i32>) -> Option<i32> {
    value.filter(|value| value.abs() > PROVEN).map(|value| WIN - value.abs())
}
