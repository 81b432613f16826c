//! What a check found: messages for the player's author, as a value that can be kept. What commands write for programs has the
//! English words.

use std::time::Duration;

use joute_messages::{Localize, Message, message};
use joute_players::{Severity, StepName, Topic};
use joute_referee::duration_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// One thing that was found.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// What it is about.
    pub topic: Topic,
    /// What is wrong, in one sentence.
    #[serde(serialize_with = "in_english")]
    #[schemars(with = "String")]
    pub what: Message,
    /// What to do about it.
    #[serde(serialize_with = "in_english")]
    #[schemars(with = "String")]
    pub advice: Message,
    /// What was seen.
    #[serde(skip_serializing_if = "Message::is_empty", serialize_with = "in_english")]
    #[schemars(with = "String")]
    pub evidence: Message,
    /// Where it happened first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// How often it happened.
    pub times: u32,
}

/// Where something happened.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Place {
    /// Board and rules of the game, as `--setup` takes them.
    pub setup: String,
    /// The position the player was asked at, or the game began from.
    pub position: String,
    /// Where the player sat: `first` or `second`.
    pub seat: String,
}

/// One part of the check.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Step {
    /// What was looked at.
    #[serde(serialize_with = "in_english")]
    #[schemars(with = "String")]
    pub name: StepName,
    /// How it went.
    pub state: State,
    /// What was done, in a few words.
    #[serde(serialize_with = "in_english")]
    #[schemars(with = "String")]
    pub note: Message,
}

/// How a part of the check went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Nothing that must be mended.
    Passed,
    /// Something that must be mended.
    Failed,
    /// Not done, since something before it failed, or it does not apply.
    Skipped,
}

impl Localize for State {
    fn message(&self) -> Message {
        message!(match self {
            State::Passed => "check-state-passed",
            State::Failed => "check-state-failed",
            State::Skipped => "check-state-skipped",
        })
    }
}

/// The games against one opponent.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MatchResult {
    /// Who it was.
    pub opponent: String,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost, those by a fault included.
    pub losses: u32,
}

/// The time of whole games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, JsonSchema)]
pub struct GameTime {
    /// Thinking time of the longest game, in milliseconds.
    pub longest_ms: u64,
    /// What a game may take, in milliseconds; nothing without a limit.
    pub budget_ms: Option<u64>,
    /// The longest single move, in milliseconds.
    pub longest_move_ms: u64,
}

/// Everything that a check found.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// The player as it was named.
    pub player: String,
    /// The game by name.
    pub game: String,
    /// The rules of the games that were played.
    pub rules: String,
    /// Whether nothing must be mended.
    pub passed: bool,
    /// Whether the check was broken off.
    pub interrupted: bool,
    /// The parts of the check.
    pub steps: Vec<Step>,
    /// What was found, the most urgent first.
    pub findings: Vec<Finding>,
    /// The games against built-in players.
    pub matches: Vec<MatchResult>,
    /// How long games took.
    pub time: GameTime,
    /// Whether the same seed gave the same game; nothing when it was not tried.
    pub deterministic: Option<bool>,
}

impl Report {
    /// What to mend first.
    pub fn fix_first(&self) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.severity != Severity::Note)
    }

    /// Adds a finding; one about the same thing is counted, not told twice.
    pub(crate) fn add(&mut self, finding: Finding) {
        let same = |known: &&mut Finding| known.topic == finding.topic && known.severity <= finding.severity;
        match self.findings.iter_mut().find(same) {
            Some(known) => known.times += finding.times,
            None => self.findings.push(finding),
        }
    }

    pub(crate) fn step(&mut self, name: StepName, state: State, note: Message) {
        self.steps.push(Step { name, state, note });
    }

    /// How often something was found that must be mended.
    pub(crate) fn to_be_mended(&self) -> u32 {
        self.findings.iter().filter(|finding| finding.severity == Severity::Must).map(|finding| finding.times).sum()
    }

    /// Whether something must be mended so far.
    pub(crate) fn has_failed(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Must)
    }

    /// Puts the most urgent first and says whether all is well.
    pub(crate) fn finish(mut self) -> Report {
        self.findings.sort_by_key(|finding| (finding.severity, finding.topic));
        self.passed = !self.has_failed() && !self.interrupted;
        self
    }
}

impl Finding {
    /// A finding that happened once, somewhere or nowhere.
    pub(crate) fn new(severity: Severity, topic: Topic, what: Message, advice: Message) -> Finding {
        Finding { severity, topic, what, advice, evidence: Message::literal(""), place: None, times: 1 }
    }

    /// The same with what somebody else wrote, as it is.
    pub(crate) fn quoting(self, words: impl Into<std::borrow::Cow<'static, str>>) -> Finding {
        self.with_evidence(Message::literal(words))
    }

    pub(crate) fn with_evidence(mut self, evidence: Message) -> Finding {
        self.evidence = evidence;
        self
    }

    pub(crate) fn at(mut self, place: Place) -> Finding {
        self.place = Some(place);
        self
    }
}

impl Localize for GameTime {
    fn message(&self) -> Message {
        let longest = seconds(self.longest_ms);
        match self.budget_ms {
            Some(budget) => {
                let share = 100.0 * self.longest_ms as f64 / (budget.max(1)) as f64;
                let budget = duration_text(Duration::from_millis(budget));
                message!("check-longest-game", longest = longest, budget = budget, share = format!("{share:.0}"))
            }
            None => message!("check-longest-game-unlimited", longest = longest),
        }
    }
}

fn seconds(millis: u64) -> Message {
    let (whole, hundredths) = parts(format!("{:.2}", millis as f64 / 1000.0));
    message!("check-seconds", whole = whole, hundredths = hundredths)
}

pub(crate) fn mebibytes(bytes: f64) -> Message {
    let (whole, tenths) = parts(format!("{:.1}", bytes / 1_048_576.0));
    message!("check-mebibytes", whole = whole, tenths = tenths)
}

/// What stands before and behind the point of a number: languages have other signs for it.
fn parts(number: String) -> (String, String) {
    let (whole, fraction) = number.split_once('.').unwrap_or((&number, ""));
    (whole.to_owned(), fraction.to_owned())
}

/// Several messages as one, put together by one that has a gap for the first of them and one for the rest.
pub(crate) fn joined(key: &'static str, all: impl DoubleEndedIterator<Item = Message>) -> Message {
    all.rev().reduce(|rest, first| message!(key, first = first, rest = rest)).unwrap_or(Message::literal(""))
}

fn in_english<S: Serializer>(words: &impl std::fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(words)
}
