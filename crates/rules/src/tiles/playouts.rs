//! Random games of 1024, as many as a second can hold.
//!
//! Every game draws from its own dice, [`SplitMix64::at`] of the seed and the number of the game, so it does not
//! matter how games are interleaved. Each of the first two tiles takes one number; then each try at a press
//! takes one: its two highest bits are the direction, and how far the rest is on the way from nothing to all
//! is the empty cell, row by row, where the tile after the press appears. A try that is no legal press is
//! made again with the next number, which leaves all legal presses equally likely.

use crate::tiles::packed::pick;
use crate::tiles::{Direction, Move, PackedPanel, Panel, Position, PressTable};
use crate::{PlayoutStats, Position as _, SplitMix64, Turn};

/// Plays random games with the size, the target and the options of this one, each from the empty panel until
/// it is won or stuck; `moves` counts presses.
///
/// Games of up to 4 x 4 to a target of up to 2^14 are played on a [`PackedPanel`], the others on the plain
/// panel. The dice are read alike, so the games are the same.
///
/// ```
/// use parlor_rules::tiles;
/// let tally = tiles::playouts(&tiles::Position::default(), 100, 7);
/// assert_eq!((tally.games, tally.wins), (100, [0, 100]));
/// ```
pub fn playouts(game: &Position, games: u64, seed: u64) -> PlayoutStats {
    match Rules::new(game, seed) {
        Some(rules) if game.idle_spawns() => packed_playouts::<true>(&rules, games),
        Some(rules) => packed_playouts::<false>(&rules, games),
        None => plain_playouts(game, games, seed),
    }
}

/// How many games are played side by side.
///
/// Each press has to wait for the one before it; those of the other games fill the wait.
const LANES: usize = 4;

/// How many presses are tried before looking whether games are over.
///
/// A game that is over stands still, so looking late changes nothing but the speed.
const TRIES: usize = 8;

/// What all games of a run have in common.
struct Rules {
    slides: PressTable,
    columns: usize,
    cells: usize,
    target: u64,
    seed: u64,
}

impl Rules {
    /// None if the game does not fit a packed panel.
    fn new(game: &Position, seed: u64) -> Option<Rules> {
        let (panel, target) = (game.panel(), game.panel().target());
        let slides =
            PressTable::new(panel.rows(), panel.columns()).filter(|_| target <= PackedPanel::MAX_TARGET)?;
        let (columns, cells) = (panel.columns(), panel.rows() * panel.columns());
        Some(Rules { slides, columns, cells, target, seed })
    }
}

/// One of the games under way.
struct Lane {
    game: u64,
    dice: SplitMix64,
    panel: PackedPanel,
    presses: u64,
}

impl Lane {
    fn start(rules: &Rules, game: u64) -> Lane {
        let mut dice = SplitMix64::at(rules.seed, game);
        let first = dice.below(rules.cells);
        let first = 1 << (16 * (first / rules.columns) + 4 * (first % rules.columns));
        let second = pick(rules.slides.cells() ^ first, dice.next_u64());
        Lane { game, dice, panel: PackedPanel::default().with_tile(first | second), presses: 0 }
    }

    /// Tries one press and places its tile; does nothing in a game that is over.
    ///
    /// Whether a press is legal is as good as a coin to the processor, so nothing branches on it.
    #[inline(always)]
    fn attempt<const IDLE_SPAWNS: bool>(&mut self, rules: &Rules) {
        if self.has_won(rules) || (IDLE_SPAWNS && self.panel.is_stuck(&rules.slides)) {
            return;
        }
        let number = self.dice.next_u64();
        let pressed = self.panel.press_index((number >> 62) as usize, &rules.slides);
        let played = u64::from(IDLE_SPAWNS || pressed != self.panel);
        let tile = pick(pressed.empty_cells(&rules.slides), number << 2);
        self.panel = pressed.with_tile(tile & played.wrapping_neg());
        self.presses += played;
    }

    #[inline(always)]
    fn is_over(&self, rules: &Rules) -> bool {
        self.panel.is_stuck(&rules.slides) || self.has_won(rules)
    }

    #[inline(always)]
    fn has_won(&self, rules: &Rules) -> bool {
        // Until as many 1s have appeared there can't be such a tile, and it need not be looked for.
        self.presses + 2 >= rules.target && self.panel.has(rules.target)
    }

    fn count(&self, rules: &Rules, tally: &mut PlayoutStats) {
        tally.add(self.presses, Some(usize::from(!self.has_won(rules))), self.panel.bits());
    }
}

fn packed_playouts<const IDLE_SPAWNS: bool>(rules: &Rules, games: u64) -> PlayoutStats {
    let mut tally = PlayoutStats::default();
    let mut lanes: [Lane; LANES] = std::array::from_fn(|lane| Lane::start(rules, lane as u64));
    let mut started = LANES as u64;
    while started < games {
        for _ in 0..TRIES {
            for lane in &mut lanes {
                lane.attempt::<IDLE_SPAWNS>(rules);
            }
        }
        for lane in &mut lanes {
            if lane.is_over(rules) {
                lane.count(rules, &mut tally);
                *lane = Lane::start(rules, started);
                started += 1;
            }
        }
    }
    for lane in lanes.iter_mut().filter(|lane| lane.game < games) {
        while !lane.is_over(rules) {
            lane.attempt::<IDLE_SPAWNS>(rules);
        }
        lane.count(rules, &mut tally);
    }
    tally
}

fn plain_playouts(game: &Position, games: u64, seed: u64) -> PlayoutStats {
    let mut tally = PlayoutStats::default();
    for number in 0..games {
        let mut position = game.restarted();
        let presses = plain_game(&mut position, &mut SplitMix64::at(seed, number));
        tally.add(presses, Some(usize::from(!position.has_won())), fingerprint(position.panel()));
    }
    tally
}

/// Plays a game out by the rules; how many presses it took.
fn plain_game(position: &mut Position, dice: &mut SplitMix64) -> u64 {
    let mut presses = 0;
    while position.turn() == Turn::Chance
        && let Some(tile) = position.sample(dice)
    {
        position.play_unchecked(tile);
    }
    while position.turn().player().is_some() {
        let number = dice.next_u64();
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

/// A number for a last panel: its packed form where it has one.
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

    /// All sizes a packed panel has, with their own target and a low one, with and without idle presses.
    fn packed_games() -> impl Iterator<Item = Position> {
        let sizes = (1..=4).flat_map(|rows| (1..=4).map(move |columns| (rows, columns))).skip(1);
        sizes.flat_map(|(rows, columns)| {
            [None, Some(2)].into_iter().flat_map(move |target| {
                [false, true].map(|idle_spawns| game(rows, columns, target, idle_spawns))
            })
        })
    }

    /// Plays a packed game move by move beside the plain rules: each try is the press it says it is, or
    /// illegal.
    fn replayed<const IDLE_SPAWNS: bool>(start: &Position, number: u64) -> (Position, u64) {
        let rules = Rules::new(start, 11).unwrap();
        let mut position = start.restarted();
        let mut lane = Lane::start(&rules, number);
        let place_new_tiles = |position: &mut Position, lane: &Lane| {
            let mut new = lane.panel.bits() ^ PackedPanel::from_panel(position.panel()).unwrap().bits();
            while new != 0 {
                let cell = new.trailing_zeros() as usize / 4;
                position.play(Move::Tile(Cell::new(cell / 4, cell % 4))).unwrap();
                new &= new - 1;
            }
        };
        place_new_tiles(&mut position, &lane);
        let mut presses = 0;
        while !lane.is_over(&rules) {
            assert!(position.turn().player().is_some());
            let direction = Direction::ALL[(lane.dice.clone().next_u64() >> 62) as usize];
            lane.attempt::<IDLE_SPAWNS>(&rules);
            if lane.presses == presses {
                assert_eq!(position.check(Move::Press(direction)), Err(IllegalMove::NothingMoves));
            } else {
                presses += 1;
                position.play(Move::Press(direction)).unwrap();
                place_new_tiles(&mut position, &lane);
            }
        }
        assert_eq!(presses, lane.presses);
        assert_eq!(lane.has_won(&rules), position.has_won());
        (position, presses)
    }

    #[test]
    fn the_fast_games_follow_the_rules_move_by_move() {
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
    fn fast_and_plain_games_are_the_same_however_many_are_interleaved() {
        for start in packed_games() {
            for games in [0, 1, 2, 3, 4, 5, 7, 64] {
                assert_eq!(playouts(&start, games, 5), plain_playouts(&start, games, 5));
            }
        }
    }

    #[test]
    fn panels_too_large_to_pack_are_played_too() {
        let tally = playouts(&game(2, 5, Some(16), false), 50, 3);
        assert_eq!((tally.games, tally.wins[0] + tally.wins[1]), (50, 50));
        assert!(tally.wins[0] > 0 && tally.wins[1] > 0);
        assert_eq!(tally, playouts(&game(2, 5, Some(16), false), 50, 3));
        assert_ne!(tally.signature, playouts(&game(2, 5, Some(16), false), 50, 4).signature);
        assert_eq!(playouts(&game(4, 4, Some(32768), true), 3, 1).wins, [0, 3]);
    }

    /// Frozen: these are compared between versions and machines. A program in another language, written from
    /// the page and the head of this file, came to the same numbers.
    #[test]
    fn the_signature_is_frozen() {
        let signed = |start: Position| {
            let tally = playouts(&start, 1_000, 1);
            (tally.moves, tally.wins, tally.signature)
        };
        assert_eq!(signed(Position::default()), (136_570, [0, 1_000], 10885526679738651586));
        assert_eq!(signed(game(3, 3, Some(32), false)), (31_926, [77, 923], 15805037558189107952));
        assert_eq!(signed(game(3, 3, Some(32), true)), (36_181, [90, 910], 2517016096284110075));
    }

    /// The first press a game makes on this panel, drawn 30,000 times.
    fn first_presses(cells: [[u64; 3]; 2]) -> [u32; 4] {
        let start = game(2, 3, None, false);
        let mut setup = start.setup();
        setup.cells = cells.map(Vec::from).into();
        let panel = PackedPanel::from_panel(start.set_up(&setup).unwrap().panel()).unwrap();
        let rules = Rules::new(&start, 8).unwrap();
        let mut counts = [0; 4];
        for number in 0..30_000 {
            let mut lane = Lane { panel, ..Lane::start(&rules, number) };
            let mut direction = 0;
            while lane.presses == 0 {
                direction = (lane.dice.clone().next_u64() >> 62) as usize;
                lane.attempt::<false>(&rules);
            }
            counts[direction] += 1;
        }
        counts
    }

    #[test]
    fn every_legal_press_is_equally_likely() {
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
