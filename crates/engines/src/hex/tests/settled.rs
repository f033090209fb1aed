//! When a search may end before its visits are used up.

use crate::hex::network::network;
use crate::hex::node::rank;
use crate::hex::tree_search::{Extras, TreeSearch};
use crate::hex::{Board, Geometry};
use parlor_rules::SplitMix64;
use std::sync::Arc;

const VISITS: u64 = 400;

#[test]
fn a_settled_move_stays_the_most_visited_one() {
    let geometry = Arc::new(Geometry::<1>::new(8));
    let mut rng = SplitMix64::new(4);
    let mut early = 0;
    for seed in 0..12 {
        let mut board = Board::default();
        for turn in 0..6 {
            let empty: Vec<usize> = board.empty(&geometry).iter().collect();
            board.place(&geometry, empty[rng.below(empty.len())], turn % 2);
        }
        let start = |extras| {
            let mut search = TreeSearch::new(geometry.clone(), network(), seed, 1 << 24, extras);
            search.reset(board, 0, &[], None);
            search
        };
        let best = |search: &TreeSearch<1>| search.moves().iter().max_by_key(|node| rank(node)).unwrap().cell;
        let mut search = start(Extras::default());
        let mut settled = None;
        for visits in 0..VISITS {
            if settled.is_none() && search.is_settled(VISITS - visits) {
                settled = Some(best(&search));
                early += u64::from(visits < VISITS * 9 / 10);
            }
            search.visit();
        }
        assert!(settled.is_none_or(|settled| settled == best(&search)), "{seed}");
        // Analyses and training games want all visits.
        for extras in [(true, false), (false, true)] {
            let (tries_all, is_noisy) = extras;
            let mut search = start(Extras { tries_all, is_noisy });
            (0..20).for_each(|_| search.visit());
            assert!(!search.is_settled(0));
        }
    }
    assert!(early > 3, "{early}");
}
