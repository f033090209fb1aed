//! The position of 1024: chance places tiles, and the player presses.

use crate::tiles::{BadPanel, Direction, Move, Panel, Press, setup};
use crate::{BadSetup, Cell, IllegalMove, Outcome, Player, Setup, Size, Solo, SplitMix64, Turn};

/// A position of 1024, from the empty panel on.
///
/// Chance moves twice at the start, then presses and tiles take turns. A press that changes nothing is
/// illegal, unless the game has `idle_spawns`: then it is a move, and a tile follows if there is room.
///
/// The game is won when the target is made and the next tile has appeared. The player may then
/// [continue](Position::continue_after_win).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    panel: Panel,
    idle_spawns: bool,
    tiles_due: u8,
    continuing: bool,
}

/// The effect of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// A tile appeared in the cell of the move.
    Tile,
    /// The player pressed.
    Press(Press),
}

impl Position {
    /// Creates an empty panel that waits for its first two tiles. Size and target are those of
    /// [`Panel::new`].
    pub fn new(size: Size, target: Option<u64>, idle_spawns: bool) -> Result<Position, BadPanel> {
        Ok(Position::start(Panel::new(size, target)?, idle_spawns))
    }

    /// Returns the panel.
    pub fn panel(&self) -> &Panel {
        &self.panel
    }

    /// Returns whether a press that changes nothing is a move.
    pub fn idle_spawns(&self) -> bool {
        self.idle_spawns
    }

    /// Returns whether the target has been made, even if the next tile is still due. It stays `true` after
    /// continuing.
    pub fn has_won(&self) -> bool {
        self.panel.has_reached_target()
    }

    /// Returns whether the player continues after a win.
    pub fn is_continuing(&self) -> bool {
        self.continuing
    }

    /// Continues after a win. Returns `false`, and changes nothing, unless the game is over, won and not
    /// stuck.
    pub fn continue_after_win(&mut self) -> bool {
        let can_continue =
            self.has_won() && self.tiles_due == 0 && !self.continuing && !self.panel.is_stuck();
        self.continuing |= can_continue;
        can_continue
    }

    /// Undoes [`continue_after_win`](Position::continue_after_win), after all later moves are undone.
    pub fn undo_continue(&mut self) {
        self.continuing = false;
    }

    /// Returns a new game with the same options on an empty panel.
    pub fn restarted(&self) -> Position {
        let mut panel = self.panel.clone();
        panel.clear();
        Position::start(panel, self.idle_spawns)
    }

    fn start(panel: Panel, idle_spawns: bool) -> Position {
        Position { panel, idle_spawns, tiles_due: 2, continuing: false }
    }

    fn can_press(&self, direction: Direction) -> bool {
        self.idle_spawns || self.panel.can_press(direction)
    }

    fn presses(&self) -> impl Iterator<Item = Direction> + '_ {
        Direction::ALL.into_iter().filter(|&direction| self.can_press(direction))
    }
}

/// Creates a game of 4 x 4 with target 1024, in which a press that changes nothing is illegal.
impl Default for Position {
    fn default() -> Position {
        Position::start(Panel::default(), false)
    }
}

impl crate::Position for Position {
    type Move = Move;
    type Played = Played;

    fn turn(&self) -> Turn {
        if self.tiles_due > 0 {
            Turn::Chance
        } else if self.has_won() && (!self.continuing || self.panel.is_stuck()) {
            Turn::Over(Outcome::Solo(Solo::Won))
        } else if self.panel.is_stuck() {
            Turn::Over(Outcome::Solo(Solo::Lost))
        } else {
            Turn::Player(Player::One)
        }
    }

    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let turn = self.turn();
        let cells = (turn == Turn::Chance).then(|| self.panel.empty_cells());
        let presses = turn.player().map(|_| self.presses());
        let tiles = cells.into_iter().flatten().map(Move::Tile);
        tiles.chain(presses.into_iter().flatten().map(Move::Press))
    }

    fn check(&self, played: Move) -> Result<(), IllegalMove> {
        match (self.turn(), played) {
            (Turn::Over(_), _) => Err(IllegalMove::GameOver),
            (Turn::Chance, Move::Press(_)) => Err(IllegalMove::TileExpected),
            (Turn::Chance, Move::Tile(cell)) => self.panel.check_place(cell),
            (Turn::Player(_), Move::Tile(_)) => Err(IllegalMove::PressExpected),
            (Turn::Player(_), Move::Press(direction)) if self.can_press(direction) => Ok(()),
            (Turn::Player(_), Move::Press(_)) => Err(IllegalMove::NothingMoves),
        }
    }

    fn play_unchecked(&mut self, played: Move) -> Played {
        match played {
            Move::Tile(cell) => {
                let placed = self.panel.place(cell);
                debug_assert!(placed.is_ok() && self.tiles_due > 0, "{played} is illegal");
                self.tiles_due -= 1;
                Played::Tile
            }
            Move::Press(direction) => {
                let press = self.panel.press(direction);
                // Only an idle press leaves the panel full. No tile is due then.
                self.tiles_due = u8::from(!self.panel.is_full());
                Played::Press(press)
            }
        }
    }

    fn undo(&mut self, played: Move, did: Played) {
        match (played, did) {
            (_, Played::Press(press)) => {
                self.panel.undo_press(&press);
                self.tiles_due = 0;
            }
            (Move::Tile(cell), Played::Tile) => {
                self.panel.undo_tile(cell);
                self.tiles_due += 1;
            }
            (Move::Press(_), Played::Tile) => debug_assert!(false, "{played} did not place a tile"),
        }
        // Before the win the player has not chosen to continue yet.
        self.continuing &= self.has_won();
    }

    fn sample(&self, rng: &mut SplitMix64) -> Option<Move> {
        match self.turn() {
            Turn::Over(_) => None,
            Turn::Chance => self.panel.random_empty_cell(rng).map(Move::Tile),
            Turn::Player(_) => {
                let count = self.presses().count();
                self.presses().nth(rng.below(count)).map(Move::Press)
            }
        }
    }

    fn setup(&self) -> Setup {
        setup::setup(&self.panel)
    }

    fn set_up(&self, setup: &Setup) -> Result<Position, BadSetup> {
        let panel = setup::panel(&self.panel, setup)?;
        let tiles_due = setup::tiles_due(&panel);
        Ok(Position { panel, idle_spawns: self.idle_spawns, tiles_due, continuing: false })
    }

    fn line(&self) -> Vec<Cell> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position as _, perft, play_random_game};

    const WON: Turn = Turn::Over(Outcome::Solo(Solo::Won));
    const LOST: Turn = Turn::Over(Outcome::Solo(Solo::Lost));
    const PRESS: Turn = Turn::Player(Player::One);

    fn game(rows: i64, columns: i64, target: u64, idle_spawns: bool) -> Position {
        Position::new(Size::new(rows, columns), Some(target), idle_spawns).unwrap()
    }

    fn play(game: &mut Position, record: &str) {
        for token in record.split_whitespace() {
            game.play(token.parse().unwrap()).unwrap_or_else(|why| panic!("{token}: {why}"));
        }
    }

    fn refusal(game: &mut Position, token: &str) -> IllegalMove {
        let before = game.clone();
        let refused = game.play(token.parse().unwrap()).unwrap_err();
        assert_eq!(*game, before);
        refused
    }

    fn setup(game: &Position, cells: &[&[u64]]) -> Result<Position, BadSetup> {
        let cells = cells.iter().map(|row| row.to_vec()).collect();
        game.set_up(&Setup { cells, next: None, scores: [0, 0] })
    }

    fn listed(game: &Position) -> String {
        game.moves().map(|played| played.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn example_of_the_docs() {
        let mut game = game(3, 3, 32, false);
        assert_eq!((game.turn(), game.setup().cells.concat()), (Turn::Chance, vec![0; 9]));
        play(&mut game, "@1,1 @0,1");
        assert_eq!(game.setup().cells, [[0, 1, 0], [0, 1, 0], [0, 0, 0]]);
        assert_eq!((game.turn(), listed(&game)), (PRESS, "U D L R".to_string()));
        play(&mut game, "R");
        assert_eq!(game.setup().cells, [[0, 0, 1], [0, 0, 1], [0, 0, 0]]);
        assert_eq!(game.turn(), Turn::Chance);
        play(&mut game, "@2,2 U");
        assert_eq!(game.setup().cells, [[0, 0, 2], [0, 0, 1], [0, 0, 0]]);
        assert_eq!((game.panel().max(), game.line()), (2, vec![]));
    }

    #[test]
    fn tiles_and_presses_alternate() {
        let mut game = game(2, 2, 8, false);
        assert_eq!(refusal(&mut game, "U"), IllegalMove::TileExpected);
        play(&mut game, "@0,0");
        assert_eq!(refusal(&mut game, "U"), IllegalMove::TileExpected);
        assert_eq!(refusal(&mut game, "@0,0"), IllegalMove::CellTaken);
        assert_eq!(refusal(&mut game, "@0,2"), IllegalMove::NoSuchCell);
        assert_eq!(listed(&game), "@0,1 @1,0 @1,1");
        play(&mut game, "@0,1");
        assert_eq!(refusal(&mut game, "@1,1"), IllegalMove::PressExpected);
        assert_eq!(refusal(&mut game, "U"), IllegalMove::NothingMoves);
        assert_eq!(listed(&game), "D L R");
    }

    #[test]
    fn tile_appears_before_the_win() {
        let mut game = game(2, 2, 2, false);
        play(&mut game, "@0,0 @0,1 L");
        assert_eq!((game.turn(), game.has_won()), (Turn::Chance, true));
        play(&mut game, "@1,1");
        assert_eq!((game.turn(), listed(&game)), (WON, String::new()));
        assert_eq!(refusal(&mut game, "R"), IllegalMove::GameOver);
    }

    #[test]
    fn continuing_after_a_win() {
        let mut game = game(1, 3, 2, false);
        assert!(!game.continue_after_win());
        play(&mut game, "@0,0 @0,1 L");
        assert!(!game.continue_after_win(), "the tile has yet to appear");
        play(&mut game, "@0,1");
        assert!(game.continue_after_win() && !game.continue_after_win());
        assert_eq!((game.turn(), game.has_won()), (PRESS, true));
        let before = game.clone();
        let press = "R".parse().unwrap();
        let did = game.play(press).unwrap();
        play(&mut game, "@0,0 ");
        assert_eq!((game.turn(), game.has_won()), (WON, true), "stuck at 1 2 1");
        assert!(!game.continue_after_win());
        game.undo("@0,0".parse().unwrap(), Played::Tile);
        game.undo(press, did);
        assert_eq!(game, before);
        game.undo_continue();
        assert_eq!(game.turn(), WON);
    }

    #[test]
    fn stuck_is_lost() {
        let mut game = game(1, 3, 4, false);
        play(&mut game, "@0,1 @0,2 R @0,0 L");
        assert_eq!((game.turn(), game.setup().cells), (Turn::Chance, vec![vec![1, 2, 0]]));
        play(&mut game, "@0,2");
        assert_eq!((game.turn(), game.has_won()), (LOST, false));
        assert_eq!(refusal(&mut game, "L"), IllegalMove::GameOver);
    }

    #[test]
    fn idle_presses() {
        let mut strict = game(2, 2, 8, false);
        let mut idle = game(2, 2, 8, true);
        play(&mut strict, "@0,0 @0,1");
        play(&mut idle, "@0,0 @0,1");
        assert_eq!(refusal(&mut strict, "U"), IllegalMove::NothingMoves);
        assert_eq!(listed(&idle), "U D L R");
        play(&mut idle, "U");
        assert_eq!((idle.turn(), listed(&idle)), (Turn::Chance, "@1,0 @1,1".to_string()));
    }

    #[test]
    fn idle_press_on_a_full_panel() {
        let full = setup(&game(2, 2, 8, true), &[&[1, 1], &[2, 4]]).unwrap();
        let mut idle = full.clone();
        let did = idle.play(Move::Press(Direction::Up)).unwrap();
        assert_eq!((&idle, idle.turn()), (&full, PRESS));
        idle.undo(Move::Press(Direction::Up), did);
        assert_eq!(idle, full);
        play(&mut idle, "U D L @0,1");
        assert_eq!(idle.turn(), PRESS);
    }

    #[test]
    fn random_games() {
        for (rows, columns, target) in [(1, 2, 2), (2, 2, 8), (3, 3, 32), (2, 5, 16), (4, 4, 1024), (1, 9, 4)]
        {
            for seed in 0..20 {
                let mut game = game(rows, columns, target, seed % 2 == 1);
                let mut rng = SplitMix64::new(seed);
                while let Some(played) = game.sample(&mut rng) {
                    let before = game.clone();
                    assert!(game.moves().any(|listed| listed == played));
                    assert_eq!(game.set_up(&game.setup()).unwrap().setup(), game.setup());
                    for press in Direction::ALL.map(Move::Press) {
                        assert_eq!(game.check(press).is_ok(), game.moves().any(|listed| listed == press));
                    }
                    let did = game.play(played).unwrap();
                    game.undo(played, did);
                    assert_eq!(game, before);
                    game.play_unchecked(played);
                    game.continue_after_win();
                }
                assert!(game.turn().is_over() && game.moves().next().is_none() && game.panel().is_stuck());
            }
        }
    }

    #[test]
    fn sampling_is_uniform() {
        let game = setup(&game(2, 2, 8, false), &[&[1, 2], &[0, 0]]).unwrap();
        let full = setup(&game, &[&[1, 1], &[2, 4]]).unwrap();
        let mut counts = [0; 4];
        for ply in 0..10_000 {
            assert_eq!(game.sample(&mut SplitMix64::at(5, ply)), Some(Move::Press(Direction::Down)));
            if let Some(Move::Press(direction)) = full.sample(&mut SplitMix64::at(5, ply)) {
                counts[direction.index()] += 1;
            }
        }
        assert!(counts[..2] == [0, 0] && (4_800..5_200).contains(&counts[2]), "{counts:?}");
    }

    /// The counts come from an independent program in another language, written from `docs/games/1024.md`
    /// alone.
    #[test]
    fn perft_counts() {
        let counts =
            |mut game: Position, depth| (1..=depth).map(|deep| perft(&mut game, deep)).collect::<Vec<_>>();
        assert_eq!(counts(game(1, 2, 2, false), 5), [2, 2, 4, 4, 0]);
        assert_eq!(counts(game(1, 3, 4, false), 7), [3, 6, 12, 24, 36, 36, 24]);
        assert_eq!(counts(game(2, 2, 8, false), 8), [4, 12, 40, 96, 288, 576, 1440, 2016]);
        assert_eq!(counts(game(2, 2, 8, true), 8), [4, 12, 48, 112, 448, 896, 3584, 4480]);
        assert_eq!(counts(game(2, 3, 4, false), 7), [6, 30, 104, 452, 1556, 6116, 18808]);
        assert_eq!(counts(game(3, 3, 32, false), 5), [9, 72, 264, 1920, 7080]);
        assert_eq!(counts(Position::default(), 4), [16, 240, 912, 12960]);
    }

    #[test]
    fn largest_panel() {
        let mut game = game(16, 16, 1 << 63, true);
        let (ended, presses) = play_random_game(&mut game, &mut SplitMix64::new(1), 500);
        assert_eq!((ended, presses), (None, 500));
    }
}
