//! How many boards there may be, and which of them makes room for another.

use super::{Board, FollowError, Presenter};
use crate::config::Limits;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The most boards at a time.
const MAX_BOARDS: usize = 2_000;

/// How many boards there may be.
pub(super) struct BoardLimits {
    guest: usize,
    address: usize,
    all: usize,
}

/// Whether a board counts for a limit.
type Counts<'a> = &'a dyn Fn(&Board) -> bool;

impl BoardLimits {
    pub(super) fn new(limits: &Limits) -> BoardLimits {
        let of_address = limits.boards.saturating_mul(limits.guests_per_address);
        BoardLimits { guest: limits.boards as usize, address: of_address as usize, all: MAX_BOARDS }
    }

    /// Returns the boards that have to make room for one of this presenter.
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
        make_room(
            boards,
            id,
            [
                (self.guest, &of_guest, FollowError::TooManyOfGuest(self.guest)),
                (self.address, &of_address, FollowError::TooManyOfAddress),
                (self.all, &|_| true, FollowError::TooManyBoards),
            ],
        )
    }

    /// Returns the boards that have to make room for one that is presented at another process.
    pub(super) fn make_room_for_all(
        &self,
        boards: &HashMap<String, Board>,
    ) -> Result<Vec<String>, FollowError> {
        make_room(boards, "", [(self.all, &|_| true, FollowError::TooManyBoards)])
    }
}

fn make_room<const N: usize>(
    boards: &HashMap<String, Board>,
    id: &str,
    limits: [(usize, Counts<'_>, FollowError); N],
) -> Result<Vec<String>, FollowError> {
    let mut leaving: Vec<String> = Vec::new();
    for (limit, counts, error) in limits {
        let is_other = |other: &String| *other != id && !leaving.contains(other);
        let held: Vec<(&String, &Board)> =
            boards.iter().filter(|(other, board)| is_other(other) && counts(board)).collect();
        if held.len() >= limit {
            leaving.push(dispensable(&held).ok_or(error)?.clone());
        }
    }
    Ok(leaving)
}

/// Returns the board that makes room: one without followers, of the address that holds most, that was not presented for
/// longest. So somebody who opens many boards loses their own. Boards that were only heard of from other processes come
/// first: they can be had again.
fn dispensable<'a>(held: &[(&'a String, &Board)]) -> Option<&'a String> {
    let address_of = |board: &Board| board.presenter.as_ref().map(|presenter| presenter.address);
    let mut counts: HashMap<_, usize> = HashMap::new();
    for (_, board) in held {
        *counts.entry(address_of(board)).or_default() += 1;
    }
    let unfollowed = held.iter().filter(|(_, board)| !board.is_followed());
    let found = unfollowed.max_by_key(|(_, board)| {
        let address = address_of(board);
        (address.is_none(), counts.get(&address).copied(), Reverse(board.last_presented))
    });
    found.map(|(id, _)| *id)
}
