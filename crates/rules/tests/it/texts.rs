//! Random texts: no parser panics, and what it accepts prints and parses back.

use parlor_rules::drop::{Column, growing};
use parlor_rules::{Size, hex, parse_whole_number, tiles};
use proptest::prelude::*;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Generates texts close to valid moves, and arbitrary ones.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,12}",
        "[A-Za-z]?[0-9]{0,3}",
        "[@pPxX:,+ -]{0,2}[0-9]{0,22}[:,xX]?[0-9-]{0,22}",
        "[UDLRudlrs]|swap|Swap|@[0-9]{1,2},[0-9]{1,2}|p[0-9]:[0-9]{1,5}",
        any::<String>(),
    ]
}

fn check_round_trip<T: FromStr + Display + PartialEq + Debug>(text: &str) {
    if let Ok(read) = text.parse::<T>() {
        let printed = read.to_string();
        assert_eq!(printed.parse::<T>().ok(), Some(read), "{text:?} printed as {printed:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn moves(text in text()) {
        check_round_trip::<Column>(&text);
        check_round_trip::<growing::Move>(&text);
        check_round_trip::<tiles::Move>(&text);
        check_round_trip::<Size>(&text);
        parse_whole_number(&text);
        if let Ok(hex::Move::Place(cell)) = text.parse::<hex::Move>() {
            prop_assert!(cell.column < 26);
        }
        check_round_trip::<hex::Move>(&text);
    }

    #[test]
    fn tokens_of_growing(one in any::<String>(), two in any::<String>(), blank in any::<String>()) {
        if let Ok(tokens) = growing::Tokens::new(&one, &two, &blank) {
            prop_assert!(one != two && two != blank && one != blank);
            prop_assert_eq!(tokens.of(parlor_rules::Player::One), one);
        }
    }

    #[test]
    fn sizes(rows in any::<i64>(), columns in any::<i64>(), target in any::<Option<u64>>()) {
        for size in [Size::new(rows, columns), Size::new(rows % 70, columns % 70)] {
            if let Ok(grid) = parlor_rules::drop::classic::Grid::sized(size) {
                prop_assert!((4..=64).contains(&grid.rows()) && (4..=64).contains(&grid.columns()));
            }
            if let Ok(board) = parlor_rules::drop::shapes::Board::sized(size) {
                prop_assert!((5..=64).contains(&board.bins()) && (4..=64).contains(&board.capacity()));
            }
            if let Ok(panel) = tiles::Panel::new(size, target) {
                prop_assert!(panel.rows() * panel.columns() >= 2 && panel.rows().max(panel.columns()) <= 16);
                prop_assert!(panel.target().is_power_of_two() && panel.target() >= 2);
            }
            let _ = hex::Position::new(size.rows, true);
        }
    }
}
