//! Puzzles: what is made has one solution, and what has not is refused.

use parlor_engines::StopFlag;
use parlor_play::{BadPuzzle, Options, Puzzle, PuzzleGoal, PuzzleMaker, game};
use parlor_rules::Size;

fn made(name: &str, size: Option<Size>, target: Option<u64>, count: usize) -> Vec<Puzzle> {
    let options = Options { size, target, ..Options::default() };
    let mut maker = PuzzleMaker::new(game(name).unwrap(), &options, 1).unwrap();
    let found: Vec<Puzzle> =
        (0..400).filter_map(|_| maker.try_next(&StopFlag::default())).take(count).collect();
    assert_eq!(found.len(), count, "{name}");
    found
}

#[test]
fn puzzles_have_one_solution() {
    for (name, size, target) in [
        ("classic", Some(Size::new(5, 5)), None),
        ("shapes", Some(Size::new(4, 5)), None),
        ("hex", Some(Size::new(4, 4)), None),
        ("1024", Some(Size::new(2, 3)), Some(16)),
    ] {
        for puzzle in made(name, size, target, 3) {
            assert_eq!(puzzle.check(&StopFlag::default()), Ok(()), "{puzzle:?}");
            assert_eq!(puzzle.game, name);
            assert!(puzzle.solution.len() % 2 == 1, "it ends with a move to find: {puzzle:?}");
        }
        assert_eq!(made(name, size, target, 2), made(name, size, target, 2), "the same for a seed");
    }
}

#[test]
fn wrong_puzzles_are_refused() {
    // Both ends are open: two columns win.
    let puzzle = |fragment: &str, solution: &str, goal| Puzzle {
        game: "classic".into(),
        fragment: fragment.into(),
        next: 1,
        goal,
        moves: None,
        solution: vec![solution.into()],
        words: String::new(),
    };
    let check = |puzzle: Puzzle| puzzle.check(&StopFlag::default());
    let open = "classic/4x5/223344";
    assert!(matches!(check(puzzle(open, "0", PuzzleGoal::Win)), Err(BadPuzzle::NotTheOnly { .. })));
    assert!(matches!(check(puzzle(open, "9", PuzzleGoal::Win)), Err(BadPuzzle::Illegal(_))));
    assert!(matches!(check(puzzle("classic/9x9", "0", PuzzleGoal::Win)), Err(BadPuzzle::NoSolver(_))));
    assert!(matches!(check(puzzle("chess", "0", PuzzleGoal::Win)), Err(BadPuzzle::Fragment(_))));
    let one = "classic/4x4/112233";
    assert_eq!(check(puzzle(one, "3", PuzzleGoal::Win)), Ok(()));
    assert!(check(puzzle(one, "0", PuzzleGoal::Win)).is_err());
    assert!(check(puzzle(one, "3", PuzzleGoal::Draw)).is_err());
}

#[test]
fn games_without_a_solver_have_no_puzzles() {
    let large = Options { size: Some(Size::new(20, 20)), ..Options::default() };
    let refused = PuzzleMaker::new(game("hex").unwrap(), &large, 1).err().map(|error| error.to_string());
    assert!(refused.is_some_and(|reason| reason.starts_with("puzzles need an exact engine: ")));
}
