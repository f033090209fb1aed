//! Boards that others follow: somebody presents, everybody else sees the same position live.
//!
//! A board is kept in memory for a day after its last use. Its id is a hash of the presenter's secret, so that whoever
//! has the secret can present under the same id again, also after the server was restarted.
//!
//! Processes that serve the same games tell each other what their boards show, and ask each other for a board that they
//! do not know. Each counts its own followers.

mod sharing;

use crate::bus::{Bus, BusMessage};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The most followers of a board.
pub(crate) const MAX_FOLLOWERS: usize = 500;
/// How long a board is kept after its last use.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);
/// The most boards at a time.
const MAX_BOARDS: usize = 2_000;
/// The longest position, in bytes of its address.
pub(crate) const MAX_FRAGMENT: usize = 32 * 1_024;
/// The most arrows and marks.
pub(crate) const MAX_MARKS: usize = 200;
/// The bytes of a secret and of an id.
const SECRET_DIGITS: usize = 32;
const ID_BYTES: usize = 6;

/// What a presenter shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Presented {
    /// The position, as the fragment of an analysis' address.
    fragment: String,
    /// The arrows and marks on the board.
    #[serde(default)]
    marks: Vec<BoardMark>,
}

/// An arrow or mark on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardMark {
    /// The cell it is on or begins at, as row and column from the top left.
    from: [u16; 2],
    /// The cell an arrow points to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<[u16; 2]>,
    /// Its color, 0 to 3.
    #[serde(default)]
    color: u8,
}

/// What followers get: the whole board after every change.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct FollowedBoard {
    /// Counts the changes.
    seq: u64,
    /// How many follow.
    followers: usize,
    /// What is shown.
    board: Presented,
}

/// Why a board can't be presented or followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FollowError {
    #[error("nobody presents here: the board is gone or never was")]
    NoSuchBoard,
    #[error("the secret is not the presenter's")]
    WrongSecret,
    #[error("the board has {MAX_FOLLOWERS} followers already")]
    TooManyFollowers,
    #[error("too many boards are presented: try again later")]
    TooManyBoards,
    #[error("the position is too long: {MAX_FRAGMENT} bytes at most")]
    LongPosition,
    #[error("too many marks: {MAX_MARKS} at most")]
    TooManyMarks,
}

/// The boards that are presented.
pub(crate) struct FollowBoards {
    bus: Arc<dyn Bus>,
    boards: Mutex<HashMap<String, Board>>,
    /// Wakes those who wait for a board that another process knows.
    arrived: Notify,
}

struct Board {
    shown: Arc<watch::Sender<Shown>>,
    last_use: Instant,
}

/// What a board shows now.
#[derive(Clone, Debug)]
struct Shown {
    seq: u64,
    followers: usize,
    board: Arc<Presented>,
}

impl Shown {
    fn followed(&self) -> FollowedBoard {
        FollowedBoard { seq: self.seq, followers: self.followers, board: (*self.board).clone() }
    }
}

/// Somebody who follows a board, until it is dropped.
pub(crate) struct Follower {
    /// None once it is dropped.
    shown: Option<watch::Receiver<Shown>>,
    /// Weak, so that a board that ends ends the feeds of its followers.
    sender: Weak<watch::Sender<Shown>>,
}

impl Follower {
    /// Returns what the board shows now, as a message.
    pub(crate) fn current(&mut self) -> Utf8Bytes {
        let shown = self.shown.as_mut().map(|shown| shown.borrow_and_update().followed());
        serde_json::to_string(&shown).unwrap_or_default().into()
    }

    /// Waits for a change; several in a row are one. Returns whether there can be more.
    pub(crate) async fn changed(&mut self) -> bool {
        match &mut self.shown {
            Some(shown) => shown.changed().await.is_ok(),
            None => false,
        }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.shown = None;
        if let Some(sender) = self.sender.upgrade() {
            let followers = sender.receiver_count();
            sender.send_modify(|shown| shown.followers = followers);
        }
    }
}

/// Returns the id of the board that a secret presents; none if it is no secret.
pub(crate) fn board_id(secret: &str) -> Option<String> {
    let is_secret = secret.len() == SECRET_DIGITS && secret.bytes().all(|byte| byte.is_ascii_hexdigit());
    let digest = Sha256::digest(format!("follow {}", secret.to_ascii_lowercase()));
    is_secret.then(|| digest[..ID_BYTES].iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns a new secret.
pub(crate) fn new_board_secret() -> Result<String, getrandom::Error> {
    crate::guest::random_token(SECRET_DIGITS / 2)
}

impl FollowBoards {
    /// Creates a list without boards.
    pub(crate) fn new(bus: Arc<dyn Bus>) -> FollowBoards {
        FollowBoards { bus, boards: Mutex::default(), arrived: Notify::new() }
    }

    /// Shows a board, a new one or one that the secret is of, and returns what its followers see.
    pub(crate) fn present(
        &self,
        id: &str,
        secret: &str,
        board: Presented,
        now: Instant,
    ) -> Result<FollowedBoard, FollowError> {
        if board_id(secret).as_deref() != Some(id) {
            return Err(FollowError::WrongSecret);
        }
        if board.fragment.len() > MAX_FRAGMENT {
            return Err(FollowError::LongPosition);
        }
        if board.marks.len() > MAX_MARKS {
            return Err(FollowError::TooManyMarks);
        }
        let mut boards = self.current(now);
        if boards.len() >= MAX_BOARDS && !boards.contains_key(id) {
            return Err(FollowError::TooManyBoards);
        }
        let known = match boards.entry(id.into()) {
            Entry::Occupied(known) => {
                let known = known.into_mut();
                known.last_use = now;
                let seq = known.shown.borrow().seq + 1;
                known.adopt(seq, board);
                known
            }
            Entry::Vacant(place) => {
                self.bus.follow(id);
                place.insert(Board::new(1, board, now))
            }
        };
        self.tell(id, known);
        let followed = known.shown.borrow().followed();
        Ok(followed)
    }

    /// Returns what a board shows.
    pub(crate) fn board(&self, id: &str, now: Instant) -> Result<FollowedBoard, FollowError> {
        let mut boards = self.current(now);
        let board = boards.get_mut(id).ok_or(FollowError::NoSuchBoard)?;
        board.last_use = now;
        let followed = board.shown.borrow().followed();
        Ok(followed)
    }

    /// Lets somebody follow a board.
    pub(crate) fn follow(&self, id: &str, now: Instant) -> Result<Follower, FollowError> {
        let mut boards = self.current(now);
        let board = boards.get_mut(id).ok_or(FollowError::NoSuchBoard)?;
        if board.shown.receiver_count() >= MAX_FOLLOWERS {
            return Err(FollowError::TooManyFollowers);
        }
        board.last_use = now;
        let sender = board.shown.clone();
        let shown = sender.subscribe();
        let followers = sender.receiver_count();
        sender.send_modify(|shown| shown.followers = followers);
        Ok(Follower { shown: Some(shown), sender: Arc::downgrade(&sender) })
    }

    /// Ends a board; its followers are told by the end of their feeds.
    pub(crate) fn end(&self, id: &str, secret: &str, now: Instant) -> Result<(), FollowError> {
        if board_id(secret).as_deref() != Some(id) {
            return Err(FollowError::WrongSecret);
        }
        self.current(now).remove(id).ok_or(FollowError::NoSuchBoard)?;
        self.bus.publish(BusMessage::PresentingEnded { board: id.into() });
        self.bus.unfollow(id);
        Ok(())
    }

    /// Returns the boards, without those that nobody has used for a day.
    fn current(&self, now: Instant) -> MutexGuard<'_, HashMap<String, Board>> {
        let mut boards = self.lock();
        boards.retain(|id, board| {
            if board.shown.receiver_count() > 0 {
                board.last_use = now;
            }
            let is_kept = now.saturating_duration_since(board.last_use) < KEPT;
            if !is_kept {
                self.bus.unfollow(id);
            }
            is_kept
        });
        boards
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Board>> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Board {
    fn new(seq: u64, board: Presented, now: Instant) -> Board {
        let (shown, _) = watch::channel(Shown { seq, followers: 0, board: Arc::new(board) });
        Board { shown: Arc::new(shown), last_use: now }
    }

    /// Shows something else, unless it is older than what is shown. Should two processes count two steps of one presenter
    /// alike, because the bus was slower than the presenter, the next step makes up for it.
    fn adopt(&self, seq: u64, board: Presented) {
        self.shown.send_if_modified(|shown| {
            let is_newer = seq > shown.seq;
            if is_newer {
                shown.seq = seq;
                shown.board = Arc::new(board);
            }
            is_newer
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::InProcessBus;

    fn boards() -> FollowBoards {
        FollowBoards::new(Arc::new(InProcessBus::default()))
    }

    fn shown(fragment: &str) -> Presented {
        Presented { fragment: fragment.into(), marks: Vec::new() }
    }

    fn presented(boards: &FollowBoards, now: Instant) -> (String, String) {
        let secret = new_board_secret().unwrap();
        let id = board_id(&secret).unwrap();
        boards.present(&id, &secret, shown("classic/6x7"), now).unwrap();
        (id, secret)
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
        let back = boards.present(&id, &secret, shown("classic/6x7/4"), gone).unwrap();
        assert_eq!((back.seq, back.followers), (1, 0), "the secret opens the same board again");
    }

    #[test]
    fn only_the_secret_presents() {
        let boards = boards();
        let now = Instant::now();
        let (id, secret) = presented(&boards, now);
        let (_, other) = presented(&boards, now);
        for wrong in [other.as_str(), "", "g", &secret[1..], &id] {
            assert_eq!(boards.present(&id, wrong, shown("hex/5"), now).err(), Some(FollowError::WrongSecret));
            assert_eq!(boards.end(&id, wrong, now), Err(FollowError::WrongSecret));
        }
        assert_eq!(boards.board(&id, now).unwrap().seq, 1);
        assert_eq!(boards.end(&id, &secret, now), Ok(()));
        assert_eq!(boards.follow(&id, now).err(), Some(FollowError::NoSuchBoard));
    }

    #[test]
    fn boards_followers_and_what_is_shown_have_limits() {
        let boards = boards();
        let now = Instant::now();
        let (id, secret) = presented(&boards, now);
        let mut followers: Vec<Follower> =
            (0..MAX_FOLLOWERS).map(|_| boards.follow(&id, now).unwrap()).collect();
        assert_eq!(boards.follow(&id, now).err(), Some(FollowError::TooManyFollowers));
        followers.pop();
        assert_eq!(boards.board(&id, now).unwrap().followers, MAX_FOLLOWERS - 1);
        assert!(boards.follow(&id, now).is_ok());
        let long = shown(&"4".repeat(MAX_FRAGMENT + 1));
        assert_eq!(boards.present(&id, &secret, long, now).err(), Some(FollowError::LongPosition));
        let mark = BoardMark { from: [0, 0], to: None, color: 0 };
        let crowded = Presented { marks: vec![mark; MAX_MARKS + 1], ..shown("hex/5") };
        assert_eq!(boards.present(&id, &secret, crowded, now).err(), Some(FollowError::TooManyMarks));
        for _ in 1..MAX_BOARDS {
            presented(&boards, now);
        }
        let secret = new_board_secret().unwrap();
        let full = boards.present(&board_id(&secret).unwrap(), &secret, shown("hex/5"), now);
        assert_eq!(full.err(), Some(FollowError::TooManyBoards));
    }

    #[tokio::test]
    async fn followers_see_the_latest_change() {
        let boards = boards();
        let now = Instant::now();
        let (id, secret) = presented(&boards, now);
        let mut follower = boards.follow(&id, now).unwrap();
        follower.current();
        for fragment in ["classic/6x7/4", "classic/6x7/44"] {
            boards.present(&id, &secret, shown(fragment), now).unwrap();
        }
        assert!(follower.changed().await);
        assert!(follower.current().contains("classic/6x7/44\""));
    }
}
