//! Compares inferior cells, virtual connections and the solver with exhaustive search on small boards.

mod connections;
mod inferior_cells;
mod oracle;
mod settled;
mod solver;
mod values;
