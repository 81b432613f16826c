//! Writes down how a ladder stands while it goes on: the table of today, one of every day, and what authors want to see.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use joute_arena::bell::Sleeper;
use joute_arena::{Account, account};
use joute_messages::visible_json;
use joute_referee::GameRecord;
use joute_report::{LadderPage, ReportOptions, event_page, ladder_csv, rating_chart};
use joute_store::{EventId, GameId, GameResult, Store};
use joute_tournament::summary::EventSummary;
use time::OffsetDateTime;

use super::super::settings::Settings;
use super::super::students::file_name;
use super::authors;
use crate::failure::{Failure, Result};
use crate::output;

/// The table is written no more often than this, and never so often that it takes a twentieth of a processor.
const PAUSE: Duration = Duration::from_secs(2);
/// The latest games of each player that its page shows.
const SHOWN: usize = 20;

/// What was written last: on which day, up to which game, and what.
#[derive(Default)]
struct Kept {
    day: String,
    latest: GameId,
    summary: Option<EventSummary>,
}

pub(in super::super) struct Keeper<'a> {
    settings: &'a Settings,
    store: &'a Arc<dyn Store>,
    event: EventId,
    folder: &'a Path,
}

impl<'a> Keeper<'a> {
    pub(in super::super) fn new(
        settings: &'a Settings,
        store: &'a Arc<dyn Store>,
        event: EventId,
        folder: &'a Path,
    ) -> Keeper<'a> {
        Keeper { settings, store, event, folder }
    }

    /// Writes whenever there is something new, until it is over, and once more then.
    pub(in super::super) fn keep(&self, over: &AtomicBool) {
        let (mut watch, sleeper) = (self.store.watch(), Sleeper::new());
        let mut kept = Kept::default();
        loop {
            let is_last = over.load(Ordering::Relaxed);
            let (begun, today) = (Instant::now(), today());
            let written = self.write(&mut kept, &today, is_last);
            if let Err(failure) = &written {
                output::note(&format!("the table of the ladder: {failure}"));
            }
            if is_last {
                return;
            }
            let rest = PAUSE.max(begun.elapsed() * 20);
            match written {
                Ok(()) => sleeper
                    .until_changed(&mut watch, rest, || over.load(Ordering::Relaxed) || kept.day != self::today()),
                // What could not be written is tried again although nothing has changed.
                Err(_) => sleeper.sleep(rest),
            }
        }
    }

    /// Writes everything as it is now, if it is not what was written last, and shows authors games that they do not know yet.
    fn write(&self, kept: &mut Kept, today: &str, is_last: bool) -> Result<()> {
        let account = account(&**self.store, self.event).map_err(|error| Failure::Work(error.into()))?;
        let is_new_day = kept.day != today;
        if !is_last && !is_new_day && kept.summary.as_ref() == Some(&account.summary) {
            return Ok(());
        }
        let summary = &account.summary;
        let mut names = Vec::new();
        let pages: Vec<(String, String)> = summary
            .standings
            .iter()
            .map(|line| (line.name.clone(), format!("games/{}", file_name(&line.name, &mut names))))
            .collect();
        let link = |name: &str| pages.iter().find(|(player, _)| player == name).map(|(_, page)| page.clone());
        // The games of everybody are written when a day begins, and at the end.
        if is_last || is_new_day {
            for (player, page) in &pages {
                self.replace(page, &self.games_of(player, summary))?;
            }
        }
        self.tables(None, today, summary, &link)?;
        // A snapshot lies one folder deeper.
        self.tables(Some(today), today, summary, &|name| Some(format!("../{}", link(name)?)))?;
        if self.settings.watched.is_some() {
            self.tell_lost(&account, kept.latest);
        }
        let latest = account.results.iter().map(|result| result.id).max().unwrap_or(0);
        *kept = Kept { day: today.to_owned(), latest, summary: Some(account.summary) };
        Ok(())
    }

    /// Shows authors the games that they lost, the latest first and no more than are kept: a ladder that goes on after a year
    /// does not read all of it again.
    fn tell_lost(&self, account: &Account, told: GameId) {
        let summary = &account.summary;
        let played = summary.matches.iter().chain(&summary.annulled);
        let players: HashMap<u32, &[String; 2]> = played.map(|one| (one.number - 1, &one.players)).collect();
        let mut shown: HashMap<&str, usize> = HashMap::new();
        let mut latest: Vec<&GameResult> = account.results.iter().filter(|result| result.id > told).collect();
        latest.sort_unstable_by_key(|result| std::cmp::Reverse(result.id));
        for result in latest {
            let Some((winner, names)) = result.outcome.winner().zip(players.get(&result.match_index)) else { continue };
            let loser = names[winner.other().index() ^ usize::from(result.swapped)].as_str();
            let shown = shown.entry(loser).or_default();
            if *shown >= authors::MOST_GAMES {
                continue;
            }
            *shown += 1;
            if authors::is_untold(self.settings, result.id, loser)
                && let Ok(Some(record)) = self.store.game(result.id)
            {
                authors::tell_lost(self.settings, result.id, &record);
            }
        }
    }

    fn tables(
        &self,
        snapshot: Option<&str>,
        today: &str,
        summary: &EventSummary,
        link: &dyn Fn(&str) -> Option<String>,
    ) -> Result<()> {
        let language = self.settings.language;
        let chart = rating_chart(summary, None, language);
        let page = LadderPage { summary, date: today, chart: chart.as_deref(), games: link, language }.page();
        let table = EventSummary { matches: Vec::new(), annulled: Vec::new(), faults: Vec::new(), ..summary.clone() };
        let json = visible_json(&serde_json::to_string_pretty(&table).unwrap_or_default()).into_owned() + "\n";
        let name = |ending: &str| match snapshot {
            Some(day) => format!("snapshots/{day}.{ending}"),
            None => format!("ladder.{ending}"),
        };
        self.replace(&name("html"), &page)?;
        self.replace(&name("csv"), &ladder_csv(summary, today, link))?;
        self.replace(&name("json"), &json)
    }

    /// The latest games of a player, to replay.
    fn games_of(&self, player: &str, summary: &EventSummary) -> String {
        let own = summary.matches.iter().rev().filter(|played| played.players.iter().any(|name| name == player));
        let mut matches: Vec<_> = own.filter(|played| !played.games.is_empty()).take(SHOWN / 2).cloned().collect();
        matches.reverse();
        let ids: Vec<u64> = matches.iter().flat_map(|played| played.games.iter().copied()).collect();
        let games: Vec<(u64, GameRecord)> =
            ids.iter().filter_map(|&id| Some((id, self.store.game(id).ok()??))).collect();
        let faults = summary.faults.iter().filter(|fault| fault.player == player).rev().take(SHOWN).cloned().collect();
        let name = format!("{} – {player}", summary.name);
        let own = EventSummary { name, matches, faults, annulled: Vec::new(), history: Vec::new(), ..summary.clone() };
        event_page(&own, games, &ReportOptions { language: self.settings.language, ..ReportOptions::default() })
    }

    /// Whole or not at all.
    fn replace(&self, name: &str, text: &str) -> Result<()> {
        let path = self.folder.join(name);
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = made.and_then(|()| joute_report::replace(&path, text));
        Ok(written.with_context(|| format!("cannot write {}", path.display()))?)
    }
}

/// The date, by the clock of the world.
fn today() -> String {
    OffsetDateTime::now_utc().date().to_string()
}
