//! Does a program play by the rules? Plays games into its standard input, compares what comes out with what the rules
//! say, and explains the first difference.
//!
//! A [`Report`] is made of [`CaseResult`]s with [`Finding`]s, whatever kind of check filled them. Programs run in a
//! [`sandbox`], which limits what they use and ends them with everything they started.

mod cases;
mod chance;
mod check;
mod compare;
pub mod cpp;
mod examiner;
mod explain;
mod follow;
pub mod format;
mod normalize;
mod oracle;
mod parallel_shrink;
mod recognize;
pub mod report;
pub mod sandbox;
mod sandbox_pool;
mod shell;
mod shrink;
mod tiles;

pub use cases::Case;
pub use check::{Check, CheckError, Progress};
pub use compare::{Compare, Comparison, Difference};
pub use oracle::Expected;
pub use recognize::{Item, Kind};
pub use report::{CaseResult, Finding, LinePair, Report, Severity, Status};
