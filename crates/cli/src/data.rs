//! The user's data folder, and the opening book in it.

use crate::platform::data_home;
use parlor_engines::connect4::Book;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Once;

/// Returns the folder of the user's data.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let set = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = set("XDG_DATA_HOME").or_else(data_home)?;
    Some(data.join("parlor"))
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
