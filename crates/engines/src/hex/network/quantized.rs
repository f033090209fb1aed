//! The blocks of the network in whole numbers of eight bits, which processors multiply several times as fast as
//! floating point numbers.
//!
//! The numbers of all cells have a common scale for each convolution, by the largest of them. The weights to each number
//! have a scale of their own. Sums are exact.

use super::convolution::{CHANNELS, Layout, Vector, ZERO};
use super::dot::{Dot, Dot8, GROUP, VnniDot8, VnniDot16};
use super::{BLOCKS, Network};

/// The largest whole number for a number of a cell or for a weight.
const LARGEST: f32 = 127.0;
/// What rounds a small number that is added to it: the sum has no bits for fractions, and ends in those of the whole number.
/// The compiler makes more of this than of a conversion, which has to mind all numbers there are.
const WHOLE: f32 = (1 << 23) as f32;

/// The numbers of a cell. None is negative.
type Cell = [[i8; GROUP]; CHANNELS / GROUP];

/// The weights from a group of numbers of a cell to all numbers of another: those to one number side by side.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Weights([i8; GROUP * CHANNELS]);

/// The weights of a convolution.
#[derive(Clone, Debug)]
struct Kernel {
    /// By tap and group.
    weights: Vec<Weights>,
    scales: Vector,
    bias: Vector,
}

impl Kernel {
    fn new(kernel: super::convolution::Kernel<'_>) -> Kernel {
        let mut largest = [f32::MIN_POSITIVE; CHANNELS];
        for weights in kernel.weights {
            for (largest, weight) in largest.iter_mut().zip(weights) {
                *largest = largest.max(weight.abs());
            }
        }
        let scales = largest.map(|largest| largest / LARGEST);
        let groups = kernel.weights.as_chunks::<GROUP>().0;
        let whole = |weight: f32, scale: f32| (weight / scale).round() as i8;
        let quantize = |group: &[Vector; GROUP]| {
            Weights(std::array::from_fn(|at| whole(group[at % GROUP][at / GROUP], scales[at / GROUP])))
        };
        Kernel { weights: groups.iter().map(quantize).collect(), scales, bias: *kernel.bias }
    }
}

/// What becomes of the numbers that a convolution has computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Finish {
    Write,
    Add,
}

/// Computes all cells of the board, `N` at once, in `K` groups of sums a cell. What is written around the board is
/// undefined. The numbers of the input are in parts of `scale`.
#[inline(always)]
fn convolve<D: Dot, const K: usize, const N: usize>(
    layout: Layout,
    (input, scale): (&[Cell], f32),
    kernel: &Kernel,
    output: &mut [Vector],
    finish: Finish,
) {
    let scales = kernel.scales.map(|of_weights| scale * of_weights);
    let (first, end) = (layout.place(0, 0), layout.place(layout.side - 1, layout.side));
    for place in (first..end).step_by(N) {
        let mut sums = [[D::zero(); K]; N];
        for (weights, tap) in kernel.weights.as_chunks::<{ CHANNELS / GROUP }>().0.iter().zip(layout.taps()) {
            let Some(cells) = input[place.wrapping_add_signed(tap)..].first_chunk::<N>() else { continue };
            for (group, Weights(weights)) in weights.iter().enumerate() {
                let weights: [D; K] =
                    std::array::from_fn(|part| D::load(&weights[part * GROUP * D::WIDTH..]));
                for (sums, cell) in sums.iter_mut().zip(cells) {
                    let numbers = D::splat(cell[group]);
                    for (sum, &weights) in sums.iter_mut().zip(&weights) {
                        *sum = sum.add_products(numbers, weights);
                    }
                }
            }
        }
        for (cell, sums) in output[place..].iter_mut().zip(sums) {
            let mut whole = [0; CHANNELS];
            for (sum, whole) in sums.into_iter().zip(whole.chunks_exact_mut(D::WIDTH)) {
                sum.store(whole);
            }
            for channel in 0..CHANNELS {
                let number = whole[channel] as f32 * scales[channel] + kernel.bias[channel];
                cell[channel] = if finish == Finish::Add { cell[channel] + number } else { number };
            }
        }
    }
}

/// Writes the cells of the board in whole numbers, zero for negative ones. Returns their scale.
#[inline(always)]
fn quantize(layout: Layout, from: &[Vector], to: &mut [Cell]) -> f32 {
    let mut largest = [f32::MIN_POSITIVE; CHANNELS];
    for cell in layout.rows().flat_map(|row| &from[row]) {
        for (largest, &number) in largest.iter_mut().zip(cell) {
            *largest = if number > *largest { number } else { *largest };
        }
    }
    let largest = largest.into_iter().fold(f32::MIN_POSITIVE, f32::max);
    let factor = LARGEST / largest;
    for row in layout.rows() {
        for (from, to) in from[row.clone()].iter().zip(&mut to[row]) {
            for (number, whole) in from.iter().zip(to.as_flattened_mut()) {
                let number = if *number > 0.0 { *number } else { 0.0 };
                *whole = (number * factor + WHOLE).to_bits() as i8;
            }
        }
    }
    largest / LARGEST
}

/// Runs the blocks on the sums of the first layer.
#[inline(always)]
fn run<D: Dot, const K: usize, const N: usize>(
    kernels: &[[Kernel; 2]],
    layout: Layout,
    sum: &mut [Vector],
    spare: &mut [Vector],
    cells: &mut [Cell],
) {
    for [first, second] in kernels {
        let scale = quantize(layout, sum, cells);
        convolve::<D, K, N>(layout, (cells, scale), first, spare, Finish::Write);
        let scale = quantize(layout, spare, cells);
        convolve::<D, K, N>(layout, (cells, scale), second, sum, Finish::Add);
    }
}

macro_rules! compiled {
    ($name:ident, $features:literal, $dot:ident, $groups:literal, $at_once:literal) => {
        #[target_feature(enable = $features)]
        fn $name(
            kernels: &[[Kernel; 2]],
            layout: Layout,
            sum: &mut [Vector],
            spare: &mut [Vector],
            cells: &mut [Cell],
        ) {
            run::<$dot, $groups, $at_once>(kernels, layout, sum, spare, cells);
        }
    };
}

compiled!(run_avx2, "avx2", Dot8, 4, 2);
compiled!(run_avx_vnni, "avxvnni,avx2", VnniDot8, 4, 2);
compiled!(run_avx512, "avx512vnni,avx512f,avx512bw,avx512vl,avx2", VnniDot16, 2, 8);

/// The instruction sets that have instructions for sums of small whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    Avx2,
    AvxVnni,
    Avx512,
}

impl Instructions {
    /// Returns those of this processor, the fastest first.
    fn available() -> impl Iterator<Item = Instructions> {
        let has_avx2 = is_x86_feature_detected!("avx2");
        let has_avx512 = is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl");
        [
            (Instructions::Avx512, has_avx2 && has_avx512),
            (Instructions::AvxVnni, has_avx2 && is_x86_feature_detected!("avxvnni")),
            (Instructions::Avx2, has_avx2),
        ]
        .into_iter()
        .filter_map(|(instructions, is_there)| is_there.then_some(instructions))
    }
}

/// The blocks of a network in whole numbers.
#[derive(Clone, Debug)]
pub(super) struct QuantizedBlocks {
    instructions: Instructions,
    kernels: Vec<[Kernel; 2]>,
    side: usize,
    spare: Vec<Vector>,
    /// What is around the board stays zero.
    cells: Vec<Cell>,
}

impl QuantizedBlocks {
    /// Returns those of a network, if this processor has instructions for them.
    pub(super) fn new(network: &Network) -> Option<QuantizedBlocks> {
        Some(QuantizedBlocks::with(network, Instructions::available().next()?))
    }

    fn with(network: &Network, instructions: Instructions) -> QuantizedBlocks {
        let kernel = |number: usize| Kernel::new(network.convolution(number));
        let kernels = (0..BLOCKS).map(|block| [kernel(2 * block), kernel(2 * block + 1)]).collect();
        QuantizedBlocks { instructions, kernels, side: 0, spare: Vec::new(), cells: Vec::new() }
    }

    /// Adds to the sums of the first layer what the blocks do. What is around the board is undefined afterwards.
    #[allow(unsafe_code)]
    pub(super) fn run(&mut self, layout: Layout, sum: &mut [Vector]) {
        if self.side != layout.side {
            self.side = layout.side;
            self.spare.resize(layout.len(), ZERO);
            self.cells.clear();
            self.cells.resize(layout.len(), Cell::default());
        }
        let QuantizedBlocks { kernels, spare, cells, .. } = self;
        // SAFETY: `available` has found these instructions. docs/hex.md has the measured gain.
        match self.instructions {
            Instructions::Avx2 => unsafe { run_avx2(kernels, layout, sum, spare, cells) },
            Instructions::AvxVnni => unsafe { run_avx_vnni(kernels, layout, sum, spare, cells) },
            Instructions::Avx512 => unsafe { run_avx512(kernels, layout, sum, spare, cells) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluator::{Evaluator, Opinion};
    use super::super::{View, network};
    use super::*;
    use crate::hex::{Board, Geometry};
    use parlor_rules::SplitMix64;

    /// What [`convolve`] does with its numbers, one by one.
    fn plain(layout: Layout, (input, scale): (&[Cell], f32), kernel: &Kernel, place: usize) -> Vector {
        let mut sums = [0; CHANNELS];
        for (tap, step) in layout.taps().into_iter().enumerate() {
            let cell = input[place.wrapping_add_signed(step)].as_flattened();
            for (from, &number) in cell.iter().enumerate() {
                let Weights(weights) = &kernel.weights[tap * (CHANNELS / GROUP) + from / GROUP];
                for (to, sum) in sums.iter_mut().enumerate() {
                    *sum += i32::from(number) * i32::from(weights[to * GROUP + from % GROUP]);
                }
            }
        }
        std::array::from_fn(|to| sums[to] as f32 * (scale * kernel.scales[to]) + kernel.bias[to])
    }

    #[test]
    fn all_instructions_compute_the_sums() {
        let mut rng = SplitMix64::new(1);
        let mut number = |gain: f32| gain * ((rng.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let mut network = Network::random(&mut SplitMix64::new(2));
        // The largest weights of all, side by side.
        network.weights.iter_mut().for_each(|vector| vector[0] = 1.0);
        network.weights.iter_mut().for_each(|vector| vector[1] = -1.0);
        for side in [1, 2, 5, 11, 14] {
            let layout = Layout { side };
            let first: Vec<Vector> =
                (0..layout.len()).map(|_| std::array::from_fn(|_| number(3.0).max(-1.0))).collect();
            let mut expected = first.clone();
            let mut blocks = QuantizedBlocks::with(&network, Instructions::Avx2);
            let mut cells = vec![Cell::default(); layout.len()];
            let mut spare = vec![ZERO; layout.len()];
            for [one, two] in &blocks.kernels {
                let scale = quantize(layout, &expected, &mut cells);
                layout
                    .rows()
                    .flatten()
                    .for_each(|place| spare[place] = plain(layout, (&cells, scale), one, place));
                let scale = quantize(layout, &spare, &mut cells);
                for place in layout.rows().flatten() {
                    let more = plain(layout, (&cells, scale), two, place);
                    expected[place].iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
                }
            }
            for instructions in Instructions::available() {
                blocks.instructions = instructions;
                let mut found = first.clone();
                blocks.run(layout, &mut found);
                for row in layout.rows() {
                    assert_eq!(found[row.clone()], expected[row], "{instructions:?} {side}");
                }
            }
        }
    }

    #[test]
    fn opinions_are_nearly_those_of_floating_point_numbers() {
        let network = network().expect("embedded");
        let (mut quick, mut exact) = (Evaluator::new(network.clone()), Evaluator::exact(network));
        let mut rng = SplitMix64::new(3);
        let [mut one, mut two] = [Opinion::default(), Opinion::default()];
        let (mut positions, mut same, mut difference) = (0, 0, 0.0);
        for side in [5, 9, 11, 11, 11, 13, 14] {
            let geometry = Geometry::<4>::new(side);
            let mut board = Board::default();
            let mut view = View::default();
            for turn in 0..side * side / 2 {
                view.set(&geometry, &board, turn % 2, None);
                quick.evaluate(&view, &mut one);
                exact.evaluate(&view, &mut two);
                positions += 1;
                difference += (one.value - two.value).abs();
                let best = |opinion: &Opinion| {
                    let cells = (0..side * side).filter(|&cell| view.is_empty(cell));
                    cells.max_by(|&one, &two| opinion.moves[one].total_cmp(&opinion.moves[two]))
                };
                same += usize::from(best(&one) == best(&two));
                let empty: Vec<usize> = board.empty(&geometry).iter().collect();
                board.place(&geometry, empty[rng.below(empty.len())], turn % 2);
            }
        }
        assert!(difference / (positions as f32) < 0.02, "{}", difference / positions as f32);
        assert!(100 * same >= 90 * positions, "{same} of {positions}");
    }
}
