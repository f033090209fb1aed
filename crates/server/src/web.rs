//! The files of the page.

use sha2::{Digest, Sha256};

/// An embedded file of the page.
pub(crate) struct File {
    /// The path within the web folder.
    name: &'static str,
    pub(crate) bytes: &'static [u8],
}

/// All files, listed by the build script.
static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// Returns the file with this path.
pub(crate) fn file(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.name == path)
}

impl File {
    /// Returns the media type.
    pub(crate) fn content_type(&self) -> &'static str {
        match self.name.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("svg") => "image/svg+xml",
            _ => "application/octet-stream",
        }
    }

    /// Returns an entity tag, a hash of the file.
    pub(crate) fn etag(&self) -> String {
        let digest = Sha256::digest(self.bytes);
        let digits: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("\"{digits}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_browsers_load_is_embedded() {
        assert_eq!(file("index.html").map(File::content_type), Some("text/html; charset=utf-8"));
        assert!(FILES.iter().all(|file| !file.name.contains("tests") && !file.name.contains("node_modules")));
        assert!(file("../Cargo.toml").is_none());
    }

    #[test]
    fn no_inline_scripts_or_styles() {
        for file in FILES.iter().filter(|file| file.name.ends_with(".html")) {
            let text = std::str::from_utf8(file.bytes).unwrap();
            assert!(!text.contains("style=") && !text.contains("<style") && !text.contains("onclick"));
            for tag in text.split("<script").skip(1) {
                assert!(tag.split('>').next().unwrap().contains("src="), "{}", file.name);
            }
        }
    }
}
