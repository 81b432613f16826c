//! The tables, and how a database of an earlier program becomes one of this.

use postgres::{Client, Transaction};

use crate::StoreErrorKind;
use crate::error::Checked;

/// What each version adds; never changed once it was released, only continued.
const MIGRATIONS: &[&str] = &[
    include_str!("schema_1.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
    include_str!("schema_5.sql"),
];

/// Whoever makes or changes tables holds this: "JOUT".
const LOCK: i64 = 0x4A4F_5554;

/// The version of a store that this program can use; 0 for a schema with nothing in it.
pub(super) fn recognise(client: &mut Client) -> Checked<i64> {
    let mut instant = client.transaction()?;
    version(&mut instant)
}

/// Makes the database ready: creates the tables, or brings them up to date.
pub(super) fn prepare(client: &mut Client) -> Checked<()> {
    if recognise(client)? == MIGRATIONS.len() as i64 {
        return Ok(());
    }
    let mut transaction = client.transaction()?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])?;
    // Read again, now that nobody else can be at it.
    let version = version(&mut transaction)?;
    if version == 0 {
        transaction
            .batch_execute("CREATE TABLE joute_store (version bigint NOT NULL); INSERT INTO joute_store VALUES (0)")?;
    }
    for migration in MIGRATIONS.iter().skip(version as usize) {
        transaction.batch_execute(migration)?;
    }
    transaction.execute("UPDATE joute_store SET version = $1", &[&(MIGRATIONS.len() as i64)])?;
    transaction.commit()?;
    Ok(())
}

fn version(transaction: &mut Transaction<'_>) -> Checked<i64> {
    let sql = "SELECT count(*), count(*) FILTER (WHERE tablename = 'joute_store') FROM pg_tables WHERE schemaname = current_schema()";
    let row = transaction.query_one(sql, &[])?;
    let [tables, ours]: [i64; 2] = [row.try_get(0)?, row.try_get(1)?];
    if ours == 0 {
        return if tables == 0 { Ok(0) } else { Err(StoreErrorKind::NotOurs.into()) };
    }
    let version: i64 = transaction.query_one("SELECT version FROM joute_store", &[])?.try_get(0)?;
    let known = MIGRATIONS.len() as i64;
    if version > known { Err(StoreErrorKind::Newer { version, known }.into()) } else { Ok(version) }
}
