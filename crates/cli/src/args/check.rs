//! The arguments of `parlor check`.

use super::check_class::ClassArgs;
use super::{GameName, GameOptions};
use clap::{Args as ClapArgs, ValueEnum};
use std::time::Duration;

#[derive(ClapArgs, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) game: GameName,
    #[command(flatten)]
    pub(crate) options: GameOptions,
    /// The players' names, as the program knows them.
    #[arg(long, value_name = "A,B", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) names: Vec<String>,
    /// How many random games are played after the fixed cases.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) cases: usize,
    /// The seed of the random games.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// List the cases and their input, and run nothing.
    #[arg(long)]
    pub(crate) list: bool,
    /// How closely output is compared.
    #[arg(long, value_enum, default_value = "boards", value_name = "HOW")]
    pub(crate) compare: CompareArg,
    /// How the result is written.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub(crate) format: FormatArg,
    /// Share this many points out over the groups of cases.
    #[arg(long, value_name = "N", value_parser = points, allow_hyphen_values = true)]
    pub(crate) points: Option<f64>,
    /// Who sees the results on Gradescope.
    #[arg(long, value_enum, default_value = "visible", value_name = "WHO")]
    pub(crate) visibility: VisibilityArg,
    /// Time for each run.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    pub(crate) time: Duration,
    /// Memory for each run, of the program and everything it starts.
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = bytes)]
    pub(crate) memory: u64,
    /// Output of each run.
    #[arg(long, value_name = "SIZE", default_value = "4M", value_parser = bytes)]
    pub(crate) output: u64,
    /// Processes that a run may have at the same time.
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub(crate) processes: usize,
    /// Add a variable to the program's environment, or pass it on. Otherwise there are only PATH, HOME (the empty folder),
    /// LANG, TERM and TMPDIR.
    #[arg(long, value_name = "NAME[=VALUE]")]
    pub(crate) env: Vec<String>,
    /// How long failing inputs are cut down, all together.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    pub(crate) shrink: Duration,
    /// Run all cases, however many have failed before, up to 40 that use up their time (always so with --points and
    /// --format gradescope).
    #[arg(long)]
    pub(crate) all: bool,
    /// Stop at the first difference. It can't be combined with --points or --format gradescope, whose points are for all
    /// cases.
    #[arg(long, conflicts_with_all = ["all", "points"])]
    pub(crate) first: bool,
    /// Programs that run at the same time [default: all cores].
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    #[command(flatten)]
    pub(crate) class: ClassArgs,
    /// The program and its arguments.
    #[arg(last = true, value_name = "PROGRAM")]
    pub(crate) program: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CompareArg {
    /// Boards, verdicts, scores and answers.
    Boards,
    /// Every line, but not its colors and trailing spaces.
    Lenient,
    /// Every byte.
    Exact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArg {
    /// For people.
    Text,
    /// One JSON object.
    Json,
    /// JUnit's XML.
    Junit,
    /// The Test Anything Protocol.
    Tap,
    /// Gradescope's results.json.
    Gradescope,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum VisibilityArg {
    /// Students, at once.
    Visible,
    /// Students, after the due date.
    AfterDueDate,
    /// Students, when grades are published.
    AfterPublished,
    /// Teachers only.
    Hidden,
}

/// The most points that can be shared out.
const MOST_POINTS: f64 = 1_000_000.0;

/// Parses a number of points.
fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points| (0.0..=MOST_POINTS).contains(points));
    // Adding 0 makes 0 of -0.
    points
        .map(|points: f64| points + 0.0)
        .ok_or_else(|| format!("points are a number from 0 to {MOST_POINTS}"))
}

/// Parses `2s`, `500ms` or `1m`.
fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let seconds = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" => 60.0,
        _ => return Err("write a time as 2s, 500ms or 1m".into()),
    };
    let number: f64 = number.parse().map_err(|_| "write a time as 2s, 500ms or 1m".to_string())?;
    let time = Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())?;
    match time.as_millis() {
        1..=3_600_000 => Ok(time),
        _ => Err("a time from 1ms to 60m".into()),
    }
}

/// Parses `256M`, `64K` or `1G`.
fn bytes(text: &str) -> Result<u64, String> {
    let bad = || "write a size as 256M, 64K or 1G".to_string();
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let shift = match text[digits.len()..].trim_end_matches(['B', 'b']).trim_end_matches('i') {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        _ => return Err(bad()),
    };
    let number: u64 = digits.parse().map_err(|_| bad())?;
    number.checked_mul(1 << shift).filter(|&size| size > 0 && size < 1 << 46).ok_or_else(bad)
}
