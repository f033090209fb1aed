//! What boards have to do with other processes that serve the same games.

use super::{Board, FollowBoards, ID_BYTES, Shown};
use crate::bus::BusMessage;
use std::time::{Duration, Instant};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::timeout;

/// How long other processes may take to say what a board shows.
const ASK_TIMEOUT: Duration = Duration::from_secs(1);

impl FollowBoards {
    /// Asks other processes for a board that this one does not know; those that know it send it.
    pub(crate) async fn find(&self, id: &str) {
        let is_id = id.len() == 2 * ID_BYTES && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_id || self.bus.is_connected() != Some(true) || self.lock().contains_key(id) {
            return;
        }
        self.bus.follow(id);
        let known = async {
            loop {
                let mut arrived = std::pin::pin!(self.arrived.notified());
                arrived.as_mut().enable();
                if self.lock().contains_key(id) {
                    return;
                }
                arrived.await;
            }
        };
        self.bus.publish(BusMessage::WhoPresents { board: id.into() });
        if timeout(ASK_TIMEOUT, known).await.is_err() && !self.lock().contains_key(id) {
            self.bus.unfollow(id);
        }
    }

    /// Takes in what other processes say.
    pub(crate) async fn follow_bus(&self) {
        let mut messages = self.bus.subscribe();
        loop {
            match messages.recv().await {
                Ok(message) => self.hear(message, Instant::now()),
                Err(RecvError::Lagged(_)) => self.hear(BusMessage::Missed, Instant::now()),
                Err(RecvError::Closed) => return,
            }
        }
    }

    fn hear(&self, message: BusMessage, now: Instant) {
        match message {
            BusMessage::Presented { board: id, seq, shown } => {
                let mut boards = self.current(now);
                if let Some(board) = boards.get(&id) {
                    return board.adopt(seq, shown);
                }
                match self.limits.make_room_for_copy(&boards) {
                    Ok(evicted) => {
                        evicted.into_iter().for_each(|evicted| self.evict(&mut boards, &evicted));
                        boards.insert(id, Board::new(seq, shown, now));
                        self.arrived.notify_waiters();
                    }
                    Err(_) => self.bus.unfollow(&id),
                }
            }
            BusMessage::WhoPresents { board: id } => {
                if let Some(board) = self.lock().get(&id) {
                    self.tell(&id, board);
                }
            }
            BusMessage::PresentingEnded { board: id } => {
                self.lock().remove(&id);
                self.bus.unfollow(&id);
            }
            BusMessage::Missed => {
                for id in self.lock().keys() {
                    self.bus.publish(BusMessage::WhoPresents { board: id.clone() });
                }
            }
            _ => {}
        }
    }

    /// Tells other processes what a board shows.
    pub(super) fn tell(&self, id: &str, board: &Board) {
        if self.bus.is_connected().is_some() {
            let Shown { seq, board, .. } = board.shown.borrow().clone();
            self.bus.publish(BusMessage::Presented { board: id.into(), seq, shown: (*board).clone() });
        }
    }
}
