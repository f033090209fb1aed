//! The examples run.

// Each is a module here, so that nothing more is built for it; that is why its `main` is `pub(crate)`.
#[path = "../../examples/classic_and_super.rs"]
mod classic_and_super;
#[path = "../../examples/growing.rs"]
mod growing;
#[path = "../../examples/hex.rs"]
mod hex;
#[path = "../../examples/play_moves.rs"]
mod play_moves;
#[path = "../../examples/random_games.rs"]
mod random_games;
#[path = "../../examples/search.rs"]
mod search;
#[path = "../../examples/shapes.rs"]
mod shapes;
#[path = "../../examples/tiles.rs"]
mod tiles;

#[test]
fn classic_and_super_runs() {
    classic_and_super::main().unwrap();
}

#[test]
fn growing_runs() {
    growing::main().unwrap();
}

#[test]
fn hex_runs() {
    hex::main().unwrap();
}

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

#[test]
fn shapes_runs() {
    shapes::main().unwrap();
}

#[test]
fn tiles_runs() {
    tiles::main().unwrap();
}
