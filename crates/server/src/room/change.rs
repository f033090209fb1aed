//! What an update changes in a snapshot.
//!
//! A move changes little of a game, so an update has the fields that are different and nothing else. Whoever has the
//! snapshot before it has the one after it: `docs/server.md` says how.

use super::command::CommandKind;
use super::snapshot::{ClockState, GameSnapshot, PendingOffer, Seat};
use parlor_play::{Ending, Goal, MoveTarget, Status, Step, View};
use serde::Serialize;

/// The fields of a snapshot that are different, with their new values; null is a value.
#[derive(Default, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct SnapshotChange {
    /// The round.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    round: Option<u64>,
    /// What is different about the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    view: Option<ViewChange>,
    /// What the last move did, if that is not the update's `steps`; without steps, if it is different.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    last: Option<Vec<Step>>,
    /// The player to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    turn: Option<Option<u64>>,
    /// Whose turn it is or how the game ended, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    status_text: Option<String>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::schema::EndingSchema>))]
    ending: Option<Option<Ending>>,
    /// All seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    seats: Option<Vec<Seat>>,
    /// The offer that waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<PendingOffer>))]
    offer: Option<Option<PendingOffer>>,
    /// What each seat can do now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    can: Option<Vec<Vec<CommandKind>>>,
    /// Rounds won so far, by seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    wins: Option<[u64; 2]>,
    /// The clock, in every update of a timed game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    clock: Option<ClockState>,
}

/// The fields of a view that are different.
#[derive(Default, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct ViewChange {
    /// Rows of the board. Cells keep their places, counted from the bottom left; new ones are empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    rows: Option<usize>,
    /// Columns of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    columns: Option<usize>,
    /// The cells that are different: where, counted row by row from the top left, and what each holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    cells: Vec<[u64; 2]>,
    /// How far the game is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    status: Option<Status>,
    /// Who is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    next: Option<Option<u64>>,
    /// Who has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    winner: Option<Option<u64>>,
    /// The points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<[u64; 2]>))]
    scores: Option<Option<[u64; 2]>>,
    /// The goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Goal>))]
    goal: Option<Option<Goal>>,
    /// The winning cells, if they are not those of the last `mark` of the update's `steps`; without one, if they are
    /// different.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    line: Option<Vec<[usize; 2]>>,
    /// What each player is called on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    side_labels: Option<Vec<String>>,
    /// Changes to the list of what can be played, one after the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    move_targets: Vec<TargetsChange>,
}

/// A change to a list of move targets.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct TargetsChange {
    /// Where, in the list as the change before has left it; left out for its beginning.
    #[serde(skip_serializing_if = "is_beginning")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    at: usize,
    /// How many to remove there.
    remove: usize,
    /// What to insert there instead.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    insert: Vec<(MoveTarget, String)>,
}

fn is_beginning(at: &usize) -> bool {
    *at == 0
}

impl SnapshotChange {
    /// Returns what leads from one snapshot to another by an update with these steps.
    pub(super) fn between(before: &GameSnapshot, after: GameSnapshot, steps: &[Step]) -> SnapshotChange {
        let last = if steps.is_empty() { before.last.as_slice() } else { steps };
        let view = ViewChange::between(&before.view, after.view, steps);
        SnapshotChange {
            round: changed(&before.round, after.round),
            view: (view != ViewChange::default()).then_some(view),
            last: (after.last != last).then_some(after.last),
            turn: changed(&before.turn, after.turn),
            status_text: changed(&before.status_text, after.status_text),
            ending: changed(&before.ending, after.ending),
            seats: changed(&before.seats, after.seats),
            offer: changed(&before.offer, after.offer),
            can: changed(&before.can, after.can),
            wins: changed(&before.wins, after.wins),
            clock: after.clock,
        }
    }

    /// Returns what can be different although the log is the same: names, and the time.
    pub(super) fn beside_the_log(now: GameSnapshot) -> SnapshotChange {
        SnapshotChange {
            status_text: Some(now.status_text),
            seats: Some(now.seats),
            clock: now.clock,
            ..SnapshotChange::default()
        }
    }

    /// Whether nothing is different.
    pub(super) fn is_empty(&self) -> bool {
        *self == SnapshotChange::default()
    }
}

impl ViewChange {
    fn between(before: &View, after: View, steps: &[Step]) -> ViewChange {
        let marked = steps.iter().rev().find_map(|step| match step {
            Step::Mark(cells) => Some(cells),
            _ => None,
        });
        ViewChange {
            rows: changed(&before.rows, after.rows),
            columns: changed(&before.columns, after.columns),
            cells: changed_cells(before, &after),
            status: changed(&before.status, after.status),
            next: changed(&before.next, after.next),
            winner: changed(&before.winner, after.winner),
            scores: changed(&before.scores, after.scores),
            goal: changed(&before.goal, after.goal),
            line: changed(marked.unwrap_or(&before.line), after.line),
            side_labels: changed(&before.side_labels, after.side_labels),
            move_targets: changed_targets(&before.move_targets, after.move_targets),
        }
    }
}

/// Returns a value unless it is the one before.
fn changed<T: PartialEq>(before: &T, after: T) -> Option<T> {
    (after != *before).then_some(after)
}

fn changed_cells(before: &View, after: &View) -> Vec<[u64; 2]> {
    let mut cells = Vec::new();
    for (row, line) in after.cells.iter().enumerate() {
        // The same row, counted from the bottom.
        let old = (row + before.rows).checked_sub(after.rows).and_then(|row| before.cells.get(row));
        for (column, &cell) in line.iter().enumerate() {
            if old.and_then(|line| line.get(column)).copied().unwrap_or(0) != cell {
                cells.push([(row * after.columns + column) as u64, cell]);
            }
        }
    }
    cells
}

/// How many differences are looked at one by one before the rest of a list is replaced as a whole.
const MAX_DIFFERENCES: usize = 32;

/// Returns the changes that make one list of another. Few entries come and go, and the others keep their order.
fn changed_targets(
    before: &[(MoveTarget, String)],
    mut after: Vec<(MoveTarget, String)>,
) -> Vec<TargetsChange> {
    let same_end = before.iter().rev().zip(after.iter().rev()).take_while(|(old, new)| old == new).count();
    let before = &before[..before.len() - same_end];
    after.truncate(after.len() - same_end);
    let (mut changes, mut old, mut differences): (Vec<TargetsChange>, _, _) = (Vec::new(), 0, 0);
    let mut at = 0;
    while at < after.len() || old < before.len() {
        if before.get(old).is_some_and(|target| after.get(at) == Some(target)) {
            (old, at) = (old + 1, at + 1);
            continue;
        }
        let mut change = TargetsChange { at, remove: 0, insert: Vec::new() };
        while at < after.len() || old < before.len() {
            differences += 1;
            let stays = |target: &(MoveTarget, String)| {
                differences <= MAX_DIFFERENCES && after[at..].iter().any(|new| new == target)
            };
            match before.get(old) {
                Some(target) if !stays(target) => {
                    change.remove += 1;
                    old += 1;
                }
                target if target != after.get(at) => {
                    change.insert.push(after[at].clone());
                    at += 1;
                }
                _ => break,
            }
        }
        changes.push(change);
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::SplitMix64;

    fn target(number: usize) -> (MoveTarget, String) {
        (MoveTarget::Column(number), number.to_string())
    }

    fn applied(
        mut list: Vec<(MoveTarget, String)>,
        changes: Vec<TargetsChange>,
    ) -> Vec<(MoveTarget, String)> {
        for TargetsChange { at, remove, insert } in changes {
            list.splice(at..at + remove, insert);
        }
        list
    }

    #[test]
    fn any_list_becomes_any_other() {
        let mut random = SplitMix64::at(1, 0);
        let mut draw = |below: usize| random.next_u64() as usize % below;
        for _ in 0..5_000 {
            let [before, after] = [0, 1].map(|_| {
                let most = if draw(10) == 0 { 60 } else { 6 };
                let length = draw(most);
                (0..length).map(|_| target(draw(8))).collect::<Vec<_>>()
            });
            let changes = changed_targets(&before, after.clone());
            assert_eq!(applied(before.clone(), changes), after, "from {before:?}");
        }
    }

    #[test]
    fn few_differences_are_few_changes() {
        let before: Vec<_> = (0..100).map(target).collect();
        let mut after = before.clone();
        after.remove(40);
        after.push(target(100));
        let changes = changed_targets(&before, after.clone());
        let sizes: Vec<_> =
            changes.iter().map(|change| (change.at, change.remove, change.insert.len())).collect();
        assert_eq!(sizes, [(40, 1, 0), (99, 0, 1)]);
        assert_eq!(changed_targets(&after, before.clone()).len(), 2);
        assert_eq!(changed_targets(&before, before.clone()), []);
        let others: Vec<_> = (200..300).map(target).collect();
        assert_eq!(changed_targets(&before, others).len(), 1);
    }
}
