//! A person: somebody elsewhere whose answers come one at a time, and the queue in which they wait until the referee asks.
//!
//! What they enter is judged by the referee like any other move.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use joute_referee::{Identity, Player};

use crate::entrant::EntrantError;
use crate::kind::{Kind, KindInfo, Made, Maker, TargetKind};
use crate::locator::{Locator, Words, split_options};
use crate::workshop::Workshop;

/// How a person is named; a name of their own may follow a colon.
pub(crate) const NAME: &str = "human";

const INFO: KindInfo = KindInfo {
    name: NAME,
    summary: "a person, where somebody sits to move; a name may follow",
    example: "human:Camille",
    endings: &[],
    target: TargetKind::Name,
    options: &[],
};

/// The kind of people.
pub(crate) struct PersonKind;

impl Kind for PersonKind {
    fn info(&self) -> &'static KindInfo {
        &INFO
    }

    fn read(&self, text: &str) -> Option<Words> {
        let (text, options) = split_options(text);
        let (word, name) = text.split_once(':').unwrap_or((text, ""));
        (word == NAME).then(|| Words { target: name.trim().to_owned(), options, ..Words::default() })
    }

    fn make(&self, locator: &Locator, _workshop: &Workshop) -> Result<Made, EntrantError> {
        let name = if locator.target.is_empty() { locator.to_string() } else { locator.target.clone() };
        let identity = Identity { name, locator: locator.to_string(), version: String::new(), runtime: None };
        Ok(Made { identity, maker: Box::new(Elsewhere(locator.to_string())) })
    }
}

/// Nobody can be made to stand for a person: whoever drives a game asks them.
struct Elsewhere(String);

impl Maker for Elsewhere {
    fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        Err(EntrantError::Person(self.0.clone()))
    }
}

/// What a person says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A text that should be a move.
    Move(String),
    /// That they give up.
    Resign,
    /// That they leave: the game ends without a result.
    Leave,
}

/// Where answers are handed in. Whoever waits here sleeps until there is one, or the time is over.
#[derive(Debug, Default)]
pub struct AnswerQueue {
    answers: Mutex<VecDeque<Answer>>,
    handed_in: Condvar,
}

impl AnswerQueue {
    /// Hands in an answer, which waits for its question.
    pub fn say(&self, answer: Answer) {
        self.answers().push_back(answer);
        self.handed_in.notify_one();
    }

    /// The person leaves: nothing that was said before counts any more.
    pub fn leave(&self) {
        *self.answers() = VecDeque::from([Answer::Leave]);
        self.handed_in.notify_one();
    }

    /// The next answer; nothing when it is too late.
    pub fn wait(&self, deadline: Option<Instant>) -> Option<Answer> {
        let mut answers = self.answers();
        loop {
            if let Some(answer) = answers.pop_front() {
                return Some(answer);
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            answers = match left {
                Some(left) if left.is_zero() => return None,
                Some(left) => self.handed_in.wait_timeout(answers, left).unwrap_or_else(PoisonError::into_inner).0,
                None => self.handed_in.wait(answers).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn answers(&self) -> MutexGuard<'_, VecDeque<Answer>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
