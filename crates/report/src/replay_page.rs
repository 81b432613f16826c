//! A page of stored games, without any event around them.

use joute_elements::ReplayBundle;
use joute_messages::Language;
use maud::{Markup, html};

use crate::page;

/// A self-contained page that replays the games of a bundle; each is listed by its number and what is said of it.
pub fn replay_page(title: &str, games: &[(u64, String)], bundle: &ReplayBundle, language: Language) -> String {
    let body = html! {
        header.top.slim { div.wide { div.title { h1 { (title) } (page::theme_button(language)) } } }
        main.wide {
            section.card aria-label=(language.text("label-replay")) {
                (chooser(games, language))
                joute-replay #replay {}
            }
        }
        footer.wide.soft { p { (page::made_with(language)) } }
    };
    page::page(title, &body, &bundle.to_packed(), language)
}

/// The choice among several games; a single one needs none.
fn chooser(games: &[(u64, String)], language: Language) -> Markup {
    html! {
        @if games.len() > 1 {
            label.filter.chooser {
                span { (language.text("label-played-game")) }
                select #chooser { @for (id, text) in games { option value=(id) { (text) } } }
            }
        }
    }
}
