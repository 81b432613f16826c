//! Ratings with their intervals, the first mover's share, and faults with their evidence.

use joute_messages::Language;
use joute_referee::short_evidence;
use joute_tournament::summary::{EventSummary, Rated};
use maud::{Markup, html};

use crate::number;

const WIDTH: f64 = 320.0;

/// The section with the ratings; nothing while there are none.
pub(crate) fn section(summary: &EventSummary, language: Language) -> Markup {
    if summary.ratings.is_empty() {
        return html! {};
    }
    let t = |key| language.text(key);
    let scale = Scale::of(&summary.ratings);
    html! {
        section #ratings .card {
            h2 { (t("report-ratings")) }
            p.soft { (t("report-maximum-likelihood-elo-over-all")) }
            div.scroll tabindex="0" role="region" aria-label=(t("report-ratings")) {
                table #ratings-table {
                    thead { tr {
                        th scope="col" { (t("report-player")) }
                        th.n scope="col" { "Elo" }
                        th.n scope="col" { (t("report-interval")) }
                        th scope="col" { span.hidden { (t("report-plot")) } (scale.axis()) }
                    } }
                    tbody { @for rated in &summary.ratings { tr {
                        th scope="row" { (rated.name) }
                        td.n { strong { (number::rating(rated.rating)) } }
                        td.n.soft { (interval(rated)) }
                        td { (scale.bar(rated)) }
                    } } }
                }
            }
        }
    }
}

fn interval(rated: &Rated) -> String {
    let end = |end: Option<f64>, open: &str| end.map_or_else(|| open.to_owned(), number::rating);
    format!("{} … {}", end(rated.low, "−∞"), end(rated.high, "+∞"))
}

struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn of(ratings: &[Rated]) -> Scale {
        let ends = ratings.iter().flat_map(|rated| [Some(rated.rating), rated.low, rated.high]).flatten();
        let ends: Vec<f64> = ends.filter(|end| end.is_finite()).collect();
        let low = ends.iter().copied().fold(0.0, f64::min);
        let high = ends.iter().copied().fold(0.0, f64::max);
        let room = ((high - low) * 0.05).max(10.0);
        Scale { low: low - room, high: high + room }
    }

    fn x(&self, rating: f64) -> f64 {
        let share = ((rating - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        (share * WIDTH * 10.0).round() / 10.0
    }

    fn axis(&self) -> Markup {
        html! {
            svg.plot viewBox={ "0 0 " (WIDTH) " 18" } aria-hidden="true" {
                text x=(self.x(0.0)) y="13" { "0" }
                text.start x="2" y="13" { (number::rating(self.low)) }
                text.end x=(WIDTH - 2.0) y="13" { (number::rating(self.high)) }
            }
        }
    }

    fn bar(&self, rated: &Rated) -> Markup {
        let from = rated.low.map_or(0.0, |low| self.x(low));
        let to = rated.high.map_or(WIDTH, |high| self.x(high));
        let ends = [rated.low.map(|_| from), rated.high.map(|_| to)].into_iter().flatten();
        html! {
            svg.plot viewBox={ "0 0 " (WIDTH) " 18" } aria-hidden="true" {
                path.zero d={ "M" (self.x(0.0)) " 0v18" } {}
                path.open[rated.low.is_none() || rated.high.is_none()] d={ "M" (from) " 9H" (to) } {}
                path d=(ends.map(|end| format!("M{end} 5v8")).collect::<String>()) {}
                circle cx=(self.x(rated.rating)) cy="9" r="5" {}
            }
        }
    }
}

/// The section with the first mover's share.
pub(crate) fn first_mover(summary: &EventSummary, language: Language) -> Markup {
    let [wins, draws, losses] = summary.first_mover;
    let total = wins + draws + losses;
    if total == 0 {
        return html! {};
    }
    let t = |key| language.text(key);
    let width = |count: u32| f64::from(count) * 1000.0 / f64::from(total);
    let shares = [
        ("good", wins, t("report-first-mover-won")),
        ("even", draws, t("report-drawn")),
        ("bad", losses, t("report-second-mover-won")),
    ];
    html! {
        section #first .card {
            h2 { (t("report-first-move")) }
            svg.shares viewBox="0 0 1000 36" preserveAspectRatio="none" aria-hidden="true" {
                rect.good width=(width(wins)) height="36" {}
                rect.even x=(width(wins)) width=(width(draws)) height="36" {}
                rect.bad x=(width(wins) + width(draws)) width=(width(losses)) height="36" {}
            }
            ul.shares { @for (class, count, what) in shares {
                li {
                    span class={ "key " (class) } {}
                    strong { (number::percent(count, total)) } " " (what) span.soft { " (" (count) ")" }
                }
            } }
        }
    }
}

/// The section with the faults.
pub(crate) fn faults(summary: &EventSummary, language: Language) -> Markup {
    let t = |key| language.text(key);
    let title = t("report-faults");
    html! {
        section #faults .card {
            h2 { (title) }
            @if summary.faults.is_empty() { p.soft { (t("report-nobody-committed-any")) } }
            @else {
                div.scroll tabindex="0" role="region" aria-label=(title) {
                    table #faults-table data-sortable {
                        thead { tr {
                            th scope="col" { (t("report-player")) }
                            th scope="col" { (t("label-fault")) }
                            th scope="col" { (t("report-evidence")) }
                            th scope="col" { (t("label-played-game")) }
                        } }
                        tbody { @for fault in &summary.faults { tr {
                            th scope="row" { (fault.player) }
                            td { span.kind { (fault_name(&fault.kind, language)) } }
                            td { pre { (short_evidence(&fault.evidence)) } }
                            td { a href={ "#game-" (fault.game) } { (fault.game) } }
                        } } }
                    }
                }
            }
        }
    }
}

/// What a kind of fault is called.
pub fn fault_name(kind: &str, language: Language) -> &str {
    crate::games::named(&format!("fault-{kind}"), kind, language)
}
