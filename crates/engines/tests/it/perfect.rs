//! Tests that every move of the `perfect` engine keeps the exact score, against several opponents.

use parlor_engines::connect4::{Position as Board, Size, Solver};
use parlor_engines::{EngineRegistry, Limits, Settings, StopFlag};
use parlor_rules::drop::classic::Position;
use parlor_rules::{Player, Position as _, SplitMix64};

/// Plays from a random opening and compares every move of `perfect` with a separate solver without a book.
fn play(opponent: &str, discs: usize, game: u64) {
    let mut rng = SplitMix64::at(31, game);
    let mut position = Position::default();
    while position.board().discs() < discs && !position.turn().is_over() {
        let column = position.sample(&mut rng).unwrap();
        position.play(column).unwrap();
    }
    let seat = Player::BOTH[rng.below(2)];
    let settings = Settings { memory: 16 << 20, ..Settings::seeded(game) };
    let engine = |name: &str| (Position::engine(name).unwrap().make)(&settings);
    let (mut perfect, mut other) = (engine("perfect"), engine(opponent));
    let mut solver = Solver::new(Size::STANDARD, 16 << 20).unwrap();
    let stop = StopFlag::default();
    while let Some(player) = position.turn().player() {
        let mine = player == seat;
        let thinker = if mine { &mut perfect } else { &mut other };
        let limits = Limits { time: None, nodes: Some(50) };
        let column = thinker.think(&position, &limits, &stop, &mut |_| {}).unwrap();
        let before = Board::of(&position).unwrap();
        position.play(column).unwrap();
        if mine {
            let after = Board::of(&position).unwrap();
            solver.clear();
            let best = solver.solve(&before, &stop).unwrap().score;
            let kept = -solver.solve(&after, &stop).unwrap().score;
            assert_eq!(kept, best, "{opponent}, game {game}: {column} in {before:?}");
        }
    }
}

/// Plays games with openings of 14 discs and more, so that a thousand games take seconds.
fn games(opponent: &str, games: u64) {
    for game in 0..games {
        play(opponent, 14 + game as usize % 8, game);
    }
}

#[test]
fn against_random() {
    games("random", 400);
}

#[test]
fn against_strong() {
    games("strong", 300);
}

#[test]
fn against_itself() {
    games("perfect", 300);
}
