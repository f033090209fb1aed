//! Checking every log against its checksums.

use super::Checksum;
use super::rows::{EntryRow, LogReader};
use crate::error::error_chain;
use std::collections::HashMap;

/// What a check of a database found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// The games that were checked.
    pub games: u64,
    /// The entries of their logs.
    pub entries: u64,
    /// What is wrong, a sentence for each; the first ones, if there are many.
    pub damage: Vec<String>,
}

/// The most damage that is listed.
const MAX_DAMAGE: usize = 100;

impl VerifyReport {
    pub(super) fn add_damage(&mut self, damage: String) {
        if self.damage.len() < MAX_DAMAGE {
            self.damage.push(damage);
        }
    }
}

/// Checks logs, whose rows come game by game and in order.
pub(super) struct Verifier {
    /// The seq and the checksum that each game's log should have.
    heads: HashMap<String, (u64, Checksum)>,
    current: Option<LogReader>,
    /// Whether the current log is known to be damaged.
    is_damaged: bool,
    pub(super) report: VerifyReport,
}

impl Verifier {
    pub(super) fn new(heads: HashMap<String, (u64, Checksum)>) -> Verifier {
        let report = VerifyReport { games: heads.len() as u64, ..VerifyReport::default() };
        Verifier { heads, current: None, is_damaged: false, report }
    }

    /// Takes in the next row.
    pub(super) fn entry(&mut self, game: &str, row: &EntryRow) {
        self.report.entries += 1;
        if self.current.as_ref().is_none_or(|current| current.game != game) {
            self.finish_game();
            self.current = Some(LogReader::new(game, 0));
            self.is_damaged = false;
        }
        if let Some(current) = &mut self.current
            && !self.is_damaged
            && let Err(error) = current.next(row)
        {
            self.is_damaged = true;
            self.report.add_damage(error_chain(&error));
        }
    }

    fn finish_game(&mut self) {
        let Some(current) = self.current.take() else { return };
        let head = current.head();
        match self.heads.remove(&current.game) {
            _ if self.is_damaged => {}
            Some(expected) if expected == head => {}
            Some((seq, _)) if seq != head.0 => self.report.add_damage(format!(
                "the log of game {} has {} entries instead of {seq}",
                current.game, head.0
            )),
            Some(_) => self
                .report
                .add_damage(format!("the log of game {} does not end with its last entry", current.game)),
            None => {
                self.report.add_damage(format!("there is a log of game {}, but no such game", current.game))
            }
        }
    }

    /// Returns what was found once all rows were taken in.
    pub(super) fn finish(mut self) -> VerifyReport {
        self.finish_game();
        let mut without_log: Vec<String> = self.heads.into_keys().collect();
        without_log.sort();
        for game in without_log {
            self.report.add_damage(format!("game {game} has no log"));
        }
        self.report
    }
}
