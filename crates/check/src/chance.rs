//! The chance of a program that plays 1024, over all its games: is the new cell uniform, and is every game another one?

use crate::check::{Check, IsStopped, Outcome};
use crate::examiner::{Examiner, TilesExaminer};
use crate::report::{CaseResult, Finding};
use crate::sandbox::{Sandbox, SandboxError};
use crate::sandbox_pool::{Deadline, Lanes};
use crate::tiles::{Draw, Judged, test_uniformity};
use parlor_rules::Solo;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The group of the case about chance.
const CHANCE: &str = "chance";
/// Tiles that make the test worth its name.
const ENOUGH: usize = 2_000;
/// Below this chance a uniform program is called wrong, and below that it is warned.
const WRONG: f64 = 1e-6;
const SUSPICIOUS: f64 = 1e-3;
/// How long more games are played for enough tiles.
const PATIENCE: Duration = Duration::from_secs(3);

/// What all games have shown.
#[derive(Default)]
pub(crate) struct ChanceTest {
    draws: Vec<Draw>,
    /// The first two panels of each game and the second in which it started. Programs that are seeded by the clock play the
    /// same game twice within a second; it counts once.
    starts: HashSet<(u64, Vec<Vec<u128>>)>,
    games: usize,
    repeated: usize,
    won: usize,
    lost: usize,
    /// Whether games that started in different seconds were the same throughout.
    is_always_the_same: bool,
}

impl ChanceTest {
    /// Takes games in, in the order in which they were started.
    pub(crate) fn add_all<'a>(&mut self, outcomes: impl Iterator<Item = &'a Outcome>) {
        let mut games: Vec<(SystemTime, &Judged)> = outcomes
            .filter_map(|outcome| Some((outcome.started, outcome.judgement.tiles.as_ref()?)))
            .collect();
        games.sort_by_key(|(started, _)| *started);
        games.into_iter().for_each(|(started, game)| self.add(game, started));
    }

    fn add(&mut self, game: &Judged, started: SystemTime) {
        let second = started.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        self.games += 1;
        self.won += usize::from(game.ending == Some(Solo::Won));
        self.lost += usize::from(game.ending == Some(Solo::Lost));
        if game.first_panels.len() < 2 {
            return;
        }
        // The program's clock may have been read in the next second already.
        let is_known = self.starts.contains(&(second.wrapping_sub(1), game.first_panels.clone()));
        if !self.starts.insert((second, game.first_panels.clone())) || is_known {
            self.repeated += 1;
            return;
        }
        self.draws.extend(game.draws.iter().cloned());
    }

    /// Plays on until there are enough tiles, and looks whether a program always plays the same game.
    pub(crate) fn collect_more(
        &mut self,
        check: &Check,
        tiles: &TilesExaminer,
        lanes: &mut Lanes,
        is_stopped: IsStopped<'_>,
    ) -> Result<(), SandboxError> {
        let examiner = Examiner::Tiles(TilesExaminer { start: tiles.start.clone(), compare: tiles.compare });
        let end = Instant::now() + PATIENCE;
        if self.games > 4 && self.repeated * 2 > self.games {
            self.is_always_the_same = self.plays_one_game(check, &examiner, lanes.any())?;
        }
        let mut seed = check.seed;
        while self.draws.len() < ENOUGH && Instant::now() < end && !is_stopped() {
            seed = seed.wrapping_add(0x9e37_79b9);
            let cases = tiles.cases(8, seed).split_off(tiles.cases(0, seed).len());
            let outcomes: Mutex<Vec<Outcome>> = Mutex::new(Vec::new());
            let work = |sandbox: &mut Sandbox, number: usize| {
                check.run_case(sandbox, &examiner, &cases[number].input).map(Some)
            };
            lanes.run(cases.len(), &Deadline::at(end), &work, &|_, outcome| {
                outcomes.lock().unwrap_or_else(PoisonError::into_inner).push(outcome);
            })?;
            self.add_all(outcomes.into_inner().unwrap_or_else(PoisonError::into_inner).iter());
        }
        Ok(())
    }

    /// Plays the same presses in two different seconds. A program with a seed of its own plays two different games.
    fn plays_one_game(
        &self,
        check: &Check,
        examiner: &Examiner,
        sandbox: &mut Sandbox,
    ) -> Result<bool, SandboxError> {
        let input = "L D R U ".repeat(40);
        let mut outputs: Vec<Vec<u8>> = Vec::new();
        for _ in 0..2 {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            if !outputs.is_empty() {
                thread::sleep(Duration::from_millis(1_050 - u64::from(now.subsec_millis())));
            }
            let run = sandbox.run(&check.command.job(input.clone().into_bytes(), check.limits))?;
            if examiner.judge(&input, &run).trouble.is_some() {
                return Ok(false);
            }
            outputs.push(run.stdout);
        }
        Ok(outputs.windows(2).all(|pair| pair[0] == pair[1]))
    }

    /// Returns the case about chance, and remarks about what could not be checked.
    pub(crate) fn conclude(&self, tiles: &TilesExaminer) -> (CaseResult, Vec<String>) {
        let mut findings = Vec::new();
        let mut notes = Vec::new();
        let tested = test_uniformity(&self.draws, tiles.start.panel().columns());
        let rule = Some("a new tile appears in a cell chosen uniformly among the empty ones".to_string());
        let tiles_seen = self.draws.len();
        let summary = format!("over {tiles_seen} tiles: {} (p = {:.1e})", tested.finding, tested.p_value);
        if self.is_always_the_same {
            findings.push(Finding {
                rule: Some(
                    "chance differs from game to game: seed the generator, for instance by the clock".into(),
                ),
                ..Finding::difference("every game has the same tiles in the same cells")
            });
        } else if tested.p_value < WRONG {
            findings.push(Finding { rule, ..Finding::difference(summary) });
        } else if tested.p_value < SUSPICIOUS {
            notes.push(format!("new tiles look less than uniform {summary}"));
        }
        if tiles_seen < ENOUGH {
            let why = match self.repeated * 2 > self.games {
                true => {
                    ", because games of the same second are the same game: the program is seeded by the clock"
                }
                false => "",
            };
            notes.push(format!("only {tiles_seen} new tiles could be tested for being uniform{why}"));
        }
        notes.extend(self.unreached(tiles));
        (CaseResult::new("new tiles are uniform over the empty cells", CHANCE, findings), notes)
    }

    /// Returns what to say about ends that no game has come to.
    fn unreached(&self, tiles: &TilesExaminer) -> Vec<String> {
        let outlook = tiles.outlook();
        let panel = tiles.start.panel();
        let mut notes = Vec::new();
        for (seen, rate, message) in [
            (self.won, outlook.winning.1, "Congratulations!"),
            (self.lost, outlook.losing.1, "Game over. Try again."),
        ] {
            if seen > 0 {
                continue;
            }
            let (rows, columns, target) = (panel.rows(), panel.columns(), panel.target());
            notes.push(match rate > 0.05 {
                true => format!("no game came to {message:?}"),
                false => format!(
                    "{message:?} was not checked: blind presses hardly ever lead there on {rows} x {columns} with target \
                     {target}; check with a small board as well, as in --size 3x3 --target 32"
                ),
            });
        }
        notes
    }
}
