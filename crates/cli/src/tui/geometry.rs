//! Where the cells of a board lie on the screen: drawn from and clicked by the same numbers.

use super::update::Toward;
use parlor_play::Layout;
use ratatui::layout::Rect;

/// A board's place on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    pub(super) layout: Layout,
    /// Rows and columns, a column still to come included.
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// How large a cell is drawn inside.
    pub(super) cell: [i32; 2],
    /// From one cell to the next, across and down.
    pub(super) pitch: [i32; 2],
    /// How much further right each row begins.
    pub(super) shift: i32,
    /// The screen position of the first cell, which may be outside when the board is scrolled.
    pub(super) origin: [i32; 2],
    /// What may be drawn on.
    pub(super) clip: Rect,
    /// Whether there is more of the board to the left, right, top and bottom.
    pub(super) more: [bool; 4],
}

/// How a cell may be drawn: its inside, the pitch, and the shift from row to row.
#[derive(Clone, Copy)]
struct Scale {
    cell: [i32; 2],
    pitch: [i32; 2],
    shift: i32,
    /// Left, top, right, bottom: frame and labels.
    margins: [i32; 4],
}

impl Geometry {
    /// The largest drawing of a board that fits, or the smallest, scrolled so that the focus is seen.
    pub(super) fn fit(
        layout: Layout,
        size: [usize; 2],
        widest: i32,
        focus: [usize; 2],
        clip: Rect,
    ) -> Geometry {
        let [rows, columns] = size;
        let scales = scales(layout, widest);
        let room = [i32::from(clip.width), i32::from(clip.height)];
        let fits = |scale: &&Scale| {
            let [width, height] = scale.total(rows, columns);
            width <= room[0] && height <= room[1]
        };
        let smallest = scales[scales.len() - 1];
        let scale = *scales.iter().find(fits).unwrap_or(&smallest);
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
        Geometry { layout, rows, columns, cell, pitch, shift, origin, clip, more }
    }

    /// The screen position of a cell's inside.
    pub(super) fn at(&self, row: i32, column: i32) -> [i32; 2] {
        [self.origin[0] + self.pitch[0] * column + self.shift * row, self.origin[1] + self.pitch[1] * row]
    }

    /// Arrows at the edges past which there is more of the board.
    pub(super) fn arrows(&self) -> Vec<([u16; 2], Toward)> {
        let Rect { x, y, width, height } = self.clip;
        let places = [
            ([x, y + height / 2], Toward::Left),
            ([x + width - 1, y + height / 2], Toward::Right),
            ([x + width / 2, y], Toward::Up),
            ([x + width / 2, y + height - 1], Toward::Down),
        ];
        places.into_iter().zip(self.more).filter(|(_, more)| *more).map(|(arrow, _)| arrow).collect()
    }

    /// Which rows and columns can be seen at all.
    pub(super) fn seen(&self) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let rows = span(self.origin[1], self.pitch[1], self.clip.y, self.clip.height, self.rows);
        let columns = match self.shift {
            0 => span(self.origin[0], self.pitch[0], self.clip.x, self.clip.width, self.columns),
            _ => 0..self.columns,
        };
        (rows, columns)
    }

    /// The cell under a screen position, its share of the lines around it included.
    pub(super) fn hit(&self, x: u16, y: u16) -> Option<[usize; 2]> {
        if !self.clip.contains((x, y).into()) {
            return None;
        }
        let margin = if self.pitch[1] > self.cell[1] { 1 } else { 0 };
        let down = i32::from(y) - self.origin[1] + margin;
        let row = match self.layout {
            // A column is hit anywhere between its arrow and its number.
            Layout::Columns => (down.div_euclid(self.pitch[1])).clamp(0, self.rows as i32 - 1),
            _ => down.div_euclid(self.pitch[1]),
        };
        let left = self.origin[0] + self.shift * row;
        let column =
            (i32::from(x) - left + i32::from(self.pitch[0] > self.cell[0])).div_euclid(self.pitch[0]);
        let row = usize::try_from(row).ok().filter(|&row| row < self.rows)?;
        let column = usize::try_from(column).ok().filter(|&column| column < self.columns)?;
        Some([row, column])
    }

    /// Which way from the middle of the board a screen position lies: up, down, left or right.
    pub(super) fn toward(&self, x: u16, y: u16) -> Option<Toward> {
        self.hit(x, y)?;
        let width = self.pitch[0] * self.columns as i32;
        let height = self.pitch[1] * self.rows as i32;
        // Twice the distance from the middle, as shares of the board's sides.
        let across = (2 * (i32::from(x) - self.origin[0]) - width) * height;
        let down = (2 * (i32::from(y) - self.origin[1]) - height) * width;
        Some(match (across.abs() > down.abs(), across > 0, down > 0) {
            (true, false, _) => Toward::Left,
            (true, true, _) => Toward::Right,
            (false, _, false) => Toward::Up,
            (false, _, true) => Toward::Down,
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

/// The ways to draw a board, largest first; `widest` is the room a cell's text needs.
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

/// Which of the cells along one side can be seen.
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
    fn the_focus_can_always_be_seen() {
        let clip = Rect::new(0, 0, 40, 15);
        for focus in [[0, 0], [19, 39], [10, 3], [3, 30]] {
            let geometry = Geometry::fit(Layout::Columns, [20, 40], 1, focus, clip);
            let [x, y] = geometry.at(focus[0] as i32, focus[1] as i32);
            assert!(clip.contains((x as u16, y as u16).into()), "{focus:?}");
        }
    }

    #[test]
    fn a_panel_is_pushed_toward_the_edge_that_is_clicked() {
        let geometry = Geometry::fit(Layout::Panel, [4, 4], 4, [0, 0], Rect::new(0, 0, 52, 21));
        assert_eq!(geometry.toward(26, 1), Some(Toward::Up));
        assert_eq!(geometry.toward(26, 19), Some(Toward::Down));
        assert_eq!(geometry.toward(8, 10), Some(Toward::Left));
        assert_eq!(geometry.toward(44, 10), Some(Toward::Right));
    }
}
