//! The positions of a board's cells on the screen, for drawing and for clicks.

use super::update::Direction;
use parlor_play::Layout;
use ratatui::layout::Rect;

/// The position and size of a board on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    pub(super) layout: Layout,
    /// Rows and columns, including a new column that growing offers.
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The width and height of a cell's inside.
    pub(super) cell: [i32; 2],
    /// The distance from one cell to the next, across and down.
    pub(super) pitch: [i32; 2],
    /// How far each row is shifted to the right of the row above.
    pub(super) shift: i32,
    /// The screen position of the first cell, which is outside the screen if the board is scrolled.
    pub(super) origin: [i32; 2],
    /// The area to draw in.
    pub(super) clip: Rect,
    /// Whether there is more of the board to the left, right, top and bottom.
    pub(super) more: [bool; 4],
    /// Whether the screen's rows are the board's columns.
    pub(super) exchanged: bool,
    /// Whether only the cells are drawn, for want of room.
    pub(super) is_bare: bool,
}

/// A way to draw cells: the inside, the pitch, and the shift from row to row.
#[derive(Clone, Copy)]
struct Scale {
    cell: [i32; 2],
    pitch: [i32; 2],
    shift: i32,
    /// The room for frame and labels: left, top, right, bottom.
    margins: [i32; 4],
}

impl Geometry {
    /// Returns the largest drawing that fits, or the smallest one, scrolled so that the focus is visible.
    pub(super) fn fit(
        layout: Layout,
        size: [usize; 2],
        widest: i32,
        focus: [usize; 2],
        clip: Rect,
    ) -> Geometry {
        let scales = scales(layout, widest);
        let scale = largest(&scales, size, clip).unwrap_or(scales[scales.len() - 1]);
        Geometry::scaled(layout, size, scale, focus, clip)
    }

    /// Returns the largest drawing of a thumbnail that shows all of it: with a frame, or just its cells. `None` if there
    /// is no room for that.
    pub(super) fn thumbnail(layout: Layout, size: [usize; 2], widest: i32, clip: Rect) -> Option<Geometry> {
        let mut scales = scales(layout, widest);
        // A thumbnail needs no room for labels, only for its frame.
        let margins: &[[i32; 4]] = match layout {
            Layout::Columns => &[],
            Layout::Diamond => &[[1; 4], [2, 1, 2, 1]],
            Layout::Panel => &[[0; 4]; 6],
        };
        for (scale, margins) in scales.iter_mut().zip(margins) {
            scale.margins = *margins;
        }
        if let Some(scale) = largest(&scales, size, clip) {
            return Some(Geometry::scaled(layout, size, scale, [0, 0], clip));
        }
        let scale = largest(&[bare_scale(layout, widest)], size, clip)?;
        Some(Geometry { is_bare: true, ..Geometry::scaled(layout, size, scale, [0, 0], clip) })
    }

    fn scaled(layout: Layout, size: [usize; 2], scale: Scale, focus: [usize; 2], clip: Rect) -> Geometry {
        let [rows, columns] = size;
        let room = [i32::from(clip.width), i32::from(clip.height)];
        let total = scale.total(rows, columns);
        let mut origin = [i32::from(clip.x) + scale.margins[0], i32::from(clip.y) + scale.margins[1]];
        let mut more = [false; 4];
        for axis in 0..2 {
            if total[axis] <= room[axis] {
                origin[axis] += (room[axis] - total[axis]) / 2;
                continue;
            }
            let along = if axis == 0 { focus[1] } else { focus[0] };
            let shifted = if axis == 0 { scale.shift.saturating_mul(clamped(focus[0])) } else { 0 };
            let middle = scale.pitch[axis].saturating_mul(clamped(along)) + shifted + scale.margins[axis];
            let offset = (middle - room[axis] / 2).clamp(0, total[axis] - room[axis]);
            origin[axis] -= offset;
            more[2 * axis] = offset > 0;
            more[2 * axis + 1] = offset < total[axis] - room[axis];
        }
        let Scale { cell, pitch, shift, .. } = scale;
        let (exchanged, is_bare) = (false, false);
        Geometry { layout, rows, columns, cell, pitch, shift, origin, clip, more, exchanged, is_bare }
    }

    /// Returns the screen position of a cell's inside.
    pub(super) fn at(&self, row: i32, column: i32) -> [i32; 2] {
        if self.exchanged { self.spot(column, row) } else { self.spot(row, column) }
    }

    /// Returns the screen position of a cell by its row and column on the screen.
    pub(super) fn spot(&self, row: i32, column: i32) -> [i32; 2] {
        [self.origin[0] + self.pitch[0] * column + self.shift * row, self.origin[1] + self.pitch[1] * row]
    }

    /// Returns the arrows at the edges beyond which the board continues.
    pub(super) fn arrows(&self) -> Vec<([u16; 2], Direction)> {
        let Rect { x, y, width, height } = self.clip;
        let places = [
            ([x, y + height / 2], Direction::Left),
            ([x + width - 1, y + height / 2], Direction::Right),
            ([x + width / 2, y], Direction::Up),
            ([x + width / 2, y + height - 1], Direction::Down),
        ];
        places.into_iter().zip(self.more).filter(|(_, more)| *more).map(|(arrow, _)| arrow).collect()
    }

    /// Returns the visible rows and columns.
    pub(super) fn seen(&self) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let rows = span(self.origin[1], self.pitch[1], self.clip.y, self.clip.height, self.rows);
        let columns = match self.shift {
            0 => span(self.origin[0], self.pitch[0], self.clip.x, self.clip.width, self.columns),
            _ => 0..self.columns,
        };
        if self.exchanged { (columns, rows) } else { (rows, columns) }
    }

    /// Returns the cell at a screen position. The lines around a cell belong to it.
    pub(super) fn hit(&self, x: u16, y: u16) -> Option<[usize; 2]> {
        if !self.clip.contains((x, y).into()) {
            return None;
        }
        let margin = if self.pitch[1] > self.cell[1] { 1 } else { 0 };
        let down = i32::from(y) - self.origin[1] + margin;
        let row = match self.layout {
            // A click between the arrow and the number of a column hits the column.
            Layout::Columns => (down.div_euclid(self.pitch[1])).clamp(0, self.rows as i32 - 1),
            _ => down.div_euclid(self.pitch[1]),
        };
        let left = self.origin[0] + self.shift * row;
        let column =
            (i32::from(x) - left + i32::from(self.pitch[0] > self.cell[0])).div_euclid(self.pitch[0]);
        let row = usize::try_from(row).ok().filter(|&row| row < self.rows)?;
        let column = usize::try_from(column).ok().filter(|&column| column < self.columns)?;
        Some(if self.exchanged { [column, row] } else { [row, column] })
    }

    /// Returns the direction of a screen position from the middle of the board.
    pub(super) fn direction(&self, x: u16, y: u16) -> Option<Direction> {
        self.hit(x, y)?;
        let width = self.pitch[0] * self.columns as i32;
        let height = self.pitch[1] * self.rows as i32;
        // Twice the distance from the middle, in shares of the board's width and height.
        let across = (2 * (i32::from(x) - self.origin[0]) - width) * height;
        let down = (2 * (i32::from(y) - self.origin[1]) - height) * width;
        Some(match (across.abs() > down.abs(), across > 0, down > 0) {
            (true, false, _) => Direction::Left,
            (true, true, _) => Direction::Right,
            (false, _, false) => Direction::Up,
            (false, _, true) => Direction::Down,
        })
    }
}

impl Scale {
    fn total(&self, rows: usize, columns: usize) -> [i32; 2] {
        let [left, top, right, bottom] = self.margins;
        let (rows, columns) = (clamped(rows), clamped(columns));
        let gap = [self.pitch[0] - self.cell[0], self.pitch[1] - self.cell[1]];
        [
            left + columns * self.pitch[0] - gap[0] + (rows - 1).max(0) * self.shift + right,
            top + rows * self.pitch[1] - gap[1] + bottom,
        ]
    }
}

/// Returns the first scale, of the largest first, at which a board fits.
fn largest(scales: &[Scale], [rows, columns]: [usize; 2], clip: Rect) -> Option<Scale> {
    let fits = |scale: &&Scale| {
        let [width, height] = scale.total(rows, columns);
        width <= i32::from(clip.width) && height <= i32::from(clip.height)
    };
    scales.iter().find(fits).copied()
}

/// Returns the ways to draw a board, largest first. `widest` is the width of a cell's text.
fn scales(layout: Layout, widest: i32) -> Vec<Scale> {
    match layout {
        Layout::Columns => {
            let sized = |[width, height]: [i32; 2]| Scale {
                cell: [width, height],
                pitch: [width + 1, height],
                shift: 0,
                margins: [1, 1, 1, 1],
            };
            [[9, 5], [7, 4], [5, 3], [3, 1]].into_iter().chain([[widest.clamp(1, 2), 1]]).map(sized).collect()
        }
        Layout::Diamond => vec![
            Scale { cell: [3, 1], pitch: [4, 2], shift: 2, margins: [4, 2, 3, 1] },
            Scale { cell: [1, 1], pitch: [2, 1], shift: 1, margins: [5, 2, 3, 1] },
        ],
        Layout::Panel => {
            let text = widest.max(2);
            let sized = |[width, height]: [i32; 2]| Scale {
                cell: [width.max(text + 2), height],
                pitch: [width.max(text + 2) + 2, height + 1],
                shift: 0,
                margins: [1, 0, 1, 0],
            };
            let flat = Scale { cell: [text + 2, 1], pitch: [text + 3, 1], shift: 0, margins: [1, 0, 1, 0] };
            [[12, 6], [10, 5], [8, 4], [6, 3], [4, 1]].map(sized).into_iter().chain([flat]).collect()
        }
    }
}

/// Returns the smallest way to draw a thumbnail's cells.
fn bare_scale(layout: Layout, widest: i32) -> Scale {
    let (width, shift) = match layout {
        Layout::Columns => (1, 0),
        Layout::Diamond => (1, 1),
        Layout::Panel => (widest, 0),
    };
    Scale { cell: [width, 1], pitch: [width + 1, 1], shift, margins: [0; 4] }
}

/// Returns the visible cells along one side.
fn span(origin: i32, pitch: i32, from: u16, length: u16, count: usize) -> std::ops::Range<usize> {
    let first = (i32::from(from) - origin).div_euclid(pitch).max(0) as usize;
    let last = (i32::from(from) + i32::from(length) - origin).div_euclid(pitch).max(-1) + 1;
    first.min(count)..(last as usize).min(count)
}

fn clamped(number: usize) -> i32 {
    number.min(100_000) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_layout() -> Vec<Geometry> {
        let clip = Rect::new(3, 2, 60, 21);
        let sizes = [[1, 1], [6, 7], [11, 11], [20, 40], [26, 26], [5, 900]];
        let layouts = [Layout::Columns, Layout::Diamond, Layout::Panel];
        let every = layouts.into_iter().flat_map(|layout| sizes.map(|size| (layout, size)));
        every.map(|(layout, size)| Geometry::fit(layout, size, 1, [size[0] / 2, size[1] / 2], clip)).collect()
    }

    #[test]
    fn a_click_on_a_cell_hits_that_cell() {
        for geometry in every_layout() {
            let (rows, columns) = geometry.seen();
            let mut clicked = 0;
            for row in rows {
                for column in columns.clone() {
                    let [x, y] = geometry.at(row as i32, column as i32);
                    let middle = [x + geometry.cell[0] / 2, y + geometry.cell[1] / 2];
                    let (Ok(x), Ok(y)) = (u16::try_from(middle[0]), u16::try_from(middle[1])) else {
                        continue;
                    };
                    if geometry.clip.contains((x, y).into()) {
                        assert_eq!(geometry.hit(x, y), Some([row, column]), "{geometry:?}");
                        clicked += 1;
                    }
                }
            }
            assert!(clicked > 0, "{geometry:?}");
        }
    }

    #[test]
    fn a_click_on_an_exchanged_board_hits_the_cell_that_is_shown_there() {
        let mut geometry = Geometry::fit(Layout::Diamond, [11, 11], 1, [5, 5], Rect::new(0, 0, 80, 40));
        let [x, y] = geometry.at(2, 7);
        geometry.exchanged = true;
        assert_eq!(geometry.at(7, 2), [x, y]);
        assert_eq!(geometry.hit(x as u16, y as u16), Some([7, 2]));
    }

    #[test]
    fn the_focus_can_always_be_seen() {
        let clip = Rect::new(0, 0, 40, 15);
        for focus in [[0, 0], [19, 39], [10, 3], [3, 30]] {
            let geometry = Geometry::fit(Layout::Columns, [20, 40], 1, focus, clip);
            let [x, y] = geometry.at(focus[0] as i32, focus[1] as i32);
            assert!(clip.contains((x as u16, y as u16).into()), "{focus:?}");
        }
    }

    #[test]
    fn a_thumbnail_is_shown_whole_or_not_at_all() {
        for layout in [Layout::Columns, Layout::Diamond, Layout::Panel] {
            for (width, height) in (1..40).flat_map(|width| (1..15).map(move |height| (width, height))) {
                let room = Rect::new(2, 3, width, height);
                let Some(geometry) = Geometry::thumbnail(layout, [5, 6], 3, room) else { continue };
                for (row, column) in [(0, 0), (0, 5), (4, 0), (4, 5)] {
                    let [x, y] = geometry.at(row, column);
                    let right = x + geometry.cell[0] - 1;
                    for x in [x, right] {
                        assert!(room.contains((x as u16, y as u16).into()), "{room:?}: {geometry:?}");
                    }
                }
            }
        }
        let small = Rect::new(0, 0, 11, 5);
        assert!(Geometry::thumbnail(Layout::Columns, [5, 6], 1, small).is_some_and(|drawn| drawn.is_bare));
        assert_eq!(Geometry::thumbnail(Layout::Columns, [6, 6], 1, small), None);
    }

    #[test]
    fn a_panel_is_pushed_toward_the_edge_that_is_clicked() {
        let geometry = Geometry::fit(Layout::Panel, [4, 4], 4, [0, 0], Rect::new(0, 0, 52, 21));
        assert_eq!(geometry.direction(26, 1), Some(Direction::Up));
        assert_eq!(geometry.direction(26, 19), Some(Direction::Down));
        assert_eq!(geometry.direction(8, 10), Some(Direction::Left));
        assert_eq!(geometry.direction(44, 10), Some(Direction::Right));
    }
}
