//! Pages that teach the games: their rules, each with a board and a task, and the strategies with a board that shows what
//! they look at.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use joute_catalog::{GAMES, GameEntry, find_game};
use joute_games::NoFiles;
use joute_messages::{Language, message};
use maud::{Markup, html};

use super::layout;
use crate::lessons::{Course, Lesson, course};
use crate::picture::picture;
use crate::strategies::{Guide, guides};
use crate::visitor::Visitor;

/// `/learn`.
pub(crate) async fn index(visitor: Visitor) -> Markup {
    let language = visitor.language;
    let title = language.text("learn-learn");
    let body = html! {
        h1 { (title) }
        p { (language.text("learn-every-rule-with-small-task")) }
        div.cards {
            @for entry in GAMES {
                article.card {
                    (picture(entry.info.name))
                    h2 { a href={ "/learn/" (entry.info.name) } { (entry.info.title(language)) } }
                    p { (entry.info.summary(language)) }
                    @if let Some(course) = course(entry.info.name) {
                        p.soft { (tally(course, entry, language)) }
                        p.soft data-progress=(entry.info.name) data-of=(course.lessons.len()) hidden {
                            (language.text("learn-solved")) " " span {}
                        }
                    }
                }
            }
        }
    };
    layout::page(&visitor, title, Some("learn-progress.js"), &body)
}

fn tally(course: &Course, entry: &GameEntry, language: Language) -> String {
    let (tasks, strategies) = (course.lessons.len(), guides(entry.info.name).count());
    message!("learn-tally", tasks = tasks, strategies = strategies).text(language)
}

/// `/learn/{game}`.
pub(crate) async fn page(Path(game): Path<String>, visitor: Visitor) -> Response {
    let language = visitor.language;
    let Some(entry) = find_game(&game) else {
        let why = language.text("learn-there-no-such-game");
        return layout::error_page(&visitor, StatusCode::NOT_FOUND, why);
    };
    let title = entry.info.title(language);
    let course = course(entry.info.name);
    let body = html! {
        h1 { (title) }
        p.links {
            @if course.is_some() {
                a.button href="#rules" { (language.text("learn-rules")) }
                a.button href="#tasks" { (language.text("learn-tasks")) }
            }
            a.button href="#strategies" { (language.text("learn-strategies")) }
            a.button href={ "/?game=" (entry.info.name) } { (language.text("learn-play-it")) }
        }
        @match course {
            Some(course) => { (taught(course, entry, language)) }
            None => { p { (entry.info.summary(language)) } }
        }
        (strategies(entry, language))
    };
    layout::page(&visitor, title, Some("learn.js"), &body).into_response()
}

/// The rules of a course and its tasks.
fn taught(course: &Course, entry: &GameEntry, language: Language) -> Markup {
    let is_wide = is_wide(entry);
    html! {
        section #rules .card {
            h2 { (language.text("learn-rules-in-short")) }
            ul.rules { @for rule in course.rules { li { (language.text(&format!("rule-{}-{rule}", course.game))) } } }
        }
        section #tasks {
            h2 { (language.text("learn-one-task-for-each-rule")) }
            p.soft {
                (language.text("learn-solved")) " "
                span data-solved role="status" { "0 / " (course.lessons.len()) }
            }
            div.lessons {
                @for (number, lesson) in (1..).zip(course.lessons) { (task((lesson, number), (course.game, is_wide), language)) }
            }
        }
    }
}

/// Whether the boards of a game need all the width there is.
fn is_wide(entry: &GameEntry) -> bool {
    let start = entry.setup(entry.small, &NoFiles).and_then(|source| source.start(0));
    start.is_ok_and(|start| {
        let view = start.view();
        view.width > 2.0 * view.height
    })
}

fn task((lesson, number): (&Lesson, usize), (game, is_wide): (&str, bool), language: Language) -> Markup {
    html! {
        article.card.lesson.wide[is_wide] id=(lesson.name) data-lesson=(lesson.name) data-game=(game) {
            div {
                h3 { (number) ". " (language.text(&format!("lesson-{game}-{}-title", lesson.name))) }
                p { (language.text(&format!("lesson-{game}-{}-text", lesson.name))) }
                p.task { strong { (language.text(&format!("lesson-{game}-{}-task", lesson.name))) } }
                @if !lesson.illegal.is_empty() {
                    p.soft { (language.text("learn-not-legal-here")) " " (lesson.illegal.join(", ")) }
                }
                p.answer data-answer role="status" {}
                button type="button" data-again hidden { (language.text("learn-again")) }
                " "
                button type="button" data-tip hidden { (language.text("learn-show-me")) }
            }
            joute-board playable {}
        }
    }
}

fn strategies(entry: &GameEntry, language: Language) -> Markup {
    let game = entry.info.name;
    html! {
        section #strategies .strategies data-lab data-game=(game) data-setup=(entry.small) {
            h2 { (language.text("learn-strategies-and-what-they-look")) }
            div.lab {
                div.board-side {
                    (chooser(game, language))
                    joute-board playable {}
                    div.buttons {
                        button.primary-small type="button" data-step { (language.text("learn-let-it-play")) }
                        button type="button" data-back disabled { (language.text("label-back")) }
                        button type="button" data-fresh disabled { (language.text("learn-from-the-start")) }
                    }
                    p.status data-why role="status" {}
                    p.trouble data-trouble role="alert" hidden {}
                }
                div.panel {
                    h3 { (language.text("learn-on-the-board")) }
                    ul.jo-legend data-legend {}
                    table data-values hidden {
                        thead { tr {
                            th scope="col" { (language.text("label-move")) }
                            th scope="col" data-counts { (language.text("label-value")) }
                        } }
                        tbody {}
                    }
                    (board_form(entry, language))
                }
            }
            div.guides { @for guide in guides(game) { (explained(guide, language)) } }
        }
    }
}

fn chooser(game: &str, language: Language) -> Markup {
    html! {
        label.chooser {
            (language.text("learn-strategy"))
            select data-strategy {
                @for guide in guides(game) {
                    option value=(guide.locator) selected[guide.locator == "greedy"] { (guide.name(language)) }
                }
            }
        }
    }
}

/// Which board the strategies look at.
fn board_form(entry: &GameEntry, language: Language) -> Markup {
    let example = entry.info.examples.last().copied().unwrap_or_default();
    html! {
        form.seed data-seed-form {
            label { (language.text("learn-board-number")) " " input name="seed" type="number" min="0" max="999999" value="1"; }
            label {
                (language.text("label-setup")) " "
                input name="setup" value=(entry.small) placeholder=(example) spellcheck="false";
            }
            button type="submit" { (language.text("learn-show")) }
        }
    }
}

fn explained(guide: &Guide, language: Language) -> Markup {
    let point = |key, part| {
        html! { dt { (language.text(key)) } dd { (guide.text(language, part).unwrap_or_default()) } }
    };
    let name = guide.name(language);
    html! {
        article.card.guide data-guide=(guide.locator) {
            h3 { (name) " " code { (guide.locator) } }
            dl {
                (point("strategy-point-looks", "looks"))
                (point("strategy-point-strength", "strength"))
                (point("strategy-point-weakness", "weakness"))
                (point("strategy-point-report", "report"))
            }
            button type="button" data-choose=(guide.locator) {
                (language.text("learn-show-on-board"))
                span.visually-hidden { ": " (name) }
            }
        }
    }
}
