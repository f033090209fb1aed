//! Are new tiles uniform over the empty cells? Several tests, and the smallest p-value times their number.

use super::follow::Draw;
use std::collections::BTreeMap;

/// The result of the tests.
#[derive(Clone, Debug)]
pub(crate) struct Uniformity {
    /// An upper bound on the chance that a uniform program looks like this.
    pub(crate) p_value: f64,
    /// What is most out of line, in words.
    pub(crate) finding: String,
}

/// Past this many empty cells, each place among them is too rare to be counted by itself.
const MOST_EMPTY: usize = 12;

/// Tests whether draws are uniform.
pub(crate) fn test(draws: &[Draw], columns: usize) -> Uniformity {
    let mut tests: Vec<(f64, String)> = Vec::new();
    let mut count = |chosen: &dyn Fn(&Draw) -> Option<bool>, name: &dyn Fn(u64, f64) -> String| {
        let among: Vec<(bool, f64)> = draws
            .iter()
            .filter_map(|draw| chosen(draw).map(|chosen| (chosen, 1.0 / draw.cells.len() as f64)))
            .collect();
        let seen = among.iter().filter(|(chosen, _)| *chosen).count() as u64;
        let mean: f64 = among.iter().map(|(_, chance)| chance).sum();
        tests.push((tail(seen as f64, mean), name(seen, mean)));
    };
    let usual = |draw: &Draw| draw.cells.len() > 1;
    count(&|draw| usual(draw).then_some(draw.index == 0), &|seen, mean| {
        format!("the first empty cell was chosen {seen} times, {mean:.0} are expected")
    });
    count(&|draw| usual(draw).then_some(draw.index + 1 == draw.cells.len()), &|seen, mean| {
        format!("the last empty cell was chosen {seen} times, {mean:.0} are expected")
    });
    for empty in 2..=MOST_EMPTY {
        for index in 0..empty {
            count(&|draw| (draw.cells.len() == empty).then_some(draw.index == index), &|seen, mean| {
                format!(
                    "of {empty} empty cells number {} was chosen {seen} times, {mean:.0} are expected",
                    index + 1
                )
            });
        }
    }
    for (cell, (seen, mean)) in by_cell(draws) {
        let name =
            format!("the cell in row {}, column {} was chosen {seen} times", cell / columns, cell % columns);
        tests.push((tail(seen, mean), format!("{name}, {mean:.0} are expected")));
    }
    type Side<'a> = (&'a str, &'a dyn Fn(&Draw) -> ([f64; 2], f64));
    let sides: [Side<'_>; 4] = [
        ("empty cells later in the list are not as likely as earlier ones", &|draw| {
            let count = draw.cells.len() as f64;
            ([draw.index as f64, (count - 1.0) / 2.0], (count * count - 1.0) / 12.0)
        }),
        ("cells in fuller rows are not as likely as others", &|draw| (draw.in_row, draw.variances[0])),
        ("cells in fuller columns are not as likely as others", &|draw| (draw.in_column, draw.variances[1])),
        ("cells that the press has just emptied are not as likely as others", &|draw| {
            (draw.is_left, draw.variances[2])
        }),
    ];
    for (name, of) in sides {
        let (mut sum, mut variance) = (0.0, 0.0);
        for draw in draws {
            let ([seen, mean], one) = of(draw);
            sum += seen - mean;
            variance += one;
        }
        if variance > 0.0 {
            tests.push((normal_tail(sum / variance.sqrt()), name.into()));
        }
    }
    let number = tests.len() as f64;
    let least = tests.into_iter().min_by(|one, two| one.0.total_cmp(&two.0));
    match least {
        Some((p_value, finding)) => Uniformity { p_value: (p_value * number).min(1.0), finding },
        None => Uniformity { p_value: 1.0, finding: String::new() },
    }
}

/// Returns for each cell how often it was chosen and how often that is expected.
fn by_cell(draws: &[Draw]) -> BTreeMap<usize, (f64, f64)> {
    let mut cells: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for draw in draws.iter().filter(|draw| draw.cells.len() > 1) {
        for (index, &cell) in draw.cells.iter().enumerate() {
            let (seen, mean) = cells.entry(cell).or_default();
            *seen += f64::from(u8::from(index == draw.index));
            *mean += 1.0 / draw.cells.len() as f64;
        }
    }
    cells
}

/// Returns an upper bound on the chance that a sum of rare events with this mean is as far off as `seen`, on either side.
fn tail(seen: f64, mean: f64) -> f64 {
    if mean <= 0.0 {
        return 1.0;
    }
    let ratio = if seen > 0.0 { seen * (seen / mean).ln() } else { 0.0 };
    (2.0 * (-(ratio - seen + mean)).exp()).min(1.0)
}

/// Returns the chance that a standard normal number is as far from 0, on either side.
fn normal_tail(z: f64) -> f64 {
    // Chernoff's bound: never too small.
    (2.0 * (-z * z / 2.0).exp()).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::follow::draw;
    use super::*;
    use parlor_rules::{Cell, SplitMix64};

    /// Draws from a 3 x 3 panel with random empty cells, the choice made by a function of their number.
    fn draws(count: usize, choose: impl Fn(&mut SplitMix64, &[Cell]) -> usize) -> Vec<Draw> {
        let mut rng = SplitMix64::new(5);
        let one = |_| {
            let empty: Vec<Cell> =
                (0..9).filter(|_| rng.below(2) == 0).map(|cell| Cell::new(cell / 3, cell % 3)).collect();
            (!empty.is_empty()).then(|| draw(&empty, choose(&mut rng, &empty), 3, &|cell| cell.row == 1))
        };
        (0..count).filter_map(one).collect()
    }

    #[test]
    fn uniform_choices_pass_and_biased_ones_do_not() {
        let p_value =
            |choose: &dyn Fn(&mut SplitMix64, &[Cell]) -> usize| test(&draws(2_500, choose), 3).p_value;
        assert!(p_value(&|rng, empty| rng.below(empty.len())) > 1e-3);
        assert!(p_value(&|_, _| 0) < 1e-9, "always the first");
        assert!(p_value(&|rng, empty| rng.below(empty.len().max(2) - 1)) < 1e-9, "never the last");
        assert!(
            p_value(&|rng, empty| rng.below(empty.len()).min(rng.below(empty.len()))) < 1e-9,
            "early ones"
        );
        let row_first = |rng: &mut SplitMix64, empty: &[Cell]| {
            let row = empty[0].row + rng.below(empty[empty.len() - 1].row - empty[0].row + 1);
            let there: Vec<usize> = (0..empty.len()).filter(|&at| empty[at].row == row).collect();
            if there.is_empty() { 0 } else { there[rng.below(there.len())] }
        };
        assert!(p_value(&row_first) < 1e-6, "a row first, then a cell in it");
        let not_left = |rng: &mut SplitMix64, empty: &[Cell]| {
            let there: Vec<usize> = (0..empty.len()).filter(|&at| empty[at].row != 1).collect();
            if there.is_empty() { 0 } else { there[rng.below(there.len())] }
        };
        assert!(p_value(&not_left) < 1e-9, "never where a tile has just been");
    }
}
