//! Presses for a program that has its own chance: they are chosen blind, by what our own games show they lead to.

use crate::cases::{Case, ENDINGS, EXAMPLES, RANDOM, REFUSALS};
use parlor_rules::tiles::{Direction, Move, Position};
use parlor_rules::{Outcome, Position as _, Solo, SplitMix64, Turn};

/// How blind presses end on a board.
pub(crate) struct Outlook {
    /// The best pattern of presses for reaching the target, and how often it did.
    pub(crate) winning: (Pattern, f64),
    /// The best pattern for filling the panel first, and how often it did.
    pub(crate) losing: (Pattern, f64),
    /// Presses after which a game is over, nearly always.
    pub(crate) length: usize,
}

/// A way to choose presses: these in turn, each replaced by a random one now and then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern {
    cycle: &'static str,
    /// How often of 16 a random press is taken instead.
    random: usize,
}

const PATTERNS: [Pattern; 10] = [
    Pattern { cycle: "LDRU", random: 16 },
    Pattern { cycle: "LD", random: 1 },
    Pattern { cycle: "LDLDLDR", random: 0 },
    Pattern { cycle: "LDLDLDLDRU", random: 0 },
    Pattern { cycle: "DRDLDRDLU", random: 0 },
    Pattern { cycle: "LDRD", random: 1 },
    Pattern { cycle: "LDRU", random: 0 },
    Pattern { cycle: "LRLRU", random: 1 },
    Pattern { cycle: "UDUDL", random: 1 },
    Pattern { cycle: "LRUD", random: 4 },
];

/// Own games for each pattern.
const TRIALS: usize = 60;
/// The most that a program prints in one game, in bytes.
const LONGEST_OUTPUT: usize = 1 << 20;

impl Pattern {
    fn presses(self, length: usize, rng: &mut SplitMix64) -> Vec<Direction> {
        let cycle: Vec<Direction> = self.cycle.chars().filter_map(Direction::from_letter).collect();
        let one = |at: usize| match rng.below(16) < self.random {
            true => Direction::ALL[rng.below(4)],
            false => cycle[at % cycle.len()],
        };
        (0..length).map(one).collect()
    }
}

/// Returns how blind presses end.
pub(crate) fn outlook(start: &Position, rng: &mut SplitMix64) -> Outlook {
    let panel = start.panel();
    let size = (panel.rows() * 2 + 1) * (panel.columns() * 5 + 2) + 40;
    let most = (LONGEST_OUTPUT / size).clamp(20, 4_000);
    let mut rates = Vec::new();
    let mut length = 1;
    for pattern in PATTERNS {
        let (mut won, mut lost) = (0, 0);
        for _ in 0..TRIALS {
            let (ending, presses) = play(start, &pattern.presses(most, rng), rng);
            won += usize::from(ending == Some(Solo::Won));
            lost += usize::from(ending == Some(Solo::Lost));
            length = length.max(if ending.is_some() { presses } else { most });
        }
        rates.push((pattern, won as f64 / TRIALS as f64, lost as f64 / TRIALS as f64));
    }
    let best = |of: &dyn Fn(&(Pattern, f64, f64)) -> f64| {
        let best = rates.iter().max_by(|one, two| of(one).total_cmp(&of(two)));
        best.map_or((PATTERNS[0], 0.0), |rate| (rate.0, of(rate)))
    };
    let (winning, losing) = (best(&|rate| rate.1), best(&|rate| rate.2));
    Outlook { winning, losing, length: (length + length / 4 + 8).min(most) }
}

/// Plays presses with chance of our own. Returns how the game ended, and after how many presses.
fn play(start: &Position, presses: &[Direction], rng: &mut SplitMix64) -> (Option<Solo>, usize) {
    let mut position = start.clone();
    let mut presses = presses.iter().enumerate();
    loop {
        match position.turn() {
            Turn::Over(Outcome::Solo(solo)) => return (Some(solo), presses.next().map_or(0, |(at, _)| at)),
            Turn::Over(_) => return (None, 0),
            Turn::Chance => match position.sample(rng) {
                Some(tile) => drop(position.play_unchecked(tile)),
                None => return (None, 0),
            },
            Turn::Player(_) => match presses.next() {
                Some((_, &direction)) => drop(position.play(Move::Press(direction))),
                None => return (None, 0),
            },
        }
    }
}

fn spaced(presses: &[Direction]) -> String {
    presses.iter().map(|press| format!("{} ", press.letter())).collect::<String>() + "\n"
}

fn packed(presses: &[Direction]) -> String {
    presses.iter().map(|press| press.letter()).collect::<String>() + "\n"
}

fn by_line(presses: &[Direction]) -> String {
    presses.iter().map(|press| format!("{}\n", press.letter())).collect()
}

/// Writes presses with the keys of this kind: capital letters, small letters, or either form of the arrows.
fn with_keys(presses: &[Direction], kind: usize) -> String {
    let key = |press: &Direction| match (kind, press) {
        (0, press) => press.letter().to_string(),
        (1, Direction::Left) => "h".into(),
        (1, Direction::Down) => "j".into(),
        (1, Direction::Up) => "k".into(),
        (1, Direction::Right) => "l".into(),
        (form, press) => {
            let letter = match press {
                Direction::Up => 'A',
                Direction::Down => 'B',
                Direction::Right => 'C',
                Direction::Left => 'D',
            };
            format!("\u{1b}{}{letter}", if form == 2 { '[' } else { 'O' })
        }
    };
    presses.iter().map(key).collect::<String>() + "\n"
}

/// Returns the cases of a board.
pub(crate) fn cases(outlook: &Outlook, random: usize, rng: &mut SplitMix64) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |group: &'static str, name: &str, input: String| {
        cases.push(Case { name: name.into(), group, input });
    };
    let short = PATTERNS[0].presses(24, rng);
    add(EXAMPLES, "no input: two panels", String::new());
    add(EXAMPLES, "one press", "R\n".into());
    add(EXAMPLES, "capital letters, a word each", spaced(&short));
    add(EXAMPLES, "capital letters in one word", packed(&short));
    add(EXAMPLES, "a key a line", by_line(&short));
    add(EXAMPLES, "small letters h j k l", with_keys(&short, 1));
    add(EXAMPLES, "arrow keys, ESC [", with_keys(&short, 2));
    add(EXAMPLES, "arrow keys, ESC O", with_keys(&short, 3));
    add(REFUSALS, "presses that move nothing", "L L L L L L L L U U U U U U U U L L L L\n".into());
    add(REFUSALS, "the same press again and again", "R R R R R R R R R R R R D D D D D D D D\n".into());
    add(REFUSALS, "words that are no keys", "L help R quit U 123 D xyz? ! L R\n".into());
    add(REFUSALS, "words with one letter that is no key", "L LxR R ULa U Down D Left L\n".into());
    add(REFUSALS, "small letters that are no keys", "u d r L u d r R U D\n".into());
    add(REFUSALS, "S stops", "L R U D S L R U D\n".into());
    add(REFUSALS, "S at once", "S L R\n".into());
    for (number, (pattern, rate)) in [outlook.winning, outlook.losing].into_iter().enumerate() {
        let (name, games) = match number {
            0 => ("reach the target", if rate > 0.0 { 12 } else { 3 }),
            _ => ("fill the panel", if rate > 0.0 { 12 } else { 3 }),
        };
        for game in 0..games {
            add(
                ENDINGS,
                &format!("{name}, game {}", game + 1),
                packed_lines(&pattern.presses(outlook.length, rng)),
            );
        }
    }
    for number in 0..random {
        let pattern = PATTERNS[if number % 2 == 0 { 0 } else { number / 2 % PATTERNS.len() }];
        let presses = pattern.presses(outlook.length, rng);
        let input = match number % 4 {
            0 => spaced(&presses),
            1 => packed_lines(&presses),
            2 => by_line(&presses),
            _ => with_noise(&presses, rng),
        };
        add(RANDOM, &format!("game {}", number + 1), input);
    }
    cases
}

/// Words of up to 16 keys, eight to a line.
fn packed_lines(presses: &[Direction]) -> String {
    presses.chunks(16).map(packed).collect()
}

/// Presses with words among them that are ignored.
fn with_noise(presses: &[Direction], rng: &mut SplitMix64) -> String {
    let mut input = String::new();
    for press in presses {
        if rng.below(9) == 0 {
            input.push_str(["help ", "x\n", "7 ", "u ", "stop? ", "Lla "][rng.below(6)]);
        }
        input.push_str(&format!("{} ", press.letter()));
    }
    input.push('\n');
    input
}
