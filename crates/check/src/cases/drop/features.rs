//! What happens in a game: the ways in which it ends, lines that are none, cascades.

use super::super::pool::Feature;
use parlor_rules::drop::lines::{Direction, run_through};
use parlor_rules::drop::super_::Cascade;
use parlor_rules::drop::{Column, DropPosition, Place, Rule, classic, shapes, super_};
use parlor_rules::{Outcome, Player, Position, Turn};

/// A game's effects as cases look at them.
pub(super) trait Effects: Rule {
    /// Returns what a turn did beyond the landed disc, as features; empty if nothing.
    fn features(effect: &Self::Effect) -> Vec<Feature>;

    /// Whether lines end the game.
    const LINES_END: bool;
}

impl Effects for shapes::Shapes {
    const LINES_END: bool = true;
    fn features(_: &Self::Effect) -> Vec<Feature> {
        Vec::new()
    }
}

impl Effects for classic::Classic {
    const LINES_END: bool = true;
    fn features(_: &Self::Effect) -> Vec<Feature> {
        Vec::new()
    }
}

impl Effects for super_::Super {
    const LINES_END: bool = false;
    fn features(cascade: &Cascade) -> Vec<Feature> {
        let mut features = Vec::new();
        let searches = cascade.searches.len();
        match searches {
            0 => return features,
            1 => features.push("a line vanishes".into()),
            _ => features.push(format!("a cascade of {} searches", searches.min(4))),
        }
        if cascade.searches.iter().any(|search| search.scored == [true, true]) {
            features.push("both players score in one search".into());
        }
        let has = |player: Player| cascade.searches.iter().any(|search| search.scored[player.index()]);
        if searches > 1 && has(Player::One) && has(Player::Two) {
            features.push("both players score in one turn".into());
        }
        for search in &cascade.searches {
            let vanished = search.vanished.len();
            let players = search.scored.iter().filter(|&&scored| scored).count();
            if vanished > 4 * players {
                features.push("more than four discs vanish".into());
            }
            if vanished >= 7 && players == 1 {
                features.push("two lines of one player vanish for one point".into());
            }
            if search.falls.iter().any(|fall| fall.from.level - fall.level >= 2) {
                features.push("discs fall two levels and more".into());
            }
            if search.falls.len() >= 3 {
                features.push("several discs fall".into());
            }
        }
        features
    }
}

/// Returns what happens in a game.
pub(super) fn features<R: Effects>(start: &DropPosition<R>, moves: &[usize]) -> Vec<Feature> {
    let mut position = start.clone();
    let mut found: Vec<Feature> = Vec::new();
    for &column in moves {
        let level = position.board().height(column);
        let Ok(effect) = position.play(Column(column)) else { break };
        found.extend(R::features(&effect));
        let place = Place { column, level };
        if R::LINES_END {
            match position.turn() {
                Turn::Over(outcome) => found.extend(end_features(&position, place, outcome)),
                _ => found.extend(wrap_feature(&position, place)),
            }
        }
    }
    if let (false, Turn::Over(outcome)) = (R::LINES_END, position.turn()) {
        found.push(match outcome {
            Outcome::Win(player) => format!("the grid is full and player {player} has more points"),
            _ if position.scores() == [0, 0] => "the grid is full without a point".into(),
            _ => "the grid is full and the points are equal".into(),
        });
    }
    found.sort();
    found.dedup();
    found
}

fn way_name(way: Direction) -> &'static str {
    match way {
        Direction::Horizontal => "in a row",
        Direction::Vertical => "in a column",
        Direction::Rising => "on a rising diagonal",
        Direction::Falling => "on a falling diagonal",
    }
}

/// Returns how a game ended: the directions and lengths of the winning lines and where they lie.
fn end_features<R: Effects>(position: &DropPosition<R>, last: Place, outcome: Outcome) -> Vec<Feature> {
    let board = position.board();
    let (rows, columns) = (position.rows(), position.columns());
    let Outcome::Win(player) = outcome else { return vec!["no line and no room: a draw".into()] };
    let runs = Direction::ALL.iter().filter_map(|&way| run_through(board, last, way));
    let runs: Vec<_> = runs.filter(|run| run.is_line()).collect();
    let mut found = Vec::new();
    for run in &runs {
        let way = way_name(run.direction);
        found.push(format!("four {way}, player {player}"));
        if run.length > 4 {
            found.push(format!("{} {way}", ["five", "six", "seven and more"][(run.length - 5).min(2)]));
        }
        let places: Vec<Place> = run.places().collect();
        let (first, end) = (places[0], places[places.len() - 1]);
        let at = places.iter().position(|&place| place == last).unwrap_or(0);
        found.push(match at {
            0 => format!("{way}, closed at the start"),
            at if at + 1 == places.len() => format!("{way}, closed at the end"),
            _ => format!("{way}, closed in the middle"),
        });
        for (edge, is_there) in [
            ("the left edge", first.column == 0),
            ("the right edge", end.column + 1 == columns),
            ("the bottom", first.level == 0 || end.level == 0),
            ("the top", first.level + 1 == rows || end.level + 1 == rows),
        ] {
            if is_there {
                found.push(format!("{way}, at {edge}"));
            }
        }
        let is_corner = |place: Place| {
            (place.column == 0 || place.column + 1 == columns)
                && (place.level == 0 || place.level + 1 == rows)
        };
        if is_corner(first) || is_corner(end) {
            found.push(format!("{way}, from a corner"));
        }
    }
    if runs.len() > 1 {
        found.push(format!("{} lines at once", ["two", "three", "four"][runs.len().min(4) - 2]));
    }
    for (first, second) in runs.iter().zip(runs.iter().skip(1)) {
        found.push(format!("{} and {} at once", way_name(first.direction), way_name(second.direction)));
    }
    if board.is_full() {
        found.push("a line with the last disc of a full board".into());
    }
    found
}

/// Returns whether four equal discs would stand in a line if the board wrapped around its edges: no line at all.
fn wrap_feature<R: Effects>(position: &DropPosition<R>, last: Place) -> Option<Feature> {
    let board = position.board();
    let (rows, columns) = (position.rows() as isize, position.columns() as isize);
    let owner = |index: isize, by_columns: bool| {
        let (column, level) = match by_columns {
            true => (index.div_euclid(rows), index.rem_euclid(rows)),
            false => (index.rem_euclid(columns), index.div_euclid(columns)),
        };
        let is_inside = (0..columns).contains(&column) && (0..rows).contains(&level);
        is_inside
            .then(|| board.at(column as usize, level as usize))
            .flatten()
            .map(parlor_rules::drop::Disc::player)
    };
    let mover = owner(last.level as isize * columns + last.column as isize, false)?;
    let wraps = |by_columns: bool, step: isize| {
        let at = match by_columns {
            true => last.column as isize * rows + last.level as isize,
            false => last.level as isize * columns + last.column as isize,
        };
        let run = |sign: isize| {
            (1..4).take_while(|&steps| owner(at + sign * steps * step, by_columns) == Some(mover)).count()
        };
        run(1) + run(-1) >= 3
    };
    let is_wrapped = [
        (false, 1),
        (false, columns + 1),
        (false, columns - 1),
        (true, 1),
        (true, rows + 1),
        (true, rows - 1),
    ];
    let (by_columns, step) = is_wrapped.into_iter().find(|&(by_columns, step)| wraps(by_columns, step))?;
    Some(match (by_columns, step) {
        (false, 1) => "four across the end of a row are no line".into(),
        (true, 1) => "four across the end of a column are no line".into(),
        _ => "four across an edge on a diagonal are no line".into(),
    })
}
