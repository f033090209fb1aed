//! How the pieces of a game look on the screen.

use super::theme::{BLACK, BLUE, RED, WHITE, YELLOW};
use parlor_play::{PieceKind, Session};
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
    if session.info().pieces == PieceKind::Shape {
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
    let second = if session.info().pieces == PieceKind::Stone { (BLUE, WHITE) } else { (YELLOW, BLACK) };
    let piece = |called: String, (color, ink), form| {
        let letter = called.chars().next().filter(char::is_ascii).unwrap_or('?');
        Piece { marked: called.clone(), symbol: called, plain: [letter; 2], color, ink, form, speaks: false }
    };
    let players = session.info().players;
    let called = |player| if players == 2 { session.side_label(player) } else { String::new() };
    [piece(called(One), (RED, WHITE), Form::Disc), piece(called(Two), second, Form::Ring)]
}
