//! What SQLite complains of, in the words of every store.

use std::sync::Arc;

use rusqlite::ErrorCode;

use crate::StoreErrorKind;
use crate::error::Problem;

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        Problem { kind: kind(&error), cause: Some(Arc::new(error)) }
    }
}

fn kind(error: &rusqlite::Error) -> StoreErrorKind {
    if let rusqlite::Error::FromSqlConversionFailure(_, _, inner) = error
        && let Some(unknown) = inner.downcast_ref::<StoreErrorKind>()
    {
        return unknown.clone();
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreErrorKind::NotOurs,
        // A limit on the size of files, or a quota, shows as a write that failed.
        Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => StoreErrorKind::Full,
        Some(ErrorCode::DatabaseCorrupt) => StoreErrorKind::Corrupt { what: error.to_string() },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            StoreErrorKind::Busy { by: "another program".to_owned() }
        }
        Some(ErrorCode::ReadOnly) => StoreErrorKind::ReadOnly,
        _ => StoreErrorKind::Unavailable { why: error.to_string() },
    }
}

/// Whether something is there already that may be there once.
pub(super) fn is_duplicate(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE)
}

/// A stored value that this program does not know, as an error of a row.
pub(super) fn unknown(what: impl Into<String>, value: impl ToString) -> rusqlite::Error {
    failure(StoreErrorKind::Unknown { what: what.into(), value: value.to_string() })
}

/// Something of our own as an error of a row.
pub(super) fn failure(kind: StoreErrorKind) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Null, Box::new(kind))
}

impl From<StoreErrorKind> for rusqlite::Error {
    fn from(kind: StoreErrorKind) -> rusqlite::Error {
        failure(kind)
    }
}
