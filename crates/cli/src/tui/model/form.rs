//! The form with a game's options, and the game that is chosen by it.

use super::fields::fields;
use super::{Opening, TextField};
use crate::clock::parse_clock;
use crate::tui::store::Preferences;
use parlor_engines::Limits;
use parlor_play::{BadOptions, Game, Header, OptionKind, Options, PlayerSpec, checked_name};
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
    /// Time for thinking.
    Clock,
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

impl Field {
    /// Returns the value as text.
    fn value(&self) -> String {
        match &self.kind {
            FieldKind::Text(text) => text.text().trim().into(),
            FieldKind::Switch(on) => if *on { "on" } else { "off" }.into(),
            FieldKind::OneOf(values, at) => values[*at].clone(),
        }
    }

    /// Sets the value, if it is one of the field's.
    fn set(&mut self, value: &str) {
        match &mut self.kind {
            FieldKind::Text(text) => *text = TextField::of(value),
            FieldKind::Switch(on) => *on = value == "on",
            FieldKind::OneOf(values, at) => {
                *at = values.iter().position(|one| one == value).unwrap_or(*at);
            }
        }
    }
}

impl Form {
    /// Creates the form of a game with the values that were last chosen.
    pub(in crate::tui) fn new(game: &'static dyn Game, preferences: &Preferences) -> Form {
        let mut fields = fields(game);
        let last = preferences.forms.get(game.info().name);
        for field in &mut fields {
            let value = match field.what {
                Setting::Name(seat) => preferences.names.get(&seat),
                // Another seed is another game.
                Setting::Seed => None,
                _ => last.and_then(|values| values.get(&field.label)),
            };
            if let Some(value) = value {
                field.set(value);
            }
        }
        let at = fields.len();
        Form { game, fields, at }
    }

    /// Returns the preferences with the values of this form.
    pub(in crate::tui) fn remembered(&self, mut preferences: Preferences) -> Preferences {
        let name = self.game.info().name;
        preferences.game = name.into();
        let values = preferences.forms.entry(name.into()).or_default();
        for field in &self.fields {
            match field.what {
                Setting::Name(seat) => drop(preferences.names.insert(seat, field.value())),
                Setting::Seed => {}
                _ => drop(values.insert(field.label.clone(), field.value())),
            }
        }
        preferences
    }

    /// Returns the selected field's text input.
    pub(in crate::tui) fn text_input(&mut self) -> Option<&mut TextField> {
        match self.fields.get_mut(self.at).map(|field| &mut field.kind) {
            Some(FieldKind::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Selects the next or the previous value of a field with a list of values.
    pub(in crate::tui) fn change_value(&mut self, by: isize) {
        match self.fields.get_mut(self.at).map(|field| &mut field.kind) {
            Some(FieldKind::Switch(on)) => *on = !*on,
            Some(FieldKind::OneOf(values, at)) => {
                let count = values.len() as isize;
                *at = (*at as isize + by).rem_euclid(count) as usize;
            }
            _ => {}
        }
    }

    /// Returns the description of an engine.
    pub(in crate::tui) fn about_engine(&self, who: &str) -> &'static str {
        let engine = self.game.engines().into_iter().find(|engine| engine.name == who);
        engine.map_or("a person at this keyboard", |engine| engine.about)
    }

    /// Returns the chosen game, or the index of the field that is invalid and the reason.
    pub(in crate::tui) fn opening(&self) -> Result<Opening, (usize, String)> {
        let about = self.game.info();
        let mut options = Options::default();
        let mut seats = vec![PlayerSpec::Human; about.players];
        let mut names = vec![String::new(); about.players];
        let (mut limits, mut seed, mut clock) = (Limits::default(), None, None);
        for (index, field) in self.fields.iter().enumerate() {
            let field_error = |error: &dyn std::fmt::Display| (index, format!("{}: {error}", field.label));
            match (&field.kind, field.what) {
                (FieldKind::Text(text), what) => {
                    let text = text.text().trim();
                    match what {
                        _ if text.is_empty() => {}
                        Setting::Name(seat) => {
                            let name =
                                checked_name(text).map_err(|_| field_error(&"the name is too long"))?;
                            names[seat] = name.into();
                        }
                        Setting::Time => limits = text.parse().map_err(|error| field_error(&error))?,
                        Setting::Seed => seed = Some(text.parse().map_err(|_| field_error(&"not a number"))?),
                        Setting::Clock => {
                            clock = Some(parse_clock(text).map_err(|error| field_error(&error))?)
                        }
                        Setting::OptionKind(OptionKind::Size) => {
                            options.size = Some(text.parse().map_err(|_| field_error(&field.help))?)
                        }
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
                (FieldKind::OneOf(values, at), Setting::Seat(seat)) => {
                    seats[seat] = values[*at].parse().map_err(|error| field_error(&error))?;
                }
                _ => {}
            }
        }
        if let [one, two] = &names[..]
            && one == two
            && !one.is_empty()
        {
            return Err((self.index_of(Setting::Name(1)), "Both players have the same name.".into()));
        }
        // The time field comes after the players in the form.
        let seats: Vec<PlayerSpec> = seats.into_iter().map(|who| who.limited(limits)).collect();
        if let Err(error) = self.game.start(&options) {
            let at = match error {
                BadOptions::Tokens(_) => Setting::OptionKind(OptionKind::Tokens),
                BadOptions::Panel(_) if options.target.is_some() => Setting::OptionKind(OptionKind::Target),
                _ => Setting::OptionKind(OptionKind::Size),
            };
            return Err((self.index_of(at), error.to_string()));
        }
        let header = Header { options, clock, seed: seed.or(Some(random_seed())), ..Header::new(about.name) };
        Ok(Opening::named(header, seats, &names))
    }

    /// Returns the index of a setting's field, or of the start button if there is none.
    fn index_of(&self, what: Setting) -> usize {
        self.fields.iter().position(|field| field.what == what).unwrap_or(self.fields.len())
    }
}

/// Returns a random seed of 32 bits, short enough to type.
pub(in crate::tui) fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}

fn set_option(options: &mut Options, choice: OptionKind, text: &str) -> Result<(), String> {
    match choice {
        OptionKind::Target => {
            options.target = Some(text.parse().map_err(|_| format!("not a number: {text:?}"))?)
        }
        OptionKind::Tokens => {
            let tokens: Vec<String> = text.split(',').map(String::from).collect();
            options.tokens =
                Some(tokens.try_into().map_err(|_| "write three tokens separated by commas: R,Y,.")?);
        }
        OptionKind::Size | OptionKind::Swap | OptionKind::IdleSpawns | OptionKind::Free => {}
    }
    Ok(())
}
