//! Inferior cells: dead, captured, vulnerable. All are seen from the six places around a cell.
//!
//! A cell is *dead* if its color can't matter, however the board is filled. Around a full ring the color of the
//! cell matters only if both players have two separate arcs there, as stones next to each other on the ring touch.
//! So a cell is dead if no way to fill its ring has four changes of color.
//!
//! Two empty cells are *captured* by a player if a stone of the player on either makes the other dead: the player
//! answers there, and so owns both as if by stones.
//!
//! A cell is *vulnerable* for a player if one reply of the opponent makes it dead, alone or with the cells that the reply
//! captures. The stone would only have given the opponent a free move, so some other move is at least as good.

use super::geometry::BEYOND;
use super::{Board, CellSet, Geometry};

/// The stones of a ring: a bit for each of the six places, for the first player and, six bits up, for the second.
pub(super) type RingCode = u16;

const CODES: usize = 1 << 12;

/// Whether the cell inside a ring is dead.
static DEAD: [bool; CODES] = {
    let mut table = [true; CODES];
    // The ways to fill a ring, with a bit for each stone of the second player.
    let mut filled = 0;
    while filled < 64 {
        let rotated = (filled << 1 | filled >> 5) & 63;
        if ((filled ^ rotated) as u32).count_ones() >= 4 {
            let mut stones = 0;
            while stones < 64 {
                table[(!filled & stones) | (filled & stones) << 6] = false;
                stones += 1;
            }
        }
        filled += 1;
    }
    table
};

/// The places of a ring where a stone of the first or the second player makes the cell inside dead.
static KILLERS: [[u8; CODES]; 2] = {
    let mut table = [[0; CODES]; 2];
    let mut code = 0;
    while code < CODES {
        let mut place = 0;
        while place < 6 {
            let is_empty = (code | code >> 6) >> place & 1 == 0;
            if is_empty && DEAD[code | 1 << place] {
                table[0][code] |= 1 << place;
            }
            if is_empty && DEAD[code | 64 << place] {
                table[1][code] |= 1 << place;
            }
            place += 1;
        }
        code += 1;
    }
    table
};

#[inline]
pub(super) fn ring_code<const W: usize>(geometry: &Geometry<W>, board: &Board<W>, cell: usize) -> RingCode {
    let mut code = 0;
    for (place, &around) in geometry.rings[cell].iter().enumerate() {
        let stone = if around == BEYOND[0] {
            1
        } else if around == BEYOND[1] {
            64
        } else {
            RingCode::from(board.stones[0].contains(around.into()))
                | RingCode::from(board.stones[1].contains(around.into())) << 6
        };
        code |= stone << place;
    }
    code
}

/// Returns whether an empty cell is dead.
pub(super) fn is_dead<const W: usize>(geometry: &Geometry<W>, board: &Board<W>, cell: usize) -> bool {
    is_dead_code(ring_code(geometry, board, cell))
}

/// Returns whether an empty cell inside a ring is dead.
#[inline]
pub(super) fn is_dead_code(code: RingCode) -> bool {
    DEAD[usize::from(code) % CODES]
}

/// Returns the places of a ring where a stone of a player makes the cell inside dead, as bits.
#[inline]
pub(super) fn killers(code: RingCode, player: usize) -> u8 {
    KILLERS[player][usize::from(code) % CODES]
}

/// Returns the place of the empty cell that a player captures together with the one inside a ring, where `code_at` is the
/// ring code of the cell at a place.
#[inline]
pub(super) fn captured_at(
    code: RingCode,
    player: usize,
    code_at: impl Fn(usize) -> RingCode,
) -> Option<usize> {
    let mut places = killers(code, player);
    while places != 0 {
        let place = places.trailing_zeros() as usize;
        places &= places - 1;
        // The cell lies at the opposite place of its partner's ring.
        if killers(code_at(place), player) >> ((place + 3) % 6) & 1 == 1 {
            return Some(place);
        }
    }
    None
}

/// Returns the empty cell that a player captures together with this one.
pub(super) fn captured_partner<const W: usize>(
    geometry: &Geometry<W>,
    board: &Board<W>,
    cell: usize,
    player: usize,
) -> Option<usize> {
    let partner = |place: usize| usize::from(geometry.rings[cell][place]);
    let code = ring_code(geometry, board, cell);
    captured_at(code, player, |place| ring_code(geometry, board, partner(place))).map(partner)
}

/// Returns the cells among `candidates` that the opponent of `player` can make dead by one reply, and a set of such
/// replies.
pub(super) fn vulnerable<const W: usize>(
    geometry: &Geometry<W>,
    board: &Board<W>,
    player: usize,
    candidates: CellSet<W>,
) -> (CellSet<W>, CellSet<W>) {
    let (mut found, mut replies) = (CellSet::EMPTY, CellSet::EMPTY);
    for cell in candidates.iter() {
        let killers = killers(ring_code(geometry, board, cell), 1 - player);
        if killers != 0 {
            found.insert(cell);
            let mut places = (0..6).filter(|place| killers >> place & 1 == 1);
            let reply = |place: usize| usize::from(geometry.rings[cell][place]);
            if !places.clone().any(|place| replies.contains(reply(place)))
                && let Some(place) = places.next()
            {
                replies.insert(reply(place));
            }
        } else if let Some(needed) = reversed(geometry, board, player, cell) {
            found.insert(cell);
            replies |= needed;
        }
    }
    (found, replies)
}

/// A stone with more empty cells around it is not tried: hardly any reply makes it dead.
const MOST_EMPTY_AROUND: usize = 4;

/// Returns a reply of the opponent that makes a stone of `player` dead, with all that the reply must capture for that.
fn reversed<const W: usize>(
    geometry: &Geometry<W>,
    board: &Board<W>,
    player: usize,
    cell: usize,
) -> Option<CellSet<W>> {
    let mut after = *board;
    after.place(geometry, cell, player);
    let empty = after.empty(geometry);
    let near = geometry.near[cell];
    if (near & empty).len() > MOST_EMPTY_AROUND {
        return None;
    }
    let replies = near.iter().fold(near, |replies, cell| replies | geometry.near[cell]);
    (replies & empty).iter().find_map(|reply| {
        let captured = after.captured_by(geometry, reply, 1 - player);
        if !captured.intersects(&near) {
            return None;
        }
        let mut filled = after;
        filled.stones[1 - player] |= captured | CellSet::of(reply);
        is_dead(geometry, &filled, cell).then_some(captured | CellSet::of(reply))
    })
}
