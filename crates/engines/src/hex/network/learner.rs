//! Learns the weights of the network by gradient descent (Adam).

use super::convolution::{Arithmetic, CHANNELS, Finish, Kernel, Layout, TAPS, Vector, ZERO, transposed};
use super::evaluator::{add, chance, first_layer, policy, pool, product, rectify, value};
use super::view::{STATES, View, WIDE_TAPS};
use super::{BLOCKS, CONVOLUTION, FIRST, Network, POLICY, VALUE, VECTORS};
use parlor_rules::SplitMix64;
use std::panic::resume_unwind;

/// How much the result counts beside the moves.
const RESULT_WEIGHT: f32 = 2.0;

/// A position to learn from.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// What the network sees.
    pub(crate) view: View,
    /// The shares of the visits by cells of the view, one in sum. Cells that are not listed were not visited. Without
    /// any, only the result is learned.
    pub(crate) shares: Vec<(u16, f32)>,
    /// What the player to move got, if it is to be learned: one for a win.
    pub(crate) result: Option<f32>,
}

impl Sample {
    /// Returns the same position turned by half.
    fn turned(&self) -> Sample {
        let mut turned = self.clone();
        turned.view.turn();
        let last = (self.view.side * self.view.side - 1) as u16;
        turned.shares.iter_mut().for_each(|(cell, _)| *cell = last - *cell);
        turned
    }
}

/// How well a network predicts samples.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fit {
    /// The positions with visits.
    pub positions: usize,
    /// The mean logarithm of the chance of a visited move, with the sign exchanged.
    pub policy_loss: f64,
    /// How often the likeliest move was the most visited one.
    pub hits: f64,
    /// The positions with a result.
    pub results: usize,
    /// The mean logarithm of the chance of the result, with the sign exchanged.
    pub value_loss: f64,
}

impl Fit {
    fn add(&mut self, other: Fit) {
        self.positions += other.positions;
        self.policy_loss += other.policy_loss;
        self.hits += other.hits;
        self.results += other.results;
        self.value_loss += other.value_loss;
    }

    /// Returns the means of sums.
    fn mean(self) -> Fit {
        let count = self.positions.max(1) as f64;
        Fit {
            policy_loss: self.policy_loss / count,
            hits: self.hits / count,
            value_loss: self.value_loss / self.results.max(1) as f64,
            ..self
        }
    }
}

impl Network {
    /// Creates a network with random weights.
    pub(crate) fn random(rng: &mut SplitMix64) -> Network {
        let mut weights = vec![ZERO; VECTORS];
        let mut fill = |vectors: &mut [Vector], inputs: usize, gain: f32| {
            let range = gain * (6.0 / inputs as f32).sqrt();
            for weight in vectors.iter_mut().flatten() {
                let uniform = (rng.next_u64() >> 40) as f32 / (1 << 24) as f32;
                *weight = range * (2.0 * uniform - 1.0);
            }
        };
        fill(&mut weights[..FIRST - 1], WIDE_TAPS.len(), 1.0);
        for number in 0..2 * BLOCKS {
            let from = FIRST + number * CONVOLUTION;
            let gain = if number % 2 == 0 { 1.0 } else { 0.3 };
            fill(&mut weights[from..from + CONVOLUTION - 1], TAPS * CHANNELS, gain);
        }
        fill(&mut weights[POLICY..POLICY + 1], CHANNELS, 0.3);
        fill(&mut weights[VALUE..VALUE + 2 * CHANNELS], 2 * CHANNELS, 1.0);
        fill(&mut weights[VALUE + 2 * CHANNELS + 1..][..1], CHANNELS, 0.3);
        Network { weights }
    }
}

/// The numbers of a position on its way through the network, and the slopes of the weights.
struct Pass {
    arithmetic: Arithmetic,
    /// The input of each convolution, and at last of the heads.
    inputs: Vec<Vec<Vector>>,
    sum: Vec<Vector>,
    spare: Vec<Vector>,
    slopes: Vec<Vector>,
    fit: Fit,
}

impl Pass {
    fn new() -> Pass {
        Pass {
            arithmetic: Arithmetic::detected(),
            inputs: vec![Vec::new(); 2 * BLOCKS + 1],
            sum: Vec::new(),
            spare: Vec::new(),
            slopes: vec![ZERO; VECTORS],
            fit: Fit::default(),
        }
    }

    /// Computes a position and, if there are transposed weights of the convolutions, adds its slopes.
    fn run(&mut self, network: &Network, backward: Option<&[Vec<Vector>]>, sample: &Sample) {
        let layout = Layout { side: sample.view.side };
        let buffers = self.inputs.iter_mut().chain([&mut self.sum, &mut self.spare]);
        buffers.for_each(|buffer| buffer.resize(layout.len(), ZERO));
        first_layer(network, &sample.view, &mut self.sum);
        for number in 0..2 * BLOCKS {
            if number % 2 == 0 {
                rectify(&self.sum, &mut self.inputs[number]);
            }
            self.arithmetic.convolve(
                layout,
                &self.inputs[number],
                network.convolution(number),
                &mut self.spare,
                Finish::Write,
            );
            if number % 2 == 0 {
                rectify(&self.spare, &mut self.inputs[number + 1]);
            } else {
                add(&mut self.sum, &self.spare);
            }
        }
        rectify(&self.sum, &mut self.inputs[2 * BLOCKS]);
        let cells = &self.inputs[2 * BLOCKS];
        let mut chances: Vec<f32> = policy(network, layout, cells).collect();
        let side = sample.view.side;
        for (cell, chance) in chances.iter_mut().enumerate() {
            if !sample.view.is_empty(cell) {
                *chance = f32::MIN;
            }
        }
        let most = chances.iter().copied().fold(f32::MIN, f32::max);
        chances.iter_mut().for_each(|chance| *chance = (*chance - most).exp());
        let sum: f32 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= sum);
        let pool = pool(layout, cells);
        let hidden = value(network, &pool);
        let wins = chance(hidden.logit);
        self.fit.add(fit(sample, &chances, wins));
        let Some(transposed) = backward else { return };

        // The heads.
        if sample.shares.is_empty() {
            chances.fill(0.0);
        }
        for &(cell, share) in &sample.shares {
            chances[usize::from(cell)] -= share;
        }
        let slopes = &mut self.slopes;
        let value_slope = sample.result.map_or(0.0, |result| RESULT_WEIGHT * (wins - result));
        let weights = &network.weights[VALUE..];
        let mut hidden_slopes = ZERO;
        for channel in 0..CHANNELS {
            slopes[VALUE + 2 * CHANNELS + 1][channel] += value_slope * hidden.hidden[channel];
            if hidden.hidden[channel] > 0.0 {
                hidden_slopes[channel] = value_slope * weights[2 * CHANNELS + 1][channel];
                slopes[VALUE + 2 * CHANNELS][channel] += hidden_slopes[channel];
            }
        }
        slopes[VALUE + 2 * CHANNELS + 2][0] += value_slope;
        let mut pooled = [0.0; 2 * CHANNELS];
        for (channel, &number) in pool.mean.iter().chain(&pool.largest).enumerate() {
            pooled[channel] = product(&hidden_slopes, &weights[channel]);
            for (slope, hidden) in slopes[VALUE + channel].iter_mut().zip(hidden_slopes) {
                *slope += number * hidden;
            }
        }
        self.sum.fill(ZERO);
        let count = (side * side) as f32;
        for (place, &slope) in layout.rows().flatten().zip(&chances) {
            slopes[POLICY + 1][0] += slope;
            for channel in 0..CHANNELS {
                let number = cells[place][channel];
                slopes[POLICY][channel] += slope * number;
                self.sum[place][channel] = slope * network.weights[POLICY][channel] + pooled[channel] / count;
            }
        }
        for channel in 0..CHANNELS {
            self.sum[pool.places[channel]][channel] += pooled[CHANNELS + channel];
        }
        mask(&mut self.sum, cells);

        // The blocks, the last first.
        for block in (0..BLOCKS).rev() {
            let [one, two] = [2 * block, 2 * block + 1];
            self.learn(layout, two, true);
            self.arithmetic.convolve(
                layout,
                &self.sum,
                kernel(&transposed[two]),
                &mut self.spare,
                Finish::Write,
            );
            mask(&mut self.spare, &self.inputs[two]);
            self.learn(layout, one, false);
            let slopes = std::mem::take(&mut self.spare);
            let mut before = std::mem::take(&mut self.inputs[two]);
            self.arithmetic.convolve(layout, &slopes, kernel(&transposed[one]), &mut before, Finish::Write);
            mask(&mut before, &self.inputs[one]);
            add(&mut self.sum, &before);
            (self.spare, self.inputs[two]) = (slopes, before);
        }
        for (cell, place) in layout.rows().flatten().enumerate() {
            let slope = &self.sum[place];
            let mut add = |vector: usize| {
                self.slopes[vector].iter_mut().zip(slope).for_each(|(sum, slope)| *sum += slope);
            };
            add(FIRST - 1);
            for (tap, &step) in WIDE_TAPS.iter().enumerate() {
                add(tap * STATES + sample.view.state(cell / side, cell % side, step));
            }
        }
    }

    /// Adds the slopes of a convolution, by those of its output, which are in `sum` or in `spare`.
    fn learn(&mut self, layout: Layout, number: usize, is_in_sum: bool) {
        let output = if is_in_sum { &self.sum } else { &self.spare };
        let slopes = &mut self.slopes[FIRST + number * CONVOLUTION..][..CONVOLUTION];
        let (weights, bias) = slopes.split_at_mut(CONVOLUTION - 1);
        self.arithmetic.slopes(layout, &self.inputs[number], output, weights);
        for place in layout.rows().flatten() {
            bias[0].iter_mut().zip(&output[place]).for_each(|(sum, slope)| *sum += slope);
        }
    }
}

fn kernel(weights: &[Vector]) -> Kernel<'_> {
    Kernel { weights, bias: &ZERO }
}

/// Sets the slopes to zero where a rectified number is zero.
fn mask(slopes: &mut [Vector], numbers: &[Vector]) {
    for (slope, number) in slopes.iter_mut().flatten().zip(numbers.iter().flatten()) {
        *slope = if *number > 0.0 { *slope } else { 0.0 };
    }
}

fn fit(sample: &Sample, chances: &[f32], wins: f32) -> Fit {
    let loss = |chance: f32| -f64::from(chance.max(1e-9).ln());
    let policy_loss =
        sample.shares.iter().map(|&(cell, share)| f64::from(share) * loss(chances[usize::from(cell)])).sum();
    let likeliest = (0..chances.len()).max_by(|&one, &two| chances[one].total_cmp(&chances[two]));
    let visited = sample.shares.iter().max_by(|one, two| one.1.total_cmp(&two.1));
    let is_hit = likeliest == visited.map(|&(cell, _)| cell.into());
    let value_loss =
        |result: f32| f64::from(result) * loss(wins) + f64::from(1.0 - result) * loss(1.0 - wins);
    Fit {
        positions: usize::from(visited.is_some()),
        policy_loss,
        hits: f64::from(u8::from(is_hit)),
        results: usize::from(sample.result.is_some()),
        value_loss: sample.result.map_or(0.0, value_loss),
    }
}

/// Returns how well a network predicts samples.
pub(crate) fn measure(network: &Network, samples: &[Sample]) -> Fit {
    let mut pass = Pass::new();
    samples.iter().for_each(|sample| pass.run(network, None, sample));
    pass.fit.mean()
}

/// Learns from batches of samples.
pub(crate) struct Learner {
    /// The network so far.
    pub(crate) network: Network,
    means: Vec<Vector>,
    squares: Vec<Vector>,
    steps: i32,
}

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
/// What a weight loses in a step, in parts of itself and of the rate.
const WEIGHT_DECAY: f32 = 0.01;

impl Learner {
    /// Starts with a network.
    pub(crate) fn new(network: Network) -> Learner {
        Learner { network, means: vec![ZERO; VECTORS], squares: vec![ZERO; VECTORS], steps: 0 }
    }

    /// Learns from a batch, half of its samples turned, on some threads.
    pub(crate) fn step(&mut self, batch: &[&Sample], rate: f32, threads: usize, rng: &mut SplitMix64) {
        let network = &self.network;
        let transposed: Vec<Vec<Vector>> =
            (0..2 * BLOCKS).map(|number| transposed(network.convolution(number).weights)).collect();
        let samples: Vec<Sample> = batch
            .iter()
            .map(|&sample| if rng.below(2) == 0 { sample.clone() } else { sample.turned() })
            .collect();
        let part = samples.len().div_ceil(threads.max(1)).max(1);
        let passes: Vec<Pass> = std::thread::scope(|scope| {
            let transposed = &transposed;
            let run = |samples: &[Sample]| {
                let mut pass = Pass::new();
                samples.iter().for_each(|sample| pass.run(network, Some(transposed), sample));
                pass
            };
            let running: Vec<_> =
                samples.chunks(part).map(|samples| scope.spawn(move || run(samples))).collect();
            running.into_iter().map(|pass| pass.join().unwrap_or_else(|why| resume_unwind(why))).collect()
        });
        let mut slopes = vec![ZERO; VECTORS];
        for pass in &passes {
            add(&mut slopes, &pass.slopes);
        }
        self.change(&slopes, batch.len() as f32, rate);
    }

    fn change(&mut self, slopes: &[Vector], count: f32, rate: f32) {
        self.steps += 1;
        let mean_part = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_part = 1.0 - SQUARE_DECAY.powi(self.steps);
        let weights = self.network.weights.iter_mut().flatten();
        let moments = self.means.iter_mut().flatten().zip(self.squares.iter_mut().flatten());
        for ((weight, (mean, square)), slope) in weights.zip(moments).zip(slopes.iter().flatten()) {
            let slope = slope / count;
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let step = (*mean / mean_part) / ((*square / square_part).sqrt() + 1e-8);
            *weight -= rate * (step + WEIGHT_DECAY * *weight);
        }
    }
}

/// The numbers of a checkpoint before the vectors.
const COUNTERS: usize = 4;

impl Learner {
    /// Returns how many batches it has learned from.
    pub(crate) fn steps(&self) -> usize {
        self.steps as usize
    }

    /// Returns all it needs to go on.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let vectors = [&self.network.weights, &self.means, &self.squares];
        let numbers = vectors.into_iter().flatten().flatten();
        let numbers = numbers.flat_map(|number| number.to_le_bytes());
        self.steps.to_le_bytes().into_iter().chain(numbers).collect()
    }

    /// Reads what [`Learner::to_bytes`] has written. Returns `None` if it is something else.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Learner> {
        let (steps, rest) = bytes.split_first_chunk::<COUNTERS>()?;
        let numbers: Vec<f32> =
            rest.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        let vectors = numbers.as_chunks::<CHANNELS>().0;
        if rest.len() != 3 * VECTORS * CHANNELS * size_of::<f32>() {
            return None;
        }
        let [weights, means, squares] = [0, 1, 2].map(|part| vectors[part * VECTORS..][..VECTORS].to_vec());
        Some(Learner { network: Network { weights }, means, squares, steps: i32::from_le_bytes(*steps) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluator::{Evaluator, Opinion};
    use super::*;
    use crate::hex::{Board, Geometry};
    use std::sync::Arc;

    /// Returns a random position of a side with random targets.
    fn sample(rng: &mut SplitMix64, side: usize) -> Sample {
        let geometry = Geometry::<1>::new(side);
        let mut board = Board::default();
        let mut cells: Vec<usize> = (0..side * side).collect();
        for turn in 0..6 {
            board.place(&geometry, cells.swap_remove(rng.below(cells.len())), turn % 2);
        }
        let mut view = View::default();
        view.set(&geometry, &board, 0, None);
        let shares = vec![(cells[0] as u16, 0.75), (cells[1] as u16, 0.25)];
        Sample { view, shares, result: Some(rng.below(2) as f32) }
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let mut rng = SplitMix64::new(2);
        let mut network = Network::random(&mut rng);
        // Biases of zero would leave some numbers at the bend of the rectifier.
        network
            .weights
            .iter_mut()
            .flatten()
            .filter(|weight| **weight == 0.0)
            .for_each(|weight| *weight = 0.01);
        let sample = sample(&mut rng, 5);
        let transposed: Vec<Vec<Vector>> =
            (0..2 * BLOCKS).map(|number| transposed(network.convolution(number).weights)).collect();
        let mut pass = Pass::new();
        pass.run(&network, Some(&transposed), &sample);
        let loss = |network: &Network| {
            let fit = measure(network, std::slice::from_ref(&sample));
            fit.policy_loss + f64::from(RESULT_WEIGHT) * fit.value_loss
        };
        let slopes: Vec<f32> = pass.slopes.iter().flatten().copied().collect();
        let mut checked = 0;
        for weight in (0..slopes.len()).step_by(37).filter(|&weight| slopes[weight].abs() > 1e-2) {
            let mut moved = [network.clone(), network.clone()];
            let step = 2e-3;
            moved[0].weights.as_flattened_mut()[weight] += step;
            moved[1].weights.as_flattened_mut()[weight] -= step;
            let expected = (loss(&moved[0]) - loss(&moved[1])) / f64::from(2.0 * step);
            let found = f64::from(slopes[weight]);
            assert!((found - expected).abs() < 0.05 * expected.abs() + 5e-3, "{weight}: {found} {expected}");
            checked += 1;
        }
        assert!(checked > 20, "{checked}");
    }

    #[test]
    fn without_visits_only_the_result_is_learned() {
        let mut rng = SplitMix64::new(5);
        let network = Network::random(&mut rng);
        let sample = Sample { shares: Vec::new(), ..sample(&mut rng, 5) };
        let transposed: Vec<Vec<Vector>> =
            (0..2 * BLOCKS).map(|number| transposed(network.convolution(number).weights)).collect();
        let mut pass = Pass::new();
        pass.run(&network, Some(&transposed), &sample);
        assert_eq!((pass.fit.positions, pass.fit.results, pass.fit.hits), (0, 1, 0.0));
        assert_eq!(pass.slopes[POLICY..POLICY + 2], [ZERO; 2]);
        assert_ne!(pass.slopes[VALUE..], [ZERO; VECTORS - VALUE]);
    }

    #[test]
    fn learns_a_few_positions_and_goes_on_from_a_checkpoint() {
        let mut rng = SplitMix64::new(3);
        let samples: Vec<Sample> = (0..8).map(|_| sample(&mut rng, 4)).collect();
        let batch: Vec<&Sample> = samples.iter().collect();
        let mut learner = Learner::new(Network::random(&mut rng));
        let before = measure(&learner.network, &samples);
        for _ in 0..60 {
            learner.step(&batch, 2e-3, 2, &mut rng);
        }
        let after = measure(&learner.network, &samples);
        assert!(after.value_loss < before.value_loss / 2.0, "{before:?} {after:?}");
        assert!(after.policy_loss < before.policy_loss - 0.5, "{before:?} {after:?}");
        let mut other = Learner::from_bytes(&learner.to_bytes()).expect("a checkpoint");
        assert_eq!(other.steps(), 60);
        for learner in [&mut learner, &mut other] {
            learner.step(&batch, 2e-3, 1, &mut SplitMix64::new(9));
        }
        assert_eq!(learner.network, other.network);
        assert!(Learner::from_bytes(&learner.to_bytes()[1..]).is_none());
    }

    #[test]
    fn searching_and_learning_compute_the_same() {
        let mut rng = SplitMix64::new(4);
        let network = Network::random(&mut rng);
        let sample = sample(&mut rng, 6);
        let mut opinion = Opinion::default();
        Evaluator::exact(Arc::new(network.clone())).evaluate(&sample.view, &mut opinion);
        let mut pass = Pass::new();
        pass.run(&network, None, &sample);
        let loss =
            -f64::from(if sample.result == Some(1.0) { opinion.value } else { 1.0 - opinion.value }).ln();
        assert!((pass.fit.value_loss - loss).abs() < 1e-5);
    }
}
