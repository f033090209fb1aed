//! Checks drawn panels of 1024.
//!
//! A cell holds 0 or a power of two up to 2^(cells-1). It is not checked whether a game can reach all the
//! tiles together, because useful examples need not be reachable. Only from an unreachable panel can a tile
//! above 2^(cells-1) be made, and the setup of such a panel is refused.

use crate::tiles::Panel;
use crate::tiles::rank::{rank_of, value_of};
use crate::{BadSetup, Cell, Setup};

/// Returns the setup of a panel. A tile above 2^63, which no game reaches, becomes `u64::MAX`, which is
/// refused.
pub(super) fn setup(panel: &Panel) -> Setup {
    let value = |&rank: &u8| u64::try_from(value_of(rank)).unwrap_or(u64::MAX);
    let rows = panel.ranks().chunks(panel.columns());
    let cells = rows.map(|row| row.iter().map(value).collect()).collect();
    Setup { cells, next: None, scores: [0, 0] }
}

/// Creates a panel like `like` with the drawn tiles. The largest tile above 1 counts as made by merging.
pub(super) fn panel(like: &Panel, setup: &Setup) -> Result<Panel, BadSetup> {
    let (rows, columns) = (like.rows(), like.columns());
    if setup.cells.len() != rows || setup.cells.iter().any(|row| row.len() != columns) {
        return Err(BadSetup::WrongSize { expected: (rows, columns) });
    }
    let mut ranks = Vec::with_capacity(rows * columns);
    for (index, &value) in setup.cells.iter().flatten().enumerate() {
        let rank = rank_of(value);
        if (value != 0 && !value.is_power_of_two()) || usize::from(rank) > rows * columns {
            return Err(BadSetup::BadCell(Cell::new(index / columns, index % columns)));
        }
        ranks.push(rank);
    }
    Ok(like.with_ranks(ranks))
}

/// Returns the number of tiles that are due: a panel without a merged tile and with fewer than two tiles is a
/// start.
pub(super) fn tiles_due(panel: &Panel) -> u8 {
    let tiles = panel.ranks().iter().filter(|&&rank| rank > 0).count();
    if panel.max() == 0 { 2 - tiles.min(2) as u8 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::Position;
    use crate::{Outcome, Player, Position as _, Size, Solo, Turn};

    const WON: Turn = Turn::Over(Outcome::Solo(Solo::Won));
    const LOST: Turn = Turn::Over(Outcome::Solo(Solo::Lost));
    const PRESS: Turn = Turn::Player(Player::One);

    fn empty() -> Position {
        Position::new(Size::new(2, 2), Some(8), false).unwrap()
    }

    fn drawn(cells: &[&[u64]]) -> Result<Position, BadSetup> {
        let cells = cells.iter().map(|row| row.to_vec()).collect();
        empty().set_up(&Setup { cells, next: None, scores: [0, 0] })
    }

    #[test]
    fn bad_cells() {
        let wrong = |cells: &[&[u64]]| drawn(cells).unwrap_err();
        assert_eq!(wrong(&[&[1, 3], &[0, 0]]), BadSetup::BadCell(Cell::new(0, 1)));
        assert_eq!(wrong(&[&[1, 0], &[16, 0]]), BadSetup::BadCell(Cell::new(1, 0)));
        assert_eq!(wrong(&[&[u64::MAX, 0], &[0, 0]]), BadSetup::BadCell(Cell::new(0, 0)));
        assert_eq!(wrong(&[&[1, 1]]), BadSetup::WrongSize { expected: (2, 2) });
        assert_eq!(wrong(&[&[1, 1], &[1]]), BadSetup::WrongSize { expected: (2, 2) });
        assert_eq!(drawn(&[&[8, 4], &[2, 1]]).unwrap().turn(), WON);
    }

    #[test]
    fn turns_of_drawn_panels() {
        let seen = |cells: &[&[u64]]| drawn(cells).map(|game| (game.turn(), game.panel().max()));
        assert_eq!(drawn(&[&[0, 0], &[0, 0]]), Ok(empty()));
        assert_eq!(seen(&[&[0, 1], &[0, 0]]), Ok((Turn::Chance, 0)));
        assert_eq!(seen(&[&[0, 1], &[0, 1]]), Ok((PRESS, 0)));
        assert_eq!(seen(&[&[0, 2], &[0, 0]]), Ok((PRESS, 2)));
        assert_eq!(seen(&[&[1, 2], &[2, 1]]), Ok((LOST, 2)));
    }
}
