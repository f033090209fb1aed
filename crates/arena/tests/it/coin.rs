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

/// The chances of a game for the first engine: a difference in Elo, a share of draws, and an opening that shifts the
/// chance to win by up to this much for whoever begins.
#[derive(Clone, Copy, Debug)]
struct Coin {
    elo: f64,
    draw: f64,
    opening: f64,
}

impl Coin {
    /// Tosses a pair of games and returns the half points of the first engine.
    fn toss_pair(self, dice: &mut SplitMix64) -> usize {
        let shift = self.opening * (2.0 * chance(dice) - 1.0);
        let win = expected(self.elo) - self.draw / 2.0;
        let half_points = |favor: f64, thrown: f64| match thrown {
            thrown if thrown < win + favor => 2,
            thrown if thrown < win + favor + self.draw => 1,
            _ => 0,
        };
        half_points(shift, chance(dice)) + half_points(-shift, chance(dice))
    }

    /// Runs a test to its end. Returns whether the first is stronger, and the number of pairs.
    fn run(self, sprt: &Sprt, dice: &mut SplitMix64) -> (bool, u64) {
        let mut pairs = [0; 5];
        loop {
            pairs[self.toss_pair(dice)] += 1;
            match sprt.verdict(&pairs) {
                Verdict::Open => {}
                verdict => return (verdict == Verdict::Stronger, pairs.iter().sum()),
            }
        }
    }
}

/// Simulates 2,000 tests for each case. The share of wrong verdicts may exceed the test's bound by no more than chance
/// allows, which is three standard deviations here.
#[test]
fn errors_of_the_sequential_test_keep_within_their_bounds() {
    const TESTS: u32 = 2_000;
    let even = Sprt::new(0.0, 80.0);
    let strict = Sprt { alpha: 0.01, beta: 0.1, ..even };
    let cases = [
        (even, 0.0, 0.0, 0.0),
        (even, 80.0, 0.0, 0.0),
        (even, 0.0, 0.3, 0.1),
        (even, 80.0, 0.3, 0.1),
        (even, 0.0, 0.02, 0.4),
        (even, 80.0, 0.02, 0.3),
        (strict, 0.0, 0.05, 0.1),
        (strict, 80.0, 0.05, 0.1),
        (Sprt::new(-200.0, -50.0), -200.0, 0.05, 0.0),
        (Sprt::new(-200.0, -50.0), -50.0, 0.05, 0.0),
        (Sprt::new(-200.0, -50.0), 0.0, 0.05, 0.0),
        (Sprt::new(30.0, 150.0), 0.0, 0.05, 0.0),
    ];
    for (seed, (sprt, elo, draw, opening)) in cases.into_iter().enumerate() {
        let mut dice = SplitMix64::new(seed as u64);
        let coin = Coin { elo, draw, opening };
        let (mut errors, mut pairs) = (0, 0);
        let (is_stronger, allowed) = if elo >= sprt.elo1 { (true, sprt.beta) } else { (false, sprt.alpha) };
        for _ in 0..TESTS {
            let (stronger, tossed) = coin.run(&sprt, &mut dice);
            errors += u32::from(stronger != is_stronger);
            pairs += tossed;
        }
        let tests = f64::from(TESTS);
        let most = allowed * tests + 3.0 * (tests * allowed * (1.0 - allowed)).sqrt();
        assert!(f64::from(errors) <= most, "{errors} wrong verdicts of {TESTS}: {sprt:?} {coin:?}");
        assert!(pairs / u64::from(TESTS) < 100, "it ends early: {pairs} pairs in all: {sprt:?} {coin:?}");
    }
}

/// The first two were published as tests of fastchess.
#[test]
fn log_likelihood_ratios_are_those_of_other_programs() {
    for (elo0, elo1, pairs, llr) in [
        (0.5, 2.5, [223, 9_863, 21_279, 10_037, 246], -3.074_126),
        (0.0, 2.0, [871, 26_175, 55_983, 26_678, 821], -4.978_673),
        (0.0, 80.0, [1, 2, 3, 4, 5], 1.587_910),
        (0.0, 80.0, [10, 0, 30, 0, 12], -2.077_298),
        (0.0, 80.0, [0, 0, 50, 0, 0], -12.817_692),
        (0.0, 80.0, [0; 5], 0.0),
    ] {
        let found = Sprt::new(elo0, elo1).llr(&pairs);
        assert!((found - llr).abs() < 1e-5, "{found} {llr}");
    }
    let bounds = Sprt { alpha: 0.05, beta: 0.1, ..Sprt::new(0.0, 5.0) }.bounds();
    assert_eq!(bounds.map(|bound| (100.0 * bound).round()), [-225.0, 289.0]);
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
