//! The laws of the six games, their perft counts, and slow oracles to compare them with.

mod compare;
mod laws;
mod oracle;
mod perfts;
mod texts;
