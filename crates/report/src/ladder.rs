//! The table of a ladder as report 001 shows it, as a page and as CSV: rank, source, team, player, version, score, crashes, and
//! a link to the games.

use joute_messages::{Language, message};
use joute_tournament::format::{LadderForm, SCORE_GAMES};
use joute_tournament::summary::{Contestant, EventSummary, Standing};
use maud::{Markup, html};

use crate::changes::absence_text;
use crate::csv::{Table, text};
use crate::{number, page};

/// A ladder on one day.
pub struct LadderPage<'a> {
    /// The event.
    pub summary: &'a EventSummary,
    /// The day, as people write it.
    pub date: &'a str,
    /// How ratings have changed: the address of a picture, as `rating_chart` gives it.
    pub chart: Option<&'a str>,
    /// The address of a player's games, where there is one.
    pub games: &'a dyn Fn(&str) -> Option<String>,
    /// The language of the page.
    pub language: Language,
}

/// The team and the player of a name such as `team/player`.
pub fn team_and_player(name: &str) -> (&str, &str) {
    name.split_once('/').unwrap_or(("", name))
}

/// The lines of those who are there, with who they are and how they stand.
fn lines(summary: &EventSummary) -> impl Iterator<Item = (&Standing, &Contestant, &LadderForm)> {
    summary.standings.iter().filter_map(|line| {
        let player = summary.players.iter().find(|player| player.name == line.name)?;
        Some((line, player, line.form.as_ref()?))
    })
}

/// The first letters of a version, which tell it from others.
fn short(version: Option<&str>) -> String {
    version.unwrap_or_default().chars().take(7).collect()
}

/// The table as CSV, with English names.
pub fn ladder_csv(summary: &EventSummary, date: &str, games: &dyn Fn(&str) -> Option<String>) -> String {
    let mut table = Table::separated(
        ',',
        [
            "date", "rank", "source", "team", "player", "version", "score", "crashes", "games", "rating", "low",
            "high", "wins", "draws", "losses", "remark", "link",
        ],
    );
    for (line, player, form) in lines(summary) {
        let (team, name) = team_and_player(&line.name);
        table.row([
            date.to_owned(),
            line.rank.to_string(),
            text(&player.locator),
            text(team),
            text(name),
            text(player.version.as_deref().unwrap_or_default()),
            form.score.to_string(),
            form.crashes.to_string(),
            form.games.to_string(),
            format!("{:.0}", form.rating),
            format!("{:.0}", form.low),
            format!("{:.0}", form.high),
            line.wins.to_string(),
            line.draws.to_string(),
            line.losses.to_string(),
            text(&remark(line, form, Language::EN)),
            games(&line.name).unwrap_or_default(),
        ]);
    }
    table.text()
}

fn remark(line: &Standing, form: &LadderForm, language: Language) -> String {
    match &line.absence {
        Some(absence) => absence_text(absence, language),
        None if form.set_aside => language.text("ladder-set-aside").to_owned(),
        None => String::new(),
    }
}

impl LadderPage<'_> {
    /// The page.
    pub fn page(&self) -> String {
        let title = message!("ladder-of", date = self.date.to_owned()).text(self.language);
        let body = html! {
            header.top {
                div.wide {
                    div.title { h1 { (self.summary.name) } (page::theme_button(self.language)) }
                    p.soft { (title) " · " (self.summary.game) " " (self.summary.setup) }
                }
            }
            main.wide {
                (LadderTable { summary: self.summary, games: self.games, is_brief: false, language: self.language }.sections(self.chart))
            }
            footer.wide.soft { p { (page::made_with(self.language)) } }
        };
        page::page(&format!("{} – {title}", self.summary.name), &body, "", self.language)
    }
}

/// Where a player comes from: left out where there is no room, since team and player say nearly the same.
const SOURCE: &str = "ladder-source";

/// The columns, and which of them are of numbers.
const WHOLE: &[(&str, bool)] = &[
    ("report-rank", true),
    (SOURCE, false),
    ("ladder-team", false),
    ("report-player", false),
    ("ladder-version", false),
    ("ladder-score", true),
    ("ladder-crashes", true),
    ("ladder-rating", true),
    ("ladder-interval", true),
    ("ladder-games", true),
    ("report-remark", false),
];

/// Those of the short table.
const BRIEF: &[(&str, bool)] = &[
    ("report-rank", true),
    ("report-player", false),
    ("ladder-rating", true),
    ("ladder-interval", true),
    ("ladder-games", true),
    ("ladder-score", true),
    ("ladder-crashes", true),
    ("ladder-version", false),
    ("report-remark", false),
];

/// The table of a ladder, for whatever page it stands in.
pub struct LadderTable<'a> {
    /// The event.
    pub summary: &'a EventSummary,
    /// The address of a player's games, where there is one.
    pub games: &'a dyn Fn(&str) -> Option<String>,
    /// Whether it is short: the rating stands beside the player, and where players come from is left out.
    pub is_brief: bool,
    /// The language of the page.
    pub language: Language,
}

impl LadderTable<'_> {
    /// The table, and how ratings have changed: the address of a picture.
    pub fn sections(&self, chart: Option<&str>) -> Markup {
        html! { (self.table()) (self.history(chart)) }
    }

    fn table(&self) -> Markup {
        let t = |key| self.language.text(key);
        html! {
            section #standings .card {
                h2 { (t("report-standings")) }
                div.scroll tabindex="0" role="region" aria-label=(t("report-standings")) {
                    table #ladder-table data-sortable {
                        thead { tr {
                            @for (key, is_number) in self.columns() { th.n[*is_number].source[*key == SOURCE] scope="col" { (t(key)) } }
                        } }
                        tbody { @for (line, player, form) in lines(self.summary) {
                            @if self.is_brief { (self.brief_row(line, player, form)) } @else { (self.row(line, player, form)) }
                        } }
                    }
                }
                p.soft { (message!("ladder-score-counts", games = i64::from(SCORE_GAMES)).text(self.language)) }
            }
        }
    }

    /// The headings, and which of them are of numbers.
    fn columns(&self) -> &'static [(&'static str, bool)] {
        if self.is_brief { BRIEF } else { WHOLE }
    }

    fn brief_row(&self, line: &Standing, player: &Contestant, form: &LadderForm) -> Markup {
        html! {
            tr {
                td.n { (line.rank) }
                th scope="row" {
                    @if let Some(address) = (self.games)(&line.name) { a href=(address) { (line.name) } } @else { (line.name) }
                }
                td.n { strong { (format!("{:.0}", form.rating)) } }
                td.n { (format!("{:.0} – {:.0}", form.low, form.high)) }
                td.n { (form.games) }
                td.n { (number::points(form.score)) }
                td.n.bad[form.crashes > 0] { (form.crashes) }
                td { code { (short(player.version.as_deref())) } }
                td.remark { (remark(line, form, self.language)) }
            }
        }
    }

    fn row(&self, line: &Standing, player: &Contestant, form: &LadderForm) -> Markup {
        let (team, name) = team_and_player(&line.name);
        html! {
            tr {
                td.n { (line.rank) }
                td.source { (player.locator) }
                td { (team) }
                th scope="row" { (name) }
                td { code { (short(player.version.as_deref())) } }
                td.n { (number::points(form.score)) }
                td.n.bad[form.crashes > 0] { (form.crashes) }
                td.n { strong { (format!("{:.0}", form.rating)) } }
                td.n { (format!("{:.0} – {:.0}", form.low, form.high)) }
                td.n {
                    @if let Some(address) = (self.games)(&line.name) { a href=(address) { (form.games) } }
                    @else { (form.games) }
                }
                td.remark { (remark(line, form, self.language)) }
            }
        }
    }

    fn history(&self, chart: Option<&str>) -> Markup {
        let title = self.language.text("ladder-history");
        html! {
            @if let Some(chart) = chart {
                section #history .card {
                    h2 { (title) }
                    img.history alt=(title) src=(chart);
                }
            }
        }
    }
}
