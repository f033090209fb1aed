//! What can happen at a table.

use parlor_play::{
    Command, Ending, Event, Header, MoveError, Offer, Options, Refusal, Table, TimeControl, games,
};
use parlor_rules::{IllegalMove, Player, Size, Turn};

pub(crate) fn table(game: &str) -> Table {
    let mut table = Table::open(Header { seed: Some(7), ..Header::new(game) }).unwrap();
    let _ = table.settle(0);
    table
}

fn play(table: &mut Table, moves: &str) -> Option<Event> {
    let mut last = None;
    for text in moves.split_whitespace() {
        let acted = table.act(&Command::Move { by: None, text: text.into() }, 0);
        assert_eq!(acted.refusal, None, "{text}");
        last = acted.entries.last().map(|entry| entry.event.clone());
    }
    last
}

fn act(table: &mut Table, command: Command) -> Result<Vec<Event>, Refusal> {
    let acted = table.act(&command, 0);
    match acted.refusal {
        Some(refusal) => Err(refusal),
        None => Ok(acted.entries.into_iter().map(|entry| entry.event).collect()),
    }
}

#[test]
fn every_game_of_the_list_opens_and_offers_moves() {
    for game in games() {
        let table = table(game.info().name);
        assert!(!table.view().move_targets.is_empty(), "{}", game.info().name);
        assert_eq!(table.names().len(), game.info().players);
    }
}

#[test]
fn a_seat_moves_only_in_its_turn() {
    let mut table = table("hex");
    let by = |player, text: &str| Command::Move { by: Some(player), text: text.into() };
    assert_eq!(act(&mut table, by(Player::Two, "A0")), Err(Refusal::NotYourTurn(Player::Two)));
    assert_eq!(act(&mut table, by(Player::One, "A0")), Ok(vec![Event::Move("A0".into())]));
    let taken = Refusal::Move(MoveError::Illegal(IllegalMove::CellTaken));
    assert_eq!(act(&mut table, by(Player::Two, "A0")), Err(taken));
}

#[test]
fn a_won_game_is_announced_counted_and_can_be_taken_back() {
    let mut table = table("classic");
    let won = play(&mut table, "0 6 0 6 0 6 0");
    assert_eq!(won, Some(Event::End(Ending::Won(Player::One))));
    assert_eq!(table.wins(), [1, 0]);
    let late = Command::Move { by: None, text: "3".into() };
    assert_eq!(act(&mut table, late), Err(Refusal::GameOver));
    assert_eq!(act(&mut table, Command::Undo { by: None }), Ok(vec![Event::Undo(1)]));
    assert_eq!((table.ending(), table.wins()), (None, [0, 0]), "the win is taken back too");
    play(&mut table, "0");
    assert_eq!(table.wins(), [1, 0]);
}

#[test]
fn a_rematch_keeps_the_wins_and_may_exchange_the_seats() {
    let mut table = table("classic");
    let again = |exchange| Command::Rematch { exchange, seed: None };
    assert_eq!(act(&mut table, again(false)), Err(Refusal::NotOver));
    play(&mut table, "0 6 0 6 0 6 0");
    act(&mut table, again(true)).unwrap();
    assert_eq!((table.names(), table.wins()), (&["Yellow".to_string(), "Red".into()][..], [0, 1]));
    assert_eq!((table.round(), table.timeline().len()), (2, 0));
}

#[test]
fn taking_back_ones_own_move_takes_back_the_answer() {
    let mut table = table("classic");
    play(&mut table, "3 3");
    let undo = |by| Command::Undo { by };
    assert_eq!(act(&mut table, undo(Some(Player::One))), Ok(vec![Event::Undo(2)]));
    play(&mut table, "3 4 5");
    assert_eq!(act(&mut table, undo(Some(Player::Two))), Ok(vec![Event::Undo(2)]));
    assert_eq!(table.timeline().moves(), ["3"]);
    assert_eq!(act(&mut table, undo(Some(Player::Two))), Err(Refusal::NothingToUndo));
}

#[test]
fn undo_never_draws_anew() {
    let mut table = table("1024");
    let tiles = table.timeline().moves();
    let first = table.view().move_targets[0].1.clone();
    play(&mut table, &first);
    let after = table.view();
    assert_eq!(act(&mut table, Command::Undo { by: Some(Player::One) }), Ok(vec![Event::Undo(2)]));
    assert_eq!(table.timeline().moves(), tiles);
    play(&mut table, &first);
    assert_eq!(table.view(), after, "the same press brings the same tile");
}

#[test]
fn going_on_after_the_target() {
    let options = Options { size: Some(Size::new(2, 2)), target: Some(2), ..Options::default() };
    let mut table = Table::open(Header { options, seed: Some(1), ..Header::new("1024") }).unwrap();
    let _ = table.settle(0);
    assert_eq!(act(&mut table, Command::Continue), Err(Refusal::CannotContinue));
    while table.ending().is_none() {
        let press = table.view().move_targets[0].1.clone();
        play(&mut table, &press);
    }
    assert_eq!(table.ending(), Some(Ending::Reached));
    let won = table.view();
    assert_eq!(act(&mut table, Command::Continue), Ok(vec![Event::Continue]));
    assert_eq!((table.ending(), table.session().turn()), (None, Turn::Player(Player::One)));
    assert_eq!(table.view().status, won.status, "the status stays won");
    act(&mut table, Command::Undo { by: Some(Player::One) }).unwrap();
    assert_eq!(table.ending(), None, "the winning press is taken back with the going on");
    while table.ending().is_none() {
        let press = table.view().move_targets[0].1.clone();
        play(&mut table, &press);
    }
    act(&mut table, Command::Continue).unwrap();
    while table.ending().is_none() {
        let press = table.view().move_targets[0].1.clone();
        play(&mut table, &press);
    }
    assert_eq!((table.ending(), table.can_continue()), (Some(Ending::Reached), false), "no move is left");
    assert_eq!(act(&mut table, Command::Continue), Err(Refusal::CannotContinue));
}

#[test]
fn resigning_and_agreeing() {
    let mut gives_up = table("hex");
    let given_up = act(&mut gives_up, Command::Resign { by: Player::One }).unwrap();
    assert_eq!(given_up, [Event::Resign(Player::One), Event::End(Ending::Resigned(Player::One))]);
    assert_eq!((gives_up.wins(), gives_up.view().winner), ([0, 1], None));

    let mut table = table("classic");
    let offer = |by, what| Command::Offer { by, what };
    assert_eq!(act(&mut table, Command::Accept { by: Player::Two }), Err(Refusal::NoOffer));
    act(&mut table, offer(Player::One, Offer::Draw)).unwrap();
    assert_eq!(act(&mut table, offer(Player::Two, Offer::Draw)), Err(Refusal::OfferPending));
    assert_eq!(
        act(&mut table, Command::Accept { by: Player::One }),
        Err(Refusal::NoOffer),
        "one's own offer"
    );
    act(&mut table, Command::Decline { by: Player::Two }).unwrap();
    act(&mut table, offer(Player::One, Offer::Draw)).unwrap();
    assert_eq!(act(&mut table, Command::Withdraw { by: Player::Two }), Err(Refusal::NoOffer));
    let withdrawn = act(&mut table, Command::Withdraw { by: Player::One }).unwrap();
    assert_eq!(withdrawn, [Event::Withdraw(Player::One)]);
    assert_eq!(act(&mut table, Command::Accept { by: Player::Two }), Err(Refusal::NoOffer), "it is gone");
    act(&mut table, offer(Player::One, Offer::Draw)).unwrap();
    let agreed = act(&mut table, Command::Accept { by: Player::Two }).unwrap();
    assert_eq!(agreed, [Event::Accept(Player::Two), Event::End(Ending::Agreed)]);
}

#[test]
fn a_move_is_kept_as_it_is_written_however_it_was_typed() {
    for (game, typed, written) in [("classic", "0003", "3"), ("shapes", "01", "1")] {
        let mut table = table(game);
        let moved = act(&mut table, Command::Move { by: None, text: typed.into() }).unwrap();
        assert_eq!(moved, [Event::Move(written.into())]);
        assert_eq!(table.timeline().moves(), [written]);
    }
}

#[test]
fn an_offer_ends_with_the_next_move() {
    let mut table = table("classic");
    play(&mut table, "3");
    act(&mut table, Command::Offer { by: Player::One, what: Offer::Undo }).unwrap();
    assert!(table.offer().is_some());
    play(&mut table, "3");
    assert_eq!(table.offer(), None);
}

#[test]
fn an_accepted_undo_takes_the_move_back() {
    let mut table = table("classic");
    assert_eq!(
        act(&mut table, Command::Offer { by: Player::One, what: Offer::Undo }),
        Err(Refusal::NothingToUndo)
    );
    play(&mut table, "3");
    act(&mut table, Command::Offer { by: Player::One, what: Offer::Undo }).unwrap();
    let undone = act(&mut table, Command::Accept { by: Player::Two }).unwrap();
    assert_eq!(undone, [Event::Accept(Player::Two), Event::Undo(1)]);
}

#[test]
fn a_game_for_one_has_nobody_to_offer_to() {
    let mut table = table("1024");
    assert_eq!(act(&mut table, Command::Offer { by: Player::One, what: Offer::Draw }), Err(Refusal::Alone));
}

#[test]
fn the_move_limit_is_a_draw() {
    let mut table = Table::open(Header { max_plies: Some(2), ..Header::new("super") }).unwrap();
    play(&mut table, "0 1");
    assert_eq!(table.ending(), Some(Ending::MoveLimit));
    assert_eq!(table.wins(), [0, 0]);
    act(&mut table, Command::Undo { by: None }).unwrap();
    assert_eq!(table.ending(), None);
}

#[test]
fn the_clock_runs_after_the_first_move() {
    let clock = Some(TimeControl { initial: 1_000, increment: 100 });
    let mut table = Table::open(Header { clock, ..Header::new("classic") }).unwrap();
    let at =
        |table: &mut Table, text: &str, now| table.act(&Command::Move { by: None, text: text.into() }, now);
    assert_eq!(at(&mut table, "0", 50_000).refusal, None, "the first move is free");
    assert_eq!(at(&mut table, "1", 50_400).refusal, None);
    let left = |table: &Table, now| Player::BOTH.map(|player| table.clock().unwrap().left(player, now));
    assert_eq!(left(&table, 50_500), [900, 700]);
    let late = at(&mut table, "2", 52_000);
    assert_eq!(late.refusal, Some(Refusal::GameOver));
    let events: Vec<&Event> = late.entries.iter().map(|entry| &entry.event).collect();
    assert_eq!(events, [&Event::Flag(Player::One), &Event::End(Ending::Time(Player::One))]);
    assert_eq!(table.wins(), [0, 1]);
}

#[test]
fn a_table_can_start_from_a_drawn_board() {
    let mut first = table("super");
    play(&mut first, "0 1 1 2 2 5 3 5 3 4 4");
    let setup = Some(parlor_play::SetupRecord::of(first.session().setup()));
    let mut second = Table::open(Header { setup: setup.clone(), ..Header::new("super") }).unwrap();
    assert_eq!(second.view(), first.view());
    play(&mut second, "3");
    assert_eq!(second.timeline().moves(), ["3"]);
    let wrong = Header { setup, ..Header::new("hex") };
    assert!(Table::open(wrong).is_err());
}

#[test]
fn comments_have_a_length() {
    let mut table = table("hex");
    assert!(act(&mut table, Command::Comment("good luck".into())).is_ok());
    assert_eq!(act(&mut table, Command::Comment("x".repeat(1_001))), Err(Refusal::TooLong));
}

#[test]
fn a_drawn_board_cannot_bring_points_that_overflow() {
    let cells = vec![vec![0; 7]; 6];
    let setup = Some(parlor_play::SetupRecord { cells, next: Some(1), scores: [u64::MAX, 0] });
    assert!(Table::open(Header { setup, ..Header::new("super") }).is_err());
}

#[test]
fn a_free_board_offers_each_column_to_both_players() {
    let options = Options { free: true, ..Options::default() };
    let table = Table::open(Header { options, ..Header::new("growing") }).unwrap();
    let moves: Vec<String> = table.view().move_targets.into_iter().take(4).map(|(_, text)| text).collect();
    assert_eq!(moves, ["p1:0", "p2:0", "p1:1", "p2:1"]);
}

#[test]
fn an_engine_at_a_free_board_takes_turns_nearby() {
    let options = Options { free: true, ..Options::default() };
    let table = Table::open(Header { options, ..Header::new("growing") }).unwrap();
    let mut engine = table.session().engine(&"random".parse().unwrap(), &Default::default()).unwrap();
    for _ in 0..100 {
        let chosen = engine.think(None, &Default::default(), &mut |_| {}).unwrap().unwrap();
        assert!(["p1:0", "p1:1", "p1:2", "p1:3", "p1:4"].contains(&chosen.as_str()), "{chosen}");
    }
}

/// Weights take up to a second to unpack, which must not be on anybody's clock.
#[test]
fn engines_have_read_their_data_before_they_are_asked() {
    for (name, engine) in [("1024", "strong"), ("super", "medium"), ("hex", "strong"), ("classic", "perfect")]
    {
        let session = parlor_play::game(name).unwrap().start(&Options::default()).unwrap();
        let files = session.engine_data(engine);
        assert!(!files.is_empty());
        session.check_engine(engine).unwrap();
        session.check_player(&engine.parse().unwrap()).unwrap();
        let _engine = session.engine(&engine.parse().unwrap(), &Default::default()).unwrap();
        assert!(files.iter().all(|file| file.is_prepared()), "{name}");
    }
}
