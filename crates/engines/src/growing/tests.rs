//! Tests of the growing engines.

use super::board::{Board, columns_of};
use super::immediate::ImmediateWins;
use crate::{Engine, EngineRegistry, Expectation, Limits, Report, Settings, StopFlag, ValueKind};
use parlor_rules::drop::growing::{Move, Order, Position, Tokens};
use parlor_rules::{Outcome, Player, Position as _, Setup, SplitMix64, Turn};

fn nodes(nodes: u64) -> Limits {
    Limits { time: None, nodes: Some(nodes) }
}

fn engine(name: &str, seed: u64) -> Box<dyn Engine<Position>> {
    (Position::engine(name).unwrap().make)(&Settings { memory: 1 << 20, ..Settings::seeded(seed) })
}

/// Returns the chosen move and the last report.
fn asked(name: &str, position: &Position, limits: Limits) -> (Move, Report<Move>) {
    let mut last = None;
    let chosen = engine(name, 1).think(position, &limits, &StopFlag::default(), &mut |report| {
        last = Some(report.clone());
    });
    (chosen.unwrap(), last.unwrap())
}

/// Returns the position after these columns, with alternating turns.
pub(super) fn after(columns: &[usize]) -> Position {
    let mut position = Position::default();
    for &column in columns {
        let player = position.turn().player().unwrap();
        position.play(Move { player, column }).unwrap();
    }
    position
}

/// Returns unfinished positions of random games with fewer than `most` moves.
pub(super) fn positions(count: usize, most: usize, seed: u64) -> impl Iterator<Item = Position> {
    let mut rng = SplitMix64::new(seed);
    std::iter::repeat_with(move || {
        let mut position = Position::default();
        for _ in 0..rng.below(most) {
            let Some(played) = position.sample(&mut rng) else { break };
            position.play(played).unwrap();
        }
        position
    })
    .filter(|position| !position.turn().is_over())
    .take(count)
}

fn wins(position: &Position, played: Move) -> bool {
    let mut next = position.clone();
    next.play(played).unwrap();
    next.turn() == Turn::Over(Outcome::Win(played.player))
}

/// Returns the columns where this player would win at once, by the rules of the free board.
fn winning_columns(position: &Position, player: Player) -> Vec<usize> {
    let columns = position.moves().map(|played| played.column);
    let wins = |column: &usize| {
        let mut board = position.board().clone();
        board.place(*column, player).unwrap();
        board.winner() == Some(player)
    };
    columns.filter(wins).collect()
}

/// Returns the result for the player to move (1, 0 or -1) and its plies, by plain minimax to a depth.
fn minimax(position: &mut Position, depth: u32) -> (i32, u32) {
    match position.turn() {
        Turn::Over(outcome) => return (outcome.value_for(outcome.winner().unwrap().other()), 0),
        _ if depth == 0 => return (0, 0),
        _ => {}
    }
    let moves: Vec<Move> = position.moves().collect();
    let values = moves.into_iter().map(|played| {
        let did = position.play(played).unwrap();
        let (value, plies) = minimax(position, depth - 1);
        position.undo(played, did);
        (-value, plies + 1)
    });
    values.max_by_key(|&(value, plies)| (value, -value * plies as i32)).unwrap()
}

#[test]
fn bitboard_matches_the_rules() {
    let mut rng = SplitMix64::new(3);
    for _ in 0..300 {
        let mut position = Position::default();
        let mut board = Board::of(&position);
        let mut done = Vec::new();
        while let Turn::Player(player) = position.turn() {
            if done.len() > 40 {
                break;
            }
            assert_eq!(board.next(), player.index());
            assert_eq!(board.columns(), position.board().columns());
            let legal: Vec<usize> = position.moves().map(|played| played.column).collect();
            assert_eq!(columns_of(board.playable()).collect::<Vec<_>>(), legal);
            for player in Player::BOTH {
                let wins: Vec<usize> = columns_of(board.wins(player.index())).collect();
                assert_eq!(wins, winning_columns(&position, player), "{position:?}");
            }
            let fresh = Board::of(&position);
            assert_eq!((fresh.key(), fresh.evaluation()), (board.key(), board.evaluation()));
            let played = position.sample(&mut rng).unwrap();
            done.push((played.column, board.clone(), board.play(played.column)));
            position.play(played).unwrap();
            assert_eq!(Some(board.height(played.column)), position.board().tokens_in_column(played.column));
        }
        for (column, before, undo) in done.into_iter().rev() {
            board.undo(column, undo);
            assert_eq!((board.key(), board.evaluation()), (before.key(), before.evaluation()));
            assert_eq!((board.wins(0), board.wins(1)), (before.wins(0), before.wins(1)));
            assert_eq!((board.columns(), board.next()), (before.columns(), before.next()));
        }
    }
}

#[test]
fn keys_ignore_move_order() {
    let key = |columns: &[usize]| Board::of(&after(columns)).key();
    assert_eq!(key(&[0, 1, 2]), key(&[2, 1, 0]));
    assert_ne!(key(&[0, 1]), key(&[1, 0]));
    assert_ne!(key(&[]), key(&[0]));
}

#[test]
fn immediate_wins_match_the_rules() {
    for position in positions(2_000, 60, 9) {
        let immediate = ImmediateWins::of(&position).unwrap();
        assert_eq!(immediate.wins, winning_columns(&position, immediate.player));
        assert_eq!(immediate.losses, winning_columns(&position, immediate.player.other()));
    }
}

#[test]
fn wins_and_blocks() {
    let mut seen = [0, 0];
    for position in positions(3_000, 40, 5) {
        let player = position.turn().player().unwrap();
        let own = winning_columns(&position, player);
        let others = winning_columns(&position, player.other());
        for name in ["medium", "strong"] {
            if !own.is_empty() {
                let (chosen, report) = asked(name, &position, nodes(40));
                assert!(wins(&position, chosen), "{name} {position:?}");
                assert_eq!((report.value.outcome, report.value.plies), (Expectation::Win, Some(1)));
                seen[0] += 1;
            } else if let [block] = others[..] {
                let (chosen, _) = asked(name, &position, nodes(40));
                // If the block loses too, any move is right.
                assert!(
                    chosen.column == block || minimax(&mut position.clone(), 4).0 < 0,
                    "{name} {position:?}"
                );
                seen[1] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}

#[test]
fn open_three() {
    // Two R on the bottom row with room on both sides. A third one makes a double threat.
    let position = after(&[1, 1, 2, 2]);
    let (chosen, report) = asked("strong", &position, nodes(2_000));
    assert_eq!(chosen.column, 3);
    assert_eq!(
        (report.value.kind, report.value.outcome, report.value.plies),
        (ValueKind::Exact, Expectation::Win, Some(3))
    );
    // The new column is as good as the others.
    let position = after(&[2, 2, 3, 3]);
    let (_, report) = asked("strong", &position, nodes(2_000));
    assert_eq!((report.value.outcome, report.value.plies), (Expectation::Win, Some(3)));
    assert!(report.moves.iter().any(|(played, value)| played.column == 4 && value.kind == ValueKind::Exact));
}

#[test]
fn prevents_a_double_threat() {
    let position = after(&[1, 1, 2]);
    let (chosen, report) = asked("strong", &position, nodes(20_000));
    assert!([0, 3, 4].contains(&chosen.column), "{chosen}");
    let lost = report.moves.iter().filter(|(_, value)| value.outcome == Expectation::Loss).count();
    assert!(lost >= 2, "{report:?}");
}

#[test]
fn stacked_gaps() {
    // R has three in two rows and may play below the gaps. Y has to fill the lower gap.
    let rows = ["........", "22......", "111.....", "111..2..", "212..2.2"];
    let cells = rows.map(|row| row.bytes().map(|cell| u64::from(cell.saturating_sub(b'0'))).collect());
    let setup = Setup { cells: cells.to_vec(), next: None, scores: [0, 0] };
    let position = Position::default().set_up(&setup).unwrap();
    let (chosen, report) = asked("strong", &position, nodes(5_000));
    assert_eq!((chosen.column, report.value.outcome, report.value.plies), (3, Expectation::Win, Some(3)));
}

#[test]
fn proofs_match_minimax() {
    let mut found = [0, 0, 0];
    for position in positions(150, 26, 21) {
        let depth = if position.board().columns() > 6 { 4 } else { 5 };
        let (value, plies) = minimax(&mut position.clone(), depth);
        let (_, report) = asked("strong", &position, nodes(60_000));
        let reported = report.value;
        let expected = match value {
            1 => Some((Expectation::Win, Some(plies))),
            -1 => Some((Expectation::Loss, Some(plies))),
            _ => None,
        };
        if let Some(expected) = expected {
            assert_eq!(
                (reported.kind, (reported.outcome, reported.plies)),
                (ValueKind::Exact, expected),
                "{position:?}"
            );
        } else if reported.plies.is_some() {
            assert!(reported.plies > Some(depth), "{reported:?} {position:?}");
        }
        for (played, reported) in report.moves {
            let mut next = position.clone();
            next.play(played).unwrap();
            let (value, plies) = minimax(&mut next, depth - 1);
            match reported.outcome {
                Expectation::Win if reported.plies <= Some(depth) => {
                    assert_eq!(value, -1, "{played} {position:?}")
                }
                Expectation::Loss if reported.plies <= Some(depth) => {
                    assert_eq!(value, 1, "{played} {position:?}")
                }
                Expectation::Draw => assert_eq!(value, 0, "{played} {position:?}"),
                _ if plies <= 1 && value != 0 => panic!("{played} is decided: {position:?}"),
                _ => {}
            }
        }
        found[(value + 1) as usize] += 1;
    }
    assert!(found.iter().all(|&count| count > 1), "{found:?}");
}

#[test]
fn node_limit_is_deterministic() {
    for position in positions(20, 20, 2) {
        for name in ["easy", "medium", "strong"] {
            assert_eq!(asked(name, &position, nodes(3_000)), asked(name, &position, nodes(3_000)));
        }
        let mut engine = engine("strong", 4);
        let mut think = || engine.think(&position, &nodes(500), &StopFlag::default(), &mut |_| {});
        assert_eq!(think(), think());
    }
}

#[test]
fn stop_flag() {
    let stop = StopFlag::default();
    stop.stop();
    for name in ["easy", "medium", "strong"] {
        let mut nodes_searched = 0;
        let endless = Limits { time: None, nodes: Some(u64::MAX) };
        let chosen = engine(name, 1)
            .think(&Position::default(), &endless, &stop, &mut |report| nodes_searched = report.nodes);
        assert!(chosen.is_some() && nodes_searched < 200, "{name} {nodes_searched}");
    }
}

#[test]
fn node_limit() {
    for position in positions(10, 20, 8) {
        let (_, report) = asked("strong", &position, nodes(5_000));
        assert!(report.nodes < 5_100, "{}", report.nodes);
    }
}

#[test]
fn reports_list_the_legal_moves() {
    for position in positions(60, 40, 13) {
        for name in ["easy", "medium", "strong"] {
            let limits = nodes(800);
            let chosen = engine(name, 1).think(&position, &limits, &StopFlag::default(), &mut |report| {
                let mut reported: Vec<Move> = report.moves.iter().map(|&(played, _)| played).collect();
                reported.sort();
                assert_eq!(reported, position.moves().collect::<Vec<_>>());
                let mut after = position.clone();
                report.line.iter().for_each(|&played| assert!(after.play(played).is_ok()));
                assert_eq!(report.line[0], report.moves[0].0);
                let scores = report.moves.iter().all(|(_, value)| (0.0..=1.0).contains(&value.score));
                assert!(scores && !report.line.is_empty());
            });
            assert!(chosen.is_some_and(|chosen| position.check(chosen).is_ok()));
        }
    }
}

#[test]
fn finished_game() {
    let position = after(&[0, 1, 0, 1, 0, 1, 0]);
    for name in ["easy", "medium", "strong"] {
        assert_eq!(engine(name, 1).think(&position, &nodes(10), &StopFlag::default(), &mut |_| {}), None);
    }
}

/// Creates a board with these discs and alternating turns from now on.
fn free(discs: impl IntoIterator<Item = (Player, usize)>) -> Position {
    let mut position = Position::new(Tokens::default(), Order::Free);
    for (player, column) in discs {
        position.play(Move { player, column }).unwrap();
    }
    position.alternating()
}

#[test]
fn any_board_size() {
    let (one, two) = (Player::One, Player::Two);
    let far = free([(one, 9_999)]);
    let nearly_far = free([(one, 9_990), (two, 0)]);
    let tower = free((0..10_000).map(|disc| (Player::BOTH[disc % 2], 3)));
    let towers = free((0..19_998).map(|disc| (Player::BOTH[disc % 2], disc / 2 % 2 * 7)));
    let wide = free((0..300).map(|disc| (Player::BOTH[disc / 2 % 2], disc)));
    for position in [far, nearly_far, tower, towers, wide] {
        for name in ["easy", "medium", "strong"] {
            let (chosen, report) = asked(name, &position, nodes(300));
            assert_eq!(position.check(chosen), Ok(()));
            assert_eq!(report.moves.len(), position.moves().count());
        }
    }
}

#[test]
fn wins_outside_the_window() {
    let (one, two) = (Player::One, Player::Two);
    let three = |player| (10..13).map(move |column| (player, column));
    let win = free(three(one).chain([(two, 500)]));
    let (chosen, report) = asked("strong", &win, nodes(100));
    assert!(wins(&win, chosen));
    assert_eq!(report.value.plies, Some(1));
    // Player two is to move after player one's last disc. The row is blocked on one side, so one cell is left
    // to fill.
    let block = free([(two, 9)].into_iter().chain(three(one)).chain([(two, 500), (one, 700)]));
    for name in ["medium", "strong"] {
        assert_eq!(asked(name, &block, nodes(100)).0.column, 13);
    }
    // Nothing else is reported as proven there.
    let open = free((0..2).map(|column| (one, 400 + column)).chain([(two, 9)]));
    let (_, report) = asked("strong", &open, nodes(2_000));
    assert!(report.moves.iter().all(|(_, value)| value.kind != ValueKind::Exact), "{:?}", report.value);
}
