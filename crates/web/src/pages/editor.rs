//! The board editor: brushes on a board of any game, its setup as a form, and both as text.

use axum::extract::Query;
use joute_catalog::{GAMES, GameEntry};
use joute_games::{FieldKind, SetupField};
use joute_messages::Language;
use maud::{Markup, html};
use serde::Deserialize;

use super::layout;
use crate::visitor::Visitor;

/// Which game is edited; the board stands in the rest of the address, which the script reads.
#[derive(Debug, Deserialize)]
pub(crate) struct Chosen {
    game: Option<String>,
}

/// `/editor`.
pub(crate) async fn page(Query(chosen): Query<Chosen>, visitor: Visitor) -> Markup {
    let language = visitor.language;
    let title = language.text("editor-board-editor");
    let body = html! {
        div.editor data-editor {
            div.editor-head {
                h1 { (title) }
                label {
                    (language.text("label-game")) " "
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
            option value=(entry.info.name) selected[chosen == Some(entry.info.name)] { (entry.info.title(language)) }
        }
    }
}

/// The brushes, the tools and the board.
fn canvas(language: Language) -> Markup {
    let button = |name: &str, sign: &str, key| {
        html! { button type="button" data-tool=(name) { span aria-hidden="true" { (sign) " " } (language.text(key)) } }
    };
    html! {
        section.board-side aria-label=(language.text("label-board")) {
            fieldset.palette data-palette {
                legend { (language.text("editor-brush")) " " span data-chosen { } small { " " (language.text("editor-keys-1-9")) } }
            }
            div.toolbar {
                div.tools role="group" aria-label=(language.text("editor-tools")) {
                    button type="button" data-tool="fill" aria-pressed="false"
                        title=(language.text("editor-paint-whole-region-one-colour")) {
                        span aria-hidden="true" { "▦ " } (language.text("editor-fill"))
                    }
                    (button("undo", "↶", "editor-undo"))
                    (button("redo", "↷", "editor-redo"))
                    (button("clear", "✕", "editor-clear"))
                    (button("restart", "↺", "editor-restart"))
                }
                fieldset.turns data-turns {
                    legend { (language.text("editor-to-move")) }
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
        section.panel aria-label=(language.text("editor-settings")) {
            p.trouble data-trouble role="alert" hidden {}
            p.note data-note role="status" {}
            div.buttons {
                a.button.go data-play { (language.text("editor-play-from-here")) }
                a.button data-analyse { (language.text("label-analyse")) }
                button type="button" data-copy="link" { (language.text("editor-copy-the-link")) }
            }
            form data-form {
                h2 { (language.text("label-board")) }
                @for entry in drawable() { (fields(language, entry)) }
            }
            h2 { (language.text("editor-as-text")) }
            label { (language.text("editor-position")) textarea data-position spellcheck="false" autocapitalize="off" rows="5" {} }
            div.buttons { button type="button" data-copy="position" { (language.text("editor-copy-the-position")) } }
            label { (language.text("label-setup")) input data-setup spellcheck="false" autocapitalize="off"; }
            @for entry in drawable() {
                details data-help=(entry.info.name) hidden {
                    summary { (language.text("editor-how-position-written")) }
                    p { (entry.info.position_help(language)) }
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
            @for each in fields.iter().filter(|field| !field.is_detail) { (field(language, entry.info.name, each)) }
            @if has_details {
                details {
                    summary { (language.text("editor-more-rules")) }
                    @for each in fields.iter().filter(|field| field.is_detail) { (field(language, entry.info.name, each)) }
                }
            }
        }
    }
}

/// What people read for a value of a choice; the empty one hangs on other values.
fn choice_name(language: Language, game: &str, key: &str, value: &str) -> &'static str {
    if value.is_empty() {
        return language.text(&format!("choice-{game}-by-rules"));
    }
    language.text(&format!("choice-{game}-{key}-{value}"))
}

fn field(language: Language, game: &str, field: &SetupField) -> Markup {
    let label = language.text(&format!("field-{game}-{}", field.key));
    let redraws = field.redraws;
    html! {
        @match field.kind {
            FieldKind::Number { least, most, default } => label {
                (label)
                input type="number" inputmode="numeric" data-key=(field.key) data-redraws[redraws] min=(least) max=(most)
                    data-default=[default] placeholder=[default.is_none().then(|| language.text("editor-the-same"))];
            },
            FieldKind::Choice(choices) => label {
                (label)
                select data-key=(field.key) data-redraws[redraws] data-default=(choices[0]) {
                    @for value in choices {
                        option value=(value) { (choice_name(language, game, field.key, value)) }
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
                button type="button" data-generate { (language.text("editor-generate")) }
                button type="button" data-dice title=(language.text("editor-another-seed"))
                    aria-label=(language.text("editor-another-seed")) { span aria-hidden="true" { "⚄" } }
            },
        }
    }
}
