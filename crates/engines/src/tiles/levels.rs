//! The levels `easy`, `medium` and `strong`: one search with different evaluations, limits and noise.

use super::board::{Board, sum};
use super::heuristic::Heuristic;
use super::large;
use super::network::Network;
use super::report::{estimate, exact, report};
use super::rollout::{make_falling, rollout};
use super::search::{Evaluate, PressValues, Search, SearchTable};
use super::solver::{Game, Solver};
use crate::{Budget, Engine, Limits, Report, Settings, StopFlag, Value};
use parlor_rules::tiles::{Direction, Move, Position};
use parlor_rules::{Position as _, SplitMix64};

/// The playing strength of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelConfig {
    /// The boards that a search without limits looks at.
    default_nodes: u64,
    /// The most boards of any search, for weaker levels.
    max_nodes: u64,
    /// Whether it uses the learned evaluation on 4 x 4.
    is_learned: bool,
    /// The largest noise added to the value of a press.
    noise: f32,
}

/// The press with the best hand-made evaluation, with noise.
pub(super) const EASY: LevelConfig =
    LevelConfig { default_nodes: 1, max_nodes: 1, is_learned: false, noise: 0.05 };
/// One tile ahead with the hand-made evaluation.
pub(super) const MEDIUM: LevelConfig =
    LevelConfig { default_nodes: 150, max_nodes: 150, is_learned: false, noise: 0.0 };
/// The full search.
pub(super) const STRONG: LevelConfig =
    LevelConfig { default_nodes: 6_000, max_nodes: u64::MAX, is_learned: true, noise: 0.0 };

/// The most memory of the transposition table. A larger one would be slower: it would leave the cache.
const MAX_TABLE: usize = 1 << 20;
/// The most memory of the table of proven positions.
const MAX_PROOF_TABLE: usize = 16 << 20;
/// The tiles before the earliest possible win at which proofs are tried.
const PROOF_TILES: u64 = 16;
/// The empty cells above which no proof is tried: there would be too many tiles to answer.
const PROOF_EMPTY_CELLS: u32 = 8;
/// The most positions of a search for a proof.
const PROOF_NODES: u64 = 3_000;
/// The boards of the search that take as long as one position of a proof.
const PROOF_COST: u64 = 16;
/// The share of the time of an analysis that the search takes; quick games take the rest.
const SEARCH_SHARE: f64 = 0.25;
/// The most quick games after each press in an analysis.
const MAX_ROLLOUTS: u32 = 1_000;
/// The quick games after each press before their results are told for the first time.
const FIRST_ROLLOUTS: u32 = 8;

/// Hears of the values so far, best first, and the number of nodes.
type OnValues<'a> = dyn FnMut(&[(Direction, Value)], u64) + 'a;

/// An engine of a given strength.
#[derive(Debug)]
pub(super) struct Level {
    config: LevelConfig,
    table: SearchTable,
    proofs: Option<Solver>,
    proof_memory: usize,
    /// The game of the last position, for which the tables hold.
    game: Option<Game>,
    rng: SplitMix64,
    score_all_moves: bool,
}

impl Level {
    /// Creates an engine of this strength.
    pub(super) fn new(config: LevelConfig, settings: &Settings) -> Level {
        Level {
            config,
            table: SearchTable::new((settings.memory / 4).min(MAX_TABLE)),
            proofs: None,
            proof_memory: (settings.memory / 2).min(MAX_PROOF_TABLE),
            game: None,
            rng: SplitMix64::new(settings.seed),
            score_all_moves: settings.score_all_moves,
        }
    }

    fn limits(&self, limits: &Limits) -> Limits {
        let LevelConfig { default_nodes, max_nodes, .. } = self.config;
        let nodes = if *limits == Limits::default() { Some(default_nodes) } else { limits.nodes };
        let nodes = nodes.map(|nodes| nodes.min(max_nodes)).or((max_nodes < u64::MAX).then_some(max_nodes));
        Limits { nodes, ..*limits }
    }

    /// Returns the presses of a packed board with their values, best first, and the number of nodes.
    fn think_packed<E: Evaluate>(
        &mut self,
        (game, board): (Game, Board),
        evaluator: &E,
        limits: &Limits,
        stop: &StopFlag,
        on_values: &mut OnValues<'_>,
    ) -> (Vec<(Direction, Value)>, u64) {
        if self.game != Some(game) {
            self.table.clear();
            (self.game, self.proofs) = (Some(game), None);
        }
        let share = if self.score_all_moves { SEARCH_SHARE } else { 1.0 };
        let search_limits = Limits { time: limits.time.map(|time| time.mul_f64(share)), nodes: None };
        let budget = Budget::new(&search_limits, stop);
        let whole_budget = Budget::new(limits, stop);
        let max_nodes = limits.nodes.unwrap_or(u64::MAX);
        let mut search = Search {
            game,
            evaluator,
            table: &mut self.table,
            budget: &budget,
            max_nodes,
            nodes: 0,
            is_stopped: false,
        };
        let mut values = search.iterate(board);
        let mut nodes = search.nodes;
        nodes += self.prove(game, board, &mut values, max_nodes, stop);
        self.add_noise(&mut values);
        let mut valued = ordered(&values, |direction| game.is_won(board, game.grid.press(board, direction)));
        if self.score_all_moves {
            let rng = &mut self.rng;
            let quick_game =
                |direction| rollout(&game, evaluator, game.grid.press(board, direction), &mut *rng);
            nodes += play_rollouts(&mut valued, &whole_budget, quick_game, |valued, presses| {
                on_values(valued, nodes + presses);
            });
        }
        (valued, nodes)
    }

    /// Looks for presses that force the target if it is near. Sets their values to 1 and returns the number of
    /// positions searched.
    fn prove(
        &mut self,
        game: Game,
        board: Board,
        values: &mut PressValues,
        max_nodes: u64,
        stop: &StopFlag,
    ) -> u64 {
        let target = 1u64 << (u32::from(game.target_rank).clamp(1, 63) - 1);
        let is_near = u64::from(sum(board)) + PROOF_TILES >= target;
        let is_open = values.iter().flatten().any(|&value| value > 0.0 && value < 1.0);
        let is_won = values.contains(&Some(1.0)) && !self.score_all_moves;
        let empty = game.grid.empty_cells(board).count_ones();
        let proof_nodes = PROOF_NODES.min(max_nodes / PROOF_COST);
        let is_hard = empty > PROOF_EMPTY_CELLS || proof_nodes == 0;
        if !self.config.is_learned || !is_near || !is_open || is_won || is_hard {
            return 0;
        }
        let memory = self.proof_memory;
        let solver = self.proofs.get_or_insert_with(|| Solver::new(game, memory));
        let before = solver.nodes();
        for (pressed, value) in game.presses(board).into_iter().zip(values) {
            solver.limit(proof_nodes);
            if let (Some(pressed), Some(value)) = (pressed, value)
                && solver.is_press_forced(board, pressed, stop) == Some(true)
            {
                *value = 1.0;
            }
        }
        solver.nodes() - before
    }

    /// Returns whether the chances are those to make the next tile: an analysis after a win, where to play on is all
    /// there is to do.
    fn is_to_next_tile(&self, position: &Position) -> bool {
        self.score_all_moves && position.has_won()
    }

    fn add_noise(&mut self, values: &mut PressValues) {
        if self.config.noise > 0.0 {
            for value in values.iter_mut().flatten().filter(|value| **value < 1.0) {
                let noise = self.rng.next_u64() as f32 / u64::MAX as f32;
                *value = (*value + self.config.noise * noise).clamp(0.0, 0.999_999);
            }
        }
    }
}

impl Engine<Position> for Level {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        report_to: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Move> {
        position.turn().player()?;
        let limits = self.limits(limits);
        let mut packed = Game::of(position);
        if self.is_to_next_tile(position) {
            packed = packed.map(|(game, board)| (game.to_next_tile(board), board));
        }
        let is_learned = packed.is_some_and(|(game, _)| self.config.is_learned && Network::fits(&game));
        let network = if is_learned { Network::get() } else { None };
        let on_values = &mut |valued: &[(Direction, Value)], nodes| {
            report_to(&report(position, valued, nodes));
        };
        let (valued, nodes) = match (packed, network) {
            (Some(packed), Some(network)) => self.think_packed(packed, network, &limits, stop, on_values),
            (Some(packed), None) => {
                let evaluator = Heuristic { grid: packed.0.grid };
                self.think_packed(packed, &evaluator, &limits, stop, on_values)
            }
            (None, _) => self.think_large(position, &limits, stop, on_values),
        };
        let report = report(position, &valued, nodes);
        report_to(&report);
        report.line.first().copied()
    }
}

impl Level {
    /// Like [`Level::think_packed`], for panels that are too large for it.
    fn think_large(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        on_values: &mut OnValues<'_>,
    ) -> (Vec<(Direction, Value)>, u64) {
        let budget = Budget::new(limits, stop);
        let is_deep = self.config.max_nodes > 1 && limits.nodes.is_none_or(|nodes| nodes > 50);
        let goal = match position.has_won() {
            false => Some(position.panel().target().into()),
            true => self.is_to_next_tile(position).then(|| 2 * position.panel().max()),
        };
        let (mut values, mut nodes) = large::values(position, goal, is_deep, &mut self.rng, &budget);
        self.add_noise(&mut values);
        let mut valued = ordered(&values, |direction| values[direction.index()] == Some(1.0));
        if self.score_all_moves {
            let rng = &mut self.rng;
            let quick_game = |direction| large::rollout(position, goal, direction, &mut *rng);
            nodes += play_rollouts(&mut valued, &budget, quick_game, |valued, presses| {
                on_values(valued, nodes + presses);
            });
        }
        (valued, nodes)
    }
}

/// Returns the presses with their values, best first: a press that makes the target, which `wins` tells, comes
/// before other forced wins. A value of 0 or 1 is proven.
fn ordered(values: &PressValues, wins: impl Fn(Direction) -> bool) -> Vec<(Direction, Value)> {
    let valued = Direction::ALL.into_iter().zip(values);
    let mut valued: Vec<(Direction, f32, bool)> =
        valued.filter_map(|(direction, value)| Some((direction, (*value)?, wins(direction)))).collect();
    valued.sort_by(|one, other| other.1.total_cmp(&one.1).then(other.2.cmp(&one.2)));
    let value = |value: f32, wins: bool| match value {
        0.0 | 1.0 => exact(value.into(), wins.then_some(1)),
        _ => estimate(value.into()),
    };
    valued.into_iter().map(|(direction, chance, wins)| (direction, value(chance, wins))).collect()
}

/// Plays quick games after each press that is not proven, in turn, until the budget is spent. Sets the values
/// to the share of games won and returns the number of presses. Tells the values so far each time that there are
/// twice as many games. A limit of nodes does not count before the first values: one game tells nothing.
fn play_rollouts(
    valued: &mut [(Direction, Value)],
    budget: &Budget,
    mut rollout: impl FnMut(Direction) -> (f64, u64),
    mut on_values: impl FnMut(&[(Direction, Value)], u64),
) -> u64 {
    let is_open = |value: &Value| value.kind == crate::ValueKind::Estimate;
    let open: Vec<usize> = (0..valued.len()).filter(|&place| is_open(&valued[place].1)).collect();
    let mut wins = vec![0.0; open.len()];
    let (mut rounds, mut presses) = (0, 0);
    let is_spent =
        |rounds, presses| rounds > 0 && budget.is_spent(if rounds < FIRST_ROLLOUTS { 0 } else { presses });
    while !open.is_empty() && rounds < MAX_ROLLOUTS && !is_spent(rounds, presses) {
        for (&place, wins) in open.iter().zip(&mut wins) {
            let (won, length) = rollout(valued[place].0);
            *wins += won;
            presses += length;
        }
        rounds += 1;
        if rounds >= FIRST_ROLLOUTS && rounds.is_power_of_two() {
            set_shares(valued, &open, &wins, rounds);
            on_values(valued, presses);
        }
    }
    set_shares(valued, &open, &wins, rounds);
    presses
}

/// Sets the values of these presses to the share of games won.
fn set_shares(valued: &mut [(Direction, Value)], open: &[usize], wins: &[f64], rounds: u32) {
    // One game more, half won: a few games prove nothing.
    let share = |&wins: &f64| (wins + 0.5) / (f64::from(rounds) + 1.0);
    let mut shares: Vec<f64> = wins.iter().map(share).collect();
    make_falling(&mut shares);
    for (&place, share) in open.iter().zip(shares) {
        valued[place].1.score = share;
    }
}
