//! What a class handed in: a folder of files and folders, or what Moodle gives, as a folder or as its zip, with one folder or
//! one file for each student whose name begins with that of the student.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use joute_players::helpers_of;

use super::ladder::{is_whole, listed};
use super::settings::Wanted;
use super::unpack::{LeftOut, unpack};
use crate::output;

/// What Moodle puts between the name of a student and what was handed in.
const MOODLE: &str = "_assignsubmission_";

/// How deep a student's folder is looked into.
const DEEPEST: usize = 6;

/// Where submissions are, and how they are told from other files.
pub(super) struct Submissions<'a> {
    /// Where paths begin.
    pub(super) folder: &'a Path,
    /// The folder of results, as seen from there: archives are unpacked into it.
    pub(super) results: PathBuf,
    /// Whether a file is called as it must be.
    pub(super) fits: &'a dyn Fn(&str) -> bool,
    /// The place in the file of the tournament.
    pub(super) place: String,
}

impl Submissions<'_> {
    /// Everybody in a folder or an archive, in the order of their names.
    pub(super) fn find(&self, name: &str) -> Result<Vec<Wanted>, String> {
        let path = self.folder.join(name);
        if path.is_file() && is_archive(name) {
            let inside = self.results.join("submissions");
            let left_out = unpack(&path, &self.folder.join(&inside))?;
            for LeftOut { name: file, why } in &left_out {
                output::note(&format!("left out of {name}: {file}: {why}"));
            }
            return self.in_folder(&inside.to_string_lossy(), &left_out);
        }
        self.in_folder(name, &[])
    }

    /// Everybody in a folder that has a folder for each team, in the order of their names. What is not whole yet is not
    /// there yet.
    pub(super) fn of_teams(&self, name: &str) -> Result<Vec<Wanted>, String> {
        let mut found = Vec::new();
        for (file, path) in listed(&self.folder.join(name))? {
            if path.is_dir() && !path.is_symlink() {
                for (own, path) in listed(&path)? {
                    found.extend(self.of_team(&path, Path::new(name).join(&file).join(&own), format!("{file}/{own}")));
                }
            } else {
                found.extend(self.of_team(&path, Path::new(name).join(&file), file));
            }
        }
        Ok(found)
    }

    fn of_team(&self, path: &Path, locator: PathBuf, name: String) -> Option<Wanted> {
        // Whoever read a pipe that somebody put there would wait for ever.
        let refused = path.symlink_metadata().ok().and_then(|facts| match facts.file_type() {
            kind if kind.is_symlink() => Some("a symbolic link; expected the file itself".to_owned()),
            kind if kind.is_file() || kind.is_dir() => None,
            _ => Some("neither a file nor a folder; expected a player's file".to_owned()),
        });
        let is_there = refused.is_some() || is_whole(path);
        is_there.then(|| self.wanted(Some(name), locator.to_string_lossy().into_owned(), refused))
    }

    fn in_folder(&self, name: &str, left_out: &[LeftOut]) -> Result<Vec<Wanted>, String> {
        let failed = |error: std::io::Error| format!("cannot read the folder: {error}");
        let folder = self.folder.join(name);
        let mut files: Vec<Wanted> = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let file = entry.file_name().to_string_lossy().into_owned();
            let locator = Path::new(name).join(&file).to_string_lossy().into_owned();
            let refused = leaves(&entry, &folder);
            let student = student_of(&file);
            if file.starts_with('.') || file == "__MACOSX" {
                continue;
            }
            match (student, entry.path().is_dir()) {
                (Some(student), true) if refused.is_none() => {
                    files.push(self.of_student(student, name, &file, left_out));
                }
                (student, is_folder) if refused.is_some() || is_folder || entry.path().is_file() => {
                    files.push(self.wanted(student.map(str::to_owned), locator, refused));
                }
                _ => {}
            }
        }
        files.sort_by(|a, b| a.locator.cmp(&b.locator));
        Ok(one_for_each(self.without_helpers(files)))
    }

    /// A script that another one beside it imports, and that hears nobody, is no player: it is shown to whoever imports it.
    fn without_helpers(&self, files: Vec<Wanted>) -> Vec<Wanted> {
        let mut helpers: BTreeMap<PathBuf, String> = BTreeMap::new();
        for file in files.iter().filter(|file| file.refused.is_none()) {
            let own = helpers_of(&self.folder.join(&file.locator)).into_iter();
            helpers.extend(own.map(|helper| (helper, file.locator.clone())));
        }
        let is_player = |file: &Wanted| match helpers.get(&self.folder.join(&file.locator)) {
            Some(user) => {
                output::note(&format!("no player: {}, which {user} imports", file.locator));
                false
            }
            None => true,
        };
        files.into_iter().filter(is_player).collect()
    }

    fn wanted(&self, name: Option<String>, locator: String, refused: Option<String>) -> Wanted {
        Wanted { name, locator, place: self.place.clone(), found: true, refused }
    }

    /// What of a student's folder is the player: the one file in it, the one that is called as it must be, and otherwise the
    /// folder, whose kind knows more.
    fn of_student(&self, student: &str, folder: &str, name: &str, left_out: &[LeftOut]) -> Wanted {
        let root = Path::new(folder).join(name);
        let mut files = Vec::new();
        gather(self.folder, &root, 0, &mut files);
        files.sort();
        let called =
            |path: &PathBuf| path.file_name().map(|file| file.to_string_lossy().into_owned()).unwrap_or_default();
        let fitting: Vec<&PathBuf> = files.iter().filter(|path| (self.fits)(&called(path))).collect();
        let student = Some(student.to_owned());
        let locator = |path: &Path| path.to_string_lossy().into_owned();
        match (&fitting[..], &files[..]) {
            // One that is called otherwise than it must be is told so when that is looked at.
            ([one], _) => self.wanted(student, locator(one), None),
            ([], [one]) => self.wanted(student, locator(one), None),
            (_, []) => self.wanted(student, locator(&root), Some(empty(name, left_out))),
            _ => self.wanted(student, locator(&root), None),
        }
    }
}

/// Why there is nothing in a student's folder.
fn empty(folder: &str, left_out: &[LeftOut]) -> String {
    let within = |file: &LeftOut| file.name.strip_prefix(folder)?.strip_prefix('/').map(str::to_owned);
    let link = left_out.iter().find_map(|file| Some(format!("{} is {}", within(file)?, file.why)));
    link.unwrap_or_else(|| "an empty folder; expected a file".to_owned())
}

/// Somebody of whom Moodle has a folder for each kind of submission is one student: what can be used counts.
fn one_for_each(files: Vec<Wanted>) -> Vec<Wanted> {
    let mut kept: Vec<Wanted> = Vec::new();
    for file in files {
        match kept.iter_mut().find(|other| other.name.is_some() && other.name == file.name) {
            Some(other) if other.refused.is_some() => *other = file,
            Some(_) if file.refused.is_some() => {}
            _ => kept.push(file),
        }
    }
    kept
}

fn gather(start: &Path, path: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(facts) = start.join(path).symlink_metadata() else { return };
    if facts.is_file() {
        files.push(path.to_owned());
    }
    if facts.is_dir() && depth < DEEPEST {
        let entries = std::fs::read_dir(start.join(path)).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name());
        let shown = names.filter(|name| !name.to_string_lossy().starts_with(['.', '_']));
        shown.for_each(|name| gather(start, &path.join(name), depth + 1, files));
    }
}

fn is_archive(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// The student of a name as Moodle makes it: `Ada LOVELACE_12345_assignsubmission_file_player.ml`.
fn student_of(name: &str) -> Option<&str> {
    let (before, _) = name.split_once(MOODLE)?;
    let (student, number) = before.rsplit_once('_')?;
    (!student.trim().is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(student.trim())
}

/// What a file was called when it was handed in.
pub(super) fn original_name(name: &str) -> &str {
    match name.split_once(MOODLE) {
        Some((_, rest)) if student_of(name).is_some() => rest.split_once('_').map_or(rest, |(_, file)| file),
        _ => name,
    }
}

/// Why a file of a folder is not looked at: a link out of it would show what its author may not read.
fn leaves(entry: &std::fs::DirEntry, folder: &Path) -> Option<String> {
    if !entry.file_type().ok()?.is_symlink() {
        return None;
    }
    let inside = match (entry.path().canonicalize(), folder.canonicalize()) {
        (Ok(target), Ok(folder)) => target.starts_with(folder),
        _ => false,
    };
    (!inside).then(|| "a symbolic link that leaves the folder; expected the file itself".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_moodle_makes_them() {
        assert_eq!(student_of("Ada LOVELACE_12345_assignsubmission_file_"), Some("Ada LOVELACE"));
        assert_eq!(student_of("Jean_Luc_7_assignsubmission_file"), Some("Jean_Luc"));
        assert_eq!(student_of("othello_carn.ml"), None);
        assert_eq!(student_of("_1_assignsubmission_file_"), None);
        assert_eq!(original_name("Ada_1_assignsubmission_file_othello_ada.ml"), "othello_ada.ml");
        assert_eq!(original_name("othello_carn.ml"), "othello_carn.ml");
    }
}
