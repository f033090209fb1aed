//! Finds panels, rounds and messages in the output of a program that plays 1024.

use crate::normalize::lines;
use parlor_rules::tiles::Direction;

/// Something in the output that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) what: What,
    /// The number of its first line, from 0.
    pub(crate) line: usize,
}

/// What an event is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A panel: its values row by row, and its text.
    Panel { values: Vec<u128>, text: String },
    /// Lines of a panel that is not laid out as the page says.
    BadPanel(String),
    /// The line before a panel in the page's words: round, direction, goal.
    Round(u64, Direction, u64),
    /// The message at the end.
    Message(&'static str),
}

/// The messages at the end.
pub(crate) const WON: &str = "Congratulations!";
pub(crate) const LOST: &str = "Game over. Try again.";

/// Returns what counts in a text, for panels of this size.
pub(crate) fn events(text: &str, rows: usize, columns: usize) -> Vec<Event> {
    let all: Vec<&str> = lines(text).map(|line| line.text).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let line = all[at];
        if let Some(width) = border_width(line, columns) {
            let (what, length) = read_panel(&all[at..], rows, columns, width);
            found.push(Event { what, line: at });
            at += length;
            continue;
        }
        if line.starts_with('|') && line.ends_with('|') && line.len() > 1 || border(line).is_some() {
            found.push(Event { what: What::BadPanel(line.into()), line: at });
        } else if let Some(what) = round(line).or_else(|| message(line)) {
            found.push(Event { what, line: at });
        }
        at += 1;
    }
    found
}

fn message(line: &str) -> Option<What> {
    let text = [WON, LOST].into_iter().find(|message| line.ends_with(message))?;
    Some(What::Message(text))
}

/// Returns `Round    3: Press LEFT. Goal: 32`, anywhere in a line.
fn round(line: &str) -> Option<What> {
    let (number, rest) = line[line.find("Round ")? + 6..].split_once(':')?;
    let (word, rest) = rest.trim_start().strip_prefix("Press ")?.split_once('.')?;
    let goal = rest.trim_start().strip_prefix("Goal:")?.trim();
    let direction = Direction::ALL.into_iter().find(|direction| direction.word() == word)?;
    Some(What::Round(number.trim().parse().ok()?, direction, goal.parse().ok()?))
}

/// Returns the border at the end of a line, the first of which may stand behind a prompt.
fn border(line: &str) -> Option<&str> {
    let start = line.trim_end_matches(['+', '-']).len();
    let border = &line[start..];
    let border = &border[border.find('+')?..];
    (border.len() >= 3 && border.ends_with('+')).then_some(border)
}

/// Returns how wide the cells of a border of this many columns are.
fn border_width(line: &str, columns: usize) -> Option<usize> {
    let border = border(line)?;
    let cells: Vec<&str> = border[1..border.len() - 1].split('+').collect();
    let width = cells[0].len();
    (cells.len() == columns && width > 0 && cells.iter().all(|cell| cell.len() == width)).then_some(width)
}

/// Reads a panel from its upper border on. Returns it and how many lines it has.
fn read_panel(all: &[&str], rows: usize, columns: usize, width: usize) -> (What, usize) {
    let mut values = Vec::new();
    let mut text = format!("{}\n", border(all[0]).unwrap_or_default());
    let bad = |text: &str, at: usize| (What::BadPanel(text.into()), at.max(1));
    for row in 0..rows {
        let at = 1 + 2 * row;
        let (Some(line), Some(below)) = (all.get(at), all.get(at + 1)) else { return bad(&text, all.len()) };
        text.push_str(line);
        text.push('\n');
        let Some(cells) = cells(line, columns, width) else { return bad(&text, at) };
        values.extend(cells);
        if border_width(below, columns) != Some(width) || !below.starts_with('+') {
            return bad(&text, at + 1);
        }
        text.push_str(below);
        text.push('\n');
    }
    (What::Panel { values, text }, 2 * rows + 1)
}

fn cells(line: &str, columns: usize, width: usize) -> Option<Vec<u128>> {
    let inner = line.strip_prefix('|')?.strip_suffix('|')?;
    let cells: Vec<&str> = inner.split('|').collect();
    let value = |cell: &&str| match cell.trim() {
        "" => Some(0),
        text if cell.ends_with(text) => text.parse::<u128>().ok().filter(|&value| value > 0),
        _ => None,
    };
    let is_regular = cells.len() == columns && cells.iter().all(|cell| cell.len() == width);
    is_regular.then(|| cells.iter().map(value).collect())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_behind_prompts() {
        let text =
            "Press: +----+----+\n|   1|    |\n+----+----+\nRound    2: Press UP. Goal: 4\nCongratulations!\n";
        let found: Vec<What> = events(text, 1, 2).into_iter().map(|event| event.what).collect();
        let panel = "+----+----+\n|   1|    |\n+----+----+\n".to_string();
        assert_eq!(
            found,
            [
                What::Panel { values: vec![1, 0], text: panel },
                What::Round(2, Direction::Up, 4),
                What::Message(WON)
            ]
        );
    }
}
