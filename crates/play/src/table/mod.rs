//! A table: a session with people around it, as a pure, event-sourced core.
//!
//! [`Table::decide`] turns a [`Command`] into [`Event`]s or a [`Refusal`] and changes nothing;
//! [`Table::apply`] takes an event in. A record, an autosave, a server's log, crash recovery and replay are then
//! the same thing: the events so far, applied to the same [`Header`].

mod clock;
mod decide;
mod event;
mod header;

pub use clock::{Clock, TimeControl};
pub use decide::{Command, Refusal};
pub use event::{Ending, Entry, Event, Offer};
pub use header::{Header, SetupRecord};

use crate::view::{Step, View};
use crate::{BadOptions, MoveError, Session, game};
use parlor_rules::{Player, Turn};
use std::fmt;

/// A game with its seats, clock, rounds and history.
pub struct Table {
    header: Header,
    session: Box<dyn Session>,
    names: Vec<String>,
    max_plies: Option<u64>,
    seed: u64,
    /// An ending the board does not know of: resigned, time, agreed.
    called_off: Option<Ending>,
    /// The ending as it was announced by an event.
    announced: Option<Ending>,
    offer: Option<(Player, Offer)>,
    clock: Option<Clock>,
    wins: [u64; 2],
    round: u64,
}

/// What a command led to, refused or not: something may have been due before it.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct ActOutcome {
    /// The events, already applied, in order.
    pub entries: Vec<Entry>,
    /// What they did to the board, phase by phase.
    pub steps: Vec<Step>,
    /// Why the command itself came to nothing, if it did.
    pub refusal: Option<Refusal>,
}

impl Table {
    /// Opens a table for a game as its header describes it.
    pub fn open(header: Header) -> Result<Table, BadOptions> {
        let game = game(&header.game).ok_or_else(|| BadOptions::NoSuchGame(header.game.clone()))?;
        let names = header.checked(game.about())?;
        let mut session = game.start(&header.options)?;
        if let Some(setup) = &header.setup {
            session = session.set_up(&setup.to_setup()?)?;
        }
        Ok(Table {
            names,
            max_plies: header.max_plies.or(game.about().limit(&header.options)),
            seed: header.seed.unwrap_or(0),
            called_off: None,
            announced: None,
            offer: None,
            clock: header.clock.map(Clock::new),
            wins: [0; 2],
            round: 1,
            session,
            header,
        })
    }

    /// What the table was opened with.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The game in progress.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The game as it stands, drawn.
    pub fn view(&self) -> View {
        self.session.view()
    }

    /// The players' names, player one first.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Games won so far at this table, by seat.
    pub fn wins(&self) -> [u64; 2] {
        self.wins
    }

    /// Which game at this table this is, from 1.
    pub fn round(&self) -> u64 {
        self.round
    }

    /// Whether the game can be gone on with after a win: not where no move is left.
    pub fn can_continue(&self) -> bool {
        self.ending() == Some(Ending::Reached) && self.session.snapshot().continue_after_win()
    }

    /// What is on offer, and by whom.
    pub fn offer(&self) -> Option<(Player, Offer)> {
        self.offer
    }

    /// The clock, if the game is timed.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        let limit = self.max_plies.is_some_and(|most| self.session.players_plies() as u64 >= most);
        match (self.called_off, self.session.turn()) {
            (Some(ending), _) => Some(ending),
            (None, Turn::Over(outcome)) => Some(outcome.into()),
            // A tile that is due still appears.
            (None, Turn::Player(_)) if limit => Some(Ending::MoveLimit),
            _ => None,
        }
    }

    /// Decides a command, applies what comes of it, and whatever is due by itself afterwards: chance, a fallen
    /// flag, the announcement of the end.
    pub fn act(&mut self, command: &Command, now: u64) -> ActOutcome {
        let mut acted = self.settle(now);
        match self.decide(command, now) {
            Ok(events) => {
                self.take(events, now, &mut acted);
                let after = self.settle(now);
                acted.entries.extend(after.entries);
                acted.steps.extend(after.steps);
            }
            Err(refusal) => acted.refusal = Some(refusal),
        }
        acted
    }

    /// Applies whatever is due by itself: chance, a fallen flag, the announcement of the end.
    pub fn settle(&mut self, now: u64) -> ActOutcome {
        let mut acted = ActOutcome::default();
        while let Some(event) = self.due(now) {
            if !self.take(vec![event], now, &mut acted) {
                break;
            }
        }
        acted
    }

    /// Takes an event in: what a command has been decided to, or the next of a record.
    ///
    /// An event that can't have happened is refused and changes nothing.
    pub fn apply(&mut self, entry: &Entry) -> Result<Vec<Step>, BadEvent> {
        let steps = self.change(&entry.event, entry.at)?;
        if let (Some(clock), Some(at)) = (&mut self.clock, entry.at) {
            clock.turn_to(self.session.turn().player().filter(|_| self.announced.is_none()), at);
        }
        Ok(steps)
    }

    fn take(&mut self, events: Vec<Event>, now: u64, acted: &mut ActOutcome) -> bool {
        for event in events {
            let entry = Entry { event, at: Some(now) };
            match self.apply(&entry) {
                Ok(steps) => acted.steps.extend(steps),
                Err(_) => return false,
            }
            acted.entries.push(entry);
        }
        true
    }

    fn change(&mut self, event: &Event, at: Option<u64>) -> Result<Vec<Step>, BadEvent> {
        let ended = self.ending().is_some();
        let running = |fine: bool| match (ended, fine) {
            (true, _) => Err(BadEvent::GameOver),
            (false, false) => Err(BadEvent::OutOfPlace),
            (false, true) => Ok(()),
        };
        match event {
            Event::Move(text) => {
                running(self.session.turn() != Turn::Chance)?;
                let mover = self.session.turn().player();
                let steps = self.session.play(text).map_err(BadEvent::Move)?;
                self.offer = None;
                if let (Some(clock), Some(mover), Some(at)) = (&mut self.clock, mover, at) {
                    clock.moved(mover, at);
                }
                return Ok(steps);
            }
            Event::Chance(text) => {
                running(self.session.turn() == Turn::Chance)?;
                return self.session.play(text).map_err(BadEvent::Move);
            }
            Event::Undo(count) => {
                if *count == 0 || *count > self.session.undo_count() {
                    return Err(BadEvent::OutOfPlace);
                }
                for _ in 0..*count {
                    self.session.undo();
                }
                self.forget_ending();
                self.offer = None;
            }
            Event::Resign(player) => {
                running(self.has_seat(*player))?;
                self.called_off = Some(Ending::Resigned(*player));
            }
            Event::Offer { by, what } => {
                let fits = self.offer.is_none() && self.has_seat(*by) && self.names.len() == 2;
                let in_time = ended == (*what == Offer::Rematch);
                if !fits || !in_time {
                    return Err(BadEvent::OutOfPlace);
                }
                self.offer = Some((*by, *what));
            }
            Event::Accept(player) => match self.offer.take_if(|(by, _)| by.other() == *player) {
                Some((_, Offer::Draw)) => self.called_off = Some(Ending::Agreed),
                Some(_) => {}
                None => return Err(BadEvent::OutOfPlace),
            },
            Event::Decline(player) => {
                self.offer.take_if(|(by, _)| by.other() == *player).ok_or(BadEvent::OutOfPlace)?;
            }
            Event::Withdraw(player) => {
                self.offer.take_if(|(by, _)| by == player).ok_or(BadEvent::OutOfPlace)?;
            }
            Event::Flag(player) => {
                running(self.clock.is_some() && self.has_seat(*player))?;
                self.called_off = Some(Ending::Time(*player));
            }
            Event::Continue => {
                if self.called_off.is_some() || !self.session.continue_after_win() {
                    return Err(BadEvent::OutOfPlace);
                }
                self.forget_ending();
            }
            Event::Rematch { exchange, seed } => {
                if !ended {
                    return Err(BadEvent::OutOfPlace);
                }
                self.session = self.session.restarted();
                (self.called_off, self.announced, self.offer) = (None, None, None);
                self.seed = seed.unwrap_or(self.seed);
                self.clock = self.header.clock.map(Clock::new);
                self.round += 1;
                if *exchange {
                    self.names.reverse();
                    self.wins.reverse();
                }
            }
            Event::Comment(text) => {
                if text.chars().count() > Event::LONGEST_COMMENT {
                    return Err(BadEvent::TooLong);
                }
            }
            Event::End(ending) => {
                if self.announced.is_some() {
                    return Err(BadEvent::GameOver);
                }
                if self.ending() != Some(*ending) {
                    return Err(BadEvent::WrongEnd { claimed: *ending, found: self.ending() });
                }
                self.announced = Some(*ending);
                if let Some(winner) = ending.winner() {
                    self.wins[winner.index()] += 1;
                }
            }
        }
        Ok(Vec::new())
    }

    fn has_seat(&self, player: Player) -> bool {
        player.index() < self.names.len()
    }

    /// Takes back an ending together with the win that was counted for it.
    fn forget_ending(&mut self) {
        if let Some(winner) = self.announced.and_then(Ending::winner) {
            self.wins[winner.index()] -= 1;
        }
        (self.called_off, self.announced) = (None, None);
    }
}

/// An event that can't have happened here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadEvent {
    /// A move that can't be made.
    Move(MoveError),
    /// Nothing of the kind could happen at this point.
    OutOfPlace,
    /// The game is over.
    GameOver,
    /// A comment longer than comments may be.
    TooLong,
    /// The end is said to be another than the board's.
    WrongEnd {
        /// What the record says.
        claimed: Ending,
        /// How the game stands.
        found: Option<Ending>,
    },
}

impl fmt::Display for BadEvent {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadEvent::Move(error) => error.fmt(out),
            BadEvent::OutOfPlace => out.write_str("this can't happen here"),
            BadEvent::GameOver => out.write_str("the game is over"),
            BadEvent::TooLong => {
                write!(out, "a comment has at most {} characters", Event::LONGEST_COMMENT)
            }
            BadEvent::WrongEnd { claimed, found: Some(found) } => {
                write!(out, "the record says {claimed}, the game is {found}")
            }
            BadEvent::WrongEnd { claimed, found: None } => {
                write!(out, "the record says {claimed}, the game goes on")
            }
        }
    }
}

impl std::error::Error for BadEvent {}
