//! Line mode in a terminal or a pipe: the engines and the record around the dialogues of `parlor-line`.

use crate::commands::best_engine;
use crate::error::CliError;
use crate::now;
use crate::record_file::RecordFile;
use parlor_engines::{Limits, Settings, StopFlag};
use parlor_host::BlockingEngine;
use parlor_line::{Environment, LineError, LineSession};
use parlor_play::{Header, PlayerSpec, Table, game};
use parlor_rules::{Player, SplitMix64};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Duration;

/// The longest time an engine may take.
const MAX_THINK_TIME: Duration = Duration::from_secs(24 * 3_600);

/// The time limit of a hint, and what an engine may take longer.
const HINT_TIME: Duration = Duration::from_secs(1);
const MARGIN: Duration = Duration::from_secs(60);

/// Plays a game on standard input and output to its end. What `before` does comes once it is known that the game can be
/// played.
pub(crate) fn play(
    header: Header,
    seats: &[PlayerSpec],
    record: Option<&Path>,
    color: bool,
    before: impl FnOnce(),
) -> Result<(), CliError> {
    // Checks the options before anything is started.
    let table = Table::open(header.clone()).map_err(CliError::bad)?;
    let program = Program::start(&table, seats, record)?;
    let mut game = LineSession::open(header, program, io::stdin(), io::stdout().lock(), color)?;
    before();
    Ok(parlor_line::play(&mut game)?)
}

/// Goes on with a game of a record, which is written on.
pub(crate) fn resume(table: Table, seats: &[PlayerSpec], record: &Path, color: bool) -> Result<(), CliError> {
    let program = Program::start(&table, seats, Some(record))?;
    let mut game = LineSession::resume(table, program, io::stdin(), io::stdout().lock(), color);
    Ok(parlor_line::play(&mut game)?)
}

/// This program, around a game in line mode.
struct Program {
    engines: [Option<BlockingEngine>; 2],
    record: Option<RecordFile>,
}

impl Program {
    fn start(table: &Table, seats: &[PlayerSpec], record: Option<&Path>) -> Result<Program, CliError> {
        let mut engines = [None, None];
        for (seat, who) in seats.iter().enumerate().filter(|(_, who)| **who != PlayerSpec::Human) {
            let seed = SplitMix64::at(!table.seed(), seat as u64).next_u64();
            let engine = BlockingEngine::start(table.session(), who, Settings::seeded(seed));
            engines[seat] = Some(engine.map_err(CliError::bad)?);
        }
        Ok(Program { engines, record: record.map(RecordFile::open).transpose()? })
    }
}

impl Environment for Program {
    fn now(&self) -> u64 {
        now()
    }

    fn is_engine(&self, player: Player) -> bool {
        self.engines[player.index()].is_some()
    }

    fn think(&mut self, player: Player, table: &Table) -> Result<String, LineError> {
        let other = |reason: &str| LineError::Other(reason.into());
        let engine =
            self.engines[player.index()].as_mut().ok_or_else(|| other("no engine plays this side"))?;
        let moves = table.timeline().moves();
        let chosen = engine.choose(&moves, None, MAX_THINK_TIME, &StopFlag::default());
        chosen.map_err(|fault| other(&fault.to_string()))?.ok_or_else(|| other("the engine found no move"))
    }

    fn hint(&mut self, table: &Table) -> Result<Option<String>, LineError> {
        let other = |error: &dyn ToString| LineError::Other(error.to_string());
        let session = table.session();
        let Some(game) = game(session.info().name) else { return Ok(None) };
        let limits = Limits { time: Some(HINT_TIME), nodes: None };
        let who = best_engine(game, session, true).limited(limits);
        let mut engine =
            BlockingEngine::start(session, &who, Settings::default()).map_err(|error| other(&error))?;
        let chosen =
            engine.choose(&session.timeline().moves(), None, HINT_TIME + MARGIN, &StopFlag::default());
        chosen.map_err(|fault| other(&fault))
    }

    fn record(&mut self, line: &str) -> Result<(), LineError> {
        match &mut self.record {
            Some(record) => record.line(line).map_err(|error| LineError::Other(error.to_string())),
            None => Ok(()),
        }
    }

    fn reads_terminal(&self) -> bool {
        io::stdin().is_terminal()
    }

    fn writes_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }
}
