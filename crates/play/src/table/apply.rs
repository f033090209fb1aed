//! Applies events to the table.

use super::{Clock, Ending, Entry, Event, Offer, Table};
use crate::{CONTINUE, ForkPoint, MoveError, Step};
use parlor_rules::Turn;
use std::fmt;

/// The effect of an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// The changes of the board, phase by phase.
    pub steps: Vec<Step>,
    /// The number of plies that are unchanged. The plies after them are new.
    pub kept: usize,
}

/// An error for an event that is impossible here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadEvent {
    /// The move is illegal.
    Move(MoveError),
    /// The event is impossible at this point.
    OutOfPlace,
    /// The game is over.
    GameOver,
    /// The comment is too long.
    TooLong,
    /// The recorded ending differs from the game's.
    WrongEnd {
        /// The ending in the record.
        claimed: Ending,
        /// The actual ending, if there is one.
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

impl Table {
    /// Applies an event: one that a command led to, or the next one of a record.
    ///
    /// An impossible event is an error and changes nothing.
    pub fn apply(&mut self, entry: &Entry) -> Result<Applied, BadEvent> {
        let before = self.timeline().len();
        let steps = self.change(&entry.event, entry.at)?;
        self.note(entry);
        self.run_clock(entry.at);
        let kept = match entry.event {
            Event::Undo(_) => self.timeline().len(),
            Event::Rematch { .. } => 0,
            _ => before,
        };
        Ok(Applied { steps, kept })
    }

    /// Makes a player's move, and returns what it did.
    pub(super) fn play_move(&mut self, text: &str, at: Option<u64>) -> Result<Vec<Step>, MoveError> {
        let mover = self.session.turn().player();
        let steps = self.session.play(text)?.steps.clone();
        self.offer = None;
        if let (Some(clock), Some(mover), Some(at)) = (&mut self.clock, mover, at) {
            clock.moved(mover, at);
        }
        Ok(steps)
    }

    /// Starts the clock of the player to move, if everybody is there.
    pub(super) fn run_clock(&mut self, at: Option<u64>) {
        let is_stopped = self.announced.is_some() || self.is_waiting;
        if let (Some(clock), Some(at)) = (&mut self.clock, at) {
            clock.turn_to(self.session.turn().player().filter(|_| !is_stopped), at);
        }
    }

    /// Adds an entry to the log, if it is kept.
    pub(super) fn note(&mut self, entry: &Entry) {
        if self.keeps_log {
            self.log.push(entry.clone());
        }
    }

    fn change(&mut self, event: &Event, at: Option<u64>) -> Result<Vec<Step>, BadEvent> {
        let is_over = self.ending().is_some();
        let while_running = |is_in_place: bool| match (is_over, is_in_place) {
            (true, _) => Err(BadEvent::GameOver),
            (false, false) => Err(BadEvent::OutOfPlace),
            (false, true) => Ok(()),
        };
        match event {
            Event::Move(text) => {
                while_running(self.session.turn() != Turn::Chance)?;
                return self.play_move(text, at).map_err(BadEvent::Move);
            }
            Event::Chance(text) => {
                while_running(self.session.turn() == Turn::Chance)?;
                let ply = self.session.play(text).map_err(BadEvent::Move)?;
                return Ok(ply.steps.clone());
            }
            Event::Undo(count) => {
                if *count == 0 || *count > self.timeline().len() {
                    return Err(BadEvent::OutOfPlace);
                }
                for _ in 0..*count {
                    self.session.undo();
                }
                self.forget_ending();
                self.offer = None;
            }
            Event::Redo(count) => return self.redo(*count),
            Event::Cancel => {
                while_running(true)?;
                self.table_ending = Some(Ending::Canceled);
            }
            Event::Resign(player) => {
                while_running(self.has_seat(*player))?;
                self.table_ending = Some(Ending::Resigned(*player));
            }
            Event::Forfeit { by, fault } => {
                while_running(self.has_seat(*by))?;
                self.table_ending = Some(Ending::Forfeited(*by));
                self.forfeit = Some((*by, fault.clone()));
            }
            Event::Offer { by, what } => {
                let is_possible = self.offer.is_none() && self.has_seat(*by) && self.names.len() == 2;
                let is_in_time = is_over == (*what == Offer::Rematch);
                if !is_possible || !is_in_time {
                    return Err(BadEvent::OutOfPlace);
                }
                self.offer = Some((*by, *what));
            }
            Event::Accept(player) => match self.offer.take_if(|(by, _)| by.other() == *player) {
                Some((_, Offer::Draw)) => self.table_ending = Some(Ending::Agreed),
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
                while_running(self.clock.is_some() && self.has_seat(*player))?;
                self.table_ending = Some(Ending::Time(*player));
            }
            Event::Continue => {
                if self.table_ending.is_some() || self.session.play(CONTINUE).is_err() {
                    return Err(BadEvent::OutOfPlace);
                }
                self.forget_ending();
            }
            Event::Rematch { exchange, seed } => {
                if !is_over {
                    return Err(BadEvent::OutOfPlace);
                }
                self.start_round(*exchange, *seed);
            }
            Event::Comment(text) => {
                if text.chars().count() > Event::LONGEST_COMMENT {
                    return Err(BadEvent::TooLong);
                }
            }
            Event::End(ending) => self.announce(*ending)?,
        }
        Ok(Vec::new())
    }

    fn redo(&mut self, count: usize) -> Result<Vec<Step>, BadEvent> {
        if count == 0 || count > self.timeline().redo_count() || self.table_ending.is_some() {
            return Err(BadEvent::OutOfPlace);
        }
        let mut steps = Vec::new();
        for _ in 0..count {
            let ply = self.session.redo().ok_or(BadEvent::OutOfPlace)?;
            steps.extend(ply.steps.iter().cloned());
        }
        self.forget_ending();
        self.offer = None;
        Ok(steps)
    }

    fn start_round(&mut self, exchange: bool, seed: Option<u64>) {
        self.session = self.session.fork(ForkPoint::Start);
        if !self.keeps_log {
            self.session.forget_steps();
        }
        (self.table_ending, self.announced, self.offer, self.forfeit) = (None, None, None, None);
        self.seed = seed.unwrap_or(self.seed);
        self.clock = self.header.clock.map(Clock::new);
        self.round += 1;
        if exchange {
            self.is_exchanged = !self.is_exchanged;
            self.names.reverse();
            self.seats.reverse();
            self.wins.reverse();
        }
    }

    fn announce(&mut self, ending: Ending) -> Result<(), BadEvent> {
        if self.announced.is_some() {
            return Err(BadEvent::GameOver);
        }
        if self.ending() != Some(ending) {
            return Err(BadEvent::WrongEnd { claimed: ending, found: self.ending() });
        }
        self.announced = Some(ending);
        if let Some(winner) = ending.winner() {
            self.wins[winner.index()] += 1;
        }
        Ok(())
    }

    /// Removes the ending and the win that was counted for it.
    fn forget_ending(&mut self) {
        if let Some(winner) = self.announced.and_then(Ending::winner) {
            self.wins[winner.index()] -= 1;
        }
        (self.table_ending, self.announced, self.forfeit) = (None, None, None);
    }
}
