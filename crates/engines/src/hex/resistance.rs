//! The board as an electric circuit: which empty cells carry most of the current between a player's borders.
//!
//! Endpoints with a full connection are joined by a wire. An empty cell resists, a stone does not. Cells with much
//! current in both players' circuits are where the position is decided.

use super::connections::Connections;
use super::{CellSet, Geometry};

/// The rounds of relaxation. More change the order of moves little.
const ROUNDS: usize = 24;
/// The resistance of a wire between two chains.
const CHAIN_WIRE: f32 = 0.05;

/// The circuit of one player after relaxation.
#[derive(Clone, Debug)]
pub(super) struct Circuit {
    /// The current through each cell, as a part of the whole. Stones have none.
    pub(super) shares: Vec<f32>,
}

/// Returns the circuit of a player's connections.
pub(super) fn circuit<const W: usize>(geometry: &Geometry<W>, connections: &Connections<W>) -> Circuit {
    let cells = geometry.cells;
    let stones = connections.board.stones[connections.player];
    let empty = connections.board.empty(geometry);
    let resistance = |end: usize| if end < cells && empty.contains(end) { 1.0f32 } else { 0.0 };
    let ends: Vec<usize> = (0..cells)
        .filter(|&cell| connections.end_of(cell) == Some(cell) && (empty | stones).contains(cell))
        .collect();
    let mut volts = vec![0.5f32; cells + 2];
    (volts[cells], volts[cells + 1]) = (0.0, 1.0);
    let mut wires: Vec<(u16, f32)> = Vec::new();
    let mut starts = vec![0usize];
    for &end in &ends {
        let line = if connections.player == 0 { end % geometry.side } else { end / geometry.side };
        volts[end] = (line as f32 + 0.5) / geometry.side as f32;
        let (near, borders) = connections.partners_of(end);
        let near: CellSet<W> = near;
        let borders = (0..2).filter(|border| borders >> border & 1 == 1).map(|border| cells + border);
        for other in near.iter().chain(borders) {
            let resists = (resistance(end) + resistance(other)).max(CHAIN_WIRE);
            wires.push((other as u16, 1.0 / resists));
        }
        starts.push(wires.len());
    }
    for _ in 0..ROUNDS {
        for (at, &end) in ends.iter().enumerate() {
            let (mut sum, mut weight) = (0.0, 0.0);
            for &(other, conducts) in &wires[starts[at]..starts[at + 1]] {
                sum += conducts * volts[usize::from(other)];
                weight += conducts;
            }
            if weight > 0.0 {
                // Overshooting a little settles faster.
                volts[end] += 1.4 * (sum / weight - volts[end]);
            }
        }
    }
    let mut shares = vec![0.0; cells];
    let mut current = 1e-6;
    for (at, &end) in ends.iter().enumerate() {
        for &(other, conducts) in &wires[starts[at]..starts[at + 1]] {
            let flow = conducts * (volts[end] - volts[usize::from(other)]).abs();
            if empty.contains(end) {
                shares[end] += 0.5 * flow;
            }
            if usize::from(other) == cells {
                current += flow;
            }
        }
    }
    for share in &mut shares {
        *share /= current;
    }
    Circuit { shares }
}
