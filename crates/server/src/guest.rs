//! Guests: a secret in a browser's cookie, and the public id that is derived from it.

use crate::base_path::BasePath;
use axum::http::{HeaderMap, header};
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::fmt;

/// A guest's public id, which everybody may know. It is a hash of the secret.
///
/// Rooms have many copies of it, so it has its digits within itself.
#[derive(Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Guest([u8; 2 * ID_BYTES]);

/// Why a text is no guest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a guest: {0:?}")]
pub struct BadGuest(String);

impl Guest {
    /// Returns the guest with this secret.
    pub fn from_secret(secret: &str) -> Guest {
        let mut digits = [0; 2 * ID_BYTES];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(Sha256::digest(secret.as_bytes())) {
            pair.copy_from_slice(&hex_digits(byte));
        }
        Guest(digits)
    }

    /// Returns the guest with this public id, if it is one.
    pub(crate) fn from_id(id: &str) -> Option<Guest> {
        let digits = id.as_bytes().try_into().ok()?;
        id.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(Guest(digits))
    }

    /// Returns the guest whose secret is in the cookies of a request.
    pub(crate) fn from_cookies(headers: &HeaderMap) -> Option<Guest> {
        let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.split_once('='));
        let (_, secret) = pairs.find(|(name, _)| name.trim() == COOKIE)?;
        let secret = secret.trim();
        let is_secret =
            secret.len() == 2 * SECRET_BYTES && secret.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_secret.then(|| Guest::from_secret(secret))
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        // Digits are always text.
        str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Returns the name of a guest who has not chosen one.
    pub fn default_name(&self) -> String {
        format!("Guest {}", &self.as_str()[..4])
    }
}

impl fmt::Display for Guest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl fmt::Debug for Guest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Guest({self})")
    }
}

impl Serialize for Guest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl TryFrom<String> for Guest {
    type Error = BadGuest;

    fn try_from(id: String) -> Result<Guest, BadGuest> {
        Guest::from_id(&id).ok_or(BadGuest(id))
    }
}

/// The name of the cookie.
pub(crate) const COOKIE: &str = "parlor";

/// The length of a public id.
const ID_BYTES: usize = 16;

/// The length of a secret.
const SECRET_BYTES: usize = 32;

/// Returns a new secret.
pub(crate) fn new_secret() -> Result<String, getrandom::Error> {
    random_token(SECRET_BYTES)
}

/// Returns the value of the `Set-Cookie` header that gives a browser its secret for good: for twenty years.
///
/// `SameSite=Lax` sends it along with a link from another site, which can do no harm. Without it, such a link would
/// make a new guest of a known one.
pub(crate) fn secret_cookie(secret: &str, secure: bool, base: &BasePath) -> String {
    let secure = if secure { "Secure; " } else { "" };
    let path = base.as_str();
    format!("{COOKIE}={secret}; HttpOnly; SameSite=Lax; {secure}Path={path}; Max-Age=630720000")
}

/// Returns the value of the `Set-Cookie` header that takes the secret away from a browser.
pub(crate) fn expired_cookie(base: &BasePath) -> String {
    format!("{COOKIE}=; HttpOnly; SameSite=Lax; Path={}; Max-Age=0", base.as_str())
}

/// Returns random bytes as hexadecimal digits.
pub(crate) fn random_token(bytes: usize) -> Result<String, getrandom::Error> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random)?;
    Ok(hex(&random))
}

/// Returns bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().flat_map(|&byte| hex_digits(byte)).map(char::from).collect()
}

fn hex_digits(byte: u8) -> [u8; 2] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn only_a_whole_secret_is_a_guest() {
        let secret = new_secret().unwrap();
        let guest = |cookies: String| {
            let headers = HeaderMap::from_iter([(header::COOKIE, cookies.parse().unwrap())]);
            Guest::from_cookies(&headers)
        };
        assert_eq!(guest(format!("a=b; parlor={secret}; c=d")), Some(Guest::from_secret(&secret)));
        assert_eq!(guest(format!("xparlor={secret}")), None);
        assert_eq!(guest("parlor=short".into()), None);
        assert_eq!(guest(format!("parlor={}", "g".repeat(64))), None);
        assert_eq!(guest(String::new()), None);
        let parts = ["a=b".parse().unwrap(), format!("c = d ;parlor={secret}").parse().unwrap()];
        let split = HeaderMap::from_iter(parts.map(|cookies| (header::COOKIE, cookies)));
        assert_eq!(Guest::from_cookies(&split), Some(Guest::from_secret(&secret)), "in several headers");
    }

    #[test]
    fn ids_are_hashes() {
        let guest = Guest::from_secret("secret");
        assert_eq!(guest, Guest::from_secret("secret"));
        assert_ne!(guest, Guest::from_secret("secrets"));
        assert_eq!(guest.as_str().len(), 32);
    }

    #[test]
    fn the_cookie_is_kept_from_scripts_and_other_sites() {
        let cookie = secret_cookie("abc", true, &BasePath::default());
        assert!(
            cookie.starts_with("parlor=abc; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age="),
            "{cookie}"
        );
        let below = secret_cookie("abc", false, &"/games".parse().unwrap());
        assert!(below.contains("; Path=/games/;") && !below.contains("Secure"), "{below}");
        // A browser removes a cookie only if its path is the same.
        let games = "/games".parse().unwrap();
        assert!(below.contains("Path=/games/;") && expired_cookie(&games).contains("Path=/games/;"));
    }
}
