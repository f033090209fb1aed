//! The list of kept games.

use crate::tui::store::Kept;

/// The kept games, and which of them is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameList {
    pub(in crate::tui) at: usize,
}

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row<'a> {
    /// Open a record from a file.
    OpenFile,
    /// A kept game.
    Game(&'a Kept),
}

impl GameList {
    /// The rows: a file of one's own, then unfinished games, then the others.
    pub(in crate::tui) fn rows(games: &[Kept]) -> Vec<Row<'_>> {
        let unfinished = games.iter().filter(|kept| kept.is_open());
        let finished = games.iter().filter(|kept| !kept.is_open());
        let games = unfinished.chain(finished).map(Row::Game);
        games.chain([Row::OpenFile]).collect()
    }

    /// Which rows are shown where this many have room.
    pub(in crate::tui) fn first_shown(&self, rows: usize, room: usize) -> usize {
        self.at.saturating_sub(room / 2).min(rows.saturating_sub(room))
    }
}
