//! What must hold for any bytes from outside. The fuzz targets run these for as long as one likes; the normal tests
//! run them over the kept corpus.

use parlor_play::hex::{Tree, hexworld, htp, sgf};
use parlor_play::record::Reader;
use parlor_play::{AnalysisBoard, CONTINUE, Options, Session, games};
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

/// Any text is SGF or is not; what is a game of Hex is the same game when it is written and read again.
pub(crate) fn sgf(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(trees) = Tree::parse_all(&text) else { return };
    let written: String = trees.iter().map(Tree::to_string).collect();
    assert_eq!(Tree::parse_all(&written).as_ref(), Ok(&trees), "{written}");
    let Ok(tables) = sgf::read(&text) else { return };
    for table in tables {
        let written = sgf::write(&table);
        let again = sgf::read(&written).expect("what is written can be read").remove(0);
        assert_eq!(again.timeline().moves(), table.timeline().moves(), "{written}");
        assert_eq!(sgf::write(&again), written);
    }
}

/// Any text is a link of HexWorld or is not; what is one is the same when it is written and read again.
pub(crate) fn link(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let _ = hexworld::is_link(&text);
    let _ = hexworld::parse_moves(&text).map(|moves| hexworld::our_moves(&moves));
    let Ok(table) = hexworld::read(&text) else { return };
    let written = hexworld::write(&table);
    let again = hexworld::read(&written).expect("what is written can be read");
    assert_eq!(again.timeline().moves(), table.timeline().moves(), "{written}");
    assert_eq!(hexworld::write(&again), written);
}

/// Any text is an address of an analysis or is not, and can be pasted or not; what can is the same when its address is
/// written and read again.
pub(crate) fn analysis(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let opened = AnalysisBoard::from_fragment(&text);
    let pasted = games()
        .iter()
        .filter_map(|game| AnalysisBoard::new(game.info().name, &Options::default()).ok()?.paste(&text).ok());
    for analysis in opened.into_iter().chain(pasted) {
        let fragment = analysis.fragment();
        let again = AnalysisBoard::from_fragment(&fragment).expect("what is written can be read");
        assert_eq!(again.tree(), analysis.tree(), "{fragment}");
        assert_eq!(again.fragment(), fragment);
        for format in analysis.formats() {
            let _ = analysis.export(format);
        }
    }
}

/// Any lines are commands of HTP, and each has one answer that ends with a blank line.
pub(crate) fn htp(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut game = htp::HtpGame::default();
    for request in text.lines().take(500).filter_map(htp::Request::read) {
        let answer = game.answer(&request).unwrap_or_else(|| Err("unknown command".into()));
        let reply = htp::reply(request.id.as_deref(), &answer);
        assert!(reply.starts_with(['=', '?']) && reply.find("\n\n") == Some(reply.len() - 2), "{reply:?}");
        if game.winner().is_none() {
            for color in Player::BOTH {
                let Ok(position) = game.position(color) else { continue };
                let mut session = position.session;
                for text in &position.moves {
                    assert!(session.play(text).is_ok(), "{text}");
                }
                assert_eq!(
                    session.view().cells.iter().flatten().filter(|&&stone| stone == 0).count(),
                    game.empty_cells()
                );
            }
        }
    }
}

/// A game by a number, some of them with options.
fn start(choice: u8) -> Box<dyn Session> {
    let game = games()[usize::from(choice) % games().len()];
    let variant = usize::from(choice) / games().len();
    let size = [None, Some(Size::new(4, 4)), Some(Size::new(5, 5)), Some(Size::new(3, 3))][variant % 4];
    let options = match game.info().name {
        "growing" => Options { free: variant.is_multiple_of(2), ..Options::default() },
        "hex" => Options { size, swap: variant.is_multiple_of(2), ..Options::default() },
        "1024" => Options { size, idle_spawns: variant.is_multiple_of(3), ..Options::default() },
        _ => Options { size, ..Options::default() },
    };
    game.start(&options).expect("these options are fine")
}
