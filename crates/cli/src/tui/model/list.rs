//! The list of saved games.

use crate::tui::store::SavedGame;

/// The index of the selected row in the list of saved games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameList {
    pub(in crate::tui) at: usize,
}

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row<'a> {
    /// Opens a record from a file.
    OpenFile,
    /// A saved game.
    Game(&'a SavedGame),
}

impl GameList {
    /// Returns the rows: unfinished games, finished games, then the row that opens a file.
    pub(in crate::tui) fn rows(games: &[SavedGame]) -> Vec<Row<'_>> {
        let unfinished = games.iter().filter(|saved| saved.is_open());
        let finished = games.iter().filter(|saved| !saved.is_open());
        let games = unfinished.chain(finished).map(Row::Game);
        games.chain([Row::OpenFile]).collect()
    }

    /// Returns the first visible row, given the number of rows and the room for them.
    pub(in crate::tui) fn first_shown(&self, rows: usize, room: usize) -> usize {
        self.at.saturating_sub(room / 2).min(rows.saturating_sub(room))
    }
}
