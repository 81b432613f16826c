//! `joute submit`: hands a player in to a class, waits for its check and tells what that found.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use joute_messages::visible_line;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::class_server::{ClassServer, ServerOptions};
use crate::failure::{Failure, Result};
use crate::{interrupt, output};

/// How often a check is asked for.
const EVERY: Duration = Duration::from_millis(500);

/// Hand a player in to a class, and tell what its check finds.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  JOUTE_TOKEN=joute_... joute submit dove.c --server https://joute.school.example\n  \
                  joute submit build/player.so --as dove.so --json\n  joute submit dove.c --check-only\n\n\
                  The token comes from *My account* of the class. Exit code 0: accepted, or handed in with --no-wait; 1: refused, or\n\
                  it could not be handed in. Ctrl-C ends the waiting; the check goes on."
)]
pub(crate) struct Submit {
    /// The file of the player: a source, a library, a module, a script or an archive.
    file: PathBuf,
    /// What the player is to be called, if not like the file; another file of the same name is a newer version.
    #[arg(long = "as", value_name = "NAME")]
    name: Option<String>,
    /// Only have it checked: what was accepted plays when somebody chooses that version.
    #[arg(long)]
    check_only: bool,
    /// Do not wait for the check.
    #[arg(long)]
    no_wait: bool,
    #[command(flatten)]
    server: ServerOptions,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// A version of a player in a class.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Version {
    /// Whose it is.
    team: String,
    /// The name of the file, which is that of the player.
    file: String,
    /// Its number, from 1.
    version: u32,
    /// SHA-256 of its contents.
    hash: String,
    /// When it was handed in, in seconds since 1970.
    when: u64,
    /// How far it is.
    state: State,
    /// Whether it is the version that plays.
    plays: bool,
    /// What is being looked at, while it is checked.
    step: Option<String>,
    /// What the check found.
    findings: Vec<Finding>,
}

/// How far a version is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Waiting,
    Accepted,
    Refused,
}

/// Something that a check found.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Finding {
    /// Whether it must be mended.
    must: bool,
    /// What is wrong.
    what: String,
    /// What to do about it.
    advice: String,
    /// What was seen.
    evidence: String,
}

impl Submit {
    pub(crate) fn run(&self) -> Result {
        let server = self.server.connect()?;
        let own_name = self.file.file_name().and_then(|name| name.to_str());
        let name = self.name.as_deref().or(own_name);
        let name = name.ok_or_else(|| Failure::usage(anyhow!("{}: expected a name, see --as", self.file.display())))?;
        let file = std::fs::read(&self.file);
        let file = file.map_err(|error| Failure::usage(anyhow!("{}: {error}", self.file.display())))?;
        let trial = if self.check_only { "true" } else { "false" };
        let version: Version = server.post("submissions", &[("file", name), ("trial", trial)], &file)?;
        let version = if self.no_wait { version } else { self.wait(&server, version)? };
        if self.json {
            output::print_json(&version)?;
        } else {
            output::print(&version.text());
        }
        Ok(if version.state == State::Refused { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Waits until it is checked, and tells on the way what is looked at.
    fn wait(&self, server: &ClassServer, mut version: Version) -> Result<Version> {
        let stop = interrupt::flag("no longer waiting: the check goes on, and the class shows what it finds")?;
        let path = format!("submissions/{}/{}/{}", version.team, version.file, version.version);
        let mut told = None;
        while version.state == State::Waiting && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(EVERY);
            version = server.get(&path)?;
            if !self.json && version.step.is_some() && version.step != told {
                told.clone_from(&version.step);
                output::note(&visible_line(version.step.as_deref().unwrap_or_default()));
            }
        }
        Ok(version)
    }
}

impl Version {
    fn text(&self) -> String {
        let how = match self.state {
            State::Waiting => "waits for its check",
            State::Accepted => "accepted",
            State::Refused => "refused",
        };
        let mut text =
            format!("{}/{}, version {}: {how}\n", visible_line(&self.team), visible_line(&self.file), self.version);
        for finding in &self.findings {
            let mark = if finding.must { "must be mended" } else { "worth knowing" };
            text += &format!("\n{mark}: {}\n", visible_line(&finding.what));
            for (about, line) in [("advice", &finding.advice), ("seen", &finding.evidence)] {
                if !line.is_empty() {
                    text += &format!("  {about}: {}\n", visible_line(line));
                }
            }
        }
        text
    }
}
