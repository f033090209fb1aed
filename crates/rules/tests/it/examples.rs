//! The examples run.

// Each is a module here, so that nothing more is built for it; that is why its `main` is `pub(crate)`.
#[path = "../../examples/play_moves.rs"]
mod play_moves;
#[path = "../../examples/random_games.rs"]
mod random_games;
#[path = "../../examples/search.rs"]
mod search;

#[test]
fn play_moves_runs() {
    play_moves::main().unwrap();
}

#[test]
fn random_games_runs() {
    random_games::main();
}

#[test]
fn search_runs() {
    search::main().unwrap();
}
