//! What can be chosen about a game before it starts: a form made from the game's own list of choices.

use super::{Opening, TextField};
use parlor_engines::Limits;
use parlor_play::{Game, Header, OptionKind, Options, PlayerSpec};
use std::hash::{BuildHasher, Hasher, RandomState};

/// The form of a game.
pub(crate) struct Form {
    pub(in crate::tui) game: &'static dyn Game,
    pub(in crate::tui) fields: Vec<Field>,
    /// Which field is chosen; past the last is the button that starts.
    pub(in crate::tui) at: usize,
}

/// A line of the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(in crate::tui) what: What,
    pub(in crate::tui) label: String,
    /// What it means.
    pub(in crate::tui) help: String,
    /// What is taken if it stays empty.
    pub(in crate::tui) empty: String,
    pub(in crate::tui) kind: Kind,
}

/// What a field is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum What {
    OptionKind(OptionKind),
    Seat(usize),
    Name(usize),
    Time,
    Seed,
}

/// How a field is filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// By typing.
    Text(TextField),
    /// On or off.
    Switch(bool),
    /// One of several.
    OneOf(Vec<String>, usize),
}

impl Form {
    /// The form of a game, filled in as most people want it.
    pub(in crate::tui) fn new(game: &'static dyn Game) -> Form {
        let about = game.info();
        let mut fields = Vec::new();
        let engines = game.engines();
        let whos: Vec<String> =
            std::iter::once("human".into()).chain(engines.iter().map(|engine| engine.name.into())).collect();
        let medium = whos.iter().position(|who| who == "medium").unwrap_or(0);
        for seat in 0..about.players {
            let label = if about.players == 1 { "Who plays" } else { ["First", "Second"][seat.min(1)] };
            let start = if seat == 1 { medium } else { 0 };
            fields.push(Field {
                what: What::Seat(seat),
                label: label.into(),
                help: String::new(),
                empty: String::new(),
                kind: Kind::OneOf(whos.clone(), start),
            });
        }
        for (seat, name) in about.names.iter().enumerate() {
            let label = if about.players == 1 { "Name".into() } else { format!("Name {}", seat + 1) };
            fields.push(text(
                What::Name(seat),
                label,
                "a name; empty for the usual, or the engine's".into(),
                name,
            ));
        }
        for &choice in about.options {
            fields.extend(of_choice(choice));
        }
        fields.push(text(
            What::Time,
            "Time".into(),
            "for each move of an engine: 2s, 500ms, 10000n".into(),
            "as it likes",
        ));
        if about.players == 1 {
            fields.push(text(
                What::Seed,
                "Seed".into(),
                "a number: the same seed is the same game".into(),
                "any",
            ));
        }
        let at = fields.len();
        Form { game, fields, at }
    }

    /// What the engine of a seat is, in its own words.
    pub(in crate::tui) fn about_engine(&self, who: &str) -> &'static str {
        let engine = self.game.engines().into_iter().find(|engine| engine.name == who);
        engine.map_or("a person at this keyboard", |engine| engine.about)
    }

    /// The game as it was chosen, or what is wrong with it.
    pub(in crate::tui) fn opening(&self) -> Result<Opening, String> {
        let about = self.game.info();
        let mut options = Options::default();
        let mut seats = vec![PlayerSpec::Human; about.players];
        let mut names = vec![String::new(); about.players];
        let (mut limits, mut seed) = (Limits::default(), None);
        for field in &self.fields {
            let said = |error: &dyn std::fmt::Display| format!("{}: {error}", field.label);
            match (&field.kind, field.what) {
                (Kind::Text(text), what) => {
                    let text = text.text.trim();
                    match what {
                        _ if text.is_empty() => {}
                        What::Name(seat) => names[seat] = text.into(),
                        What::Time => limits = text.parse().map_err(|error| said(&error))?,
                        What::Seed => seed = Some(text.parse().map_err(|_| said(&"not a number"))?),
                        What::OptionKind(choice) => {
                            choose(&mut options, choice, text).map_err(|error| said(&error))?
                        }
                        What::Seat(_) => {}
                    }
                }
                (Kind::Switch(on), What::OptionKind(OptionKind::Swap)) => options.swap = *on,
                (Kind::Switch(on), What::OptionKind(OptionKind::IdleSpawns)) => options.idle_spawns = *on,
                (Kind::OneOf(whos, at), What::Seat(seat)) => {
                    let who: PlayerSpec = whos[*at].parse().map_err(|error| said(&error))?;
                    seats[seat] = who.limited(limits);
                }
                _ => {}
            }
        }
        // The time stands below the seats it is for.
        let seats: Vec<PlayerSpec> = seats.into_iter().map(|who| who.limited(limits)).collect();
        let header = Header { options, seed: seed.or(Some(any_seed())), ..Header::new(about.name) };
        Ok(Opening::named(header, seats, &names))
    }
}

/// A seed nobody can foresee, small enough to be typed again.
pub(in crate::tui) fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}

fn text(what: What, label: String, help: String, empty: &str) -> Field {
    Field { what, label, help, empty: empty.into(), kind: Kind::Text(TextField::default()) }
}

fn of_choice(choice: OptionKind) -> Option<Field> {
    let typed = |label: &str, help: &str| {
        Some(text(What::OptionKind(choice), label.into(), help.into(), "the usual"))
    };
    let switch = |label: &str, help: &str, on| {
        let kind = Kind::Switch(on);
        let (label, help, empty) = (label.into(), help.into(), String::new());
        Some(Field { what: What::OptionKind(choice), label, help, empty, kind })
    };
    match choice {
        OptionKind::Size => typed("Size", "rows x columns, as 6x7, or one number; empty for the usual"),
        OptionKind::Target => typed("Target", "the tile to reach; empty for the usual"),
        OptionKind::Tokens => typed("Tokens", "two tokens and a blank, as R,Y,."),
        OptionKind::Swap => switch("Swap rule", "the second player may take the first stone", true),
        OptionKind::IdleSpawns => switch("Idle presses", "a press that moves nothing is a move", false),
        // In the full screen players take turns; the free board is line mode's.
        OptionKind::Free => None,
    }
}

fn choose(options: &mut Options, choice: OptionKind, text: &str) -> Result<(), String> {
    match choice {
        OptionKind::Size => options.size = Some(text.parse().map_err(|error| format!("{error}"))?),
        OptionKind::Target => {
            options.target = Some(text.parse().map_err(|_| format!("not a number: {text:?}"))?)
        }
        OptionKind::Tokens => {
            let tokens: Vec<String> = text.split(',').map(String::from).collect();
            options.tokens = Some(tokens.try_into().map_err(|_| "three tokens with commas between: R,Y,.")?);
        }
        OptionKind::Swap | OptionKind::IdleSpawns | OptionKind::Free => {}
    }
    Ok(())
}
