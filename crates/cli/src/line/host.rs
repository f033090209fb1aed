//! The host of a table in line mode: seats engines, keeps the record, prints the board.

use super::MOVE_LIMIT;
use super::input::Words;
use crate::failure::Failure;
use crate::output::Output;
use parlor_engines::Stop;
use parlor_play::{Acted, Command, Ending, Entry, Header, Refusal, Session, Table, Thinker, Who, record};
use parlor_rules::{Dice, Player};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// A table with its engines, its record and the people at the keyboard.
pub(crate) struct Host {
    table: Table,
    engines: [Option<Box<dyn Thinker>>; 2],
    record: Option<Record>,
    pub(crate) out: Output,
    words: Words,
    colour: bool,
}

impl Host {
    /// Opens the table, seats everybody and starts the record.
    pub(crate) fn open(
        mut header: Header,
        seats: &[Who],
        record: Option<&Path>,
        colour: bool,
    ) -> Result<Host, Failure> {
        let seed = header.seed.unwrap_or_default();
        header.at = Some(now());
        let table = Table::open(header).map_err(Failure::bad)?;
        let mut engines = [None, None];
        for (seat, who) in seats.iter().enumerate().filter(|(_, who)| **who != Who::Human) {
            let engine_seed = Dice::at(!seed, seat as u64).next_number();
            engines[seat] = Some(table.session().engine(who, engine_seed).map_err(Failure::bad)?);
        }
        let record = record.map(Record::open).transpose()?;
        let mut host = Host { table, engines, record, out: Output::new(), words: Words::stdin(), colour };
        host.start_record()?;
        Ok(host)
    }

    /// The game's name.
    pub(crate) fn game(&self) -> &'static str {
        self.session().about().name
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    pub(crate) fn session(&self) -> &dyn Session {
        self.table.session()
    }

    /// Whether an engine sits on this seat.
    pub(crate) fn is_engine(&self, player: Player) -> bool {
        self.engines[player.index()].is_some()
    }

    /// Whether nobody sits at the keyboard.
    pub(crate) fn has_no_people(&self) -> bool {
        let seats = self.session().about().players;
        self.engines.iter().take(seats).all(Option::is_some)
    }

    /// Whose turn it is, while the game goes on.
    pub(crate) fn mover(&self) -> Option<Player> {
        self.session().turn().player().filter(|_| self.table.ending().is_none())
    }

    /// Acts on a command and writes what comes of it to the record.
    pub(crate) fn act(&mut self, command: &Command) -> Result<Result<Acted, Refusal>, Failure> {
        let mut acted = self.table.act(command, now());
        self.keep(&acted.entries)?;
        Ok(acted.refusal.take().map_or(Ok(acted), Err))
    }

    /// Makes a move for whoever is next.
    pub(crate) fn play(&mut self, text: String) -> Result<Result<Acted, Refusal>, Failure> {
        self.act(&Command::Move { by: None, text })
    }

    /// Lets chance make one move, if one is due.
    pub(crate) fn chance(&mut self) -> Result<bool, Failure> {
        let now = now();
        let Some(event @ parlor_play::Event::Chance(_)) = self.table.due(now) else { return Ok(false) };
        let entry = Entry { event, at: Some(now) };
        self.table.apply(&entry).map_err(Failure::bad)?;
        self.keep(&[entry])?;
        Ok(true)
    }

    /// Lets the engine on this seat choose; it may take its time, so everything is printed before.
    pub(crate) fn think(&mut self, player: Player) -> Result<String, Failure> {
        self.out.flush()?;
        let Host { engines, table, .. } = self;
        let engine = engines[player.index()].as_mut();
        let chosen = engine.and_then(|engine| engine.think(table.session(), &Stop::default(), &mut |_| {}));
        chosen.ok_or_else(|| Failure::bad("the engine found no move"))
    }

    /// A new table like this one: a new game, a new record.
    pub(crate) fn reopen(&mut self) -> Result<(), Failure> {
        let header = Header { at: Some(now()), ..self.table.header().clone() };
        self.table = Table::open(header).map_err(Failure::bad)?;
        self.start_record()
    }

    /// Prints the board.
    pub(crate) fn board(&mut self) -> Result<(), Failure> {
        let Host { table, out, colour, .. } = self;
        // The reason is kept by the output and told by the flush.
        if table.session().write(*colour, out).is_err() {
            out.flush()?;
        }
        Ok(())
    }

    /// The next word from the keyboard; everything printed so far is shown first.
    pub(crate) fn word(&mut self) -> Result<Option<String>, Failure> {
        self.out.flush()?;
        let word = self.words.next()?;
        if word.is_none() && io::stdout().is_terminal() {
            // Nobody has pressed Enter: what comes next should not stand behind the prompt.
            self.out.line("")?;
            self.out.flush()?;
        }
        Ok(word)
    }

    /// The next word of a game that is not over.
    pub(crate) fn needed_word(&mut self) -> Result<String, Failure> {
        match self.word()? {
            Some(word) => Ok(word),
            None => Err(Failure::Check("input ended before the game was over".into())),
        }
    }

    /// Whether the game ended by its number of moves; then that is said.
    pub(crate) fn tell_move_limit(&mut self) -> Result<bool, Failure> {
        let reached = self.table.ending() == Some(Ending::MoveLimit);
        if reached {
            self.out.line(MOVE_LIMIT)?;
        }
        Ok(reached)
    }

    fn start_record(&mut self) -> Result<(), Failure> {
        match &mut self.record {
            Some(record) => record.line(&record::header_line(self.table.header())),
            None => Ok(()),
        }
    }

    fn keep(&mut self, entries: &[Entry]) -> Result<(), Failure> {
        let Some(record) = &mut self.record else { return Ok(()) };
        entries.iter().try_for_each(|entry| record.line(&record::entry_line(entry)))
    }
}

/// Milliseconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// A file of records, written line by line as things happen.
struct Record {
    file: File,
    path: String,
}

impl Record {
    /// Opens the file for adding to it. A file that holds anything but records is left alone.
    fn open(path: &Path) -> Result<Record, Failure> {
        let name = path.display().to_string();
        let failed = |error: std::io::Error| Failure::bad(format!("{name}: {error}"));
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut first = String::new();
        let mut start = BufReader::new((&file).take(record::LONGEST_LINE as u64));
        if start.read_line(&mut first).is_err() || !(first.is_empty() || first.starts_with("{\"parlor\":")) {
            return Err(Failure::bad(format!("{name}: there is something in it that is no record")));
        }
        // A record that was cut off in the middle of a line ends there.
        if file.seek(SeekFrom::End(-1)).is_ok() {
            let mut last = [0];
            file.read_exact(&mut last).map_err(failed)?;
            if last != *b"\n" {
                file.write_all(b"\n").map_err(failed)?;
            }
        }
        Ok(Record { file, path: name })
    }

    fn line(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.file.write_all(format!("{text}\n").as_bytes());
        written.map_err(|error| Failure::bad(format!("{}: {error}", self.path)))
    }
}
