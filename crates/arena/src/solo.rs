//! Compares engines at a game for one: each plays the same seeds.

use crate::elo::{Interval, mean, wilson};
use crate::runner::read_games;
use crate::{ListenerError, MatchError, Pairing};
use parlor_engines::{Settings, StopFlag};
use parlor_play::{Command, Ending, Fault, Header, MatchGame, PlayerSpec, Table, record};
use parlor_rules::{Player, SplitMix64};
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

/// A comparison of engines at a game for one.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The game and its conditions. The pairing's own two engines are ignored.
    pub pairing: Pairing,
    /// The engines that are compared.
    pub engines: Vec<PlayerSpec>,
    /// The number of seeds that each engine plays.
    pub seeds: usize,
    /// The number of games at the same time.
    pub threads: usize,
}

/// One engine's game of one seed.
#[derive(Clone, Debug)]
pub struct Run {
    /// The number of the game. Games are numbered seed by seed, so that an early stop still compares the same seeds.
    pub number: u64,
    /// The index of the engine.
    pub engine: usize,
    /// The seed of the game.
    pub seed: u64,
    /// Whether the target was reached.
    pub won: bool,
    /// The highest tile.
    pub highest: u64,
    /// The number of presses.
    pub rounds: usize,
    /// The time that the engine thought. It is 0 in a game read from a record.
    pub thinking: Thinking,
    /// The reason for which the engine forfeited the game, if it did.
    pub fault: Option<Fault>,
    /// The record, line by line.
    pub record: Vec<String>,
}

/// The time that an engine thought in a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thinking {
    /// The time by the clock, from the question to the answer.
    pub time: Duration,
    /// The CPU time of the engine's thread or program, if it is known.
    pub cpu_time: Option<Duration>,
}

/// The results of one engine.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Line {
    /// The engine.
    pub name: String,
    /// Games played.
    pub games: usize,
    /// Games won.
    pub won: usize,
    /// The share of games won, with its 95 % interval.
    pub win_rate: Interval,
    /// Presses per game.
    pub rounds: Interval,
    /// The highest tiles and how often each was the highest.
    pub highest: BTreeMap<u64, usize>,
    /// Presses per second of the engine's thinking time by the clock, in the games of this run; None if it played none.
    pub moves_per_second: Option<f64>,
    /// The same per second of CPU time of the engine's thread or program.
    pub moves_per_cpu_second: Option<f64>,
    /// Crashes, illegal moves and timeouts.
    pub faults: usize,
}

impl Comparison {
    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.seeds * self.engines.len()
    }

    /// Reads the finished games of a record. A game of other engines or seeds is an error.
    pub fn resume<'a>(&self, lines: impl Iterator<Item = &'a str>) -> Result<Vec<Run>, MatchError> {
        let mut runs = Vec::new();
        read_games(lines, |line, table| {
            let number = table.header().match_game.map_or(0, |place| place.game);
            let engine = number as usize % self.engines.len();
            if !self.pairing.is_game_of(table) || table.names() != [self.name(engine)] {
                return Err(MatchError::OtherMatch { line });
            }
            runs.push(self.run_of(number, table, Thinking::default(), Vec::new()));
            Ok(())
        })?;
        Ok(runs)
    }

    fn name(&self, engine: usize) -> String {
        self.engines[engine].to_string().chars().take(64).collect()
    }

    /// Returns the result of a game.
    fn run_of(&self, number: u64, table: &Table, thinking: Thinking, record: Vec<String>) -> Run {
        let fault = table.forfeit().map(|(_, fault)| fault.clone());
        Run {
            number,
            engine: number as usize % self.engines.len(),
            seed: table.header().seed.unwrap_or(0),
            won: table.ending() == Some(Ending::Reached) && fault.is_none(),
            highest: table.view().cells.into_iter().flatten().max().unwrap_or(0),
            rounds: table.timeline().player_moves(),
            thinking,
            fault,
            record,
        }
    }

    /// Plays a game. Returns None if `stop` is set.
    fn play(&self, number: u64, stop: &StopFlag) -> Result<Option<Run>, MatchError> {
        let (pairing, engine) = (&self.pairing, number as usize % self.engines.len());
        let seed_number = number / self.engines.len() as u64;
        let header = Header {
            options: pairing.options.clone(),
            names: vec![self.name(engine)],
            seed: Some(SplitMix64::at(pairing.seed, seed_number).next_u64() >> 32),
            max_plies: pairing.max_plies,
            match_game: Some(MatchGame { game: number, seed: pairing.seed }),
            ..Header::new(pairing.game)
        };
        let mut table = Table::open(header)?;
        let mut lines = vec![record::header_line(table.header())];
        lines.extend(table.settle(0).entries.iter().map(record::entry_line));
        let settings =
            Settings { seed: SplitMix64::at(!pairing.seed, seed_number).next_u64(), ..pairing.settings };
        let who = &self.engines[engine];
        let mut player = pairing.start_engine_here(who, settings)?;
        let mut fault = None;
        let (mut told, mut time) = (0, Duration::ZERO);
        while table.ending().is_none() && fault.is_none() {
            if stop.is_stopped() {
                return Ok(None);
            }
            let added = table.timeline().moves_since(told);
            told += added.len();
            let limits = Some(pairing.limits_of(who));
            let asked = Instant::now();
            let chosen = player.choose_after(added, limits, pairing.timeout_of(who), stop);
            time += asked.elapsed();
            match chosen {
                Ok(None) => return Ok(None),
                Ok(Some(text)) => {
                    let acted = table.act(&Command::of_engine(Player::One, text.clone()), 0);
                    lines.extend(acted.entries.iter().map(record::entry_line));
                    fault = acted.refusal.map(|_| Fault::Illegal(text.chars().take(80).collect()));
                }
                Err(failed) => fault = Some(failed),
            }
        }
        if let Some(fault) = fault {
            let acted = table.forfeit_by(Player::One, fault, 0);
            lines.extend(acted.entries.iter().map(record::entry_line));
        }
        let thinking = Thinking { time, cpu_time: player.cpu_time() };
        Ok(Some(self.run_of(number, &table, thinking, lines)))
    }
}

/// Plays the remaining games, several at the same time. Calls `on_game` after each with the number of games so far.
pub fn run(
    spec: &Comparison,
    before: Vec<Run>,
    stop: &StopFlag,
    mut on_game: impl FnMut(&Run, usize) -> Result<(), ListenerError>,
) -> Result<Vec<Line>, MatchError> {
    let played: HashSet<u64> = before.iter().map(|run| run.number).collect();
    let waiting: Vec<u64> = (0..spec.games() as u64).filter(|number| !played.contains(number)).collect();
    let next = AtomicUsize::new(0);
    // Set after an error: no new game is started.
    let no_more_games = StopFlag::default();
    let (results, finished) = channel();
    let mut runs = before;
    thread::scope(|scope| {
        for _ in 0..spec.threads.clamp(1, waiting.len().max(1)) {
            let (results, next, waiting, no_more_games) = (results.clone(), &next, &waiting, &no_more_games);
            scope.spawn(move || {
                while !stop.is_stopped() && !no_more_games.is_stopped() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&number) = waiting.get(index) else { return };
                    match spec.play(number, stop) {
                        Ok(None) => return,
                        Ok(Some(run)) => drop(results.send(Ok(run))),
                        Err(reason) => {
                            let _ = results.send(Err(reason));
                            return;
                        }
                    }
                }
            });
        }
        drop(results);
        let mut failed = None;
        for run in finished {
            let reported = run.and_then(|mut run| {
                let reported = on_game(&run, runs.len() + 1).map_err(MatchError::Listener);
                // Thousands of records would fill the memory.
                run.record = Vec::new();
                runs.push(run);
                reported
            });
            if let Err(reason) = reported {
                failed.get_or_insert(reason);
                no_more_games.stop();
            }
        }
        failed.map_or(Ok(()), Err)
    })?;
    Ok((0..spec.engines.len()).map(|engine| line(spec.engines[engine].to_string(), engine, &runs)).collect())
}

fn line(name: String, engine: usize, runs: &[Run]) -> Line {
    let own_runs: Vec<&Run> = runs.iter().filter(|run| run.engine == engine).collect();
    let games = own_runs.len();
    let won = own_runs.iter().filter(|run| run.won).count();
    let mut highest = BTreeMap::new();
    for run in &own_runs {
        *highest.entry(run.highest).or_insert(0) += 1;
    }
    let rounds: Vec<f64> = own_runs.iter().map(|run| run.rounds as f64).collect();
    let speed = |time: fn(&Thinking) -> Option<Duration>| {
        let timed = own_runs.iter().filter_map(|run| Some((run.rounds, time(&run.thinking)?)));
        let (presses, time) =
            timed.fold((0, Duration::ZERO), |sum, (rounds, time)| (sum.0 + rounds, sum.1 + time));
        (!time.is_zero()).then(|| presses as f64 / time.as_secs_f64())
    };
    Line {
        name,
        games,
        won,
        win_rate: wilson(won as f64 / (games as f64).max(1.0), games as f64),
        rounds: mean(&rounds),
        highest,
        moves_per_second: speed(|thinking| Some(thinking.time).filter(|time| !time.is_zero())),
        moves_per_cpu_second: speed(|thinking| thinking.cpu_time),
        faults: own_runs.iter().filter(|run| run.fault.is_some()).count(),
    }
}
