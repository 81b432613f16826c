//! What of a folder is the player: what its manifest says, or the file whose name leaves no doubt.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::build::recipe;
use super::runs;

/// The file that says how a submission is run.
const MANIFEST: &str = "joute.toml";
/// Names that say that a file is the one to be run.
const OBVIOUS: [&str; 2] = ["main", "player"];
/// Endings of scripts, and what runs them.
const SCRIPTS: [(&str, &str); 3] = [("py", "python3"), ("js", "node"), ("mjs", "node")];
/// Endings of files that have a kind of their own.
const OTHER_KINDS: [&str; 3] = ["ml", "so", "wasm"];

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
}

/// What of a folder is the player.
pub(super) fn of_folder(folder: &Path) -> Result<Main, String> {
    if let Ok(text) = fs::read_to_string(folder.join(MANIFEST)) {
        return of_manifest(&text);
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

fn of_manifest(text: &str) -> Result<Main, String> {
    let expected = "expected command = \"python3 main.py\", and if you like build = \"make\" and name = \"Camille\"";
    let manifest: Manifest =
        toml::from_str(text).map_err(|error| format!("{MANIFEST}: {}; {expected}", error.message()))?;
    let words = shlex::split(&manifest.command).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| format!("{MANIFEST}: command = {:?}; {expected}", manifest.command))?;
    Ok(Main { name: manifest.name, what: What::Command { build: manifest.build, words } })
}

fn what(path: &Path) -> Option<What> {
    let name = path.file_name()?.to_str()?;
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let command =
        |words: &[&str]| What::Command { build: None, words: words.iter().map(|&word| word.to_owned()).collect() };
    if let Some((_, interpreter)) = SCRIPTS.iter().find(|(known, _)| *known == ending) {
        return Some(command(&[interpreter, name]));
    }
    if OTHER_KINDS.contains(&ending) {
        return Some(What::File(path.to_owned()));
    }
    if let Some(recipe) = recipe(ending) {
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
    fn a_folder_in_doubt_says_what_was_expected() {
        let error = of_folder(folder(&[("a.py", ""), ("b.py", "")]).path()).unwrap_err();
        assert!(error.contains("a.py, b.py") && error.contains("joute.toml"), "{error}");
        assert!(of_folder(folder(&[("notes.txt", "")]).path()).unwrap_err().contains("nothing that can be run"));
        assert!(of_folder(folder(&[("joute.toml", "comand = 3")]).path()).unwrap_err().contains("expected command"));
    }
}
