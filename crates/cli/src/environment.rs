//! Environment variables that look like settings but aren't: a misspelled one would be ignored without a word.

use crate::args::Args;
use clap::{Command, CommandFactory};
use std::collections::BTreeSet;
use std::env;

/// What the names of all settings begin with.
const PREFIX: &str = "PARLOR_";

/// Variables that aren't options: the log level, the file for the full screen's response times, and what only tests read.
const NOT_OPTIONS: [&str; 12] = [
    "PARLOR_CHAOS_LOGS",
    "PARLOR_CONNECT4_SETS",
    "PARLOR_KILLS",
    "PARLOR_LATENCY",
    "PARLOR_LOG",
    "PARLOR_SEVENTH_GAME",
    "PARLOR_SKIP_TMUX",
    "PARLOR_WHOLE_CORPUS",
    "PARLOR_WRITE_CONNECT4_SETS",
    "PARLOR_WRITE_OPENAPI",
    "PARLOR_WRITE_README",
    "PARLOR_WRITE_TABLE",
];

/// How similar a name has to be to be suggested, from 0 to 1.
const LEAST_SIMILARITY: f64 = 0.5;

/// Returns a warning for each variable that is set and unknown.
pub(crate) fn warnings() -> Vec<String> {
    let set = env::vars_os()
        .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()));
    warnings_about(set)
}

fn warnings_about(set: impl Iterator<Item = (String, String)>) -> Vec<String> {
    let known = known();
    let unknown = set.filter(|(name, value)| {
        name.starts_with(PREFIX) && !known.contains(name) && !is_from_kubernetes(name, value)
    });
    let unknown: BTreeSet<String> = unknown.map(|(name, _)| name).collect();
    unknown.into_iter().map(|name| warning(&name, &known)).collect()
}

fn warning(name: &str, known: &BTreeSet<String>) -> String {
    let similarity = |other: &str| {
        strsim::normalized_damerau_levenshtein(&name[PREFIX.len()..], other.trim_start_matches(PREFIX))
    };
    let nearest = known.iter().max_by(|one, other| similarity(one).total_cmp(&similarity(other)));
    match nearest.filter(|nearest| similarity(nearest) >= LEAST_SIMILARITY) {
        Some(nearest) => format!("unknown environment variable {name}: did you mean {nearest}?"),
        None => format!("unknown environment variable {name}"),
    }
}

/// Returns the names of all variables that mean something.
fn known() -> BTreeSet<String> {
    fn visit(command: &Command, known: &mut BTreeSet<String>) {
        known.extend(
            command.get_arguments().filter_map(|argument| Some(argument.get_env()?.to_string_lossy().into())),
        );
        command.get_subcommands().for_each(|below| visit(below, known));
    }
    let mut known = NOT_OPTIONS.map(String::from).into();
    visit(&Args::command(), &mut known);
    known
}

/// Whether Kubernetes has set a variable: it does so for every service, and one may be called `parlor`.
fn is_from_kubernetes(name: &str, value: &str) -> bool {
    let is_service = name.ends_with("_SERVICE_HOST") || name.contains("_SERVICE_PORT");
    let is_port = name.ends_with("_PORT") || name.contains("_PORT_");
    let names_protocol = ["_TCP", "_UDP", "_SCTP"].iter().any(|protocol| name.contains(protocol));
    is_service || is_port && (names_protocol || value.contains("://"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    fn warned(names: &[&str]) -> Vec<String> {
        warnings_about(names.iter().map(|name| {
            let (name, value) = name.split_once('=').unwrap_or((name, "1"));
            (name.to_string(), value.to_string())
        }))
    }

    #[test]
    fn unknown_variables_are_reported_with_the_nearest_name() {
        let did_you_mean = |name: &str, nearest: &str| {
            vec![format!("unknown environment variable {name}: did you mean {nearest}?")]
        };
        assert_eq!(
            warned(&["PARLOR_ENGINE_THREAD"]),
            did_you_mean("PARLOR_ENGINE_THREAD", "PARLOR_ENGINE_THREADS")
        );
        assert_eq!(warned(&["PARLOR_ADRESS"]), did_you_mean("PARLOR_ADRESS", "PARLOR_ADDRESS"));
        assert_eq!(
            warned(&["PARLOR_TRUSTED_PROXIES"]),
            did_you_mean("PARLOR_TRUSTED_PROXIES", "PARLOR_TRUSTED_PROXY")
        );
        assert_eq!(warned(&["PARLOR_XYZ"]), ["unknown environment variable PARLOR_XYZ"]);
        assert_eq!(warned(&["PARLOR_"]), ["unknown environment variable PARLOR_"]);
        assert_eq!(warned(&["PARLOR_PORT=8000"]).len(), 1, "nothing like the address");
        assert_eq!(warned(&["PARLOR_B", "HOME", "PARLOR_A"]).len(), 2);
    }

    #[test]
    fn known_variables_and_those_of_kubernetes_are_not_reported() {
        let known =
            ["PARLOR_DATABASE", "PARLOR_LOG", "PARLOR_PAGE", "PARLOR_MAX_GAMES", "PARLORS_X", "PARLOR"];
        assert_eq!(warned(&known), [""; 0]);
        let kubernetes = [
            "PARLOR_SERVICE_HOST=10.0.0.1",
            "PARLOR_SERVICE_PORT=8000",
            "PARLOR_SERVICE_PORT_HTTP=8000",
            "PARLOR_PORT=tcp://10.0.0.1:8000",
            "PARLOR_PORT_8000_TCP=tcp://10.0.0.1:8000",
            "PARLOR_PORT_8000_TCP_PROTO=tcp",
            "PARLOR_PORT_8000_TCP_ADDR=10.0.0.1",
            "PARLOR_NATS_PORT_4222_TCP_PORT=4222",
        ];
        assert_eq!(warned(&kubernetes), [""; 0]);
    }

    #[test]
    fn every_variable_that_the_sources_read_is_known() {
        fn visit(folder: &Path, found: &mut BTreeSet<String>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
                    visit(&path, found);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let source = fs::read_to_string(&path).unwrap();
                    let names = source.split("env::var").skip(1).filter_map(|call| call.split('"').nth(1));
                    found.extend(names.filter(|name| name.starts_with(PREFIX)).map(String::from));
                }
            }
        }
        let mut found = BTreeSet::new();
        visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut found);
        assert!(found.contains("PARLOR_LOG") && found.is_subset(&known()), "{found:?}");
    }
}
