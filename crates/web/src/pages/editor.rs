//! The board editor: brushes on a board of any game, its setup as a form, and both as text.

use axum::extract::Query;
use joute_catalog::{GAMES, GameEntry};
use joute_games::{FieldKind, SetupField};
use joute_report::Language;
use maud::{Markup, html};
use serde::Deserialize;

use super::layout;
use crate::visitor::Visitor;
use crate::words;

/// Which game is edited; the board stands in the rest of the address, which the script reads.
#[derive(Debug, Deserialize)]
pub(crate) struct Chosen {
    game: Option<String>,
}

/// `/editor`.
pub(crate) async fn page(Query(chosen): Query<Chosen>, visitor: Visitor) -> Markup {
    let language = visitor.language;
    let title = language.say("Board editor", "Éditeur de plateau");
    let body = html! {
        div.editor data-editor
            data-painted=(language.say("{place}: {brush}", "{place} : {brush}"))
            data-painted-many=(language.say("{count} places: {brush}", "{count} cases : {brush}"))
            data-ready=(language.say("Ready to play.", "Prêt à jouer."))
            data-copied=(language.say("Copied.", "Copié."))
            data-undone=(language.say("Undone.", "Annulé."))
            data-redone=(language.say("Done again.", "Rétabli."))
            data-lost=(language.say("The server does not answer: what you draw stays here, try again.",
                "Le serveur ne répond pas : votre dessin reste ici, réessayez.")) {
            div.editor-head {
                h1 { (title) }
                label {
                    (language.say("Game", "Jeu")) " "
                    select data-game { (options(language, chosen.game.as_deref())) }
                }
            }
            (canvas(language))
            (panel(language))
        }
    };
    layout::page(&visitor, title, Some("editor.js"), &body)
}

/// The games whose boards can be drawn.
fn drawable() -> impl Iterator<Item = &'static GameEntry> {
    GAMES.iter().filter(|entry| entry.has_drafts())
}

fn options(language: Language, chosen: Option<&str>) -> Markup {
    html! {
        @for entry in drawable() {
            option value=(entry.info.name) selected[chosen == Some(entry.info.name)] { (words::title(language, entry.info)) }
        }
    }
}

/// The brushes, the tools and the board.
fn canvas(language: Language) -> Markup {
    let button = |name: &str, sign: &str, english, french| {
        html! { button type="button" data-tool=(name) { span aria-hidden="true" { (sign) " " } (language.say(english, french)) } }
    };
    html! {
        section.board-side aria-label=(language.say("Board", "Plateau")) {
            fieldset.palette data-palette {
                legend { (language.say("Brush", "Pinceau")) " " span data-chosen { } small { " " (language.say("keys 1 to 9", "touches 1 à 9")) } }
            }
            div.toolbar {
                div.tools role="group" aria-label=(language.say("Tools", "Outils")) {
                    button type="button" data-tool="fill" aria-pressed="false"
                        title=(language.say("Paint a whole region of one colour (key F)", "Peindre toute une région d’une couleur (touche F)")) {
                        span aria-hidden="true" { "▦ " } (language.say("Fill", "Remplir"))
                    }
                    (button("undo", "↶", "Undo", "Annuler"))
                    (button("redo", "↷", "Redo", "Rétablir"))
                    (button("clear", "✕", "Clear", "Effacer"))
                    (button("restart", "↺", "Start again", "Recommencer"))
                }
                fieldset.turns data-turns {
                    legend { (language.say("To move", "Au trait")) }
                    label { input type="radio" name="turn" value="first"; span { } }
                    label { input type="radio" name="turn" value="second"; span { } }
                }
            }
            joute-board paintable {}
        }
    }
}

/// What is wrong, where to go with the board, the setup as a form, and setup and position as text.
fn panel(language: Language) -> Markup {
    html! {
        section.panel aria-label=(language.say("Settings", "Réglages")) {
            p.trouble data-trouble role="alert" hidden {}
            p.note data-note role="status" {}
            div.buttons {
                a.button.go data-play { (language.say("Play from here", "Jouer d’ici")) }
                a.button data-analyse { (language.say("Analyse", "Analyser")) }
                button type="button" data-copy="link" { (language.say("Copy the link", "Copier le lien")) }
            }
            form data-form {
                h2 { (language.say("Board", "Plateau")) }
                @for entry in drawable() { (fields(language, entry)) }
            }
            h2 { (language.say("As text", "En texte")) }
            label { (language.say("Position", "Position")) textarea data-position spellcheck="false" autocapitalize="off" rows="5" {} }
            div.buttons { button type="button" data-copy="position" { (language.say("Copy the position", "Copier la position")) } }
            label { (language.say("Setup", "Réglages")) input data-setup spellcheck="false" autocapitalize="off"; }
            @for entry in drawable() {
                details data-help=(entry.info.name) hidden {
                    summary { (language.say("How a position is written", "Comment s’écrit une position")) }
                    p { (words::translated(language, entry.info.position_help)) }
                }
            }
        }
    }
}

fn fields(language: Language, entry: &GameEntry) -> Markup {
    let fields = entry.info.setup_fields;
    let has_details = fields.iter().any(|field| field.is_detail);
    html! {
        fieldset.fields data-fields=(entry.info.name) hidden {
            @for each in fields.iter().filter(|field| !field.is_detail) { (field(language, each)) }
            @if has_details {
                details {
                    summary { (language.say("More rules", "Autres règles")) }
                    @for each in fields.iter().filter(|field| field.is_detail) { (field(language, each)) }
                }
            }
        }
    }
}

fn field(language: Language, field: &SetupField) -> Markup {
    let label = language.say(field.label[0], field.label[1]);
    let redraws = field.redraws;
    html! {
        @match field.kind {
            FieldKind::Number { least, most, default } => label {
                (label)
                input type="number" inputmode="numeric" data-key=(field.key) data-redraws[redraws] min=(least) max=(most)
                    data-default=[default] placeholder=[default.is_none().then(|| language.say("the same", "autant"))];
            },
            FieldKind::Choice(choices) => label {
                (label)
                select data-key=(field.key) data-redraws[redraws] data-default=(choices[0].0) {
                    @for (value, [english, french]) in choices {
                        option value=(value) { (language.say(english, french)) }
                    }
                }
            },
            FieldKind::Switch => label.switch {
                input type="checkbox" data-key=(field.key) data-redraws[redraws];
                span { (label) }
            },
            FieldKind::Seed => div.seed {
                label {
                    (label)
                    input inputmode="numeric" autocomplete="off" data-key=(field.key) data-redraws[redraws];
                }
                button type="button" data-generate { (language.say("Generate", "Générer")) }
                button type="button" data-dice title=(language.say("Another seed", "Une autre graine"))
                    aria-label=(language.say("Another seed", "Une autre graine")) { span aria-hidden="true" { "⚄" } }
            },
        }
    }
}
