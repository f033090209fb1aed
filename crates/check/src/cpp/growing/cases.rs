//! The cases for growing's class.

use super::Op;
use super::model::{Boards, PLAIN, perform};
use crate::cpp::class::{Case, Name};
use parlor_rules::SplitMix64;

/// Tokens of several letters, and letters of several bytes.
const LONG: [&str; 3] = ["red-token-that-is-long", "Y", "__"];
const WIDE: [&str; 3] = ["●", "○", "·"];
const WORDS: [&str; 3] = ["X", "OO", "-"];

/// Returns the cases that every class is checked with.
pub(super) fn fixed() -> Vec<Case<Op>> {
    let groups: [fn() -> Vec<Case<Op>>; 6] = [constructor, questions, insertion, clearing, copies, printing];
    groups.iter().flat_map(|group| group()).collect()
}

fn new(name: Name) -> Op {
    Op::New(name, PLAIN)
}

/// Inserts into columns: `0+ 1-` is player 1 in column 0, then player 2 in column 1.
fn inserts(name: Name, moves: &str) -> Vec<Op> {
    let insert = |text: &str| {
        let (column, player) = text.split_at(text.len() - 1);
        Op::Insert(name, column.parse().unwrap_or(0), player == "+")
    };
    moves.split_whitespace().map(insert).collect()
}

/// Asks a board of this size every question, also about what lies just outside.
fn ask_all(name: Name, rows: i64, columns: i64) -> Vec<Op> {
    let mut ops = vec![Op::Rows(name), Op::Columns(name), Op::Print(name)];
    ops.extend((-1..=rows).map(|row| Op::Row(name, row)));
    ops.extend((-1..=columns).map(|column| Op::Column(name, column)));
    ops
}

/// Adds the questions to all boards that a script leaves.
fn then_ask(script: Vec<Op>) -> Vec<Op> {
    let mut boards = Boards::new();
    script.iter().for_each(|op| drop(perform(&mut boards, op)));
    let questions =
        boards.iter().flat_map(|(&name, board)| ask_all(name, board.rows() as i64, board.columns() as i64));
    let questions: Vec<Op> = questions.collect();
    [script, questions].concat()
}

fn case(group: &'static str, name: impl Into<String>, parts: &[Vec<Op>]) -> Case<Op> {
    Case::new(group, name, then_ask(parts.concat()))
}

fn constructor() -> Vec<Case<Op>> {
    let made = |name, tokens| case("constructor", name, &[vec![Op::New('a', tokens)]]);
    vec![
        made("empty board", PLAIN),
        made("tokens of several letters", LONG),
        made("tokens of several bytes", WIDE),
        case(
            "constructor",
            "two boards",
            &[vec![Op::New('a', PLAIN), Op::New('b', WORDS)], inserts('b', "0+ 1-")],
        ),
    ]
}

fn questions() -> Vec<Case<Op>> {
    let far = [i64::from(i32::MIN), -1000, -2, -1, 4, 5, 6, 100, 10_000, i64::from(i32::MAX)];
    let none = |ask: fn(Name, i64) -> Op| far.iter().map(|&number| ask('a', number)).collect::<Vec<_>>();
    let group = "questions";
    vec![
        Case::new(group, "rows that do not exist", [vec![new('a')], none(Op::Row)].concat()),
        Case::new(group, "columns that do not exist", [vec![new('a')], none(Op::Column)].concat()),
        case(group, "one token", &[vec![new('a')], inserts('a', "3+")]),
        case(group, "both players' tokens", &[vec![new('a')], inserts('a', "0+ 1- 1+ 2- 2+ 2-")]),
        case(group, "full column", &[vec![new('a')], inserts('a', "2+ 2- 2+ 2- 2+")]),
    ]
}

/// Four or more next to each other in a row, from a column on, with this one last, on a level.
fn across(start: usize, length: usize, last: usize, level: usize, is_one: bool) -> Vec<Op> {
    let mut ops = vec![new('a')];
    let columns = (start..start + length).filter(|&column| column != start + last).chain([start + last]);
    for column in start..start + length {
        // Pillars of both players that are no line in any direction.
        ops.extend((0..level).map(|row| Op::Insert('a', column, (column / 2 + row) % 2 == 0)));
    }
    ops.extend(columns.map(|column| Op::Insert('a', column, is_one)));
    ops
}

fn insertion() -> Vec<Case<Op>> {
    let group = "insert";
    let mut cases = Vec::new();
    let mut add = |name: String, script: Vec<Op>| {
        if super::model::predict(&script).is_some() {
            cases.push(Case::new(group, name, then_ask(script)));
        }
    };
    let made = |moves: &str| [vec![new('a')], inserts('a', moves)].concat();
    add("example of the page".into(), made("0+ 1- 2+ 3+ 1+ 1- 1+ 1- 1+ 4+"));
    let long = "0+ 1- 2- 6+ 6+ 3+ 3- 3- 3- 3+ 4- 5+ 5+ 5- 4+ 2+ 2+ 2+ 2- 3+ 3+ 3- 6- 4-";
    add(
        "long example of the page".into(),
        [vec![Op::New('a', ["1", "2", "."])], inserts('a', long)].concat(),
    );
    for start in [0, 1, 3, 7] {
        for last in 0..4 {
            for level in [0, 1, 5] {
                let is_one = (start + last) % 2 == 0;
                add(
                    format!("four across from column {start}, level {level}, number {last} last"),
                    across(start, 4, last, level, is_one),
                );
            }
        }
    }
    for (length, last) in [(5, 2), (5, 1), (6, 2), (6, 3), (7, 3)] {
        add(format!("{length} across, number {last} last"), across(0, length, last, 0, true));
    }
    add("four up".into(), made("0+ 0+ 0+ 0+"));
    add("four up for player 2".into(), made("3- 3- 3- 3-"));
    add("four up in the last row".into(), made("1+ 1- 1- 1- 1-"));
    add("four up into a new row".into(), made("1+ 1- 1+ 1+ 1+ 1+"));
    add("four up in a new column".into(), made("9+ 9+ 9+ 9+"));
    add("three across".into(), made("0+ 1+ 2+ 3- 0+ 1+ 2+"));
    add("three up".into(), made("0+ 0+ 0+ 0- 0+ 0+ 0+"));
    add("gap".into(), made("0+ 1+ 3+ 4+ 6+ 7+"));
    add("other player between".into(), made("0+ 1+ 2- 3+ 4+"));
    add("no line from one column into the next".into(), made("0- 0- 0+ 0+ 1+ 1+"));
    add("no line from one row into the next".into(), made("0- 1- 2+ 3+ 0+ 1+"));
    add("no line over the top of a full column".into(), made("0- 0- 0- 0+ 0+ 1+ 1+"));
    add("diagonals do not count".into(), made("0+ 1- 1+ 2- 2- 2+ 3- 3+ 3- 3+ 4-"));
    add("falling diagonals do not count".into(), made("3+ 2- 2+ 1- 1- 1+ 0- 0+ 0- 0+"));
    add("either player at any time".into(), made("0+ 1+ 0+ 1+ 0- 1- 0- 1-"));
    add("next column".into(), made("4+ 5- 6+"));
    add("far column".into(), made("0- 40+ 39+ 41+ 4-"));
    add("sixth row".into(), made("0+ 0- 0+ 0- 0+ 0- 1+"));
    add("tall column".into(), made("2+ 2- ".repeat(12).as_str()));
    add("both directions".into(), made("0+ 0- 0+ 0- 0+ 0- 8+ 8- 8+ 8- 8+ 8- 8+ 3-"));
    cases
}

/// A column below 0 is none: whatever `insert` answers, the board is as before.
pub(super) fn open() -> Vec<Case<Op>> {
    let name = "the rules do not say what insert answers for a column below 0, but the board stays as it is";
    vec![case("insert", name, &[vec![new('a')], inserts('a', "0+ 3-"), vec![Op::InsertBelow('a')]])]
}

fn clearing() -> Vec<Case<Op>> {
    let group = "clear";
    let grown = || [vec![new('a')], inserts('a', "0+ 0- 0+ 0- 0+ 0- 7+")].concat();
    let won = || [vec![new('a')], inserts('a', "0+ 0+ 0+ 0+")].concat();
    let clear = || vec![Op::Clear('a')];
    vec![
        case(group, "empty board", &[vec![new('a')], clear()]),
        case(group, "after some tokens", &[vec![new('a')], inserts('a', "0+ 1-"), clear()]),
        case(group, "after growing", &[grown(), clear()]),
        case(group, "tokens after clearing", &[grown(), clear(), inserts('a', "0+ 5- 0-")]),
        case(
            group,
            "three and one are not four",
            &[vec![new('a')], inserts('a', "0+ 1+ 2+"), clear(), inserts('a', "3+")],
        ),
        case(group, "after a win", &[won(), clear(), inserts('a', "0-")]),
        case(group, "win again", &[won(), clear(), inserts('a', "1- 2- 3- 0-"), clear(), clear()]),
        case(
            group,
            "tokens stay",
            &[vec![Op::New('a', LONG)], inserts('a', "9+"), clear(), inserts('a', "1+ 2-")],
        ),
    ]
}

fn copies() -> Vec<Case<Op>> {
    let moves = |name| inserts(name, "0+ 0- 0+ 0- 0+ 0- 6+ 1-");
    let original = || [vec![new('a')], moves('a')].concat();
    let copy = || vec![Op::Copy('b', 'a')];
    let other = || [vec![Op::New('b', WORDS)], inserts('b', "2- 9+ 2-")].concat();
    let small = || vec![Op::New('b', WORDS)];
    let assign = || vec![Op::Assign('b', 'a')];
    let won = || [vec![new('a')], inserts('a', "0+ 0+ 0+ 0+")].concat();
    let made = "copy constructor";
    let given = "assignment";
    vec![
        case(made, "empty board", &[vec![new('a')], copy()]),
        case(made, "equal", &[original(), copy()]),
        case(made, "original changes", &[original(), copy(), inserts('a', "3+ 12- 0+")]),
        case(made, "copy changes", &[original(), copy(), inserts('b', "3+ 12- 0+")]),
        case(made, "both change", &[original(), copy(), inserts('a', "1+ 1+"), inserts('b', "1- 2-")]),
        case(made, "original is cleared", &[original(), copy(), vec![Op::Clear('a')]]),
        case(made, "copy is cleared", &[original(), copy(), vec![Op::Clear('b')]]),
        case(
            made,
            "original is gone",
            &[original(), copy(), vec![Op::Delete('a')], inserts('b', "3+ 0+ 9-")],
        ),
        case(made, "copy is gone", &[original(), copy(), vec![Op::Delete('b')], inserts('a', "3+ 0+ 9-")]),
        case(made, "won board", &[won(), copy(), vec![Op::Clear('b')], inserts('b', "0+")]),
        case(
            made,
            "copy of a copy",
            &[original(), copy(), vec![Op::Copy('c', 'b'), Op::Delete('b')], inserts('c', "2+")],
        ),
        case(given, "to an empty board", &[original(), small(), assign()]),
        case(given, "to a larger board", &[vec![new('a')], other(), assign()]),
        case(given, "equal", &[original(), other(), assign()]),
        case(given, "original changes", &[original(), other(), assign(), inserts('a', "3+ 12- 0+")]),
        case(given, "other changes", &[original(), other(), assign(), inserts('b', "3+ 12- 0+")]),
        case(given, "original is cleared", &[original(), other(), assign(), vec![Op::Clear('a')]]),
        case(
            given,
            "original is gone",
            &[original(), other(), assign(), vec![Op::Delete('a')], inserts('b', "3+ 0+ 9-")],
        ),
        case(given, "to itself", &[original(), vec![Op::Assign('a', 'a')], inserts('a', "2+ 8-")]),
        case(given, "empty board to itself", &[vec![new('a'), Op::Assign('a', 'a')]]),
        case(
            given,
            "chain",
            &[
                original(),
                other(),
                vec![Op::New('c', LONG), Op::Chain('c', 'b', 'a')],
                inserts('b', "2+"),
                inserts('c', "3-"),
            ],
        ),
        case(given, "twice", &[original(), other(), assign(), inserts('b', "4+"), assign()]),
        case(
            given,
            "there and back",
            &[
                original(),
                other(),
                vec![Op::Copy('c', 'a'), Op::Assign('a', 'b'), Op::Assign('b', 'c')],
                inserts('a', "1+"),
            ],
        ),
        case(given, "won board", &[won(), other(), assign(), vec![Op::Clear('b')], inserts('b', "3+")]),
    ]
}

fn printing() -> Vec<Case<Op>> {
    let group = "printing";
    let shown = |name, tokens, moves: &str| {
        let script =
            [vec![Op::New('a', tokens)], inserts('a', moves), vec![Op::Print('a'), Op::PrintToCout('a')]];
        Case::new(group, name, script.concat())
    };
    let two = [
        vec![new('a'), Op::New('b', LONG)],
        inserts('a', "0+ 5-"),
        inserts('b', "1+ 1-"),
        vec![Op::PrintTwo('a', 'b'), Op::PrintTwo('b', 'b')],
    ];
    vec![
        shown("empty board", PLAIN, ""),
        shown("grown board", PLAIN, "0+ 1- 2+ 3+ 1+ 1- 1+ 1- 1+ 4+"),
        shown("long tokens", LONG, "0+ 1- 2+ 2- 6-"),
        shown("wide tokens", WIDE, "3+ 1- 2+ 2- 4-"),
        Case::new(group, "two boards in one chain", two.concat()),
    ]
}

/// Returns a random case: up to three boards that are filled, copied, cleared and asked.
pub(super) fn random(random: &mut SplitMix64) -> Vec<Op> {
    let mut script = vec![Op::New('a', [PLAIN, WORDS, WIDE, LONG][random.below(4)])];
    let mut boards = Boards::new();
    script.iter().for_each(|op| drop(perform(&mut boards, op)));
    let width = 3 + random.below(5);
    let loyalty = 2 + random.below(5);
    let mut is_one = true;
    for _ in 0..10 + random.below(50) {
        let names: Vec<Name> = boards.keys().copied().collect();
        let name = names[random.below(names.len())];
        let board = &boards[&name];
        let is_over = board.winner().is_some();
        let (rows, columns) = (board.rows() as i64, board.columns() as i64);
        let other = names[random.below(names.len())];
        let op = match random.below(if is_over { 30 } else { 100 }) {
            0..4 => Op::Clear(name),
            4..8 => match ['b', 'c'].into_iter().find(|free| !boards.contains_key(free)) {
                Some(free) => Op::Copy(free, name),
                None => Op::Assign(name, other),
            },
            8..11 => Op::Assign(name, other),
            11 => Op::Chain(name, other, names[random.below(names.len())]),
            12..14 if names.len() > 1 => Op::Delete(name),
            14..17 => Op::Print(name),
            17..21 => Op::Row(name, random.below(rows as usize + 4) as i64 - 2),
            21..25 => Op::Column(name, random.below(columns as usize + 4) as i64 - 2),
            25 => Op::Rows(name),
            26 => Op::Columns(name),
            27..30 if is_over => Op::Clear(name),
            _ if is_over => Op::Print(name),
            draw => {
                if random.below(loyalty) == 0 {
                    is_one = !is_one;
                }
                let column = if draw > 97 { random.below(14) } else { random.below(width) };
                Op::Insert(name, column, is_one)
            }
        };
        if perform(&mut boards, &op).is_some() {
            script.push(op);
        }
    }
    then_ask(script)
}

#[cfg(test)]
mod tests {
    use super::super::model::predict;
    use super::*;

    #[test]
    fn every_case_is_predicted() {
        for case in fixed() {
            assert!(predict(&case.script).is_some(), "{}: {}", case.group, case.name);
        }
        for seed in 0..500 {
            assert!(predict(&random(&mut SplitMix64::at(1, seed))).is_some());
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
