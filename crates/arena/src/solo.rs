//! Comparing players of a game for one: the same seeds for each of them.

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

/// Players of a game for one, and the seeds they play.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The game and all that is the same for everybody; its own two engines do not play.
    pub pairing: Pairing,
    /// The players.
    pub engines: Vec<PlayerSpec>,
    /// How many seeds each of them plays.
    pub seeds: usize,
    /// How many games at once.
    pub threads: usize,
}

/// One player's game of one seed.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its number: seed by seed, so that whoever stops early has compared like with like.
    pub number: u64,
    /// Which of the players.
    pub engine: usize,
    /// Which of the seeds.
    pub seed: u64,
    /// Whether the target was reached.
    pub won: bool,
    /// The highest tile.
    pub highest: u64,
    /// Presses made.
    pub rounds: usize,
    /// How the player broke off, if it did: the game is lost.
    pub fault: Option<Fault>,
    /// The record, line by line.
    pub record: Vec<String>,
}

/// How one player did.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Line {
    /// The player.
    pub name: String,
    /// Games played.
    pub games: usize,
    /// The share of games won.
    pub win_rate: Interval,
    /// Presses in a game.
    pub rounds: Interval,
    /// The highest tiles and how often each was the highest.
    pub highest: BTreeMap<u64, usize>,
    /// Crashes, illegal moves and timeouts.
    pub faults: usize,
}

impl Comparison {
    /// How many games there are.
    pub fn games(&self) -> usize {
        self.seeds * self.engines.len()
    }

    /// Reads what was played before from its record; games of other players or seeds are an error.
    pub fn resume<'a>(&self, lines: impl Iterator<Item = &'a str>) -> Result<Vec<Run>, MatchError> {
        let mut runs = Vec::new();
        read_games(lines, |line, table| {
            let number = table.header().match_game.map_or(0, |place| place.game);
            let engine = number as usize % self.engines.len();
            if !self.pairing.is_game_of(table) || table.names() != [self.name(engine)] {
                return Err(MatchError::OtherMatch { line });
            }
            runs.push(self.ended(number, table, Vec::new()));
            Ok(())
        })?;
        Ok(runs)
    }

    fn name(&self, engine: usize) -> String {
        self.engines[engine].to_string().chars().take(64).collect()
    }

    /// Returns what came of a game.
    fn ended(&self, number: u64, table: &Table, record: Vec<String>) -> Run {
        let fault = table.forfeit().map(|(_, fault)| fault.clone());
        Run {
            number,
            engine: number as usize % self.engines.len(),
            seed: table.header().seed.unwrap_or(0),
            won: table.ending() == Some(Ending::Reached) && fault.is_none(),
            highest: table.view().cells.into_iter().flatten().max().unwrap_or(0),
            rounds: table.timeline().player_moves(),
            fault,
            record,
        }
    }

    /// Plays a game; nothing comes of one that is stopped from outside.
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
        let mut player = pairing.start_engine(who, settings)?;
        let mut fault = None;
        let mut history = Vec::new();
        while table.ending().is_none() && fault.is_none() {
            if stop.is_stopped() {
                return Ok(None);
            }
            history.extend(table.timeline().moves_since(history.len()));
            let limits = Some(pairing.limits_of(who));
            match player.choose(&history, limits, pairing.patience_of(who), stop) {
                Ok(None) => return Ok(None),
                Ok(Some(text)) => {
                    let acted = table.act(&Command::Move { by: Some(Player::One), text: text.clone() }, 0);
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
        Ok(Some(self.ended(number, &table, lines)))
    }
}

/// Plays the games that are not played yet, several at once, and tells of each as it ends and of how many there are.
pub fn run(
    spec: &Comparison,
    before: Vec<Run>,
    stop: &StopFlag,
    mut tell: impl FnMut(&Run, usize) -> Result<(), ListenerError>,
) -> Result<Vec<Line>, MatchError> {
    let played: HashSet<u64> = before.iter().map(|run| run.number).collect();
    let waiting: Vec<u64> = (0..spec.games() as u64).filter(|number| !played.contains(number)).collect();
    let next = AtomicUsize::new(0);
    // Ends the taking of new games when something goes wrong.
    let enough = StopFlag::default();
    let (results, finished) = channel();
    let mut runs = before;
    thread::scope(|scope| {
        for _ in 0..spec.threads.clamp(1, waiting.len().max(1)) {
            let (results, next, waiting, enough) = (results.clone(), &next, &waiting, &enough);
            scope.spawn(move || {
                while !stop.is_stopped() && !enough.is_stopped() {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&number) = waiting.get(place) else { return };
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
            let told = run.and_then(|run| {
                let told = tell(&run, runs.len() + 1).map_err(MatchError::Listener);
                runs.push(run);
                told
            });
            if let Err(reason) = told {
                failed.get_or_insert(reason);
                enough.stop();
            }
        }
        failed.map_or(Ok(()), Err)
    })?;
    Ok((0..spec.engines.len()).map(|engine| line(spec.engines[engine].to_string(), engine, &runs)).collect())
}

fn line(name: String, engine: usize, runs: &[Run]) -> Line {
    let mine: Vec<&Run> = runs.iter().filter(|run| run.engine == engine).collect();
    let games = mine.len();
    let won = mine.iter().filter(|run| run.won).count();
    let mut highest = BTreeMap::new();
    for run in &mine {
        *highest.entry(run.highest).or_insert(0) += 1;
    }
    let rounds: Vec<f64> = mine.iter().map(|run| run.rounds as f64).collect();
    Line {
        name,
        games,
        win_rate: wilson(won as f64 / (games as f64).max(1.0), games as f64),
        rounds: mean(&rounds),
        highest,
        faults: mine.iter().filter(|run| run.fault.is_some()).count(),
    }
}
