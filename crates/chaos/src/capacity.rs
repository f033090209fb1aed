//! Capacity planning: the servers and disks that a number of games a day needs, from measured constants.

/// What was measured, and what is assumed about players.
#[derive(Clone, Copy, Debug)]
pub struct Constants {
    /// Moves of a game.
    pub moves_per_game: f64,
    /// Minutes that a game takes.
    pub minutes_per_game: f64,
    /// How many times as much happens in the busiest hour as on average.
    pub peak: f64,
    /// The share of games against an engine.
    pub engine_games: f64,
    /// Seconds that an engine thinks about a move.
    pub thinking_seconds: f64,
    /// Moves a second that one PostgreSQL server takes.
    pub moves_per_postgres: f64,
    /// Bytes of tables and indexes for a move.
    pub bytes_per_move: f64,
    /// Bytes of write-ahead log for a move.
    pub wal_per_move: f64,
    /// Sockets that one node serves.
    pub sockets_per_node: f64,
    /// Moves a second that one node serves.
    pub moves_per_node: f64,
}

/// What is needed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Needs {
    /// Moves a second in the busiest hour.
    pub moves_per_second: f64,
    /// Open sockets in the busiest hour.
    pub sockets: f64,
    /// PostgreSQL servers, each with its share of the games.
    pub postgres: f64,
    /// Nodes.
    pub nodes: f64,
    /// Threads of workers.
    pub engine_threads: f64,
    /// Gigabytes a day that are kept.
    pub gigabytes_per_day: f64,
    /// Gigabytes a day of write-ahead log.
    pub wal_gigabytes_per_day: f64,
}

const DAY: f64 = 86_400.0;

impl Constants {
    /// Returns what so many games a day need.
    pub fn needs(&self, games_per_day: f64) -> Needs {
        let games_per_second = games_per_day / DAY * self.peak;
        let moves_per_second = games_per_second * self.moves_per_game;
        // Two people, or one against an engine.
        let sockets_per_game = 2.0 - self.engine_games;
        let sockets = games_per_second * self.minutes_per_game * 60.0 * sockets_per_game;
        let engine_moves = moves_per_second * self.engine_games / 2.0;
        let nodes = (sockets / self.sockets_per_node).max(moves_per_second / self.moves_per_node);
        Needs {
            moves_per_second,
            sockets,
            postgres: (moves_per_second / self.moves_per_postgres).ceil().max(1.0),
            nodes: nodes.ceil().max(1.0),
            engine_threads: (engine_moves * self.thinking_seconds).ceil().max(1.0),
            gigabytes_per_day: games_per_day * self.moves_per_game * self.bytes_per_move / 1e9,
            wal_gigabytes_per_day: games_per_day * self.moves_per_game * self.wal_per_move / 1e9,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_games_a_day() {
        let constants = Constants {
            moves_per_game: 30.0,
            minutes_per_game: 10.0,
            peak: 3.0,
            engine_games: 0.5,
            thinking_seconds: 0.5,
            moves_per_postgres: 1_000.0,
            bytes_per_move: 300.0,
            wal_per_move: 1_000.0,
            sockets_per_node: 20_000.0,
            moves_per_node: 1_000.0,
        };
        let needs = constants.needs(1e6);
        assert_eq!((needs.moves_per_second.round(), needs.sockets.round()), (1_042.0, 31_250.0));
        assert_eq!((needs.postgres, needs.nodes, needs.engine_threads), (2.0, 2.0, 131.0));
        assert_eq!((needs.gigabytes_per_day.round(), needs.wal_gigabytes_per_day.round()), (9.0, 30.0));
    }
}
