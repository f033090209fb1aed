//! What must hold for any bytes from outside. The fuzz targets run these for as long as one likes; the normal tests
//! run them over the kept corpus.

use parlor_play::record::Reader;
use parlor_play::{CONTINUE, GAMES, Options, Session};
use parlor_rules::{Player, Setup, Size};

/// Any text is a record up to some line, and what is refused changes nothing.
pub(crate) fn record(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut reader = Reader::default();
    for line in text.lines() {
        let standing = |reader: &Reader| reader.table().map(|table| (table.timeline().moves(), table.wins()));
        let before = standing(&reader);
        if reader.read(line).is_err() {
            assert_eq!(before, standing(&reader), "{line}");
        }
    }
}

/// Any words are moves or are not, in any game, and all of them can be taken back.
pub(crate) fn moves(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let mut session = start(choice);
    let first = session.setup();
    for word in text.split_whitespace().take(2_000) {
        let plies = session.timeline().len();
        let legal = session.check(word).is_ok();
        let is_played = session.play(word).is_ok();
        assert_eq!(legal, is_played, "{word}");
        assert_eq!(session.timeline().len(), plies + usize::from(legal));
        if !legal {
            let _ = session.play(CONTINUE);
        }
    }
    // The whole board of a game that grew very wide is not worth drawing here.
    if session.size().1 < 1_000 {
        let view = session.view();
        assert_eq!((view.rows, view.columns), session.size());
    }
    let line = session.timeline().moves();
    while session.undo() {}
    assert_eq!(session.setup(), first);
    while session.redo().is_some() {}
    assert_eq!(session.timeline().moves(), line);
}

/// Any drawing is a position or is not, and what is can be played.
pub(crate) fn setup(data: &[u8]) {
    let [choice, next, columns, cells @ ..] = data else { return };
    let columns = usize::from(columns % 12).max(1);
    let session = start(*choice);
    let drawn = Setup {
        cells: cells
            .chunks(columns)
            .map(|row| row.iter().map(|&cell| u64::from(cell % 9)).collect())
            .collect(),
        next: Player::from_number(u64::from(next % 3)),
        scores: [0, u64::from(next / 3)],
    };
    let Ok(mut session) = session.set_up(&drawn) else { return };
    for _ in 0..50 {
        let Some((_, text)) = session.view().move_targets.into_iter().next() else { break };
        assert!(session.play(&text).is_ok(), "{text}");
        if let Some(chance) = session.chance(1) {
            assert!(session.play(&chance).is_ok(), "{chance}");
        }
    }
}

/// A game by a number, some of them with options.
fn start(choice: u8) -> Box<dyn Session> {
    let game = GAMES[usize::from(choice) % GAMES.len()];
    let variant = usize::from(choice) / GAMES.len();
    let size = [None, Some(Size::new(4, 4)), Some(Size::new(5, 5)), Some(Size::new(3, 3))][variant % 4];
    let options = match game.info().name {
        "growing" => Options { free: variant.is_multiple_of(2), ..Options::default() },
        "hex" => Options { size, swap: variant.is_multiple_of(2), ..Options::default() },
        "1024" => Options { size, idle_spawns: variant.is_multiple_of(3), ..Options::default() },
        _ => Options { size, ..Options::default() },
    };
    game.start(&options).expect("these options are fine")
}
