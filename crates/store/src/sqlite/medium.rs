//! Opening a file to be read wherever it lies. SQLite wants to write beside a file that it only reads, which a folder without
//! permission and a disc that was written once do not allow.

use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags};
use tempfile::TempDir;

use super::{PATIENCE, schema};
use crate::error::{Checked, Problem};

/// A connection that reads.
pub(super) struct Reading {
    pub(super) connection: Connection,
    pub(super) version: i64,
    /// The copy that it reads, where the file itself cannot be read as it lies.
    pub(super) copy: Option<TempDir>,
}

pub(super) fn open_to_read(path: &Path) -> Checked<Reading> {
    match open(path, false) {
        Err(error) if is_about_the_folder(&error) => open_fixed(path).map_err(|_| error),
        opened => opened,
    }
}

fn open(path: &Path, is_fixed: bool) -> Checked<Reading> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let fixed = if is_fixed { "?immutable=1" } else { "" };
    let mut connection = Connection::open_with_flags(format!("file:{}{fixed}", quoted(path)), flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(64);
    let version = schema::recognise(&mut connection)?;
    Ok(Reading { connection, version, copy: None })
}

/// Whether the file might be readable and only its folder is not to be written.
fn is_about_the_folder(problem: &Problem) -> bool {
    let cause = problem.cause.as_ref().and_then(|cause| cause.downcast_ref::<rusqlite::Error>());
    let code = cause.and_then(rusqlite::Error::sqlite_error_code);
    matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::SystemIoFailure))
}

/// Opens what nobody can be writing at the moment. A log with something in it has to be copied, since it cannot be read
/// without notes beside it.
fn open_fixed(path: &Path) -> Checked<Reading> {
    let log = beside(path, "-wal");
    if std::fs::metadata(&log).map_or(0, |file| file.len()) == 0 {
        return open(path, true);
    }
    let copy = tempfile::tempdir()?;
    let copied = copy.path().join("games.sqlite");
    std::fs::copy(path, &copied)?;
    std::fs::copy(&log, beside(&copied, "-wal"))?;
    Ok(Reading { copy: Some(copy), ..open(&copied, false)? })
}

/// A file that belongs to a store by its name.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A path as part of an address.
fn quoted(path: &Path) -> String {
    let mut text = String::new();
    for &byte in path.as_os_str().as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => text.push(char::from(byte)),
            // Writing into a text cannot fail.
            _ => drop(write!(text, "%{byte:02x}")),
        }
    }
    text
}
