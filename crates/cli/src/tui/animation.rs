//! The animation of a move: what the board shows at each moment until the move is complete.

use parlor_play::Step;
use std::time::Duration;

/// An animation of the steps of a move.
#[derive(Debug)]
pub(crate) struct Animation {
    before: Vec<Vec<u64>>,
    phases: Vec<(Step, Duration)>,
    started: Duration,
}

/// The board at a moment of an animation.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(super) cells: Vec<Vec<u64>>,
    /// Moving pieces: row and column in thousandths, and the value of the cell.
    pub(super) moving: Vec<([i32; 2], u64)>,
    pub(super) marks: Vec<[usize; 2]>,
    pub(super) vanishing: Vec<[usize; 2]>,
    pub(super) fresh: Option<[usize; 2]>,
}

impl Animation {
    /// Creates the animation of these steps. None if there is nothing to animate.
    pub(super) fn new(before: Vec<Vec<u64>>, steps: Vec<Step>, now: Duration) -> Option<Animation> {
        let mut phases = Vec::with_capacity(steps.len());
        let mut steps = steps.into_iter().peekable();
        while let Some(step) = steps.next() {
            // A line that vanishes is marked for a moment first. A winning line stays marked anyway.
            let vanishes = matches!(steps.peek(), Some(Step::Score(_)));
            let lasts = lasts(&step, vanishes);
            phases.push((step, lasts));
        }
        let animation = Animation { before, phases, started: now };
        (animation.total() > Duration::ZERO).then_some(animation)
    }

    /// Returns whether the animation has ended.
    pub(super) fn is_over(&self, now: Duration) -> bool {
        now.saturating_sub(self.started) >= self.total()
    }

    fn total(&self) -> Duration {
        self.phases.iter().map(|(_, lasts)| *lasts).sum()
    }

    /// Returns the board at this time.
    pub(super) fn moment(&self, now: Duration) -> Moment {
        let mut left = now.saturating_sub(self.started);
        let mut moment = Moment { cells: self.before.clone(), ..Moment::default() };
        for (step, lasts) in &self.phases {
            if left < *lasts {
                begin(&mut moment, step, left.as_secs_f64() / lasts.as_secs_f64());
                return moment;
            }
            left -= *lasts;
            finish(&mut moment.cells, step);
        }
        moment
    }
}

fn lasts(step: &Step, vanishes: bool) -> Duration {
    Duration::from_millis(match step {
        Step::Grow(_) | Step::Score(_) | Step::Place { .. } => 0,
        Step::Drop { cell: [row, _], .. } => (70.0 * (*row as f64 + 1.0).sqrt()).min(350.0) as u64,
        Step::Mark(_) if vanishes => 350,
        Step::Mark(_) => 0,
        Step::Swap { .. } => 200,
        Step::Vanish(_) | Step::Fall(_) => 200,
        Step::Slide(slid) if slid.is_empty() => 0,
        Step::Slide(_) => 110,
        Step::Appear { .. } => 80,
    })
}

/// Shows a step of which this part is done.
fn begin(moment: &mut Moment, step: &Step, part: f64) {
    match step {
        Step::Drop { cell: [row, column], player } => {
            // A falling disc accelerates.
            let way = (*row as f64 + 1.0) * part * part - 1.0;
            moment.moving.push(([thousandths(way), thousandths(*column as f64)], *player));
        }
        Step::Swap { from, to, player } => {
            set(&mut moment.cells, *from, 0);
            moment.vanishing.push(*from);
            set(&mut moment.cells, *to, *player);
        }
        Step::Mark(cells) => moment.marks.clone_from(cells),
        Step::Vanish(cells) => moment.vanishing.clone_from(cells),
        Step::Fall(falls) => {
            let ways: Vec<_> =
                falls.iter().map(|[from, to]| (*from, *to, get(&moment.cells, *from))).collect();
            travel(moment, &ways, part * part);
        }
        Step::Slide(slid) => {
            let ways: Vec<_> = slid.iter().map(|slid| (slid.from, slid.to, slid.value)).collect();
            travel(moment, &ways, part);
        }
        Step::Appear { cell, value } => {
            set(&mut moment.cells, *cell, *value);
            moment.fresh = Some(*cell);
        }
        Step::Grow(_) | Step::Score(_) | Step::Place { .. } => {}
    }
}

/// Shows pieces between their old and new cells.
fn travel(moment: &mut Moment, ways: &[([usize; 2], [usize; 2], u64)], part: f64) {
    for &(from, to, holds) in ways {
        set(&mut moment.cells, from, 0);
        let between =
            |axis: usize| thousandths(from[axis] as f64 + (to[axis] as f64 - from[axis] as f64) * part);
        moment.moving.push(([between(0), between(1)], holds));
    }
}

/// Applies a complete step to the cells.
fn finish(cells: &mut Vec<Vec<u64>>, step: &Step) {
    match step {
        Step::Grow([rows, columns]) => {
            for row in cells.iter_mut() {
                row.resize((*columns).max(row.len()), 0);
            }
            // Boards grow upward and rows count from the top, so new rows come first.
            while cells.len() < *rows {
                cells.insert(0, vec![0; *columns]);
            }
        }
        Step::Drop { cell, player } | Step::Place { cell, player } => set(cells, *cell, *player),
        Step::Swap { from, to, player } => {
            set(cells, *from, 0);
            set(cells, *to, *player);
        }
        Step::Mark(_) | Step::Score(_) => {}
        Step::Vanish(gone) => gone.iter().for_each(|cell| set(cells, *cell, 0)),
        Step::Fall(falls) => {
            let held: Vec<u64> = falls.iter().map(|[from, _]| get(cells, *from)).collect();
            falls.iter().for_each(|[from, _]| set(cells, *from, 0));
            falls.iter().zip(held).for_each(|([_, to], holds)| set(cells, *to, holds));
        }
        Step::Slide(slid) => {
            slid.iter().for_each(|slid| set(cells, slid.from, 0));
            slid.iter().filter(|slid| !slid.merged).for_each(|slid| set(cells, slid.to, slid.value));
            let merged = slid.iter().filter(|slid| slid.merged);
            merged.for_each(|slid| set(cells, slid.to, slid.value.saturating_mul(2)));
        }
        Step::Appear { cell, value } => set(cells, *cell, *value),
    }
}

fn get(cells: &[Vec<u64>], [row, column]: [usize; 2]) -> u64 {
    cells.get(row).and_then(|row| row.get(column)).copied().unwrap_or(0)
}

fn set(cells: &mut [Vec<u64>], [row, column]: [usize; 2], holds: u64) {
    if let Some(cell) = cells.get_mut(row).and_then(|row| row.get_mut(column)) {
        *cell = holds;
    }
}

fn thousandths(number: f64) -> i32 {
    (number * 1_000.0) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_play::{Command, Header, Options, Table};
    use parlor_rules::Size;

    /// Plays moves, and checks that each animation ends with the board after the move.
    fn check_animations(game: &str, size: Option<Size>, moves: &[&str]) {
        let options = Options { size, swap: game == "hex", ..Options::default() };
        let mut table = Table::open(Header { options, seed: Some(1), ..Header::new(game) }).unwrap();
        let _ = table.settle(0);
        for text in moves {
            let before = table.view().cells;
            let acted = table.act(&Command::Move { by: None, text: text.to_string() }, 0);
            if acted.refusal.is_some() && game == "1024" {
                continue;
            }
            assert_eq!(acted.refusal, None, "{game} {text}");
            let after = table.view().cells;
            let Some(animation) = Animation::new(before, acted.steps, Duration::ZERO) else {
                assert!(matches!(game, "hex" | "growing"), "{game} {text}: no animation");
                continue;
            };
            assert!(!animation.is_over(Duration::ZERO));
            assert!(animation.is_over(animation.total()));
            assert_eq!(animation.moment(animation.total()).cells, after, "{game} {text}");
        }
    }

    #[test]
    fn animations_end_with_the_board() {
        check_animations("classic", None, &["3", "2", "4", "3", "4", "3", "5", "4", "6"]);
        check_animations("shapes", None, &["5", "0", "4", "0", "3", "0", "2"]);
        check_animations("growing", None, &["p1:0", "p2:4", "p1:0", "p2:0", "p1:0", "p2:0", "p1:0", "p2:5"]);
        check_animations("hex", Some(Size::new(5, 5)), &["B3", "swap", "A0"]);
        let cascade = "0 4 2 2 3 6 4 5 5 6 2 3 3 6 1";
        check_animations("super", None, &cascade.split(' ').collect::<Vec<_>>());
        check_animations("1024", Some(Size::new(3, 3)), &["L", "D", "R", "U"].repeat(20));
    }

    #[test]
    fn a_disc_falls_from_above_its_column() {
        let drop = Step::Drop { cell: [3, 2], player: 1 };
        let animation = Animation::new(vec![vec![0; 4]; 4], vec![drop], Duration::ZERO).unwrap();
        let first = animation.moment(Duration::ZERO);
        assert_eq!(first.moving, vec![([-1_000, 2_000], 1)]);
        let later = animation.moment(Duration::from_millis(100));
        assert!((0..3_000).contains(&later.moving[0].0[0]), "{later:?}");
    }
}
