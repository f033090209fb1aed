//! The types that all games share.

use super::{INDICES, SIDES};
use parlor_rules::drop::{Column, classic};
use parlor_rules::{
    Cell, Outcome, Player, PlayoutStats, Size, SplitMix64, parse_integer, parse_whole_number, perft,
    play_random_game,
};

#[test]
fn numbers() {
    for seed in [0, 1, u64::MAX] {
        for ply in [0, 1, u64::MAX] {
            let mut rng = SplitMix64::at(seed, ply);
            for bound in INDICES {
                assert!(rng.below(bound) < bound.max(1));
            }
        }
        assert_eq!(Player::from_number(seed), (seed == 1).then_some(Player::One));
    }
    let mut stats = PlayoutStats::default();
    for winner in INDICES {
        stats.add(u64::MAX, Some(winner), u64::MAX);
    }
    stats.add(u64::MAX, None, 0);
    assert_eq!((stats.games, stats.moves, stats.wins), (10, u64::MAX, [1, 1]));
    assert_eq!(Outcome::Draw.value_for(Player::One), 0);
}

#[test]
fn texts() {
    for (rows, columns) in super::sides() {
        let size = Size::new(rows, columns);
        assert_eq!(size.to_string().parse(), Ok(size));
    }
    for index in INDICES {
        assert_eq!(Column(index).to_string().parse(), Ok(Column(index)));
        assert_eq!(Cell::new(index, index), Cell { row: index, column: index });
    }
    for side in SIDES {
        assert_eq!(parse_integer(&side.to_string()), Some(side));
        assert_eq!(parse_whole_number(&side.to_string()), usize::try_from(side).ok());
    }
    assert_eq!(["", "-", "--1", "+1", " 1", "1 "].map(parse_integer), [None; 6]);
    assert_eq!(["-0", "007", "-99999999999999999999"].map(parse_integer), [0, 7, i64::MIN].map(Some));
    assert_eq!(["", "-1", "+1", "99999999999999999999999"].map(parse_whole_number), [None; 4]);
}

#[test]
fn whole_games() {
    let mut game = classic::Position::default();
    assert_eq!(perft(&mut game, 0), 1);
    let mut rng = SplitMix64::new(u64::MAX);
    assert_eq!(play_random_game(&mut game, &mut rng, 0), (None, 0));
    assert!(play_random_game(&mut game, &mut rng, usize::MAX).0.is_some());
    assert_eq!(perft(&mut game, u32::MAX), 0, "a finished game has no moves");
}
