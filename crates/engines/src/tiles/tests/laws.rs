//! What holds of all engines on all panels.

use super::*;

/// A search that is not worth its nodes is not begun, so a game takes no more of them than its limit allows.
#[test]
fn limits_of_nodes_are_kept() {
    for (limits, nodes) in [("1n", 4), ("100n", 100), ("1000n", 1_000)] {
        let mut engine = (entries()[2].make)(&Settings::default());
        let (mut position, mut rng) = (start(4, 4, 1024, false), SplitMix64::new(8));
        let (mut presses, mut spent) = (0, 0);
        while presses < 300 {
            let played = match position.turn() {
                Turn::Player(_) => {
                    let (report, chosen) = think(&mut *engine, &position, limits);
                    (presses, spent) = (presses + 1, spent + report.nodes);
                    chosen
                }
                _ => position.sample(&mut rng).unwrap(),
            };
            position.play(played).unwrap();
        }
        assert!(spent <= presses * nodes, "{limits}: {spent} nodes for {presses} presses");
    }
}

/// Every level plays every kind of size, with and without idle presses, and reports well.
#[test]
fn levels_play_all_sizes() {
    for (rows, columns, target) in
        [(1, 2, 2), (1, 16, 8), (2, 9, 16), (3, 5, 16), (4, 4, 32), (16, 16, 8), (1, 3, 4)]
    {
        for idle_spawns in [false, true] {
            for entry in entries() {
                for score_all_moves in [false, true] {
                    let settings = Settings { score_all_moves, memory: 1 << 20, ..Settings::seeded(1) };
                    let mut engine = (entry.make)(&settings);
                    let mut position = start(rows, columns, target, idle_spawns);
                    let mut rng = SplitMix64::new(2);
                    for _ in 0..12 {
                        match position.turn() {
                            Turn::Over(_) => break,
                            Turn::Chance => drop(position.play(position.sample(&mut rng).unwrap())),
                            Turn::Player(_) => {
                                let (report, chosen) = think(&mut *engine, &position, "60n");
                                assert_eq!(Some(&chosen), report.line.first());
                                if entry.name != "perfect" || score_all_moves {
                                    check_report(&position, &report);
                                }
                                position.play(chosen).unwrap();
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the start of a game of any size, target and kind; half of the panels fit a packed board.
fn random_game(rng: &mut SplitMix64) -> Position {
    let longest = if rng.below(2) == 0 { 4 } else { 16 };
    let (rows, columns) = (1 + rng.below(longest), 2 + rng.below(longest - 1));
    let target = 1 << (1 + rng.below((rows * columns - 1).min(63)));
    start(rows as i64, columns as i64, target, rng.below(2) == 0)
}

/// Whatever the panel, engines make legal moves and keep their limits of nodes.
#[test]
fn levels_play_any_panel() {
    let mut rng = SplitMix64::new(21);
    for _ in 0..150 {
        let first = random_game(&mut rng);
        let drawn = random_panel(&first, &mut rng);
        for entry in entries().iter().filter(|entry| entry.name != "perfect") {
            for nodes in [1, 60, 500] {
                let limits = format!("{nodes}n");
                // The guess of what a search will take is wrong on some panels, but not by more than that.
                let most = 3 * nodes + 4;
                let mut engine = (entry.make)(&Settings { memory: 1 << 16, ..Settings::seeded(1) });
                for mut position in [Some(first.clone()), drawn.clone()].into_iter().flatten() {
                    for _ in 0..10 {
                        let played = match position.turn() {
                            Turn::Over(_) => break,
                            Turn::Chance => position.sample(&mut rng).unwrap(),
                            Turn::Player(_) => {
                                let (report, chosen) = think(&mut *engine, &position, &limits);
                                check_report(&position, &report);
                                let (name, panel) = (entry.name, position.panel());
                                assert!(report.nodes <= most, "{name}:{limits}: {}\n{panel}", report.nodes);
                                chosen
                            }
                        };
                        position.play(played).unwrap();
                    }
                }
            }
        }
    }
}
