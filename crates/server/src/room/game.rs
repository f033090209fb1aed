//! A game in memory, replayed from its log.

use super::command::{CommandError, CommandKind};
use crate::guest::Guest;
use crate::storage::{Checksum, CommandKey, Due, LogEvent, LogRecord, SeatOccupant, Work};
use parlor_play::{
    BadEvent, BadOptions, Command, Ending, Event, Header, MoveError, Offer, Refusal, Step, Table,
};
use parlor_rules::{Player, Turn};
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::ops::RangeInclusive;

/// A game replayed from its log: the table, who has which seat, and which commands were carried out.
pub(crate) struct Game {
    pub(crate) table: Table,
    /// Player 1's first.
    pub(crate) seats: Vec<SeatOccupant>,
    pub(crate) created_by: Guest,
    /// The length of the log so far.
    pub(crate) seq: u64,
    /// The checksum of the log so far.
    pub(crate) checksum: Checksum,
    commands: Commands,
    /// The command that was carried out last, if nothing has happened since but what it led to by itself.
    latest: Option<CommandKey>,
}

/// The commands that were carried out, by the seq after each.
///
/// A game may have tens of thousands, so a hash stands for each. Its key is random: nobody can make two that are the same.
#[derive(Default)]
struct Commands {
    key: RandomState,
    /// The hash of the command that each entry came from, 0 where there was none. Looked through from the end: it is the
    /// last ones that are sent again.
    hashes: Vec<u64>,
}

impl Commands {
    /// Notes that the entries after one seq and up to another came from a command.
    fn insert(&mut self, command: &CommandKey, after: u64, last: u64) {
        let hash = self.hash(command);
        self.hashes.resize(after as usize, 0);
        self.hashes.resize(last as usize, hash);
    }

    /// Returns the seqs of the entries that came from a command.
    fn get(&self, command: &CommandKey) -> Option<RangeInclusive<u64>> {
        let hash = self.hash(command);
        let last = self.hashes.iter().rposition(|known| *known == hash)? + 1;
        let count = self.hashes[..last].iter().rev().take_while(|known| **known == hash).count();
        Some((last - count) as u64 + 1..=last as u64)
    }

    fn hash(&self, command: &CommandKey) -> u64 {
        self.key.hash_one(command).max(1)
    }
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
        let mut table = Table::open((**header).clone()).map_err(ReplayError::Header)?;
        // The storage has it.
        table.forget_log();
        table.set_waiting(seats.contains(&SeatOccupant::Open), header.at);
        let (seats, created_by) = (seats.clone(), by.clone());
        let (checksum, commands) = (first.checksum, Commands::default());
        let mut game = Game { table, seats, created_by, seq: 0, checksum, commands, latest: None };
        game.advance(1, checksum, first.command.as_ref());
        game.apply(&log[1..])?;
        Ok(Some(game))
    }

    /// Returns the guests who have seats.
    pub(crate) fn guests(&self) -> impl Iterator<Item = &Guest> {
        self.seats.iter().filter_map(|occupant| match occupant {
            SeatOccupant::Guest(guest) => Some(guest),
            SeatOccupant::Open | SeatOccupant::Engine(_) => None,
        })
    }

    /// Applies the next entries of the log. Returns what they did to the board, and how many of the moves before are
    /// still there.
    pub(crate) fn apply(&mut self, log: &[LogRecord]) -> Result<(Vec<Step>, usize), ReplayError> {
        let (mut steps, mut kept) = (Vec::new(), self.table.timeline().len());
        for LogRecord { seq, command, event, checksum } in log {
            let seq = *seq;
            if seq != self.seq + 1 {
                return Err(ReplayError::MissingEntry(self.seq + 1));
            }
            match event {
                LogEvent::Opened { .. } => return Err(ReplayError::CreatedTwice(seq)),
                LogEvent::Seated { seat, guest, at } => self.seat(*seat, guest.clone(), *at),
                LogEvent::Left { seat, at } => self.vacate(*seat, *at),
                LogEvent::Table(entry) => {
                    let applied = self.table.apply(entry);
                    let applied = applied.map_err(|source| ReplayError::Event { seq, source })?;
                    steps.extend(applied.steps);
                    kept = kept.min(applied.kept);
                    self.exchange_seats(&entry.event);
                }
            }
            // Only a command's first entry carries its id. The entries that can begin without a command are an engine's
            // move or resignation, a fallen flag, and a guest who joins.
            let continues = matches!(event, LogEvent::Table(entry)
                if !matches!(entry.event, Event::Move(_) | Event::Resign(_) | Event::Flag(_)));
            let command = if command.is_none() && continues { self.latest.take() } else { command.clone() };
            self.advance(seq, *checksum, command.as_ref());
        }
        Ok((steps, kept))
    }

    /// Exchanges the seats if an event of the table says so.
    pub(crate) fn exchange_seats(&mut self, event: &Event) {
        if let Event::Rematch { exchange: true, .. } = event {
            self.seats.reverse();
        }
    }

    /// Gives a guest a seat. Once all are taken, the clock may run.
    pub(crate) fn seat(&mut self, seat: usize, guest: Guest, at: Option<u64>) {
        if let Some(occupant) = self.seats.get_mut(seat) {
            *occupant = SeatOccupant::Guest(guest);
        }
        self.table.set_waiting(self.has_free_seat(), at);
    }

    /// Frees a seat. No clock runs until it is taken again.
    pub(crate) fn vacate(&mut self, seat: usize, at: u64) {
        if let Some(occupant) = self.seats.get_mut(seat) {
            *occupant = SeatOccupant::Open;
        }
        self.table.set_waiting(true, Some(at));
    }

    /// Returns an error unless this player may give up their seat: to somebody who plays against another guest and has
    /// not moved yet.
    pub(crate) fn check_may_leave(&self, player: Player) -> Result<(), CommandError> {
        let opponent = self.seats.get(player.other().index());
        if !matches!(opponent, Some(SeatOccupant::Guest(guest)) if self.players_of(guest).len() == 1) {
            return Err(CommandError::NoOtherPlayer);
        }
        if self.ending().is_some() {
            return Err(Refusal::GameOver.into());
        }
        let has_moved =
            self.table.round() > 1 || self.table.timeline().plies().iter().any(|ply| ply.by == Some(player));
        // The next one on the seat is not to answer for it.
        match (has_moved, self.table.offer()) {
            (true, _) => Err(CommandError::HasMoved),
            (false, Some(_)) => Err(Refusal::OfferPending.into()),
            (false, None) => Ok(()),
        }
    }

    /// Whether a seat is free.
    pub(crate) fn has_free_seat(&self) -> bool {
        self.seats.contains(&SeatOccupant::Open)
    }

    /// Sets the length and the checksum of the log, and remembers the command that led to it.
    pub(crate) fn advance(&mut self, seq: u64, checksum: Checksum, command: Option<&CommandKey>) {
        if let Some(command) = command {
            self.commands.insert(command, self.seq, seq);
        }
        self.seq = seq;
        self.checksum = checksum;
        self.latest = command.cloned();
    }

    /// Returns the seqs of the entries that came from a command, if it was carried out; of a player, also if the log does
    /// not say whose it was.
    pub(crate) fn entries_of(&self, command: &CommandKey, is_player: bool) -> Option<RangeInclusive<u64>> {
        let anonymous = || self.commands.get(&CommandKey { guest: None, id: command.id.clone() });
        self.commands.get(command).or_else(|| anonymous().filter(|_| is_player))
    }

    /// Returns whether nothing has happened since this command but what it led to by itself.
    pub(crate) fn is_latest(&self, command: &CommandKey) -> bool {
        self.latest.as_ref() == Some(command)
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

    /// Returns what the game next needs without a command. The address is asked for that of the guest who created it.
    pub(crate) fn next_due(
        &self,
        now: u64,
        address_of: impl FnOnce(&Guest) -> Option<IpAddr>,
    ) -> Option<Due> {
        if self.engine_to_move().is_some() {
            let has_people = self.has_people();
            let at = if has_people { now } else { now + ENGINE_MATCH_DELAY };
            let address = address_of(&self.created_by);
            let work = Work::Engine { client: self.created_by.clone(), address, has_people };
            return Some(Due { at, work });
        }
        let (clock, player) = (self.table.clock()?, self.to_move()?);
        clock.is_running().then(|| Due { at: now + clock.left(player, now), work: Work::Flag })
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
        if self.ending() == Some(Ending::Canceled) {
            return Err(Refusal::GameOver.into());
        }
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
            CommandKind::Redo if asks => return Err(Refusal::NothingToRedo.into()),
            CommandKind::Redo => Command::Redo { by },
            // Two at one device, and no turn that tells them apart.
            CommandKind::Resign if self.table.session().options().free => return Err(CommandError::NoTurns),
            CommandKind::Resign if self.has_free_seat() => return Err(CommandError::Waiting),
            CommandKind::Resign => Command::Resign { by: player },
            CommandKind::Cancel if self.has_free_seat() => Command::Cancel,
            CommandKind::Cancel => return Err(CommandError::NotWaiting),
            CommandKind::Draw if asks => offer(Offer::Draw),
            CommandKind::Draw if alone => return Err(Refusal::Alone.into()),
            CommandKind::Draw => return Err(CommandError::EngineOpponent),
            CommandKind::Rematch if asks => offer(Offer::Rematch),
            CommandKind::Rematch => Command::Rematch { exchange: self.seats.len() == 2, seed },
            CommandKind::Accept => Command::Accept { by: player },
            CommandKind::Decline => Command::Decline { by: player },
            CommandKind::Withdraw => Command::Withdraw { by: player },
            CommandKind::Continue => Command::Continue,
            // The room does it: the table knows of no seats.
            CommandKind::Leave => return Err(CommandError::NoOtherPlayer),
        })
    }

    /// Returns what a player can do now; a flag has fallen only once that is in the log.
    pub(crate) fn available_commands(&self, player: Player) -> Vec<CommandKind> {
        let possible = |kind: &CommandKind| match kind {
            CommandKind::Move => self.to_move() == Some(player),
            CommandKind::Leave => self.check_may_leave(player).is_ok(),
            // The opponent's offer is answered first.
            CommandKind::Undo | CommandKind::Draw | CommandKind::Rematch if self.table.offer().is_some() => {
                false
            }
            _ => self
                .command_of_player(player, *kind, None, None)
                .is_ok_and(|command| self.table.decide(&command, 0).is_ok()),
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
