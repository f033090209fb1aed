//! What front ends draw of a game in progress.

use crate::game::{GameDefinition, MoveOf};
use crate::session::TypedSession;
use crate::show;
use crate::view::{BoardFormat, MoveTarget, Status, View, cells};
use parlor_rules::{Outcome, Player, Position, Solo, Turn};
use std::fmt;

/// The board of a game in progress, as front ends draw it.
pub trait BoardView {
    /// Returns what a front end draws.
    fn view(&self) -> View;

    /// Returns where chance may move now, and how the move is written.
    fn chance_targets(&self) -> Vec<(MoveTarget, String)>;

    /// Returns the rows and columns of the board.
    fn size(&self) -> (usize, usize);

    /// Returns what a cell holds, counted from the top left: 0 nothing, 1 and 2 the players, or a tile's value.
    fn cell(&self, row: usize, column: usize) -> u64;

    /// Writes the board. A large one is never held as a whole.
    fn write(&self, format: BoardFormat, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Returns what a player's side is called on the board: `red`, `O`, a token.
    fn side_label(&self, player: Player) -> String;

    /// Returns who is to move or how the game ended, in the game's words.
    fn status_text(&self, names: &[String]) -> String;
}

impl<G: GameDefinition> BoardView for TypedSession<G> {
    fn view(&self) -> View {
        let (rows, columns) = self.size();
        let (status, winner) = status_of::<G>(self.position());
        let players = Player::BOTH.into_iter().take(G::INFO.players);
        View {
            game: G::INFO.name,
            layout: G::INFO.layout,
            rows,
            columns,
            cells: (0..rows).map(|row| (0..columns).map(|column| self.cell(row, column)).collect()).collect(),
            status,
            next: G::next(self.position()).map(Player::number),
            winner: winner.map(Player::number),
            scores: G::scores(self.position()),
            goal: G::goal(self.position()),
            line: cells(self.position().line()),
            side_labels: players.map(|player| G::side_label(self.position(), player)).collect(),
            move_targets: move_targets::<G>(self.position()),
        }
    }

    fn chance_targets(&self) -> Vec<(MoveTarget, String)> {
        let target = |played: MoveOf<G>| G::chance_target(played).map(|target| (target, played.to_string()));
        match self.position().turn() {
            Turn::Chance => self.position().moves().filter_map(target).take(MAX_MOVE_TARGETS).collect(),
            _ => Vec::new(),
        }
    }

    fn size(&self) -> (usize, usize) {
        G::size(self.position())
    }

    fn cell(&self, row: usize, column: usize) -> u64 {
        G::cell(self.position(), row, column)
    }

    fn write(&self, format: BoardFormat, out: &mut dyn fmt::Write) -> fmt::Result {
        match format {
            BoardFormat::Plain => G::write(self.position(), false, out),
            BoardFormat::Color => G::write(self.position(), true, out),
            BoardFormat::Json => show::write_json::<G>(self.position(), out),
        }
    }

    fn side_label(&self, player: Player) -> String {
        G::side_label(self.position(), player)
    }

    fn status_text(&self, names: &[String]) -> String {
        G::status_text(self.position(), names)
    }
}

/// The most move targets of a view: more than any front end draws (growing's free board has 20,000).
const MAX_MOVE_TARGETS: usize = 1_000;

fn move_targets<G: GameDefinition>(position: &G::Position) -> Vec<(MoveTarget, String)> {
    let target = |played: MoveOf<G>| G::move_target(played).map(|target| (target, played.to_string()));
    position.moves().filter_map(target).take(MAX_MOVE_TARGETS).collect()
}

/// Returns how far a game is, and who has won it.
pub(crate) fn status_of<G: GameDefinition>(position: &G::Position) -> (Status, Option<Player>) {
    // A game with a goal is won from the moment the goal is reached, whatever is still to come.
    if G::goal(position).is_some_and(|goal| goal.max >= goal.target) {
        return (Status::Won, None);
    }
    match position.turn() {
        Turn::Over(Outcome::Win(winner)) => (Status::Won, Some(winner)),
        Turn::Over(Outcome::Draw) => (Status::Drawn, None),
        Turn::Over(Outcome::Solo(Solo::Won)) => (Status::Won, None),
        Turn::Over(Outcome::Solo(Solo::Lost)) => (Status::Lost, None),
        Turn::Player(_) | Turn::Chance => (Status::InProgress, None),
    }
}
