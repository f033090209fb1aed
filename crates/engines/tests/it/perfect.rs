//! Tests that every move of the `perfect` engine keeps the exact score, against several opponents.

use parlor_engines::connect4::{Position as Board, Size, Solver};
use parlor_engines::{EngineRegistry, Limits, Settings, StopFlag};
use parlor_rules::drop::Column;
use parlor_rules::drop::classic::{Grid, Position};
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

/// Returns 1 if the player to move wins, 0 if the game is drawn, and -1 otherwise.
fn negamax(position: &mut Position) -> i32 {
    if let Some(outcome) = position.turn().outcome() {
        // The last player made the line.
        return if outcome.winner().is_some() { -1 } else { 0 };
    }
    let columns: Vec<Column> = position.moves().collect();
    let value = |column: Column| {
        position.play_unchecked(column);
        let value = -negamax(position);
        position.undo(column, ());
        value
    };
    columns.into_iter().map(value).max().unwrap_or(0)
}

/// Boards filled by chance, which no alternating game reaches, with player one to move or with an odd number of discs.
#[test]
fn any_fill_is_solved_for_the_player_to_move() {
    let mut solver = Solver::new(Size { rows: 4, columns: 5 }, 1 << 20).unwrap();
    let mut compared = 0;
    for game in 0..2_000 {
        let mut rng = SplitMix64::at(12, game);
        let mut grid = Grid::sized(parlor_rules::Size::new(4, 5)).unwrap();
        while grid.discs() < 11 + game as usize % 4 {
            let _ = grid.push(rng.below(5), Player::BOTH[rng.below(2)]);
        }
        let mut position = Position::from_board(grid);
        if position.turn().is_over() {
            continue;
        }
        compared += 1;
        let expected = negamax(&mut position);
        solver.clear();
        let solved = solver.solve(&Board::of(&position).unwrap(), &StopFlag::default()).unwrap();
        assert_eq!(solved.score.signum(), expected, "{position:?}");
        let mut value = None;
        let mut perfect = (Position::engine("perfect").unwrap().make)(&Settings::seeded(game));
        let chosen = perfect.think(&position, &Limits::default(), &StopFlag::default(), &mut |report| {
            value = Some(report.value.score as i32);
        });
        position.play(chosen.unwrap()).unwrap();
        assert_eq!((value.map(i32::signum), -negamax(&mut position)), (Some(expected), expected));
    }
    assert!(compared > 500, "{compared}");
}
