//! An exact Connect Four solver, for any board that fits 128 bits.
//!
//! [`Solver`] finds the score of a [`Position`]: who wins under best play, and how soon. Classic and shapes
//! have the same rules, so both use it. `docs/connect4.md` lists its techniques and what each one gains.
//!
//! ```
//! use parlor_engines::StopFlag;
//! use parlor_engines::connect4::{Position, Size, Solver};
//!
//! let mut solver = Solver::new(Size::STANDARD, 1 << 20)?;
//! let position = Position::from_digits(Size::STANDARD, "2252576253462244111563365343671351441")?;
//! let solved = solver.solve(&position, &StopFlag::default()).expect("nobody stops it");
//! assert_eq!(solved.score, -1);
//! # Ok::<(), parlor_engines::connect4::SolverError>(())
//! ```

mod book;
mod child;
mod driver;
mod entry;
mod expand;
mod follow_up;
mod geometry;
mod instruction_set;
mod lines;
mod memory;
mod movegen_simd;
mod node;
mod parallel;
mod perfect;
mod position;
mod search;
mod solver;
mod strong;
mod table;
mod wide_table;
mod window;
mod word;

pub(crate) use book::BOOK_FILE;
pub use book::{BadBook, Book, positions_after};
pub use instruction_set::instruction_set_name;
pub use perfect::Perfect;
pub use position::{Position, Size, SolverError};
pub use solver::{SharedSolver, Solution, Solver};
pub use strong::Strong;
