//! The user's data folder, and what is looked for there.

use crate::platform::data_home;
use parlor_engines::connect4::Book;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Once;

/// Where the program keeps a user's data.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let set = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = set("XDG_DATA_HOME").or_else(data_home)?;
    Some(data.join("parlor"))
}

/// Where a book of the user's own is looked for.
pub(crate) fn own_book() -> Option<PathBuf> {
    Some(data_folder()?.join("connect4-6x7.book"))
}

/// The opening book: the user's own, if it knows more than the one in the program.
pub(crate) fn known_book() -> &'static Book {
    static LOOKED: Once = Once::new();
    LOOKED.call_once(|| {
        let Some((path, bytes)) = own_book().and_then(|path| Some((path.clone(), fs::read(path).ok()?)))
        else {
            return;
        };
        match Book::read(&bytes) {
            Ok(book) => drop(book.install()),
            // The program's own will do.
            Err(error) => drop(writeln!(io::stderr(), "parlor: {}: {error}", path.display())),
        }
    });
    Book::shared()
}
