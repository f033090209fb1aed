//! A game with named players, scores and wins, for classic and super.

use super::classic::Grid;
use super::lines::{Direction, lines};
use super::{Column, DropPosition, Rule};
use crate::{Outcome, Player as Side, Position, Turn};

/// A person who plays: a fixed name, a score and a number of wins.
///
/// A player is moved into a game and can't be copied, so that nobody can sit on both seats:
///
/// ```compile_fail
/// use parlor_rules::{Player as Side, drop::classic::{Game, Player}};
/// let ann = Player::new("Ann");
/// let mut game = Game::new();
/// game.set_player(Side::One, ann);
/// game.set_player(Side::Two, ann); // moved above
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Player {
    name: String,
    score: u64,
    wins: u64,
}

impl Player {
    /// Creates a player with no score and no wins yet.
    pub fn new(name: impl Into<String>) -> Player {
        Player { name: name.into(), score: 0, wins: 0 }
    }

    /// Returns the name.
    #[doc(alias("getName"))]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the score in this game.
    #[doc(alias("getScore"))]
    pub fn score(&self) -> u64 {
        self.score
    }

    /// Returns the number of games won so far.
    #[doc(alias("getWins"))]
    pub fn wins(&self) -> u64 {
        self.wins
    }

    /// Adds one point to the score.
    #[doc(alias("incrementScore"))]
    pub fn add_point(&mut self) {
        self.score = self.score.saturating_add(1);
    }

    /// Sets the score to 0. The wins stay.
    #[doc(alias("resetScore"))]
    pub fn reset_score(&mut self) {
        self.score = 0;
    }

    /// Adds one win.
    #[doc(alias("incrementWins"))]
    pub fn add_win(&mut self) {
        self.wins = self.wins.saturating_add(1);
    }
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A player or the grid is missing.
    Invalid,
    /// A player is to move.
    InProgress,
    /// A player has won, or the game is a draw.
    Complete,
}

/// Two players and a grid, assigned in any order, with the rule they play by.
///
/// ```
/// use parlor_rules::{Player as Side, drop::classic::{Game, Grid, Player, Status}};
/// let mut game = Game::new();
/// game.set_player(Side::Two, Player::new("Bob"));
/// assert!(game.set_grid(Grid::default()));
/// assert_eq!(game.status(), Status::Invalid);
/// game.set_player(Side::One, Player::new("Ann"));
/// for column in [0, 6, 0, 6, 0, 6, 0] {
///     assert!(game.play_turn(column));
/// }
/// assert_eq!(game.winner().map(Player::name), Some("Ann"));
/// ```
#[derive(Debug)]
pub struct Game<R: Rule<Disc = Side>> {
    players: [Option<Player>; 2],
    position: Option<DropPosition<R>>,
}

/// The interface of classic and super games. A super game can be used wherever a classic one is expected, as
/// a `dyn ConnectFour`. A [`Game`] itself has the same methods without this trait.
pub trait ConnectFour {
    /// Returns the state of the game.
    fn status(&self) -> Status;
    /// Seats a player and returns the one who sat there before. Discs and turn do not change.
    fn set_player(&mut self, seat: Side, player: Player) -> Option<Player>;
    /// Takes the player off a seat. The game is invalid until somebody sits there; discs and turn do not change.
    fn remove_player(&mut self, seat: Side) -> Option<Player>;
    /// Returns the player on a seat.
    fn player(&self, seat: Side) -> Option<&Player>;
    /// Assigns a grid with the discs it has. Player one moves next. A grid that already has a line is refused:
    /// then `false` is returned and nothing has changed.
    fn set_grid(&mut self, grid: Grid) -> bool;
    /// Returns the grid.
    fn grid(&self) -> Option<&Grid>;
    /// Drops the disc of the next player. Returns whether it was dropped; if not, nothing has changed.
    fn play_turn(&mut self, column: usize) -> bool;
    /// Returns the seat of the next player, or `None` unless the game is in progress.
    fn next_seat(&self) -> Option<Side>;
    /// Returns the seat of the winner, or `None` unless the game is complete and has one.
    fn winning_seat(&self) -> Option<Side>;
    /// Returns the next player, or `None` unless the game is in progress.
    fn next_player(&self) -> Option<&Player>;
    /// Returns the winner, or `None` unless the game is complete and has one.
    fn winner(&self) -> Option<&Player>;
    /// Empties the grid and resets both scores. Wins stay, and player one moves next. Does nothing while the
    /// game is invalid.
    fn restart(&mut self);
}

impl<R: Rule<Disc = Side>> Game<R> {
    /// Creates a game without players and without a grid.
    pub fn new() -> Game<R> {
        Game { players: [None, None], position: None }
    }

    /// Returns the state of the game: invalid until both players and a grid are there.
    #[doc(alias("getStatus", "state"))]
    pub fn status(&self) -> Status {
        match self.turn() {
            None => Status::Invalid,
            Some(Turn::Over(_)) => Status::Complete,
            Some(_) => Status::InProgress,
        }
    }

    /// Seats a player and returns the one who sat there before. Discs and turn do not change.
    ///
    /// In super the player brings their score along.
    #[doc(alias("setPlayerOne", "setPlayerTwo"))]
    pub fn set_player(&mut self, seat: Side, player: Player) -> Option<Player> {
        if let Some(position) = &mut self.position {
            position.set_score(seat, player.score());
        }
        self.players[seat.index()].replace(player)
    }

    /// Takes the player off a seat and returns them. The game is invalid until somebody sits there again; discs and
    /// turn do not change.
    #[doc(alias("setPlayerOne", "setPlayerTwo", "removePlayer"))]
    pub fn remove_player(&mut self, seat: Side) -> Option<Player> {
        self.players[seat.index()].take()
    }

    /// Returns the player on a seat.
    #[doc(alias("playerOne", "playerTwo"))]
    pub fn player(&self, seat: Side) -> Option<&Player> {
        self.players[seat.index()].as_ref()
    }

    /// Assigns a grid with the discs it has, in place of the one before. Player one moves next.
    ///
    /// A grid that already has a line of four or more is refused, in classic and in super: nobody has made it in this
    /// game, so nobody can be credited for it. Then `false` is returned and nothing has changed. O(discs) time.
    #[doc(alias("setGrid"))]
    pub fn set_grid(&mut self, grid: Grid) -> bool {
        if lines(&grid, &Direction::ALL).next().is_some() {
            return false;
        }
        let mut position = DropPosition::from_board(grid);
        for seat in Side::BOTH {
            position.set_score(seat, self.player(seat).map_or(0, Player::score));
        }
        self.position = Some(position);
        true
    }

    /// Returns the grid.
    #[doc(alias("getGrid"))]
    pub fn grid(&self) -> Option<&Grid> {
        self.position.as_ref().map(DropPosition::board)
    }

    /// Drops the disc of the next player. Returns whether it was dropped; if not, nothing has changed: the game is
    /// not in progress, or the column is full or does not exist.
    ///
    /// O(rows + columns) time in classic. In super a turn that makes a line takes O(discs) time for each search.
    #[doc(alias("playNextTurn"))]
    pub fn play_turn(&mut self, column: usize) -> bool {
        let Some(Turn::Player(_)) = self.turn() else { return false };
        let Some(position) = &mut self.position else { return false };
        let before = position.scores();
        if position.play(Column(column)).is_err() {
            return false;
        }
        let after = position.scores();
        let winner = position.turn().outcome().and_then(Outcome::winner);
        for seat in Side::BOTH {
            let Some(player) = &mut self.players[seat.index()] else { continue };
            (before[seat.index()]..after[seat.index()]).for_each(|_| player.add_point());
            if winner == Some(seat) {
                player.add_win();
            }
        }
        true
    }

    /// Returns the seat of the next player, or `None` unless the game is in progress.
    pub fn next_seat(&self) -> Option<Side> {
        self.turn()?.player()
    }

    /// Returns the seat of the winner, or `None` unless the game is complete and has one.
    pub fn winning_seat(&self) -> Option<Side> {
        self.turn()?.outcome()?.winner()
    }

    /// Returns the next player, or `None` unless the game is in progress.
    #[doc(alias("nextPlayer"))]
    pub fn next_player(&self) -> Option<&Player> {
        self.player(self.next_seat()?)
    }

    /// Returns the winner, or `None` unless the game is complete and has one.
    #[doc(alias("getWinner"))]
    pub fn winner(&self) -> Option<&Player> {
        self.player(self.winning_seat()?)
    }

    /// Empties the grid and resets both scores. Wins stay, and player one moves next. Does nothing while the
    /// game is invalid. O(columns) time.
    #[doc(alias("reset"))]
    pub fn restart(&mut self) {
        if self.status() == Status::Invalid {
            return;
        }
        if let Some(position) = &mut self.position {
            position.restart();
        }
        self.players.iter_mut().flatten().for_each(Player::reset_score);
    }

    /// Returns who is to move, or `None` while a player or the grid is missing.
    fn turn(&self) -> Option<Turn> {
        let seated = self.players.iter().all(Option::is_some);
        self.position.as_ref().filter(|_| seated).map(Position::turn)
    }
}

impl<R: Rule<Disc = Side>> Default for Game<R> {
    fn default() -> Game<R> {
        Game::new()
    }
}

/// Each method is the one of [`Game`] itself.
impl<R: Rule<Disc = Side>> ConnectFour for Game<R> {
    fn status(&self) -> Status {
        Game::status(self)
    }

    fn set_player(&mut self, seat: Side, player: Player) -> Option<Player> {
        Game::set_player(self, seat, player)
    }

    fn remove_player(&mut self, seat: Side) -> Option<Player> {
        Game::remove_player(self, seat)
    }

    fn player(&self, seat: Side) -> Option<&Player> {
        Game::player(self, seat)
    }

    fn set_grid(&mut self, grid: Grid) -> bool {
        Game::set_grid(self, grid)
    }

    fn grid(&self) -> Option<&Grid> {
        Game::grid(self)
    }

    fn play_turn(&mut self, column: usize) -> bool {
        Game::play_turn(self, column)
    }

    fn next_seat(&self) -> Option<Side> {
        Game::next_seat(self)
    }

    fn winning_seat(&self) -> Option<Side> {
        Game::winning_seat(self)
    }

    fn next_player(&self) -> Option<&Player> {
        Game::next_player(self)
    }

    fn winner(&self) -> Option<&Player> {
        Game::winner(self)
    }

    fn restart(&mut self) {
        Game::restart(self);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{classic, super_};
    use super::*;

    /// Creates a classic game and a super game. The tests run on both.
    fn both() -> [Box<dyn ConnectFour>; 2] {
        let mut games: [Box<dyn ConnectFour>; 2] =
            [Box::new(classic::Game::new()), Box::new(super_::Game::new())];
        for game in &mut games {
            game.set_player(Side::One, Player::new("Ann"));
            game.set_player(Side::Two, Player::new("Bob"));
            game.set_grid(Grid::default());
        }
        games
    }

    fn play(game: &mut dyn ConnectFour, moves: &str) {
        for column in moves.split_whitespace() {
            assert!(game.play_turn(column.parse().unwrap()), "{moves}: {column}");
        }
    }

    #[test]
    fn invalid_until_complete() {
        let mut game = classic::Game::new();
        game.set_grid(Grid::default());
        game.set_player(Side::Two, Player::new("Bob"));
        assert_eq!((game.status(), game.next_seat()), (Status::Invalid, None));
        assert!(!game.play_turn(0));
        game.restart();
        game.set_player(Side::One, Player::new("Ann"));
        assert_eq!((game.status(), game.next_seat()), (Status::InProgress, Some(Side::One)));
    }

    #[test]
    fn a_grid_with_a_line_is_refused() {
        for mut game in both() {
            play(&mut *game, "3 2");
            let before = game.grid().cloned();
            let mut lined = Grid::default();
            for column in [3, 0, 1, 2] {
                assert!(game.set_grid(lined.clone()), "no line yet");
                assert!(lined.insert(column, Side::Two));
            }
            assert!(game.set_grid(before.clone().unwrap()));
            assert!(!game.set_grid(lined), "four in a row");
            assert_eq!((game.grid().cloned(), game.status()), (before, Status::InProgress));
            assert!(
                Side::BOTH.iter().all(|&seat| game.player(seat).is_some_and(|p| p.score() + p.wins() == 0))
            );
        }
    }

    #[test]
    fn removing_a_player() {
        for mut game in both() {
            play(&mut *game, "3 4 3");
            let bob = game.remove_player(Side::Two);
            assert_eq!(bob.as_ref().map(Player::name), Some("Bob"));
            assert_eq!(game.remove_player(Side::Two), None, "nobody is left there");
            assert_eq!((game.status(), game.next_seat(), game.winner()), (Status::Invalid, None, None));
            assert!(!game.play_turn(0), "nothing can be played");
            game.restart();
            assert_eq!(game.grid().map(Grid::discs), Some(3), "discs stay, also through a restart");
            game.set_player(Side::Two, bob.unwrap());
            assert_eq!(
                (game.status(), game.next_seat()),
                (Status::InProgress, Some(Side::Two)),
                "turn stays"
            );
        }
    }

    #[test]
    fn refused_turn_changes_nothing() {
        for mut game in both() {
            play(&mut *game, "0 0 0 0 0 0");
            let before = game.grid().cloned();
            assert!(!game.play_turn(0), "the seventh is refused");
            assert!(!game.play_turn(7), "out of range");
            assert_eq!(game.grid().cloned(), before);
            assert_eq!(game.next_player().map(Player::name), Some("Ann"));
        }
    }

    #[test]
    fn restart_keeps_wins() {
        let [mut game, _] = both();
        play(&mut *game, "0 6 0 6 0 6 0");
        assert_eq!(
            (game.status(), game.winning_seat(), game.next_seat()),
            (Status::Complete, Some(Side::One), None)
        );
        assert!(!game.play_turn(3));
        let ann = game.winner().unwrap();
        assert_eq!((ann.score(), ann.wins()), (1, 1));
        game.restart();
        let ann = game.player(Side::One).unwrap();
        assert_eq!((ann.score(), ann.wins()), (0, 1));
        assert_eq!(
            (game.status(), game.next_seat(), game.winning_seat()),
            (Status::InProgress, Some(Side::One), None)
        );
        assert_eq!(game.grid(), Some(&Grid::default()));
    }

    #[test]
    fn draw_adds_no_win() {
        let mut game = classic::Game::new();
        for (seat, name) in Side::BOTH.into_iter().zip(["Ann", "Bob"]) {
            game.set_player(seat, Player::new(name));
        }
        game.set_grid(Grid::new(4, 4).unwrap());
        play(&mut game, "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1");
        assert_eq!((game.status(), game.winner()), (Status::Complete, None));
        assert!(Side::BOTH.iter().all(|&seat| game.player(seat).is_some_and(|p| p.score() + p.wins() == 0)));
    }

    #[test]
    fn replacing_a_player() {
        for mut game in both() {
            play(&mut *game, "3");
            let left = game.set_player(Side::Two, Player::new("Cid"));
            assert_eq!(left.map(|player| player.name), Some("Bob".into()));
            assert_eq!(game.next_player().map(Player::name), Some("Cid"));
            assert_eq!(game.grid().and_then(|grid| grid.disc(5, 3)), Some(Side::One));
        }
    }

    #[test]
    fn higher_score_wins_in_super() {
        let mut game = super_::Game::new();
        game.set_player(Side::One, Player::new("Ann"));
        game.set_player(Side::Two, Player::new("Bob"));
        game.set_grid(Grid::new(4, 4).unwrap());
        play(&mut game, "1 2 1 2 1 2 1");
        assert_eq!(game.player(Side::One).map(Player::score), Some(1));
        assert_eq!(game.player(Side::One).map(Player::wins), Some(0), "wins come at the end");
        play(&mut game, "1 3 3 1 1 2 3 1 0 3 0 0 0");
        assert_eq!(game.status(), Status::Complete);
        assert_eq!(game.winner().map(|ann| (ann.name(), ann.score(), ann.wins())), Some(("Ann", 1, 1)));
        game.restart();
        assert_eq!(game.player(Side::One).map(|ann| (ann.score(), ann.wins())), Some((0, 1)));
    }
}
