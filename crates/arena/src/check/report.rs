//! What a check found, in words for the player's author and as a value for programs.

use std::time::Duration;

use joute_players::{Severity, Topic};
use joute_referee::duration_text;
use schemars::JsonSchema;
use serde::Serialize;

/// One thing that was found.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// What it is about.
    pub topic: Topic,
    /// What is wrong, in one sentence.
    pub what: String,
    /// What to do about it.
    pub advice: String,
    /// What was seen.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub evidence: String,
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
    pub name: &'static str,
    /// How it went.
    pub state: State,
    /// What was done, in a few words.
    pub note: String,
}

/// How a part of the check went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Nothing that must be mended.
    Passed,
    /// Something that must be mended.
    Failed,
    /// Not done, since something before it failed, or it does not apply.
    Skipped,
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

    pub(crate) fn step(&mut self, name: &'static str, state: State, note: impl Into<String>) {
        self.steps.push(Step { name, state, note: note.into() });
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
    pub(crate) fn new(severity: Severity, topic: Topic, what: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding {
            severity,
            topic,
            what: what.into(),
            advice: advice.into(),
            evidence: String::new(),
            place: None,
            times: 1,
        }
    }

    pub(crate) fn with_evidence(mut self, evidence: impl Into<String>) -> Finding {
        self.evidence = evidence.into();
        self
    }

    pub(crate) fn at(mut self, place: Place) -> Finding {
        self.place = Some(place);
        self
    }
}

impl GameTime {
    /// The time in words.
    pub fn text(&self) -> String {
        let longest = seconds(self.longest_ms);
        match self.budget_ms {
            Some(budget) => {
                let share = 100.0 * self.longest_ms as f64 / (budget.max(1)) as f64;
                let budget = duration_text(Duration::from_millis(budget));
                format!("the longest game took {longest} of {budget} ({share:.0} %)")
            }
            None => format!("the longest game took {longest}; there is no limit"),
        }
    }
}

pub(crate) fn seconds(millis: u64) -> String {
    format!("{:.2} s", millis as f64 / 1000.0)
}
