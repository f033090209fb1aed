//! Ranks: how boards hold tiles. 0 is no tile, n is a tile of 2^(n-1).

/// The value of a tile of this rank, 0 of none; `u128::MAX` where a `u128` can't hold it.
pub(super) fn value_of(rank: u8) -> u128 {
    match rank {
        0 => 0,
        1..=128 => 1 << (rank - 1),
        _ => u128::MAX,
    }
}

/// The rank of this value, a power of two or 0.
pub(super) fn rank_of(value: u64) -> u8 {
    if value == 0 { 0 } else { value.trailing_zeros() as u8 + 1 }
}

/// The rank of what two tiles of this rank merge into.
pub(super) fn merged_rank(rank: u8) -> u8 {
    rank.saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_powers_of_two_from_1() {
        assert_eq!([0, 1, 2, 4, 1024, 1 << 63].map(rank_of), [0, 1, 2, 3, 11, 64]);
        assert_eq!([0, 1, 2, 3, 11, 128].map(value_of), [0, 1, 2, 4, 1024, 1 << 127]);
        assert_eq!(value_of(129), u128::MAX);
    }

    #[test]
    fn two_tiles_make_the_next_rank_up_to_the_last() {
        assert_eq!([1, 10, 254, 255].map(merged_rank), [2, 11, 255, 255]);
    }
}
