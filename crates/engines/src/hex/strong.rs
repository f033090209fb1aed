//! The `strong` engine for boards of all sizes.

use super::request::Request;
use super::strong_search::StrongSearch;
use crate::{Engine, Limits, Report, Settings, StopFlag};
use parlor_rules::hex::{Move, Position};

/// An engine for all sides. It keeps what it knows from move to move.
pub struct Strong {
    settings: Settings,
    sized: Option<(usize, AnySize)>,
}

/// The engine for boards of one size.
enum AnySize {
    UpTo8(Box<StrongSearch<1>>),
    UpTo11(Box<StrongSearch<2>>),
    UpTo16(Box<StrongSearch<4>>),
    UpTo26(Box<StrongSearch<11>>),
}

impl AnySize {
    fn new(side: usize, settings: &Settings) -> AnySize {
        match side * side {
            0..=64 => AnySize::UpTo8(Box::new(StrongSearch::new(side, settings))),
            65..=128 => AnySize::UpTo11(Box::new(StrongSearch::new(side, settings))),
            129..=256 => AnySize::UpTo16(Box::new(StrongSearch::new(side, settings))),
            _ => AnySize::UpTo26(Box::new(StrongSearch::new(side, settings))),
        }
    }

    fn think(&mut self, request: Request<'_>, report: &mut dyn FnMut(&Report<Move>)) -> Option<Move> {
        match self {
            AnySize::UpTo8(sized) => sized.think(request, report),
            AnySize::UpTo11(sized) => sized.think(request, report),
            AnySize::UpTo16(sized) => sized.think(request, report),
            AnySize::UpTo26(sized) => sized.think(request, report),
        }
    }
}

impl Strong {
    /// Creates the engine with the seed, memory and threads of the settings.
    pub fn new(settings: &Settings) -> Strong {
        Strong { settings: *settings, sized: None }
    }
}

impl Engine<Position> for Strong {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Move> {
        let side = position.board().side();
        if self.sized.as_ref().is_none_or(|(known, _)| *known != side) {
            self.sized = Some((side, AnySize::new(side, &self.settings)));
        }
        let request = Request { position, limits, stop };
        self.sized.as_mut().and_then(|(_, sized)| sized.think(request, report))
    }
}
