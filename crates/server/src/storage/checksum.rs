//! The checksums that chain the entries of a log.

use sha2::{Digest, Sha256};

/// The checksum of a log: that of its last entry, and 0 for an empty one.
pub type Checksum = i64;

/// Returns the checksum of an entry, given its predecessor's.
///
/// It is the beginning of a SHA-256, which finds damage, not forgery: whoever can write the log can write checksums.
pub fn chain(previous: Checksum, game: &str, seq: u64, command: Option<&str>, event: &str) -> Checksum {
    let mut hash = Sha256::new();
    hash.update(previous.to_le_bytes());
    hash.update(seq.to_le_bytes());
    // Lengths keep neighbors apart.
    for text in [Some(game), command] {
        hash.update(text.map_or(u64::MAX, |text| text.len() as u64).to_le_bytes());
        hash.update(text.unwrap_or_default());
    }
    hash.update(event);
    let hash = hash.finalize();
    let mut first = [0; 8];
    first.copy_from_slice(&hash[..8]);
    Checksum::from_le_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_counts() {
        let known = chain(7, "game", 3, Some("c"), "{}");
        assert_eq!(known, chain(7, "game", 3, Some("c"), "{}"));
        for other in [
            chain(8, "game", 3, Some("c"), "{}"),
            chain(7, "gam", 3, Some("ec"), "{}"),
            chain(7, "game", 4, Some("c"), "{}"),
            chain(7, "game", 3, None, "c{}"),
            chain(7, "game", 3, Some(""), "c{}"),
            chain(7, "game", 3, Some("c"), "{ }"),
        ] {
            assert_ne!(known, other);
        }
    }

    /// Databases hold these: the function can't change.
    #[test]
    fn checksums_are_for_ever() {
        assert_eq!(chain(0, "g", 1, None, "{}"), 3_320_670_777_684_987_535);
    }
}
