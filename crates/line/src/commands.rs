//! The commands of line mode on a terminal: help, undo, hint, resign and quit.
//!
//! They are words like moves. Where standard input is not a terminal they are not known, so that piped input means
//! exactly what `docs/games/` says.

use crate::{LineError, LineSession, wrapped};
use parlor_play::{Command, Dialogue};
use parlor_rules::Player;
use std::fmt;

/// The width of the help: that of a usual terminal, whose last column stays free.
const WIDTH: usize = 79;

/// What a word did, if it was a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandEffect {
    /// The word is no command.
    NotACommand,
    /// A command that has answered.
    Answered,
    /// A command that has changed the game, so that another player may be to move.
    Changed,
}

impl LineSession<'_> {
    /// Asks for a move and returns the first word. A command is carried out; none if one has changed the game.
    pub(crate) fn ask(&mut self, prompt: impl fmt::Display) -> Result<Option<String>, LineError> {
        loop {
            self.out.text(&prompt)?;
            let word = self.needed_word()?;
            match self.run_command(&word)? {
                CommandEffect::NotACommand => return Ok(Some(word)),
                CommandEffect::Answered => {}
                CommandEffect::Changed => return Ok(None),
            }
        }
    }

    /// Carries out a word that is a command, if the user is at a terminal.
    pub(crate) fn run_command(&mut self, word: &str) -> Result<CommandEffect, LineError> {
        if !self.reads_terminal() {
            return Ok(CommandEffect::NotACommand);
        }
        match word {
            "help" => self.help()?,
            "undo" => return self.undo(),
            "hint" => self.hint()?,
            "resign" => return self.resign(),
            "quit" => {
                self.out.flush()?;
                return Err(LineError::Quit);
            }
            _ => return Ok(CommandEffect::NotACommand),
        }
        Ok(CommandEffect::Answered)
    }

    fn help(&mut self) -> Result<(), LineError> {
        let info = self.session().info();
        let (_, columns) = self.session().size();
        let moves = match info.dialogue {
            Dialogue::Bins | Dialogue::Columns => format!("a {} from 0 to {}", info.column, columns - 1),
            Dialogue::Commands => {
                "p1 C or p2 C places in column C; clear, print, rows, columns, row N, column N".into()
            }
            Dialogue::Cells => "a cell, such as F3 or F 3; swap, where the swap rule is on".into(),
            Dialogue::Keys => "U D L R, h j k l or the arrow keys, then Enter; S stops".into(),
            Dialogue::Generic => info.notation.into(),
        };
        let commands = "help, undo (take back your last move), hint (a good move), resign, quit";
        for text in [info.rules, &format!("Moves: {moves}"), &format!("Commands: {commands}")] {
            for line in wrapped(text, WIDTH) {
                self.out.line(line)?;
            }
        }
        Ok(())
    }

    /// Undoes the last move, or against an engine the person's last move and the reply.
    fn undo(&mut self) -> Result<CommandEffect, LineError> {
        let has_engine = Player::BOTH.into_iter().any(|player| self.is_engine(player));
        let person = Player::BOTH.into_iter().find(|&player| !self.is_engine(player));
        let by = person.filter(|_| has_engine && self.session().info().players == 2);
        match self.act(&Command::Undo { by })? {
            Ok(_) => Ok(CommandEffect::Changed),
            Err(refusal) => {
                self.out.line(refusal)?;
                Ok(CommandEffect::Answered)
            }
        }
    }

    fn hint(&mut self) -> Result<(), LineError> {
        if self.mover().is_none() {
            return self.out.line("the game is over");
        }
        match self.think_of_hint()? {
            // Growing's moves are typed with a space.
            Some(text) => self.out.line(format_args!("Hint: {}", text.replace(':', " "))),
            None => self.out.line("there is no move"),
        }
    }

    fn resign(&mut self) -> Result<CommandEffect, LineError> {
        let Some(by) = self.mover() else {
            self.out.line("the game is over")?;
            return Ok(CommandEffect::Answered);
        };
        match self.act(&Command::Resign { by })? {
            Ok(_) => Ok(CommandEffect::Changed),
            Err(refusal) => {
                self.out.line(refusal)?;
                Ok(CommandEffect::Answered)
            }
        }
    }
}
