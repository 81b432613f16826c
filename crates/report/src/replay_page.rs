//! A page of stored games, without any event around them.

use joute_elements::ReplayBundle;
use maud::{Markup, html};

use crate::language::Language;
use crate::page;

/// A self-contained page that replays the games of a bundle; each is listed by its number and what is said of it.
pub fn replay_page(title: &str, games: &[(u64, String)], bundle: &ReplayBundle, language: Language) -> String {
    let body = html! {
        header.top.slim { div.wide { div.title { h1 { (title) } (page::theme_button(language)) } } }
        main.wide {
            section.card aria-label=(language.say("Replay", "Relecture")) {
                (chooser(games, language))
                joute-replay #replay {}
            }
        }
        footer.wide.soft { p { (language.say("Made with", "Fait avec")) " Joute " (env!("CARGO_PKG_VERSION")) } }
    };
    page::page(title, &body, &bundle.to_packed(), language)
}

/// The choice among several games; a single one needs none.
fn chooser(games: &[(u64, String)], language: Language) -> Markup {
    html! {
        @if games.len() > 1 {
            label.filter.chooser {
                span { (language.say("Game", "Partie")) }
                select #chooser { @for (id, text) in games { option value=(id) { (text) } } }
            }
        }
    }
}
