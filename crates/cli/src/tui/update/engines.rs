//! Starts and stops the engines' searches, and handles their replies.

use crate::tui::model::{Shared, TableScreen};
use crate::tui::thinking::{Thinking, start_engine};
use parlor_engines::{Limits, Settings};
use parlor_play::{Layout, PlayerSpec, RESIGN};
use parlor_rules::{SplitMix64, Turn};
use std::time::Duration;

/// The time limit of an analysis.
const ANALYSIS_TIME: Duration = Duration::from_secs(20);
/// The time limit of a hint.
const HINT_TIME: Duration = Duration::from_millis(1_500);

/// The milliseconds for each engine move that can be chosen, and about where an engine's own time lies among them.
const SPEEDS: [u64; 7] = [10, 50, 200, 500, 1_000, 3_000, 10_000];
const OWN_SPEED: usize = 4;

impl TableScreen {
    /// Starts a search if it is an engine's turn.
    pub(in crate::tui) fn start_search(&mut self, shared: &Shared) {
        let is_searching = self.thinking.is_some() || self.waiting.is_some();
        let Some(player) = self.mover().filter(|&player| self.is_engine(player)) else { return };
        if is_searching || self.paused || self.browse.is_some() {
            return;
        }
        if let Some(forced) = self.forced_move() {
            // There is nothing to think about. The move is made at the next tick.
            self.waiting = Some(forced);
            return;
        }
        let seat = player.index();
        if self.engines[seat].is_none() {
            let seed = SplitMix64::at(!self.table.seed(), seat as u64).next_u64();
            let settings = Settings::seeded(seed);
            self.engines[seat] =
                Some(start_engine(self.table.session(), &self.seats[seat], settings, shared.tx.clone()));
        }
        if let Some(engine) = &mut self.engines[seat] {
            let limits = self.speed.map(|time| Limits { time: Some(time), nodes: None });
            let search = engine.go(&self.table.timeline().moves(), limits);
            self.thinking = Some(Thinking { search, since: shared.now });
        }
    }

    /// Cancels the engine's search and ignores its reply.
    pub(in crate::tui) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.search.stop.stop();
        }
        self.waiting = None;
    }

    /// Makes the engine move now.
    pub(super) fn move_now(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.search.stop.stop();
        }
    }

    /// Returns the engine's move if there is just one.
    fn forced_move(&self) -> Option<String> {
        let mut targets = self.table.session().view().move_targets;
        if targets.len() == 1 { targets.pop().map(|(_, text)| text) } else { None }
    }

    /// Makes the engines faster or slower, from the next move on.
    pub(super) fn change_speed(&mut self, faster: bool, shared: &mut Shared) {
        if !self.has_engines() {
            return;
        }
        let speeds = SPEEDS.map(Duration::from_millis);
        let at = self.speed.and_then(|time| speeds.iter().position(|&one| one == time)).unwrap_or(OWN_SPEED);
        let at = if faster { at.saturating_sub(1) } else { (at + 1).min(speeds.len() - 1) };
        self.speed = Some(speeds[at]);
        let time = match SPEEDS[at] {
            seconds @ 1_000.. => format!("{} s", seconds / 1_000),
            milliseconds => format!("{milliseconds} ms"),
        };
        shared.show_message(format!("Engines take {time} for each move. + is faster, - is slower."));
    }

    /// Pauses or resumes the engines.
    pub(super) fn toggle_pause(&mut self, shared: &mut Shared) {
        if !self.has_engines() {
            return;
        }
        shared.acknowledge(true);
        self.paused = !self.paused;
        if self.paused {
            self.stop_thinking();
            let how = if self.session().info().layout == Layout::Panel {
                "F8 or Enter resumes"
            } else {
                "F8 resumes"
            };
            shared.show_message(format!("Paused. {how}, or move yourself."));
        } else {
            self.start_search(shared);
        }
    }

    /// Handles an engine's reply.
    pub(in crate::tui) fn answered(
        &mut self,
        number: u64,
        answer: Result<String, String>,
        shared: &mut Shared,
    ) {
        if self.analysis.as_ref().is_some_and(|analysis| analysis.search.id == number) {
            self.analysis = None;
            if std::mem::take(&mut self.wants_hint) {
                self.give_hint(answer, shared);
            }
            return;
        }
        // The reply of a canceled search.
        if self.thinking.as_ref().is_none_or(|thinking| thinking.search.id != number) {
            return;
        }
        self.thinking = None;
        let name = self.mover().map(|player| self.name(player).to_string()).unwrap_or_default();
        match answer {
            Ok(text) if self.animation.is_some() => self.waiting = Some(text),
            Ok(text) if self.table.session().check(&text).is_ok() => self.play(text, shared),
            Ok(text) if text == RESIGN => self.pause_after_error(format!("{name} would resign"), shared),
            Ok(text) => self.pause_after_error(format!("{name} chose {text:.40}, which is illegal"), shared),
            Err(reason) => self.pause_after_error(format!("{name}: {reason}"), shared),
        }
    }

    fn pause_after_error(&mut self, reason: String, shared: &mut Shared) {
        self.paused = true;
        if let Some(player) = self.mover() {
            self.engines[player.index()] = None;
        }
        shared.show_failure(format!("{reason}. F8 tries again, or move yourself."));
    }

    /// Handles the passing of time. Returns whether the screen may have changed.
    pub(in crate::tui) fn tick(&mut self, shared: &mut Shared) -> bool {
        let now = shared.now;
        let moving = self.animation.is_some();
        if self.animation.as_ref().is_some_and(|animation| animation.is_over(now)) {
            self.animation = None;
        }
        let waited = self.waiting.is_some() && self.animation.is_none();
        if waited && let Some(text) = self.waiting.take() {
            self.play(text, shared);
        }
        if let Some(analysis) = self.analysis.as_ref().filter(|_| self.wants_hint)
            && now.saturating_sub(analysis.since) >= HINT_TIME
        {
            analysis.search.stop.stop();
        }
        self.check_clock(shared);
        moving || waited || self.is_busy() || self.is_timed()
    }

    /// Shows or hides the analysis.
    pub(super) fn toggle_analysis(&mut self, shared: &mut Shared) {
        self.values = !self.values;
        self.analyze(shared);
    }

    /// Restarts the analysis for the shown position, if it is on.
    pub(super) fn analyze(&mut self, shared: &Shared) {
        if let Some(analysis) = self.analysis.take() {
            analysis.search.stop.stop();
        }
        if let Some(analyst) = &mut self.analyst {
            analyst.forget();
        }
        if self.values {
            self.start_analysis(shared);
        }
    }

    fn start_analysis(&mut self, shared: &Shared) {
        let over = self.browse.is_none() && self.table.ending().is_some();
        if over || !matches!(self.session().turn(), Turn::Player(_)) {
            return;
        }
        if self.analyst.is_none() {
            let Some(spec) = analysis_engine(self.table.session()) else { return };
            let settings = Settings { score_all_moves: true, ..Settings::default() };
            let analyst = start_engine(self.table.session(), &spec, settings, shared.tx.clone());
            self.analyst = Some(analyst);
        }
        let mut moves = self.table.timeline().moves();
        moves.truncate(self.shown_plies());
        if let Some(analyst) = &mut self.analyst {
            let search = analyst.go(&moves, None);
            self.analysis = Some(Thinking { search, since: shared.now });
        }
    }

    /// Shows a good move.
    pub(super) fn ask_hint(&mut self, shared: &mut Shared) {
        if !self.awaits_person() {
            return shared.show_message("There is no move for you to make now.");
        }
        self.hint = None;
        if let Some(best) = self.analyzed().and_then(|thought| thought.line.first().cloned()) {
            return self.give_hint(Ok(best), shared);
        }
        self.wants_hint = true;
        if self.analysis.is_none() {
            self.start_analysis(shared);
        }
        if self.analysis.is_some() {
            shared.show_message("Looking for a good move ...");
        }
    }

    fn give_hint(&mut self, answer: Result<String, String>, shared: &mut Shared) {
        match answer {
            Ok(text) => {
                shared.show_message(format!("Hint: {}   Enter plays it", self.hint_text(&text)));
                self.hint = Some(text);
                self.typed.clear();
                match self.hint_cell() {
                    Some([_, column]) if self.session().info().layout == Layout::Columns => {
                        self.cursor[1] = column;
                        self.row_offset = 0;
                    }
                    Some(cell) => self.cursor = cell,
                    None => {}
                }
            }
            Err(reason) => shared.show_error(format!("No hint: {reason}")),
        }
    }

    fn hint_text(&self, text: &str) -> String {
        let of = |spot: &parlor_play::MoveTarget| match spot {
            parlor_play::MoveTarget::Arrow(word) => Some(format!("press {word}")),
            parlor_play::MoveTarget::Button(word) => Some((*word).to_string()),
            _ => None,
        };
        let spots = self.session().view().move_targets;
        let named = spots.iter().find(|(_, written)| written == text).and_then(|(spot, _)| of(spot));
        named.unwrap_or_else(|| self.shown_move(text))
    }
}

/// Returns the strongest engine that can play this board and can be waited for.
fn analysis_engine(session: &dyn parlor_play::Session) -> Option<PlayerSpec> {
    let engines = parlor_play::game(session.info().name)?.engines();
    let names = engines.iter().rev().filter(|engine| engine.is_timely).map(|engine| engine.name);
    let limits = Limits { time: Some(ANALYSIS_TIME), nodes: None };
    let mut seated = names.map(|name| PlayerSpec::Engine { name: name.into(), limits });
    seated.find(|who| session.check_player(who).is_ok())
}
