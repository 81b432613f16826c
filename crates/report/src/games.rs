//! What tables say of a game, and the list of matches from which every game can be opened.

use joute_messages::{Language, Localize, message};
use joute_referee::{Ending, FaultKind, GameRecord};
use joute_tournament::format::byes_count;
use joute_tournament::summary::{ByeSummary, EventSummary, MatchSummary};
use maud::{Markup, html};

use crate::number;

/// A game in a line.
#[derive(Debug, Clone, PartialEq)]
pub struct GameNote {
    /// The store's id.
    pub id: u64,
    /// First and Second.
    pub players: [String; 2],
    /// `first`, `second`, `draw`; nothing when it has no result.
    pub outcome: Option<String>,
    /// The final tallies.
    pub tally: [u32; 2],
    /// How many plies were played.
    pub plies: usize,
    /// How it ended, in a sentence.
    pub ending: String,
    /// The kind of fault that ended it, and the faulty player's name.
    pub fault: Option<(FaultKind, String)>,
    /// The canonical text of the setup.
    pub setup: String,
    /// The moves.
    pub moves: String,
    /// Whether the page can replay it.
    pub is_replayable: bool,
}

impl GameNote {
    pub(crate) fn of(id: u64, record: &GameRecord, is_replayable: bool) -> GameNote {
        let players = record.players.each_ref().map(|player| player.name.clone());
        let fault = record.ending.as_ref().and_then(Ending::fault);
        GameNote {
            id,
            fault: fault.map(|(side, fault)| (fault.kind, players[side].clone())),
            players,
            outcome: record.outcome().map(|outcome| outcome.to_string()),
            tally: record.tally,
            plies: record.plies.len(),
            ending: record.ending.as_ref().map_or_else(|| "not finished".to_owned(), Ending::to_string),
            setup: record.setup.clone(),
            moves: record.plies.iter().map(|ply| ply.mv.as_deref().unwrap_or("-")).collect::<Vec<_>>().join(" "),
            is_replayable,
        }
    }
}

/// The section with all matches.
pub(crate) fn section(summary: &EventSummary, notes: &[GameNote], language: Language) -> Markup {
    let t = |key| language.text(key);
    html! {
        section #matches .card {
            div.head {
                h2 { (t("report-matches")) }
                label.filter { span { (t("report-player")) } input type="search" data-filter="match-table"; }
            }
            div.scroll tabindex="0" role="region" aria-label=(t("report-matches")) {
                table #match-table data-sortable {
                    thead { tr {
                        th scope="col" { "#" }
                        th scope="col" { (t("label-round")) }
                        th scope="col" { (t("label-players")) }
                        th.n scope="col" { (t("report-points")) }
                        th scope="col" { (t("report-decided-by")) }
                        th scope="col" { (t("label-played-games")) }
                    } }
                    tbody {
                        @for played in &summary.matches { (row(played, notes, language)) }
                        @for bye in shown_byes(summary) { (bye_row(bye, language)) }
                    }
                }
            }
        }
    }
}

/// Byes that mean something: in a Swiss event they count, and in an elimination they move on. Who sits out a round of a round
/// robin misses nothing.
pub(crate) fn shown_byes(summary: &EventSummary) -> &[ByeSummary] {
    if byes_count(&summary.format) { &summary.byes } else { &[] }
}

fn row(played: &MatchSummary, notes: &[GameNote], language: Language) -> Markup {
    let [one, two] = played.points.map(number::points);
    let won = |name: &str| played.winner.as_deref().is_some_and(|winner| winner == name || winner == "both");
    html! {
        tr id={ "match-" (played.number) } data-games=(ids(played)) {
            td { (played.number) }
            td { (round_name(played, language)) }
            td.versus {
                @for (index, name) in played.players.iter().enumerate() {
                    @if index == 1 { span.soft { " – " } }
                    @if won(name) { strong { (name) } } @else { (shown_name(name, language)) }
                }
            }
            td.n { (one) " – " (two) }
            td.soft { (decided(played, language)) }
            td { (game_links(played, notes, language)) }
        }
    }
}

/// A bye as a line of the same table.
fn bye_row(bye: &ByeSummary, language: Language) -> Markup {
    let round = message!("report-round", number = bye.round).text(language);
    html! {
        tr {
            td {}
            td { (round) }
            td.versus { (bye.player) }
            td.n {}
            td.soft { (language.text("decided-bye")) }
            td {}
        }
    }
}

/// The games of a match, each a link to its replay.
pub(crate) fn game_links(played: &MatchSummary, notes: &[GameNote], language: Language) -> Markup {
    html! { @for (index, id) in played.games.iter().enumerate() { (game_link(*id, index, notes, language)) " " } }
}

fn game_link(id: u64, index: usize, notes: &[GameNote], language: Language) -> Markup {
    let note = notes.binary_search_by_key(&id, |note| note.id).ok().map(|at| &notes[at]);
    let text = note.map_or_else(|| format!("{}", index + 1), |note| score(note, language));
    let told = format!("{}, {text}", message!("replay-game", number = index + 1).text(language));
    let is_faulty = note.is_some_and(|note| note.fault.is_some());
    html! {
        @if note.is_some_and(|note| note.is_replayable) {
            a.game.faulty[is_faulty] href={ "#game-" (id) } aria-label=(told) { (text) }
        } @else { span.soft { (text) } }
    }
}

/// What a game came to. One that was forfeited is not told by its tallies, which may look as if the other had lost.
fn score(note: &GameNote, language: Language) -> String {
    match &note.fault {
        None => format!("{}–{}", note.tally[0], note.tally[1]),
        Some((kind, by)) => message!("report-forfeit", name = by.clone(), fault = kind.message()).text(language),
    }
}

/// The ids of a match's games with spaces between them.
pub(crate) fn ids(played: &MatchSummary) -> String {
    played.games.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// A name, or what stands for nobody.
pub(crate) fn shown_name(name: &str, language: Language) -> &str {
    if name.is_empty() { language.text("decided-bye") } else { name }
}

/// The round of a match, with its part of the draw.
pub fn round_name(played: &MatchSummary, language: Language) -> String {
    let round = message!("report-round", number = played.round).text(language);
    match played.bracket.as_deref() {
        None => round,
        Some("final") => language.text("report-final").to_owned(),
        Some("reset") => language.text("report-final-second-match").to_owned(),
        Some(part) => format!("{round}, {}", named(&format!("bracket-{part}"), part, language)),
    }
}

/// What decided a match.
pub(crate) fn decided(played: &MatchSummary, language: Language) -> &str {
    match played.decided_by.as_deref() {
        None => language.text("decided-not-yet"),
        Some(how) => named(&format!("decided-{how}"), how, language),
    }
}

/// What the catalogue has under a key; what a store holds and nobody knows stands for itself.
pub(crate) fn named<'a>(key: &str, stored: &'a str, language: Language) -> &'a str {
    if language.has(key) { language.text(key) } else { stored }
}
