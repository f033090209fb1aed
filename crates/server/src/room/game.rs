//! A game in memory, replayed from its log.

use super::command::{CommandError, CommandKind};
use crate::guest::Guest;
use crate::storage::{LogEvent, LogRecord, SeatOccupant};
use parlor_play::{
    BadEvent, BadOptions, Command, Ending, Event, Header, MoveError, Offer, Refusal, Step, Table,
};
use parlor_rules::{Player, Turn};
use std::collections::HashMap;

/// A game replayed from its log: the table, who has which seat, and which commands were carried out.
pub(crate) struct Game {
    pub(crate) table: Table,
    /// Player 1's first.
    pub(crate) seats: Vec<SeatOccupant>,
    pub(crate) created_by: Guest,
    /// The length of the log so far.
    pub(crate) seq: u64,
    /// The ids of the commands that were carried out, with the seq after each.
    commands: HashMap<String, u64>,
}

/// Milliseconds before each move when engines play each other, so that people can watch.
const ENGINE_MATCH_DELAY: u64 = 500;

/// Why a log is not that of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ReplayError {
    #[error("the log does not begin with the creation of the game")]
    NotCreated,
    #[error("entry {0} of the log creates the game once more")]
    CreatedTwice(u64),
    #[error("entry {0} of the log is missing")]
    MissingEntry(u64),
    #[error("the game can't be created as the log says")]
    Header(#[source] BadOptions),
    #[error("entry {seq} of the log can't have happened")]
    Event { seq: u64, source: BadEvent },
    #[error("the moves of a round can't be played again")]
    Moves(#[source] MoveError),
}

impl Game {
    /// Replays a whole log; an empty one is no game.
    pub(crate) fn replay(log: &[LogRecord]) -> Result<Option<Game>, ReplayError> {
        let Some(first) = log.first() else { return Ok(None) };
        let LogEvent::Opened { header, seats, by } = &first.event else {
            return Err(ReplayError::NotCreated);
        };
        let table = Table::open((**header).clone()).map_err(ReplayError::Header)?;
        let mut game = Game {
            table,
            seats: seats.clone(),
            created_by: by.clone(),
            seq: 1,
            commands: first.command.iter().map(|command| (command.clone(), 1)).collect(),
        };
        game.apply(&log[1..])?;
        Ok(Some(game))
    }

    /// Applies the next entries of the log. Returns what they did to the board, and how many of the moves before are
    /// still there.
    pub(crate) fn apply(&mut self, log: &[LogRecord]) -> Result<(Vec<Step>, usize), ReplayError> {
        let (mut steps, mut kept) = (Vec::new(), self.table.timeline().len());
        for LogRecord { seq, command, event } in log {
            let seq = *seq;
            if seq != self.seq + 1 {
                return Err(ReplayError::MissingEntry(self.seq + 1));
            }
            match event {
                LogEvent::Opened { .. } => return Err(ReplayError::CreatedTwice(seq)),
                LogEvent::Seated { seat, guest } => self.seat(*seat, guest.clone()),
                LogEvent::Table(entry) => {
                    let applied = self.table.apply(entry);
                    let applied = applied.map_err(|source| ReplayError::Event { seq, source })?;
                    steps.extend(applied.steps);
                    kept = kept.min(applied.kept);
                    self.exchange_seats(&entry.event);
                }
            }
            self.advance(seq, command.as_deref());
        }
        Ok((steps, kept))
    }

    /// Exchanges the seats if an event of the table says so.
    pub(crate) fn exchange_seats(&mut self, event: &Event) {
        if let Event::Rematch { exchange: true, .. } = event {
            self.seats.reverse();
        }
    }

    /// Gives a guest a seat.
    pub(crate) fn seat(&mut self, seat: usize, guest: Guest) {
        if let Some(occupant) = self.seats.get_mut(seat) {
            *occupant = SeatOccupant::Guest(guest);
        }
    }

    /// Sets the length of the log and remembers the command that led to it.
    pub(crate) fn advance(&mut self, seq: u64, command: Option<&str>) {
        self.seq = seq;
        if let Some(command) = command {
            self.commands.insert(command.to_string(), seq);
        }
    }

    /// Returns the seq after a command, if it was carried out.
    pub(crate) fn seq_after(&self, command: &str) -> Option<u64> {
        self.commands.get(command).copied()
    }

    /// Returns the players that a guest plays.
    pub(crate) fn players_of(&self, guest: &Guest) -> Vec<Player> {
        let theirs =
            |player: &Player| self.seats.get(player.index()) == Some(&SeatOccupant::Guest(guest.clone()));
        Player::BOTH.into_iter().filter(theirs).collect()
    }

    /// Returns the player to move, if the game is not over.
    pub(crate) fn to_move(&self) -> Option<Player> {
        match self.table.session().turn() {
            Turn::Player(player) if self.table.ending().is_none() => Some(player),
            _ => None,
        }
    }

    /// Returns the engine that is to move, and for which player.
    pub(crate) fn engine_to_move(&self) -> Option<(Player, &str)> {
        let player = self.to_move()?;
        match self.seats.get(player.index())? {
            SeatOccupant::Engine(who) => Some((player, who)),
            _ => None,
        }
    }

    /// Whether a guest has a seat or can still take one.
    pub(crate) fn has_people(&self) -> bool {
        !self.seats.iter().all(|occupant| matches!(occupant, SeatOccupant::Engine(_)))
    }

    /// Returns when the game next needs an engine's move or a flag to fall.
    pub(crate) fn next_due(&self, now: u64) -> Option<u64> {
        if self.engine_to_move().is_some() {
            return Some(if self.has_people() { now } else { now + ENGINE_MATCH_DELAY });
        }
        let (clock, player) = (self.table.clock()?, self.to_move()?);
        clock.is_running().then(|| now + clock.left(player, now))
    }

    /// Returns what a guest's command is at the table.
    pub(crate) fn table_command(
        &self,
        guest: &Guest,
        kind: CommandKind,
        text: Option<&str>,
        seed: Option<u64>,
    ) -> Result<Command, CommandError> {
        match self.players_of(guest)[..] {
            [] => Err(CommandError::Watching),
            [player] => self.command_of_player(player, kind, text, seed),
            // One device serves both seats.
            _ => {
                let player = self.to_move().unwrap_or(Player::One);
                self.command_of_player(player, kind, text, seed)
            }
        }
    }

    fn command_of_player(
        &self,
        player: Player,
        kind: CommandKind,
        text: Option<&str>,
        seed: Option<u64>,
    ) -> Result<Command, CommandError> {
        let own = &self.seats[player.index()];
        let opponent = self.seats.get(player.other().index()).filter(|opponent| *opponent != own);
        let alone = opponent.is_none();
        let asks = matches!(opponent, Some(SeatOccupant::Guest(_)));
        let by = Some(player).filter(|_| !alone || self.seats.len() == 1);
        let offered = self.table.offer().filter(|(offering, _)| *offering == player.other());
        let offer = |what| match offered {
            // Both want the same.
            Some((_, other)) if other == what => Command::Accept { by: player },
            _ => Command::Offer { by: player, what },
        };
        Ok(match kind {
            CommandKind::Move => Command::Move { by, text: text.ok_or(CommandError::NoMove)?.to_string() },
            CommandKind::Undo if asks => offer(Offer::Undo),
            CommandKind::Undo => Command::Undo { by },
            // Two at one device, and no turn that tells them apart.
            CommandKind::Resign if self.table.session().options().free => return Err(CommandError::NoTurns),
            CommandKind::Resign => Command::Resign { by: player },
            CommandKind::Draw if asks => offer(Offer::Draw),
            CommandKind::Draw if alone => return Err(Refusal::Alone.into()),
            CommandKind::Draw => return Err(CommandError::EngineOpponent),
            CommandKind::Rematch if asks => offer(Offer::Rematch),
            CommandKind::Rematch => Command::Rematch { exchange: self.seats.len() == 2, seed },
            CommandKind::Accept => Command::Accept { by: player },
            CommandKind::Decline => Command::Decline { by: player },
            CommandKind::Withdraw => Command::Withdraw { by: player },
            CommandKind::Continue => Command::Continue,
        })
    }

    /// Returns what a player can do now.
    pub(crate) fn available_commands(&self, player: Player, now: u64) -> Vec<CommandKind> {
        let possible = |kind: &CommandKind| match kind {
            CommandKind::Move => self.to_move() == Some(player),
            // The opponent's offer is answered first.
            CommandKind::Undo | CommandKind::Draw | CommandKind::Rematch if self.table.offer().is_some() => {
                false
            }
            _ => self
                .command_of_player(player, *kind, None, None)
                .is_ok_and(|command| self.table.decide(&command, now).is_ok()),
        };
        match self.seats.get(player.index()) {
            Some(SeatOccupant::Guest(_)) => CommandKind::ALL.into_iter().filter(possible).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns how the game ended, if it has.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.table.ending()
    }

    /// Returns the header for a record, without the seed that players must not know.
    pub(crate) fn public_header(&self, names: Vec<String>) -> Header {
        Header { seed: None, names, ..self.table.header().clone() }
    }
}
