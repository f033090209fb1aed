//! Links of HexWorld, both ways: `https://hexworld.org/board/#11c1,a2:sf7`.
//!
//! After the `#` come the size, flags of how the board is shown (they are ignored), the moves, and after a second comma
//! the moves behind the cursor. `:s` swaps pieces, `:S` swaps sides, `:p` is a pass, `:rb` and `:rw` resign for black
//! and white, `:fb` and `:fw` forfeit.

use super::notation::{ForeignMove, Sides, foreign_text, our_text, parse_foreign_cell, transposed};
use crate::analysis_board::decode;
use crate::game::GameDefinition;
use crate::{BadOptions, Ending, Entry, Event, Fault, Header, Options, SetupRecord, Table};
use parlor_rules::{IllegalMove, Player, Setup, Size};
use std::borrow::Cow;
use std::fmt;

/// The start of a link, up to the `#`.
const ADDRESS: &str = "https://hexworld.org/board/#";
/// A move that is none.
const PASS: &str = ":p";
/// The most moves of a link that are read.
const MOST_MOVES: usize = 10_000;

/// A move of a link. Resigning and forfeiting name their color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkMove {
    /// The move.
    pub played: ForeignMove,
    /// Whose it is, where the link says it.
    pub color: Option<Player>,
}

/// A game in the form of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The side of the board.
    pub side: usize,
    /// All moves.
    pub moves: Vec<LinkMove>,
}

/// Why a text is no link or no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadLink {
    /// It does not begin with a size.
    Size(String),
    /// The board is not square.
    NotSquare(String),
    /// Something that is no move, after this many moves.
    Move(usize, String),
    /// A move that can't be made: its number from 1, its text, the reason.
    Illegal(usize, String, String),
    /// The game can't be started.
    Options(BadOptions),
    /// Too many moves.
    TooLong,
}

impl fmt::Display for BadLink {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadLink::Size(text) => write!(out, "expected a size from 1 to 26 after #, not {text:?}"),
            BadLink::NotSquare(text) => write!(out, "{text}: only square boards can be played"),
            BadLink::Move(number, text) => {
                write!(
                    out,
                    "move {number}: expected a cell like a1, :s, :S, :p, :rb, :rw, :fb or :fw, not {text:?}"
                )
            }
            BadLink::Illegal(number, text, reason) => write!(out, "move {number} ({text}): {reason}"),
            BadLink::Options(error) => error.fmt(out),
            BadLink::TooLong => write!(out, "more than {MOST_MOVES} moves"),
        }
    }
}

impl std::error::Error for BadLink {}

/// Returns whether a text looks like a link: an address of HexWorld, or what follows its `#`.
pub fn is_link(text: &str) -> bool {
    let text = decoded(text.trim());
    let fragment = text.strip_prefix('#').unwrap_or(&text);
    // Blanks follow a comma only: a list of moves is no link.
    let has_one_word =
        text.split(',').all(|part| !part.trim_start_matches(' ').contains(char::is_whitespace));
    let has_size = fragment.starts_with(|letter: char| letter.is_ascii_digit());
    let is_fragment = has_size && (text.starts_with('#') || text.contains(','));
    has_one_word && (text.contains("hexworld.org") || is_fragment)
}

/// Returns a link without percent signs and digits for other signs. What is no such sign stays as it is.
fn decoded(text: &str) -> Cow<'_, str> {
    match decode(text) {
        Ok(text) => Cow::Owned(text),
        Err(_) => Cow::Borrowed(text),
    }
}

/// Reads a link, or what follows its `#`, as a table with all that happened at it.
pub fn read(text: &str) -> Result<Table, BadLink> {
    text.parse::<Link>()?.table()
}

/// Writes the games of a table as links, one on a line for each round. Moves that were undone follow the cursor.
pub fn write(table: &Table) -> String {
    let earlier = (1..table.round()).filter_map(|round| table.at_end_of_round(round));
    let lines: Vec<String> = earlier.map(|table| write_round(&table)).chain([write_round(table)]).collect();
    lines.join("\n")
}

/// Writes the last game of a table as a link.
fn write_round(table: &Table) -> String {
    let (side, _) = table.session().size();
    let mut fragment = format!("{ADDRESS}{side}c1,");
    if let Some(setup) = super::sgf_export::setup(table) {
        fragment.push_str(&setup_moves(&setup));
    }
    let timeline = table.timeline();
    for ply in timeline.plies() {
        fragment.push_str(&move_text(&ply.text));
    }
    match table.ending() {
        Some(Ending::Resigned(player)) => fragment.push_str(player_text(player, ":rb", ":rw")),
        Some(Ending::Forfeited(player) | Ending::Time(player)) => {
            fragment.push_str(player_text(player, ":fb", ":fw"))
        }
        _ => {}
    }
    if table.ending().is_none() && timeline.redo_count() > 0 {
        fragment.push(',');
        fragment.extend(timeline.undone().map(move_text));
    }
    fragment
}

/// Reads moves that are written one after the other, with or without spaces: `a10b4:s c3`. Words such as `swap-pieces`
/// stand alone. Returns how many moves there were before the text that is none, and that text.
pub fn parse_moves(text: &str) -> Result<Vec<LinkMove>, (usize, String)> {
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        if let Ok(played) = word.parse::<ForeignMove>() {
            moves.push(LinkMove { played, color: None });
            continue;
        }
        let mut rest = word;
        while !rest.is_empty() {
            let bad = (moves.len(), rest.chars().take(20).collect());
            let (token, after) = rest.split_at(token_length(rest));
            moves.push(parse_token(token).ok_or(bad)?);
            rest = after;
        }
    }
    Ok(moves)
}

/// Returns how many bytes of a text are its first move, or what is taken for one.
fn token_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let length = match bytes {
        [b':', b'r' | b'f', ..] => 3,
        [b':', ..] => 2,
        [_, rest @ ..] => 1 + rest.iter().take_while(|byte| byte.is_ascii_digit()).count(),
        [] => 0,
    };
    (length.min(text.len())..=text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len())
}

fn parse_token(token: &str) -> Option<LinkMove> {
    let (played, color) = match token {
        ":s" => (ForeignMove::SwapPieces, None),
        ":S" => (ForeignMove::SwapSides, None),
        PASS => (ForeignMove::Pass, None),
        ":rb" => (ForeignMove::Resign, Some(Player::One)),
        ":rw" => (ForeignMove::Resign, Some(Player::Two)),
        ":fb" => (ForeignMove::Forfeit, Some(Player::One)),
        ":fw" => (ForeignMove::Forfeit, Some(Player::Two)),
        cell => (ForeignMove::Place(parse_foreign_cell(cell)?), None),
    };
    Some(LinkMove { played, color })
}

impl fmt::Display for LinkMove {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.played, self.color) {
            (ForeignMove::SwapPieces, _) => out.write_str(":s"),
            (ForeignMove::SwapSides, _) => out.write_str(":S"),
            (ForeignMove::Pass, _) => out.write_str(PASS),
            (ForeignMove::Resign, Some(player)) => out.write_str(player_text(player, ":rb", ":rw")),
            (ForeignMove::Forfeit, Some(player)) => out.write_str(player_text(player, ":fb", ":fw")),
            (played, _) => played.fmt(out),
        }
    }
}

impl std::str::FromStr for Link {
    type Err = BadLink;

    fn from_str(text: &str) -> Result<Link, BadLink> {
        let text = decoded(text.trim());
        let fragment = text.rsplit_once('#').map_or(&*text, |(_, fragment)| fragment);
        let mut parts = fragment.splitn(3, ',');
        let config = parts.next().unwrap_or_default();
        let side = parse_side(config)?;
        let mut moves = Vec::new();
        for part in parts {
            let before = moves.len();
            let more = parse_moves(part).map_err(|(count, text)| BadLink::Move(before + count + 1, text))?;
            moves.extend(more);
        }
        if moves.len() > MOST_MOVES { Err(BadLink::TooLong) } else { Ok(Link { side, moves }) }
    }
}

fn parse_side(config: &str) -> Result<usize, BadLink> {
    let shown: String = config.chars().take(20).collect();
    let length = config.bytes().take_while(u8::is_ascii_digit).count();
    let (columns, rest) = config.split_at(length);
    if let Some(rest) = rest.strip_prefix('x') {
        let rows = &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()];
        if rows != columns {
            return Err(BadLink::NotSquare(format!("{}x{rows}", columns)).shortened());
        }
    }
    match columns.parse() {
        Ok(side @ 1..=parlor_rules::hex::Board::MAX_SIDE) => Ok(side),
        _ => Err(BadLink::Size(shown)),
    }
}

impl BadLink {
    fn shortened(self) -> BadLink {
        match self {
            BadLink::NotSquare(text) => BadLink::NotSquare(text.chars().take(40).collect()),
            other => other,
        }
    }
}

impl Link {
    /// Plays the game at a table.
    pub fn table(&self) -> Result<Table, BadLink> {
        let mut header = Header::new(super::Hex::INFO.name);
        let is_swap =
            |link: &LinkMove| matches!(link.played, ForeignMove::SwapPieces | ForeignMove::SwapSides);
        let size = Some(Size::new(self.side as i64, self.side as i64));
        header.options = Options { size, swap: self.moves.iter().any(is_swap), ..Options::default() };
        let placed = self.placed_with_passes();
        let is_empty = self.moves[..placed].iter().all(|link| link.played == ForeignMove::Pass);
        header.setup = (!is_empty).then(|| self.set_up(placed)).transpose()?;
        let mut table = Table::open(header).map_err(BadLink::Options)?;
        // Whoever makes the first move on the empty board is our first player.
        let mut sides = if is_empty { Sides::first(Player::BOTH[placed % 2]) } else { Sides::default() };
        for (index, link) in self.moves.iter().enumerate().skip(placed) {
            let illegal = |reason: String| BadLink::Illegal(index + 1, link.to_string(), reason);
            let event = our_event(*link, &mut sides).map_err(|reason| illegal(reason.into()))?;
            table.apply(&Entry { event, at: None }).map_err(|error| illegal(error.to_string()))?;
        }
        if let Some(event) = table.due(0) {
            // The end of the game, which the table itself says.
            let _ = table.apply(&Entry { event, at: None });
        }
        Ok(table)
    }

    /// Returns how many moves there are up to the last pass, if these are stones and passes only. Our rules have no pass,
    /// so that the stones before it are a board that was set up.
    fn placed_with_passes(&self) -> usize {
        let is_pass = |link: &LinkMove| link.played == ForeignMove::Pass;
        let count = self.moves.iter().rposition(is_pass).map_or(0, |last| last + 1);
        let is_placed = |link: &LinkMove| is_pass(link) || matches!(link.played, ForeignMove::Place(_));
        if self.moves[..count].iter().all(is_placed) { count } else { 0 }
    }

    /// Returns the board after the first moves, which are stones and passes.
    fn set_up(&self, count: usize) -> Result<SetupRecord, BadLink> {
        let color = |index: usize| Player::BOTH[index % 2].number();
        let mut cells = vec![vec![0; self.side]; self.side];
        for (index, link) in self.moves[..count].iter().enumerate() {
            let ForeignMove::Place(cell) = link.played else { continue };
            let cell = transposed(cell);
            let illegal =
                |error: IllegalMove| BadLink::Illegal(index + 1, link.to_string(), error.to_string());
            let stone = cells.get_mut(cell.row).and_then(|row| row.get_mut(cell.column));
            match stone.ok_or_else(|| illegal(IllegalMove::NoSuchCell))? {
                stone @ 0 => *stone = color(index),
                _ => return Err(illegal(IllegalMove::CellTaken)),
            }
        }
        Ok(SetupRecord { cells, next: Some(color(count)), scores: [0, 0] })
    }
}

fn our_event(link: LinkMove, sides: &mut Sides) -> Result<Event, &'static str> {
    let color = link.color.map(|color| sides.player(color));
    Ok(match (link.played, color) {
        (ForeignMove::Place(cell), _) => Event::Move(our_text(sides.cell(cell))),
        (ForeignMove::SwapPieces, _) => Event::Move("swap".into()),
        (ForeignMove::SwapSides, _) => {
            *sides = sides.swapped();
            Event::Move("swap".into())
        }
        (ForeignMove::Resign, Some(by)) => Event::Resign(by),
        (ForeignMove::Forfeit, Some(by)) => Event::Forfeit { by, fault: Fault::Crash("forfeit".into()) },
        (ForeignMove::Pass, _) => return Err("our rules have no pass"),
        (ForeignMove::Resign | ForeignMove::Forfeit, None) => return Err("it does not say who"),
    })
}

/// Returns our moves of a list in the notation of links, for a game that starts with black.
pub fn our_moves(moves: &[LinkMove]) -> Result<Vec<String>, (usize, &'static str)> {
    let mut sides = Sides::default();
    let ours = moves.iter().enumerate().map(|(index, &link)| match our_event(link, &mut sides) {
        Ok(Event::Move(text)) => Ok(text),
        Ok(_) => Err((index, "a list of moves has no end of the game")),
        Err(reason) => Err((index, reason)),
    });
    ours.collect()
}

/// Returns one of our moves in the notation of links; other text as it is.
pub fn move_text(ours: &str) -> String {
    match foreign_text(ours) {
        Some(text) if text == "swap-pieces" => ":s".into(),
        Some(text) => text,
        None => ours.into(),
    }
}

/// Returns the stones of a board that was set up as moves in turn, with a pass for each that a color has fewer.
fn setup_moves(setup: &Setup) -> String {
    let stones = Player::BOTH.map(|player| super::sgf_export::stones(setup, player));
    let [black, white] = [stones[0].len(), stones[1].len()];
    let is_black_last = black > white;
    let plies = 2 * black.max(white) - usize::from(is_black_last);
    let stone = |ply: usize| stones[ply % 2].get(ply / 2).map_or(PASS, String::as_str);
    let text: String = (0..plies).map(stone).collect();
    let next = if is_black_last { Player::Two } else { Player::One };
    if setup.next.is_none_or(|wanted| wanted == next) { text } else { text + PASS }
}

fn player_text<'a>(player: Player, one: &'a str, two: &'a str) -> &'a str {
    if player == Player::One { one } else { two }
}
