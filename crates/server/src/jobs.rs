//! Engines' moves and fallen flags: work that is due, claimed by a lease and done in a limited number of threads.
//!
//! The database is the queue: every process claims as much as it has threads for, in the order that is fair to all.

use crate::app::App;
use crate::create_game::ENGINE_MEMORY;
use crate::error::error_chain;
use crate::room::{EngineJob, Room, RoomError};
use crate::storage::{Claim, Claimed, LEASE, Lease};
use parlor_engines::Settings;
use parlor_host::{EngineHandle, HostOptions};
use parlor_play::{PlayerSpec, RecordedPlayer};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval, sleep};

const RENEW_INTERVAL: Duration = Duration::from_secs(1);

/// How often the storage is searched for due work: fallen flags, ended leases.
const SWEEP_INTERVAL: Duration = Duration::from_millis(250);

/// How often the queue is looked at.
const QUEUE_INTERVAL: Duration = Duration::from_millis(500);

/// How much the priority of threads that think is lowered: answering comes first.
const LOWER_PRIORITY: u8 = 10;

/// The least time that an engine gets, however many games wait.
const LEAST_TIME: Duration = Duration::from_millis(50);

/// Claims and does the work that is due.
pub(crate) struct Jobs {
    app: App,
    state: Mutex<JobState>,
    thread_freed: Notify,
}

/// What is claimed and being thought about.
#[derive(Default)]
struct JobState {
    /// The leases that this process has, each by the number of its claim.
    leases: HashMap<u64, Lease>,
    /// How many claims there were.
    claims: u64,
    /// How many threads are taken.
    thinking: usize,
}

/// What a claim takes, given back when it is dropped: also if the work panics or is canceled.
struct Slot {
    jobs: Arc<Jobs>,
    /// The number of the claim.
    number: u64,
    has_thread: bool,
}

impl Slot {
    /// Ends the lease, which is not renewed any more.
    fn end_lease(&self) {
        self.jobs.state().leases.remove(&self.number);
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.end_lease();
        if self.has_thread {
            self.jobs.free_thread();
        }
    }
}

impl JobState {
    /// Takes in a claim, and returns its number.
    fn add(&mut self, claimed: &Claimed) -> u64 {
        self.claims += 1;
        self.leases.insert(self.claims, claimed.lease());
        self.thinking += usize::from(claimed.is_engine);
        self.claims
    }
}

impl Jobs {
    /// Creates the worker; nothing is claimed yet.
    pub(crate) fn new(app: App) -> Jobs {
        Jobs { app, state: Mutex::default(), thread_freed: Notify::new() }
    }

    /// Works until the server stops.
    pub(crate) async fn run(self: Arc<Jobs>, mut wakes: mpsc::Receiver<()>) {
        let (mut sweeps, mut renewals) = (interval(SWEEP_INTERVAL), interval(RENEW_INTERVAL));
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                woken = wakes.recv() => match woken {
                    Some(()) => self.claim().await,
                    None => return,
                },
                _ = sweeps.tick() => self.claim().await,
                _ = renewals.tick() => self.renew().await,
                () = self.thread_freed.notified() => self.claim().await,
                () = self.app.shared.stopping.cancelled() => return,
            }
        }
    }

    /// Looks at the queue again and again: how long it is, and which place each game has.
    pub(crate) async fn watch_queue(app: App) {
        loop {
            sleep(QUEUE_INTERVAL).await;
            match app.shared.storage.waiting().await {
                Ok(waiting) => {
                    app.shared.metrics.queue(waiting.length);
                    app.shared.queue.set(&waiting);
                    app.hub.tell_places(&waiting);
                }
                Err(error) => tracing::debug!(error = error_chain(&error), "queue not looked at"),
            }
        }
    }

    async fn claim(self: &Arc<Jobs>) {
        let limits = &self.app.shared.config.limits;
        let free = limits.engine_threads.saturating_sub(self.state().thinking);
        let claim = Claim { engines: free, engines_per_client: limits.engines_per_client, lease: LEASE };
        match self.app.shared.storage.claim(claim).await {
            Ok(claimed) => {
                for work in claimed {
                    let slot = self.take_slot(&work);
                    tokio::spawn(self.clone().work(slot, work));
                }
            }
            Err(error) => tracing::error!(error = error_chain(&error), "due work not claimed"),
        }
    }

    fn take_slot(self: &Arc<Jobs>, work: &Claimed) -> Slot {
        let mut state = self.state();
        let number = state.add(work);
        self.app.shared.metrics.engines_thinking(state.thinking);
        Slot { jobs: self.clone(), number, has_thread: work.is_engine }
    }

    async fn renew(&self) {
        let (numbers, leases): (Vec<u64>, Vec<Lease>) =
            self.state().leases.iter().map(|(number, lease)| (*number, lease.clone())).unzip();
        if leases.is_empty() {
            return;
        }
        match self.app.shared.storage.renew(leases, LEASE).await {
            Ok(ends) => {
                let mut state = self.state();
                for (number, end) in numbers.into_iter().zip(ends) {
                    match (end, state.leases.get_mut(&number)) {
                        (Some(end), Some(lease)) => lease.until = end,
                        // Somebody else does it now. Whoever is first makes the move, the other one's is too late.
                        _ => drop(state.leases.remove(&number)),
                    }
                }
            }
            Err(error) => tracing::error!(error = error_chain(&error), "leases not renewed"),
        }
    }

    /// Does what was claimed.
    async fn work(self: Arc<Jobs>, slot: Slot, claimed: Claimed) {
        let Claimed { game, seq, is_engine, waited, .. } = claimed;
        if is_engine {
            self.app.shared.metrics.engine_waited(waited);
        }
        let job = async {
            let room = self.app.hub.room(&game).await?;
            // Another process may have made the last move.
            room.catch_up(seq).await;
            let job = room.next_engine_job().await?;
            Ok::<_, RoomError>(job.map(|job| (room, job)))
        };
        let job = job.await;
        // A thread is taken only for an engine's move.
        let reply = match job {
            Ok(Some((room, job))) if is_engine => {
                let seq = job.seq;
                let text = self.think(&room, job).await;
                text.map(|text| (room, seq, text))
            }
            Ok(_) => None,
            Err(error) => {
                tracing::error!(error = error_chain(&error), game, "due work failed");
                None
            }
        };
        // Released before the move, which may make the next one due at once.
        slot.end_lease();
        if let Some((room, seq, text)) = reply
            && let Err(error) = room.apply_engine_move(seq, text).await
        {
            tracing::error!(error = error_chain(&error), game, "engine's move not made");
        }
    }

    fn free_thread(&self) {
        let mut state = self.state();
        state.thinking -= 1;
        self.app.shared.metrics.engines_thinking(state.thinking);
        drop(state);
        self.thread_freed.notify_one();
    }

    /// Lets an engine think about a position, and returns its move.
    async fn think(&self, room: &Room, job: EngineJob) -> Option<String> {
        let EngineJob { engine, session, moves, stop, .. } = job;
        let started = Instant::now();
        let seed = self.app.shared.random_seed().unwrap_or(0);
        let (sender, mut reply) = oneshot::channel();
        let mut sender = Some(sender);
        let settings = Settings { seed, memory: ENGINE_MEMORY, ..Settings::default() };
        let options = HostOptions { settings, lower_priority: LOWER_PRIORITY, is_quiet: true };
        let program = self.app.shared.config.program(session.info().name, &engine).cloned();
        let named = || engine.parse::<RecordedPlayer>().and_then(|engine| engine.without_program()).ok();
        let spec = program.or_else(named).unwrap_or(PlayerSpec::Human);
        let limit = self.thinking_time(&spec);
        let mut handle = EngineHandle::start(&*session, &spec, options, move |reply| {
            if let Some(sender) = sender.take() {
                let _ = sender.send(reply);
            }
        });
        handle.go_until(&moves, None, stop.clone());
        let stopping = &self.app.shared.stopping;
        let reply = async {
            tokio::select! {
                reply = &mut reply => return reply,
                () = sleep(limit) => stop.stop(),
                () = stopping.cancelled() => stop.stop(),
            }
            reply.await
        };
        let text = match reply.await.map(|reply| reply.result) {
            // A server that stops leaves the move to another one, or to its next start.
            Ok(Ok(text)) if !stopping.is_cancelled() => Some(text),
            // The game has moved on, or the server stops.
            _ if stop.is_stopped() => None,
            Ok(Err(fault)) => {
                tracing::error!(%fault, %engine, game = room.id, "engine chose no move");
                None
            }
            _ => None,
        };
        self.app.shared.metrics.engine_thought(started.elapsed());
        text
    }

    /// Returns how long an engine may think: less when many games wait.
    fn thinking_time(&self, spec: &PlayerSpec) -> Duration {
        let most = self.app.shared.config.limits.engine_time;
        let own = match spec {
            PlayerSpec::Engine { limits, .. } => limits.time,
            _ => None,
        };
        let time = own.map_or(most, |own| own.min(most));
        time.mul_f64(self.app.shared.queue.share_of_time()).max(LEAST_TIME.min(time))
    }

    fn state(&self) -> MutexGuard<'_, JobState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::NullBus;
    use crate::config::Config;
    use crate::storage::{FILE, Sqlite};

    #[tokio::test]
    async fn work_that_panics_gives_back_its_thread_and_its_lease() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Sqlite::open(&folder.path().join(FILE)).await.unwrap();
        let config = Config::new(([127, 0, 0, 1], 0).into(), folder.path());
        let (app, _wakes) = App::new(config, Arc::new(storage), Arc::new(NullBus::default()));
        let jobs = Arc::new(Jobs::new(app));
        let claimed =
            Claimed { game: "game".into(), seq: 1, is_engine: true, waited: Duration::ZERO, until: 0 };
        let held = || {
            let state = jobs.state();
            (state.thinking, state.leases.len())
        };
        let slot = jobs.take_slot(&claimed);
        assert_eq!(held(), (1, 1));
        let work = tokio::spawn(async move {
            let _slot = slot;
            panic!("a mistake of the program");
        });
        assert!(work.await.is_err());
        assert_eq!(held(), (0, 0));
        // The next claim needs no sweep.
        jobs.thread_freed.notified().await;
    }
}
