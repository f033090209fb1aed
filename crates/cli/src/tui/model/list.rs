//! The list of games to open: the saved ones, or those of a file.

use super::TextField;
use crate::tui::store::SavedGame;
use std::path::PathBuf;

/// A list of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameList {
    /// The index of the selected row.
    pub(in crate::tui) at: usize,
    /// A file with several games; none for the saved games.
    pub(in crate::tui) file: Option<FileGames>,
    /// Only games with this text are listed.
    pub(in crate::tui) search: TextField,
    pub(in crate::tui) mode: ListMode,
}

/// The games of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileGames {
    pub(in crate::tui) path: PathBuf,
    pub(in crate::tui) games: Vec<SavedGame>,
}

/// What keys do in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum ListMode {
    /// They select a game.
    #[default]
    Select,
    /// They type the text to search for.
    Search,
    /// They type a new name of the selected game.
    Rename(TextField),
    /// They answer whether to delete the selected game.
    Delete,
}

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row<'a> {
    /// Opens a record from a file.
    OpenFile,
    /// A game.
    Game(&'a SavedGame),
}

impl GameList {
    /// Creates the list of a file's games, the last one selected.
    pub(in crate::tui) fn of_file(file: FileGames) -> GameList {
        GameList { at: file.games.len().saturating_sub(1), file: Some(file), ..GameList::default() }
    }

    /// Returns the rows: the games of the file, or unfinished games, finished games, then the row that opens a file.
    pub(in crate::tui) fn rows<'a>(&'a self, saved: &'a [SavedGame]) -> Vec<Row<'a>> {
        let searched = self.search.text().to_lowercase();
        let matches =
            |game: &&SavedGame| searched.is_empty() || game.words().to_lowercase().contains(&searched);
        if let Some(file) = &self.file {
            return file.games.iter().filter(matches).map(Row::Game).collect();
        }
        let unfinished = saved.iter().filter(|saved| saved.is_open());
        let finished = saved.iter().filter(|saved| !saved.is_open());
        let games = unfinished.chain(finished).filter(matches).map(Row::Game);
        games.chain([Row::OpenFile]).collect()
    }

    /// Returns the selected game.
    pub(in crate::tui) fn selected<'a>(&'a self, saved: &'a [SavedGame]) -> Option<&'a SavedGame> {
        match self.rows(saved).get(self.at) {
            Some(Row::Game(game)) => Some(game),
            _ => None,
        }
    }

    /// Returns the text input of a search or of a new name.
    pub(in crate::tui) fn text_input(&mut self) -> Option<&mut TextField> {
        match &mut self.mode {
            ListMode::Search => Some(&mut self.search),
            ListMode::Rename(field) => Some(field),
            ListMode::Select | ListMode::Delete => None,
        }
    }

    /// Returns the words before the text input, if there is one.
    pub(in crate::tui) fn input_label(&self) -> Option<&'static str> {
        match self.mode {
            ListMode::Search => Some("Search: "),
            ListMode::Rename(_) => Some("New name: "),
            ListMode::Select | ListMode::Delete => None,
        }
    }

    /// Returns the first visible row, given the number of rows and the room for them.
    pub(in crate::tui) fn first_shown(&self, rows: usize, room: usize) -> usize {
        self.at.saturating_sub(room / 2).min(rows.saturating_sub(room))
    }
}
