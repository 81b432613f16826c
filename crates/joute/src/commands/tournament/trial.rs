//! What is tried out before an event: can a submission be loaded, and in a pair of games, does it print, change its argument
//! or think too long?

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use joute_arena::check::unloadable;
use joute_catalog::{BuiltIn, Source, find_built_in};
use joute_games::random::Seed;
use joute_games::{AnyGame, Side};
use joute_players::{Entrant, Workshop};
use joute_referee::{Conditions, FaultKind, Finished, Identity, MatchRules, Player, duration_text, play_game};

use super::settings::Require;
use crate::failure::{Failure, Result};

/// What the referee of OCaml players notes when a function changes its argument.
const CHANGED: &str = "changed its argument";

pub(super) struct Trial<'a> {
    pub(super) require: &'a Require,
    pub(super) rules: &'a MatchRules,
    pub(super) workshop: &'a Workshop,
    pub(super) source: &'a Source,
    pub(super) seed: u64,
}

impl Trial<'_> {
    /// Why a submission is not let in, if it is not.
    pub(super) fn examine(&self, entrant: &Entrant) -> Result<Option<String>> {
        let start = self.start()?;
        let stop = self.workshop.stop();
        if let Some(fault) = unloadable(self.workshop, entrant, &start, self.rules, &stop) {
            let why = fault.evidence.trim_start_matches("cannot be loaded:").trim_start();
            return Ok(Some(format!("it cannot be loaded: {why}")));
        }
        if self.require.needs_trial() { self.try_games(entrant) } else { Ok(None) }
    }

    fn start(&self) -> Result<AnyGame> {
        self.source.start(Seed(self.seed).purpose("trial").0).map_err(Failure::usage)
    }

    fn try_games(&self, entrant: &Entrant) -> Result<Option<String>> {
        let entry = find_built_in("random").context("there is no random player")?;
        let mut other = BuiltIn::new(entry, "").map_err(Failure::usage)?;
        let mut player = entrant.player().map_err(Failure::usage)?;
        for side in Side::BOTH {
            let finished = self.play(&mut *player, &mut other, side)?;
            let (last_words, printed) = (player.take_log(), player.first_print());
            if let Some(reason) = self.judge(&finished, side, last_words, printed) {
                return Ok(Some(reason));
            }
        }
        Ok(None)
    }

    fn play<'p>(&self, player: &'p mut dyn Player, other: &'p mut dyn Player, side: Side) -> Result<Finished> {
        let (seed, start) = (Seed(self.seed).purpose("trial"), self.start()?);
        let rules = MatchRules { time: self.require.time.or(self.rules.time), ..self.rules.clone() };
        let conditions = Conditions {
            rules: &rules,
            seed,
            identities: &[Identity::default(), Identity::default()],
            prefix: &[],
            stop: &AtomicBool::new(false),
            labels: &BTreeMap::new(),
        };
        let seats = if side == Side::First { [player, other] } else { [other, player] };
        Ok(play_game(start, seats, &conditions, None))
    }

    fn judge(
        &self,
        finished: &Finished,
        side: Side,
        last_words: Option<String>,
        printed: Option<String>,
    ) -> Option<String> {
        let own = finished.plies.iter().filter(|ply| ply.side == side);
        let logs: Vec<String> = own.filter_map(|ply| ply.details.as_ref()?.log.clone()).chain(last_words).collect();
        let changed = logs.iter().any(|log| log.contains(CHANGED));
        if self.require.unchanged && changed {
            return Some("it changes its argument".to_owned());
        }
        if let Some(line) = printed.filter(|_| self.require.silent) {
            return Some(format!("it prints: {}", line.chars().take(80).collect::<String>()));
        }
        let limit = self.require.time?;
        let too_long =
            matches!(finished.ending.fault(), Some((by, fault)) if by == side && fault.kind == FaultKind::Overtime);
        too_long.then(|| format!("it thinks for longer than {} in a game", duration_text(limit)))
    }
}
