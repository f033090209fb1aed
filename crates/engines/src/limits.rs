//! The limits of a search: time and nodes.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The time and nodes an engine may use for a move. Without limits the engine uses its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// The number of nodes. Unlike time, it gives the same result on every machine.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Returns these limits, or a time limit if there are none.
    pub fn or_default_time(self, default: Duration) -> Limits {
        if self == Limits::default() { Limits { time: Some(default), nodes: None } } else { self }
    }
}

/// The longest time limit.
const MAX_TIME: Duration = Duration::from_secs(24 * 60 * 60);

impl FromStr for Limits {
    type Err = BadLimit;

    /// Parses `2s`, `1.5s`, `100ms`, `3m` or `10000n`.
    fn from_str(text: &str) -> Result<Limits, BadLimit> {
        let bad = || BadLimit(text.to_string());
        let unit = text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or_else(bad)?;
        let (number, unit) = text.split_at(unit);
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            return Err(bad());
        }
        let seconds = match unit {
            "n" => {
                let nodes = number.parse().ok().filter(|&nodes| nodes > 0).ok_or_else(bad)?;
                return Ok(Limits { time: None, nodes: Some(nodes) });
            }
            "ms" => 0.001,
            "s" => 1.0,
            "m" => 60.0,
            _ => return Err(bad()),
        };
        let amount: f64 = number.parse().map_err(|_| bad())?;
        let time = Duration::try_from_secs_f64(amount * seconds).map_err(|_| bad())?;
        if time.is_zero() || time > MAX_TIME {
            return Err(bad());
        }
        Ok(Limits { time: Some(time), nodes: None })
    }
}

/// Prints the limits as they follow an engine's name: `:2000ms`, `:10000n`, or nothing without limits.
impl fmt::Display for Limits {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(time) = self.time {
            write!(out, ":{}ms", time.as_millis().max(1))?;
        }
        if let Some(nodes) = self.nodes {
            write!(out, ":{nodes}n")?;
        }
        Ok(())
    }
}

/// The error of a text that is not a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLimit(pub String);

impl fmt::Display for BadLimit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "not a limit: {:?} (write 2s, 100ms or 10000n)", self.0)
    }
}

impl std::error::Error for BadLimit {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_time_and_nodes() {
        assert_eq!("2s".parse(), Ok(Limits { time: Some(Duration::from_secs(2)), nodes: None }));
        assert_eq!("1.5s".parse(), Ok(Limits { time: Some(Duration::from_millis(1500)), nodes: None }));
        assert_eq!("100ms".parse(), Ok(Limits { time: Some(Duration::from_millis(100)), nodes: None }));
        assert_eq!("10000n".parse(), Ok(Limits { time: None, nodes: Some(10_000) }));
    }

    #[test]
    fn rejects_other_text() {
        for text in [
            "",
            "s",
            "2",
            "-2s",
            "+2s",
            "1e9s",
            "nans",
            "infs",
            "0s",
            "0n",
            "1.5n",
            "2h",
            "99999999s",
            "1..2s",
            "9é",
        ] {
            assert!(text.parse::<Limits>().is_err(), "{text}");
        }
    }
}
