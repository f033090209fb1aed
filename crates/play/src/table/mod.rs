//! A table: a session with players, a clock and rounds, as a pure, event-sourced core.
//!
//! [`Table::decide`] turns a [`Command`] into [`Event`]s or a [`Refusal`] and changes nothing;
//! [`Table::apply`] takes an event in. A record, an autosave, a server's log, crash recovery and replay are then
//! the same thing: the events so far, applied to the same [`Header`].

mod apply;
mod clock;
mod decide;
mod event;
mod header;

pub use apply::{Applied, BadEvent};
pub use clock::{Clock, TimeControl};
pub use decide::{Command, RESIGN, Refusal};
pub use event::{Ending, Entry, Event, Fault, Offer};
pub use header::{Header, MatchGame, SetupRecord};

use crate::view::{Step, View};
use crate::{BadOptions, CONTINUE, RecordedPlayer, Session, Timeline, game};
use parlor_rules::{Player, Turn};

/// A game with its seats, clock, rounds and history.
pub struct Table {
    header: Header,
    session: Box<dyn Session>,
    names: Vec<String>,
    seats: Vec<RecordedPlayer>,
    max_plies: Option<u64>,
    seed: u64,
    /// An ending that the board does not know of: resigned, forfeited, time, agreed.
    table_ending: Option<Ending>,
    /// The ending as it was announced by an event.
    announced: Option<Ending>,
    offer: Option<(Player, Offer)>,
    clock: Option<Clock>,
    wins: [u64; 2],
    round: u64,
    is_exchanged: bool,
    forfeit: Option<(Player, Fault)>,
    log: Vec<Entry>,
    keeps_log: bool,
    /// Whether somebody has not come yet.
    is_waiting: bool,
}

/// The outcome of a command. Even a refused command may have events: those that were due before it.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct ActOutcome {
    /// The events, already applied, in order.
    pub entries: Vec<Entry>,
    /// The changes of the board, phase by phase.
    pub steps: Vec<Step>,
    /// The number of plies that are unchanged. The plies after them are new.
    pub kept: usize,
    /// Why the command itself was refused, if it was.
    pub refusal: Option<Refusal>,
}

impl Table {
    /// Opens a table for a game as its header describes it.
    pub fn open(mut header: Header) -> Result<Table, BadOptions> {
        let game = game(&header.game).ok_or_else(|| BadOptions::NoSuchGame(header.game.clone()))?;
        let names = header.checked_names(game.info())?;
        header.parlor = Header::VERSION;
        let mut session = game.start(&header.options)?;
        if let Some(setup) = &header.setup {
            session = session.set_up(&setup.to_setup()?)?;
        }
        Ok(Table {
            names,
            seats: header.seats.clone(),
            max_plies: header.max_plies.or(game.info().limit(&header.options)),
            seed: header.seed.unwrap_or(0),
            table_ending: None,
            announced: None,
            offer: None,
            clock: header.clock.map(Clock::new),
            wins: [0; 2],
            round: 1,
            is_exchanged: false,
            forfeit: None,
            log: Vec::new(),
            keeps_log: true,
            is_waiting: false,
            session,
            header,
        })
    }

    /// Returns the header that the table was opened with.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the game in progress.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Returns the line of the round that is played.
    pub fn timeline(&self) -> &Timeline {
        self.session.timeline()
    }

    /// Keeps no log from now on, and of the plies only what the last one did: for whoever has the log elsewhere.
    pub fn forget_log(&mut self) {
        (self.log, self.keeps_log) = (Vec::new(), false);
        self.session.forget_steps();
    }

    /// Says whether somebody has not come yet. No clock runs until everybody is there.
    pub fn set_waiting(&mut self, is_waiting: bool, at: Option<u64>) {
        self.is_waiting = is_waiting;
        self.run_clock(at);
    }

    /// Returns everything that has happened at the table, in order; nothing if the log is not kept.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Returns what a front end draws.
    pub fn view(&self) -> View {
        self.session.view()
    }

    /// Returns the players' names, player one first.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns who plays on each seat, player one first; empty where the table was not told.
    pub fn seats(&self) -> &[RecordedPlayer] {
        &self.seats
    }

    /// Changes who plays on each seat, here and in the header.
    pub fn set_seats(&mut self, seats: Vec<RecordedPlayer>) {
        self.header.seats.clone_from(&seats);
        self.seats = seats;
    }

    /// Says which game of a match it is and how it was forfeited, where header and events do not.
    pub(crate) fn set_match_game(&mut self, game: MatchGame, forfeit: Option<(Player, Fault)>) {
        self.header.match_game = Some(game);
        self.forfeit = forfeit;
    }

    /// Returns the games won so far at this table, by seat.
    pub fn wins(&self) -> [u64; 2] {
        self.wins
    }

    /// Returns which game at this table this is, from 1.
    pub fn round(&self) -> u64 {
        self.round
    }

    /// Returns whether the players sit on each other's seats, compared with the first round.
    pub fn is_exchanged(&self) -> bool {
        self.is_exchanged
    }

    /// Returns the table as it stood at the end of an earlier round; none if there was no such round.
    pub fn at_end_of_round(&self, round: u64) -> Option<Table> {
        self.at_end_of_round_in(&self.log, round)
    }

    /// Returns the same from a log that is kept elsewhere.
    pub fn at_end_of_round_in(&self, log: &[Entry], round: u64) -> Option<Table> {
        if round == 0 || round >= self.round {
            return None;
        }
        let mut table = Table::open(self.header.clone()).ok()?;
        for entry in log {
            if table.round == round && matches!(entry.event, Event::Rematch { .. }) {
                break;
            }
            table.apply(entry).ok()?;
        }
        Some(table)
    }

    /// Returns the seed of this round's chance.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns whether the player may continue after a win: not where no move is left.
    pub fn can_continue(&self) -> bool {
        self.ending() == Some(Ending::Reached) && self.session.check(CONTINUE).is_ok()
    }

    /// Returns the open offer and the player who made it.
    pub fn offer(&self) -> Option<(Player, Offer)> {
        self.offer
    }

    /// Returns the clock, if the game is timed.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Returns whose program forfeited the game, and how.
    pub fn forfeit(&self) -> Option<&(Player, Fault)> {
        self.forfeit.as_ref()
    }

    /// Returns how the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        let is_at_limit = self.max_plies.is_some_and(|most| self.timeline().player_moves() as u64 >= most);
        match (self.table_ending, self.session.turn()) {
            (Some(ending), _) => Some(ending),
            (None, Turn::Over(outcome)) => Some(outcome.into()),
            // A chance move that is due comes first.
            (None, Turn::Player(_)) if is_at_limit => Some(Ending::MoveLimit),
            _ => None,
        }
    }

    /// Carries out a command, and whatever is due by itself before and after it: chance, a fallen flag, the
    /// announcement of the end.
    pub fn act(&mut self, command: &Command, now: u64) -> ActOutcome {
        let mut outcome = self.settle(now);
        let done = match command {
            // A move is parsed and checked once, by making it.
            Command::Move { by, text } => self.make_move(*by, text, now, &mut outcome),
            _ => self.decide(command, now).map(|events| self.take(events, now, &mut outcome)),
        };
        match done {
            Ok(_) => self.settle_into(now, &mut outcome),
            Err(refusal) => outcome.refusal = Some(refusal),
        }
        outcome
    }

    /// Applies whatever is due by itself: chance, a fallen flag, the announcement of the end.
    pub fn settle(&mut self, now: u64) -> ActOutcome {
        let kept = self.timeline().len();
        let mut outcome = ActOutcome { entries: Vec::new(), steps: Vec::new(), kept, refusal: None };
        self.settle_into(now, &mut outcome);
        outcome
    }

    /// Ends the game: this player's program has broken the rules of the match.
    pub fn forfeit_by(&mut self, by: Player, fault: Fault, now: u64) -> ActOutcome {
        let mut outcome = self.settle(now);
        if self.take(vec![Event::Forfeit { by, fault }], now, &mut outcome) {
            self.settle_into(now, &mut outcome);
        } else {
            outcome.refusal = Some(Refusal::GameOver);
        }
        outcome
    }

    fn settle_into(&mut self, now: u64, outcome: &mut ActOutcome) {
        while let Some(event) = self.due(now) {
            if !self.take(vec![event], now, outcome) {
                break;
            }
        }
    }

    fn make_move(
        &mut self,
        by: Option<Player>,
        text: &str,
        now: u64,
        outcome: &mut ActOutcome,
    ) -> Result<bool, Refusal> {
        self.check_may_move(by, now)?;
        let steps = self.play_move(text, Some(now)).map_err(Refusal::Move)?;
        // The record has the canonical text of the move, however it was typed.
        let written = self.timeline().last().map(|ply| ply.text.clone()).unwrap_or_default();
        let entry = Entry { event: Event::Move(written), at: Some(now) };
        self.note(&entry);
        self.run_clock(Some(now));
        outcome.steps.extend(steps);
        outcome.entries.push(entry);
        Ok(true)
    }

    /// Applies events that were decided here; returns whether all could be applied.
    fn take(&mut self, events: Vec<Event>, now: u64, outcome: &mut ActOutcome) -> bool {
        for event in events {
            let entry = Entry { event, at: Some(now) };
            match self.apply(&entry) {
                Ok(applied) => {
                    outcome.steps.extend(applied.steps);
                    outcome.kept = outcome.kept.min(applied.kept);
                }
                Err(_) => return false,
            }
            outcome.entries.push(entry);
        }
        true
    }

    fn has_seat(&self, player: Player) -> bool {
        player.index() < self.names.len()
    }
}
