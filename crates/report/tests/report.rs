//! The files of a report: all there, the same whenever made, small enough, and safe with any name.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod support;

use joute_messages::Language;
use joute_report::{ReportOptions, event_page, write_reports};
use joute_tournament::summary::EventSummary;

#[test]
fn a_report_has_its_page_and_its_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (summary, records) = support::cup(9);
    let written = write_reports(&summary, records.clone(), &folder.path().join("new/folder")).unwrap();
    assert_eq!(written.files.len(), 8);
    assert_eq!(written.without_replay, []);
    let read = |name: &str| std::fs::read_to_string(folder.path().join("new/folder").join(name)).unwrap();
    assert_eq!(serde_json::from_str::<EventSummary>(&read("results.json")).unwrap(), summary);
    assert_eq!(read("standings.csv").lines().count(), 1 + 9);
    // Evidence may have lines of its own; records end with both signs.
    assert_eq!(read("games.csv").matches("\r\n").count(), 1 + records.len());
    assert_eq!(read("matches.csv").lines().count(), 1 + summary.matches.len());
    let page = read("report.html");
    assert_eq!(page.matches("class=\"m\"").count(), summary.matches.len());
    assert!(page.contains("Cup of the spring term") && page.contains("lang=\"en\""));
}

#[test]
fn the_same_event_makes_the_same_page() {
    let (summary, records) = support::cup(5);
    let options = ReportOptions::default();
    assert_eq!(event_page(&summary, records.clone(), &options), event_page(&summary, records, &options));
}

#[test]
fn a_cup_of_forty_stays_small() {
    let (summary, records) = support::cup(40);
    assert_eq!(summary.matches.len(), 78);
    let size = event_page(&summary, records, &ReportOptions::default()).len();
    assert!(size < 300_000, "{size} bytes");
}

#[test]
fn an_event_that_has_only_begun_has_a_page() {
    let (mut summary, _) = support::cup(4);
    summary.standings.clear();
    summary.matches.clear();
    summary.ratings.clear();
    summary.faults.clear();
    summary.first_mover = [0; 3];
    summary.complete = false;
    let french = ReportOptions { language: Language::FR, ..ReportOptions::default() };
    let page = event_page(&summary, [], &french);
    assert!(page.contains("en cours") && page.contains("Personne n’en a commis"));
}

#[test]
fn a_record_that_cannot_be_replayed_is_named_and_its_game_stays_in_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (summary, mut records) = support::cup(3);
    records[1].1.plies[0].mv = Some("a1".to_owned());
    let written = write_reports(&summary, records, folder.path()).unwrap();
    assert_eq!(written.without_replay.len(), 1);
    assert!(written.without_replay[0].1.contains("a1"), "{:?}", written.without_replay);
    let page = std::fs::read_to_string(written.page).unwrap();
    assert!(page.contains("href=\"#game-1\"") && !page.contains("href=\"#game-2\""));
}

#[test]
fn names_cannot_leave_their_place() {
    let (mut summary, records) = support::cup(3);
    let evil = "</script><script>alert(1)</script>";
    summary.name = evil.to_owned();
    for played in &mut summary.matches {
        played.players = ["\" onload=\"alert(1)".to_owned(), evil.to_owned()];
    }
    let page = event_page(&summary, records, &ReportOptions::default());
    assert!(!page.contains("<script>alert") && !page.contains("\" onload=\""));
    assert_eq!(page.matches("<script").count(), 3, "its messages, its replays and its script");
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let (summary, records) = support::cup(2);
    let error = write_reports(&summary, records, &file.join("report")).unwrap_err().to_string();
    assert!(error.starts_with("cannot write ") && error.contains("file/report"), "{error}");
}
