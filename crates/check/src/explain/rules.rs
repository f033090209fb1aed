//! The rule that was broken, in words: from what the last word should have done and what was printed instead.

use super::replay_prefix::{Effect, Moment};
use crate::compare::Difference;
use crate::recognize::{Item, Kind};
use parlor_play::{Dialogue, GameInfo, Step};

/// Returns the rule that a difference breaks.
pub(super) fn rule(moment: &Moment, difference: &Difference) -> String {
    let info = moment.session.info();
    let printed = difference.printed.as_ref();
    let expected = difference.expected.as_ref();
    if printed.is_some_and(claims_end) && !moment.session.turn().is_over() {
        return if printed.is_some_and(is_draw) && !info.points { no_draw(info) } else { no_win(info) };
    }
    if let (Some(expected), Some(printed)) = (expected, printed)
        && differs_in_spaces(expected, printed)
    {
        return format!("only the spaces differ: {}", layout(info));
    }
    let is_kind = |item: Option<&Item>, kind: Kind| item.is_some_and(|item| item.kind == kind);
    if difference.is_about_labels && printed.is_some() {
        return labels(info).into();
    }
    match &moment.effect {
        Effect::Start | Effect::Refused(_) | Effect::Full(_)
            if is_kind(expected, Kind::Turn) && is_kind(printed, Kind::Turn) =>
        {
            TURNS.into()
        }
        Effect::Played(_) if is_kind(printed, Kind::Refusal) && is_kind(expected, Kind::Row) => {
            not_refused(info).into()
        }
        Effect::Start => FIRST_BOARD.into(),
        Effect::Full(what) => refused(info, what, true),
        Effect::Refused(what) => refused(info, what, false),
        Effect::Asked(question) => answer(question),
        Effect::Cleared => {
            "clear restores the board of 5 rows and 4 columns, empty, forgets a win, and prints it".into()
        }
        Effect::Again => {
            "y starts another game: the grid is empty, scores are 0, wins are kept, player one starts".into()
        }
        Effect::Ignored => {
            "nothing may be placed once somebody has won: nothing is placed and nothing is printed".into()
        }
        Effect::Ended | Effect::Partial => ended(info),
        Effect::Played(steps) => played(moment, info, steps, expected, printed),
    }
}

/// What is printed before any input is read.
pub(crate) const FIRST_BOARD: &str = "the board is printed before the first move: empty, of the size (a side that is too \
                                      small is corrected) and with the tokens that were asked for, laid out as the page \
                                      says";

const TURNS: &str =
    "turns are counted from 1, a refused bin is no turn, and red and blue take turns, red first";

/// Returns whether a program says with this that the game is over.
pub(super) fn claims_end(item: &Item) -> bool {
    item.kind == Kind::Verdict || item.kind == Kind::Score && item.text.starts_with("Score: ")
}

/// Returns what stands above or under a board.
fn labels(info: &GameInfo) -> &'static str {
    match info.dialogue {
        Dialogue::Cells => {
            "above the board stand the capital letters of its columns, from A, two spaces from the left and one apart"
        }
        Dialogue::Bins => {
            "under the board stand the numbers of its bins, from 0, each right-aligned in width 2 and one space apart"
        }
        _ => "under the board stand the numbers of its columns, counted from 0",
    }
}

/// Returns what is to be said of a move that was refused though it can be made.
fn not_refused(info: &GameInfo) -> &'static str {
    match info.dialogue {
        Dialogue::Cells => {
            "this move can be made: the cell is on the board and empty, and so it is not refused"
        }
        Dialogue::Commands => {
            "this can be placed: every column from 0 to 9999 exists or is added, and a full one gives the board a row"
        }
        _ => {
            "this move can be made: it is in range and not full yet, so it is not refused and the turn passes"
        }
    }
}

/// Returns whether two lines of a board have the same cells and labels at different places.
fn differs_in_spaces(expected: &Item, printed: &Item) -> bool {
    expected.kind == Kind::Row
        && printed.kind == Kind::Row
        && expected.text != printed.text
        && expected.text.split_whitespace().eq(printed.text.split_whitespace())
}

/// Returns where the cells and labels of a board stand.
fn layout(info: &GameInfo) -> &'static str {
    match info.dialogue {
        Dialogue::Cells => {
            "the letters stand two spaces from the left and one apart; row i begins with its number, right-aligned in width \
             i + 2, then each cell follows a space"
        }
        Dialogue::Bins => {
            "each shape is followed by one space, an empty cell is two spaces; the labels are right-aligned in width 2 under \
             the shapes, one space apart"
        }
        Dialogue::Commands => "cells are joined by one space",
        _ => {
            "cells are joined by one space; from 10 columns on every cell and label is right-aligned to the width of the \
             widest label"
        }
    }
}

/// Returns what to say where no board can be found in what was printed.
pub(super) fn no_board(moment: &Moment) -> String {
    let info = moment.session.info();
    let cells = match info.dialogue {
        Dialogue::Bins => "a border of + and -, then rows between |, a shape or nothing in each",
        Dialogue::Commands => "a line for each row, top row first, with nothing but the tokens and the blank",
        Dialogue::Cells => "a line of letters, then rows of ., O and X behind their numbers",
        _ => "a line for each row, top row first, with nothing but ., O and X, and the column numbers below",
    };
    format!(
        "no line looks like one of a board, so nothing can be compared; a board is {cells}; {}",
        layout(info)
    )
}

fn refused(info: &GameInfo, what: &str, is_full: bool) -> String {
    match (info.dialogue, is_full) {
        (Dialogue::Cells, true) => {
            format!(
                "{what} is taken: the move is refused, the turn does not pass, and the board is not printed again"
            )
        }
        (Dialogue::Cells, false) => format!(
            "{what} is no cell of the board: the move is refused, the turn does not pass, and the board is not printed \
             again"
        ),
        (Dialogue::Commands, _) => {
            format!(
                "{what:?} is refused: nothing is placed, no board is printed, and reading goes on with the next word"
            )
        }
        (_, true) => format!(
            "{} {what} is full: the move is refused, the turn does not pass, and the board is not printed again",
            info.column
        ),
        (_, false) => format!(
            "{what:?} is no {} of this board: the whole word is refused, the turn does not pass, and the board is not \
             printed again",
            info.column
        ),
    }
}

fn answer(question: &str) -> String {
    let first = question.split(' ').next().unwrap_or_default();
    match first {
        "rows" => {
            "rows prints the number of rows: 5 at first, one more whenever a full column gets a token".into()
        }
        "columns" => {
            "columns prints the number of columns: 4 at first, more when a token goes further right".into()
        }
        "print" => "print prints the board, top row first".into(),
        _ => format!(
            "{question} prints how many tokens are there (row 0 is the bottom, column 0 the left-most), or -1 if there \
             is no such {first}"
        ),
    }
}

fn ended(info: &GameInfo) -> String {
    match info.dialogue {
        Dialogue::Columns => "anything but y ends the program after a game".into(),
        Dialogue::Commands => "quit ends the program: nothing is read or printed after it".into(),
        _ => "nothing is printed after the end".into(),
    }
}

fn played(
    moment: &Moment,
    info: &GameInfo,
    steps: &[Step],
    expected: Option<&Item>,
    printed: Option<&Item>,
) -> String {
    let is_over = moment.session.turn().is_over();
    if let Some(text) = scored(steps, expected, printed) {
        return text;
    }
    if let Some(line) = marked(steps) {
        let rule = win(info, line);
        return match (expected.map(|item| item.kind), printed.map(|item| item.kind)) {
            (Some(Kind::Row), None | Some(Kind::Verdict)) => {
                format!("the board is printed after the winning move too, before the result: {rule}")
            }
            (Some(Kind::Score), Some(Kind::Score)) => {
                format!("{rule}; scores are of this game, wins of all games since the start")
            }
            _ => rule,
        };
    }
    if is_over {
        return draw(info);
    }
    if steps.iter().any(|step| matches!(step, Step::Grow(_))) {
        return "a full column gives the board a row, a column that does not exist yet gives it columns up to there; the \
                board never grows otherwise"
            .into();
    }
    match (info.dialogue, expected) {
        (_, None) => "the board is printed once after each accepted move, and nothing else counts there".into(),
        (Dialogue::Cells, _) => "O goes first and the players take turns; the stone is placed where the move says, and the board is \
                                printed once"
            .into(),
        (Dialogue::Commands, _) => "a token falls to the lowest free cell of its column; either player may place at any \
                                    time; the board is printed once, top row first, cells joined by one space"
            .into(),
        (Dialogue::Bins, Some(item)) if item.kind == Kind::Turn => {
            TURNS.into()
        }
        (Dialogue::Columns, _) if info.points => {
            "a disc falls to the lowest free cell of its column; if no line of four is made nothing vanishes; then the \
             other player is to move"
                .into()
        }
        _ => format!(
            "the piece falls to the lowest free cell of its {}; the board is printed once, top row first, and the other \
             player is to move",
            info.column
        ),
    }
}

fn marked(steps: &[Step]) -> Option<&[[usize; 2]]> {
    steps.iter().find_map(|step| match step {
        Step::Mark(cells) => Some(cells.as_slice()),
        _ => None,
    })
}

/// Returns the rule about a turn of super that scored.
fn scored(steps: &[Step], expected: Option<&Item>, printed: Option<&Item>) -> Option<String> {
    let searches: Vec<&Vec<u64>> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Score(players) => Some(players),
            _ => None,
        })
        .collect();
    let first = searches.first()?;
    let vanished = steps.iter().find_map(|step| match step {
        Step::Vanish(cells) => Some(cells.len()),
        _ => None,
    });
    let is_about_points = expected.is_some_and(|item| item.kind == Kind::Score);
    if let (Some(expected), Some(printed)) = (expected, printed)
        && is_about_points
        && printed.kind == Kind::Score
        && let Some(rule) = said_otherwise(&expected.text, &printed.text)
    {
        return Some(rule.into());
    }
    Some(if searches.len() > 1 {
        "lines of four or more vanish; discs above a removed line fall, all of them, before lines are looked for again; \
         each search that finds lines gives a point to each player who has one"
            .into()
    } else if first.len() > 1 {
        "lines of both players count: each player who has a line gets one point for the search, and all those lines \
         vanish together"
            .into()
    } else if vanished.is_some_and(|cells| cells > 4) {
        "all discs of all lines of four or more vanish together, for one point to each player who has one, however many \
         lines there are"
            .into()
    } else if is_about_points || printed.is_some_and(|item| item.kind == Kind::Score) {
        "a player who has at least one line gets one point for this search, and the name is printed before the settled \
         board"
            .into()
    } else {
        "lines of four or more vanish, then everything above falls down its column completely; the settled board is \
         printed"
            .into()
    })
}

/// Returns the rule about who is said to score, if only the order or the lines are wrong.
fn said_otherwise(expected: &str, printed: &str) -> Option<&'static str> {
    let names = |text: &str| {
        let mut names: Vec<String> = text.split(". ").map(|name| name.trim_end_matches('.').into()).collect();
        names.sort();
        names
    };
    if names(expected) == names(printed) {
        return Some("when both players score in one search, player one is named first, both on one line");
    }
    let goes_on = printed.strip_prefix(expected).is_some_and(|rest| rest.starts_with(' '));
    goes_on.then_some("each search has a line of its own, in the order of the searches, and names only those who score in it")
}

/// Returns the rule about a winning line or chain.
fn win(info: &GameInfo, cells: &[[usize; 2]]) -> String {
    if info.dialogue == Dialogue::Cells {
        return "a chain of neighboring stones that touches both borders of its player wins; the neighbors of F3 are F2, \
                G2, E3, G3, E4 and F4, and a corner belongs to both of its borders"
            .into();
    }
    let number =
        ["four", "five", "six", "seven"].get(cells.len().wrapping_sub(4)).copied().unwrap_or("all of them");
    let is_row = cells.windows(2).all(|pair| pair[0][0] == pair[1][0]);
    let is_column = cells.windows(2).all(|pair| pair[0][1] == pair[1][1]);
    let is_rising = cells.windows(2).all(|pair| pair[0][0] + pair[0][1] == pair[1][0] + pair[1][1]);
    let is_falling = cells
        .windows(2)
        .all(|pair| pair[0][0] as isize - pair[0][1] as isize == pair[1][0] as isize - pair[1][1] as isize);
    let way = match (is_row, is_column, is_rising, is_falling) {
        (true, ..) => "in a row",
        (_, true, ..) => "in a column",
        (_, _, true, _) => "on a diagonal that rises to the right",
        (_, _, _, true) => "on a diagonal that falls to the right",
        _ => "in several directions at once",
    };
    let marks = match info.dialogue {
        Dialogue::Bins => format!(
            ": all {number} cells are marked, each once; of several lines only the first counts, in the order row, \
             column, rising and falling diagonal"
        ),
        Dialogue::Commands => "; the board is printed, then the winner".into(),
        _ => "; the winner's score and wins go up by one".into(),
    };
    match cells.len() {
        4 => format!("four {way} win{marks}"),
        _ if way.starts_with("in several") => format!("lines {way} win{marks}"),
        _ => format!("{number} {way} also win{marks}"),
    }
}

fn draw(info: &GameInfo) -> String {
    if info.points {
        return "the game is complete when no column has room after a turn; the higher score wins, equal scores are a \
                draw, and nobody's wins go up; each search gives one point to each player who has a line, however many; a new game starts at 0"
            .into();
    }
    match info.dialogue {
        Dialogue::Bins => "no line and no empty cell left: a tie".into(),
        _ => "a full grid without a line is a draw: nobody's score or wins go up".into(),
    }
}

/// Returns whether a result is a draw in the page's words.
fn is_draw(item: &Item) -> bool {
    matches!(item.text.as_str(), "It is a draw." | "a tie")
}

fn no_draw(info: &GameInfo) -> String {
    format!(
        "there is an empty cell left: the game goes on until somebody has a line or every {} is full",
        info.column
    )
}

fn no_win(info: &GameInfo) -> String {
    match info.dialogue {
        Dialogue::Cells => "nobody has won yet: O joins the left and the right border, X the top and the bottom one, and \
                            F3 touches neither E2 nor G4"
            .into(),
        Dialogue::Commands => "nobody has won yet: only four or more next to each other in a row or a column count, \
                               diagonals do not, and a run does not go on in the next row or column"
            .into(),
        Dialogue::Columns if info.points => "the game is complete only when no column has room after a turn".into(),
        _ => "nobody has won yet: four or more equal neighbors in one row, column or diagonal are needed, and a line \
              does not go on across an edge"
            .into(),
    }
}
