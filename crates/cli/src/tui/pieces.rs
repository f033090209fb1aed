//! What the screen knows of each single game: its pieces, and the small picture of it in the hall.
//!
//! A game that is not named here is drawn all the same, with discs and an empty board.

use super::theme::{BLACK, BLUE, RED, WHITE, YELLOW};
use parlor_play::{Game, Options, Session};
use parlor_rules::{Setup, Size};
use ratatui::style::Color;

/// The form of a player's pieces, for those who can't go by color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A full disc.
    Disc,
    /// A ring.
    Ring,
    /// A pentagon.
    Pentagon,
}

/// How a player's pieces look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Its text: a letter or a token, shown in its middle.
    pub(super) symbol: String,
    /// The same of a marked piece.
    pub(super) marked: String,
    /// Where only ASCII may be drawn.
    pub(super) plain: [char; 2],
    pub(super) color: Color,
    pub(super) ink: Color,
    pub(super) form: Form,
    /// Whether its form alone says whose it is, so that a large one needs no letter.
    pub(super) speaks: bool,
}

/// The pieces of both players.
pub(super) fn pieces(session: &dyn Session) -> [Piece; 2] {
    use parlor_rules::Player::{One, Two};
    if session.about().name == "shapes" {
        let shape = |symbol: &str, marked: &str, plain, color, form| Piece {
            symbol: symbol.into(),
            marked: marked.into(),
            plain,
            color,
            ink: WHITE,
            form,
            speaks: true,
        };
        return [
            shape("\u{2b24}", "\u{25c9}", ['o', '@'], RED, Form::Disc),
            shape("\u{2b1f}", "\u{2b54}", ['p', '#'], BLUE, Form::Pentagon),
        ];
    }
    let second = if session.about().name == "hex" { (BLUE, WHITE) } else { (YELLOW, BLACK) };
    let piece = |called: String, (color, ink), form| {
        let letter = called.chars().next().filter(char::is_ascii).unwrap_or('?');
        Piece { marked: called.clone(), symbol: called, plain: [letter; 2], color, ink, form, speaks: false }
    };
    let players = session.about().players;
    let called = |player| if players == 2 { session.side_label(player) } else { String::new() };
    [piece(called(One), (RED, WHITE), Form::Disc), piece(called(Two), second, Form::Ring)]
}

/// A game in the middle of things, to be drawn small.
pub(super) fn sample(game: &dyn Game) -> Option<Box<dyn Session>> {
    let (size, rows): (_, &[&str]) = match game.about().name {
        "shapes" => (Some(Size::new(4, 6)), &["......", "..1...", "1.22..", "121212"]),
        "growing" => (None, &["..1...", "..2...", "..1...", "1.2...", "212..1"]),
        "classic" => (Some(Size::new(5, 7)), &[".......", ".......", "...21..", "..212..", ".11122."]),
        "super" => (Some(Size::new(5, 7)), &[".......", "...1...", "..221..", ".21121.", "2112212"]),
        "hex" => (Some(Size::new(4, 4)), &["..2.", ".12.", "11.2", ".2.1"]),
        "1024" => (Some(Size::new(3, 3)), &["hfb", "d.a", "c.."]),
        _ => (None, &[]),
    };
    let session = game.start(&Options { size, ..Options::default() }).ok()?;
    let cells: Vec<Vec<u64>> = rows.iter().map(|row| row.chars().map(value).collect()).collect();
    let next = [None, Some(parlor_rules::Player::One), Some(parlor_rules::Player::Two)];
    let mut drawn = next.into_iter().map(|next| Setup { cells: cells.clone(), next, scores: [0; 2] });
    // A board that the rules refuse is no picture; the empty one will do.
    drawn.find_map(|setup| session.set_up(&setup).ok()).or(Some(session))
}

/// A player's number, or a letter for a power of two from 1.
fn value(letter: char) -> u64 {
    match letter {
        '1' | '2' => u64::from(letter as u32 - '0' as u32),
        'a'..='z' => 1 << (letter as u32 - 'a' as u32),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_play::GAMES;

    #[test]
    fn every_game_has_a_picture_with_something_on_it() {
        for game in GAMES {
            let session = sample(game).expect("it starts");
            let (rows, columns) = session.size();
            let full = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            let count = full.filter(|&(row, column)| session.cell(row, column) > 0).count();
            assert!(count > 3, "{} has only {count}", game.about().name);
        }
    }
}
