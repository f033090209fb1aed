//! The limits of what requests may hold, which the types alone don't tell.

use crate::config::Limits;
use crate::create_game::LONGEST_CLOCK;
use crate::follow::{MAX_FRAGMENT, MAX_MARKS};
use crate::room::ClientCommand;
use parlor_play::games;
use serde_json::{Value, json};

/// The largest integer that every reader of JSON can hold exactly.
const LARGEST_INTEGER: u64 = (1 << 53) - 1;

/// The longest text in a path, which always is one of the server's own making.
const LONGEST_IN_PATH: usize = 64;

/// Adds the limits to a description. Those that the operator can change are the defaults.
pub(super) fn add_bounds(description: &mut Value) {
    let limits = Limits::default();
    let names: Vec<&str> = games().iter().map(|game| game.info().name).collect();
    let most_players = games().iter().map(|game| game.info().players).max();
    let no_controls = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";
    let visible = "^[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$";
    let id = json!({"minLength": 1, "maxLength": ClientCommand::LONGEST_ID, "pattern": no_controls});
    let cell = json!({"minItems": 2, "maxItems": 2, "items": {"maximum": u16::MAX}});
    for (place, bounds) in [
        ("ClientCommand/id", id.clone()),
        ("ClientCommand/after", id),
        ("ClientCommand/expects", json!({"maximum": LARGEST_INTEGER})),
        ("ClientCommand/move", json!({"minLength": 1, "maxLength": 32})),
        ("CreateGame/game", json!({"pattern": format!("^({})$", names.join("|"))})),
        (
            "CreateGame/seats",
            json!({"minItems": 1, "maxItems": most_players, "items": {"minLength": 1, "maxLength": 64}}),
        ),
        ("Options/size", json!({"pattern": "^[0-9]{1,4}([xX][0-9]{1,4})?$"})),
        ("Options/target", json!({"minimum": 2, "maximum": LARGEST_INTEGER})),
        (
            "Options/tokens",
            json!({"minItems": 3, "maxItems": 3, "items": {"minLength": 1, "maxLength": limits.name}}),
        ),
        ("TimeControl/initial", json!({"minimum": 1, "maximum": LONGEST_CLOCK})),
        ("TimeControl/increment", json!({"maximum": LONGEST_CLOCK})),
        ("Rename/name", json!({"minLength": 1, "maxLength": limits.name, "pattern": visible})),
        ("Presented/fragment", json!({"maxLength": MAX_FRAGMENT})),
        ("Presented/marks", json!({"maxItems": MAX_MARKS})),
        ("BoardMark/from", cell.clone()),
        ("BoardMark/to", cell),
        ("BoardMark/color", json!({"maximum": u8::MAX})),
        ("PresentBoard/secret", json!({"maxLength": 64})),
        ("EndBoard/secret", json!({"maxLength": 64})),
    ] {
        let (schema, field) = place.split_once('/').unwrap_or_default();
        // A test finds the bounds that are missing where a field has another name.
        if let Some(field) =
            description.pointer_mut(&format!("/components/schemas/{schema}/properties/{field}"))
        {
            merge(field, &bounds);
        }
    }
    let operations = description["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
    let operations = operations.filter_map(Value::as_object_mut).flat_map(|methods| methods.values_mut());
    let parameters = operations.filter_map(|operation| operation.get_mut("parameters")?.as_array_mut());
    for parameter in parameters.flatten() {
        let bounds = match (parameter["in"].as_str(), parameter["name"].as_str()) {
            (_, Some("format")) => json!({"enum": ["sgf", "hexworld"]}),
            (Some("path"), _) => json!({"minLength": 1, "maxLength": LONGEST_IN_PATH}),
            (_, Some("round")) => json!({"minimum": 1, "maximum": LARGEST_INTEGER}),
            (Some("query"), _) => json!({"maximum": LARGEST_INTEGER}),
            _ => continue,
        };
        merge(&mut parameter["schema"], &bounds);
    }
}

/// Adds the fields of an object to another one, and those of the objects in it.
fn merge(target: &mut Value, added: &Value) {
    match (target, added) {
        (Value::Object(target), Value::Object(added)) => {
            for (name, value) in added {
                merge(target.entry(name).or_insert(Value::Null), value);
            }
        }
        (target, added) => *target = added.clone(),
    }
}
