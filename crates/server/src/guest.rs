//! Who a browser is: a secret in its cookie, and the public id that follows from it.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// A guest's public id: what others may know. It is made from the secret and does not lead back to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Guest(String);

impl Guest {
    /// The guest whose secret this is.
    pub fn of(secret: &str) -> Guest {
        Guest(hex(&Sha256::digest(secret.as_bytes())[..16]))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What the guest is called before they choose a name.
    pub fn first_name(&self) -> String {
        format!("Guest {}", &self.0[..4])
    }
}

impl fmt::Display for Guest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// The name of the cookie.
pub(crate) const COOKIE: &str = "parlor";

/// A text nobody can guess: so many random bytes as hexadecimal digits.
pub(crate) fn random_token(bytes: usize) -> Result<String, getrandom::Error> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random)?;
    Ok(hex(&random))
}

/// The secret in a `Cookie` header, if there is one that could be ours.
pub(crate) fn secret_in(cookies: &str) -> Option<&str> {
    cookies.split(';').filter_map(|cookie| cookie.trim().split_once('=')).find_map(|(name, value)| {
        let ours = name == COOKIE && value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
        ours.then_some(value)
    })
}

/// The `Set-Cookie` header that gives a browser its secret for a year. It comes along with a link from another site,
/// where nothing can be done with it: without it, such a link would make a new guest of an old one.
pub(crate) fn cookie(secret: &str, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    format!("{COOKIE}={secret}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax{secure}")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_is_found_among_other_cookies_and_nothing_else_is() {
        let secret = random_token(32).unwrap();
        assert_eq!(secret_in(&format!("a=b; parlor={secret}; c=d")), Some(secret.as_str()));
        assert_eq!(secret_in(&format!("xparlor={secret}")), None);
        assert_eq!(secret_in("parlor=short"), None);
        assert_eq!(secret_in(&format!("parlor={}", "g".repeat(64))), None);
        assert_eq!(secret_in(""), None);
    }

    #[test]
    fn the_public_id_says_nothing_of_the_secret() {
        let guest = Guest::of("secret");
        assert_eq!(guest, Guest::of("secret"));
        assert_ne!(guest, Guest::of("secrets"));
        assert_eq!(guest.as_str().len(), 32);
    }
}
