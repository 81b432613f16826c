//! The check of a player before it takes part: everything that can be wrong with it, found before it costs a game.
//!
//! One function takes a player and the conditions it will meet and gives a [`Report`]; the command prints it, and
//! whoever accepts players can ask the same before it lets one in.

mod admission;
mod boards;
mod conduct;
mod diagnose;
mod edges;
mod errand;
mod leaks;
mod loading;
mod readings;
mod report;
mod signs;
mod terms;
mod trial;
mod watched;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use joute_catalog::{GameEntry, Source, TrialSetup};
use joute_games::random::Seed;
use joute_games::{AnyGame, Files, SetupError};
use joute_messages::{Message, message};
use joute_players::advice::Advice;
use joute_players::{Entrant, NamePattern, Workshop};
use joute_referee::MatchRules;

pub use admission::unloadable;
pub use errand::{CHECKS, Carried, CheckWorker, Offered, Standing, has_checkers};
pub use joute_players::{Severity, StepName, Topic};
pub use report::{Finding, GameTime, MatchResult, Place, Report, State, Step};
pub use terms::{CheckTerms, Found, Outcome};

use diagnose::{When, diagnose};
use trial::{Played, Trial};
use watched::Watched;

/// Faults after which nothing more is tried.
const ENOUGH_FAULTS: usize = 3;
/// A single thought that is waited for, where the rules have no limit for a move.
const LONGEST_THOUGHT: Duration = Duration::from_secs(30);

/// What to check, and under which conditions.
pub struct CheckPlan<'a> {
    /// Makes the player and its opponents.
    pub workshop: &'a Workshop,
    /// The player, as it is named.
    pub locator: &'a str,
    /// The game.
    pub game: &'static GameEntry,
    /// The setup it will meet; without one, all those that may meet it.
    pub setup: Option<&'a str>,
    /// Where the files of a setup come from.
    pub files: &'a dyn Files,
    /// Time, clock and load of the event.
    pub rules: MatchRules,
    /// What the file must be called; without one, what the kind of player asks for.
    pub name_pattern: Option<&'a NamePattern>,
    /// Games against each opponent, even.
    pub games: u32,
    /// Everything random comes from it.
    pub seed: u64,
}

/// Checks a player. `progress` hears what is done next.
pub fn check(
    plan: &CheckPlan<'_>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(StepName),
) -> Result<Report, SetupError> {
    let setups = setups(plan)?;
    let mut checker = Checker {
        plan,
        setups,
        stop,
        progress,
        report: empty(plan),
        advice: &Advice::PLAIN,
        faults: 0,
        gave_up: false,
    };
    checker.run();
    checker.report.interrupted = stop.load(Ordering::Relaxed);
    Ok(checker.report.finish())
}

/// What a part of a check did, or why it does not apply.
type Noted = Result<Message, Message>;

/// A setup with what it means.
struct PreparedSetup {
    source: Source,
    text: String,
    is_required: bool,
    plies: Option<u32>,
}

fn setups(plan: &CheckPlan<'_>) -> Result<Vec<PreparedSetup>, SetupError> {
    let given = plan.setup.map(|text| (text, true, None));
    let listed = plan.game.trials.setups;
    let usual = listed.iter().map(|&TrialSetup { text, is_required, plies }| (text, is_required, plies));
    let texts: Vec<_> = match given {
        Some(given) => vec![given],
        None => usual.collect(),
    };
    texts
        .into_iter()
        .map(|(text, is_required, plies)| {
            let source = plan.game.setup(text, plan.files)?;
            // A setup that makes no board is the caller's mistake and not the player's.
            source.start(plan.seed)?;
            Ok(PreparedSetup { text: source.text().to_owned(), source, is_required, plies })
        })
        .collect()
}

fn empty(plan: &CheckPlan<'_>) -> Report {
    Report {
        player: plan.locator.to_owned(),
        game: plan.game.info.name.to_owned(),
        rules: plan.rules.to_string(),
        passed: false,
        interrupted: false,
        steps: Vec::new(),
        findings: Vec::new(),
        matches: Vec::new(),
        time: GameTime { budget_ms: budget(plan).map(millis), ..GameTime::default() },
        deterministic: None,
    }
}

/// The time of a game, unless instructions count in place of it.
fn budget(plan: &CheckPlan<'_>) -> Option<Duration> {
    plan.rules.time.filter(|_| plan.rules.fuel.is_none())
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

struct Checker<'a> {
    plan: &'a CheckPlan<'a>,
    setups: Vec<PreparedSetup>,
    stop: &'a AtomicBool,
    progress: &'a mut dyn FnMut(StepName),
    report: Report,
    /// What the kind of the player says, once it is known.
    advice: &'static Advice,
    faults: usize,
    /// Set when the player hangs: every further game would cost the whole time again.
    gave_up: bool,
}

impl Checker<'_> {
    fn run(&mut self) {
        self.check_name();
        let Some(entrant) = self.load() else {
            for step in [StepName::Setups, StepName::Edges, StepName::Again, StepName::Leaks, StepName::Match] {
                self.report.step(step, State::Skipped, message!("check-not-loaded"));
            }
            return;
        };
        let entrant = self.settle_readings(entrant);
        self.step(StepName::Setups, &entrant, Checker::try_setups);
        self.step(StepName::Edges, &entrant, Checker::try_edges);
        self.step(StepName::Again, &entrant, Checker::try_again);
        self.step(StepName::Leaks, &entrant, Checker::try_leaks);
        self.step(StepName::Match, &entrant, Checker::try_matches);
        self.check_time();
    }

    /// Runs one part, unless it makes no sense any more. It says what it did, or why it does not apply.
    fn step(&mut self, name: StepName, entrant: &Entrant, part: fn(&mut Self, &Entrant) -> Noted) {
        if self.is_over() {
            let why = if self.gave_up { message!("check-note-no-answer") } else { message!("check-note-enough") };
            self.report.step(name, State::Skipped, why);
            return;
        }
        (self.progress)(name);
        let before = self.report.to_be_mended();
        let result = part(self, entrant);
        // What was found before and happens again fails this part, too.
        let failed = self.report.to_be_mended() > before;
        match result {
            Ok(note) => self.report.step(name, if failed { State::Failed } else { State::Passed }, note),
            Err(why) => self.report.step(name, State::Skipped, why),
        }
    }

    fn is_over(&self) -> bool {
        self.gave_up || self.faults >= ENOUGH_FAULTS || self.stop.load(Ordering::Relaxed)
    }

    /// The start position of a setup.
    fn start(&self, at: usize) -> Option<AnyGame> {
        self.setups.get(at)?.source.start(self.plan.seed).ok()
    }

    fn seed(&self, purpose: &str) -> Seed {
        Seed(self.plan.seed).purpose(purpose)
    }

    /// Plays a trial with a player of its own, and notes time, prints and changed arguments.
    fn play(&mut self, entrant: &Entrant, trial: &Trial, opponent: &str) -> Option<Played> {
        let mut player = Watched::new(entrant.player().ok()?);
        let played = trial::play(self.plan, &mut player, trial, opponent, self.stop)?;
        let time = &mut self.report.time;
        time.longest_ms = time.longest_ms.max(millis(played.finished.used[trial.seat]));
        time.longest_move_ms = time.longest_move_ms.max(millis(played.longest_move));
        for finding in trial::habits(&played, self.advice) {
            self.report.add(finding);
        }
        Some(played)
    }

    fn note_fault(&mut self, played: &Played, at: usize, severity: Severity) {
        self.note_fault_at(played, at, severity, None);
    }

    fn note_fault_at(&mut self, played: &Played, at: usize, severity: Severity, edge: Option<&'static str>) {
        let Some(fault) = played.fault() else {
            return;
        };
        let when = if played.was_asked() { When::Asked } else { When::Loading };
        let mut finding = match played.repeats_itself() {
            true => diagnose::repeated(fault),
            false => diagnose(fault, when, &played.finished.game, self.advice),
        };
        finding.severity = severity;
        if let Some(edge) = edge {
            finding.what = message!("check-at-edge", edge = message!(edge), what = finding.what);
        }
        let place = Place {
            setup: self.setups.get(at).map(|ground| ground.text.clone()).unwrap_or_default(),
            position: played.asked_at.clone().unwrap_or_else(|| played.finished.game.position()),
            seat: played.seat.to_string(),
        };
        // What cannot be loaded cannot be loaded anywhere.
        self.report.add(if finding.topic == Topic::Load { finding } else { finding.at(place) });
        if severity == Severity::Must {
            self.faults += 1;
            self.gave_up |= fault.kind == joute_referee::FaultKind::Overtime;
        }
    }
}

/// The locator with one more option.
fn with_option(locator: &str, option: &str) -> String {
    let has_options = locator.rsplit_once('?').is_some_and(|(_, options)| options.contains('='));
    format!("{locator}{}{option}", if has_options { '&' } else { '?' })
}
