//! Documents: texts by kind and key, each with a version.

use postgres::Row;

use super::plain::plain;
use super::read::{get, text};
use super::transaction::Work;
use crate::error::Checked;
use crate::{Document, DocumentChange, StoreErrorKind};

pub(super) fn document(work: &mut Work<'_>, kind: &str, key: &str) -> Checked<Option<Document>> {
    let sql = "SELECT key, version, text FROM document WHERE kind = $1 AND key = $2";
    work.rows(sql, &[&plain(kind), &plain(key)])?.first().map(read).transpose()
}

pub(super) fn documents(work: &mut Work<'_>, kind: &str, after: &str, limit: u32) -> Checked<Vec<Document>> {
    let sql = "SELECT key, version, text FROM document WHERE kind = $1 AND key > $2 ORDER BY key LIMIT $3";
    work.rows(sql, &[&plain(kind), &plain(after), &i64::from(limit)])?.iter().map(read).collect()
}

pub(super) fn kinds(work: &mut Work<'_>) -> Checked<Vec<String>> {
    work.rows("SELECT DISTINCT kind FROM document ORDER BY kind", &[])?.iter().map(|row| text(row, 0)).collect()
}

fn read(row: &Row) -> Checked<Document> {
    Ok(Document { key: text(row, 0)?, version: get::<i64>(row, 1)?.cast_unsigned(), text: text(row, 2)? })
}

/// One statement looks and writes, so that of two who have seen the same one changes it.
pub(super) fn change(work: &mut Work<'_>, change: &DocumentChange<'_>) -> Checked<()> {
    let DocumentChange { kind, key, seen, text } = change;
    let (name, place, version) = (plain(kind), plain(key), seen.cast_signed());
    let changed = match text {
        Some(text) if *seen == 0 => {
            let sql = "INSERT INTO document (kind, key, version, text) VALUES ($1, $2, 1, $3) ON CONFLICT DO NOTHING";
            work.run(sql, &[&name, &place, &plain(text)])?
        }
        Some(text) => {
            let sql =
                "UPDATE document SET version = version + 1, text = $4 WHERE kind = $1 AND key = $2 AND version = $3";
            work.run(sql, &[&name, &place, &version, &plain(text)])?
        }
        None => {
            let sql = "DELETE FROM document WHERE kind = $1 AND key = $2 AND version = $3";
            work.run(sql, &[&name, &place, &version])?
        }
    };
    match changed {
        0 => Err(StoreErrorKind::Changed { kind: kind.to_string(), key: key.to_string() }.into()),
        _ => Ok(()),
    }
}
