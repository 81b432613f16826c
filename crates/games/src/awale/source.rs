//! Where a game's rules come from: constants for the named sets on the standard board, a value for all others.

use std::fmt::Debug;
use std::hash::Hash;

use joute_messages::message;

use super::row::Row;
use super::rules::Rules;
use super::setup::Setup;
use super::sowing::{Harvest, Sowing, Table};
use crate::error::SetupError;

/// The rules and the size of the board. For the named sets all of it is constant and costs nothing.
///
/// The sources are the ones below: nobody else can make a [`Sowing`] or a [`Harvest`].
pub trait RuleSource: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// A word with room for a row and its store.
    type Row: Row;

    /// The source for a setup, if it can serve it.
    fn of(setup: &Setup) -> Result<Self, SetupError>;

    /// The rules.
    fn rules(self) -> Rules;

    /// Pits of each row.
    fn pits(self) -> u32;

    /// All seeds of the game.
    fn total(self) -> u32;

    /// What sowing so many seeds from this pit does. A pit that is not on the board gives nonsense.
    fn sowing(self, pit: u32, seeds: u32) -> Sowing<Self::Row>;

    /// What sowing so many seeds from this pit may gain. A pit that is not on the board gives nonsense.
    fn harvest(self, pit: u32, seeds: u32) -> Harvest<Self::Row>;
}

macro_rules! named {
    ($(#[$doc:meta])* $name:ident, $rules:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name;

        impl RuleSource for $name {
            type Row = u64;

            fn of(setup: &Setup) -> Result<$name, SetupError> {
                if setup.rules == $rules && setup.is_standard_board() {
                    return Ok($name);
                }
                let name = $rules.name().unwrap_or_default();
                Err(SetupError::Impossible(message!("error-not-standard-board", setup = setup.to_string(), rules = name)))
            }

            #[inline(always)]
            fn rules(self) -> Rules {
                $rules
            }

            #[inline(always)]
            fn pits(self) -> u32 {
                Setup::STANDARD_PITS
            }

            #[inline(always)]
            fn total(self) -> u32 {
                2 * Setup::STANDARD_PITS * Setup::STANDARD_SEEDS
            }

            #[inline(always)]
            fn sowing(self, pit: u32, seeds: u32) -> Sowing<u64> {
                static TABLE: Table<Sowing<u64>> = Table::of_sowings($rules);
                TABLE.get(pit, seeds)
            }

            #[inline(always)]
            fn harvest(self, pit: u32, seeds: u32) -> Harvest<u64> {
                static TABLE: Table<Harvest<u64>> = Table::of_harvests($rules);
                TABLE.get(pit, seeds)
            }
        }
    };
}

named!(
    /// [`Rules::ABAPA`] on the standard board.
    Abapa, Rules::ABAPA
);
named!(
    /// [`Rules::AWARI`] on the standard board.
    Awari, Rules::AWARI
);
named!(
    /// [`Rules::FRANCOIS`] on the standard board.
    Francois, Rules::FRANCOIS
);
named!(
    /// [`Rules::KALAH`] on the standard board.
    Kalah, Rules::KALAH
);

/// Any rules on any board, known only at run time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Custom {
    rules: Rules,
    pits: u8,
    total: u8,
}

impl RuleSource for Custom {
    type Row = u128;

    fn of(setup: &Setup) -> Result<Custom, SetupError> {
        setup.check()?;
        Ok(Custom { rules: setup.rules, pits: setup.pits as u8, total: setup.total() as u8 })
    }

    #[inline]
    fn rules(self) -> Rules {
        self.rules
    }

    #[inline]
    fn pits(self) -> u32 {
        u32::from(self.pits)
    }

    #[inline]
    fn total(self) -> u32 {
        u32::from(self.total)
    }

    fn sowing(self, pit: u32, seeds: u32) -> Sowing<u128> {
        Sowing::by_hand(self.rules, self.pits(), pit, seeds)
    }

    fn harvest(self, pit: u32, seeds: u32) -> Harvest<u128> {
        Harvest::by_hand(self.rules, self.pits(), pit, seeds)
    }
}
