//! `joute submit`: hands a player in to a class, waits for its check and tells what that found.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use joute_messages::visible_line;
use joute_players::packed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::class_server::{ClassServer, TokenOption};
use crate::failure::{Failure, Result};
use crate::{interrupt, output};

/// How archives end that are packed as folders are.
const ARCHIVES: [&str; 2] = ["gz", "tgz"];
/// How often a check is asked for.
const EVERY: Duration = Duration::from_millis(500);

/// Hand a player in to a class, and tell what its check finds.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  JOUTE_TOKEN=joute_... joute submit dove.c --to https://joute.school.example\n  \
                  joute submit dove --to https://joute.school.example    # a folder, packed as dove.tar.gz\n  \
                  joute submit build/player.so --as dove.so --json\n  joute submit dove.c --check-only\n\n\
                  The token comes from *My account* of the class. Exit code 0: accepted, or handed in with --no-wait; 1: refused, or\n\
                  it could not be handed in. Ctrl-C ends the waiting; the check goes on.")]
pub(crate) struct Submit {
    /// The player: a source, a library, a module, a script, an archive, or a folder, which is packed as one.
    player: PathBuf,
    /// The address of the class; if not given, that in `JOUTE_SERVER`, or else http://localhost:8080.
    #[arg(long, visible_alias = "server", value_name = "URL")]
    to: Option<String>,
    /// What the player is to be called, if not like the file or the folder; another of the same name is a newer version.
    #[arg(long = "as", value_name = "NAME")]
    name: Option<String>,
    /// Only have it checked: what was accepted plays when somebody chooses that version.
    #[arg(long)]
    check_only: bool,
    /// Do not wait for the check.
    #[arg(long)]
    no_wait: bool,
    #[command(flatten)]
    token: TokenOption,
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
        let server = self.token.connect(self.to.as_deref())?;
        let wrong = |why: String| Failure::usage(anyhow!("{}: {why}", self.player.display()));
        let name = self.name_there().ok_or_else(|| wrong("expected a name, see --as".to_owned()))?;
        let contents = if self.player.is_dir() { packed(&self.player) } else { std::fs::read(&self.player) };
        let contents = contents.map_err(|error| wrong(error.to_string()))?;
        let trial = if self.check_only { "true" } else { "false" };
        let version: Version = server.post("submissions", &[("file", &name), ("trial", trial)], &contents)?;
        let version = if self.no_wait { version } else { self.wait(&server, version)? };
        if self.json {
            output::print_json(&version)?;
        } else {
            output::print(&version.text());
        }
        Ok(if version.state == State::Refused { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Under which name it is handed in: its own, unless another was chosen; a folder is an archive.
    fn name_there(&self) -> Option<String> {
        let is_folder = self.player.is_dir();
        // `.` and `..` have names as well.
        let whole = if is_folder { self.player.canonicalize().ok()? } else { self.player.clone() };
        let name = self.name.as_deref().or_else(|| whole.file_name()?.to_str())?;
        let is_archive = Path::new(name).extension().is_some_and(|ending| ARCHIVES.iter().any(|one| ending == *one));
        Some(if is_folder && !is_archive { format!("{name}.tar.gz") } else { name.to_owned() })
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
