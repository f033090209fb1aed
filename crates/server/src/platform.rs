//! What differs between operating systems.

/// Lets the current thread give way to those that answer requests. Only Linux has a priority for each thread that needs
/// no `unsafe`; elsewhere nothing is done.
pub(crate) fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::debug!(%error, "thread priority not lowered");
    }
}
