//! The list of a class: who handed in which file, what everybody is called, and who works with whom.

use std::path::Path;

use joute_messages::Language;

use super::submissions::original_name;

/// Somebody of the class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Listed {
    /// What tells the submission: a file with or without its ending, what `*` of the pattern stands for, or a name.
    file: String,
    pub(super) name: String,
    pub(super) team: Option<String>,
}

/// The messages that name columns: words with commas between them. A list may have those of any language of the program.
const FILE: &str = "column-file";
const NAME: &str = "column-name";
const TEAM: &str = "column-team";

/// Whether a column is called by one of the words of a message.
fn is_called(title: &str, words: &str) -> bool {
    let title = title.trim().to_lowercase();
    Language::all().any(|language| language.text(words).split(',').any(|word| word.trim() == title))
}

/// Reads a list: a table with commas or semicolons whose first line names the columns. The complaint says what is wrong.
pub(super) fn read(path: &Path) -> Result<Vec<Listed>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    parse(text.trim_start_matches('\u{feff}'))
}

fn parse(text: &str) -> Result<Vec<Listed>, String> {
    let first = text.lines().next().unwrap_or_default();
    let separator = if first.contains(';') { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new().delimiter(separator).flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| error.to_string())?.clone();
    let column = |words| header.iter().position(|title| is_called(title, words));
    let (Some(file), Some(name)) = (column(FILE), column(NAME)) else {
        return Err(format!("the first line is {first:?}: expected columns called file and name, and perhaps team"));
    };
    let team = column(TEAM);
    let mut listed = Vec::new();
    for (number, row) in reader.records().enumerate() {
        let row = row.map_err(|error| format!("line {}: {error}", number + 2))?;
        let field = |at: usize| row.get(at).map(str::trim).unwrap_or_default().to_owned();
        if field(name).is_empty() {
            return Err(format!("line {}: there is no name", number + 2));
        }
        let team = team.map(field).filter(|team| !team.is_empty());
        listed.push(Listed { file: field(file), name: field(name), team });
    }
    Ok(listed)
}

/// Who of the class handed something in: those whom Moodle names, by themselves or as a team, and otherwise those whose file
/// it is.
pub(super) fn owners<'a>(
    class: &'a [Listed],
    locator: &str,
    student: Option<&str>,
    pattern: Option<&str>,
) -> Vec<&'a Listed> {
    let named = |listed: &&Listed| {
        student.is_some_and(|student| listed.name == student || listed.file.eq_ignore_ascii_case(student))
    };
    let teamed = |listed: &&Listed| student.is_some() && listed.team.as_deref() == student;
    let by_name: Vec<&Listed> = class.iter().filter(named).collect();
    let by_team: Vec<&Listed> = class.iter().filter(teamed).collect();
    match (by_name.is_empty(), by_team.is_empty()) {
        (false, _) => by_name,
        (true, false) => by_team,
        (true, true) => class.iter().filter(|listed| listed.is_file(locator, pattern)).collect(),
    }
}

impl Listed {
    fn is_file(&self, locator: &str, pattern: Option<&str>) -> bool {
        let path = Path::new(locator);
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let file = original_name(&file);
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let star = pattern.and_then(|pattern| starred(pattern, file));
        let is_same = |other: &str| self.file.eq_ignore_ascii_case(other);
        !self.file.is_empty() && (is_same(file) || is_same(&stem) || star.is_some_and(is_same))
    }
}

/// What the star of a pattern stands for, where it has one.
fn starred<'a>(pattern: &str, file: &'a str) -> Option<&'a str> {
    let (before, after) = pattern.split_once('*')?;
    file.strip_prefix(before)?.strip_suffix(after)
}

/// What the player of these students is called: by the one, by their team, or by all of them.
pub(super) fn player_name(students: &[&Listed]) -> Option<String> {
    match students {
        [] => None,
        [one] => Some(one.name.clone()),
        [one, ..] => {
            let team = one.team.clone().filter(|team| students.iter().all(|other| other.team.as_ref() == Some(team)));
            let names = || students.iter().map(|student| student.name.as_str()).collect::<Vec<_>>().join(", ");
            Some(team.unwrap_or_else(names))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_with_commas_and_with_semicolons() {
        let list = parse("file,name,team\nothello_ada.ml,Ada,Blue\nbob,Bob,\n").unwrap();
        assert_eq!((list[0].name.as_str(), list[0].team.as_deref()), ("Ada", Some("Blue")));
        assert_eq!(list[1].team, None);
        assert_eq!(parse("Nom;Fichier\nZoé;zoe\n").unwrap()[0].name, "Zoé");
        assert!(parse("who,what\na,b\n").unwrap_err().contains("expected columns called file and name"));
        assert!(parse("file,name\na,\n").unwrap_err().contains("line 2: there is no name"));
    }

    #[test]
    fn a_submission_is_told_by_its_file_its_pattern_or_the_student() {
        let listed = |file: &str, name: &str| Listed { file: file.to_owned(), name: name.to_owned(), team: None };
        let star = Some("othello_*.ml");
        let is_ada = |file: &str, locator: &str, student: Option<&str>, pattern: Option<&str>| {
            let class = [listed(file, "Ada"), listed("x.ml", "Bob")];
            owners(&class, locator, student, pattern).iter().map(|one| one.name.as_str()).eq(["Ada"])
        };
        assert!(is_ada("othello_ada.ml", "players/othello_ada.ml", None, None));
        assert!(is_ada("othello_ada", "players/othello_ada.ml", None, None));
        assert!(is_ada("ada", "players/othello_ada.ml", None, star));
        assert!(is_ada("", "x/Ada_1_assignsubmission_file_/x.ml", Some("Ada"), star));
        assert!(!is_ada("ada", "players/othello_bob.ml", None, star));
    }

    #[test]
    fn a_team_plays_under_its_name() {
        let one = |name: &str, team: Option<&str>| Listed {
            file: "x".to_owned(),
            name: name.to_owned(),
            team: team.map(str::to_owned),
        };
        let class = [one("Ada", Some("Blue")), one("Bob", Some("Blue")), one("Eve", None)];
        assert_eq!(player_name(&owners(&class[..2], "x.py", None, None)).unwrap(), "Blue");
        assert_eq!(player_name(&owners(&class, "y.py", Some("Blue"), None)).unwrap(), "Blue");
        assert_eq!(player_name(&owners(&class, "x.py", None, None)).unwrap(), "Ada, Bob, Eve");
        assert_eq!(player_name(&owners(&class, "y.py", None, None)), None);
    }
}
