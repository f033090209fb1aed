//! What is done at a table.

use super::{Action, Toward};
use crate::tui::animation::Animation;
use crate::tui::model::table::{letter, place_of};
use crate::tui::model::{App, GameList, Opening, Overlay, Screen, Shared, TableScreen, TextField};
use parlor_play::{ActOutcome, Command, Header, Layout, MoveTarget};

impl App {
    /// Does what is asked for at a table.
    pub(in crate::tui) fn act(&mut self, action: Action) {
        let Screen::Table(table) = &mut self.screen else { return };
        let shared = &mut self.shared;
        // Whatever is still moving is over when a key comes, and the key counts.
        table.finish_animation(shared);
        match action {
            Action::Help => self.overlay = Some(Overlay::Help),
            Action::Save => self.overlay = Some(Overlay::Save(TextField::of(table.save_name()))),
            Action::Games => self.open_games(),
            Action::Back => self.back(),
            Action::New => table.begin_anew(shared),
            Action::Undo => table.undo(shared),
            Action::Hint => table.ask_hint(shared),
            Action::Values => table.toggle_values(shared),
            Action::Stop => table.toggle_pause(shared),
            Action::Special => table.special(shared),
            Action::Act => table.enter(shared),
            Action::Move(toward) => table.steer(toward, shared),
            Action::Scroll(toward) => table.scroll(toward),
            Action::Press(toward) => table.press(toward, shared),
            Action::Type(letter) => table.type_letter(letter, shared),
            Action::Erase => drop(table.typed.pop()),
            Action::StepBack => table.step(-1, shared),
            Action::StepOn => table.step(1, shared),
            Action::First => table.look_at(0, shared),
            Action::Last => table.look_at(usize::MAX, shared),
            Action::LookAt(plies) => table.look_at(plies, shared),
            Action::Cell(cell) => {
                table.cursor = cell;
                table.typed.clear();
                table.play_at_cursor(shared);
            }
        }
    }

    /// One step back: from what was typed, from an earlier position, from the table.
    fn back(&mut self) {
        let Screen::Table(table) = &mut self.screen else { return };
        if !table.typed.is_empty() {
            table.typed.clear();
        } else if table.browse.is_some() {
            table.look_at(usize::MAX, &mut self.shared);
        } else if self.hall_behind {
            self.screen = Screen::Hall;
            self.refresh_games();
        } else {
            self.over = true;
        }
    }

    /// Shows the kept games.
    pub(in crate::tui) fn open_games(&mut self) {
        self.refresh_games();
        self.overlay = Some(Overlay::Games(GameList::default()));
    }
}

impl TableScreen {
    /// Starts the game: what is due by itself happens, and an engine that is first thinks.
    pub(in crate::tui) fn begin(&mut self, shared: &mut Shared) {
        let acted = self.table.settle(crate::now());
        self.take(acted, shared);
    }

    /// Makes a move, at the table or, from an earlier position, in a new line.
    pub(in crate::tui) fn play(&mut self, text: String, shared: &mut Shared) {
        self.typed.clear();
        if self.browse.is_some() {
            let session = self.session();
            if let Err(error) = session.check(&text) {
                return shared.alarm(error.to_string());
            }
            if let Err(reason) = self.fork(shared) {
                return shared.alarm(reason);
            }
        }
        self.command(&Command::Move { by: None, text }, shared);
    }

    /// Acts on a command; what comes of it is shown, kept and answered.
    fn command(&mut self, command: &Command, shared: &mut Shared) {
        let before = self.picture(shared);
        let mut acted = self.table.act(command, crate::now());
        if let Some(refusal) = acted.refusal.take() {
            shared.alarm(refusal.to_string());
        }
        if acted.entries.is_empty() {
            return;
        }
        let steps = std::mem::take(&mut acted.steps);
        if matches!(command, Command::Move { .. }) {
            self.last = place_of(&steps);
        } else {
            self.last = None;
        }
        self.animation = before.and_then(|before| Animation::new(before, steps, shared.now));
        self.take(acted, shared);
    }

    /// The cells before a move, if what the move does is to be shown.
    fn picture(&self, shared: &Shared) -> Option<Vec<Vec<u64>>> {
        let (rows, columns) = self.table.session().size();
        let shows = shared.look.animation && rows * columns <= 20_000;
        shows.then(|| self.table.session().view().cells)
    }

    /// Takes in what has happened: keeps it, counts a game that ended, asks whoever is next.
    fn take(&mut self, acted: ActOutcome, shared: &mut Shared) {
        let had_ended = self.counted();
        self.keep(&acted.entries, shared);
        if self.counted() || had_ended {
            self.count(shared);
        }
        self.follow();
        self.changed(shared);
    }

    /// Everything that follows from another position being shown.
    pub(in crate::tui) fn changed(&mut self, shared: &mut Shared) {
        self.hint = None;
        self.wants_hint = false;
        self.lift = 0;
        self.typed.clear();
        let [rows, columns] = self.shown_size();
        self.cursor =
            [self.cursor[0].min(rows.saturating_sub(1)), self.cursor[1].min(columns.saturating_sub(1))];
        self.analyze(shared);
        self.let_engine_think(shared);
    }

    /// On a board that may be larger than the screen the cursor follows the game.
    fn follow(&mut self) {
        if let (Some(cell), Some(player)) = (self.last, self.table.session().timeline().last_player())
            && self.is_engine(player)
            && self.session().info().layout == Layout::Columns
            && self.session().size().1 > 12
        {
            self.cursor = cell;
        }
    }

    /// Ends whatever is still moving.
    pub(in crate::tui) fn finish_animation(&mut self, shared: &mut Shared) {
        self.animation = None;
        if let Some(text) = self.waiting.take() {
            self.play(text, shared);
            self.animation = None;
        }
    }

    /// Takes back the last move: one's own, and what the engine answered.
    fn undo(&mut self, shared: &mut Shared) {
        if self.browse.is_some() {
            return self.step(-1, shared);
        }
        self.stop_thinking();
        if self.has_engines() && self.only_person().is_none() {
            // Two engines would only play on.
            self.paused = true;
        }
        let by = self.only_person();
        self.command(&Command::Undo { by }, shared);
        self.let_engine_think(shared);
    }

    /// Another game like this one.
    fn begin_anew(&mut self, shared: &mut Shared) {
        self.stop_thinking();
        let header = self.table.header();
        let seed = header.seed.map(|_| crate::tui::model::any_seed());
        let header = Header { seed, names: self.table.names().to_vec(), setup: None, ..header.clone() };
        let opening = Opening { header, seats: self.seats.clone(), record: None };
        // The record of the command line goes on in the same file.
        let record = self.record.take();
        let values = self.values;
        match TableScreen::open(opening, shared) {
            Ok(mut anew) => {
                anew.values = values;
                anew.cursor = [self.cursor[0].min(anew.cursor[0]), anew.cursor[1]];
                anew.record = record;
                *self = anew;
                self.rewrite_record(shared);
                self.changed(shared);
            }
            Err(reason) => shared.alarm(reason),
        }
    }

    /// The game's own button: swap, or going on after a win.
    fn special(&mut self, shared: &mut Shared) {
        if let Some((_, text)) = self.button() {
            self.play(text, shared);
        } else if self.can_continue() {
            self.command(&Command::Continue, shared);
        }
    }

    /// Enter: hurries an engine, lets a stopped one go on where there is nothing else to do, or makes the move.
    fn enter(&mut self, shared: &mut Shared) {
        if self.browse.is_none() && self.thinking.is_some() {
            return self.hurry();
        }
        if self.session().info().layout == Layout::Panel {
            if self.paused {
                self.toggle_pause(shared);
            }
            return;
        }
        if let Some(cell) = self.typed_cell() {
            self.cursor = cell;
        } else if !self.typed.is_empty() {
            shared.alarm(format!("there is no {}", self.typed));
            return self.typed.clear();
        }
        self.play_at_cursor(shared);
    }

    fn play_at_cursor(&mut self, shared: &mut Shared) {
        if !self.awaits_person() {
            return self.tell_not_now(shared);
        }
        if let Some(text) = self.text_at(self.cursor) {
            self.play(text, shared);
        }
    }

    /// Says whose turn it is; that a game is over is on the screen already.
    fn tell_not_now(&self, shared: &mut Shared) {
        if let Some(player) = self.mover().filter(|_| self.browse.is_none()) {
            shared.tell(format!("{} is thinking: Enter hurries it", self.name(player)));
        }
    }

    /// Arrow keys: the cursor, or a press where the game is played with arrows.
    fn steer(&mut self, toward: Toward, shared: &mut Shared) {
        if self.session().info().layout == Layout::Panel {
            return self.press(toward, shared);
        }
        self.typed.clear();
        if self.session().info().layout == Layout::Columns {
            match toward {
                Toward::Up | Toward::Down => return self.scroll(toward),
                Toward::Left | Toward::Right => self.lift = 0,
            }
        }
        let [rows, columns] = self.shown_size();
        let [row, column] = self.cursor;
        self.cursor = match toward {
            Toward::Up => [row.saturating_sub(1), column],
            Toward::Down => [(row + 1).min(rows - 1), column],
            Toward::Left => [row, column.saturating_sub(1)],
            Toward::Right => [row, (column + 1).min(columns - 1)],
        };
    }

    /// Looks further on a board that is larger than the screen: the cursor goes there, or only the eye.
    fn scroll(&mut self, toward: Toward) {
        let [rows, columns] = self.shown_size();
        let by = |at: usize, way: isize, count: usize| at.saturating_add_signed(way).min(count - 1);
        let [row, column] = self.cursor;
        // From the top of the column there are so many rows to the top and to the bottom of the board.
        let above = (0..rows).find(|&row| self.session().cell(row, column) > 0).unwrap_or(rows - 1) as isize;
        let below = rows as isize - 1 - above;
        // Half a small screen and a little more, so that there is always something new to see.
        let far = 12;
        match (toward, self.session().info().layout) {
            (Toward::Up, Layout::Columns) => self.lift = (self.lift + far).min(above),
            (Toward::Down, Layout::Columns) => self.lift = (self.lift - far).max(-below),
            (Toward::Up, _) => self.cursor = [by(row, -4, rows), column],
            (Toward::Down, _) => self.cursor = [by(row, 4, rows), column],
            (Toward::Left, _) => self.cursor = [row, by(column, -4, columns)],
            (Toward::Right, _) => self.cursor = [row, by(column, 4, columns)],
        }
    }

    fn press(&mut self, toward: Toward, shared: &mut Shared) {
        if !self.awaits_person() {
            return self.tell_not_now(shared);
        }
        match self.text_of(&MoveTarget::Arrow(toward.word())) {
            Some(text) => self.play(text, shared),
            None => shared.tell(format!("nothing moves {}", toward.word())),
        }
    }

    /// A column or a cell, letter by letter.
    fn type_letter(&mut self, letter: char, shared: &mut Shared) {
        let letter = letter.to_ascii_uppercase();
        let [_, columns] = self.shown_size();
        match self.session().info().layout {
            Layout::Panel => {}
            Layout::Columns if !letter.is_ascii_digit() => {}
            Layout::Columns if columns <= 10 => {
                let column = letter as usize - '0' as usize;
                if column < columns {
                    self.cursor[1] = column;
                    self.play_at_cursor(shared);
                } else {
                    shared.alarm(format!("there is no column {column}"));
                }
            }
            Layout::Columns => self.add_typed(letter),
            Layout::Diamond => {
                if letter.is_ascii_alphabetic() {
                    self.typed.clear();
                }
                if letter.is_ascii_alphabetic() || !self.typed.is_empty() {
                    self.add_typed(letter);
                } else {
                    shared.tell("a letter first, then a number: B2");
                }
            }
        }
    }

    fn add_typed(&mut self, letter: char) {
        if self.typed.len() < 5 {
            self.typed.push(letter);
        }
        if let Some(cell) = self.typed_cell() {
            self.cursor = cell;
        }
    }

    /// The cell that was typed, if there is one.
    fn typed_cell(&self) -> Option<[usize; 2]> {
        let [rows, columns] = self.shown_size();
        let (row, column) = match self.session().info().layout {
            Layout::Columns => (self.cursor[0], self.typed.parse().ok()?),
            Layout::Diamond => {
                let first = self.typed.chars().next()?;
                let column = (0..columns).find(|&column| letter(column) == first)?;
                (self.typed[1..].parse().ok()?, column)
            }
            Layout::Panel => return None,
        };
        (row < rows && column < columns).then_some([row, column])
    }
}
