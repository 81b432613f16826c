//! A student's own sheet: rank, faults with the board on which they happened, what to mend, and every game to replay.

use std::collections::BTreeMap;

use base64::prelude::*;
use joute_elements::{LogLimits, ReplayBundle};
use joute_messages::{Language, message};
use joute_referee::GameRecord;
use joute_tournament::summary::{EventSummary, FaultNote, MatchSummary, Standing};
use maud::{Markup, html};

use crate::games::{GameNote, game_links, round_name};
use crate::marks::{Student, notes};
use crate::ratings::fault_name;
use crate::{event_page, number, page};

/// So many faults are shown with their boards; the others are in the games.
const MOST_FAULTS: usize = 12;

/// What a sheet is made of.
pub struct Sheet<'a> {
    /// The event.
    pub summary: &'a EventSummary,
    /// Whose sheet it is.
    pub student: &'a Student,
    /// The games of that student.
    pub records: &'a [(u64, GameRecord)],
    /// Pictures (SVG) of the boards on which games with a fault ended.
    pub boards: &'a BTreeMap<u64, String>,
    /// The language of the page.
    pub language: Language,
}

impl Sheet<'_> {
    /// The page.
    pub fn page(&self) -> String {
        let mut bundle = ReplayBundle::new(LogLimits { ply: 2_000, game: 8_000 });
        let mut games: Vec<GameNote> = Vec::new();
        for (id, record) in self.records {
            let is_replayable = bundle.add(*id, record).is_ok();
            games.push(GameNote::of(*id, record, is_replayable));
        }
        games.sort_by_key(|note| note.id);
        let title = format!("{} – {}", self.student.name, self.summary.name);
        let body = html! {
            header.top {
                div.wide {
                    div.title { h1 { (self.student.name) } (page::theme_button(self.language)) }
                    p.soft { (self.summary.name) @if let Some(team) = &self.student.team { " · " (team) } }
                    (self.chips())
                }
            }
            main.wide {
                (self.remarks())
                (self.faults())
                (self.matches(&games))
            }
            footer.wide.soft { p { (page::made_with(self.language)) } }
            (event_page::dialog(self.language))
        };
        page::page(&title, &body, &bundle.to_packed(), self.language)
    }

    fn standing(&self) -> Option<&Standing> {
        self.summary.standings.iter().find(|line| line.name == self.student.player)
    }

    fn chips(&self) -> Markup {
        let t = |key| self.language.text(key);
        let Some(line) = self.standing() else { return html! {} };
        let rank = message!("sheet-rank-of", rank = line.rank, count = self.summary.standings.len() as i64);
        let [won, tied, lost] = line.matches;
        html! {
            dl.chips {
                div { dt { (t("report-rank")) } dd { (rank.text(self.language)) } }
                div { dt { (t("report-points")) } dd { (number::points(line.points)) } }
                div { dt { (t("report-matches")) } dd { "+" (won) " =" (tied) " −" (lost) } }
                div { dt { (t("report-faults")) } dd { (line.faults.total()) } }
            }
        }
    }

    /// What is said about it, and what to mend.
    fn remarks(&self) -> Markup {
        let notes = notes(self.summary, self.student, self.language);
        let refused = self.summary.players.iter().find(|player| player.name == self.student.player);
        let refused = refused.and_then(|player| player.refused.as_deref());
        // Why it was refused is the first note, and told in full instead.
        let notes = &notes[usize::from(refused.is_some())..];
        let kinds: Vec<&str> = ["overtime", "illegal", "crash"]
            .into_iter()
            .filter(|kind| self.own_faults().any(|fault| fault.kind == *kind))
            .collect();
        let file = self.student.file.as_deref().unwrap_or("FILE");
        let command = format!("joute check {file} --game {}", self.summary.game);
        html! {
            section.card {
                h2 { (self.language.text("sheet-to-mend")) }
                @if let Some(why) = refused { pre { (why) } }
                ul {
                    @for note in notes { li { (note) } }
                    @for kind in &kinds { li { (self.language.text(&format!("sheet-mend-{kind}"))) } }
                    @if kinds.is_empty() && refused.is_none() { li { (self.language.text("sheet-nothing-to-mend")) } }
                }
                @if !kinds.is_empty() || refused.is_some() {
                    p { (self.language.text("sheet-check")) " " code { (command) } }
                }
            }
        }
    }

    fn own_faults(&self) -> impl Iterator<Item = &FaultNote> {
        self.summary.faults.iter().filter(|fault| fault.player == self.student.player)
    }

    fn faults(&self) -> Markup {
        if self.own_faults().next().is_none() {
            return html! {};
        }
        html! {
            section.card {
                h2 { (self.language.text("report-faults")) }
                @for fault in self.own_faults().take(MOST_FAULTS) {
                    h3 { (fault_name(&fault.kind, self.language)) " – " (self.game_link(fault.game)) }
                    pre { (fault.evidence) }
                    @if let Some(picture) = self.boards.get(&fault.game) {
                        img.position alt=(self.language.text("sheet-board")) src=(data_address(picture));
                    }
                }
            }
        }
    }

    fn game_link(&self, id: u64) -> Markup {
        let name = message!("sheet-game", number = id as i64).text(self.language);
        html! { a href={ "#game-" (id) } { (name) } }
    }

    fn matches(&self, games: &[GameNote]) -> Markup {
        let t = |key| self.language.text(key);
        let all = self.summary.matches.iter().chain(&self.summary.annulled);
        let own: Vec<&MatchSummary> = all.filter(|played| played.players.contains(&self.student.player)).collect();
        if own.is_empty() {
            return html! {};
        }
        html! {
            section #matches .card {
                h2 { (t("sheet-games")) }
                div.scroll tabindex="0" role="region" aria-label=(t("sheet-games")) {
                    table #match-table {
                        thead { tr {
                            th scope="col" { (t("label-round")) }
                            th scope="col" { (t("sheet-against")) }
                            th scope="col" { (t("sheet-outcome")) }
                            th.n scope="col" { (t("report-points")) }
                            th scope="col" { (t("label-played-games")) }
                        } }
                        tbody { @for played in own { (self.row(played, games)) } }
                    }
                }
            }
        }
    }

    fn row(&self, played: &MatchSummary, games: &[GameNote]) -> Markup {
        let seat = usize::from(played.players[1] == self.student.player);
        let [own, other] = [seat, 1 - seat].map(|seat| number::points(played.points[seat]));
        html! {
            tr id={ "match-" (played.number) } data-games=(crate::games::ids(played)) {
                td { (round_name(played, self.language)) }
                td { (played.players[1 - seat]) }
                td { (self.language.text(outcome(played, &self.student.player))) }
                td.n { (own) " – " (other) }
                td { (game_links(played, games, self.language)) }
            }
        }
    }
}

fn outcome(played: &MatchSummary, name: &str) -> &'static str {
    match (played.winner.as_deref(), played.decided_by.as_deref()) {
        (None, None) => "sheet-not-counted",
        (None, Some(_)) | (Some("both"), _) => "sheet-tied",
        (Some(winner), _) if winner == name => "sheet-won",
        (Some(_), _) => "sheet-lost",
    }
}

/// A picture as an address that holds it.
fn data_address(picture: &str) -> String {
    format!("data:image/svg+xml;base64,{}", BASE64_STANDARD.encode(picture))
}
