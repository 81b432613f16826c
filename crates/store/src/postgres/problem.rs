//! What PostgreSQL complains of, in the words of every store, and what is worth trying again.

use std::error::Error as _;
use std::sync::Arc;

use postgres::error::SqlState;

use crate::StoreErrorKind;
use crate::error::Problem;

impl From<postgres::Error> for Problem {
    fn from(error: postgres::Error) -> Problem {
        Problem { kind: kind(&error), cause: Some(Arc::new(error)) }
    }
}

/// What a server wants to know of whoever comes.
const KNOWN: &str = "a user, a password (PGPASSWORD) and a database that the server knows";
/// Who may make tables.
const ALLOWED: &str = "a user who may make tables there, such as the owner of the database";
/// What encryption depends on.
pub(super) const ENCRYPTED: &str = "a server that is what sslmode and sslrootcert of its address ask for";

fn kind(error: &postgres::Error) -> StoreErrorKind {
    let not_let_in = |expected| StoreErrorKind::NotLetIn { why: why(error), expected };
    match error.code() {
        Some(&SqlState::DISK_FULL) => StoreErrorKind::Full,
        Some(&SqlState::READ_ONLY_SQL_TRANSACTION) => StoreErrorKind::ReadOnly,
        Some(&SqlState::INSUFFICIENT_PRIVILEGE | &SqlState::INVALID_SCHEMA_NAME) => not_let_in(ALLOWED),
        Some(&SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED) => {
            StoreErrorKind::Corrupt { what: error.to_string() }
        }
        // What our own functions say (schema_5.sql).
        Some(code) if code.code() == "JT001" => StoreErrorKind::Missing { what: why(error) },
        // Who somebody is (28), and which database (3D).
        Some(code) if code.code().starts_with("28") || code.code().starts_with("3D") => not_let_in(KNOWN),
        // What the library found out by itself has no code. A password is missing:
        None if error.to_string().starts_with("invalid configuration") => not_let_in(KNOWN),
        None if error.to_string().starts_with("error performing TLS handshake") && !has_io_error(error) => {
            not_let_in(ENCRYPTED)
        }
        _ => StoreErrorKind::Unavailable { why: why(error) },
    }
}

/// What the server said, or what kept it from saying anything.
fn why(error: &postgres::Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(said), _) => said.message().to_owned(),
        (None, Some(source)) => format!("{error} ({source})"),
        (None, None) => error.to_string(),
    }
}

/// Whether something is there already that may be there once.
pub(super) fn is_duplicate(error: &postgres::Error) -> bool {
    error.code() == Some(&SqlState::UNIQUE_VIOLATION)
}

/// Whether the same work may well succeed in a moment: the server is gone or starting, or two who wrote were in each other's
/// way. Nothing of it was done, unless a commit was under way.
pub(super) fn is_passing(problem: &Problem) -> bool {
    let Some(error) = problem.cause.as_ref().and_then(|cause| cause.downcast_ref::<postgres::Error>()) else {
        return false;
    };
    match error.code() {
        // Connections (08), servers that stop or start (57P), and whoever was chosen to give way (40).
        Some(code) => {
            let class = code.code();
            class.starts_with("08")
                || class.starts_with("57P")
                || class.starts_with("40")
                || *code == SqlState::TOO_MANY_CONNECTIONS
                || *code == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
        }
        None => error.is_closed() || has_io_error(error),
    }
}

fn has_io_error(error: &postgres::Error) -> bool {
    let mut source = error.source();
    while let Some(inner) = source {
        if let Some(inner) = inner.downcast_ref::<std::io::Error>() {
            // A certificate that is not accepted is refused again.
            return inner.kind() != std::io::ErrorKind::InvalidData;
        }
        source = inner.source();
    }
    false
}
