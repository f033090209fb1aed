//! A game in progress, with its types put away: moves are text, positions are views.

use crate::games::{Effect, GameInfo, Move, Rules};
use crate::thinker::{BadPlayerSpec, PlayerSpec, SessionEngine, Typed};
use crate::view::{Goal, Layout, MoveTarget, Status, Step, View, cells};
use crate::{BadOptions, Options};
use parlor_engines::{EngineRegistry, Settings};
use parlor_rules::{BadMove, IllegalMove, Outcome, Player, Position, Setup, Solo, SplitMix64, Turn};
use std::any::Any;
use std::fmt;

/// A game in progress, whichever it is.
pub trait Session: Send + Sync {
    /// What game it is.
    fn about(&self) -> &'static GameInfo;

    /// What was chosen about it.
    fn options(&self) -> &Options;

    /// Who is to move.
    fn turn(&self) -> Turn;

    /// The moves so far as text, chance included.
    fn history(&self) -> Vec<String> {
        self.history_since(0)
    }

    /// The moves after the first so many, as text: whoever keeps up with a long game asks for no more.
    fn history_since(&self, ply: usize) -> Vec<String>;

    /// How many moves were made so far, chance included: what seeded chance depends on.
    fn ply(&self) -> usize;

    /// How many moves the players made so far.
    fn players_plies(&self) -> usize;

    /// Who made the last move that a player made.
    fn last_player(&self) -> Option<Player>;

    /// How a move that can be made is written; of one that can't, why.
    fn check(&self, text: &str) -> Result<String, MoveError>;

    /// Makes a move and tells what it did, phase by phase; on an error nothing has changed.
    fn play(&mut self, text: &str) -> Result<Vec<Step>, MoveError>;

    /// What the last move did, phase by phase; nothing if nothing was played or if it was gone on since.
    fn last_steps(&self) -> Vec<Step>;

    /// Takes back the last move, or the choice to go on; whether there was one.
    fn undo(&mut self) -> bool;

    /// How many things there are to take back.
    fn undo_count(&self) -> usize;

    /// How many of them to take back so that the last move of this player (of anybody) is gone.
    fn back_to(&self, player: Option<Player>) -> Option<usize>;

    /// Plays on after a win, where the game can.
    fn continue_after_win(&mut self) -> bool;

    /// The move that chance makes here with this seed, if it is chance's turn.
    fn chance(&self, seed: u64) -> Option<String>;

    /// The game as it stands, drawn.
    fn view(&self) -> View;

    /// How the cells lie.
    fn layout(&self) -> Layout;

    /// What a cell holds, counted from the top left: 0 nothing, 1 and 2 the players, or a tile's value.
    fn cell(&self, row: usize, column: usize) -> u64;

    /// How far the game is, and who has won it.
    fn status(&self) -> (Status, Option<Player>);

    /// Who is to move, in games that can say.
    fn next(&self) -> Option<Player>;

    /// The winning cells, sorted.
    fn line(&self) -> Vec<[usize; 2]>;

    /// The goal, in games that have one.
    fn goal(&self) -> Option<Goal>;

    /// Rows and columns of the board.
    fn size(&self) -> (usize, usize);

    /// How many cells of a row or a column are filled, rows counted from the top but in growing; none if there is no
    /// such row or column.
    fn filled(&self, along: Axis, index: usize) -> Option<usize>;

    /// The points, in games that count them.
    fn scores(&self) -> Option<[u64; 2]>;

    /// What can be played now: where, and how it is written.
    fn move_targets(&self) -> Vec<(MoveTarget, String)>;

    /// Writes the board as line mode prints it.
    fn write(&self, color: bool, out: &mut dyn fmt::Write) -> fmt::Result;

    /// What a player is called on the board.
    fn side_label(&self, player: Player) -> String;

    /// Who is to move or how it ended, in the game's words.
    fn status_text(&self, names: &[String]) -> String;

    /// The same game from its start, wherever that was.
    fn restarted(&self) -> Box<dyn Session>;

    /// A game that starts where this one stands: for an engine to think about while this one goes on.
    fn snapshot(&self) -> Box<dyn Session>;

    /// The same game from a drawn board.
    fn set_up(&self, setup: &Setup) -> Result<Box<dyn Session>, BadOptions>;

    /// The board as it could be drawn.
    fn setup(&self) -> Setup;

    /// An engine of this game.
    fn engine(&self, who: &PlayerSpec, settings: &Settings) -> Result<Box<dyn SessionEngine>, BadPlayerSpec>;

    /// The typed session behind it, for engines.
    fn as_any(&self) -> &dyn Any;
}

/// A row or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// A row.
    Row,
    /// A column.
    Column,
}

/// Why a text can't be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is no move of the game.
    Bad(BadMove),
    /// It can't be made here.
    Illegal(IllegalMove),
}

impl fmt::Display for MoveError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Bad(bad) => bad.fmt(out),
            MoveError::Illegal(illegal) => illegal.fmt(out),
        }
    }
}

impl std::error::Error for MoveError {}

/// A game in progress, typed.
pub(crate) struct TypedSession<R: Rules> {
    options: Options,
    start: R::Position,
    position: R::Position,
    made: Vec<Made<R>>,
    plies: usize,
    players_plies: usize,
}

/// Something that was done and can be taken back.
enum Made<R: Rules> {
    Move { by: Option<Player>, played: Move<R>, landing: usize, did: Effect<R> },
    Continued,
}

impl<R: Rules> TypedSession<R> {
    pub(crate) fn new(options: Options, start: R::Position) -> TypedSession<R> {
        TypedSession { options, position: start.clone(), start, made: Vec::new(), plies: 0, players_plies: 0 }
    }

    pub(crate) fn position(&self) -> &R::Position {
        &self.position
    }
}

impl<R: Rules> Session for TypedSession<R> {
    fn about(&self) -> &'static GameInfo {
        &R::ABOUT
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn history_since(&self, ply: usize) -> Vec<String> {
        let moves = self.made.iter().filter_map(|made| match made {
            Made::Move { played, .. } => Some(played),
            Made::Continued => None,
        });
        moves.skip(ply).map(ToString::to_string).collect()
    }

    fn ply(&self) -> usize {
        self.plies
    }

    fn players_plies(&self) -> usize {
        self.players_plies
    }

    fn last_player(&self) -> Option<Player> {
        self.made.iter().rev().find_map(|made| match made {
            Made::Move { by, .. } => *by,
            Made::Continued => None,
        })
    }

    fn check(&self, text: &str) -> Result<String, MoveError> {
        let played = text.parse::<Move<R>>().map_err(MoveError::Bad)?;
        self.position.check(played).map_err(MoveError::Illegal)?;
        Ok(played.to_string())
    }

    fn play(&mut self, text: &str) -> Result<Vec<Step>, MoveError> {
        let played = text.parse::<Move<R>>().map_err(MoveError::Bad)?;
        self.position.check(played).map_err(MoveError::Illegal)?;
        let by = self.position.turn().player();
        let landing = R::landing(&self.position, played);
        let did = self.position.play_unchecked(played);
        let steps = R::steps(&self.position, played, landing, &did);
        self.made.push(Made::Move { by, played, landing, did });
        self.plies += 1;
        self.players_plies += usize::from(by.is_some());
        Ok(steps)
    }

    fn last_steps(&self) -> Vec<Step> {
        match self.made.last() {
            Some(Made::Move { played, landing, did, .. }) => R::steps(&self.position, *played, *landing, did),
            Some(Made::Continued) | None => Vec::new(),
        }
    }

    fn undo(&mut self) -> bool {
        match self.made.pop() {
            Some(Made::Move { by, played, did, .. }) => {
                self.position.undo(played, did);
                self.plies -= 1;
                self.players_plies -= usize::from(by.is_some());
                true
            }
            Some(Made::Continued) => {
                R::undo_continue(&mut self.position);
                true
            }
            None => false,
        }
    }

    fn undo_count(&self) -> usize {
        self.made.len()
    }

    fn back_to(&self, player: Option<Player>) -> Option<usize> {
        let is_theirs = |made: &Made<R>| match made {
            Made::Move { by, .. } => by.is_some() && (player.is_none() || *by == player),
            Made::Continued => false,
        };
        self.made.iter().rev().position(is_theirs).map(|after| after + 1)
    }

    fn continue_after_win(&mut self) -> bool {
        let went_on = R::continue_after_win(&mut self.position);
        if went_on {
            self.made.push(Made::Continued);
        }
        went_on
    }

    fn chance(&self, seed: u64) -> Option<String> {
        match self.position.turn() {
            Turn::Chance => {
                let mut dice = SplitMix64::at(seed, self.plies as u64);
                self.position.sample(&mut dice).map(|played| played.to_string())
            }
            _ => None,
        }
    }

    fn view(&self) -> View {
        let (rows, columns) = self.size();
        let (status, winner) = self.status();
        let players = Player::BOTH.into_iter().take(R::ABOUT.players);
        View {
            game: R::ABOUT.name,
            layout: R::LAYOUT,
            rows,
            columns,
            cells: (0..rows).map(|row| (0..columns).map(|column| self.cell(row, column)).collect()).collect(),
            status,
            next: self.next().map(Player::number),
            winner: winner.map(Player::number),
            scores: self.scores(),
            goal: self.goal(),
            line: self.line(),
            side_labels: players.map(|player| R::side_label(&self.position, player)).collect(),
            move_targets: self.move_targets(),
        }
    }

    fn layout(&self) -> Layout {
        R::LAYOUT
    }

    fn cell(&self, row: usize, column: usize) -> u64 {
        R::cell(&self.position, row, column)
    }

    fn status(&self) -> (Status, Option<Player>) {
        status_of::<R>(&self.position)
    }

    fn next(&self) -> Option<Player> {
        self.turn().player().filter(|_| R::HAS_NEXT)
    }

    fn line(&self) -> Vec<[usize; 2]> {
        cells(self.position.line())
    }

    fn goal(&self) -> Option<Goal> {
        R::goal(&self.position)
    }

    fn size(&self) -> (usize, usize) {
        R::size(&self.position)
    }

    fn filled(&self, along: Axis, index: usize) -> Option<usize> {
        R::filled(&self.position, along, index)
    }

    fn scores(&self) -> Option<[u64; 2]> {
        R::scores(&self.position)
    }

    fn move_targets(&self) -> Vec<(MoveTarget, String)> {
        let spot = |played: Move<R>| R::move_target(played).map(|spot| (spot, played.to_string()));
        self.position.moves().filter_map(spot).take(MOST_SPOTS).collect()
    }

    fn write(&self, color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        R::write(&self.position, color, out)
    }

    fn side_label(&self, player: Player) -> String {
        R::side_label(&self.position, player)
    }

    fn status_text(&self, names: &[String]) -> String {
        R::status_text(&self.position, names)
    }

    fn restarted(&self) -> Box<dyn Session> {
        Box::new(TypedSession::<R>::new(self.options.clone(), self.start.clone()))
    }

    fn snapshot(&self) -> Box<dyn Session> {
        Box::new(TypedSession::<R>::new(self.options.clone(), self.position.clone()))
    }

    fn set_up(&self, setup: &Setup) -> Result<Box<dyn Session>, BadOptions> {
        let drawn = self.start.set_up(setup).map_err(BadOptions::Setup)?;
        Ok(Box::new(TypedSession::<R>::new(self.options.clone(), drawn)))
    }

    fn setup(&self) -> Setup {
        self.position.setup()
    }

    fn engine(&self, who: &PlayerSpec, settings: &Settings) -> Result<Box<dyn SessionEngine>, BadPlayerSpec> {
        let (name, limits) = match who {
            PlayerSpec::Human | PlayerSpec::Program(_) => return Err(BadPlayerSpec::NoEngine),
            PlayerSpec::Engine { name, limits } => (name, *limits),
        };
        let entry = R::Position::engine(name)
            .ok_or_else(|| BadPlayerSpec::NoSuchEngine { game: R::ABOUT.name, name: name.clone() })?;
        (entry.fits)(&self.start).map_err(BadPlayerSpec::Unfit)?;
        Ok(Box::new(Typed::<R>::new((entry.make)(settings), limits)))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// More places to move than any front end draws (growing's free board has 20,000).
const MOST_SPOTS: usize = 1_000;

/// How a position stands, and who has won.
fn status_of<R: Rules>(position: &R::Position) -> (Status, Option<Player>) {
    // A game with a goal is won from the moment the goal is reached, whatever is still to come.
    if R::goal(position).is_some_and(|goal| goal.max >= goal.target) {
        return (Status::Won, None);
    }
    match position.turn() {
        Turn::Over(Outcome::Win(winner)) => (Status::Won, Some(winner)),
        Turn::Over(Outcome::Draw) => (Status::Drawn, None),
        Turn::Over(Outcome::Solo(Solo::Won)) => (Status::Won, None),
        Turn::Over(Outcome::Solo(Solo::Lost)) => (Status::Lost, None),
        Turn::Player(_) | Turn::Chance => (Status::InProgress, None),
    }
}
