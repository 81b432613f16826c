//! What a tournament came to: files for the folder of its results, a table for people.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use joute_arena::labelled_record;
use joute_messages::visible_line;
use joute_referee::GameRecord;
use joute_store::{EventId, GameId, GameResult, Store};
use joute_tournament::format::is_knockout;
use joute_tournament::summary::{EventSummary, Standing};

use crate::failure::{Failure, Result};
use crate::output;
use crate::text_table::table;

/// The file of a folder of results that has the record of every game.
pub(crate) const RECORDS: &str = "games.jsonl";

/// Writes everything that the folder of results holds besides the store: the page, the tables, the summary, and the
/// records, from which the store could be made anew. Games are read from the store as they are needed.
pub(super) fn write_reports(summary: &EventSummary, store: &dyn Store, event: EventId, folder: &Path) -> Result<()> {
    let results = store.results(event).map_err(|error| Failure::Work(error.into()))?;
    let results: HashMap<GameId, GameResult> = results.into_iter().map(|result| (result.id, result)).collect();
    let mut records = Records::create(folder);
    let ids = summary.matches.iter().flat_map(|played| &played.games);
    let games = ids.filter_map(|&id| match store.game(id) {
        Ok(record) => {
            let record = record?;
            records.add(&record, results.get(&id));
            Some((id, record))
        }
        Err(error) => {
            output::note(&format!("game {id} is not in the report: {error}"));
            None
        }
    });
    let written = joute_report::write_reports(summary, games, folder).context("the report")?;
    records.finish()?;
    for (id, why) in written.without_replay {
        output::note(&format!("game {id} cannot be replayed on the page: {why}"));
    }
    Ok(())
}

/// The file of records while it is written: it takes its place when it is whole.
struct Records {
    path: PathBuf,
    beside: PathBuf,
    file: io::Result<BufWriter<File>>,
}

impl Records {
    fn create(folder: &Path) -> Records {
        let (path, beside) = (folder.join(RECORDS), folder.join("records.new"));
        Records { file: File::create(&beside).map(BufWriter::new), path, beside }
    }

    /// What cannot be written is told at the end.
    fn add(&mut self, record: &GameRecord, result: Option<&GameResult>) {
        if let (Some(result), Ok(file)) = (result, &mut self.file)
            && let Err(error) = writeln!(file, "{}", labelled_record(record.clone(), result).to_json())
        {
            self.file = Err(error);
        }
    }

    fn finish(self) -> Result<()> {
        let Records { path, beside, file } = self;
        let written = file.and_then(|mut file| file.flush()).and_then(|()| std::fs::rename(&beside, &path));
        Ok(written.with_context(|| format!("cannot write {}", path.display()))?)
    }
}

/// A table and some sentences.
pub(super) fn text(summary: &EventSummary, folder: &Path) -> String {
    let mut text = format!(
        "{}: {} of {}  {}  seed {}\n\n",
        visible_line(&summary.name),
        summary.format,
        summary.game,
        summary.setup,
        summary.seed
    );
    let swiss = summary.standings.iter().any(|line| line.buchholz.is_some());
    let knockout = is_knockout(&summary.format);
    let mut header = vec!["rank", "player", "points", "matches", "wins", "draws", "losses", "faults"];
    header.extend(swiss.then_some("Buchholz"));
    header.extend(knockout.then_some("out in"));
    text += &table(&header, &summary.standings.iter().map(|line| row(line, swiss, knockout)).collect::<Vec<_>>());
    text += &winners(summary);
    text += &faults(summary);
    text += &refused(summary);
    let games: usize = summary.matches.iter().map(|game| game.games.len()).sum();
    text += &format!("{games} games in {} matches, {} of them played now; ", summary.matches.len(), summary.played_now);
    text += &format!("report: {}\n", folder.join("report.html").display());
    if !summary.complete {
        text += "not finished: the same command goes on where this stopped\n";
    }
    text
}

fn row(line: &Standing, swiss: bool, knockout: bool) -> Vec<String> {
    let [won, tied, lost] = line.matches;
    let mut row = vec![
        line.rank.to_string(),
        line.name.clone(),
        line.points.to_string(),
        format!("+{won} ={tied} -{lost}"),
        line.wins.to_string(),
        line.draws.to_string(),
        line.losses.to_string(),
        line.faults.total().to_string(),
    ];
    row.extend(swiss.then(|| line.buchholz.map_or_else(String::new, |sum| sum.to_string())));
    row.extend(knockout.then(|| line.out_in.map_or_else(|| "-".to_owned(), |round| format!("round {round}"))));
    row
}

fn winners(summary: &EventSummary) -> String {
    let best = summary.standings.iter().filter(|line| line.rank == 1);
    let best: Vec<_> = best.map(|line| visible_line(&line.name)).collect();
    match (summary.complete, &best[..]) {
        (false, _) | (_, []) => "\n".to_owned(),
        (true, [winner]) => format!("\nthe winner is {winner}\n"),
        (true, winners) => format!("\nco-winners: {}\n", winners.join(", ")),
    }
}

/// Everybody who was not let in, and why: the player's own error, whole.
fn refused(summary: &EventSummary) -> String {
    let mut text = String::new();
    for player in &summary.players {
        for (number, line) in player.refused.iter().flat_map(|reason| reason.lines()).enumerate() {
            text += &match number {
                0 => format!("refused: {}: {}\n", visible_line(&player.name), visible_line(line)),
                _ => format!("  | {}\n", visible_line(line)),
            };
        }
    }
    text
}

/// The first fault of each player, with its evidence.
fn faults(summary: &EventSummary) -> String {
    let mut text = String::new();
    let mut told: Vec<&str> = Vec::new();
    for fault in &summary.faults {
        if !told.contains(&fault.player.as_str()) {
            told.push(&fault.player);
            let evidence = fault.evidence.lines().next().unwrap_or_default();
            let player = visible_line(&fault.player);
            text += &format!("first fault of {player} (game {}): {}: {evidence}\n", fault.game, fault.kind);
        }
    }
    text
}
