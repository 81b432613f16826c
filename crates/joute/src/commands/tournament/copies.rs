//! Looks for copies among what was handed in, before anything is played: by contents, by play and by sources.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use joute_arena::{Participant, Refused};
use joute_catalog::{BuiltIn, Source as Boards, find_built_in};
use joute_games::Side;
use joute_games::random::Seed;
use joute_players::{Entrant, Workshop};
use joute_referee::{Conditions, Identity, MatchRules, Player, play_game};
use joute_tournament::copies::{Likeness, Source, Submission, is_source, likenesses};

use super::settings::Settings;
use crate::commands::new;
use crate::failure::{Failure, Result};
use crate::output;

/// Games of trial go on for so many plies: enough to tell two programs apart that do not do the same.
const PLIES: u32 = 24;
/// Fewer moves of its own say nothing about a player.
const FEWEST_MOVES: usize = 4;
/// A larger file is no source that somebody wrote.
const MOST_BYTES: u64 = 1 << 20;
/// Files of one submission, and folders within folders, that are looked at.
const MOST_FILES: usize = 200;
const DEEPEST: usize = 6;
/// So many pairs are named on the terminal.
const MOST_TOLD: usize = 10;

/// The file in the folder of results that remembers what was played, so that nobody is tried twice.
const MEMORY: &str = "trial-games.json";

/// Who was compared, and what was found.
#[derive(Default)]
pub(super) struct Copies {
    pub(super) submissions: Vec<Submission>,
    pub(super) found: Vec<Likeness>,
}

impl Copies {
    /// Compares everybody who handed something in.
    pub(super) fn look(
        settings: &Settings,
        workshop: &Workshop,
        boards: &Boards,
        (participants, refused): (&[Arc<Participant>], &[Refused]),
        folder: &Path,
    ) -> Result<Copies> {
        if settings.copies == Some(false) {
            return Ok(Copies::default());
        }
        let handed_in: Vec<&Participant> =
            participants.iter().map(|one| &**one).filter(|one| !one.entrant.is_built_in()).collect();
        let mut submissions: Vec<Submission> = Vec::new();
        let plays = plays(settings, boards, &handed_in, folder)?;
        for participant in handed_in {
            let identity = &participant.entrant.identity;
            let hash = Some(identity.version.clone()).filter(|version| !version.is_empty());
            let play = hash.as_ref().and_then(|hash| plays.get(hash)).filter(|play| !play.is_empty()).cloned();
            let sources = sources(workshop, &settings.folder, &identity.locator);
            submissions.push(Submission { name: participant.name.clone(), hash, play, sources });
        }
        // Whoever does not play may be the one who copied, or was copied from.
        for refused in refused.iter().filter(|refused| !refused.locator.is_empty()) {
            let hash = refused.version.clone();
            let play = hash.as_ref().and_then(|hash| plays.get(hash)).filter(|play| !play.is_empty()).cloned();
            let sources = sources(workshop, &settings.folder, &refused.locator);
            submissions.push(Submission { name: refused.name.clone(), hash, play, sources });
        }
        let found = likenesses(&submissions, &given(settings)?);
        Ok(Copies { submissions, found })
    }

    /// Says what was found, and shows it to the teacher.
    pub(super) fn tell(&self, settings: &Settings, folder: &Path) -> Result<()> {
        if self.submissions.len() < 2 {
            return Ok(());
        }
        for likeness in self.found.iter().take(MOST_TOLD) {
            let [one, two] = likeness.pair.map(|at| &self.submissions[at].name);
            output::note(&format!("alike: {one} and {two}: {}", joute_report::copy_signs(likeness, settings.language)));
        }
        let page = joute_report::copies_page(&settings.name, &self.submissions, &self.found, settings.language);
        let path = folder.join("copies.html");
        std::fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
        if !self.found.is_empty() {
            output::note(&format!("{} pairs are alike: {} shows where", self.found.len(), path.display()));
        }
        Ok(())
    }

    /// Whom a player's work is like, with the signs of each.
    pub(super) fn of(&self, settings: &Settings, name: &str) -> Vec<String> {
        let mut told = Vec::new();
        for likeness in &self.found {
            let names = likeness.pair.map(|at| self.submissions[at].name.as_str());
            if let Some(own) = names.iter().position(|other| *other == name) {
                told.push(format!("{} ({})", names[1 - own], joute_report::copy_signs(likeness, settings.language)));
            }
        }
        told
    }
}

/// What everybody was given: the starters of this program, and what the file of the tournament names.
fn given(settings: &Settings) -> Result<Vec<Source>> {
    let starters = new::starters().map(|(name, text)| Source { name: name.to_owned(), text: text.to_owned() });
    let mut given: Vec<Source> = starters.collect();
    for name in &settings.given {
        let path = settings.folder.join(name);
        let text = std::fs::read_to_string(&path)
            .map_err(|error| settings.mistake("given", &format!("cannot read {name}: {error}")))?;
        given.push(Source { name: name.clone(), text });
    }
    Ok(given)
}

/// The sources behind a locator: the files that it names, or those in the folder, the archive or the revision that it names.
fn sources(workshop: &Workshop, folder: &Path, locator: &str) -> Vec<Source> {
    let unpacked = workshop.unpacked(locator);
    let path = unpacked.as_ref().map(|tree| tree.path().to_owned()).or_else(|| named(folder, locator));
    path.map(|path| sources_in(&path)).unwrap_or_default()
}

/// The file or folder that a locator names, whatever else it says.
fn named(folder: &Path, locator: &str) -> Option<PathBuf> {
    let target = locator.split_once(':').map_or(locator, |(_, target)| target);
    let plain = target.split('?').next().unwrap_or(target);
    let whole = [locator, target, plain].into_iter().chain(plain.split_whitespace());
    whole.map(|name| folder.join(name)).find(|path| path != folder && path.exists())
}

fn sources_in(path: &Path) -> Vec<Source> {
    let mut files = Vec::new();
    gather(path, 0, &mut files);
    files.sort();
    let root = if path.is_dir() { Some(path) } else { path.parent() }.unwrap_or(Path::new(""));
    let read = |file: PathBuf| {
        let name = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().into_owned();
        let text = String::from_utf8_lossy(&std::fs::read(&file).ok()?).into_owned();
        Some(Source { name, text })
    };
    files.into_iter().filter_map(read).collect()
}

/// Links are not followed: they may lead anywhere.
fn gather(path: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(facts) = path.symlink_metadata() else { return };
    if facts.is_file() && facts.len() <= MOST_BYTES && files.len() < MOST_FILES && is_source(&path.to_string_lossy()) {
        files.push(path.to_owned());
    }
    if facts.is_dir() && depth < DEEPEST {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        entries.for_each(|entry| gather(&entry.path(), depth + 1, files));
    }
}

/// What each version played in its games of trial; those that are remembered are not played again.
fn plays(
    settings: &Settings,
    boards: &Boards,
    players: &[&Participant],
    folder: &Path,
) -> Result<BTreeMap<String, String>> {
    let path = folder.join(MEMORY);
    let mut plays: BTreeMap<String, String> =
        std::fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    if !settings.tries_play() || players.len() < 2 {
        return Ok(plays);
    }
    let mut is_new = false;
    for participant in players {
        let version = &participant.entrant.identity.version;
        if !version.is_empty() && !plays.contains_key(version) {
            plays.insert(version.clone(), play(settings, boards, &participant.entrant)?);
            is_new = true;
        }
    }
    if is_new {
        let text = serde_json::to_string_pretty(&plays).context("the games of trial")?;
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(plays)
}

/// The moves of a player in a game on either side of the same board; nothing if it makes too few.
fn play(settings: &Settings, boards: &Boards, entrant: &Entrant) -> Result<String> {
    let entry = find_built_in("random").context("there is no random player")?;
    let seed = Seed(settings.seed).purpose("copies");
    let start = boards.start(seed.0).map_err(Failure::usage)?;
    let rules = MatchRules { cap: Some(PLIES), ..settings.rules.clone() };
    let conditions = Conditions {
        rules: &rules,
        seed,
        identities: &[Identity::default(), Identity::default()],
        prefix: &[],
        stop: &AtomicBool::new(false),
        labels: &BTreeMap::new(),
    };
    let mut moves: Vec<String> = Vec::new();
    for side in Side::BOTH {
        let mut other = BuiltIn::new(entry, "").map_err(Failure::usage)?;
        let mut player = entrant.player().map_err(Failure::usage)?;
        let seats: [&mut dyn Player; 2] =
            if side == Side::First { [&mut *player, &mut other] } else { [&mut other, &mut *player] };
        let finished = play_game(start.clone(), seats, &conditions, None);
        let record = finished.record(&start, &conditions);
        let own = record.plies.into_iter().zip(&finished.plies).filter(|(_, ply)| ply.side == side);
        moves.extend(own.filter_map(|(played, _)| played.mv));
        moves.push("/".to_owned());
    }
    Ok(if moves.len() < FEWEST_MOVES + 2 { String::new() } else { moves.join(" ") })
}
