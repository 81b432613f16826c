//! What of a folder is the player: what its manifest says, or the file whose name leaves no doubt.

use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use crate::languages::{PROGRAM, PlayerLanguage, language_of_ending};
use crate::ocaml::is_program;

use super::runs;

/// The file that says how a submission is run.
const MANIFEST: &str = "joute.toml";
/// What may stand in it.
const EXPECTED: &str = "expected command = \"python3 main.py\", and if you like build = \"make\", name = \"Camille\" and \
                        files = [\"main.py\", \"data\"]";
/// The file of a project in Rust.
const CARGO: &str = "Cargo.toml";
/// Names that say that a file is the one to be run.
const OBVIOUS: [&str; 2] = ["main", "player"];

/// What is run.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Main {
    /// The name that the submission gives itself.
    pub(super) name: Option<String>,
    pub(super) what: What,
}

/// How it is run.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A command in the folder, after a step that builds it.
    Command { build: Option<String>, words: Vec<String> },
    /// A file of another kind.
    File(PathBuf),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    command: String,
    build: Option<String>,
    name: Option<String>,
    files: Option<Vec<PathBuf>>,
}

impl Manifest {
    /// What a folder says about itself, if it does.
    fn of(folder: &Path) -> Result<Option<Manifest>, String> {
        let Ok(text) = fs::read_to_string(folder.join(MANIFEST)) else { return Ok(None) };
        toml::from_str(&text).map(Some).map_err(|error| format!("{MANIFEST}: {}; {EXPECTED}", error.message()))
    }
}

/// What of a folder belongs to the player: what its manifest names, and otherwise everything.
pub(super) struct OwnFiles(Option<Vec<PathBuf>>);

impl OwnFiles {
    /// What a folder says; every name must be in it.
    pub(super) fn of(folder: &Path) -> Result<OwnFiles, String> {
        let named = Manifest::of(folder)?.and_then(|manifest| manifest.files);
        let is_inside = |name: &&PathBuf| name.components().all(|part| matches!(part, Component::Normal(_)));
        let is_there = |name: &&PathBuf| is_inside(name) && folder.join(name).exists();
        match named.iter().flatten().find(|name| !is_there(name)) {
            Some(name) => Err(format!("{MANIFEST}: files names {}, which is not in the folder", name.display())),
            None => Ok(OwnFiles(named)),
        }
    }

    /// Whether nothing is left out.
    pub(super) fn are_all(&self) -> bool {
        self.0.is_none()
    }

    /// Whether a file or a folder is one of them, holds one or lies in one.
    pub(super) fn holds(&self, path: &Path) -> bool {
        let Some(named) = &self.0 else { return true };
        path == Path::new(MANIFEST) || named.iter().any(|name| path.starts_with(name) || name.starts_with(path))
    }
}

/// What of a folder is the player.
pub(super) fn of_folder(folder: &Path) -> Result<Main, String> {
    if let Some(manifest) = Manifest::of(folder)? {
        return of_manifest(manifest);
    }
    if let Ok(text) = fs::read_to_string(folder.join(CARGO)) {
        return of_cargo(&text);
    }
    let mut files = fs::read_dir(folder)
        .map_err(|error| error.to_string())?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_file() && what(path).is_some())
        .collect::<Vec<_>>();
    files.sort();
    let stem = |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
    let obvious = OBVIOUS.iter().find_map(|name| files.iter().find(|path| stem(path).as_deref() == Some(*name)));
    let main = match (obvious, &files[..]) {
        (Some(main), _) => main,
        (None, [only]) => only,
        (None, several) => return Err(no_main(several)),
    };
    of_file(main)
}

/// How one file is run that lies in a folder.
pub(super) fn of_file(path: &Path) -> Result<Main, String> {
    let what = what(path).ok_or_else(|| no_main(&[]))?;
    Ok(Main { name: None, what })
}

fn of_manifest(manifest: Manifest) -> Result<Main, String> {
    let words = shlex::split(&manifest.command).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| format!("{MANIFEST}: command = {:?}; {EXPECTED}", manifest.command))?;
    Ok(Main { name: manifest.name, what: What::Command { build: manifest.build, words } })
}

/// A project in Rust. The compiler alone builds it: what cargo would fetch cannot be had in the sandbox.
fn of_cargo(text: &str) -> Result<Main, String> {
    let project: toml::Table = toml::from_str(text).map_err(|error| format!("{CARGO}: {}", error.message()))?;
    let needs = project.get("dependencies").and_then(toml::Value::as_table);
    if needs.is_some_and(|needs| !needs.is_empty()) {
        return Err(format!("{CARGO}: it has dependencies, which nobody can fetch here; expected a project without"));
    }
    let edition = project.get("package").and_then(|package| package.get("edition")).and_then(toml::Value::as_str);
    let edition = shlex::try_quote(edition.unwrap_or("2015")).map_err(|error| format!("{CARGO}: edition: {error}"))?;
    let build = format!("rustc -O --edition {edition} -o {PROGRAM} src/main.rs");
    Ok(Main { name: None, what: What::Command { build: Some(build), words: vec![format!("./{PROGRAM}")] } })
}

fn what(path: &Path) -> Option<What> {
    let name = path.file_name()?.to_str()?;
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let command =
        |words: &[&str]| What::Command { build: None, words: words.iter().map(|&word| word.to_owned()).collect() };
    let language = language_of_ending(ending);
    if let Some(interpreter) = language.and_then(PlayerLanguage::interpreter) {
        return Some(command(&[interpreter, name]));
    }
    if language.is_some_and(|language| language.has_kind) && !(ending == "ml" && is_program(path)) {
        return Some(What::File(path.to_owned()));
    }
    if let Some(recipe) = language.and_then(PlayerLanguage::recipe) {
        let stem = path.file_stem()?.to_str()?;
        let (build, words) = recipe.lines(name, stem);
        return Some(What::Command { build: Some(build), words });
    }
    (ending.is_empty() && runs(path)).then(|| command(&[&format!("./{name}")]))
}

fn no_main(several: &[PathBuf]) -> String {
    let names = several.iter().filter_map(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let found =
        if several.is_empty() { "nothing that can be run".to_owned() } else { names.collect::<Vec<_>>().join(", ") };
    format!(
        "found {found}; expected one file called main or player (main.py, player.c, ...), or {MANIFEST} with command = \"...\""
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(main: &Main) -> (Option<&str>, String) {
        match &main.what {
            What::Command { build, words } => (build.as_deref(), words.join(" ")),
            What::File(path) => (None, path.file_name().unwrap().to_string_lossy().into_owned()),
        }
    }

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
        folder
    }

    #[test]
    fn the_main_file_is_the_one_that_says_so() {
        for (files, expected) in [
            (&[("main.py", ""), ("helper.py", ""), ("book.txt", "")][..], (None, "python3 main.py")),
            (&[("bot.js", ""), ("readme.txt", "")], (None, "node bot.js")),
            (&[("othello_x.ml", "")], (None, "othello_x.ml")),
            (&[("player.c", ""), ("search.c", "")], (Some("cc -O2 -o joute-program *.c -lm"), "./joute-program")),
            (
                &[("a.py", ""), ("joute.toml", "command = \"python3 a.py 3\"\nbuild = \"make\"")],
                (Some("make"), "python3 a.py 3"),
            ),
        ] {
            let (build, run) = expected;
            let main = of_folder(folder(files).path()).unwrap();
            assert_eq!(words(&main), (build, run.to_owned()), "{files:?}");
        }
    }

    #[test]
    fn a_project_in_rust_is_built_if_it_needs_nothing() {
        let project = "[package]\nname = \"my-bot\"\nedition = \"2024\"\n[dependencies]\n";
        let main = of_folder(folder(&[(CARGO, project)]).path()).unwrap();
        let built = "rustc -O --edition 2024 -o joute-program src/main.rs";
        assert_eq!(words(&main), (Some(built), "./joute-program".to_owned()));
        let needs = format!("{project}rand = \"1\"\n");
        assert!(of_folder(folder(&[(CARGO, &needs)]).path()).unwrap_err().contains("expected a project without"));
    }

    #[test]
    fn what_a_manifest_names_belongs_to_the_player() {
        let manifest = "command = \"python3 a.py\"\nfiles = [\"a.py\", \"data/deep\"]\n";
        let folder = folder(&[("a.py", ""), ("b.py", ""), (MANIFEST, manifest)]);
        assert!(
            OwnFiles::of(folder.path()).err().unwrap().contains("files names data/deep, which is not in the folder")
        );
        fs::create_dir_all(folder.path().join("data/deep")).unwrap();
        let own = OwnFiles::of(folder.path()).unwrap();
        let held = ["a.py", "b.py", "data", "data/deep", "data/deep/x", "data/other", MANIFEST]
            .map(|name| own.holds(name.as_ref()));
        assert_eq!(held, [true, false, true, true, true, false, true]);
        for leaves in ["../a.py", "/etc/hostname"] {
            fs::write(folder.path().join(MANIFEST), format!("command = \"a\"\nfiles = [{leaves:?}]\n")).unwrap();
            assert!(OwnFiles::of(folder.path()).is_err(), "{leaves}");
        }
    }

    #[test]
    fn a_folder_in_doubt_says_what_was_expected() {
        let error = of_folder(folder(&[("a.py", ""), ("b.py", "")]).path()).unwrap_err();
        assert!(error.contains("a.py, b.py") && error.contains("joute.toml"), "{error}");
        assert!(of_folder(folder(&[("notes.txt", "")]).path()).unwrap_err().contains("nothing that can be run"));
        assert!(of_folder(folder(&[("joute.toml", "comand = 3")]).path()).unwrap_err().contains("expected command"));
    }
}
