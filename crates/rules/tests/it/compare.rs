//! The rules against the slow oracles, on random games with wrong moves among them.

use crate::oracle::{self, Refused, Shown};
use parlor_rules::drop::{Column, classic, growing, shapes, super_};
use parlor_rules::{Cell, Outcome, Player, Position, Size, Solo, SplitMix64, Turn, hex, tiles};

/// What the rules show, in the oracle's words.
fn shown<P: Position>(position: &P) -> Shown {
    let setup = position.setup();
    let (status, winner) = match position.turn() {
        Turn::Over(Outcome::Win(winner)) => ("won", Some(winner)),
        Turn::Over(Outcome::Draw) => ("drawn", None),
        Turn::Over(Outcome::Solo(Solo::Won)) => ("won", None),
        Turn::Over(Outcome::Solo(Solo::Lost)) => ("lost", None),
        _ => ("in progress", None),
    };
    Shown {
        rows: setup.cells.len(),
        columns: setup.cells[0].len(),
        board: setup.cells,
        status,
        next: position.turn().player().map(|player| player.number() as u8),
        winner: winner.map(|player| player.number() as u8),
        scores: [0, 0],
        line: position.line().iter().map(|cell| (cell.row, cell.column)).collect(),
        max: 0,
    }
}

/// A random column, now and then one that is not there.
fn column(dice: &mut SplitMix64, columns: usize) -> i64 {
    match dice.below(40) {
        0 => -1,
        1 => columns as i64,
        2 => i64::from(i32::MAX),
        _ => dice.below(columns) as i64,
    }
}

/// Plays columns with wrong ones among them; compares after every move that is made, and at every refusal.
fn drop_games<P: Position<Move = Column>>(
    start: &P,
    columns: usize,
    (games, most): (u64, usize),
    show: impl Fn(&P) -> Shown,
    oracle: impl Fn(&[i64]) -> Result<Shown, Refused>,
) {
    for game in 0..games {
        let mut dice = SplitMix64::at(columns as u64, game);
        let mut position = start.clone();
        let mut moves: Vec<i64> = Vec::new();
        while moves.len() < most {
            let tried = column(&mut dice, columns);
            moves.push(tried);
            let played = usize::try_from(tried).is_ok_and(|tried| position.play(Column(tried)).is_ok());
            match oracle(&moves) {
                Ok(expected) => {
                    assert!(played, "{moves:?} should be legal");
                    assert_eq!(show(&position), expected, "{moves:?}");
                }
                Err(Refused(index)) => {
                    assert!(!played, "{moves:?} should be refused");
                    assert_eq!(index, moves.len() - 1);
                    moves.pop();
                    if position.turn().is_over() {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn classic_is_as_the_oracle_says() {
    for (rows, columns) in [(6, 7), (4, 4), (5, 9), (0, -3)] {
        let start = classic::Position::sized(Size::new(rows, columns)).unwrap();
        let show = |position: &classic::Position| Shown { scores: position.scores(), ..shown(position) };
        let oracle = |moves: &[i64]| oracle::drop::classic(rows, columns, moves);
        drop_games(&start, start.columns(), (60, 100), show, oracle);
    }
}

#[test]
fn super_is_as_the_oracle_says() {
    for (rows, columns) in [(6, 7), (4, 4), (4, 9)] {
        let start = super_::Position::sized(Size::new(rows, columns)).unwrap();
        let show = |position: &super_::Position| Shown { scores: position.scores(), ..shown(position) };
        let oracle = |moves: &[i64]| oracle::drop::super_(rows, columns, moves);
        drop_games(&start, start.columns(), (25, 120), show, oracle);
    }
}

#[test]
fn super_scores_search_by_search_as_the_oracle_says() {
    let mut cascades = 0;
    for game in 0..400 {
        let mut dice = SplitMix64::at(5, game);
        let mut position = super_::Position::default();
        let mut moves = Vec::new();
        while moves.len() < 60 {
            let Some(played) = position.sample(&mut dice) else { break };
            moves.push(played.0 as i64);
            let cascade = position.play(played).unwrap();
            let scored: Vec<[bool; 2]> = cascade.searches.iter().map(|search| search.scored).collect();
            if !scored.is_empty() {
                assert_eq!(scored, oracle::drop::super_searches(6, 7, &moves), "{moves:?}");
                cascades += usize::from(scored.len() > 1);
            }
        }
    }
    assert!(cascades > 20, "only {cascades} cascades were seen");
}

#[test]
fn shapes_is_as_the_oracle_says() {
    for (bins, capacity) in [(6, 4), (5, 4), (9, 7), (1, 1)] {
        let start = shapes::Position::sized(Size::new(capacity, bins)).unwrap();
        let oracle = |moves: &[i64]| {
            let values = oracle::drop::shapes_values(bins, capacity, moves)?;
            let mut shown = oracle::drop::shapes(bins, capacity, moves)?;
            // The values ride along as the tallest thing there is to compare.
            shown.board.push(values.into_iter().flatten().map(u64::from).collect());
            Ok(shown)
        };
        let show = |position: &shapes::Position| {
            let board = position.board();
            let mut shown = shown(position);
            shown.board.push((0..board.bins()).flat_map(|bin| board.values(bin)).map(u64::from).collect());
            shown
        };
        drop_games(&start, start.columns(), (60, 100), show, oracle);
    }
}

/// Each question on any fill of the bins, also ones that no turns lead to.
#[test]
fn shapes_answers_each_question_as_the_oracle_does() {
    use oracle::drop::Question;
    let mut answered = 0;
    for number in 0..20_000 {
        let mut dice = SplitMix64::at(8, number);
        let (bins, capacity) = (5 + dice.below(4), 4 + dice.below(3));
        let fill: Vec<Vec<u8>> = (0..bins)
            .map(|_| (0..dice.below(capacity + 1)).map(|_| [0, 0, 0, 1, 1, 2, 3][dice.below(7)]).collect())
            .collect();
        let slices: Vec<&[u8]> = fill.iter().map(Vec::as_slice).collect();
        let mut board = shapes::Board::from_bins(&slices, capacity as i64).unwrap();
        let bin = dice.below(bins);
        let (question, answer) = match dice.below(4) {
            0 => (Question::Horizontal, board.horizontal(bin)),
            1 => (Question::Vertical, board.vertical(bin)),
            2 => (Question::Diagonal, board.diagonal(bin)),
            _ => (Question::Win, board.win(bin)),
        };
        let (expected, marked) = oracle::drop::shapes_ask(&fill, bin, question);
        assert_eq!(answer.map(|player| player.index() as u8), expected, "{fill:?} {bin}");
        let values: Vec<Vec<u8>> = (0..bins).map(|bin| board.values(bin)).collect();
        assert_eq!(values, marked, "{fill:?} {bin}");
        answered += usize::from(answer.is_some());
    }
    assert!(answered > 500, "only {answered} lines were seen");
}

#[test]
fn growing_is_as_the_oracle_says() {
    for game in 0..150 {
        let mut dice = SplitMix64::at(9, game);
        let mut position = growing::Position::new(growing::Tokens::default(), growing::Order::Free);
        let mut moves: Vec<(u8, i64)> = Vec::new();
        for _ in 0..40 {
            let player = Player::BOTH[dice.below(2)];
            let spread = if dice.below(20) == 0 { 30 } else { 6 };
            let column = dice.below(spread);
            moves.push((player.number() as u8, column as i64));
            let played = position.play(growing::Move { player, column });
            match oracle::drop::growing(&moves) {
                Ok(expected) => {
                    assert!(played.is_ok());
                    assert_eq!(Shown { next: None, ..shown(&position) }, expected, "{moves:?}");
                }
                Err(_) => {
                    assert!(played.is_err());
                    moves.pop();
                }
            }
        }
    }
}

#[test]
fn hex_is_as_the_oracle_says() {
    for game in 0..120 {
        let mut dice = SplitMix64::at(10, game);
        let side = [1, 2, 3, 4, 5, 7, 11][dice.below(7)];
        let swap = dice.below(2) == 0;
        let mut position = hex::Position::new(side as i64, swap).unwrap();
        let mut texts: Vec<String> = Vec::new();
        while !position.turn().is_over() {
            let cell = Cell::new(dice.below(side + 1), dice.below(side + 1).min(25));
            let tried =
                if dice.below(4) == 0 && texts.len() < 3 { hex::Move::Swap } else { hex::Move::Place(cell) };
            texts.push(tried.to_string());
            let played = position.play(tried).is_ok();
            let moves: Vec<&str> = texts.iter().map(String::as_str).collect();
            match oracle::hex::hex(side, swap, &moves) {
                Ok(expected) => {
                    assert!(played, "{moves:?}");
                    let ours = shown(&position);
                    if let Some(winner) = ours.winner {
                        assert!(
                            oracle::hex::is_minimal_chain(side, &ours.board, winner, &ours.line),
                            "{moves:?}"
                        );
                        assert!(ours.line.is_sorted());
                    }
                    assert_eq!(Shown { line: Vec::new(), ..ours }, expected, "{moves:?}");
                }
                Err(_) => {
                    assert!(!played, "{moves:?}");
                    texts.pop();
                }
            }
        }
        assert!(texts.len() <= side * side + 1);
    }
}

#[test]
fn tiles_are_as_the_oracle_says() {
    for game in 0..160 {
        let mut dice = SplitMix64::at(11, game);
        let (rows, columns, target) =
            [(4, 4, 1024), (3, 3, 32), (1, 2, 2), (2, 2, 4), (2, 5, 16), (1, 6, 8), (16, 16, 2)]
                [dice.below(7)];
        let idle = dice.below(2) == 0;
        let size = Size::new(rows as i64, columns as i64);
        let mut position = tiles::Position::new(size, Some(target), idle).unwrap();
        let mut texts: Vec<String> = Vec::new();
        let mut refusals = 0;
        while texts.len() < 120 && refusals < 200 {
            position.continue_after_win();
            let tile = dice.below(12) == 0 || (position.turn() == Turn::Chance && dice.below(12) > 0);
            let tried = if tile {
                tiles::Move::Tile(Cell::new(dice.below(rows + 1), dice.below(columns)))
            } else {
                tiles::Move::Press(tiles::Direction::ALL[dice.below(4)])
            };
            texts.push(tried.to_string());
            let played = position.play(tried).is_ok();
            let moves: Vec<&str> = texts.iter().map(String::as_str).collect();
            match oracle::tiles::tiles(rows, columns, target, idle, &moves) {
                Ok(expected) => {
                    assert!(played, "{moves:?}");
                    let status = if position.has_won() { "won" } else { shown(&position).status };
                    let max = position.panel().max() as u64;
                    let ours = Shown { next: None, status, max, ..shown(&position) };
                    assert_eq!(ours, expected, "{moves:?}");
                }
                Err(_) => {
                    assert!(!played, "{moves:?}");
                    texts.pop();
                    refusals += 1;
                }
            }
        }
    }
}
