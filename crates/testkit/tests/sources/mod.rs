//! The sources of the workspace as texts.

use std::path::{Path, PathBuf};

/// A file of some crate's `src`.
pub(crate) struct Source {
    /// From the folder of the crates: `games/src/lib.rs`.
    pub(crate) path: String,
    /// All of it.
    pub(crate) text: String,
}

impl Source {
    /// Whether it lies in one of these folders, or is one of these files.
    pub(crate) fn is_in(&self, places: &[&str]) -> bool {
        places.iter().any(|place| self.path.starts_with(place))
    }

    /// Its lines with their numbers, without comments and without what is for tests alone.
    pub(crate) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut place = Place::Code;
        let own = (1..).zip(self.text.lines()).filter(move |(_, line)| {
            let was = place;
            place = was.after(line);
            was == Place::Code && place == Place::Code
        });
        own.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }
}

/// Whether a line is code, or belongs to an item that is for tests alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Code,
    /// Before the end of the first line of such an item.
    Ahead,
    Inside,
}

impl Place {
    /// Where the next line is.
    fn after(self, line: &str) -> Place {
        match self {
            Place::Code if line.starts_with("#[cfg(test)]") => Place::Ahead,
            Place::Ahead if line.starts_with("#[") => Place::Ahead,
            Place::Ahead if line.ends_with('{') => Place::Inside,
            Place::Ahead if line.ends_with([';', '}']) => Place::Code,
            Place::Inside if line == "}" => Place::Code,
            place => place,
        }
    }
}

#[test]
fn what_is_for_tests_is_no_code_and_what_comes_after_it_is() {
    let text = "a\n#[cfg(test)]\nmod far;\nb\n// c\n#[cfg(test)]\n#[path = \"x\"]\nmod tests {\n    d\n}\ne\n";
    let source = Source { path: String::new(), text: text.to_owned() };
    let code: Vec<(usize, &str)> = source.code().collect();
    assert_eq!(code, [(1, "a"), (4, "b"), (11, "e")]);
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn crates() -> PathBuf {
    root().join("crates")
}

/// A document of the project.
pub(crate) fn document(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Everything in `docs`.
pub(crate) fn guides() -> String {
    let is_guide = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    let files = entries(&root().join("docs")).into_iter().filter(is_guide);
    files.map(|path| std::fs::read_to_string(path).expect("a text")).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of the workspace")
        .map(|entry| entry.expect("an entry of it").path())
        .collect();
    entries.sort();
    entries
}

fn name(path: &Path) -> String {
    path.file_name().expect("an entry has a name").to_string_lossy().into_owned()
}

/// Every crate by the name of its folder.
pub(crate) fn crate_names() -> Vec<String> {
    entries(&crates()).iter().filter(|path| path.join("Cargo.toml").exists()).map(|path| name(path)).collect()
}

/// The folders in a folder of the crates.
pub(crate) fn folder_names(folder: &str) -> Vec<String> {
    entries(&crates().join(folder)).iter().filter(|path| path.is_dir()).map(|path| name(path)).collect()
}

/// The crates of this workspace that a crate uses outside its tests.
pub(crate) fn dependencies(of: &str) -> Vec<String> {
    let manifest = document(&format!("crates/{of}/Cargo.toml"));
    let mut is_used = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_used = line.ends_with("dependencies]") && !line.contains("dev-dependencies");
        } else if let Some(rest) = line.strip_prefix("joute-").filter(|_| is_used) {
            found.push(rest.split(['.', ' ', '=']).next().unwrap_or_default().to_owned());
        }
    }
    found
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in entries(folder) {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Every Rust file of every crate, tests included.
pub(crate) fn all_rust_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for name in crate_names() {
        for part in ["src", "tests", "benches", "examples"] {
            let folder = crates().join(&name).join(part);
            if folder.exists() {
                rust_files(&folder, &mut found);
            }
        }
    }
    found
}

/// Every file of every crate's `src` that is not for tests alone.
pub(crate) fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    for name in crate_names() {
        rust_files(&crates().join(name).join("src"), &mut found);
    }
    let is_test =
        |path: &PathBuf| path.ends_with("tests.rs") || path.components().any(|part| part.as_os_str() == "tests");
    let source = |path: PathBuf| {
        let shown = path.strip_prefix(crates()).expect("found below it").to_string_lossy().into_owned();
        Source { path: shown, text: std::fs::read_to_string(&path).expect("a text") }
    };
    found.into_iter().filter(|path| !is_test(path)).map(source).collect()
}

/// Every script and style of every crate's pages.
pub(crate) fn assets() -> Vec<Source> {
    let mut found = Vec::new();
    for name in crate_names() {
        let folder = crates().join(&name).join("assets");
        let files = if folder.exists() { entries(&folder) } else { Vec::new() };
        let is_own = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "js" || ending == "css");
        for path in files.into_iter().filter(is_own) {
            let text = std::fs::read_to_string(&path).expect("a text");
            found.push(Source { path: format!("{name}/assets/{}", self::name(&path)), text });
        }
    }
    found
}
