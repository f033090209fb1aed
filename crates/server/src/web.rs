//! The files of the page, built by `scripts/page` and embedded in the program.

use axum::body::Bytes;
use flate2::read::GzDecoder;
use parlor_engines::data_files;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::Read;
use std::sync::OnceLock;

/// An embedded file, compressed in advance unless that would gain nothing.
pub(crate) struct File {
    /// The name, without the ending of a compressed file.
    name: &'static str,
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
    plain: Option<&'static [u8]>,
    /// The bodies of responses by their encoding, each prepared by the first request for it.
    bodies: [OnceLock<Body>; 3],
}

/// The body of a response, which all responses share.
pub(crate) struct Body {
    pub(crate) bytes: Bytes,
    /// The hash of the bytes, as [`hash`] returns it.
    pub(crate) hash: String,
    pub(crate) encoding: Encoding,
}

impl Body {
    fn new(bytes: Bytes, encoding: Encoding) -> Body {
        Body { hash: hash(&bytes), bytes, encoding }
    }
}

// All files, listed by the build script as `FILES`.
include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// The files whose names stay the same when they change.
const UNHASHED: [&str; 3] = ["index.html", "sw.js", "manifest.webmanifest"];

/// Returns the file of this name.
pub(crate) fn file(name: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.name == name)
}

/// Returns the WebAssembly module of the rules and engines, whatever its hash.
pub(crate) fn module() -> Option<&'static File> {
    FILES.iter().find(|file| file.name.ends_with(".wasm"))
}

/// Returns the icon, whatever its hash.
pub(crate) fn icon() -> Option<&'static File> {
    FILES.iter().find(|file| file.name.starts_with("icon-") && file.name.ends_with(".svg"))
}

/// Returns a data file of the engines.
pub(crate) fn data_file(name: &str) -> Option<&'static Body> {
    static BODIES: OnceLock<HashMap<&'static str, Body>> = OnceLock::new();
    let bodies = BODIES.get_or_init(|| {
        let body = |bytes| Body::new(Bytes::from_static(bytes), Encoding::Plain);
        data_files().into_iter().filter_map(|file| Some((file.name(), body(file.bytes()?)))).collect()
    });
    bodies.get(name)
}

/// How the body of a response is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
    Plain,
}

impl Encoding {
    /// Returns the best encoding that a client takes, by its header `accept-encoding`.
    pub(crate) fn accepted(header: &str) -> Encoding {
        let takes = |wanted: &str| {
            header.split(',').any(|item| {
                let (name, quality) = item.split_once(';').unwrap_or((item, ""));
                let quality = quality.trim().trim_start_matches("q=").trim();
                name.trim().eq_ignore_ascii_case(wanted) && !quality.parse::<f32>().is_ok_and(|q| q <= 0.0)
            })
        };
        match (takes("br"), takes("gzip")) {
            (true, _) => Encoding::Brotli,
            (_, true) => Encoding::Gzip,
            _ => Encoding::Plain,
        }
    }

    /// Returns the name of the encoding; none for a body that is sent as it is.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Encoding::Brotli => Some("br"),
            Encoding::Gzip => Some("gzip"),
            Encoding::Plain => None,
        }
    }
}

impl File {
    /// Creates a file. The build script's list calls this.
    const fn new(
        name: &'static str,
        brotli: Option<&'static [u8]>,
        gzip: Option<&'static [u8]>,
        plain: Option<&'static [u8]>,
    ) -> File {
        File { name, brotli, gzip, plain, bodies: [const { OnceLock::new() }; 3] }
    }

    /// Returns the body for a client that accepts this encoding.
    ///
    /// Only the first request for it decompresses or hashes anything: a client could keep the server busy otherwise.
    pub(crate) fn body(&self, accepted: Encoding) -> &Body {
        let (bytes, encoding) = match (accepted, self.brotli, self.gzip) {
            (Encoding::Brotli, Some(bytes), _) => (Some(bytes), Encoding::Brotli),
            (Encoding::Brotli | Encoding::Gzip, _, Some(bytes)) => (Some(bytes), Encoding::Gzip),
            _ => (self.plain, Encoding::Plain),
        };
        self.bodies[encoding as usize].get_or_init(|| {
            let bytes = bytes.map_or_else(|| self.unpack(), Bytes::from_static);
            Body::new(bytes, encoding)
        })
    }

    /// Returns the file without compression.
    pub(crate) fn unpacked(&self) -> Bytes {
        self.body(Encoding::Plain).bytes.clone()
    }

    fn unpack(&self) -> Bytes {
        let mut unpacked = Vec::new();
        // The file is our own; a test unpacks them all.
        let _ = GzDecoder::new(self.gzip.unwrap_or_default()).read_to_end(&mut unpacked);
        unpacked.into()
    }

    /// Returns the media type.
    pub(crate) fn content_type(&self) -> &'static str {
        content_type(self.name)
    }

    /// Returns whether the file of this name never changes, because its name has its hash.
    pub(crate) fn is_immutable(&self) -> bool {
        !UNHASHED.contains(&self.name)
    }
}

/// Returns the media type of a file by its name.
pub(crate) fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Returns the first half of the hash of bytes, as it stands in the names of files.
pub(crate) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> String {
        String::from_utf8(file("index.html").unwrap().unpacked().into()).unwrap()
    }

    #[test]
    fn every_file_can_be_unpacked() {
        assert_eq!(file("index.html").map(File::content_type), Some("text/html; charset=utf-8"));
        for file in &FILES {
            assert!(!file.unpacked().is_empty(), "{}", file.name);
            assert_ne!(file.content_type(), "application/octet-stream", "{}", file.name);
        }
        assert!(module().is_some_and(|module| module.unpacked().starts_with(b"\0asm")));
        assert!(file("../Cargo.toml").is_none());
    }

    #[test]
    fn bodies_are_prepared_once() {
        for file in &FILES {
            for accepted in [Encoding::Brotli, Encoding::Gzip, Encoding::Plain] {
                let [first, second] = [(), ()].map(|()| file.body(accepted));
                assert_eq!(first.bytes.as_ptr(), second.bytes.as_ptr(), "{}", file.name);
                assert_eq!(first.hash, hash(&first.bytes), "{}", file.name);
            }
        }
    }

    #[test]
    fn whatever_the_page_names_is_there() {
        let index = index();
        let named: Vec<&str> = index.split('"').filter_map(|part| part.strip_prefix("/assets/")).collect();
        assert!(named.len() >= 4, "{named:?}");
        for name in named {
            assert!(file(name).is_some_and(File::is_immutable), "{name}");
        }
    }

    #[test]
    fn no_inline_scripts_or_styles() {
        let text = index();
        assert!(!text.contains("style=") && !text.contains("<style") && !text.contains("onclick"));
        for tag in text.split("<script").skip(1) {
            assert!(tag.split('>').next().unwrap().contains("src="), "{tag}");
        }
    }

    #[test]
    fn best_encoding_that_is_accepted() {
        for (header, expected) in [
            ("gzip, deflate, br, zstd", Encoding::Brotli),
            ("gzip, deflate", Encoding::Gzip),
            ("br;q=0, GZIP;q=0.5", Encoding::Gzip),
            ("identity", Encoding::Plain),
            ("", Encoding::Plain),
            ("gzip;q=0", Encoding::Plain),
        ] {
            assert_eq!(Encoding::accepted(header), expected, "{header}");
        }
    }

    #[test]
    fn data_files_have_hashes() {
        for file in data_files() {
            let body = data_file(file.name()).unwrap();
            assert!(body.bytes.len() > 1_000 && body.hash.len() == 16);
        }
        assert!(data_file("passwd").is_none());
    }
}
