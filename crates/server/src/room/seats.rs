//! Taking a seat, and giving it up.

use super::broadcast::Effect;
use super::{CommandError, Room, RoomError, RoomState};
use crate::guest::Guest;
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
            let mut game = state.game.take().ok_or(RoomError::NoSuchGame)?;
            let before = room.before(&game);
            let at = Some(room.shared.now());
            game.seat(seat, guest.clone(), at);
            let events = vec![LogEvent::Seated { seat, guest: guest.clone(), at }];
            let append = Box::new(Append { member: Some(guest), ..room.append_to(&game, events) });
            let kept = game.table.timeline().len();
            room.commit(&mut state, game, append, &before, Effect { steps: &[], kept }).await
        });
        task.await?
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
        self.commit(state, game, append, &before, Effect { steps: &[], kept }).await?;
        Ok(state.seq)
    }
}
