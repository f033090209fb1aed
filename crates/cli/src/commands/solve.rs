//! `parlor solve`: exact scores, one position per line.

use super::solve_lines::{LineRun, for_each_line};
use super::{find_game, solve_hex};
use crate::args::SolveArgs;
use crate::corrected_size::print_corrected_size;
use crate::data::opening_book;
use crate::error::CliError;
use parlor_engines::connect4::{Book, Position, Size, Solution, Solver, SolverError};
use parlor_play::Options;
use std::io::{self, Write};
use std::time::Instant;

pub(crate) fn run(args: &SolveArgs) -> Result<(), CliError> {
    if args.game == "hex" {
        return solve_hex::run(args);
    }
    if args.openings || args.json || args.time.is_some() || args.nodes.is_some() {
        return Err(CliError::bad("--openings, --json, --time and --nodes are for hex"));
    }
    let size = size(args)?;
    let options = Options { size: args.size, ..Options::default() };
    print_corrected_size(find_game(&args.game)?, &options);
    let solver = Solver::new(size, args.memory).map_err(|refused| bad_size(size, refused))?;
    let book = if args.no_book { &Book::default() } else { opening_book() };
    let mut run = SolveRun { args, size, solver, book, lines: LineRun::new() };
    if args.lines.is_empty() {
        let stop = run.lines.stop.clone();
        for_each_line(&stop, |number, line| run.solve_line(number, line))?;
    } else {
        note_single_columns(&args.lines);
        for (number, line) in args.lines.iter().enumerate() {
            run.solve_line(number + 1, line)?;
        }
    }
    run.lines.finish("score")
}

/// Says that each word is a position, if all look like the columns of one game.
fn note_single_columns(lines: &[String]) {
    let is_column = |line: &String| line.len() == 1 && line != "-";
    if lines.len() > 1 && lines.iter().all(is_column) {
        let _ = writeln!(
            io::stderr(),
            "parlor: each word is solved as a position; the columns of one game are one word: {}",
            lines.concat()
        );
    }
}

/// Returns the size of the board. An unsupported size is adjusted as classic and shapes do.
fn size(args: &SolveArgs) -> Result<Size, CliError> {
    use parlor_rules::drop::{classic, shapes};
    let (rows, columns) = match (args.size, args.game.as_str()) {
        (None, "shapes") => (4, 6),
        (None, _) => (6, 7),
        (Some(asked), "shapes") => {
            let board = shapes::Board::sized(asked).map_err(CliError::bad)?;
            (board.capacity(), board.bins())
        }
        (Some(asked), _) => {
            let grid = classic::Grid::sized(asked).map_err(CliError::bad)?;
            (grid.rows(), grid.columns())
        }
    };
    Ok(Size { rows: rows as u32, columns: columns as u32 })
}

fn bad_size(size: Size, refused: SolverError) -> CliError {
    CliError::bad(format!("{}x{}: {refused}", size.rows, size.columns))
}

struct SolveRun<'a> {
    args: &'a SolveArgs,
    size: Size,
    solver: Solver,
    book: &'a Book,
    lines: LineRun,
}

impl SolveRun<'_> {
    fn solve_line(&mut self, number: usize, line: &str) -> Result<(), CliError> {
        let mut fields = line.split_whitespace();
        let moves = fields.next().unwrap_or("-");
        let expected = fields.next().map(str::to_string);
        if fields.next().is_some() {
            let words = line.split_whitespace().count();
            return self.lines.reject(
                number,
                format_args!(
                    "{words} words: write the columns in one word, counted from 1 (435), and at most a score after \
                     it; show and analyze take columns counted from 0 with spaces (3 2 4)"
                ),
            );
        }
        let digits = if moves == "-" { "" } else { moves };
        let position = match Position::from_digits(self.size, digits) {
            Ok(position) => position,
            Err(refused) => {
                let shown: String = moves.chars().take(130).collect();
                return self
                    .lines
                    .reject(number, format_args!("{shown}: {}", first_bad_move(self.size, digits, refused)));
            }
        };
        self.solver.clear();
        let started = Instant::now();
        let Some(solved) = self.solve(&position) else { return Ok(()) };
        let micros = started.elapsed().as_secs_f64() * 1e6;
        self.lines.out.text(format_args!("{moves} {} {} {micros:.1}", solved.score, solved.nodes))?;
        if self.args.each {
            for column in 0..self.size.columns {
                let mut after = position;
                match after.drop_disc(column) {
                    Ok(()) => {
                        let Some(solved) = self.solve(&after) else { return Ok(()) };
                        self.lines.out.text(format_args!(" {}", -solved.score))?;
                    }
                    Err(_) => self.lines.out.text(" -")?,
                }
            }
        }
        self.lines.out.line("")?;
        self.lines.out.flush()?;
        match expected.filter(|_| self.args.check) {
            Some(expected) => self.compare(number, &expected, solved),
            None => Ok(()),
        }
    }

    fn solve(&mut self, position: &Position) -> Option<Solution> {
        if let Some(score) = self.book.score(position) {
            let score = if self.args.weak { score.signum() } else { score };
            return Some(Solution { score, nodes: 0 });
        }
        match (self.args.weak, self.args.threads) {
            (true, _) => self.solver.solve_weak(position, &self.lines.stop),
            (false, 1) => self.solver.solve(position, &self.lines.stop),
            (false, threads) => self.solver.solve_parallel(position, &self.lines.stop, threads as usize),
        }
    }

    fn compare(&mut self, number: usize, expected: &str, solved: Solution) -> Result<(), CliError> {
        let same = match expected.parse::<i32>() {
            Ok(expected) if self.args.weak => expected.signum() == solved.score,
            Ok(expected) => expected == solved.score,
            Err(_) => {
                let shown: String = expected.chars().take(40).collect();
                return self.lines.reject(number, format_args!("not a score: {shown}"));
            }
        };
        if !same {
            self.lines.differ(number, format_args!("the score is {}, not {expected}", solved.score))?;
        }
        Ok(())
    }
}

/// Returns the first illegal move of a line and the reason.
fn first_bad_move(size: Size, digits: &str, refused: SolverError) -> String {
    let mut end = 0;
    for (at, letter) in digits.char_indices() {
        end = at + letter.len_utf8();
        if Position::from_digits(size, &digits[..end]).is_err() {
            let number = digits[..end].chars().count();
            return format!("move {number} ({letter}): {refused}");
        }
    }
    format!("{}: {refused}", &digits[..end])
}
