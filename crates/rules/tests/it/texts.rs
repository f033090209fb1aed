//! Hostile texts: no parser panics, and what it takes survives printing.

use parlor_rules::drop::{Column, growing};
use parlor_rules::{Size, hex, parse_whole_number, tiles};
use proptest::prelude::*;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Texts near the ones the parsers know, and quite other ones.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,12}",
        "[A-Za-z]?[0-9]{0,3}",
        "[@pPxX:,+ -]{0,2}[0-9]{0,22}[:,xX]?[0-9-]{0,22}",
        "[UDLRudlrs]|swap|Swap|@[0-9]{1,2},[0-9]{1,2}|p[0-9]:[0-9]{1,5}",
        any::<String>(),
    ]
}

fn survives<T: FromStr + Display + PartialEq + Debug>(text: &str) {
    if let Ok(read) = text.parse::<T>() {
        let printed = read.to_string();
        assert_eq!(printed.parse::<T>().ok(), Some(read), "{text:?} printed as {printed:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_a_move_or_is_not(text in text()) {
        survives::<Column>(&text);
        survives::<growing::Move>(&text);
        survives::<tiles::Move>(&text);
        survives::<Size>(&text);
        parse_whole_number(&text);
        if let Ok(hex::Move::Place(cell)) = text.parse::<hex::Move>() {
            prop_assert!(cell.column < 26);
        }
        survives::<hex::Move>(&text);
    }

    #[test]
    fn any_tokens_are_tokens_or_are_not(one in any::<String>(), two in any::<String>(), blank in any::<String>()) {
        if let Ok(tokens) = growing::Tokens::new(&one, &two, &blank) {
            prop_assert!(one != two && two != blank && one != blank);
            prop_assert_eq!(tokens.of(parlor_rules::Player::One), one);
        }
    }

    #[test]
    fn any_size_is_corrected_or_refused(rows in any::<i64>(), columns in any::<i64>(), target in any::<Option<u64>>()) {
        for size in [Size::new(rows, columns), Size::new(rows % 70, columns % 70)] {
            if let Ok(grid) = parlor_rules::drop::classic::Grid::sized(size) {
                prop_assert!((4..=64).contains(&grid.rows()) && (4..=64).contains(&grid.columns()));
            }
            if let Ok(board) = parlor_rules::drop::shapes::Board::sized(size.columns, size.rows) {
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
