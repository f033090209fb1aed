//! The actions of a game.

use super::Action;
use crate::tui::animation::Animation;
use crate::tui::model::table::place_of;
use crate::tui::model::{App, GameList, Opening, Overlay, Screen, Shared, TableScreen, TextField};
use crate::tui::store::Preferences;
use parlor_play::{ActOutcome, Command, Header, Layout};

impl App {
    /// Performs an action.
    pub(in crate::tui) fn act(&mut self, action: Action) {
        let Screen::Table(table) = &mut self.screen else { return };
        let shared = &mut self.shared;
        // A key ends the animation and still counts.
        table.finish_animation(shared);
        match action {
            Action::Help => self.overlay = Some(Overlay::Help(0)),
            Action::Save => self.overlay = Some(Overlay::Save(TextField::of(&table.save_name()))),
            Action::Games => self.open_games(),
            Action::Back => self.back(),
            Action::New => table.restart(shared),
            Action::Undo => table.undo(shared),
            Action::Redo => table.redo(shared),
            Action::Hint => table.ask_hint(shared),
            Action::Values => table.toggle_analysis(shared),
            Action::Stop => table.toggle_pause(shared),
            Action::Speed(faster) => table.change_speed(faster, shared),
            Action::Special => table.press_button(shared),
            Action::Exchange => table.exchange(shared),
            Action::Act => table.enter(shared),
            Action::Move(direction) => table.move_cursor(direction, shared),
            Action::Scroll(direction) => table.scroll(direction),
            Action::Press(direction) => table.press(direction, shared),
            Action::Type(letter) => table.type_letter(letter, shared),
            Action::Erase => drop(table.typed.pop()),
            Action::StepBack => table.step(-1, shared),
            Action::StepOn => table.step(1, shared),
            Action::First => table.show_position(0, shared),
            Action::Last => table.show_position(usize::MAX, shared),
            Action::ShowPosition(plies) => table.show_position(plies, shared),
            Action::Cell(cell) => {
                table.cursor = cell;
                table.typed.clear();
                table.play_at_cursor(shared);
            }
        }
    }

    /// Goes one step back: clears the typed text, leaves an earlier position, or leaves the game.
    fn back(&mut self) {
        let Screen::Table(table) = &mut self.screen else { return };
        if !table.typed.is_empty() {
            table.typed.clear();
        } else if table.browse.is_some() {
            table.show_position(usize::MAX, &mut self.shared);
        } else if self.returns_to_hall {
            self.screen = Screen::Hall;
            self.refresh_games();
        } else {
            self.should_quit = true;
        }
    }

    /// Shows the saved games.
    pub(in crate::tui) fn open_games(&mut self) {
        self.refresh_games();
        self.overlay = Some(Overlay::Games(GameList::default()));
    }
}

impl TableScreen {
    /// Starts the game: applies chance moves and starts the engine if it moves first.
    pub(in crate::tui) fn begin(&mut self, shared: &mut Shared) {
        let acted = self.table.settle(self.time());
        self.finish_command(acted, shared);
    }

    /// Makes a move. From an earlier position it starts a variation.
    pub(in crate::tui) fn play(&mut self, text: String, shared: &mut Shared) {
        self.typed.clear();
        if self.browse.is_some() {
            let session = self.session();
            if let Err(error) = session.check(&text) {
                return shared.show_error(error.to_string());
            }
            if let Err(reason) = self.fork(shared) {
                return shared.show_error(reason);
            }
        }
        self.command(&Command::Move { by: None, text }, shared);
    }

    /// Runs a command, then shows, saves and answers its events.
    fn command(&mut self, command: &Command, shared: &mut Shared) {
        let before = self.cells_to_animate(shared);
        let now = self.time();
        let mut acted = self.table.act(command, now);
        if let Some(refusal) = acted.refusal.take() {
            shared.show_error(refusal.to_string());
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
        self.finish_command(acted, shared);
    }

    /// Returns the cells before a move, if the move is to be animated.
    fn cells_to_animate(&self, shared: &Shared) -> Option<Vec<Vec<u64>>> {
        let (rows, columns) = self.table.session().size();
        let shows = shared.theme.animation && rows * columns <= 20_000;
        shows.then(|| self.table.session().view().cells)
    }

    /// Saves the events, updates the standings and starts the next search.
    fn finish_command(&mut self, acted: ActOutcome, shared: &mut Shared) {
        let had_ended = self.has_ended_once();
        self.save_entries(&acted.entries, shared);
        if self.has_ended_once() || had_ended {
            self.update_standings(shared);
        }
        self.follow_engine_move();
        self.changed(shared);
    }

    /// Ends the game if somebody's time has run out.
    pub(super) fn check_clock(&mut self, shared: &mut Shared) {
        let now = self.time();
        if self.is_timed() && self.table.clock().is_some_and(|clock| clock.fallen(now).is_some()) {
            self.stop_thinking();
            let acted = self.table.settle(now);
            self.finish_command(acted, shared);
        }
    }

    /// Resets what belonged to the position shown before.
    pub(in crate::tui) fn changed(&mut self, shared: &mut Shared) {
        self.hint = None;
        self.wants_hint = false;
        self.row_offset = 0;
        self.typed.clear();
        let [rows, columns] = self.shown_size();
        self.cursor =
            [self.cursor[0].min(rows.saturating_sub(1)), self.cursor[1].min(columns.saturating_sub(1))];
        self.analyze(shared);
        self.start_search(shared);
    }

    /// Moves the cursor to an engine's move on a board that may be larger than the screen.
    fn follow_engine_move(&mut self) {
        if let (Some(cell), Some(player)) = (self.last, self.table.session().timeline().last_player())
            && self.is_engine(player)
            && self.session().info().layout == Layout::Columns
            && self.session().size().1 > 12
        {
            self.cursor = cell;
        }
    }

    /// Ends the animation.
    pub(in crate::tui) fn finish_animation(&mut self, shared: &mut Shared) {
        self.animation = None;
        if let Some(text) = self.waiting.take() {
            self.play(text, shared);
            self.animation = None;
        }
    }

    /// Undoes the person's last move and the engine's reply.
    fn undo(&mut self, shared: &mut Shared) {
        if self.browse.is_some() {
            return self.step(-1, shared);
        }
        self.stop_thinking();
        if self.has_engines() && self.only_person().is_none() {
            // Two engines would continue at once.
            self.paused = true;
        }
        let by = self.only_person();
        self.command(&Command::Undo { by }, shared);
        self.start_search(shared);
    }

    /// Redoes what the last undo took back.
    fn redo(&mut self, shared: &mut Shared) {
        if self.browse.is_some() {
            return self.step(1, shared);
        }
        self.stop_thinking();
        self.command(&Command::Redo { by: self.only_person() }, shared);
        self.start_search(shared);
    }

    /// Starts a new game with the same settings.
    fn restart(&mut self, shared: &mut Shared) {
        self.stop_thinking();
        let header = self.table.header();
        let seed = header.seed.map(|_| crate::tui::model::random_seed());
        let header = Header { seed, names: self.table.names().to_vec(), setup: None, ..header.clone() };
        let opening = Opening { header, seats: self.seats.clone(), record: None };
        // The record file of the command line is continued.
        let record = self.record.take();
        let values = self.values;
        match TableScreen::open(opening, shared) {
            Ok(mut restarted) => {
                restarted.values = values;
                restarted.cursor = [self.cursor[0].min(restarted.cursor[0]), restarted.cursor[1]];
                restarted.record = record;
                *self = restarted;
                self.rewrite_record(shared);
                self.changed(shared);
            }
            Err(reason) => shared.show_error(reason),
        }
    }

    /// Presses the game's own button: swap, or continue after a win.
    fn press_button(&mut self, shared: &mut Shared) {
        if let Some((_, text)) = self.button() {
            self.play(text, shared);
        } else if self.can_continue() {
            self.command(&Command::Continue, shared);
        }
    }

    /// Exchanges rows and columns, as other programs show the board, or goes back to the usual way.
    fn exchange(&mut self, shared: &mut Shared) {
        if !self.can_exchange() {
            return shared.show_message("Only boards of hex can be exchanged.");
        }
        let exchanged = !self.exchanged;
        shared.store.set_preferences(Preferences { exchanged, ..shared.store.preferences().clone() });
        self.typed.clear();
        self.exchanged = exchanged;
        shared.show_message(if exchanged {
            "As other Hex programs: the first player joins top and bottom, cells from a1"
        } else {
            "The first player joins left and right, cells from A0"
        });
    }
}
