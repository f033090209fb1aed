//! A game in line mode: the table, input and output.

use crate::input::{Bytes, Keys, Words};
use crate::{Environment, LineError, MOVE_LIMIT, Output};
use parlor_play::{
    ActOutcome, BoardFormat, Command, Ending, Entry, Event, Header, Refusal, Session, Table, record,
};
use parlor_rules::Player;
use std::io::{self, Read, Write};

/// A game in line mode.
pub struct LineSession<'a> {
    table: Table,
    environment: Box<dyn Environment + 'a>,
    pub(crate) out: Output<'a>,
    words: Words<'a>,
    color: bool,
}

impl<'a> LineSession<'a> {
    /// Starts the game and its record.
    pub fn open(
        mut header: Header,
        environment: impl Environment + 'a,
        input: impl Read + 'a,
        out: impl Write + 'a,
        color: bool,
    ) -> Result<LineSession<'a>, LineError> {
        header.at = Some(environment.now());
        let table = Table::open(header).map_err(LineError::other)?;
        let mut game = LineSession::resume(table, environment, input, out, color);
        game.start_record()?;
        Ok(game)
    }

    /// Continues a game. The record, if there is one, has it already.
    pub fn resume(
        table: Table,
        environment: impl Environment + 'a,
        input: impl Read + 'a,
        out: impl Write + 'a,
        color: bool,
    ) -> LineSession<'a> {
        LineSession {
            table,
            environment: Box::new(environment),
            out: Output::new(out),
            words: Words::new(input),
            color,
        }
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    pub(crate) fn session(&self) -> &dyn Session {
        self.table.session()
    }

    /// Returns whether an engine plays this side.
    pub(crate) fn is_engine(&self, player: Player) -> bool {
        self.environment.is_engine(player)
    }

    /// Returns whether only engines play.
    pub(crate) fn has_no_people(&self) -> bool {
        let seats = self.session().info().players;
        Player::BOTH.into_iter().take(seats).all(|player| self.is_engine(player))
    }

    /// Returns whether a person types the input.
    pub(crate) fn reads_terminal(&self) -> bool {
        self.environment.reads_terminal()
    }

    /// Returns the player to move, unless the game is over.
    pub(crate) fn mover(&self) -> Option<Player> {
        self.session().turn().player().filter(|_| self.table.ending().is_none())
    }

    /// Runs a command and writes its events to the record.
    pub(crate) fn act(&mut self, command: &Command) -> Result<Result<ActOutcome, Refusal>, LineError> {
        let mut acted = self.table.act(command, self.environment.now());
        self.write_entries(&acted.entries)?;
        Ok(acted.refusal.take().map_or(Ok(acted), Err))
    }

    /// Makes a move for the player to move.
    pub(crate) fn play(&mut self, text: String) -> Result<Result<ActOutcome, Refusal>, LineError> {
        self.act(&Command::Move { by: None, text })
    }

    /// Makes a chance move if one is due. Returns whether it did.
    pub(crate) fn chance(&mut self) -> Result<bool, LineError> {
        let now = self.environment.now();
        let Some(event @ Event::Chance(_)) = self.table.due(now) else { return Ok(false) };
        let entry = Entry { event, at: Some(now) };
        self.table.apply(&entry).map_err(LineError::other)?;
        self.write_entries(&[entry])?;
        Ok(true)
    }

    /// Returns the move of this side's engine. Flushes the output first, because the search may take long.
    pub(crate) fn think(&mut self, player: Player) -> Result<String, LineError> {
        self.out.flush()?;
        self.environment.think(player, &self.table)
    }

    /// Returns a good move for the person who asks. Flushes the output first, because the search may take long.
    pub(crate) fn think_of_hint(&mut self) -> Result<Option<String>, LineError> {
        self.out.flush()?;
        self.environment.hint(&self.table)
    }

    /// Starts a new game with the same settings and a new record.
    pub(crate) fn reopen(&mut self) -> Result<(), LineError> {
        let header = Header { at: Some(self.environment.now()), ..self.table.header().clone() };
        self.table = Table::open(header).map_err(LineError::other)?;
        self.start_record()
    }

    /// Prints the board.
    pub(crate) fn board(&mut self) -> Result<(), LineError> {
        let format = if self.color { BoardFormat::Color } else { BoardFormat::Plain };
        self.out.position(self.table.session(), format)
    }

    /// Reads the next word. Flushes the output first.
    pub(crate) fn word(&mut self) -> Result<Option<String>, LineError> {
        self.out.flush()?;
        let word = self.words.next()?;
        if word.is_none() && self.environment.writes_terminal() {
            // The input ended without Enter, so the next output starts on a new line.
            self.out.line("")?;
            self.out.flush()?;
        }
        Ok(word)
    }

    /// Reads the next word. The end of input is an error, because the game is not over.
    pub(crate) fn needed_word(&mut self) -> Result<String, LineError> {
        self.word()?.ok_or(LineError::InputEnded)
    }

    /// Returns the rest of the input as keys. No word is read afterwards.
    pub(crate) fn take_keys(&mut self) -> Keys<'a> {
        Keys::new(std::mem::replace(&mut self.words.bytes, Bytes::new(io::empty())))
    }

    /// Prints a message if the game ended in a way that the board does not know. Returns whether it did.
    pub(crate) fn print_table_ending(&mut self) -> Result<bool, LineError> {
        let message = match self.table.ending() {
            Some(Ending::MoveLimit) => MOVE_LIMIT.into(),
            Some(Ending::Resigned(player)) => {
                let name = |player: Player| self.table.names().get(player.index()).cloned();
                let resigns = format!("{} resigns.", name(player).unwrap_or_default());
                name(player.other()).map_or(resigns.clone(), |winner| format!("{resigns} {winner} wins!"))
            }
            _ => return Ok(false),
        };
        self.out.line(message)?;
        Ok(true)
    }

    fn start_record(&mut self) -> Result<(), LineError> {
        self.environment.record(&record::header_line(self.table.header()))
    }

    fn write_entries(&mut self, entries: &[Entry]) -> Result<(), LineError> {
        entries.iter().try_for_each(|entry| self.environment.record(&record::entry_line(entry)))
    }
}
