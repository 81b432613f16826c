//! Pages that teach the games: their rules, each with a board and a task, and the strategies with a board that shows what
//! they look at.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use joute_catalog::{GAMES, GameEntry, find_game};
use joute_report::Language;
use maud::{Markup, html};

use super::layout;
use crate::lessons::{Course, Lesson, course};
use crate::picture::picture;
use crate::strategies::{Guide, guides};
use crate::visitor::Visitor;
use crate::words;

/// `/learn`.
pub(crate) async fn index(visitor: Visitor) -> Markup {
    let language = visitor.language;
    let title = language.say("Learn", "Apprendre");
    let body = html! {
        h1 { (title) }
        p { (language.say(
            "Every rule with a small task to solve, and every strategy with a board that shows what it looks at.",
            "Chaque règle avec un petit problème à résoudre, et chaque stratégie avec un plateau qui montre ce qu’elle regarde.",
        )) }
        div.cards {
            @for entry in GAMES {
                article.card {
                    (picture(entry.info.name))
                    h2 { a href={ "/learn/" (entry.info.name) } { (words::title(language, entry.info)) } }
                    p { (words::translated(language, entry.info.summary)) }
                    @if let Some(course) = course(entry.info.name) {
                        p.soft { (tally(course, entry, language)) }
                    }
                }
            }
        }
    };
    layout::page(&visitor, title, None, &body)
}

fn tally(course: &Course, entry: &GameEntry, language: Language) -> String {
    let (tasks, strategies) = (course.lessons.len(), guides(entry.info.name).count());
    match language {
        Language::English => format!("{tasks} tasks, {strategies} strategies"),
        Language::French => format!("{tasks} exercices, {strategies} stratégies"),
    }
}

/// `/learn/{game}`.
pub(crate) async fn page(Path(game): Path<String>, visitor: Visitor) -> Response {
    let language = visitor.language;
    let Some(entry) = find_game(&game) else {
        let why = language.say("There is no such game.", "Ce jeu n’existe pas.");
        return layout::error_page(&visitor, StatusCode::NOT_FOUND, why);
    };
    let title = words::title(language, entry.info);
    let course = course(entry.info.name);
    let body = html! {
        h1 { (title) }
        p.links {
            @if course.is_some() {
                a.button href="#rules" { (language.say("Rules", "Règles")) }
                a.button href="#tasks" { (language.say("Tasks", "Exercices")) }
            }
            a.button href="#strategies" { (language.say("Strategies", "Stratégies")) }
            a.button href={ "/?game=" (entry.info.name) } { (language.say("Play it", "Y jouer")) }
        }
        @match course {
            Some(course) => { (taught(course, language)) }
            None => { p { (words::translated(language, entry.info.summary)) } }
        }
        (strategies(entry, language))
    };
    layout::page(&visitor, &title, Some("learn.js"), &body).into_response()
}

/// The rules of a course and its tasks.
fn taught(course: &Course, language: Language) -> Markup {
    html! {
        section #rules .card {
            h2 { (language.say("The rules in short", "Les règles en bref")) }
            ul.rules { @for rule in course.rules { li { (language.say(rule[0], rule[1])) } } }
        }
        section #tasks {
            h2 { (language.say("One task for each rule", "Un exercice par règle")) }
            p.soft {
                (language.say("Solved:", "Résolus :")) " "
                span data-solved role="status" { "0 / " (course.lessons.len()) }
            }
            div.lessons {
                @for (number, lesson) in (1..).zip(course.lessons) { (task(lesson, number, course.game, language)) }
            }
        }
    }
}

fn task(lesson: &Lesson, number: usize, game: &str, language: Language) -> Markup {
    html! {
        article.card.lesson id=(lesson.name) data-lesson=(lesson.name) data-game=(game) {
            div {
                h3 { (number) ". " (language.say(lesson.title[0], lesson.title[1])) }
                p { (language.say(lesson.text[0], lesson.text[1])) }
                p.task { strong { (language.say(lesson.task[0], lesson.task[1])) } }
                @if !lesson.illegal.is_empty() {
                    p.soft { (language.say("Not legal here:", "Illégal ici :")) " " (lesson.illegal.join(", ")) }
                }
                p.answer data-answer role="status" {}
                button type="button" data-again hidden { (language.say("Again", "Recommencer")) }
                " "
                button type="button" data-tip hidden { (language.say("Show me", "Montrez-moi")) }
            }
            joute-board playable {}
        }
    }
}

fn strategies(entry: &GameEntry, language: Language) -> Markup {
    let game = entry.info.name;
    html! {
        section #strategies .strategies data-lab data-game=(game) data-setup=(entry.small) {
            h2 { (language.say("Strategies, and what they look at", "Les stratégies, et ce qu’elles regardent")) }
            div.lab {
                div.board-side {
                    (chooser(game, language))
                    joute-board playable {}
                    div.buttons {
                        button.primary-small type="button" data-step { (language.say("Let it play", "Laisser jouer")) }
                        button type="button" data-back disabled { (language.say("Back", "Retour")) }
                        button type="button" data-fresh disabled { (language.say("From the start", "Depuis le début")) }
                    }
                    p.status data-why role="status" {}
                    p.trouble data-trouble role="alert" hidden {}
                }
                div.panel {
                    h3 { (language.say("On the board", "Sur le plateau")) }
                    ul.jo-legend data-legend {}
                    table data-values hidden {
                        thead { tr {
                            th scope="col" { (language.say("Move", "Coup")) }
                            th scope="col" data-counts { (language.say("Value", "Valeur")) }
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
            (language.say("Strategy", "Stratégie"))
            select data-strategy {
                @for guide in guides(game) {
                    option value=(guide.locator) selected[guide.locator == "greedy"] { (language.say(guide.name[0], guide.name[1])) }
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
            label { (language.say("Board number", "Numéro du plateau")) " " input name="seed" type="number" min="0" max="999999" value="1"; }
            label {
                (language.say("Setup", "Réglages")) " "
                input name="setup" value=(entry.small) placeholder=(example) spellcheck="false";
            }
            button type="submit" { (language.say("Show", "Montrer")) }
        }
    }
}

fn explained(guide: &Guide, language: Language) -> Markup {
    let point = |english, french, text: [&'static str; 2]| {
        html! { dt { (language.say(english, french)) } dd { (language.say(text[0], text[1])) } }
    };
    let name = language.say(guide.name[0], guide.name[1]);
    html! {
        article.card.guide data-guide=(guide.locator) {
            h3 { (name) " " code { (guide.locator) } }
            dl {
                (point("Looks at", "Regarde", guide.looks))
                (point("Strength", "Force", guide.strength))
                (point("Weakness", "Faiblesse", guide.weakness))
                (point("From", "Origine", guide.report))
            }
            button type="button" data-choose=(guide.locator) {
                (language.say("Show on the board", "Montrer sur le plateau"))
                span.visually-hidden { ": " (name) }
            }
        }
    }
}
