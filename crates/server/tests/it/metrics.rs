//! The metrics are those that the documentation and the alerts name.

use crate::server;
use std::collections::BTreeSet;
use std::fs;

fn read(path: &str) -> String {
    fs::read_to_string(format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Returns the names of metrics in a text, as they are written.
fn names(text: &str) -> BTreeSet<&str> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.split(|letter| !is_of_name(letter)).filter(|word| word.starts_with("parlor_")).collect()
}

/// Returns the metric that a line of it belongs to.
fn metric_of(name: &str) -> &str {
    ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

#[tokio::test]
async fn alerts_and_docs_name_metrics_that_there_are() {
    let (_folder, running) = server().await;
    let (status, metrics) = running.guest(1).get("/metrics").await.unwrap();
    assert_eq!(status, 200);
    let lines: Vec<&str> = metrics.lines().filter(|line| !line.starts_with('#')).collect();
    let lines = lines.join("\n");
    let (printed, alerts) = (names(&lines), read("deploy/alerts.yaml"));
    let asked = names(&alerts);
    assert!(asked.len() >= 6, "{asked:?}");
    assert_eq!(asked.difference(&printed).collect::<Vec<_>>(), Vec::<&&str>::new(), "not printed");
    // The table in docs/server.md has each metric, and no other.
    let docs = read("docs/server.md");
    let table = docs.split("\n## Metrics\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let cells = table.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let described: BTreeSet<String> = cells
        .flat_map(|cell| cell.split(", ").map(|name| format!("parlor_{}", name.trim_matches('`'))))
        .collect();
    let metrics: BTreeSet<String> = printed.iter().map(|name| metric_of(name).to_string()).collect();
    assert_eq!(described, metrics);
}

#[test]
fn every_alert_is_explained() {
    let (alerts, docs) = (read("deploy/alerts.yaml"), read("docs/scale.md"));
    let named: Vec<&str> =
        alerts.lines().filter_map(|line| line.trim().strip_prefix("- alert: Parlor")).collect();
    assert!(named.len() >= 7, "{named:?}");
    for name in named {
        let rows = docs.lines().filter(|line| line.starts_with("| ")).filter(|line| line.contains(name));
        assert_eq!(rows.count(), 1, "{name} is in the table of docs/scale.md");
    }
}
