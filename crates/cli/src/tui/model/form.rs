//! The form with a game's options, created from the game's own list of options.

use super::{Opening, TextField};
use parlor_engines::Limits;
use parlor_play::{Game, Header, OptionKind, Options, PlayerSpec};
use std::hash::{BuildHasher, Hasher, RandomState};

/// The form with a game's options.
pub(crate) struct Form {
    pub(in crate::tui) game: &'static dyn Game,
    pub(in crate::tui) fields: Vec<Field>,
    /// The index of the selected field. One past the last is the start button.
    pub(in crate::tui) at: usize,
}

/// A field of the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(in crate::tui) what: Setting,
    pub(in crate::tui) label: String,
    /// The explanation in the status line.
    pub(in crate::tui) help: String,
    /// The value that an empty field stands for.
    pub(in crate::tui) empty: String,
    pub(in crate::tui) kind: FieldKind,
}

/// The setting that a field changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Setting {
    OptionKind(OptionKind),
    Seat(usize),
    Name(usize),
    Time,
    Seed,
}

/// The kind of a field's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FieldKind {
    /// A typed text.
    Text(TextField),
    /// On or off.
    Switch(bool),
    /// One of several values, and the index of the selected one.
    OneOf(Vec<String>, usize),
}

impl Form {
    /// Creates the form of a game with its default values.
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
                what: Setting::Seat(seat),
                label: label.into(),
                help: String::new(),
                empty: String::new(),
                kind: FieldKind::OneOf(whos.clone(), start),
            });
        }
        for (seat, name) in about.names.iter().enumerate() {
            let label = if about.players == 1 { "Name".into() } else { format!("Name {}", seat + 1) };
            fields.push(text(Setting::Name(seat), label, "a name; empty for the default".into(), name));
        }
        for &choice in about.options {
            fields.extend(option_field(choice));
        }
        fields.push(text(
            Setting::Time,
            "Time".into(),
            "limit for each engine move: 2s, 500ms, 10000n (positions)".into(),
            "no limit",
        ));
        if about.players == 1 {
            fields.push(text(
                Setting::Seed,
                "Seed".into(),
                "a number; the same seed gives the same tiles".into(),
                "random",
            ));
        }
        let at = fields.len();
        Form { game, fields, at }
    }

    /// Returns the description of an engine.
    pub(in crate::tui) fn about_engine(&self, who: &str) -> &'static str {
        let engine = self.game.engines().into_iter().find(|engine| engine.name == who);
        engine.map_or("a person at this keyboard", |engine| engine.about)
    }

    /// Returns the chosen game, or the reason why the form is invalid.
    pub(in crate::tui) fn opening(&self) -> Result<Opening, String> {
        let about = self.game.info();
        let mut options = Options::default();
        let mut seats = vec![PlayerSpec::Human; about.players];
        let mut names = vec![String::new(); about.players];
        let (mut limits, mut seed) = (Limits::default(), None);
        for field in &self.fields {
            let field_error = |error: &dyn std::fmt::Display| format!("{}: {error}", field.label);
            match (&field.kind, field.what) {
                (FieldKind::Text(text), what) => {
                    let text = text.text.trim();
                    match what {
                        _ if text.is_empty() => {}
                        Setting::Name(seat) => names[seat] = text.into(),
                        Setting::Time => limits = text.parse().map_err(|error| field_error(&error))?,
                        Setting::Seed => seed = Some(text.parse().map_err(|_| field_error(&"not a number"))?),
                        Setting::OptionKind(choice) => {
                            set_option(&mut options, choice, text).map_err(|error| field_error(&error))?
                        }
                        Setting::Seat(_) => {}
                    }
                }
                (FieldKind::Switch(on), Setting::OptionKind(OptionKind::Swap)) => options.swap = *on,
                (FieldKind::Switch(on), Setting::OptionKind(OptionKind::IdleSpawns)) => {
                    options.idle_spawns = *on
                }
                (FieldKind::OneOf(whos, at), Setting::Seat(seat)) => {
                    let who: PlayerSpec = whos[*at].parse().map_err(|error| field_error(&error))?;
                    seats[seat] = who.limited(limits);
                }
                _ => {}
            }
        }
        // The time field comes after the players in the form.
        let seats: Vec<PlayerSpec> = seats.into_iter().map(|who| who.limited(limits)).collect();
        let header = Header { options, seed: seed.or(Some(random_seed())), ..Header::new(about.name) };
        Ok(Opening::named(header, seats, &names))
    }
}

/// Returns a random seed of 32 bits, short enough to type.
pub(in crate::tui) fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}

fn text(what: Setting, label: String, help: String, empty: &str) -> Field {
    Field { what, label, help, empty: empty.into(), kind: FieldKind::Text(TextField::default()) }
}

fn option_field(choice: OptionKind) -> Option<Field> {
    let typed = |label: &str, help: &str| {
        Some(text(Setting::OptionKind(choice), label.into(), help.into(), "default"))
    };
    let switch = |label: &str, help: &str, on| {
        let kind = FieldKind::Switch(on);
        let (label, help, empty) = (label.into(), help.into(), String::new());
        Some(Field { what: Setting::OptionKind(choice), label, help, empty, kind })
    };
    match choice {
        OptionKind::Size => {
            typed("Size", "rows x columns, such as 6x7, or one number; empty for the default")
        }
        OptionKind::Target => typed("Target", "the tile to reach; empty for the default"),
        OptionKind::Tokens => typed("Tokens", "the players' tokens and the empty cell, such as R,Y,."),
        OptionKind::Swap => switch("Swap rule", "the second player may take over the first stone", true),
        OptionKind::IdleSpawns => {
            switch("Idle presses", "a press that moves nothing counts as a move", false)
        }
        // On the full screen players always take turns.
        OptionKind::Free => None,
    }
}

fn set_option(options: &mut Options, choice: OptionKind, text: &str) -> Result<(), String> {
    match choice {
        OptionKind::Size => options.size = Some(text.parse().map_err(|error| format!("{error}"))?),
        OptionKind::Target => {
            options.target = Some(text.parse().map_err(|_| format!("not a number: {text:?}"))?)
        }
        OptionKind::Tokens => {
            let tokens: Vec<String> = text.split(',').map(String::from).collect();
            options.tokens =
                Some(tokens.try_into().map_err(|_| "write three tokens separated by commas: R,Y,.")?);
        }
        OptionKind::Swap | OptionKind::IdleSpawns | OptionKind::Free => {}
    }
    Ok(())
}
