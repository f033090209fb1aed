//! Turning what somebody wants into what happens.

use super::{Event, Offer, Table};
use crate::MoveError;
use parlor_rules::{Player, Turn};
use std::fmt;

/// What somebody at a table wants.
///
/// `by` says whose seat it comes from; nothing stands for one device that serves both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// To make a move.
    Move {
        /// From which seat.
        by: Option<Player>,
        /// The move as text.
        text: String,
    },
    /// To take back the last move of a seat, and whatever came after it.
    Undo {
        /// From which seat.
        by: Option<Player>,
    },
    /// To give up.
    Resign {
        /// From which seat.
        by: Player,
    },
    /// To offer the other player something.
    Offer {
        /// From which seat.
        by: Player,
        /// What.
        what: Offer,
    },
    /// To take what the other player offers.
    Accept {
        /// From which seat.
        by: Player,
    },
    /// Not to take it.
    Decline {
        /// From which seat.
        by: Player,
    },
    /// To think better of one's own offer.
    Withdraw {
        /// From which seat.
        by: Player,
    },
    /// To go on after winning.
    Continue,
    /// To play again at the same table.
    Rematch {
        /// Whether the players exchange their seats.
        exchange: bool,
        /// The chance of the new game.
        seed: Option<u64>,
    },
    /// To say something.
    Comment(String),
}

/// Why a command comes to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// The game is not over yet.
    NotOver,
    /// It is the other player's turn.
    NotYourTurn(Player),
    /// The move can't be made.
    Move(MoveError),
    /// There is nothing to take back.
    NothingToUndo,
    /// Nothing is on offer to this seat.
    NoOffer,
    /// Something is on offer already.
    OfferPending,
    /// The game can't go on.
    CannotGoOn,
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
            Refusal::NothingToUndo => out.write_str("there is nothing to take back"),
            Refusal::NoOffer => out.write_str("nothing is on offer"),
            Refusal::OfferPending => out.write_str("something is on offer already"),
            Refusal::CannotGoOn => out.write_str("the game can't go on"),
            Refusal::Alone => out.write_str("there is no other player"),
            Refusal::TooLong => {
                write!(out, "a comment has at most {} characters", Event::LONGEST_COMMENT)
            }
        }
    }
}

impl std::error::Error for Refusal {}

impl Table {
    /// What a command leads to, or why it leads to nothing. Nothing is changed.
    pub fn decide(&self, command: &Command, now: u64) -> Result<Vec<Event>, Refusal> {
        let fallen = self.clock.as_ref().and_then(|clock| clock.fallen(now));
        let over = self.ending().is_some() || fallen.is_some();
        let running = if over { Err(Refusal::GameOver) } else { Ok(()) };
        match command {
            Command::Move { by, text } => {
                running?;
                if let (Some(by), Turn::Player(next)) = (*by, self.session.turn())
                    && by != next
                {
                    return Err(Refusal::NotYourTurn(by));
                }
                // However it was typed, it is kept as it is written.
                let written = self.session.check(text).map_err(Refusal::Move)?;
                Ok(vec![Event::Move(written)])
            }
            Command::Undo { by } => Ok(vec![self.undo_of(*by)?]),
            Command::Resign { by } => {
                running?;
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
            Command::Continue => Err(Refusal::CannotGoOn),
            Command::Rematch { exchange, seed } => match self.ending() {
                Some(_) => Ok(vec![Event::Rematch { exchange: *exchange, seed: *seed }]),
                None => Err(Refusal::NotOver),
            },
            Command::Comment(text) if text.chars().count() > Event::LONGEST_COMMENT => Err(Refusal::TooLong),
            Command::Comment(text) => Ok(vec![Event::Comment(text.clone())]),
        }
    }

    /// What happens by itself now: chance, a fallen flag, the announcement of the end.
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
        self.session.back_to(by).map(Event::Undo).ok_or(Refusal::NothingToUndo)
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
