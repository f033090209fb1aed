//! Ranks, the way boards store tiles: 0 is an empty cell, n is a tile of 2^(n-1).

/// Returns the value of a rank: 0 for an empty cell, and `u128::MAX` for a value that does not fit a `u128`.
pub(super) fn value_of(rank: u8) -> u128 {
    match rank {
        0 => 0,
        1..=128 => 1 << (rank - 1),
        _ => u128::MAX,
    }
}

/// Returns the rank of a value, which must be 0 or a power of two.
pub(super) fn rank_of(value: u64) -> u8 {
    if value == 0 { 0 } else { value.trailing_zeros() as u8 + 1 }
}

/// Returns the rank that two tiles of this rank merge into.
pub(super) fn merged_rank(rank: u8) -> u8 {
    rank.saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_values() {
        assert_eq!([0, 1, 2, 4, 1024, 1 << 63].map(rank_of), [0, 1, 2, 3, 11, 64]);
        assert_eq!([0, 1, 2, 3, 11, 128].map(value_of), [0, 1, 2, 4, 1024, 1 << 127]);
        assert_eq!(value_of(129), u128::MAX);
    }

    #[test]
    fn merging_ranks() {
        assert_eq!([1, 10, 254, 255].map(merged_rank), [2, 11, 255, 255]);
    }
}
