//! Compares the rules with the slow oracles on random games, with illegal moves among them.

use crate::oracle::{self, Refused, Shown};
use parlor_rules::drop::{Column, classic, growing, shapes, super_};
use parlor_rules::{Cell, Outcome, Player, Position, Size, Solo, SplitMix64, Turn, hex, tiles};

/// Returns what the rules show, in the oracle's format.
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

/// Returns a random column, sometimes one that does not exist.
fn column(rng: &mut SplitMix64, columns: usize) -> i64 {
    match rng.below(40) {
        0 => -1,
        1 => columns as i64,
        2 => i64::from(i32::MAX),
        _ => rng.below(columns) as i64,
    }
}

/// Plays random columns, with illegal ones among them, and compares after every move and every refusal.
fn drop_games<P: Position<Move = Column>>(
    start: &P,
    columns: usize,
    (games, max_plies): (u64, usize),
    show: impl Fn(&P) -> Shown,
    oracle: impl Fn(&[i64]) -> Result<Shown, Refused>,
) {
    for game in 0..games {
        let mut rng = SplitMix64::at(columns as u64, game);
        let mut position = start.clone();
        let mut moves: Vec<i64> = Vec::new();
        while moves.len() < max_plies {
            let tried = column(&mut rng, columns);
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
fn classic_matches_the_oracle() {
    for (rows, columns) in [(6, 7), (4, 4), (5, 9), (0, -3)] {
        let start = classic::Position::sized(Size::new(rows, columns)).unwrap();
        let show = |position: &classic::Position| Shown { scores: position.scores(), ..shown(position) };
        let oracle = |moves: &[i64]| oracle::drop::classic(rows, columns, moves);
        drop_games(&start, start.columns(), (60, 100), show, oracle);
    }
}

#[test]
fn super_matches_the_oracle() {
    for (rows, columns) in [(6, 7), (4, 4), (4, 9)] {
        let start = super_::Position::sized(Size::new(rows, columns)).unwrap();
        let show = |position: &super_::Position| Shown { scores: position.scores(), ..shown(position) };
        let oracle = |moves: &[i64]| oracle::drop::super_(rows, columns, moves);
        drop_games(&start, start.columns(), (25, 120), show, oracle);
    }
}

#[test]
fn super_searches_match_the_oracle() {
    let mut cascades = 0;
    for game in 0..400 {
        let mut rng = SplitMix64::at(5, game);
        let mut position = super_::Position::default();
        let mut moves = Vec::new();
        while moves.len() < 60 {
            let Some(played) = position.sample(&mut rng) else { break };
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
fn shapes_matches_the_oracle() {
    for (bins, capacity) in [(6, 4), (5, 4), (9, 7), (1, 1)] {
        let start = shapes::Position::sized(Size::new(capacity, bins)).unwrap();
        let oracle = |moves: &[i64]| {
            let values = oracle::drop::shapes_values(bins, capacity, moves)?;
            let mut shown = oracle::drop::shapes(bins, capacity, moves)?;
            // The values are appended as one more row, so that they are compared too.
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

/// Compares each query on random fills of the bins, also ones that no game reaches.
#[test]
fn shapes_queries_match_the_oracle() {
    use oracle::drop::LineQuery;
    let mut answered = 0;
    for number in 0..20_000 {
        let mut rng = SplitMix64::at(8, number);
        let (bins, capacity) = (5 + rng.below(4), 4 + rng.below(3));
        let fill: Vec<Vec<u8>> = (0..bins)
            .map(|_| (0..rng.below(capacity + 1)).map(|_| [0, 0, 0, 1, 1, 2, 3][rng.below(7)]).collect())
            .collect();
        let slices: Vec<&[u8]> = fill.iter().map(Vec::as_slice).collect();
        let mut board = shapes::Board::from_bins(&slices, capacity as i64).unwrap();
        let bin = rng.below(bins);
        let (query, answer) = match rng.below(4) {
            0 => (LineQuery::Horizontal, board.horizontal(bin)),
            1 => (LineQuery::Vertical, board.vertical(bin)),
            2 => (LineQuery::Diagonal, board.diagonal(bin)),
            _ => (LineQuery::Win, board.win(bin)),
        };
        let (expected, marked) = oracle::drop::shapes_query(&fill, bin, query);
        assert_eq!(answer.map(|player| player.index() as u8), expected, "{fill:?} {bin}");
        let values: Vec<Vec<u8>> = (0..bins).map(|bin| board.values(bin)).collect();
        assert_eq!(values, marked, "{fill:?} {bin}");
        answered += usize::from(answer.is_some());
    }
    assert!(answered > 500, "only {answered} lines were seen");
}

#[test]
fn growing_matches_the_oracle() {
    for game in 0..150 {
        let mut rng = SplitMix64::at(9, game);
        let mut position = growing::Position::new(growing::Tokens::default(), growing::Order::Free);
        let mut moves: Vec<(u8, i64)> = Vec::new();
        for _ in 0..40 {
            let player = Player::BOTH[rng.below(2)];
            let spread = if rng.below(20) == 0 { 30 } else { 6 };
            let column = rng.below(spread);
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
fn hex_matches_the_oracle() {
    for game in 0..120 {
        let mut rng = SplitMix64::at(10, game);
        let side = [1, 2, 3, 4, 5, 7, 11][rng.below(7)];
        let swap = rng.below(2) == 0;
        let mut position = hex::Position::new(side as i64, swap).unwrap();
        let mut texts: Vec<String> = Vec::new();
        while !position.turn().is_over() {
            let cell = Cell::new(rng.below(side + 1), rng.below(side + 1).min(25));
            let tried =
                if rng.below(4) == 0 && texts.len() < 3 { hex::Move::Swap } else { hex::Move::Place(cell) };
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
fn tiles_match_the_oracle() {
    for game in 0..160 {
        let mut rng = SplitMix64::at(11, game);
        let (rows, columns, target) =
            [(4, 4, 1024), (3, 3, 32), (1, 2, 2), (2, 2, 4), (2, 5, 16), (1, 6, 8), (16, 16, 2)]
                [rng.below(7)];
        let idle = rng.below(2) == 0;
        let size = Size::new(rows as i64, columns as i64);
        let mut position = tiles::Position::new(size, Some(target), idle).unwrap();
        let mut texts: Vec<String> = Vec::new();
        let mut refusals = 0;
        while texts.len() < 120 && refusals < 200 {
            position.continue_after_win();
            let tile = rng.below(12) == 0 || (position.turn() == Turn::Chance && rng.below(12) > 0);
            let tried = if tile {
                tiles::Move::Tile(Cell::new(rng.below(rows + 1), rng.below(columns)))
            } else {
                tiles::Move::Press(tiles::Direction::ALL[rng.below(4)])
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
