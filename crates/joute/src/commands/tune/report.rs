//! What tuning came to: a table and some sentences for people, one object for programs.

use joute_arena::{Acceptance, Tuned, TuningPlan, TuningVerdict};
use joute_referee::RULES;
use joute_tournament::statistics::{Pentanomial, SprtReport};
use joute_tournament::tuning::Parameter;
use schemars::JsonSchema;
use serde::Serialize;

use super::Tune;
use crate::commands::match_command::json::EloDifference;
use crate::commands::match_command::report::sprt_text;
use crate::text_table::table;

/// Numbers of a player, tuned by games.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TuningResult<'a> {
    /// The game by name.
    game: &'a str,
    /// Board and rules of the game, as `--setup` takes them.
    setup: &'a str,
    /// The rules of the games, every limit included: `time=120s,...`.
    rules: String,
    /// Everything random came from it.
    seed: u64,
    /// The player with its placeholders.
    player: &'a str,
    /// Whom both sets of values played; nothing where they played each other.
    against: Option<&'a str>,
    /// What was tuned.
    parameters: Vec<TunedParameter<'a>>,
    /// Games by which values were found.
    games: u32,
    /// Where the values went: at the start, and whenever they were moved.
    path: Vec<PathPoint<'a>>,
    /// The test of what was found; nothing where there was none.
    test: Option<AcceptanceTest>,
    /// What is to be done with what was found.
    verdict: TuningVerdict,
    /// The player with the values that it began with.
    start: String,
    /// The player with the values that were found.
    found: String,
    /// The player with what was found if that was accepted, and as it began otherwise.
    best: String,
    /// Games of all that ended with a fault of a player.
    faults: u32,
    /// The first of these faults, with its evidence.
    first_fault: Option<&'a str>,
    /// Whether it was stopped before its end.
    interrupted: bool,
}

/// A number that was tuned.
#[derive(Debug, Serialize, JsonSchema)]
struct TunedParameter<'a> {
    /// Its name.
    name: &'a str,
    /// The lowest value it may have.
    low: f64,
    /// The highest value it may have.
    high: f64,
    /// The difference between two neighbouring values.
    step: f64,
    /// What it began with.
    start: f64,
    /// What was found.
    found: f64,
}

/// Where the values were after some games.
#[derive(Debug, Serialize, JsonSchema)]
struct PathPoint<'a> {
    /// Games before it.
    games: u32,
    /// The value of each parameter in the order of `parameters`, not rounded to its steps.
    values: &'a [f64],
}

/// The values that were found against those it began with.
#[derive(Debug, Serialize, JsonSchema)]
struct AcceptanceTest {
    /// The seed of its games: `joute match` plays the same with it.
    seed: u64,
    /// Games that were played.
    games: u32,
    /// Pairs of games on the same board, by the points that the values which were found made of them: 0, 1/2, 1, 3/2, 2. Against
    /// somebody else a result better than that of the other values from the same seat is a point. A pair that was played
    /// before does not count again.
    pairs: Pentanomial,
    /// How much stronger the values that were found are, in Elo; nothing where they did not meet those it began with.
    elo: Option<EloDifference>,
    /// How likely they are the stronger ones, from 0 to 1; nothing without games.
    superiority: Option<f64>,
    /// The sequential test.
    sprt: SprtReport,
}

/// Tuning that has ended or was interrupted.
pub(super) struct Report<'a> {
    pub(super) tune: &'a Tune,
    pub(super) plan: &'a TuningPlan<'a>,
    pub(super) tuned: &'a Tuned,
    pub(super) interrupted: bool,
}

impl Report<'_> {
    /// One JSON object.
    pub(super) fn json(&self) -> TuningResult<'_> {
        let (faults, first_fault) = self.faults();
        TuningResult {
            game: &self.tune.game,
            setup: self.plan.source.text(),
            rules: self.plan.rules.to_string(),
            seed: self.tune.seed,
            player: self.plan.tunable.template(),
            against: self.tune.against.as_deref(),
            parameters: self.parameters().map(|(parameter, found)| TunedParameter::of(parameter, found)).collect(),
            games: self.tuned.games,
            path: self.tuned.way.iter().map(|point| PathPoint { games: point.games, values: &point.values }).collect(),
            test: self.tuned.acceptance.as_ref().map(|test| self.test(test)),
            verdict: self.tuned.verdict,
            start: self.start(),
            found: self.found(),
            best: self.best(),
            faults,
            first_fault,
            interrupted: self.interrupted,
        }
    }

    fn test(&self, test: &Acceptance) -> AcceptanceTest {
        AcceptanceTest {
            seed: test.seed,
            games: test.games,
            pairs: test.pairs,
            elo: self.plan.opponent.is_none().then(|| EloDifference::of(&test.pairs.elo())),
            superiority: test.pairs.superiority(),
            sprt: test.sprt(),
        }
    }

    fn parameters(&self) -> impl Iterator<Item = (&Parameter, u32)> {
        self.plan.tunable.parameters().iter().zip(self.tuned.found.iter().copied())
    }

    fn start(&self) -> String {
        self.plan.tunable.locator(&self.plan.tunable.start())
    }

    fn found(&self) -> String {
        self.plan.tunable.locator(&self.tuned.found)
    }

    fn best(&self) -> String {
        if self.tuned.verdict == TuningVerdict::Accepted { self.found() } else { self.start() }
    }

    /// Of tuning and of the test.
    fn faults(&self) -> (u32, Option<&str>) {
        let (count, first) = &self.tuned.faults;
        let (more, another) =
            self.tuned.acceptance.as_ref().map_or((0, None), |test| (test.faults.0, test.faults.1.as_deref()));
        (count + more, first.as_deref().or(another))
    }

    /// A table and some sentences.
    pub(super) fn text(&self) -> String {
        let rows: Vec<Vec<String>> = self.parameters().map(|(parameter, found)| row(parameter, found)).collect();
        let (setup, rules) = (self.plan.source.text(), self.plan.rules);
        let mut text = format!("{}  {setup}  seed {}  {rules}\n\n", self.tune.game, self.tune.seed);
        text += &table(&["parameter", "values", "began with", "found"], &rows);
        text += &format!("\n{} games", self.tuned.games);
        if self.interrupted && self.tuned.acceptance.is_none() {
            text += &format!(" of {} (interrupted)", self.tune.games);
        }
        text += &format!(": found {}\n", self.found());
        if let Some(test) = &self.tuned.acceptance {
            text += &self.test_text(test);
        }
        if let (count @ 1.., Some(fault)) = self.faults() {
            text += &format!("{count} games ended with a fault of a player; the first: {fault}\n");
        }
        text += &format!("{}\nbest: {}\n", self.verdict(), self.best());
        text
    }

    fn test_text(&self, test: &Acceptance) -> String {
        let mut text = format!("{} games of the test", test.games);
        if self.interrupted {
            text += " (interrupted)";
        }
        text += &match &self.tune.against {
            None => format!(", Elo difference over {}: {}\n", self.start(), test.pairs.elo().in_words()),
            Some(other) => format!(" against {other}, compared with those of {}\n", self.start()),
        };
        let [lost, nearly_lost, halved, nearly_won, won] = test.pairs.counts();
        text += &format!(
            "pairs by their points: {lost} with 0, {nearly_lost} with 1/2, {halved} with 1, {nearly_won} with 3/2, {won} with 2\n"
        );
        text += &sprt_text(&test.sprt());
        if let Some(command) = self.same_test(test) {
            text += &format!("the same games: {command}\n");
        }
        text
    }

    fn verdict(&self) -> &'static str {
        match self.tuned.verdict {
            TuningVerdict::Accepted => "accepted: what was found is better than what it began with",
            TuningVerdict::Rejected => "rejected: what was found is not better than what it began with",
            TuningVerdict::Undecided if self.interrupted => "undecided: the test was interrupted",
            TuningVerdict::Undecided => {
                "undecided: the test had not enough games; more --test-games go on with it if there are --records to --resume"
            }
            TuningVerdict::Unchanged => "unchanged: what was found is what it began with",
            TuningVerdict::Untested => "untested: interrupted before what was found could be tested",
        }
    }

    /// The command that plays the test alone, where there is one.
    fn same_test(&self, test: &Acceptance) -> Option<String> {
        if self.tune.against.is_some() || !self.tune.starting.is_plain() {
            return None;
        }
        let usual =
            |key: &str| RULES.iter().find(|rule| rule.key == key).map(|rule| (rule.option(), rule.default_text()));
        let rules = self.tune.rules.given().filter_map(|(key, value)| {
            let (option, default) = usual(key)?;
            (default != value).then(|| [format!("--{option}"), value.to_owned()])
        });
        let mut words = vec!["joute".to_owned(), "match".to_owned(), self.found(), self.start()];
        words.extend(["--game".to_owned(), self.tune.game.clone()]);
        if !self.tune.setup.is_empty() {
            words.extend(["--setup".to_owned(), self.tune.setup.clone()]);
        }
        words.extend(rules.flatten());
        let [seed, games] = [test.seed.to_string(), self.tune.test_games().to_string()];
        words.extend([
            "--seed".to_owned(),
            seed,
            "--games".to_owned(),
            games,
            "--sprt".to_owned(),
            self.tune.sprt.clone(),
        ]);
        shlex::try_join(words.iter().map(String::as_str)).ok()
    }
}

impl TunedParameter<'_> {
    fn of(parameter: &Parameter, found: u32) -> TunedParameter<'_> {
        let value = |number: u32| parameter.value(f64::from(number));
        TunedParameter {
            name: parameter.name(),
            low: value(0),
            high: value(parameter.last()),
            step: parameter.step(),
            start: value(parameter.start()),
            found: value(found),
        }
    }
}

fn row(parameter: &Parameter, found: u32) -> Vec<String> {
    let (start, found) = (parameter.text(parameter.start()), parameter.text(found));
    vec![parameter.name().to_owned(), parameter.values_in_words(), start, found]
}
