//! Everything that is tested of `joute-store` from outside, as one program: linking one for each file would take longer than the tests.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod broken;
mod conformance;
mod damage;
mod migrations;
mod postgres;
mod postgres_migrations;
mod queue;
mod sqlite;
