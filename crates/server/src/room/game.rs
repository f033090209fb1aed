//! A game as its log tells it.

use crate::guest::Guest;
use crate::storage::{LogEvent, LogRecord, SeatOccupant, StorageError};
use parlor_play::{Command, Ending, Event, Header, Offer, Refusal, Step, Table};
use parlor_rules::{Player, Turn};
use serde::Deserialize;
use std::collections::HashMap;
use std::fmt;
use utoipa::ToSchema;

/// A game as its log tells it: the table, who sits there, and which commands were carried out.
pub(crate) struct Game {
    pub(crate) table: Table,
    /// In the order of the players.
    pub(crate) seats: Vec<SeatOccupant>,
    pub(crate) opened_by: Guest,
    /// The length of the log so far.
    pub(crate) seq: u64,
    commands: HashMap<String, u64>,
}

/// What a seat can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CommandKind {
    /// Make a move.
    Move,
    /// Take the last move back, or ask to.
    Undo,
    /// Give up.
    Resign,
    /// Offer a draw.
    Draw,
    /// Play again, or ask to.
    Rematch,
    /// Take what the other player offers.
    Accept,
    /// Not take it.
    Decline,
    /// Think better of one's own offer.
    Withdraw,
    /// Go on after winning.
    Continue,
}

/// Milliseconds between the moves of engines that play without people, so that people can watch.
const PACE: u64 = 500;

impl CommandKind {
    const ALL: [CommandKind; 9] = [
        CommandKind::Move,
        CommandKind::Undo,
        CommandKind::Resign,
        CommandKind::Draw,
        CommandKind::Rematch,
        CommandKind::Accept,
        CommandKind::Decline,
        CommandKind::Withdraw,
        CommandKind::Continue,
    ];
}

/// Why a guest can't do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CommandError {
    /// They have no seat.
    Watching,
    /// A move without its text.
    NoMove,
    /// A command's own id that is none.
    BadId,
    /// So much has happened that no more is taken in.
    Full,
    /// The board would be larger than it may become.
    TooLarge,
    /// An engine sits on the other seat.
    EngineOpponent,
    /// There are no turns, so nobody can be the one who gives up.
    NoTurn,
    /// The table does not allow it.
    Refused(Refusal),
}

impl fmt::Display for CommandError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Watching => out.write_str("you are watching: only players can do this"),
            CommandError::NoMove => out.write_str("a move needs its text: {\"do\":\"move\",\"move\":\"3\"}"),
            CommandError::BadId => {
                write!(out, "a command's id has 1 to {} bytes", super::ClientCommand::LONGEST_ID)
            }
            CommandError::Full => out.write_str("too much has happened at this table: open another one"),
            CommandError::TooLarge => out.write_str("the board can't become any larger"),
            CommandError::NoTurn => out.write_str("there are no turns here that tell who gives up"),
            CommandError::EngineOpponent => out.write_str("an engine takes no draws"),
            CommandError::Refused(refusal) => refusal.fmt(out),
        }
    }
}

impl Game {
    /// The game of a whole log; none for an empty one.
    pub(crate) fn of(log: &[LogRecord]) -> Result<Option<Game>, StorageError> {
        let Some(first) = log.first() else { return Ok(None) };
        let LogEvent::Opened { header, seats, by } = &first.event else {
            return Err(StorageError("a log does not begin with its opening".into()));
        };
        let table = Table::open((**header).clone()).map_err(|error| StorageError(error.to_string()))?;
        let mut game = Game {
            table,
            seats: seats.clone(),
            opened_by: by.clone(),
            seq: 1,
            commands: first.command.iter().map(|command| (command.clone(), 1)).collect(),
        };
        game.apply_all(&log[1..])?;
        Ok(Some(game))
    }

    /// Applies events from the log. Returns what they did to the board, and how many plies of the line before still
    /// stand.
    pub(crate) fn apply_all(&mut self, log: &[LogRecord]) -> Result<(Vec<Step>, usize), StorageError> {
        let (mut steps, mut kept) = (Vec::new(), self.table.timeline().len());
        for logged in log {
            if logged.seq != self.seq + 1 {
                return Err(StorageError(format!("log entry {} is missing", self.seq + 1)));
            }
            match &logged.event {
                LogEvent::Opened { .. } => return Err(StorageError("a game was opened twice".into())),
                LogEvent::Seated { seat, guest } => self.seat(*seat, guest.clone()),
                LogEvent::Table(entry) => {
                    let applied = self.table.apply(entry).map_err(|error| StorageError(error.to_string()))?;
                    steps.extend(applied.steps);
                    kept = kept.min(applied.kept);
                    self.follow(&entry.event);
                }
            }
            self.seq = logged.seq;
            if let Some(command) = &logged.command {
                self.commands.insert(command.clone(), self.seq);
            }
        }
        Ok((steps, kept))
    }

    /// Seats follow what happened at the table.
    pub(crate) fn follow(&mut self, event: &Event) {
        if let Event::Rematch { exchange: true, .. } = event {
            self.seats.reverse();
        }
    }

    pub(crate) fn seat(&mut self, seat: usize, guest: Guest) {
        if let Some(sitter) = self.seats.get_mut(seat) {
            *sitter = SeatOccupant::Guest(guest);
        }
    }

    /// Remembers that a command was carried out.
    pub(crate) fn done(&mut self, command: Option<String>) {
        if let Some(command) = command {
            self.commands.insert(command, self.seq);
        }
    }

    /// The seq after a command, if it was carried out before.
    pub(crate) fn was_done(&self, command: &str) -> Option<u64> {
        self.commands.get(command).copied()
    }

    /// The players a guest plays.
    pub(crate) fn players_of(&self, guest: &Guest) -> Vec<Player> {
        let theirs =
            |player: &Player| self.seats.get(player.index()) == Some(&SeatOccupant::Guest(guest.clone()));
        Player::BOTH.into_iter().filter(theirs).collect()
    }

    /// The player to move, if the game is not over.
    pub(crate) fn to_move(&self) -> Option<Player> {
        match self.table.session().turn() {
            Turn::Player(player) if self.table.ending().is_none() => Some(player),
            _ => None,
        }
    }

    /// The engine that is to move, and for which player.
    pub(crate) fn engine_to_move(&self) -> Option<(Player, &str)> {
        let player = self.to_move()?;
        match self.seats.get(player.index())? {
            SeatOccupant::Engine(who) => Some((player, who)),
            _ => None,
        }
    }

    /// Whether people play or may come to.
    pub(crate) fn has_people(&self) -> bool {
        !self.seats.iter().all(|sitter| matches!(sitter, SeatOccupant::Engine(_)))
    }

    /// When the game next needs somebody to look after it: now for an engine, later for a flag.
    pub(crate) fn due(&self, now: u64) -> Option<u64> {
        if self.engine_to_move().is_some() {
            return Some(if self.has_people() { now } else { now + PACE });
        }
        let (clock, player) = (self.table.clock()?, self.to_move()?);
        clock.is_running().then(|| now + clock.left(player, now))
    }

    /// What a guest's kind is at the table.
    pub(crate) fn command(
        &self,
        guest: &Guest,
        kind: CommandKind,
        text: Option<&str>,
        seed: Option<u64>,
    ) -> Result<Command, CommandError> {
        match self.players_of(guest)[..] {
            [] => Err(CommandError::Watching),
            [player] => self.command_of(player, kind, text, seed),
            // One device serves both seats.
            _ => {
                let player = self.to_move().unwrap_or(Player::One);
                self.command_of(player, kind, text, seed)
            }
        }
    }

    fn command_of(
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
            CommandKind::Resign if self.table.session().options().free => return Err(CommandError::NoTurn),
            CommandKind::Resign => Command::Resign { by: player },
            CommandKind::Draw if asks => offer(Offer::Draw),
            CommandKind::Draw if alone => return Err(CommandError::Refused(Refusal::Alone)),
            CommandKind::Draw => return Err(CommandError::EngineOpponent),
            CommandKind::Rematch if asks => offer(Offer::Rematch),
            CommandKind::Rematch => Command::Rematch { exchange: self.seats.len() == 2, seed },
            CommandKind::Accept => Command::Accept { by: player },
            CommandKind::Decline => Command::Decline { by: player },
            CommandKind::Withdraw => Command::Withdraw { by: player },
            CommandKind::Continue => Command::Continue,
        })
    }

    /// What a player could do now.
    pub(crate) fn can(&self, player: Player, now: u64) -> Vec<CommandKind> {
        let possible = |kind: &CommandKind| match kind {
            CommandKind::Move => self.to_move() == Some(player),
            // What the other player has offered is there to be taken.
            CommandKind::Undo | CommandKind::Draw | CommandKind::Rematch if self.table.offer().is_some() => {
                false
            }
            _ => self
                .command_of(player, *kind, None, None)
                .is_ok_and(|command| self.table.decide(&command, now).is_ok()),
        };
        match self.seats.get(player.index()) {
            Some(SeatOccupant::Guest(_)) => CommandKind::ALL.into_iter().filter(possible).collect(),
            _ => Vec::new(),
        }
    }

    /// How the game ended, if it has.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.table.ending()
    }

    /// What the game was opened with, without what a player must not know.
    pub(crate) fn public_header(&self, names: Vec<String>) -> Header {
        Header { seed: None, names, ..self.table.header().clone() }
    }
}
