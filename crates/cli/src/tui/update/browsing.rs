//! Stepping through a game, and playing on from an earlier position.

use crate::tui::model::table::place_of;
use crate::tui::model::{Browse, Shared, TableScreen, TimelineEntry};
use crate::tui::store::seats_comment;
use crate::tui::thinking::catch_up;
use parlor_play::{Entry, Event, Header, Table};

impl TableScreen {
    /// Steps to the position before or after the one that is shown.
    pub(super) fn step(&mut self, by: isize, shared: &mut Shared) {
        let shown = self.shown_things();
        let stops = self.stops();
        let wanted = match by {
            ..0 => stops.iter().rev().find(|&&stop| stop < shown),
            _ => stops.iter().find(|&&stop| stop > shown),
        };
        if let Some(&things) = wanted {
            self.look_at(things, shared);
        }
    }

    /// Shows the position after this many things; after all of them, the game as it stands.
    pub(in crate::tui) fn look_at(&mut self, things: usize, shared: &mut Shared) {
        let first = self.stops()[0];
        let things = things.max(first);
        if things >= self.things.len() {
            self.browse = None;
        } else {
            self.stop_thinking();
            let mut session = self.table.session().restarted();
            let history = self.history(things);
            let (last, before) =
                history.split_last().map_or((None, &[][..]), |(last, before)| (Some(last), before));
            let reached = catch_up(&mut session, before);
            let steps = last.map(|text| session.play(text));
            match (reached, steps) {
                (Ok(()), None) => self.browse = Some(Browse { at: things, session, last: None }),
                (Ok(()), Some(Ok(steps))) => {
                    self.browse = Some(Browse { at: things, session, last: place_of(&steps) });
                }
                _ => return shared.alarm("this position can't be shown"),
            }
        }
        self.changed(shared);
    }

    /// A new game that begins with the moves up to the position that is shown.
    pub(super) fn fork(&mut self, shared: &mut Shared) -> Result<(), String> {
        let Some(browse) = self.browse.take() else { return Ok(()) };
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let header = Header {
            names: self.table.names().to_vec(),
            seed: self.seed,
            at: Some(crate::now()),
            ..self.table.header().clone()
        };
        let mut table = Table::open(header).map_err(|error| told(&error))?;
        let comment = seats_comment(&self.seats);
        let events = self.things[..browse.at].iter().map(|thing| match thing {
            TimelineEntry::Move(text) => Event::Move(text.clone()),
            TimelineEntry::Chance(text) => Event::Chance(text.clone()),
            TimelineEntry::Continued => Event::Continue,
        });
        let mut entries = Vec::new();
        for event in std::iter::once(comment).chain(events) {
            let entry = Entry { event, at: Some(crate::now()) };
            table.apply(&entry).map_err(|error| told(&error))?;
            entries.push(entry);
        }
        (self.table, self.log, self.unkept) = (table, None, false);
        self.things.truncate(browse.at);
        self.entries = entries;
        self.paused = false;
        self.rewrite_record(shared);
        shared.tell("a new line: the earlier game is kept as it was");
        Ok(())
    }
}
