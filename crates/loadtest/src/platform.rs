//! What operating systems do in their own ways.

/// How many nice levels attackers are below those who play.
#[cfg(unix)]
const NICE: i32 = 10;

/// Lowers the priority of this thread; on systems where threads have none of their own, that of the process.
pub(crate) fn lower_priority() {
    #[cfg(unix)]
    // With the same priority the measurement is only less exact.
    let _ = rustix::process::nice(NICE);
}
