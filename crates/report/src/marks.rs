//! The teacher's marks: one line for each student, for a spreadsheet of the teacher's language.

use joute_messages::{Language, message};
use joute_tournament::summary::{Contestant, EventSummary, Standing};

use crate::changes::absence_text;
use crate::csv::{Table, text};
use crate::standings::exit_text;

/// Somebody whose work is marked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Student {
    /// The student's name.
    pub name: String,
    /// What the player is called in the event, which may be that of a team.
    pub player: String,
    /// The team, where there is one.
    pub team: Option<String>,
    /// What was handed in; nothing where nothing was.
    pub file: Option<String>,
    /// Whose work this is like.
    pub copies: Vec<String>,
}

/// How a spreadsheet reads numbers and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spreadsheet {
    /// The language of the first line.
    pub language: Language,
    /// What stands between columns.
    pub separator: char,
    /// What stands before decimals.
    pub decimal: char,
}

impl Spreadsheet {
    /// As spreadsheets of a language expect it: where the comma is for decimals, columns are set apart by semicolons.
    pub fn of(language: Language) -> Spreadsheet {
        let decimal = language.text("number-decimal-mark").chars().next().unwrap_or('.');
        Spreadsheet { language, separator: if decimal == ',' { ';' } else { ',' }, decimal }
    }

    fn number(self, number: f64) -> String {
        crate::number::points(number).replace('.', &self.decimal.to_string())
    }
}

const COLUMNS: [&str; 16] = [
    "marks-rank",
    "marks-name",
    "marks-team",
    "marks-file",
    "marks-points",
    "marks-score",
    "marks-matches-won",
    "marks-matches-tied",
    "marks-matches-lost",
    "marks-games",
    "marks-overtime",
    "marks-illegal",
    "marks-crash",
    "marks-out-in",
    "marks-copies",
    "marks-notes",
];

/// The marks of everybody, in the order of merit, those without a rank last. A sign at the beginning tells spreadsheets that
/// the letters are those of UTF-8.
pub fn marks(summary: &EventSummary, students: &[Student], spreadsheet: Spreadsheet) -> String {
    let language = spreadsheet.language;
    let mut table = Table::separated(spreadsheet.separator, COLUMNS.map(|key| language.text(key)));
    let place = |student: &&Student| {
        let at = summary.standings.iter().position(|line| line.name == student.player);
        (at.is_none(), at, student.name.clone())
    };
    let mut students: Vec<&Student> = students.iter().collect();
    students.sort_by_key(place);
    students.into_iter().for_each(|student| table.row(row(summary, student, spreadsheet)));
    format!("\u{feff}{}", table.text())
}

fn row(summary: &EventSummary, student: &Student, spreadsheet: Spreadsheet) -> [String; 16] {
    let language = spreadsheet.language;
    let line = summary.standings.iter().find(|line| line.name == student.player);
    let of = |value: &dyn Fn(&Standing) -> String| line.map(value).unwrap_or_default();
    let is_out = line.is_some_and(|line| line.absence.as_ref().is_some_and(|absence| absence.disqualified));
    [
        of(&|line| if is_out { String::new() } else { line.rank.to_string() }),
        text(&student.name),
        text(student.team.as_deref().unwrap_or_default()),
        text(student.file.as_deref().unwrap_or_default()),
        of(&|line| spreadsheet.number(line.points)),
        of(&|line| line.score.map(|score| spreadsheet.number(score)).unwrap_or_default()),
        of(&|line| line.matches[0].to_string()),
        of(&|line| line.matches[1].to_string()),
        of(&|line| line.matches[2].to_string()),
        of(&|line| (line.wins + line.draws + line.losses).to_string()),
        of(&|line| line.faults.overtime.to_string()),
        of(&|line| line.faults.illegal.to_string()),
        of(&|line| line.faults.crash.to_string()),
        of(&|line| exit_text(line, language).unwrap_or_default()),
        text(&student.copies.join(" / ")),
        text(&notes(summary, student, language).join(" / ")),
    ]
}

/// What a teacher must know beside the numbers.
pub(crate) fn notes(summary: &EventSummary, student: &Student, language: Language) -> Vec<String> {
    let named = |player: &&Contestant| player.name == student.player;
    let mut notes = Vec::new();
    match summary.players.iter().find(named) {
        None => notes.push(language.text("marks-nothing").to_owned()),
        Some(player) => {
            let first = player.refused.as_ref().map(|why| why.lines().next().unwrap_or_default().to_owned());
            notes.extend(first.map(|why| message!("marks-refused", why = why).text(language)));
            notes.extend(player.absence.as_ref().map(|absence| absence_text(absence, language)));
        }
    }
    let annulled = summary.annulled.iter().filter(|played| played.players.contains(&student.player)).count();
    if annulled > 0 {
        notes.push(message!("marks-annulled", count = annulled as i64).text(language));
    }
    notes
}
