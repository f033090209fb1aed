//! How many boards there may be, and which of them makes room for another.

use super::{Board, FollowError, Presenter};
use crate::config::Limits;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;

/// The most boards at a time.
pub(super) const MAX_BOARDS: usize = 2_000;

/// How many boards there may be.
pub(super) struct BoardLimits {
    guest: usize,
    address: usize,
    all: usize,
}

/// A limit on some of the boards.
struct Limit<'a> {
    most: usize,
    counts: &'a dyn Fn(&Board) -> bool,
    /// Whether the boards that count are all of one address.
    is_of_one_address: bool,
    /// Whose board is new, if a board with followers may make room for it.
    newcomer: Option<IpAddr>,
    error: FollowError,
}

impl BoardLimits {
    pub(super) fn new(limits: &Limits) -> BoardLimits {
        let of_address = limits.boards.saturating_mul(limits.guests_per_address);
        BoardLimits { guest: limits.boards as usize, address: of_address as usize, all: MAX_BOARDS }
    }

    /// Returns the boards that have to make room before this guest presents on the board with this id.
    pub(super) fn make_room(
        &self,
        boards: &HashMap<String, Board>,
        id: &str,
        presenter: &Presenter,
    ) -> Result<Vec<String>, FollowError> {
        let of_guest =
            |board: &Board| board.presenter.as_ref().is_some_and(|one| one.guest == presenter.guest);
        let of_address =
            |board: &Board| board.presenter.as_ref().is_some_and(|one| one.address == presenter.address);
        let newcomer = Some(presenter.address);
        let (too_many, most) = (FollowError::TooManyOfGuest(self.guest), self.guest);
        let guest =
            Limit { most, counts: &of_guest, is_of_one_address: true, newcomer: None, error: too_many };
        let (too_many, most) = (FollowError::TooManyOfAddress, self.address);
        let address =
            Limit { most, counts: &of_address, is_of_one_address: true, newcomer: None, error: too_many };
        make_room(boards, id, [guest, address, Limit { newcomer, ..self.of_all() }])
    }

    /// Returns the boards that have to make room for the copy of another process's board.
    pub(super) fn make_room_for_copy(
        &self,
        boards: &HashMap<String, Board>,
    ) -> Result<Vec<String>, FollowError> {
        make_room(boards, "", [self.of_all()])
    }

    fn of_all(&self) -> Limit<'static> {
        Limit {
            most: self.all,
            counts: &|_| true,
            is_of_one_address: false,
            newcomer: None,
            error: FollowError::TooManyBoards,
        }
    }
}

fn make_room<const N: usize>(
    boards: &HashMap<String, Board>,
    id: &str,
    limits: [Limit<'_>; N],
) -> Result<Vec<String>, FollowError> {
    let mut evicted: Vec<String> = Vec::new();
    for Limit { most, counts, is_of_one_address, newcomer, error } in limits {
        if boards.len() - evicted.len() < most {
            continue;
        }
        // A client that opens boards as fast as it can keeps this loop busy, so the cheaper comparison comes first.
        let is_other = |other: &String| *other != id && !evicted.contains(other);
        let held = || boards.iter().filter(|(other, board)| counts(board) && is_other(other));
        if held().count() < most {
            continue;
        }
        let found = if is_of_one_address {
            let unfollowed = held().filter(|(_, board)| !board.is_followed());
            unfollowed.min_by_key(|(_, board)| board.last_presented).map(|(id, _)| id)
        } else {
            victim(&held().collect::<Vec<_>>(), newcomer)
        };
        evicted.push(found.ok_or(error)?.clone());
    }
    Ok(evicted)
}

/// Returns the board that makes room: of the address that has the most, the least recently presented one, if possible
/// one without followers. So a client that opens many boards loses its own. Copies of other processes' boards go first,
/// because those processes still have them.
///
/// Followers are no protection from a newcomer whose address has fewer boards: anybody can follow their own.
fn victim<'a>(held: &[(&'a String, &Board)], newcomer: Option<IpAddr>) -> Option<&'a String> {
    let address_of = |board: &Board| board.presenter.as_ref().map(|presenter| presenter.address);
    let mut counts: HashMap<_, usize> = HashMap::new();
    for (_, board) in held {
        *counts.entry(address_of(board)).or_default() += 1;
    }
    let count_of = |address: Option<IpAddr>| counts.get(&address).copied().unwrap_or_default();
    let can_leave = |board: &Board| {
        let address = address_of(board);
        let has_more = newcomer.is_some() && address.is_some() && count_of(address) > count_of(newcomer);
        has_more || !board.is_followed()
    };
    let found = held.iter().filter(|(_, board)| can_leave(board)).max_by_key(|(_, board)| {
        let address = address_of(board);
        (address.is_none(), count_of(address), !board.is_followed(), Reverse(board.last_presented))
    });
    found.map(|(id, _)| *id)
}
