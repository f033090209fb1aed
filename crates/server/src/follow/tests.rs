use super::limits::MAX_BOARDS;
use super::*;
use crate::bus::InProcessBus;

fn limited(limits: &Limits) -> FollowBoards {
    FollowBoards::new(Arc::new(InProcessBus::default()), limits, Counter::default())
}

fn boards() -> FollowBoards {
    limited(&Limits::default())
}

/// A guest behind the address of this number.
fn presenter(guest: &str, address: u32) -> Presenter {
    Presenter { guest: Guest::from_secret(guest), address: IpAddr::from(address.to_be_bytes()) }
}

fn ann() -> Presenter {
    presenter("ann", 1)
}

fn shown(fragment: &str) -> Presented {
    Presented { fragment: fragment.into(), marks: Vec::new() }
}

fn presented(boards: &FollowBoards, now: Instant) -> (String, String) {
    presented_by(boards, ann(), now).unwrap()
}

/// Presents a new board, and returns its id and secret.
fn presented_by(
    boards: &FollowBoards,
    presenter: Presenter,
    now: Instant,
) -> Result<(String, String), FollowError> {
    let secret = new_board_secret().unwrap();
    let id = board_id(&secret).unwrap();
    boards.present(&id, &secret, shown("classic/6x7"), presenter, now)?;
    Ok((id, secret))
}

#[test]
fn a_board_is_kept_for_a_day_after_its_last_use() {
    let boards = boards();
    let start = Instant::now();
    let (id, secret) = presented(&boards, start);
    let almost = start + KEPT - Duration::from_secs(1);
    assert!(boards.board(&id, almost).is_ok());
    let follower = boards.follow(&id, almost + KEPT / 2).unwrap();
    assert!(boards.board(&id, almost + 3 * KEPT).is_ok(), "somebody follows");
    drop(follower);
    let gone = almost + 4 * KEPT;
    assert_eq!(boards.board(&id, gone).err(), Some(FollowError::NoSuchBoard));
    let back = boards.present(&id, &secret, shown("classic/6x7/4"), ann(), gone).unwrap();
    assert_eq!((back.seq, back.followers), (1, 0), "the secret opens the same board again");
}

#[test]
fn only_the_secret_presents() {
    let boards = boards();
    let now = Instant::now();
    let (id, secret) = presented(&boards, now);
    let (_, other) = presented(&boards, now);
    for wrong in [other.as_str(), "", "g", &secret[1..], &id] {
        assert_eq!(
            boards.present(&id, wrong, shown("hex/5"), ann(), now).err(),
            Some(FollowError::WrongSecret)
        );
        assert_eq!(boards.end(&id, wrong, now), Err(FollowError::WrongSecret));
    }
    assert_eq!(boards.board(&id, now).unwrap().seq, 1);
    assert_eq!(boards.end(&id, &secret, now), Ok(()));
    assert_eq!(boards.follow(&id, now).err(), Some(FollowError::NoSuchBoard));
}

#[test]
fn followers_and_what_is_shown_have_limits() {
    let boards = boards();
    let now = Instant::now();
    let (id, secret) = presented(&boards, now);
    let mut followers: Vec<Follower> = (0..MAX_FOLLOWERS).map(|_| boards.follow(&id, now).unwrap()).collect();
    assert_eq!(boards.follow(&id, now).err(), Some(FollowError::TooManyFollowers));
    followers.pop();
    assert_eq!(boards.board(&id, now).unwrap().followers, MAX_FOLLOWERS - 1);
    assert!(boards.follow(&id, now).is_ok());
    let long = shown(&"4".repeat(MAX_FRAGMENT + 1));
    assert_eq!(boards.present(&id, &secret, long, ann(), now).err(), Some(FollowError::LongPosition));
    let mark = BoardMark { from: [0, 0], to: None, color: 0 };
    let crowded = Presented { marks: vec![mark; MAX_MARKS + 1], ..shown("hex/5") };
    assert_eq!(boards.present(&id, &secret, crowded, ann(), now).err(), Some(FollowError::TooManyMarks));
}

#[test]
fn a_guest_with_too_many_boards_loses_the_one_without_followers_that_was_shown_first() {
    let boards = limited(&Limits { boards: 3, ..Limits::default() });
    let start = Instant::now();
    let at = |second| start + Duration::from_secs(second);
    let (bobs, _) = presented_by(&boards, presenter("bob", 1), at(0)).unwrap();
    let own: Vec<_> = (1..4).map(|second| presented(&boards, at(second))).collect();
    let _follower = boards.follow(&own[1].0, at(4)).unwrap();
    // Looking at a board keeps it no longer than presenting on it.
    boards.present(&own[0].0, &own[0].1, shown("hex/5"), ann(), at(5)).unwrap();
    boards.board(&own[2].0, at(6)).unwrap();
    let (fourth, _) = presented(&boards, at(7));
    assert_eq!(boards.board(&own[2].0, at(8)).err(), Some(FollowError::NoSuchBoard));
    for kept in [&bobs, &own[0].0, &own[1].0, &fourth] {
        assert!(boards.board(kept, at(8)).is_ok());
    }
    assert_eq!((boards.len(), boards.evicted.get()), (4, 1));
    // Presenting again on the one that was lost opens it again.
    assert_eq!(boards.present(&own[2].0, &own[2].1, shown("hex/5"), ann(), at(9)).unwrap().seq, 1);
}

#[test]
fn boards_with_followers_stay() {
    let boards = limited(&Limits { boards: 2, guests_per_address: 2, ..Limits::default() });
    let now = Instant::now();
    let follow = |guest: &str| {
        let (id, _) = presented_by(&boards, presenter(guest, 1), now).unwrap();
        boards.follow(&id, now).unwrap()
    };
    let mut followers = vec![follow("ann"), follow("ann")];
    assert_eq!(presented_by(&boards, ann(), now).err(), Some(FollowError::TooManyOfGuest(2)));
    followers.extend([follow("bob"), follow("bob")]);
    let cid = |address| presented_by(&boards, presenter("cid", address), now);
    assert_eq!(cid(1).err(), Some(FollowError::TooManyOfAddress), "as many as two guests have");
    assert!(cid(2).is_ok(), "other addresses have their own");
    followers.pop();
    assert!(cid(1).is_ok());
    assert_eq!(boards.len(), 5);
}

#[test]
fn nobody_can_take_all_boards() {
    // The limit of the address is not what helps here.
    let boards = limited(&Limits { guests_per_address: 10_000, ..Limits::default() });
    let start = Instant::now();
    let (honest, secret) = presented(&boards, start);
    let mut one = 0;
    while boards.evicted.get() == 0 {
        one += 1;
        presented_by(&boards, presenter(&format!("guest {}", one / 10), 7), start).unwrap();
    }
    let full = boards.len();
    for guest in 0..50 {
        let second = Duration::from_secs(guest);
        let late = presenter(&format!("late {guest}"), 100 + guest as u32);
        let (id, _) = presented_by(&boards, late, start + second).unwrap();
        presented_by(&boards, presenter(&format!("more {guest}"), 7), start + second).unwrap();
        assert!(boards.board(&id, start + second).is_ok(), "it is not the one that goes");
    }
    assert_eq!(boards.len(), full);
    // Shown before all others, but its address holds the least.
    assert_eq!(boards.present(&honest, &secret, shown("hex/5"), ann(), start).unwrap().seq, 2);
}

#[test]
fn followers_of_their_own_do_not_help_those_who_take_all_boards() {
    let boards = boards();
    let now = Instant::now();
    // Two addresses fill the server, and follow all that they present.
    let take = |one: usize| {
        let address = 7 + (one % 2) as u32;
        let (id, _) = presented_by(&boards, presenter(&format!("guest {}", one / 10), address), now).unwrap();
        boards.follow(&id, now).unwrap()
    };
    let _followers: Vec<Follower> = (0..MAX_BOARDS).map(take).collect();
    assert_eq!((boards.len(), boards.evicted.get()), (MAX_BOARDS, 0));
    let (id, _) = presented(&boards, now);
    assert_eq!((boards.len(), boards.evicted.get()), (MAX_BOARDS, 1));
    let follower = boards.follow(&id, now);
    // Among those who have as few, followers do.
    presented_by(&boards, presenter("bob", 2), now).unwrap();
    assert!(follower.is_ok() && boards.board(&id, now).is_ok());
}

#[test]
fn a_part_of_the_hash_is_not_enough() {
    let boards = boards();
    let now = Instant::now();
    let (id, secret) = presented(&boards, now);
    assert_eq!(id.len() * 4, 128, "bits that have to be found");
    for wrong in [&id[..12], &id[..31], &format!("{id}0"), &id.to_uppercase(), ""] {
        let refused = boards.present(wrong, &secret, shown("hex/5"), ann(), now);
        assert_eq!(refused.err(), Some(FollowError::WrongSecret), "{wrong}");
    }
}

#[test]
fn followers_share_one_message() {
    let boards = boards();
    let now = Instant::now();
    let (id, secret) = presented(&boards, now);
    let mut followers: Vec<Follower> = (0..3).map(|_| boards.follow(&id, now).unwrap()).collect();
    for fragment in ["hex/5", "hex/5/a1"] {
        boards.present(&id, &secret, shown(fragment), ann(), now).unwrap();
        let messages: Vec<Utf8Bytes> = followers.iter_mut().map(Follower::current).collect();
        assert!(messages[0].contains(&format!("{fragment}\"")) && messages[0].contains("\"followers\":3"));
        assert!(messages.iter().all(|message| message.as_ptr() == messages[0].as_ptr()), "nobody has a copy");
    }
}

#[tokio::test]
async fn followers_see_the_latest_change() {
    let boards = boards();
    let now = Instant::now();
    let (id, secret) = presented(&boards, now);
    let mut follower = boards.follow(&id, now).unwrap();
    follower.current();
    for fragment in ["classic/6x7/4", "classic/6x7/44"] {
        boards.present(&id, &secret, shown(fragment), ann(), now).unwrap();
    }
    assert!(follower.changed().await);
    assert!(follower.current().contains("classic/6x7/44\""));
}
