//! The review of a game: how it stood after each move, which moves changed that, and how well each side played.
//!
//! Engines value the positions; this says what the values mean. It needs no engine itself, so that a front end can value
//! positions one after the other and show the review as it grows.

use crate::{GameInfo, MoveTarget, PlyKind, Session, ValueUnit, View};
use parlor_engines::{Expectation, Value, ValueKind};
use parlor_rules::Player;
use serde::Serialize;

/// The values of the moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionValues {
    /// How many plies lead to the position.
    pub ply: usize,
    /// Its moves with their values for the player to move, the best first.
    pub moves: Vec<(String, Value)>,
}

/// How a game stood after a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewPoint {
    /// How many plies lead there.
    pub ply: usize,
    /// Which move of the players it follows; 0 for the start.
    pub number: usize,
    /// The chance of player one, 0 to 1.
    pub chance: f64,
    /// Where the point lies in a graph, 0 to 1: the chance, but a proven win that is near lies higher than a far one.
    pub height: f64,
    /// Whether that is proven.
    pub is_proven: bool,
    /// How it stands, in words.
    pub words: String,
}

/// How much a move spoiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Some of the chance.
    Inaccuracy,
    /// Much of the chance, or half the result.
    Mistake,
    /// Most of the chance, or the game.
    Blunder,
}

/// A move that changed how the game stood, and what was better.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurningPoint {
    /// How many plies lead to the position it was made in.
    pub ply: usize,
    /// Which move of the players it was, from 1.
    pub number: usize,
    /// Who made it.
    pub by: u64,
    /// The move.
    pub played: String,
    /// The move that was better.
    pub better: String,
    /// The chance it cost, 0 to 1.
    pub loss: f64,
    /// How much it spoiled.
    pub severity: Severity,
    /// What it gave away and what was better, in words.
    pub words: String,
}

/// The review of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// How it stood at the start and after each move that was valued.
    pub points: Vec<ReviewPoint>,
    /// The moves that changed it, in order.
    pub turning_points: Vec<TurningPoint>,
    /// How well each player played, 0 to 100; none where nothing was to choose.
    pub accuracy: Vec<Option<f64>>,
    /// How many of the players' moves were valued, and how many there are.
    pub valued: [usize; 2],
}

/// The chance that a move has to cost to be a turning point.
const INACCURACY: f64 = 0.1;
const MISTAKE: f64 = 0.2;
const BLUNDER: f64 = 0.4;

impl Review {
    /// Reviews the line of a game. Values of positions that are not on it, and of moves that are not legal there, say
    /// nothing.
    pub fn new(game: &dyn Session, values: &[PositionValues]) -> Review {
        let info = game.info();
        let mut session = game.fork(crate::ForkPoint::Start);
        let mut review = Review {
            points: Vec::new(),
            turning_points: Vec::new(),
            accuracy: Vec::new(),
            valued: [0, game.timeline().player_moves()],
        };
        let (rows, columns) = game.size();
        let cells = rows * columns;
        let mut accuracies = vec![Vec::new(); info.players];
        let mut number = 0;
        for (ply, made) in game.timeline().plies().iter().enumerate() {
            let position = values.iter().find(|position| position.ply == ply);
            if made.kind == PlyKind::Move {
                number += 1;
            }
            if let (PlyKind::Move, Some(by), Some(position)) = (made.kind, made.by, position)
                && let Some(judged) = Judged::new(info, cells, position, &made.text)
            {
                review.valued[0] += 1;
                if review.points.is_empty() {
                    review.points.push(judged.point(info, by, ply, 0, judged.best));
                }
                review.points.push(judged.point(info, by, ply + 1, number, judged.played));
                if position.moves.len() > 1
                    && let Some(own) = accuracies.get_mut(by.index())
                {
                    own.push(accuracy(judged.loss()));
                }
                let view = session.view();
                review.turning_points.extend(judged.turning_point(info, &view, by, ply, number, &made.text));
            }
            if session.play(&made.text).is_err() {
                break;
            }
        }
        let mean = |own: Vec<f64>| (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64);
        review.accuracy = accuracies.into_iter().map(mean).collect();
        review
    }
}

/// Returns where a value lies in a graph. Exact scores of solved games are drawn by how far the end is.
fn height(info: &GameInfo, cells: usize, value: &Value, own: f64) -> f64 {
    let is_score = info.values == ValueUnit::SolverScore && value.kind == ValueKind::Exact;
    if !is_score || value.score == 0.0 {
        return own;
    }
    let nearness = (value.score.abs() / (cells as f64 / 2.0)).min(1.0);
    0.5 + value.score.signum() * (0.2 + 0.3 * nearness)
}

/// A move that was made, beside the best one.
struct Judged<'a> {
    cells: usize,
    best: Value,
    better: &'a str,
    played: Value,
    chances: [f64; 2],
}

impl<'a> Judged<'a> {
    fn new(info: &GameInfo, cells: usize, position: &'a PositionValues, text: &str) -> Option<Judged<'a>> {
        let (better, best) = position.moves.first()?;
        let (_, played) = position.moves.iter().find(|(played, _)| played == text)?;
        let is_known = |value: &Value| *value != Value::UNKNOWN;
        let chances = [chance(info, best), chance(info, played)];
        (is_known(best) && is_known(played)).then_some(Judged {
            cells,
            best: *best,
            better,
            played: *played,
            chances,
        })
    }

    /// The chance that was lost: none by the best move, nor by one that is as good.
    fn loss(&self) -> f64 {
        (self.chances[0] - self.chances[1]).max(0.0)
    }

    fn point(&self, info: &GameInfo, by: Player, ply: usize, number: usize, value: Value) -> ReviewPoint {
        let of_one = |own: f64| if by == Player::One { own } else { 1.0 - own };
        let own = chance(info, &value);
        ReviewPoint {
            ply,
            number,
            chance: of_one(own),
            height: of_one(height(info, self.cells, &value, own)),
            is_proven: value.kind == ValueKind::Exact,
            words: standing(info, by, &value),
        }
    }

    fn turning_point(
        &self,
        info: &GameInfo,
        view: &View,
        by: Player,
        ply: usize,
        number: usize,
        played: &str,
    ) -> Option<TurningPoint> {
        let loss = self.loss();
        let severity = match loss {
            loss if loss >= BLUNDER => Severity::Blunder,
            loss if loss >= MISTAKE => Severity::Mistake,
            loss if loss >= INACCURACY => Severity::Inaccuracy,
            _ => return None,
        };
        Some(TurningPoint {
            ply,
            number,
            by: by.number(),
            played: played.into(),
            better: self.better.into(),
            loss,
            severity,
            words: format!(
                "{}; {}",
                self.given_away(info),
                self.what_was_better(&move_words(info, view, self.better))
            ),
        })
    }

    /// What the move gave away.
    fn given_away(&self, info: &GameInfo) -> String {
        let percents = || {
            let [before, after] = self.chances.map(|chance| (100.0 * chance).round());
            format!("lowered the chance to win from {before} % to {after} %")
        };
        if info.players == 1 || self.best.kind != ValueKind::Exact || self.played.kind != ValueKind::Exact {
            return percents();
        }
        match (self.best.outcome, self.played.outcome) {
            (Expectation::Win, Expectation::Loss) => format!("turned {} into a loss", a_win(&self.best)),
            (Expectation::Win, _) => format!("gave away {}", a_win(&self.best)),
            (Expectation::Draw, Expectation::Loss) => "gave away a draw".into(),
            _ => percents(),
        }
    }

    fn what_was_better(&self, better: &str) -> String {
        match (self.best.kind, self.best.outcome) {
            (ValueKind::Exact, Expectation::Win) => format!("{better} wins"),
            (ValueKind::Exact, Expectation::Draw) => format!("{better} holds the draw"),
            _ => format!("{better} is better"),
        }
    }
}

/// Returns the chance that a value means for the player to move: 1 for a win, 0 for a loss, a half for a draw.
pub fn chance(info: &GameInfo, value: &Value) -> f64 {
    let is_solo = info.players == 1;
    match (value.outcome, value.kind, info.values) {
        (Expectation::Win, ValueKind::Exact | ValueKind::Bound, _) => 1.0,
        (Expectation::Loss, ValueKind::Exact | ValueKind::Bound, _) => 0.0,
        (Expectation::Draw, ValueKind::Exact | ValueKind::Bound, _) if !is_solo => 0.5,
        // A point ahead wins about three games of four.
        (_, _, ValueUnit::Points) => 1.0 / (1.0 + (-value.score).exp()),
        _ => value.score.clamp(0.0, 1.0),
    }
}

/// Returns how accurate a move is that costs this chance, 0 to 100: lichess' curve, in which a tenth of the chance
/// costs a third of the accuracy.
fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Returns how the game stands by a value for this player, in words.
fn standing(info: &GameInfo, by: Player, value: &Value) -> String {
    let own = chance(info, value);
    if info.players == 1 {
        return match (value.kind, value.outcome) {
            (ValueKind::Exact, Expectation::Win) => "a forced win".into(),
            (ValueKind::Exact, Expectation::Loss) => "lost".into(),
            (ValueKind::Exact, _) => format!("{:.0} % to win, proven", 100.0 * own),
            _ => format!("{:.0} % to win, estimated", 100.0 * own),
        };
    }
    let name = |player: Player| info.names.get(player.index()).copied().unwrap_or_default();
    match (value.kind, value.outcome) {
        (ValueKind::Exact, Expectation::Win) => format!("{} wins{}", name(by), in_moves(value)),
        (ValueKind::Exact, Expectation::Loss) => format!("{} wins{}", name(by.other()), in_moves(value)),
        (ValueKind::Exact, Expectation::Draw) => "a draw".into(),
        _ if info.values == ValueUnit::Points => {
            format!("{} {:+.1} points, estimated", name(by), value.score)
        }
        _ => format!("{} {:.0} % to win, estimated", name(by), 100.0 * own),
    }
}

fn a_win(value: &Value) -> String {
    format!("a win{}", in_moves(value))
}

/// Returns ` in 9 moves`, counted in the winner's moves, or nothing where that is not known.
fn in_moves(value: &Value) -> String {
    match value.plies.map(|plies| plies.div_ceil(2)) {
        Some(1) => " in 1 move".into(),
        Some(moves) => format!(" in {moves} moves"),
        None => String::new(),
    }
}

/// Returns a move in words: `column 4`, `F3`, `up`.
fn move_words(info: &GameInfo, view: &View, text: &str) -> String {
    let target = view.move_targets.iter().find(|(_, written)| written == text).map(|(target, _)| target);
    match target {
        Some(MoveTarget::Column(column)) => format!("{} {column}", info.column),
        Some(MoveTarget::Arrow(word) | MoveTarget::Button(word)) => (*word).into(),
        Some(MoveTarget::Cell(_)) | None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, game};

    fn played(name: &str, moves: &str) -> Box<dyn Session> {
        let mut session = game(name).unwrap().start(&Options::default()).unwrap();
        for text in moves.split_whitespace() {
            session.play(text).unwrap();
        }
        session
    }

    fn exact(outcome: Expectation, plies: u32) -> Value {
        Value { kind: ValueKind::Exact, outcome, plies: Some(plies), score: 0.0 }
    }

    fn estimate(score: f64) -> Value {
        Value { kind: ValueKind::Estimate, outcome: Expectation::Unknown, plies: None, score }
    }

    fn values(ply: usize, moves: &[(&str, Value)]) -> PositionValues {
        PositionValues { ply, moves: moves.iter().map(|(text, value)| (text.to_string(), *value)).collect() }
    }

    #[test]
    fn moves_that_change_the_result_are_turning_points() {
        let session = played("classic", "3 0 1");
        let win = exact(Expectation::Win, 17);
        let draw = exact(Expectation::Draw, 38);
        let loss = exact(Expectation::Loss, 8);
        let review = Review::new(
            &*session,
            &[
                values(0, &[("3", win), ("2", draw), ("0", loss)]),
                values(1, &[("3", draw), ("0", loss)]),
                values(2, &[("3", win), ("1", draw), ("2", loss)]),
            ],
        );
        let seen: Vec<_> =
            review.turning_points.iter().map(|point| (point.number, point.words.as_str())).collect();
        assert_eq!(
            seen,
            [
                (2, "gave away a draw; column 3 holds the draw"),
                (3, "gave away a win in 9 moves; column 3 wins")
            ]
        );
        let chances: Vec<f64> = review.points.iter().map(|point| point.chance).collect();
        assert_eq!(chances, [1.0, 1.0, 1.0, 0.5]);
        assert_eq!(review.points[1].words, "Red wins in 9 moves");
        assert!(review.points.iter().all(|point| (0.0..=1.0).contains(&point.height)));
        assert_eq!(review.points[2].words, "Red wins in 4 moves");
        assert_eq!(review.valued, [3, 3]);
        let [Some(one), Some(two)] = review.accuracy[..] else { panic!("both have played") };
        assert!((99.9..=100.0).contains(&accuracy(0.0)) && one > 50.0 && two < 15.0, "{one} {two}");
    }

    #[test]
    fn estimates_are_said_to_be_some() {
        let session = played("hex", "F3 A0");
        let review = Review::new(
            &*session,
            &[
                values(0, &[("F5", estimate(0.7)), ("F3", estimate(0.65))]),
                values(1, &[("B2", estimate(0.6)), ("A0", estimate(0.15))]),
            ],
        );
        assert_eq!(review.turning_points.len(), 1);
        let turn = &review.turning_points[0];
        assert_eq!(turn.words, "lowered the chance to win from 60 % to 15 %; B2 is better");
        assert_eq!((turn.severity, turn.better.as_str(), turn.by), (Severity::Blunder, "B2", 2));
        assert_eq!(review.points[1].words, "O 65 % to win, estimated");
        assert!((review.points[2].chance - 0.85).abs() < 1e-9 && !review.points[2].is_proven);
    }

    #[test]
    fn a_game_for_one_counts_its_chance() {
        let session = played("1024", "@1,1 @0,1 L @2,2 U");
        let forced = Value { kind: ValueKind::Exact, outcome: Expectation::Win, plies: None, score: 1.0 };
        let review = Review::new(
            &*session,
            &[values(2, &[("U", forced), ("L", estimate(0.55))]), values(4, &[("U", forced)])],
        );
        assert_eq!(review.turning_points[0].words, "lowered the chance to win from 100 % to 55 %; up wins");
        assert_eq!(review.points.last().map(|point| point.words.as_str()), Some("a forced win"));
        assert_eq!(review.accuracy.len(), 1);
    }

    #[test]
    fn what_was_not_valued_is_left_out() {
        let session = played("classic", "3 0 1");
        let unknown = values(0, &[("3", Value::UNKNOWN)]);
        let other = values(1, &[("3", exact(Expectation::Draw, 38))]);
        let review = Review::new(&*session, &[unknown, other, values(9, &[])]);
        assert_eq!(review.valued, [0, 3]);
        assert!(review.points.is_empty() && review.turning_points.is_empty());
        assert_eq!(review.accuracy, [None, None]);
    }

    #[test]
    fn points_ahead_are_a_chance() {
        let info = game("super").unwrap().info();
        assert!((chance(info, &estimate(0.0)) - 0.5).abs() < 1e-9);
        assert!(chance(info, &estimate(3.0)) > 0.9 && chance(info, &estimate(-3.0)) < 0.1);
    }
}
