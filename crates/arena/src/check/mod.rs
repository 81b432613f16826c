//! The check of a player before it takes part: everything that can be wrong with it, found before it costs a game.
//!
//! One function takes a player and the conditions it will meet and gives a [`Report`]; the command prints it, and
//! whoever accepts players can ask the same before it lets one in.

mod diagnose;
mod edges;
mod leaks;
mod names;
mod report;
mod trial;
mod watched;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use joute_catalog::{GameEntry, Source, TrialSetup, trials};
use joute_games::random::Seed;
use joute_games::{AnyGame, Files, Outcome, SetupError, Side};
use joute_players::{Entrant, EntrantError, Kind, Locator, Workshop};
use joute_referee::MatchRules;

pub use report::{Finding, GameTime, MatchResult, Place, Report, Severity, State, Step, Topic};

use diagnose::{When, diagnose};
use trial::{Played, Trial};
use watched::Watched;

/// Faults after which nothing more is tried.
const ENOUGH_FAULTS: usize = 3;
/// Games in one process when leaks are looked for.
const KEPT_GAMES: u64 = 8;
/// A single thought that is waited for, where the rules have no limit for a move.
const LONGEST_THOUGHT: Duration = Duration::from_secs(30);
/// The share of the time of a game above which a warning is due.
const WARNED_SHARE: u64 = 4;

/// What to check, and under which conditions.
pub struct CheckPlan<'a> {
    /// Makes the player and its opponents.
    pub workshop: &'a Workshop,
    /// The player, as it is named.
    pub locator: &'a str,
    /// The folder that the locator's paths start from.
    pub folder: &'a Path,
    /// The game.
    pub game: &'static GameEntry,
    /// The setup it will meet; without one, all those that may meet it.
    pub setup: Option<&'a str>,
    /// Where the files of a setup come from.
    pub files: &'a dyn Files,
    /// Time, clock and load of the event.
    pub rules: MatchRules,
    /// What the file must be called, with `*` and `?`; without one, what the kind of player asks for.
    pub name_pattern: Option<&'a str>,
    /// Games against each opponent, even.
    pub games: u32,
    /// Everything random comes from it.
    pub seed: u64,
}

/// Checks a player. `progress` hears what is done next.
pub fn check(plan: &CheckPlan<'_>, stop: &AtomicBool, progress: &mut dyn FnMut(&str)) -> Result<Report, SetupError> {
    let setups = setups(plan)?;
    let mut checker = Checker { plan, setups, stop, progress, report: empty(plan), faults: 0, gave_up: false };
    checker.run();
    checker.report.interrupted = stop.load(Ordering::Relaxed);
    Ok(checker.report.finish())
}

/// A setup with what it means.
struct Ground {
    source: Source,
    text: String,
    is_required: bool,
    plies: Option<u32>,
}

fn setups(plan: &CheckPlan<'_>) -> Result<Vec<Ground>, SetupError> {
    let given = plan.setup.map(|text| (text, true, None));
    let listed = trials(plan.game.info.name).map_or(&[][..], |trials| trials.setups);
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
            Ok(Ground { text: source.text().to_owned(), source, is_required, plies })
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
        time: GameTime { budget_ms: plan.rules.time.map(millis), ..GameTime::default() },
        deterministic: None,
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

struct Checker<'a> {
    plan: &'a CheckPlan<'a>,
    setups: Vec<Ground>,
    stop: &'a AtomicBool,
    progress: &'a mut dyn FnMut(&str),
    report: Report,
    faults: usize,
    /// Set when the player hangs: every further game would cost the whole time again.
    gave_up: bool,
}

impl Checker<'_> {
    fn run(&mut self) {
        self.check_name();
        let Some(entrant) = self.load() else {
            for step in ["setups", "edge positions", "repeating a game", "leaks", "match"] {
                self.report.step(step, State::Skipped, "the player cannot be loaded");
            }
            return;
        };
        let entrant = self.settle_encoding(entrant);
        self.step("setups", &entrant, Checker::try_setups);
        self.step("edge positions", &entrant, Checker::try_edges);
        self.step("repeating a game", &entrant, Checker::try_again);
        self.step("leaks", &entrant, Checker::try_leaks);
        self.step("match", &entrant, Checker::try_matches);
        self.check_time();
    }

    /// Runs one part, unless it makes no sense any more. It says what it did, or why it does not apply.
    fn step(&mut self, name: &'static str, entrant: &Entrant, part: fn(&mut Self, &Entrant) -> Result<String, String>) {
        if self.is_over() {
            let why = if self.gave_up { "the player does not answer" } else { "too much is wrong already" };
            self.report.step(name, State::Skipped, why);
            return;
        }
        (self.progress)(name);
        let before = self.report.findings.len();
        let result = part(self, entrant);
        let failed = self.report.findings[before..].iter().any(|finding| finding.severity == Severity::Must);
        match result {
            Ok(note) => self.report.step(name, if failed { State::Failed } else { State::Passed }, note),
            Err(why) => self.report.step(name, State::Skipped, why),
        }
    }

    fn is_over(&self) -> bool {
        self.gave_up || self.faults >= ENOUGH_FAULTS || self.stop.load(Ordering::Relaxed)
    }

    fn check_name(&mut self) {
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
    fn load(&mut self) -> Option<Entrant> {
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

    /// Every setup that may meet the player, in both seats.
    fn try_setups(&mut self, entrant: &Entrant) -> Result<String, String> {
        let (mut played_setups, mut refused) = (0, 0);
        let mut failures: Vec<(usize, Side)> = Vec::new();
        let mut games = 0;
        for at in 0..self.setups.len() {
            let Some(start) = self.start(at) else { continue };
            if entrant.check(&start).is_err() {
                refused += 1;
                continue;
            }
            played_setups += 1;
            for side in Side::BOTH {
                if self.is_over() {
                    break;
                }
                let mut trial = Trial::new(start.clone(), side, self.seed("setups").child(at as u64));
                trial.cap = self.setups[at].plies;
                let Some(played) = self.play(entrant, &trial, "random") else { continue };
                games += 1;
                if played.fault().is_some() {
                    failures.push((at, side));
                    let severity = if self.setups[at].is_required { Severity::Must } else { Severity::Should };
                    self.note_fault(&played, at, severity);
                }
            }
        }
        self.compare_seats(&failures, entrant);
        self.compare_setups(&failures);
        let mut note = format!("{games} games on {played_setups} setups, in both seats");
        if refused > 0 {
            note += &format!("; {refused} are not for this kind of player");
        }
        Ok(note)
    }

    /// A player that fails in one seat only has one mistake, whatever it looks like there.
    fn compare_seats(&mut self, failures: &[(usize, Side)], entrant: &Entrant) {
        let fails = |side: Side| failures.iter().any(|&(at, seat)| seat == side && self.setups[at].is_required);
        let bad = match Side::BOTH.map(fails) {
            [true, false] => Side::First,
            [false, true] => Side::Second,
            _ => return,
        };
        // One game may be an accident.
        let (Some(again), Some(other)) = (self.fails_again(entrant, bad), self.fails_again(entrant, bad.other()))
        else {
            return;
        };
        if !again || other {
            return;
        }
        if let Some(finding) = self.report.findings.iter_mut().find(|finding| finding.severity == Severity::Must) {
            finding.topic = Topic::Seat;
            let good = bad.other();
            finding.what = format!("the player works in the {good} seat, but not in the {bad} one: {}", finding.what);
            finding.advice = format!(
                "use the seat that you are told (`seat first` or `seat second`, id 0 or 1, joueur 1 or 2) wherever your \
                 code takes one for granted; then: {}",
                finding.advice
            );
        }
    }

    /// Whether the player fails in this seat in each of two more games, or in none of them (`false`).
    fn fails_again(&mut self, entrant: &Entrant, side: Side) -> Option<bool> {
        let mut failed = Vec::new();
        for number in 0..2 {
            let start = self.setups[0].source.start(self.plan.seed + 1 + number).ok()?;
            let trial = Trial::new(start, side, self.seed("seats").child(number));
            failed.push(self.play(entrant, &trial, "random")?.fault().is_some());
        }
        (failed[0] == failed[1]).then_some(failed[0])
    }

    /// A player that plays the usual board and fails on others is told so.
    fn compare_setups(&mut self, failures: &[(usize, Side)]) {
        let usual_works = !failures.iter().any(|failure| failure.0 == 0);
        let failed: Vec<String> = {
            let mut at: Vec<usize> = failures.iter().map(|failure| failure.0).collect();
            at.dedup();
            at.iter().map(|&at| self.setups[at].text.clone()).collect()
        };
        if !usual_works || failed.is_empty() {
            return;
        }
        for finding in self.report.findings.iter_mut().filter(|finding| finding.place.is_some()) {
            if finding.topic != Topic::Seat && matches!(finding.severity, Severity::Must | Severity::Should) {
                finding.topic = Topic::Setups;
                finding.what = format!(
                    "the player plays {}, but not {}: {}",
                    self.setups[0].text,
                    failed.join(" nor "),
                    finding.what
                );
            }
        }
    }

    /// Finds out which way of writing forbidden colours a library of the Flood course understands. Where it is not the
    /// usual one, that is the mistake, and everything else is tried with the right one.
    fn settle_encoding(&mut self, entrant: Entrant) -> Entrant {
        const ENCODINGS: [&str; 3] = ["mask", "letters", "ids"];
        let plays_flood = self.plan.game.info.name == "flood" && entrant.locator().kind == Kind::Lib;
        if !plays_flood || entrant.locator().option("forbidden").is_some() || self.is_over() {
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

    fn try_edges(&mut self, entrant: &Entrant) -> Result<String, String> {
        let start = self.start(0).ok_or("no board")?;
        let edges = edges::edges(&start, self.seed("edges"));
        let mut names: Vec<&str> = Vec::new();
        let mut positions = 0;
        for edge in edges {
            if self.is_over() {
                break;
            }
            let trial = Trial {
                start: start.clone(),
                seat: edge.game.turn(),
                cap: Some(edge.plies.len() as u32 + 1),
                prefix: edge.plies,
                seed: self.seed("edges"),
            };
            let Some(played) = self.play(entrant, &trial, "random") else { continue };
            positions += 1;
            if !names.contains(&edge.name) {
                names.push(edge.name);
            }
            if played.fault().is_some() {
                self.note_fault_at(&played, 0, Severity::Must, edge.name);
            }
        }
        Ok(format!("{positions} positions: {}", names.join(", ")))
    }

    /// The same game twice from the same seed.
    fn try_again(&mut self, entrant: &Entrant) -> Result<String, String> {
        let start = self.start(0).ok_or("no board")?;
        let trial = Trial::new(start, Side::First, self.seed("repeat"));
        let mut games = Vec::new();
        for _ in 0..2 {
            let played = self.play(entrant, &trial, "greedy").ok_or("the match was stopped")?;
            if played.fault().is_some() {
                self.note_fault(&played, 0, Severity::Must);
                return Ok("it did not come to its end".to_owned());
            }
            games.push(played.moves());
        }
        let same = games[0] == games[1];
        self.report.deterministic = Some(same);
        if !same {
            self.report.add(Finding::new(
                Severity::Note,
                Topic::Determinism,
                "the same seed gives another game each time",
                "if you draw at random, draw from the seed that you are told; then a lost game can be played again",
            ));
        }
        Ok(if same { "same seed, same game" } else { "same seed, another game" }.to_owned())
    }

    /// Many games in one process where the player can be kept, or the moves of one long game.
    fn try_leaks(&mut self, entrant: &Entrant) -> Result<String, String> {
        let keeps = entrant.locator().kind.options().iter().any(|option| option.name == "keep");
        if keeps {
            return self.play_kept_games();
        }
        let start = self.start(0).ok_or("no board")?;
        let trial = Trial::new(start, Side::First, self.seed("leaks"));
        let played = self.play(entrant, &trial, "random").ok_or("the match was stopped")?;
        if played.footprints.is_empty() {
            return Err("this kind of player has no process of its own".to_owned());
        }
        let moves = played.footprints.len();
        leaks::within_a_game(&played.footprints).into_iter().for_each(|finding| self.report.add(finding));
        Ok(format!("memory and open files over the {moves} moves of a game"))
    }

    fn play_kept_games(&mut self) -> Result<String, String> {
        let locator = with_option(self.plan.locator, "keep=yes");
        let entrant = self.plan.workshop.entrant(&locator).map_err(|error| error.to_string())?;
        let mut player = Watched::new(entrant.player().map_err(|error| error.to_string())?);
        let mut ends = Vec::new();
        for number in 0..KEPT_GAMES {
            let start = self.start(0).ok_or("no board")?;
            let trial = Trial::new(start, Side::BOTH[number as usize % 2], self.seed("kept").child(number));
            let Some(played) = trial::play(self.plan, &mut player, &trial, "random", self.stop) else {
                return Err("the match was stopped".to_owned());
            };
            if played.fault().is_some() {
                self.report.add(
                    Finding::new(
                        Severity::Note,
                        Topic::Keep,
                        format!("the player cannot play game {} in the same process", number + 1),
                        "each game gets a new process, so this is no fault; but do not use the option keep=yes",
                    )
                    .with_evidence(played.finished.ending.to_string()),
                );
                return Ok("it needs a process for each game".to_owned());
            }
            if let Some(finding) = leaks::within_a_game(&played.footprints) {
                self.report.add(finding);
            }
            ends.extend(played.footprints.last().copied());
        }
        leaks::between_games(&ends).into_iter().for_each(|finding| self.report.add(finding));
        Ok(format!("memory and open files over {KEPT_GAMES} games in one process"))
    }

    fn try_matches(&mut self, entrant: &Entrant) -> Result<String, String> {
        let opponents = trials(self.plan.game.info.name).map_or(["random", "greedy", "alphabeta"], |t| t.opponents);
        let mut notes = Vec::new();
        for opponent in opponents {
            let mut result = MatchResult { opponent: opponent.to_owned(), wins: 0, draws: 0, losses: 0 };
            for number in 0..u64::from(self.plan.games) {
                if self.is_over() {
                    break;
                }
                let Ok(start) = self.setups[0].source.start(self.plan.seed + number / 2) else { continue };
                let seed = self.seed(opponent).child(number);
                let mut trial = Trial::new(start, Side::BOTH[number as usize % 2], seed);
                trial.open_with_random_plies(number / 2);
                let Some(played) = self.play(entrant, &trial, opponent) else { break };
                if played.fault().is_some() {
                    self.note_fault(&played, 0, Severity::Must);
                }
                match played.finished.ending.outcome().map(Outcome::winner) {
                    Some(Some(winner)) if winner == trial.seat => result.wins += 1,
                    Some(Some(_)) => result.losses += 1,
                    Some(None) => result.draws += 1,
                    None => {}
                }
            }
            notes.push(format!("{}-{}-{} against {opponent}", result.wins, result.draws, result.losses));
            self.report.matches.push(result);
        }
        Ok(format!("won-drawn-lost {}", notes.join(", ")))
    }

    fn check_time(&mut self) {
        let GameTime { longest_ms, budget_ms: Some(budget), .. } = self.report.time else {
            return;
        };
        if longest_ms > budget / WARNED_SHARE && longest_ms <= budget {
            self.report.add(Finding::new(
                Severity::Should,
                Topic::Time,
                format!("a whole game takes more than a quarter of the time: {}", self.report.time.text()),
                "look fewer moves ahead or search less: on a slower or busier machine the time may run out",
            ));
        }
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
        for finding in trial::habits(&played, entrant.locator().kind) {
            self.report.add(finding);
        }
        Some(played)
    }

    fn note_fault(&mut self, played: &Played, at: usize, severity: Severity) {
        self.note_fault_at(played, at, severity, "");
    }

    fn note_fault_at(&mut self, played: &Played, at: usize, severity: Severity, about: &str) {
        let Some(fault) = played.fault() else {
            return;
        };
        let when = if played.was_asked() { When::Asked } else { When::Loading };
        let mut finding = match played.repeats_itself() {
            true => diagnose::repeated(fault),
            false => diagnose(fault, when, &played.finished.game),
        };
        finding.severity = severity;
        if !about.is_empty() {
            finding.what = format!("at a position with {about}: {}", finding.what);
        }
        let place = Place {
            setup: self.setups.get(at).map(|ground| ground.text.clone()).unwrap_or_default(),
            position: played.asked_at.clone().unwrap_or_else(|| played.finished.game.position()),
            seat: played.seat.to_string(),
        };
        self.report.add(finding.at(place));
        if severity == Severity::Must {
            self.faults += 1;
            self.gave_up |= fault.kind == joute_referee::FaultKind::Overtime;
        }
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

/// The locator with one more option.
fn with_option(locator: &str, option: &str) -> String {
    let has_options = locator.rsplit_once('?').is_some_and(|(_, options)| options.contains('='));
    format!("{locator}{}{option}", if has_options { '&' } else { '?' })
}
