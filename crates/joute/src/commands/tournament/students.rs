//! Whose work each player is, and what every one of them is given back: a line of the marks, and a sheet.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use joute_draw::svg::{self, SvgOptions};
use joute_referee::GameRecord;
use joute_report::{Sheet, Spreadsheet, Student, marks};
use joute_store::Store;
use joute_tournament::summary::{Contestant, EventSummary};

use super::class_list::{Listed, owners, player_name};
use super::copies::Copies;
use super::settings::Settings;
use crate::failure::Result;
use crate::output;

impl Settings {
    /// Players get the names that the list of the class has for those who handed them in.
    pub(super) fn name_students(&mut self) {
        let pattern = self.require.file.as_ref().map(ToString::to_string);
        for wanted in &mut self.wanted {
            let owners = owners(&self.class, &wanted.locator, wanted.name.as_deref(), pattern.as_deref());
            if let Some(name) = player_name(&owners) {
                wanted.name = Some(name);
            }
        }
    }

    /// The player of somebody in the list: under the student's name, that of the team, or that of a file.
    fn player_of<'a>(
        &self,
        listed: &Listed,
        summary: &'a EventSummary,
        pattern: Option<&str>,
    ) -> Option<&'a Contestant> {
        let find = |name: &str| summary.players.iter().find(|player| player.name == name);
        let is_own = |player: &&Contestant| {
            let owners = owners(&self.class, target(&player.locator), None, pattern);
            player_name(&owners).is_some_and(|name| name == player.name) && owners.contains(&listed)
        };
        let team = || listed.team.as_deref().and_then(find);
        find(&listed.name).or_else(|| summary.players.iter().find(is_own)).or_else(team)
    }

    /// Everybody who is marked: those of the list, and whoever else handed something in.
    fn students(&self, summary: &EventSummary, copies: &Copies) -> Vec<Student> {
        let pattern = self.require.file.as_ref().map(ToString::to_string);
        let mut students: Vec<Student> = Vec::new();
        let mut owned: Vec<&str> = Vec::new();
        for listed in &self.class {
            let player = self.player_of(listed, summary, pattern.as_deref());
            owned.extend(player.map(|player| player.name.as_str()));
            students.push(Student {
                name: listed.name.clone(),
                player: player.map_or_else(|| listed.name.clone(), |player| player.name.clone()),
                team: listed.team.clone(),
                file: player.map(|player| player.locator.clone()),
                copies: player.map(|player| copies.of(self, &player.name)).unwrap_or_default(),
            });
        }
        let handed_in = |player: &&Contestant| copies.submissions.iter().any(|one| one.name == player.name);
        let has_submissions = summary.players.iter().any(|player| handed_in(&player));
        for player in &summary.players {
            let is_house =
                has_submissions && !handed_in(&player) && player.refused.is_none() && player.absence.is_none();
            if !is_house && !owned.contains(&player.name.as_str()) {
                students.push(Student {
                    name: player.name.clone(),
                    player: player.name.clone(),
                    team: None,
                    file: Some(player.locator.clone()).filter(|locator| !locator.is_empty()),
                    copies: copies.of(self, &player.name),
                });
            }
        }
        students
    }
}

/// What a file is called that a locator names, without its kind.
fn target(locator: &str) -> &str {
    locator.split_once(':').map_or(locator, |(_, target)| target)
}

/// Writes the marks, and a sheet for each student where there shall be some.
pub(super) fn write(
    settings: &Settings,
    summary: &EventSummary,
    copies: &Copies,
    store: &dyn Store,
    folder: &Path,
) -> Result<()> {
    let students = settings.students(summary, copies);
    let spreadsheet = Spreadsheet::of(settings.spreadsheet.unwrap_or(settings.language));
    let path = folder.join("marks.csv");
    std::fs::write(&path, marks(summary, &students, spreadsheet))
        .with_context(|| format!("cannot write {}", path.display()))?;
    if !settings.has_sheets() {
        return Ok(());
    }
    let sheets = folder.join("sheets");
    std::fs::create_dir_all(&sheets).with_context(|| format!("cannot make the folder {}", sheets.display()))?;
    let mut names: Vec<String> = Vec::new();
    for student in &students {
        let path = sheets.join(file_name(&student.name, &mut names));
        let page = sheet(settings, summary, student, store);
        std::fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn sheet(settings: &Settings, summary: &EventSummary, student: &Student, store: &dyn Store) -> String {
    let all = summary.matches.iter().chain(&summary.annulled);
    let own = all.filter(|played| played.players.contains(&student.player)).flat_map(|played| &played.games);
    let mut records: Vec<(u64, GameRecord)> = Vec::new();
    for id in own {
        match store.game(*id) {
            Ok(record) => records.extend(record.map(|record| (*id, record))),
            Err(error) => output::note(&format!("game {id} is not in the sheet of {}: {error}", student.name)),
        }
    }
    let is_faulty = |id: u64| summary.faults.iter().any(|fault| fault.game == id && fault.player == student.player);
    let faulty = records.iter().filter(|(id, _)| is_faulty(*id));
    let boards: BTreeMap<u64, String> = faulty.filter_map(|(id, record)| Some((*id, picture(*id, record)?))).collect();
    Sheet { summary, student, records: &records, boards: &boards, language: settings.language }.page()
}

/// The board on which a game ended.
fn picture(id: u64, record: &GameRecord) -> Option<String> {
    let positions = joute_catalog::positions_of(record).ok()?;
    let options = SvgOptions { id_prefix: format!("game{id}-"), ..SvgOptions::default() };
    Some(svg::board(&positions.last()?.view(), &options))
}

/// A name of a file for a name of a student: no two are the same, and none is hidden or leads elsewhere.
fn file_name(name: &str, taken: &mut Vec<String>) -> String {
    let kept: String =
        name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).take(80).collect();
    let kept = if kept.trim_matches('-').is_empty() { "student".to_owned() } else { kept.trim_matches('-').to_owned() };
    let numbered = (2..).map(|number| format!("{kept}-{number}"));
    let is_free = |name: &String| !taken.iter().any(|other| other.to_lowercase() == name.to_lowercase());
    let name = std::iter::once(kept.clone()).chain(numbered).find(is_free).unwrap_or(kept);
    taken.push(name.clone());
    format!("{name}.html")
}
