//! Fast random games (playouts) of 1024.
//!
//! Every game has its own generator, [`SplitMix64::at`] of the seed and the number of the game, so it does
//! not matter how games are interleaved. Each of the first two tiles takes one random number. Then each
//! attempt at a press takes one: its two highest bits are the direction, and the other 62 bits, as a
//! fraction, select the empty cell (row by row) of the tile after the press. An illegal press is tried again
//! with the next number, so all legal presses are equally likely.

use crate::tiles::packed::pick_marked;
use crate::tiles::{Direction, Move, PackedPanel, Panel, Position, PressTable};
use crate::{PlayoutStats, Position as _, SplitMix64, Turn};

/// Plays random games with the size, target and options of `game`, each from the empty panel until it is won
/// or stuck. The `moves` of the result count presses.
///
/// Panels of up to 4 x 4 with a target of up to 2^14 are played as [`PackedPanel`], others as plain panels.
/// Both use the random numbers in the same way, so the games are the same.
///
/// ```
/// use parlor_rules::tiles;
/// let stats = tiles::playouts(&tiles::Position::default(), 100, 7);
/// assert_eq!((stats.games, stats.wins), (100, [0, 100]));
/// ```
pub fn playouts(game: &Position, games: u64, seed: u64) -> PlayoutStats {
    match PlayoutOptions::new(game, seed) {
        Some(options) if game.idle_spawns() => packed_playouts::<true>(&options, games),
        Some(options) => packed_playouts::<false>(&options, games),
        None => plain_playouts(game, games, seed),
    }
}

/// The number of games that are played interleaved.
///
/// Each press depends on the one before it. The presses of other games use that waiting time.
const INTERLEAVED: usize = 4;

/// The number of attempted presses between two checks for finished games.
///
/// A finished game does not change any more, so a late check affects only the speed.
const TRIES_PER_CHECK: usize = 8;

/// The options that all games of a run share.
struct PlayoutOptions {
    table: PressTable,
    columns: usize,
    cells: usize,
    target: u64,
    seed: u64,
}

impl PlayoutOptions {
    /// Creates the options, or `None` if the game does not fit a packed panel.
    fn new(game: &Position, seed: u64) -> Option<PlayoutOptions> {
        let (panel, target) = (game.panel(), game.panel().target());
        let table =
            PressTable::new(panel.rows(), panel.columns()).filter(|_| target <= PackedPanel::MAX_TARGET)?;
        let (columns, cells) = (panel.columns(), panel.rows() * panel.columns());
        Some(PlayoutOptions { table, columns, cells, target, seed })
    }
}

/// One of the interleaved games.
struct InterleavedGame {
    game: u64,
    rng: SplitMix64,
    panel: PackedPanel,
    presses: u64,
}

impl InterleavedGame {
    fn start(options: &PlayoutOptions, game: u64) -> InterleavedGame {
        let mut rng = SplitMix64::at(options.seed, game);
        let first = rng.below(options.cells);
        let first = 1 << (16 * (first / options.columns) + 4 * (first % options.columns));
        let second = pick_marked(options.table.cells() ^ first, rng.next_u64());
        InterleavedGame {
            game,
            rng,
            panel: PackedPanel::default().with_tile_unchecked(first | second),
            presses: 0,
        }
    }

    /// Tries one press and places its tile. Does nothing if the game is over.
    ///
    /// The processor can't predict whether a press is legal, so there is no branch on it.
    #[inline(always)]
    fn attempt<const IDLE_SPAWNS: bool>(&mut self, options: &PlayoutOptions) {
        if self.has_won(options) || (IDLE_SPAWNS && self.panel.is_stuck(&options.table)) {
            return;
        }
        let number = self.rng.next_u64();
        let pressed = self.panel.press_index((number >> 62) as usize, &options.table);
        let played = u64::from(IDLE_SPAWNS || pressed != self.panel);
        let tile = pick_marked(pressed.empty_cells(&options.table), number << 2);
        self.panel = pressed.with_tile_unchecked(tile & played.wrapping_neg());
        self.presses += played;
    }

    #[inline(always)]
    fn is_over(&self, options: &PlayoutOptions) -> bool {
        self.panel.is_stuck(&options.table) || self.has_won(options)
    }

    #[inline(always)]
    fn has_won(&self, options: &PlayoutOptions) -> bool {
        // A tile of value n needs n 1s, so there is nothing to check before that many have appeared.
        self.presses + 2 >= options.target && self.panel.has_tile(options.target)
    }

    fn count(&self, options: &PlayoutOptions, stats: &mut PlayoutStats) {
        stats.add(self.presses, Some(usize::from(!self.has_won(options))), self.panel.bits());
    }
}

fn packed_playouts<const IDLE_SPAWNS: bool>(options: &PlayoutOptions, games: u64) -> PlayoutStats {
    let mut stats = PlayoutStats::default();
    let mut games_in_progress: [InterleavedGame; INTERLEAVED] =
        std::array::from_fn(|game| InterleavedGame::start(options, game as u64));
    let mut started = INTERLEAVED as u64;
    while started < games {
        for _ in 0..TRIES_PER_CHECK {
            for game in &mut games_in_progress {
                game.attempt::<IDLE_SPAWNS>(options);
            }
        }
        for game in &mut games_in_progress {
            if game.is_over(options) {
                game.count(options, &mut stats);
                *game = InterleavedGame::start(options, started);
                started += 1;
            }
        }
    }
    for game in games_in_progress.iter_mut().filter(|game| game.game < games) {
        while !game.is_over(options) {
            game.attempt::<IDLE_SPAWNS>(options);
        }
        game.count(options, &mut stats);
    }
    stats
}

fn plain_playouts(game: &Position, games: u64, seed: u64) -> PlayoutStats {
    let mut stats = PlayoutStats::default();
    for number in 0..games {
        let mut position = game.restarted();
        let presses = plain_game(&mut position, &mut SplitMix64::at(seed, number));
        stats.add(presses, Some(usize::from(!position.has_won())), fingerprint(position.panel()));
    }
    stats
}

/// Plays a game on the plain panel. Returns the number of presses.
fn plain_game(position: &mut Position, rng: &mut SplitMix64) -> u64 {
    let mut presses = 0;
    while position.turn() == Turn::Chance
        && let Some(tile) = position.sample(rng)
    {
        position.play_unchecked(tile);
    }
    while position.turn().player().is_some() {
        let number = rng.next_u64();
        let press = Move::Press(Direction::ALL[(number >> 62) as usize]);
        if position.check(press).is_err() {
            continue;
        }
        position.play_unchecked(press);
        presses += 1;
        let empty = position.panel().empty_cells().count();
        let nth = ((u128::from(number << 2) * empty as u128) >> 64) as usize;
        let cell = position.panel().empty_cells().nth(nth);
        if let Some(cell) = cell {
            position.play_unchecked(Move::Tile(cell));
        }
    }
    presses
}

/// Returns a fingerprint of a panel: its packed form, if it has one.
fn fingerprint(panel: &Panel) -> u64 {
    let mix = |mixed: u64, &rank: &u8| SplitMix64::new(mixed ^ u64::from(rank)).next_u64();
    let packed = PackedPanel::from_panel(panel).map(PackedPanel::bits);
    packed.unwrap_or_else(|| panel.ranks().iter().fold(0, mix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, IllegalMove, Size};

    fn game(rows: i64, columns: i64, target: Option<u64>, idle_spawns: bool) -> Position {
        Position::new(Size::new(rows, columns), target, idle_spawns).unwrap()
    }

    /// Creates a game for each size of a packed panel, with the default and a low target, with and without
    /// idle presses.
    fn packed_games() -> impl Iterator<Item = Position> {
        let sizes = (1..=4).flat_map(|rows| (1..=4).map(move |columns| (rows, columns))).skip(1);
        sizes.flat_map(|(rows, columns)| {
            [None, Some(2)].into_iter().flat_map(move |target| {
                [false, true].map(|idle_spawns| game(rows, columns, target, idle_spawns))
            })
        })
    }

    /// Plays a packed game and a plain one side by side and compares each press.
    fn replayed<const IDLE_SPAWNS: bool>(start: &Position, number: u64) -> (Position, u64) {
        let options = PlayoutOptions::new(start, 11).unwrap();
        let mut position = start.restarted();
        let mut game = InterleavedGame::start(&options, number);
        let place_new_tiles = |position: &mut Position, game: &InterleavedGame| {
            let mut new = game.panel.bits() ^ PackedPanel::from_panel(position.panel()).unwrap().bits();
            while new != 0 {
                let cell = new.trailing_zeros() as usize / 4;
                position.play(Move::Tile(Cell::new(cell / 4, cell % 4))).unwrap();
                new &= new - 1;
            }
        };
        place_new_tiles(&mut position, &game);
        let mut presses = 0;
        while !game.is_over(&options) {
            assert!(position.turn().player().is_some());
            let direction = Direction::ALL[(game.rng.clone().next_u64() >> 62) as usize];
            game.attempt::<IDLE_SPAWNS>(&options);
            if game.presses == presses {
                assert_eq!(position.check(Move::Press(direction)), Err(IllegalMove::NothingMoves));
            } else {
                presses += 1;
                position.play(Move::Press(direction)).unwrap();
                place_new_tiles(&mut position, &game);
            }
        }
        assert_eq!(presses, game.presses);
        assert_eq!(game.has_won(&options), position.has_won());
        (position, presses)
    }

    #[test]
    fn moves_match_the_plain_panel() {
        for start in packed_games() {
            for number in 0..30 {
                let (position, presses) = match start.idle_spawns() {
                    true => replayed::<true>(&start, number),
                    false => replayed::<false>(&start, number),
                };
                assert!(position.turn().is_over() && presses > 0);
            }
        }
    }

    #[test]
    fn signatures_match_the_plain_panel() {
        for start in packed_games() {
            for games in [0, 1, 2, 3, 4, 5, 7, 64] {
                assert_eq!(playouts(&start, games, 5), plain_playouts(&start, games, 5));
            }
        }
    }

    #[test]
    fn large_panels() {
        let stats = playouts(&game(2, 5, Some(16), false), 50, 3);
        assert_eq!((stats.games, stats.wins[0] + stats.wins[1]), (50, 50));
        assert!(stats.wins[0] > 0 && stats.wins[1] > 0);
        assert_eq!(stats, playouts(&game(2, 5, Some(16), false), 50, 3));
        assert_ne!(stats.signature, playouts(&game(2, 5, Some(16), false), 50, 4).signature);
        assert_eq!(playouts(&game(4, 4, Some(32768), true), 3, 1).wins, [0, 3]);
    }

    /// Must not change: signatures are compared between versions and machines. An independent program,
    /// written in another language from `docs/games/1024.md` and the head of this file, gives the same
    /// numbers.
    #[test]
    fn signature() {
        let signed = |start: Position| {
            let stats = playouts(&start, 1_000, 1);
            (stats.moves, stats.wins, stats.signature)
        };
        assert_eq!(signed(Position::default()), (136_570, [0, 1_000], 10885526679738651586));
        assert_eq!(signed(game(3, 3, Some(32), false)), (31_926, [77, 923], 15805037558189107952));
        assert_eq!(signed(game(3, 3, Some(32), true)), (36_181, [90, 910], 2517016096284110075));
    }

    /// Counts the first presses of 30,000 random games from this panel.
    fn first_presses(cells: [[u64; 3]; 2]) -> [u32; 4] {
        let start = game(2, 3, None, false);
        let mut setup = start.setup();
        setup.cells = cells.map(Vec::from).into();
        let panel = PackedPanel::from_panel(start.set_up(&setup).unwrap().panel()).unwrap();
        let options = PlayoutOptions::new(&start, 8).unwrap();
        let mut counts = [0; 4];
        for number in 0..30_000 {
            let mut game = InterleavedGame { panel, ..InterleavedGame::start(&options, number) };
            let mut direction = 0;
            while game.presses == 0 {
                direction = (game.rng.clone().next_u64() >> 62) as usize;
                game.attempt::<false>(&options);
            }
            counts[direction] += 1;
        }
        counts
    }

    #[test]
    fn presses_are_uniform() {
        let about = |count: u32, share: u32| count.abs_diff(30_000 / share) < 500;
        let [up, down, left, right] = first_presses([[1, 2, 0], [0, 0, 0]]);
        assert!(up == 0 && left == 0 && about(down, 2) && about(right, 2));
        let [up, down, left, right] = first_presses([[0, 1, 0], [0, 0, 0]]);
        assert!(up == 0 && about(down, 3) && about(left, 3) && about(right, 3));
        let [up, down, left, right] = first_presses([[1, 0, 0], [0, 1, 0]]);
        assert!([up, down, left, right].into_iter().all(|count| about(count, 4)));
        let [up, down, left, right] = first_presses([[1, 2, 4], [1, 4, 2]]);
        assert!(left == 0 && right == 0 && about(up, 2) && about(down, 2));
    }
}
