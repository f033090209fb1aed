//! Fast random games (playouts) of hex.

use super::{BitBoard, Move, Position};
use crate::{Cell, Player, PlayoutStats, Position as _, SplitMix64};

/// Plays random games from the empty board, without the swap rule, and returns their statistics.
///
/// Every move is drawn from the empty cells, with a bias of at most 2^-26, and a game ends with the winning
/// stone. Game `i` depends only on the side, the seed and `i`, so it is the same on every machine. A side
/// that no board has (0, or more than 26) gives no games.
///
/// ```
/// let stats = parlor_rules::hex::playouts(11, 1_000, 1);
/// assert_eq!(stats.wins[0] + stats.wins[1], 1_000);
/// assert_eq!(stats, parlor_rules::hex::playouts(11, 1_000, 1));
/// ```
pub fn playouts(side: usize, games: u64, seed: u64) -> PlayoutStats {
    let mut stats = PlayoutStats::default();
    if let Some(empty) = BitBoard::new(side) {
        let mut order = [0; BitBoard::MAX_SIDE * BitBoard::MAX_SIDE];
        for game in 0..games {
            play_on_bits(empty, &mut order[..side * side], SplitMix64::at(seed, game), &mut stats);
        }
    } else if let Ok(empty) = Position::new(i64::try_from(side).unwrap_or(i64::MAX), false) {
        let mut order = vec![0; side * side];
        for game in 0..games {
            play_on_position(empty.clone(), &mut order, SplitMix64::at(seed, game), &mut stats);
        }
    }
    stats
}

fn play_on_bits(mut board: BitBoard, order: &mut [u16], rng: SplitMix64, stats: &mut PlayoutStats) {
    shuffle(order, rng);
    for (ply, &number) in order.iter().enumerate() {
        let player = Player::BOTH[ply % 2];
        if board.place_unchecked(usize::from(number), player) {
            let words = Player::BOTH
                .map(|player| board.stones(player))
                .map(|bits| [bits as u64, (bits >> 64) as u64]);
            stats.add(ply as u64 + 1, Some(player.index()), fingerprint(words.as_flattened()));
            return;
        }
    }
}

fn play_on_position(mut position: Position, order: &mut [u16], rng: SplitMix64, stats: &mut PlayoutStats) {
    shuffle(order, rng);
    let side = position.board().side();
    let words = order.len().div_ceil(64).max(2);
    let mut stones = vec![0; 2 * words];
    for (ply, &number) in order.iter().enumerate() {
        let number = usize::from(number);
        position.play_unchecked(Move::Place(Cell::new(number / side, number % side)));
        stones[ply % 2 * words + number / 64] |= 1 << (number % 64);
        if let Some(winner) = position.board().winner() {
            stats.add(ply as u64 + 1, Some(winner.index()), fingerprint(&stones));
            return;
        }
    }
}

/// Puts the indices of all cells in random order.
///
/// Four draws share one number of the generator. The high half of its product with the number of cells left
/// is the draw, and the low half serves the next draw. They use less than 29 of the 64 bits before the last
/// draw.
fn shuffle(order: &mut [u16], mut rng: SplitMix64) {
    for (number, cell) in order.iter_mut().enumerate() {
        *cell = number as u16;
    }
    let cells = order.len();
    let mut ply = 0;
    while ply < cells {
        let mut fraction = rng.next_u64();
        for ply in ply..cells.min(ply + 4) {
            let product = u128::from(fraction) * (cells - ply) as u128;
            fraction = product as u64;
            order.swap(ply, ply + (product >> 64) as usize);
        }
        ply += 4;
    }
}

fn fingerprint(words: &[u64]) -> u64 {
    words
        .iter()
        .fold(0, |mixed: u64, word| (mixed.rotate_left(25) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replays a game on the plain board. Returns the position and the cells up to the winning stone.
    fn replayed(side: usize, seed: u64, game: u64) -> (Position, Vec<Cell>) {
        let mut order = vec![0; side * side];
        shuffle(&mut order, SplitMix64::at(seed, game));
        let mut position = Position::new(side as i64, false).unwrap();
        let mut cells = Vec::new();
        for number in order {
            if position.turn().is_over() {
                break;
            }
            let cell = Cell::new(usize::from(number) / side, usize::from(number) % side);
            position.play(Move::Place(cell)).unwrap();
            cells.push(cell);
        }
        (position, cells)
    }

    #[test]
    fn matches_the_plain_board() {
        for side in 1..=11 {
            let empty = BitBoard::new(side).unwrap();
            let mut order = vec![0; side * side];
            for game in 0..200 {
                let mut stats = PlayoutStats::default();
                play_on_bits(empty, &mut order, SplitMix64::at(5, game), &mut stats);
                let (position, cells) = replayed(side, 5, game);
                let winner = position.board().winner().unwrap();
                assert_eq!((stats.games, stats.moves), (1, cells.len() as u64));
                assert_eq!(stats.wins[winner.index()], 1);
            }
        }
    }

    #[test]
    fn both_boards_agree() {
        for side in 1..=11 {
            let empty = Position::new(side as i64, false).unwrap();
            let mut order = vec![0; side * side];
            let mut stats = PlayoutStats::default();
            for game in 0..300 {
                play_on_position(empty.clone(), &mut order, SplitMix64::at(8, game), &mut stats);
            }
            assert_eq!(stats, playouts(side, 300, 8));
        }
    }

    #[test]
    fn games_are_independent() {
        let empty = BitBoard::new(11).unwrap();
        let mut order = [0; 121];
        let mut backwards = PlayoutStats::default();
        for game in (0..500).rev() {
            play_on_bits(empty, &mut order, SplitMix64::at(3, game), &mut backwards);
        }
        assert_eq!(backwards, playouts(11, 500, 3));
        assert_ne!(backwards.signature, playouts(11, 500, 4).signature);
    }

    /// Must not change: `parlor bench` signatures are compared between machines and versions.
    #[test]
    fn signature() {
        let stats = playouts(11, 1_000, 1);
        assert_eq!((stats.games, stats.moves, stats.wins), (1_000, 107_361, [505, 495]));
        assert_eq!(stats.signature, 9_475_203_500_621_783_480);
    }

    #[test]
    fn first_player_wins_more() {
        let stats = playouts(11, 100_000, 1);
        assert_eq!(stats.games, stats.wins[0] + stats.wins[1]);
        assert!((51_500..53_500).contains(&stats.wins[0]), "{stats:?}");
        assert!((10_600_000..10_900_000).contains(&stats.moves), "{stats:?}");
    }

    #[test]
    fn single_cell_and_bad_sides() {
        let stats = playouts(1, 10, 1);
        assert_eq!((stats.games, stats.moves, stats.wins), (10, 10, [10, 0]));
        assert_eq!([0, 27, usize::MAX].map(|side| playouts(side, 10, 1)), [PlayoutStats::default(); 3]);
    }

    #[test]
    fn large_boards() {
        for side in [12, 26] {
            let stats = playouts(side, 50, 1);
            assert_eq!((stats.games, stats.wins[0] + stats.wins[1]), (50, 50));
        }
    }

    #[test]
    fn shuffle_is_uniform() {
        let mut counts = [[0u32; 9]; 9];
        let mut order = [0; 9];
        for game in 0..90_000 {
            shuffle(&mut order, SplitMix64::at(6, game));
            for (ply, &number) in order.iter().enumerate() {
                counts[ply][usize::from(number)] += 1;
            }
        }
        assert!(counts.as_flattened().iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }
}
