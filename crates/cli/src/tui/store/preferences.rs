//! What was last chosen in the hall: kept within a run and between runs.

use crate::platform::sync_folder;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What was last chosen. A file that can't be read is as good as none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Preferences {
    /// The game that was last played.
    pub(crate) game: String,
    /// The names by seat, for every game.
    pub(crate) names: BTreeMap<usize, String>,
    /// The values of each game's form by label.
    pub(crate) forms: BTreeMap<String, BTreeMap<String, String>>,
    /// Whether boards are shown as other programs show them, where there is such a way.
    pub(crate) exchanged: bool,
}

/// The size of the largest file that is read.
const LARGEST: u64 = 1 << 20;

fn path(folder: &Path) -> PathBuf {
    folder.join("preferences.json")
}

pub(super) fn read(folder: &Path) -> Preferences {
    let mut text = Vec::new();
    let read = File::open(path(folder)).and_then(|file| file.take(LARGEST).read_to_end(&mut text));
    read.ok().and_then(|_| serde_json::from_slice(&text).ok()).unwrap_or_default()
}

/// Writes a new file and renames it over the old one, so that a crash leaves a complete file.
pub(super) fn write(folder: &Path, preferences: &Preferences) -> io::Result<()> {
    let path = path(folder);
    let temporary = path.with_extension("new");
    let mut file = File::create(&temporary)?;
    file.write_all(&serde_json::to_vec_pretty(preferences)?)?;
    file.sync_all()?;
    fs::rename(&temporary, &path)?;
    sync_folder(folder)
}
