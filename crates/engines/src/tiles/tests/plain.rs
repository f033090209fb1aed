//! The engines against a slow search by the plain rules, on all small panels.

use super::*;
use std::collections::HashMap;

/// The best chances of the positions of one game, by their cells.
type Known = HashMap<Vec<Vec<u64>>, f64>;

/// Returns the best chance to win, by the plain rules and without any symmetry.
fn plain_chance(position: &Position, known: &mut Known) -> f64 {
    match position.turn() {
        Turn::Over(Outcome::Solo(Solo::Won)) => 1.0,
        Turn::Over(_) => 0.0,
        _ if position.has_won() => 1.0,
        Turn::Chance => {
            let chances: Vec<f64> = position.moves().map(|tile| plain_after(position, tile, known)).collect();
            chances.iter().sum::<f64>() / chances.len() as f64
        }
        Turn::Player(_) => {
            let key = position.setup().cells;
            if let Some(&chance) = known.get(&key) {
                return chance;
            }
            // A press that leaves a full panel as it is leads nowhere.
            let moves = position.moves().filter(|&press| {
                let mut next = position.clone();
                next.play_unchecked(press);
                next != *position
            });
            let best = moves.map(|press| plain_after(position, press, known)).fold(0.0, f64::max);
            known.insert(key, best);
            best
        }
    }
}

fn plain_after(position: &Position, played: Move, known: &mut Known) -> f64 {
    let mut next = position.clone();
    next.play_unchecked(played);
    plain_chance(&next, known)
}

/// Compares the solver with a plain search on every position of random games, with and without idle presses.
#[test]
fn solver_matches_the_plain_rules() {
    for (rows, columns, target) in [(1, 3, 4), (1, 4, 8), (1, 5, 8), (2, 2, 4), (2, 2, 8), (2, 3, 8)] {
        for idle_spawns in [false, true] {
            let first = start(rows, columns, target, idle_spawns);
            let (mut known, mut rng) = (Known::new(), SplitMix64::new(3));
            let mut perfect = Perfect::new(&Settings { score_all_moves: true, ..Settings::default() });
            for _ in 0..8 {
                let mut position = first.clone();
                while let Some(played) = position.sample(&mut rng) {
                    if position.turn().player().is_some() {
                        let (report, _) = think(&mut perfect, &position, "1n");
                        let chance = plain_chance(&position, &mut known);
                        assert!((report.value.score - chance).abs() < 1e-6, "{}", position.panel());
                        check_report(&position, &report);
                    }
                    position.play_unchecked(played);
                    // A full panel may be pressed for ever.
                    if idle_spawns && position.panel().is_full() && rng.below(8) == 0 {
                        break;
                    }
                }
            }
        }
    }
}

/// Compares all engines with the plain search on random panels of a game: what is proven is true, the values are those
/// of the presses, and `perfect` never gives a chance away.
fn compare_on_random_panels(start: &Position, panels: usize, rng: &mut SplitMix64) {
    let mut known = Known::new();
    let settings = Settings { memory: 1 << 20, ..Settings::seeded(7) };
    let all_moves = Settings { score_all_moves: true, ..settings };
    let mut engines: Vec<_> = entries().iter().map(|entry| (entry.name, (entry.make)(&all_moves))).collect();
    let mut perfect = Perfect::new(&settings);
    for position in (0..panels).filter_map(|_| random_panel(start, rng)) {
        let best = plain_chance(&position, &mut known);
        let chance = |press, known: &mut Known| {
            let mut next = position.clone();
            next.play_unchecked(press);
            // A press that leaves a full panel as it is loses nothing.
            if next == position { best } else { plain_chance(&next, known) }
        };
        for (name, engine) in &mut engines {
            let (report, chosen) = think(&mut **engine, &position, "40n");
            check_report(&position, &report);
            assert_eq!(report.moves[0], (chosen, report.value), "{name}\n{}", position.panel());
            for &(press, value) in &report.moves {
                let chance = chance(press, &mut known);
                if *name == "perfect" || value.kind == ValueKind::Exact {
                    assert_eq!(value.kind, ValueKind::Exact);
                    assert!((value.score - chance).abs() < 1e-6, "{name} {press}\n{}", position.panel());
                    let outcome = match chance {
                        1.0 => Expectation::Win,
                        0.0 => Expectation::Loss,
                        _ => Expectation::Unknown,
                    };
                    assert_eq!(value.outcome, outcome, "{name} {press}\n{}", position.panel());
                }
            }
        }
        let (_, chosen) = think(&mut perfect, &position, "1n");
        assert!((chance(chosen, &mut known) - best).abs() < 1e-6, "{chosen}\n{}", position.panel());
    }
}

/// Returns all sizes with this many cells.
fn sizes(cells: i64) -> impl Iterator<Item = (i64, i64)> {
    (1..=cells).filter(move |rows| cells % rows == 0).map(move |rows| (rows, cells / rows))
}

#[test]
fn all_panels_of_up_to_six_cells() {
    let mut rng = SplitMix64::new(11);
    for (rows, columns) in (2..=6).flat_map(sizes) {
        for rank in 1..rows * columns {
            for idle_spawns in [false, true] {
                compare_on_random_panels(&start(rows, columns, 1 << rank, idle_spawns), 40, &mut rng);
            }
        }
    }
}

#[test]
fn panels_of_eight_and_nine_cells_to_low_targets() {
    let mut rng = SplitMix64::new(12);
    for (rows, columns) in [8, 9].into_iter().flat_map(sizes) {
        for idle_spawns in [false, true] {
            compare_on_random_panels(&start(rows, columns, 8, idle_spawns), 40, &mut rng);
        }
    }
}
