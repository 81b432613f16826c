//! The files of a report: all there, the same whenever made, small enough, and safe with any name.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod support;

use joute_games::Side;
use joute_messages::Language;
use joute_referee::{Ending, Fault, FaultKind};
use joute_report::{Files, ReportOptions, event_page, files, write_reports};
use joute_tournament::changes::PlayerChange;
use joute_tournament::summary::{ByeSummary, ChangeNote, Contestant, EventSummary};

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
fn every_kind_of_fault_is_told_in_the_language_of_the_page() {
    let (summary, records) = support::cup(12);
    let page = event_page(&summary, records, &ReportOptions { language: Language::FR, ..ReportOptions::default() });
    for fault in ["(temps dépassé)", "(coup illégal)", "(plantage)"] {
        assert!(page.contains(&format!("perd par forfait {fault}")), "{fault}");
    }
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

/// An event of which only this is looked at.
fn swiss(players: usize, rounds: u32) -> EventSummary {
    let (mut summary, _) = support::cup(players);
    summary.format = "swiss".to_owned();
    for (at, played) in summary.matches.iter_mut().enumerate() {
        (played.bracket, played.round) = (None, at as u32 % rounds + 1);
    }
    for standing in &mut summary.standings {
        (standing.out_in, standing.score, standing.buchholz) = (None, Some(2.5), Some(7.5));
    }
    summary.standings[1].byes = 1;
    let player = summary.standings[1].name.clone();
    summary.byes.push(ByeSummary { round: 1, bracket: None, slot: 9, player });
    summary
}

#[test]
fn who_was_not_let_in_is_no_player_and_stands_in_the_tables() {
    let (mut summary, records) = support::cup(4);
    let reason = "it cannot be loaded: line 3, syntax error";
    let more = Contestant { name: "Zoe".to_owned(), refused: Some(reason.to_owned()), ..summary.players[0].clone() };
    summary.players.push(more);
    let Files { texts, .. } = files(&summary, records, &ReportOptions::default());
    let text = |name: &str| texts.iter().find(|(known, _)| *known == name).unwrap().1.clone();
    assert!(text("report.html").contains("<dt>Players<dd>4"), "four played");
    let line = text("standings.csv").lines().find(|line| line.contains("Zoe")).unwrap().to_owned();
    assert!(line.starts_with(",Zoe,") && line.contains(reason), "{line}");
}

#[test]
fn a_forfeited_game_does_not_look_won() {
    let (mut summary, mut records) = support::cup(2);
    let (id, record) = &mut records[0];
    record.tally = [7, 6];
    let fault = Fault { kind: FaultKind::Overtime, evidence: "thought 2 s".to_owned() };
    record.ending = Some(Ending::Forfeit { by: Side::First, fault });
    let (id, by) = (*id, record.players[Side::First].name.clone());
    summary.faults.clear();
    let page = event_page(&summary, records, &ReportOptions::default());
    let link = page.split(&format!("href=\"#game-{id}\"")).nth(1).unwrap().split("</a>").next().unwrap().to_owned();
    assert!(link.ends_with(&format!("{by} forfeits (overtime)")) && !link.contains("7–6"), "{link}");
}

#[test]
fn all_rounds_of_a_long_event_stand_in_one_table_with_byes_and_scores() {
    let summary = swiss(16, 15);
    let Files { texts, .. } = files(&summary, [], &ReportOptions::default());
    let text = |name: &str| texts.iter().find(|(known, _)| *known == name).unwrap().1.clone();
    let page = text("report.html");
    let table = page.split("id=\"rounds\"").nth(1).unwrap().split("</section>").next().unwrap();
    for round in 1..=15 {
        assert!(table.contains(&format!("<th scope=\"col\">{round}")), "round {round}");
    }
    assert!(table.contains("title=\"bye\""), "{table}");
    assert!(page.contains("Match score") && page.contains("Byes") && page.contains("Ranked by match score"));
    assert!(text("standings.csv").contains("score,buchholz,byes"));
    let bye = text("matches.csv").lines().last().unwrap().to_owned();
    assert!(bye.contains(&summary.byes[0].player) && bye.contains(",bye,"), "{bye}");
}

#[test]
fn the_runner_up_of_a_cup_went_out_in_the_final() {
    let (mut summary, records) = support::cup(4);
    (summary.standings[1].out_in, summary.standings[1].out_in_final) = (Some(1), true);
    let page = event_page(&summary, records, &ReportOptions::default());
    let row = page.split("id=\"standings\"").nth(1).unwrap().split("<tr>").nth(3).unwrap().to_owned();
    assert!(row.trim_end().contains("Final"), "{row}");
}

#[test]
fn changes_of_players_are_told_with_the_matches_that_no_longer_count() {
    let (mut summary, records) = support::cup(4);
    summary.annulled = vec![summary.matches[0].clone()];
    let change = PlayerChange::Disqualified { name: "Ada".to_owned(), reason: "copied".to_owned() };
    summary.history = vec![ChangeNote { games: 5, changes: vec![change] }];
    for (language, expected) in
        [(Language::EN, "player Ada is disqualified (copied)"), (Language::FR, "Ada est disqualifié (copied)")]
    {
        let options = ReportOptions { language, ..ReportOptions::default() };
        let page = event_page(&summary, records.clone(), &options);
        assert!(page.contains(expected), "{language:?}");
    }
}
