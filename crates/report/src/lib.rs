//! What came of an event, for people: a self-contained page with bracket, tables and every game to replay, and the same
//! as CSV and JSON for other programs.
//!
//! A page needs nothing beside itself: its script and style stand inside it, and its policy forbids every request.

mod bracket;
mod bracket_layout;
mod changes;
mod copies;
mod cross_table;
mod csv;
mod event_page;
mod games;
mod ladder;
mod marks;
mod number;
mod page;
mod rating_chart;
mod ratings;
mod replay_page;
mod rounds;
mod sheet;
mod standings;

use std::path::{Path, PathBuf};

use joute_elements::{LogLimits, ReplayBundle};
use joute_messages::{Language, visible_json};
use joute_referee::GameRecord;
use joute_tournament::summary::EventSummary;

pub use bracket::{Link, section as bracket};
pub use changes::absence_text;
pub use copies::{copies_page, signs as copy_signs};
pub use cross_table::section as cross_table;
pub use event_page::format_name;
pub use games::{GameNote, round_name};
pub use ladder::{LadderPage, LadderTable, ladder_csv, team_and_player};
pub use marks::{Spreadsheet, Student, marks};
pub use number::points;
pub use page::{EVENT_STYLE, policy};
pub use rating_chart::rating_chart;
pub use ratings::fault_name;
pub use replay_page::replay_page;
pub use sheet::Sheet;
pub use standings::{exit_text, podium, section as standings};

/// How a report is made.
#[derive(Debug, Clone, Copy)]
pub struct ReportOptions {
    /// The language of the page; CSV and JSON always have English names.
    pub language: Language,
    /// The most games that the page can replay; of longer events it replays the first ones.
    pub most_replays: usize,
    /// How much of what players wrote goes into the page.
    pub logs: LogLimits,
}

impl Default for ReportOptions {
    fn default() -> ReportOptions {
        ReportOptions { language: Language::EN, most_replays: 2_000, logs: LogLimits { ply: 400, game: 2_000 } }
    }
}

/// A report that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {error}", path.display())]
pub struct ReportError {
    /// Where.
    pub path: PathBuf,
    /// Why.
    pub error: std::io::Error,
}

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The page to open.
    pub page: PathBuf,
    /// Every file, the page among them.
    pub files: Vec<PathBuf>,
    /// Games whose record could not be replayed, with the reason; they are in the tables all the same.
    pub without_replay: Vec<(u64, String)>,
}

/// Writes `report.html`, `results.json` and the CSV files of an event into a folder, which is made where it is missing.
/// `records` are the games with the ids that the summary's matches name, in any order.
pub fn write_reports(
    summary: &EventSummary,
    records: impl IntoIterator<Item = (u64, GameRecord)>,
    folder: &Path,
) -> Result<Written, ReportError> {
    write_reports_with(summary, records, folder, &ReportOptions::default())
}

/// The same with options.
pub fn write_reports_with(
    summary: &EventSummary,
    records: impl IntoIterator<Item = (u64, GameRecord)>,
    folder: &Path,
    options: &ReportOptions,
) -> Result<Written, ReportError> {
    let Files { texts, without_replay } = files(summary, records, options);
    std::fs::create_dir_all(folder).map_err(|error| ReportError { path: folder.to_owned(), error })?;
    let mut files = Vec::new();
    for (name, text) in texts {
        let path = folder.join(name);
        replace(&path, &text).map_err(|error| ReportError { path: path.clone(), error })?;
        files.push(path);
    }
    Ok(Written { page: folder.join("report.html"), files, without_replay })
}

/// The files of a report before they are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// Each by its name.
    pub texts: Vec<(&'static str, String)>,
    /// Games that the page cannot replay, with the reason.
    pub without_replay: Vec<(u64, String)>,
}

/// The files of a report as they would be written now.
pub fn files(
    summary: &EventSummary,
    records: impl IntoIterator<Item = (u64, GameRecord)>,
    options: &ReportOptions,
) -> Files {
    let gathered = Gathered::of(records, options);
    let page = event_page::event_page(summary, &gathered.notes, &gathered.bundle, options.language);
    let json = visible_json(&serde_json::to_string_pretty(summary).unwrap_or_default()).into_owned() + "\n";
    let mut texts = vec![("report.html", page), ("results.json", json)];
    texts.extend(csv::files(summary, &gathered.notes));
    Files { texts, without_replay: gathered.failed }
}

/// Writes a file whole or not at all, whatever happens meanwhile.
pub fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension("new");
    std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, path))
}

/// The page of an event alone.
pub fn event_page(
    summary: &EventSummary,
    records: impl IntoIterator<Item = (u64, GameRecord)>,
    options: &ReportOptions,
) -> String {
    let gathered = Gathered::of(records, options);
    event_page::event_page(summary, &gathered.notes, &gathered.bundle, options.language)
}

/// What one walk over the records leaves: records themselves may be too many to keep.
struct Gathered {
    notes: Vec<GameNote>,
    bundle: ReplayBundle,
    failed: Vec<(u64, String)>,
}

impl Gathered {
    fn of(records: impl IntoIterator<Item = (u64, GameRecord)>, options: &ReportOptions) -> Gathered {
        let mut gathered = Gathered { notes: Vec::new(), bundle: ReplayBundle::new(options.logs), failed: Vec::new() };
        for (id, record) in records {
            let has_room = gathered.bundle.len() < options.most_replays;
            let added = if has_room { gathered.bundle.add(id, &record).map(|()| true) } else { Ok(false) };
            gathered.notes.push(GameNote::of(id, &record, matches!(added, Ok(true))));
            if let Err(error) = added {
                gathered.failed.push((id, error.to_string()));
            }
        }
        gathered.notes.sort_by_key(|note| note.id);
        gathered
    }
}
