//! What a check says to the author of a player, as far as it depends on the kind of player. The words are messages of the
//! catalogue: what stands here are their keys.

use joute_messages::{Localize, Message, localized_text, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A part of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StepName {
    /// The name of the file.
    #[serde(rename = "file name")]
    FileName,
    /// Whether it gets ready and answers.
    #[serde(rename = "loading")]
    Loading,
    /// How it reads the colours that are forbidden to it.
    #[serde(rename = "forbidden colours")]
    Forbidden,
    /// How it reads boards with holes.
    #[serde(rename = "boards with holes")]
    Holes,
    /// Every setup, in both seats.
    #[serde(rename = "setups")]
    Setups,
    /// Positions on the edge of a game.
    #[serde(rename = "edge positions")]
    Edges,
    /// The same game again.
    #[serde(rename = "repeating a game")]
    Again,
    /// Memory and open files.
    #[serde(rename = "leaks")]
    Leaks,
    /// Games against built-in players.
    #[serde(rename = "match")]
    Match,
}

impl Localize for StepName {
    fn message(&self) -> Message {
        message!(match self {
            StepName::FileName => "check-step-file-name",
            StepName::Loading => "check-step-loading",
            StepName::Forbidden => "check-step-forbidden",
            StepName::Holes => "check-step-holes",
            StepName::Setups => "check-step-setups",
            StepName::Edges => "check-step-edges",
            StepName::Again => "check-step-again",
            StepName::Leaks => "check-step-leaks",
            StepName::Match => "check-step-match",
        })
    }
}

localized_text!(StepName);

/// How much something matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The player loses games by it, or breaks a rule: it is not accepted.
    Must,
    /// It works, but something will go wrong one day.
    Should,
    /// Worth knowing.
    Note,
}

/// What something is about, in the order in which one mends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// The file is not there, is something else or cannot be read by what runs it.
    Load,
    /// The player plays another game.
    Game,
    /// It does not get ready.
    Start,
    /// It uses the network.
    Network,
    /// It starts other programs.
    Processes,
    /// Its answers stay in a buffer.
    Flush,
    /// It fails in one seat only.
    Seat,
    /// It fails on some boards only.
    Setups,
    /// It ends in the middle of a game.
    Crash,
    /// Its answers are not written as moves are.
    Notation,
    /// Its moves are against the rules.
    IllegalMove,
    /// A forbidden-colour encoding that is not the one it reads.
    Encoding,
    /// It thinks too long or does not answer.
    Overtime,
    /// It goes wrong when the game is over.
    AfterGame,
    /// It gives up games.
    Resigns,
    /// It loses against random moves.
    Weak,
    /// It changes what it was given.
    ChangesArgument,
    /// It prints.
    Prints,
    /// It answers more often than it is asked.
    AnswersTwice,
    /// Memory or descriptors grow.
    Leak,
    /// A whole game takes much of the time.
    Time,
    /// The name of the file.
    FileName,
    /// The same seed gives another game.
    Determinism,
    /// It cannot play two games in one process.
    Keep,
}

/// Words in the evidence of a crash, and what they tell about the author's mistake.
#[derive(Debug, Clone, Copy)]
pub struct Sign {
    /// All of these words must be there.
    pub words: &'static [&'static str],
    /// What it is about.
    pub topic: Topic,
    /// The message that says what is wrong.
    pub what: &'static str,
    /// The message that says what to do about it.
    pub advice: &'static str,
}

impl Sign {
    /// A sign about loading, to be filled in.
    pub const LOAD: Sign = Sign { words: &[], topic: Topic::Load, what: "", advice: "" };
    /// A sign about a crash, to be filled in.
    pub const CRASH: Sign = Sign { words: &[], topic: Topic::Crash, what: "", advice: "" };

    /// A recursion without end, as OCaml and others say it.
    pub const STACK_OVERFLOW: Sign = Sign {
        words: &["Stack overflow"],
        what: "check-stack-overflow",
        advice: "check-endless-recursion-advice",
        ..Sign::CRASH
    };

    /// Whether all words are there.
    pub fn is_in(&self, evidence: &str) -> bool {
        self.words.iter().all(|word| evidence.contains(word))
    }
}

/// What is said about lines that a player writes besides its answers.
#[derive(Debug, Clone, Copy)]
pub struct Prints {
    /// How much it matters.
    pub severity: Severity,
    /// The message that says what it does.
    pub what: &'static str,
    /// The message that says what to do about it.
    pub advice: &'static str,
}

/// An option whose values are ways in which a player may read what it is given. A check finds out with which of them it
/// plays best.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    /// The step of the check.
    pub name: StepName,
    /// The option of the locator.
    pub option: &'static str,
    /// Its values, the usual one first.
    pub values: &'static [&'static str],
    /// The game it is about.
    pub game: &'static str,
    /// Setups on which a wrong reading shows.
    pub setups: &'static [&'static str],
    /// What is wrong where another value than the usual one is the right one.
    pub what: &'static str,
    /// What is wrong, and what to do, where it is right in one seat and wrong in the other.
    pub one_seat: (&'static str, &'static str),
}

/// What a kind of player is told; nobody is advised to use what they never hear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hears {
    /// The seed of the game.
    pub seed: bool,
    /// The time that is left.
    pub time: bool,
    /// Any position to play from, rather than only moves from the start.
    pub positions: bool,
}

/// Everything a check says that depends on the kind; words are keys of messages.
#[derive(Debug, Clone, Copy)]
pub struct Advice {
    /// What the file must be called unless something else is asked for: a [`NamePattern`](crate::NamePattern).
    pub name_pattern: Option<&'static str>,
    /// What is said about prints; nothing where they are usual.
    pub prints: Option<Prints>,
    /// Signs of a crash that only this kind leaves, the clearest first; those that any program leaves come after them.
    pub signs: &'static [Sign],
    /// What is tried out before everything else.
    pub readings: &'static [Reading],
    /// What it is told.
    pub hears: Hears,
    /// How a move is written, where that is not the game's own way.
    pub moves: Option<&'static str>,
    /// A move of the game's own text as the player writes it, where that differs.
    pub own_text: Option<fn(&str) -> Option<String>>,
    /// The beginning of the advice to a player that fails in one seat alone: what tells it where it sits.
    pub seat: &'static str,
    /// What to do when it is never ready.
    pub ready: &'static str,
    /// What to do when it waits instead of computing.
    pub late: &'static str,
}

impl Advice {
    /// Nothing of its own to say.
    pub const PLAIN: Advice = Advice {
        name_pattern: None,
        prints: None,
        signs: &[],
        readings: &[],
        hears: Hears { seed: true, time: true, positions: true },
        moves: None,
        own_text: None,
        seat: "check-seat",
        ready: "check-ready",
        late: "check-late-advice",
    };

    /// A move as the player would write it, behind the game's own text where the two differ.
    pub fn move_text(&self, mv: &str) -> String {
        match self.own_text.and_then(|own_text| own_text(mv)) {
            Some(own) => format!("{mv} ({own})"),
            None => mv.to_owned(),
        }
    }
}
