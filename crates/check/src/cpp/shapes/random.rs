//! Random cases for shapes's class: fills with many runs, which are then asked about, and whole games.

use super::model::{Model, predict};
use super::{Op, Question};
use parlor_rules::SplitMix64;

/// Returns a random case.
pub(super) fn random(random: &mut SplitMix64) -> Vec<Op> {
    match random.below(10) {
        0 | 1 => game(random),
        2 => additions(random),
        _ => questions(random),
    }
}

fn size(random: &mut SplitMix64) -> (usize, usize) {
    match random.below(3) {
        0 => (6, 4),
        _ => (5 + random.below(5), 4 + random.below(5)),
    }
}

fn make(bins: usize, capacity: usize) -> Op {
    if (bins, capacity) == (6, 4) { Op::Default('a') } else { Op::New('a', bins as i64, capacity as i64) }
}

/// Fills a board with shapes that often equal a neighbor's, and asks about several bins in turn.
fn questions(random: &mut SplitMix64) -> Vec<Op> {
    let (bins, capacity) = size(random);
    let mut grid: Vec<Vec<u8>> = Vec::new();
    let (loyalty, marks) = (1 + random.below(4), random.below(4));
    // One direction in which neighbors are often equal: left, below, and the two diagonals.
    let (across, down) = [(1, 0), (0, 1), (1, 1), (1, -1)][random.below(4)];
    for bin in 0..bins {
        let height = random.below(capacity + 1).max(random.below(capacity + 1));
        grid.push(Vec::new());
        for level in 0..height {
            let beside = bin.checked_sub(across).zip(level.checked_add_signed(-down));
            let neighbor = beside.and_then(|(bin, level)| grid[bin].get(level).copied());
            let player = match neighbor {
                Some(neighbor) if random.below(loyalty + 1) > 0 => neighbor % 2,
                _ => random.below(2) as u8,
            };
            let is_marked = marks == 0 && random.below(5) == 0;
            grid[bin].push(player + if is_marked { 2 } else { 0 });
        }
    }
    let mut script = vec![make(bins, capacity), Op::Fill('a', grid)];
    let is_asked_each = random.below(3) == 0;
    for _ in 0..if is_asked_each { 4 * bins } else { 6 } {
        script.push(Op::Ask('a', Question::ALL[random.below(4)], random.below(bins)));
        script.push(Op::Grid('a'));
    }
    if random.below(4) == 0 {
        script.push(Op::Display('a'));
    }
    script
}

/// A word that is no bin with room.
fn refused(random: &mut SplitMix64, bins: usize) -> String {
    match random.below(5) {
        0 => "-1".into(),
        1 => bins.to_string(),
        2 => (bins + random.below(1000)).to_string(),
        _ => ["no", "x", "bin", "*"][random.below(4)].into(),
    }
}

/// Adds shapes, some words of which are refused, until a few bins are full.
fn additions(random: &mut SplitMix64) -> Vec<Op> {
    let (bins, capacity) = size(random);
    let mut script = vec![make(bins, capacity)];
    let mut model = Model::default();
    script.iter().for_each(|op| drop(model.perform(op)));
    let width = 1 + random.below(bins);
    for _ in 0..2 * capacity {
        let mut lines = Vec::new();
        while random.below(4) == 0 {
            lines.push(vec![refused(random, bins)]);
        }
        lines.push(vec![random.below(width).to_string()]);
        // The first bin with room ends it, if the one before was full.
        lines.push(vec![open_bin(&model, bins, capacity).to_string()]);
        for op in [Op::Input(lines), Op::Add('a', random.below(2) as u8), Op::Grid('a')] {
            if model.perform(&op).is_none() {
                return script;
            }
            script.push(op);
        }
    }
    script
}

fn open_bin(model: &Model, bins: usize, capacity: usize) -> usize {
    let height = |bin| model.board('a').map_or(0, |board| board.height(bin));
    (0..bins).find(|&bin| height(bin) < capacity).unwrap_or(0)
}

/// A whole game with some refused words.
fn game(random: &mut SplitMix64) -> Vec<Op> {
    let (bins, capacity) = size(random);
    let width = 2 + random.below(bins - 1);
    let mut lines = Vec::new();
    // The game ends before all bins are tried this often, or at the first prefix that is a whole game.
    for _ in 0..40 * bins * capacity {
        if random.below(12) == 0 {
            lines.push(vec![refused(random, bins)]);
        }
        let bin = if random.below(5) == 0 { random.below(bins) } else { random.below(width) };
        lines.push(vec![bin.to_string()]);
        let script = vec![make(bins, capacity), Op::Input(lines.clone()), Op::Play('a'), Op::Grid('a')];
        if predict(&script).is_some() {
            return script;
        }
    }
    vec![make(bins, capacity), Op::Grid('a')]
}
