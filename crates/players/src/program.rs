//! Programs that speak the line protocol: `exe:COMMAND`, a script, or any file that can be run.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use joute_referee::{Fault, Player};
use joute_sandbox::{Command, Sandbox};

use crate::advice::{Advice, Prints, Severity};
use crate::conversation::Tap;
use crate::entrant::EntrantError;
use crate::kind::{ENVIRONMENT, FOLDER, KEEP, Kind, KindInfo, MEMORY, Made, Maker, NamedFile, TargetKind};
use crate::languages::{PlayerLanguage, language_of_ending};
use crate::line_protocol::LinePlayer;
use crate::locator::{Locator, is_executable};
use crate::play_back::Partner;
use crate::workshop::Workshop;

/// The kind of programs that speak the line protocol.
#[derive(Debug)]
pub(crate) struct ProgramKind;

const INFO: KindInfo = KindInfo {
    name: "exe",
    summary: "a program that speaks the line protocol (docs/protocol.md)",
    example: "exe:python3 bot.py",
    endings: &["py", "js", "mjs"],
    target: TargetKind::Command,
    options: &[KEEP, MEMORY, FOLDER, ENVIRONMENT],
};

pub(crate) const ADVICE: Advice = Advice {
    prints: Some(Prints { severity: Severity::Note, what: "check-prints", advice: "check-prints-advice" }),
    ..Advice::PLAIN
};

impl Kind for ProgramKind {
    fn info(&self) -> &'static KindInfo {
        &INFO
    }

    /// A script is given to what runs it; anything else must be able to run by itself.
    fn recognise(&self, file: &NamedFile<'_>) -> Option<String> {
        if !file.is_there() {
            return None;
        }
        let quoted = shlex::try_quote(file.path).map_or_else(|_| file.path.to_owned(), |quoted| quoted.into_owned());
        let interpreter = file.ending().and_then(language_of_ending).and_then(PlayerLanguage::interpreter);
        match interpreter {
            Some(interpreter) => Some(format!("{interpreter} {quoted}")),
            None if !is_executable(&file.full_path()) => None,
            None if file.path.contains('/') => Some(quoted),
            None => Some(format!("./{quoted}")),
        }
    }

    fn make(&self, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError> {
        let (command, identity) = workshop.command(locator)?;
        let tap = workshop.tap(&identity);
        let maker = Program { sandbox: workshop.sandbox()?, command, keep: locator.switch("keep")?, tap };
        Ok(Made { identity, maker: Box::new(maker) })
    }

    fn advice(&self) -> &'static Advice {
        &ADVICE
    }
}

struct Program {
    sandbox: Arc<Sandbox>,
    command: Command,
    keep: bool,
    tap: Option<Tap>,
}

impl Maker for Program {
    fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        let player = LinePlayer::new(Arc::clone(&self.sandbox), self.command.clone(), self.keep);
        Ok(Box::new(player.recorded(self.tap.clone())))
    }

    fn command(&self) -> Option<&Command> {
        Some(&self.command)
    }

    fn partner(&self, _stop: &AtomicBool) -> Result<Option<Partner>, Fault> {
        let (sandbox, command) = (Arc::clone(&self.sandbox), self.command.clone());
        Ok(Some(Partner { sandbox, command, is_apart: false }))
    }
}
