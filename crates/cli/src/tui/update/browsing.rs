//! Steps through a game, and starts a variation from an earlier position.

use crate::tui::model::table::place_of;
use crate::tui::model::{Browse, Shared, TableScreen};
use parlor_play::{Entry, Header, Table};

impl TableScreen {
    /// Shows the previous or the next position.
    pub(super) fn step(&mut self, by: isize, shared: &mut Shared) {
        let shown = self.shown_plies();
        let stops = self.table.timeline().stops();
        let wanted = match by {
            ..0 => stops.iter().rev().find(|&&stop| stop < shown),
            _ => stops.iter().find(|&&stop| stop > shown),
        };
        if let Some(&plies) = wanted {
            self.show_position(plies, shared);
        }
    }

    /// Shows the position after `plies` plies, at most the current one.
    pub(in crate::tui) fn show_position(&mut self, plies: usize, shared: &mut Shared) {
        let timeline = self.table.timeline();
        let plies = plies.max(timeline.stops()[0]);
        if plies >= timeline.len() {
            self.browse = None;
        } else {
            let Ok(session) = self.table.session().after(plies) else {
                return shared.show_error("This position can't be shown.");
            };
            self.stop_thinking();
            let last = place_of(session.timeline().last_steps());
            self.browse = Some(Browse { at: plies, session, last });
        }
        self.changed(shared);
    }

    /// Starts a new game with the moves up to the position that is shown.
    pub(super) fn fork(&mut self, shared: &mut Shared) -> Result<(), String> {
        let Some(browse) = self.browse.take() else { return Ok(()) };
        let header = Header {
            names: self.table.names().to_vec(),
            seats: self.seats.iter().cloned().map(Into::into).collect(),
            seed: self.table.header().seed.map(|_| self.table.seed()),
            at: Some(self.time()),
            ..self.table.header().clone()
        };
        let mut table = Table::open(header).map_err(|error| error.to_string())?;
        for ply in &self.table.timeline().plies()[..browse.at] {
            let entry = Entry { event: ply.event(), at: Some(self.time()) };
            table.apply(&entry).map_err(|error| error.to_string())?;
        }
        (self.table, self.log, self.save_failed) = (table, None, false);
        self.paused = false;
        self.rewrite_record(shared);
        shared.show_message("New variation. The original game is saved.");
        Ok(())
    }
}
