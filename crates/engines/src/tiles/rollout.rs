//! Quick games to the end, from which the analysis estimates the chance to win.

use super::board::{Board, nth_bit};
use super::search::Evaluate;
use super::solver::Game;
use parlor_rules::SplitMix64;

/// The presses after which a quick game counts as lost. No player gets past it on a packed board.
const MAX_PRESSES: u64 = 1 << 16;

/// Plays from a board after a press, always with the press of the highest value. Returns 1 if the target was
/// made, else 0, and the number of presses.
pub(super) fn rollout<E: Evaluate>(
    game: &Game,
    evaluator: &E,
    mut board: Board,
    rng: &mut SplitMix64,
) -> (f64, u64) {
    for presses in 0..MAX_PRESSES {
        let empty = game.grid.empty_cells(board);
        board |= nth_bit(empty, rng.below(empty.count_ones() as usize));
        let mut best = (f32::NEG_INFINITY, None);
        for pressed in game.presses(board).into_iter().flatten() {
            if game.is_won(board, pressed) {
                return (1.0, presses + 1);
            }
            let value = evaluator.evaluate(pressed);
            if value > best.0 {
                best = (value, Some(pressed));
            }
        }
        match best.1 {
            Some(pressed) => board = pressed,
            None => return (0.0, presses),
        }
    }
    (0.0, MAX_PRESSES)
}

/// Makes values fall from the first to the last, by giving neighbors that do not fall their mean.
///
/// The search knows better than a few quick games which press is the best; the games say how likely it wins.
pub(super) fn make_falling(values: &mut [f64]) {
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for &value in values.iter() {
        groups.push((value, 1));
        while let [.., (one, count), (other, more)] = groups[..]
            && one < other
        {
            groups.truncate(groups.len() - 2);
            let mean = (one * count as f64 + other * more as f64) / (count + more) as f64;
            groups.push((mean, count + more));
        }
    }
    let falling = groups.into_iter().flat_map(|(value, count)| std::iter::repeat_n(value, count));
    values.iter_mut().zip(falling).for_each(|(value, falling)| *value = falling);
}

#[cfg(test)]
mod tests {
    use super::super::heuristic::Heuristic;
    use super::*;

    #[test]
    fn values_fall() {
        let falling = |mut values: Vec<f64>| {
            make_falling(&mut values);
            values
        };
        assert_eq!(falling(vec![0.9, 0.5, 0.1]), [0.9, 0.5, 0.1]);
        assert_eq!(falling(vec![0.5, 1.0, 0.0]), [0.75, 0.75, 0.0]);
        assert_eq!(falling(vec![0.0, 0.5, 1.0]), [0.5, 0.5, 0.5]);
        assert_eq!(falling(vec![]), [] as [f64; 0]);
    }

    #[test]
    fn quick_games_end() {
        for (rows, columns, target) in [(1, 2, 2), (2, 2, 8), (3, 3, 32), (2, 8, 64)] {
            let game = Game::new(rows, columns, target, false).unwrap();
            let mut wins = 0;
            for seed in 0..50 {
                let (won, presses) =
                    rollout(&game, &Heuristic { grid: game.grid }, 1, &mut SplitMix64::new(seed));
                assert!(won == 0.0 || presses + 2 >= target);
                wins += u32::from(won == 1.0);
            }
            assert!(wins > 0, "{rows}x{columns}");
        }
    }
}
