//! Taking a seat, and giving it up.

use super::broadcast::BoardChange;
use super::{CommandError, CommandKind, Game, Room, RoomError, RoomState};
use crate::guest::Guest;
use crate::look_alike::look_alike;
use crate::storage::{Append, CommandKey, LogEvent, SeatOccupant};
use std::sync::Arc;
use std::time::Instant;

impl Room {
    /// Gives a guest the first free seat, unless they have one.
    pub(crate) async fn take_seat(self: &Arc<Room>, guest: Guest) -> Result<(), RoomError> {
        let room = self.clone();
        let task = tokio::spawn(async move {
            let asked = Instant::now();
            let mut state = room.state.lock().await;
            room.refresh(&mut state, asked).await?;
            room.shared.check_clock().await?;
            let game = room.load_if_stale(&mut state).await?;
            if !game.players_of(&guest).is_empty() {
                return Ok(());
            }
            let free = game.seats.iter().position(|occupant| *occupant == SeatOccupant::Open);
            // Nobody joins a game that was called off.
            let seat = free.filter(|_| game.ending().is_none()).ok_or(RoomError::NoSeat)?;
            room.load_name(&guest).await?;
            if let Some(name) = room.looks_like(game, &guest) {
                return Err(RoomError::LooksLike(name));
            }
            let mut game = state.game.take().ok_or(RoomError::NoSuchGame)?;
            let before = room.before(&game);
            let at = Some(room.shared.now());
            game.seat(seat, guest.clone(), at);
            let events = vec![LogEvent::Seated { seat, guest: guest.clone(), at }];
            let append = Box::new(Append { member: Some(guest), ..room.append_to(&game, events) });
            let kept = game.table.timeline().len();
            room.commit(&mut state, game, append, &before, BoardChange { steps: &[], kept }).await
        });
        task.await?
    }

    /// Returns the name of a player that the name which a guest has chosen can be taken for.
    fn looks_like(&self, game: &Game, guest: &Guest) -> Option<String> {
        let names = &self.presence().names;
        let own = names.get(guest).filter(|name| **name != guest.default_name())?;
        let others = game.seats.iter().filter_map(|occupant| match occupant {
            SeatOccupant::Guest(other) => names.get(other),
            _ => None,
        });
        others.into_iter().find(|name| look_alike(name, own)).cloned()
    }

    /// Ends what a guest is playing here, for good: they resign, or cancel the game if a seat is free. The opponent wins at
    /// once instead of waiting for somebody who won't come back.
    pub(crate) async fn give_up(&self, guest: &Guest) -> Result<(), RoomError> {
        let mut state = self.state.lock().await;
        self.shared.check_clock().await?;
        loop {
            self.refresh(&mut state, Instant::now()).await?;
            let game = self.load_if_stale(&mut state).await?;
            let kind = if game.has_free_seat() { CommandKind::Cancel } else { CommandKind::Resign };
            // Spectators, and players on a free board, have nothing to resign.
            let Ok(command) = game.table_command(guest, kind, None, None) else { return Ok(()) };
            match self.act(&mut state, &command, None).await {
                // Another process has appended something meanwhile.
                Err(RoomError::Stale) => {}
                Err(RoomError::Command(_)) => return Ok(()),
                result => return result.map(drop),
            }
        }
    }

    /// Lets a guest give up their seat, which is free then. Returns the log's seq after it.
    pub(super) async fn leave_seat(
        &self,
        state: &mut RoomState,
        guest: &Guest,
        key: CommandKey,
    ) -> Result<u64, RoomError> {
        let game = self.load_if_stale(state).await?;
        let [player] = game.players_of(guest)[..] else { return Err(CommandError::NoOtherPlayer.into()) };
        game.check_may_leave(player)?;
        let mut game = state.game.take().ok_or(RoomError::NoSuchGame)?;
        let before = self.before(&game);
        let (seat, at) = (player.index(), self.shared.now());
        game.vacate(seat, at);
        let events = vec![LogEvent::Left { seat, at }];
        let append = Box::new(Append { command: Some(key), ..self.append_to(&game, events) });
        let kept = game.table.timeline().len();
        self.commit(state, game, append, &before, BoardChange { steps: &[], kept }).await?;
        Ok(state.seq)
    }
}
