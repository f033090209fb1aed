//! Cases of hex: one side plays along a random path, the other anywhere else; games are kept for what their chains need.

use super::pool::{Feature, Pool};
use super::{Case, ENDINGS, EXAMPLES, INPUT, RANDOM, REFUSALS, Style, pick};
use parlor_play::Header;
use parlor_rules::hex::{Board, column_letter};
use parlor_rules::{Cell, Player, SplitMix64};
use std::collections::HashSet;

/// How many random games are looked at for what can happen.
const GAMES: usize = 600;

/// The steps to a cell's neighbors, as rows and columns.
const STEPS: [(isize, isize); 6] = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)];
/// The two steps that are no neighbors, though they are on a square board.
const NO_STEPS: [(isize, isize); 2] = [(-1, -1), (1, 1)];

const PAGE: &str = "A0 B9 B0 C0 B1 B10 C1 D1 C2 D2 D0 E0 D3 C3 C4 B4 B5 E2 A5 E3 D4 E4 D5 E5 D6 E6 D7 E7 D8 E8 D9 E9 \
                    E10 D10";

pub(super) fn cases(header: &Header, side: usize, random: usize, rng: &mut SplitMix64) -> Vec<Case> {
    let mut cases = Vec::new();
    if side == 11 {
        let words: Vec<&str> = PAGE.split_whitespace().collect();
        cases.push(Case::new(EXAMPLES, "X wins with the 34th stone", &words, Style::OneLine));
        cases.push(Case::new(EXAMPLES, "X wins with the 34th stone, a stone a line", &words, Style::Lines));
    }
    let mut pool: Pool<Vec<Cell>> = Pool::new();
    let mut plain: Vec<Cell> = Vec::new();
    for number in 0..(GAMES * 121 / (side * side).max(121)).max(200) {
        let moves = random_game(side, number, rng);
        pool.add(&moves, moves.len(), &features(side, &moves));
        if plain.is_empty() || moves.len() < plain.len() {
            plain = moves;
        }
    }
    cases.extend(refusals(side, &plain));
    for moves in corner_games(side) {
        pool.add(&moves, moves.len(), &features(side, &moves));
    }
    for (number, (feature, moves)) in pool.into_shortest().into_iter().enumerate() {
        cases.push(Case::new(ENDINGS, feature, &words(&moves), Style::nth(number)));
    }
    match header.options.swap {
        true => cases.extend(swaps(side, rng)),
        false if plain.len() > 1 => {
            let mut all = words(&plain);
            all.insert(1, "swap".into());
            cases.push(Case::new(REFUSALS, "swap where there is no swap rule", &all, Style::OneLine));
        }
        false => {}
    }
    cases.push(Case::new(INPUT, "the input ends before the first move", &[""; 0], Style::Lines));
    let half = words(&plain[..plain.len() / 2]);
    cases.push(Case::new(INPUT, "the input ends in mid-game", &half, Style::Lines));
    if plain.len() > 2 {
        let cut = [words(&plain[..1]), vec!["A".into()]].concat();
        cases.push(Case::new(INPUT, "the input ends within a move", &cut, Style::OneLine));
    }
    cases.extend(random_cases(side, random, rng));
    cases
}

fn word(cell: Cell) -> String {
    format!("{}{}", column_letter(cell.column), cell.row)
}

fn words(cells: &[Cell]) -> Vec<String> {
    cells.iter().copied().map(word).collect()
}

/// Plays a game to its end: one player wanders from border to border, the other places beside or far from the path.
fn random_game(side: usize, number: usize, rng: &mut SplitMix64) -> Vec<Cell> {
    let Ok(mut board) = Board::new(side as i64) else { return Vec::new() };
    let walker = Player::BOTH[number % 2];
    let wildness = number / 2 % 4;
    let mut path = path(side, walker, wildness, rng);
    // Out of order now and then: the last stone then joins two chains.
    if number % 3 == 1 {
        for at in (1..path.len()).rev() {
            path.swap(at, rng.below(at + 1));
        }
    }
    let on_path: HashSet<Cell> = path.iter().copied().collect();
    let mut path = path.into_iter();
    let mut moves = Vec::new();
    let mut player = Player::One;
    while board.winner().is_none() {
        let empty: Vec<Cell> = board.cells().filter(|&cell| board.stone(cell).is_none()).collect();
        if empty.is_empty() {
            break;
        }
        let free: Vec<Cell> = empty.iter().copied().filter(|cell| !on_path.contains(cell)).collect();
        let cell = if player == walker {
            path.by_ref().find(|&cell| board.stone(cell).is_none()).unwrap_or_else(|| *pick(rng, &empty))
        } else {
            *pick(rng, if free.is_empty() { &empty } else { &free })
        };
        if board.place(cell, player).is_err() {
            break;
        }
        moves.push(cell);
        player = player.other();
    }
    moves
}

/// Returns a game for each player and each corner, in which a straight chain ends there: no other stone of it touches that
/// border.
fn corner_games(side: usize) -> Vec<Vec<Cell>> {
    // The other player's stones lie apart, on every other line, and join nothing.
    if side < 6 {
        return Vec::new();
    }
    let mut games = Vec::new();
    for (edge, is_backward) in [(0, false), (0, true), (side - 1, false), (side - 1, true)] {
        let along = |step: usize| if is_backward { side - 1 - step } else { step };
        for player in Player::BOTH {
            let place = |line: usize, step: usize| match player {
                Player::One => Cell::new(line, step),
                Player::Two => Cell::new(step, line),
            };
            let chain = (0..side).map(|step| place(edge, along(step)));
            let others: Vec<Cell> =
                (0..side).map(|step| place(if step % 2 == 0 { 2 } else { side - 3 }, step)).collect();
            let mut moves = Vec::new();
            for (step, cell) in chain.enumerate() {
                match player {
                    Player::One => moves.extend([cell, others[step]]),
                    Player::Two => moves.extend([others[step], cell]),
                }
            }
            // The first player wins before the other's last stone.
            if player == Player::One {
                moves.pop();
            }
            games.push(moves);
        }
    }
    games
}

/// Returns a path from one border of a player to the other. A wild one turns back and to the sides.
fn path(side: usize, player: Player, wildness: usize, rng: &mut SplitMix64) -> Vec<Cell> {
    let forward: [(isize, isize); 2] =
        if player == Player::One { [(0, 1), (-1, 1)] } else { [(1, 0), (1, -1)] };
    let start = rng.below(side);
    let mut at = if player == Player::One { Cell::new(start, 0) } else { Cell::new(0, start) };
    let mut path = vec![at];
    for _ in 0..side * side * 4 {
        let is_there = if player == Player::One { at.column + 1 == side } else { at.row + 1 == side };
        if is_there {
            break;
        }
        let (rows, columns) = if rng.below(4) < wildness { *pick(rng, &STEPS) } else { *pick(rng, &forward) };
        if let Some(next) = step(side, at, rows, columns) {
            at = next;
            if !path.contains(&at) {
                path.push(at);
            }
        }
    }
    path
}

fn step(side: usize, from: Cell, rows: isize, columns: isize) -> Option<Cell> {
    let (row, column) = (from.row.checked_add_signed(rows)?, from.column.checked_add_signed(columns)?);
    (row < side && column < side).then(|| Cell::new(row, column))
}

/// Returns whether a player joins two borders, if stones were neighbors by these steps alone.
fn joins(board: &Board, player: Player, along_rows: bool, steps: &[(isize, isize)]) -> bool {
    let side = board.side();
    let place = |cell: Cell| if along_rows { cell.column } else { cell.row };
    let is_own = |cell: &Cell| board.stone(*cell) == Some(player);
    let mut open: Vec<Cell> = board.cells().filter(|cell| place(*cell) == 0 && is_own(cell)).collect();
    let mut seen: HashSet<Cell> = open.iter().copied().collect();
    while let Some(cell) = open.pop() {
        if place(cell) + 1 == side {
            return true;
        }
        for &(rows, columns) in steps {
            if let Some(next) = step(side, cell, rows, columns).filter(is_own)
                && seen.insert(next)
            {
                open.push(next);
            }
        }
    }
    false
}

/// Returns what happens in a game.
fn features(side: usize, moves: &[Cell]) -> Vec<Feature> {
    let Ok(mut board) = Board::new(side as i64) else { return Vec::new() };
    let mut found = Vec::new();
    let mut player = Player::One;
    for (ply, &cell) in moves.iter().enumerate() {
        if board.place(cell, player).is_err() {
            break;
        }
        let letter = parlor_rules::hex::letter(player);
        if board.winner().is_none() && ply + 1 >= side {
            if joins(&board, player, player == Player::Two, &STEPS) {
                found.push(format!("{letter} joins the borders that are not its own"));
            }
            let square: Vec<_> = STEPS.into_iter().chain(NO_STEPS).collect();
            if joins(&board, player, player == Player::One, &square) {
                found.push(format!("{letter} would win if corners touched"));
            }
        }
        player = player.other();
    }
    let Some(winner) = board.winner() else { return found };
    let (letter, along) = (parlor_rules::hex::letter(winner), winner == Player::One);
    found.push(format!("{letter} wins"));
    for left_out in STEPS {
        let (rows, columns) = left_out;
        let opposite = (-rows, -columns);
        let others: Vec<_> = STEPS.into_iter().filter(|&step| step != left_out && step != opposite).collect();
        let name = match left_out {
            (-1, 1) | (1, -1) => "neighbors up right and down left",
            (0, _) => "neighbors left and right",
            _ => "neighbors above and below",
        };
        if !joins(&board, winner, along, &others) {
            found.push(format!("{letter} wins by {name}"));
        }
        let one_less: Vec<_> = STEPS.into_iter().filter(|&step| step != left_out).collect();
        if !joins(&board, winner, along, &one_less) {
            found.push(format!("{letter}'s chain turns back"));
        }
    }
    let backward = if along { [(0, -1), (1, -1)] } else { [(-1, 0), (-1, 1)] };
    let forward: Vec<_> = STEPS.into_iter().filter(|step| !backward.contains(step)).collect();
    if !joins(&board, winner, along, &forward) {
        found.push(format!("{letter}'s chain goes back toward its first border"));
    }
    let last = moves.last().copied().unwrap_or(Cell::new(0, 0));
    found.push(match board.borders(last, winner) {
        [true, true] => format!("{letter} wins on both borders at once"),
        [true, false] => format!("{letter} wins at the first border"),
        [false, true] => format!("{letter} wins at the last border"),
        [false, false] => format!("{letter} wins by joining two chains"),
    });
    let corners = [(0, 0), (0, side - 1), (side - 1, 0), (side - 1, side - 1)];
    for (row, column) in corners {
        let cell = Cell::new(row, column);
        if board.stone(cell) == Some(winner) && last == cell {
            found.push(format!("{letter} wins on the corner {}", word(cell)));
        }
    }
    found.sort();
    found.dedup();
    found
}

fn refusals(side: usize, plain: &[Cell]) -> Vec<Case> {
    let past = column_letter(side.min(25));
    let mut list: Vec<(&str, Vec<String>)> = vec![
        ("a row past the last", vec![format!("A{side}")]),
        ("a small letter", vec!["a0".into()]),
        ("a negative row", vec!["A-1".into()]),
        ("a number alone", vec!["3".into()]),
        ("letters alone", vec!["AB".into()]),
        ("a row with a letter behind it", vec!["A0x".into()]),
        ("a row far out of range", vec!["A99".into()]),
        ("two words, the row out of range", vec!["A".into(), side.to_string()]),
        ("two words, the second no number", vec!["A".into(), "x".into()]),
    ];
    // The pair is one move that is refused: its second word is not played.
    let unused =
        (0..side * side).map(|at| Cell::new(at / side, at % side)).find(|cell| !plain.contains(cell));
    list.extend(unused.map(|cell| ("a letter and then a whole move", vec!["A".into(), word(cell)])));
    if side < 26 {
        list.push(("a column past the last", vec![format!("{past}0")]));
    }
    let mut cases = Vec::new();
    for (number, (name, refused)) in list.into_iter().enumerate() {
        let mut all = words(plain);
        let at = number % all.len().min(3);
        all.splice(at..at, refused);
        cases.push(Case::new(REFUSALS, name, &all, Style::nth(number)));
    }
    if plain.len() > 1 {
        let mut taken = words(plain);
        taken.insert(1, taken[0].clone());
        cases.push(Case::new(REFUSALS, "a cell that is taken by the other", &taken, Style::Lines));
        if plain.len() > 2 {
            let mut own = words(plain);
            own.insert(2, own[0].clone());
            cases.push(Case::new(REFUSALS, "a cell that is taken by oneself", &own, Style::OneLine));
        }
    }
    let apart: Vec<String> = plain
        .iter()
        .flat_map(|cell| [column_letter(cell.column).to_string(), cell.row.to_string()])
        .collect();
    cases.push(Case::new(REFUSALS, "every move as two words", &apart, Style::OneLine));
    cases.push(Case::new(REFUSALS, "every move as two lines", &apart, Style::Lines));
    cases
}

fn swaps(side: usize, rng: &mut SplitMix64) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, cell) in
        [("swap", Cell::new(0, side - 1)), ("swap in the middle", Cell::new(side / 2, side / 3))]
    {
        let mut all = vec![word(cell), "swap".into(), "swap".into()];
        // The rest of a game in which every cell is tried: the taken ones are refused.
        let mut rest: Vec<Cell> = (0..side * side).map(|at| Cell::new(at / side, at % side)).collect();
        for at in (1..rest.len()).rev() {
            rest.swap(at, rng.below(at + 1));
        }
        all.extend(words(&rest));
        cases.push(Case::new(ENDINGS, name, &all, Style::Mixed));
    }
    cases
}

fn random_cases(side: usize, count: usize, rng: &mut SplitMix64) -> Vec<Case> {
    let mut pool: Pool<Vec<Cell>> = Pool::new();
    let mut cases = Vec::new();
    for number in 0..count {
        let candidates: Vec<Vec<Cell>> =
            (0..3).map(|which| random_game(side, number * 5 + which * 7, rng)).collect();
        let rated = candidates.into_iter().map(|moves| (features(side, &moves), moves));
        let best = rated.max_by(|one, two| pool.rarity(&one.0).total_cmp(&pool.rarity(&two.0)));
        let Some((features, moves)) = best else { continue };
        pool.add(&moves, moves.len(), &features);
        let mut all: Vec<String> = Vec::new();
        for (ply, &cell) in moves.iter().enumerate() {
            if number % 3 == 2 && rng.below(8) == 0 {
                let taken = word(*pick(rng, &moves[..ply.max(1)]));
                let refused = [taken, format!("A{side}"), "a0".into(), "7".into(), "A-1".into()];
                let chosen = pick(rng, &refused).clone();
                // The first move can't be taken yet.
                if ply > 0 || chosen != word(moves[0]) {
                    all.push(chosen);
                }
            }
            match number % 4 {
                1 => all.extend([column_letter(cell.column).to_string(), cell.row.to_string()]),
                _ => all.push(word(cell)),
            }
        }
        cases.push(Case::new(RANDOM, format!("game {}", number + 1), &all, Style::nth(number)));
    }
    cases
}
