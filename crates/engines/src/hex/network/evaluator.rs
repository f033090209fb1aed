//! The way of a position through the network.

use super::convolution::{Arithmetic, CHANNELS, Finish, Layout, Vector, ZERO};
#[cfg(target_arch = "x86_64")]
use super::quantized::QuantizedBlocks;
use super::view::{STATES, View, WIDE_TAPS};
use super::{BLOCKS, FIRST, Network, POLICY, VALUE};
use std::sync::Arc;

/// What the network says of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Opinion {
    /// The logarithms of the chances of moves up to a constant, by the cells of the view.
    pub(crate) moves: Vec<f32>,
    /// The chance of the player to move to win.
    pub(crate) value: f32,
}

/// Computes opinions.
#[derive(Clone, Debug)]
pub(crate) struct Evaluator {
    network: Arc<Network>,
    #[cfg(target_arch = "x86_64")]
    quantized: Option<QuantizedBlocks>,
    arithmetic: Arithmetic,
    /// What the blocks add to.
    sum: Vec<Vector>,
    one: Vec<Vector>,
    two: Vec<Vector>,
}

impl Evaluator {
    /// Computes in whole numbers if the processor has instructions for that.
    pub(crate) fn new(network: Arc<Network>) -> Evaluator {
        #[cfg(target_arch = "x86_64")]
        let quantized = QuantizedBlocks::new(&network);
        Evaluator {
            #[cfg(target_arch = "x86_64")]
            quantized,
            ..Evaluator::exact(network)
        }
    }

    /// Computes in floating point numbers, as learning does.
    pub(super) fn exact(network: Arc<Network>) -> Evaluator {
        Evaluator {
            network,
            #[cfg(target_arch = "x86_64")]
            quantized: None,
            arithmetic: Arithmetic::detected(),
            sum: Vec::new(),
            one: Vec::new(),
            two: Vec::new(),
        }
    }

    /// Writes the opinion on a position.
    pub(crate) fn evaluate(&mut self, view: &View, opinion: &mut Opinion) {
        let layout = Layout { side: view.side };
        for buffer in [&mut self.sum, &mut self.one, &mut self.two] {
            buffer.resize(layout.len(), ZERO);
        }
        first_layer(&self.network, view, &mut self.sum);
        self.run_blocks(layout);
        let network = &self.network;
        opinion.moves.clear();
        opinion.moves.extend(policy(network, layout, &self.one));
        opinion.value = chance(value(network, &pool(layout, &self.one)).logit);
    }

    /// Writes what the heads see to `one`.
    fn run_blocks(&mut self, layout: Layout) {
        #[cfg(target_arch = "x86_64")]
        if let Some(quantized) = &mut self.quantized {
            quantized.run(layout, &mut self.sum);
            return rectify(&self.sum, &mut self.one);
        }
        rectify(&self.sum, &mut self.one);
        for block in 0..BLOCKS {
            let [first, second] = [2 * block, 2 * block + 1].map(|number| self.network.convolution(number));
            self.arithmetic.convolve(layout, &self.one, first, &mut self.two, Finish::Rectify);
            let finish = Finish::AddAndRectify(&mut self.sum);
            self.arithmetic.convolve(layout, &self.two, second, &mut self.one, finish);
        }
    }
}

pub(super) fn rectify(from: &[Vector], to: &mut [Vector]) {
    for (to, from) in to.iter_mut().flatten().zip(from.iter().flatten()) {
        *to = from.max(0.0);
    }
}

pub(super) fn add(to: &mut [Vector], from: &[Vector]) {
    to.iter_mut().flatten().zip(from.iter().flatten()).for_each(|(to, from)| *to += from);
}

/// Returns the chance that a logit stands for.
pub(super) fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Writes the sums of the weights of what is around each cell.
pub(super) fn first_layer(network: &Network, view: &View, output: &mut [Vector]) {
    let layout = Layout { side: view.side };
    output.fill(ZERO);
    for row in 0..view.side {
        for column in 0..view.side {
            let sum = &mut output[layout.place(row, column)];
            *sum = network.weights[FIRST - 1];
            for (tap, &step) in WIDE_TAPS.iter().enumerate() {
                let weights = &network.weights[tap * STATES + view.state(row, column, step)];
                sum.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
        }
    }
}

/// Returns the logarithms of the chances of the moves.
pub(super) fn policy(network: &Network, layout: Layout, cells: &[Vector]) -> impl Iterator<Item = f32> {
    let (weights, bias) = (&network.weights[POLICY], network.weights[POLICY + 1][0]);
    layout.rows().flat_map(move |row| cells[row].iter().map(move |cell| bias + product(cell, weights)))
}

pub(super) fn product(one: &Vector, two: &Vector) -> f32 {
    one.iter().zip(two).map(|(one, two)| one * two).sum()
}

/// The mean and the largest of each number over the board, and where the largest is.
pub(super) struct Pool {
    pub(super) mean: Vector,
    pub(super) largest: Vector,
    pub(super) places: [usize; CHANNELS],
}

pub(super) fn pool(layout: Layout, cells: &[Vector]) -> Pool {
    let mut pool = Pool { mean: ZERO, largest: [f32::MIN; CHANNELS], places: [0; CHANNELS] };
    for place in layout.rows().flatten() {
        for (channel, &number) in cells[place].iter().enumerate() {
            pool.mean[channel] += number;
            if number > pool.largest[channel] {
                (pool.largest[channel], pool.places[channel]) = (number, place);
            }
        }
    }
    let count = (layout.side * layout.side) as f32;
    pool.mean.iter_mut().for_each(|mean| *mean /= count);
    pool
}

/// The hidden layer of the value and its result.
pub(super) struct Hidden {
    pub(super) hidden: Vector,
    pub(super) logit: f32,
}

pub(super) fn value(network: &Network, pool: &Pool) -> Hidden {
    let weights = &network.weights[VALUE..];
    let mut hidden = weights[2 * CHANNELS];
    for (&number, weights) in pool.mean.iter().chain(&pool.largest).zip(weights) {
        hidden.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += number * weight);
    }
    hidden.iter_mut().for_each(|number| *number = number.max(0.0));
    Hidden { hidden, logit: product(&hidden, &weights[2 * CHANNELS + 1]) + weights[2 * CHANNELS + 2][0] }
}
