//! Ratings with their intervals, the first mover's share, and faults with their evidence.

use joute_tournament::summary::{EventSummary, Rated};
use maud::{Markup, html};

use crate::language::Language;
use crate::number;

const WIDTH: f64 = 320.0;

/// The section with the ratings; nothing while there are none.
pub(crate) fn section(summary: &EventSummary, language: Language) -> Markup {
    if summary.ratings.is_empty() {
        return html! {};
    }
    let t = |english, french| language.say(english, french);
    let scale = Scale::of(&summary.ratings);
    html! {
        section #ratings .card {
            h2 { (t("Ratings", "Cotes")) }
            p.soft { (t(
                "Maximum-likelihood Elo over all games of the event, its mean at 0, with 95 % intervals.",
                "Elo au maximum de vraisemblance sur toutes les parties, moyenne à 0, intervalles à 95 %.")) }
            div.scroll tabindex="0" role="region" aria-label=(t("Ratings", "Cotes")) {
                table #ratings-table {
                    thead { tr {
                        th scope="col" { (t("Player", "Joueur")) }
                        th.n scope="col" { "Elo" }
                        th.n scope="col" { (t("Interval", "Intervalle")) }
                        th scope="col" { span.hidden { (t("Plot", "Tracé")) } (scale.axis()) }
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
    let t = |english, french| language.say(english, french);
    let width = |count: u32| f64::from(count) * 1000.0 / f64::from(total);
    let shares = [
        ("good", wins, t("first mover won", "gagnées par le premier")),
        ("even", draws, t("drawn", "nulles")),
        ("bad", losses, t("second mover won", "gagnées par le second")),
    ];
    html! {
        section #first .card {
            h2 { (t("First move", "Premier coup")) }
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
    let t = |english, french| language.say(english, french);
    let title = t("Faults", "Fautes");
    html! {
        section #faults .card {
            h2 { (title) }
            @if summary.faults.is_empty() { p.soft { (t("Nobody committed any.", "Personne n’en a commis.")) } }
            @else {
                div.scroll tabindex="0" role="region" aria-label=(title) {
                    table #faults-table data-sortable {
                        thead { tr {
                            th scope="col" { (t("Player", "Joueur")) }
                            th scope="col" { (t("Fault", "Faute")) }
                            th scope="col" { (t("Evidence", "Preuve")) }
                            th scope="col" { (t("Game", "Partie")) }
                        } }
                        tbody { @for fault in &summary.faults { tr {
                            th scope="row" { (fault.player) }
                            td { span.kind { (fault_name(&fault.kind, language)) } }
                            td { pre { (fault.evidence) } }
                            td { a href={ "#game-" (fault.game) } { (fault.game) } }
                        } } }
                    }
                }
            }
        }
    }
}

fn fault_name(kind: &str, language: Language) -> &str {
    match kind {
        "overtime" => language.say("overtime", "temps dépassé"),
        "illegal" => language.say("illegal move", "coup illégal"),
        "crash" => language.say("crash", "plantage"),
        other => other,
    }
}
