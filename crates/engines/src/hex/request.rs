//! What an engine is asked to think about.

use crate::{Limits, StopFlag};
use parlor_rules::hex::Position;

/// A position to think about, how long, and what stops it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request<'a> {
    pub(super) position: &'a Position,
    pub(super) limits: &'a Limits,
    pub(super) stop: &'a StopFlag,
}
