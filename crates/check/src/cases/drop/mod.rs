//! Cases of shapes, classic and super: games are played at random in several styles, and kept for what happens in them.

mod features;
mod games;
mod play;

pub(super) use games::{classic_cases, shapes_cases, super_cases};

use super::pool::Pool;
use super::{Case, ENDINGS, EXAMPLES, INPUT, RANDOM, REFUSALS, Style, pick};
use features::{Effects, features};
use parlor_rules::drop::{Column, DropPosition};
use parlor_rules::{Outcome, Position, SplitMix64, Turn};
use play::{PLAY_STYLES, PlayStyle, random_game};

/// How many random games are looked at for what can happen.
const GAMES: usize = 6_000;

fn words(moves: &[usize]) -> Vec<String> {
    moves.iter().map(usize::to_string).collect()
}

/// Words that are no column, whatever the board.
const NO_NUMBERS: [&str; 7] = ["x", "one", "2x", "-", "1.0", "4294967297", "18446744073709551617"];

/// Returns a game with words among its moves that are refused.
fn with_refusals<R: Effects>(
    start: &DropPosition<R>,
    moves: &[usize],
    refused: impl Fn(&DropPosition<R>, usize) -> Vec<String>,
) -> Vec<String> {
    let mut position = start.clone();
    let mut all = Vec::new();
    for (ply, &column) in moves.iter().enumerate() {
        all.extend(refused(&position, ply));
        all.push(column.to_string());
        if position.play(Column(column)).is_err() {
            break;
        }
    }
    all
}

/// A function that returns the words of a long game from this start.
type LongGame<R> = fn(&DropPosition<R>, &mut SplitMix64) -> Vec<String>;

/// Makes the cases of a game, from what differs between the three.
struct CaseGenerator<'a, R: Effects> {
    start: DropPosition<R>,
    /// The examples in docs/games: name and moves.
    examples: &'a [(&'a str, &'a str)],
    /// The words after a game: the answer to `Play again?`, if there is that question.
    final_words: &'a [&'a str],
    /// Returns the moves of a very long game, where there are such games.
    long: Option<LongGame<R>>,
}

/// What was found in many games: those worth keeping, and short ones for a purpose.
#[derive(Default)]
struct Explored {
    pool: Pool<Vec<usize>>,
    /// The shortest game.
    plain: Vec<usize>,
    /// The shortest one in which a column is full early.
    with_full: Vec<usize>,
    /// The shortest one with a winner.
    won: Vec<usize>,
    /// The shortest one without.
    drawn: Vec<usize>,
}

/// Puts a game in the place of a longer one, or of none, if it suits.
fn keep_shorter(known: &mut Vec<usize>, moves: &[usize], is_suitable: bool) {
    if is_suitable && (known.is_empty() || moves.len() < known.len()) {
        *known = moves.to_vec();
    }
}

impl<R: Effects> CaseGenerator<'_, R> {
    fn finish(&self, mut words: Vec<String>) -> Vec<String> {
        words.extend(self.final_words.iter().map(|&word| word.into()));
        words
    }

    /// Returns a full column that can be tried in vain.
    fn full_column(position: &DropPosition<R>) -> Option<usize> {
        (0..position.columns()).find(|&column| position.board().height(column) == position.rows())
    }

    fn cases(&self, random: usize, rng: &mut SplitMix64) -> Vec<Case> {
        let mut cases = Vec::new();
        for (number, (name, moves)) in self.examples.iter().enumerate() {
            let moves: Vec<String> = moves.split_whitespace().map(String::from).collect();
            cases.push(Case::new(EXAMPLES, *name, &self.completed(moves, rng), Style::nth(number)));
        }
        let Explored { pool, plain, with_full, won, drawn } = self.explore(rng);
        cases.extend(self.refusals(&plain, &with_full));
        let mut endings = pool.into_shortest();
        // Short games first: what fails there is easier to see.
        endings.sort_by_key(|(_, moves)| moves.len());
        for (number, (feature, moves)) in endings.into_iter().enumerate() {
            cases.push(Case::new(ENDINGS, feature, &self.finish(words(&moves)), Style::nth(number)));
        }
        cases.extend(self.replays(if won.is_empty() { &plain } else { &won }, &with_full, &drawn));
        cases.extend(self.long.map(|words| {
            Case::new(ENDINGS, "very many points", &self.finish(words(&self.start, rng)), Style::Lines)
        }));
        let half = words(&plain[..plain.len() / 2]);
        cases.push(Case::new(INPUT, "the input ends before the first move", &[""; 0], Style::Lines));
        cases.push(Case::new(INPUT, "the input ends in mid-game", &half, Style::Lines));
        cases.extend(self.random(random, rng));
        cases
    }

    /// Plays on to the end where an example stops before it, so that no program waits for input.
    fn completed(&self, moves: Vec<String>, rng: &mut SplitMix64) -> Vec<String> {
        let mut position = self.start.clone();
        let played = moves.iter().all(|word| word.parse().is_ok_and(|column| position.play(column).is_ok()));
        if !played || position.turn().is_over() {
            return moves;
        }
        let rest = random_game(&position, PlayStyle::Careful, rng);
        self.finish([moves, words(&rest)].concat())
    }

    /// Plays many games.
    fn explore(&self, rng: &mut SplitMix64) -> Explored {
        let mut found = Explored::default();
        let cells = self.start.rows() * self.start.columns();
        // A large board takes longer and has no more to show.
        // So does a long game.
        let games = (GAMES * 42 / cells.max(42)).max(300) / if R::LINES_END { 1 } else { 12 };
        for number in 0..games {
            let moves = random_game(&self.start, PLAY_STYLES[number % PLAY_STYLES.len()], rng);
            found.pool.add(&moves, moves.len(), &features(&self.start, &moves));
            keep_shorter(&mut found.plain, &moves, true);
            keep_shorter(&mut found.with_full, &moves, self.fills_column_early(&moves));
            let outcome = self.outcome(&moves);
            keep_shorter(&mut found.won, &moves, matches!(outcome, Some(Outcome::Win(_))));
            keep_shorter(&mut found.drawn, &moves, outcome == Some(Outcome::Draw));
        }
        found
    }

    fn outcome(&self, moves: &[usize]) -> Option<Outcome> {
        let mut position = self.start.clone();
        let is_played = moves.iter().all(|&column| position.play(Column(column)).is_ok());
        match position.turn() {
            Turn::Over(outcome) if is_played => Some(outcome),
            _ => None,
        }
    }

    fn fills_column_early(&self, moves: &[usize]) -> bool {
        let mut position = self.start.clone();
        let early = moves.len().saturating_sub(3);
        moves[..early].iter().all(|&column| position.play(Column(column)).is_ok())
            && Self::full_column(&position).is_some()
    }

    fn refusals(&self, plain: &[usize], with_full: &[usize]) -> Vec<Case> {
        let columns = self.start.columns();
        let mut cases = Vec::new();
        let mut add = |name: &str, words: Vec<String>, style| {
            cases.push(Case::new(REFUSALS, name, &self.finish(words), style));
        };
        let at = |wanted: usize, word: String| {
            move |_: &DropPosition<R>, ply: usize| if ply == wanted { vec![word.clone()] } else { Vec::new() }
        };
        for (name, word) in [
            ("one past the last column", columns.to_string()),
            ("a negative column", "-1".into()),
            ("far out of range", "999".into()),
            ("not a number", "x".into()),
            ("a number with a letter behind it", "2x".into()),
            ("a number with a decimal point", "1.0".into()),
            ("a hexadecimal number", "0x1".into()),
            ("a number past 32 bits", "4294967296".into()),
            ("a number past 64 bits", "18446744073709551616".into()),
        ] {
            add(name, with_refusals(&self.start, plain, at(0, word.clone())), Style::Lines);
            add(
                &format!("{name}, second player"),
                with_refusals(&self.start, plain, at(1, word)),
                Style::OneLine,
            );
        }
        let thrice = |_: &DropPosition<R>, ply: usize| match ply {
            2 => vec!["x".into(), columns.to_string(), "-1".into()],
            _ => Vec::new(),
        };
        add("three refusals in one turn", with_refusals(&self.start, plain, thrice), Style::Mixed);
        let full = |position: &DropPosition<R>, _: usize| {
            Self::full_column(position).map(|column| column.to_string()).into_iter().collect()
        };
        if !with_full.is_empty() {
            add("a full column", with_refusals(&self.start, with_full, full), Style::Lines);
            add(
                "a full column, words on one line",
                with_refusals(&self.start, with_full, full),
                Style::OneLine,
            );
        }
        cases
    }

    /// Returns cases of several games in a row, where there is such a question.
    fn replays(&self, won: &[usize], with_full: &[usize], drawn: &[usize]) -> Vec<Case> {
        if self.final_words.is_empty() {
            return Vec::new();
        }
        let again = |games: &[&[usize]], last: &[&str]| -> Vec<String> {
            let joined = games.iter().map(|moves| words(moves)).collect::<Vec<_>>().join(&"y".to_string());
            joined.into_iter().chain(last.iter().map(|&word| word.into())).collect()
        };
        let other: Vec<usize> = won.iter().map(|&column| self.start.columns() - 1 - column).collect();
        // What is left of a full column or a full grid shows in the next game.
        let full = if self.outcome(with_full).is_some() { with_full } else { won };
        let drawn = if drawn.is_empty() { won } else { drawn };
        vec![
            Case::new(
                ENDINGS,
                "play again after a full column",
                &again(&[full, full], &["n"]),
                Style::OneLine,
            ),
            Case::new(ENDINGS, "play again after a draw", &again(&[drawn, won], &["n"]), Style::Lines),
            Case::new(
                ENDINGS,
                "play again: wins are kept, scores are not",
                &again(&[won, &other], &["n"]),
                Style::Lines,
            ),
            Case::new(ENDINGS, "play again twice", &again(&[won, &other, won], &["n"]), Style::Mixed),
            Case::new(
                ENDINGS,
                "anything but y ends the program",
                &again(&[won], &["yes", "0", "1"]),
                Style::OneLine,
            ),
            Case::new(
                ENDINGS,
                "a capital Y ends the program",
                &again(&[won], &["Y", "0", "1"]),
                Style::Lines,
            ),
            Case::new(ENDINGS, "the end of input ends the program", &again(&[won], &[]), Style::Lines),
        ]
    }

    /// Returns random games: of a few each time the one in which the rarest things happen, with refused words among
    /// the moves of every third.
    fn random(&self, count: usize, rng: &mut SplitMix64) -> Vec<Case> {
        let mut pool: Pool<Vec<usize>> = Pool::new();
        let mut cases = Vec::new();
        for number in 0..count {
            let candidates: Vec<Vec<usize>> = (0..if R::LINES_END { 4 } else { 2 })
                .map(|which| random_game(&self.start, PLAY_STYLES[(number + which) % 4], rng))
                .collect();
            let rated = candidates.into_iter().map(|moves| (features(&self.start, &moves), moves));
            let best = rated.max_by(|one, two| pool.rarity(&one.0).total_cmp(&pool.rarity(&two.0)));
            let Some((features, moves)) = best else { continue };
            pool.add(&moves, moves.len(), &features);
            let all = if number % 3 == 2 { self.disturbed(&moves, rng) } else { words(&moves) };
            cases.push(Case::new(
                RANDOM,
                format!("game {}", number + 1),
                &self.finish(all),
                Style::nth(number),
            ));
        }
        cases
    }

    fn disturbed(&self, moves: &[usize], rng: &mut SplitMix64) -> Vec<String> {
        let mut position = self.start.clone();
        let mut all = Vec::new();
        for &column in moves {
            if rng.below(6) == 0 {
                let past = self.start.columns() + rng.below(3);
                let full = Self::full_column(&position).map_or(past, |column| column);
                let choices =
                    [past.to_string(), full.to_string(), "-1".into(), (*pick(rng, &NO_NUMBERS)).into()];
                all.push(pick(rng, &choices).clone());
            }
            all.push(column.to_string());
            if position.play(Column(column)).is_err() {
                break;
            }
        }
        all
    }
}
