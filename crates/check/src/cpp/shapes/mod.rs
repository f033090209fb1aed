//! The class of shapes: bins that are filled directly, questions that mark what they find, and a dialogue.

mod cases;
mod model;
mod random;

use super::answer::{Expected, bins_of};
use super::class::{Case, Class, Name, Operation};
use parlor_rules::SplitMix64;

/// The class `Board` of shapes.
pub(super) struct Shapes;

/// An operation of shapes's class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Default(Name),
    New(Name, i64, i64),
    Copy(Name, Name),
    Assign(Name, Name),
    Delete(Name),
    Bins(Name),
    Capacity(Name),
    Grid(Name),
    Fill(Name, Vec<Vec<u8>>),
    Push(Name, usize, u8),
    Display(Name),
    /// What is typed from here on: words on lines.
    Input(Vec<Vec<String>>),
    Add(Name, u8),
    Ask(Name, Question, usize),
    Play(Name),
}

/// A question about the top shape of a bin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Horizontal,
    Vertical,
    Diagonal,
    Win,
}

impl Question {
    pub(super) const ALL: [Question; 4] =
        [Question::Horizontal, Question::Vertical, Question::Diagonal, Question::Win];
}

impl Class for Shapes {
    type Op = Op;

    const GAME: &'static str = "shapes";
    const HEADER: &'static str = "Board.hpp";
    const DRIVER: &'static str = include_str!("../driver/shapes.cpp");
    const OPERATIONS: &'static [Operation] = &[
        Operation::new("default", "the default constructor", "Board()", "Board::Board()"),
        Operation::new(
            "new",
            "the constructor",
            "Board(int numBins, int capacity)",
            "Board::Board(int, int)",
        ),
        Operation::COPY,
        Operation::ASSIGN,
        Operation::DELETE,
        Operation::new("bins", "numBins", "int numBins", ""),
        Operation::new("capacity", "capacity", "int capacity", ""),
        Operation::new("grid", "grid", "std::vector<std::vector<int>> grid", ""),
        Operation::new("fill", "grid", "std::vector<std::vector<int>> grid", ""),
        Operation::new("push", "grid", "std::vector<std::vector<int>> grid", ""),
        Operation::new("display", "display", "void display() const", "Board::display("),
        Operation::new("add", "add", "int add(int player)", "Board::add("),
        Operation::new(
            "horizontal",
            "winInHorizontal",
            "int winInHorizontal(int bin)",
            "Board::winInHorizontal(",
        ),
        Operation::new("vertical", "winInVertical", "int winInVertical(int bin)", "Board::winInVertical("),
        Operation::new("diagonal", "winInDiagonal", "int winInDiagonal(int bin)", "Board::winInDiagonal("),
        Operation::new("win", "win", "int win(int bin)", "Board::win("),
        Operation::new("play", "play", "void play()", "Board::play("),
    ];
    const OPTIONAL: &'static [&'static str] = &["copy", "assign", "delete"];

    fn predict(script: &[Op]) -> Option<Vec<Expected>> {
        model::predict(script)
    }

    fn fixed_cases() -> Vec<Case<Op>> {
        cases::fixed()
    }

    fn random_case(random: &mut SplitMix64) -> Vec<Op> {
        cases::random(random)
    }

    fn key(op: &Op) -> &'static str {
        match op {
            Op::Default(_) => "default",
            Op::New(..) => "new",
            Op::Copy(..) => "copy",
            Op::Assign(..) => "assign",
            Op::Delete(_) => "delete",
            Op::Bins(_) => "bins",
            Op::Capacity(_) => "capacity",
            Op::Grid(_) => "grid",
            Op::Fill(..) => "fill",
            Op::Push(..) => "push",
            Op::Display(_) => "display",
            Op::Input(_) => "input",
            Op::Add(..) => "add",
            Op::Ask(_, Question::Horizontal, _) => "horizontal",
            Op::Ask(_, Question::Vertical, _) => "vertical",
            Op::Ask(_, Question::Diagonal, _) => "diagonal",
            Op::Ask(_, Question::Win, _) => "win",
            Op::Play(_) => "play",
        }
    }

    fn line(op: &Op) -> String {
        let key = Shapes::key(op);
        match op {
            Op::New(name, bins, capacity) => format!("{key} {name} {bins} {capacity}"),
            Op::Copy(name, other) | Op::Assign(name, other) => format!("{key} {name} {other}"),
            Op::Fill(name, bins) => {
                let bin = |values: &Vec<u8>| match values.is_empty() {
                    true => ".".to_string(),
                    false => values.iter().map(u8::to_string).collect(),
                };
                format!("{key} {name} {}", bins.iter().map(bin).collect::<Vec<_>>().join(","))
            }
            Op::Push(name, bin, value) => format!("{key} {name} {bin} {value}"),
            Op::Input(lines) => format!("{key} {}", typed(lines, " / ")),
            Op::Add(name, player) => format!("{key} {name} {player}"),
            Op::Ask(name, _, bin) => format!("{key} {name} {bin}"),
            Op::Default(name)
            | Op::Delete(name)
            | Op::Bins(name)
            | Op::Capacity(name)
            | Op::Grid(name)
            | Op::Display(name)
            | Op::Play(name) => format!("{key} {name}"),
        }
    }

    fn statement(op: &Op) -> String {
        let operation =
            |op: &Op| super::class::operation::<Shapes>(Shapes::key(op)).map_or("", |found| found.name);
        match op {
            Op::Default(name) => format!("Board {name}"),
            Op::New(name, bins, capacity) => format!("Board {name}({bins}, {capacity})"),
            Op::Copy(name, other) => format!("Board {name}({other})"),
            Op::Assign(name, other) => format!("{name} = {other}"),
            Op::Delete(name) => format!("delete &{name}"),
            Op::Fill(name, bins) => format!("{name}.grid = {}", bins_of(bins)),
            Op::Push(name, bin, value) => format!("{name}.grid[{bin}].push_back({value})"),
            Op::Display(name) | Op::Play(name) => format!("{name}.{}()", operation(op)),
            Op::Input(lines) => format!("// typed: {}", typed(lines, " \u{23ce} ")),
            Op::Add(name, player) => format!("{name}.add({player})"),
            Op::Ask(name, _, bin) => format!("{name}.{}({bin})", operation(op)),
            Op::Bins(name) | Op::Capacity(name) | Op::Grid(name) => format!("{name}.{}", operation(op)),
        }
    }

    fn simpler(op: &Op) -> Vec<Op> {
        match op {
            Op::Fill(name, bins) => simpler_fills(bins).map(|bins| Op::Fill(*name, bins)).collect(),
            Op::Input(lines) => {
                let without = |at: usize| {
                    let mut fewer = lines.clone();
                    fewer.remove(at);
                    Op::Input(fewer)
                };
                (0..lines.len()).map(without).collect()
            }
            Op::Ask(name, Question::Win, bin) => {
                Question::ALL[..3].iter().map(|&question| Op::Ask(*name, question, *bin)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn renamed(op: &Op, rename: &dyn Fn(Name) -> Name) -> Op {
        let mut op = op.clone();
        match &mut op {
            Op::Copy(name, other) | Op::Assign(name, other) => {
                (*name, *other) = (rename(*name), rename(*other));
            }
            Op::Default(name)
            | Op::New(name, ..)
            | Op::Delete(name)
            | Op::Bins(name)
            | Op::Capacity(name)
            | Op::Grid(name)
            | Op::Fill(name, _)
            | Op::Push(name, ..)
            | Op::Display(name)
            | Op::Add(name, _)
            | Op::Ask(name, ..)
            | Op::Play(name) => *name = rename(*name),
            Op::Input(_) => {}
        }
        op
    }

    fn rule(script: &[Op]) -> &'static str {
        model::rule(script)
    }

    fn board_after(script: &[Op]) -> Option<String> {
        model::board_after(script)
    }
}

/// Returns what is typed, with this between lines.
fn typed(lines: &[Vec<String>], between: &str) -> String {
    lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join(between)
}

/// Returns fills with one bin emptied, one top shape less, one shape of the other player's or one mark less.
fn simpler_fills(bins: &[Vec<u8>]) -> impl Iterator<Item = Vec<Vec<u8>>> + '_ {
    let changed = |bin: usize, values: Vec<u8>| {
        let mut bins = bins.to_vec();
        bins[bin] = values;
        bins
    };
    let filled = || (0..bins.len()).filter(|&bin| !bins[bin].is_empty());
    let emptied = filled().filter(|&bin| bins[bin].len() > 1).map(move |bin| changed(bin, Vec::new()));
    let lower = filled().map(move |bin| changed(bin, bins[bin][..bins[bin].len() - 1].to_vec()));
    let unmarked = filled()
        .filter(|&bin| bins[bin].iter().any(|&value| value > 1))
        .map(move |bin| changed(bin, bins[bin].iter().map(|value| value % 2).collect()));
    emptied.chain(lower).chain(unmarked)
}
