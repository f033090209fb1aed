//! The `strong` engine for boards of one size: connections and proofs first, then Monte-Carlo tree search on all threads.

use super::explain::MAX_KNOWN_SIDE;
use super::knowledge::{Knowledge, Unsettled, Verdict};
use super::merged::{Merged, merge, node_value, sort_others};
use super::network::{Network, network};
use super::node::{Node, Status};
use super::perfect::proven_value;
use super::request::Request;
use super::tree_search::{Candidates, Extras, TreeSearch};
use super::{Board, CellSet, Dfpn, Geometry};
use crate::{Budget, Limits, Report, Settings, StopFlag, Value};
use parlor_rules::hex::{Move, Position};
use parlor_rules::{Cell, Position as _, SplitMix64};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// The time for a move without limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// With this many empty cells or fewer, the solver is tried first.
const SOLVE_EMPTY: usize = 40;
/// The part of the budget for the solver.
const SOLVER_SHARE: f64 = 0.3;
/// The solver's nodes between two looks at the clock.
const SOLVER_NODES: u64 = 32;
/// The visits for which the solver gets one node, if visits are limited.
const VISITS_PER_SOLVER_NODE: u64 = 24;
/// The visits between two looks at the clock.
const VISITS_PER_CLOCK_CHECK: u64 = 4;
/// The visits between two looks at whether the move is settled.
const VISITS_PER_GLANCE: u64 = 64;
/// The visits before the first report. The number grows by half for each later report.
const FIRST_REPORT: u64 = 64;

/// The engine for boards that fit in `W` words.
pub(super) struct StrongSearch<const W: usize> {
    geometry: Arc<Geometry<W>>,
    searches: Vec<TreeSearch<W>>,
    solver: Dfpn<W>,
    /// The knowledge of the empty board, once it was needed.
    empty: Option<Arc<Knowledge<W>>>,
    /// The knowledge of the last position.
    last: Option<(Board<W>, Arc<Knowledge<W>>)>,
    /// The board of the last call, and whose turn it was.
    previous: (Board<W>, usize),
    /// Whether the last call searched a tree.
    has_searched: bool,
    /// Whether moves are to be valued even if one of them wins.
    scores_all: bool,
}

/// What was found out before the tree search.
enum Opening<const W: usize> {
    Won { best: usize, playable: CellSet<W>, nodes: u64 },
    Search { board: Board<W>, candidates: Option<Candidates<W>>, known: Known<W> },
}

/// What is known of the moves without the tree.
#[derive(Clone, Copy)]
struct Known<const W: usize> {
    /// A move that wins.
    winning: Option<usize>,
    /// Whether all moves lose.
    is_lost: bool,
    /// The cells outside which all moves lose.
    playable: CellSet<W>,
}

impl<const W: usize> Known<W> {
    fn nothing(geometry: &Geometry<W>) -> Known<W> {
        Known { winning: None, is_lost: false, playable: geometry.all }
    }
}

impl<const W: usize> StrongSearch<W> {
    pub(super) fn new(side: usize, settings: &Settings) -> StrongSearch<W> {
        let extras = Extras { tries_all: settings.score_all_moves, is_noisy: false };
        StrongSearch::with(side, settings, network(), extras)
    }

    /// Creates the engine for training games.
    pub(super) fn for_training(
        side: usize,
        settings: &Settings,
        network: Option<Arc<Network>>,
    ) -> StrongSearch<W> {
        StrongSearch::with(side, settings, network, Extras { tries_all: false, is_noisy: true })
    }

    fn with(
        side: usize,
        settings: &Settings,
        network: Option<Arc<Network>>,
        extras: Extras,
    ) -> StrongSearch<W> {
        let geometry = Arc::new(Geometry::new(side));
        let threads = settings.threads.max(1);
        let search = |number: usize| {
            let seed = SplitMix64::at(settings.seed, number as u64).next_u64();
            TreeSearch::new(geometry.clone(), network.clone(), seed, settings.memory / 2 / threads, extras)
        };
        let searches = (0..threads).map(search).collect();
        StrongSearch {
            searches,
            solver: Dfpn::new(side, settings.memory / 4),
            geometry,
            empty: None,
            last: None,
            previous: (Board::default(), 0),
            has_searched: false,
            scores_all: settings.score_all_moves,
        }
    }

    /// Returns the moves since the last call: the opponent's, or the player's own and then the opponent's. Nothing if
    /// others were made.
    fn moves_since(&self, board: &Board<W>, next: usize) -> Vec<usize> {
        let (previous, mover) = &self.previous;
        let is_later = (0..2).all(|player| previous.stones[player].is_subset(&board.stones[player]));
        let new = |player: usize| board.stones[player].without(previous.stones[player]);
        let played: Vec<usize> = new(next).iter().chain(new(1 - next).iter()).collect();
        let is_single = new(1 - next).len() == 1 && new(next).len() == usize::from(*mover == next);
        if is_later && is_single { played } else { Vec::new() }
    }

    /// Returns the visits of the moves in the last call, if it searched an undecided position.
    pub(super) fn visits(&self) -> Option<Vec<(usize, u32)>> {
        if !self.has_searched {
            return None;
        }
        let found = merge(&self.searches, 0);
        let is_open = found.moves.first().is_some_and(|node| node.status == Status::Open);
        let visited = found.moves.iter().filter(|node| node.visits > 0);
        is_open.then(|| visited.map(|node| (node.cell.into(), node.visits)).collect())
    }

    fn as_move(&self, cell: usize) -> Move {
        Move::Place(Cell::new(cell / self.geometry.side, cell % self.geometry.side))
    }

    /// Returns the connections that are known for an earlier board.
    fn earlier_knowledge(&mut self, board: &Board<W>) -> Knowledge<W> {
        let is_earlier =
            |earlier: &Board<W>| (0..2).all(|player| earlier.stones[player].is_subset(&board.stones[player]));
        if let Some((_, knowledge)) = self.last.as_ref().filter(|(earlier, _)| is_earlier(earlier)) {
            return Knowledge::clone(knowledge);
        }
        let geometry = &self.geometry;
        let empty = self.empty.get_or_insert_with(|| {
            let mut knowledge = Knowledge::new(geometry, false);
            knowledge.search();
            Arc::new(knowledge)
        });
        Knowledge::clone(empty)
    }

    /// Finds out what connections and the solver say of a position.
    fn open(
        &mut self,
        original: Board<W>,
        next: usize,
        budget: &Budget,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Opening<W> {
        let geometry = self.geometry.clone();
        let nothing = Known::nothing(&geometry);
        let lost = || Opening::Search {
            board: original,
            candidates: None,
            known: Known { is_lost: true, ..nothing },
        };
        if geometry.side > MAX_KNOWN_SIDE {
            return Opening::Search { board: original, candidates: None, known: nothing };
        }
        let mut board = original;
        board.fill_in(&geometry, original.empty(&geometry));
        let mut knowledge = self.earlier_knowledge(&board);
        let verdict = knowledge.judge(&geometry, &board, next);
        let playable = knowledge.playable(&geometry, &board, next);
        let candidates = match verdict {
            Verdict::Win(best, _) => {
                // On a board that is won by fill-in alone, the player's own filled cells are the sensible moves.
                let empty = original.empty(&geometry);
                let best = best
                    .or_else(|| (empty & board.stones[next]).iter().next())
                    .or_else(|| empty.iter().next());
                return Opening::Won { best: best.unwrap_or(0), playable, nodes: 1 };
            }
            Verdict::Loss(_) => return lost(),
            Verdict::Unsettled(Unsettled { candidates, .. }) => candidates,
        };
        let knowledge = Arc::new(knowledge);
        self.last = Some((board, knowledge.clone()));
        if board.empty(&geometry).len() <= SOLVE_EMPTY {
            let mut nodes = 0;
            let max_nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes / VISITS_PER_SOLVER_NODE);
            while budget.fraction_used(0) < SOLVER_SHARE && nodes < max_nodes && !stop.is_stopped() {
                if let Some(proof) = self.solver.solve(&board, next, SOLVER_NODES, stop) {
                    let Some(best) = proof.best.filter(|_| proof.is_win) else { return lost() };
                    return Opening::Won { best, playable, nodes };
                }
                nodes += SOLVER_NODES;
            }
        }
        let mut moves: Vec<usize> = candidates.iter().map(|candidate| candidate.cell).collect();
        if self.scores_all {
            // Moves that are no better than others have a value, too.
            let others = board.empty(&geometry) & playable;
            moves.extend(others.iter().filter(|&cell| candidates.iter().all(|known| known.cell != cell)));
        }
        let candidates = Candidates { knowledge, moves };
        Opening::Search { board, candidates: Some(candidates), known: Known { playable, ..nothing } }
    }

    /// Returns the report of a search.
    fn report(&self, position: &Position, found: &Merged, known: &Known<W>) -> Report<Move> {
        let mut moves: Vec<(Move, Value)> = Vec::new();
        // The search has reasons to try one move more often than another, whatever a few visits of the other say.
        let best = found.moves.first().filter(|node| node.status == Status::Open).map(Node::mean);
        let is_lost = |cell: usize| known.is_lost || !known.playable.contains(cell);
        for (index, node) in found.moves.iter().enumerate() {
            let cell = node.cell.into();
            let best = best.filter(|_| index > 0);
            let value = if is_lost(cell) { proven_value(false) } else { node_value(node, best) };
            moves.push((self.as_move(cell), value));
        }
        for played in position.moves() {
            if !moves.iter().any(|&(known, _)| known == played) {
                let is_lost = matches!(played, Move::Place(cell)
                    if !known.playable.contains(cell.row * self.geometry.side + cell.column));
                moves.push((played, if is_lost { proven_value(false) } else { Value::UNKNOWN }));
            }
        }
        if let Some(winning) = known.winning.map(|cell| self.as_move(cell)) {
            moves.retain(|&(played, _)| played != winning);
            moves.insert(0, (winning, proven_value(true)));
            sort_others(&mut moves, self.scores_all);
            return Report { line: vec![winning], value: proven_value(true), moves, nodes: found.nodes };
        }
        sort_others(&mut moves, self.scores_all);
        let value = moves.first().map_or(Value::UNKNOWN, |&(_, value)| value);
        // The tree goes on after the end of the game, the line does not.
        let mut position = position.clone();
        let line = found.line.iter().map(|&cell| self.as_move(cell));
        let line = line.take_while(|&played| position.play(played).is_ok()).collect();
        Report { line, value, moves, nodes: found.nodes }
    }
}

impl<const W: usize> StrongSearch<W> {
    /// Searches a position and returns a move, as an engine does.
    pub(super) fn think(
        &mut self,
        request: Request<'_>,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Move> {
        let Request { position, limits, stop } = request;
        let next = position.turn().player()?.index();
        let limits = limits.or_default_time(DEFAULT_TIME);
        let budget = Budget::new(&limits, stop);
        let original = Board::from_position(&self.geometry, position);
        self.has_searched = false;
        let (board, candidates, known) = match self.open(original, next, &budget, &limits, stop) {
            Opening::Won { best, playable, .. } if self.scores_all => {
                let known = Known { winning: Some(best), is_lost: false, playable };
                (original, None, known)
            }
            Opening::Won { best, nodes, .. } => {
                let best = self.as_move(best);
                let value = proven_value(true);
                let others =
                    position.moves().filter(|&played| played != best).map(|played| (played, Value::UNKNOWN));
                let moves = std::iter::once((best, value)).chain(others).collect();
                report(&Report { line: vec![best], value, moves, nodes });
                return Some(best);
            }
            Opening::Search { board, candidates, known } => (board, candidates, known),
        };
        let played = self.moves_since(&original, next);
        self.previous = (original, next);
        self.has_searched = !known.is_lost && known.winning.is_none();
        for search in &mut self.searches {
            search.reset(board, next, &played, candidates.as_ref());
        }
        let mut searches = std::mem::take(&mut self.searches);
        let count = searches.len() as u64;
        let share = |number: u64| {
            limits.nodes.map_or(u64::MAX, |nodes| (nodes / count + u64::from(number < nodes % count)).max(1))
        };
        let nodes = match searches.split_first_mut() {
            None => 0,
            Some((first, others)) => thread::scope(|scope| {
                let budget = &budget;
                let spawn = |(search, number)| {
                    scope.spawn(move || run(search, share(number), budget, &mut |_, _| {}))
                };
                let running: Vec<_> = others.iter_mut().zip(1..).map(spawn).collect();
                let mut on_progress = |search: &TreeSearch<W>, nodes: u64| {
                    let found = merge(std::slice::from_ref(search), nodes);
                    report(&self.report(position, &found, &known));
                };
                let own = run(first, share(0), budget, &mut on_progress);
                let theirs =
                    running.into_iter().map(|other| other.join().unwrap_or_else(|why| resume_unwind(why)));
                own + theirs.sum::<u64>()
            }),
        };
        self.searches = searches;
        let found = merge(&self.searches, nodes);
        report(&self.report(position, &found, &known));
        known
            .winning
            .or_else(|| found.moves.first().map(|node| node.cell.into()))
            .map(|cell| self.as_move(cell))
    }
}

/// Visits nodes within the budget, and calls back now and then. Returns the number of visits.
fn run<const W: usize>(
    search: &mut TreeSearch<W>,
    max_visits: u64,
    budget: &Budget,
    on_progress: &mut dyn FnMut(&TreeSearch<W>, u64),
) -> u64 {
    let (mut visits, mut next_report) = (0, FIRST_REPORT);
    while visits < max_visits && !search.is_decided() {
        if visits % VISITS_PER_CLOCK_CHECK == 0 && visits > 0 && budget.is_spent(0) {
            break;
        }
        if visits % VISITS_PER_GLANCE == 0 && visits > 0 {
            let used = budget.fraction_used(0);
            // As many visits as the time that is left is for. Without a limit of time that is without end.
            let by_time = (visits as f64 * (1.0 - used) / used) as u64;
            if search.is_settled(by_time.min(max_visits - visits)) {
                break;
            }
        }
        search.visit();
        visits += 1;
        if visits == next_report {
            on_progress(search, visits);
            next_report += next_report / 2;
        }
    }
    visits
}
