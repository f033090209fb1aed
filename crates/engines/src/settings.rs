//! What an engine is made with.

/// What an engine is made with, whatever game it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// All its chance comes from this.
    pub seed: u64,
    /// The most memory its tables and trees may take, in bytes.
    pub memory: usize,
    /// The most threads it may think on. The exact solver of Connect Four and the strong engines of hex and 1024 use
    /// them; all others think on one.
    pub threads: usize,
    /// Whether the worth of every move matters, and not only which is best: for analysis.
    pub score_all_moves: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { seed: 0, memory: 64 << 20, threads: 1, score_all_moves: false }
    }
}

impl Settings {
    /// The default settings with this seed.
    pub fn seeded(seed: u64) -> Settings {
        Settings { seed, ..Settings::default() }
    }
}
