//! The examples run.

// Each is a module here, so that nothing more is built for it; that is why its `main` is `pub(crate)`.
#[path = "../../examples/draw_board.rs"]
mod draw_board;
#[path = "../../examples/play_engine.rs"]
mod play_engine;
#[path = "../../examples/record_game.rs"]
mod record_game;

#[test]
fn draw_board_runs() {
    draw_board::main().unwrap();
}

#[test]
fn play_engine_runs() {
    play_engine::main().unwrap();
}

#[test]
fn record_game_runs() {
    record_game::main().unwrap();
}
