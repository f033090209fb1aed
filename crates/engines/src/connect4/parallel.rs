//! Searches one position with several threads that share the transposition table.
//!
//! All threads search the same position with the same window, each with its own random noise in the move
//! ordering. They read each other's results from the table. The first thread to finish gives the result.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::geometry::Geometry;
use super::node::Node;
use super::search::Search;
use super::table::Table;

/// The nodes that one thread searches before the others start. For smaller searches starting threads costs
/// more than it saves.
const SINGLE_THREAD_NODES: u64 = 50_000;

/// The depth below the root up to which the move ordering gets noise.
const JITTER_DISCS: u32 = 10;

/// Like [`Search::search_root`], with `threads` threads if the search takes long.
pub(super) fn parallel_probe<G: Geometry, T: Table>(
    search: &mut Search<'_, G, T>,
    root: Node<G::Word>,
    alpha: i32,
    threads: usize,
) -> i32 {
    if threads > 1 {
        search.node_limit = search.nodes + SINGLE_THREAD_NODES;
    }
    let score = search.search_root(root, alpha);
    if !search.stopped || search.stop.is_stopped() {
        return score;
    }
    // The node limit was reached. Continue with all threads.
    search.stopped = false;
    search.node_limit = u64::MAX;
    search.may_grow = false;
    search.table.grow_fully();
    let finished = AtomicBool::new(false);
    let nodes = AtomicU64::new(0);
    let answer = Mutex::new(None);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let mut own =
                Search::new(search.geometry, search.table, search.stop, search.mirror_discs, root.discs);
            own.finished = Some(&finished);
            own.jitter_discs = root.discs + JITTER_DISCS;
            own.jitter = thread as u64 * 0x9E37_79B9_7F4A_7C15;
            let (nodes, answer, finished) = (&nodes, &answer, &finished);
            scope.spawn(move || {
                let score = own.search_root(root, alpha);
                if !own.stopped {
                    finished.store(true, Relaxed);
                    *answer.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(score);
                }
                nodes.fetch_add(own.nodes, Relaxed);
            });
        }
    });
    search.nodes += nodes.into_inner();
    match answer.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        Some(score) => score,
        None => {
            search.stopped = true;
            0
        }
    }
}
