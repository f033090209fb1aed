//! Saves the game: the user's record file, the saved game and the standings.

use crate::record_file::RecordFile;
use crate::tui::model::{Shared, TableScreen};
use crate::tui::store::{Finished, has_continued};
use parlor_play::{Entry, Event, PlayerSpec, Table, record};
use std::path::PathBuf;

/// The fewest moves of a game that is saved. One move is a game that somebody just looked at.
const FEWEST_SAVED: usize = 2;

impl TableScreen {
    /// Records the game in a file.
    pub(in crate::tui) fn record_to(&mut self, path: Option<PathBuf>) -> Result<(), String> {
        let Some(path) = path else { return Ok(()) };
        let mut file = RecordFile::open(&path).map_err(|error| error.to_string())?;
        file.line(&record::header_line(self.table.header())).map_err(|error| error.to_string())?;
        self.record = Some(file);
        Ok(())
    }

    /// Writes the game so far as a new record into the same file.
    pub(super) fn rewrite_record(&mut self, shared: &mut Shared) {
        let Some(record) = &mut self.record else { return };
        let header = record::header_line(self.table.header());
        let lines = std::iter::once(header).chain(self.table.log().iter().map(record::entry_line));
        for line in lines {
            if let Err(failure) = record.line(&line) {
                return shared.show_failure(failure.reason_first());
            }
        }
    }

    /// Returns whether the game has ended at least once, even if that was undone.
    pub(super) fn has_ended_once(&self) -> bool {
        self.table.log().iter().any(|entry| matches!(entry.event, Event::End(_)))
    }

    /// Adds the result to the standings, or removes it after an undo.
    pub(super) fn update_standings(&mut self, shared: &mut Shared) {
        let Some(log) = &self.log else { return };
        // A reached goal counts even if the game was continued.
        let ended = self.table.ending().is_some() || has_continued(&self.table);
        let finished = ended.then(|| Finished::of(&self.table));
        shared.store.set_result(log.id(), finished);
    }

    /// Saves new entries, from the second move on.
    pub(super) fn save_entries(&mut self, entries: &[Entry], shared: &mut Shared) {
        if let Some(record) = &mut self.record {
            for entry in entries {
                if let Err(failure) = record.line(&record::entry_line(entry)) {
                    shared.show_failure(failure.reason_first());
                }
            }
        }
        let saved = match &mut self.log {
            Some(log) => log.append(entries),
            None if self.save_failed || self.table.timeline().player_moves() < FEWEST_SAVED => Ok(()),
            None => shared.store.begin(self.table.header()).and_then(|log| match log {
                Some(mut log) => {
                    let saved = log.append(self.table.log());
                    self.log = Some(log);
                    saved
                }
                None => Ok(()),
            }),
        };
        if let Err(reason) = saved {
            (self.log, self.save_failed) = (None, true);
            shared.show_failure(format!("The game is no longer saved: {reason}"));
        }
    }

    /// Returns the suggested file name.
    pub(super) fn save_name(&self) -> String {
        format!("{}-{}.jsonl", self.table.header().game, self.table.header().at.unwrap_or_default() / 1_000)
    }

    /// Creates the screen of a game that was read from a file. Without seats, people play.
    pub(in crate::tui) fn resume(mut table: Table, mut seats: Vec<PlayerSpec>) -> TableScreen {
        seats.resize(table.session().info().players, PlayerSpec::Human);
        // A program that isn't played against must not reach the record under which the game is saved.
        table.set_seats(seats.iter().cloned().map(Into::into).collect());
        let mut screen = TableScreen::new(table, seats);
        if screen.table.clock().is_some()
            && let Some(last) = screen.table.log().iter().rev().find_map(|entry| entry.at)
        {
            screen.time_behind = crate::now().saturating_sub(last) as i64;
        }
        screen
    }
}
