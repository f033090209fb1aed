//! An engine of your own for every game: it takes a win in one, and else any move. It plays against `random`.
//!
//! `cargo run --release -p parlor-engines --example own_engine`

use parlor_engines::{Engine, EngineRegistry, Limits, Report, Settings, StopFlag};
use parlor_rules::drop::classic;
use parlor_rules::{Outcome, Player, Position, SplitMix64, Turn};
use std::error::Error;

/// Looks one move ahead.
struct Greedy {
    random: SplitMix64,
}

impl<P: Position> Engine<P> for Greedy {
    fn think(
        &mut self,
        position: &P,
        _limits: &Limits,
        _stop: &StopFlag,
        _report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<P::Move> {
        // An engine that takes longer has to keep to the limits and look at the stop flag often.
        let player = position.turn().player()?;
        let wins = |played: &P::Move| {
            let mut after = position.clone();
            after.play_unchecked(*played);
            after.turn() == Turn::Over(Outcome::Win(player))
        };
        position.moves().find(wins).or_else(|| position.sample(&mut self.random))
    }
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let random = classic::Position::engine("random").ok_or("every game has this engine")?;
    let mut engines: [Box<dyn Engine<classic::Position>>; 2] =
        [Box::new(Greedy { random: SplitMix64::new(1) }), (random.make)(&Settings::seeded(2))];

    let mut wins = [0, 0];
    for _ in 0..100 {
        let mut game = classic::Position::default();
        while let Turn::Player(player) = game.turn() {
            let engine = &mut engines[usize::from(player == Player::Two)];
            let chosen = engine.think(&game, &Limits::default(), &StopFlag::default(), &mut |_| {});
            game.play(chosen.ok_or("a player is to move")?)?;
        }
        if let Turn::Over(Outcome::Win(player)) = game.turn() {
            wins[usize::from(player == Player::Two)] += 1;
        }
    }
    println!("greedy {} : {} random", wins[0], wins[1]);
    assert!(wins[0] > wins[1]);
    Ok(())
}
