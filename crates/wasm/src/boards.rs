//! Answers the requests about analysis boards, reviews and puzzles.

use crate::api::to_json;
use crate::error::ApiError;
use crate::request::{PuzzleRequest, ReviewRequest, ValuedPosition};
use parlor_engines::{Expectation, StopFlag, Value, ValueKind};
use parlor_play::protocol::{kind_word, outcome_word};
use parlor_play::{
    AnalysisBoard, AnalysisCommand, AnalysisFormat, Options, PositionValues, PuzzleMaker, Review, Session,
    game,
};
use serde_json::{Value as Json, json};
use std::collections::HashMap;

/// The most boards that are open at the same time.
const MAX_BOARDS: usize = 100;
/// The game that a board has before it is told another.
const ANY_GAME: &str = parlor_play::DEFAULT_GAME;

/// The analysis boards that are open.
#[derive(Default)]
pub(crate) struct Boards {
    boards: HashMap<u64, AnalysisBoard>,
    last_id: u64,
}

impl Boards {
    /// Opens a board with its first command.
    pub(crate) fn open(&mut self, command: &AnalysisCommand) -> Result<Json, ApiError> {
        if self.boards.len() >= MAX_BOARDS {
            return Err(ApiError::TooManyGames);
        }
        let mut board = AnalysisBoard::new(ANY_GAME, &Options::default()).map_err(ApiError::Analysis)?;
        board.act(command).map_err(ApiError::Analysis)?;
        self.last_id += 1;
        let state = board.state();
        let opened = json!({ "id": self.last_id, "state": state, "nodes": board.nodes() });
        self.boards.insert(self.last_id, board);
        Ok(opened)
    }

    /// Carries out a command; returns the state, and the nodes if they are not those of the revision that is known.
    pub(crate) fn act(
        &mut self,
        id: u64,
        command: &AnalysisCommand,
        known: Option<u64>,
    ) -> Result<Json, ApiError> {
        let board = self.boards.get_mut(&id).ok_or(ApiError::NoSuchGame(id))?;
        board.act(command).map_err(ApiError::Analysis)?;
        let state = board.state();
        let is_known = known == Some(state.revision) && !command.replaces_board();
        let nodes = (!is_known).then(|| board.nodes());
        Ok(json!({ "id": id, "state": state, "nodes": nodes }))
    }

    pub(crate) fn export(&self, id: u64, format: AnalysisFormat) -> Result<Json, ApiError> {
        let board = self.boards.get(&id).ok_or(ApiError::NoSuchGame(id))?;
        Ok(json!(board.export(format).map_err(ApiError::Analysis)?))
    }

    pub(crate) fn close(&mut self, id: u64) -> Json {
        json!(self.boards.remove(&id).is_some())
    }
}

/// Reviews the line of a game by the values of its positions.
pub(crate) fn review(session: &dyn Session, request: &ReviewRequest) -> Result<Json, ApiError> {
    let values: Vec<PositionValues> = request.values.iter().map(position_values).collect();
    to_json(&Review::new(session, &values))
}

fn position_values(position: &ValuedPosition) -> PositionValues {
    let moves = position.moves.iter().map(|valued| {
        let kinds = [ValueKind::Exact, ValueKind::Bound, ValueKind::Estimate];
        let outcomes = [Expectation::Win, Expectation::Draw, Expectation::Loss, Expectation::Unknown];
        let value = Value {
            kind: kinds
                .into_iter()
                .find(|&kind| kind_word(kind) == valued.kind)
                .unwrap_or(ValueKind::Estimate),
            outcome: outcomes
                .into_iter()
                .find(|&outcome| outcome_word(outcome) == valued.outcome)
                .unwrap_or(Expectation::Unknown),
            plies: valued.plies,
            score: valued.score,
        };
        (valued.text.clone(), value)
    });
    PositionValues { ply: position.ply, moves: moves.collect() }
}

/// Plays games until one has a puzzle in it, at most so many.
pub(crate) fn puzzle(request: &PuzzleRequest) -> Result<Json, ApiError> {
    let PuzzleRequest { game: name, options, seed, games } = request;
    let game =
        game(name).ok_or_else(|| ApiError::Options(parlor_play::BadOptions::NoSuchGame(name.clone())))?;
    let mut maker = PuzzleMaker::new(game, options, *seed).map_err(ApiError::Puzzles)?;
    let found = (0..*games).find_map(|_| maker.try_next(&StopFlag::default()));
    to_json(&found)
}
