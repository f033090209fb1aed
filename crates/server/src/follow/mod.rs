//! Boards that others follow: somebody presents, everybody else sees the same position live.
//!
//! A board is kept in memory for a day after its last use. Its id is a hash of the presenter's secret, so that whoever
//! has the secret can present under the same id again, also after the server was restarted. The id is long enough that
//! nobody can find another secret for it.
//!
//! Processes that serve the same games tell each other what their boards show, and ask each other for a board that they
//! do not know. Each counts its own followers.

mod cross_process;
mod limits;

use crate::bus::{Bus, BusMessage};
use crate::config::Limits;
use crate::guest::Guest;
use limits::BoardLimits;
use prometheus_client::metrics::counter::Counter;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The most followers of a board.
pub(crate) const MAX_FOLLOWERS: usize = 500;
/// How long a board is kept after its last use.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);
/// How often boards that nobody uses any more are looked for.
const SWEEP_INTERVAL: Duration = Duration::from_secs(60);
/// The longest position, in bytes of its address.
pub(crate) const MAX_FRAGMENT: usize = 32 * 1_024;
/// The largest body of a request, in bytes: the longest position with all its marks.
pub(crate) const MAX_BODY: usize = 2 * MAX_FRAGMENT;
/// The most arrows and marks.
pub(crate) const MAX_MARKS: usize = 200;
/// The bytes of a secret and of an id.
const SECRET_DIGITS: usize = 32;
const ID_BYTES: usize = 16;

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
    #[error("you already present as many boards as one guest may ({0}), and all of them are being followed")]
    TooManyOfGuest(usize),
    #[error("too many boards are presented from your network: try again later")]
    TooManyOfAddress,
    #[error("too many boards are presented on this server: try again later")]
    TooManyBoards,
    #[error("the position is too long: {MAX_FRAGMENT} bytes at most")]
    LongPosition,
    #[error("too many marks: {MAX_MARKS} at most")]
    TooManyMarks,
}

/// The boards that are presented.
pub(crate) struct FollowBoards {
    bus: Arc<dyn Bus>,
    limits: BoardLimits,
    boards: Mutex<HashMap<String, Board>>,
    last_sweep: Mutex<Option<Instant>>,
    /// Counts the boards that made room for others.
    evicted: Counter,
    /// Wakes those who wait for a board that another process knows.
    arrived: Notify,
}

struct Board {
    shown: Arc<watch::Sender<Shown>>,
    last_use: Instant,
    last_presented: Instant,
    /// Who presented last, if that was here and not through another process.
    presenter: Option<Presenter>,
}

/// Somebody who presents, as limits count them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Presenter {
    pub(crate) guest: Guest,
    pub(crate) address: IpAddr,
}

/// What a board shows now.
#[derive(Clone, Debug)]
struct Shown {
    seq: u64,
    followers: usize,
    board: Arc<Presented>,
    /// The message to all followers, once the first of them needs it.
    message: Arc<OnceLock<Utf8Bytes>>,
}

impl Shown {
    fn new(seq: u64, followers: usize, board: Arc<Presented>) -> Shown {
        Shown { seq, followers, board, message: Arc::default() }
    }

    fn followed(&self) -> FollowedBoard {
        FollowedBoard { seq: self.seq, followers: self.followers, board: (*self.board).clone() }
    }

    fn message(&self) -> Utf8Bytes {
        let text = || serde_json::to_string(&self.followed()).unwrap_or_default().into();
        self.message.get_or_init(text).clone()
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
        let shown = self.shown.as_mut().map(|shown| shown.borrow_and_update().clone());
        shown.map(|shown| shown.message()).unwrap_or_default()
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
            count_followers(&sender);
        }
    }
}

/// Tells all followers how many they are.
fn count_followers(sender: &watch::Sender<Shown>) {
    let followers = sender.receiver_count();
    sender.send_modify(|shown| *shown = Shown::new(shown.seq, followers, shown.board.clone()));
}

/// Checks that a secret is that of a board's presenter.
pub(crate) fn check_secret(id: &str, secret: &str) -> Result<(), FollowError> {
    if board_id(secret).as_deref() == Some(id) { Ok(()) } else { Err(FollowError::WrongSecret) }
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
    /// Creates a list without boards. `evicted` counts the boards that make room for others.
    pub(crate) fn new(bus: Arc<dyn Bus>, limits: &Limits, evicted: Counter) -> FollowBoards {
        let limits = BoardLimits::new(limits);
        FollowBoards {
            bus,
            limits,
            boards: Mutex::default(),
            last_sweep: Mutex::default(),
            evicted,
            arrived: Notify::new(),
        }
    }

    /// Returns how many boards there are.
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    /// Shows a board, a new one or one that the secret is of, and returns what its followers see.
    pub(crate) fn present(
        &self,
        id: &str,
        secret: &str,
        board: Presented,
        presenter: Presenter,
        now: Instant,
    ) -> Result<FollowedBoard, FollowError> {
        check_secret(id, secret)?;
        if board.fragment.len() > MAX_FRAGMENT {
            return Err(FollowError::LongPosition);
        }
        if board.marks.len() > MAX_MARKS {
            return Err(FollowError::TooManyMarks);
        }
        let mut boards = self.current(now);
        let known = boards.get(id).and_then(|known| known.presenter.as_ref());
        if known != Some(&presenter) {
            for evicted in self.limits.make_room(&boards, id, &presenter)? {
                self.evict(&mut boards, &evicted);
            }
        }
        let known = match boards.entry(id.into()) {
            Entry::Occupied(known) => {
                let known = known.into_mut();
                let seq = known.shown.borrow().seq + 1;
                known.adopt(seq, board);
                known
            }
            Entry::Vacant(place) => {
                self.bus.follow(id);
                place.insert(Board::new(1, board, now))
            }
        };
        (known.last_use, known.last_presented) = (now, now);
        known.presenter = Some(presenter);
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
        count_followers(&sender);
        Ok(Follower { shown: Some(shown), sender: Arc::downgrade(&sender) })
    }

    /// Ends a board; its followers are told by the end of their feeds.
    pub(crate) fn end(&self, id: &str, secret: &str, now: Instant) -> Result<(), FollowError> {
        check_secret(id, secret)?;
        self.current(now).remove(id).ok_or(FollowError::NoSuchBoard)?;
        self.bus.publish(BusMessage::PresentingEnded { board: id.into() });
        self.bus.unfollow(id);
        Ok(())
    }

    fn evict(&self, boards: &mut HashMap<String, Board>, id: &str) {
        boards.remove(id);
        // Other processes may have it, and bring it back when it is presented again.
        self.bus.unfollow(id);
        self.evicted.inc();
    }

    /// Returns the boards, without those that nobody has used for a day.
    fn current(&self, now: Instant) -> MutexGuard<'_, HashMap<String, Board>> {
        let mut boards = self.lock();
        let mut last_sweep = self.last_sweep.lock().unwrap_or_else(PoisonError::into_inner);
        if last_sweep.is_some_and(|last| now.saturating_duration_since(last) < SWEEP_INTERVAL) {
            return boards;
        }
        *last_sweep = Some(now);
        boards.retain(|id, board| {
            if board.is_followed() {
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
        let (shown, _) = watch::channel(Shown::new(seq, 0, Arc::new(board)));
        Board { shown: Arc::new(shown), last_use: now, last_presented: now, presenter: None }
    }

    fn is_followed(&self) -> bool {
        self.shown.receiver_count() > 0
    }

    /// Shows something else, unless it is older than what is shown. Should two processes count two steps of one presenter
    /// alike, because the bus was slower than the presenter, the next step makes up for it.
    fn adopt(&self, seq: u64, board: Presented) {
        self.shown.send_if_modified(|shown| {
            let is_newer = seq > shown.seq;
            if is_newer {
                *shown = Shown::new(seq, shown.followers, Arc::new(board));
            }
            is_newer
        });
    }
}

#[cfg(test)]
mod tests;
