//! The class of growing: a board that grows, with strings as tokens, copies and memory of its own.

mod cases;
mod model;

use super::answer::Expected;
use super::class::{Case, Class, Name, Operation};
use parlor_rules::SplitMix64;

/// The class `Board` of growing.
pub(super) struct Growing;

/// An operation of growing's class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Op {
    New(Name, [&'static str; 3]),
    Copy(Name, Name),
    Assign(Name, Name),
    Chain(Name, Name, Name),
    Delete(Name),
    Rows(Name),
    Columns(Name),
    Row(Name, i64),
    Column(Name, i64),
    Insert(Name, usize, bool),
    /// A token in column -1.
    InsertBelow(Name),
    Clear(Name),
    Print(Name),
    PrintTwo(Name, Name),
    PrintToCout(Name),
}

impl Class for Growing {
    type Op = Op;

    const GAME: &'static str = "growing";
    const HEADER: &'static str = "Board.h";
    const DRIVER: &'static str = include_str!("../driver/growing.cpp");
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(
            "new",
            "the constructor",
            "Board(const std::string& player1, const std::string& player2, const std::string& blank)",
            "Board::Board(std::",
        ),
        Operation::COPY,
        Operation::ASSIGN,
        Operation::DELETE,
        Operation::new(
            "chain",
            "the assignment operator in a chain",
            "Board& operator=(const Board& other)",
            "",
        ),
        Operation::new("rows", "numRows", "int numRows() const", "Board::numRows("),
        Operation::new("columns", "numColumns", "int numColumns() const", "Board::numColumns("),
        Operation::new(
            "row",
            "numTokensInRow",
            "int numTokensInRow(int row) const",
            "Board::numTokensInRow(",
        ),
        Operation::new(
            "column",
            "numTokensInColumn",
            "int numTokensInColumn(int column) const",
            "Board::numTokensInColumn(",
        ),
        Operation::new(
            "insert",
            "insert",
            "std::string insert(int column, bool isPlayer1)",
            "Board::insert(",
        ),
        Operation::new("clear", "clear", "void clear()", "Board::clear("),
        Operation::new(
            "print",
            "operator<<",
            "std::ostream& operator<<(std::ostream& out, const Board& board)",
            "operator<<(",
        ),
        Operation::new(
            "print2",
            "operator<< in a chain",
            "std::ostream& operator<<(std::ostream& out, const Board& board)",
            "",
        ),
        Operation::new(
            "cout",
            "operator<<",
            "std::ostream& operator<<(std::ostream& out, const Board& board)",
            "",
        ),
    ];

    fn predict(script: &[Op]) -> Option<Vec<Expected>> {
        model::predict(script)
    }

    fn fixed_cases() -> Vec<Case<Op>> {
        cases::fixed()
    }

    fn open_cases() -> Vec<Case<Op>> {
        cases::open()
    }

    fn random_case(random: &mut SplitMix64) -> Vec<Op> {
        cases::random(random)
    }

    fn key(op: &Op) -> &'static str {
        match op {
            Op::New(..) => "new",
            Op::Copy(..) => "copy",
            Op::Assign(..) => "assign",
            Op::Chain(..) => "chain",
            Op::Delete(_) => "delete",
            Op::Rows(_) => "rows",
            Op::Columns(_) => "columns",
            Op::Row(..) => "row",
            Op::Column(..) => "column",
            Op::Insert(..) | Op::InsertBelow(_) => "insert",
            Op::Clear(_) => "clear",
            Op::Print(_) => "print",
            Op::PrintTwo(..) => "print2",
            Op::PrintToCout(_) => "cout",
        }
    }

    fn line(op: &Op) -> String {
        let key = Growing::key(op);
        match op {
            Op::New(name, [one, two, blank]) => format!("{key} {name} {one} {two} {blank}"),
            Op::Copy(name, other) | Op::Assign(name, other) | Op::PrintTwo(name, other) => {
                format!("{key} {name} {other}")
            }
            Op::Chain(name, middle, source) => format!("{key} {name} {middle} {source}"),
            Op::Row(name, number) | Op::Column(name, number) => format!("{key} {name} {number}"),
            Op::Insert(name, column, is_one) => format!("{key} {name} {column} {}", u8::from(*is_one)),
            Op::InsertBelow(name) => format!("{key} {name} -1 1"),
            Op::Delete(name)
            | Op::Rows(name)
            | Op::Columns(name)
            | Op::Clear(name)
            | Op::Print(name)
            | Op::PrintToCout(name) => format!("{key} {name}"),
        }
    }

    fn statement(op: &Op) -> String {
        match op {
            Op::New(name, [one, two, blank]) => {
                format!("Board {name}(\"{one}\", \"{two}\", \"{blank}\")")
            }
            Op::Copy(name, other) => format!("Board {name}({other})"),
            Op::Assign(name, other) => format!("{name} = {other}"),
            Op::Chain(name, middle, source) => format!("{name} = {middle} = {source}"),
            Op::Delete(name) => format!("delete &{name}"),
            Op::Rows(name) => format!("{name}.numRows()"),
            Op::Columns(name) => format!("{name}.numColumns()"),
            Op::Row(name, row) => format!("{name}.numTokensInRow({})", cpp_int(*row)),
            Op::Column(name, column) => format!("{name}.numTokensInColumn({})", cpp_int(*column)),
            Op::Insert(name, column, is_one) => format!("{name}.insert({column}, {is_one})"),
            Op::InsertBelow(name) => format!("{name}.insert(-1, true)"),
            Op::Clear(name) => format!("{name}.clear()"),
            Op::Print(name) => format!("std::ostringstream out; out << {name}"),
            Op::PrintTwo(name, other) => format!("std::ostringstream out; out << {name} << {other}"),
            Op::PrintToCout(name) => format!("std::cout << {name}"),
        }
    }

    fn simpler(op: &Op) -> Vec<Op> {
        match *op {
            Op::Insert(name, column, is_one) if column > 0 => {
                let mut fewer = vec![4, column / 2, column - 1];
                fewer.retain(|&fewer| fewer < column);
                fewer.into_iter().map(|column| Op::Insert(name, column, is_one)).collect()
            }
            Op::New(name, tokens) if tokens != model::PLAIN => vec![Op::New(name, model::PLAIN)],
            Op::Chain(name, middle, source) => vec![Op::Assign(name, source), Op::Assign(middle, source)],
            Op::PrintTwo(name, other) => vec![Op::Print(name), Op::Print(other)],
            Op::PrintToCout(name) => vec![Op::Print(name)],
            _ => Vec::new(),
        }
    }

    fn renamed(op: &Op, rename: &dyn Fn(Name) -> Name) -> Op {
        match *op {
            Op::New(name, tokens) => Op::New(rename(name), tokens),
            Op::Copy(name, other) => Op::Copy(rename(name), rename(other)),
            Op::Assign(name, other) => Op::Assign(rename(name), rename(other)),
            Op::Chain(name, middle, source) => Op::Chain(rename(name), rename(middle), rename(source)),
            Op::Delete(name) => Op::Delete(rename(name)),
            Op::Rows(name) => Op::Rows(rename(name)),
            Op::Columns(name) => Op::Columns(rename(name)),
            Op::Row(name, row) => Op::Row(rename(name), row),
            Op::Column(name, column) => Op::Column(rename(name), column),
            Op::Insert(name, column, is_one) => Op::Insert(rename(name), column, is_one),
            Op::InsertBelow(name) => Op::InsertBelow(rename(name)),
            Op::Clear(name) => Op::Clear(rename(name)),
            Op::Print(name) => Op::Print(rename(name)),
            Op::PrintTwo(name, other) => Op::PrintTwo(rename(name), rename(other)),
            Op::PrintToCout(name) => Op::PrintToCout(rename(name)),
        }
    }

    fn rule(script: &[Op]) -> &'static str {
        model::rule(script)
    }

    fn board_after(script: &[Op]) -> Option<String> {
        model::board_after(script)
    }
}

/// Writes the smallest int so that C++ reads it as an int.
fn cpp_int(number: i64) -> String {
    if number == i64::from(i32::MIN) { "INT_MIN".into() } else { number.to_string() }
}
