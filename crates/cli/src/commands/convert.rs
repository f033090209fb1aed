//! `parlor convert`: games of Hex between records, SGF and HexWorld links.

use crate::args::{ConvertArgs, ConvertTo, Notation};
use crate::error::CliError;
use crate::output::Output;
use parlor_play::hex::{hexworld, sgf};
use parlor_play::record::{Reader, entry_line, header_line, is_header};
use parlor_play::{ExportFormat, Table, game};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The longest input that is read, in bytes.
const LONGEST_INPUT: u64 = 1 << 24;

pub(crate) fn run(args: &ConvertArgs) -> Result<(), CliError> {
    if let Some(notation) = args.notation {
        let table = read_moves(args, notation)?;
        let mut out = Output::new();
        out.text(written("moves", &table, args.to)?)?;
        return out.flush();
    }
    let is_link = hexworld::is_link(&args.input) && !Path::new(&args.input).exists();
    let (name, text) = if is_link {
        (String::from("link"), args.input.clone())
    } else {
        (args.input.clone(), read_input(&args.input)?)
    };
    let tables = read_games(&name, &text)?;
    let mut out = Output::new();
    for table in &tables {
        out.text(written(&name, table, args.to)?)?;
    }
    out.flush()
}

/// Reads a list of moves: of a file, of standard input, or the argument itself.
fn read_moves(args: &ConvertArgs, notation: Notation) -> Result<Table, CliError> {
    let is_file = args.input == "-" || Path::new(&args.input).exists();
    let text = if is_file { read_input(&args.input)? } else { args.input.clone() };
    let words = text.split(|letter: char| letter.is_whitespace() || letter == ',');
    let moves: String = match notation {
        Notation::Hexworld => words.collect(),
        Notation::Game => words.map(|word| hexworld::move_text(word) + " ").collect(),
        Notation::Solver => return Err(CliError::bad("hex has no solver notation")),
    };
    let moves: String = moves.split_whitespace().collect();
    hexworld::read(&format!("{},{moves}", args.size)).map_err(CliError::bad)
}

fn read_input(name: &str) -> Result<String, CliError> {
    let bad = |error: io::Error| CliError::bad(format!("{name}: {error}"));
    let input: Box<dyn Read> = match name {
        "-" => Box::new(io::stdin().lock()),
        file => Box::new(File::open(file).map_err(bad)?),
    };
    let mut bytes = Vec::new();
    input.take(LONGEST_INPUT + 1).read_to_end(&mut bytes).map_err(bad)?;
    if bytes.len() as u64 > LONGEST_INPUT {
        return Err(CliError::bad(format!("{name}: longer than {LONGEST_INPUT} bytes")));
    }
    if !bytes.trim_ascii_start().starts_with(b"(") {
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    sgf::decode(bytes).map_err(|error| CliError::bad(format!("{name}:{error}")))
}

/// Reads the games of a text in whichever format it is.
fn read_games(name: &str, text: &str) -> Result<Vec<Table>, CliError> {
    let start = text.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    if start.starts_with('(') {
        return sgf::read(text).map_err(|error| CliError::bad(format!("{name}:{error}")));
    }
    if start.starts_with('{') {
        return read_records(name, text);
    }
    let lines = || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    if lines().next().is_none() {
        return Err(CliError::bad(format!("{name}: there is no game")));
    }
    if !lines().all(|(_, line)| hexworld::is_link(line)) {
        let reason = "this is no record, SGF or HexWorld link";
        return Err(CliError::bad(format!("{name}:1:1: {reason}")));
    }
    let read = |(index, line): (usize, &str)| {
        hexworld::read(line).map_err(|error| CliError::bad(format!("{name}:{}: {error}", index + 1)))
    };
    lines().map(read).collect()
}

fn read_records(name: &str, text: &str) -> Result<Vec<Table>, CliError> {
    let mut tables = Vec::new();
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        if is_header(line) {
            tables.extend(std::mem::take(&mut reader).into_table());
        }
        reader.read(line).map_err(|error| CliError::bad(format!("{name}:{}: {error}", index + 1)))?;
    }
    tables.extend(reader.into_table());
    Ok(tables)
}

/// Returns the text of a table's games, ending in a newline.
fn written(name: &str, table: &Table, to: ConvertTo) -> Result<String, CliError> {
    let format = match to {
        ConvertTo::Parlor => {
            let lines =
                std::iter::once(header_line(table.header())).chain(table.log().iter().map(entry_line));
            return Ok(lines.map(|line| line + "\n").collect());
        }
        ConvertTo::Sgf => ExportFormat::Sgf,
        ConvertTo::Hexworld => ExportFormat::HexWorld,
    };
    let info = table.session().info();
    let text = game(info.name).and_then(|game| game.export(table, format));
    let text = text.ok_or_else(|| CliError::bad(format!("{name}: {} has no such format", info.name)))?;
    Ok(if text.ends_with('\n') { text } else { text + "\n" })
}
