//! The arithmetic of the network: convolutions over a board of hexagonal cells, compiled for several instruction sets.
//!
//! A cell has a vector of [`CHANNELS`] numbers. The cells of a board lie row by row, with one more row or column of
//! zeros on each side, so that every cell has its six neighbors at fixed distances.

use super::lanes::{Lanes, Lanes4};

/// The numbers of a cell.
pub(super) const CHANNELS: usize = 32;
/// The cell itself and its neighbors.
pub(super) const TAPS: usize = 7;
/// The cells to have after the last one, for a group that is not full.
const MARGIN: usize = 8;

/// The numbers of one cell, or the weights from one number of a cell to all numbers of another.
pub(super) type Vector = [f32; CHANNELS];

pub(super) const ZERO: Vector = [0.0; CHANNELS];

/// Where the cells lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) side: usize,
}

impl Layout {
    /// Returns the distance of a cell to the one below it.
    pub(super) fn width(self) -> usize {
        self.side + 2
    }

    /// Returns the number of cells to have, those around the board and the margin included.
    pub(super) fn len(self) -> usize {
        self.width() * self.width() + MARGIN
    }

    /// Returns the place of a cell of the board.
    pub(super) fn place(self, row: usize, column: usize) -> usize {
        (row + 1) * self.width() + column + 1
    }

    /// Returns the places of the rows of the board.
    pub(super) fn rows(self) -> impl Iterator<Item = std::ops::Range<usize>> {
        (0..self.side).map(move |row| self.place(row, 0)..self.place(row, 0) + self.side)
    }

    /// Returns the distances of a cell and its neighbors. The distance at `TAPS - 1 - tap` is the opposite one.
    pub(super) fn taps(self) -> [isize; TAPS] {
        let width = self.width() as isize;
        [-width, 1 - width, -1, 0, 1, width - 1, width]
    }

    /// Sets the cells around the board to zero.
    fn clear_frame(self, cells: &mut [Vector]) {
        let mut from = 0;
        for row in self.rows() {
            cells[from..row.start].fill(ZERO);
            from = row.end;
        }
        cells[from..].fill(ZERO);
    }
}

/// What becomes of the numbers that a convolution has computed.
#[derive(Debug)]
pub(super) enum Finish<'a> {
    /// They are written.
    Write,
    /// Negative ones become zero.
    Rectify,
    /// They are added to these cells, whose frame is undefined afterwards; of the sums, negative ones become zero.
    AddAndRectify(&'a mut [Vector]),
}

/// The weights of a convolution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kernel<'a> {
    /// The weights by tap and number of that cell.
    pub(super) weights: &'a [Vector],
    pub(super) bias: &'a Vector,
}

/// Computes all cells of the board, `N` at once, in `K` groups of lanes a cell. The frame becomes zero.
#[inline(always)]
fn convolve<L: Lanes, const K: usize, const N: usize>(
    layout: Layout,
    input: &[Vector],
    kernel: Kernel<'_>,
    output: &mut [Vector],
    mut finish: Finish<'_>,
) {
    let taps = layout.taps();
    let kernels = kernel.weights.as_chunks::<CHANNELS>().0;
    let (first, end) = (layout.place(0, 0), layout.place(layout.side - 1, layout.side));
    let bias: [L; K] = load(kernel.bias);
    for place in (first..end).step_by(N) {
        let mut sums = [bias; N];
        for (weights, tap) in kernels.iter().zip(taps) {
            let Some(cells) = input[place.wrapping_add_signed(tap)..].first_chunk::<N>() else { continue };
            for (channel, weights) in weights.iter().enumerate() {
                let weights: [L; K] = load(weights);
                for (sums, cell) in sums.iter_mut().zip(cells) {
                    add_product(sums, cell[channel], &weights);
                }
            }
        }
        for (place, mut sums) in (place..).zip(sums) {
            match &mut finish {
                Finish::Write => {}
                Finish::Rectify => sums = sums.map(L::rectify),
                Finish::AddAndRectify(cells) => {
                    let cell: [L; K] = load(&cells[place]);
                    for (sum, cell) in sums.iter_mut().zip(cell) {
                        *sum = sum.add(cell);
                    }
                    store(sums, &mut cells[place]);
                    sums = sums.map(L::rectify);
                }
            }
            store(sums, &mut output[place]);
        }
    }
    layout.clear_frame(output);
}

/// Adds to the slopes of a convolution's weights, by its input and the slopes of its output.
#[inline(always)]
fn slopes<L: Lanes, const K: usize, const N: usize>(
    layout: Layout,
    input: &[Vector],
    output: &[Vector],
    weights: &mut [Vector],
) {
    let taps = layout.taps();
    for (weights, tap) in weights.as_chunks_mut::<CHANNELS>().0.iter_mut().zip(taps) {
        for (group, weights) in weights.as_chunks_mut::<N>().0.iter_mut().enumerate() {
            let mut sums: [[L; K]; N] = weights.each_ref().map(load);
            for row in layout.rows() {
                let from = row.start.wrapping_add_signed(tap);
                for (input, slopes) in input[from..from + layout.side].iter().zip(&output[row]) {
                    let slopes: [L; K] = load(slopes);
                    let Some(input) = input[group * N..].first_chunk::<N>() else { continue };
                    for (sums, &number) in sums.iter_mut().zip(input) {
                        add_product(sums, number, &slopes);
                    }
                }
            }
            for (weights, sums) in weights.iter_mut().zip(sums) {
                store(sums, weights);
            }
        }
    }
}

#[inline(always)]
fn load<L: Lanes, const K: usize>(vector: &Vector) -> [L; K] {
    std::array::from_fn(|group| L::load(&vector[group * L::WIDTH..]))
}

#[inline(always)]
fn store<L: Lanes, const K: usize>(sums: [L; K], vector: &mut Vector) {
    for (group, sum) in sums.into_iter().enumerate() {
        sum.store(&mut vector[group * L::WIDTH..]);
    }
}

#[inline(always)]
fn add_product<L: Lanes, const K: usize>(sums: &mut [L; K], number: f32, weights: &[L; K]) {
    let number = L::splat(number);
    for (sum, &weight) in sums.iter_mut().zip(weights) {
        *sum = number.multiply_add(weight, *sum);
    }
}

/// The instruction sets that the arithmetic is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    /// The instructions that every processor has.
    Baseline,
    /// AVX2 with fused multiplication and addition.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::super::lanes::{Lanes8, Lanes16};
    use super::{Finish, Kernel, Layout, Vector};

    macro_rules! compiled {
        ($convolve:ident, $slopes:ident, $features:literal, $lanes:ident, $groups:literal, $at_once:literal) => {
            #[target_feature(enable = $features)]
            pub(super) fn $convolve(
                layout: Layout,
                input: &[Vector],
                kernel: Kernel<'_>,
                output: &mut [Vector],
                finish: Finish<'_>,
            ) {
                super::convolve::<$lanes, $groups, $at_once>(layout, input, kernel, output, finish);
            }

            #[target_feature(enable = $features)]
            pub(super) fn $slopes(
                layout: Layout,
                input: &[Vector],
                output: &[Vector],
                weights: &mut [Vector],
            ) {
                super::slopes::<$lanes, $groups, $at_once>(layout, input, output, weights);
            }
        };
    }

    compiled!(convolve_avx2, slopes_avx2, "avx2,fma", Lanes8, 4, 2);
    compiled!(convolve_avx512, slopes_avx512, "avx512f,avx2,fma", Lanes16, 2, 8);
}

impl Arithmetic {
    /// Returns the largest instruction set of this processor.
    pub(super) fn detected() -> Arithmetic {
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
            if has_avx2 && is_x86_feature_detected!("avx512f") {
                return Arithmetic::Avx512;
            }
            if has_avx2 {
                return Arithmetic::Avx2;
            }
        }
        Arithmetic::Baseline
    }

    /// Computes all cells of the board. The frame becomes zero.
    #[allow(unsafe_code)]
    pub(super) fn convolve(
        self,
        layout: Layout,
        input: &[Vector],
        kernel: Kernel<'_>,
        output: &mut [Vector],
        finish: Finish<'_>,
    ) {
        match self {
            Arithmetic::Baseline => convolve::<Lanes4, 8, 1>(layout, input, kernel, output, finish),
            // SAFETY: `detected` has found these instructions. docs/hex.md has the measured gain.
            #[cfg(target_arch = "x86_64")]
            Arithmetic::Avx2 => unsafe { x86::convolve_avx2(layout, input, kernel, output, finish) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Arithmetic::Avx512 => unsafe { x86::convolve_avx512(layout, input, kernel, output, finish) },
        }
    }

    /// Adds to the slopes of a convolution's weights, by its input and the slopes of its output.
    #[allow(unsafe_code)]
    pub(super) fn slopes(self, layout: Layout, input: &[Vector], output: &[Vector], weights: &mut [Vector]) {
        match self {
            Arithmetic::Baseline => slopes::<Lanes4, 8, 1>(layout, input, output, weights),
            // SAFETY: `detected` has found these instructions. docs/hex.md has the measured gain.
            #[cfg(target_arch = "x86_64")]
            Arithmetic::Avx2 => unsafe { x86::slopes_avx2(layout, input, output, weights) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Arithmetic::Avx512 => unsafe { x86::slopes_avx512(layout, input, output, weights) },
        }
    }
}

/// Returns the weights by which the slopes of a convolution's input follow from those of its output.
pub(super) fn transposed(weights: &[Vector]) -> Vec<Vector> {
    let mut turned = vec![ZERO; weights.len()];
    for (tap, weights) in weights.as_chunks::<CHANNELS>().0.iter().enumerate() {
        let turned = &mut turned[(TAPS - 1 - tap) * CHANNELS..][..CHANNELS];
        for (from, weights) in weights.iter().enumerate() {
            for (to, &weight) in weights.iter().enumerate() {
                turned[to][from] = weight;
            }
        }
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::SplitMix64;

    fn random(count: usize, rng: &mut SplitMix64) -> Vec<Vector> {
        let mut number = || (rng.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0;
        (0..count).map(|_| std::array::from_fn(|_| number())).collect()
    }

    /// The instruction sets of this processor.
    fn sets() -> Vec<Arithmetic> {
        let mut sets = vec![Arithmetic::Baseline];
        #[cfg(target_arch = "x86_64")]
        if Arithmetic::detected() != Arithmetic::Baseline {
            sets.push(Arithmetic::Avx2);
        }
        if !sets.contains(&Arithmetic::detected()) {
            sets.push(Arithmetic::detected());
        }
        sets
    }

    #[test]
    fn convolutions_are_sums_over_neighbors() {
        let mut rng = SplitMix64::new(1);
        for side in [1, 2, 5, 11, 13] {
            let layout = Layout { side };
            let mut input = random(layout.len(), &mut rng);
            layout.clear_frame(&mut input);
            let (weights, bias) = (random(TAPS * CHANNELS, &mut rng), random(1, &mut rng)[0]);
            let kernel = Kernel { weights: &weights, bias: &bias };
            let before = random(layout.len(), &mut rng);
            for arithmetic in sets() {
                let [mut plain, mut rectified, mut sums] = [0, 1, 2].map(|_| vec![ZERO; layout.len()]);
                arithmetic.convolve(layout, &input, kernel, &mut plain, Finish::Write);
                arithmetic.convolve(layout, &input, kernel, &mut rectified, Finish::Rectify);
                let mut added = before.clone();
                arithmetic.convolve(layout, &input, kernel, &mut sums, Finish::AddAndRectify(&mut added));
                let mut is_inside = vec![false; layout.len()];
                for place in layout.rows().flatten() {
                    is_inside[place] = true;
                    for to in 0..CHANNELS {
                        let mut expected = f64::from(bias[to]);
                        for (tap, step) in layout.taps().into_iter().enumerate() {
                            for from in 0..CHANNELS {
                                let number = input[place.wrapping_add_signed(step)][from];
                                expected += f64::from(number) * f64::from(weights[tap * CHANNELS + from][to]);
                            }
                        }
                        let is_near = |found: f32, expected: f64| (f64::from(found) - expected).abs() < 1e-3;
                        assert!(is_near(plain[place][to], expected), "{arithmetic:?} {side}");
                        assert!(is_near(rectified[place][to], expected.max(0.0)));
                        let sum = expected + f64::from(before[place][to]);
                        assert!(is_near(added[place][to], sum) && is_near(sums[place][to], sum.max(0.0)));
                    }
                }
                for output in [&plain, &rectified, &sums] {
                    assert!((0..layout.len()).all(|place| is_inside[place] || output[place] == ZERO));
                }
            }
        }
    }
}
