//! The tables, and how a file of an earlier program becomes one of this.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::{Result, StoreError};

/// Marks the file as ours: "JOUT".
const APPLICATION: i64 = 0x4A4F_5554;

/// What each version adds; never changed once it was released, only continued.
const MIGRATIONS: &[&str] = &[include_str!("schema_1.sql")];

/// Makes the file ready: creates the tables, or brings them up to date.
pub(super) fn prepare(connection: &mut Connection, path: &Path) -> Result<()> {
    let failed = |error| StoreError::of(path, error);
    let application: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(failed)?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(failed)?;
    if application != APPLICATION && (application != 0 || version != 0 || tables != 0) {
        return Err(StoreError::NotOurs(path.to_owned()));
    }
    let known = MIGRATIONS.len() as i64;
    if version > known {
        return Err(StoreError::Later { path: path.to_owned(), found: version, known });
    }
    connection.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    // A finished game must survive a power cut, too.
    connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
    migrate(connection).map_err(failed)
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
