//! Network addresses as a database holds them: as keyed hashes.
//!
//! There are so few IPv4 addresses that anybody can reverse a plain hash by trying them all, but not without the key.

use crate::guest::hex;
use sha2::{Digest, Sha256};
use std::fmt;
use std::net::IpAddr;

/// The key under which an installation stores network addresses.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct AddressKey([u8; KEY_BYTES]);

const KEY_BYTES: usize = 32;

/// The length of a hash, half of what HMAC-SHA256 returns.
const HASH_BYTES: usize = 16;

/// The block of SHA-256, in bytes.
const BLOCK: usize = 64;

impl AddressKey {
    /// Returns a new random key.
    pub(super) fn random() -> Result<AddressKey, getrandom::Error> {
        let mut key = [0; KEY_BYTES];
        getrandom::fill(&mut key)?;
        Ok(AddressKey(key))
    }

    /// Parses a key from the hexadecimal digits in which it is stored.
    pub(super) fn from_hex(digits: &str) -> Option<AddressKey> {
        let mut key = [0; KEY_BYTES];
        if digits.len() != 2 * KEY_BYTES || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        for (index, byte) in key.iter_mut().enumerate() {
            *byte = u8::from_str_radix(digits.get(2 * index..2 * index + 2)?, 16).ok()?;
        }
        Some(AddressKey(key))
    }

    /// Returns the key as hexadecimal digits.
    pub(super) fn to_hex(&self) -> String {
        hex(&self.0)
    }

    /// Returns what is stored of an address: hexadecimal digits, the same ones for the same address.
    pub(super) fn hash(&self, address: IpAddr) -> String {
        hex(&self.hmac(address.to_canonical().to_string().as_bytes())[..HASH_BYTES])
    }

    /// Returns the HMAC-SHA256 of a message (RFC 2104).
    fn hmac(&self, message: &[u8]) -> [u8; 32] {
        let padded_key = |padding: u8| {
            let mut block = [padding; BLOCK];
            block.iter_mut().zip(self.0).for_each(|(byte, key)| *byte ^= key);
            block
        };
        let inner = Sha256::new().chain_update(padded_key(0x36)).chain_update(message).finalize();
        Sha256::new().chain_update(padded_key(0x5c)).chain_update(inner).finalize().into()
    }
}

impl fmt::Debug for AddressKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("AddressKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_hmac_sha256() {
        // Test cases 1 and 2 of RFC 4231; shorter keys are filled up with zeros.
        let key = |bytes: &[u8]| {
            let mut key = [0; KEY_BYTES];
            key[..bytes.len()].copy_from_slice(bytes);
            AddressKey(key)
        };
        assert_eq!(
            hex(&key(&[0x0b; 20]).hmac(b"Hi There")),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        );
        assert_eq!(
            hex(&key(b"Jefe").hmac(b"what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }

    #[test]
    fn an_address_has_one_hash_under_each_key() {
        let [one, other] = [AddressKey::random().unwrap(), AddressKey::random().unwrap()];
        let [four, mapped, next] =
            ["192.0.2.7", "::ffff:192.0.2.7", "192.0.2.8"].map(|text| text.parse().unwrap());
        assert_eq!(one.hash(four), one.hash(mapped));
        assert_ne!(one.hash(four), one.hash(next));
        assert_ne!(one.hash(four), other.hash(four));
        assert_eq!(AddressKey::from_hex(&one.to_hex()), Some(one));
        assert_eq!(AddressKey::from_hex(&"g".repeat(64)), None);
        assert_eq!(AddressKey::from_hex("ab"), None);
    }
}
