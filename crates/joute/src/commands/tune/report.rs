//! What tuning came to: a table and some sentences for people, one object for programs.

use joute_arena::{Acceptance, Tuned, TuningPlan, TuningVerdict};
use joute_referee::RULES;
use joute_tournament::tuning::Parameter;

use super::Tune;
use super::json::{AcceptanceTest, PathPoint, TunedParameter, TuningResult};
use crate::commands::match_command::json::EloDifference;
use crate::commands::match_command::report::sprt_text;
use crate::text_table::table;

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

fn row(parameter: &Parameter, found: u32) -> Vec<String> {
    let (start, found) = (parameter.text(parameter.start()), parameter.text(found));
    vec![parameter.name().to_owned(), parameter.values_in_words(), start, found]
}
