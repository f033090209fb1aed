//! The generator of the sets: random positions by phase of the game and by how soon it ends.

use parlor_engines::StopFlag;
use parlor_engines::connect4::{Position, Size, Solver};
use parlor_rules::SplitMix64;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// A part of the game, of which there is an easy and a hard set.
pub(super) struct Phase {
    name: &'static str,
    seed: u64,
    /// How many discs are on the board.
    discs: RangeInclusive<usize>,
    /// Positions of each set.
    pub(super) positions: usize,
    /// How many of them every test run makes again.
    pub(super) checked: usize,
}

pub(super) const PHASES: [Phase; 3] = [
    Phase { name: "end", seed: 1, discs: 29..=36, positions: 200, checked: 200 },
    Phase { name: "middle", seed: 2, discs: 15..=28, positions: 200, checked: 50 },
    Phase { name: "begin", seed: 3, discs: 9..=14, positions: 100, checked: 2 },
];

impl Phase {
    /// Makes the first positions of the easy and of the hard set, as lines.
    pub(super) fn make(&self, count: usize) -> [(String, Vec<String>); 2] {
        let mut solver = Solver::new(Size::STANDARD, 64 << 20).unwrap();
        let mut seen = HashSet::new();
        let mut sets = ["easy", "hard"].map(|level| (format!("{}-{level}", self.name), Vec::new()));
        for number in 0.. {
            if sets.iter().all(|(_, lines)| lines.len() == count) {
                break;
            }
            let mut random = SplitMix64::at(self.seed, number);
            let discs = self.discs.start() + random.below(self.discs.end() - self.discs.start() + 1);
            let Some((moves, position)) = random_position(&mut random, discs) else { continue };
            if !seen.insert(moves.clone()) {
                continue;
            }
            solver.clear();
            let score = solver.solve(&position, &StopFlag::default()).unwrap().score;
            let (_, lines) = &mut sets[usize::from(is_hard(discs, score))];
            if lines.len() < count {
                lines.push(format!("{moves} {score}\n"));
            }
        }
        sets
    }
}

/// Plays random columns. None if that ended the game, or leaves a win with the next disc.
fn random_position(random: &mut SplitMix64, discs: usize) -> Option<(String, Position)> {
    let mut position = Position::new(Size::STANDARD).unwrap();
    let mut moves = String::new();
    while moves.len() < discs && !position.is_over() {
        let column = random.below(7) as u32;
        if position.drop_disc(column).is_ok() {
            moves.push(char::from_digit(column + 1, 10).unwrap());
        }
    }
    let wins_at_once = (0..7).any(|column| {
        let mut after = position;
        after.drop_disc(column).is_ok() && after.is_won()
    });
    (!position.is_over() && !wins_at_once).then_some((moves, position))
}

/// Whether best play fills more than half of the free cells.
fn is_hard(discs: usize, score: i32) -> bool {
    let cells = Size::STANDARD.cells() as usize;
    // A score is 22 minus the number of discs with which the winner has won.
    let winner = 22 - score.unsigned_abs() as usize;
    let first_moves = discs.is_multiple_of(2);
    let last = match score {
        0 => cells,
        _ if first_moves == (score > 0) => 2 * winner - 1,
        _ => 2 * winner,
    };
    2 * (last - discs) > cells - discs
}
