//! Conformance vectors: the folder named by `JOUTE_VECTORS` for each file it holds, else the project's `tests/data`.

use std::path::{Path, PathBuf};

/// The text of a vector file; panics with the path when it cannot be read, since a test without its data must fail.
pub fn read(name: &str) -> String {
    let path = path(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Where a vector file is.
pub fn path(name: &str) -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name);
    match std::env::var_os("JOUTE_VECTORS").map(|folder| Path::new(&folder).join(name)) {
        Some(given) if given.exists() => given,
        _ => own,
    }
}
