//! The board editor: a setup, a seed and a position, drawn as they are written.

use joute_catalog::GAMES;
use maud::{Markup, html};

use super::layout;
use crate::visitor::Visitor;
use crate::words;

/// `/editor`.
pub(crate) async fn page(visitor: Visitor) -> Markup {
    let language = visitor.language;
    let title = language.say("Board editor", "Éditeur de plateau");
    let body = html! {
        h1 { (title) }
        div.editor data-editor {
            section.board-side aria-label=(language.say("Board", "Plateau")) {
                joute-board playable {}
                p.trouble data-trouble role="alert" hidden {}
            }
            section.panel {
                form {
                    label {
                        (language.say("Game", "Jeu"))
                        select name="game" {
                            @for entry in GAMES { option value=(entry.info.name) { (words::title(language, entry.info)) } }
                        }
                    }
                    label { (language.say("Setup", "Réglages")) input name="setup" placeholder="size=15,colours=7"; }
                    label { (language.say("Seed of the board", "Graine du plateau")) input name="seed" type="number" min="0" value="1"; }
                    label { (language.say("Position", "Position")) textarea name="position" spellcheck="false" {} }
                }
                div.buttons {
                    a.button data-play href="/" { (language.say("Play from here", "Jouer d’ici")) }
                    a.button data-analyse href="/analyse" { (language.say("Analyse", "Analyser")) }
                }
                h2 { (language.say("Setups", "Réglages")) }
                @for entry in GAMES {
                    details {
                        summary { (words::title(language, entry.info)) }
                        ul { @for example in entry.info.examples { li { code { (example) } } } }
                        p { (words::said(language, entry.info.position_help)) }
                    }
                }
            }
        }
    };
    layout::page(&visitor, title, Some("editor.js"), &body)
}
