//! What connections say of a position, for people: who has won already, where one must play, and why.

use super::{Board, CellSet, Connections, Geometry, StopWhen};
use parlor_rules::hex::Position;
use parlor_rules::{Cell, Player, Position as _};

/// The longest side on which connections are searched. On larger boards that takes too long.
pub(super) const MAX_KNOWN_SIDE: usize = 14;

/// What is known of a position without search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Who wins, if the connections prove it.
    pub winner: Option<Player>,
    /// The cells that are dead or captured, with the player who owns them.
    pub filled: Vec<(Cell, Player)>,
    /// The cells where the player to move must play, or loses. `None` if the opponent threatens nothing.
    pub must_play: Option<Vec<Cell>>,
    /// The connections of a player's two borders, those with the fewest cells first.
    pub connections: Vec<Connection>,
}

/// A connection of a player's two borders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Whose borders are connected.
    pub player: Player,
    /// The move that makes the connection. `None` if it holds even if the opponent moves first.
    pub key: Option<Cell>,
    /// The empty cells that the connection needs, the key included.
    pub cells: Vec<Cell>,
}

/// Returns what connections say of a position. `None` if the game is over or the board is larger than 14 x 14.
pub fn explain(position: &Position) -> Option<Explanation> {
    let side = position.board().side();
    let next = position.turn().player()?.index();
    match side * side {
        _ if side > MAX_KNOWN_SIDE => None,
        0..=64 => Some(explain_on::<1>(side, position, next)),
        65..=128 => Some(explain_on::<2>(side, position, next)),
        _ => Some(explain_on::<4>(side, position, next)),
    }
}

fn explain_on<const W: usize>(side: usize, position: &Position, next: usize) -> Explanation {
    let geometry = Geometry::<W>::new(side);
    let original = Board::from_position(&geometry, position);
    let mut board = original;
    board.fill_in(&geometry, original.empty(&geometry));
    let cell = |number: usize| Cell::new(number / side, number % side);
    let cells = |set: CellSet<W>| set.iter().map(cell).collect::<Vec<Cell>>();
    let found = [0, 1].map(|player| {
        let mut connections = Connections::new(&geometry, player, true);
        connections.update(&geometry, &board, StopWhen::Full);
        connections
    });
    let mut connections = Vec::new();
    for player in Player::BOTH {
        let found = &found[player.index()];
        let full = found.border_full().map(|carrier| Connection { player, key: None, cells: cells(carrier) });
        let semi = found.border_semi().iter().map(|semi| Connection {
            player,
            key: Some(cell(semi.key.into())),
            cells: cells(semi.carrier),
        });
        connections.extend(full.into_iter().chain(semi));
    }
    connections.sort_by_key(|connection| connection.cells.len());
    let [own, other] = [&found[next], &found[1 - next]];
    let must_play = board.empty(&geometry) & other.must_play();
    let is_threatened = other.border_full().is_some() || !other.border_semi().is_empty();
    let winner = if own.border_full().is_some() || !own.border_semi().is_empty() {
        Some(next)
    } else if other.border_full().is_some() || (is_threatened && must_play.is_empty()) {
        Some(1 - next)
    } else {
        None
    };
    let filled = Player::BOTH.into_iter().flat_map(|player| {
        let new = board.stones[player.index()].without(original.stones[player.index()]);
        new.iter().map(move |number| (cell(number), player))
    });
    Explanation {
        winner: winner.map(|winner| Player::BOTH[winner]),
        filled: filled.collect(),
        must_play: is_threatened
            .then(|| if other.border_full().is_some() { Vec::new() } else { cells(must_play) }),
        connections,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::hex::Move;

    fn played(side: i64, moves: &str) -> Position {
        let mut position = Position::new(side, false).unwrap();
        for word in moves.split_whitespace() {
            position.play(word.parse().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn a_won_and_an_open_position() {
        let won = explain(&played(3, "B1")).unwrap();
        assert_eq!((won.winner, won.must_play), (Some(Player::One), Some(Vec::new())));
        assert!(won.connections.iter().any(|found| found.player == Player::One && found.key.is_none()));
        let open = explain(&played(7, "D1 D3 E2")).unwrap();
        assert_eq!(open.winner, None);
        let must_play = open.must_play.unwrap();
        assert!(!must_play.is_empty());
        for threat in open.connections.iter().filter(|found| found.player == Player::One) {
            assert!(must_play.iter().all(|cell| threat.cells.contains(cell)));
            assert!(threat.cells.contains(&threat.key.unwrap()));
        }
    }

    #[test]
    fn finished_games_and_large_boards_have_none() {
        assert_eq!(explain(&played(1, "A0")), None);
        assert_eq!(explain(&played(15, "A0")), None);
        let mut large = Position::new(14, true).unwrap();
        assert!(explain(&large).is_some());
        large.play(Move::Place(Cell::new(0, 0))).unwrap();
        assert!(explain(&large).is_some());
    }
}
