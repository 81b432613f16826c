//! The kind of players that are shared libraries: `lib:FILE.so`, or any file that ends in `.so`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use joute_catalog::Parameter;
use joute_games::AnyGame;
use joute_referee::{Fault, Player};
use joute_sandbox::{Command, Sandbox};

use super::file::{inspect, refusal};
use crate::advice::{Advice, Hears, Prints, Reading, Severity, Sign, StepName};
use crate::conversation::Tap;
use crate::entrant::EntrantError;
use crate::kind::{Kind, KindInfo, MEMORY, Made, Maker, TargetKind};
use crate::line_protocol::LinePlayer;
use crate::locator::Locator;
use crate::play_back::Partner;
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
        what: "check-library-prints",
        advice: "check-library-prints-advice",
    }),
    signs: &[Sign {
        words: &["undefined symbol"],
        what: "check-library-symbol",
        advice: "check-library-symbol-advice",
        ..Sign::LOAD
    }],
    seat: "check-seat-library",
    ready: "check-ready-library",
    late: "check-late-library",
    ..Advice::PLAIN
};

const FORBIDDEN_READING: Reading = Reading {
    name: StepName::Forbidden,
    option: "forbidden",
    values: FORBIDDEN,
    game: "flood",
    setups: &["graph=square,width=9,colours=6,forbidden=2"],
    what: "check-forbidden",
    one_seat: ("check-forbidden-one-seat", "check-forbidden-one-seat-advice"),
};

const HOLES_READING: Reading = Reading {
    name: StepName::Holes,
    option: "holes",
    values: HOLES,
    game: "flood",
    setups: &["graph=donut,width=9,colours=6", "graph=hgraph,width=9,colours=6"],
    what: "check-holes",
    one_seat: ("check-holes-one-seat", "check-holes-one-seat-advice"),
};

/// The functions of the Flood course are told neither a seed nor the time.
const FLOOD_ADVICE: Advice = Advice {
    readings: &[FORBIDDEN_READING, HOLES_READING],
    hears: Hears { seed: false, time: false, positions: true },
    moves: Some("check-moves-flood"),
    own_text: Some(colour_number),
    seat: "check-seat-flood",
    ..ADVICE
};

/// A colour as the headers of the course number and name it.
fn colour_number(mv: &str) -> Option<String> {
    const COLOURS: [(&str, &str); 8] = [
        ("B", "BLUE"),
        ("R", "RED"),
        ("G", "GREEN"),
        ("Y", "YELLOW"),
        ("O", "ORANGE"),
        ("V", "VIOLET"),
        ("C", "CYAN"),
        ("P", "PINK"),
    ];
    let number = COLOURS.iter().position(|(letter, _)| *letter == mv)?;
    Some(format!("{number}, {}", COLOURS[number].1))
}

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
        let identity = identity_of_file(locator, path, &bytes, None);
        let (flood_only, advice, tap) = (facts.is_flood_only(), advice(&facts), workshop.tap(&identity));
        Ok(Made { identity, maker: Box::new(Library { sandbox, command, flood_only, advice, tap }) })
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
    tap: Option<Tap>,
}

impl Maker for Library {
    fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        let player = LinePlayer::of_host(Arc::clone(&self.sandbox), self.command.clone());
        Ok(Box::new(player.recorded(self.tap.clone())))
    }

    fn command(&self) -> Option<&Command> {
        Some(&self.command)
    }

    fn partner(&self, _stop: &AtomicBool) -> Result<Option<Partner>, Fault> {
        let (sandbox, command) = (Arc::clone(&self.sandbox), self.command.clone());
        Ok(Some(Partner { sandbox, command, is_apart: true }))
    }

    fn refusal(&self, game: &AnyGame) -> Option<String> {
        if self.flood_only { refusal(game) } else { None }
    }

    fn advice(&self) -> Option<&'static Advice> {
        Some(self.advice)
    }
}
