//! The kinds of engines, one for each protocol.

use std::sync::Arc;

use joute_catalog::Parameter;
use joute_games::AnyGame;
use joute_referee::Player;
use joute_sandbox::{Command, Sandbox};

use super::{Dialect, EnginePlayer, gtp, nboard, othello_refusal, uci};
use crate::advice::{Advice, Hears};
use crate::conversation::Tap;
use crate::entrant::EntrantError;
use crate::kind::{ENVIRONMENT, FOLDER, KEEP, Kind, KindInfo, MEMORY, Made, Maker, TargetKind};
use crate::locator::{Locator, LocatorError};
use crate::workshop::Workshop;

const DEPTH: Parameter = Parameter {
    name: "depth",
    values: "a whole number from 1",
    default: "10 over NBoard, none over UCI",
    meaning: "how many plies the engine is told to look ahead",
};

/// Engines are told commands of their protocol, and no seed.
const ADVICE: Advice = Advice {
    hears: Hears { seed: false, time: true, positions: true },
    seat: "check-seat-engine",
    ready: "check-ready-engine",
    ..Advice::PLAIN
};

/// Othello engines that speak NBoard.
pub(crate) const NBOARD: EngineKind = EngineKind {
    info: &KindInfo {
        name: "nboard",
        summary: "an Othello engine that speaks NBoard (docs/engines.md)",
        example: "nboard:./edax -nboard",
        endings: &[],
        target: TargetKind::Engine,
        options: &[DEPTH, KEEP, MEMORY, FOLDER, ENVIRONMENT],
    },
    advice: &ADVICE,
    dialect: |locator| {
        let depth = locator.number("depth")?;
        Ok(Box::new(move || Box::new(nboard::Nboard::new(depth))))
    },
    refusal: |game, _| othello_refusal(game),
};

/// Othello engines that speak GTP.
pub(crate) const GTP: EngineKind = EngineKind {
    info: &KindInfo {
        name: "gtp",
        summary: "an Othello engine that speaks GTP (docs/engines.md)",
        example: "gtp:gtp-rhino",
        endings: &[],
        target: TargetKind::Engine,
        options: &[
            Parameter {
                name: "level",
                values: "a whole number from 1",
                default: "the engine's own",
                meaning: "the level it is told, if it knows the GTP command `level`",
            },
            KEEP,
            MEMORY,
            FOLDER,
            ENVIRONMENT,
        ],
    },
    advice: &Advice { hears: Hears { positions: false, ..ADVICE.hears }, ..ADVICE },
    dialect: |locator| {
        let level = locator.number("level")?;
        Ok(Box::new(move || Box::new(gtp::Gtp::new(level))))
    },
    refusal: |game, _| othello_refusal(game),
};

/// Oware engines that speak their dialect of UCI.
pub(crate) const UCI: EngineKind = EngineKind {
    info: &KindInfo {
        name: "uci",
        summary: "an Awalé engine that speaks the UCI of Oware programs (docs/engines.md)",
        example: "uci:./aalina",
        endings: &[],
        target: TargetKind::Engine,
        options: &[
            Parameter {
                name: "rules",
                values: "abapa, awari, francois or kalah",
                default: "abapa",
                meaning: "which rules the engine plays",
            },
            DEPTH,
            KEEP,
            MEMORY,
            FOLDER,
            ENVIRONMENT,
        ],
    },
    advice: &ADVICE,
    dialect: |locator| {
        uci::rules_of(locator)?;
        let depth = locator.number("depth")?;
        Ok(Box::new(move || Box::new(uci::Uci::new(depth))))
    },
    refusal: uci::refusal,
};

/// Begins conversations in the protocol of an engine.
type MakeDialect = Box<dyn Fn() -> Box<dyn Dialect> + Send + Sync>;

/// A protocol as a kind of player.
pub(crate) struct EngineKind {
    info: &'static KindInfo,
    advice: &'static Advice,
    /// Reads the options that are the protocol's own.
    dialect: fn(&Locator) -> Result<MakeDialect, LocatorError>,
    /// Why an engine of the locator does not play a game.
    refusal: fn(&AnyGame, &Locator) -> Option<String>,
}

impl Kind for EngineKind {
    fn info(&self) -> &'static KindInfo {
        self.info
    }

    fn make(&self, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError> {
        let (command, identity) = workshop.command(locator)?;
        let maker = Engine {
            dialect: (self.dialect)(locator)?,
            keep: locator.switch("keep")?,
            sandbox: workshop.sandbox()?,
            command,
            locator: locator.clone(),
            refusal: self.refusal,
            tap: workshop.tap(&identity),
        };
        Ok(Made { identity, maker: Box::new(maker) })
    }

    fn advice(&self) -> &'static Advice {
        self.advice
    }
}

struct Engine {
    sandbox: Arc<Sandbox>,
    command: Command,
    keep: bool,
    dialect: MakeDialect,
    locator: Locator,
    refusal: fn(&AnyGame, &Locator) -> Option<String>,
    tap: Option<Tap>,
}

impl Maker for Engine {
    fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        let sandbox = Arc::clone(&self.sandbox);
        let player = EnginePlayer::new(sandbox, self.command.clone(), self.keep, (self.dialect)());
        Ok(Box::new(player.recorded(self.tap.clone())))
    }

    fn command(&self) -> Option<&Command> {
        Some(&self.command)
    }

    fn refusal(&self, game: &AnyGame) -> Option<String> {
        (self.refusal)(game, &self.locator)
    }
}
