//! The first parts of a check: the file's name, whether the player loads, and how a library reads forbidden colours.

use std::path::Path;

use joute_games::Side;
use joute_games::random::Seed;
use joute_players::{Entrant, EntrantError, Kind, Locator};

use super::report::{Finding, Severity, State, Topic};
use super::trial::Trial;
use super::{Checker, names, with_option};

impl Checker<'_> {
    pub(super) fn check_name(&mut self) {
        let Ok(locator) = Locator::parse(self.plan.locator, self.plan.folder) else {
            return;
        };
        let usual = (locator.kind == Kind::Ocaml).then_some("othello_*.ml");
        let (Some(pattern), true) = (self.plan.name_pattern.or(usual), is_file(locator.kind)) else {
            return;
        };
        let name = file_name(&locator);
        let fits = names::fits(pattern, &name);
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
            EntrantError::NoModule(_) => (
                Topic::Load,
                "the file is no WebAssembly module",
                "give the file that the compiler made (joute new wasm-c shows how), not its source; a module written as \
                 text, (module ...), must be translated first, e.g. with wat2wasm",
            ),
            EntrantError::Library(_) => {
                (Topic::Load, "the library cannot be used", "the reason (marked with |) says what to change")
            }
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

    /// Finds out which way of writing forbidden colours a library understands, in a game that has them. Where it is not the
    /// usual one, that is the mistake, and everything else is tried with the right one.
    pub(super) fn settle_encoding(&mut self, entrant: Entrant) -> Entrant {
        const ENCODINGS: [&str; 3] = ["mask", "letters", "ids"];
        let has_forbidden = self.plan.game.info.setup_keys.iter().any(|key| key.key == "forbidden");
        let is_asked = has_forbidden && entrant.locator().kind == Kind::Lib;
        if !is_asked || entrant.locator().option("forbidden").is_some() || self.is_over() {
            return entrant;
        }
        (self.progress)("forbidden colours");
        let Some(encoding) = ENCODINGS.into_iter().find(|encoding| self.reads(encoding)) else {
            self.report.step("forbidden colours", State::Passed, "understood in no way; the games below tell more");
            return entrant;
        };
        let is_usual = encoding == ENCODINGS[0];
        let state = if is_usual { State::Passed } else { State::Failed };
        self.report.step("forbidden colours", state, format!("understood as {encoding}"));
        let locator = with_option(self.plan.locator, &format!("forbidden={encoding}"));
        if is_usual {
            return entrant;
        }
        self.report.add(Finding::new(
            Severity::Must,
            Topic::Encoding,
            "the library does not understand its forbidden colours as they are given",
            format!("it reads them as {encoding}: say so behind its name, {locator}"),
        ));
        self.plan.workshop.entrant(&locator).unwrap_or(entrant)
    }

    /// Whether no forbidden colour is played when the sets are written so.
    fn reads(&mut self, encoding: &str) -> bool {
        let locator = with_option(self.plan.locator, &format!("forbidden={encoding}"));
        let Ok(entrant) = self.plan.workshop.entrant(&locator) else {
            return false;
        };
        let Ok(source) = self.plan.game.setup("graph=square,width=9,colours=6,forbidden=2", self.plan.files) else {
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

/// Whether the target of such a locator is one file.
fn is_file(kind: Kind) -> bool {
    !matches!(kind, Kind::BuiltIn | Kind::Nboard | Kind::Gtp | Kind::Uci)
}

/// The name of the player's own file: the last word of a command.
fn file_name(locator: &Locator) -> String {
    let target = match locator.kind {
        Kind::Exe | Kind::SevenColours => locator.target.split_whitespace().last().unwrap_or_default(),
        _ => &locator.target,
    };
    let target = target.trim_matches(['\'', '"']);
    Path::new(target).file_name().map_or_else(|| target.to_owned(), |name| name.to_string_lossy().into_owned())
}
