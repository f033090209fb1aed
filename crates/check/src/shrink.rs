//! Cuts a failing input down to the shortest one that still fails in the same way.

use crate::examiner::Trouble;
use crate::sandbox::SandboxError;
use std::time::Instant;

/// Runs a candidate: its trouble if it fails, none if it does not or can't be used.
pub(crate) type Attempt<'a> = dyn FnMut(&str) -> Result<Option<Trouble>, SandboxError> + 'a;

/// What is known of an input before it is cut down.
pub(crate) struct Failing<'a> {
    /// What was written to the program.
    pub(crate) input: &'a str,
    /// How it failed.
    pub(crate) trouble: &'a Trouble,
    /// Returns whether a word takes the next one: they are cut out together.
    pub(crate) takes_next: fn(&str) -> bool,
    /// How many words had been read at each refusal.
    pub(crate) refusals: Vec<usize>,
}

/// Returns the shortest input found before the deadline that gives the same kind of trouble.
pub(crate) fn shrink(
    failing: &Failing<'_>,
    deadline: Instant,
    attempt: &mut Attempt<'_>,
) -> Result<String, SandboxError> {
    let mut pieces = pieces(failing.input, failing.takes_next);
    let mut fails = |pieces: &[Piece<'_>]| -> Result<Option<Trouble>, SandboxError> {
        let found = attempt(&text(pieces))?;
        Ok(found.filter(|found| found.is_like(failing.trouble)))
    };
    // What was read after the difference can't have caused it.
    truncate(&mut pieces, failing.trouble, &mut fails)?;
    // If it fails without any refused word, none of them is to blame.
    let accepted = without_refused(&pieces, &failing.refusals);
    if accepted.len() < pieces.len()
        && let Some(found) = fails(&accepted)?
    {
        pieces = accepted;
        truncate(&mut pieces, &found, &mut fails)?;
    }
    let mut size = pieces.len() / 2;
    while size > 0 && Instant::now() < deadline {
        let mut has_changed = false;
        let mut at = 0;
        while at < pieces.len() && Instant::now() < deadline {
            let end = (at + size).min(pieces.len());
            let candidate = [&pieces[..at], &pieces[end..]].concat();
            match fails(&candidate)? {
                Some(found) => {
                    pieces = candidate;
                    has_changed = true;
                    truncate(&mut pieces, &found, &mut fails)?;
                }
                None => at += size,
            }
        }
        // Small pieces are tried again: what was needed before may not be any more.
        if !(has_changed && size <= 2) {
            size = match size {
                3 => 2,
                size => size / 2,
            };
        }
    }
    Ok(text(&pieces))
}

/// Words of an input that belong together, with the white space behind them.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    words: usize,
}

fn text(pieces: &[Piece<'_>]) -> String {
    pieces.iter().map(|piece| piece.text).collect()
}

/// Cuts off what was read after the difference, if it still fails without.
fn truncate(
    pieces: &mut Vec<Piece<'_>>,
    trouble: &Trouble,
    fails: &mut impl FnMut(&[Piece<'_>]) -> Result<Option<Trouble>, SandboxError>,
) -> Result<(), SandboxError> {
    let Trouble::Wrong { words, .. } = trouble else { return Ok(()) };
    let (mut read, mut needed) = (0, 0);
    while read < *words && needed < pieces.len() {
        read += pieces[needed].words;
        needed += 1;
    }
    if needed < pieces.len() && fails(&pieces[..needed])?.is_some() {
        pieces.truncate(needed);
    }
    Ok(())
}

/// Returns the pieces whose last word was not refused.
fn without_refused<'a>(pieces: &[Piece<'a>], refusals: &[usize]) -> Vec<Piece<'a>> {
    let mut read = 0;
    let is_accepted = |piece: &&Piece<'_>| {
        read += piece.words;
        !refusals.contains(&read)
    };
    pieces.iter().filter(is_accepted).copied().collect()
}

/// Splits an input into words, each with the word that it takes.
fn pieces(input: &str, takes_next: fn(&str) -> bool) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = input;
    while !rest.is_empty() {
        let mut end = word_end(rest);
        let mut words = 1;
        if takes_next(rest[..end].trim()) && end < rest.len() {
            end += word_end(&rest[end..]);
            words = 2;
        }
        pieces.push(Piece { text: &rest[..end], words });
        rest = &rest[end..];
    }
    pieces
}

/// Returns where the white space behind the first word ends.
fn word_end(text: &str) -> usize {
    let start = text.len() - text.trim_start().len();
    let Some(length) = text[start..].find(char::is_whitespace) else { return text.len() };
    let after = &text[start + length..];
    text.len() - after.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn shortest(failing: &Failing<'_>, fails: impl Fn(&[&str]) -> bool) -> (String, usize) {
        let deadline = Instant::now() + Duration::from_secs(60);
        let mut runs = 0;
        let shrunk = shrink(failing, deadline, &mut |input| {
            runs += 1;
            Ok(fails(&input.split_whitespace().collect::<Vec<_>>()).then_some(Trouble::End))
        });
        (shrunk.unwrap_or_default(), runs)
    }

    fn failing(input: &str) -> Failing<'_> {
        Failing { input, trouble: &Trouble::End, takes_next: |_| false, refusals: Vec::new() }
    }

    #[test]
    fn the_shortest_input_that_fails_is_found() {
        let (shrunk, runs) = shortest(&failing("1 2 3\n4 5\t6  7 8\n\n9 10\n"), |words| {
            words.contains(&"3") && words.contains(&"8")
        });
        assert_eq!(shrunk, "3\n8\n\n");
        assert!(runs < 60, "{runs}");
    }

    #[test]
    fn words_that_belong_together_are_cut_together() {
        let input = Failing { takes_next: |word| word == "p1", ..failing("p1 4 rows p1 x p1 7 p1") };
        let (shrunk, _) = shortest(&input, |words| words.contains(&"7"));
        assert_eq!(shrunk, "p1 7 ");
    }

    #[test]
    fn refused_words_go_first() {
        let input = Failing { refusals: vec![2, 3, 5], ..failing("1 x y 2 z 3") };
        let (shrunk, runs) =
            shortest(&input, |words| ["1", "2", "3"].iter().all(|word| words.contains(word)));
        assert_eq!(shrunk, "1 2 3");
        // One run for the refused words, one for each of the others.
        assert_eq!(runs, 4);
    }
}
