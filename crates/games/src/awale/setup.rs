//! The setup of a game: rules, pits and seeds, and the text they are written as.

use std::fmt;

use joute_messages::message;

use super::rules::{End, Feed, GrandSlam, Opposite, Origin, Repetition, Rest, Rules, Store};
use crate::error::SetupError;
use crate::game::SetupKey;
use crate::setup::{Files, GameSetup, Pairs};

/// The most pits a row can have.
pub const MOST_PITS: u32 = 12;

/// The most seeds a board can have: all of them fit into the byte of one pit.
pub const LARGEST_TOTAL: u32 = 255;

/// Rules, pits and seeds.
///
/// The text names the set of rules that differs in the fewest fields and then the fields that differ from it:
/// equal setups have equal texts, however they were first written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// Pits of each row, 1 to [`MOST_PITS`].
    pub pits: u32,
    /// Seeds in each pit at the start; all together at most [`LARGEST_TOTAL`].
    pub seeds: u32,
}

impl Setup {
    pub(super) const STANDARD_PITS: u32 = 6;
    pub(super) const STANDARD_SEEDS: u32 = 4;

    /// These rules on the standard board of 6 pits a side with 4 seeds each.
    pub const fn standard(rules: Rules) -> Setup {
        Setup { rules, pits: Setup::STANDARD_PITS, seeds: Setup::STANDARD_SEEDS }
    }

    /// All seeds of the game.
    pub fn total(&self) -> u32 {
        self.pits.saturating_mul(self.seeds).saturating_mul(2)
    }

    pub(super) fn is_standard_board(&self) -> bool {
        (self.pits, self.seeds) == (Setup::STANDARD_PITS, Setup::STANDARD_SEEDS)
    }

    /// Refuses what the board cannot hold; the fields are open to all.
    pub(super) fn check(&self) -> Result<(), SetupError> {
        if !(1..=MOST_PITS).contains(&self.pits) || self.seeds == 0 || self.total() > LARGEST_TOTAL {
            return Err(SetupError::Impossible(message!(
                "error-awale-board-size",
                pits = self.pits,
                seeds = self.seeds,
                most_pits = MOST_PITS,
                most_seeds = LARGEST_TOTAL
            )));
        }
        Ok(())
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::standard(Rules::default())
    }
}

const STORES: [(&str, Store); 3] = [("skipped", Store::Skipped), ("sown", Store::Sown), ("again", Store::Again)];
const ORIGINS: [(&str, Origin); 2] = [("skipped", Origin::Skipped), ("sown", Origin::Sown)];
const CHAINS: [(&str, bool); 2] = [("yes", true), ("no", false)];
const OPPOSITES: [(&str, Opposite); 3] =
    [("never", Opposite::Never), ("always", Opposite::Always), ("from-empty", Opposite::FromEmpty)];
const GRAND_SLAMS: [(&str, GrandSlam); 9] = [
    ("nothing", GrandSlam::Nothing),
    ("illegal-unless-forced", GrandSlam::IllegalUnlessForced),
    ("undo", GrandSlam::Undo),
    ("illegal", GrandSlam::Illegal),
    ("legal", GrandSlam::Legal),
    ("opponent-takes-rest", GrandSlam::OpponentTakesRest),
    ("leave-first", GrandSlam::LeaveFirst),
    ("leave-last", GrandSlam::LeaveLast),
    ("share", GrandSlam::Share),
];
const UNDOS: [(&str, GrandSlam); 2] = [("pass", GrandSlam::Undo), ("illegal", GrandSlam::Illegal)];
const FEEDS: [(&str, Feed); 3] = [("must", Feed::Must), ("if-possible", Feed::IfPossible), ("free", Feed::Free)];
const ENDS: [(&str, End); 3] = [("majority", End::Majority), ("empty-row", End::EmptyRow), ("no-move", End::NoMove)];
const RESTS: [(&str, Rest); 4] =
    [("own-row", Rest::OwnRow), ("opponent", Rest::Opponent), ("split", Rest::Split), ("nobody", Rest::Nobody)];
const REPETITIONS: [(&str, Repetition); 4] = [
    ("own-row", Repetition::OwnRow),
    ("split", Repetition::Split),
    ("nobody", Repetition::Nobody),
    ("play-on", Repetition::PlayOn),
];

/// Shortens the table of keys; what is not said comes from the named rules.
const fn key(key: &'static str, values: &'static str) -> SetupKey {
    SetupKey { key, values, default: "as in rules" }
}

/// The keys of a setup, in the order of its text.
pub(super) const KEYS: &[SetupKey] = &[
    SetupKey { key: "rules", values: "abapa, awari, francois, kalah", default: "abapa" },
    SetupKey { key: "pits", values: "1 to 12", default: "6" },
    SetupKey { key: "seeds", values: "1 to 127, at most 255 seeds in all", default: "4" },
    key("store", "skipped, sown, again"),
    key("origin", "skipped, sown"),
    key("chain", "yes, no"),
    key("opposite", "never, always, from-empty"),
    key(
        "grand-slam",
        "nothing, illegal-unless-forced, undo, illegal, legal, opponent-takes-rest, leave-first, leave-last, share",
    ),
    key("undo", "pass, illegal"),
    key("feed", "must, if-possible, free"),
    key("end", "majority, empty-row, no-move"),
    key("rest", "own-row, opponent, split, nobody"),
    key("repetition", "own-row, split, nobody, play-on"),
];

impl GameSetup for Setup {
    fn parse(text: &str, _files: &dyn Files) -> Result<Setup, SetupError> {
        let pairs = Pairs::parse(text, KEYS)?;
        let base = pairs.choice("rules", &Rules::NAMED)?;
        let setup = Setup {
            rules: read_rules(&pairs, base)?,
            pits: pairs.number("pits", Setup::STANDARD_PITS, 1..=MOST_PITS)?,
            seeds: pairs.number("seeds", Setup::STANDARD_SEEDS, 1..=LARGEST_TOTAL / 2)?,
        };
        setup.check()?;
        Ok(setup)
    }
}

fn read_rules(pairs: &Pairs<'_>, base: Rules) -> Result<Rules, SetupError> {
    if pairs.get("undo").is_some() && pairs.get("grand-slam").is_some() {
        return Err(SetupError::Impossible(message!("error-undo-and-grand-slam")));
    }
    let undo = changed(pairs, "undo", &UNDOS, base.grand_slam)?;
    Ok(Rules {
        store: changed(pairs, "store", &STORES, base.store)?,
        origin: changed(pairs, "origin", &ORIGINS, base.origin)?,
        chain: changed(pairs, "chain", &CHAINS, base.chain)?,
        opposite: changed(pairs, "opposite", &OPPOSITES, base.opposite)?,
        grand_slam: changed(pairs, "grand-slam", &GRAND_SLAMS, undo)?,
        feed: changed(pairs, "feed", &FEEDS, base.feed)?,
        end: changed(pairs, "end", &ENDS, base.end)?,
        rest: changed(pairs, "rest", &RESTS, base.rest)?,
        repetition: changed(pairs, "repetition", &REPETITIONS, base.repetition)?,
    })
}

/// The value of a key if it was given, else what it was.
fn changed<T: Copy>(pairs: &Pairs<'_>, key: &str, choices: &[(&str, T)], base: T) -> Result<T, SetupError> {
    match pairs.get(key) {
        None => Ok(base),
        Some(_) => pairs.choice(key, choices),
    }
}

/// The fields of `rules` that differ from `base`, as key and value.
fn differences(rules: Rules, base: Rules) -> Vec<(&'static str, &'static str)> {
    let Rules { store, origin, chain, opposite, grand_slam, feed, end, rest, repetition } = rules;
    [
        difference("store", &STORES, store, base.store),
        difference("origin", &ORIGINS, origin, base.origin),
        difference("chain", &CHAINS, chain, base.chain),
        difference("opposite", &OPPOSITES, opposite, base.opposite),
        difference("grand-slam", &GRAND_SLAMS, grand_slam, base.grand_slam),
        difference("feed", &FEEDS, feed, base.feed),
        difference("end", &ENDS, end, base.end),
        difference("rest", &RESTS, rest, base.rest),
        difference("repetition", &REPETITIONS, repetition, base.repetition),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn difference<T: PartialEq>(
    key: &'static str,
    choices: &[(&'static str, T)],
    value: T,
    base: T,
) -> Option<(&'static str, &'static str)> {
    let found = choices.iter().find(|(_, choice)| *choice == value && *choice != base)?;
    Some((key, found.0))
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, changes) = Rules::NAMED
            .map(|(name, base)| (name, differences(self.rules, base)))
            .into_iter()
            .min_by_key(|(_, changes)| changes.len())
            .unwrap_or_default();
        write!(f, "rules={name}")?;
        if self.pits != Setup::STANDARD_PITS {
            write!(f, ",pits={}", self.pits)?;
        }
        if self.seeds != Setup::STANDARD_SEEDS {
            write!(f, ",seeds={}", self.seeds)?;
        }
        changes.iter().try_for_each(|(key, value)| write!(f, ",{key}={value}"))
    }
}
