//! The first parts of a check: the file's name, whether the player loads, and how it reads what it is told.

use joute_games::Side;
use joute_games::random::Seed;
use joute_players::advice::Reading;
use joute_players::{Entrant, EntrantError, Severity, Topic};

use super::report::{Finding, State};
use super::trial::Trial;
use super::{Checker, with_option};

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
        let note = if loads { "it loads and answers" } else { "it does not get ready" };
        self.report.step("loading", if failed { State::Failed } else { State::Passed }, note);
        loads.then_some(entrant)
    }

    fn refuse(&mut self, error: &EntrantError) -> Option<Entrant> {
        let (topic, what, advice) = match error {
            EntrantError::OtherGame { .. } | EntrantError::BuiltIn(..) => (
                Topic::Game,
                "the player does not play this game",
                "choose another --game or --setup, or another player",
            ),
            EntrantError::NotExecutable { .. } => (
                Topic::Load,
                "the file is not executable",
                "make it so: chmod +x FILE; or name what runs it, e.g. exe:python3 FILE",
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

    /// Finds out how the player reads what can be read in several ways. Where it is not the usual one, that is the
    /// mistake, and everything else is tried with the right one.
    pub(super) fn settle_readings(&mut self, entrant: Entrant) -> Entrant {
        let game = self.plan.game.info.name;
        let readings = entrant.advice().readings.iter().filter(|reading| reading.game == game);
        readings.fold(entrant, |entrant, reading| self.settle_reading(entrant, reading))
    }

    fn settle_reading(&mut self, entrant: Entrant, reading: &Reading) -> Entrant {
        if entrant.locator().option(reading.option).is_some() || self.is_over() {
            return entrant;
        }
        (self.progress)(reading.name);
        let Some(value) = reading.values.iter().find(|value| self.reads(reading, value)) else {
            self.report.step(reading.name, State::Passed, "understood in no way; the games below tell more");
            return entrant;
        };
        let is_usual = reading.values.first() == Some(value);
        let state = if is_usual { State::Passed } else { State::Failed };
        self.report.step(reading.name, state, format!("understood as {value}"));
        if is_usual {
            return entrant;
        }
        let locator = with_option(self.plan.locator, &format!("{}={value}", reading.option));
        let advice = format!("it reads them as {value}: say so behind its name, {locator}");
        self.report.add(Finding::new(Severity::Must, Topic::Encoding, reading.what, advice));
        self.plan.workshop.entrant(&locator).unwrap_or(entrant)
    }

    /// Whether no rule is broken when it is written so.
    fn reads(&mut self, reading: &Reading, value: &str) -> bool {
        let locator = with_option(self.plan.locator, &format!("{}={value}", reading.option));
        let Ok(entrant) = self.plan.workshop.entrant(&locator) else {
            return false;
        };
        let Ok(source) = self.plan.game.setup(reading.setup, self.plan.files) else {
            return false;
        };
        (0..4).all(|number| {
            let Ok(start) = source.start(number) else { return false };
            let side = Side::BOTH[number as usize % 2];
            let played = self.play(&entrant, &Trial::new(start, side, Seed(number)), "random");
            played.is_some_and(|played| played.fault().is_none())
        })
    }
}
