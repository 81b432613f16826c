//! The first parts of a check: the file's name, and whether the player loads.

use joute_games::Side;
use joute_messages::message;
use joute_players::{Entrant, EntrantError, LocatorError, Severity, StepName, Topic};

use super::Checker;
use super::report::{Finding, State};
use super::trial::Trial;

impl Checker<'_> {
    pub(super) fn check_name(&mut self) {
        let Ok(locator) = self.plan.workshop.locator(self.plan.locator) else {
            return;
        };
        let usual = || locator.kind.advice().name_pattern?.parse().ok();
        let (Some(pattern), Some(name)) = (self.plan.name_pattern.cloned().or_else(usual), locator.file_name()) else {
            return;
        };
        let fits = pattern.fits(&name);
        if !fits {
            self.report.add(Finding::new(
                Severity::Must,
                Topic::FileName,
                message!("check-file-name", name = name.clone(), pattern = pattern.to_string()),
                message!("check-file-name-advice"),
            ));
        }
        let state = if fits { State::Passed } else { State::Failed };
        let note = message!("check-note-file-name", name = name, pattern = pattern.to_string());
        self.report.step(StepName::FileName, state, note);
    }

    /// The player, ready to be seated; nothing if it cannot be loaded.
    pub(super) fn load(&mut self) -> Option<Entrant> {
        (self.progress)(StepName::Loading);
        let start = self.start(0)?;
        let entrant = match self.plan.workshop.entrant(self.plan.locator) {
            Ok(entrant) => entrant,
            Err(error) => return self.refuse(&error),
        };
        self.advice = entrant.advice();
        if let Err(error) = entrant.check(&start) {
            return self.refuse(&error);
        }
        let played = self.play(&entrant, &Trial::new(start, Side::First, self.seed("load")).capped(1), "random")?;
        let failed = played.fault().is_some();
        if failed {
            self.note_fault(&played, 0, Severity::Must);
        }
        let loads = !failed || played.was_asked();
        let note = match (failed, loads) {
            (false, _) => message!("check-note-loads"),
            (true, true) => message!("check-note-first-fault"),
            (true, false) => message!("check-note-not-ready"),
        };
        self.report.step(StepName::Loading, if failed { State::Failed } else { State::Passed }, note);
        loads.then_some(entrant)
    }

    fn refuse(&mut self, error: &EntrantError) -> Option<Entrant> {
        let (topic, what, advice) = match error {
            EntrantError::OtherGame { .. } | EntrantError::BuiltIn(..) => {
                (Topic::Game, message!("check-other-game"), message!("check-other-game-advice"))
            }
            EntrantError::NotExecutable { .. } => {
                (Topic::Load, message!("check-not-executable"), message!("check-not-executable-advice"))
            }
            EntrantError::Locator(LocatorError::NotRunnable { .. }) => {
                (Topic::Load, message!("check-not-runnable"), message!("check-not-runnable-advice"))
            }
            EntrantError::Program { .. } | EntrantError::Locator(_) => {
                (Topic::Load, message!("check-no-player"), message!("check-no-player-advice"))
            }
            EntrantError::File { .. } => {
                (Topic::Load, message!("check-unreadable"), message!("check-unreadable-advice"))
            }
            EntrantError::Unusable { what, advice, .. } => (Topic::Load, message!(*what), message!(*advice)),
            _ => (Topic::Load, message!("check-not-here"), message!("check-not-here-advice")),
        };
        self.report.add(Finding::new(Severity::Must, topic, what.clone(), advice).quoting(error.to_string()));
        self.report.step(StepName::Loading, State::Failed, what);
        None
    }
}
