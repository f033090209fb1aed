//! Keeping what happens at a table: the user's own record, the kept game, the standings.

use crate::record_file::RecordFile;
use crate::tui::model::{Shared, TableScreen};
use crate::tui::store::Finished;
use parlor_play::{Entry, Event, PlayerSpec, PlyKind, Table, record};
use std::path::PathBuf;

impl TableScreen {
    /// Writes the game to a file as well.
    pub(in crate::tui) fn record_to(&mut self, path: Option<PathBuf>) -> Result<(), String> {
        let Some(path) = path else { return Ok(()) };
        let mut file = RecordFile::open(&path).map_err(|failure| failure.to_string())?;
        file.line(&record::header_line(self.table.header())).map_err(|failure| failure.to_string())?;
        self.record = Some(file);
        Ok(())
    }

    /// Writes the game so far into the record file: a new record in the same file.
    pub(super) fn rewrite_record(&mut self, shared: &mut Shared) {
        let Some(record) = &mut self.record else { return };
        let header = record::header_line(self.table.header());
        let lines = std::iter::once(header).chain(self.table.log().iter().map(record::entry_line));
        for line in lines {
            if let Err(failure) = record.line(&line) {
                return shared.alarm(failure.to_string());
            }
        }
    }

    /// Whether an end has been announced, be it taken back since.
    pub(super) fn counted(&self) -> bool {
        self.table.log().iter().any(|entry| matches!(entry.event, Event::End(_)))
    }

    fn has_continued(&self) -> bool {
        self.table.timeline().plies().iter().any(|ply| ply.kind == PlyKind::Continue)
    }

    /// Tells the standings how the game ended, or that its end was taken back.
    pub(super) fn count(&mut self, shared: &mut Shared) {
        let Some(log) = &self.log else { return };
        // A goal that was reached stays reached, also when the game goes on.
        let ended = self.table.ending().is_some() || self.has_continued();
        let finished = ended.then(|| Finished::of(&self.table));
        shared.store.ended(log.id(), finished);
    }

    /// Keeps what has happened, from the first move of a player on.
    pub(super) fn keep(&mut self, entries: &[Entry], shared: &mut Shared) {
        if let Some(record) = &mut self.record {
            for entry in entries {
                if let Err(failure) = record.line(&record::entry_line(entry)) {
                    shared.alarm(failure.to_string());
                }
            }
        }
        let kept = match &mut self.log {
            Some(log) => log.keep(entries),
            None if self.unkept || self.table.timeline().player_moves() == 0 => Ok(()),
            None => shared.store.begin(self.table.header()).and_then(|log| match log {
                Some(mut log) => {
                    let kept = log.keep(self.table.log());
                    self.log = Some(log);
                    kept
                }
                None => Ok(()),
            }),
        };
        if let Err(reason) = kept {
            (self.log, self.unkept) = (None, true);
            shared.alarm(format!("the game is not kept any more: {reason}"));
        }
    }

    /// A name to save the game under.
    pub(super) fn save_name(&self) -> String {
        format!("{}-{}.jsonl", self.table.header().game, self.table.header().at.unwrap_or_default() / 1_000)
    }

    /// Takes up a game that was read from a file.
    pub(in crate::tui) fn resume(table: Table, seats: Option<Vec<PlayerSpec>>) -> TableScreen {
        let players = table.session().info().players;
        TableScreen::around(table, seats.unwrap_or_else(|| vec![PlayerSpec::Human; players]))
    }
}
