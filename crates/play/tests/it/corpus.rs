//! The kept corpus of the fuzz targets, run in every test.

#[path = "../../../../fuzz/src/checks.rs"]
mod checks;

use proptest::prelude::*;
use std::fs;
use std::path::Path;

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let files: Vec<Vec<u8>> =
        fs::read_dir(&folder).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect();
    assert!(files.len() >= 6, "{} holds the corpus", folder.display());
    files
}

#[test]
fn the_corpus_of_records() {
    corpus("record").iter().for_each(|data| checks::record(data));
}

#[test]
fn the_corpus_of_moves() {
    corpus("moves").iter().for_each(|data| checks::moves(data));
}

#[test]
fn the_corpus_of_setups() {
    corpus("setup").iter().for_each(|data| checks::setup(data));
}

#[test]
fn the_corpus_of_sgf() {
    corpus("sgf").iter().for_each(|data| checks::sgf(data));
}

#[test]
fn the_corpus_of_links() {
    corpus("link").iter().for_each(|data| checks::link(data));
}

#[test]
fn the_corpus_of_htp() {
    corpus("htp").iter().for_each(|data| checks::htp(data));
}

#[test]
fn the_corpus_of_analyses() {
    corpus("analysis").iter().for_each(|data| checks::analysis(data));
}

/// Pieces of a corpus, put together at random.
fn pieces(target: &'static str, separators: &'static [char]) -> impl Strategy<Value = Vec<u8>> {
    let text: String = corpus(target).iter().map(|data| String::from_utf8_lossy(data).into_owned()).collect();
    let pieces: Vec<String> = text.split_inclusive(separators).map(String::from).collect();
    let picks = proptest::collection::vec(proptest::sample::select(pieces), 0..60);
    picks.prop_map(|picks| picks.concat().into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    /// Fresh ones, cut out of the corpus and stuck together.
    #[test]
    fn words_of_the_corpus_in_another_order(
        choice in any::<u8>(),
        picks in proptest::collection::vec(any::<prop::sample::Index>(), 0..120),
    ) {
        let text = corpus("moves").iter().map(|data| String::from_utf8_lossy(data).into_owned() + " ").collect::<String>();
        let words: Vec<&str> = text.split_whitespace().collect();
        let mixed: Vec<&str> = picks.iter().map(|pick| *pick.get(&words)).collect();
        let mut data = vec![choice];
        data.extend(mixed.join(" ").into_bytes());
        checks::moves(&data);
    }

    #[test]
    fn any_drawing(data in proptest::collection::vec(any::<u8>(), 0..60)) {
        checks::setup(&data);
    }

    #[test]
    fn any_sgf(data in pieces("sgf", &[';', ']', '['])) {
        checks::sgf(&data);
    }

    #[test]
    fn any_game_of_sgf(data in pieces("sgf", &[';'])) {
        checks::sgf(&[b"(;GM[11]SZ[5]", &data[..], b")"].concat());
    }

    #[test]
    fn any_link(data in pieces("link", &[',', '#', '1'])) {
        checks::link(&data);
    }

    #[test]
    fn any_address(data in pieces("analysis", &['/', ',', '~', '\n', ' '])) {
        checks::analysis(&data);
    }

    #[test]
    fn any_htp(data in pieces("htp", &['\n', ' '])) {
        checks::htp(&data);
    }
}
