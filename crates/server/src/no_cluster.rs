//! The error of a program built without the feature `cluster`.

/// The program was built without PostgreSQL and NATS, and was asked to use one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this build of parlor has no PostgreSQL and no NATS: get one that has them with \
     `cargo install --path crates/cli --features cluster`, or use the Docker image"
)]
pub struct NoCluster;
