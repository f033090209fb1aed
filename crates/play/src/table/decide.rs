//! Turns commands into events or refusals.

use super::{Event, Offer, Table};
use crate::MoveError;
use parlor_rules::{Player, Turn};
use std::fmt;

/// A command of a player.
///
/// `by` is the player who sends it. None means one device that both players share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Make a move.
    Move {
        /// From which seat.
        by: Option<Player>,
        /// The move as text.
        text: String,
    },
    /// Undo the last move of a seat, and whatever came after it.
    Undo {
        /// From which seat.
        by: Option<Player>,
    },
    /// Redo the next move of a seat that was undone, and whatever came before it.
    Redo {
        /// From which seat.
        by: Option<Player>,
    },
    /// Call the game off.
    Cancel,
    /// Resign.
    Resign {
        /// From which seat.
        by: Player,
    },
    /// Offer the other player something.
    Offer {
        /// From which seat.
        by: Player,
        /// What.
        what: Offer,
    },
    /// Accept what the other player offers.
    Accept {
        /// From which seat.
        by: Player,
    },
    /// Decline it.
    Decline {
        /// From which seat.
        by: Player,
    },
    /// Withdraw your offer.
    Withdraw {
        /// From which seat.
        by: Player,
    },
    /// Continue after winning.
    Continue,
    /// Play again at the same table.
    Rematch {
        /// Whether the players exchange their seats.
        exchange: bool,
        /// The seed of the new game's chance.
        seed: Option<u64>,
    },
    /// Add a comment.
    Comment(String),
}

/// What an engine says instead of a move to give up. Engines of Parlor never do, other programs may.
pub const RESIGN: &str = "resign";

impl Command {
    /// Returns the command of what an engine on a seat chose: a move, or to resign.
    pub fn of_engine(by: Player, chosen: String) -> Command {
        if chosen == RESIGN { Command::Resign { by } } else { Command::Move { by: Some(by), text: chosen } }
    }
}

/// The reason for which a command is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// The game is not over yet.
    NotOver,
    /// It is the other player's turn.
    NotYourTurn(Player),
    /// The move is illegal.
    Move(MoveError),
    /// There is nothing to undo.
    NothingToUndo,
    /// There is nothing to redo.
    NothingToRedo,
    /// This player has no offer to answer.
    NoOffer,
    /// There is an open offer already.
    OfferPending,
    /// The game can't be continued.
    CannotContinue,
    /// A game for one has no other player.
    Alone,
    /// The comment is too long.
    TooLong,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::GameOver => out.write_str("the game is over"),
            Refusal::NotOver => out.write_str("the game is not over"),
            Refusal::NotYourTurn(player) => write!(out, "not p{player}'s turn"),
            Refusal::Move(error) => error.fmt(out),
            Refusal::NothingToUndo => out.write_str("there is nothing to undo"),
            Refusal::NothingToRedo => out.write_str("there is nothing to redo"),
            Refusal::NoOffer => out.write_str("nothing is on offer"),
            Refusal::OfferPending => out.write_str("something is on offer already"),
            Refusal::CannotContinue => out.write_str("the game can't be continued"),
            Refusal::Alone => out.write_str("there is no other player"),
            Refusal::TooLong => {
                write!(out, "a comment has at most {} characters", Event::LONGEST_COMMENT)
            }
        }
    }
}

impl std::error::Error for Refusal {}

impl Table {
    /// Returns the events of a command, or the reason why it is refused. Changes nothing.
    pub fn decide(&self, command: &Command, now: u64) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Move { by, text } => {
                self.check_may_move(*by, now)?;
                let written = self.session.check(text).map_err(Refusal::Move)?;
                Ok(vec![Event::Move(written)])
            }
            Command::Undo { by } => Ok(vec![self.undo_of(*by)?]),
            Command::Redo { .. } if self.table_ending.is_some() => Err(Refusal::GameOver),
            Command::Redo { by } => {
                let count = self.session.timeline().plies_to_redo(*by);
                count.map(|count| vec![Event::Redo(count)]).ok_or(Refusal::NothingToRedo)
            }
            Command::Cancel => {
                self.check_running(now)?;
                Ok(vec![Event::Cancel])
            }
            Command::Resign { by } => {
                self.check_running(now)?;
                Ok(vec![Event::Resign(*by)])
            }
            Command::Offer { by, what } => self.decide_offer(*by, *what),
            Command::Accept { by } => self.decide_accept(*by),
            Command::Decline { by } => match self.offer {
                Some((offering, _)) if offering.other() == *by => Ok(vec![Event::Decline(*by)]),
                _ => Err(Refusal::NoOffer),
            },
            Command::Withdraw { by } => match self.offer {
                Some((offering, _)) if offering == *by => Ok(vec![Event::Withdraw(*by)]),
                _ => Err(Refusal::NoOffer),
            },
            Command::Continue if self.can_continue() => Ok(vec![Event::Continue]),
            Command::Continue => Err(Refusal::CannotContinue),
            Command::Rematch { exchange, seed } => match self.ending() {
                Some(_) => Ok(vec![Event::Rematch { exchange: *exchange, seed: *seed }]),
                None => Err(Refusal::NotOver),
            },
            Command::Comment(text) if text.chars().count() > Event::LONGEST_COMMENT => Err(Refusal::TooLong),
            Command::Comment(text) => Ok(vec![Event::Comment(text.clone())]),
        }
    }

    /// Returns an error unless this seat may move now.
    pub(super) fn check_may_move(&self, by: Option<Player>, now: u64) -> Result<(), Refusal> {
        self.check_running(now)?;
        match (by, self.session.turn()) {
            (Some(by), Turn::Player(next)) if by != next => Err(Refusal::NotYourTurn(by)),
            _ => Ok(()),
        }
    }

    fn check_running(&self, now: u64) -> Result<(), Refusal> {
        let has_fallen = self.clock.as_ref().is_some_and(|clock| clock.fallen(now).is_some());
        if self.ending().is_some() || has_fallen { Err(Refusal::GameOver) } else { Ok(()) }
    }

    /// Returns the automatic event that is due: a chance move, a fallen flag or the announcement of the end.
    pub fn due(&self, now: u64) -> Option<Event> {
        if let Some(ending) = self.ending() {
            return self.announced.is_none().then_some(Event::End(ending));
        }
        if let Some(player) = self.clock.as_ref().and_then(|clock| clock.fallen(now)) {
            return Some(Event::Flag(player));
        }
        self.session.chance(self.seed).map(Event::Chance)
    }

    fn undo_of(&self, by: Option<Player>) -> Result<Event, Refusal> {
        self.session.timeline().plies_to_undo(by).map(Event::Undo).ok_or(Refusal::NothingToUndo)
    }

    fn decide_offer(&self, by: Player, what: Offer) -> Result<Vec<Event>, Refusal> {
        if self.names.len() < 2 {
            return Err(Refusal::Alone);
        }
        if self.offer.is_some() {
            return Err(Refusal::OfferPending);
        }
        match (what, self.ending()) {
            (Offer::Rematch, None) => return Err(Refusal::NotOver),
            (Offer::Draw | Offer::Undo, Some(_)) => return Err(Refusal::GameOver),
            (Offer::Undo, None) => drop(self.undo_of(Some(by))?),
            _ => {}
        }
        Ok(vec![Event::Offer { by, what }])
    }

    fn decide_accept(&self, by: Player) -> Result<Vec<Event>, Refusal> {
        let Some((offering, what)) = self.offer.filter(|(offering, _)| offering.other() == by) else {
            return Err(Refusal::NoOffer);
        };
        let accepted = Event::Accept(by);
        Ok(match what {
            Offer::Draw => vec![accepted],
            Offer::Undo => vec![accepted, self.undo_of(Some(offering))?],
            Offer::Rematch => vec![accepted, Event::Rematch { exchange: true, seed: None }],
        })
    }
}
