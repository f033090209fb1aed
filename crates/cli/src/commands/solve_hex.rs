//! `parlor solve hex`: who wins a position, or every opening of a size.

use super::hexworld_moves::HexworldMoves;
use super::notation::written;
use super::solve_lines::{LineRun, for_each_line};
use super::solve_watch::{Watched, clear_progress, print_progress};
use crate::args::{Notation, SolveArgs};
use crate::count::count;
use crate::error::CliError;
use parlor_engines::hex::Solver;
use parlor_play::hex::notation::foreign_board;
use parlor_rules::hex::{Board, Move, Position, letter};
use parlor_rules::{BadMove, BadSize, Cell, Player, Position as _};
use serde::Serialize;
use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;
use std::time::Instant;

pub(crate) fn run(args: &SolveArgs) -> Result<(), CliError> {
    if args.each || args.weak || args.no_book || args.threads != 1 {
        return Err(CliError::bad("--each, --weak, --no-book and --threads are for classic and shapes"));
    }
    if args.notation == Notation::Solver {
        return Err(CliError::bad("hex has no solver notation"));
    }
    if args.openings && (args.check || !args.lines.is_empty()) {
        return Err(CliError::bad("--openings solves all first moves: it takes no moves and no --check"));
    }
    let side = match args.size {
        Some(size) if size.rows != size.columns => return Err(CliError::bad(BadSize::NotSquare(size))),
        Some(size) => size.rows,
        None => Board::DEFAULT_SIDE as i64,
    };
    let start = Position::new(side, false).map_err(CliError::bad)?;
    let solver = Solver::new(start.board().side(), args.memory);
    let mut run = SolveRun { args, start, solver, lines: LineRun::new() };
    let is_lines = args.lines.iter().any(|line| line.contains(char::is_whitespace));
    match args.lines.as_slice() {
        _ if args.openings => run.solve_openings()?,
        [] => run.solve_stdin()?,
        [dash] if dash == "-" => run.solve_stdin()?,
        lines if is_lines => {
            for (number, line) in lines.iter().enumerate() {
                run.solve_line(number + 1, line)?;
            }
        }
        words => run.solve_line(1, &words.join(" "))?,
    }
    run.lines.finish("winner")
}

struct SolveRun<'a> {
    args: &'a SolveArgs,
    start: Position,
    solver: Solver,
    lines: LineRun,
}

/// The object that `--json` prints for a position.
#[derive(Serialize)]
struct Solved {
    moves: String,
    /// `None` if it was not found within the limits.
    winner: Option<u64>,
    nodes: u64,
    seconds: f64,
}

impl SolveRun<'_> {
    /// Solves each line of standard input, or the empty board if a file or a pipe has none.
    fn solve_stdin(&mut self) -> Result<(), CliError> {
        let stop = self.lines.stop.clone();
        match for_each_line(&stop, |number, line| self.solve_line(number, line))? {
            0 if !io::stdin().is_terminal() => self.solve_line(1, ""),
            _ => Ok(()),
        }
    }

    fn solve_line(&mut self, number: usize, line: &str) -> Result<(), CliError> {
        let mut words: Vec<&str> =
            line.split(|letter: char| letter.is_whitespace() || letter == ',').collect();
        words.retain(|word| !word.is_empty() && *word != "-");
        let expected = match words.last() {
            Some(&word @ ("1" | "2")) => words.pop().map(|_| word),
            _ => None,
        };
        let position = match self.position(&words) {
            Ok(position) => position,
            Err(reason) => return self.lines.reject(number, reason),
        };
        let Some(solved) = self.solve(&position, words.join(" "))? else { return Ok(()) };
        match (expected.filter(|_| self.args.check), solved.winner) {
            (Some(expected), Some(winner)) if expected != winner.to_string() => {
                self.lines.differ(number, format_args!("the winner is {winner}, not {expected}"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the position after moves. A swap among them says that the game has the swap rule.
    fn position(&self, words: &[&str]) -> Result<Position, String> {
        let hexworld = match self.args.notation {
            Notation::Hexworld => Some(HexworldMoves::read(&words.join(" "))?),
            Notation::Game | Notation::Solver => None,
        };
        let has_swap = hexworld.as_ref().map_or(words.contains(&"swap"), HexworldMoves::has_swap);
        let side = self.start.board().side() as i64;
        let mut position = Position::new(side, has_swap).map_err(|error| error.to_string())?;
        match hexworld {
            Some(moves) => {
                moves.play_all(|word| play_word(&mut position, word))?;
                moves.print_mirrored();
            }
            None => {
                for (at, word) in words.iter().enumerate() {
                    let shown: String = word.chars().take(40).collect();
                    play_word(&mut position, word)
                        .map_err(|reason| format!("move {} ({shown}): {reason}", at + 1))?;
                }
            }
        }
        Ok(position)
    }

    /// Solves a position and prints the result. Returns `None` if interrupted.
    fn solve(&mut self, position: &Position, moves: String) -> Result<Option<Solved>, CliError> {
        let started = Instant::now();
        let nodes = self.solver.nodes();
        let watched = Watched {
            interrupted: &self.lines.stop,
            time: self.args.time,
            nodes: nodes.clone(),
            title: if moves.is_empty() { String::new() } else { format!("{moves}: ") },
        };
        let most = self.args.nodes.unwrap_or(u64::MAX);
        let solution = watched.run(|stop| self.solver.solve(position, most, stop));
        if solution.is_none() && self.lines.stop.is_stopped() {
            return Ok(None);
        }
        self.lines.unknown += usize::from(solution.is_none());
        let seconds = started.elapsed().as_secs_f64();
        let nodes = solution.map_or_else(|| nodes.load(Ordering::Relaxed), |solution| solution.nodes);
        let winner = solution.map(|solution| solution.winner);
        let solved = Solved { moves, winner: winner.map(Player::number), nodes, seconds };
        if self.args.json {
            self.lines.out.line(serde_json::to_string(&solved).map_err(CliError::bad)?)?;
        } else if !self.args.openings {
            let moves = if solved.moves.is_empty() { "-" } else { &solved.moves };
            let verdict = winner.map_or("unknown".to_string(), |winner| format!("{} wins", letter(winner)));
            self.lines
                .out
                .line(format_args!("{moves}: {verdict} ({}, {seconds:.2} s)", count(nodes, "node")))?;
        }
        self.lines.out.flush()?;
        Ok(Some(solved))
    }

    /// Solves every first move. One and its image by half a turn have the same winner, so one of them is solved.
    fn solve_openings(&mut self) -> Result<(), CliError> {
        let side = self.start.board().side();
        let last = side - 1;
        let started = Instant::now();
        let mut winners: Vec<Option<Option<u64>>> = vec![None; side * side];
        let (mut nodes, mut done) = (0, 0);
        for cell in center_first(side) {
            let (number, twin) =
                (cell.row * side + cell.column, (last - cell.row) * side + last - cell.column);
            if winners[number].is_some() {
                continue;
            }
            let mut position = self.start.clone();
            position.play(Move::Place(cell)).map_err(CliError::bad)?;
            let Some(solved) = self.solve(&position, self.opening_text(cell))? else { return Ok(()) };
            nodes += solved.nodes;
            winners[number] = Some(solved.winner);
            if twin != number {
                winners[twin] = Some(solved.winner);
                done += 1;
                if self.args.json {
                    let moves = self.opening_text(Cell::new(last - cell.row, last - cell.column));
                    let twin = Solved { moves, nodes: 0, seconds: 0.0, ..solved };
                    self.lines.out.line(serde_json::to_string(&twin).map_err(CliError::bad)?)?;
                }
            }
            done += 1;
            let seconds = started.elapsed().as_secs_f64();
            print_progress(&format!("{done} of {} openings, {nodes} nodes, {seconds:.1} s", side * side));
        }
        clear_progress();
        if !self.args.json {
            let winners: Vec<Option<u64>> = winners.into_iter().map(Option::flatten).collect();
            self.print_openings(side, &winners, nodes, started)?;
        }
        Ok(())
    }

    /// Returns a first move in the chosen notation.
    fn opening_text(&self, cell: Cell) -> String {
        written(&Move::Place(cell).to_string(), self.args.notation)
    }

    /// Prints a board with the winner after each opening.
    fn print_openings(
        &mut self,
        side: usize,
        winners: &[Option<u64>],
        nodes: u64,
        started: Instant,
    ) -> Result<(), CliError> {
        let mut board = Board::new(side as i64).map_err(CliError::bad)?;
        for cell in board.cells() {
            // An opening that was not solved stays empty.
            if let Some(winner) = winners[cell.row * side + cell.column].and_then(Player::from_number) {
                board.place(cell, winner).map_err(CliError::bad)?;
            }
        }
        let winning = winners.iter().filter(|&&winner| winner == Some(1)).count();
        match self.args.notation {
            Notation::Hexworld => {
                let symbol = |cell: Cell| board.stone(cell).map_or('.', letter);
                self.lines.out.text(foreign_board(side, symbol))?
            }
            _ => self.lines.out.text(format_args!("{board}"))?,
        }
        let seconds = started.elapsed().as_secs_f64();
        let unknown = match winners.iter().filter(|winner| winner.is_none()).count() {
            0 => String::new(),
            unknown => format!(", {unknown} unknown"),
        };
        self.lines.out.line(format_args!(
            "O wins with {winning} of {} openings{unknown} ({}, {seconds:.2} s)",
            side * side,
            count(nodes, "node")
        ))
    }
}

fn play_word(position: &mut Position, word: &str) -> Result<(), String> {
    let played: Move = word.parse().map_err(|error: BadMove| error.to_string())?;
    position.play(played).map(drop).map_err(|error| error.to_string())
}

/// Returns all cells, those near the center first: their proofs are short and help with the others.
fn center_first(side: usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> =
        (0..side * side).map(|number| Cell::new(number / side, number % side)).collect();
    let off_center = |line: usize| (2 * line).abs_diff(side - 1);
    cells.sort_by_key(|cell| off_center(cell.row) + off_center(cell.column));
    cells
}
