//! Wins in one and blocks, in every game for two.

use super::{after, thought};
use parlor_engines::search::{HexRollout, LineRollout, Plain, PointsRollout, Rollout};
use parlor_rules::{Outcome, Player, Position, SplitMix64, Turn, drop, hex};

#[test]
fn a_line_is_completed_and_blocked() {
    for (moves, best) in [("0 5 0 5 0 5", "0"), ("0 5 0 5 0", "0"), ("2 2 3 3", "4"), ("0 0 2 2 1", "3")] {
        let shapes = after(drop::shapes::Position::default(), moves);
        let classic = after(drop::classic::Position::default(), moves);
        // Three in the middle of a row win on either side one move later: any of these will do.
        let fine = |chosen: String| chosen == best || (moves == "2 2 3 3" && "14".contains(&chosen));
        assert!(fine(thought(&shapes, LineRollout, 1, 500).1.to_string()), "shapes {moves}");
        assert!(fine(thought(&classic, LineRollout, 1, 500).1.to_string()), "classic {moves}");
        assert!(fine(thought(&classic, Plain::default(), 1, 500).1.to_string()), "classic {moves}");
    }
}

/// A game of super ends with a full grid only: what can be had or lost in one move is a point.
#[test]
fn a_point_is_taken_and_denied() {
    for (moves, best) in [("0 6 0 4 0 6", "0"), ("0 6 0 6 0", "0")] {
        let position = after(drop::super_::Position::default(), moves);
        assert_eq!(thought(&position, PointsRollout, 1, 600).1.to_string(), best, "{moves}");
    }
}

#[test]
fn a_growing_line_is_completed_and_blocked() {
    for (moves, best) in [
        ("p1:0 p2:1 p1:0 p2:1 p1:0 p2:1", "p1:0"),
        ("p1:0 p2:1 p1:0 p2:1 p1:0", "p2:0"),
        // Only the column that does not exist yet is left.
        ("p1:1 p2:0 p1:2 p2:0 p1:3", "p2:4"),
    ] {
        let position = after(drop::growing::Position::default(), moves);
        assert_eq!(thought(&position, Plain { cut: 30, look: 16 }, 1, 500).1.to_string(), best, "{moves}");
    }
}

#[test]
fn the_last_gap_in_hex_is_filled_by_whoever_is_to_move() {
    let position = after(hex::Position::new(4, false).unwrap(), "A1 B0 B1 C0 C1 D0");
    assert_eq!(thought(&position, HexRollout::default(), 1, 500).1.to_string(), "D1");
    let position = after(hex::Position::new(4, false).unwrap(), "A1 D0 B1 A0 C1");
    assert_eq!(thought(&position, HexRollout::default(), 1, 500).1.to_string(), "D1");
}

/// Every position of random games: a win in one is taken; where none is, nobody walks into one.
fn sees_what_is_next<P: Position>(start: &P, rollout: impl Rollout<P> + Clone, plies: usize) {
    let mut told = 0;
    for game in 0..8 {
        let mut dice = SplitMix64::new(game);
        let mut position = start.clone();
        for _ in 0..plies {
            let Turn::Player(player) = position.turn() else { break };
            let wins = wins(&position, player);
            let safe: Vec<P::Move> = position
                .moves()
                .filter(|&played| {
                    let mut next = position.clone();
                    next.play_unchecked(played);
                    let wins_now = next.turn() == Turn::Over(Outcome::Win(player.other()));
                    !wins_now && self::wins(&next, player.other()).is_empty()
                })
                .collect();
            let fine = if wins.is_empty() { safe } else { wins };
            if !fine.is_empty() && fine.len() < position.moves().count() {
                told += 1;
                let (report, chosen) = thought(&position, rollout.clone(), game, 600);
                assert!(fine.contains(&chosen), "{chosen}, not {fine:?}: {report:?} {:?}", position.setup());
            }
            let Some(played) = position.sample(&mut dice) else { break };
            position.play_unchecked(played);
        }
    }
    assert!(told > 3, "only {told} positions had something to see");
}

fn wins<P: Position>(position: &P, player: Player) -> Vec<P::Move> {
    let wins = |&played: &P::Move| {
        let mut next = position.clone();
        next.play_unchecked(played);
        next.turn() == Turn::Over(Outcome::Win(player))
    };
    position.moves().filter(wins).collect()
}

#[test]
fn nothing_within_two_plies_is_missed() {
    sees_what_is_next(&drop::shapes::Position::default(), LineRollout, 40);
    sees_what_is_next(&drop::classic::Position::default(), LineRollout, 40);
    sees_what_is_next(&drop::growing::Position::default(), Plain { cut: 30, look: 16 }, 40);
    sees_what_is_next(&hex::Position::new(4, true).unwrap(), HexRollout::default(), 40);
}
