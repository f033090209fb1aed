//! Completes file names in the path input, as a shell does on Tab.

use super::overlays::expand_home;
use crate::tui::model::{App, Overlay};
use std::fs;

/// The most names that are listed where a path is ambiguous.
const MOST_LISTED: usize = 8;

impl App {
    /// Completes the typed path as far as it is unique, and lists the names that fit.
    pub(super) fn complete_path(&mut self) {
        let Some(Overlay::Save(field) | Overlay::Open(field)) = &mut self.overlay else { return };
        let (typed, names) = complete(field.parts().0);
        field.replace_before(&typed);
        match &names[..] {
            [] => self.shared.show_error("no file fits"),
            [_] => {}
            names => {
                let more = if names.len() > MOST_LISTED { " ..." } else { "" };
                let listed: Vec<&str> = names.iter().take(MOST_LISTED).map(String::as_str).collect();
                self.shared.show_message(format!("{}{more}", listed.join("  ")));
            }
        }
    }
}

/// Returns the text completed as far as it is unique, and the names that fit, folders with a slash.
fn complete(typed: &str) -> (String, Vec<String>) {
    let typed = typed.trim_start();
    let (folder, start) = match typed.rfind('/') {
        Some(slash) => typed.split_at(slash + 1),
        None => ("", typed),
    };
    let read = fs::read_dir(if folder.is_empty() { ".".into() } else { expand_home(folder) });
    let entries = read.into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let slash = if entry.path().is_dir() { "/" } else { "" };
            Some(format!("{}{slash}", entry.file_name().to_str()?))
        })
        // Hidden files are offered once a dot is typed.
        .filter(|name| name.starts_with(start) && (start.starts_with('.') || !name.starts_with('.')))
        .collect();
    names.sort();
    let common = names.iter().skip(1).fold(names.first().cloned().unwrap_or(start.into()), |common, name| {
        common.chars().zip(name.chars()).take_while(|(one, two)| one == two).map(|(one, _)| one).collect()
    });
    (format!("{folder}{common}"), names)
}

#[cfg(test)]
mod tests {
    use super::complete;
    use std::fs;

    #[test]
    fn a_path_is_completed_as_far_as_it_is_unique() {
        let folder = crate::tui::tests::folder("complete");
        for name in ["game-1.jsonl", "game-2.jsonl", "other.txt", ".hidden"] {
            fs::write(folder.join(name), "").unwrap();
        }
        fs::create_dir(folder.join("sub")).unwrap();
        let at = |text: &str| format!("{}/{text}", folder.display());
        assert_eq!(complete(&at("o")), (at("other.txt"), vec!["other.txt".to_string()]));
        assert_eq!(complete(&at("g")).0, at("game-"));
        assert_eq!(complete(&at("g")).1.len(), 2);
        assert_eq!(complete(&at("s")).0, at("sub/"));
        assert_eq!(complete(&at("x")), (at("x"), Vec::new()));
        assert_eq!(complete(&at("")).1.len(), 4, "hidden files are left out");
        assert_eq!(complete(&at(".h")).0, at(".hidden"));
        fs::remove_dir_all(folder).unwrap();
    }
}
