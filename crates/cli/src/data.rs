//! The user's data folder, and the opening book in it.

use etcetera::{BaseStrategy, choose_base_strategy};
use parlor_engines::connect4::Book;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Once;

/// Returns the folder of the user's data: `$XDG_DATA_HOME/parlor` where that is set, on any system, else the system's own
/// place.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let set = env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let data = set.or_else(|| Some(choose_base_strategy().ok()?.data_dir()))?;
    Some(data.join("parlor"))
}

/// Returns the folder of files that can be made again: `$XDG_CACHE_HOME/parlor` where that is set, on any system, else
/// the system's own place, else a folder among the temporary files.
pub(crate) fn cache_folder() -> PathBuf {
    let set = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = set.or_else(|| Some(choose_base_strategy().ok()?.cache_dir()));
    cache.unwrap_or_else(env::temp_dir).join("parlor")
}

/// Returns the path of the user's own opening book.
pub(crate) fn user_book_path() -> Option<PathBuf> {
    Some(data_folder()?.join("connect4-6x7.book"))
}

/// Returns the opening book: the user's own if it is larger, else the embedded one.
pub(crate) fn opening_book() -> &'static Book {
    static LOADED: Once = Once::new();
    LOADED.call_once(|| {
        let Some((path, bytes)) =
            user_book_path().and_then(|path| Some((path.clone(), fs::read(path).ok()?)))
        else {
            return;
        };
        match Book::read(&bytes) {
            Ok(book) => drop(book.install()),
            // The embedded book is used instead.
            Err(error) => drop(writeln!(io::stderr(), "parlor: {}: {error}", path.display())),
        }
    });
    Book::shared()
}
