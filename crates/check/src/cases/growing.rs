//! Cases of growing: placements in any order, questions, `clear`, and a board that grows in both directions.

use super::pool::{Feature, Pool};
use super::{Case, ENDINGS, EXAMPLES, RANDOM, REFUSALS, Style, pick};
use parlor_rules::drop::growing::{Board, Tokens};
use parlor_rules::{Player, SplitMix64};

/// How many random games are looked at for what can happen.
const GAMES: usize = 3_000;

type Placement = (Player, usize);

pub(super) fn cases(random: usize, rng: &mut SplitMix64) -> Vec<Case> {
    let mut cases = examples();
    cases.extend(refusals());
    let mut pool: Pool<Vec<Placement>> = Pool::new();
    for number in 0..GAMES {
        let moves = random_game(number, rng);
        pool.add(&moves, moves.len(), &features(&moves));
    }
    for (number, (feature, moves)) in pool.into_shortest().into_iter().enumerate() {
        let mut all = words(&moves);
        all.extend(questions_at_end(&moves));
        cases.push(Case::new(ENDINGS, feature, &all, Style::nth(number)));
    }
    cases.extend(special_endings());
    cases.extend((0..random).map(|number| random_case(number, rng)));
    cases
}

fn words(moves: &[Placement]) -> Vec<String> {
    moves.iter().flat_map(|(player, column)| [format!("p{player}"), column.to_string()]).collect()
}

fn split(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}

/// Every question about a board, also about what is just past it.
fn questions_at_end(moves: &[Placement]) -> Vec<String> {
    let mut board = Board::new(Tokens::default());
    for &(player, column) in moves {
        let _ = board.place(column, player);
    }
    let mut all = split("rows columns");
    for row in 0..=board.rows().min(40) {
        all.extend(["row".into(), row.to_string()]);
    }
    for column in 0..=board.columns().min(40) {
        all.extend(["column".into(), column.to_string()]);
    }
    all.push("print".into());
    all
}

fn examples() -> Vec<Case> {
    let page =
        "p1 0 p2 1 p1 2 p1 3 p1 1 p2 1 p1 1 p2 1 p1 1 p1 4 rows columns row 0 row 5 row 6 column 1 print";
    let won_by_two = "p1 0 p2 1 p2 2 p1 6 p1 6 p1 3 p2 3 p2 3 p2 3 p1 3 p2 4 p1 5 p1 5 p2 5 p1 4 p1 2 p1 2 p1 2 p2 2 \
                      p1 3 p1 3 p2 3 p2 6 p2 4 rows columns";
    [
        ("the board of the page", page),
        ("the second player wins on a board of 8 by 7", won_by_two),
        ("five in a row", "p1 0 p1 1 p1 3 p1 4 p1 2"),
        ("a run does not wrap from column to column", "p2 0 p2 0 p1 0 p1 0 p1 1 p1 1 rows"),
        ("a diagonal of four is no line", "p1 0 p2 1 p1 1 p2 2 p2 2 p1 2 p2 3 p2 3 p1 3 p1 3 rows"),
        ("the other diagonal is no line", "p1 3 p2 2 p1 2 p2 1 p2 1 p1 1 p2 0 p2 0 p1 0 p1 0 rows"),
    ]
    .iter()
    .enumerate()
    .map(|(number, (name, text))| Case::new(EXAMPLES, *name, &split(text), Style::nth(number)))
    .collect()
}

fn refusals() -> Vec<Case> {
    [
        ("an unknown command", "p1 0 hello p2 1 print"),
        ("commands are written small", "P1 p1 0 ROWS rows print"),
        ("a column that is no number", "p1 x p1 0 p2 one p2 1 print"),
        ("a negative column", "p1 -1 p1 0 print"),
        ("a column past 9999", "p1 10000 p1 0 columns print"),
        ("a column past 32 and 64 bits", "p1 4294967296 p2 18446744073709551616 p1 1 columns print"),
        ("rows and columns past 32 bits", "p1 0 row 4294967296 column 4294967296 row 0"),
        ("a row that is no number", "row x row 0 column y column 0"),
        ("rows that do not exist", "row 5 row 6 row -1 row 10000 row 99 row 4"),
        ("columns that do not exist", "column 4 column 5 column -1 column 10000 column 99 column 3"),
        ("nothing is placed after a win", "p1 0 p1 0 p1 0 p1 0 p2 1 p1 2 rows row 0 column 1 print"),
    ]
    .iter()
    .enumerate()
    .map(|(number, (name, text))| Case::new(REFUSALS, *name, &split(text), Style::nth(number)))
    .collect()
}

fn special_endings() -> Vec<Case> {
    [
        (
            "clear restores the first board",
            "p1 0 p2 9 p1 0 p1 0 p2 0 p2 0 p2 0 rows columns clear rows columns row 0 column 0 print",
        ),
        ("clear forgets a win", "p1 0 p1 0 p1 0 p1 0 clear p2 3 p1 0 p1 0 p1 0 print p1 0"),
        ("clear on an empty board", "clear print p1 1 clear clear rows"),
        ("quit ends the program", "p1 0 quit p1 1 rows print"),
        ("questions about an empty board", "rows columns row 0 row 4 row 5 column 0 column 3 column 4 print"),
        (
            "the board grows by a row",
            "p1 0 p2 0 p1 0 p2 0 p1 0 p2 0 p1 0 rows columns column 0 row 5 row 6 row 7",
        ),
        ("the board grows to the right", "p1 7 rows columns column 7 column 8 column 5 row 0 print"),
        (
            "the board grows in both directions",
            "p1 6 p2 6 p1 6 p2 6 p1 6 p2 6 p1 6 p2 8 rows columns row 6 column 6 column 7 print",
        ),
        ("the column of the limit", "p1 9999 columns column 9999 row 0"),
        ("a token far to the right", "p1 120 columns column 120 column 119 column 121"),
        ("a win far to the right", "p2 30 p2 31 p2 33 p2 32"),
        ("a win above the first board", "p1 0 p2 0 p1 0 p2 0 p1 0 p1 0 p1 0 p1 0 rows"),
        (
            "a row above the first board",
            "p1 0 p2 0 p1 0 p2 0 p1 0 p2 1 p1 1 p2 1 p1 1 p2 1 p1 2 p2 2 p1 2 p2 2 p1 2 p2 3 p1 3 p2 3 p1 3 p2 3 p1 0 \
             p1 1 p1 3 p1 2 rows row 5",
        ),
        ("five in a row counts from the middle", "p2 0 p2 1 p2 2 p2 4 p2 5 p2 6 p2 3 row 0"),
        ("one player places again and again", "p1 0 p1 2 p1 4 p1 6 p1 1 p2 3 row 0 print"),
    ]
    .iter()
    .enumerate()
    .map(|(number, (name, text))| Case::new(ENDINGS, *name, &split(text), Style::nth(number)))
    .collect()
}

/// Places at random until somebody wins or the board has become large.
fn random_game(number: usize, rng: &mut SplitMix64) -> Vec<Placement> {
    let mut board = Board::new(Tokens::default());
    let width = [4, 5, 8, 3, 12][number % 5];
    let is_careful = number % 2 == 1;
    let mut moves = Vec::new();
    for _ in 0..60 {
        let mut chosen = None;
        for _ in 0..if is_careful { 10 } else { 1 } {
            let placement = (Player::BOTH[rng.below(2)], rng.below(width));
            chosen = Some(placement);
            let mut tried = board.clone();
            let _ = tried.place(placement.1, placement.0);
            // A careful game waits for a line of five and more.
            if tried.winner().is_none() || tried.line().len() > 4 {
                break;
            }
        }
        let Some((player, column)) = chosen else { break };
        if board.place(column, player).is_err() {
            break;
        }
        moves.push((player, column));
        if board.winner().is_some() {
            break;
        }
    }
    moves
}

/// Returns what happens in a game.
fn features(moves: &[Placement]) -> Vec<Feature> {
    let mut board = Board::new(Tokens::default());
    let mut found: Vec<Feature> = Vec::new();
    for &(player, column) in moves {
        if board.place(column, player).is_err() {
            break;
        }
        if board.winner().is_none() {
            found.extend(diagonal(&board, player, column));
        }
    }
    let Some(winner) = board.winner() else { return found };
    let line = board.line();
    let is_row = line.windows(2).all(|pair| pair[0].row == pair[1].row);
    let is_column = line.windows(2).all(|pair| pair[0].column == pair[1].column);
    let way = match (is_row, is_column) {
        (true, _) => "in a row",
        (_, true) => "in a column",
        _ => "in a row and a column at once",
    };
    found.push(format!("four {way}, p{winner}"));
    if is_row && line.len() > 4 {
        found.push(format!("{} in a row", ["five", "six", "seven and more"][(line.len() - 5).min(2)]));
    }
    if board.rows() > 5 && is_row && line.iter().all(|cell| cell.row == 0) {
        found.push("a row on top of a board that has grown".into());
    }
    if is_row && line.iter().any(|cell| cell.column == 0) {
        found.push("in a row, at the left edge".into());
    }
    if is_row && line.iter().any(|cell| cell.column + 1 == board.columns()) {
        found.push("in a row, at the right edge".into());
    }
    found.sort();
    found.dedup();
    found
}

/// Returns whether a token closes a diagonal of four, which is no line here.
fn diagonal(board: &Board, player: Player, column: usize) -> Option<Feature> {
    let row = board.tokens_in_column(column)? as isize - 1;
    let is_own = |row: isize, column: isize| {
        row >= 0 && column >= 0 && board.token(row as usize, column as usize) == Some(player)
    };
    let run = |rise: isize, sign: isize| {
        let cells = 1..4;
        cells.take_while(|&steps| is_own(row + sign * rise * steps, column as isize + sign * steps)).count()
    };
    let is_diagonal = [1, -1].into_iter().any(|rise| run(rise, 1) + run(rise, -1) >= 3);
    is_diagonal.then(|| "four on a diagonal are no line".into())
}

/// Returns a random case: placements with questions, `clear` and words that are refused among them.
fn random_case(number: usize, rng: &mut SplitMix64) -> Case {
    let mut all = Vec::new();
    for _ in 0..1 + rng.below(3) {
        for placement in random_game(number + rng.below(5), rng) {
            all.extend(words(&[placement]));
            match rng.below(14) {
                0 => all.extend(["row".into(), rng.below(9).to_string()]),
                1 => all.extend(["column".into(), rng.below(9).to_string()]),
                2 => all.push((*pick(rng, &["rows", "columns", "print"])).into()),
                3 if number.is_multiple_of(3) => {
                    let refused = ["p1 x", "p2 -1", "row -1", "column 10000", "help", "p3"];
                    all.extend(split(refused[rng.below(refused.len())]));
                }
                _ => {}
            }
        }
        all.push((*pick(rng, &["clear", "rows", "print"])).into());
    }
    Case::new(RANDOM, format!("game {}", number + 1), &all, Style::nth(number))
}
