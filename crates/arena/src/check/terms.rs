//! What a player is checked for by whoever accepts players, and what came of it as authors are told: both can be kept and sent.

use std::sync::atomic::AtomicBool;

use joute_catalog::find_game;
use joute_games::NoFiles;
use joute_messages::{Localize, Message, message};
use joute_players::{NamePatternError, Severity, StepName, Workshop};
use joute_referee::RulesError;
use serde::{Deserialize, Serialize};

use super::{CheckPlan, Finding, Report, State, Step, check};

/// What a player is checked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckTerms {
    /// The game by name.
    pub game: String,
    /// Its board.
    pub setup: String,
    /// The rules of every game.
    pub rules: String,
    /// Games against each opponent.
    pub games: u32,
}

/// What came of a check, as authors are told.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether nothing must be mended.
    pub passed: bool,
    /// Whether it was broken off.
    pub interrupted: bool,
    /// What was found.
    pub findings: Vec<Found>,
    /// The parts of the check: what, how it went, and a note.
    pub steps: Vec<(StepName, State, Message)>,
}

/// Something that a check found, as it is kept: its messages by their keys, so that everybody reads them in their own language. What was kept
/// as text in earlier versions is read as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// Whether it must be mended.
    pub is_grave: bool,
    /// What is wrong.
    pub what: Message,
    /// What to do about it.
    pub advice: Message,
    /// What was seen.
    pub evidence: Message,
}

/// The most characters of evidence that are told.
const LONGEST_EVIDENCE: usize = 4_000;

impl CheckTerms {
    /// The whole check of a player in a workshop's folder, on this machine. Whatever runs does so in the sandbox.
    pub fn carry_out(
        &self,
        workshop: &Workshop,
        locator: &str,
        stop: &AtomicBool,
        hear: &mut dyn FnMut(StepName),
    ) -> Outcome {
        let report = self.report(workshop, locator, stop, hear);
        report.map_or_else(Outcome::of_trouble, |report| Outcome::of(&report))
    }

    fn report(
        &self,
        workshop: &Workshop,
        locator: &str,
        stop: &AtomicBool,
        hear: &mut dyn FnMut(StepName),
    ) -> std::result::Result<Report, Message> {
        let no_game = || message!("error-no-such-game", name = self.game.clone());
        let game = find_game(&self.game).ok_or_else(no_game)?;
        let rules = self.rules.parse().map_err(|error: RulesError| error.message())?;
        let setup = Some(self.setup.as_str());
        let games = self.games;
        // Whoever hands in names their files as they like: a course's pattern is for `joute check`.
        let any = "*".parse().map_err(|error: NamePatternError| Message::literal(error.to_string()))?;
        let plan = CheckPlan {
            workshop,
            locator,
            game,
            setup,
            files: &NoFiles,
            rules,
            name_pattern: Some(&any),
            games,
            seed: 1,
        };
        hear(StepName::Loading);
        check(&plan, stop, hear).map_err(|error| error.message())
    }
}

impl Outcome {
    fn of(report: &Report) -> Outcome {
        let finding = |one: &Finding| Found {
            is_grave: one.severity == Severity::Must,
            what: one.what.clone(),
            advice: one.advice.clone(),
            evidence: one.evidence.clone().shortened(LONGEST_EVIDENCE),
        };
        let step = |step: &Step| (step.name, step.state, step.note.clone());
        Outcome {
            passed: report.passed,
            interrupted: report.interrupted,
            findings: report.findings.iter().map(finding).collect(),
            steps: report.steps.iter().map(step).collect(),
        }
    }

    /// A check that could not be made at all.
    fn of_trouble(why: Message) -> Outcome {
        let (advice, evidence) = (Message::literal(""), Message::literal(""));
        let finding = Found { is_grave: true, what: why, advice, evidence };
        Outcome { findings: vec![finding], ..Outcome::default() }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]
    use joute_messages::Language;
    use joute_players::Topic;

    use super::*;
    use crate::check::GameTime;

    fn kept_and_read(outcome: &Outcome) -> Outcome {
        serde_json::from_str(&serde_json::to_string(outcome).unwrap()).unwrap()
    }

    #[test]
    fn what_is_kept_is_read_in_any_language() {
        let help = message!("move-help-othello");
        let advice = message!("check-not-a-move-advice", help = help, first = "d3");
        let what = message!("check-not-a-move", answer = "\"19\"");
        let finding = Finding::new(Severity::Must, Topic::Notation, what, advice).quoting("x".repeat(5000));
        let note = message!("check-note-setups", games = 2, setups = 1);
        let report = Report {
            player: "x".to_owned(),
            game: "othello".to_owned(),
            rules: String::new(),
            passed: false,
            interrupted: false,
            steps: vec![Step { name: StepName::Edges, state: State::Failed, note }],
            findings: vec![finding],
            matches: Vec::new(),
            time: GameTime::default(),
            deterministic: None,
        };
        let read = kept_and_read(&Outcome::of(&report));
        let found = &read.findings[0];
        assert_eq!(found.what.to_string(), "the player's answer \"19\" is not how a move is written");
        assert_eq!(found.what.text(Language::FR), "la réponse \"19\" du joueur n’est pas l’écriture d’un coup");
        assert!(found.advice.text(Language::FR).ends_with("ici, cela aurait pu être d3"));
        assert_eq!(found.evidence.to_string().len(), LONGEST_EVIDENCE);
        let (name, state, note) = &read.steps[0];
        assert_eq!((*name, *state), (StepName::Edges, State::Failed));
        assert_eq!(note.text(Language::FR), "2 parties, aux deux places de 1 réglage");
    }

    #[test]
    fn what_earlier_versions_kept_shows_its_text() {
        let kept = r#"{"passed":false,"interrupted":false,"findings":[{"is_grave":true,"what":"the player divides by zero",
            "advice":"look for a division","evidence":"SIGFPE"}],"steps":[["edge positions","failed","3 positions: one legal move"]]}"#;
        let read: Outcome = serde_json::from_str(kept).unwrap();
        assert_eq!(read.findings[0].what.text(Language::FR), "the player divides by zero");
        assert_eq!(read.steps, [(StepName::Edges, State::Failed, Message::literal("3 positions: one legal move"))]);
    }
}
