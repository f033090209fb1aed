//! The list of commands in `parlor --help`, grouped by who uses them.

use super::Command;
use clap::Subcommand;
use clap::builder::Styles;
use std::fmt::Write;

/// The groups and the names of their commands.
const GROUPS: &[(&str, &[&str])] = &[
    ("Play", &["play", "replay"]),
    ("Study", &["show", "analyze", "solve", "puzzles", "convert"]),
    ("Check programs", &["check"]),
    ("Engines", &["engines", "match", "ladder", "run-engine", "htp"]),
    #[cfg(feature = "server")]
    ("Serve", &["serve", "db", "worker", "load-test"]),
    ("Setup and help", &["doctor", "completions", "man", "help"]),
];

/// Returns the template of `parlor --help`, because clap lists all commands as one block.
pub(super) fn template() -> String {
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{}\n{}\n{{options}}{{after-help}}",
        list(),
        heading("Options")
    )
}

/// Returns the groups with the commands and what they do.
fn list() -> String {
    let mut commands = Command::augment_subcommands(clap::Command::new("parlor"));
    // This adds the command help.
    commands.build();
    let names = GROUPS.iter().flat_map(|(_, names)| *names);
    let width = names.map(|name| name.len()).max().unwrap_or(0);
    let styles = Styles::styled();
    let literal = styles.get_literal();
    let mut text = String::new();
    for (group, names) in GROUPS {
        let _ = write!(text, "\n{}\n", heading(group));
        for command in names.iter().filter_map(|name| commands.find_subcommand(name)) {
            let (name, about) = (command.get_name(), command.get_about().cloned().unwrap_or_default());
            let _ = writeln!(text, "  {literal}{name}{literal:#}{:1$}{about}", "", width + 2 - name.len());
        }
    }
    text
}

/// Returns a heading as clap writes its own.
fn heading(name: &str) -> String {
    let styles = Styles::styled();
    let header = styles.get_header();
    format!("{header}{name}:{header:#}")
}

#[cfg(test)]
mod tests {
    use super::GROUPS;
    use crate::args::Args;
    use clap::CommandFactory;

    #[test]
    fn every_visible_command_is_in_one_group() {
        let mut command = Args::command();
        command.build();
        let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
        let mut shown: Vec<&str> = shown.map(clap::Command::get_name).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        shown.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(shown, grouped);
    }

    #[test]
    fn the_list_fits_eighty_columns() {
        let help = Args::command().term_width(80).render_help().to_string();
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn headings_look_alike() {
        let help = Args::command().render_help().ansi().to_string();
        for name in ["Usage", "Play", "Engines", "Options"] {
            assert!(help.contains(&format!("\u{1b}[1m\u{1b}[4m{name}:\u{1b}[0m")), "{name} in {help:?}");
        }
        assert!(help.contains("\n  \u{1b}[1mplay\u{1b}[0m  "), "{help:?}");
    }
}
