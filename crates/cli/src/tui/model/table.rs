//! A table on the screen: the game, who sits where, the cursor, and what is looked at.

use crate::record_file::RecordFile;
use crate::tui::animation::Animation;
use crate::tui::model::Shared;
use crate::tui::store::GameLog;
use crate::tui::thinking::Thinking;
use parlor_engines::Report;
use parlor_host::EngineHandle;
use parlor_play::{Header, Layout, MoveTarget, PlayerSpec, PlyKind, Session, Step, Table, game};
use parlor_rules::Player;
use std::path::PathBuf;

/// What a table is opened with.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) header: Header,
    pub(crate) seats: Vec<PlayerSpec>,
    /// A file to write the game to as well.
    pub(crate) record: Option<PathBuf>,
}

impl Opening {
    /// A game with the names that were given, engines' names and the game's own for the others.
    pub(crate) fn named(mut header: Header, seats: Vec<PlayerSpec>, names: &[String]) -> Opening {
        let usual = game(&header.game).map_or(&[][..], |game| game.info().names);
        let name = |seat: usize| {
            let given = names.get(seat).filter(|name| !name.is_empty()).cloned();
            let engine = match &seats[seat] {
                PlayerSpec::Engine { name, .. } => Some(name.clone()),
                PlayerSpec::Program(words) => words.first().map(|word| short_name(word)),
                PlayerSpec::Human => None,
            };
            given.or(engine).or_else(|| usual.get(seat).map(|name| name.to_string())).unwrap_or_default()
        };
        header.names = (0..seats.len()).map(name).collect();
        Opening { header, seats, record: None }
    }
}

/// A program's name without its folder, as long as a name may be.
fn short_name(word: &str) -> String {
    word.rsplit('/').next().unwrap_or(word).chars().filter(|letter| !letter.is_control()).take(40).collect()
}

/// A table on the screen.
pub(crate) struct TableScreen {
    pub(in crate::tui) table: Table,
    pub(in crate::tui) seats: Vec<PlayerSpec>,
    /// Where the game is kept, once a move was made.
    pub(in crate::tui) log: Option<GameLog>,
    /// Whether keeping it has failed and need not be tried again.
    pub(in crate::tui) unkept: bool,
    /// The file the user asked for.
    pub(in crate::tui) record: Option<RecordFile>,

    pub(in crate::tui) cursor: [usize; 2],
    /// How many rows above the top of the cursor's column are looked at, where there are columns.
    pub(in crate::tui) lift: isize,
    /// A column or a cell as far as it has been typed.
    pub(in crate::tui) typed: String,
    /// The last move's cell.
    pub(in crate::tui) last: Option<[usize; 2]>,
    pub(in crate::tui) browse: Option<Browse>,
    pub(in crate::tui) animation: Option<Animation>,

    pub(in crate::tui) engines: Vec<Option<EngineHandle>>,
    pub(in crate::tui) thinking: Option<Thinking>,
    /// An engine's move that waits for the board to settle.
    pub(in crate::tui) waiting: Option<String>,
    /// Whether the engines have been stopped.
    pub(in crate::tui) paused: bool,

    pub(in crate::tui) analyst: Option<EngineHandle>,
    pub(in crate::tui) analysis: Option<Thinking>,
    /// Whether the values of all moves are shown.
    pub(in crate::tui) values: bool,
    /// Whether a hint was asked for and is being looked for.
    pub(in crate::tui) wants_hint: bool,
    /// The move that was hinted at.
    pub(in crate::tui) hint: Option<String>,
}

/// An earlier position that is looked at.
pub(crate) struct Browse {
    /// After how many plies it stood.
    pub(in crate::tui) at: usize,
    pub(in crate::tui) session: Box<dyn Session>,
    pub(in crate::tui) last: Option<[usize; 2]>,
}

impl TableScreen {
    /// The game as it is shown: as it stands, or as it stood.
    pub(in crate::tui) fn session(&self) -> &dyn Session {
        self.browse.as_ref().map_or(self.table.session(), |browse| &*browse.session)
    }

    /// Whose turn it is at the table, while the game goes on.
    pub(in crate::tui) fn mover(&self) -> Option<Player> {
        self.table.session().turn().player().filter(|_| self.table.ending().is_none())
    }

    /// Whether an engine sits on a seat.
    pub(in crate::tui) fn is_engine(&self, player: Player) -> bool {
        self.seats.get(player.index()).is_some_and(|who| *who != PlayerSpec::Human)
    }

    /// Whether any engine sits at the table.
    pub(in crate::tui) fn has_engines(&self) -> bool {
        self.seats.iter().any(|who| *who != PlayerSpec::Human)
    }

    /// Whether a person may move now: it is their turn, or the engine's and it was stopped, or they look at an
    /// earlier position and want to try something else.
    pub(in crate::tui) fn awaits_person(&self) -> bool {
        match &self.browse {
            Some(browse) => browse.session.turn().player().is_some(),
            None => self.mover().is_some_and(|player| self.paused || !self.is_engine(player)),
        }
    }

    /// The only person at the table, if there is just one.
    pub(in crate::tui) fn only_person(&self) -> Option<Player> {
        let people: Vec<Player> = Player::BOTH
            .into_iter()
            .take(self.seats.len())
            .filter(|&player| !self.is_engine(player))
            .collect();
        if people.len() == 1 && self.seats.len() == 2 { Some(people[0]) } else { None }
    }

    /// Whether something is being thought about.
    pub(in crate::tui) fn is_busy(&self) -> bool {
        self.thinking.is_some() || self.analysis.is_some()
    }

    /// Rows and columns as shown, a column still to come included.
    pub(in crate::tui) fn shown_size(&self) -> [usize; 2] {
        let (rows, columns) = self.session().size();
        let grows = self.session().info().layout == Layout::Columns
            && self.session().check(&self.column_text(columns)).is_ok();
        [rows, columns + usize::from(grows)]
    }

    /// How a move in a column would be written, whether it can be made or not.
    fn column_text(&self, column: usize) -> String {
        let session = self.session();
        let next = session.turn().player().unwrap_or(Player::One);
        let named = format!("p{next}:{column}");
        if session.check(&named).is_ok() { named } else { column.to_string() }
    }

    /// How a move on a cell is written.
    pub(in crate::tui) fn text_at(&self, [row, column]: [usize; 2]) -> Option<String> {
        match self.session().info().layout {
            Layout::Columns => Some(self.column_text(column)),
            Layout::Diamond => Some(format!("{}{row}", letter(column))),
            Layout::Panel => None,
        }
    }

    /// The move behind an arrow or a button of the game's own.
    pub(in crate::tui) fn text_of(&self, wanted: &MoveTarget) -> Option<String> {
        self.session().view().move_targets.into_iter().find(|(spot, _)| spot == wanted).map(|(_, text)| text)
    }

    /// The button of the game's own that can be pressed now.
    pub(in crate::tui) fn button(&self) -> Option<(&'static str, String)> {
        if !self.awaits_person() || self.session().info().layout == Layout::Columns {
            return None;
        }
        self.session().view().move_targets.into_iter().find_map(|(spot, text)| match spot {
            MoveTarget::Button(word) => Some((word, text)),
            _ => None,
        })
    }

    /// Whether the game can be gone on with after a win.
    pub(in crate::tui) fn can_continue(&self) -> bool {
        self.browse.is_none() && self.table.can_continue()
    }

    /// The last move's cell in what is shown.
    pub(in crate::tui) fn last_shown(&self) -> Option<[usize; 2]> {
        self.browse.as_ref().map_or(self.last, |browse| browse.last)
    }

    /// What the analyst thinks so far.
    pub(in crate::tui) fn analyzed(&self) -> Option<Report<String>> {
        self.analyst.as_ref().and_then(EngineHandle::latest)
    }

    /// The plies of the line up to what is shown.
    pub(in crate::tui) fn shown_plies(&self) -> usize {
        self.browse.as_ref().map_or(self.table.timeline().len(), |browse| browse.at)
    }

    /// The players' moves: how each is listed, and the plies up to the position after it and what chance added.
    pub(in crate::tui) fn moves(&self) -> Vec<(String, usize)> {
        let timeline = self.table.timeline();
        let moves = timeline.plies().iter().filter(|ply| ply.kind == PlyKind::Move);
        let after = timeline.stops().into_iter().skip(1);
        moves.map(|ply| shown_move(&ply.text).to_string()).zip(after).collect()
    }

    /// What a player is called in words on this screen.
    pub(in crate::tui) fn name(&self, player: Player) -> &str {
        self.table.names().get(player.index()).map_or("", String::as_str)
    }

    /// Opens a table and lets whoever is first begin.
    pub(in crate::tui) fn open(opening: Opening, shared: &mut Shared) -> Result<TableScreen, String> {
        let Opening { mut header, seats, record } = opening;
        header.at = Some(crate::now());
        header.seats.clone_from(&seats);
        let table = Table::open(header).map_err(|error| error.to_string())?;
        for who in seats.iter().filter(|who| matches!(who, PlayerSpec::Engine { .. })) {
            table.session().engine(who, &Default::default()).map_err(|error| error.to_string())?;
        }
        let mut screen = TableScreen::around(table, seats);
        screen.record_to(record)?;
        screen.begin(shared);
        Ok(screen)
    }

    /// A screen around a table, nothing begun.
    pub(in crate::tui) fn around(table: Table, seats: Vec<PlayerSpec>) -> TableScreen {
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
            unkept: false,
            record: None,
            cursor,
            lift: 0,
            typed: String::new(),
            last: None,
            browse: None,
            animation: None,
            thinking: None,
            waiting: None,
            paused: false,
            analyst: None,
            analysis: None,
            values: false,
            wants_hint: false,
            hint: None,
        }
    }
}

/// A move as it is listed: growing's name their player, which the list shows by its column.
pub(in crate::tui) fn shown_move(text: &str) -> &str {
    text.split_once(':').map_or(text, |(_, column)| column)
}

/// The letter of a column.
pub(in crate::tui) fn letter(column: usize) -> char {
    char::from(b'A' + column.min(25) as u8)
}

/// Where the steps of a move have put something.
pub(in crate::tui) fn place_of(steps: &[Step]) -> Option<[usize; 2]> {
    steps.iter().find_map(|step| match step {
        Step::Drop { cell, .. } | Step::Place { cell, .. } | Step::Swap { to: cell, .. } => Some(*cell),
        _ => None,
    })
}
