//! A game with players, scores and wins: what classic and super have in common beyond the board.

use super::classic::Grid;
use super::{Column, DropPosition, Rule};
use crate::{Outcome, Player as Side, Position, Turn};

/// Somebody who plays: a name fixed when made, a score and wins.
///
/// A player is moved into a game and can't be copied, so that no player can sit on two seats:
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
    /// A player with no score and no wins yet.
    pub fn new(name: impl Into<String>) -> Player {
        Player { name: name.into(), score: 0, wins: 0 }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The score of this game.
    pub fn score(&self) -> u64 {
        self.score
    }

    /// Games won so far.
    pub fn wins(&self) -> u64 {
        self.wins
    }

    /// One point more.
    pub fn add_point(&mut self) {
        self.score = self.score.saturating_add(1);
    }

    /// Back to no points; wins stay.
    pub fn reset_score(&mut self) {
        self.score = 0;
    }

    /// One win more.
    pub fn add_win(&mut self) {
        self.wins = self.wins.saturating_add(1);
    }
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A player or the grid is missing.
    Invalid,
    /// Somebody is to move.
    InProgress,
    /// Somebody has won, or nobody can any more.
    Complete,
}

/// Two players and a grid, assigned in any order, and the rule they play by.
///
/// ```
/// use parlor_rules::{Player as Side, drop::classic::{ConnectFour, Game, Grid, Player, Status}};
/// let mut game = Game::new();
/// game.set_player(Side::Two, Player::new("Bob"));
/// game.set_grid(Grid::default());
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

/// What can be asked of and done with a game of classic or super alike: super stands in wherever a classic game
/// is expected, as a `dyn ConnectFour`.
pub trait ConnectFour {
    /// How far the game is.
    fn status(&self) -> Status;
    /// Seats a player; the one who sat there before is given back. Discs and turn stay as they are.
    fn set_player(&mut self, seat: Side, player: Player) -> Option<Player>;
    /// The player on a seat.
    fn player(&self, seat: Side) -> Option<&Player>;
    /// Puts a grid there, as it lies; player one is next.
    fn set_grid(&mut self, grid: Grid);
    /// The grid.
    fn grid(&self) -> Option<&Grid>;
    /// Drops the next player's disc; whether that happened. If not, nothing has changed.
    fn play_turn(&mut self, column: usize) -> bool;
    /// The seat that is next: nobody's unless in progress.
    fn next_seat(&self) -> Option<Side>;
    /// The winner's seat: nobody's unless complete with a winner.
    fn winning_seat(&self) -> Option<Side>;
    /// Empties the grid and resets both scores; wins stay, player one is next. No effect while invalid.
    fn restart(&mut self);

    /// Who is next: nobody unless in progress.
    fn next_player(&self) -> Option<&Player> {
        self.player(self.next_seat()?)
    }

    /// Who has won: nobody unless complete with a winner.
    fn winner(&self) -> Option<&Player> {
        self.player(self.winning_seat()?)
    }
}

impl<R: Rule<Disc = Side>> Game<R> {
    /// A game without players and grid.
    pub fn new() -> Game<R> {
        Game { players: [None, None], position: None }
    }

    /// The position, once all are there.
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

impl<R: Rule<Disc = Side>> ConnectFour for Game<R> {
    fn status(&self) -> Status {
        match self.turn() {
            None => Status::Invalid,
            Some(Turn::Over(_)) => Status::Complete,
            Some(_) => Status::InProgress,
        }
    }

    fn set_player(&mut self, seat: Side, player: Player) -> Option<Player> {
        if let Some(position) = &mut self.position {
            position.set_score(seat, player.score());
        }
        self.players[seat.index()].replace(player)
    }

    fn player(&self, seat: Side) -> Option<&Player> {
        self.players[seat.index()].as_ref()
    }

    fn set_grid(&mut self, grid: Grid) {
        let mut position = DropPosition::from_board(grid);
        for seat in Side::BOTH {
            position.set_score(seat, self.player(seat).map_or(0, Player::score));
        }
        self.position = Some(position);
    }

    fn grid(&self) -> Option<&Grid> {
        self.position.as_ref().map(DropPosition::board)
    }

    fn play_turn(&mut self, column: usize) -> bool {
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

    fn next_seat(&self) -> Option<Side> {
        self.turn()?.player()
    }

    fn winning_seat(&self) -> Option<Side> {
        self.turn()?.outcome()?.winner()
    }

    fn restart(&mut self) {
        if self.status() == Status::Invalid {
            return;
        }
        if let Some(position) = &mut self.position {
            position.restart();
        }
        self.players.iter_mut().flatten().for_each(Player::reset_score);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{classic, super_};
    use super::*;
    use crate::Size;

    /// A classic game and a super one, ready to play: what holds for one holds for the other.
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
    fn nothing_can_be_played_until_all_are_there() {
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
    fn a_refused_turn_does_not_pass() {
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
    fn a_win_counts_and_a_restart_keeps_it() {
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
    fn a_draw_counts_for_nobody() {
        let mut game = classic::Game::new();
        for (seat, name) in Side::BOTH.into_iter().zip(["Ann", "Bob"]) {
            game.set_player(seat, Player::new(name));
        }
        game.set_grid(Grid::sized(Size::new(4, 4)).unwrap());
        play(&mut game, "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1");
        assert_eq!((game.status(), game.winner()), (Status::Complete, None));
        assert!(Side::BOTH.iter().all(|&seat| game.player(seat).is_some_and(|p| p.score() + p.wins() == 0)));
    }

    #[test]
    fn replacing_a_player_keeps_discs_and_turn() {
        for mut game in both() {
            play(&mut *game, "3");
            let left = game.set_player(Side::Two, Player::new("Cid"));
            assert_eq!(left.map(|player| player.name), Some("Bob".into()));
            assert_eq!(game.next_player().map(Player::name), Some("Cid"));
            assert_eq!(game.grid().and_then(|grid| grid.disc(5, 3)), Some(Side::One));
        }
    }

    #[test]
    fn super_scores_points_and_the_higher_score_wins_the_full_grid() {
        let mut game = super_::Game::new();
        game.set_player(Side::One, Player::new("Ann"));
        game.set_player(Side::Two, Player::new("Bob"));
        game.set_grid(Grid::sized(Size::new(4, 4)).unwrap());
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
