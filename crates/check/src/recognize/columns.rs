//! Classic and super: a grid with column numbers under it, verdicts, scores and points.

use super::{Found, Kind, Recognizer, labels, row, verdict};

/// The fewest columns of a grid.
const FEWEST: usize = 4;

pub(super) struct Columns {
    columns: usize,
    verdicts: Vec<String>,
    points: Vec<String>,
}

impl Columns {
    pub(super) fn new(columns: usize, names: &[String]) -> Columns {
        let mut verdicts: Vec<String> = names.iter().map(|name| format!("{name} wins!")).collect();
        verdicts.push("It is a draw.".into());
        verdicts.push("move limit reached".into());
        Columns { columns, verdicts, points: names.iter().map(|name| format!("{name} scores.")).collect() }
    }

    /// Returns who scores, at the end of a line: `Ann scores. Bob scores.`
    fn points(&self, line: &str) -> Option<String> {
        let mut rest = line.trim_end();
        let mut said = Vec::new();
        while let Some(words) = self.points.iter().find(|words| rest.ends_with(words.as_str())) {
            rest = rest[..rest.len() - words.len()].trim_end();
            said.push(words.as_str());
        }
        said.reverse();
        (!said.is_empty()).then(|| said.join(" "))
    }
}

impl Recognizer for Columns {
    fn recognize(&self, line: &str) -> Option<Found> {
        if let Some(found) = row(line, self.columns, FEWEST, |word| matches!(word, "." | "O" | "X")) {
            return Some(found);
        }
        if let Some(found) = labels(line, FEWEST) {
            return Some(found);
        }
        if let Some(at) = line.find("Score: ").filter(|_| line.contains("Wins: ")) {
            return Found::firm(Kind::Score, line[at..].trim_end());
        }
        if let Some(points) = self.points(line) {
            return Found::firm(Kind::Score, points);
        }
        if let Some(found) = self.verdicts.iter().find_map(|words| verdict(line, words)) {
            return Some(found);
        }
        refusal(line)
    }
}

/// Returns the refusal of a column in the page's words.
fn refusal(line: &str) -> Option<Found> {
    if line.contains("not a column: ") {
        return Found::firm(Kind::Refusal, "not a column");
    }
    let rest = &line[line.find("column ")?..];
    let end = rest.find(" is full")?;
    let number = rest["column ".len()..end].rsplit(' ').next()?;
    number.parse::<u64>().is_ok().then(|| Found::firm(Kind::Refusal, format!("column {number} is full")))?
}
