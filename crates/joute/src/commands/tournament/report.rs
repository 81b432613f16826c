//! What a tournament came to: files for the folder of its results, a table for people.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use joute_arena::labelled_record;
use joute_messages::{Language, visible_line};
use joute_referee::GameRecord;
use joute_report::ReportOptions;
use joute_store::{EventId, GameId, GameResult, Store};
use joute_tournament::format::{byes_count, is_knockout};
use joute_tournament::summary::{EventSummary, Standing};

use crate::failure::{Failure, Result};
use crate::output;
use crate::text_table::table;

/// So many games are read from a store at once.
const TOGETHER: usize = 200;

/// The file of a folder of results that has the record of every game.
pub(crate) const RECORDS: &str = "games.jsonl";

/// Writes everything that the folder of results holds besides the store: the page, the tables, the summary, and the
/// records, from which the store could be made anew. Games are read from the store as they are needed.
pub(super) fn write_reports(
    summary: &EventSummary,
    store: &dyn Store,
    event: EventId,
    folder: &Path,
    language: Language,
) -> Result<()> {
    let options = ReportOptions { language, ..ReportOptions::default() };
    let results = store.results(event).map_err(|error| Failure::Work(error.into()))?;
    let results: HashMap<GameId, GameResult> = results.into_iter().map(|result| (result.id, result)).collect();
    let mut records = Records::create(folder);
    let ids = summary.matches.iter().chain(&summary.annulled).flat_map(|played| &played.games);
    let ids: Vec<GameId> = ids.copied().collect();
    let games = games_of(store, &ids).inspect(|(id, record)| records.add(record, results.get(id)));
    let written = joute_report::write_reports_with(summary, games, folder, &options).context("the report")?;
    records.finish()?;
    for (id, why) in written.without_replay {
        output::note(&format!("game {id} cannot be replayed on the page: {why}"));
    }
    Ok(())
}

/// Games with their numbers, many of them read at once: a database far away is asked seldom. What cannot be read is told and left out.
fn games_of(store: &dyn Store, ids: &[GameId]) -> impl Iterator<Item = (GameId, GameRecord)> {
    let read = move |ids: &[GameId]| -> Vec<_> {
        // Where one of them is damaged each is read by itself.
        match store.games(ids) {
            Ok(found) => found.into_iter().map(Ok).collect(),
            Err(_) => ids.iter().map(|&id| store.game(id)).collect(),
        }
    };
    let games = ids.chunks(TOGETHER).flat_map(move |ids| ids.iter().copied().zip(read(ids)));
    games.filter_map(|(id, game)| match game {
        Ok(record) => Some((id, record?)),
        Err(error) => {
            output::note(&format!("game {id} is not in the report: {error}"));
            None
        }
    })
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
    let columns = Columns::of(summary);
    text += &table(&columns.header(), &summary.standings.iter().map(|line| columns.row(line)).collect::<Vec<_>>());
    text += &winners(summary);
    text += &tie_breaks(summary);
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

/// Columns that not every event has.
struct Columns {
    swiss: bool,
    knockout: bool,
    byes: bool,
    absence: bool,
}

impl Columns {
    fn of(summary: &EventSummary) -> Columns {
        let any = |has: fn(&Standing) -> bool| summary.standings.iter().any(has);
        Columns {
            swiss: any(|line| line.buchholz.is_some()),
            knockout: is_knockout(&summary.format),
            byes: byes_count(&summary.format) && !is_knockout(&summary.format) && any(|line| line.byes > 0),
            absence: any(|line| line.absence.is_some()),
        }
    }

    fn header(&self) -> Vec<&'static str> {
        let mut header = vec!["rank", "player"];
        header.extend(self.swiss.then_some(["score", "Buchholz"]).into_iter().flatten());
        header.extend(["points", "matches", "wins", "draws", "losses", "faults"]);
        header.extend(self.byes.then_some("byes"));
        header.extend(self.knockout.then_some("out in"));
        header.extend(self.absence.then_some("remark"));
        header
    }

    fn row(&self, line: &Standing) -> Vec<String> {
        let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
        let [won, tied, lost] = line.matches;
        let mut row = vec![line.rank.to_string(), line.name.clone()];
        row.extend(self.swiss.then(|| [number(line.score), number(line.buchholz)]).into_iter().flatten());
        row.extend([line.points.to_string(), format!("+{won} ={tied} -{lost}")]);
        row.extend([line.wins, line.draws, line.losses, line.faults.total()].map(|count| count.to_string()));
        row.extend(self.byes.then(|| line.byes.to_string()));
        row.extend(self.knockout.then(|| exit(line)));
        let absence = line.absence.as_ref().map(|absence| joute_report::absence_text(absence, Language::EN));
        row.extend(self.absence.then(|| absence.unwrap_or_default()));
        row
    }
}

fn exit(line: &Standing) -> String {
    match line.out_in {
        None => "-".to_owned(),
        Some(_) if line.out_in_final => "the final".to_owned(),
        Some(round) => format!("round {round}"),
    }
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

/// Matches that the points of their games did not decide, and what did.
fn tie_breaks(summary: &EventSummary) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for played in &summary.matches {
        let how = match (played.decided_by.as_deref(), played.winner.as_deref()) {
            (_, None) | (None, _) => continue,
            (Some(_), Some("both")) => "tied: both have won",
            (Some("points"), _) => continue,
            (Some("replay"), _) => "a replay",
            (Some("faults"), _) => "fewer faults, after tied replays",
            (Some("seed"), _) => "the better seed number, after tied replays",
            (Some(other), _) => other,
        };
        let [one, two] = &played.players;
        let [made, lost] = played.points.map(joute_report::points);
        let winner = played.winner.clone().unwrap_or_default();
        rows.push(vec![
            played.number.to_string(),
            joute_report::round_name(played, Language::EN),
            format!("{one} - {two}"),
            format!("{made} - {lost}"),
            winner,
            how.to_owned(),
        ]);
    }
    if rows.is_empty() || !is_knockout(&summary.format) {
        return String::new();
    }
    format!("\n{}\n", table(&["match", "round", "players", "points", "winner", "decided by"], &rows))
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
