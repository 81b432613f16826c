//! `joute match`: two players against each other.

pub(crate) mod json;
mod merge;
mod progress;
pub(crate) mod records;
pub(crate) mod report;
mod shared;
pub(crate) mod starting;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context, anyhow};
use clap::Args;
use joute_arena::{MatchError, MatchPlan, Played, run_match};
use joute_games::random::Seed;
use joute_players::conversation::Conversations;
use joute_players::{Entrant, EntrantError, LibraryHost, Workshop};
use joute_referee::{MatchRules, Order};
use joute_sandbox::Launcher;
use joute_store::StoreLocation;
use joute_tournament::scoring::Scoring;
use joute_tournament::statistics::Bounds;

use crate::failure::{Failure, Result};
use crate::rule_options::{All, RuleOptions};
use crate::{interrupt, kinds, output, position};

/// Play two players against each other, with honest statistics.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute match greedy random --game othello --games 100\n  \
                  joute match greedy exe:./my_player --game flood --setup width=10,colours=8 --games 200 --move-time 1s\n  \
                  joute match greedy:ties=random greedy --game seven-colours --games 20000 --sprt 0,10 --jobs 2\n  \
                  joute match old.wasm new.wasm --game othello --games 9000 --sprt 0,5 --store postgres://joute@db.example/joute\n  \
                  joute match my_bot.py greedy --game awale --games 50 --records games.jsonl\n  \
                  joute match one.wasm two.wasm --game othello --games 20 --fuel 10M\n  \
                  joute match greedy random --game othello --openings lines.txt --shuffle --games 400\n  \
                  joute match --merge here.jsonl there.jsonl --sprt 0,10,alpha=0.01,model=logistic")]
pub(crate) struct Match {
    /// The first player: a built-in name, a file, or kind:target (`joute players`).
    #[arg(required_unless_present = "merge")]
    one: Option<String>,
    /// The second player.
    #[arg(required_unless_present = "merge")]
    two: Option<String>,
    /// The game.
    #[arg(long, required_unless_present = "merge", value_parser = position::game_names())]
    game: Option<String>,
    /// Board and rules of the game; without a seed in it every pair gets a board of its own.
    #[arg(long, default_value = "", hide_default_value = true)]
    setup: String,
    /// How many games; even, since each board is played with seats swapped.
    #[arg(long, default_value_t = 100, allow_negative_numbers = true)]
    games: u32,
    /// Everything random comes from it.
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    /// How many games at once.
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    jobs: usize,
    #[command(flatten)]
    starting: starting::Starting,
    #[command(flatten)]
    rules: RuleOptions<All>,
    /// Stop as soon as the difference is shown to be ELO1 rather than ELO0. In normalised Elo with errors of 5 %, unless
    /// model=logistic, alpha=A or beta=B follow.
    #[arg(long, value_name = "ELO0,ELO1[,...]", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// A line on standard error after each so many games; without it, one every half a minute where that is no terminal.
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(1..))]
    rating_interval: Option<u32>,
    /// What results are worth: points, report-002 or tally.
    #[arg(long, default_value = "points")]
    scoring: Scoring,
    /// Append the record of each game to this file, one JSON object a line.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Go on where the records of this very match end.
    #[arg(long, requires = "records")]
    resume: bool,
    /// Play nothing: put the records of one match together that was played in several places.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["one", "two", "game", "records", "conversation"])]
    merge: Vec<PathBuf>,
    /// Have the games played by other machines as well (`joute worker`), through this store: postgres://USER@HOST/DATABASE. It
    /// keeps them, and the same match goes on where it was; --jobs 0 plays none here.
    #[arg(long, value_name = "STORE", conflicts_with_all = ["records", "resume", "merge", "conversation"])]
    store: Option<StoreLocation>,
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

impl Match {
    pub(crate) fn run(&self) -> Result {
        let asked = (&self.one, &self.two, &self.game);
        match asked {
            (Some(one), Some(two), Some(game)) => self.play([one, two], game),
            _ => merge::run(&self.merge, self.scoring, self.sprt()?, self.json),
        }
    }

    fn play(&self, players: [&str; 2], game: &str) -> Result {
        let rules = self.rules.rules()?;
        self.check(&rules)?;
        let stop = interrupt::flag("stopping: the games in progress are given up (Ctrl-C again to stop at once)")?;
        let workshop = workshop(self.no_sandbox)?.stopped_by(Arc::clone(&stop));
        let workshop = recorded(workshop, self.conversation.as_deref())?;
        let entrants = [workshop.entrant(players[0]).map_err(refused)?, workshop.entrant(players[1]).map_err(refused)?];
        let source = position::entry(game)?.setup(&self.setup, &position::Disk::here()).map_err(Failure::usage)?;
        let begun = self.starting.read(&source, Seed(self.seed))?;
        let mut keeper = self.records.as_deref().map(records::Keeper::open).transpose()?;
        let mut plan = MatchPlan {
            first: 0,
            source: &source,
            starts: begun.starts(),
            entrants: [&entrants[0], &entrants[1]],
            rules,
            seed: self.seed,
            games: self.games,
            jobs: self.jobs,
            scoring: self.scoring,
            sprt: self.sprt()?,
            known: BTreeMap::new(),
            wants_records: keeper.is_some(),
        };
        if let Some(path) = self.records.as_deref().filter(|_| self.resume) {
            plan.known = records::known(&records::all(path)?, &plan.fixtures(), plan.entrants);
        }
        plan.names().remarks().for_each(|remark| output::note(&remark));
        let mut progress = progress::Progress::new(&plan, self.rating_interval);
        let heard = |played: &Played<'_>| {
            if let Some(keeper) = &mut keeper {
                keeper.keep(played.records)?;
            }
            progress.show(played);
            Ok(())
        };
        let score = match &self.store {
            None => run_match(&plan, &stop, heard).map_err(as_failure)?,
            Some(location) => {
                let again = || -> Result<[Entrant; 2]> {
                    Ok([workshop.entrant(players[0]).map_err(refused)?, workshop.entrant(players[1]).map_err(refused)?])
                };
                shared::play((&plan, game), (again()?, &workshop), (location, !self.no_sandbox), &stop, heard)?
            }
        };
        progress.finish();
        let mut names = plan.names().names.into_iter();
        let report = report::Report {
            game,
            setup: source.text().to_owned(),
            rules: &plan.rules,
            scoring: self.scoring,
            seed: Some(self.seed),
            names: [names.next().unwrap_or_default(), names.next().unwrap_or_default()],
            score: &score,
            sprt: plan.sprt,
            planned: self.games,
            interrupted: stop.load(Ordering::Relaxed),
        };
        tell(&report, self.json)?;
        Ok(if report.interrupted { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    fn check(&self, rules: &MatchRules) -> Result<()> {
        if self.games == 0 || (rules.order == Order::Paired && !self.games.is_multiple_of(2)) {
            let message =
                format!("--games {}: expected an even number from 2, since each board is played twice", self.games);
            return Err(Failure::usage(anyhow!(message)));
        }
        if self.store.is_some() && !self.starting.is_plain() {
            let message = "--store: games begin on the boards of the setup; openings and positions are for one machine";
            return Err(Failure::usage(anyhow!(message)));
        }
        if !(usize::from(self.store.is_none())..=1024).contains(&self.jobs) {
            return Err(Failure::usage(anyhow!("--jobs {}: expected a number from 1 to 1024", self.jobs)));
        }
        Ok(())
    }

    fn sprt(&self) -> Result<Option<Bounds>> {
        let read =
            |text: &String| text.parse::<Bounds>().map_err(|error| Failure::usage(anyhow!("--sprt {text:?}: {error}")));
        self.sprt.as_ref().map(read).transpose()
    }
}

/// Tells what a match came to, to people or to programs.
fn tell(report: &report::Report<'_>, as_json: bool) -> Result<()> {
    if as_json {
        output::print_json(&report.json())?;
    } else {
        output::print(&report.text());
    }
    Ok(())
}

/// A locator that names nobody is wrong usage; a machine that cannot start programs is not the user's mistake.
pub(crate) fn refused(error: EntrantError) -> Failure {
    match error {
        EntrantError::Start(_) | EntrantError::Refused(_) => Failure::Work(error.into()),
        error => Failure::usage(error),
    }
}

/// This program is the launcher of its own sandbox, so that one file is enough and always fits.
pub(crate) fn launcher() -> std::io::Result<Launcher> {
    Launcher::this_program(crate::SANDBOX)
}

/// This program loads libraries, too; GSL is where the user says, or among the system's libraries.
fn library_host() -> std::io::Result<LibraryHost> {
    let host = LibraryHost::new(std::env::current_exe()?).subcommand(crate::LIBRARY_HOST);
    Ok(match std::env::var_os("JOUTE_GSL") {
        Some(path) => host.with_gsl(std::path::absolute(path)?),
        None => host,
    })
}

/// Where players are made.
pub(crate) fn workshop(no_sandbox: bool) -> Result<Workshop> {
    workshop_in(&std::env::current_dir().context("no working folder")?, no_sandbox)
}

/// Where players are made whose files are looked for in a folder.
pub(crate) fn workshop_in(folder: &Path, no_sandbox: bool) -> Result<Workshop> {
    let launcher = launcher().context("cannot find this program")?;
    let host = library_host().context("cannot find this program")?;
    let workshop = kinds::with_all(Workshop::new(launcher, folder).with_library_host(host));
    Ok(if no_sandbox { workshop.without_sandbox() } else { workshop })
}

/// Conversations are written down in a folder where one is named.
pub(crate) fn recorded(workshop: Workshop, folder: Option<&Path>) -> Result<Workshop> {
    let Some(folder) = folder else {
        return Ok(workshop);
    };
    let conversations = Conversations::new(folder)
        .with_context(|| format!("--conversation {}: cannot make the folder", folder.display()))?;
    Ok(workshop.with_conversations(conversations))
}

pub(crate) fn as_failure(error: MatchError) -> Failure {
    match error {
        MatchError::Setup(error) => Failure::usage(error),
        MatchError::NoExactResults(error) => Failure::usage(error),
        MatchError::Entrant(
            error @ (EntrantError::BuiltIn(..) | EntrantError::OtherGame { .. } | EntrantError::Person(_)),
        ) => Failure::usage(error),
        error => Failure::Work(error.into()),
    }
}
