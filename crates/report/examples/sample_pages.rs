//! Writes made-up events and games as pages, for the browser tests and to look at: `sample_pages FOLDER`.
#![allow(clippy::unwrap_used, reason = "a tool for tests: what fails must fail")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::path::PathBuf;

use joute_catalog::find_game;
use joute_elements::{Board, LogLimits, ReplayBundle};
use joute_games::NoFiles;
use joute_messages::Language;
use joute_referee::GameRecord;
use joute_report::{ReportOptions, Sheet, Student, copies_page, replay_page, write_reports, write_reports_with};
use joute_tournament::copies::{Source, Submission, likenesses};
use joute_tournament::summary::EventSummary;

fn main() {
    let folder = PathBuf::from(std::env::args_os().nth(1).expect("a folder to write to"));
    let (cup, records) = support::cup(40);
    write_reports(&cup, records.clone(), &folder.join("cup")).unwrap();
    let french = ReportOptions { language: Language::FR, ..ReportOptions::default() };
    let (league, flood) = support::league("flood", "graph=donut,width=9,colours=6", 6);
    write_reports_with(&league, flood.clone(), &folder.join("league"), &french).unwrap();
    let (_, colours) = support::league("seven-colours", "size=16", 2);
    let (_, awale) = support::league("awale", "", 2);
    let games = [&records[0], &flood[0], &colours[0], &awale[0]];
    let mut bundle = ReplayBundle::new(LogLimits::default());
    let mut names = Vec::new();
    for (id, record) in (1..).zip(games.map(|(_, record)| record)) {
        bundle.add(id, record).unwrap();
        names.push((id, title(record)));
    }
    let page = replay_page("Four games", &names, &bundle, Language::EN);
    std::fs::write(folder.join("replay.html"), page).unwrap();
    std::fs::write(folder.join("boards.json"), boards()).unwrap();
    std::fs::write(folder.join("copies.html"), copies()).unwrap();
    for (name, page) in sheets(cup, &records) {
        std::fs::write(folder.join(name), page).unwrap();
    }
}

/// Two programs that are alike, with long names and long lines.
fn copies() -> String {
    let line = |word: &str| {
        format!("    {word} = [{word} + step * 2 for step in range(1, 5) if step % 3 != len({word}) and step > 1]\n")
    };
    let text = |word: &str| format!("def choose({word}):\n{}    return {word}\n", line(word).repeat(6));
    let submission = |name: &str, word: &str| Submission {
        name: name.to_owned(),
        hash: None,
        play: None,
        sources: vec![Source { name: format!("{LONG}.py"), text: text(word) }],
    };
    let both = [submission(LONG, "moves"), submission("Bob COPIEUR", "coups")];
    copies_page("cup", &both, &likenesses(&both, &[]), Language::FR)
}

/// A name that no column holds.
const LONG: &str = "othello_a_name_without_any_place_to_break_it_that_no_column_holds";

/// The sheet of somebody with faults, and of somebody who was refused.
fn sheets(mut cup: EventSummary, records: &[(u64, GameRecord)]) -> [(&'static str, String); 2] {
    let faulty = cup.faults[0].player.clone();
    let refused = "it cannot be loaded: ended with exit code 1; it last wrote:\n  File \"/a/very/long/path/without/a/space/in/it/othello_x.py\", line 1";
    cup.players[0].refused = Some(refused.to_owned());
    let of = |player: String| {
        let student = Student {
            name: LONG.to_owned(),
            player,
            team: None,
            file: Some(format!("players/{LONG}.py")),
            copies: Vec::new(),
        };
        let own: Vec<_> = records
            .iter()
            .filter(|(_, record)| record.players.iter().any(|one| one.name == student.player))
            .cloned()
            .collect();
        Sheet { summary: &cup, student: &student, records: &own, boards: &BTreeMap::new(), language: Language::EN }
            .page()
    };
    [("sheet.html", of(faulty)), ("refused.html", of(cup.players[0].name.clone()))]
}

/// The start of each game as a board to play on, and an Othello position one move later.
fn boards() -> String {
    let start = |game: &str, setup: &str| find_game(game).unwrap().setup(setup, &NoFiles).unwrap().start(3).unwrap();
    let mut boards = BTreeMap::new();
    for (game, setup) in [("othello", ""), ("awale", ""), ("flood", "width=6,colours=5"), ("seven-colours", "size=6")] {
        boards.insert(game, Board::of(&start(game, setup).view()));
    }
    let before = start("othello", "");
    let mut after = before.clone();
    after.try_play("d3").unwrap();
    let mut view = after.view();
    view.mark_move(&before.view(), "d3");
    boards.insert("othello-next", Board::of(&view));
    serde_json::to_string(&boards).unwrap()
}

fn title(record: &GameRecord) -> String {
    format!("{}: {} – {}", record.game, record.players[0].name, record.players[1].name)
}
