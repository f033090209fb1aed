//! Games of Hex in the formats of other programs, and back.

use parlor_play::hex::{hexworld, sgf};
use parlor_play::record::{Reader, entry_line, header_line};
use parlor_play::{Command, Ending, Event, Fault, Header, Options, SetupRecord, Table};
use parlor_rules::{Player, Size};
use proptest::prelude::*;

fn read_sgf(text: &str) -> Table {
    sgf::read(text).unwrap().remove(0)
}

fn sgf_error(text: &str) -> String {
    sgf::read(text).err().map(|error| error.to_string()).unwrap_or_default()
}

fn moves(table: &Table) -> String {
    table.timeline().moves().join(" ")
}

/// Writes a table as a record and reads it again.
fn through_record(table: &Table) -> Table {
    let mut reader = Reader::default();
    reader.read(&header_line(table.header())).unwrap();
    for entry in table.log() {
        reader.read(&entry_line(entry)).unwrap();
    }
    reader.into_table().unwrap()
}

fn comments(table: &Table) -> Vec<&str> {
    let comment = |entry: &'_ parlor_play::Entry| matches!(entry.event, Event::Comment(_));
    let entries = table.log().iter().filter(|entry| comment(entry));
    entries.map(|entry| if let Event::Comment(text) = &entry.event { text.as_str() } else { "" }).collect()
}

#[test]
fn a_game_of_sgf() {
    let text = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob]EV[Cup]RE[B+Resign]C[hello];B[a3]C[first];W[Swap-Pieces];B[D4];W[resign])";
    let table = read_sgf(text);
    assert_eq!(moves(&table), "C0 swap D3");
    assert_eq!(table.names(), ["Ann", "Bob"]);
    assert_eq!(table.ending(), Some(Ending::Resigned(Player::Two)));
    assert_eq!(comments(&table), ["hello", "sgf EV[Cup]", "first"]);
    assert!(table.header().options.swap);
    let written = "(;FF[4]GM[11]CA[UTF-8]AP[Parlor]SZ[5]RU[swap]PB[Ann]PW[Bob]RE[B+R]C[hello]EV[Cup];B[a3]C[first];\
                   W[swap-pieces];B[d4];W[resign])\n";
    assert_eq!(sgf::write(&through_record(&table)), written);
    assert_eq!(sgf::write(&read_sgf(written)), written);
}

#[test]
fn defaults_of_sgf() {
    let table = read_sgf("(;GM[11];B[k11])");
    assert_eq!((moves(&table).as_str(), table.names().join(" ").as_str()), ("K10", "O X"));
    assert_eq!(sgf::write(&table), "(;FF[4]GM[11]CA[UTF-8]AP[Parlor]SZ[11];B[k11])\n");
}

#[test]
fn both_swaps_are_the_same_game() {
    let pieces = read_sgf("(;GM[11]SZ[5]RE[W+R];B[a3];W[swap-pieces];B[d2];W[a4])");
    let sides = read_sgf("(;GM[11]SZ[5]RE[B+R];B[a3];W[swap-sides];W[b4];B[d1])");
    assert_eq!(moves(&pieces), moves(&sides));
    assert_eq!(pieces.ending(), sides.ending());
    let link = hexworld::read("#5,a3:Sb4d1:rw").unwrap();
    assert_eq!((moves(&link), link.ending()), (moves(&sides), Some(Ending::Resigned(Player::One))));
}

#[test]
fn little_golem_games() {
    let text = "(;FF[4]EV[hex.ch.1]PB[Ann]PW[Bob]SZ[13]RE[W]GC[ game #1]SO[http://www.littlegolem.com];W[mf];B[swap];\
                W[kj];B[ie];W[resign])";
    let table = read_sgf(text);
    assert_eq!(moves(&table), "F12 swap J10 E8");
    assert_eq!(
        (table.names().join(" ").as_str(), table.ending()),
        ("Ann Bob", Some(Ending::Resigned(Player::One)))
    );
    assert!(sgf::write(&table).contains("PB[Ann]PW[Bob]RE[W+R]EV[hex.ch.1]GC[ game #1]SO[http://www.littlegolem.com];B[m6];W[swap-pieces];B[k10];"));
}

#[test]
fn results_without_a_last_move() {
    let ending = |result: &str| read_sgf(&format!("(;GM[11]SZ[3]RE[{result}];B[a1];W[b2])")).ending();
    assert_eq!(ending("W+R"), Some(Ending::Resigned(Player::One)));
    assert_eq!(ending("B+Time"), Some(Ending::Forfeited(Player::Two)));
    assert_eq!(ending("B+F"), Some(Ending::Forfeited(Player::Two)));
    assert_eq!(ending("Draw"), Some(Ending::Agreed));
    for unknown in ["B+", "W", "Void", "?", "", "nonsense"] {
        assert_eq!(ending(unknown), None, "{unknown}");
    }
    for result in ["B+T", "W+F", "Draw", "Void", "W+12"] {
        let table = read_sgf(&format!("(;GM[11]SZ[3]RE[{result}];B[a1];W[b2])"));
        assert!(sgf::write(&through_record(&table)).contains(&format!("RE[{result}]")), "{result}");
    }
    let late = read_sgf("(;GM[11]SZ[3]RE[B+T];B[a1])");
    assert_eq!(late.forfeit(), Some(&(Player::Two, Fault::Timeout)));
}

#[test]
fn boards_that_are_set_up() {
    let table = read_sgf("(;GM[11]SZ[3]AB[a1][b1]AW[c3]AE[b1]PL[B];B[b1];W[b2])");
    assert_eq!(moves(&table), "A1 B1");
    assert_eq!(table.header().setup.as_ref().unwrap().cells, [[1, 0, 0], [0, 0, 0], [0, 0, 2]]);
    assert!(sgf::write(&table).ends_with("AB[a1]AW[c3]PL[B];B[b1];W[b2])\n"));
    assert_eq!(hexworld::write(&table), "https://hexworld.org/board/#3c1,a1c3b1b2");
    assert!(sgf_error("(;GM[11]SZ[3];AB[a1][a2]\nAB[a3][b1][b2][b3])").starts_with("1:15: "));
    assert_eq!(
        sgf_error("(;GM[11]SZ[3];B[a1]\n;AW[b1])"),
        "2:2: a board can be set up before the first move only"
    );
}

#[test]
fn errors_of_sgf_say_where() {
    for (text, error) in [
        ("(;GM[11]SZ[3];B[a1];W[a1])", "1:21: W[a1]: the cell is taken"),
        ("(;GM[11]SZ[3];B[a1];W[swap-pieces];B[a2]\n;B[b2])", "2:2: B[b2]: it is the other color's turn"),
        ("(;FF[4]SZ[19]\nKM[6.5]SO[http://www.littlegolem.com];B[pd])", "2:1: KM is of the game of Go"),
        ("(;GM[11]SZ[3];B[a1];W[resign];B[a2])", "1:31: B[a2]: the game is over"),
        ("(;GM[11]SZ[3];B[a1];W[])", "1:21: W[pass]: our rules have no pass"),
        ("(;GM[11]SZ[3];B[swap-pieces])", "1:15: B[swap-pieces]"),
        ("(;GM[11]SZ[3];B[a1]W[a2])", "1:20: a node has one move"),
        ("(;GM[11]SZ[2];B[a1];W[b2];B[a2];W[b1])", "1:33: W[b1]: the game is over"),
    ] {
        let found = sgf_error(text);
        assert!(found.starts_with(error), "{text}: {found}");
    }
}

#[test]
fn variations_and_markup_survive_a_record() {
    let text = "(;FF[4]GM[11]CA[UTF-8]AP[Parlor]SZ[5]RU[swap]C[root]TR[c3](;B[a3]LB[a3:x](;W[swap-pieces]C[two\nlines](;B[d4];\
                C[a node of its own];W[e5])(;B[d5]C[not this]))(;W[c3](;B[c4])(;B[d4])))(;B[b2]))";
    let table = through_record(&read_sgf(text));
    assert_eq!(moves(&table), "C0 swap D3 E4");
    let written = sgf::write(&table);
    assert_eq!(written, format!("{}\n", text.replace("\\\n                ", "")));
    let long = format!("(;FF[4]GM[11]CA[UTF-8]AP[Parlor]SZ[5];B[a1]C[{}])", "long \\] ".repeat(1_000));
    assert_eq!(sgf::write(&through_record(&read_sgf(&long))), format!("{long}\n"));
}

#[test]
fn either_color_may_be_to_move_on_a_board_that_is_set_up() {
    for (stones, first, link) in [
        ("AB[a2]AW[c1]PL[W]", "W", "a2c1:pb2"),
        ("AB[a1][b1]PL[W]", "W", "a1:pb1b2"),
        ("AB[a1][b1]PL[B]", "B", "a1:pb1:pb2"),
        ("AW[a1][c1][c2]PL[B]", "B", ":pa1:pc1:pc2b2"),
        ("AW[a1][c1][c2]PL[W]", "W", ":pa1:pc1:pc2:pb2"),
    ] {
        let text = format!("(;FF[4]GM[11]CA[UTF-8]AP[Parlor]SZ[3]{stones};{first}[b2])\n");
        let table = through_record(&read_sgf(&text));
        assert_eq!(moves(&table), "B1");
        assert_eq!(sgf::write(&table), text);
        assert_eq!(hexworld::write(&table), format!("https://hexworld.org/board/#3c1,{link}"));
        // Without PL the first move tells.
        let untold = read_sgf(&text.replace(&format!("PL[{first}]"), ""));
        assert_eq!(sgf::write(&untold), text);
    }
    // A record need not say it either: then it is who has fewer stones.
    let mut header = Header::new("hex");
    let cells = vec![vec![0, 1, 0], vec![1, 0, 0], vec![0; 3]];
    header.options = Options { size: Some(Size::new(3, 3)), ..Options::default() };
    header.setup = Some(SetupRecord { cells, next: None, scores: [0, 0] });
    assert!(sgf::write(&Table::open(header).unwrap()).ends_with("SZ[3]AB[a2][b1]PL[W])\n"));
}

/// Plays moves and says comments, which are all words that begin with `sgf`.
fn with_comments(events: &[&str]) -> Table {
    let mut table = open(5, false);
    for text in events {
        let command = match text.starts_with("sgf") {
            true => Command::Comment(text.to_string()),
            false => Command::Move { by: None, text: text.to_string() },
        };
        assert_eq!(table.act(&command, 0).refusal, None);
    }
    table
}

#[test]
fn comments_do_not_change_the_game() {
    for comment in
        ["sgf B[c3]", "sgf ;W[c3]", "sgf SZ[9]AB[c3]", "sgf (;W[c3])", "sgf ;W[resign]", "sgf (;W[z9])"]
    {
        for events in [&["A0", comment, "B1"][..], &[comment, "A0", "B1"], &["A0", "B1", comment]] {
            let table = with_comments(events);
            let written = sgf::write(&table);
            let again = through_record(&read_sgf(&written));
            assert_eq!((moves(&again), again.ending()), ("A0 B1".into(), None), "{written}");
            assert_eq!(sgf::write(&again), written);
        }
    }
    let written = sgf::write(&with_comments(&["A0", "sgf B[c3]", "B1"]));
    assert!(written.ends_with("SZ[5];B[a1]C[sgf B[c3\\]];W[b2])\n"), "{written}");
}

#[test]
fn the_end_of_a_game_survives_a_record() {
    for text in [
        "(;FF[4]GM[11]CA[UTF-8]AP[HexGui]SZ[5]RE[B+R];B[a1](;W[resign]C[bye];B[resign]TR[a1])(;W[c3]))\n",
        "(;FF[4]GM[11]CA[UTF-8]AP[Parlor]SZ[5];B[a1]PL[W](;C[to be continued])(;W[c3]))\n",
        "(;FF[4]GM[11]CA[UTF-8]AP[Parlor]SZ[1]RE[B+];B[a1];W[resign])\n",
    ] {
        assert_eq!(sgf::write(&through_record(&read_sgf(text))), text);
    }
}

#[test]
fn undone_moves_are_variations() {
    let mut table = open(5, false);
    for (command, text) in
        [("move", "A0"), ("move", "B1"), ("undo", ""), ("move", "C2"), ("move", "D3"), ("undo", "")]
    {
        let command = match command {
            "move" => Command::Move { by: None, text: text.into() },
            _ => Command::Undo { by: None },
        };
        assert_eq!(table.act(&command, 0).refusal, None);
    }
    assert!(sgf::write(&table).ends_with("SZ[5];B[a1](;W[c3];B[d4])(;W[b2]))\n"), "{}", sgf::write(&table));
    assert_eq!(hexworld::write(&table), "https://hexworld.org/board/#5c1,a1c3,d4");
}

#[test]
fn rematches_are_trees_of_their_own() {
    let mut table = open(1, false);
    let _ = table.act(&Command::Move { by: None, text: "A0".into() }, 0);
    let _ = table.act(&Command::Rematch { exchange: true, seed: None }, 0);
    let text = sgf::write(&table);
    assert_eq!(text.lines().count(), 2);
    assert!(text.starts_with("(;FF[4]GM[11]CA[UTF-8]AP[Parlor]SZ[1]RE[B+];B[a1])\n"));
}

#[test]
fn stones_out_of_turn_set_up_a_board() {
    let table = read_sgf("(;GM[11]SZ[5]C[a];B[a1];B[a2]C[b](;W[c3];W[c4];B[d4];W[d5])(;B[a3]))");
    assert_eq!(moves(&table), "D2 D3 E3");
    let written = sgf::write(&through_record(&table));
    assert!(written.contains("AB[a1][a2]AW[c3]PL[W]"), "{written}");
    assert!(written.contains(";W[c4];B[d4];W[d5])"), "{written}");
    assert_eq!(sgf::write(&read_sgf(&written)), written);
}

#[test]
fn a_result_that_the_game_contradicts_is_a_comment() {
    let text = "(;FF[4]GM[11]SZ[5]EV[Cup]DT[2009]RE[W+];B[a1];W[resign])";
    let written = sgf::write(&read_sgf(text));
    assert_eq!(
        written,
        "(;FF[4]GM[11]CA[UTF-8]AP[Parlor]SZ[5]RE[B+R]C[RE[W+\\]]EV[Cup]DT[2009];B[a1];W[resign])\n"
    );
    let again = read_sgf(&written);
    assert_eq!(sgf::write(&again), written);
    let lines = |table: &Table| table.log().iter().map(entry_line).collect::<Vec<_>>();
    assert_eq!(lines(&again), lines(&read_sgf(text)));
}

#[test]
fn large_files_take_no_more_than_their_size() {
    // Each of these took memory or time by the square once.
    let rectangles = format!("(;GM[11]SZ[26]{};B[a26])", "AB[a1:z25]".repeat(20_000));
    assert_eq!(moves(&read_sgf(&rectangles)), "Z0");
    let nodes = format!("(;GM[11]SZ[5];B[a1]{};W[a2])", ";C[x]".repeat(50_000));
    assert_eq!(moves(&read_sgf(&nodes)), "A0 B0");
}

#[test]
fn passes_of_links_set_up_a_board() {
    // On the empty board it is who goes first.
    let first = hexworld::read("5c1,:pa2c3").unwrap();
    assert_eq!(hexworld::write(&first), "https://hexworld.org/board/#5c1,b1c3");
    assert_eq!(moves(&first), moves(&read_sgf("(;GM[11]SZ[5];W[a2];B[c3])")));
    assert_eq!(moves(&hexworld::read("5c1,:p:pa2").unwrap()), "B0");
    for link in ["5c1,a1:pb2:pc3", "5c1,:p", "5c1,:pa2", "5c1,a1:p", "5c1,:pa1c3:p", "5c1,a1b2:pc3d4e5:rb"] {
        let table = hexworld::read(link).unwrap();
        let written = hexworld::write(&table);
        assert_eq!(hexworld::write(&hexworld::read(&written).unwrap()), written, "{link}");
        let tree = sgf::write(&table);
        assert_eq!(sgf::write(&sgf::read(&tree).unwrap()[0]), tree, "{link}");
    }
    let table = hexworld::read("#5c1,a1:pb2:pc3d4").unwrap();
    assert_eq!(moves(&table), "C2 D3");
    let setup = table.header().setup.as_ref().unwrap();
    assert_eq!((setup.next, setup.cells[0][0], setup.cells[1][1]), (Some(1), 1, 1));
    assert_eq!(hexworld::write(&table), "https://hexworld.org/board/#5c1,a1:pb2:pc3d4");
    assert!(sgf::write(&table).ends_with("AB[a1][b2]PL[B];B[c3];W[d4])\n"), "{}", sgf::write(&table));
}

#[test]
fn links() {
    let table = hexworld::read("https://hexworld.org/board/#11r9nc1,a2:sf7,h8:fw").unwrap();
    assert_eq!(moves(&table), "B0 swap G5 H7");
    assert_eq!(table.ending(), Some(Ending::Forfeited(Player::Two)));
    assert_eq!(hexworld::write(&table), "https://hexworld.org/board/#11c1,a2:sf7h8:fw");
    assert_eq!(moves(&hexworld::read("#5x5,a1").unwrap()), "A0");
    assert_eq!(hexworld::write(&hexworld::read("7").unwrap()), "https://hexworld.org/board/#7c1,");
    for (text, error) in [
        ("#5,a1:sb2:p", "move 4 (:p): our rules have no pass"),
        ("#5,a1:pa1:p", "move 3 (a1): the cell is taken"),
        ("#5,a1:pf6:p", "move 3 (f6): there is no such cell"),
        ("#5,a1b2z9", "move 3 (z9): there is no such cell"),
        ("#5,a1a1", "move 2 (a1): the cell is taken"),
        ("#5,a1,b2:x", "move 3: expected a cell like a1, :s, :S, :p, :rb, :rw, :fb or :fw, not \":x\""),
        ("#5,a1b2:s", "move 3 (:s): "),
        ("#5x6,a1", "5x6: only square boards can be played"),
        ("#27,a1", "expected a size from 1 to 26 after #, not \"27\""),
        ("hello", "expected a size from 1 to 26 after #, not \"hello\""),
        ("#99999999999999999999999,a1", "expected a size from 1 to 26 after #, not \"99999999999999999999\""),
        ("#5,ä1", "move 1: expected a cell"),
        ("#1,a1:rb", "move 2 (:rb): the game is over"),
    ] {
        let found = hexworld::read(text).err().unwrap().to_string();
        assert!(found.starts_with(error), "{text}: {found}");
    }
    for same in ["#11c1,a2%3asf7,h8", "https://hexworld.org/board/%2311c1%2Ca2%3Asf7h8", "11, a2:sf7, h8"] {
        assert!(hexworld::is_link(same), "{same}");
        assert_eq!(moves(&hexworld::read(same).unwrap()), "B0 swap G5 H7", "{same}");
    }
    assert!(hexworld::is_link("#5") && !hexworld::is_link("5") && !hexworld::is_link("5 a1, b2"));
    assert!(hexworld::is_link("https://hexworld.org/board/#11") && hexworld::is_link("#11c1,a2"));
    assert!(
        !hexworld::is_link("(;GM[11])")
            && !hexworld::is_link("{\"parlor\":2}")
            && !hexworld::is_link("game.sgf")
    );
}

#[test]
fn move_lists_with_and_without_spaces() {
    let ours = |text: &str| hexworld::our_moves(&hexworld::parse_moves(text).unwrap()).unwrap().join(" ");
    assert_eq!(ours("a10b4:sc3"), "J0 D1 swap C2");
    assert_eq!(ours("A10 B4 swap-pieces c3"), "J0 D1 swap C2");
    assert_eq!(ours("a2 :S c1"), "B0 swap C0");
    assert_eq!(hexworld::parse_moves("a1 b2?"), Err((2, "?".into())));
}

fn open(side: i64, swap: bool) -> Table {
    let mut header = Header::new("hex");
    header.options = Options { size: Some(Size::new(side, side)), swap, ..Options::default() };
    Table::open(header).unwrap()
}

/// A random game, perhaps with undone moves, a comment or a resignation.
fn random_table(side: i64, swap: bool, choices: &[usize], resigns: bool) -> Table {
    let mut table = open(side, swap);
    for &choice in choices {
        if choice % 11 == 10 {
            let _ = table.act(&Command::Undo { by: None }, 0);
        } else if choice % 13 == 12 {
            let _ = table.act(&Command::Comment(format!("sg f[{choice}]\\")), 0);
        }
        let targets = table.view().move_targets;
        if targets.is_empty() {
            break;
        }
        let text = targets[choice % targets.len()].1.clone();
        let _ = table.act(&Command::Move { by: None, text }, 0);
    }
    if resigns {
        let _ = table.act(&Command::Resign { by: Player::Two }, 0);
    }
    table
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn random_games_survive_both_formats(
        side in 1..=9_i64,
        swap in any::<bool>(),
        choices in prop::collection::vec(0_usize..1_000, 0..90),
        resigns in any::<bool>(),
    ) {
        let table = random_table(side, swap, &choices, resigns);
        let text = sgf::write(&table);
        let again = through_record(&read_sgf(&text));
        prop_assert_eq!(moves(&again).starts_with(&moves(&table)), true);
        prop_assert_eq!(sgf::write(&again), text);
        if resigns {
            prop_assert_eq!(again.ending(), table.ending());
        }
        let link = hexworld::write(&table);
        let again = hexworld::read(&link).unwrap();
        prop_assert_eq!(hexworld::write(&again), link.replacen(',', "!", 1).replace(',', "").replacen('!', ",", 1));
    }
}
