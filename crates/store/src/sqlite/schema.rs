//! The tables, and how a file of an earlier program becomes one of this.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use crate::{Result, StoreError};

/// Marks the file as ours: "JOUT".
const APPLICATION: i64 = 0x4A4F_5554;

/// What each version adds; never changed once it was released, only continued.
const MIGRATIONS: &[&str] = &[include_str!("schema_1.sql"), include_str!("schema_2.sql")];

/// How often a file that somebody else is just making is tried again.
const TRIES: u32 = 100;

/// The version of a store that this program can read; 0 for a file with nothing in it.
pub(super) fn recognise(connection: &mut Connection, path: &Path) -> Result<i64> {
    let [application, version, tables] = facts(connection).map_err(|error| StoreError::of(path, error))?;
    if application != APPLICATION && (application != 0 || version != 0 || tables != 0) {
        return Err(StoreError::NotOurs(path.to_owned()));
    }
    let known = MIGRATIONS.len() as i64;
    if version > known {
        return Err(StoreError::Later { path: path.to_owned(), found: version, known });
    }
    Ok(version)
}

/// Makes the file ready: creates the tables, or brings them up to date.
pub(super) fn prepare(connection: &mut Connection, path: &Path) -> Result<()> {
    let failed = |error| StoreError::of(path, error);
    let version = recognise(connection, path)?;
    keep_a_log(connection).map_err(failed)?;
    // A finished game must survive a power cut, too.
    connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
    if version < MIGRATIONS.len() as i64 { migrate(connection).map_err(failed) } else { Ok(()) }
}

/// Whose file it is, its version and its tables, all at one instant.
fn facts(connection: &mut Connection) -> rusqlite::Result<[i64; 3]> {
    let instant = connection.transaction()?;
    let number = |sql: &str| instant.query_row(sql, [], |row| row.get(0));
    Ok([
        number("PRAGMA application_id")?,
        number("PRAGMA user_version")?,
        number("SELECT count(*) FROM sqlite_schema")?,
    ])
}

/// Readers and the writer do not wait for each other. Nobody else may look while this is switched on, so it is tried again.
fn keep_a_log(connection: &Connection) -> rusqlite::Result<()> {
    let mut tries = 0;
    loop {
        match connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0)) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && tries < TRIES => tries += 1,
            done => return done.map(drop),
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read again, now that nobody else can be at it.
    let version: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let version = version as usize;
    for migration in MIGRATIONS.iter().skip(version) {
        transaction.execute_batch(migration)?;
    }
    if version < MIGRATIONS.len() {
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", MIGRATIONS.len() as i64)?;
    }
    transaction.commit()
}
