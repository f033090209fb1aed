//! The engine protocol: text lines between a table and an engine in another process.
//!
//! `docs/protocol.md` describes the protocol. This module only parses and prints the lines; it sends nothing.

use crate::{OptionKind, Options};
use parlor_engines::{Expectation, Limits, Report, Value, ValueKind};
use parlor_rules::{Player, Setup};
use std::fmt;
use std::time::Duration;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// A line sent to an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// `parlor 1`: asks for the engine's name.
    Hello,
    /// `game classic size=6x7`: play this game from now on.
    Game {
        /// The game's name.
        name: String,
        /// The game's options.
        options: Options,
    },
    /// `setup 0,0,0/1,2,0 next 1`: the game starts from this board.
    Setup(Setup),
    /// `position 3 2 4`: the moves from the start.
    Position(Vec<String>),
    /// `go time 100 nodes 5000`: search, and answer with `best`.
    Go(Limits),
    /// `stop`: end the search and answer now.
    Stop,
    /// `quit`: end the process.
    Quit,
}

impl Request {
    /// Parses a line.
    pub fn read(line: &str) -> Result<Request, String> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("parlor") => match words.next().map(str::parse) {
                Some(Ok(VERSION)) => Ok(Request::Hello),
                _ => Err(format!("only version {VERSION} of the protocol is known: parlor {VERSION}")),
            },
            Some("game") => {
                let name = words.next().ok_or("which game?")?.to_string();
                Ok(Request::Game { name, options: read_options(words)? })
            }
            Some("setup") => Ok(Request::Setup(read_setup(words)?)),
            Some("position") => Ok(Request::Position(words.map(String::from).collect())),
            Some("go") => Ok(Request::Go(read_limits(words)?)),
            Some("stop") => Ok(Request::Stop),
            Some("quit") => Ok(Request::Quit),
            Some(other) => Err(format!("unknown command: {other}")),
            None => Err("nothing was said".into()),
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Hello => write!(out, "parlor {VERSION}"),
            Request::Game { name, options } => write!(out, "game {name}{}", Written(options)),
            Request::Setup(setup) => write_setup(out, setup),
            Request::Position(moves) if moves.is_empty() => out.write_str("position"),
            Request::Position(moves) => write!(out, "position {}", moves.join(" ")),
            Request::Go(limits) => {
                out.write_str("go")?;
                if let Some(time) = limits.time {
                    write!(out, " time {}", time.as_millis().max(1))?;
                }
                limits.nodes.map_or(Ok(()), |nodes| write!(out, " nodes {nodes}"))
            }
            Request::Stop => out.write_str("stop"),
            Request::Quit => out.write_str("quit"),
        }
    }
}

/// Returns the options as `key=value` words.
struct Written<'a>(&'a Options);

impl fmt::Display for Written<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { size, target, tokens, swap, idle_spawns, free } = self.0;
        if let Some(size) = size {
            write!(out, " size={size}")?;
        }
        if let Some(target) = target {
            write!(out, " target={target}")?;
        }
        if let Some(tokens) = tokens {
            write!(out, " tokens={}", tokens.join(","))?;
        }
        for (choice, chosen) in
            [(OptionKind::Swap, swap), (OptionKind::IdleSpawns, idle_spawns), (OptionKind::Free, free)]
        {
            if *chosen {
                write!(out, " {}", choice.name())?;
            }
        }
        Ok(())
    }
}

fn read_options<'a>(words: impl Iterator<Item = &'a str>) -> Result<Options, String> {
    let mut options = Options::default();
    for word in words {
        let bad = || format!("not an option: {word}");
        match word.split_once('=') {
            Some(("size", size)) => options.size = Some(size.parse().map_err(|_| bad())?),
            Some(("target", target)) => options.target = Some(target.parse().map_err(|_| bad())?),
            Some(("tokens", tokens)) => {
                let three: Vec<String> = tokens.split(',').map(String::from).collect();
                options.tokens = Some(three.try_into().map_err(|_| bad())?);
            }
            None if word == OptionKind::Swap.name() => options.swap = true,
            None if word == OptionKind::IdleSpawns.name() => options.idle_spawns = true,
            None if word == OptionKind::Free.name() => options.free = true,
            _ => return Err(bad()),
        }
    }
    Ok(options)
}

/// `setup 0,0,0/1,2,0 next 1 scores 3 1`: the top row first.
fn write_setup(out: &mut fmt::Formatter<'_>, setup: &Setup) -> fmt::Result {
    let row = |row: &Vec<u64>| row.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    write!(out, "setup {}", setup.cells.iter().map(row).collect::<Vec<_>>().join("/"))?;
    if let Some(next) = setup.next {
        write!(out, " next {}", next.number())?;
    }
    match setup.scores {
        [0, 0] => Ok(()),
        [one, two] => write!(out, " scores {one} {two}"),
    }
}

fn read_setup<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Setup, String> {
    let rows = words.next().ok_or("which board?")?;
    let number = |text: &str| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u64>().ok().filter(|_| is_number)
    };
    let row = |row: &str| row.split(',').map(number).collect::<Option<Vec<u64>>>();
    let cells = rows.split('/').map(|text| row(text).ok_or_else(|| format!("not a row: {text}")));
    let mut setup = Setup { cells: cells.collect::<Result<_, _>>()?, next: None, scores: [0, 0] };
    while let Some(word) = words.next() {
        let mut next_number = || words.next().and_then(number);
        match word {
            "next" => setup.next = Some(next_number().and_then(Player::from_number).ok_or("not a player")?),
            "scores" => {
                let (one, two) = (next_number(), next_number());
                setup.scores = one.zip(two).ok_or("not two scores")?.into();
            }
            _ => return Err(format!("not a part of a board: {word}")),
        }
    }
    Ok(setup)
}

fn read_limits<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Limits, String> {
    let mut limits = Limits::default();
    while let Some(word) = words.next() {
        let number = words.next().and_then(|number| number.parse::<u64>().ok()).filter(|&number| number > 0);
        match (word, number) {
            ("time", Some(milliseconds)) => limits.time = Some(Duration::from_millis(milliseconds)),
            ("nodes", Some(nodes)) => limits.nodes = Some(nodes),
            _ => return Err(format!("not a limit: {word}")),
        }
    }
    Ok(limits)
}

/// A line sent by an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `id strong of parlor 0.1.0`: the engine's name.
    Id(String),
    /// `ok`: the command was accepted.
    Ok,
    /// `error REASON`: the command was refused.
    Error(String),
    /// `info ...`: the search so far.
    Info(Report<String>),
    /// `best 3`: the chosen move, or `best -` if there is none.
    Best(Option<String>),
}

impl Reply {
    /// Parses a line. None if it is not a reply.
    pub fn read(line: &str) -> Option<Reply> {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        match word {
            "id" => Some(Reply::Id(rest.into())),
            "ok" if rest.is_empty() => Some(Reply::Ok),
            "error" => Some(Reply::Error(rest.into())),
            "info" => read_thought(rest).map(Reply::Info),
            // Whatever follows is the move: whether it can be made is for the table to say.
            "best" if matches!(rest, "" | "-") => Some(Reply::Best(None)),
            "best" => Some(Reply::Best(Some(rest.into()))),
            _ => None,
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Id(id) => write!(out, "id {id}"),
            Reply::Ok => out.write_str("ok"),
            Reply::Error(reason) => write!(out, "error {}", reason.replace(char::is_control, " ")),
            Reply::Info(thought) => write_thought(out, thought),
            Reply::Best(Some(chosen)) => write!(out, "best {chosen}"),
            Reply::Best(None) => out.write_str("best -"),
        }
    }
}

/// `info nodes N value V line M M... move M V move M V...`, where V is four words: kind, outcome, plies, score.
fn write_thought(out: &mut fmt::Formatter<'_>, thought: &Report<String>) -> fmt::Result {
    write!(out, "info nodes {} value {}", thought.nodes, ValueWords(thought.value))?;
    if !thought.line.is_empty() {
        write!(out, " line {}", thought.line.join(" "))?;
    }
    for (played, value) in &thought.moves {
        write!(out, " move {played} {}", ValueWords(*value))?;
    }
    Ok(())
}

fn read_thought(text: &str) -> Option<Report<String>> {
    let mut words = text.split_whitespace().peekable();
    let mut thought = Report { line: Vec::new(), value: Value::UNKNOWN, moves: Vec::new(), nodes: 0 };
    while let Some(word) = words.next() {
        match word {
            "nodes" => thought.nodes = words.next()?.parse().ok()?,
            "value" => thought.value = read_value(&mut words)?,
            "line" => {
                while let Some(played) = words.next_if(|&word| word != "move") {
                    thought.line.push(played.into());
                }
            }
            "move" => {
                let played = words.next()?.to_string();
                thought.moves.push((played, read_value(&mut words)?));
            }
            _ => return None,
        }
    }
    Some(thought)
}

/// Returns a value as four words.
struct ValueWords(Value);

impl fmt::Display for ValueWords {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Value { kind, outcome, plies, score } = self.0;
        write!(out, "{} {} ", kind_word(kind), outcome_word(outcome))?;
        match plies {
            Some(plies) => write!(out, "{plies} {score}"),
            None => write!(out, "- {score}"),
        }
    }
}

fn read_value<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Value> {
    let kind_text = words.next()?;
    let kind = [ValueKind::Exact, ValueKind::Bound, ValueKind::Estimate]
        .into_iter()
        .find(|&kind| kind_word(kind) == kind_text)?;
    let outcome_text = words.next()?;
    let outcomes = [Expectation::Win, Expectation::Draw, Expectation::Loss, Expectation::Unknown];
    let outcome = outcomes.into_iter().find(|&outcome| outcome_word(outcome) == outcome_text)?;
    let plies = match words.next()? {
        "-" => None,
        number => Some(number.parse().ok()?),
    };
    let score = words.next()?.parse().ok().filter(|score: &f64| score.is_finite())?;
    Some(Value { kind, outcome, plies, score })
}

/// Returns the word for a value's kind.
pub fn kind_word(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Exact => "exact",
        ValueKind::Bound => "bound",
        ValueKind::Estimate => "estimate",
    }
}

/// Returns the word for an expected outcome.
pub fn outcome_word(outcome: Expectation) -> &'static str {
    match outcome {
        Expectation::Win => "win",
        Expectation::Draw => "draw",
        Expectation::Loss => "loss",
        Expectation::Unknown => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_version_is_spoken() {
        assert_eq!(Request::read("parlor 1"), Ok(Request::Hello));
        for other in ["parlor", "parlor 2", "parlor 0", "parlor x", "parlor 1.1"] {
            assert!(Request::read(other).is_err(), "{other}");
        }
    }

    #[test]
    fn boards_are_read_as_they_are_written() {
        let setup = |cells: Vec<Vec<u64>>, next, scores| Setup { cells, next, scores };
        for (board, text) in [
            (setup(vec![vec![0, 0], vec![1, 2]], Some(Player::One), [0, 0]), "setup 0,0/1,2 next 1"),
            (setup(vec![vec![16], vec![0]], None, [0, 0]), "setup 16/0"),
            (setup(vec![vec![0, 1]], Some(Player::Two), [3, 1]), "setup 0,1 next 2 scores 3 1"),
        ] {
            assert_eq!(Request::Setup(board.clone()).to_string(), text);
            assert_eq!(Request::read(text), Ok(Request::Setup(board)));
        }
        for bad in [
            "setup",
            "setup x",
            "setup 1,,2",
            "setup -1",
            "setup 1 next 3",
            "setup 1 next",
            "setup 1 scores 2",
        ] {
            assert!(Request::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn best_is_a_reply_whatever_follows() {
        let best = |text: &str| Some(Reply::Best(Some(text.into())));
        assert_eq!(Reply::read("best 3"), best("3"));
        assert_eq!(Reply::read("best  3 4 \r"), best("3 4"));
        assert_eq!([Reply::read("best"), Reply::read("best -")], [(); 2].map(|()| Some(Reply::Best(None))));
        assert_eq!(Reply::read("bestest 3"), None);
    }
}
