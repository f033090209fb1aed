//! Engines that know nothing but the rules, and so play every game.

mod random;

pub use random::Random;
