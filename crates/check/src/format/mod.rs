//! Writes a report for people and for machines.

mod gradescope;
mod json;
mod junit;
mod points;
mod tap;
mod text;

pub use gradescope::Visibility;
pub use points::GroupScore;

use crate::report::Report;

/// A format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// JUnit's XML, as build servers read it.
    Junit,
    /// The Test Anything Protocol, version 14.
    Tap,
    /// Gradescope's `results.json`.
    Gradescope,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct FormatOptions {
    /// The points that are shared out over the groups; none where nothing is graded.
    pub points: Option<f64>,
    /// Whether text has colors.
    pub color: bool,
    /// Who sees the results on Gradescope.
    pub visibility: Visibility,
}

impl Report {
    /// Returns the report as text in a format, ending in a newline.
    pub fn format(&self, format: Format, options: FormatOptions) -> String {
        match format {
            Format::Text => text::text(self, options),
            Format::Json => json::json(self, options),
            Format::Junit => junit::junit(self, options),
            Format::Tap => tap::tap(self, options),
            Format::Gradescope => gradescope::gradescope(self, options),
        }
    }
}

/// Returns text with control characters made visible, so that no output of a program moves the cursor.
fn printable(text: &str) -> String {
    let visible = |letter: char| match letter {
        '\n' => "\n".to_string(),
        '\t' => "\\t".into(),
        letter if letter.is_control() => letter.escape_default().to_string(),
        letter => letter.into(),
    };
    text.chars().map(visible).collect()
}
