//! Documents: texts by kind and key, each with a version.

use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use super::read::rows;
use super::schema::WITH_DOCUMENTS;
use crate::error::Checked;
use crate::{Document, DocumentChange, StoreErrorKind};

pub(super) fn document(connection: &Connection, version: i64, kind: &str, key: &str) -> Result<Option<Document>> {
    if version < WITH_DOCUMENTS {
        return Ok(None);
    }
    let sql = "SELECT key, version, text FROM document WHERE kind = ? AND key = ?";
    connection.prepare_cached(sql)?.query_row([kind, key], read).optional()
}

pub(super) fn documents(
    connection: &Connection,
    version: i64,
    kind: &str,
    after: &str,
    limit: u32,
) -> Result<Vec<Document>> {
    if version < WITH_DOCUMENTS {
        return Ok(Vec::new());
    }
    let sql = "SELECT key, version, text FROM document WHERE kind = ? AND key > ? ORDER BY key LIMIT ?";
    rows(connection, sql, params![kind, after, limit], read)
}

pub(super) fn kinds(connection: &Connection, version: i64) -> Result<Vec<String>> {
    if version < WITH_DOCUMENTS {
        return Ok(Vec::new());
    }
    rows(connection, "SELECT DISTINCT kind FROM document ORDER BY kind", [], |row| row.get(0))
}

fn read(row: &Row<'_>) -> Result<Document> {
    Ok(Document { key: row.get(0)?, version: row.get::<_, i64>(1)?.cast_unsigned(), text: row.get(2)? })
}

/// One statement looks and writes, so that of two who have seen the same one changes it.
pub(super) fn change(transaction: &Connection, change: &DocumentChange<'_>) -> Checked<()> {
    let DocumentChange { kind, key, seen, text } = change;
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| transaction.prepare_cached(sql)?.execute(values);
    let seen_version = seen.cast_signed();
    let changed = match text {
        Some(text) if *seen == 0 => {
            let sql = "INSERT INTO document (kind, key, version, text) VALUES (?, ?, 1, ?) ON CONFLICT DO NOTHING";
            run(sql, &[kind, key, text])?
        }
        Some(text) => {
            let sql = "UPDATE document SET version = version + 1, text = ? WHERE kind = ? AND key = ? AND version = ?";
            run(sql, &[text, kind, key, &seen_version])?
        }
        None => {
            let sql = "DELETE FROM document WHERE kind = ? AND key = ? AND version = ?";
            run(sql, &[kind, key, &seen_version])?
        }
    };
    match changed {
        0 => Err(StoreErrorKind::Changed { kind: kind.to_string(), key: key.to_string() }.into()),
        _ => Ok(()),
    }
}
