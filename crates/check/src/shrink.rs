//! Cuts a failing input down to the shortest one that still fails in the same way.

use crate::examiner::Trouble;
use crate::sandbox::SandboxError;
use std::time::Instant;

/// Runs candidates side by side: the trouble of each that fails, none for those that do not or can't be used.
pub(crate) type Attempt<'a> = dyn FnMut(&[String]) -> Result<Vec<Option<Trouble>>, SandboxError> + 'a;

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

/// Returns the shortest input found before the deadline that gives the same kind of trouble. So many candidates are tried
/// at a time.
pub(crate) fn shrink(
    failing: &Failing<'_>,
    width: usize,
    deadline: Instant,
    attempt: &mut Attempt<'_>,
) -> Result<String, SandboxError> {
    let mut pieces = pieces(failing.input, failing.takes_next);
    let mut first_failing =
        |candidates: &[Vec<Piece<'_>>]| -> Result<Option<(usize, Trouble)>, SandboxError> {
            let texts: Vec<String> = candidates.iter().map(|pieces| text(pieces)).collect();
            let found = attempt(&texts)?.into_iter().enumerate();
            let mut alike = found.filter_map(|(number, trouble)| Some((number, trouble?)));
            Ok(alike.find(|(_, trouble)| trouble.is_like(failing.trouble)))
        };
    // What was read after the difference can't have caused it, and if it fails without any refused word, none of those
    // is to blame.
    let read = read_before(&pieces, failing.trouble);
    let accepted = without_refused(&read, &failing.refusals);
    let mut first_cuts = vec![accepted, read];
    first_cuts.dedup_by_key(|cut| cut.len());
    first_cuts.retain(|cut| cut.len() < pieces.len());
    if let Some((number, found)) = first_failing(&first_cuts)? {
        pieces = first_cuts.swap_remove(number);
        truncate(&mut pieces, &found, &mut first_failing)?;
    }
    let mut size = pieces.len() / 2;
    while size > 0 && Instant::now() < deadline {
        let mut has_changed = false;
        let mut at = 0;
        while at < pieces.len() && Instant::now() < deadline {
            let starts = (at..pieces.len()).step_by(size).take(width.max(1));
            let without = |start: usize| {
                let end = (start + size).min(pieces.len());
                [&pieces[..start], &pieces[end..]].concat()
            };
            let mut candidates: Vec<Vec<Piece<'_>>> = starts.map(without).collect();
            match first_failing(&candidates)? {
                Some((number, found)) => {
                    pieces = candidates.swap_remove(number);
                    at += number * size;
                    has_changed = true;
                    truncate(&mut pieces, &found, &mut first_failing)?;
                }
                None => at += candidates.len() * size,
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

/// Returns the pieces that were read before the difference.
fn read_before<'a>(pieces: &[Piece<'a>], trouble: &Trouble) -> Vec<Piece<'a>> {
    let Trouble::Wrong { words, .. } = trouble else { return pieces.to_vec() };
    let (mut read, mut needed) = (0, 0);
    while read < *words && needed < pieces.len() {
        read += pieces[needed].words;
        needed += 1;
    }
    pieces[..needed].to_vec()
}

/// Cuts off what was read after the difference, if it still fails without.
fn truncate<'a>(
    pieces: &mut Vec<Piece<'a>>,
    trouble: &Trouble,
    first_failing: &mut impl FnMut(&[Vec<Piece<'a>>]) -> Result<Option<(usize, Trouble)>, SandboxError>,
) -> Result<(), SandboxError> {
    let read = read_before(pieces, trouble);
    if read.len() < pieces.len() && first_failing(std::slice::from_ref(&read))?.is_some() {
        *pieces = read;
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
        let shrunk = shrink(failing, 1, deadline, &mut |inputs| {
            runs += inputs.len();
            Ok(inputs.iter().map(|input| fails(&words(input)).then_some(Trouble::End)).collect())
        });
        (shrunk.unwrap_or_default(), runs)
    }

    fn words(input: &str) -> Vec<&str> {
        input.split_whitespace().collect()
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
    fn several_at_a_time_find_the_same() {
        let input = (0..200).map(|number| format!("{number} ")).collect::<String>();
        let deadline = Instant::now() + Duration::from_secs(60);
        let mut rounds = [0, 0];
        for (width, rounds) in [1, 4].into_iter().zip(&mut rounds) {
            let shrunk = shrink(&failing(&input), width, deadline, &mut |inputs| {
                assert!(inputs.len() <= width);
                *rounds += 1;
                let fails =
                    |input: &String| ["3", "77", "150"].iter().all(|word| words(input).contains(word));
                Ok(inputs.iter().map(|input| fails(input).then_some(Trouble::End)).collect())
            });
            assert_eq!(shrunk.unwrap_or_default(), "3 77 150 ");
        }
        assert!(rounds[1] * 3 < rounds[0] * 2, "{rounds:?}");
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
