//! Super Connect Four: lines vanish for a point, the discs above fall, and new lines cascade.

use super::lines::{Direction, line_through, lines};
use super::{Board, DropPosition, Place, Rule, classic};
use crate::{BadSize, Outcome, Player, Size};

/// A position of Super Connect Four: the grid between two turns, with the points so far.
pub type Position = DropPosition<Super>;

/// A super game with players, scores and wins. It can be used wherever a classic game can (see
/// [`ConnectFour`](super::ConnectFour)).
pub type Game = super::Game<Super>;

/// The rule of super: lines vanish and discs fall until a search finds no line. Points decide when the grid
/// is full.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Super {
    scores: [u64; 2],
    /// Whether the grid had lines before the first turn. The first search removes them.
    has_pending_lines: bool,
}

/// The effect of a turn: the searches that found lines, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cascade {
    /// Each search that found lines.
    pub searches: Vec<Search>,
    had_pending_lines: bool,
}

/// One search of the grid that found lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The players who had a line and scored a point, by index.
    pub scored: [bool; 2],
    /// The discs that vanished, by column and from the bottom up.
    pub vanished: Vec<(Place, Player)>,
    /// The discs that fell afterwards.
    pub falls: Vec<Fall>,
}

/// A disc that falls down its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The place it falls from.
    pub from: Place,
    /// The level it lands on.
    pub level: usize,
    /// The player whose disc it is.
    pub player: Player,
}

impl Position {
    /// Creates an empty grid. [`Grid::sized`](classic::Grid::sized) corrects or refuses the size.
    pub fn sized(asked: Size) -> Result<Position, BadSize> {
        classic::Grid::sized(asked).map(DropPosition::from_board)
    }
}

impl Default for Position {
    fn default() -> Position {
        DropPosition::from_board(classic::Grid::default())
    }
}

impl Rule for Super {
    type Disc = Player;
    type Effect = Cascade;
    const DISCS_ALTERNATE: bool = false;

    fn disc(player: Player) -> Player {
        player
    }

    fn apply_effect(&mut self, board: &mut Board, column: usize) -> (Cascade, Option<Outcome>) {
        let mut cascade = Cascade { searches: Vec::new(), had_pending_lines: self.has_pending_lines };
        // Between turns the grid has no line, so the first one goes through the new disc.
        let new_line = board.top(column).and_then(|(place, _)| line_through(board, place, &Direction::ALL));
        if new_line.is_some() || self.has_pending_lines {
            self.has_pending_lines = false;
            while let Some(search) = search(board) {
                for player in Player::BOTH {
                    self.scores[player.index()] += u64::from(search.scored[player.index()]);
                }
                cascade.searches.push(search);
            }
        }
        (cascade, self.outcome_if_full(board))
    }

    fn undo_effect(&mut self, board: &mut Board, cascade: Cascade) {
        self.has_pending_lines = cascade.had_pending_lines;
        for search in cascade.searches.into_iter().rev() {
            for player in Player::BOTH {
                self.scores[player.index()] -= u64::from(search.scored[player.index()]);
            }
            for (place, disc) in search.vanished {
                board.insert_at(place, disc);
            }
        }
    }

    fn initial_outcome(&mut self, board: &Board) -> Option<Outcome> {
        self.has_pending_lines = lines(board, &Direction::ALL).next().is_some();
        self.outcome_if_full(board)
    }

    /// Returns whether the board has no line: between turns none is left.
    fn is_possible(board: &Board, _last: Player) -> bool {
        lines(board, &Direction::ALL).next().is_none()
    }

    /// Returns no places: points decide, not a line.
    fn line(&self, _board: &Board, _outcome: Outcome) -> Vec<Place> {
        Vec::new()
    }

    fn scores(&self, _outcome: Option<Outcome>) -> [u64; 2] {
        self.scores
    }

    fn set_score(&mut self, player: Player, score: u64) {
        self.scores[player.index()] = score;
    }
}

impl Super {
    fn outcome_if_full(&self, board: &Board) -> Option<Outcome> {
        let [one, two] = self.scores;
        board.is_full().then(|| match one.cmp(&two) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::One),
            std::cmp::Ordering::Less => Outcome::Win(Player::Two),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }
}

/// Searches the whole grid once. If there are lines, they vanish and the discs above fall.
fn search(board: &mut Board) -> Option<Search> {
    let mut scored = [false; 2];
    let mut gone: Vec<Place> = Vec::new();
    for run in lines(board, &Direction::ALL) {
        scored[run.player.index()] = true;
        gone.extend(run.places());
    }
    if gone.is_empty() {
        return None;
    }
    gone.sort_unstable();
    gone.dedup();
    let falls = falls(board, &gone);
    // From the top down, so that no disc moves before it is removed itself.
    let mut vanished: Vec<_> = gone.into_iter().rev().map(|place| (place, board.remove_at(place))).collect();
    vanished.reverse();
    Some(Search { scored, vanished, falls })
}

/// Returns the discs that fall when those at `gone` (sorted) vanish.
fn falls(board: &Board, gone: &[Place]) -> Vec<Fall> {
    let mut falls = Vec::new();
    for column in 0..board.columns() {
        let mut missing = 0;
        for (level, &player) in board.column(column).iter().enumerate() {
            let from = Place { column, level };
            if gone.binary_search(&from).is_ok() {
                missing += 1;
            } else if missing > 0 {
                falls.push(Fall { from, level: level - missing, player });
            }
        }
    }
    falls
}

/// All of super in one import.
///
/// Names that other games have too carry the name of the game, so all preludes can be imported together, also with
/// `parlor_rules::*`.
///
/// ```
/// use parlor_rules::drop::super_::prelude::*;
///
/// let mut game = SuperGame::new();
/// game.set_player(Player::One, NamedPlayer::new("Ann"));
/// game.set_player(Player::Two, NamedPlayer::new("Bob"));
/// game.set_grid(Grid::default());
/// for column in [0, 1, 0, 1, 0, 1, 0] {
///     assert!(game.play_turn(column));
/// }
/// assert_eq!(game.player(Player::One).map(NamedPlayer::score), Some(1)); // the four discs have vanished
/// assert_eq!(game.grid().map(Grid::discs), Some(3));
/// ```
pub mod prelude {
    pub use super::{Cascade, Fall, Game as SuperGame, Position as SuperPosition, Search};
    pub use crate::drop::Column;
    pub use crate::drop::classic::{ConnectFour, DISCS, Grid, Player as NamedPlayer, Status};
    pub use crate::{BadSize, Cell, IllegalMove, Outcome, Player, Position, Size, Turn};
}

#[cfg(test)]
mod tests {
    use super::super::position::played;
    use super::*;
    use crate::{Position as _, Turn};

    fn after(size: Size, moves: &str) -> Position {
        played(Position::sized(size).unwrap(), moves)
    }

    fn rows(position: &Position) -> String {
        let lines = position.setup().lines();
        let blank = |line: &&String| line.chars().all(|cell| cell == '.');
        lines.iter().skip_while(blank).cloned().collect::<Vec<_>>().join("/")
    }

    #[test]
    fn examples_of_the_docs() {
        let long = "0 2 1 4 3 2 3 0 5 1 6 3 5 4 3 2 2 4 4 6 3";
        let cascade = format!("{long} 1");
        for (moves, board, scores, next) in [
            ("0 1 1 2 2 5 3 5 3 4 4", ".....2./122122.", [1, 0], Player::Two),
            (long, "...1.../..111../..222../2221212/1121211", [0, 0], Player::Two),
            (&cascade, "..1..../222.2../112.212", [1, 1], Player::One),
            ("1 0 2 3 1 0 2 4 3 4 3 2 3 1 1 4 2 3 4", "...22../22212../21122..", [1, 0], Player::Two),
            ("0 4 2 2 3 6 4 5 5 6 2 3 3 6 1", "......2/......2", [2, 1], Player::Two),
        ] {
            let position = after(Size::new(6, 7), moves);
            assert_eq!(rows(&position), board, "{moves}");
            assert_eq!(position.scores(), scores, "{moves}");
            assert_eq!(position.turn(), Turn::Player(next), "{moves}");
        }
    }

    #[test]
    fn equal_points_are_a_draw() {
        let fill = "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1";
        let bare = after(Size::new(4, 4), fill);
        assert_eq!((bare.turn(), bare.scores()), (Turn::Over(Outcome::Draw), [0, 0]));
        let scored = after(Size::new(4, 4), &format!("1 2 1 2 1 2 1 2 {fill}"));
        assert_eq!((scored.turn(), scored.scores()), (Turn::Over(Outcome::Draw), [1, 1]));
    }

    #[test]
    fn cascade_lists_each_search() {
        let mut position = after(Size::new(6, 7), "0 4 2 2 3 6 4 5 5 6 2 3 3 6");
        let searches = position.play(super::super::Column(1)).unwrap().searches;
        assert!(searches.len() > 1, "{searches:?}");
        let points = |player: usize| searches.iter().filter(|search| search.scored[player]).count() as u64;
        assert_eq!([points(0), points(1)], [2, 1]);
        assert!(searches[0].falls.iter().all(|fall| fall.level < fall.from.level));
    }

    #[test]
    fn undo_restores_a_cascade() {
        let mut position = after(Size::new(6, 7), "0 4 2 2 3 6 4 5 5 6 2 3 3 6");
        let before = position.clone();
        let searches = position.play(super::super::Column(1)).unwrap();
        position.undo(super::super::Column(1), searches);
        assert_eq!(position, before);
    }
}
