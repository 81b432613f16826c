//! Lessons: each a rule of a game, a position, a task, and the moves that do it. What a task is judged by is data here;
//! pages and scripts only show it, and a test plays every move of every lesson.

mod awale;
mod claim;
mod flood;
mod othello;
mod seven_colours;
mod tried;

use std::sync::Arc;

use joute_catalog::find_game;
use joute_games::{AnyGame, Files, NoFiles, SetupError};

use crate::strategies::Family;

pub(crate) use claim::Claim;
pub(crate) use tried::show;

/// One rule with a board on which it is tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lesson {
    /// Its name in addresses. Title, rule and task stand in the catalogue under `lesson-GAME-NAME-...`.
    pub(crate) name: &'static str,
    pub(crate) setup: &'static str,
    /// The position; the setup's own when it is empty.
    pub(crate) position: &'static str,
    /// Moves that were played before it, with spaces between them.
    pub(crate) prelude: &'static str,
    /// The moves that do it.
    pub(crate) right: &'static [&'static str],
    /// Moves the rule forbids here.
    pub(crate) illegal: &'static [&'static str],
    /// What the right moves do, and no other.
    pub(crate) claim: Claim,
}

/// What a lesson need not say.
pub(crate) const PLAIN: Lesson =
    Lesson { name: "", setup: "", position: "", prelude: "", right: &[], illegal: &[], claim: Claim::Only };

/// A game's lessons, with its rules in short.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Course {
    pub(crate) game: &'static str,
    /// The guides to strategies that speak of this game.
    pub(crate) families: &'static [Family],
    /// Files that setups of its lessons name, with their texts.
    pub(crate) files: &'static [(&'static str, &'static str)],
    /// The rules, one sentence or two each, which the catalogue has under `rule-GAME-...`.
    pub(crate) rules: &'static [&'static str],
    pub(crate) lessons: &'static [Lesson],
}

/// The courses; a game can do without.
pub(crate) const COURSES: &[Course] = &[seven_colours::COURSE, flood::COURSE, othello::COURSE, awale::COURSE];

/// The course of a game.
pub(crate) fn course(game: &str) -> Option<&'static Course> {
    COURSES.iter().find(|course| course.game == game)
}

/// Graph files that lessons are played on.
struct LessonFiles(&'static [(&'static str, &'static str)]);

impl Files for LessonFiles {
    fn text(&self, name: &str) -> Result<Arc<str>, SetupError> {
        let known = self.0.iter().find(|(known, _)| *known == name);
        known.map_or_else(|| NoFiles.text(name), |(_, text)| Ok((*text).into()))
    }
}

impl Lesson {
    /// The positions from the start of the lesson to where its task begins; nothing if it cannot be set up, which a
    /// test excludes.
    pub(crate) fn positions(&self, game: &str) -> Option<Vec<AnyGame>> {
        let files = LessonFiles(course(game)?.files);
        let mut start = find_game(game)?.setup(self.setup, &files).ok()?.start(1).ok()?;
        if !self.position.is_empty() {
            start = start.at(self.position).ok()?;
        }
        let mut positions = vec![start];
        for mv in self.prelude.split_whitespace() {
            let mut next = positions[positions.len() - 1].clone();
            next.try_play(mv).ok()?;
            positions.push(next);
        }
        Some(positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_messages::Language;

    fn all() -> impl Iterator<Item = (&'static str, &'static Lesson)> {
        COURSES.iter().flat_map(|course| course.lessons.iter().map(|lesson| (course.game, lesson)))
    }

    #[test]
    fn every_course_is_of_a_game_and_long_enough() {
        for course in COURSES {
            assert!(find_game(course.game).is_some() && course.lessons.len() >= 8, "{}", course.game);
        }
        assert!(COURSES.len() >= 4, "no game loses its course");
    }

    #[test]
    fn right_moves_do_what_the_lesson_says_and_wrong_ones_do_not() {
        let mut troubles = Vec::new();
        for (game, lesson) in all() {
            let Some(positions) = lesson.positions(game) else {
                troubles.push(format!("{game} {}: cannot be set up", lesson.name));
                continue;
            };
            let legal = positions[positions.len() - 1].legal_texts();
            let right: Vec<&String> = legal.iter().filter(|mv| lesson.claim.holds(&positions, mv)).collect();
            if right != lesson.right || right.is_empty() {
                troubles.push(format!("{game} {}: {right:?} of {legal:?} do it, not {:?}", lesson.name, lesson.right));
            }
            if let Some(mv) = lesson.illegal.iter().find(|mv| legal.iter().any(|legal| legal == *mv)) {
                troubles.push(format!("{game} {}: {mv} is legal", lesson.name));
            }
        }
        assert!(troubles.is_empty(), "{}", troubles.join("\n"));
    }

    /// Lessons in which nothing can be done wrong: what they show is that there is no choice, or the same from all.
    const NO_CHOICE: &[&str] = &["pass", "repetition", "awari-repetition", "stuck", "awari-rest", "kalah-end"];

    #[test]
    fn a_task_can_be_done_wrong() {
        for (game, lesson) in all().filter(|(_, lesson)| !NO_CHOICE.contains(&lesson.name)) {
            let positions = lesson.positions(game).unwrap();
            let moves = positions[positions.len() - 1].legal().len() + lesson.illegal.len();
            assert!(moves > lesson.right.len(), "{game} {}", lesson.name);
        }
    }

    #[test]
    fn names_are_told_apart_and_texts_stand_in_every_language() {
        for course in COURSES {
            let names: std::collections::BTreeSet<&str> = course.lessons.iter().map(|lesson| lesson.name).collect();
            assert_eq!(names.len(), course.lessons.len(), "{}", course.game);
            for lesson in course.lessons {
                for part in ["title", "text", "task"] {
                    let key = format!("lesson-{}-{}-{part}", course.game, lesson.name);
                    assert!(Language::all().all(|language| language.has(&key)), "{key}");
                }
            }
        }
    }

    #[test]
    fn both_sides_of_a_symmetric_board_have_the_same_choice() {
        let lesson = seven_colours::COURSE.lessons.iter().find(|lesson| lesson.name == "symmetric").unwrap();
        let start = lesson.positions("seven-colours").unwrap().remove(0);
        let mut other = start.clone();
        other.skip_turn();
        for code in start.legal() {
            assert_eq!(start.gain(code), other.gain(code));
        }
    }
}
