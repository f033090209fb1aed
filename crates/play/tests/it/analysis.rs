//! The analysis board: its tree, its address, and the texts it reads and writes.

use parlor_play::{
    AnalysisBoard, AnalysisCommand, AnalysisFormat, BadAnalysis, NodeId, Options, TurnState, VariationTree,
    games,
};
use parlor_rules::{Player, Setup, Size, SplitMix64};
use proptest::prelude::*;

fn opened(fragment: &str) -> AnalysisBoard {
    AnalysisBoard::from_fragment(fragment).unwrap_or_else(|error| panic!("{fragment}: {error}"))
}

fn refused(fragment: &str) -> String {
    AnalysisBoard::from_fragment(fragment).err().map(|error| error.to_string()).unwrap_or_default()
}

/// The list of a won game of 1024 with an illegal move after the win.
#[test]
fn an_illegal_move_after_a_win_does_not_continue_the_game() {
    let refused = refused("1024/1x4/2/@0,0,@0,1,L,@0,1,L");
    assert!(refused.starts_with("move 5 (L): "), "{refused}");
    let continued = opened("1024/1x4/2/@0,0,@0,1,L,@0,1,R");
    assert_eq!(continued.session().timeline().moves()[4..], ["continue", "R"]);
}

#[test]
fn addresses_that_people_write() {
    for (fragment, plies) in [
        ("classic/6x7", 0),
        ("classic/6x7/44455554221", 11),
        ("classic/9x12/1c1c1c", 6),
        ("classic/6x40/1,40,1", 3),
        ("shapes/4x6/121", 3),
        ("super/6x7/3324", 4),
        ("hex/11/a2,f6,k11", 3),
        ("hex/5/swap/a2,:s,c3", 3),
        ("1024/4x4/1024/@1,1,@0,1,R", 3),
        ("1024/3x3/32/idle-spawns/@1,1,@0,1,R", 3),
        ("growing/p1:0,p2:1", 2),
        ("growing/free/p2:3,p2:3", 2),
        ("growing/tokens=%252B,%2523,_/p1:0", 1),
        ("classic/4x4/=..../..../1.../21../3", 1),
        ("super/4x4/=..../..../1.../21../scores=3,1/34", 2),
        ("super/4x4/=..../..../..../111./next=1/4", 1),
        ("hex/3/=1../.2./.../c1", 1),
        ("hex/3/swap/=.2./.../.../b2", 1),
        ("1024/2x2/8/=4,1/0,0/D,@0,0,R", 3),
        ("growing/=...../...../...../...../11122/p2:0", 1),
    ] {
        let analysis = opened(fragment);
        assert_eq!(analysis.session().timeline().len(), plies, "{fragment}");
        assert_eq!(analysis.fragment(), fragment);
    }
}

#[test]
fn what_may_be_left_out_or_written_otherwise() {
    for (typed, written) in [
        ("#classic", "classic/6x7"),
        ("classic/444", "classic/6x7/444"),
        ("hex/a2f6", "hex/11/a2,f6"),
        ("hex/11x11/a2", "hex/11/a2"),
        ("1024", "1024/4x4/1024"),
        ("classic/4x4/=....%2F..", ""),
        ("classic/4x4/=..../..../..../..../1", "classic/4x4/1"),
        ("hex/11/a2%2Cf6/", "hex/11/a2,f6"),
        ("hex%2F11%2fa2%2Cf6", "hex/11/a2,f6"),
        ("classic/6x7/44%7EMzHRMNXUMNQEAA", "classic/6x7/44~MzHRMNXUMNQEAA"),
        ("classic/6x7/44%7eMzHR%4DNXUMNQEAA", "classic/6x7/44~MzHRMNXUMNQEAA"),
        ("growing/tokens=%252F,%257E,_/p1:0", "growing/tokens=%252F,%257E,_/p1:0"),
    ] {
        match AnalysisBoard::from_fragment(typed) {
            Ok(analysis) => assert_eq!(analysis.fragment(), written, "{typed}"),
            Err(error) => assert_eq!(written, "", "{typed}: {error}"),
        }
    }
}

#[test]
fn bad_addresses_say_why() {
    assert_eq!(refused("chess/8x8"), "there is no game \"chess\"");
    // A move is named as the address has it, not as the game writes it.
    assert_eq!(refused("classic/6x7/448"), "move 3 (8): there is no column 8");
    assert_eq!(refused("hex/5/a1,q9"), "move 2 (q9): there is no such cell");
    assert_eq!(refused("classic/6x7/44/44"), "not a part of an address: \"44\"");
    assert_eq!(refused("classic/6x7/44~!!"), "the variations after ~ are damaged");
    assert_eq!(refused("classic/swap/4"), "classic has no swap");
    assert_eq!(refused("hex/3x4"), refused("hex/3x4/"));
    assert!(refused("classic/4x4/=..../..../1.../...1").contains("nothing holds"));
    assert!(refused("growing/tokens=a,b").contains("tokens=a,b"));
    assert!(refused(&"4".repeat(2 << 20)).contains("longer than"));
    for (part, said) in [
        ("%+1", "not a part of an address: \"%+1\""),
        ("%-1", "not a part of an address: \"%-1\""),
        ("%zz", "not a part of an address: \"%zz\""),
        ("%f", "not a part of an address: \"%f\""),
        ("%", "not a part of an address: \"%\""),
        ("%ff", "not a part of an address: \"%ff\""),
        ("=..../..../1.../..../next=+1", "not a part of an address: \"next=+1\""),
    ] {
        assert_eq!(refused(&format!("classic/4x4/{part}")), said);
    }
    assert_eq!(
        refused("super/4x4/=..../..../..../..../scores=+1,0"),
        "not a part of an address: \"scores=+1,0\""
    );
    assert_eq!(refused("1024/2x2/8/=+4,1/0,0/D"), "not a part of an address: \"=+4,1\"");
    assert_eq!(refused("classic/6x7/44~%+f"), "not a part of an address: \"%+f\"");
    assert_eq!(refused("1024/4x4/1000"), refused("1024/4x4/1000/@1,1"));
}

#[test]
fn variations_and_comments_are_behind_a_tilde() {
    let mut analysis = opened("classic/6x7/4455");
    let end = analysis.current();
    analysis.back().unwrap();
    analysis.play("0").unwrap();
    analysis.set_comment(analysis.current(), "why {not}\\ 4 4 (5)?").unwrap();
    analysis.set_comment(NodeId::ROOT, "the start").unwrap();
    analysis.go_to(end).unwrap();
    let fragment = analysis.fragment();
    assert!(fragment.starts_with("classic/6x7/4455~"), "{fragment}");
    let again = opened(&fragment);
    assert_eq!(again.tree(), analysis.tree());
    assert_eq!(again.tree().line(again.current()), ["3", "3", "4", "4"]);
    assert_eq!(again.fragment(), fragment);
    let cut = opened(fragment.split('~').next().unwrap());
    assert_eq!(cut.session().view(), analysis.session().view(), "the position can be read without the tree");
}

#[test]
fn stepping_goes_over_what_chance_adds() {
    let mut analysis = opened("1024/3x3/32/@1,1,@0,1,L,@2,2,U,@2,1");
    assert!(analysis.back().unwrap());
    assert_eq!(analysis.tree().line(analysis.current()).last().unwrap(), "@2,2");
    assert!(analysis.back().unwrap() && analysis.back().unwrap() && !analysis.back().unwrap());
    assert_eq!(analysis.current(), NodeId::ROOT);
    assert!(analysis.forward().unwrap());
    assert_eq!(analysis.session().timeline().len(), 2);
    assert_eq!(analysis.state().turn, TurnState::Player);
    analysis.play("R").unwrap();
    let state = analysis.state();
    assert_eq!((state.turn, state.chance_targets.len()), (TurnState::Chance, 7));
    assert!(state.view.move_targets.is_empty());
    analysis.play_chance(5).unwrap();
    assert_eq!(analysis.play_chance(5), Err(BadAnalysis::NoChance));
    assert_eq!(analysis.state().turn, TurnState::Player);
}

#[test]
fn lines_are_gone_through_deleted_and_promoted() {
    let mut analysis = opened("hex/5/a1,b2,c3");
    analysis.act(&AnalysisCommand::Back).unwrap();
    analysis.act(&AnalysisCommand::Play { text: "E4".into() }).unwrap();
    let variation = analysis.current();
    assert!(!analysis.sibling(1).unwrap() && analysis.sibling(-1).unwrap());
    assert_eq!(analysis.tree().text(analysis.current()), "C2");
    analysis.act(&AnalysisCommand::Promote { node: variation.number(), to_main_line: false }).unwrap();
    analysis.act(&AnalysisCommand::First).unwrap();
    analysis.act(&AnalysisCommand::Last).unwrap();
    assert_eq!(analysis.current(), variation);
    let nodes = analysis.nodes();
    let seen: Vec<_> =
        nodes.iter().map(|node| (node.number, node.text.as_str(), node.by, node.is_first)).collect();
    assert_eq!(
        seen,
        [
            (1, "A0", Some(1), true),
            (2, "B1", Some(2), true),
            (3, "E4", Some(1), true),
            (3, "C2", Some(1), false)
        ]
    );
    let revision = analysis.state().revision;
    analysis.act(&AnalysisCommand::Delete { node: nodes[1].node }).unwrap();
    assert_eq!(analysis.tree().line(analysis.current()), ["A0"]);
    assert!(analysis.state().revision > revision);
    assert_eq!(analysis.fragment(), "hex/5/a1");
    let gone = AnalysisCommand::Go { node: variation.number() };
    assert_eq!(analysis.act(&gone).unwrap_err().to_string(), "there is no such move");
    assert!(analysis.act(&AnalysisCommand::Delete { node: 0 }).is_err());
}

#[test]
fn the_revision_grows_only_with_changes_of_the_tree() {
    let mut analysis = opened("hex/5/a1,b2,c3");
    let play = |text: &str| AnalysisCommand::Play { text: text.into() };
    let comment = |text: &str| AnalysisCommand::Comment { node: 1, text: text.into() };
    let promote = |to_main_line| AnalysisCommand::Promote { node: 4, to_main_line };
    for (command, grows) in [
        (AnalysisCommand::Back, false),
        (play("C2"), false),
        (AnalysisCommand::Back, false),
        (play("E4"), true),
        (AnalysisCommand::Back, false),
        (play("E4"), false),
        (comment("good"), true),
        (comment("good"), false),
        (promote(false), true),
        (promote(false), false),
        (promote(true), false),
        (AnalysisCommand::First, false),
        (AnalysisCommand::Delete { node: 4 }, true),
    ] {
        let (revision, nodes) = (analysis.state().revision, analysis.nodes());
        analysis.act(&command).unwrap();
        assert_eq!(analysis.state().revision > revision, grows, "{command:?}");
        assert_eq!(analysis.nodes() != nodes, grows, "{command:?}");
    }
}

#[test]
fn boards_are_set_up_and_refused() {
    let classic =
        AnalysisBoard::new("classic", &Options { size: Some(Size::new(4, 4)), ..Options::default() })
            .unwrap();
    let draw = |rows: [&str; 4], next| {
        let cell = |letter: char| u64::from(letter.to_digit(10).unwrap_or(0));
        let cells = rows.iter().map(|row| row.chars().map(cell).collect()).collect();
        classic.with_setup(&Setup { cells, next, scores: [0, 0] })
    };
    let drawn = draw(["....", "....", "1...", "21.."], None).unwrap();
    assert_eq!(drawn.session().turn().player(), Some(Player::Two), "the discs tell whose turn it is");
    assert_eq!(drawn.fragment(), "classic/4x4/=..../..../1.../21..");
    assert!(draw(["....", "....", "11..", "1111"], None).is_err());
    assert!(draw(["1...", "....", "....", "...."], None).is_err());
    assert!(draw(["....", "....", "....", "...."], None).unwrap().setup().is_none(), "the usual start");
}

#[test]
fn pasted_texts_of_every_format() {
    let classic = opened("classic/6x7");
    let hex = opened("hex/11");
    let pasted = |analysis: &AnalysisBoard, text: &str| {
        analysis.paste(text).map_or_else(|error| error.to_string(), |pasted| pasted.fragment())
    };
    assert_eq!(pasted(&classic, "44455554221"), "classic/6x7/44455554221");
    assert_eq!(pasted(&classic, "  3 3 3 4\n"), "classic/6x7/4445");
    assert_eq!(pasted(&classic, "1. 3 3 2. 4 4"), "classic/6x7/4455");
    assert_eq!(pasted(&classic, "2252576253462244111563365343671351441 -1"), {
        "classic/6x7/2252576253462244111563365343671351441"
    });
    assert!(pasted(&hex, "https://hexworld.org/board/#13c1,a2f6:s").starts_with("move 3 (:s): "));
    assert_eq!(pasted(&classic, "https://hexworld.org/board/#5c1,a2:sb3"), "hex/5/swap/a2,:s,b3");
    assert_eq!(pasted(&hex, "#7c1,a2b3"), "hex/7/a2,b3");
    assert_eq!(pasted(&hex, "F3 A0"), "hex/11/d6,a1");
    assert_eq!(pasted(&hex, "d6 a1"), "hex/11/d6,a1");
    assert_eq!(pasted(&classic, "https://example.org/analysis#super/6x7/3324"), "super/6x7/3324");
    assert_eq!(pasted(&classic, "https://example.org/analysis#super%2F6x7%2F3324"), "super/6x7/3324");
    assert_eq!(pasted(&hex, "1024/4x4/1024/@1,1,@0,1"), "1024/4x4/1024/@1,1,@0,1");
    assert_eq!(pasted(&opened("1024/4x4/1024"), "@1,1 @0,1 R"), "1024/4x4/1024/@1,1,@0,1,R");
    assert_eq!(pasted(&opened("growing"), "p1:0 p2:1"), "growing/p1:0,p2:1");
    let record = "{\"parlor\":2,\"game\":\"classic\"}\n{\"event\":{\"move\":\"3\"}}\n{\"event\":{\"move\":\"2\"}}\n\
                  {\"event\":{\"undo\":1}}\n{\"event\":{\"move\":\"4\"}}\n{\"event\":{\"comment\":\"better\"}}\n";
    let read = hex.paste(record).unwrap();
    assert_eq!(read.tree().line(read.current()), ["3", "4"]);
    let texts: Vec<&str> = read.tree().preorder().into_iter().map(|node| read.tree().text(node)).collect();
    assert_eq!(texts, ["3", "4", "2"], "what was played instead comes first");
    assert_eq!(read.tree().comment(read.current()), "better");
    let sgf = "(;FF[4]GM[11]SZ[5];B[a1];W[b2]C[solid](;B[c3])(;B[e5];W[e4]))";
    let read = classic.paste(sgf).unwrap();
    assert_eq!(read.fragment().split('~').next(), Some("hex/5/a1,b2,c3"));
    assert_eq!(read.tree().len(), 6);
    for text in ["", "hello there", "{\"no\":1}", "(;GM[1])", "chess/e4"] {
        assert!(classic.paste(text).is_err(), "{text}");
    }
    assert!(matches!(classic.paste("good evening"), Err(BadAnalysis::UnknownFormat)));
    assert!(matches!(classic.paste(&"4".repeat(5 << 20)), Err(BadAnalysis::LongText)));
}

#[test]
fn formats_to_take_away() {
    let mut hex = opened("hex/5/a1,b2,c3");
    hex.back().unwrap();
    assert_eq!(hex.export(AnalysisFormat::HexWorld).unwrap(), "https://hexworld.org/board/#5c1,a1b2,c3");
    assert_eq!(hex.export(AnalysisFormat::Moves).unwrap(), "A0 B1 C2");
    assert_eq!(hex.export(AnalysisFormat::Solver), Err(BadAnalysis::NoSuchFormat));
    let classic = opened("classic/6x7/4455");
    assert_eq!(classic.export(AnalysisFormat::Solver).unwrap(), "4455");
    assert_eq!(classic.export(AnalysisFormat::Sgf), Err(BadAnalysis::NoSuchFormat));
    let drawn = opened("classic/4x4/=..../..../1.../21../3");
    assert!(!drawn.formats().contains(&AnalysisFormat::Solver), "the notation has no board to start from");
}

/// A random tree on a random game.
fn grown(game: usize, seed: u64, size: usize) -> AnalysisBoard {
    let info = games()[game % games().len()].info();
    let mut random = SplitMix64::new(seed);
    let options = match info.name {
        "hex" => Options { size: Some(Size::new(4, 4)), swap: true, ..Options::default() },
        "1024" => Options { size: Some(Size::new(2, 3)), target: Some(16), ..Options::default() },
        "growing" => Options::default(),
        "three" => Options::default(),
        _ => Options { size: Some(Size::new(4, 5)), ..Options::default() },
    };
    let mut analysis = AnalysisBoard::new(info.name, &options).unwrap();
    for _ in 0..size {
        let nodes: Vec<NodeId> = analysis.tree().preorder();
        match random.below(12) {
            0 if !nodes.is_empty() => analysis.go_to(nodes[random.below(nodes.len())]).unwrap(),
            1 => drop(analysis.back().unwrap()),
            2 => drop(analysis.forward().unwrap()),
            3 if !nodes.is_empty() => {
                analysis.promote(nodes[random.below(nodes.len())], random.below(2) == 0).unwrap()
            }
            4 if !nodes.is_empty() && random.below(4) == 0 => {
                analysis.delete(nodes[random.below(nodes.len())]).unwrap();
            }
            5 => analysis
                .set_comment(analysis.current(), ["", "a {b} \\ c", "(1)\n2", "ä~#%"][random.below(4)])
                .unwrap(),
            6 => drop(analysis.sibling(random.below(3) as isize - 1).unwrap()),
            _ => {
                let state = analysis.state();
                let targets = [state.view.move_targets, state.chance_targets].concat();
                if targets.is_empty() {
                    let _ = analysis.play("continue");
                } else {
                    analysis.play(&targets[random.below(targets.len())].1).unwrap();
                }
            }
        }
    }
    analysis
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_analysis_survives_its_address(game in 0..7_usize, seed in any::<u64>(), size in 0..120_usize) {
        let analysis = grown(game, seed, size);
        let fragment = analysis.fragment();
        let again = opened(&fragment);
        prop_assert_eq!(again.tree(), analysis.tree());
        prop_assert_eq!(again.tree().line(again.current()), analysis.tree().line(analysis.current()));
        prop_assert_eq!(again.session().view(), analysis.session().view());
        prop_assert_eq!(again.fragment(), fragment);
    }

    #[test]
    fn any_analysis_survives_as_a_record(game in 0..7_usize, seed in any::<u64>(), size in 0..80_usize) {
        let analysis = grown(game, seed, size);
        let again = analysis.paste(&analysis.export(AnalysisFormat::Record).unwrap()).unwrap();
        prop_assert_eq!(again.tree(), analysis.tree());
        for format in analysis.formats() {
            prop_assert!(analysis.export(format).is_ok(), "{:?}", format);
        }
    }

    #[test]
    fn any_hex_tree_survives_as_sgf(seed in any::<u64>(), size in 0..60_usize) {
        let hex = games().iter().position(|game| game.info().name == "hex").unwrap();
        let analysis = grown(hex, seed, size);
        let again = analysis.paste(&analysis.export(AnalysisFormat::Sgf).unwrap()).unwrap();
        let texts = |tree: &VariationTree| -> Vec<(String, usize)> {
            tree.preorder().into_iter().map(|node| (tree.text(node).to_string(), tree.depth(node))).collect()
        };
        prop_assert_eq!(texts(again.tree()), texts(analysis.tree()));
    }

    #[test]
    fn the_session_is_always_at_the_current_node(game in 0..7_usize, seed in any::<u64>()) {
        let analysis = grown(game, seed, 150);
        prop_assert_eq!(analysis.session().timeline().moves(), analysis.tree().line(analysis.current()));
        let nodes = analysis.nodes();
        prop_assert_eq!(nodes.len() + 1, analysis.tree().len());
    }

    #[test]
    fn set_up_boards_survive_their_address(game in 0..7_usize, seed in any::<u64>(), size in 0..60_usize) {
        let played = grown(game, seed, size);
        let Ok(drawn) = played.with_setup(&played.session().setup()) else { return Ok(()) };
        let again = opened(&drawn.fragment());
        prop_assert_eq!(again.session().setup(), drawn.session().setup());
        prop_assert_eq!(again.fragment(), drawn.fragment());
    }
}
