//! The settings of an engine.

/// The settings of an engine, the same for all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The seed of all random choices of the engine.
    pub seed: u64,
    /// The most memory that its tables and trees may take, in bytes.
    pub memory: usize,
    /// The most threads a search may use. The Connect Four solver and the strong engine of hex use several;
    /// all others use one.
    pub threads: usize,
    /// Whether every move needs a value and not only the best one, as in an analysis.
    pub score_all_moves: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { seed: 0, memory: 64 << 20, threads: 1, score_all_moves: false }
    }
}

impl Settings {
    /// Creates the default settings with this seed.
    pub fn seeded(seed: u64) -> Settings {
        Settings { seed, ..Settings::default() }
    }
}
