//! The files of the page.

use sha2::{Digest, Sha256};

/// A file of the page.
pub(crate) struct File {
    /// Its path within the web folder.
    name: &'static str,
    pub(crate) bytes: &'static [u8],
}

/// All of them; the list is made when the program is built.
static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// The file of this path.
pub(crate) fn file(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.name == path)
}

impl File {
    /// What it is, as browsers call it.
    pub(crate) fn kind(&self) -> &'static str {
        match self.name.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("svg") => "image/svg+xml",
            _ => "application/octet-stream",
        }
    }

    /// A text that changes with the file.
    pub(crate) fn tag(&self) -> String {
        let digest = Sha256::digest(self.bytes);
        let digits: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("\"{digits}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_in_the_program_and_its_tests_are_not() {
        assert_eq!(file("index.html").map(File::kind), Some("text/html; charset=utf-8"));
        assert!(FILES.iter().all(|file| !file.name.contains("tests") && !file.name.contains("node_modules")));
        assert!(file("../Cargo.toml").is_none());
    }

    #[test]
    fn the_page_has_no_inline_script_or_style() {
        for file in FILES.iter().filter(|file| file.name.ends_with(".html")) {
            let text = std::str::from_utf8(file.bytes).unwrap();
            assert!(!text.contains("style=") && !text.contains("<style") && !text.contains("onclick"));
            for tag in text.split("<script").skip(1) {
                assert!(tag.split('>').next().unwrap().contains("src="), "{}", file.name);
            }
        }
    }
}
