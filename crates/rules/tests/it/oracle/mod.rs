//! Slow, simple second implementations of the games, written from `docs/games/` alone, to compare the library
//! with.

pub(crate) mod drop;
pub(crate) mod hex;
pub(crate) mod tiles;

/// The state of a game after some moves: the fields of `parlor show --json`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Shown {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The top row first. 0 is empty, 1 and 2 are the players; in 1024 a number is the value of a tile.
    pub(crate) board: Vec<Vec<u64>>,
    /// `in progress`, `won`, `drawn`; for 1024 `in progress`, `won`, `lost`.
    pub(crate) status: &'static str,
    pub(crate) next: Option<u8>,
    pub(crate) winner: Option<u8>,
    /// The scores of classic and super; `[0, 0]` in the other games.
    pub(crate) scores: [u64; 2],
    /// The winning cells as (row, column) from the top left, sorted; always empty in super, hex and 1024.
    pub(crate) line: Vec<(usize, usize)>,
    /// The largest tile made by merging in 1024; 0 in the other games.
    pub(crate) max: u64,
}

/// The error of an illegal move: the index of the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Refused(pub(crate) usize);

/// Returns the player whose turn it is after `played` moves of a game that alternates.
fn player_to_move(played: usize) -> u8 {
    if played.is_multiple_of(2) { 1 } else { 2 }
}

/// Returns the columns of a written game: `3 2 4`.
#[cfg(test)]
fn columns(text: &str) -> Vec<i64> {
    text.split_whitespace().map(|word| word.parse().expect("a column")).collect()
}

/// Returns the rows of a drop game as `docs/games/` writes them: `..1/122`, without blank rows on top.
#[cfg(test)]
fn written(board: &[Vec<u64>]) -> String {
    let disc = |cell: &u64| match cell {
        0 => '.',
        1 => '1',
        2 => '2',
        _ => panic!("no disc: {cell}"),
    };
    let rows: Vec<String> = board
        .iter()
        .skip_while(|row| row.iter().all(|&cell| cell == 0))
        .map(|row| row.iter().map(disc).collect())
        .collect();
    rows.join("/")
}
