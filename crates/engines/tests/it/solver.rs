//! Compares the solver with a plain negamax without pruning, and with known results of small boards.

use parlor_engines::StopFlag;
use parlor_engines::connect4::{Position, Size, Solver};
use parlor_rules::SplitMix64;
use std::collections::HashMap;

/// A plain Connect Four of any size, also smaller ones than `docs/games/classic.md` offers.
#[derive(Clone, Debug)]
struct PlainGame {
    rows: usize,
    /// The discs of each column from the bottom up: 0 for the first player, 1 for the second.
    columns: Vec<Vec<u8>>,
    played: Vec<usize>,
    won: bool,
}

impl PlainGame {
    fn new(rows: usize, columns: usize) -> PlainGame {
        PlainGame { rows, columns: vec![Vec::new(); columns], played: Vec::new(), won: false }
    }

    fn is_over(&self) -> bool {
        self.won || self.played.len() == self.rows * self.columns.len()
    }

    fn moves(&self) -> Vec<usize> {
        let has_room = |&column: &usize| !self.is_over() && self.columns[column].len() < self.rows;
        (0..self.columns.len()).filter(has_room).collect()
    }

    fn play(&mut self, column: usize) {
        self.columns[column].push(self.played.len() as u8 % 2);
        self.played.push(column);
        self.won = [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
            let discs = self.run(column, right, up) + self.run(column, -right, -up);
            discs + 1 >= 4
        });
    }

    /// Returns how many discs like the top one of a column follow it in a direction.
    fn run(&self, column: usize, right: isize, up: isize) -> usize {
        let level = self.columns[column].len() - 1;
        let at = |steps: isize| {
            let column = column.checked_add_signed(right * steps)?;
            self.columns.get(column)?.get(level.checked_add_signed(up * steps)?)
        };
        (1..4).take_while(|&steps| at(steps).is_some() && at(steps) == at(0)).count()
    }

    fn undo(&mut self) {
        if let Some(column) = self.played.pop() {
            self.columns[column].pop();
            self.won = false;
        }
    }

    /// Returns the same position for the solver.
    fn position(&self) -> Position {
        let size = Size { rows: self.rows as u32, columns: self.columns.len() as u32 };
        let mut position = Position::new(size).unwrap();
        self.played.iter().for_each(|&column| position.drop_disc(column as u32).unwrap());
        assert_eq!((position.is_over(), position.is_won()), (self.is_over(), self.won));
        position
    }
}

/// Returns the score by full negamax. It caches positions only to finish in time.
fn plain_score(game: &mut PlainGame, known: &mut HashMap<Vec<Vec<u8>>, i32>) -> i32 {
    let (cells, discs) = ((game.rows * game.columns.len()) as i32, game.played.len() as i32);
    if game.won {
        return -((cells - discs) / 2 + 1);
    } else if game.is_over() {
        return 0;
    }
    if let Some(score) = known.get(&game.columns) {
        return *score;
    }
    let mut best = i32::MIN;
    for column in game.moves() {
        game.play(column);
        best = best.max(-plain_score(game, known));
        game.undo();
    }
    known.insert(game.columns.clone(), best);
    best
}

/// Compares solver and negamax on random positions with at least `least_discs` discs.
fn agree(rows: usize, columns: usize, least_discs: usize, count: usize) {
    let size = Size { rows: rows as u32, columns: columns as u32 };
    let stop = StopFlag::default();
    let mut solver = Solver::new(size, 1 << 20).unwrap();
    let mut rng = SplitMix64::new((rows * 100 + columns) as u64);
    let mut known = HashMap::new();
    let mut tried = 0;
    while tried < count {
        let mut game = PlainGame::new(rows, columns);
        let target = rng.below(rows * columns + 1);
        while game.played.len() < target && !game.is_over() {
            let moves = game.moves();
            game.play(moves[rng.below(moves.len())]);
        }
        if game.played.len() < least_discs && !game.is_over() {
            continue;
        }
        tried += 1;
        if rng.below(4) == 0 {
            solver.clear();
        }
        let position = game.position();
        let score = plain_score(&mut game, &mut known);
        assert_eq!(solver.solve(&position, &stop).unwrap().score, score, "{game:?}");
        assert_eq!(solver.solve_weak(&position, &stop).unwrap().score, score.signum(), "{game:?}");
        // With a correct lower bound the result is the same.
        let least = score - rng.below(4) as i32;
        let positions = [(position, Some(least)), (position, None)];
        solver.solve_all(&positions, &stop, 1 + rng.below(2), |number, solved| {
            assert_eq!(solved.score, score, "{game:?} at least {:?}", positions[number].1);
        });
        let scores = solver.column_scores(&position, &stop).unwrap();
        for (column, &solved) in scores.iter().enumerate() {
            let mut after = game.clone();
            let expected = after.moves().contains(&column).then(|| {
                after.play(column);
                -plain_score(&mut after, &mut known)
            });
            assert_eq!(solved, expected, "{game:?} column {column}");
        }
    }
}

#[test]
fn small_boards() {
    for (rows, columns) in [(4, 4), (1, 6), (2, 7), (3, 4), (3, 5), (4, 3), (5, 3), (7, 2), (9, 1)] {
        agree(rows, columns, 0, 100);
    }
}

#[test]
fn medium_boards() {
    for (rows, columns) in [(4, 5), (5, 4), (3, 6), (3, 7), (6, 3)] {
        agree(rows, columns, 10, 60);
    }
}

#[test]
fn late_positions() {
    for (rows, columns, discs) in [
        (5, 5, 11),
        (6, 5, 16),
        (5, 6, 16),
        (6, 6, 22),
        (6, 7, 28),
        (7, 6, 28),
        (7, 7, 35),
        (4, 8, 18),
        (8, 5, 26),
    ] {
        agree(rows, columns, discs, 60);
    }
}

#[test]
fn boards_of_more_than_64_bits() {
    for (rows, columns, discs) in [(8, 8, 52), (7, 9, 51), (9, 9, 69), (10, 11, 97), (4, 20, 68), (21, 3, 52)]
    {
        agree(rows, columns, discs, 30);
    }
}

#[test]
fn known_results() {
    // Rows, columns, and who wins.
    for (rows, columns, sign) in
        [(4, 4, 0), (4, 5, 0), (4, 6, -1), (4, 7, 0), (5, 4, 0), (5, 5, 0), (5, 6, 0), (6, 4, 0), (6, 5, 0)]
    {
        let size = Size { rows, columns };
        let mut solver = Solver::new(size, 16 << 20).unwrap();
        let empty = Position::new(size).unwrap();
        let stop = StopFlag::default();
        let solved = solver.solve(&empty, &stop).unwrap();
        assert_eq!(solved.score.signum(), sign, "{rows} rows, {columns} columns");
        let parallel = solver.solve_parallel(&empty, &stop, 3).unwrap();
        assert_eq!(parallel.score, solved.score);
    }
}

#[test]
fn stopped_search_has_no_result() {
    let mut solver = Solver::new(Size::STANDARD, 16 << 20).unwrap();
    let mut other = Solver::new(Size::STANDARD, 16 << 20).unwrap();
    let shared = solver.shared();
    let empty = Position::new(Size::STANDARD).unwrap();
    let stop = StopFlag::default();
    std::thread::scope(|scope| {
        let search = scope.spawn(|| shared.solve(&empty, None, &stop));
        let parallel = scope.spawn(|| other.solve_parallel(&empty, &stop, 2));
        std::thread::sleep(std::time::Duration::from_millis(30));
        stop.stop();
        assert_eq!((search.join().unwrap(), parallel.join().unwrap()), (None, None));
    });
}

#[test]
fn unsupported_boards() {
    assert!(Position::new(Size { rows: 64, columns: 64 }).is_err());
    assert!(Solver::new(Size { rows: 0, columns: 7 }, 1 << 20).is_err());
    let wide = Size { rows: 15, columns: 8 };
    assert!(Solver::new(wide, 1 << 20).is_err(), "too little memory to tell its positions apart");
    assert!(Solver::new(wide, 256 << 20).is_ok());
}
