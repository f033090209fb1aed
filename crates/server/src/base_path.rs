//! The path that everything is served below.

use std::str::FromStr;

/// The path that everything is served below: `/`, or the one that a proxy passes on, such as `/games/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasePath(String);

/// A text that isn't a base path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a path such as /games/: {0:?} (letters, digits and -._~ between slashes)")]
pub struct BadBasePath(String);

impl BasePath {
    /// Returns the path, with a slash at both ends.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the path without the slash at its end: nothing for `/`.
    pub fn prefix(&self) -> &str {
        self.0.trim_end_matches('/')
    }

    /// Returns whether everything is served at the root of its origin.
    pub fn is_root(&self) -> bool {
        self.0 == "/"
    }
}

impl Default for BasePath {
    fn default() -> BasePath {
        BasePath("/".into())
    }
}

impl FromStr for BasePath {
    type Err = BadBasePath;

    /// Parses `/games/`, with or without the slash at its end.
    fn from_str(text: &str) -> Result<BasePath, BadBasePath> {
        if text == "/" {
            return Ok(BasePath::default());
        }
        let inner = text.strip_prefix('/').ok_or_else(|| BadBasePath(text.into()))?;
        let inner = inner.strip_suffix('/').unwrap_or(inner);
        // What needs no encoding reads the same in a header, in HTML and in the router.
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._~".contains(letter);
        let is_segment =
            |segment: &str| !segment.is_empty() && !segment.starts_with('.') && segment.chars().all(is_plain);
        match inner.split('/').all(is_segment) {
            true => Ok(BasePath(format!("/{inner}/"))),
            false => Err(BadBasePath(text.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_path_has_a_slash_at_both_ends() {
        for (text, path, prefix) in [
            ("/", "/", ""),
            ("/games", "/games/", "/games"),
            ("/games/", "/games/", "/games"),
            ("/a/b-c.d_e~1", "/a/b-c.d_e~1/", "/a/b-c.d_e~1"),
        ] {
            let base: BasePath = text.parse().unwrap();
            assert_eq!((base.as_str(), base.prefix(), base.is_root()), (path, prefix, path == "/"));
        }
        assert_eq!("/".parse(), Ok(BasePath::default()));
    }

    #[test]
    fn other_texts_are_no_base_path() {
        for text in [
            "",
            "games",
            "//",
            "/a//b",
            "/a//",
            "/../",
            "/.well-known",
            "/a b",
            "/a?b",
            "/{x}",
            "/%61",
            "/ä",
            "/a\"b",
        ] {
            assert_eq!(text.parse::<BasePath>(), Err(BadBasePath(text.into())));
        }
    }
}
