//! Shapes: Connect Four with colored shapes in bins. The shapes of the winning line change.

use super::lines::{Direction, line_through, lines};
use super::{Board as Columns, Disc, DropPosition, Place, Rule};
use crate::{BadSize, IllegalMove, Outcome, Player, Size};

/// A position of shapes; player one is red.
pub type Position = DropPosition<Shapes>;

/// A board of bins (columns). Each is filled from the bottom up.
///
/// ```
/// use parlor_rules::{Player, drop::shapes::Board};
/// let mut board = Board::from_bins(&[&[0], &[0], &[0], &[0], &[]], 4)?;
/// assert_eq!(board.horizontal(3), Some(Player::One));
/// assert_eq!(board.values(3), [2]); // the line is marked
/// # Ok::<(), parlor_rules::drop::shapes::BadBins>(())
/// ```
pub type Board = Columns<Shape>;

/// A shape in a bin: the player it belongs to, and whether it is part of the winning line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The player the shape belongs to.
    pub player: Player,
    /// Whether it is part of the winning line.
    pub marked: bool,
}

/// The fewest bins. A smaller number is corrected to this.
pub const FEWEST_BINS: i64 = 5;
/// The smallest capacity. A smaller one is corrected to this.
pub const LEAST_CAPACITY: i64 = 4;
/// The most bins, and the largest capacity.
pub const LONGEST_SIDE: i64 = 64;

/// The colors of the players.
pub const COLORS: [&str; 2] = ["red", "blue"];

/// The rule of shapes: a line ends the game, and its shapes are marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes;

impl Shape {
    /// Returns the value of the cell: 0 is red, 1 is blue, 2 and 3 are the same marked.
    pub const fn value(self) -> u8 {
        self.player.index() as u8 + if self.marked { 2 } else { 0 }
    }

    /// Creates the shape of a cell value.
    pub const fn from_value(value: u8) -> Option<Shape> {
        match value {
            0 | 2 => Some(Shape { player: Player::One, marked: value == 2 }),
            1 | 3 => Some(Shape { player: Player::Two, marked: value == 3 }),
            _ => None,
        }
    }
}

impl Disc for Shape {
    #[inline]
    fn player(self) -> Player {
        self.player
    }
}

impl Board {
    /// Creates an empty board of this many bins, each with room for `capacity` shapes. Fewer than 5 bins, also a
    /// negative number, become 5, a capacity below 4 becomes 4, and more than 64 is an error. O(bins) time and
    /// memory.
    pub fn new(bins: i64, capacity: i64) -> Result<Board, BadSize> {
        if bins > LONGEST_SIDE || capacity > LONGEST_SIDE {
            return Err(BadSize::TooLarge { asked: Size::new(capacity, bins), most: LONGEST_SIDE });
        }
        Ok(Columns::empty(capacity.max(LEAST_CAPACITY) as usize, bins.max(FEWEST_BINS) as usize))
    }

    /// Like [`new`](Board::new), for a size that was parsed: the rows are the capacity, the columns the bins.
    pub fn sized(asked: Size) -> Result<Board, BadSize> {
        Board::new(asked.columns, asked.rows)
    }

    /// Creates a board with these values in its bins, from the bottom up. No alternating game needs to lead
    /// to it. O(bins + shapes) time.
    #[doc(alias("grid"))]
    pub fn from_bins(bins: &[&[u8]], capacity: i64) -> Result<Board, BadBins> {
        let count = i64::try_from(bins.len()).unwrap_or(i64::MAX);
        let mut board = Board::new(count, capacity).map_err(BadBins::Size)?;
        for (bin, values) in bins.iter().enumerate() {
            for &value in *values {
                let shape = Shape::from_value(value).ok_or(BadBins::Value(value))?;
                board.push(bin, shape).map_err(|_| BadBins::TooMany { bin })?;
            }
        }
        Ok(board)
    }

    /// Adds a player's shape to a bin. Returns the bin, or an error if it does not exist or is full; then nothing
    /// has changed. Whether it has won is another question: [`win`](Board::win). Amortized O(1) time.
    ///
    /// ```
    /// use parlor_rules::{IllegalMove, Player, drop::shapes::Board};
    /// let mut board = Board::default();
    /// assert_eq!(board.add(2, Player::One), Ok(2));
    /// assert_eq!(board.add(6, Player::Two), Err(IllegalMove::NoSuchColumn(6)));
    /// assert_eq!(board.values(2), [0]);
    /// ```
    #[doc(alias("addShape"))]
    pub fn add(&mut self, bin: usize, player: Player) -> Result<usize, IllegalMove> {
        self.push(bin, Shapes::disc(player)).map(|_| bin)
    }

    /// Returns the number of bins.
    #[doc(alias("numBins"))]
    pub fn bins(&self) -> usize {
        self.columns()
    }

    /// Returns the values in a bin, from the bottom up, or none if there is no such bin. O(shapes in the bin) time
    /// and memory.
    pub fn values(&self, bin: usize) -> Vec<u8> {
        self.column(bin).iter().map(|shape| shape.value()).collect()
    }

    /// Returns the value of a cell, or `None` if it is empty or outside the board. Index 0 is the bottom of the bin.
    #[doc(alias("cellAt"))]
    pub fn value(&self, bin: usize, index: usize) -> Option<u8> {
        self.at(bin, index).map(Shape::value)
    }

    /// Returns the player who has a horizontal line through the top shape of a bin, and marks the line.
    /// O(length) time.
    #[doc(alias("winInHorizontal"))]
    pub fn horizontal(&mut self, bin: usize) -> Option<Player> {
        self.mark_line(bin, &[Direction::Horizontal])
    }

    /// Returns the player who has a vertical line through the top shape of a bin, and marks the line.
    /// O(length) time.
    #[doc(alias("winInVertical"))]
    pub fn vertical(&mut self, bin: usize) -> Option<Player> {
        self.mark_line(bin, &[Direction::Vertical])
    }

    /// Returns the player who has a diagonal line through the top shape of a bin, and marks the line. The
    /// rising diagonal comes first. O(length) time.
    #[doc(alias("winInDiagonal"))]
    pub fn diagonal(&mut self, bin: usize) -> Option<Player> {
        self.mark_line(bin, &[Direction::Rising, Direction::Falling])
    }

    /// Returns the player who has any line through the top shape of a bin. Only the line of the first
    /// direction is marked: horizontal, vertical, then the diagonals. O(length) time.
    #[doc(alias("winner"))]
    pub fn win(&mut self, bin: usize) -> Option<Player> {
        self.mark_line(bin, &Direction::ALL)
    }

    fn mark_line(&mut self, bin: usize, directions: &[Direction]) -> Option<Player> {
        let (top, shape) = self.top(bin)?;
        let run = line_through(self, top, directions)?;
        for place in run.places() {
            self.mark(place, true);
        }
        Some(shape.player)
    }

    fn mark(&mut self, place: Place, marked: bool) {
        if let Some(shape) = self.at(place.column, place.level) {
            self.replace(place, Shape { marked, ..shape });
        }
    }

    fn marked(&self) -> Vec<Place> {
        let places = (0..self.bins())
            .flat_map(|column| (0..self.height(column)).map(move |level| Place { column, level }));
        places.filter(|place| self.at(place.column, place.level).is_some_and(|shape| shape.marked)).collect()
    }

    /// Returns the board as text, with or without color. It ends in a newline. O(bins x capacity) time and memory.
    #[doc(alias("print"))]
    pub fn display(&self, color: bool) -> String {
        let separator = format!("+{}\n", "--+".repeat(self.bins()));
        let mut text = separator.clone();
        for level in (0..self.capacity()).rev() {
            text.push('|');
            for bin in 0..self.bins() {
                match self.at(bin, level) {
                    Some(shape) => text.push_str(&symbol(shape, color)),
                    None => text.push(' '),
                }
                text.push_str(" |");
            }
            text.push('\n');
            text.push_str(&separator);
        }
        for bin in 0..self.bins() {
            text.push_str(if bin == 0 { "" } else { " " });
            text.push_str(&format!("{bin:>2}"));
        }
        text.push('\n');
        text
    }
}

/// Creates an empty board of six bins of capacity four.
impl Default for Board {
    fn default() -> Board {
        Columns::empty(4, 6)
    }
}

/// The symbols of the cell values 0 to 3.
pub const SYMBOLS: [char; 4] = ['\u{2B24}', '\u{2B1F}', '\u{25C9}', '\u{2B54}'];

fn symbol(shape: Shape, color: bool) -> String {
    let symbol = SYMBOLS[usize::from(shape.value())];
    let code = match shape.player {
        Player::One => 31,
        Player::Two => 34,
    };
    if color { format!("\u{1b}[{code}m{symbol}\u{1b}[0m") } else { symbol.to_string() }
}

impl Position {
    /// Creates an empty board. The rows are the capacity. [`Board::new`] corrects or refuses the size.
    pub fn sized(asked: Size) -> Result<Position, BadSize> {
        Board::sized(asked).map(DropPosition::from_board)
    }
}

impl Default for Position {
    fn default() -> Position {
        DropPosition::from_board(Board::default())
    }
}

impl Rule for Shapes {
    type Disc = Shape;
    type Effect = Vec<Place>;
    const DISCS_ALTERNATE: bool = true;

    fn disc(player: Player) -> Shape {
        Shape { player, marked: false }
    }

    fn apply_effect(&mut self, board: &mut Board, column: usize) -> (Vec<Place>, Option<Outcome>) {
        match board.win(column) {
            Some(winner) => (board.marked(), Some(Outcome::Win(winner))),
            None => (Vec::new(), board.is_full().then_some(Outcome::Draw)),
        }
    }

    fn undo_effect(&mut self, board: &mut Board, marked: Vec<Place>) {
        for place in marked {
            board.mark(place, false);
        }
    }

    fn prepare(board: &mut Board) {
        for place in board.marked() {
            board.mark(place, false);
        }
    }

    /// Returns the marked line. A board that was set up has no marks; there it is the first line found.
    fn line(&self, board: &Board, outcome: Outcome) -> Vec<Place> {
        let marked = board.marked();
        match outcome {
            Outcome::Win(_) if marked.is_empty() => {
                lines(board, &Direction::ALL).next().map_or(Vec::new(), |run| run.places().collect())
            }
            _ => marked,
        }
    }

    fn scores(&self, outcome: Option<Outcome>) -> [u64; 2] {
        super::classic::Classic.scores(outcome)
    }
}

/// The reason why contents are not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadBins {
    /// Too many bins or too much capacity.
    Size(BadSize),
    /// A bin holds more than its capacity.
    TooMany {
        /// The bin.
        bin: usize,
    },
    /// A value is not 0 to 3.
    Value(u8),
}

impl std::fmt::Display for BadBins {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadBins::Size(size) => size.fmt(out),
            BadBins::TooMany { bin } => write!(out, "bin {bin} holds more than its capacity"),
            BadBins::Value(value) => write!(out, "a cell's value is 0 to 3, not {value}"),
        }
    }
}

impl std::error::Error for BadBins {}

/// All of shapes in one import.
///
/// Names that other games have too carry the name of the game, so all preludes can be imported together, also with
/// `parlor_rules::*`.
///
/// ```
/// use parlor_rules::drop::shapes::prelude::*;
///
/// let mut board = ShapesBoard::new(6, 4)?;
/// for bin in [1, 2, 3] {
///     board.add(bin, Player::One).expect("the bins are empty");
/// }
/// assert_eq!(board.add(4, Player::One).map(|bin| board.win(bin)), Ok(Some(Player::One)));
/// # Ok::<(), BadSize>(())
/// ```
pub mod prelude {
    pub use super::{BadBins, Board as ShapesBoard, COLORS, Position as ShapesPosition, SYMBOLS, Shape};
    pub use crate::drop::Column;
    pub use crate::{BadSize, Cell, IllegalMove, Outcome, Player, Position, Size, Turn};
}

#[cfg(test)]
mod tests {
    use super::super::position::played;
    use super::*;
    use crate::{Position as _, Turn};

    fn after(moves: &str) -> Position {
        played(Position::default(), moves)
    }

    #[test]
    fn examples_of_the_docs() {
        let red = Turn::Over(Outcome::Win(Player::One));
        let vertical = after("1 0 1 2 1 3 1");
        assert_eq!((vertical.turn(), vertical.board().values(1)), (red, vec![2, 2, 2, 2]));
        let blue = after("0 1 0 2 1 3 0 4");
        assert_eq!(blue.turn(), Turn::Over(Outcome::Win(Player::Two)));
        assert!((1..5).all(|bin| blue.board().value(bin, 0) == Some(3)));
        let tie = after("0 1 0 2 0 0 3 1 2 1 1 2 3 3 5 3 5 5 4 4 4 5 4 2");
        assert_eq!(tie.turn(), Turn::Over(Outcome::Draw));
        let horizontal = after("5 0 4 0 3 0 2");
        let values: Vec<_> = (0..6).map(|bin| horizontal.board().values(bin)).collect();
        assert_eq!(values, [vec![1, 1, 1], vec![], vec![2], vec![2], vec![2], vec![2]]);
    }

    #[test]
    fn diagonal_of_any_bin() {
        let mut board = Board::default();
        for (shape, bin) in [0, 1, 1, 2, 3, 2, 2, 3, 3, 4, 3].into_iter().enumerate() {
            assert_eq!(board.add(bin, Player::BOTH[shape % 2]), Ok(bin));
        }
        assert_eq!(board.diagonal(0), Some(Player::One));
        assert_eq!([0, 1, 2, 3].map(|bin| board.value(bin, bin)), [Some(2); 4]);
    }

    #[test]
    fn marking_is_idempotent() {
        let mut board = Board::from_bins(&[&[1], &[1], &[1], &[1], &[1], &[0]], 4).unwrap();
        assert_eq!(board.win(2), Some(Player::Two));
        let marked = board.clone();
        assert_eq!(marked.marked().len(), 5, "all five, not just four");
        assert_eq!((board.win(0), board.horizontal(4)), (Some(Player::Two), Some(Player::Two)));
        assert_eq!(board, marked);
    }

    #[test]
    fn first_direction_is_marked() {
        let mut board =
            Board::from_bins(&[&[1, 1, 1, 0], &[1, 1, 1, 0], &[1, 1, 1, 0], &[0, 0, 0, 0], &[]], 4).unwrap();
        assert_eq!(board.win(3), Some(Player::One));
        assert_eq!(board.values(3), [0, 0, 0, 2], "the row is marked, the column is not");
        assert_eq!(board.vertical(3), Some(Player::One));
        assert_eq!(board.values(3), [2, 2, 2, 2], "each question marks what it finds");
    }

    #[test]
    fn empty_bin_has_no_line() {
        let mut board = Board::default();
        let answers =
            [board.horizontal(0), board.vertical(0), board.diagonal(0), board.win(0), board.win(99)];
        assert_eq!(answers, [None; 5]);
    }

    #[test]
    fn sizes_are_corrected_or_refused() {
        let sides = |bins, capacity| Board::new(bins, capacity).map(|b| (b.bins(), b.capacity()));
        assert_eq!(sides(2, 1), Ok((5, 4)));
        assert_eq!(sides(-3, i64::MIN), Ok((5, 4)));
        assert_eq!(sides(64, 64), Ok((64, 64)));
        assert!(sides(65, 4).is_err() && sides(6, 65).is_err());
    }

    #[test]
    fn symbols_and_colors() {
        let board = Board::from_bins(&[&[0], &[1], &[2], &[3], &[]], 4).unwrap();
        let colored = board.display(true);
        let row = "|\u{1b}[31m\u{2B24}\u{1b}[0m |\u{1b}[34m\u{2B1F}\u{1b}[0m |\u{1b}[31m\u{25C9}\u{1b}[0m |\u{1b}[34m\u{2B54}\u{1b}[0m |  |";
        assert_eq!(colored.lines().nth(7), Some(row));
        assert_eq!(board.display(false).lines().nth(7), Some("|⬤ |⬟ |◉ |⭔ |  |"));
        assert_eq!(colored.lines().last(), Some(" 0  1  2  3  4"));
        let wide = Board::new(12, 4).unwrap().display(false);
        assert_eq!(wide.lines().last(), Some(" 0  1  2  3  4  5  6  7  8  9 10 11"));
    }

    #[test]
    fn bad_contents_are_refused() {
        assert_eq!(Board::from_bins(&[&[4], &[], &[], &[], &[]], 4), Err(BadBins::Value(4)));
        assert_eq!(Board::from_bins(&[&[0; 5], &[], &[], &[], &[]], 4), Err(BadBins::TooMany { bin: 0 }));
        assert!(matches!(Board::from_bins(&[&[0][..]; 65], 4), Err(BadBins::Size(_))));
    }

    #[test]
    fn a_full_bin_takes_no_more() {
        let mut board = Board::default();
        for _ in 0..4 {
            assert_eq!(board.add(0, Player::One), Ok(0));
        }
        let before = board.clone();
        assert_eq!(board.add(0, Player::Two), Err(IllegalMove::ColumnFull(0)));
        assert_eq!(board.push(0, Shapes::disc(Player::Two)), Err(IllegalMove::ColumnFull(0)));
        assert_eq!(board.add(usize::MAX, Player::Two), Err(IllegalMove::NoSuchColumn(usize::MAX)));
        assert_eq!(board, before);
    }

    #[test]
    fn positions_start_without_marks() {
        let marked = Board::from_bins(&[&[2], &[3], &[2], &[0], &[]], 4).unwrap();
        let mut position = Position::from_board(marked);
        assert_eq!([0, 1, 2, 3].map(|bin| position.board().value(bin, 0)), [0, 1, 0, 0].map(Some));
        let before = position.clone();
        let column = super::super::Column(0);
        let marks = position.play(column).unwrap();
        position.undo(column, marks);
        assert_eq!(position, before);
    }
}
