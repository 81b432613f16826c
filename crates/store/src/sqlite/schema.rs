//! The tables, and how a file of an earlier program becomes one of this.

use std::time::Duration;

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use crate::StoreErrorKind;
use crate::error::Checked;

/// Marks the file as ours: "JOUT".
const APPLICATION: i64 = 0x4A4F_5554;

/// What each version adds; never changed once it was released, only continued.
const MIGRATIONS: &[&str] = &[
    include_str!("schema_1.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
    include_str!("schema_5.sql"),
    include_str!("schema_6.sql"),
    include_str!("schema_7.sql"),
];

/// The first version that knows who holds seats.
pub(super) const WITH_SEATS: i64 = 5;
/// The first version that has notes.
pub(super) const WITH_NOTES: i64 = 6;
/// The first version that has documents.
pub(super) const WITH_DOCUMENTS: i64 = 7;

/// How often a file that somebody else is just making is tried again.
const TRIES: u32 = 100;

/// The version of a store that this program can read; 0 for a file with nothing in it.
pub(super) fn recognise(connection: &mut Connection) -> Checked<i64> {
    let [application, version, tables] = facts(connection)?;
    if application != APPLICATION && (application != 0 || version != 0 || tables != 0) {
        return Err(StoreErrorKind::NotOurs.into());
    }
    let known = MIGRATIONS.len() as i64;
    if version > known {
        return Err(StoreErrorKind::Newer { version, known }.into());
    }
    Ok(version)
}

/// Makes the file ready: creates the tables, or brings them up to date.
pub(super) fn prepare(connection: &mut Connection) -> Checked<()> {
    let version = recognise(connection)?;
    keep_a_log(connection)?;
    // A finished game must survive a power cut, too.
    connection.pragma_update(None, "synchronous", "FULL")?;
    if version < MIGRATIONS.len() as i64 {
        migrate(connection)?;
    }
    Ok(())
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
