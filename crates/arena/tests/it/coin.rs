//! The statistics against a coin whose weight is known.

use parlor_arena::{GameResult, Score, Sprt, Verdict, elo, expected};
use parlor_rules::SplitMix64;

/// A number between 0 and 1.
fn chance(dice: &mut SplitMix64) -> f64 {
    dice.next_u64() as f64 / u64::MAX as f64
}

/// A match of coin tosses: each pair's opening shifts the chance to win by up to `opening` for whoever begins.
fn toss(win: f64, draw: f64, opening: f64, games: u64, dice: &mut SplitMix64) -> Score {
    let mut score = Score::default();
    let mut shift = 0.0;
    for game in 0..games {
        if game % 2 == 0 {
            shift = opening * (2.0 * chance(dice) - 1.0);
        }
        let favor = if game % 2 == 0 { shift } else { -shift };
        let thrown = chance(dice);
        let result = if thrown < win + favor {
            GameResult::Win
        } else if thrown < win + favor + draw {
            GameResult::Draw
        } else {
            GameResult::Loss
        };
        score.add(game / 2, result);
    }
    score
}

#[test]
fn before_the_first_game_both_sides_are_even() {
    let score = Score::default();
    assert_eq!((score.share(), score.interval().low, score.interval().high), (0.5, 0.0, 1.0));
}

#[test]
fn the_interval_holds_the_truth_in_95_of_100_matches() {
    for (win, draw, opening, games) in [
        (0.5, 0.0, 0.0, 100),
        (0.5, 0.0, 0.3, 200),
        (0.3, 0.3, 0.1, 60),
        (0.7, 0.1, 0.15, 400),
        (0.9, 0.05, 0.0, 100),
        (0.96, 0.0, 0.0, 200),
    ] {
        let truth = win + draw / 2.0;
        let mut dice = SplitMix64::new(games + (win * 1_000.0) as u64);
        let matches = 2_000;
        let mut held = 0;
        let mut width = 0.0;
        for _ in 0..matches {
            let interval = toss(win, draw, opening, games, &mut dice).interval();
            held += u64::from((interval.low..=interval.high).contains(&truth));
            width += (interval.high - interval.low) / f64::from(matches);
        }
        let share = held as f64 / f64::from(matches);
        assert!((0.925..=0.985).contains(&share), "{win} {draw} {opening} {games}: {share}");
        let simple = 2.0 * 1.96 * (truth * (1.0 - truth) / games as f64).sqrt();
        assert!(width < 1.15 * simple, "no wider than need be: {width} {simple}");
    }
}

#[test]
fn pairs_narrow_the_interval_where_openings_decide() {
    let mut dice = SplitMix64::new(4);
    let decided = toss(0.5, 0.0, 0.5, 2_000, &mut dice).interval();
    let even = toss(0.5, 0.0, 0.0, 2_000, &mut dice).interval();
    assert!(decided.high - decided.low < 0.9 * (even.high - even.low), "{decided:?} {even:?}");
}

#[test]
fn the_sequential_test_errs_rarely() {
    let sprt = Sprt { elo0: 0.0, elo1: 60.0 };
    for (difference, wrong) in [(0.0, Verdict::Stronger), (60.0, Verdict::NotStronger)] {
        let mut dice = SplitMix64::new(9);
        let mut errors = 0;
        let mut games_played = 0;
        for _ in 0..400 {
            let win = expected(difference);
            let mut score = Score::default();
            for game in 0..20_000u64 {
                let result = if chance(&mut dice) < win { GameResult::Win } else { GameResult::Loss };
                score.add(game / 2, result);
                if game % 2 == 1 && sprt.verdict(&score) != Verdict::Open {
                    break;
                }
            }
            games_played += score.games();
            assert_ne!(sprt.verdict(&score), Verdict::Open);
            errors += u32::from(sprt.verdict(&score) == wrong);
        }
        assert!(errors <= 32, "{errors} of 400 at {difference}");
        assert!(games_played / 400 < 800, "it stops early: {} games a match", games_played / 400);
    }
}

#[test]
fn elo_of_a_known_coin_is_found() {
    let mut dice = SplitMix64::new(2);
    let score = toss(expected(200.0), 0.0, 0.0, 40_000, &mut dice);
    let found = score.elo();
    assert!(found.low < 200.0 && 200.0 < found.high, "{found:?}");
    assert!((found.value - elo(score.share())).abs() < 1e-9);
    assert!(found.high - found.low < 20.0);
}
