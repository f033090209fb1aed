//! A pairing of two engines, and one game between them.

use crate::{GameResult, MatchError};
use parlor_engines::{Expectation, Limits, Settings, StopFlag, ValueKind};
use parlor_host::BlockingEngine;
use parlor_play::{
    Command, Ending, Fault, Header, MatchGame, Options, PlayerSpec, Session, Table, game, record,
};
use parlor_rules::{Player, SplitMix64};
use std::time::Duration;

/// Two engines, the game they play and its conditions.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The game's name.
    pub game: &'static str,
    /// The game's options.
    pub options: Options,
    /// The first and the second engine of the match.
    pub engines: [PlayerSpec; 2],
    /// The limits for each move of an engine without limits of its own.
    pub limits: Limits,
    /// How far an engine may exceed its time before it loses.
    pub margin: Duration,
    /// How long a program may think that speaks HTP, which can't be told how long a move may take.
    pub htp_time: Duration,
    /// Memory and threads of each engine.
    pub settings: Settings,
    /// Players' moves after which a game is a draw. None for the game's own limit.
    pub max_plies: Option<u64>,
    /// The number of random moves at the start of a game.
    pub opening_plies: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// Whether a player resigns whose loss one of Parlor's own engines has proven.
    pub adjudicates: bool,
}

/// The longest time an engine without a time limit may take.
const MAX_THINK_TIME: Duration = Duration::from_secs(600);

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The number of the game in the match.
    pub number: u64,
    /// The result for the match's first engine.
    pub result: GameResult,
    /// The engine (0 or 1) that forfeited the game, and why.
    pub fault: Option<(usize, Fault)>,
    /// Players' moves, including the opening.
    pub plies: usize,
    /// What each engine of the match took to think.
    pub times: [MoveTimes; 2],
    /// The record, line by line.
    pub record: Vec<String>,
}

/// The moves that an engine chose, and the CPU time of its thread or program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTimes {
    /// The moves it chose while its CPU time was known.
    pub moves: u64,
    /// The CPU time for them.
    pub cpu_time: Duration,
}

impl MoveTimes {
    /// Adds another game of the engine.
    pub fn add(&mut self, other: MoveTimes) {
        self.moves += other.moves;
        self.cpu_time += other.cpu_time;
    }

    /// Returns the CPU seconds of a move, if there was one.
    pub fn seconds_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.cpu_time.as_secs_f64() / self.moves as f64)
    }
}

/// The random opening of a pair of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening(pub Vec<String>);

impl Pairing {
    /// Returns the opening of a pair: random moves that do not end the game.
    pub fn opening(&self, pair: u64) -> Result<Opening, MatchError> {
        // An opening that ends the game is chosen again. After 20 attempts it gets shorter.
        for attempt in 0..100 {
            let plies = self.opening_plies.saturating_sub(attempt / 20);
            let mut rng = SplitMix64::at(self.seed, pair.wrapping_mul(101).wrapping_add(attempt as u64));
            let mut table = Table::open(self.header(pair, &[]))?;
            let mut moves = Vec::new();
            while moves.len() < plies && table.ending().is_none() {
                let targets = table.view().move_targets;
                let Some((_, text)) = targets.get(rng.below(targets.len())) else { break };
                moves.push(text.clone());
                let _ = table.act(&Command::Move { by: None, text: text.clone() }, 0);
            }
            if table.ending().is_none() {
                return Ok(Opening(moves));
            }
        }
        Ok(Opening::default())
    }

    /// Plays a game of the match. Games 2k and 2k + 1 have the same opening with sides exchanged.
    ///
    /// Returns None if `stop` is set.
    pub fn play(&self, number: u64, stop: &StopFlag) -> Result<Option<Finished>, MatchError> {
        let (pair, exchanged) = (number / 2, number % 2 == 1);
        // Returns the engine of the match that plays a seat.
        let engine_at = |seat: usize| if exchanged { 1 - seat } else { seat };
        let names: Vec<String> = (0..2).map(|seat| self.label(engine_at(seat))).collect();
        let mut table = Table::open(self.header(number, &names))?;
        let mut lines = vec![record::header_line(table.header())];
        let opening = self.opening(pair)?;
        for text in &opening.0 {
            let acted = table.act(&Command::Move { by: None, text: text.clone() }, 0);
            lines.extend(acted.entries.iter().map(record::entry_line));
        }
        let mut seats: Vec<BlockingEngine> = Vec::new();
        let mut fault = None;
        for seat in 0..2 {
            let settings = Settings {
                seed: SplitMix64::at(!self.seed, 2 * number + seat as u64).next_u64(),
                ..self.settings
            };
            match self.start_engine(&self.engines[engine_at(seat)], settings) {
                Ok(started) => seats.push(started),
                Err(error) => {
                    fault = Some((seat, Fault::Crash(error.to_string())));
                    break;
                }
            }
        }
        let mut told = [0; 2];
        let mut moves = [0; 2];
        while let (None, None, Some(player)) = (&fault, table.ending(), table.session().turn().player()) {
            if stop.is_stopped() {
                return Ok(None);
            }
            let seat = player.index();
            let added = table.timeline().moves_since(told[seat]);
            told[seat] += added.len();
            let spec = &self.engines[engine_at(seat)];
            let limits = self.limits_of(spec);
            let text = match seats[seat].choose_after(added, Some(limits), self.timeout_of(spec), stop) {
                Ok(Some(text)) => text,
                Ok(None) => return Ok(None),
                Err(failed) => {
                    fault = Some((seat, failed));
                    break;
                }
            };
            let acted = table.act(&Command::of_engine(player, text.clone()), 0);
            if acted.refusal.is_some() {
                fault = Some((seat, Fault::Illegal(text.chars().take(80).collect())));
                break;
            }
            moves[seat] += 1;
            lines.extend(acted.entries.iter().map(record::entry_line));
            if let Some(by) = self.proven_loser(spec, &seats[seat], player) {
                let acted = table.act(&Command::Resign { by }, 0);
                lines.extend(acted.entries.iter().map(record::entry_line));
            }
        }
        let mut times = [MoveTimes::default(); 2];
        for (seat, engine) in seats.iter().enumerate() {
            if let Some(cpu_time) = engine.cpu_time() {
                times[engine_at(seat)] = MoveTimes { moves: moves[seat], cpu_time };
            }
        }
        if let Some((seat, fault)) = &fault {
            let acted = table.forfeit_by(Player::BOTH[*seat], fault.clone(), 0);
            lines.extend(acted.entries.iter().map(record::entry_line));
        }
        let winner = table.ending().and_then(Ending::winner).map(|player| engine_at(player.index()));
        let result = match winner {
            Some(0) => GameResult::Win,
            Some(_) => GameResult::Loss,
            None => GameResult::Draw,
        };
        let fault = fault.map(|(seat, failed)| (engine_at(seat), failed));
        let plies = table.timeline().player_moves();
        Ok(Some(Finished { number, result, fault, plies, times, record: lines }))
    }

    /// Returns the player who should resign, by what an engine said of the position in which this player has moved. Other
    /// programs may say what they like.
    fn proven_loser(&self, spec: &PlayerSpec, engine: &BlockingEngine, player: Player) -> Option<Player> {
        if !self.adjudicates || !matches!(spec, PlayerSpec::Engine { .. }) {
            return None;
        }
        let value = engine.latest()?.value;
        match value.outcome {
            Expectation::Win if value.kind == ValueKind::Exact => Some(player.other()),
            Expectation::Loss if value.kind == ValueKind::Exact => Some(player),
            _ => None,
        }
    }

    /// Returns an engine's name in tables and records. Two equal engines are numbered.
    pub fn label(&self, engine: usize) -> String {
        let mut name = self.engines[engine].to_string();
        if self.engines[0] == self.engines[1] {
            name.push_str(["#1", "#2"][engine]);
        }
        name.chars().filter(|letter| !letter.is_control()).take(64).collect()
    }

    /// Returns the header of a game of the match.
    fn header(&self, number: u64, names: &[String]) -> Header {
        Header {
            options: self.options.clone(),
            names: names.to_vec(),
            max_plies: self.max_plies,
            seed: Some(self.seed),
            match_game: Some(MatchGame { game: number, seed: self.seed }),
            ..Header::new(self.game)
        }
    }

    /// Returns whether a game of a record belongs to this match.
    pub(crate) fn is_game_of(&self, table: &Table) -> bool {
        let header = table.header();
        header.game == self.game
            && header.options == self.options
            && header.match_game.is_some_and(|place| place.seed == self.seed)
    }

    /// Starts an engine for this game and waits until it is ready.
    pub(crate) fn start_engine(
        &self,
        spec: &PlayerSpec,
        settings: Settings,
    ) -> Result<BlockingEngine, MatchError> {
        Ok(BlockingEngine::start(&*self.start_game(spec)?, spec, settings)?)
    }

    /// Does the same; one of Parlor's own engines will think on the thread that asks it.
    pub(crate) fn start_engine_here(
        &self,
        spec: &PlayerSpec,
        settings: Settings,
    ) -> Result<BlockingEngine, MatchError> {
        Ok(BlockingEngine::start_here(&*self.start_game(spec)?, spec, settings)?)
    }

    fn start_game(&self, spec: &PlayerSpec) -> Result<Box<dyn Session>, MatchError> {
        if *spec == PlayerSpec::Human {
            return Err(MatchError::Human);
        }
        let game = game(self.game).ok_or_else(|| MatchError::NoSuchGame(self.game.into()))?;
        Ok(game.start(&self.options)?)
    }

    /// Returns an engine's limits for a move: its own, or those of the match.
    pub(crate) fn limits_of(&self, spec: &PlayerSpec) -> Limits {
        match spec {
            PlayerSpec::Engine { limits, .. } if *limits != Limits::default() => *limits,
            _ => self.limits,
        }
    }

    /// Returns the time after which an engine forfeits.
    pub(crate) fn timeout_of(&self, spec: &PlayerSpec) -> Duration {
        match spec {
            PlayerSpec::Htp(_) => self.htp_time,
            _ => self.limits_of(spec).time.map_or(MAX_THINK_TIME, |time| time + self.margin),
        }
    }
}
