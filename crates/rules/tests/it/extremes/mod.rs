//! Every public function that takes an index, a size or a list, with zero, the largest numbers and nothing at all.
//!
//! None of them may panic or overflow, and what is refused changes nothing. Only functions whose name ends in
//! `_unchecked`, and `undo`, have conditions; they are left out.

mod drop;
mod hex;
mod tiles;
mod vocabulary;

use parlor_rules::{Cell, IllegalMove, Position, Setup};

/// Indices inside and outside of every board.
const INDICES: [usize; 9] = [0, 1, 5, 64, 9_999, 10_000, u32::MAX as usize, isize::MAX as usize, usize::MAX];

/// Lengths of sides.
const SIDES: [i64; 10] = [i64::MIN, -1, 0, 1, 4, 7, 26, 64, 65, i64::MAX];

fn cells() -> impl Iterator<Item = Cell> {
    INDICES.into_iter().flat_map(|row| INDICES.into_iter().map(move |column| Cell::new(row, column)))
}

fn sides() -> impl Iterator<Item = (i64, i64)> {
    SIDES.into_iter().flat_map(|one| SIDES.into_iter().map(move |other| (one, other)))
}

/// Plays a move that no position of the game has. It must be refused and change nothing.
fn refused<P: Position>(position: &mut P, played: P::Move) -> IllegalMove {
    let before = position.clone();
    let checked = position.check(played);
    let why = position.play(played).map(drop).expect_err("the move is illegal");
    assert_eq!((checked, &before), (Err(why), &*position));
    why
}

/// Sets up boards that are empty, ragged, too large, or full of values that no game has.
fn bad_setups<P: Position>(position: &P) {
    let (rows, columns) = {
        let cells = position.setup().cells;
        (cells.len(), cells[0].len())
    };
    let setups = [
        vec![],
        vec![vec![]],
        vec![vec![]; rows],
        vec![vec![0; columns + 1]; rows],
        vec![vec![0; columns]; rows + 1],
        vec![vec![0; 70]; 70],
        [vec![vec![0; columns]; rows - 1], vec![vec![]]].concat(),
        vec![vec![u64::MAX; columns]; rows],
        vec![vec![3; columns]; rows],
    ];
    for cells in setups {
        let setup = Setup { cells, next: None, scores: [u64::MAX; 2] };
        assert!(position.set_up(&setup).is_err(), "{setup:?}");
        assert!(setup.lines().len() == setup.cells.len());
        assert_eq!(
            setup.count(u64::MAX),
            setup.cells.iter().flatten().filter(|&&cell| cell == u64::MAX).count()
        );
    }
    assert_eq!(position.set_up(&position.setup()).map(|same| same.setup()), Ok(position.setup()));
}
