//! Checks 1024: the program has its own chance, so its panels are followed and its chance is tested as a whole.

mod follow;
mod output;
mod presses;
mod uniform;

pub(crate) use follow::Draw;
pub(crate) use presses::{Outlook, cases, outlook};
pub(crate) use uniform::test as test_uniformity;

use crate::compare::{Compare, compare_texts};
use crate::normalize::plain_text;
use crate::report::{Finding, LinePair};
use follow::{Mistake, follow};
use output::{Event, What, events};
use parlor_rules::Solo;
use parlor_rules::tiles::Position;

/// What judging one game came to.
pub(crate) struct Judged {
    pub(crate) finding: Option<Finding>,
    pub(crate) draws: Vec<Draw>,
    pub(crate) ending: Option<Solo>,
    pub(crate) lacks_first_panel: bool,
    /// How many presses had been read at the mistake.
    pub(crate) presses: usize,
    /// The panels, for telling games apart.
    pub(crate) first_panels: Vec<Vec<u128>>,
    /// Whether the output ends before the mistake does.
    pub(crate) is_missing: bool,
    /// Whether a panel was printed again without any change.
    pub(crate) prints_again: bool,
}

/// Judges a game.
pub(crate) fn judge(start: &Position, compare: Compare, input: &str, printed: &[u8]) -> Judged {
    let text = plain_text(printed);
    let panel = start.panel();
    let mut events = events(&text, panel.rows(), panel.columns());
    let all = events.len();
    if !start.idle_spawns() {
        forget_repeats(&mut events);
    }
    let prints_again = events.len() < all;
    let presses = parlor_line::presses(input.as_bytes());
    let followed = follow(start, &presses, &events);
    let panels = events.iter().filter_map(|event| match &event.what {
        What::Panel { values, .. } => Some(values.clone()),
        _ => None,
    });
    let first_panels = panels.take(2).collect();
    let at = followed.mistake.as_ref().map_or(presses.len(), |mistake| mistake.presses);
    let is_missing = followed.mistake.as_ref().is_some_and(|mistake| mistake.line.is_none());
    let finding = match followed.mistake {
        Some(mistake) => Some(explain(mistake, &text)),
        None => compare_texts(compare, &followed.exact, printed).map(|lines| Finding {
            lines,
            rule: Some("every line is as the page says, the line of each round included".into()),
            ..Finding::difference("the panels are right, but the text around them differs")
        }),
    };
    Judged {
        finding,
        draws: followed.draws,
        ending: followed.ending,
        lacks_first_panel: followed.lacks_first_panel,
        presses: at,
        first_panels,
        is_missing,
        prints_again,
    }
}

/// Takes out panels that are printed again without any change: every press that counts changes the panel.
fn forget_repeats(events: &mut Vec<Event>) {
    let mut last: Option<Vec<u128>> = None;
    events.retain(|event| match &event.what {
        What::Panel { values, .. } => last.replace(values.clone()).as_ref() != Some(values),
        _ => true,
    });
}

/// Lines of a panel that are shown before the mistake.
const BEFORE: usize = 8;

fn explain(mistake: Mistake, text: &str) -> Finding {
    let printed: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
    let expected: Vec<&str> = mistake.expected.lines().collect();
    let at = mistake.line.unwrap_or(printed.len());
    let mut lines = Vec::new();
    for &line in &printed[at.saturating_sub(BEFORE)..at] {
        lines.push(LinePair { expected: Some(line.into()), printed: Some(line.into()), differs: false });
    }
    let own = |text: Option<&&str>| text.map(|line| (*line).to_string());
    for row in 0..expected.len().max(1) {
        let (expected, printed) = (own(expected.get(row)), own(printed.get(at + row)));
        let differs = !lines.iter().any(|pair: &LinePair| pair.differs) && expected != printed;
        lines.push(LinePair { expected, printed, differs });
    }
    Finding {
        rule: Some(mistake.rule),
        lines,
        board: Some(mistake.expected),
        ..Finding::difference(mistake.summary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::tiles::{Direction, Move};
    use parlor_rules::{Outcome, Position as _, Size, SplitMix64, Turn};

    /// Plays presses with chance of its own. Returns what a program prints that has no line for a round.
    fn panels_of(start: &Position, presses: &str, rng: &mut SplitMix64) -> String {
        let mut position = start.clone();
        let mut printed = String::new();
        let mut presses = presses.chars().filter_map(Direction::from_letter);
        loop {
            match position.turn() {
                Turn::Chance => {
                    let Some(tile) = position.sample(rng) else { return printed };
                    drop(position.play_unchecked(tile));
                    printed.push_str(&position.panel().to_string());
                }
                Turn::Player(_) => {
                    let Some(press) = presses.next() else { return printed };
                    drop(position.play(Move::Press(press)));
                }
                Turn::Over(Outcome::Solo(Solo::Won)) => return printed + "Congratulations!\n",
                Turn::Over(_) => return printed + "Game over. Try again.\n",
            }
        }
    }

    #[test]
    fn a_new_tile_in_the_place_of_a_moved_one_is_no_mistake() -> Result<(), parlor_rules::tiles::BadPanel> {
        let start = Position::new(Size::new(3, 3), Some(32), false)?;
        let mut rng = SplitMix64::new(12);
        let presses = "LDLDLDLDLDLDLULD".repeat(20);
        for _ in 0..200 {
            let printed = panels_of(&start, &presses, &mut rng);
            let judged = judge(&start, Compare::Boards, &presses, printed.as_bytes());
            assert!(judged.finding.is_none() && !judged.prints_again, "{:?}\n{printed}", judged.finding);
        }
        Ok(())
    }

    #[test]
    fn a_panel_that_is_printed_again_is_noticed() -> Result<(), parlor_rules::tiles::BadPanel> {
        let start = Position::new(Size::new(1, 2), Some(2), false)?;
        let (one, two) =
            ("+----+----+\n|   1|    |\n+----+----+\n", "+----+----+\n|   1|   1|\n+----+----+\n");
        let (won, end) = ("+----+----+\n|   2|   1|\n+----+----+\n", "Congratulations!\n");
        let printed = [one, one, two, "Press!", two, won, won, end].concat();
        let judged = judge(&start, Compare::Boards, "L\n", printed.as_bytes());
        assert!(judged.finding.is_none() && judged.prints_again, "{:?}", judged.finding);
        Ok(())
    }
}
