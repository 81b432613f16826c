//! Strategies of the catalogue: `greedy`, `greedy:ties=random`. Their own names are their words before the colon.

use joute_catalog::{BuiltIn, BuiltInEntry, BuiltInError, find_built_in};
use joute_games::AnyGame;
use joute_referee::{Identity, Player};

use crate::entrant::EntrantError;
use crate::kind::{Kind, KindInfo, Made, Maker, TargetKind};
use crate::locator::{Locator, LocatorError, Words, split_options};
use crate::workshop::Workshop;

/// What the kind is called; nobody writes it.
pub(crate) const NAME: &str = "built-in";

/// The kind of the built-in players.
#[derive(Debug)]
pub(crate) struct BuiltInKind;

const INFO: KindInfo = KindInfo {
    name: NAME,
    summary: "a strategy of the catalogue, with parameters behind a colon",
    example: "greedy:ties=random",
    endings: &[],
    target: TargetKind::Name,
    options: &[],
};

impl Kind for BuiltInKind {
    fn info(&self) -> &'static KindInfo {
        &INFO
    }

    fn read(&self, text: &str) -> Option<Words> {
        let (text, options) = split_options(text);
        let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
        find_built_in(name)?;
        Some(Words { target: name.to_owned(), parameters: parameters.to_owned(), options })
    }

    fn make(&self, locator: &Locator, _workshop: &Workshop) -> Result<Made, EntrantError> {
        let entry = find_built_in(&locator.target).ok_or(LocatorError::NoTarget(NAME, "greedy"))?;
        let maker = Strategy { entry, parameters: locator.parameters.clone(), locator: locator.to_string() };
        maker.seated()?;
        let identity = Identity {
            name: locator.to_string(),
            locator: locator.to_string(),
            version: format!("joute {}", env!("CARGO_PKG_VERSION")),
            runtime: None,
        };
        Ok(Made { identity, maker: Box::new(maker) })
    }
}

struct Strategy {
    entry: &'static BuiltInEntry,
    parameters: String,
    locator: String,
}

impl Strategy {
    fn seated(&self) -> Result<BuiltIn, EntrantError> {
        BuiltIn::new(self.entry, &self.parameters).map_err(|error| self.refused(error))
    }

    fn refused(&self, error: BuiltInError) -> EntrantError {
        EntrantError::BuiltIn(self.locator.clone(), error)
    }
}

impl Maker for Strategy {
    fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        Ok(Box::new(self.seated()?))
    }

    fn is_deterministic(&self, game: &AnyGame) -> Result<bool, EntrantError> {
        self.seated()?.is_deterministic_at(game).map_err(|error| self.refused(error))
    }
}
