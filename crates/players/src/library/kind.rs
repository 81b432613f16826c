//! The kind of players that are shared libraries: `lib:FILE.so`, or any file that ends in `.so`.

use std::sync::Arc;

use joute_catalog::Parameter;
use joute_games::AnyGame;
use joute_referee::Player;
use joute_sandbox::{Command, Sandbox};

use super::file::{inspect, refusal};
use crate::advice::{Advice, Hears, Prints, Reading, Severity, Sign};
use crate::entrant::EntrantError;
use crate::kind::{Kind, KindInfo, MEMORY, Made, Maker, TargetKind};
use crate::line_protocol::LinePlayer;
use crate::locator::Locator;
use crate::sanitizer::Sanitized;
use crate::workshop::{Workshop, identity_of_file};

/// How a library of the Flood course may read its forbidden colours, the usual way first.
pub(super) const FORBIDDEN: &[&str] = &["mask", "letters", "ids"];
/// How it may count the holes of a board.
pub(super) const HOLES: &[&str] = &["kept", "compact"];

const INFO: KindInfo = KindInfo {
    name: "lib",
    summary: "a shared library, with the functions of joute.h or of the Flood course",
    example: "lib:player.so",
    endings: &["so"],
    target: TargetKind::File,
    options: &[
        Parameter {
            name: "forbidden",
            values: "mask, letters or ids",
            default: "mask",
            meaning: "how a library of the Flood course reads its forbidden colours",
        },
        Parameter {
            name: "holes",
            values: "kept or compact",
            default: "kept",
            meaning: "whether a library of the Flood course counts holes as cells or numbers the real cells only",
        },
        MEMORY,
    ],
};

const ADVICE: Advice = Advice {
    prints: Some(Prints {
        severity: Severity::Should,
        what: "the library prints something",
        advice: "remove the printf calls that you used to find mistakes: they cost time and fill the log",
    }),
    signs: &[Sign {
        words: &["undefined symbol"],
        what: "the library calls a function that is nowhere to be found",
        advice: "link everything the library needs into it, and check the spelling of the function that is named (marked with |)",
        ..Sign::LOAD
    }],
    ..Advice::PLAIN
};

/// The functions of the Flood course are told neither a seed nor the time.
const FLOOD_ADVICE: Advice = Advice {
    readings: &[Reading {
        name: "forbidden colours",
        option: "forbidden",
        values: FORBIDDEN,
        game: "flood",
        setup: "graph=square,width=9,colours=6,forbidden=2",
        what: "the library does not understand its forbidden colours as they are given",
    }],
    hears: Hears { seed: false, time: false, positions: true },
    ..ADVICE
};

/// The kind of shared libraries.
pub(crate) struct LibraryKind;

impl Kind for LibraryKind {
    fn info(&self) -> &'static KindInfo {
        &INFO
    }

    fn make(&self, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError> {
        let path = workshop.path(locator);
        let (facts, bytes) = inspect(&path)?;
        let command = workshop.library_host().command(&path, locator, &facts)?;
        let command = match Sanitized::of(&bytes) {
            Some(sanitized) => sanitized.host(command),
            None => command,
        };
        let sandbox = workshop.sandbox()?;
        if facts.needs_gsl {
            workshop.library_host().require_gsl(&sandbox, &path)?;
        }
        let maker = Library { sandbox, command, flood_only: facts.is_flood_only(), advice: advice(&facts) };
        Ok(Made { identity: identity_of_file(locator, path, &bytes, None), maker: Box::new(maker) })
    }

    fn advice(&self) -> &'static Advice {
        &ADVICE
    }
}

fn advice(facts: &super::file::Facts) -> &'static Advice {
    if facts.may_be_flood() { &FLOOD_ADVICE } else { &ADVICE }
}

struct Library {
    sandbox: Arc<Sandbox>,
    command: Command,
    flood_only: bool,
    advice: &'static Advice,
}

impl Maker for Library {
    fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        Ok(Box::new(LinePlayer::of_host(Arc::clone(&self.sandbox), self.command.clone())))
    }

    fn command(&self) -> Option<&Command> {
        Some(&self.command)
    }

    fn refusal(&self, game: &AnyGame) -> Option<String> {
        if self.flood_only { refusal(game) } else { None }
    }

    fn advice(&self) -> Option<&'static Advice> {
        Some(self.advice)
    }
}
