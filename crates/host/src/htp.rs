//! A Hex program in another process, over HTP.

use crate::StartError;
use crate::pipe::{AFTER_STOP, LONGEST_SEARCH, POLL, PROMPTLY, Pipe, STARTING};
use parlor_engines::{Limits, Report, StopFlag};
use parlor_play::hex::notation::{ForeignMove, Sides, color_name, our_text};
use parlor_play::{Fault, ForkPoint, RESIGN, Session, SessionEngine};
use parlor_rules::hex::Move;
use parlor_rules::{Cell, Player};
use std::time::Instant;

/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: usize = 1 << 20;

/// A program that speaks HTP, such as MoHex. It knows no limits and tells no values.
pub struct HtpEngine {
    pipe: Pipe,
    /// The game as it starts.
    start: Box<dyn Session>,
    /// The moves that the program knows, in our notation.
    moves: Vec<String>,
    /// Which of its colors is our first player. It may swap sides.
    sides: Sides,
}

impl HtpEngine {
    /// Starts a program for a game of Hex. It must accept the size of the board.
    pub fn start(words: &[String], session: &dyn Session, is_quiet: bool) -> Result<HtpEngine, StartError> {
        check_is_hex(words, session)?;
        HtpEngine::over(Pipe::start(words, is_quiet)?, session)
    }

    /// Does the same with a program that runs, for a game that is known to be Hex.
    pub(crate) fn over(pipe: Pipe, session: &dyn Session) -> Result<HtpEngine, StartError> {
        let start = session.fork(ForkPoint::Start);
        let mut engine = HtpEngine { pipe, start, moves: Vec::new(), sides: Sides::default() };
        match engine.set_up() {
            Ok(()) => Ok(engine),
            Err(fault) => Err(StartError::Protocol { program: engine.pipe.program().into(), fault }),
        }
    }

    /// Brings the program to the start of the game.
    fn set_up(&mut self) -> Result<(), Fault> {
        let setup = self.start.setup();
        let size = format!("boardsize {}", setup.cells.len());
        let answer = self.ask(&size, Instant::now() + STARTING)?;
        must_succeed(&size, answer)?;
        // Not all programs need it, and some do not know it.
        let _ = self.ask("clear_board", Instant::now() + PROMPTLY)?;
        if self.start.options().swap {
            let _ = self.ask("param_game allow_swap 1", Instant::now() + PROMPTLY)?;
        }
        (self.moves, self.sides) = (Vec::new(), Sides::default());
        for player in Player::BOTH {
            for (row, cells) in setup.cells.iter().enumerate() {
                for (column, _) in cells.iter().enumerate().filter(|(_, stone)| **stone == player.number()) {
                    let cell = ForeignMove::Place(self.sides.cell(Cell::new(row, column)));
                    self.command(&format!("play {} {cell}", color_name(player)))?;
                }
            }
        }
        Ok(())
    }

    /// Tells the program a move that was made.
    fn tell(&mut self, text: &str) -> Result<(), Fault> {
        let color = color_name(self.sides.player(self.next_player()));
        match text.parse() {
            Ok(Move::Place(cell)) => {
                self.command(&format!("play {color} {}", ForeignMove::Place(self.sides.cell(cell))))?;
            }
            _ => self.tell_swap(color)?,
        }
        self.moves.push(text.into());
        Ok(())
    }

    /// Tells the program that the first stone was taken over. Some mean by `swap-pieces` that the stone changes its color and
    /// is mirrored, MoHex and HexGui that it stays and the players exchange their colors. So the stone stays, and the
    /// program may not swap any more. One that can't be told so is told of the swap.
    fn tell_swap(&mut self, color: &str) -> Result<(), Fault> {
        if !self.forbid_swap()? {
            let sides = self.ask(&format!("play {color} swap-sides"), Instant::now() + PROMPTLY)?;
            if sides.is_err() {
                self.command(&format!("play {color} swap-pieces"))?;
                return Ok(());
            }
        }
        self.sides = self.sides.swapped();
        Ok(())
    }

    /// Brings a program that has swapped pieces to a board on which the stone has stayed, if it can be told not to swap again.
    fn settle_swap(&mut self) -> Result<(), Fault> {
        let Some(Ok(Move::Place(stone))) = self.moves.first().map(|text| text.parse()) else { return Ok(()) };
        if !self.forbid_swap()? || self.ask("clear_board", Instant::now() + PROMPTLY)?.is_err() {
            return Ok(());
        }
        let color = color_name(self.sides.player(self.next_player().other()));
        self.command(&format!("play {color} {}", ForeignMove::Place(self.sides.cell(stone))))?;
        self.sides = self.sides.swapped();
        Ok(())
    }

    /// Returns whether the program knows that it may not swap any more.
    fn forbid_swap(&mut self) -> Result<bool, Fault> {
        Ok(self.ask("param_game allow_swap 0", Instant::now() + PROMPTLY)?.is_ok())
    }

    /// Returns whose turn it is after the moves that the program knows.
    fn next_player(&self) -> Player {
        let first = self.start.turn().player().unwrap_or(Player::One);
        if self.moves.len().is_multiple_of(2) { first } else { first.other() }
    }

    /// Sends a command that must succeed.
    fn command(&mut self, command: &str) -> Result<String, Fault> {
        let answer = self.ask(command, Instant::now() + PROMPTLY)?;
        must_succeed(command, answer)
    }

    /// Sends a command, and waits for its answer.
    fn ask(&mut self, command: &str, deadline: Instant) -> Result<Result<String, String>, Fault> {
        self.pipe.send(command)?;
        self.answer(deadline, &mut None)
    }

    /// Waits for an answer, which ends with a blank line. `partial` is what there is of it.
    fn answer(
        &mut self,
        deadline: Instant,
        partial: &mut Option<(bool, String)>,
    ) -> Result<Result<String, String>, Fault> {
        loop {
            let line = self.pipe.line(deadline)?;
            let line = line.trim_end();
            match partial {
                // What a program prints besides its answers is passed over.
                None => {
                    let is_answer = line.starts_with(['=', '?']);
                    let text = line
                        .get(1..)
                        .unwrap_or_default()
                        .trim_start_matches(|letter: char| letter.is_ascii_digit());
                    *partial = is_answer.then(|| (line.starts_with('='), text.trim().to_string()));
                }
                Some((is_good, text)) if line.is_empty() => {
                    let text = std::mem::take(text).trim().to_string();
                    self.pipe.has_answered();
                    return Ok(if *is_good { Ok(text) } else { Err(text.chars().take(200).collect()) });
                }
                Some((_, text)) if text.len() < LONGEST_ANSWER => text.extend(["\n", line]),
                Some(_) => return Err(Fault::Crash("its answer has no end".into())),
            }
        }
    }

    /// Returns the program's move in our notation.
    fn read_move(&mut self, text: &str) -> Result<String, Fault> {
        let word = text.split_whitespace().next().unwrap_or_default();
        let ours = match word.parse() {
            Ok(ForeignMove::Place(cell)) if cell.row.max(cell.column) < self.start.size().0 => {
                our_text(self.sides.cell(cell))
            }
            Ok(ForeignMove::SwapPieces) => {
                self.settle_swap()?;
                Move::Swap.to_string()
            }
            Ok(ForeignMove::SwapSides) => {
                self.sides = self.sides.swapped();
                Move::Swap.to_string()
            }
            Ok(ForeignMove::Resign | ForeignMove::Forfeit) => return Ok(RESIGN.into()),
            _ => return Err(Fault::Illegal(text.chars().take(80).collect())),
        };
        self.moves.push(ours.clone());
        Ok(ours)
    }
}

/// Returns an error unless the game is Hex, which HTP is for.
pub(crate) fn check_is_hex(words: &[String], session: &dyn Session) -> Result<(), StartError> {
    let program = words.first().cloned().unwrap_or_default();
    let info = session.info();
    if info.has_htp { Ok(()) } else { Err(StartError::NotHex { program, game: info.name }) }
}

/// Returns the answer to a command that must succeed.
fn must_succeed(command: &str, answer: Result<String, String>) -> Result<String, Fault> {
    answer.map_err(|reason| Fault::Crash(format!("it said to {command:?}: {reason}")))
}

impl SessionEngine for HtpEngine {
    fn catch_up(&mut self, moves: &[String]) -> Result<(), Fault> {
        if !moves.starts_with(&self.moves) {
            self.set_up()?;
        }
        for text in &moves[self.moves.len()..] {
            self.tell(text)?;
        }
        Ok(())
    }

    fn think(
        &mut self,
        _limits: Option<Limits>,
        stop: &StopFlag,
        _report: &mut dyn FnMut(&Report<String>),
    ) -> Result<Option<String>, Fault> {
        let color = color_name(self.sides.player(self.next_player()));
        self.pipe.send(&format!("genmove {color}"))?;
        let mut deadline = Instant::now() + LONGEST_SEARCH;
        let (mut is_told, mut partial) = (false, None);
        loop {
            if stop.is_stopped() && !is_told {
                // A comment to programs that can't be interrupted.
                self.pipe.send("# interrupt")?;
                deadline = deadline.min(Instant::now() + AFTER_STOP);
                is_told = true;
            }
            match self.answer(deadline.min(Instant::now() + POLL), &mut partial) {
                Ok(Ok(text)) => return self.read_move(&text).map(Some),
                Ok(Err(reason)) => return Err(Fault::Crash(format!("it said: {reason}"))),
                Err(Fault::Timeout) if Instant::now() < deadline => {}
                Err(fault) => return Err(fault),
            }
        }
    }
}

impl Drop for HtpEngine {
    fn drop(&mut self) {
        let _ = self.pipe.send("quit");
    }
}
