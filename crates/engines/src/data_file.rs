//! The data files of engines: an opening book and learned weights.
//!
//! A native program has them embedded. A program for WebAssembly would be too large to load with them, so it is given
//! each one at run time, when an engine first needs it; until then engines play without.

use std::sync::OnceLock;

/// A data file of an engine.
#[derive(Debug)]
pub struct DataFile {
    name: &'static str,
    embedded: &'static [u8],
    given: OnceLock<Vec<u8>>,
    /// Reads the file into memory, as the first search would. Returns whether engines can search with it.
    read: fn() -> bool,
    /// What `read` returned.
    prepared: OnceLock<bool>,
}

impl DataFile {
    /// Creates a file of this name. `embedded` is empty where it is given later.
    pub(crate) const fn new(name: &'static str, embedded: &'static [u8], read: fn() -> bool) -> DataFile {
        DataFile { name, embedded, given: OnceLock::new(), read, prepared: OnceLock::new() }
    }

    /// Returns its name in `data/`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns what is in it, or `None` as long as it was not given.
    pub fn bytes(&self) -> Option<&[u8]> {
        if self.embedded.is_empty() { self.given.get().map(Vec::as_slice) } else { Some(self.embedded) }
    }

    /// Returns whether engines can use it.
    pub fn is_loaded(&self) -> bool {
        self.bytes().is_some()
    }

    /// Reads the file if that was not done, so that the next search need not: weights take up to a second to unpack.
    /// Returns whether engines can use it.
    pub fn prepare(&self) -> bool {
        self.is_loaded() && *self.prepared.get_or_init(self.read)
    }

    /// Returns whether the file was read in advance.
    pub fn is_prepared(&self) -> bool {
        self.prepared.get() == Some(&true)
    }

    /// Gives the file to the engines that are made from now on. Returns whether it was missing.
    pub fn load(&self, bytes: Vec<u8>) -> bool {
        self.embedded.is_empty() && !bytes.is_empty() && self.given.set(bytes).is_ok()
    }
}

/// Returns the data files of all engines.
pub fn data_files() -> [&'static DataFile; 4] {
    let [book, super_weights] = [&crate::connect4::BOOK_FILE, &crate::super_::WEIGHTS_FILE];
    [book, super_weights, &crate::hex::NETWORK_FILE, &crate::tiles::WEIGHTS_FILE]
}

/// The bytes of a file in `data/`, or none where it is given at run time.
macro_rules! embedded_data {
    ($name:literal) => {{
        #[cfg(not(target_family = "wasm"))]
        let bytes: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $name));
        #[cfg(target_family = "wasm")]
        let bytes: &[u8] = &[];
        bytes
    }};
}
pub(crate) use embedded_data;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_file_is_given_once() {
        let file = DataFile::new("test", &[], || true);
        assert!(!file.is_loaded() && !file.load(Vec::new()));
        assert!(!file.prepare());
        assert!(file.load(vec![1]) && !file.load(vec![2]) && file.prepare());
        assert_eq!(file.bytes(), Some(&[1][..]));
    }

    #[test]
    fn embedded_files_stay() {
        for file in data_files() {
            assert!(file.is_loaded() && !file.load(vec![1]), "{}", file.name());
            assert!(file.bytes().unwrap().len() > 1 && file.prepare(), "{}", file.name());
        }
    }
}
