//! The engines behind `parlor htp`: they choose moves, evaluate cells and solve positions.

use super::best_engine;
use super::htp_solver::{Allowance, HtpSolver};
use crate::args::HtpArgs;
use crate::error::CliError;
use parlor_engines::{Limits, Report, Settings, StopFlag};
use parlor_host::{EngineHandle, HostOptions, Reply};
use parlor_play::hex::htp::{EnginePosition, HtpGame, shown};
use parlor_play::{BadPlayerSpec, Options, PlayerSpec, RecordedPlayer, Session, game};
use parlor_rules::hex::Move;
use parlor_rules::{Player, Setup};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time for a move if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);
/// The least time for a move, however little is left.
const LEAST_TIME: Duration = Duration::from_millis(10);
/// The fewest moves that the time left is shared out among.
const FEWEST_MOVES: u32 = 8;
/// How long an engine may take beyond its limit until it is given up.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often whoever waits looks at the clock.
const POLL: Duration = Duration::from_millis(10);
/// The name for the strongest engine that fits the board.
const STRONGEST: &str = "strongest";

/// Ends the search that is under way from another thread.
#[derive(Clone, Default)]
pub(super) struct Interrupt(Arc<Mutex<StopFlag>>);

impl Interrupt {
    pub(super) fn stop(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).stop();
    }

    /// Starts with a new flag, which the next interrupt sets.
    fn renew(&self) -> StopFlag {
        let flag = StopFlag::default();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = flag.clone();
        flag
    }
}

/// What a search found.
pub(super) struct SearchResult {
    /// The move, in our notation.
    pub(super) chosen: String,
    report: Option<Report<String>>,
}

/// An engine that runs, and what it was started for.
struct Running {
    spec: PlayerSpec,
    settings: Settings,
    options: Options,
    start: Setup,
    handle: EngineHandle,
    replies: Receiver<Reply>,
}

/// The engine behind an HTP session: which one, its limits, and the search that runs.
pub(super) struct HtpEngine {
    who: Option<PlayerSpec>,
    limits: Limits,
    settings: Settings,
    /// The engine of the last search. It may remember what it has searched.
    running: Option<Running>,
    solver: HtpSolver,
    interrupt: Interrupt,
}

impl HtpEngine {
    pub(super) fn new(args: HtpArgs, interrupt: Interrupt) -> Result<HtpEngine, CliError> {
        let settings = Settings {
            seed: args.seed,
            memory: args.limits.memory,
            threads: args.threads as usize,
            ..Settings::default()
        };
        let limits = args.limits.limits();
        if let Some(who) = &args.engine {
            check_exists(who).map_err(CliError::bad)?;
        }
        Ok(HtpEngine {
            who: args.engine,
            limits,
            settings,
            running: None,
            solver: HtpSolver::default(),
            interrupt,
        })
    }

    /// Chooses a move within the limits and a share of the time that is left. Returns the time it took, too.
    pub(super) fn choose(
        &mut self,
        position: &EnginePosition,
        left: Option<Duration>,
        empty_cells: usize,
    ) -> Result<(SearchResult, Duration), String> {
        let limits = self.move_limits();
        let share = left.map(|left| {
            let moves = u32::try_from(empty_cells / 6).unwrap_or(u32::MAX).max(FEWEST_MOVES);
            (left / moves).max(LEAST_TIME)
        });
        let spec = self.spec(&*position.session);
        let started = Instant::now();
        let thought = self.think(position, spec, limits, share, self.settings)?;
        Ok((thought, started.elapsed()))
    }

    /// Returns the values of all moves.
    pub(super) fn values(&mut self, position: &EnginePosition) -> Result<Report<String>, String> {
        let settings = Settings { score_all_moves: true, ..self.settings };
        let spec = self.spec(&*position.session);
        let thought = self.think(position, spec, self.move_limits(), None, settings)?;
        thought.report.ok_or_else(|| "the engine does not say what it thinks".into())
    }

    /// Returns whether the player to move wins.
    pub(super) fn wins(&mut self, position: &EnginePosition) -> Result<bool, String> {
        let interrupted = self.interrupt.renew();
        self.solver.wins(position, &self.allowance(&interrupted))
    }

    /// Returns the line that shows who wins.
    pub(super) fn solved_line(&mut self, position: &EnginePosition) -> Result<Vec<String>, String> {
        let interrupted = self.interrupt.renew();
        let line = self.solver.line(position, &self.allowance(&interrupted))?;
        Ok(line.iter().map(Move::to_string).collect())
    }

    /// Shows or sets the parameters of the engines.
    pub(super) fn parameters(&mut self, words: &[String]) -> Result<String, String> {
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => {
                let engine = self.who.as_ref().map_or(STRONGEST.into(), PlayerSpec::to_string);
                let time =
                    self.move_limits().time.map_or("none".into(), |time| time.as_secs_f64().to_string());
                let nodes = self.limits.nodes.map_or("none".into(), |nodes| nodes.to_string());
                let threads = self.settings.threads;
                return Ok(format!(
                    "\n[string] engine {engine}\n[string] max_time {time}\n[string] max_nodes {nodes}\n[string] threads {threads}"
                ));
            }
            ["engine", STRONGEST] => self.who = None,
            ["engine", name] => {
                // The command comes from another program.
                let named = name.parse().and_then(|named: RecordedPlayer| named.without_program());
                let who = named.map_err(|error| error.to_string())?;
                check_exists(&who)?;
                self.who = Some(who);
            }
            ["max_time", "none"] => self.limits.time = None,
            ["max_time", seconds] => {
                let limit: Result<Limits, _> = format!("{seconds}s").parse();
                let limit = limit.map_err(|_| format!("{} is no number of seconds", shown(seconds)))?;
                self.limits.time = limit.time;
            }
            ["max_nodes", "none"] => self.limits.nodes = None,
            ["max_nodes", nodes] => {
                let limit: Result<Limits, _> = format!("{nodes}n").parse();
                self.limits.nodes =
                    limit.map_err(|_| format!("{} is no number of nodes", shown(nodes)))?.nodes;
            }
            ["threads", threads] => {
                let threads = threads.parse().ok().filter(|threads| (1..=256).contains(threads));
                self.settings.threads = threads.ok_or("threads is from 1 to 256")?;
            }
            [name, ..] => return Err(format!("unknown parameter or value: {}", shown(name))),
        }
        Ok(String::new())
    }

    fn allowance<'a>(&self, interrupted: &'a StopFlag) -> Allowance<'a> {
        Allowance { limits: self.limits_or_default(), memory: self.settings.memory, interrupted }
    }

    /// Returns the limits of a move. An engine that was named has those of its level unless others were asked for: it is the
    /// same engine over every protocol.
    fn move_limits(&self) -> Limits {
        if self.who.is_some() { self.limits } else { self.limits_or_default() }
    }

    fn limits_or_default(&self) -> Limits {
        self.limits.or_default_time(DEFAULT_TIME)
    }

    fn spec(&self, session: &dyn Session) -> PlayerSpec {
        let best =
            || game(session.info().name).map_or(PlayerSpec::Human, |game| best_engine(game, session, true));
        self.who.clone().unwrap_or_else(best)
    }

    /// Searches a position and waits for the reply, no longer than the share of a clock.
    fn think(
        &mut self,
        position: &EnginePosition,
        spec: PlayerSpec,
        mut limits: Limits,
        share: Option<Duration>,
        settings: Settings,
    ) -> Result<SearchResult, String> {
        if let Some(share) = share.filter(|_| limits != Limits::default()) {
            limits.time = Some(limits.time.map_or(share, |own| own.min(share)));
        }
        let session = &*position.session;
        let is_same = |running: &Running| {
            running.spec == spec
                && running.settings == settings
                && running.options == *session.options()
                && running.start == session.setup()
        };
        if !self.running.as_ref().is_some_and(is_same) {
            self.running = Some(start(session, spec.clone(), settings)?);
        }
        let Some(running) = &mut self.running else { return Err("there is no engine".into()) };
        // An engine's own limit is used where it has one.
        let own = matches!(&spec, PlayerSpec::Engine { limits, .. } if *limits != Limits::default());
        let stop = self.interrupt.renew();
        let search = running.handle.go_until(&position.moves, (!own).then_some(limits), stop.clone());
        let started = Instant::now();
        let result = loop {
            match running.replies.recv_timeout(POLL) {
                Ok(reply) if reply.search == search.id => break reply.result,
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return self.give_up("the engine ended"),
                Err(RecvTimeoutError::Timeout) => {
                    let Some(time) = limits.time.or(share) else { continue };
                    // A solver knows no limits, and a level without any has only its own.
                    if started.elapsed() > time {
                        stop.stop();
                    }
                    if started.elapsed() > time.saturating_add(PATIENCE) && !own {
                        return self.give_up("the engine took too long");
                    }
                }
            }
        };
        let chosen = result.map_err(|fault| format!("the engine {fault}"))?;
        Ok(SearchResult { chosen, report: running.handle.latest() })
    }

    fn give_up(&mut self, reason: &str) -> Result<SearchResult, String> {
        self.running = None;
        Err(reason.into())
    }
}

/// Returns an error for a person and for an engine that Hex does not have. Whether one fits the board is said by the
/// command that needs it, because the board may change.
fn check_exists(who: &PlayerSpec) -> Result<(), String> {
    let name = match who {
        PlayerSpec::Engine { name, .. } => name,
        PlayerSpec::Human => return Err("a person can't be asked here: name an engine".into()),
        _ => return Ok(()),
    };
    match HtpGame::default().position(Player::One)?.session.check_engine(name) {
        Ok(()) | Err(BadPlayerSpec::Unsupported(_)) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

fn start(session: &dyn Session, spec: PlayerSpec, settings: Settings) -> Result<Running, String> {
    let (sender, replies) = channel();
    let options = HostOptions { settings, ..HostOptions::default() };
    let handle = EngineHandle::start(session, &spec, options, move |reply| drop(sender.send(reply)));
    handle.wait_until_started().map_err(|error| error.to_string())?;
    let (options, start) = (session.options().clone(), session.setup());
    Ok(Running { spec, settings, options, start, handle, replies })
}
