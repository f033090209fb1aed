//! A game in line mode: the table, the engines, the record file, input and output.

use super::MOVE_LIMIT;
use super::input::Words;
use crate::error::CliError;
use crate::now;
use crate::output::Output;
use crate::record_file::RecordFile;
use parlor_engines::{Settings, StopFlag};
use parlor_host::BlockingEngine;
use parlor_play::{ActOutcome, Command, Ending, Entry, Header, PlayerSpec, Refusal, Session, Table, record};
use parlor_rules::{Player, SplitMix64};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Duration;

/// A game in line mode.
pub(crate) struct LineSession {
    table: Table,
    engines: [Option<BlockingEngine>; 2],
    record: Option<RecordFile>,
    pub(crate) out: Output,
    words: Words,
    color: bool,
}

/// The longest time an engine may take.
const MAX_THINK_TIME: Duration = Duration::from_secs(24 * 3_600);

impl LineSession {
    /// Starts the game, its engines and its record.
    pub(crate) fn open(
        mut header: Header,
        seats: &[PlayerSpec],
        record: Option<&Path>,
        color: bool,
    ) -> Result<LineSession, CliError> {
        let seed = header.seed.unwrap_or_default();
        header.at = Some(now());
        let table = Table::open(header).map_err(CliError::bad)?;
        let mut engines = [None, None];
        for (seat, who) in seats.iter().enumerate().filter(|(_, who)| **who != PlayerSpec::Human) {
            let settings = Settings::seeded(SplitMix64::at(!seed, seat as u64).next_u64());
            let engine = BlockingEngine::start(table.session(), who, settings);
            engines[seat] = Some(engine.map_err(CliError::bad)?);
        }
        let record = record.map(RecordFile::open).transpose()?;
        let mut game =
            LineSession { table, engines, record, out: Output::new(), words: Words::stdin(), color };
        game.start_record()?;
        Ok(game)
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    pub(crate) fn session(&self) -> &dyn Session {
        self.table.session()
    }

    /// Returns whether an engine plays this side.
    pub(crate) fn is_engine(&self, player: Player) -> bool {
        self.engines[player.index()].is_some()
    }

    /// Returns whether only engines play.
    pub(crate) fn has_no_people(&self) -> bool {
        let seats = self.session().info().players;
        self.engines.iter().take(seats).all(Option::is_some)
    }

    /// Returns the player to move, unless the game is over.
    pub(crate) fn mover(&self) -> Option<Player> {
        self.session().turn().player().filter(|_| self.table.ending().is_none())
    }

    /// Runs a command and writes its events to the record.
    pub(crate) fn act(&mut self, command: &Command) -> Result<Result<ActOutcome, Refusal>, CliError> {
        let mut acted = self.table.act(command, now());
        self.write_entries(&acted.entries)?;
        Ok(acted.refusal.take().map_or(Ok(acted), Err))
    }

    /// Makes a move for the player to move.
    pub(crate) fn play(&mut self, text: String) -> Result<Result<ActOutcome, Refusal>, CliError> {
        self.act(&Command::Move { by: None, text })
    }

    /// Makes a chance move if one is due. Returns whether it did.
    pub(crate) fn chance(&mut self) -> Result<bool, CliError> {
        let now = now();
        let Some(event @ parlor_play::Event::Chance(_)) = self.table.due(now) else { return Ok(false) };
        let entry = Entry { event, at: Some(now) };
        self.table.apply(&entry).map_err(CliError::bad)?;
        self.write_entries(&[entry])?;
        Ok(true)
    }

    /// Returns the move of this side's engine. Flushes the output first, because the search may take long.
    pub(crate) fn think(&mut self, player: Player) -> Result<String, CliError> {
        self.out.flush()?;
        let LineSession { engines, table, .. } = self;
        let engine =
            engines[player.index()].as_mut().ok_or_else(|| CliError::bad("no engine plays this side"))?;
        let moves = table.timeline().moves();
        let chosen =
            engine.choose(&moves, None, MAX_THINK_TIME, &StopFlag::default()).map_err(CliError::bad)?;
        chosen.ok_or_else(|| CliError::bad("the engine found no move"))
    }

    /// Starts a new game with the same settings and a new record.
    pub(crate) fn reopen(&mut self) -> Result<(), CliError> {
        let header = Header { at: Some(now()), ..self.table.header().clone() };
        self.table = Table::open(header).map_err(CliError::bad)?;
        self.start_record()
    }

    /// Prints the board.
    pub(crate) fn board(&mut self) -> Result<(), CliError> {
        let LineSession { table, out, color, .. } = self;
        out.board(table.session(), *color)
    }

    /// Reads the next word. Flushes the output first.
    pub(crate) fn word(&mut self) -> Result<Option<String>, CliError> {
        self.out.flush()?;
        let word = self.words.next()?;
        if word.is_none() && io::stdout().is_terminal() {
            // The input ended without Enter, so the next output starts on a new line.
            self.out.line("")?;
            self.out.flush()?;
        }
        Ok(word)
    }

    /// Reads the next word. The end of input is an error, because the game is not over.
    pub(crate) fn needed_word(&mut self) -> Result<String, CliError> {
        match self.word()? {
            Some(word) => Ok(word),
            None => Err(CliError::Check("input ended before the game was over".into())),
        }
    }

    /// Prints a message if the game ended by the move limit. Returns whether it did.
    pub(crate) fn print_move_limit(&mut self) -> Result<bool, CliError> {
        let reached = self.table.ending() == Some(Ending::MoveLimit);
        if reached {
            self.out.line(MOVE_LIMIT)?;
        }
        Ok(reached)
    }

    fn start_record(&mut self) -> Result<(), CliError> {
        match &mut self.record {
            Some(record) => record.line(&record::header_line(self.table.header())),
            None => Ok(()),
        }
    }

    fn write_entries(&mut self, entries: &[Entry]) -> Result<(), CliError> {
        let Some(record) = &mut self.record else { return Ok(()) };
        entries.iter().try_for_each(|entry| record.line(&record::entry_line(entry)))
    }
}
