//! The timeline against a plain list that is kept by hand.

use parlor_play::{Command, Event, Header, Options, PlyKind, Refusal, Step, Table, game, games};
use parlor_rules::{Player, Size, SplitMix64};

/// The line of a table by the events alone: what was played, and what was undone and can be redone.
#[derive(Default)]
struct PlainLine {
    stands: Vec<String>,
    undone: Vec<String>,
}

impl PlainLine {
    fn apply(&mut self, event: &Event) {
        match event {
            Event::Move(text) | Event::Chance(text) => {
                self.stands.push(text.clone());
                self.undone.clear();
            }
            Event::Continue => {
                self.stands.push("continue".into());
                self.undone.clear();
            }
            Event::Undo(count) => {
                for _ in 0..*count {
                    self.undone.extend(self.stands.pop());
                }
            }
            Event::Redo(count) => {
                for _ in 0..*count {
                    self.stands.extend(self.undone.pop());
                }
            }
            Event::Rematch { .. } => *self = PlainLine::default(),
            _ => {}
        }
    }
}

fn small(name: &str, random: &mut SplitMix64) -> Header {
    let (size, target) = match name {
        "growing" => (None, None),
        "hex" => (Some(Size::new(3, 3)), None),
        "1024" => (Some(Size::new(2, 3)), Some(8)),
        _ => (Some(Size::new(4, 5)), None),
    };
    let options = Options { size, target, swap: name == "hex", ..Options::default() };
    Header { options, seed: Some(random.next_u64()), max_plies: Some(60), ..Header::new(name) }
}

fn random_command(table: &Table, random: &mut SplitMix64) -> Command {
    let seat = [None, Some(Player::One), Some(Player::Two)][random.below(3)];
    match random.below(12) {
        0 => Command::Undo { by: seat },
        1 => Command::Redo { by: seat },
        2 => Command::Continue,
        3 => Command::Rematch { exchange: random.below(2) == 0, seed: Some(random.next_u64()) },
        4 => Command::Comment("well played".into()),
        _ => {
            let targets = table.view().move_targets;
            let text = targets.get(random.below(targets.len().max(1))).map(|(_, text)| text.clone());
            Command::Move { by: None, text: text.unwrap_or_default() }
        }
    }
}

#[test]
fn the_line_is_what_the_events_say() {
    for game in games() {
        for seed in 0..40 {
            let mut random = SplitMix64::at(seed, 0);
            let mut table = Table::open(small(game.info().name, &mut random)).unwrap();
            let mut plain = PlainLine::default();
            for now in 0..120 {
                let before = table.timeline().moves();
                let command = random_command(&table, &mut random);
                let acted = table.act(&command, now);
                acted.entries.iter().for_each(|entry| plain.apply(&entry.event));
                let after = table.timeline().moves();
                assert_eq!(after, plain.stands, "{command:?}");
                assert_eq!(table.timeline().redo_count(), plain.undone.len());
                assert_eq!(before[..acted.kept], after[..acted.kept], "{command:?}");
                check(&table);
            }
        }
    }
}

#[test]
fn a_table_without_a_log_knows_what_the_last_ply_did() {
    for game in games() {
        for seed in 0..20 {
            let mut random = SplitMix64::at(seed, 2);
            let header = small(game.info().name, &mut random);
            let (mut table, mut lean) = (Table::open(header.clone()).unwrap(), Table::open(header).unwrap());
            lean.forget_log();
            for now in 0..120 {
                let command = random_command(&table, &mut random);
                assert_eq!(lean.act(&command, now), table.act(&command, now));
                assert_eq!(lean.timeline().last_steps(), table.timeline().last_steps(), "{command:?}");
                assert_eq!(lean.view(), table.view(), "{command:?}");
                let plies = lean.timeline().plies();
                let earlier = &plies[..plies.len().saturating_sub(1)];
                assert!(earlier.iter().all(|ply| ply.steps.is_empty()), "{command:?}");
            }
        }
    }
}

/// Whatever the timeline answers can be counted in its plies.
fn check(table: &Table) {
    let timeline = table.timeline();
    let count = |kind| timeline.plies().iter().filter(|ply| ply.kind == kind).count();
    assert_eq!(timeline.player_moves(), count(PlyKind::Move));
    assert_eq!(timeline.board_moves(), count(PlyKind::Move) + count(PlyKind::Chance));
    assert_eq!(timeline.stops().len(), timeline.player_moves() + 1);
    assert_eq!(timeline.stops().last(), Some(&timeline.len()));
    if let Some(last) = timeline.last() {
        assert_eq!(last.steps.is_empty(), last.kind == PlyKind::Continue, "{last:?}");
    }
}

#[test]
fn the_position_after_n_plies_is_the_one_that_was_there() {
    for game in games() {
        let mut random = SplitMix64::at(7, 1);
        let mut table = Table::open(small(game.info().name, &mut random)).unwrap();
        let mut seen = vec![table.view()];
        let _ = table.settle(0);
        for now in 0..80 {
            let text = table.view().move_targets.first().map(|(_, text)| text.clone());
            let command = match text {
                Some(text) if table.ending().is_none() => Command::Move { by: None, text },
                _ => Command::Continue,
            };
            let _ = table.act(&command, now);
        }
        let mut steps: Vec<Vec<Step>> = Vec::new();
        let mut replayed = table.session().after(0).unwrap();
        for ply in table.timeline().plies() {
            steps.push(replayed.play(&ply.text).unwrap().steps.clone());
            seen.push(replayed.view());
        }
        for (plies, view) in seen.iter().enumerate() {
            let session = table.session().after(plies).unwrap();
            assert_eq!(session.view(), *view, "{} after {plies}", game.info().name);
            let last = plies.checked_sub(1).map_or(&[][..], |last| &steps[last][..]);
            assert_eq!(session.timeline().last_steps(), last);
        }
    }
}

#[test]
fn continuing_is_a_ply_and_is_undone_with_the_win() {
    let options = Options { size: Some(Size::new(2, 2)), target: Some(2), ..Options::default() };
    let mut table = Table::open(Header { options, seed: Some(1), ..Header::new("1024") }).unwrap();
    let _ = table.settle(0);
    while table.ending().is_none() {
        let text = table.view().move_targets[0].1.clone();
        let _ = table.act(&Command::Move { by: None, text }, 0);
    }
    let won = table.timeline().len();
    let _ = table.act(&Command::Continue, 0);
    assert_eq!(
        table.timeline().last().map(|ply| (ply.kind, ply.text.as_str())),
        Some((PlyKind::Continue, "continue"))
    );
    assert_eq!(table.session().after(won).unwrap().view().cells, table.view().cells);
    let undone = table.act(&Command::Undo { by: None }, 0);
    assert_eq!(undone.entries[0].event, Event::Undo(3), "the press, its tile and continuing");
    let redone = table.act(&Command::Redo { by: None }, 0);
    assert_eq!(redone.entries[0].event, Event::Redo(3));
    assert_eq!(table.timeline().len(), won + 1);
}

/// A move of a list after a win says that the player continued, but only if it can be made.
#[test]
fn a_listed_move_that_cannot_be_made_does_not_continue_a_won_game() {
    let options = Options { size: Some(Size::new(1, 4)), target: Some(2), ..Options::default() };
    let mut session = game("1024").unwrap().start(&options).unwrap();
    for text in ["@0,0", "@0,1", "L", "@0,1"] {
        session.play_listed(text).unwrap();
    }
    assert!(session.turn().is_over());
    let won = session.timeline().clone();
    for illegal in ["L", "U", "@0,3", "R9", "", "xyzzy"] {
        assert!(session.play_listed(illegal).is_err(), "{illegal}");
        assert!(session.turn().is_over() && *session.timeline() == won, "{illegal}");
    }
    session.play_listed("R").unwrap();
    assert_eq!(session.timeline().moves()[4..], ["continue", "R"]);
}

#[test]
fn redo_of_a_player_is_the_opposite_of_undo() {
    let mut table = Table::open(Header::new("classic")).unwrap();
    for text in ["3", "2", "3", "2"] {
        let _ = table.act(&Command::Move { by: None, text: text.into() }, 0);
    }
    for by in [Some(Player::One), Some(Player::Two), None] {
        let undone = table.act(&Command::Undo { by }, 0);
        let Event::Undo(count) = undone.entries[0].event else { panic!("{undone:?}") };
        assert_eq!(count, if by == Some(Player::One) { 2 } else { 1 });
        let redone = table.act(&Command::Redo { by }, 0);
        assert_eq!(redone.entries[0].event, Event::Redo(count), "the reply comes back with the move");
        assert_eq!(table.timeline().moves().join(" "), "3 2 3 2");
    }
    let _ = table.act(&Command::Undo { by: None }, 0);
    let _ = table.act(&Command::Resign { by: Player::One }, 0);
    assert_eq!(table.decide(&Command::Redo { by: None }, 0), Err(Refusal::GameOver));
}

#[test]
fn an_earlier_round_can_be_looked_at() {
    let mut table = Table::open(Header::new("classic")).unwrap();
    let mut play = |texts: &str| {
        for text in texts.split(' ') {
            let _ = table.act(&Command::Move { by: None, text: text.into() }, 0);
        }
        let _ = table.act(&Command::Rematch { exchange: true, seed: None }, 0);
    };
    play("0 6 0 6 0 6 0");
    play("3 2 3 2 3 2 3");
    assert_eq!((table.round(), table.is_exchanged()), (3, false));
    let first = table.at_end_of_round(1).unwrap();
    assert_eq!(first.timeline().moves().join(" "), "0 6 0 6 0 6 0");
    let second = table.at_end_of_round(2).unwrap();
    assert_eq!((second.timeline().moves().join(" "), second.is_exchanged()), ("3 2 3 2 3 2 3".into(), true));
    assert!(table.at_end_of_round(0).is_none() && table.at_end_of_round(3).is_none());
}
