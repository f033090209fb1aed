//! Wins in one and blocks, in every game for two players.

use super::{after, thought};
use parlor_engines::search::{HexRollout, LineRollout, RandomRollout, Rollout};
use parlor_rules::{Outcome, Player, Position, SplitMix64, Turn, drop, hex};

#[test]
fn classic_wins_and_blocks() {
    for (moves, best) in [("0 5 0 5 0 5", "0"), ("0 5 0 5 0", "0"), ("2 2 3 3", "4"), ("0 0 2 2 1", "3")] {
        let shapes = after(drop::shapes::Position::default(), moves);
        let classic = after(drop::classic::Position::default(), moves);
        // Three in the middle of a row win on either side one move later. Any of these moves is right.
        let fine = |chosen: String| chosen == best || (moves == "2 2 3 3" && "14".contains(&chosen));
        assert!(fine(thought(&shapes, LineRollout, 1, 500).1.to_string()), "shapes {moves}");
        assert!(fine(thought(&classic, LineRollout, 1, 500).1.to_string()), "classic {moves}");
        assert!(fine(thought(&classic, RandomRollout::default(), 1, 500).1.to_string()), "classic {moves}");
    }
}

#[test]
fn growing_wins_and_blocks() {
    for (moves, best) in [
        ("p1:0 p2:1 p1:0 p2:1 p1:0 p2:1", "p1:0"),
        ("p1:0 p2:1 p1:0 p2:1 p1:0", "p2:0"),
        // Only the new column is left.
        ("p1:1 p2:0 p1:2 p2:0 p1:3", "p2:4"),
    ] {
        let position = after(drop::growing::Position::default(), moves);
        assert_eq!(
            thought(&position, RandomRollout { max_plies: 30, max_win_checks: 16 }, 1, 500).1.to_string(),
            best,
            "{moves}"
        );
    }
}

#[test]
fn hex_last_gap() {
    let position = after(hex::Position::new(4, false).unwrap(), "A1 B0 B1 C0 C1 D0");
    assert_eq!(thought(&position, HexRollout::default(), 1, 500).1.to_string(), "D1");
    let position = after(hex::Position::new(4, false).unwrap(), "A1 D0 B1 A0 C1");
    assert_eq!(thought(&position, HexRollout::default(), 1, 500).1.to_string(), "D1");
}

/// Checks every position of random games: a win in one is taken, and no move allows one.
fn check_two_plies<P: Position>(start: &P, rollout: impl Rollout<P> + Clone, plies: usize) {
    let mut told = 0;
    for game in 0..8 {
        let mut rng = SplitMix64::new(game);
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
            let Some(played) = position.sample(&mut rng) else { break };
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
fn two_plies() {
    check_two_plies(&drop::shapes::Position::default(), LineRollout, 40);
    check_two_plies(&drop::classic::Position::default(), LineRollout, 40);
    check_two_plies(
        &drop::growing::Position::default(),
        RandomRollout { max_plies: 30, max_win_checks: 16 },
        40,
    );
    check_two_plies(&hex::Position::new(4, true).unwrap(), HexRollout::default(), 40);
}
