//! Engines' moves and fallen flags: work that is due at games, claimed by a lease and done on the thinking pool.

use crate::app::App;
use crate::create_game::ENGINE_MEMORY;
use crate::guest::Guest;
use crate::platform::lower_priority;
use crate::queue::Queue;
use crate::room::{EngineJob, Room};
use parlor_engines::pool::Pool;
use parlor_engines::{Settings, StopFlag};
use parlor_play::PlayerSpec;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval, sleep};

/// A claim holds this long unless renewed: if a process dies, another does its work after that.
const LEASE: Duration = Duration::from_secs(3);
const RENEW: Duration = Duration::from_secs(1);

/// How often work is looked for that nobody noticed: flags that fall, leases that ended.
const SWEEP: Duration = Duration::from_millis(250);

/// Does the work that is due.
pub(crate) struct Jobs {
    app: App,
    pool: Pool,
    state: Mutex<JobState>,
    freed: Notify,
}

/// What is claimed.
#[derive(Default)]
struct JobState {
    /// Games whose work is ours, with how many positions of each are thought about: one that is out of date may
    /// still be coming to its end.
    claimed: HashMap<String, usize>,
    /// Positions that wait for a thread.
    waiting: Queue<(Arc<Room>, EngineJob)>,
    /// Engines that think, by whose games they play in.
    thinking: HashMap<Guest, usize>,
}

impl JobState {
    fn thinking(&self) -> usize {
        self.thinking.values().sum()
    }

    fn release(&mut self, game: &str) {
        if let Some(claims) = self.claimed.get_mut(game) {
            *claims -= 1;
            if *claims == 0 {
                self.claimed.remove(game);
            }
        }
    }
}

impl Jobs {
    /// With as many threads as the limits say.
    pub(crate) fn new(app: App) -> Jobs {
        let threads = app.shared.config.limits.engine_threads;
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        // As many may wait as think: the state hands out no more than there are threads.
        let pool = Pool::new(threads, threads.get(), lower_priority);
        Jobs { app, pool, state: Mutex::default(), freed: Notify::new() }
    }

    /// Works until the server stops.
    pub(crate) async fn run(self: Arc<Jobs>, mut noticed: mpsc::Receiver<String>) {
        let (mut sweeps, mut renewals) = (interval(SWEEP), interval(RENEW));
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !self.app.shared.stopping.is_stopped() {
            tokio::select! {
                game = noticed.recv() => match game {
                    Some(game) => self.claim(Some(game)).await,
                    None => return,
                },
                _ = sweeps.tick() => self.claim(None).await,
                _ = renewals.tick() => self.renew().await,
                () = self.freed.notified() => {}
                () = self.app.shared.stopped.notified() => return,
            }
            self.hand_out();
        }
    }

    async fn claim(&self, only: Option<String>) {
        let shared = &self.app.shared;
        let claimed = shared.storage.claim(only, shared.now(), LEASE.as_millis() as u64).await;
        let games = match claimed {
            Ok(games) => games,
            Err(error) => return tracing::error!(%error, "work can't be claimed"),
        };
        for game in games {
            *self.state().claimed.entry(game.clone()).or_default() += 1;
            let due = async {
                let room = self.app.hub.room(&game).await?;
                let due = room.due().await?;
                Ok::<_, crate::room::RoomError>(due.map(|due| (room, due)))
            };
            match due.await {
                Ok(Some((room, due))) => {
                    let (client, for_people) = (due.client.clone(), due.for_people);
                    self.state().waiting.push(client, for_people, (room, due));
                }
                Ok(None) => self.state().release(&game),
                Err(error) => {
                    tracing::error!(?error, game, "work can't be done");
                    self.state().release(&game);
                }
            }
        }
    }

    async fn renew(&self) {
        let games: Vec<String> = self.state().claimed.keys().cloned().collect();
        if !games.is_empty() {
            let until = self.app.shared.now() + LEASE.as_millis() as u64;
            if let Err(error) = self.app.shared.storage.renew(games, until).await {
                tracing::error!(%error, "leases can't be renewed");
            }
        }
    }

    /// Gives waiting positions to free threads, passing over clients who have enough engines thinking.
    fn hand_out(self: &Arc<Jobs>) {
        let limits = &self.app.shared.config.limits;
        loop {
            let mut state = self.state();
            if state.thinking() >= limits.engine_threads.max(1) {
                return;
            }
            let JobState { waiting, thinking, .. } = &mut *state;
            let may = |client: &Guest, (_, due): &(Arc<Room>, EngineJob)| {
                due.stop.is_stopped() || thinking.get(client).copied().unwrap_or(0) < limits.engines_a_client
            };
            let Some((room, due)) = waiting.next(may) else { return };
            *state.thinking.entry(due.client.clone()).or_default() += 1;
            let thinking = state.thinking();
            drop(state);
            self.app.shared.metrics.thinking(thinking);
            tokio::spawn(self.clone().think(room, due));
        }
    }

    async fn think(self: Arc<Jobs>, room: Arc<Room>, due: EngineJob) {
        let EngineJob { who, session, seq, client, stop, .. } = due;
        let started = Instant::now();
        let seed = self.app.shared.seed().unwrap_or(0);
        let (chosen, choice) = oneshot::channel();
        let stopped = stop.clone();
        let thinks = self.pool.run(move || {
            let _ = chosen.send(choose(&who, &*session, seed, &stopped));
        });
        let limit = self.app.shared.config.limits.engine_time;
        let choice = async {
            let mut choice = choice;
            tokio::select! {
                choice = &mut choice => return choice.ok().flatten(),
                () = sleep(limit) => stop.stop(),
                () = self.app.shared.stopped.notified() => stop.stop(),
            }
            choice.await.ok().flatten()
        };
        let text = if thinks.is_ok() { choice.await } else { None };
        // The move may make another one due at once: until then the lease in the storage is enough.
        self.state().release(&room.id);
        if let Some(text) = text
            && !self.app.shared.stopping.is_stopped()
            && let Err(error) = room.engine_moves(seq, text).await
        {
            tracing::error!(?error, game = room.id, "an engine's move can't be made");
        }
        self.app.shared.metrics.thought(started.elapsed());
        let mut state = self.state();
        if let Some(thinking) = state.thinking.get_mut(&client) {
            *thinking -= 1;
        }
        state.thinking.retain(|_, thinking| *thinking > 0);
        self.app.shared.metrics.thinking(state.thinking());
        drop(state);
        self.freed.notify_one();
    }

    fn state(&self) -> MutexGuard<'_, JobState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The move an engine chooses.
fn choose(who: &str, session: &dyn parlor_play::Session, seed: u64, stop: &StopFlag) -> Option<String> {
    let who: PlayerSpec = who.parse().ok()?;
    let settings = Settings { seed, memory: ENGINE_MEMORY, ..Settings::default() };
    let mut engine = session.engine(&who, &settings).ok()?;
    engine.think(None, stop, &mut |_| {}).ok()?
}
