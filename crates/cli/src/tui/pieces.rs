//! The shapes, symbols and colors of the pieces.

use super::theme::{BLACK, BLUE, RED, WHITE, YELLOW};
use parlor_play::{PieceKind, Session};
use ratatui::style::Color;

/// The shape of a player's pieces, which tells them apart without color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A full disc.
    Disc,
    /// A ring.
    Ring,
    /// A pentagon.
    Pentagon,
}

/// The look of a player's pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The letter or token in its middle.
    pub(super) symbol: String,
    /// The symbol of a marked piece.
    pub(super) marked: String,
    /// The ASCII characters of a piece and of a marked piece.
    pub(super) plain: [char; 2],
    pub(super) color: Color,
    pub(super) ink: Color,
    pub(super) form: Form,
    /// Whether its shape alone tells the player, so that a large piece needs no letter.
    pub(super) has_own_shape: bool,
}

/// Returns the pieces of both players.
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
            has_own_shape: true,
        };
        return [
            shape("\u{2b24}", "\u{25c9}", ['o', '@'], RED, Form::Disc),
            shape("\u{2b1f}", "\u{2b54}", ['p', '#'], BLUE, Form::Pentagon),
        ];
    }
    let second = if session.info().pieces == PieceKind::Stone { (BLUE, WHITE) } else { (YELLOW, BLACK) };
    let piece = |label: String, (color, ink), form| {
        let letter = label.chars().next().filter(char::is_ascii).unwrap_or('?');
        Piece {
            marked: label.clone(),
            symbol: label,
            plain: [letter; 2],
            color,
            ink,
            form,
            has_own_shape: false,
        }
    };
    let players = session.info().players;
    let label = |player| if players == 2 { session.side_label(player) } else { String::new() };
    [piece(label(One), (RED, WHITE), Form::Disc), piece(label(Two), second, Form::Ring)]
}
