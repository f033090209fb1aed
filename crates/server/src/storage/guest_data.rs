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

/// Everything that is stored about a guest outside the logs of their games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuestData {
    /// The name, if the guest has chosen one.
    pub profile: Option<Profile>,
    /// The guest's last turn in the queue for engines, if it is remembered.
    pub turn: Option<u64>,
    /// The games the guest takes part in.
    pub games: Vec<GuestGame>,
}

/// A game that a guest takes part in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestGame {
    /// The game's id.
    pub id: String,
    /// When it last changed, in service time.
    pub updated: u64,
    /// Whether it is over.
    pub over: bool,
    /// The keyed hash of the guest's address; empty unless an engine's move is due that is charged to the guest.
    pub address: String,
}

/// Returns the names chosen by those who take part in the unfinished games of the guest $1.
pub(super) const OPPONENTS: &str = "SELECT DISTINCT guests.name FROM members AS own \
    JOIN games ON games.id = own.game AND NOT games.over \
    JOIN members AS other ON other.game = own.game AND other.guest <> own.guest \
    JOIN guests ON guests.id = other.guest AND NOT guests.deleted WHERE own.guest = $1 LIMIT 1000";
