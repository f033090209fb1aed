//! Comparing players of a game for one: the same seeds for each of them.

use crate::contestant::contestant;
use crate::elo::{Interval, mean, wilson};
use crate::{Duel, Fault};
use parlor_engines::{Settings, Stop};
use parlor_play::{Command, Ending, Header, Table, record};
use parlor_rules::{Dice, Player};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// One player's game of one seed.
#[derive(Clone, Debug)]
pub struct Run {
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

/// Plays every seed with each engine of the duel's game, several at once; tells of each run as it ends.
pub fn run(
    duel: &Duel,
    engines: &[parlor_play::Who],
    games: usize,
    threads: usize,
    stop: &Stop,
    mut tell: impl FnMut(&Run, usize) -> Result<(), String>,
) -> Result<Vec<Line>, String> {
    let next = AtomicUsize::new(0);
    // Ends the taking of new games when something goes wrong.
    let enough = Stop::default();
    let (results, finished) = channel();
    let total = games * engines.len();
    let mut runs: Vec<Run> = Vec::new();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, total.max(1)) {
            let (results, next, enough) = (results.clone(), &next, &enough);
            scope.spawn(move || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= total || stop.is_stopped() || enough.is_stopped() {
                        return;
                    }
                    // Seed by seed, so that whoever stops early has compared like with like.
                    let (seed, engine) = (place / engines.len(), place % engines.len());
                    match play(duel, engines, engine, seed as u64, stop) {
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
                let told = tell(&run, runs.len() + 1);
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
    Ok(engines.iter().enumerate().map(|(engine, who)| line(who.to_string(), engine, &runs)).collect())
}

fn play(
    duel: &Duel,
    engines: &[parlor_play::Who],
    engine: usize,
    number: u64,
    stop: &Stop,
) -> Result<Option<Run>, String> {
    let seed = Dice::at(duel.seed, number).next_number() >> 32;
    let name: String = engines[engine].to_string().chars().take(64).collect();
    let header = Header {
        options: duel.options.clone(),
        names: vec![name],
        seed: Some(seed),
        max_plies: duel.max_plies,
        ..Header::new(duel.game)
    };
    let mut table = Table::open(header).map_err(|error| error.to_string())?;
    let mut lines = vec![record::header_line(table.header())];
    lines.extend(table.settle(0).entries.iter().map(record::entry_line));
    let settings = Settings { seed: Dice::at(!duel.seed, number).next_number(), ..duel.settings };
    let mut player = contestant(duel.game, &duel.options, &engines[engine], duel.limits, settings)?;
    let mut fault = None;
    let mut history = Vec::new();
    while table.ending().is_none() {
        if stop.is_stopped() {
            return Ok(None);
        }
        let patience = duel.patience_of(&engines[engine]);
        history.extend(table.session().history_since(history.len()));
        match player.choose(&history, patience, stop) {
            Ok(None) => return Ok(None),
            Ok(Some(text)) => {
                let acted = table.act(&Command::Move { by: Some(Player::One), text: text.clone() }, 0);
                lines.extend(acted.entries.iter().map(record::entry_line));
                if acted.refusal.is_some() {
                    fault = Some(Fault::Illegal(text.chars().take(80).collect()));
                    break;
                }
            }
            Err(failed) => {
                fault = Some(failed);
                break;
            }
        }
    }
    let highest = table.view().cells.into_iter().flatten().max().unwrap_or(0);
    let won = table.ending() == Some(Ending::Reached) && fault.is_none();
    let rounds = table.session().players_plies();
    Ok(Some(Run { engine, seed, won, highest, rounds, fault, record: lines }))
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
