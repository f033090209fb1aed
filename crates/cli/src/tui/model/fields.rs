//! The fields of a game's form, created from the game's own list of options.

use super::form::Setting;
use super::{Field, FieldKind, TextField};
use parlor_play::{Game, OptionKind, Options, Session};
use parlor_rules::Size;

/// Returns the fields of a game's form with their default values.
pub(super) fn fields(game: &'static dyn Game) -> Vec<Field> {
    let info = game.info();
    let mut fields = Vec::new();
    let engines = game.engines();
    let players: Vec<String> =
        std::iter::once("human".into()).chain(engines.iter().map(|engine| engine.name.into())).collect();
    let medium = players.iter().position(|player| player == "medium").unwrap_or(0);
    for seat in 0..info.players {
        let label = if info.players == 1 { "Who plays" } else { ["First", "Second"][seat.min(1)] };
        let start = if seat == 1 { medium } else { 0 };
        fields.push(Field {
            what: Setting::Seat(seat),
            label: label.into(),
            help: String::new(),
            empty: String::new(),
            kind: FieldKind::OneOf(players.clone(), start),
        });
    }
    for (seat, name) in info.names.iter().enumerate() {
        let label = if info.players == 1 { "Name".into() } else { format!("Name {}", seat + 1) };
        let help = "a name; empty for the default, an engine's own name";
        fields.push(text(Setting::Name(seat), &label, help.into(), (*name).into()));
    }
    let default = game.start(&Options::default()).ok();
    for &option in info.options {
        fields.extend(option_field(game, option, default.as_deref()));
    }
    let help = "limit for each engine move: 2s, 500ms, 10000n (positions)";
    fields.push(text(Setting::Time, "Engine time", help.into(), "default".into()));
    if info.players == 1 {
        let help = "a number; the same seed gives the same tiles";
        fields.push(text(Setting::Seed, "Seed", help.into(), "random".into()));
    } else {
        let help = "minutes each + seconds for each move, such as 5+3";
        fields.push(text(Setting::Clock, "Clock", help.into(), "no clock".into()));
    }
    fields
}

fn text(what: Setting, label: &str, help: String, empty: String) -> Field {
    Field { what, label: label.into(), help, empty, kind: FieldKind::Text(TextField::default()) }
}

fn option_field(game: &dyn Game, option: OptionKind, default: Option<&dyn Session>) -> Option<Field> {
    let typed = |label: &str, help: String, empty: String| {
        Some(text(Setting::OptionKind(option), label, help, empty))
    };
    let switch = |label: &str, help: &str, on| {
        let kind = FieldKind::Switch(on);
        let (label, help, empty) = (label.into(), help.into(), String::new());
        Some(Field { what: Setting::OptionKind(option), label, help, empty, kind })
    };
    match option {
        OptionKind::Size => {
            let (rows, columns) = default.map_or((0, 0), |session| session.size());
            let help = match game.info().size_labels {
                [rows, columns] => {
                    format!("{} x {columns}, such as 6x7; one number is a square", rows.to_lowercase())
                }
                _ => format!("one number, 1 to {}", largest_side(game)),
            };
            typed("Size", help, format!("{rows} x {columns}"))
        }
        OptionKind::Target => {
            let target = default.and_then(|session| session.view().goal).map_or(0, |goal| goal.target);
            typed("Target", "the tile to reach, a power of two".into(), target.to_string())
        }
        OptionKind::Tokens => {
            let help = "the players' tokens and the empty cell, such as R,Y,.";
            typed("Tokens", help.into(), "default".into())
        }
        OptionKind::Swap => switch("Swap rule", "the second player may take over the first stone", true),
        OptionKind::IdleSpawns => {
            switch("Idle presses", "a press that moves nothing counts as a move", false)
        }
        // On the full screen players always take turns.
        OptionKind::Free => None,
    }
}

/// Returns the longest side of a square board of this game.
fn largest_side(game: &dyn Game) -> i64 {
    let can_start = |&side: &i64| {
        let size = Some(Size::new(side, side));
        game.start(&Options { size, ..Options::default() }).is_ok()
    };
    (1..=64).rev().find(can_start).unwrap_or(1)
}
