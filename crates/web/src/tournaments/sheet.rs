//! The parts of pages that change while a tournament is played, in words and tables. Scripts put them where they belong.

use std::collections::HashMap;
use std::time::Duration;

use joute_games::Side;
use joute_messages::{Language, message};
use joute_report::{
    LadderTable, bracket, cross_table, fault_name, format_name, podium, rating_chart, round_name, standings,
};
use joute_store::GameResult;
use joute_tournament::format::is_ladder;
use joute_tournament::summary::{EventSummary, FaultNote, MatchSummary};
use maud::{Markup, html};
use serde_json::json;

use super::tournament::Phase;
use super::{Tournaments, View};
use crate::pages::contestant;
use crate::pages::replay::encoded;
use crate::words;

/// How many finished games are listed; all of them are in the report.
const LISTED: usize = 50;

/// The parts of the page of a tournament.
pub(crate) struct Parts {
    pub(crate) progress: Markup,
    pub(crate) podium: Markup,
    /// What is said above the boards.
    pub(crate) tables: Markup,
    pub(crate) standings: Markup,
    pub(crate) bracket: Markup,
    /// Who made how many points against whom.
    pub(crate) cross: Markup,
    pub(crate) games: Markup,
}

impl Parts {
    /// All of them as one JSON object.
    pub(super) fn json(&self) -> String {
        json!({
            "progress": self.progress.0,
            "podium": self.podium.0,
            "tables": self.tables.0,
            "standings": self.standings.0,
            "bracket": self.bracket.0,
            "cross": self.cross.0,
            "games": self.games.0,
        })
        .to_string()
    }

    pub(super) fn of(slug: &str, view: &View, language: Language) -> Parts {
        let summary = &view.account.summary;
        let address = |id: u64| format!("/tournament/{}/game/{id}", encoded(slug));
        let first_game = |played: &MatchSummary| played.games.first().map(|&id| address(id));
        Parts {
            progress: progress(view, language),
            podium: podium(summary, language),
            tables: html! { (tables_title(&view.phase, language)) },
            standings: standings_or_ladder(slug, view, language),
            cross: cross_table(summary, language),
            bracket: bracket(summary, &first_game, language),
            games: games(view, &address, language),
        }
    }
}

/// The standings; of a ladder its own table, with how ratings have changed.
fn standings_or_ladder(slug: &str, view: &View, language: Language) -> Markup {
    let summary = &view.account.summary;
    if !is_ladder(&summary.format) {
        return standings(summary, language);
    }
    let link = |name: &str| Some(contestant::address(slug, name));
    // In a class a player comes from its team's folder, which its name says.
    let table = LadderTable { summary, games: &link, is_brief: view.is_private, language };
    table.sections(rating_chart(summary, None, language).as_deref())
}

fn tables_title(phase: &Phase, language: Language) -> &'static str {
    match phase {
        Phase::Running => language.text("tournament-being-played"),
        _ => language.text("tournament-last-positions"),
    }
}

/// How far it has come, with a bar.
fn progress(view: &View, language: Language) -> Markup {
    let (done, expected) = (view.account.results.len(), view.account.expected);
    let label = language.text("tournament-games-played");
    // A ladder ends when somebody ends it.
    let is_endless = is_ladder(&view.account.summary.format);
    html! {
        p.state {
            span class={ "phase " (phase_class(&view.phase)) } { (phase_name(view, language)) }
            @if is_endless {
                " " strong { (done) } " " (message!("tournament-games", count = done).text(language))
            } @else {
                " " strong { (done) } " " (message!("tournament-of-games", count = expected).text(language))
            }
            @if let Some(left) = view.left.filter(|_| done < expected as usize && !is_endless) {
                " · " (message!("tournament-time-left", time = duration(left)).text(language))
            }
        }
        @if !is_endless { progress max=(expected.max(1)) value=(done) aria-label=(label) {} }
        // In a class the reason is for those who can do something about it: its page tells them.
        @if let Phase::Stopped(why) = &view.phase && !view.is_private { p.trouble { (why) } }
    }
}

fn phase_class(phase: &Phase) -> &'static str {
    match phase {
        Phase::Running => "is-going is-played",
        Phase::Followed => "is-going",
        Phase::Stopped(_) => "is-stopped",
        Phase::Finished => "is-finished",
        Phase::Ended => "is-finished is-ended",
    }
}

fn phase_name(view: &View, language: Language) -> &'static str {
    match view.phase {
        Phase::Followed if view.has_file => language.text("tournament-paused"),
        Phase::Followed => language.text("tournament-not-finished"),
        Phase::Running => language.text("tournament-running"),
        Phase::Stopped(_) => language.text("tournament-stopped"),
        Phase::Finished => language.text("label-finished"),
        Phase::Ended => language.text("tournament-ended"),
    }
}

/// A time as people say it.
fn duration(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..60 => format!("{} s", seconds.max(1)),
        seconds @ 60..3600 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

/// The games that were finished last.
fn games(view: &View, address: &dyn Fn(u64) -> String, language: Language) -> Markup {
    let summary = &view.account.summary;
    let matches: HashMap<u32, &MatchSummary> = summary.matches.iter().map(|played| (played.number, played)).collect();
    let faults: HashMap<u64, &FaultNote> = summary.faults.iter().map(|fault| (fault.game, fault)).collect();
    let mut latest: Vec<&GameResult> = view.account.results.iter().collect();
    latest.sort_unstable_by_key(|result| std::cmp::Reverse(result.id));
    let is_cut = latest.len() > LISTED;
    latest.truncate(LISTED);
    let title = language.text("tournament-finished-games");
    html! {
        section.card #games {
            h2 { (title) }
            @if latest.is_empty() {
                p.soft { (language.text("tournament-none-yet-they-appear-here")) }
            } @else {
                div.scroll tabindex="0" role="region" aria-label=(title) { table {
                    thead { tr {
                        th.n scope="col" { (language.text("label-number")) }
                        th scope="col" { (language.text("label-round")) }
                        th scope="col" { (language.text("label-players")) }
                        th.n scope="col" { (language.text("label-result")) }
                        th scope="col" { (language.text("label-fault")) }
                    } }
                    tbody { @for result in latest {
                        @if let Some(played) = matches.get(&(result.match_index + 1)) {
                            (game_row(result, played, faults.get(&result.id).copied(), (address, !view.is_private), language))
                        }
                    } }
                } }
                @if is_cut { p.soft { (language.text("tournament-latest-fifty-report-has-all")) } }
            }
        }
    }
}

fn game_row(
    result: &GameResult,
    played: &MatchSummary,
    fault: Option<&FaultNote>,
    (address, evidence): (&dyn Fn(u64) -> String, bool),
    language: Language,
) -> Markup {
    let mut names = played.players.each_ref().map(String::as_str);
    if result.swapped {
        names.swap(0, 1);
    }
    let won = |side: Side| result.outcome.winner() == Some(side);
    let label = message!(
        "tournament-game-of-two",
        id = result.id.to_string(),
        first = names[0].to_owned(),
        second = names[1].to_owned()
    )
    .text(language);
    html! {
        tr data-key=(result.id) {
            td.n { a href=(address(result.id)) aria-label=(label) { (result.id) } }
            td.soft { (round_name(played, language)) }
            td {
                @for side in Side::BOTH {
                    @if side == Side::Second { " – " }
                    @if won(side) { strong { (names[side.index()]) } } @else { (names[side.index()]) }
                }
            }
            td.n { (result.tally[0]) " – " (result.tally[1]) }
            td { @if let Some(fault) = fault { span.bad title=[evidence.then_some(&fault.evidence)] { (fault_name(&fault.kind, language)) } " " span.soft { (fault.player) } } }
        }
    }
}

/// The lists of tournaments, as one JSON object: all of them, and those that are not over.
pub(crate) fn list(tournaments: &Tournaments, language: Language) -> String {
    let [all, running] = [false, true].map(|only_running| plain_list(tournaments, only_running, language).0);
    json!({ "list": all, "running": running }).to_string()
}

/// A table of tournaments; nothing where there are none.
pub(crate) fn plain_list(tournaments: &Tournaments, only_running: bool, language: Language) -> Markup {
    let views = tournaments.all().into_iter().map(|tournament| (tournament.slug.clone(), tournament.view()));
    let views: Vec<(String, View)> = views.filter(|(_, view)| !only_running || !view.is_over()).collect();
    let title = language.text("tournament-tournaments");
    html! {
        @if !views.is_empty() {
            div.scroll tabindex="0" role="region" aria-label=(title) { table {
                thead { tr {
                    th scope="col" { (language.text("tournament-tournament")) }
                    th.wide-only scope="col" { (language.text("label-game")) }
                    th.wide-only scope="col" { (language.text("label-format")) }
                    th scope="col" { (language.text("label-state")) }
                    th.n scope="col" { (language.text("label-played-games")) }
                    th scope="col" { (language.text("tournament-leader")) }
                } }
                tbody { @for (slug, view) in &views { (tournament_row(slug, view, language)) } }
            } }
        }
    }
}

fn tournament_row(slug: &str, view: &View, language: Language) -> Markup {
    let summary = &view.account.summary;
    html! {
        tr data-key=(slug) {
            th scope="row" { a href={ "/tournament/" (encoded(slug)) } { (summary.name) } }
            td.wide-only { (game_title(summary, language)) }
            td.wide-only { (format_name(&summary.format, language)) }
            td { span class={ "phase " (phase_class(&view.phase)) } { (phase_name(view, language)) } }
            td.n { (view.account.results.len()) " / " (view.account.expected) }
            td { (leaders(view)) }
        }
    }
}

/// The title of the game that is played.
pub(crate) fn game_title(summary: &EventSummary, language: Language) -> String {
    words::title_of(language, &summary.game)
}

/// Who is first, when something was played.
fn leaders(view: &View) -> String {
    let first = view.account.summary.standings.iter().filter(|standing| standing.rank == 1);
    let names: Vec<&str> = first.map(|standing| standing.name.as_str()).collect();
    match names.len() {
        _ if view.account.results.is_empty() => "–".to_owned(),
        0..=3 => names.join(", "),
        more => format!("{}, … ({more})", names[..2].join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_the_unit_that_fits() {
        let told = [0, 59, 60, 61, 3599, 7260].map(|seconds| duration(Duration::from_secs(seconds)));
        assert_eq!(told, ["1 s", "59 s", "1 min", "2 min", "60 min", "2 h 1 min"]);
    }
}
