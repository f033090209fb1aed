//! Random games by the million.

use super::{BitBoard, Move, Position};
use crate::{Cell, Player, PlayoutStats, Position as _, SplitMix64};

/// Plays whole random games from the empty board, without the swap rule, and counts how they went.
///
/// Every move is drawn from the empty cells, each equally likely up to 2^-26, and a game ends with the stone
/// that wins. Game number `i` is a function of the side, the seed and `i` alone: the same on every machine,
/// and whatever else is played. A side no board has (0, or more than 26) gives no games.
///
/// ```
/// let tally = parlor_rules::hex::playouts(11, 1_000, 1);
/// assert_eq!(tally.wins[0] + tally.wins[1], 1_000);
/// assert_eq!(tally, parlor_rules::hex::playouts(11, 1_000, 1));
/// ```
pub fn playouts(side: usize, games: u64, seed: u64) -> PlayoutStats {
    let mut tally = PlayoutStats::default();
    if let Some(empty) = BitBoard::new(side) {
        let mut order = [0; BitBoard::MAX_SIDE * BitBoard::MAX_SIDE];
        for game in 0..games {
            play_on_bits(empty, &mut order[..side * side], SplitMix64::at(seed, game), &mut tally);
        }
    } else if let Ok(empty) = Position::new(i64::try_from(side).unwrap_or(i64::MAX), false) {
        let mut order = vec![0; side * side];
        for game in 0..games {
            play_on_position(empty.clone(), &mut order, SplitMix64::at(seed, game), &mut tally);
        }
    }
    tally
}

fn play_on_bits(mut board: BitBoard, order: &mut [u16], dice: SplitMix64, tally: &mut PlayoutStats) {
    shuffle(order, dice);
    for (ply, &number) in order.iter().enumerate() {
        let player = Player::BOTH[ply % 2];
        if board.place(usize::from(number), player) {
            let words = Player::BOTH
                .map(|player| board.stones(player))
                .map(|bits| [bits as u64, (bits >> 64) as u64]);
            tally.add(ply as u64 + 1, Some(player.index()), fingerprint(words.as_flattened()));
            return;
        }
    }
}

fn play_on_position(mut position: Position, order: &mut [u16], dice: SplitMix64, tally: &mut PlayoutStats) {
    shuffle(order, dice);
    let side = position.board().side();
    let words = order.len().div_ceil(64).max(2);
    let mut stones = vec![0; 2 * words];
    for (ply, &number) in order.iter().enumerate() {
        let number = usize::from(number);
        position.play_unchecked(Move::Place(Cell::new(number / side, number % side)));
        stones[ply % 2 * words + number / 64] |= 1 << (number % 64);
        if let Some(winner) = position.board().winner() {
            tally.add(ply as u64 + 1, Some(winner.index()), fingerprint(&stones));
            return;
        }
    }
}

/// The numbers of all cells in random order.
///
/// Four draws share one number of the stream: the high half of its product with the number of cells left is
/// the draw, and the low half, which is as good as new, serves the next one. They use up less than 29 bits of
/// 64 before the last draw.
fn shuffle(order: &mut [u16], mut dice: SplitMix64) {
    for (number, cell) in order.iter_mut().enumerate() {
        *cell = number as u16;
    }
    let cells = order.len();
    let mut ply = 0;
    while ply < cells {
        let mut fraction = dice.next_u64();
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

    /// The cells of a game up to and with the winning stone, by the plain rules.
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
    fn every_game_is_one_of_the_plain_rules() {
        for side in 1..=11 {
            let empty = BitBoard::new(side).unwrap();
            let mut order = vec![0; side * side];
            for game in 0..200 {
                let mut tally = PlayoutStats::default();
                play_on_bits(empty, &mut order, SplitMix64::at(5, game), &mut tally);
                let (position, cells) = replayed(side, 5, game);
                let winner = position.board().winner().unwrap();
                assert_eq!((tally.games, tally.moves), (1, cells.len() as u64));
                assert_eq!(tally.wins[winner.index()], 1);
            }
        }
    }

    #[test]
    fn both_boards_give_the_same_tally() {
        for side in 1..=11 {
            let empty = Position::new(side as i64, false).unwrap();
            let mut order = vec![0; side * side];
            let mut tally = PlayoutStats::default();
            for game in 0..300 {
                play_on_position(empty.clone(), &mut order, SplitMix64::at(8, game), &mut tally);
            }
            assert_eq!(tally, playouts(side, 300, 8));
        }
    }

    #[test]
    fn games_do_not_depend_on_each_other_or_on_their_order() {
        let empty = BitBoard::new(11).unwrap();
        let mut order = [0; 121];
        let mut backwards = PlayoutStats::default();
        for game in (0..500).rev() {
            play_on_bits(empty, &mut order, SplitMix64::at(3, game), &mut backwards);
        }
        assert_eq!(backwards, playouts(11, 500, 3));
        assert_ne!(backwards.signature, playouts(11, 500, 4).signature);
    }

    /// Frozen: the signature of a bench is compared between machines and versions.
    #[test]
    fn the_signature_is_frozen() {
        let tally = playouts(11, 1_000, 1);
        assert_eq!((tally.games, tally.moves, tally.wins), (1_000, 107_361, [505, 495]));
        assert_eq!(tally.signature, 9_475_203_500_621_783_480);
    }

    #[test]
    fn going_first_is_worth_a_little_in_random_play() {
        let tally = playouts(11, 100_000, 1);
        assert_eq!(tally.games, tally.wins[0] + tally.wins[1]);
        assert!((51_500..53_500).contains(&tally.wins[0]), "{tally:?}");
        assert!((10_600_000..10_900_000).contains(&tally.moves), "{tally:?}");
    }

    #[test]
    fn the_first_stone_wins_on_one_cell_and_no_board_gives_no_games() {
        let tally = playouts(1, 10, 1);
        assert_eq!((tally.games, tally.moves, tally.wins), (10, 10, [10, 0]));
        assert_eq!([0, 27, usize::MAX].map(|side| playouts(side, 10, 1)), [PlayoutStats::default(); 3]);
    }

    #[test]
    fn large_boards_are_played_too() {
        for side in [12, 26] {
            let tally = playouts(side, 50, 1);
            assert_eq!((tally.games, tally.wins[0] + tally.wins[1]), (50, 50));
        }
    }

    #[test]
    fn every_cell_is_as_likely_at_every_ply() {
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
