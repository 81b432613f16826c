//! A person as a player: somebody elsewhere, in a terminal or a browser, whose answers come over a channel.
//!
//! The referee waits and keeps the clock as for any player. What is no legal move never reaches it: the person hears
//! why and is asked again, since a slip of the finger is no forfeit.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use joute_games::{AnyGame, MoveCode, MoveError};
use joute_messages::{Localize, Message};
use joute_referee::{Ending, Fault, Identity, Player, Reply, Said, Turn};

use crate::entrant::EntrantError;
use crate::kind::{Kind, KindInfo, Made, Maker, TargetKind};
use crate::locator::{Locator, Words};
use crate::workshop::Workshop;

/// How long a stop request may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(10);

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
        let (word, name) = text.split_once(':').unwrap_or((text, ""));
        (word == NAME).then(|| Words { target: name.trim().to_owned(), ..Words::default() })
    }

    fn make(&self, locator: &Locator, _workshop: &Workshop) -> Result<Made, EntrantError> {
        let name = if locator.target.is_empty() { locator.to_string() } else { locator.target.clone() };
        let identity = Identity { name, locator: locator.to_string(), version: String::new(), runtime: None };
        Ok(Made { identity, maker: Box::new(Elsewhere(locator.to_string())) })
    }
}

/// Only those who have the other end of the channel can seat a person.
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

/// Hears why an entry was no move.
pub type Explain = Box<dyn FnMut(Message) + Send>;

/// A person in a seat.
pub struct Person {
    answers: Receiver<Answer>,
    explain: Explain,
}

impl Person {
    /// A person, and where what they say is handed in. When the sender goes away, so has the person.
    pub fn new(explain: Explain) -> (Person, Sender<Answer>) {
        let (sender, answers) = channel();
        (Person { answers, explain }, sender)
    }

    /// The next answer; nothing when it is too late or the game is being stopped.
    fn answer(&self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        loop {
            if turn.stop.load(Ordering::Relaxed) {
                return Ok(Answer::Leave);
            }
            if turn.deadline.is_some_and(|deadline| Instant::now() > deadline) {
                return Err(Fault::overtime("no move before the time was over"));
            }
            match self.answers.recv_timeout(PATIENCE) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Answer::Leave),
            }
        }
    }
}

impl Player for Person {
    fn open(&mut self, _turn: &Turn<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let said = loop {
            match self.answer(turn)? {
                Answer::Resign => break Said::Resign,
                Answer::Leave => break Said::Stopped,
                Answer::Move(text) => match read_entry(turn.game, &text) {
                    Ok(code) => break Said::Move(code),
                    Err(error) => (self.explain)(error.message()),
                },
            }
        };
        Ok(Reply { said, cpu: None, score: None })
    }

    fn close(&mut self, _ending: &Ending, _tally: [u32; 2]) {}

    fn is_deterministic(&self) -> bool {
        false
    }
}

/// What somebody typed as a move: as it is, or in the case that makes it a legal one.
pub fn read_entry(game: &AnyGame, text: &str) -> Result<MoveCode, MoveError> {
    let read = |text: &str| -> Result<MoveCode, MoveError> {
        let code = game.code(text)?;
        game.judge(code).map(|()| code)
    };
    let text = text.trim();
    let other_cases = || [text.to_uppercase(), text.to_lowercase()].into_iter().find_map(|text| read(&text).ok());
    read(text).or_else(|error| other_cases().ok_or(error))
}
