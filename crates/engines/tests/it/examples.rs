//! The examples run.

// Each is a module here, so that nothing more is built for it; that is why its `main` is `pub(crate)`.
#[path = "../../examples/choose_move.rs"]
mod choose_move;
#[path = "../../examples/own_engine.rs"]
mod own_engine;
#[path = "../../examples/solve_connect_four.rs"]
mod solve_connect_four;

#[test]
fn choose_move_runs() {
    choose_move::main().unwrap();
}

#[test]
fn own_engine_runs() {
    own_engine::main().unwrap();
}

#[test]
fn solve_connect_four_runs() {
    solve_connect_four::main().unwrap();
}
