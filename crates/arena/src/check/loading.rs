//! The first parts of a check: the file's name, and whether the player loads.

use joute_games::Side;
use joute_players::{Entrant, EntrantError, LocatorError, Severity, Topic};

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
                format!("the file is called {name}, but its name must be like {pattern}"),
                "rename the file; the star stands for a name that you choose, for example your own",
            ));
        }
        let state = if fits { State::Passed } else { State::Failed };
        self.report.step("file name", state, format!("{name}, to be like {pattern}"));
    }

    /// The player, ready to be seated; nothing if it cannot be loaded.
    pub(super) fn load(&mut self) -> Option<Entrant> {
        (self.progress)("loading");
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
            (false, _) => "it loads and answers",
            (true, true) => "it gets ready, but its first answer is a fault",
            (true, false) => "it does not get ready",
        };
        self.report.step("loading", if failed { State::Failed } else { State::Passed }, note);
        loads.then_some(entrant)
    }

    fn refuse(&mut self, error: &EntrantError) -> Option<Entrant> {
        let (topic, what, advice) = match error {
            EntrantError::OtherGame { .. } | EntrantError::BuiltIn(..) => (
                Topic::Game,
                "the player does not play this game",
                "a player of this game and setup is wanted: take another one, or another game or setup",
            ),
            EntrantError::NotExecutable { .. } => (
                Topic::Load,
                "the file is not executable",
                "make it so: chmod +x FILE; or name what runs it, e.g. exe:python3 FILE",
            ),
            EntrantError::Locator(LocatorError::NotRunnable { .. }) => (
                Topic::Load,
                "the file is there, but nothing says how to run it",
                "make it executable: chmod +x FILE; or name what runs it, e.g. exe:python3 FILE",
            ),
            EntrantError::Program { .. } | EntrantError::Locator(_) => {
                (Topic::Load, "there is no such player", "check the spelling and the folder you are in")
            }
            EntrantError::File { .. } => {
                (Topic::Load, "the file cannot be read", "check its name, its folder and its permissions")
            }
            EntrantError::Unusable { what, advice, .. } => (Topic::Load, *what, *advice),
            _ => (
                Topic::Load,
                "the player cannot be run here",
                "the reason (marked with |) says what is missing; `joute doctor` tells more",
            ),
        };
        self.report.add(Finding::new(Severity::Must, topic, what, advice).with_evidence(error.to_string()));
        self.report.step("loading", State::Failed, what);
        None
    }
}
