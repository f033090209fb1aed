//! Engines' moves and fallen flags: work that is due, claimed by a lease and done in a limited number of threads.

use crate::app::App;
use crate::create_game::ENGINE_MEMORY;
use crate::error::error_chain;
use crate::guest::Guest;
use crate::queue::Queue;
use crate::room::{EngineJob, Room, RoomError};
use parlor_engines::Settings;
use parlor_host::{EngineHandle, HostOptions};
use parlor_play::PlayerSpec;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval, sleep};

/// How long a claim holds unless it is renewed: if a process dies, another does its work after that.
const LEASE: Duration = Duration::from_secs(3);
const RENEW_INTERVAL: Duration = Duration::from_secs(1);

/// How often the storage is searched for due work: fallen flags, ended leases.
const SWEEP_INTERVAL: Duration = Duration::from_millis(250);

/// How much the priority of threads that think is lowered: answering comes first.
const LOWER_PRIORITY: u8 = 10;

/// Claims and does the work that is due.
pub(crate) struct Jobs {
    app: App,
    state: Mutex<JobState>,
    thread_freed: Notify,
}

/// What is claimed, waiting and being thought about.
#[derive(Default)]
struct JobState {
    /// The claimed games, with how many positions of each are being thought about: an outdated one may not have
    /// stopped yet.
    claimed: HashMap<String, usize>,
    /// The positions that wait for a thread.
    waiting: Queue<(Arc<Room>, EngineJob)>,
    /// How many engines think for each client.
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
    /// Creates the worker; nothing is claimed yet.
    pub(crate) fn new(app: App) -> Jobs {
        Jobs { app, state: Mutex::default(), thread_freed: Notify::new() }
    }

    /// Works until the server stops.
    pub(crate) async fn run(self: Arc<Jobs>, mut due_games: mpsc::Receiver<String>) {
        let (mut sweeps, mut renewals) = (interval(SWEEP_INTERVAL), interval(RENEW_INTERVAL));
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                game = due_games.recv() => match game {
                    Some(game) => self.claim(Some(game)).await,
                    None => return,
                },
                _ = sweeps.tick() => self.claim(None).await,
                _ = renewals.tick() => self.renew().await,
                () = self.thread_freed.notified() => {}
                () = self.app.shared.stopping.cancelled() => return,
            }
            self.start_waiting();
        }
    }

    async fn claim(&self, only: Option<String>) {
        let shared = &self.app.shared;
        let claimed = shared.storage.claim(only, shared.now(), LEASE.as_millis() as u64).await;
        let games = match claimed {
            Ok(games) => games,
            Err(error) => return tracing::error!(error = error_chain(&error), "due work not claimed"),
        };
        for game in games {
            *self.state().claimed.entry(game.clone()).or_default() += 1;
            let job = async {
                let room = self.app.hub.room(&game).await?;
                let job = room.next_engine_job().await?;
                Ok::<_, RoomError>(job.map(|job| (room, job)))
            };
            match job.await {
                Ok(Some((room, job))) => {
                    let (client, has_people) = (job.client.clone(), job.has_people);
                    self.state().waiting.push(client, has_people, (room, job));
                }
                Ok(None) => self.state().release(&game),
                Err(error) => {
                    tracing::error!(error = error_chain(&error), game, "due work failed");
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
                tracing::error!(error = error_chain(&error), "leases not renewed");
            }
        }
    }

    /// Starts waiting positions on free threads, passing over clients with enough engines thinking.
    fn start_waiting(self: &Arc<Jobs>) {
        let limits = &self.app.shared.config.limits;
        loop {
            let mut state = self.state();
            if state.thinking() >= limits.engine_threads.max(1) {
                return;
            }
            let JobState { waiting, thinking, .. } = &mut *state;
            let can_start = |client: &Guest, (_, job): &(Arc<Room>, EngineJob)| {
                job.stop.is_stopped()
                    || thinking.get(client).copied().unwrap_or(0) < limits.engines_per_client
            };
            let Some((room, job)) = waiting.pop(can_start) else { return };
            *state.thinking.entry(job.client.clone()).or_default() += 1;
            let thinking = state.thinking();
            drop(state);
            self.app.shared.metrics.engines_thinking(thinking);
            tokio::spawn(self.clone().think(room, job));
        }
    }

    /// Lets an engine think about a position and makes its move.
    async fn think(self: Arc<Jobs>, room: Arc<Room>, job: EngineJob) {
        let EngineJob { engine, session, seq, client, stop, .. } = job;
        let started = Instant::now();
        let seed = self.app.shared.random_seed().unwrap_or(0);
        let (sender, mut reply) = oneshot::channel();
        let mut sender = Some(sender);
        let settings = Settings { seed, memory: ENGINE_MEMORY, ..Settings::default() };
        let options = HostOptions { settings, lower_priority: LOWER_PRIORITY, is_quiet: true };
        let spec: PlayerSpec = engine.parse().unwrap_or(PlayerSpec::Human);
        let mut handle = EngineHandle::start(&*session, &spec, options, move |reply| {
            if let Some(sender) = sender.take() {
                let _ = sender.send(reply);
            }
        });
        handle.go_until(&[], None, stop.clone());
        let limit = self.app.shared.config.limits.engine_time;
        let reply = async {
            tokio::select! {
                reply = &mut reply => return reply,
                () = sleep(limit) => stop.stop(),
                () = self.app.shared.stopping.cancelled() => stop.stop(),
            }
            reply.await
        };
        let text = match reply.await.map(|reply| reply.result) {
            Ok(Ok(text)) => Some(text),
            // The game has moved on, or the server stops.
            _ if stop.is_stopped() => None,
            Ok(Err(fault)) => {
                tracing::error!(%fault, %engine, game = room.id, "engine chose no move");
                None
            }
            Err(_) => None,
        };
        // Released before the move, which may make the next one due at once.
        self.state().release(&room.id);
        if let Some(text) = text
            && !self.app.shared.stopping.is_cancelled()
            && let Err(error) = room.apply_engine_move(seq, text).await
        {
            tracing::error!(error = error_chain(&error), game = room.id, "engine's move not made");
        }
        self.app.shared.metrics.engine_thought(started.elapsed());
        let mut state = self.state();
        if let Some(thinking) = state.thinking.get_mut(&client) {
            *thinking -= 1;
        }
        state.thinking.retain(|_, thinking| *thinking > 0);
        self.app.shared.metrics.engines_thinking(state.thinking());
        drop(state);
        self.thread_freed.notify_one();
    }

    fn state(&self) -> MutexGuard<'_, JobState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
