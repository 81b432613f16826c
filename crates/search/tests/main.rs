//! Everything that is tested of `joute-search` from outside, as one program: linking one for each file would take longer than the tests.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod awale_engine;
mod awale_table_files;
mod awale_tables;
mod behaviour;
mod equal_values;
mod flood_solver;
mod layers;
mod literal_trees;
mod othello_engine;
mod othello_exact;
mod seven_colours_solver;
mod support;
mod territory_choices;
mod territory_engine;
mod territory_laws;
