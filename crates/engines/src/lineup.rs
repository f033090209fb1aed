//! Which engines each game has.

use crate::search::Random;
use crate::{Engine, Settings};
use parlor_rules::{Position, drop, hex, tiles};

/// An engine of a game: its name, what it is, and how to make it from a seed.
#[derive(Debug)]
pub struct Entry<P: Position> {
    /// How it is asked for.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// What may follow its name after a colon, in words.
    pub options: &'static str,
    /// Makes one. The same settings make one that plays the same, unless it is limited by time.
    pub make: fn(&Settings) -> Box<dyn Engine<P>>,
}

impl<P: Position> Clone for Entry<P> {
    fn clone(&self) -> Entry<P> {
        *self
    }
}

impl<P: Position> Copy for Entry<P> {}

/// A game whose engines are known.
pub trait Lineup: Position {
    /// Its engines, the strongest last.
    fn engines() -> Vec<Entry<Self>>;

    /// The engine of this name.
    fn engine(name: &str) -> Option<Entry<Self>> {
        Self::engines().into_iter().find(|entry| entry.name == name)
    }
}

/// The engine that every game has.
fn random<P: Position>() -> Entry<P> {
    Entry {
        name: "random",
        about: "any legal move, each as likely as the others",
        options: "none needed",
        make: |settings| Box::new(Random::new(settings.seed)),
    }
}

macro_rules! lineup {
    ($($position:ty),*) => {
        $(impl Lineup for $position {
            fn engines() -> Vec<Entry<Self>> {
                vec![random()]
            }
        })*
    };
}

lineup!(
    drop::shapes::Position,
    drop::growing::Position,
    drop::classic::Position,
    hex::Position,
    tiles::Position
);

impl Lineup for drop::super_::Position {
    fn engines() -> Vec<Entry<Self>> {
        std::iter::once(random()).chain(crate::super_::entries()).collect()
    }
}
