//! Plays a game at a table, writes its record, and reads it back.
//!
//! `cargo run -p parlor-play --example record_game`

use parlor_play::record::{self, Reader};
use parlor_play::{Command, Header, Table};
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let header = Header { names: vec!["Ann".into(), "Bob".into()], ..Header::new("classic") };
    let mut table = Table::open(header)?;
    let mut lines = vec![record::header_line(table.header())];

    // Time is whatever the caller says, in milliseconds. There is no column 9: that move is refused.
    for (number, text) in ["3", "2", "4", "3", "9", "4", "3", "5", "4", "6"].into_iter().enumerate() {
        let command = Command::Move { by: None, text: text.into() };
        let outcome = table.act(&command, 1_000 * number as u64);
        if let Some(refusal) = outcome.refusal {
            println!("{text}: {refusal}");
        }
        // A move that ends the game is followed by an event that says so.
        lines.extend(outcome.entries.iter().map(record::entry_line));
    }
    for line in &lines {
        println!("{line}");
    }

    // Reading checks every event against the rules; the table can be played on.
    let mut reader = Reader::default();
    for line in &lines {
        reader.read(line)?;
    }
    let again = reader.into_table().ok_or("a record begins with a header")?;
    assert_eq!(again.timeline().moves(), table.timeline().moves());
    assert_eq!(again.ending(), table.ending());
    println!("{}", again.session().status_text(again.names()));
    Ok(())
}
