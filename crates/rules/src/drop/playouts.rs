//! Fast random games (playouts) of the drop games, for `parlor bench`.

use super::bits::{Dimensions, Word};
use super::super_bits::SuperBitBoard;
use super::{DropPosition, Rule, classic, growing, shapes, super_};
use crate::{Outcome, Player, PlayoutStats, Position, SplitMix64, play_random_game};

/// The moves after which a random game of super is cut off. The points then decide.
pub const SUPER_MAX_PLIES: usize = 10_000;
/// The moves after which a random game of growing is cut off without a winner.
pub const GROWING_MAX_PLIES: usize = 1_000;

/// The most columns a board of 128 bits can have with at least four rows.
const MOST_COLUMNS: usize = 32;

/// Plays random games of classic on an empty grid of this position's size.
pub fn classic_playouts(start: &classic::Position, games: u64, seed: u64) -> PlayoutStats {
    line_playouts(start, games, seed)
}

/// Plays random games of shapes on an empty board of this position's size.
pub fn shapes_playouts(start: &shapes::Position, games: u64, seed: u64) -> PlayoutStats {
    line_playouts(start, games, seed)
}

/// Plays random games of super on an empty grid of this position's size.
pub fn super_playouts(start: &super_::Position, games: u64, seed: u64) -> PlayoutStats {
    match BoardWord::of(start.rows(), start.columns()) {
        // The default size is written out, so that the compiler knows the shifts.
        BoardWord::U64(Dimensions::STANDARD) => super_games(Dimensions::STANDARD, games, seed),
        BoardWord::U64(dimensions) => super_games(dimensions, games, seed),
        BoardWord::U128(dimensions) => super_games(dimensions, games, seed),
        BoardWord::TooLarge => plain_games(start, games, seed, SUPER_MAX_PLIES),
    }
}

/// Plays random games of growing with alternating turns from the empty board.
pub fn growing_playouts(games: u64, seed: u64) -> PlayoutStats {
    plain_games(&growing::Position::default(), games, seed, GROWING_MAX_PLIES)
}

fn line_playouts<R: Rule>(start: &DropPosition<R>, games: u64, seed: u64) -> PlayoutStats {
    match BoardWord::of(start.rows(), start.columns()) {
        // The default sizes are written out, so that the compiler knows the shifts.
        BoardWord::U64(Dimensions::STANDARD) => line_games(Dimensions::STANDARD, games, seed),
        BoardWord::U64(Dimensions::SHAPES) => line_games(Dimensions::SHAPES, games, seed),
        BoardWord::U64(dimensions) => line_games(dimensions, games, seed),
        BoardWord::U128(dimensions) => line_games(dimensions, games, seed),
        BoardWord::TooLarge => plain_games(start, games, seed, usize::MAX),
    }
}

/// The smallest word a board fits into.
enum BoardWord {
    U64(Dimensions<u64>),
    U128(Dimensions<u128>),
    TooLarge,
}

impl BoardWord {
    fn of(rows: usize, columns: usize) -> BoardWord {
        if columns > MOST_COLUMNS {
            return BoardWord::TooLarge;
        }
        let narrow = Dimensions::fitting(rows, columns).map(BoardWord::U64);
        let wide = || Dimensions::fitting(rows, columns).map(BoardWord::U128);
        narrow.or_else(wide).unwrap_or(BoardWord::TooLarge)
    }
}

/// Plays random games on the plain board, for boards that fit no word.
fn plain_games<P: Position>(start: &P, games: u64, seed: u64, max_plies: usize) -> PlayoutStats {
    let mut stats = PlayoutStats::default();
    for game in 0..games {
        let mut position = start.clone();
        let (outcome, plies) = play_random_game(&mut position, &mut SplitMix64::at(seed, game), max_plies);
        let cells = position.setup().cells;
        let fingerprint = cells
            .iter()
            .flatten()
            .fold(0, |print: u64, &cell| (print ^ cell).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(9));
        stats.add(plies as u64, outcome.and_then(Outcome::winner).map(Player::index), fingerprint);
    }
    stats
}

/// The columns with room, in no particular order. A full column is replaced by the last one.
struct OpenColumns {
    columns: [u8; MOST_COLUMNS],
    count: usize,
}

impl OpenColumns {
    #[inline(always)]
    fn all(columns: usize) -> OpenColumns {
        OpenColumns { columns: std::array::from_fn(|column| column as u8), count: columns }
    }

    #[inline(always)]
    fn close(&mut self, index: usize) {
        self.count -= 1;
        self.columns[index] = self.columns[self.count];
    }
}

/// A generator that draws two bounded numbers from each 64-bit number of SplitMix64.
struct HalfWordRng {
    rng: SplitMix64,
    left: u64,
    half: bool,
}

impl HalfWordRng {
    #[inline(always)]
    fn of(seed: u64, game: u64) -> HalfWordRng {
        HalfWordRng { rng: SplitMix64::at(seed, game), left: 0, half: false }
    }

    /// Returns a number below `bound`. The bias is below 2^-27 for any board.
    #[inline(always)]
    fn below(&mut self, bound: usize) -> usize {
        if self.half {
            self.left >>= 32;
        } else {
            self.left = self.rng.next_u64();
        }
        self.half = !self.half;
        (((self.left & 0xFFFF_FFFF) * bound as u64) >> 32) as usize
    }
}

#[inline(always)]
fn line_games<W: Word>(dimensions: Dimensions<W>, games: u64, seed: u64) -> PlayoutStats {
    let mut stats = PlayoutStats::default();
    let cells = dimensions.rows * dimensions.columns;
    let bottoms: [W; MOST_COLUMNS] = std::array::from_fn(|column| dimensions.bottom(column as u32));
    let above_top = (0..dimensions.columns)
        .fold(W::ZERO, |tops, column| tops | dimensions.bottom(column) << dimensions.rows);
    for game in 0..games {
        let mut rng = HalfWordRng::of(seed, game);
        let mut open = OpenColumns::all(dimensions.columns as usize);
        let mut free = bottoms;
        let (mut mover, mut waiting) = (W::ZERO, W::ZERO);
        let mut plies = 0;
        let won = loop {
            let index = rng.below(open.count);
            let column = usize::from(open.columns[index]) % MOST_COLUMNS;
            let cell = free[column];
            mover |= cell;
            plies += 1;
            if dimensions.has_line(mover) {
                break true;
            }
            if plies == cells {
                break false;
            }
            free[column] = cell << 1;
            if (cell << 1) & above_top != W::ZERO {
                open.close(index);
            }
            std::mem::swap(&mut mover, &mut waiting);
        };
        let last = (plies - 1) as usize & 1;
        let fingerprint = mover.fold().wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ waiting.fold();
        stats.add(u64::from(plies), won.then_some(last), fingerprint);
    }
    stats
}

#[inline(always)]
fn super_games<W: Word>(dimensions: Dimensions<W>, games: u64, seed: u64) -> PlayoutStats {
    let mut stats = PlayoutStats::default();
    let columns = dimensions.columns;
    for game in 0..games {
        let mut rng = HalfWordRng::of(seed, game);
        let mut open = OpenColumns::all(columns as usize);
        let mut board = SuperBitBoard::<W>::with_dimensions(dimensions);
        let mut plies = 0;
        while open.count > 0 && plies < SUPER_MAX_PLIES {
            let index = rng.below(open.count);
            let column = u32::from(open.columns[index]);
            plies += 1;
            if board.play_unchecked(column) {
                open.count = 0;
                for column in (0..columns).filter(|&column| board.has_room_unchecked(column)) {
                    open.columns[open.count] = column as u8;
                    open.count += 1;
                }
            } else if !board.has_room_unchecked(column) {
                open.close(index);
            }
        }
        let [one, two] = board.scores();
        let winner = (one != two).then_some(usize::from(two > one));
        let discs = Player::BOTH.map(|player| board.discs(player).fold());
        let points = (one << 32) ^ two;
        stats.add(
            plies as u64,
            winner,
            discs[0].wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ discs[1] ^ points.rotate_left(7),
        );
    }
    stats
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use crate::drop::Column;

    /// Plays the draws of the fast loop on the plain board.
    fn plain_playouts<R: Rule>(
        start: &DropPosition<R>,
        games: u64,
        seed: u64,
        max_plies: usize,
    ) -> (u64, [u64; 2]) {
        let (mut moves, mut wins) = (0, [0; 2]);
        for game in 0..games {
            let mut position = start.clone();
            let mut rng = HalfWordRng::of(seed, game);
            let mut open = OpenColumns::all(start.columns());
            let mut plies = 0;
            while !position.turn().is_over() && plies < max_plies {
                let index = rng.below(open.count);
                let column = usize::from(open.columns[index]);
                let (before, played) = (position.board().discs(), Column(column));
                position.play(played).unwrap();
                plies += 1;
                if position.board().discs() != before + 1 {
                    let room: Vec<u8> = position.board().open_columns().map(|column| column as u8).collect();
                    open.columns[..room.len()].copy_from_slice(&room);
                    open.count = room.len();
                } else if position.board().check_room(column).is_err() {
                    open.close(index);
                }
            }
            moves += plies as u64;
            let [one, two] = position.scores();
            if one != two {
                wins[usize::from(two > one)] += 1;
            }
        }
        (moves, wins)
    }

    #[test]
    fn matches_the_plain_board() {
        for size in [Size::new(6, 7), Size::new(4, 5), Size::new(8, 9), Size::new(5, 20)] {
            let start = classic::Position::sized(size).unwrap();
            let stats = classic_playouts(&start, 400, 11);
            assert_eq!(
                (stats.moves, stats.wins),
                plain_playouts(&start, 400, 11, usize::MAX),
                "classic {size}"
            );
            let start = shapes::Position::sized(size).unwrap();
            let stats = shapes_playouts(&start, 400, 12);
            assert_eq!(
                (stats.moves, stats.wins),
                plain_playouts(&start, 400, 12, usize::MAX),
                "shapes {size}"
            );
        }
        for size in [Size::new(6, 7), Size::new(4, 4), Size::new(4, 7)] {
            let start = super_::Position::sized(size).unwrap();
            let stats = super_playouts(&start, 40, 13);
            assert_eq!(
                (stats.moves, stats.wins),
                plain_playouts(&start, 40, 13, SUPER_MAX_PLIES),
                "super {size}"
            );
        }
    }

    #[test]
    fn signatures() {
        let classic = classic_playouts(&classic::Position::default(), 1_000, 1);
        assert_eq!(classic, classic_playouts(&classic::Position::default(), 1_000, 1));
        assert_ne!(classic.signature, classic_playouts(&classic::Position::default(), 1_000, 2).signature);
    }

    #[test]
    fn first_player_wins_more() {
        let stats = classic_playouts(&classic::Position::default(), 100_000, 5);
        // 55.6 % is the known share.
        assert!((54_900..56_300).contains(&stats.wins[0]), "{stats:?}");
    }

    #[test]
    fn boards_too_large_for_a_word() {
        let start = classic::Position::sized(Size::new(64, 64)).unwrap();
        assert_eq!(classic_playouts(&start, 3, 1).games, 3);
        assert_eq!(growing_playouts(50, 1).games, 50);
    }
}
