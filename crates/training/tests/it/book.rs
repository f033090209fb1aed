//! `book build`: scores of early positions, and books that are continued.

use crate::program::run;
use parlor_engines::connect4::{Book, positions_after};
use std::fs;

#[test]
fn a_book_is_continued_and_earlier_scores_follow_from_later_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.book");
    let build = || run(&["book", "build", path.to_str().unwrap(), "--discs", "8", "--memory", "16"]);
    // The positions of 8 discs, except for a few that have to be solved.
    let known = Book::embedded();
    let scores = |discs| {
        let scored = |position| known.score(&position).map(|score| (position, score));
        positions_after(discs).into_iter().filter_map(scored)
    };
    let mut unfinished = Book::default();
    unfinished.add(scores(8).skip(3));
    fs::write(&path, unfinished.write()).unwrap();
    let ran = build();
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let book = Book::read(&fs::read(&path).unwrap()).unwrap();
    for (position, score) in (0..=8).flat_map(scores) {
        assert_eq!(book.score(&position), Some(score));
    }
    assert!(ran.stdout.contains(&format!("few.book: {} positions, ", book.len())), "{}", ran.stdout);
    fs::write(&path, b"other").unwrap();
    let ran = build();
    assert!(ran.code == Some(2) && ran.stderr.contains("few.book: "), "{}", ran.stderr);
    assert_eq!(fs::read(&path).unwrap(), b"other", "a file that isn't a book stays as it was");
}
