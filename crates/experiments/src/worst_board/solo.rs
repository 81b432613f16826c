//! A strategy alone on a board: how many turns it needs until it owns the majority.

use std::borrow::Cow;
use std::sync::atomic::AtomicBool;

use joute_catalog::BuiltIn;
use joute_games::random::Seed;
use joute_games::{AnyGame, Side};
use joute_referee::{ClockView, MatchRules, Player, Said, Turn};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use super::board_space::BoardSpace;
use crate::duel::seat;
use crate::experiment::ExperimentError;

/// Seeds over which a strategy that draws its moves is tried while a search goes on.
pub(super) const TRIED: u64 = 8;
/// Seeds over which it is judged in the end.
pub(super) const JUDGED: u64 = 64;

/// How many turns a strategy needs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Turns {
    /// So many, on average where moves are drawn.
    After(f64),
    /// It never gets there.
    #[serde(serialize_with = "never")]
    Never,
}

fn never<S: serde::Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str("never")
}

impl JsonSchema for Turns {
    fn schema_name() -> Cow<'static, str> {
        "Turns".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "How many turns the strategy needs, on average where moves are drawn; `never` where it never gets there.",
            "anyOf": [{ "type": "number" }, { "const": "never" }],
        })
    }
}

impl Turns {
    /// The number of turns, beyond every number for never.
    pub(super) fn number(self) -> f64 {
        match self {
            Turns::After(turns) => turns,
            Turns::Never => f64::INFINITY,
        }
    }
}

impl std::fmt::Display for Turns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Turns::After(turns) if turns.fract() == 0.0 => write!(f, "{turns}"),
            Turns::After(turns) => write!(f, "{turns:.1}"),
            Turns::Never => f.write_str("never"),
        }
    }
}

/// What a strategy needs on a board, and how slowly it grew: of equal numbers of turns the slower growth is worse.
#[derive(Debug, Clone, Copy)]
pub struct Judged {
    /// The turns.
    pub turns: Turns,
    /// The part of the board it owned on average over its turns.
    owned: f64,
}

impl Judged {
    /// What a board is worth to a search for the worst.
    pub(super) fn worth(&self) -> f64 {
        let turns = match self.turns {
            Turns::After(turns) => turns,
            Turns::Never => 1e6,
        };
        turns + 1.0 - self.owned
    }
}

/// A strategy that plays alone.
pub struct Alone {
    locator: String,
    is_deterministic: bool,
    seed: Seed,
}

impl Alone {
    /// A strategy by its name, checked on the boards of a hunt.
    pub fn new(locator: &str, space: &BoardSpace, seed: u64) -> Result<Alone, ExperimentError> {
        let game = space.game(&space.random(Seed(seed)))?;
        let wrong = |error: joute_catalog::BuiltInError| ExperimentError::Broken(format!("{locator}: {error}"));
        let is_deterministic = seat(locator)?.is_deterministic_at(&game).map_err(wrong)?;
        Ok(Alone { locator: locator.to_owned(), is_deterministic, seed: Seed(seed).purpose("alone") })
    }

    /// What it needs on a board, over so many seeds where it draws its moves.
    pub fn judge(&self, game: &AnyGame, seeds: u64) -> Result<Judged, ExperimentError> {
        let mut player = seat(&self.locator)?;
        if self.is_deterministic {
            return self.play(&mut player, game, self.seed);
        }
        let (mut turns, mut owned) = (0.0, 0.0);
        for number in 0..seeds {
            let judged = self.play(&mut player, game, self.seed.child(number))?;
            match judged.turns {
                Turns::After(some) => turns += some / seeds as f64,
                Turns::Never => return Ok(judged),
            }
            owned += judged.owned / seeds as f64;
        }
        Ok(Judged { turns: Turns::After(turns), owned })
    }

    /// Plays alone until the majority is owned, or until nothing can change any more, or to the cap of the game.
    fn play(&self, player: &mut BuiltIn, start: &AnyGame, seed: Seed) -> Result<Judged, ExperimentError> {
        let (mut game, total) = (start.clone(), f64::from(start.total()));
        let mut owned = 0.0;
        for turn in 0.. {
            let tally = game.tallies()[Side::First];
            if 2 * tally > start.total() {
                return Ok(Judged {
                    turns: Turns::After(f64::from(turn)),
                    owned: owned / f64::from(turn.max(1)) / total,
                });
            }
            if turn >= start.default_cap() || !self.turn(player, &mut game, seed.child(turn.into()), turn == 0)? {
                return Ok(Judged { turns: Turns::Never, owned: f64::from(tally) / total });
            }
            // The same position again, and the same answer for ever.
            let gained = game.tallies()[Side::First] > tally;
            if self.is_deterministic && !gained {
                return Ok(Judged { turns: Turns::Never, owned: f64::from(tally) / total });
            }
            owned += f64::from(game.tallies()[Side::First]);
        }
        Ok(Judged { turns: Turns::Never, owned: 0.0 })
    }

    /// One turn of the strategy and one that the other side lets pass; false when the game is over before it.
    fn turn(
        &self,
        player: &mut BuiltIn,
        game: &mut AnyGame,
        seed: Seed,
        is_first: bool,
    ) -> Result<bool, ExperimentError> {
        if game.is_over() {
            return Ok(false);
        }
        let (rules, stop) = (MatchRules::default(), AtomicBool::new(false));
        let turn = Turn {
            game,
            side: Side::First,
            plies: &[],
            history: &[],
            seed,
            clock: &ClockView { left: [None; 2], move_limit: None },
            deadline: None,
            rules: &rules,
            stop: &stop,
        };
        let failed = |fault: joute_referee::Fault| ExperimentError::Broken(format!("{}: {fault:?}", self.locator));
        if is_first {
            player.open(&turn).map_err(failed)?;
        }
        let Said::Move(code) = player.choose(&turn).map_err(failed)?.said else {
            return Ok(false);
        };
        game.play(code);
        if !game.is_over() {
            game.skip_turn();
        }
        Ok(true)
    }
}
