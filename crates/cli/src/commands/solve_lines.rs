//! What the solvers have in common: positions one per line, what was wrong with each, and how the run ends.

use crate::error::CliError;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use parlor_engines::StopFlag;
use std::fmt;
use std::io::{self, BufRead, IsTerminal, Read, Write};

/// The longest line that is read. No game has so many moves.
const LONGEST_LINE: u64 = 4_096;

/// The output of a run over lines, and what was found in them.
pub(super) struct LineRun {
    pub(super) out: Output,
    /// Set by Ctrl-C.
    pub(super) stop: StopFlag,
    bad_lines: usize,
    differences: usize,
    /// The positions that were not solved within the limits.
    pub(super) unknown: usize,
}

impl LineRun {
    pub(super) fn new() -> LineRun {
        LineRun { out: Output::new(), stop: on_interrupt(), bad_lines: 0, differences: 0, unknown: 0 }
    }

    /// Says why a line is no position. The run goes on.
    pub(super) fn reject(&mut self, number: usize, reason: impl fmt::Display) -> Result<(), CliError> {
        self.bad_lines += 1;
        self.print_error(number, reason)
    }

    /// Says that a result differs from the line's. The run goes on.
    pub(super) fn differ(&mut self, number: usize, reason: impl fmt::Display) -> Result<(), CliError> {
        self.differences += 1;
        self.print_error(number, reason)
    }

    fn print_error(&mut self, number: usize, reason: impl fmt::Display) -> Result<(), CliError> {
        self.out.flush()?;
        let reason: String =
            reason.to_string().chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect();
        let _ = writeln!(io::stderr(), "parlor: line {number}: {reason}");
        Ok(())
    }

    /// Ends the run. `result` is what each line has: a score or a winner.
    pub(super) fn finish(mut self, result: &str) -> Result<(), CliError> {
        self.out.flush()?;
        match (self.bad_lines, self.differences) {
            _ if self.stop.is_stopped() => Err(CliError::Interrupted),
            (0, 0) if self.unknown > 0 => Err(CliError::Check(format!("{} not solved", self.unknown))),
            (0, 0) => Ok(()),
            (0, 1) => Err(CliError::Check(format!("1 {result} differs"))),
            (0, differences) => Err(CliError::Check(format!("{differences} {result}s differ"))),
            (1, _) => Err(CliError::bad("1 line is not a position")),
            (bad_lines, _) => Err(CliError::bad(format!("{bad_lines} lines are not positions"))),
        }
    }
}

/// Solves each line of standard input, which is announced at a terminal, until `stop` is set. Returns how many there were.
pub(super) fn for_each_line(
    stop: &StopFlag,
    mut solve: impl FnMut(usize, &str) -> Result<(), CliError>,
) -> Result<usize, CliError> {
    if io::stdin().is_terminal() {
        let _ = writeln!(
            io::stderr(),
            "parlor: reading positions, one per line; - is the empty board, Ctrl-D ends"
        );
    }
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    let mut number = 0;
    while !stop.is_stopped() && input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? > 0 {
        let is_cut = bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n");
        if is_cut {
            // Skips the rest of the long line and marks it as no position.
            skip_line(&mut input)?;
            bytes.push(b'?');
        }
        number += 1;
        solve(number, &String::from_utf8_lossy(&bytes))?;
        bytes.clear();
    }
    Ok(number)
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => {
                input.consume(at + 1);
                return Ok(());
            }
            None => {
                let length = buffer.len();
                input.consume(length);
            }
        }
    }
}
