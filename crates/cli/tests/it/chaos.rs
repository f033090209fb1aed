//! Everything breaks while games are played over three nodes, and nothing is lost.

use parlor_chaos::Chaos;
use std::time::Duration;

/// `cargo run --release -p parlor-chaos` breaks a thousand things.
#[test]
fn thirty_faults_lose_nothing() {
    let chaos = Chaos {
        program: env!("CARGO_BIN_EXE_parlor").into(),
        faults: 30,
        games: 4,
        engine_games: 2,
        seed: 7,
        // Long enough for a busy machine: the command says how long it took.
        goes_on: Duration::from_secs(60),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let report = runtime.block_on(chaos.run(|number, fault| eprintln!("{number}: {fault}"))).expect("a run");
    assert!(report.violations.is_empty(), "{:#?}", report.violations);
    assert_eq!(report.faults.len(), 30);
    assert!(report.acknowledged > 0 && report.moves >= report.acknowledged, "{report:?}");
}
