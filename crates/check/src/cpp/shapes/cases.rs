//! The cases for shapes's class. Random ones are in `random.rs`.

use super::model::predict;
use super::{Op, Question};
use crate::cpp::class::{Case, Name};

pub(super) use super::random::random;

type Bins = Vec<Vec<u8>>;

/// Returns the cases that every class is checked with.
pub(super) fn fixed() -> Vec<Case<Op>> {
    let groups: [fn() -> Vec<Case<Op>>; 8] =
        [constructors, horizontal, vertical, diagonal, win, display, add, play];
    groups.iter().flat_map(|group| group()).chain(copies()).collect()
}

fn look(name: Name) -> Vec<Op> {
    vec![Op::Bins(name), Op::Capacity(name), Op::Grid(name)]
}

fn constructors() -> Vec<Case<Op>> {
    let smallest = i64::from(i32::MIN);
    let sizes = [
        (6, 4),
        (5, 4),
        (7, 6),
        (12, 5),
        (64, 64),
        (4, 4),
        (5, 3),
        (2, 1),
        (3, 7),
        (8, 2),
        (0, 0),
        (-1, 4),
        (6, -1),
        (-3, -7),
        (smallest, smallest),
    ];
    let sized = sizes.iter().map(|&(bins, capacity)| {
        let script = [vec![Op::New('a', bins, capacity)], look('a'), vec![Op::Display('a')]].concat();
        Case::new("constructors", format!("{bins} bins of capacity {capacity}"), script)
    });
    let default = Case::new("constructors", "default", [vec![Op::Default('a')], look('a')].concat());
    let two =
        [vec![Op::Default('a'), Op::New('b', 8, 5), Op::Push('b', 7, 1)], look('a'), look('b')].concat();
    [default].into_iter().chain(sized).chain([Case::new("constructors", "two boards", two)]).collect()
}

/// A case that fills a board and asks about a bin twice, looking at the grid each time.
fn asked(group: &'static str, name: String, bins: &Bins, question: Question, bin: usize) -> Case<Op> {
    let tallest = bins.iter().map(Vec::len).max().unwrap_or(0).max(4) as i64;
    let make = match (bins.len(), tallest) {
        (6, 4) => Op::Default('a'),
        (count, tallest) => Op::New('a', count as i64, tallest),
    };
    let ask = Op::Ask('a', question, bin);
    let script = vec![make, Op::Fill('a', bins.clone()), ask.clone(), Op::Grid('a'), ask, Op::Grid('a')];
    Case::new(group, name, script)
}

/// Bins with pillars that hold no line, and on top of them a run of a player's shapes.
fn row(count: usize, level: usize, start: usize, length: usize, player: u8) -> Bins {
    let pillar = |bin: usize| (0..level).map(|at| ((bin / 2 + at) % 2) as u8).collect::<Vec<_>>();
    (0..count)
        .map(|bin| {
            let mut values = pillar(bin);
            if (start..start + length).contains(&bin) {
                values.push(player);
            }
            values
        })
        .collect()
}

fn horizontal() -> Vec<Case<Op>> {
    let group = "winInHorizontal";
    let question = Question::Horizontal;
    let mut cases = Vec::new();
    for (count, level, start, length) in [
        (6, 0, 0, 4),
        (6, 0, 1, 4),
        (6, 0, 2, 4),
        (6, 2, 0, 4),
        (6, 3, 2, 4),
        (5, 0, 0, 5),
        (6, 0, 0, 6),
        (8, 1, 0, 7),
        (9, 0, 3, 5),
        (6, 0, 0, 3),
        (6, 0, 3, 3),
        (6, 1, 2, 2),
        (7, 3, 3, 1),
    ] {
        for bin in start..start + length {
            let player = ((bin + level) % 2) as u8;
            let name = format!("{length} from bin {start} of {count}, level {level}, asked at {bin}");
            cases.push(asked(group, name, &row(count, level, start, length, player), question, bin));
        }
    }
    let mut other = |name: &str, bins: &[&[u8]], bin| {
        let bins: Bins = bins.iter().map(|values| values.to_vec()).collect();
        cases.push(asked(group, name.into(), &bins, question, bin));
    };
    other("empty board", &[&[], &[], &[], &[], &[], &[]], 3);
    other("empty bin beside a line", &[&[0], &[0], &[0], &[0], &[], &[]], 4);
    other("other player between", &[&[0], &[0], &[1], &[0], &[0], &[0]], 1);
    other("gap", &[&[1], &[1], &[], &[1], &[1], &[1]], 4);
    other("line under the top", &[&[0], &[0], &[0, 1], &[0], &[], &[]], 2);
    other("line under other shapes", &[&[1, 0], &[1], &[1, 0], &[1], &[], &[]], 1);
    other("higher bins beside it", &[&[0, 1, 1, 0], &[0], &[0, 1], &[0, 0, 1], &[], &[]], 1);
    other("lower bins beside it", &[&[], &[0, 0], &[0], &[0, 0], &[0, 0], &[0]], 1);
    other("marked shapes count", &[&[2], &[0], &[2], &[0], &[1], &[]], 0);
    other("marked blue shapes count", &[&[], &[3], &[3], &[3], &[3], &[1]], 5);
    other("both players meet", &[&[0], &[0], &[0], &[1], &[1], &[1]], 3);
    cases
}

fn vertical() -> Vec<Case<Op>> {
    let group = "winInVertical";
    let question = Question::Vertical;
    let mut cases = Vec::new();
    for (name, values) in [
        ("four", &[0, 0, 0, 0][..]),
        ("four of blue", &[1, 1, 1, 1]),
        ("three", &[0, 0, 0]),
        ("one", &[1]),
        ("four on one", &[1, 0, 0, 0, 0]),
        ("five", &[0, 0, 0, 0, 0]),
        ("seven", &[1, 1, 1, 1, 1, 1, 1]),
        ("four under one", &[0, 0, 0, 0, 1]),
        ("two and two", &[0, 0, 1, 0, 0]),
        ("three on one", &[0, 1, 1, 1]),
        ("marked shapes count", &[3, 1, 3, 1]),
        ("empty", &[]),
    ] {
        for bin in [0, 3, 5] {
            let mut bins = vec![vec![]; 6];
            bins[bin] = values.to_vec();
            bins[if bin == 3 { 4 } else { 3 }] = vec![0, 1];
            cases.push(asked(group, format!("{name}, bin {bin}"), &bins, question, bin));
        }
    }
    cases.push(asked(group, "row is no column".into(), &row(6, 0, 0, 4, 0), question, 1));
    cases
}

/// Bins with a diagonal of a player's shapes on top, from a bin on, rising or falling to the right.
fn slope(count: usize, start: usize, length: usize, base: usize, is_rising: bool, player: u8) -> Bins {
    let other = 1 - player;
    (0..count)
        .map(|bin| {
            let Some(step) = bin.checked_sub(start).filter(|step| *step < length) else { return vec![] };
            let level = base + if is_rising { step } else { length - 1 - step };
            // Under the diagonal pairs of both players, so that no other line arises.
            let mut values: Vec<u8> =
                (0..level).map(|at| if (at / 2 + bin) % 2 == 0 { other } else { player }).collect();
            values.push(player);
            values
        })
        .collect()
}

fn diagonal() -> Vec<Case<Op>> {
    let group = "winInDiagonal";
    let question = Question::Diagonal;
    let mut cases = Vec::new();
    for (count, start, length, base) in [
        (6, 0, 4, 0),
        (6, 2, 4, 0),
        (6, 1, 4, 0),
        (7, 3, 4, 2),
        (5, 0, 5, 0),
        (8, 1, 6, 0),
        (8, 0, 7, 1),
        (6, 1, 3, 0),
        (6, 3, 3, 1),
    ] {
        for is_rising in [true, false] {
            for bin in start..start + length {
                let word = if is_rising { "rising" } else { "falling" };
                let name =
                    format!("{length} {word} from bin {start} of {count}, level {base}, asked at {bin}");
                let bins = slope(count, start, length, base, is_rising, (bin % 2) as u8);
                cases.push(asked(group, name, &bins, question, bin));
            }
        }
    }
    let mut other = |name: &str, bins: &[&[u8]], bin| {
        let bins: Bins = bins.iter().map(|values| values.to_vec()).collect();
        cases.push(asked(group, name.into(), &bins, question, bin));
    };
    other("example of the page", &[&[0], &[1, 0], &[1, 1, 0], &[0, 1, 0, 0], &[1], &[]], 0);
    other(
        "both diagonals: the rising one",
        &[&[0, 1, 1, 0], &[1, 1, 0, 0], &[1, 0, 0, 1], &[0, 1, 1, 0], &[0], &[]],
        3,
    );
    other(
        "both diagonals through one shape",
        &[
            &[0, 1, 1, 1, 1, 1, 0],
            &[1, 0, 1, 1, 1, 0],
            &[0, 1, 0, 1, 0],
            &[1, 1, 1, 0],
            &[1, 1, 0, 1, 0],
            &[1],
            &[1],
        ],
        3,
    );
    other("gap", &[&[0], &[1, 0], &[1, 1], &[1, 1, 1, 0], &[1, 1, 1, 1, 0], &[]], 1);
    other("does not wrap at the right border", &[&[], &[1, 0], &[1, 1, 0], &[1, 1, 1], &[1, 0], &[0]], 4);
    other("empty bin", &[&[], &[1, 0], &[1, 1, 0], &[1, 1, 1, 0], &[], &[]], 0);
    other("row is no diagonal", &[&[0], &[0], &[0], &[0], &[0], &[0]], 2);
    cases
}

fn win() -> Vec<Case<Op>> {
    let group = "win";
    let question = Question::Win;
    let mut cases = Vec::new();
    let mut add = |name: &str, bins: Bins, bin| cases.push(asked(group, name.into(), &bins, question, bin));
    add("nobody", row(6, 0, 1, 3, 0), 2);
    add("horizontal", row(6, 0, 1, 4, 1), 2);
    add("vertical", vec![vec![], vec![0, 1, 1, 1, 1], vec![], vec![0], vec![0]], 1);
    add("rising", slope(6, 1, 4, 0, true, 0), 2);
    add("falling", slope(6, 1, 4, 0, false, 1), 3);
    add("empty bin", row(6, 0, 1, 4, 1), 0);
    add(
        "horizontal before vertical",
        vec![vec![1, 1, 1, 0], vec![1, 1, 1, 0], vec![1, 1, 1, 0], vec![0; 4], vec![]],
        3,
    );
    add("vertical before diagonal", vec![vec![0], vec![1, 0], vec![1, 1, 0], vec![0; 4], vec![], vec![]], 3);
    add(
        "horizontal before diagonal",
        vec![vec![0, 1, 1, 0], vec![1, 0, 1, 0], vec![1, 1, 0, 0], vec![1, 1, 1, 0], vec![]],
        3,
    );
    let crossing = vec![vec![1, 1, 1, 0], vec![1, 1, 1, 0], vec![1, 1, 1, 0], vec![0; 4], vec![]];
    let mut script = vec![Op::New('a', 5, 4), Op::Fill('a', crossing)];
    for question in [Question::Horizontal, Question::Vertical, Question::Win, Question::Diagonal] {
        script.extend([Op::Ask('a', question, 3), Op::Grid('a')]);
    }
    cases.push(Case::new(group, "each question marks what it finds", script));
    cases
}

fn display() -> Vec<Case<Op>> {
    let shown = |name: &str, make: Op, bins: Option<Bins>| {
        let fill = bins.map(|bins| Op::Fill('a', bins));
        let script = [make].into_iter().chain(fill).chain([Op::Display('a'), Op::Grid('a')]).collect();
        Case::new("display", name, script)
    };
    let mut wide = vec![vec![]; 13];
    wide[10] = vec![0, 1];
    wide[12] = vec![3; 5];
    vec![
        shown("empty", Op::Default('a'), None),
        shown(
            "red and blue",
            Op::Default('a'),
            Some(vec![vec![0, 1], vec![1], vec![], vec![0], vec![], vec![1, 1, 0, 0]]),
        ),
        shown("marked", Op::Default('a'), Some(vec![vec![2, 3], vec![3], vec![0], vec![2], vec![1], vec![]])),
        shown("bins of two digits", Op::New('a', 13, 5), Some(wide)),
        shown(
            "corrected size",
            Op::New('a', 1, 1),
            Some(vec![vec![0, 1, 2, 3], vec![], vec![], vec![], vec![1]]),
        ),
    ]
}

/// Splits words by lines: `3 / 4 5`.
fn words(text: &str) -> Vec<Vec<String>> {
    let line = |line: &str| line.split_whitespace().map(String::from).collect::<Vec<_>>();
    text.split('/').map(line).filter(|line| !line.is_empty()).collect()
}

fn add() -> Vec<Case<Op>> {
    let group = "add";
    let full =
        || Op::Fill('a', vec![vec![0, 1, 0, 1], vec![], vec![0, 1, 1], vec![], vec![], vec![1, 1, 0, 1]]);
    let with = |name: &str, start: Vec<Op>, typed: &str, players: &[u8]| {
        let adds = players.iter().flat_map(|&player| [Op::Add('a', player), Op::Grid('a')]);
        let script = start.into_iter().chain([Op::Input(words(typed))]).chain(adds).collect();
        Case::new(group, name, script)
    };
    let empty = || vec![Op::Default('a')];
    vec![
        with("red", empty(), "2", &[0]),
        with("blue", empty(), "5", &[1]),
        with("first and last bin", empty(), "0 / 5 / 0", &[0, 1, 1]),
        with("words on one line", empty(), "3 4 3", &[0, 1, 0]),
        with("too large", empty(), "6 / 7 / 99 / 1", &[0]),
        with("negative", empty(), "-1 / -7 / 0", &[1]),
        with("not a number", empty(), "abc / 4", &[0]),
        with("not a number twice", empty(), "x / ? / 4 / y / 1", &[0, 1]),
        with("full", vec![Op::Default('a'), full()], "0 / 5 / 1", &[0]),
        with("last place of a bin", vec![Op::Default('a'), full()], "2 / 2 / 3", &[0, 1]),
        with("all reasons", vec![Op::Default('a'), full()], "0 / -3 / six / 6 / 5 / 4", &[1]),
        with("until it is full", vec![Op::New('a', 5, 5)], "1 / 1 / 1 / 1 / 1 / 1 / 0", &[0, 0, 0, 1, 1, 1]),
        with("corrected size", vec![Op::New('a', 2, 2)], "5 / 4 / 4 / 4 / 4 / 4 / 3", &[0, 1, 0, 1, 1]),
        with("bin of a larger board", vec![Op::New('a', 12, 4)], "11 / 12 / 6", &[0, 1]),
    ]
}

fn play() -> Vec<Case<Op>> {
    let game = |name: &str, make: Op, typed: &str| {
        Case::new("play", name, vec![make, Op::Input(words(typed)), Op::Play('a'), Op::Grid('a')])
    };
    let one_a_line = |moves: &str| moves.split(' ').collect::<Vec<_>>().join(" / ");
    let tie = "0 1 0 2 0 0 3 1 2 1 1 2 3 3 5 3 5 5 4 4 4 5 4 2";
    vec![
        game("red wins in a column", Op::Default('a'), "1 0 1 2 1 3 1"),
        game("blue wins in a row", Op::Default('a'), &one_a_line("0 1 0 2 1 3 0 4")),
        game("red wins in a row", Op::Default('a'), &one_a_line("5 0 4 0 3 0 2")),
        game("tie", Op::Default('a'), &one_a_line(tie)),
        game("diagonal", Op::Default('a'), &one_a_line("0 1 1 2 2 3 2 3 3 5 3")),
        game("refusals do not pass the turn", Op::Default('a'), "1 / 6 / 0 / -1 / 1 / no / 2 / 1 / 3 / 1"),
        game("full bin", Op::New('a', 5, 4), "0 / 0 / 0 / 0 / 0 / 1 / 2 / 1 / 2 / 1 / 2 / 1"),
        game("larger board", Op::New('a', 8, 5), &one_a_line("7 0 6 0 5 1 4")),
    ]
    .into_iter()
    .filter(|case| predict(&case.script).is_some())
    .collect()
}

fn copies() -> Vec<Case<Op>> {
    let filled = || vec![Op::New('a', 7, 5), Op::Fill('a', row(7, 1, 2, 3, 1)), Op::Push('a', 0, 0)];
    let both = || [look('a'), look('b')].concat();
    let case = |group, name: &str, parts: &[Vec<Op>]| Case::new(group, name, parts.concat());
    let (made, given) = ("copy constructor", "assignment");
    vec![
        case(made, "equal", &[filled(), vec![Op::Copy('b', 'a')], both()]),
        case(made, "original changes", &[filled(), vec![Op::Copy('b', 'a'), Op::Push('a', 6, 0)], both()]),
        case(
            made,
            "copy changes",
            &[
                filled(),
                vec![Op::Copy('b', 'a'), Op::Push('b', 5, 1), Op::Ask('b', Question::Win, 5)],
                both(),
            ],
        ),
        case(made, "original is gone", &[filled(), vec![Op::Copy('b', 'a'), Op::Delete('a')], look('b')]),
        case(given, "equal", &[filled(), vec![Op::Default('b'), Op::Assign('b', 'a')], both()]),
        case(
            given,
            "original changes",
            &[filled(), vec![Op::Default('b'), Op::Assign('b', 'a'), Op::Push('a', 6, 0)], both()],
        ),
        case(given, "to itself", &[filled(), vec![Op::Assign('a', 'a')], look('a')]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::SplitMix64;

    #[test]
    fn every_case_is_predicted() {
        for case in fixed() {
            assert!(predict(&case.script).is_some(), "{}: {}", case.group, case.name);
        }
        assert_eq!(play().len(), 8);
        for seed in 0..500 {
            let script = random(&mut SplitMix64::at(1, seed));
            assert!(predict(&script).is_some(), "{script:?}");
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = fixed().into_iter().map(|case| (case.group, case.name)).collect();
        names.sort();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
