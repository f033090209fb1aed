//! What an engine says about a position, for people and for other programs.

use crate::protocol::{kind_word, outcome_word};
use crate::{Explanation, GameInfo, Session, ValueUnit};
use parlor_engines::{Expectation, Report, Value, ValueKind};
use parlor_rules::Player;
use serde::Serialize;

/// The values of all moves: the object that `parlor analyze --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// The game's name.
    pub game: &'static str,
    /// Who is to move, in games for two.
    pub next: Option<u64>,
    /// The tile whose chance the values are, in games for a goal: after a win, the one after the highest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<u64>,
    /// The engine's name.
    pub engine: String,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time that it took.
    pub seconds: f64,
    /// The moves, best first. The engine has sorted them: it knows which estimates to trust.
    pub moves: Vec<MoveValue>,
    /// What can be said without an engine, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
}

impl Analysis {
    /// Returns what an engine of this name has reported about the position of a session so far.
    pub fn new(session: &dyn Session, engine: &str, report: &Report<String>, seconds: f64) -> Analysis {
        let player = session.turn().player();
        Analysis {
            game: session.info().name,
            next: player.filter(|_| session.info().players == 2).map(Player::number),
            target: session.view().goal.map(|goal| match goal.max >= goal.target {
                true => goal.max.saturating_mul(2),
                false => goal.target,
            }),
            engine: engine.into(),
            nodes: report.nodes,
            seconds,
            moves: report.moves.iter().map(|(text, value)| MoveValue::new(text, *value)).collect(),
            explanation: None,
        }
    }
}

/// A move and its value for the player who makes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveValue {
    /// The move as it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// `exact`, `bound` or `estimate`.
    pub kind: &'static str,
    /// `win`, `draw`, `loss` or `unknown`.
    pub outcome: &'static str,
    /// The plies to the end under best play, if known.
    pub plies: Option<u32>,
    /// The score in the unit of the game.
    pub score: f64,
    #[serde(skip)]
    value: Value,
}

impl MoveValue {
    /// Returns a move with its value.
    pub fn new(text: &str, value: Value) -> MoveValue {
        MoveValue {
            text: text.into(),
            kind: kind_word(value.kind),
            outcome: outcome_word(value.outcome),
            plies: value.plies,
            score: value.score,
            value,
        }
    }

    /// Returns what is known for certain, in words: `wins in 5 moves`, `not proven`.
    pub fn certainty_text(&self, info: &GameInfo) -> String {
        let is_solo = info.players == 1;
        match (self.value.kind, self.value.outcome, self.plies) {
            (ValueKind::Exact, Expectation::Win, Some(1)) if is_solo => "proven: wins at once".into(),
            (ValueKind::Exact, Expectation::Win, _) if is_solo => "proven: a forced win".into(),
            (ValueKind::Exact, Expectation::Loss, None) if is_solo => "proven: lost".into(),
            (ValueKind::Exact, Expectation::Unknown, _) if is_solo => {
                format!("proven: the best chance is {}", chance_text(self.score))
            }
            (ValueKind::Estimate, ..) if is_solo => "estimate".into(),
            (ValueKind::Exact, Expectation::Win, Some(plies)) => format!("wins in {}", moves(plies)),
            (ValueKind::Exact, Expectation::Win, None) => "wins".into(),
            (ValueKind::Exact, Expectation::Loss, Some(plies)) => format!("loses in {}", moves(plies)),
            (ValueKind::Exact, Expectation::Loss, None) => "loses".into(),
            (ValueKind::Exact, Expectation::Draw, _) => "draw".into(),
            (ValueKind::Exact, Expectation::Unknown, _) => "proven".into(),
            (ValueKind::Bound, ..) => "not proven, a bound".into(),
            (ValueKind::Estimate, ..) => "not proven".into(),
        }
    }

    /// Returns the score with its unit: `+1.20 points`, `score 5`, `61.0 % to win`.
    pub fn score_text(&self, info: &GameInfo) -> String {
        match info.values {
            ValueUnit::Points => format!("{:+.2} points", self.score),
            ValueUnit::SolverScore if self.value.kind == ValueKind::Exact => format!("score {}", self.score),
            _ => format!("{:.1} % to win", 100.0 * self.score),
        }
    }
}

/// Returns a chance that is neither certain nor impossible, so that it does not look as if it were.
fn chance_text(chance: f64) -> String {
    match format!("{chance:.4}").as_str() {
        "0.0000" => format!("{chance:.1e}"),
        "1.0000" => format!("1 - {:.1e}", 1.0 - chance),
        rounded => rounded.into(),
    }
}

/// Returns the winner's moves within these plies, in words.
fn moves(plies: u32) -> String {
    match plies.div_ceil(2) {
        1 => "1 move".into(),
        moves => format!("{moves} moves"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game;

    #[test]
    fn chances_of_1024_say_what_is_proven() {
        let info = game("1024").unwrap().info();
        let said = |kind, outcome, plies, score| {
            MoveValue::new("U", Value { kind, outcome, plies, score }).certainty_text(info)
        };
        let exact = |outcome, plies, score| said(ValueKind::Exact, outcome, plies, score);
        assert_eq!(exact(Expectation::Win, Some(1), 1.0), "proven: wins at once");
        assert_eq!(exact(Expectation::Win, None, 1.0), "proven: a forced win");
        assert_eq!(exact(Expectation::Loss, None, 0.0), "proven: lost");
        assert_eq!(exact(Expectation::Unknown, None, 1.0 / 3.0), "proven: the best chance is 0.3333");
        assert_eq!(exact(Expectation::Unknown, None, 1e-10), "proven: the best chance is 1.0e-10");
        assert_eq!(exact(Expectation::Unknown, None, 0.99997), "proven: the best chance is 1 - 3.0e-5");
        assert_eq!(said(ValueKind::Estimate, Expectation::Unknown, None, 0.5), "estimate");
    }
}
