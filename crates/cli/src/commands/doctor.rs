//! `parlor doctor`: what the terminal and the machine can do, as text for a bug report.

use super::has_full_screen;
use crate::data::{data_folder, opening_book};
use crate::error::CliError;
use crate::locale;
use crate::output::{Color, Output};
use crate::terminal_probe::{Probe, probe};
use crate::tui::Theme;
use parlor_engines::connect4::instruction_set_name;
use std::env;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

pub(crate) fn run(color: Color, theme: Theme) -> Result<(), CliError> {
    let build = if cfg!(debug_assertions) { "debug build" } else { "release build" };
    let server = if cfg!(feature = "server") { "with" } else { "without" };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let lines = [
        ("parlor", format!("{} ({build}, {server} the web server)", env!("CARGO_PKG_VERSION"))),
        ("system", format!("{} on {}, {cores} cores", env::consts::OS, env::consts::ARCH)),
        ("fast paths", fast_paths()),
        ("opening book", format!("{} positions", opening_book().len())),
        ("data folder", data()),
        ("terminal", terminal()),
        ("full screen", full_screen(theme)),
        ("colors", colors(color, theme)),
        ("locale", locale_text(theme)),
    ];
    let mut out = Output::new();
    let mut line = |name: &str, text: &str| out.line(format_args!("{:14}{text}", format!("{name}:")));
    for (name, text) in &lines {
        line(name, text)?;
    }
    let [unicode, mouse] = probed(probe());
    line("Unicode", &unicode)?;
    line("mouse", &mouse)?;
    out.flush()
}

/// Returns the instructions that the solver uses.
fn fast_paths() -> String {
    match instruction_set_name() {
        "baseline" => "not used: this processor has none that the solver knows".into(),
        name => format!("used: the solver runs with {name}"),
    }
}

/// Returns the data folder, whether it can be written to, and what is in it.
fn data() -> String {
    let Some(folder) = data_folder() else {
        return "none: there is no home folder, games are not saved".into();
    };
    let games = fs::read_dir(folder.join("games")).map_or(0, Iterator::count);
    let state = match is_writable(&folder) {
        Ok(true) => format!("writable, {games} saved games"),
        Ok(false) => "not there yet".into(),
        Err(error) => format!("games are not saved: {error}"),
    };
    format!("{} ({state})", folder.display())
}

/// Returns whether the folder is there and can be written to.
fn is_writable(folder: &Path) -> io::Result<bool> {
    if !folder.exists() {
        return Ok(false);
    }
    let probe = folder.join(format!("doctor-{}", std::process::id()));
    fs::write(&probe, "")?;
    fs::remove_file(&probe)?;
    Ok(true)
}

fn terminal() -> String {
    let [input, output] = [io::stdin().is_terminal(), io::stdout().is_terminal()];
    let size = match ratatui::crossterm::terminal::size() {
        Ok((columns, rows)) if output => format!(", {columns} x {rows}"),
        _ => String::new(),
    };
    let which = match (input, output) {
        (true, true) => "input and output",
        (true, false) => "input only",
        (false, true) => "output only",
        (false, false) => "neither input nor output",
    };
    let term = env::var("TERM").unwrap_or_else(|_| "not set".into());
    format!("{which}, TERM is {term}{size}")
}

fn full_screen(theme: Theme) -> String {
    let ascii = if theme.ascii { ", in ASCII characters" } else { "" };
    if has_full_screen() { format!("yes{ascii}") } else { "no: line mode".into() }
}

fn colors(color: Color, theme: Theme) -> String {
    let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let can = match (set("COLORTERM"), set("TERM")) {
        (Some(color), _) if color == "truecolor" || color == "24bit" => "16 million",
        (_, Some(term)) if term.contains("256color") || term.contains("direct") => "256",
        (_, Some(term)) if term == "dumb" => "no",
        (_, Some(_)) => "16 or more",
        (_, None) => "no",
    };
    let used = if theme.color { "used" } else { "not used" };
    let no_color = if set("NO_COLOR").is_some() { ", NO_COLOR is set" } else { "" };
    format!("{can} colors, {used} (--color {color}{no_color})")
}

fn locale_text(theme: Theme) -> String {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let set =
        names.iter().find_map(|name| Some((name, env::var(name).ok().filter(|value| !value.is_empty())?)));
    let shown = set.map_or("not set".into(), |(name, value)| format!("{name} is {value}"));
    let kind = if locale::is_utf8() { "UTF-8" } else { "not UTF-8" };
    format!("{shown} ({kind}; boards are drawn in {})", if theme.ascii { "ASCII" } else { "Unicode" })
}

/// Returns what the terminal answered about the widths of symbols and the mouse.
fn probed(probe: Option<Probe>) -> [String; 2] {
    let Some(Probe { widths, mouse }) = probe else {
        let unknown = "not asked: input and output must be a terminal";
        return [unknown.into(), unknown.into()];
    };
    let wrong: Vec<String> = widths
        .iter()
        .filter(|(_, width)| *width != Some(1))
        .map(|(symbol, width)| match width {
            Some(width) => format!("{symbol} is {width} wide"),
            None => format!("no answer for {symbol}"),
        })
        .collect();
    let unicode = match &wrong[..] {
        [] => "every symbol of the boards is one column wide".into(),
        wrong => format!("{}: use --ascii if boards look crooked", wrong.join(", ")),
    };
    let mouse = match mouse {
        Some(true) => "the terminal reports clicks",
        Some(false) => "the terminal reports no clicks",
        None => "the terminal does not say whether it reports clicks",
    };
    [unicode, mouse.into()]
}
