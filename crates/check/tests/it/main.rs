//! Integration tests.

#![allow(clippy::unwrap_used)]

mod formats;

/// Returns every fifth of the broken programs, or all of them with `PARLOR_ALL_PROGRAMS` set, as `scripts/test --all` does:
/// together they take ten minutes.
#[cfg(unix)]
fn chosen<T>(programs: Vec<T>) -> Vec<T> {
    let step = if std::env::var_os("PARLOR_ALL_PROGRAMS").is_some() { 1 } else { 5 };
    programs.into_iter().step_by(step).collect()
}

#[cfg(unix)]
mod classes;
#[cfg(unix)]
mod programs;
#[cfg(unix)]
mod sandbox;
