//! `joute rate`: how strong several players are, played until their order is certain.

pub(crate) mod report;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;
use clap::Args;
use joute_arena::{MatchPlan, run_match};
use joute_catalog::Source;
use joute_games::random::Seed;
use joute_players::Entrant;
use joute_players::names::{Named, tell_apart};
use joute_referee::{GameRecord, MatchRules, Order};

use crate::commands::match_command::records::{self, Keeper};
use crate::commands::match_command::starting::{Begun, Starting};
use crate::commands::match_command::{as_failure, refused, workshop};
use crate::failure::{Failure, Result};
use crate::rule_options::{All, RuleOptions};
use crate::{interrupt, output, position};
use report::Report;
use table::Table;

/// Rate several players: a round robin or a gauntlet that goes on until the order is certain.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute rate random greedy minimax:depth=2 --game awale\n  \
                  joute rate mine.py other.py greedy --game othello --confidence 0.99 --jobs 2 --records games.jsonl\n  \
                  joute rate new old older --gauntlet --game othello --openings lines.txt --json\n\n\
                  First everybody meets everybody (with --gauntlet the first player everybody else). Then those neighbours meet again\n\
                  whose order is not certain yet, until all are or until --rounds were played.")]
pub(crate) struct Rate {
    /// The players, at least two: built-in names, files, or kind:target (`joute players`).
    #[arg(required = true, num_args = 2..)]
    players: Vec<String>,
    /// The game.
    #[arg(long, value_parser = position::game_names())]
    game: String,
    /// Board and rules of the game; without a seed in it every pair gets a board of its own.
    #[arg(long, default_value = "", hide_default_value = true)]
    setup: String,
    /// Games between two players in a round; even, since each board is played with seats swapped.
    #[arg(long, default_value_t = 20)]
    games: u32,
    /// The most rounds.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// How likely the order of neighbours must be.
    #[arg(long, default_value_t = 0.95)]
    confidence: f64,
    /// Only the first player meets the others, and only its place has to be certain.
    #[arg(long)]
    gauntlet: bool,
    /// Everything random comes from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: u32,
    #[command(flatten)]
    starting: Starting,
    #[command(flatten)]
    rules: RuleOptions<All>,
    /// Append the record of each game to this file, one JSON object a line.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Go on where the records of these very players and settings end.
    #[arg(long, requires = "records")]
    resume: bool,
    /// Run programs without a sandbox: only those you trust.
    #[arg(long)]
    no_sandbox: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// What all matches have in common.
struct Setting<'a> {
    rate: &'a Rate,
    entrants: &'a [Entrant],
    source: &'a Source,
    begun: &'a Begun,
    rules: &'a MatchRules,
    stop: &'a AtomicBool,
    /// Games that were played before.
    earlier: &'a [GameRecord],
}

impl Rate {
    pub(crate) fn run(&self) -> Result {
        let rules = self.rules.rules()?;
        self.check(&rules)?;
        let stop = interrupt::flag("ending with what is known (Ctrl-C again to stop at once)")?;
        let workshop = workshop(self.no_sandbox)?.stopped_by(Arc::clone(&stop));
        let entrants: Vec<Entrant> =
            self.players.iter().map(|locator| workshop.entrant(locator).map_err(refused)).collect::<Result<_>>()?;
        let source =
            position::entry(&self.game)?.setup(&self.setup, &position::Disk::here()).map_err(Failure::usage)?;
        let begun = self.starting.read(&source, Seed(self.seed))?;
        let mut keeper = self.records.as_deref().map(Keeper::open).transpose()?;
        let earlier = match self.records.as_deref().filter(|_| self.resume) {
            Some(path) => records::all(path)?,
            None => Vec::new(),
        };
        let names = tell_apart(&entrants.iter().map(Named::of).collect::<Vec<_>>());
        names.remarks().for_each(|remark| output::note(&remark));
        let mut table = Table::new(names.names, self.confidence, self.gauntlet);
        let (entrants, source, begun, rules, stop) = (&entrants[..], &source, &begun, &rules, &*stop);
        let setting = Setting { rate: self, entrants, source, begun, rules, stop, earlier: &earlier };
        let mut rounds = 0;
        while rounds < self.rounds && !table.is_certain() && !stop.load(Ordering::Relaxed) {
            for pair in table.to_play() {
                setting.play(pair, &mut table, &mut keeper)?;
            }
            rounds += 1;
            output::note(&format!("round {rounds}: {}", table.summary()));
        }
        let interrupted = stop.load(Ordering::Relaxed);
        let report = Report { rate: self, setup: source.text(), rules, table: &table, rounds, interrupted };
        if self.json {
            output::print_json(&report.json())?;
        } else {
            output::print(&report.text());
        }
        Ok(if interrupted { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    fn check(&self, rules: &MatchRules) -> Result<()> {
        let wrong = |what: String| Err(Failure::usage(anyhow!(what)));
        if self.games == 0 || !self.games.is_multiple_of(2) {
            return wrong(format!(
                "--games {}: expected an even number from 2, since each board is played twice",
                self.games
            ));
        }
        if !(0.5..1.0).contains(&self.confidence) {
            return wrong(format!("--confidence {}: expected a number from 0.5 to below 1", self.confidence));
        }
        if rules.order == Order::Drawn || rules.has_handicap() {
            return wrong(
                "players are rated by pairs of games under the same limits: no --order drawn, no handicaps".to_owned(),
            );
        }
        Ok(())
    }
}

impl Setting<'_> {
    /// Plays the games of a round between two players.
    fn play(&self, [one, two]: [usize; 2], table: &mut Table, keeper: &mut Option<Keeper>) -> Result<()> {
        let first = table.games_between([one, two]);
        let mut plan = MatchPlan {
            first,
            games: first + self.rate.games,
            source: self.source,
            starts: self.begun.starts(),
            entrants: [&self.entrants[one], &self.entrants[two]],
            rules: self.rules.clone(),
            seed: Seed(self.rate.seed).purpose("rate").child(one as u64).child(two as u64).0,
            jobs: self.rate.jobs as usize,
            scoring: Default::default(),
            sprt: None,
            known: Default::default(),
            wants_records: true,
        };
        plan.known = records::known(self.earlier, &plan.fixtures(), plan.entrants);
        let of_round = plan.known.range(u64::from(first)..u64::from(plan.games));
        of_round.for_each(|(_, record)| table.add([one, two], record));
        let played = run_match(&plan, self.stop, |played| {
            played.records.iter().for_each(|record| table.add([one, two], record));
            keeper.as_mut().map_or(Ok(()), |keeper| keeper.keep(played.records))
        });
        table.rate();
        played.map(drop).map_err(as_failure)
    }
}
