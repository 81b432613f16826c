//! Nobody but this crate knows what is behind a store: the others hold it by its interface.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

use std::path::{Path, PathBuf};

/// What would tell.
const NAMES: [&str; 2] = ["SqliteStore", "rusqlite"];

/// Every source and manifest below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "toml") {
            found.push(path);
        }
    }
}

#[test]
fn only_this_crate_names_its_implementation() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut found, mut looked_at) = (Vec::new(), 0);
    for entry in std::fs::read_dir(own.parent().unwrap()).unwrap() {
        let folder = entry.unwrap().path();
        let mut sources = Vec::new();
        if folder != own && folder.is_dir() {
            files(&folder, &mut sources);
        }
        looked_at += sources.len();
        let tells = |path: &PathBuf| {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            NAMES.iter().any(|name| text.contains(name))
        };
        found.extend(sources.into_iter().filter(tells));
    }
    assert!(looked_at > 300, "{looked_at} files: this looks at the wrong place");
    assert!(found.is_empty(), "{found:#?} know what is behind the store");
}
