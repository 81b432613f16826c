//! Everything that is tested of `joute-games` from outside, as one program: linking one for each file would take longer than the tests.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod awale_laws;
mod awale_plain;
mod awale_rules;
mod awale_texts;
mod awale_vectors;
mod drafts;
mod golden;
mod othello_kernels;
mod othello_laws;
mod othello_rules;
mod othello_vectors;
mod othello_wthor;
mod symmetry;
mod territory_frontier;
mod territory_laws;
mod territory_rules;
mod territory_vectors;
