//! `joute tune`: better numbers for a player, found by its games and accepted by a test.

pub(crate) mod json;
mod progress;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::anyhow;
use clap::Args;
use joute_arena::{KnownGames, MatchError, Starts, TuneError, TuningPlan, tune};
use joute_games::random::Seed;
use joute_players::EntrantError;
use joute_referee::{MatchRules, Order};
use joute_tournament::statistics::Bounds;
use joute_tournament::tuning::{SpsaOptions, Tunable};

use crate::commands::match_command::records::{self, Keeper};
use crate::commands::match_command::starting::{Begun, Starting};
use crate::commands::match_command::{as_failure, recorded, refused, workshop};
use crate::failure::{Failure, Result};
use crate::rule_options::{All, RuleOptions};
use crate::{interrupt, output, position};
use progress::Progress;
use report::Report;

/// The most games of either kind: more than anybody waits for, and numbers that are kept in 32 bits have room for both.
const MOST_GAMES: u32 = 100_000_000;

/// Tune numbers of a player by games against itself, and accept them by a test.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute tune 'mix:{a},{b}' --range a=-5..20 --range b=0..20 --start a=1 --start b=1 --game seven-colours\n  \
                  joute tune 'exe:./player --weight {w}?keep=yes' --range w=0..100 --start w=10 --game othello --move-time 100ms --jobs 2\n  \
                  joute tune 'my_bot.py?env=DEPTH={d};RISK={r}' --range d=1..6 --range r=0.0..1.0 --against greedy --game awale\n  \
                  joute tune 'mix:{a},1' --range a=-5..20 --game flood --games 10000 --records games.jsonl --resume\n\n\
                  Each pair of games is played between two sets of values, a little up and a little down from where they are, and moves\n\
                  them towards the better one (SPSA). Then what was found meets what it began with on other boards, until a sequential\n\
                  test (SPRT) accepts or rejects it. docs/tuning.md says how far values are moved."
)]
pub(crate) struct Tune {
    /// The player with a placeholder for each number: 'mix:{a},{b}', 'exe:./player --weight {w}'. {{ and }} are braces.
    player: String,
    /// What a number may be, in whole steps where both ends are whole: a=-5..20, w=0.0..1.0 or w=0.0..1.0:0.05.
    #[arg(long = "range", value_name = "NAME=LOW..HIGH[:STEP]", required = true)]
    ranges: Vec<String>,
    /// What a number begins with, and what is found must beat; the middle of its range unless it is said.
    #[arg(long = "start", value_name = "NAME=VALUE")]
    starts: Vec<String>,
    /// The game.
    #[arg(long, value_parser = position::game_names())]
    game: String,
    /// Board and rules of the game; without a seed in it every pair gets a board of its own.
    #[arg(long, default_value = "", hide_default_value = true)]
    setup: String,
    /// How many games to tune by; even, since each board is played with seats swapped.
    #[arg(long, default_value_t = 4000, allow_negative_numbers = true)]
    games: u32,
    /// The most games of the test; as many as --games unless it is said.
    #[arg(long, value_name = "GAMES", allow_negative_numbers = true)]
    test_games: Option<u32>,
    /// What the test decides between, as in `joute match`.
    #[arg(long, value_name = "ELO0,ELO1[,...]", default_value = "0,10", allow_hyphen_values = true)]
    sprt: String,
    /// Tune against this player, instead of against itself.
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// How far values are moved up and down to be compared, as a share of their ranges at the end; at first it is about twice that.
    #[arg(long, value_name = "SHARE", default_value_t = SpsaOptions::PERTURBATION, allow_negative_numbers = true)]
    perturbation: f64,
    /// How many ranges values could go in all if each game was won by the higher one; 1.5 times the number of comparisons to the
    /// power of 0.3 unless it is said.
    #[arg(long, value_name = "RANGES", allow_negative_numbers = true)]
    reach: Option<f64>,
    /// Comparisons between two moves of the values; so many can be played at once.
    #[arg(long, value_name = "COMPARISONS", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1024))]
    batch: u32,
    /// Everything random comes from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; it changes nothing that is found.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: u32,
    #[command(flatten)]
    starting: Starting,
    #[command(flatten)]
    rules: RuleOptions<All>,
    /// Append the record of each game to this file, one JSON object a line.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Go on where the records of this very tuning end.
    #[arg(long, requires = "records")]
    resume: bool,
    /// Write every conversation with a program to a file of its own in this folder.
    #[arg(long, value_name = "DIR")]
    conversation: Option<PathBuf>,
    /// Run programs without a sandbox: only those you trust.
    #[arg(long)]
    no_sandbox: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

impl Tune {
    pub(crate) fn run(&self) -> Result {
        let tunable = Tunable::parse(&self.player, &self.ranges, &self.starts).map_err(Failure::usage)?;
        let rules = self.rules.rules()?;
        self.check(&rules)?;
        let sprt: Bounds =
            self.sprt.parse().map_err(|error| Failure::usage(anyhow!("--sprt {:?}: {error}", self.sprt)))?;
        let stop = interrupt::flag("stopping: what was found so far is told (Ctrl-C again to stop at once)")?;
        let workshop =
            recorded(workshop(self.no_sandbox)?.stopped_by(Arc::clone(&stop)), self.conversation.as_deref())?;
        let opponent = self.against.as_deref().map(|player| workshop.entrant(player).map_err(refused)).transpose()?;
        let source =
            position::entry(&self.game)?.setup(&self.setup, &position::Disk::here()).map_err(Failure::usage)?;
        let begun = self.starting.read(&source, Seed(self.seed))?;
        let [starts, test_starts] = halves(&begun);
        let mut keeper = self.records.as_deref().map(Keeper::open).transpose()?;
        let plan = TuningPlan {
            tunable: &tunable,
            workshop: &workshop,
            opponent: opponent.as_ref(),
            source: &source,
            starts,
            test_starts,
            rules: &rules,
            seed: self.seed,
            options: self.options(),
            batch: u64::from(self.batch),
            sprt,
            test_contests: u64::from(self.test_games() / self.games_each()),
            jobs: self.jobs as usize,
            known: self.known()?,
        };
        let mut progress = Progress::new(&plan, [self.games, self.test_games()]);
        let tuned = tune(&plan, &stop, |news| {
            progress.show(news);
            keeper.as_mut().map_or(Ok(()), |keeper| keeper.keep(news.records))
        })
        .map_err(failure)?;
        progress.finish();
        let interrupted = stop.load(Ordering::Relaxed);
        let report = Report { tune: self, plan: &plan, tuned: &tuned, interrupted };
        if self.json {
            output::print_json(&report.json())?;
        } else {
            output::print(&report.text());
        }
        Ok(if interrupted { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    fn check(&self, rules: &MatchRules) -> Result<()> {
        let wrong = |what: String| Err(Failure::usage(anyhow!(what)));
        let each = self.games_each();
        for (option, games) in [("--games", self.games), ("--test-games", self.test_games())] {
            if games == 0 || games > MOST_GAMES || !games.is_multiple_of(each) {
                let why = match each {
                    2 => "an even number from 2 to 100000000, since each board is played twice",
                    _ => "a multiple of 4 up to 100000000, since both sets of values play --against from both seats",
                };
                return wrong(format!("{option} {games}: expected {why}"));
            }
        }
        if !(self.perturbation > 0.0 && self.perturbation <= 0.5) {
            return wrong(format!("--perturbation {}: expected a share above 0 and up to 0.5", self.perturbation));
        }
        if let Some(reach) = self.reach.filter(|reach| !(*reach > 0.0 && *reach <= 1e6)) {
            return wrong(format!("--reach {reach}: expected a number above 0 and up to 1000000"));
        }
        if rules.order == Order::Drawn || rules.has_handicap() {
            return wrong(
                "values are compared by pairs of games under the same limits: no --order drawn, no handicaps"
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// Games of a comparison: one from each seat, for each set of values where they do not meet.
    fn games_each(&self) -> u32 {
        if self.against.is_some() { 4 } else { 2 }
    }

    fn test_games(&self) -> u32 {
        self.test_games.unwrap_or(self.games)
    }

    fn options(&self) -> SpsaOptions {
        let usual = SpsaOptions::for_probes(u64::from(self.games / self.games_each()));
        SpsaOptions { perturbation: self.perturbation, reach: self.reach.unwrap_or(usual.reach), ..usual }
    }

    /// Games that were played before, where one goes on.
    fn known(&self) -> Result<KnownGames> {
        match self.records.as_deref().filter(|_| self.resume) {
            Some(path) => Ok(KnownGames::of(records::all(path)?)),
            None => Ok(KnownGames::default()),
        }
    }
}

/// The openings of a file are parted, so that the test has some of its own; boards are drawn anew for it.
fn halves(begun: &Begun) -> [Starts<'_>; 2] {
    match begun {
        Begun::Openings(openings) if openings.len() > 1 => {
            let (tuning, test) = openings.split_at(openings.len() / 2);
            [Starts::Openings(tuning), Starts::Openings(test)]
        }
        begun => [begun.starts(), begun.starts()],
    }
}

/// A value that a player does not take is wrong usage, like a locator that names nobody.
fn failure(error: TuneError) -> Failure {
    match error {
        TuneError::Match(MatchError::Entrant(error)) => refused(error),
        TuneError::Match(error) => as_failure(error),
        TuneError::Values { error: EntrantError::Start(_) | EntrantError::Refused(_), .. }
        | TuneError::Faults { .. } => Failure::Work(error.into()),
        TuneError::Values { .. } => Failure::usage(error),
    }
}
