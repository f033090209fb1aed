//! OpenAPI schemas of types that can't derive one.

use serde::Serialize;

// `parlor_play::Ending` itself has fields of type `Player`, which has no schema.
/// How a game ended: `{"won": 1}`, `"drawn"`, ...
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Ending)]
// Only the description needs it.
#[allow(dead_code)]
pub(crate) enum EndingSchema {
    /// This player won on the board.
    Won(u64),
    /// The board is a draw.
    Drawn,
    /// The goal of a game for one was reached.
    Reached,
    /// The goal of a game for one can't be reached any more.
    Stuck,
    /// This player resigned.
    Resigned(u64),
    /// This player's program broke the rules of the match.
    Forfeited(u64),
    /// This player's time ran out.
    Time(u64),
    /// The players agreed to a draw.
    Agreed,
    /// The game reached its limit of moves: a draw.
    MoveLimit,
    /// The game was called off before everybody had come.
    Canceled,
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_play::Ending;
    use parlor_rules::Player;

    #[test]
    fn endings_are_serialized_as_described() {
        for (ending, schema) in [
            (Ending::Won(Player::One), EndingSchema::Won(1)),
            (Ending::Drawn, EndingSchema::Drawn),
            (Ending::Reached, EndingSchema::Reached),
            (Ending::Stuck, EndingSchema::Stuck),
            (Ending::Resigned(Player::Two), EndingSchema::Resigned(2)),
            (Ending::Forfeited(Player::One), EndingSchema::Forfeited(1)),
            (Ending::Time(Player::One), EndingSchema::Time(1)),
            (Ending::Agreed, EndingSchema::Agreed),
            (Ending::MoveLimit, EndingSchema::MoveLimit),
            (Ending::Canceled, EndingSchema::Canceled),
        ] {
            // A new kind of ending needs a schema too.
            match ending {
                Ending::Won(_) | Ending::Drawn | Ending::Reached | Ending::Stuck => {}
                Ending::Resigned(_) | Ending::Forfeited(_) | Ending::Time(_) => {}
                Ending::Agreed | Ending::MoveLimit | Ending::Canceled => {}
            }
            let [ending, schema] = [serde_json::to_value(ending), serde_json::to_value(schema)];
            assert_eq!(ending.unwrap(), schema.unwrap());
        }
    }
}
