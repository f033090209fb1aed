//! What a check of a class is made of: operations, cases made of them, and the answers that the rules expect.

use super::answer::Expected;
use parlor_rules::SplitMix64;

/// A board of a case: a variable of the program that the case stands for.
pub(super) type Name = char;

/// A class that can be checked, and all that is particular to it.
pub(super) trait Class: Sync + 'static {
    /// An operation with its arguments.
    type Op: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static;

    /// The name of the game.
    const GAME: &'static str;
    /// The header as courses name it.
    const HEADER: &'static str;
    /// The game's part of the driver.
    const DRIVER: &'static str;
    /// Every operation of the interface.
    const OPERATIONS: &'static [Operation];
    /// The keys of operations that nobody has to write: cases that need one are left out if it is missing.
    const OPTIONAL: &'static [&'static str] = &[];

    /// Returns the answer to each operation, or `None` if the rules do not say what such a script does.
    fn predict(script: &[Self::Op]) -> Option<Vec<Expected>>;

    /// Returns the cases that every class is checked with, simple ones first.
    fn fixed_cases() -> Vec<Case<Self::Op>>;

    /// Returns cases with an operation that the rules leave open. What fails there is a remark and costs nothing.
    fn open_cases() -> Vec<Case<Self::Op>> {
        Vec::new()
    }

    /// Returns a random case.
    fn random_case(random: &mut SplitMix64) -> Vec<Self::Op>;

    /// Returns the driver's word for an operation: the key of one of [`Class::OPERATIONS`].
    fn key(op: &Self::Op) -> &'static str;

    /// Returns the operation as a line of the driver's script.
    fn line(op: &Self::Op) -> String;

    /// Returns the operation as C++, without a semicolon. The empty text stands for one that is no C++.
    fn statement(op: &Self::Op) -> String;

    /// Returns simpler operations to try instead of this one.
    fn simpler(op: &Self::Op) -> Vec<Self::Op>;

    /// Returns the operation with other names for its boards.
    fn renamed(op: &Self::Op, name: &dyn Fn(Name) -> Name) -> Self::Op;

    /// Returns the rule behind the expected answer to the last operation of a script.
    fn rule(script: &[Self::Op]) -> &'static str;

    /// Returns the board as it should be after the script, printed; the board that the last operation is about.
    fn board_after(script: &[Self::Op]) -> Option<String>;
}

/// An operation of a class's interface.
#[derive(Debug)]
pub(super) struct Operation {
    /// The driver's word for it.
    pub(super) key: &'static str,
    /// Its declaration as the interface has it.
    pub(super) declaration: &'static str,
    /// Its short name for messages.
    pub(super) name: &'static str,
    /// How a linker names it if it has no definition; the start of the name. Empty if it needs none.
    pub(super) symbol: &'static str,
}

impl Operation {
    /// What every class has.
    pub(super) const COPY: Operation =
        Operation::new("copy", "the copy constructor", "Board(const Board& other)", "Board::Board(Board");
    pub(super) const ASSIGN: Operation = Operation::new(
        "assign",
        "the assignment operator",
        "Board& operator=(const Board& other)",
        "Board::operator=",
    );
    pub(super) const DELETE: Operation = Operation::new("delete", "the destructor", "~Board()", "");

    pub(super) const fn new(
        key: &'static str,
        name: &'static str,
        declaration: &'static str,
        symbol: &'static str,
    ) -> Operation {
        Operation { key, declaration, name, symbol }
    }
}

/// A case: operations that are performed one after another.
#[derive(Clone, Debug)]
pub(super) struct Case<Op> {
    pub(super) group: &'static str,
    pub(super) name: String,
    pub(super) script: Vec<Op>,
}

impl<Op> Case<Op> {
    pub(super) fn new(group: &'static str, name: impl Into<String>, script: Vec<Op>) -> Case<Op> {
        Case { group, name: name.into(), script }
    }
}

/// Returns all cases of a class: the fixed ones, then random ones from a seed.
pub(super) fn cases<C: Class>(seed: u64, random: usize) -> Vec<Case<C::Op>> {
    let mut cases = C::fixed_cases();
    for number in 0..random {
        let script = C::random_case(&mut SplitMix64::at(seed, number as u64));
        cases.push(Case::new("random", format!("random {number}"), script));
    }
    cases
}

/// Returns the operation of a key.
pub(super) fn operation<C: Class>(key: &str) -> Option<&'static Operation> {
    C::OPERATIONS.iter().find(|operation| operation.key == key)
}
