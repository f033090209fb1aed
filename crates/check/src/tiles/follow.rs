//! Follows a program's panels: each must come from the one before by the press and exactly one new 1.

use super::output::{Event, LOST, WON, What};
use parlor_line::round_line;
use parlor_rules::tiles::{Direction, Move, Position};
use parlor_rules::{Cell, IllegalMove, Outcome, Position as _, Solo, Turn};

/// A tile that appeared: which of the empty cells was chosen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Draw {
    /// The cell's number among the empty ones, row by row.
    pub(crate) index: usize,
    /// The empty cells, by their numbers on the panel.
    pub(crate) cells: Vec<usize>,
    /// Empty cells in its row, and in a row on average over the empty cells.
    pub(crate) in_row: [f64; 2],
    /// Empty cells in its column, and likewise.
    pub(crate) in_column: [f64; 2],
    /// Whether the press has just emptied it, as 1 or 0, and the share of such cells among the empty ones.
    pub(crate) is_left: [f64; 2],
    /// The variances of all three.
    pub(crate) variances: [f64; 3],
}

/// What following a game came to.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    /// The tiles that appeared.
    pub(crate) draws: Vec<Draw>,
    /// What a program prints that plays the same game exactly.
    pub(crate) exact: String,
    /// How the game ended, if it did.
    pub(crate) ending: Option<Solo>,
    /// The first mistake.
    pub(crate) mistake: Option<Mistake>,
    /// Whether the panel with one tile was left out at the start.
    pub(crate) lacks_first_panel: bool,
}

/// A mistake: what was printed is not what should have been.
#[derive(Debug)]
pub(crate) struct Mistake {
    pub(crate) summary: String,
    pub(crate) rule: String,
    /// The panel that should have been printed, where it has no new tile yet.
    pub(crate) expected: String,
    /// The line of the output where it shows; none if the output ends too early.
    pub(crate) line: Option<usize>,
    /// How many presses had been read.
    pub(crate) presses: usize,
}

/// Follows the events of a game with these presses.
pub(crate) fn follow(start: &Position, presses: &[Direction], events: &[Event]) -> Followed {
    let position = start.clone();
    let mut walk = Walk {
        position,
        events,
        at: 0,
        presses: 0,
        followed: Followed::default(),
        round: 0,
        before: Vec::new(),
        suspected: None,
    };
    if let Err(mistake) = walk.game(presses) {
        walk.followed.mistake = Some(*walk.suspected.take().unwrap_or(mistake));
    }
    walk.followed
}

struct Walk<'a> {
    position: Position,
    events: &'a [Event],
    at: usize,
    presses: usize,
    round: u64,
    followed: Followed,
    /// The values before the last press.
    before: Vec<u128>,
    /// A tile that seems to have appeared at a press that moves nothing, unless the next press explains it.
    suspected: Option<Box<Mistake>>,
}

type Step = Result<(), Box<Mistake>>;

const SLIDE_RULE: &str = "a press closes the gaps, then merges equal neighbors starting from the edge that is pressed \
                          toward, each tile at most once, and packs to that edge; then exactly one 1 appears in an \
                          empty cell and the panel is printed";

const KEYS: &str = "U and k press up, D and j down, L and h left, R and l right";
const ARROWS: &str = "the arrow keys are ESC [ or ESC O and A, B, C or D for up, down, right or left";
const START_RULE: &str =
    "two 1s appear at the start, one after the other, and the panel is printed after each";

impl Walk<'_> {
    fn game(&mut self, presses: &[Direction]) -> Step {
        self.start()?;
        for &direction in presses {
            if self.position.turn().is_over() {
                break;
            }
            self.presses += 1;
            self.before = self.values();
            match self.position.play(Move::Press(direction)) {
                Ok(_) => {
                    self.press(direction)?;
                    self.suspected = None;
                }
                Err(IllegalMove::NothingMoves) => self.idle(direction),
                Err(_) => break,
            }
        }
        match self.events.get(self.at) {
            None => Ok(()),
            Some(event) if self.position.turn().is_over() => Err(self.mistake(
                event,
                "something was printed after the end of the game".into(),
                "the game stops when the target is reached or nothing can move".into(),
            )),
            Some(event) => Err(self.extra(event)),
        }
    }

    /// The first two tiles, a panel after each.
    fn start(&mut self) -> Step {
        let is_pair = |values: &[u128]| values.iter().filter(|&&value| value == 1).count() == 2;
        if let Some(Event { what: What::Panel { values, .. }, .. }) = self.events.get(self.at)
            && is_pair(values)
            && values.iter().all(|&value| value <= 1)
        {
            self.followed.lacks_first_panel = true;
            let first = values.iter().position(|&value| value == 1).unwrap_or(0);
            self.place(self.cell(first), false);
        } else {
            self.panel("at the start", START_RULE)?;
        }
        self.panel("at the start", START_RULE)?;
        self.end()
    }

    /// An accepted press: the round's line if the program has it, the panel with a new tile, the end.
    fn press(&mut self, direction: Direction) -> Step {
        self.round += 1;
        let goal = self.position.panel().target();
        if let Some(event @ Event { what: What::Round(round, said, to), .. }) = self.events.get(self.at) {
            if (*round, *said, *to) != (self.round, direction, goal) {
                let should = round_line(self.round as usize, direction, goal);
                let rule = if *to != goal {
                    "the line of a round names the round, the press and the target".into()
                } else if *said != direction {
                    format!("{KEYS}; each press that moves or merges tiles is a round: {SLIDE_RULE}")
                } else {
                    "rounds count from 1; a press that changes nothing is no round".into()
                };
                let summary =
                    format!("at press {}: the line {should:?} was expected before the panel", self.presses);
                return Err(self.mistake(event, summary, rule));
            }
            self.at += 1;
        }
        let line = round_line(self.round as usize, direction, goal);
        self.followed.exact.push_str(&format!("{line}\n"));
        self.panel(&format!("after press {} ({})", self.presses, direction.word()), SLIDE_RULE)?;
        self.end()
    }

    /// A press that changes nothing: no tile may appear. What was printed shows at the next event, which may as well come
    /// from the next press: a tile that moves away and a new one in its place look alike.
    fn idle(&mut self, direction: Direction) {
        let Some(event @ Event { what: What::Panel { values, .. }, .. }) = self.events.get(self.at) else {
            return;
        };
        let now = self.values();
        let grown = now.iter().zip(values).filter(|(old, new)| old != new).count();
        let has_new_tile = now.len() == values.len()
            && now.iter().zip(values).all(|(&old, &new)| old == new || old == 0 && new == 1)
            && grown == 1;
        if has_new_tile && self.suspected.is_none() {
            let summary = format!(
                "after press {} ({}), which moves nothing: a tile appeared",
                self.presses,
                direction.word()
            );
            let rule = "a press that changes nothing is not a move: nothing appears, nothing is printed, and the round \
                        does not count";
            self.suspected = Some(self.mistake(event, summary, rule.into()));
        }
    }

    /// Takes the next panel: the one that is due with a new tile, or the same one if no tile can appear.
    fn panel(&mut self, when: &str, rule: &str) -> Step {
        let needs_tile = self.position.turn() == Turn::Chance;
        let Some(event) = self.events.get(self.at) else {
            let summary = format!("{when}: a panel was expected, nothing more was printed");
            let rule = if self.presses > 0 { format!("{KEYS}; {ARROWS}; {rule}") } else { rule.into() };
            return Err(self.missing(summary, &rule));
        };
        let due = self.values();
        match &event.what {
            What::Panel { values, text } => {
                let changed: Vec<usize> = (0..due.len()).filter(|&cell| due[cell] != values[cell]).collect();
                match (needs_tile, changed.as_slice()) {
                    (true, &[cell]) if due[cell] == 0 && values[cell] == 1 => self.place(self.cell(cell), true),
                    (false, &[]) => self.followed.exact.push_str(&self.position.panel().to_string()),
                    _ => return Err(self.wrong_panel(event, when, rule, &due, values)),
                }
                if *text != self.position.panel().to_string() {
                    return Err(self.mistake(
                        event,
                        format!("{when}: the panel is not laid out as the page says"),
                        "cells are four wide, or as wide as the widest value; values are right-aligned".into(),
                    ));
                }
                self.at += 1;
                Ok(())
            }
            What::BadPanel(_) => Err(self.mistake(
                event,
                format!("{when}: the panel is not laid out as the page says"),
                "a border above each row and after the last; a row is | and for each cell the value right-aligned in \
                 width 4 and |"
                    .into(),
            )),
            What::Message(message) => Err(self.mistake(
                event,
                format!("{when}: a panel was expected, {message:?} was printed"),
                "Congratulations! comes when a tile made by merging reaches the target, Game over. Try again. when every \
                 cell is filled and no two neighbors are equal, both after the panel"
                    .into(),
            )),
            What::Round(..) => Err(self.mistake(event, format!("{when}: a panel was expected"), rule.into())),
        }
    }

    fn wrong_panel(
        &self,
        event: &Event,
        when: &str,
        rule: &str,
        due: &[u128],
        values: &[u128],
    ) -> Box<Mistake> {
        let new: Vec<usize> = (0..due.len()).filter(|&cell| due[cell] == 0 && values[cell] != 0).collect();
        let kept = (0..due.len()).all(|cell| due[cell] == 0 || due[cell] == values[cell]);
        let (what, rule) = match (kept, new.as_slice()) {
            (true, []) => ("no tile appeared", "after each press exactly one 1 appears in an empty cell"),
            (true, [_]) => ("the new tile is not a 1", "a new tile is always a 1"),
            (true, _) => {
                ("more than one tile appeared", "after each press exactly one 1 appears in an empty cell")
            }
            (false, _) => ("the tiles are not where the press moves them", rule),
        };
        self.mistake(event, format!("{when}: {what}"), rule.into())
    }

    /// The message, if the game is over.
    fn end(&mut self) -> Step {
        let Turn::Over(outcome) = self.position.turn() else { return Ok(()) };
        let (ending, message) = match outcome {
            Outcome::Solo(Solo::Won) => (Solo::Won, WON),
            _ => (Solo::Lost, LOST),
        };
        let rule = match ending {
            Solo::Won => {
                "when a tile made by merging reaches the target, the new tile still appears, the panel is printed, then Congratulations!, and the game stops"
            }
            Solo::Lost => {
                "when every cell is filled and no two neighbors in a row or a column are equal, the game is over: Game over. Try again."
            }
        };
        match self.events.get(self.at) {
            Some(event) if event.what == What::Message(message) => {
                self.at += 1;
                self.followed.ending = Some(ending);
                self.followed.exact.push_str(&format!("{message}\n"));
                Ok(())
            }
            Some(event) => Err(self.mistake(
                event,
                format!("after press {}: {message:?} was expected", self.presses),
                rule.into(),
            )),
            None => Err(self.missing(
                format!("after press {}: {message:?} was expected, nothing more was printed", self.presses),
                rule,
            )),
        }
    }

    /// Places the tile that the program chose. The draw counts unless it is only known from a later panel.
    fn place(&mut self, cell: Cell, is_seen: bool) {
        let panel = self.position.panel();
        let empty: Vec<Cell> = panel.empty_cells().collect();
        if let Some(index) = empty.iter().position(|&one| one == cell).filter(|_| is_seen) {
            let columns = panel.columns();
            let has_left = |cell: Cell| {
                self.before.get(cell.row * columns + cell.column).is_some_and(|&value| value > 0)
            };
            self.followed.draws.push(draw(&empty, index, columns, &has_left));
        }
        if self.position.play(Move::Tile(cell)).is_ok() {
            self.followed.exact.push_str(&self.position.panel().to_string());
        }
    }

    fn cell(&self, number: usize) -> Cell {
        let columns = self.position.panel().columns();
        Cell::new(number / columns, number % columns)
    }

    fn values(&self) -> Vec<u128> {
        let panel = self.position.panel();
        (0..panel.rows() * panel.columns()).map(|number| panel.value(self.cell(number))).collect()
    }

    fn extra(&self, event: &Event) -> Box<Mistake> {
        match event.what {
            What::Message(message) => self.mistake(
                event,
                format!("{message:?} was printed though the game goes on"),
                "Congratulations! comes when a tile made by merging reaches the target, Game over. Try again. when every \
                 cell is filled and no two neighbors are equal"
                    .into(),
            ),
            _ if self.presses == 0 => self.mistake(
                event,
                "something was printed after the two first panels, before any press".into(),
                format!("{START_RULE}; what is no key is ignored, and S stops"),
            ),
            _ => self.mistake(
                event,
                "a panel was printed without a press that moves something".into(),
                "the panel is printed once after each press that changes it; other input is ignored, and nothing is read \
                 after S"
                    .into(),
            ),
        }
    }

    fn mistake(&self, event: &Event, summary: String, rule: String) -> Box<Mistake> {
        let expected = self.position.panel().to_string();
        Box::new(Mistake { summary, rule, expected, line: Some(event.line), presses: self.presses })
    }

    fn missing(&self, summary: String, rule: &str) -> Box<Mistake> {
        let expected = self.position.panel().to_string();
        Box::new(Mistake { summary, rule: rule.into(), expected, line: None, presses: self.presses })
    }
}

/// Returns what is known of a choice among empty cells. `has_left` says which of them the press has just emptied.
pub(super) fn draw(empty: &[Cell], index: usize, columns: usize, has_left: &dyn Fn(Cell) -> bool) -> Draw {
    let chosen = empty[index];
    let row_of = |cell: Cell| empty.iter().filter(|other| other.row == cell.row).count() as f64;
    let column_of = |cell: Cell| empty.iter().filter(|other| other.column == cell.column).count() as f64;
    let count = empty.len() as f64;
    let mean = |of: &dyn Fn(Cell) -> f64| empty.iter().map(|&cell| of(cell)).sum::<f64>() / count;
    let variance = |of: &dyn Fn(Cell) -> f64, mean: f64| {
        empty.iter().map(|&cell| (of(cell) - mean).powi(2)).sum::<f64>() / count
    };
    let left_of = |cell: Cell| f64::from(u8::from(has_left(cell)));
    let (row, column, left) = (mean(&row_of), mean(&column_of), mean(&left_of));
    Draw {
        index,
        cells: empty.iter().map(|cell| cell.row * columns + cell.column).collect(),
        in_row: [row_of(chosen), row],
        in_column: [column_of(chosen), column],
        is_left: [left_of(chosen), left],
        variances: [variance(&row_of, row), variance(&column_of, column), variance(&left_of, left)],
    }
}
