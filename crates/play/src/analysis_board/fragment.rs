//! The fragment of an analysis' address: `classic/6x7/44455554221`.
//!
//! After the game's name come, each after a slash and only where needed: the size, the target, options by name, the rows
//! of a board that was set up (the first after `=`), who is to move there, the points, and the moves from the start to
//! the position that is looked at. After `~` comes the whole tree, packed. `docs/analysis.md` describes it for people.

use super::tree::NodeId;
use super::tree_text;
use super::{AnalysisBoard, BadAnalysis};
use crate::{BadOptions, Layout, OptionKind, Options, Session, game};
use parlor_rules::{Player, Setup};
use std::borrow::Cow;
use std::iter::Peekable;

/// The longest fragment, in bytes.
pub(super) const LONGEST_FRAGMENT: usize = 1 << 20;

impl AnalysisBoard {
    /// Reads the fragment of an address, with or without its `#`.
    pub fn from_fragment(text: &str) -> Result<AnalysisBoard, BadAnalysis> {
        if text.len() > LONGEST_FRAGMENT {
            return Err(BadAnalysis::LongFragment);
        }
        let text = text.trim();
        let text = with_plain_separators(text.strip_prefix('#').unwrap_or(text));
        let (readable, packed) = match text.split_once('~') {
            Some((readable, packed)) => (readable, Some(packed)),
            None => (&*text, None),
        };
        let decoded: Vec<String> = readable.split('/').map(decode).collect::<Result<_, _>>()?;
        let (mut analysis, moves) = read_parts(&decoded)?;
        if let Some(packed) = packed {
            let tree = tree_text::unpack(&decode(packed)?).ok_or(BadAnalysis::Damaged)?;
            tree_text::read(&mut analysis, &tree)?;
            analysis.go_to(NodeId::ROOT)?;
        }
        analysis.play_list(moves)?;
        Ok(analysis)
    }

    /// Returns the fragment of its address, without `#`: the position that is looked at, and the whole tree if there is
    /// more than the line to it.
    pub fn fragment(&self) -> String {
        let mut fragment = self.start_fragment();
        let line = self.tree.line(self.current);
        if !line.is_empty() {
            fragment.push('/');
            fragment.push_str(&encode(&self.lists().write(line.iter().map(String::as_str)), MOVE_LETTERS));
        }
        let is_line = self.tree.len() == line.len() + 1;
        let has_comments = || {
            let nodes = self.tree.preorder().into_iter().chain([NodeId::ROOT]);
            nodes.into_iter().any(|node| !self.tree.comment(node).is_empty())
        };
        if !is_line || has_comments() {
            fragment.push('~');
            fragment.push_str(&tree_text::pack(&tree_text::write(&self.tree, self.lists())));
        }
        fragment
    }

    /// Returns the part of the fragment that says where the game starts.
    fn start_fragment(&self) -> String {
        let info = self.start.info();
        let options = self.start.options();
        let mut parts = vec![info.name.to_string()];
        let (rows, columns) = self.start.size();
        if info.has_option(OptionKind::Size) {
            parts.push(if info.size_labels.len() == 1 {
                rows.to_string()
            } else {
                format!("{rows}x{columns}")
            });
        }
        if let Some(goal) = self.start.view().goal {
            parts.push(goal.target.to_string());
        }
        for (option, is_on) in flags(options) {
            if is_on {
                parts.push(option.name().into());
            }
        }
        if let Some(tokens) = &options.tokens {
            // Once for the commas between them, once for the address.
            let tokens: Vec<String> = tokens.iter().map(|token| encode(&encode(token, ""), "")).collect();
            parts.push(format!("tokens={}", tokens.join(",")));
        }
        if let Some(setup) = &self.setup {
            parts.extend(self.setup_parts(setup));
        }
        parts.join("/")
    }

    fn setup_parts(&self, setup: &Setup) -> Vec<String> {
        let is_panel = self.start.info().layout == Layout::Panel;
        let row = |row: &Vec<u64>| match is_panel {
            true => row.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
            false => row.iter().map(|&cell| if cell == 0 { '.' } else { digit(cell) }).collect(),
        };
        let mut parts: Vec<String> = setup.cells.iter().map(row).collect();
        if let Some(first) = parts.first_mut() {
            first.insert(0, '=');
        }
        let guessed = set_up(&*self.start, &Setup { next: None, ..setup.clone() });
        if let Some(next) = setup.next.filter(|_| !guessed.is_ok_and(|guessed| guessed.setup() == *setup)) {
            parts.push(format!("next={}", next.number()));
        }
        if setup.scores != [0, 0] && self.start.info().points {
            parts.push(format!("scores={},{}", setup.scores[0], setup.scores[1]));
        }
        parts
    }
}

/// Reads everything but the tree: the game at its start, and the list of moves.
fn read_parts(parts: &[String]) -> Result<(AnalysisBoard, &str), BadAnalysis> {
    let bad = |part: &str| BadAnalysis::Part(part.chars().take(40).collect());
    let mut parts = parts.iter().map(String::as_str).peekable();
    let name = parts.next().unwrap_or_default();
    let info = game(name).ok_or_else(|| BadOptions::NoSuchGame(name.into()))?.info();
    let mut options = Options::default();
    if let Some(size) = parts.peek().copied().filter(|_| info.has_option(OptionKind::Size)) {
        let is_square = info.size_labels.len() == 1 && is_number(size);
        let size = if is_square { format!("{size}x{size}") } else { size.to_string() };
        // A number without x is moves in the solver's notation.
        if let Some(size) = size.parse().ok().filter(|_| size.contains('x')) {
            options.size = Some(size);
            parts.next();
        }
    }
    if let Some(target) = parts.next_if(|part| info.has_option(OptionKind::Target) && is_number(part)) {
        options.target = Some(target.parse().map_err(|_| bad(target))?);
    }
    while let Some(&part) = parts.peek() {
        if part == OptionKind::Swap.name() {
            options.swap = true;
        } else if part == OptionKind::IdleSpawns.name() {
            options.idle_spawns = true;
        } else if part == OptionKind::Free.name() {
            options.free = true;
        } else if let Some(tokens) = part.strip_prefix("tokens=") {
            let tokens = tokens.split(',').map(decode).collect::<Result<Vec<_>, _>>()?;
            options.tokens = Some(tokens.try_into().map_err(|_| bad(part))?);
        } else {
            break;
        }
        parts.next();
    }
    let mut analysis = AnalysisBoard::new(name, &options)?;
    if parts.peek().is_some_and(|part| part.starts_with('=')) {
        analysis = analysis.with_setup(&read_setup(&analysis, &mut parts)?)?;
    }
    let moves = parts.next().unwrap_or_default();
    match parts.find(|part| !part.is_empty()) {
        Some(part) => Err(bad(part)),
        None => Ok((analysis, moves)),
    }
}

fn read_setup<'a>(
    analysis: &AnalysisBoard,
    parts: &mut Peekable<impl Iterator<Item = &'a str>>,
) -> Result<Setup, BadAnalysis> {
    let bad = |part: &str| BadAnalysis::Part(part.chars().take(40).collect());
    let info = analysis.start.info();
    let is_panel = info.layout == Layout::Panel;
    let (rows, _) = analysis.start.size();
    let mut cells: Vec<Vec<u64>> = Vec::new();
    while cells.len() < rows || info.grows {
        let is_row =
            |part: &&str| !info.grows || cells.is_empty() || part.bytes().all(|byte| b".012".contains(&byte));
        let Some(part) = parts.next_if(is_row) else { break };
        let row = if cells.is_empty() { &part[1..] } else { part };
        cells.push(read_row(row, is_panel).ok_or_else(|| bad(part))?);
    }
    let mut setup = Setup { cells, next: None, scores: [0, 0] };
    if let Some(next) = parts.next_if(|part| part.starts_with("next=")) {
        let player = number(&next["next=".len()..]).and_then(Player::from_number);
        setup.next = Some(player.ok_or_else(|| bad(next))?);
    }
    if let Some(scores) = parts.next_if(|part| part.starts_with("scores=")) {
        let numbers: Option<Vec<u64>> = scores["scores=".len()..].split(',').map(number).collect();
        setup.scores = numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| bad(scores))?;
    }
    Ok(setup)
}

fn read_row(row: &str, is_panel: bool) -> Option<Vec<u64>> {
    if is_panel {
        return row.split(',').map(|cell| if cell == "." { Some(0) } else { number(cell) }).collect();
    }
    let cell = |letter: char| if letter == '.' { Some(0) } else { letter.to_digit(10).map(u64::from) };
    row.chars().map(cell).collect()
}

/// Sets a board up. Who is to move may be left out: then it is nobody, player one or player two, whoever can be.
pub(super) fn set_up(start: &dyn Session, setup: &Setup) -> Result<Box<dyn Session>, BadOptions> {
    let first = start.set_up(setup);
    if first.is_ok() || setup.next.is_some() {
        return first;
    }
    let others = Player::BOTH.into_iter().map(|player| Setup { next: Some(player), ..setup.clone() });
    others.map(|setup| start.set_up(&setup)).find(Result::is_ok).unwrap_or(first)
}

fn flags(options: &Options) -> [(OptionKind, bool); 3] {
    [
        (OptionKind::Swap, options.swap),
        (OptionKind::IdleSpawns, options.idle_spawns),
        (OptionKind::Free, options.free),
    ]
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses a number of digits alone, without the sign that `parse` accepts.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| is_number(text))
}

fn digit(cell: u64) -> char {
    u32::try_from(cell).ok().and_then(|cell| char::from_digit(cell, 10)).unwrap_or('?')
}

/// The signs that lists of moves may have in an address as they are.
const MOVE_LETTERS: &str = ",:@";

/// Returns a text with all but letters, digits and some signs as percent signs and digits.
fn encode(text: &str, safe: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        let is_plain =
            byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) || safe.as_bytes().contains(&byte);
        if is_plain {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Returns a fragment with its slashes and tildes as themselves: some programs encode them in the links they pass on.
///
/// Nothing else in a fragment is written `%2F` or `%7E`: a token with such a character is encoded twice.
fn with_plain_separators(fragment: &str) -> Cow<'_, str> {
    if !fragment.contains('%') {
        return Cow::Borrowed(fragment);
    }
    let separators = [("%2F", "/"), ("%2f", "/"), ("%7E", "~"), ("%7e", "~")];
    let decoded = separators
        .into_iter()
        .fold(fragment.to_string(), |text, (encoded, plain)| text.replace(encoded, plain));
    Cow::Owned(decoded)
}

/// Returns a text with its percent-encoded bytes decoded: a percent sign and two hexadecimal digits each.
pub(crate) fn decode(text: &str) -> Result<String, BadAnalysis> {
    let bad = || BadAnalysis::Part(text.chars().take(40).collect());
    let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte != b'%' {
            bytes.push(*byte);
            continue;
        }
        let [high, low, after @ ..] = after else { return Err(bad()) };
        let (high, low) = digit(high).zip(digit(low)).ok_or_else(bad)?;
        bytes.push(high << 4 | low);
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| bad())
}
