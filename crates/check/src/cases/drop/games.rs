//! The cases of shapes, classic and super: how each starts, and the examples in docs/games.

use super::play::{PlayStyle, random_game};
use super::{Case, CaseGenerator, words};
use parlor_play::Header;
use parlor_rules::drop::{Column, classic, shapes, super_};
use parlor_rules::{Position, SplitMix64};

pub(in crate::cases) fn classic_cases(header: &Header, random: usize, rng: &mut SplitMix64) -> Vec<Case> {
    let start = header.options.size.map_or(Ok(classic::Position::default()), classic::Position::sized);
    let Ok(start) = start else { return Vec::new() };
    let small = [("a draw", "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1 n")];
    let usual = [
        ("four in a row at the bottom", "3 2 4 3 4 3 5 4 6 n"),
        ("four in a column, then again", "0 6 0 6 0 6 0 y 0 6 0 6 0 6 0 n"),
        ("the second player wins", "0 6 1 6 0 6 1 6 n"),
        ("four in a row, closed late", "0 1 1 2 2 5 3 5 3 4 0 n"),
        ("a diagonal of the second player", "1 1 2 3 2 2 3 4 3 3 4 0 n"),
        ("the seventh disc in a column is refused", "0 0 0 0 0 0 0 1 0 1 2 1 3 1 n"),
    ];
    let examples: &[_] = match (start.rows(), start.columns()) {
        (6, 7) => &usual,
        (4, 4) => &small,
        _ => &[],
    };
    CaseGenerator { start, examples, final_words: &["n"], long: None }.cases(random, rng)
}

pub(in crate::cases) fn super_cases(header: &Header, random: usize, rng: &mut SplitMix64) -> Vec<Case> {
    let start = header.options.size.map_or(Ok(super_::Position::default()), super_::Position::sized);
    let Ok(start) = start else { return Vec::new() };
    let small = [
        ("a full grid without a point", "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1 n"),
        ("one point each", "1 2 1 2 1 2 1 2 0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1 n"),
    ];
    let usual = [
        ("a line vanishes", "0 1 1 2 2 5 3 5 3 4 4"),
        ("before a cascade", "0 2 1 4 3 2 3 0 5 1 6 3 5 4 3 2 2 4 4 6 3"),
        ("a cascade in which both score", "0 2 1 4 3 2 3 0 5 1 6 3 5 4 3 2 2 4 4 6 3 1"),
        ("a line off the bottom", "1 0 2 3 1 0 2 4 3 4 3 2 3 1 1 4 2 3 4"),
        ("three points in one turn", "0 4 2 2 3 6 4 5 5 6 2 3 3 6 1"),
    ];
    let examples: &[_] = match (start.rows(), start.columns()) {
        (6, 7) => &usual,
        (4, 4) => &small,
        _ => &[],
    };
    CaseGenerator { start, examples, final_words: &["n"], long: Some(many_points) }.cases(random, rng)
}

/// Returns a game in which each player scores by a column again and again, past what a byte holds.
fn many_points(start: &super_::Position, rng: &mut SplitMix64) -> Vec<String> {
    let mut moves: Vec<usize> = [0, 1].repeat(4 * 130);
    let mut position = start.clone();
    for &column in &moves {
        if position.play(Column(column)).is_err() {
            return Vec::new();
        }
    }
    // The scores show when the game is over, which not every way to go on comes to.
    let mut ways = (0..60).map(|_| random_game(&position, PlayStyle::Careful, rng));
    let is_over = |way: &Vec<usize>| {
        let mut end = position.clone();
        way.iter().all(|&column| end.play(Column(column)).is_ok()) && end.turn().is_over()
    };
    let Some(way) = ways.find(is_over) else { return Vec::new() };
    moves.extend(way);
    words(&moves)
}

pub(in crate::cases) fn shapes_cases(header: &Header, random: usize, rng: &mut SplitMix64) -> Vec<Case> {
    let start = header.options.size.map_or(Ok(shapes::Position::default()), shapes::Position::sized);
    let Ok(start) = start else { return Vec::new() };
    let usual = [
        ("red wins in a bin", "1 0 1 2 1 3 1"),
        ("blue wins at the bottom", "0 1 0 2 1 3 0 4"),
        ("a tie", "0 1 0 2 0 0 3 1 2 1 1 2 3 3 5 3 5 5 4 4 4 5 4 2"),
        ("red wins at the bottom", "5 0 4 0 3 0 2"),
    ];
    let is_usual = (start.rows(), start.columns()) == (4, 6);
    let examples: &[_] = if is_usual { &usual } else { &[] };
    CaseGenerator { start, examples, final_words: &[], long: None }.cases(random, rng)
}
