//! `joute check`: a player before it is submitted.

mod play_back;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use joute_arena::check::{CheckPlan, Finding, Report, Severity, State, check};
use joute_messages::Localize;
use joute_players::{NamePattern, Topic};
use schemars::JsonSchema;
use serde::Serialize;

use super::match_command::{recorded, workshop};
use crate::failure::{Failure, Result};
use crate::interrupt;
use crate::rule_options::{RuleOptions, Taken};
use crate::wrap::{self, wrapped};
use crate::{output, position};

/// Check a player before it is submitted, and say what to mend first.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute check my_player.py --game othello\n  \
                  joute check ./player.so --game flood --setup graph=torus,width=10,colours=6\n  \
                  joute check othello_carn.ml --game othello --json\n  \
                  joute check my_player.wasm --game awale --fuel 10M\n  \
                  joute check my_player.py --game othello --conversation talk\n  \
                  joute check my_player.py --game othello --play-back talk/0003-my_player-second.txt --debug\n\n\
                  The exit code is 0 when all is well, 1 when something must be mended.")]
pub(crate) struct Check {
    /// The player: a file, or kind:target (`joute players`).
    player: String,
    /// The game.
    #[arg(long, value_parser = position::game_names())]
    game: String,
    /// The one setup it will meet; without this, every setup that may meet it.
    #[arg(long)]
    setup: Option<String>,
    #[command(flatten)]
    rules: RuleOptions<Limits>,
    /// What its file must be called, with * and ?; OCaml files must be like othello_*.ml unless this says otherwise.
    #[arg(long, value_name = "PATTERN")]
    name_pattern: Option<NamePattern>,
    /// Games against each of three built-in players; even.
    #[arg(long, default_value_t = 4)]
    games: u32,
    /// Everything random comes from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write every conversation with the player to a file of its own in this folder.
    #[arg(long, value_name = "DIR")]
    conversation: Option<PathBuf>,
    /// Instead of checking, give the player the input of such a file again, and compare its answers.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    play_back: Option<PathBuf>,
    /// Play back without a sandbox, without limits and without a clock, and wait for a debugger first.
    #[arg(long, requires = "play_back")]
    debug: bool,
    /// Run programs without a sandbox: only those you trust.
    #[arg(long)]
    no_sandbox: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// The limits that a player is held to.
#[derive(Debug)]
pub(crate) struct Limits;

impl Taken for Limits {
    fn takes(key: &str) -> bool {
        ["time", "move_time", "fuel", "load"].contains(&key)
    }
}

impl Check {
    pub(crate) fn run(&self) -> Result {
        if !self.games.is_multiple_of(2) || self.games > 1000 {
            let message =
                format!("--games {}: expected an even number up to 1000, since each board is played twice", self.games);
            return Err(Failure::usage(anyhow!(message)));
        }
        let stop = interrupt::flag("stopping the check (Ctrl-C again to stop at once)")?;
        let workshop = workshop(self.no_sandbox || self.debug)?.stopped_by(Arc::clone(&stop));
        let workshop = recorded(workshop, self.conversation.as_deref())?;
        if let Some(file) = &self.play_back {
            return play_back::run(&workshop, &self.player, file, self.patience()?, self.debug, &stop);
        }
        let plan = CheckPlan {
            workshop: &workshop,
            locator: &self.player,
            game: position::entry(&self.game)?,
            setup: self.setup.as_deref(),
            files: &position::Disk::here(),
            rules: self.rules.rules()?,
            name_pattern: self.name_pattern.as_ref(),
            games: self.games,
            seed: self.seed,
        };
        let bar = spinner();
        let report = check(&plan, &stop, &mut |step| bar.set_message(format!("checking {step} ...")));
        bar.finish_and_clear();
        let report = report.map_err(Failure::usage)?;
        if self.json {
            output::print_json(&CheckResult::of(&report))?;
        } else {
            output::print(&text_of(&report));
        }
        Ok(if report.passed { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}

impl Check {
    /// How long one answer is waited for when a conversation is played back.
    fn patience(&self) -> Result<Option<Duration>> {
        let rules = self.rules.rules()?;
        Ok(rules.move_time.or(rules.time).map(|time| time.max(rules.load)).filter(|_| !self.debug))
    }
}

fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    let watched = std::io::stderr().is_terminal();
    bar.set_draw_target(if watched { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() });
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Everything that a check of a player found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CheckResult<'a> {
    #[serde(flatten)]
    report: &'a Report,
    /// What to mend first; nothing when all is well.
    fix_first: Option<FixFirst>,
}

/// A finding in brief.
#[derive(Debug, Serialize, JsonSchema)]
struct FixFirst {
    /// What it is about.
    topic: Topic,
    /// What is wrong, in one sentence.
    what: String,
    /// What to do about it.
    advice: String,
}

impl CheckResult<'_> {
    fn of(report: &Report) -> CheckResult<'_> {
        let fix_first = report.fix_first().map(|finding| FixFirst {
            topic: finding.topic,
            what: finding.what.to_string(),
            advice: finding.advice.to_string(),
        });
        CheckResult { report, fix_first }
    }
}

fn text_of(report: &Report) -> String {
    let mut text = format!("{} as a player of {}\n\n", report.player, report.game);
    for step in &report.steps {
        let sign = match step.state {
            State::Passed => "ok     ",
            State::Failed => "FAILED ",
            State::Skipped => "skipped",
        };
        text += wrapped("                           ", &step.note.to_string(), wrap::width())
            .replacen("                           ", &format!("{sign} {:<19}", step.name.to_string()), 1)
            .as_str();
    }
    if report.time.longest_ms > 0 {
        text += &format!("        time               {}\n", report.time.message());
    }
    for (severity, title) in
        [(Severity::Must, "To be mended"), (Severity::Should, "Better mended"), (Severity::Note, "Worth knowing")]
    {
        let findings: Vec<&Finding> = report.findings.iter().filter(|finding| finding.severity == severity).collect();
        if !findings.is_empty() {
            text += &format!("\n{title}\n");
            findings.iter().enumerate().for_each(|(at, finding)| text += &finding_text(at + 1, finding));
        }
    }
    text + "\n" + &last_words(report)
}

fn finding_text(number: usize, finding: &Finding) -> String {
    let width = wrap::width();
    let times = if finding.times > 1 { format!(" ({} times)", finding.times) } else { String::new() };
    let mut text = wrapped("     ", &format!("{}{times}", capital(&finding.what.to_string())), width).replacen(
        "     ",
        &format!("  {number}. "),
        1,
    );
    text += &wrapped("     ", &format!("What to do: {}", finding.advice), width);
    for line in finding.evidence.to_string().lines().filter(|line| !line.trim().is_empty()) {
        text += &format!("       | {}\n", joute_messages::visible(line));
    }
    if let Some(place) = &finding.place {
        text += &format!("       setup {}, seat {}\n       position {}\n", place.setup, place.seat, place.position);
    }
    text
}

fn last_words(report: &Report) -> String {
    let width = wrap::width();
    if report.interrupted {
        return "The check was broken off.\n".to_owned();
    }
    match report.fix_first() {
        None => "All is well: the player can take part.\n".to_owned(),
        Some(finding) if report.passed => wrapped(
            "",
            &format!(
                "The player can take part. What to mend first: {} {}",
                sentence(&finding.what.to_string()),
                capital(&finding.advice.to_string())
            ),
            width,
        ),
        Some(finding) => wrapped(
            "",
            &format!(
                "The player is not accepted yet. What to mend first: {} {}",
                sentence(&finding.what.to_string()),
                capital(&finding.advice.to_string())
            ),
            width,
        ),
    }
}

fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
