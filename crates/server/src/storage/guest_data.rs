//! What is stored about a guest.

/// What is stored about a guest who has chosen a name, or was deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name; [`DELETED_NAME`] if the guest was deleted.
    pub name: String,
    /// When it was chosen, in service time.
    pub named: u64,
    /// Whether the guest asked to be deleted.
    pub is_deleted: bool,
}

/// What deleted guests are called.
pub const DELETED_NAME: &str = "Deleted guest";
