//! The `medium` and `strong` engines of growing: immediate wins and blocks first, then iterative deepening.

use super::board::{Board, WIDTH};
use super::immediate::ImmediateWins;
use super::pairing::PairingStrategy;
use super::search::{EvalNoise, MAX_DEPTH, PROVEN, Search, WIN};
use super::table::Table;
use crate::{Budget, Engine, Expectation, Limits, Report, Settings, StopFlag, Value, ValueKind};
use parlor_rules::drop::growing::{Move, Position};
use parlor_rules::{Player, Position as _, SplitMix64};

/// The window below the best value in which moves get an exact value of their own.
const MARGIN: i32 = 30;
/// The bonus of a move with a safe pairing strategy, in units of the evaluation.
const SAFE_BONUS: i32 = 40;
/// The most columns of a board on which replies are tried for a strategy. On wider boards it would take too
/// long.
const MAX_REPLY_COLUMNS: usize = 24;
/// The longest principal variation that is reported.
const MAX_LINE: usize = 16;
/// The evaluation at which the chance to win is three in four.
const SCALE: f64 = 60.0;

const DRAW: Value = Value { kind: ValueKind::Exact, outcome: Expectation::Draw, plies: None, score: 0.5 };

/// An engine that searches.
#[derive(Clone, Debug)]
pub(super) struct SearchEngine {
    pub(super) settings: Settings,
    /// The limits of a search that is given none.
    pub(super) default_limits: Limits,
    /// The most nodes of any search.
    pub(super) max_nodes: Option<u64>,
    /// The evaluation noise.
    pub(super) noise: usize,
    /// Whether it prefers moves with a safe pairing strategy.
    pub(super) uses_strategy: bool,
    pub(super) table: Table,
}

/// A legal move at the root, with its value so far.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    played: Move,
    /// The value in units of the search, or `None` if the move is outside the window.
    value: Option<i32>,
    /// Whether the value is known without search.
    is_immediate: bool,
    /// The depth of the last search.
    depth: i32,
    /// Whether the player has a safe strategy after the move.
    is_safe: bool,
    /// Whether the opponent has one too, so that the move draws.
    is_drawn: bool,
}

impl Engine<Position> for SearchEngine {
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
        let immediate = ImmediateWins::of(position)?;
        let mut root_moves = self.root_moves(position, &immediate);
        let is_decided = |root_moves: &[RootMove]| {
            root_moves.iter().all(|root_move| root_move.is_immediate) || root_moves[0].value == Some(WIN - 1)
        };
        if is_decided(&root_moves) {
            report(&build_report(&root_moves, vec![root_moves[0].played], true, false, 1));
            return Some(root_moves[0].played);
        }
        let drawn = self.uses_strategy && find_strategies(position, &mut root_moves);
        let noise = EvalNoise { seed: self.settings.seed, max: self.noise };
        self.table.clear(self.settings.memory, limits.nodes);
        let mut search = Search::new(Board::of(position), &mut self.table, &budget, noise);
        let whole = search.board.is_whole();
        for depth in 1..=MAX_DEPTH {
            let finished = search_depth(&mut search, &mut root_moves, depth);
            let line = line(&mut search, root_moves[0].played);
            report(&build_report(&root_moves, line, whole, drawn, search.nodes));
            if !finished || plies(root_moves[0].value).is_some_and(|plies| plies <= depth) {
                break;
            }
        }
        Some(root_moves[0].played)
    }
}

impl SearchEngine {
    fn limits(&self, asked: &Limits) -> Limits {
        let limits = if *asked == Limits::default() { self.default_limits } else { *asked };
        let nodes = match (limits.nodes, self.max_nodes) {
            (Some(asked), Some(most)) => Some(asked.min(most)),
            (asked, most) => asked.or(most),
        };
        Limits { nodes, ..limits }
    }

    /// Returns the legal moves with their immediate results, shuffled by the seed. Of equal moves the first
    /// is played.
    fn root_moves(&self, position: &Position, immediate: &ImmediateWins) -> Vec<RootMove> {
        let mut rng = SplitMix64::new(self.settings.seed);
        let value = |column: usize| {
            let leaves = immediate.losses.iter().any(|&loss| loss != column);
            if immediate.wins.contains(&column) {
                Some(WIN - 1)
            } else if leaves || immediate.opens_a_win(position.board(), column) {
                Some(-(WIN - 2))
            } else {
                None
            }
        };
        let mut root_moves: Vec<RootMove> = immediate
            .legal
            .iter()
            .map(|&played| (value(played.column), played))
            .map(|(value, played)| RootMove {
                played,
                value,
                is_immediate: value.is_some(),
                depth: 0,
                is_safe: false,
                is_drawn: false,
            })
            .collect();
        for last in (1..root_moves.len()).rev() {
            root_moves.swap(last, rng.below(last + 1));
        }
        sort(&mut root_moves);
        root_moves
    }
}

impl RootMove {
    /// Returns the sort key; less is better. A safe move is preferred, unless another promises much more,
    /// because against most opponents that wins.
    fn rank(&self) -> i32 {
        match self.value {
            None => PROVEN,
            Some(value) if value.abs() < PROVEN && self.is_safe => -(value + SAFE_BONUS),
            Some(value) => -value,
        }
    }

    fn reported_value(&self, is_whole: bool) -> Value {
        match plies(self.value) {
            None if self.is_drawn => DRAW,
            _ => to_value(self.value, is_whole || self.is_immediate),
        }
    }
}

/// Searches every move to a depth and sorts them. Returns whether all were searched.
fn search_depth(search: &mut Search<'_>, root_moves: &mut [RootMove], depth: i32) -> bool {
    let first = search.board.first();
    let mut best = -WIN;
    for root_move in root_moves.iter_mut() {
        let Some(column) = root_move.played.column.checked_sub(first).filter(|&column| column < WIDTH) else {
            continue;
        };
        // A lost move needs no search. How soon it loses matters only if all moves lose.
        if root_move.is_immediate {
            continue;
        }
        let undo = search.board.play(column);
        let value = -search.value(depth - 1, 1, -WIN, -(best - MARGIN).max(-WIN));
        search.board.undo(column, undo);
        if search.spent {
            break;
        }
        (root_move.value, root_move.depth) = (Some(value), depth);
        best = best.max(value);
    }
    // Values of different depths can't be compared. Moves that were not searched to this depth stay behind
    // the others, unless all of those lose.
    if search.spent && best > -PROVEN {
        root_moves.sort_by_key(|root_move| (root_move.depth != depth, root_move.rank()));
    } else {
        sort(root_moves);
    }
    !search.spent
}

/// Marks the moves after which the player has a safe strategy, and those after which the opponent has one
/// too. Returns whether the position is a draw, because both players have one.
fn find_strategies(position: &Position, root_moves: &mut [RootMove]) -> bool {
    let Some(player) = position.turn().player() else { return false };
    let other = player.other();
    let opponent_is_safe = PairingStrategy::find(position.board(), player).is_some();
    let mut position = position.clone();
    for root_move in root_moves.iter_mut().filter(|root_move| !root_move.is_immediate) {
        let did = position.play_unchecked(root_move.played);
        root_move.is_safe = PairingStrategy::find(position.board(), other).is_some();
        // A strategy of the opponent holds against every move. If there is none yet, one may start with the
        // reply.
        root_move.is_drawn =
            root_move.is_safe && (opponent_is_safe || has_strategy_reply(&mut position, player));
        position.undo(root_move.played, did);
    }
    opponent_is_safe && root_moves.iter().any(|root_move| root_move.is_safe)
}

/// Returns whether the player to move has a move after which there is a strategy against `attacker`.
fn has_strategy_reply(position: &mut Position, attacker: Player) -> bool {
    if position.board().columns() > MAX_REPLY_COLUMNS {
        return false;
    }
    let moves: Vec<Move> = position.moves().collect();
    moves.into_iter().any(|played| {
        let did = position.play_unchecked(played);
        let is_safe = PairingStrategy::find(position.board(), attacker).is_some();
        position.undo(played, did);
        is_safe
    })
}

/// Sorts moves, best first. Equal ones keep their order, and unknown ones come before lost ones only.
fn sort(root_moves: &mut [RootMove]) {
    root_moves.sort_by_key(RootMove::rank);
}

/// Returns the principal variation after a move.
fn line(search: &mut Search<'_>, played: Move) -> Vec<Move> {
    let first = search.board.first();
    let mut line = vec![played];
    let mut done = Vec::new();
    let mut next = played.column.checked_sub(first).filter(|&column| column < WIDTH);
    while let Some(column) = next.filter(|_| line.len() < MAX_LINE) {
        let won = search.board.wins(search.board.next()) >> column & 1 != 0;
        done.push((column, search.board.play(column)));
        next = if won { None } else { expected_move(search) };
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

/// Returns the winning move, the forced block, or the best move of the table entry.
fn expected_move(search: &Search<'_>) -> Option<usize> {
    let (own, other) = (search.board.next(), 1 - search.board.next());
    let known = search.table.get(search.board.key()).map(|known| usize::from(known.best));
    let playable = |column: &usize| *column < WIDTH && search.board.playable() >> column & 1 != 0;
    match (search.board.wins(own), search.board.wins(other)) {
        (0, 0) => known.filter(playable),
        (0, threats) => Some(threats.trailing_zeros() as usize),
        (wins, _) => Some(wins.trailing_zeros() as usize),
    }
}

/// Returns the report. If the window does not show the whole board, the proofs of the search do not count.
fn build_report(
    root_moves: &[RootMove],
    line: Vec<Move>,
    is_whole: bool,
    is_drawn: bool,
    nodes: u64,
) -> Report<Move> {
    let moves: Vec<(Move, Value)> =
        root_moves.iter().map(|root_move| (root_move.played, root_move.reported_value(is_whole))).collect();
    let value = if is_drawn && moves[0].1.kind != ValueKind::Exact { DRAW } else { moves[0].1 };
    Report { line, value, moves, nodes }
}

fn to_value(value: Option<i32>, proves: bool) -> Value {
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

/// Returns the plies to the end, if the value is proven.
fn plies(value: Option<i32>) -> Option<i32> {
    value.filter(|value| value.abs() > PROVEN).map(|value| WIN - value.abs())
}
