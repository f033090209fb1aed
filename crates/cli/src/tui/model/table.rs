//! A game on the screen: its table, the players, the cursor and the position that is shown.

use crate::record_file::RecordFile;
use crate::tui::animation::Animation;
use crate::tui::model::Shared;
use crate::tui::store::GameLog;
use crate::tui::thinking::Thinking;
use parlor_engines::Report;
use parlor_host::EngineHandle;
use parlor_play::hex::hexworld;
use parlor_play::{
    ExportFormat, Header, Layout, MoveTarget, PlayerSpec, PlyKind, Session, Step, Table, game,
};
use parlor_rules::Player;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The settings of a new game.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) header: Header,
    pub(crate) seats: Vec<PlayerSpec>,
    /// A file to record the game in.
    pub(crate) record: Option<PathBuf>,
}

impl Opening {
    /// Creates the settings with the given names. Other players have the engine's name or the game's default.
    pub(crate) fn named(mut header: Header, seats: Vec<PlayerSpec>, names: &[String]) -> Opening {
        let defaults = game(&header.game).map_or(&[][..], |game| game.info().names);
        let name = |seat: usize| {
            let given = names.get(seat).filter(|name| !name.is_empty()).cloned();
            let engine = match &seats[seat] {
                PlayerSpec::Engine { name, .. } => Some(name.clone()),
                PlayerSpec::Program(words) | PlayerSpec::Htp(words) => {
                    words.first().map(|word| short_name(word))
                }
                PlayerSpec::Human => None,
            };
            given.or(engine).or_else(|| defaults.get(seat).map(|name| name.to_string())).unwrap_or_default()
        };
        header.names = (0..seats.len()).map(name).collect();
        Opening { header, seats, record: None }
    }
}

/// Returns a program's file name, at most 40 characters.
fn short_name(word: &str) -> String {
    word.rsplit('/').next().unwrap_or(word).chars().filter(|letter| !letter.is_control()).take(40).collect()
}

/// A game on the screen.
pub(crate) struct TableScreen {
    pub(in crate::tui) table: Table,
    pub(in crate::tui) seats: Vec<PlayerSpec>,
    /// The file the game is saved in, from the first move on.
    pub(in crate::tui) log: Option<GameLog>,
    /// Whether saving has failed. It is not tried again.
    pub(in crate::tui) save_failed: bool,
    /// The record file that the user named.
    pub(in crate::tui) record: Option<RecordFile>,

    /// Milliseconds that the table's time is behind, because a timed game was not open.
    pub(in crate::tui) time_behind: i64,

    /// Whether the board is shown as other programs show it: rows and columns exchanged, and cells in their notation.
    pub(in crate::tui) exchanged: bool,
    pub(in crate::tui) cursor: [usize; 2],
    /// The number of rows that the view is scrolled up from the top disc of the cursor's column.
    pub(in crate::tui) row_offset: isize,
    /// The letters of a column or cell typed so far.
    pub(in crate::tui) typed: String,
    /// The cell of the last move.
    pub(in crate::tui) last: Option<[usize; 2]>,
    pub(in crate::tui) browse: Option<Browse>,
    pub(in crate::tui) animation: Option<Animation>,

    pub(in crate::tui) engines: Vec<Option<EngineHandle>>,
    pub(in crate::tui) thinking: Option<Thinking>,
    /// An engine's move that waits for the animation to end.
    pub(in crate::tui) waiting: Option<String>,
    /// Whether the engines are paused.
    pub(in crate::tui) paused: bool,
    /// The time of each engine move, if it was chosen while watching.
    pub(in crate::tui) speed: Option<Duration>,

    pub(in crate::tui) analyst: Option<EngineHandle>,
    pub(in crate::tui) analysis: Option<Thinking>,
    /// Whether the analysis is shown.
    pub(in crate::tui) values: bool,
    /// Whether a hint is being searched.
    pub(in crate::tui) wants_hint: bool,
    /// The move that the hint shows.
    pub(in crate::tui) hint: Option<String>,
}

/// An earlier position that is shown.
pub(crate) struct Browse {
    /// The number of plies before it.
    pub(in crate::tui) at: usize,
    pub(in crate::tui) session: Box<dyn Session>,
    pub(in crate::tui) last: Option<[usize; 2]>,
}

impl TableScreen {
    /// Returns the shown position: the current or an earlier one.
    pub(in crate::tui) fn session(&self) -> &dyn Session {
        self.browse.as_ref().map_or(self.table.session(), |browse| &*browse.session)
    }

    /// Returns the player to move, unless the game is over.
    pub(in crate::tui) fn mover(&self) -> Option<Player> {
        self.table.session().turn().player().filter(|_| self.table.ending().is_none())
    }

    /// Returns whether an engine plays this side.
    pub(in crate::tui) fn is_engine(&self, player: Player) -> bool {
        self.seats.get(player.index()).is_some_and(|who| *who != PlayerSpec::Human)
    }

    /// Returns whether any engine plays.
    pub(in crate::tui) fn has_engines(&self) -> bool {
        self.seats.iter().any(|who| *who != PlayerSpec::Human)
    }

    /// Returns whether a person may move now: it is their turn, the engine to move is paused, or an earlier position is
    /// shown, from which another move starts a variation.
    pub(in crate::tui) fn awaits_person(&self) -> bool {
        match &self.browse {
            Some(browse) => browse.session.turn().player().is_some(),
            None => self.mover().is_some_and(|player| self.paused || !self.is_engine(player)),
        }
    }

    /// Returns the person who plays against an engine.
    pub(in crate::tui) fn only_person(&self) -> Option<Player> {
        let people: Vec<Player> = Player::BOTH
            .into_iter()
            .take(self.seats.len())
            .filter(|&player| !self.is_engine(player))
            .collect();
        if people.len() == 1 && self.seats.len() == 2 { Some(people[0]) } else { None }
    }

    /// Returns the time at the table, in milliseconds. It stands still while a saved game is closed.
    pub(in crate::tui) fn time(&self) -> u64 {
        crate::now().saturating_add_signed(-self.time_behind)
    }

    /// Returns whether somebody's clock is running.
    pub(in crate::tui) fn is_timed(&self) -> bool {
        self.table.ending().is_none() && self.table.clock().is_some_and(|clock| clock.is_running())
    }

    /// Returns whether an engine is searching.
    pub(in crate::tui) fn is_busy(&self) -> bool {
        self.thinking.is_some() || self.analysis.is_some()
    }

    /// Returns the shown rows and columns, including the new column that growing offers.
    pub(in crate::tui) fn shown_size(&self) -> [usize; 2] {
        let (rows, columns) = self.session().size();
        let grows = self.session().info().layout == Layout::Columns
            && self.session().check(&self.column_text(columns)).is_ok();
        [rows, columns + usize::from(grows)]
    }

    /// Returns the text of a move in a column, legal or not.
    fn column_text(&self, column: usize) -> String {
        let session = self.session();
        let next = session.turn().player().unwrap_or(Player::One);
        let named = format!("p{next}:{column}");
        if session.check(&named).is_ok() { named } else { column.to_string() }
    }

    /// Returns the text of a move on a cell.
    pub(in crate::tui) fn text_at(&self, [row, column]: [usize; 2]) -> Option<String> {
        match self.session().info().layout {
            Layout::Columns => Some(self.column_text(column)),
            Layout::Diamond => Some(format!("{}{row}", letter(column))),
            Layout::Panel => None,
        }
    }

    /// Returns the move of an arrow or of a button of the game.
    pub(in crate::tui) fn text_of(&self, wanted: &MoveTarget) -> Option<String> {
        self.session().view().move_targets.into_iter().find(|(spot, _)| spot == wanted).map(|(_, text)| text)
    }

    /// Returns the cell of the hint, where it is a column or a cell.
    pub(in crate::tui) fn hint_cell(&self) -> Option<[usize; 2]> {
        let text = self.hint.as_ref()?;
        let targets = self.session().view().move_targets;
        targets.into_iter().find(|(_, written)| written == text).and_then(|(target, _)| match target {
            MoveTarget::Column(column) => Some([0, column]),
            MoveTarget::Cell(cell) => Some(cell),
            _ => None,
        })
    }

    /// Returns the game's own button (swap) and its move, if it can be pressed now.
    pub(in crate::tui) fn button(&self) -> Option<(&'static str, String)> {
        if !self.awaits_person() || self.session().info().layout == Layout::Columns {
            return None;
        }
        self.session().view().move_targets.into_iter().find_map(|(spot, text)| match spot {
            MoveTarget::Button(word) => Some((word, text)),
            _ => None,
        })
    }

    /// Returns whether an undone move can be redone.
    pub(in crate::tui) fn can_redo(&self) -> bool {
        self.browse.is_none() && self.table.timeline().plies_to_redo(self.only_person()).is_some()
    }

    /// Returns whether the game can be continued after a win.
    pub(in crate::tui) fn can_continue(&self) -> bool {
        self.browse.is_none() && self.table.can_continue()
    }

    /// Returns the cell of the last move in the shown position.
    pub(in crate::tui) fn last_shown(&self) -> Option<[usize; 2]> {
        self.browse.as_ref().map_or(self.last, |browse| browse.last)
    }

    /// Returns the latest report of the analysis.
    pub(in crate::tui) fn analyzed(&self) -> Option<Report<String>> {
        self.analyst.as_ref().and_then(EngineHandle::latest)
    }

    /// Returns the number of plies before the shown position.
    pub(in crate::tui) fn shown_plies(&self) -> usize {
        self.browse.as_ref().map_or(self.table.timeline().len(), |browse| browse.at)
    }

    /// Returns the text of each player's move, and the number of plies after it including chance.
    pub(in crate::tui) fn moves(&self) -> Vec<(String, usize)> {
        let timeline = self.table.timeline();
        let moves = timeline.plies().iter().filter(|ply| ply.kind == PlyKind::Move);
        let after = timeline.stops().into_iter().skip(1);
        moves.map(|ply| self.shown_move(&ply.text)).zip(after).collect()
    }

    /// Returns a move as it is shown: in the notation of the board, without the player that growing's moves name.
    pub(in crate::tui) fn shown_move(&self, text: &str) -> String {
        if self.exchanged {
            return hexworld::move_text(text);
        }
        text.split_once(':').map_or(text, |(_, column)| column).into()
    }

    /// Returns the letters typed so far, as the board writes cells.
    pub(in crate::tui) fn shown_typed(&self) -> String {
        if self.exchanged { self.typed.to_lowercase() } else { self.typed.clone() }
    }

    /// Returns a cell for explanations, as the board writes cells.
    pub(in crate::tui) fn example_cell(&self) -> &'static str {
        if self.exchanged { "b3" } else { "B2" }
    }

    /// Returns whether the board can be shown as other programs show it.
    pub(in crate::tui) fn can_exchange(&self) -> bool {
        self.session().info().exports.contains(&ExportFormat::HexWorld)
    }

    /// Shows the board as the user last chose.
    pub(in crate::tui) fn set_exchanged(&mut self, shared: &Shared) {
        self.exchanged = self.can_exchange() && shared.store.preferences().exchanged;
    }

    /// Returns whether this is the file that the game is saved in.
    pub(in crate::tui) fn is_saved_in(&self, path: &Path) -> bool {
        self.log.as_ref().is_some_and(|log| path.file_stem().is_some_and(|stem| stem == log.id()))
    }

    /// Returns a player's name.
    pub(in crate::tui) fn name(&self, player: Player) -> &str {
        self.table.names().get(player.index()).map_or("", String::as_str)
    }

    /// Starts a game.
    pub(in crate::tui) fn open(opening: Opening, shared: &mut Shared) -> Result<TableScreen, String> {
        let Opening { mut header, seats, record } = opening;
        header.at = Some(crate::now());
        header.seats = seats.iter().cloned().map(Into::into).collect();
        let table = Table::open(header).map_err(|error| error.to_string())?;
        for who in seats.iter().filter(|who| matches!(who, PlayerSpec::Engine { .. })) {
            table.session().check_player(who).map_err(|error| error.to_string())?;
        }
        let mut screen = TableScreen::new(table, seats);
        screen.set_exchanged(shared);
        screen.record_to(record)?;
        screen.begin(shared);
        Ok(screen)
    }

    /// Creates the screen of a table without starting engines.
    pub(in crate::tui) fn new(table: Table, seats: Vec<PlayerSpec>) -> TableScreen {
        let (rows, columns) = table.session().size();
        let cursor = match table.session().info().layout {
            Layout::Columns => [0, columns / 2],
            _ => [rows / 2, columns / 2],
        };
        TableScreen {
            engines: seats.iter().map(|_| None).collect(),
            table,
            seats,
            log: None,
            save_failed: false,
            record: None,
            time_behind: 0,
            exchanged: false,
            cursor,
            row_offset: 0,
            typed: String::new(),
            last: None,
            browse: None,
            animation: None,
            thinking: None,
            waiting: None,
            paused: false,
            speed: None,
            analyst: None,
            analysis: None,
            values: false,
            wants_hint: false,
            hint: None,
        }
    }
}

/// Returns the letter of a column.
pub(in crate::tui) fn letter(column: usize) -> char {
    char::from(b'A' + column.min(25) as u8)
}

/// Returns the cell that the steps of a move filled.
pub(in crate::tui) fn place_of(steps: &[Step]) -> Option<[usize; 2]> {
    steps.iter().find_map(|step| match step {
        Step::Drop { cell, .. } | Step::Place { cell, .. } | Step::Swap { to: cell, .. } => Some(*cell),
        _ => None,
    })
}
