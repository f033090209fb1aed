//! The game as a client knows it: the snapshot it was sent, and the updates since.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A game, as much of it as playing needs.
#[derive(Clone, Debug, Deserialize)]
pub struct Snapshot {
    /// The player to move, 1 or 2.
    pub turn: Option<u64>,
    /// How the game ended.
    pub ending: Option<Value>,
    /// The board.
    pub view: View,
    /// The seats, player 1's first.
    pub seats: Vec<Seat>,
}

/// A board, as much of it as playing needs.
#[derive(Clone, Debug, Deserialize)]
pub struct View {
    /// The moves that can be made: where, and how they are written.
    pub move_targets: Vec<(IgnoredAny, String)>,
}

/// A seat, as much of it as playing needs.
#[derive(Clone, Debug, Deserialize)]
pub struct Seat {
    /// The public id of the guest who has it.
    pub guest: Option<String>,
    /// The guest's name.
    pub name: Option<String>,
}

/// What an update changes in a snapshot, as much of it as playing needs.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Change {
    #[serde(default, deserialize_with = "present")]
    turn: Option<Option<u64>>,
    #[serde(default, deserialize_with = "present")]
    ending: Option<Option<Value>>,
    #[serde(default)]
    view: ViewChange,
    seats: Option<Vec<Seat>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct ViewChange {
    #[serde(default)]
    move_targets: Vec<TargetsChange>,
}

#[derive(Clone, Debug, Deserialize)]
struct TargetsChange {
    #[serde(default)]
    at: usize,
    remove: usize,
    #[serde(default)]
    insert: Vec<(IgnoredAny, String)>,
}

/// Tells a field that is null from one that is not there.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<Option<T>, D::Error> {
    T::deserialize(input).map(Some)
}

impl Snapshot {
    /// Takes an update in; `None` if it is not one of this snapshot.
    pub(crate) fn apply(&mut self, change: Change) -> Option<()> {
        let Change { turn, ending, view, seats } = change;
        self.turn = turn.unwrap_or(self.turn);
        if let Some(ending) = ending {
            self.ending = ending;
        }
        if let Some(seats) = seats {
            self.seats = seats;
        }
        let targets = &mut self.view.move_targets;
        for TargetsChange { at, remove, insert } in view.move_targets {
            let end = at.checked_add(remove).filter(|&end| end <= targets.len())?;
            targets.splice(at..end, insert);
        }
        Some(())
    }
}

/// Takes an update into the whole snapshot before it, both as JSON; `None` if it is not one of this snapshot.
///
/// This is what `docs/server.md` says a client does.
pub fn apply_update(snapshot: &mut Value, update: &Value) -> Option<()> {
    if snapshot["seq"] != update["from"] {
        return None;
    }
    snapshot["seq"] = update["seq"].clone();
    if let Some(steps) = update.get("steps") {
        snapshot["last"] = steps.clone();
        if let Some(marked) = steps.as_array()?.iter().rev().find_map(|step| step.get("mark")) {
            snapshot["view"]["line"] = marked.clone();
        }
    }
    for (name, value) in update["change"].as_object()? {
        if name == "view" {
            apply_view_change(&mut snapshot["view"], value.as_object()?)?;
        } else {
            snapshot[name] = value.clone();
        }
    }
    Some(())
}

fn apply_view_change(view: &mut Value, change: &serde_json::Map<String, Value>) -> Option<()> {
    if change.contains_key("rows") || change.contains_key("columns") {
        let size = |name: &str| change.get(name).unwrap_or(&view[name]).as_u64().map(|size| size as usize);
        let (rows, columns) = (size("rows")?, size("columns")?);
        let old: Vec<Vec<Value>> = serde_json::from_value(view["cells"].take()).ok()?;
        let cell = |row: usize, column: usize| {
            // Cells keep their places, counted from the bottom left.
            let row = (row + old.len()).checked_sub(rows)?;
            old.get(row)?.get(column).cloned()
        };
        let line = |row| (0..columns).map(|column| cell(row, column).unwrap_or(0.into())).collect::<Vec<_>>();
        view["cells"] = (0..rows).map(line).collect();
        (view["rows"], view["columns"]) = (rows.into(), columns.into());
    }
    let columns = view["columns"].as_u64()? as usize;
    for (name, value) in change {
        match name.as_str() {
            "cells" => {
                for cell in value.as_array()? {
                    let at = cell[0].as_u64()? as usize;
                    *view["cells"].get_mut(at / columns)?.get_mut(at % columns)? = cell[1].clone();
                }
            }
            "move_targets" => {
                let targets = view["move_targets"].as_array_mut()?;
                for splice in value.as_array()? {
                    let at = splice.get("at").map_or(Some(0), Value::as_u64)? as usize;
                    let remove = splice["remove"].as_u64()? as usize;
                    let end = at.checked_add(remove).filter(|&end| end <= targets.len())?;
                    let insert = splice.get("insert").and_then(Value::as_array).cloned();
                    targets.splice(at..end, insert.unwrap_or_default());
                }
            }
            _ => view[name] = value.clone(),
        }
    }
    Some(())
}
