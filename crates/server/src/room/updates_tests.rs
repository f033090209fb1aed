//! Random lives of all games: whoever takes every update into the snapshot before it has the snapshot after it.

use super::broadcast::{BoardChange, SnapshotBefore};
use super::snapshot::GameSnapshot;
use super::{CommandKind, Game};
use crate::guest::Guest;
use crate::storage::{CommandKey, LogEvent, LogRecord, SeatOccupant};
use parlor_loadtest::apply_update;
use parlor_play::{Header, Options, Step, TimeControl, games};
use parlor_rules::{Player, SplitMix64};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// A game with two guests who do whatever they can.
struct Life {
    game: Game,
    guests: [Guest; 2],
    names: HashMap<Guest, String>,
    random: SplitMix64,
    now: u64,
    commands: u64,
}

/// What an update was about, and how many bytes it had.
struct Told {
    kind: &'static str,
    message: String,
}

impl Life {
    fn new(name: &str, options: Options, clock: Option<TimeControl>, open: bool, seed: u64) -> Life {
        let guests = [Guest::from_secret("ann"), Guest::from_secret("bob")];
        let names = guests.iter().map(|guest| (guest.clone(), guest.default_name())).collect();
        let header = Header { options, clock, seed: Some(seed), ..Header::new(name) };
        let other = if open { SeatOccupant::Open } else { SeatOccupant::Guest(guests[1].clone()) };
        let players = parlor_play::game(name).unwrap().info().players;
        let seats = [SeatOccupant::Guest(guests[0].clone()), other].into_iter().take(players).collect();
        let opened = LogEvent::Opened { header: Box::new(header), seats, by: guests[0].clone() };
        let game = Game::replay(&[LogRecord { seq: 1, command: None, event: opened, checksum: 0 }])
            .unwrap()
            .unwrap();
        let random = SplitMix64::at(seed, 0);
        let mut life = Life { game, guests, names, random, now: 1_000_000, commands: 0 };
        // The first tiles.
        let _ = life.act("settle", |game, now| game.table.settle(now), None);
        life
    }

    fn draw(&mut self, below: usize) -> usize {
        self.random.next_u64() as usize % below
    }

    fn snapshot(&self) -> GameSnapshot {
        GameSnapshot::new("game", &self.game, &self.names, self.now)
    }

    fn before(&self) -> SnapshotBefore {
        SnapshotBefore::of(&self.game, self.snapshot())
    }

    fn told(
        &self,
        kind: &'static str,
        before: &SnapshotBefore,
        command: Option<&CommandKey>,
        effect: BoardChange<'_>,
    ) -> Option<Told> {
        let update = before.update(&self.game, self.snapshot(), command, effect)?;
        Some(Told { kind, message: update.to_json() })
    }

    fn act(
        &mut self,
        kind: &'static str,
        act: impl FnOnce(&mut Game, u64) -> parlor_play::ActOutcome,
        command: Option<&CommandKey>,
    ) -> Option<Told> {
        let before = self.before();
        // Some think for long enough to lose on time.
        self.now += if self.draw(40) == 0 { 20_000 } else { self.draw(3_000) as u64 };
        let outcome = act(&mut self.game, self.now);
        if outcome.entries.is_empty() {
            return None;
        }
        outcome.entries.iter().for_each(|entry| self.game.exchange_seats(&entry.event));
        self.game.advance(self.game.seq + outcome.entries.len() as u64, 0, command);
        let kind = if outcome.refusal.is_some() { "flag" } else { kind };
        let effect = BoardChange { steps: &outcome.steps, kept: outcome.kept };
        self.told(kind, &before, command, effect)
    }

    /// Does something, if it can be done.
    fn live(&mut self) -> Option<Told> {
        let kept = self.game.table.timeline().len();
        let nothing: BoardChange<'static> = BoardChange { steps: &[] as &[Step], kept };
        match self.draw(60) {
            0 => {
                let before = self.before();
                let name = ["Ann", "", "Zoë \"Z\" \u{1f600}"][self.draw(3)].to_string();
                let guest = self.guests[self.draw(2)].clone();
                self.names.insert(guest, name);
                return self.told("rename", &before, None, nothing);
            }
            1..=4 => {
                let open = self.game.seats.iter().position(|seat| *seat == SeatOccupant::Open)?;
                let before = self.before();
                self.game.seat(open, self.guests[1].clone(), Some(self.now));
                self.game.advance(self.game.seq + 1, 0, None);
                return self.told("join", &before, None, nothing);
            }
            5..=8 if self.game.check_may_leave(Player::Two).is_ok() => {
                let before = self.before();
                self.game.vacate(Player::Two.index(), self.now);
                self.game.advance(self.game.seq + 1, 0, None);
                return self.told("leave", &before, None, nothing);
            }
            _ => {}
        }
        let guest = self.guests[self.draw(2)].clone();
        let kind = match self.draw(24) {
            0..8 if self.game.table.can_continue() => CommandKind::Continue,
            0 => CommandKind::Undo,
            1 | 11 | 12 => CommandKind::Redo,
            2 if self.draw(6) == 0 => CommandKind::Resign,
            3 if self.draw(3) == 0 => CommandKind::Draw,
            4 => CommandKind::Rematch,
            5 => CommandKind::Accept,
            6 => CommandKind::Decline,
            7 | 13 => CommandKind::Withdraw,
            8 => CommandKind::Continue,
            9 if self.draw(3) == 0 => CommandKind::Cancel,
            _ => CommandKind::Move,
        };
        let targets = self.game.table.view().move_targets;
        let text = (!targets.is_empty()).then(|| targets[self.draw(targets.len())].1.clone());
        let command = self.game.table_command(&guest, kind, text.as_deref(), Some(7)).ok()?;
        self.commands += 1;
        let key = CommandKey::new(&guest, &format!("{:012x}", self.commands));
        let name = names_of(kind);
        self.act(name, |game, now| game.table.act(&command, now), Some(&key))
    }
}

fn names_of(kind: CommandKind) -> &'static str {
    match kind {
        CommandKind::Move => "move",
        CommandKind::Undo => "undo",
        CommandKind::Redo => "redo",
        CommandKind::Cancel => "cancel",
        CommandKind::Resign => "resign",
        CommandKind::Draw => "draw",
        CommandKind::Rematch => "rematch",
        CommandKind::Accept => "accept",
        CommandKind::Decline => "decline",
        CommandKind::Withdraw => "withdraw",
        CommandKind::Continue => "continue",
        CommandKind::Leave => "leave",
    }
}

/// What a client has who was there from the beginning.
struct Client {
    snapshot: Value,
    moves: Vec<String>,
}

impl Client {
    fn of(life: &Life) -> Client {
        let snapshot = serde_json::to_value(life.snapshot()).unwrap();
        Client { snapshot, moves: life.game.table.timeline().moves() }
    }

    fn hear(&mut self, message: &str) {
        let update: Value = serde_json::from_str(message).unwrap();
        apply_update(&mut self.snapshot, &update).unwrap();
        if let Some(change) = update.get("moves") {
            self.moves.truncate(change["keep"].as_u64().map_or(usize::MAX, |keep| keep as usize));
            self.moves
                .extend(change["add"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().into()));
        }
    }
}

fn lives_of(name: &str) -> Vec<Options> {
    let sized = |size: &str| Options { size: Some(size.parse().unwrap()), ..Options::default() };
    let info = parlor_play::game(name).unwrap().info();
    let mut lives = vec![Options::default()];
    for kind in info.options {
        match kind {
            parlor_play::OptionKind::Size if info.layout == parlor_play::Layout::Columns => {
                lives.push(sized("6x7"));
            }
            parlor_play::OptionKind::Size => lives.push(sized("4")),
            parlor_play::OptionKind::Target => lives.push(Options { target: Some(8), ..Options::default() }),
            parlor_play::OptionKind::Swap => lives.push(Options { swap: true, ..Options::default() }),
            parlor_play::OptionKind::Free => lives.push(Options { free: true, ..Options::default() }),
            _ => {}
        }
    }
    lives
}

#[test]
fn updates_add_up_to_the_snapshot() {
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for listed in games() {
        let name = listed.info().name;
        for (number, options) in lives_of(name).into_iter().enumerate() {
            for seed in 0..6 {
                let clock = (seed % 2 == 1).then_some(TimeControl { initial: 60_000, increment: 1_000 });
                let mut life =
                    Life::new(name, options.clone(), clock, seed % 3 == 0, 100 * number as u64 + seed);
                let mut client = Client::of(&life);
                for _ in 0..120 {
                    let Some(told) = life.live() else { continue };
                    client.hear(&told.message);
                    let expected = serde_json::to_value(life.snapshot()).unwrap();
                    assert_eq!(
                        client.snapshot, expected,
                        "{name}, seed {seed}, after {}: {}",
                        told.kind, told.message
                    );
                    assert_eq!(client.moves, life.game.table.timeline().moves(), "{name}: {}", told.message);
                    *kinds.entry(told.kind).or_default() += 1;
                }
            }
        }
    }
    for kind in CommandKind::ALL.map(names_of).into_iter().chain(["join", "rename", "flag"]) {
        assert!(kinds.get(kind).is_some_and(|&count| count > 0), "{kind} was tried too rarely: {kinds:?}");
    }
}

/// The most bytes of an update for a move on a board of 6 x 7, by the server's default names.
const MOST_BYTES: usize = 400;

#[test]
fn moves_are_small() {
    let (mut table, mut is_small) = (String::new(), true);
    for listed in games() {
        let info = listed.info();
        for options in lives_of(info.name) {
            let mut sizes = Vec::new();
            for seed in 0..4 {
                let mut life = Life::new(info.name, options.clone(), None, false, seed);
                for _ in 0..150 {
                    let Some(told) = life.live() else { continue };
                    life.names =
                        life.guests.iter().map(|guest| (guest.clone(), guest.default_name())).collect();
                    if told.kind == "move" {
                        sizes.push(told.message.len());
                    }
                }
            }
            sizes.sort_unstable();
            let share = |share: f64| sizes[((sizes.len() - 1) as f64 * share) as usize];
            let (median, p90, p99, most) = (share(0.5), share(0.9), share(0.99), share(1.0));
            let size = options.size.map(|size| size.to_string()).unwrap_or_default();
            table +=
                &format!("{} {size}: median {median}, p90 {p90}, p99 {p99}, most {most} bytes\n", info.name);
            // Where discs vanish and fall, the steps to show them are longer than everything else.
            let limit = if info.points { p90 } else { p99 };
            is_small &= size != "6x7" || limit < MOST_BYTES;
        }
    }
    assert!(is_small, "{table}");
}

/// Lives that the page's own test goes through, a line for each update. `UPDATE_EXAMPLES=1` writes them.
#[test]
fn the_page_knows_these_updates() {
    let mut lines = String::new();
    for listed in games() {
        let name = listed.info().name;
        let clock = Some(TimeControl { initial: 60_000, increment: 0 });
        let mut life = Life::new(name, lives_of(name).pop().unwrap(), clock, true, 3);
        let start = Client::of(&life);
        lines += &format!("{}\n", json!({"snapshot": start.snapshot, "moves": start.moves}));
        let updates: Vec<Told> = std::iter::repeat_with(|| life.live()).take(90).flatten().collect();
        for told in updates {
            lines += &format!("{}\n", told.message);
        }
        let end = Client::of(&life);
        lines += &format!("{}\n", json!({"snapshot": end.snapshot, "moves": end.moves}));
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/tests/unit/updates.jsonl");
    if std::env::var_os("UPDATE_EXAMPLES").is_some() {
        std::fs::write(&file, &lines).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(
        kept == lines,
        "{} is not what the server sends: run this test with UPDATE_EXAMPLES=1",
        file.display()
    );
}
