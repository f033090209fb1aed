//! The cells in the values of SGF: single ones, rectangles, and those of markup.

use super::notation::{
    BadForeignMove, ForeignMove, Sides, foreign_cell, parse_foreign_cell, parse_letter_pair,
};
use super::sgf_standard::{error_at, short};
use super::sgf_syntax::{Property, SyntaxError};
use parlor_rules::Cell;

/// Properties whose values are cells, or begin with a cell and a colon.
const CELL_LISTS: [&str; 12] = ["AR", "CR", "DD", "LB", "LN", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"];

/// How the cells of a tree are written.
pub(super) struct CellReader {
    /// The side of the board.
    pub(super) side: usize,
    /// Whether cells are two letters.
    pub(super) has_letter_pairs: bool,
}

impl CellReader {
    /// Reads a move.
    pub(super) fn parse_move(&self, text: &str) -> Result<ForeignMove, BadForeignMove> {
        match parse_letter_pair(text).filter(|_| self.has_letter_pairs) {
            Some(cell) => Ok(ForeignMove::Place(cell)),
            None => text.parse(),
        }
    }

    fn parse_cell(&self, text: &str) -> Option<Cell> {
        let pair = parse_letter_pair(text).filter(|_| self.has_letter_pairs);
        pair.or_else(|| parse_foreign_cell(text))
    }

    /// Returns the cells of all values of a property, each once: a cell, or those of a rectangle `a1:c3`.
    pub(super) fn all_cells(&self, property: &Property) -> Result<Vec<Cell>, SyntaxError> {
        let mut cells = Vec::new();
        let mut is_listed = vec![false; self.side * self.side];
        for value in &property.values {
            let (from, to) = self.corners(property, value)?;
            for row in from.row.min(to.row)..=from.row.max(to.row) {
                for column in from.column.min(to.column)..=from.column.max(to.column) {
                    if !std::mem::replace(&mut is_listed[row * self.side + column], true) {
                        cells.push(Cell::new(row, column));
                    }
                }
            }
        }
        Ok(cells)
    }

    /// Returns two opposite corners of a value, which are the same for a single cell.
    fn corners(&self, property: &Property, value: &str) -> Result<(Cell, Cell), SyntaxError> {
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        let (Some(from), Some(to)) = (self.parse_cell(from.trim()), self.parse_cell(to.trim())) else {
            let reason = format!("{}[{}]: expected a cell like a1", property.name, short(value));
            return error_at(property, reason);
        };
        if from.row.max(from.column).max(to.row).max(to.column) >= self.side {
            return self.outside(property, value);
        }
        Ok((from, to))
    }

    /// Returns the error that a cell is not on the board.
    pub(super) fn outside<T>(&self, property: &Property, value: &str) -> Result<T, SyntaxError> {
        let (name, side) = (&property.name, self.side);
        error_at(property, format!("{name}[{}] is outside the board of {side} x {side}", short(value)))
    }

    /// Writes the cells of a markup anew; what is no cell stays as it is.
    pub(super) fn standardize_markup(&self, property: &mut Property, sides: Sides) {
        if !CELL_LISTS.contains(&property.name.as_str()) {
            return;
        }
        let cell = |text: &str| self.parse_cell(text.trim()).map(|cell| cell_text(cell, sides));
        // What follows the colon of a label is text.
        let is_label = property.name == "LB";
        for value in &mut property.values {
            let (first, rest) = match value.split_once(':') {
                Some((first, rest)) => (first, Some(rest)),
                None => (value.as_str(), None),
            };
            let Some(first) = cell(first) else { continue };
            *value = match rest {
                None => first,
                Some(rest) if is_label => format!("{first}:{rest}"),
                Some(rest) => format!("{first}:{}", cell(rest).unwrap_or_else(|| rest.into())),
            };
        }
    }
}

/// Returns a cell of their board in the standard form.
pub(super) fn cell_text(theirs: Cell, sides: Sides) -> String {
    foreign_cell(sides.cell(theirs))
}
