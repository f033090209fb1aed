//! Connect 4 with shapes in bins: the winning trace changes its shapes.

use super::lines::{Direction, line_through, lines};
use super::{Board as Columns, Disc, DropPosition, Place, Rule};
use crate::{BadSize, Outcome, Player, Size};

/// A position of shapes; player one is red.
pub type Position = DropPosition<Shapes>;

/// Bins of shapes, each filled from the bottom up.
///
/// ```
/// use parlor_rules::{Player, drop::shapes::Board};
/// let mut board = Board::from_bins(&[&[0], &[0], &[0], &[0], &[]], 4)?;
/// assert_eq!(board.horizontal(3), Some(Player::One));
/// assert_eq!(board.values(3), [2]); // the trace has changed its shapes
/// # Ok::<(), parlor_rules::drop::shapes::BadBins>(())
/// ```
pub type Board = Columns<Shape>;

/// A shape in a bin: whose it is, and whether it is part of the winning trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Whose shape.
    pub player: Player,
    /// Whether it belongs to a winning trace.
    pub marked: bool,
}

/// The fewest bins; fewer become this.
pub const FEWEST_BINS: i64 = 5;
/// The least capacity; less becomes this.
pub const LEAST_CAPACITY: i64 = 4;
/// The most bins, and the most shapes in one.
pub const LONGEST_SIDE: i64 = 64;

/// The players' names.
pub const COLORS: [&str; 2] = ["red", "blue"];

/// Shapes' rule: a line ends the game and its trace is marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes;

impl Shape {
    /// The value of the cell: 0 red, 1 blue, 2 and 3 the same once marked.
    pub const fn value(self) -> u8 {
        self.player.index() as u8 + if self.marked { 2 } else { 0 }
    }

    /// The shape of a cell value.
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
    /// An empty board: too few bins become 5, too little capacity becomes 4, more than 64 of either is refused.
    pub fn sized(bins: i64, capacity: i64) -> Result<Board, BadSize> {
        if bins > LONGEST_SIDE || capacity > LONGEST_SIDE {
            return Err(BadSize::TooLarge { asked: Size::new(capacity, bins), most: LONGEST_SIDE });
        }
        Ok(Columns::new(bins.max(FEWEST_BINS) as usize, capacity.max(LEAST_CAPACITY) as usize))
    }

    /// A board with these values in its bins, from the bottom up: any legal fill, also one no turns lead to.
    pub fn from_bins(bins: &[&[u8]], capacity: i64) -> Result<Board, BadBins> {
        let mut board = Board::sized(bins.len() as i64, capacity).map_err(BadBins::Size)?;
        for (bin, values) in bins.iter().enumerate() {
            for &value in *values {
                let shape = Shape::from_value(value).ok_or(BadBins::Value(value))?;
                board.room(bin).map_err(|_| BadBins::TooMany { bin })?;
                board.push(bin, shape);
            }
        }
        Ok(board)
    }

    /// The number of bins.
    pub fn bins(&self) -> usize {
        self.columns()
    }

    /// The values in a bin, from the bottom up; none where there is no bin.
    pub fn values(&self, bin: usize) -> Vec<u8> {
        self.column(bin).iter().map(|shape| shape.value()).collect()
    }

    /// The value of a cell, the bin's bottom being 0.
    pub fn value(&self, bin: usize, index: usize) -> Option<u8> {
        self.at(bin, index).map(Shape::value)
    }

    /// Who has four or more in a row through the top shape of a bin; the run is marked.
    pub fn horizontal(&mut self, bin: usize) -> Option<Player> {
        self.ask(bin, &[Direction::Horizontal])
    }

    /// Who has four or more on top of each other through the top shape of a bin; the run is marked.
    pub fn vertical(&mut self, bin: usize) -> Option<Player> {
        self.ask(bin, &[Direction::Vertical])
    }

    /// Who has a diagonal (rising first, then falling) through the top shape of a bin; the run is marked.
    pub fn diagonal(&mut self, bin: usize) -> Option<Player> {
        self.ask(bin, &[Direction::Rising, Direction::Falling])
    }

    /// Who has won with the top shape of a bin: the first direction that has a line is marked, and no other.
    pub fn win(&mut self, bin: usize) -> Option<Player> {
        self.ask(bin, &Direction::ALL)
    }

    fn ask(&mut self, bin: usize, directions: &[Direction]) -> Option<Player> {
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

    /// The board as text, each shape in its color or all of them plain; ends in a newline.
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
        text.extend((0..self.bins()).map(|bin| format!("{bin:>3}")));
        text.push('\n');
        text
    }
}

/// Six bins of capacity four.
impl Default for Board {
    fn default() -> Board {
        Columns::new(6, 4)
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
    /// An empty board of this capacity and number of bins, corrected or refused as [`Board::sized`] says.
    pub fn sized(asked: Size) -> Result<Position, BadSize> {
        Board::sized(asked.columns, asked.rows).map(DropPosition::from_board)
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

    /// The marked trace; on a board that was put up, the first line there is.
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

/// Why contents make no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadBins {
    /// Too many bins or too much capacity.
    Size(BadSize),
    /// A bin holds more than its capacity.
    TooMany {
        /// Which bin.
        bin: usize,
    },
    /// A value that is none of 0 to 3.
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

#[cfg(test)]
mod tests {
    use super::super::position::played;
    use super::*;
    use crate::{Position as _, Turn};

    fn after(moves: &str) -> Position {
        played(Position::default(), moves)
    }

    #[test]
    fn the_examples_of_the_page() {
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
    fn the_diagonal_of_a_bin_that_was_not_played_last() {
        let mut board = Board::default();
        for (shape, bin) in [0, 1, 1, 2, 3, 2, 2, 3, 3, 4, 3].into_iter().enumerate() {
            board.push(bin, Shape::from_value(shape as u8 % 2).unwrap());
        }
        assert_eq!(board.diagonal(0), Some(Player::One));
        assert_eq!([0, 1, 2, 3].map(|bin| board.value(bin, bin)), [Some(2); 4]);
    }

    #[test]
    fn asking_again_marks_nothing_twice() {
        let mut board = Board::from_bins(&[&[1], &[1], &[1], &[1], &[1], &[0]], 4).unwrap();
        assert_eq!(board.win(2), Some(Player::Two));
        let marked = board.clone();
        assert_eq!(marked.marked().len(), 5, "all five, not just four");
        assert_eq!((board.win(0), board.horizontal(4)), (Some(Player::Two), Some(Player::Two)));
        assert_eq!(board, marked);
    }

    #[test]
    fn only_the_first_direction_is_marked() {
        let mut board =
            Board::from_bins(&[&[1, 1, 1, 0], &[1, 1, 1, 0], &[1, 1, 1, 0], &[0, 0, 0, 0], &[]], 4).unwrap();
        assert_eq!(board.win(3), Some(Player::One));
        assert_eq!(board.values(3), [0, 0, 0, 2], "the row is marked, the column is not");
        assert_eq!(board.vertical(3), Some(Player::One));
        assert_eq!(board.values(3), [2, 2, 2, 2], "each question marks what it finds");
    }

    #[test]
    fn an_empty_bin_has_no_top() {
        let mut board = Board::default();
        let answers =
            [board.horizontal(0), board.vertical(0), board.diagonal(0), board.win(0), board.win(99)];
        assert_eq!(answers, [None; 5]);
    }

    #[test]
    fn sizes_are_corrected_or_refused() {
        let sides = |bins, capacity| Board::sized(bins, capacity).map(|b| (b.bins(), b.capacity()));
        assert_eq!(sides(2, 1), Ok((5, 4)));
        assert_eq!(sides(-3, i64::MIN), Ok((5, 4)));
        assert_eq!(sides(64, 64), Ok((64, 64)));
        assert!(sides(65, 4).is_err() && sides(6, 65).is_err());
    }

    #[test]
    fn each_value_has_its_symbol_and_color() {
        let board = Board::from_bins(&[&[0], &[1], &[2], &[3], &[]], 4).unwrap();
        let colored = board.display(true);
        let row = "|\u{1b}[31m\u{2B24}\u{1b}[0m |\u{1b}[34m\u{2B1F}\u{1b}[0m |\u{1b}[31m\u{25C9}\u{1b}[0m |\u{1b}[34m\u{2B54}\u{1b}[0m |  |";
        assert_eq!(colored.lines().nth(7), Some(row));
        assert_eq!(board.display(false).lines().nth(7), Some("|⬤ |⬟ |◉ |⭔ |  |"));
        assert_eq!(colored.lines().last(), Some("  0  1  2  3  4"));
    }

    #[test]
    fn bad_contents_are_refused() {
        assert_eq!(Board::from_bins(&[&[4], &[], &[], &[], &[]], 4), Err(BadBins::Value(4)));
        assert_eq!(Board::from_bins(&[&[0; 5], &[], &[], &[], &[]], 4), Err(BadBins::TooMany { bin: 0 }));
    }
}
