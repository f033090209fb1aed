//! The inputs that a program is checked with: examples, refusals, endings, and random games biased toward rare things.

mod drop;
mod growing;
mod hex;
mod pool;

use parlor_play::{Dialogue, Header, Session};
use parlor_rules::SplitMix64;
use std::collections::HashMap;

/// One input for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What it is about.
    pub name: String,
    /// The group it belongs to.
    pub group: &'static str,
    /// What is written to the program's standard input.
    pub input: String,
}

/// The examples in docs/games.
pub(crate) const EXAMPLES: &str = "examples";
/// Input that is refused.
pub(crate) const REFUSALS: &str = "refusals";
/// The ways in which a game ends, and what happens on the way there.
pub(crate) const ENDINGS: &str = "endings";
/// Input that ends before the game does.
pub(crate) const INPUT: &str = "input";
/// Games from the seed.
pub(crate) const RANDOM: &str = "random";

impl Case {
    fn new(group: &'static str, name: impl Into<String>, words: &[impl AsRef<str>], style: Style) -> Case {
        Case { name: name.into(), group, input: style.join(words) }
    }
}

/// How words are laid out in the input. A program reads words, however they are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// All words on one line.
    OneLine,
    /// Every word on a line of its own.
    Lines,
    /// Some of each, with tabs, blank lines and several spaces.
    Mixed,
}

impl Style {
    fn nth(number: usize) -> Style {
        [Style::Lines, Style::OneLine, Style::Mixed][number % 3]
    }

    fn join(self, words: &[impl AsRef<str>]) -> String {
        let mut input = String::new();
        for (number, word) in words.iter().enumerate() {
            input.push_str(word.as_ref());
            let is_last = number + 1 == words.len();
            input.push_str(match self {
                _ if is_last => "\n",
                Style::OneLine => " ",
                Style::Lines => "\n",
                Style::Mixed => ["\n", " ", "\t", "  ", "\n\n", " \n"][number * 7 % 11 % 6],
            });
        }
        input
    }
}

/// Returns the cases of a game with these options: the fixed ones, then `random` random ones. None if the game has no
/// dialogue of its own.
pub(crate) fn cases(header: &Header, session: &dyn Session, random: usize, seed: u64) -> Vec<Case> {
    let mut rng = SplitMix64::new(seed ^ 0x9a71_0c4e);
    let mut cases = match session.info().dialogue {
        Dialogue::Columns if session.info().points => drop::super_cases(header, random, &mut rng),
        Dialogue::Columns => drop::classic_cases(header, random, &mut rng),
        Dialogue::Bins => drop::shapes_cases(header, random, &mut rng),
        Dialogue::Cells => hex::cases(header, session.size().0, random, &mut rng),
        Dialogue::Commands => growing::cases(random, &mut rng),
        Dialogue::Keys | Dialogue::Generic => Vec::new(),
    };
    name_apart(&mut cases);
    cases
}

/// Returns the order in which cases are run, by their indices: the examples, then the other groups mixed, so that a mistake
/// in any of them shows early, then the random games.
pub(crate) fn order(cases: &[Case]) -> Vec<usize> {
    let mut sizes: HashMap<&str, usize> = HashMap::new();
    let mut places: Vec<(u8, f64, usize)> = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let place = sizes.entry(case.group).or_default();
        places.push((0, *place as f64, index));
        *place += 1;
    }
    for (turn, place, index) in &mut places {
        let group = cases[*index].group;
        *turn = match group {
            EXAMPLES => 0,
            RANDOM => 2,
            _ => 1,
        };
        *place /= sizes[group] as f64;
    }
    places.sort_by(|one, two| one.0.cmp(&two.0).then(one.1.total_cmp(&two.1)).then(one.2.cmp(&two.2)));
    places.into_iter().map(|(.., index)| index).collect()
}

/// Numbers the cases of a group that have the same name.
fn name_apart(cases: &mut [Case]) {
    let mut seen: HashMap<(&'static str, String), usize> = HashMap::new();
    for case in cases {
        let count = seen.entry((case.group, case.name.clone())).or_default();
        *count += 1;
        if *count > 1 {
            case.name = format!("{} ({count})", case.name);
        }
    }
}

/// Returns a random element.
fn pick<'a, T>(rng: &mut SplitMix64, from: &'a [T]) -> &'a T {
    &from[rng.below(from.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_mixed_between_the_examples_and_the_random_games() {
        let groups = [REFUSALS, RANDOM, EXAMPLES, REFUSALS, ENDINGS, REFUSALS, REFUSALS, ENDINGS, RANDOM];
        let cases = groups.map(|group| Case { name: String::new(), group, input: String::new() });
        assert_eq!(order(&cases), [2, 0, 4, 3, 5, 7, 6, 1, 8]);
    }
}
