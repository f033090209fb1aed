//! A record is the table: whatever happened, reading it back gives the same game.

use parlor_play::record::{Line, Reader, entry_line, header_line, is_header};
use parlor_play::{Command, Fault, Header, MatchGame, Offer, Options, PlyKind, Table, games};
use parlor_rules::{Player, Size, SplitMix64};
use proptest::prelude::*;

/// A random table with a random life: its record, line by line.
fn random_life(seed: u64) -> (Table, Vec<String>) {
    let mut dice = SplitMix64::new(seed);
    let about = games()[dice.below(games().len())].info();
    let options = match about.name {
        "1024" => Options { size: Some(Size::new(2, 3)), target: Some(4), ..Options::default() },
        "hex" => Options { size: Some(Size::new(3, 3)), swap: true, ..Options::default() },
        "growing" => Options { free: dice.below(2) == 0, ..Options::default() },
        _ => Options { size: Some(Size::new(4, 4)), ..Options::default() },
    };
    let header = Header { options, seed: Some(seed), max_plies: Some(40), ..Header::new(about.name) };
    let mut table = Table::open(header).unwrap();
    let mut lines = vec![header_line(table.header())];
    let mut now = 1_000;
    lines.extend(table.settle(now).entries.iter().map(entry_line));
    for _ in 0..80 {
        now += dice.below(5_000) as u64;
        let command = random_command(&table, &mut dice);
        let acted = table.act(&command, now);
        lines.extend(acted.entries.iter().map(entry_line));
    }
    (table, lines)
}

fn random_command(table: &Table, dice: &mut SplitMix64) -> Command {
    let player = Player::BOTH[dice.below(2)];
    match dice.below(30) {
        0 => Command::Undo { by: None },
        1 => Command::Undo { by: Some(player) },
        2 => Command::Resign { by: player },
        3 => Command::Offer { by: player, what: [Offer::Draw, Offer::Undo, Offer::Rematch][dice.below(3)] },
        4..7 => Command::Accept { by: player },
        7 => Command::Decline { by: player },
        15 => Command::Withdraw { by: player },
        8..11 => Command::Continue,
        11..14 => Command::Rematch { exchange: dice.below(2) == 0, seed: Some(dice.next_u64()) },
        14 => Command::Comment("well, \"well\"\n\u{1F600}".into()),
        _ => {
            let spots = table.view().move_targets;
            let text = if spots.is_empty() { "0".into() } else { spots[dice.below(spots.len())].1.clone() };
            Command::Move { by: None, text }
        }
    }
}

fn read(lines: &[String]) -> Table {
    let mut reader = Reader::default();
    for line in lines {
        reader.read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    reader.into_table().unwrap()
}

#[test]
fn any_life_of_any_table_reads_back_the_same() {
    for seed in 0..400 {
        let (table, lines) = random_life(seed);
        let again = read(&lines);
        assert_eq!(again.view(), table.view(), "{lines:#?}");
        assert_eq!(again.timeline().moves(), table.timeline().moves());
        assert_eq!(
            (again.wins(), again.names(), again.round()),
            (table.wins(), table.names(), table.round())
        );
        assert_eq!((again.ending(), again.offer()), (table.ending(), table.offer()));
        assert_eq!(again.due(9_999_999), table.due(9_999_999), "chance goes on the same");
    }
}

#[test]
fn every_prefix_of_a_record_is_a_record() {
    let (_, lines) = random_life(3);
    for length in 1..=lines.len() {
        read(&lines[..length]);
    }
}

#[test]
fn a_text_may_hold_several_records() {
    let mut reader = Reader::default();
    for seed in [1, 2] {
        let (_, lines) = random_life(seed);
        for (number, line) in lines.iter().enumerate() {
            let is_header = matches!(reader.read(line).unwrap(), Line::Header);
            assert_eq!(is_header, number == 0);
        }
    }
    assert!(matches!(reader.read("  \n").unwrap(), Line::Blank));
}

/// The format as docs/record.md writes it: a change here breaks every record there is.
#[test]
fn the_format_of_version_2() {
    let text = r#"{"parlor":2,"game":"hex","options":{"size":"3x3","swap":true},"names":["Ann","Bob"],"seats":["human","medium:500ms"],"match":{"game":1,"seed":7},"at":1}
{"event":{"move":"B0"},"at":2}
{"event":{"move":"swap"},"at":3}
{"event":{"comment":"cheeky"}}
{"event":{"offer":{"by":1,"what":"undo"}},"at":4}
{"event":{"accept":2},"at":4}
{"event":{"undo":2},"at":4}
{"event":{"redo":1},"at":4}
{"event":{"move":"C2"},"at":5}
{"event":{"resign":2},"at":6}
{"event":{"end":{"resigned":2}},"at":6}
{"event":{"rematch":{"exchange":true}},"at":7}"#;
    let mut reader = Reader::default();
    for line in text.lines() {
        match reader.read(line).unwrap() {
            Line::Entry(entry, _) => assert_eq!(entry_line(&entry), line),
            Line::Header => assert_eq!(header_line(reader.table().unwrap().header()), line),
            Line::Blank => unreachable!(),
        }
    }
    let table = reader.into_table().unwrap();
    assert_eq!((table.names(), table.wins()), (&["Bob".to_string(), "Ann".into()][..], [0, 1]));
    let seats: Vec<String> = table.seats().iter().map(ToString::to_string).collect();
    assert_eq!(seats, ["medium:500ms", "human"], "exchanged with the names");
    assert_eq!(table.header().match_game, Some(MatchGame { game: 1, seed: 7 }));
}

#[test]
fn a_forfeit_ends_the_game_and_is_counted() {
    let text = r#"{"parlor":2,"game":"classic"}
{"event":{"forfeit":{"by":2,"fault":{"illegal":"99"}}}}
{"event":{"end":{"forfeited":2}}}
{"event":{"forfeit":{"by":1,"fault":"timeout"}}}"#;
    let mut reader = Reader::default();
    let read: Vec<bool> = text.lines().map(|line| reader.read(line).is_ok()).collect();
    assert_eq!(read, [true, true, true, false], "nobody forfeits a game that is over");
    let table = reader.into_table().unwrap();
    assert_eq!(table.wins(), [1, 0]);
    assert_eq!(table.forfeit(), Some(&(Player::Two, Fault::Illegal("99".into()))));
}

/// Records that version 0.1 wrote: games kept by the full screen, one of them continued after its goal, and a match
/// that one program lost by illegal moves.
const VERSION_1: &str = include_str!("../data/version-1.jsonl");

#[test]
fn records_of_version_1_are_read() {
    let mut tables: Vec<Table> = Vec::new();
    let mut reader = Reader::default();
    for line in VERSION_1.lines() {
        if is_header(line) {
            tables.extend(std::mem::take(&mut reader).into_table());
        }
        reader.read(line).unwrap();
    }
    tables.extend(reader.into_table());
    let [tiles, classic, exchanged, first] = &tables[..] else { panic!("{} games", tables.len()) };
    let seats = |table: &Table| table.seats().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!((seats(tiles), seats(classic)), ("human".into(), "human random".into()));
    assert_eq!(tiles.timeline().plies().iter().filter(|ply| ply.kind == PlyKind::Continue).count(), 1);
    assert_eq!((tiles.timeline().player_moves(), tiles.ending()), (8, None));
    assert_eq!((classic.timeline().moves().join(" "), classic.timeline().redo_count()), ("3 5".into(), 2));
    for (table, game, loser) in [(exchanged, 1, Player::One), (first, 0, Player::Two)] {
        assert_eq!(table.header().match_game, Some(MatchGame { game, seed: 5 }));
        assert_eq!(table.forfeit(), Some(&(loser, Fault::Illegal("99".into()))));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    /// A record with anything done to it is read or refused, and never more than that.
    #[test]
    fn a_damaged_record_is_refused_or_lawful(
        seed in 0..500u64,
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), "\\PC{0,3}"), 0..4),
        swap in any::<prop::sample::Index>(),
    ) {
        let (_, mut lines) = random_life(seed);
        for (line, place, text) in damage {
            let line = line.get_mut(&mut lines[..]);
            let place = place.index(line.len() + 1);
            if line.is_char_boundary(place) {
                let rest = line.split_off(place);
                line.push_str(&text);
                line.extend(rest.chars().skip(1));
            }
        }
        let (first, second) = (swap.index(lines.len()), lines.len() / 2);
        lines.swap(first, second);
        let mut reader = Reader::default();
        for line in &lines {
            let before = reader.table().map(|table| (table.view(), table.wins(), table.ending()));
            if reader.read(line).is_err() {
                let after = reader.table().map(|table| (table.view(), table.wins(), table.ending()));
                prop_assert_eq!(before, after, "a refused line changes nothing: {}", line);
            }
        }
    }
}
