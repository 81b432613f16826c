//! Looking for values: contests between two sets of them move them towards the better one, batch by batch.

use std::sync::atomic::{AtomicBool, Ordering};

use joute_games::random::Seed;
use joute_players::Entrant;
use joute_tournament::tuning::{Probe, Spsa};

use super::contest::{Contest, Ring};
use super::{Heard, TuneError, TuningNews, TuningPlan, Waypoint};

/// Values being looked for.
pub(super) struct Search<'a> {
    plan: &'a TuningPlan<'a>,
    stop: &'a AtomicBool,
    heard: Heard<'a>,
    pub(super) spsa: Spsa,
    pub(super) way: Vec<Waypoint>,
    pub(super) games: u32,
    pub(super) faults: (u32, Option<String>),
}

impl<'a> Search<'a> {
    pub(super) fn new(plan: &'a TuningPlan<'a>, stop: &'a AtomicBool, heard: Heard<'a>) -> Search<'a> {
        let parameters = plan.tunable.parameters().to_vec();
        let spsa = Spsa::new(parameters, plan.options, Seed(plan.seed).purpose("tune"));
        let way = vec![Waypoint { games: 0, values: spsa.position() }];
        Search { plan, stop, heard, spsa, way, games: 0, faults: (0, None) }
    }

    pub(super) fn is_open(&self) -> bool {
        self.spsa.done() < self.plan.options.probes && !self.stop.load(Ordering::Relaxed)
    }

    /// Holds the next contests and learns from them, if all of them were held.
    pub(super) fn hold_batch(&mut self) -> Result<(), TuneError> {
        let probes = self.spsa.next_probes(self.plan.batch.max(1));
        let sides = probes.iter().map(|probe| self.sides(probe)).collect::<Result<Vec<[Entrant; 2]>, TuneError>>()?;
        let ring = Ring::new(self.plan, self.plan.tuning_seed(), self.plan.starts, self.stop);
        let first = probes.first().map_or(0, |probe| probe.number);
        // The first board of a match is where the game usually begins, which is left to the test.
        let contest = |at: u64| Contest { board: first + at + 1, sides: &sides[at as usize] };
        let mut results: Vec<(Probe, f64)> = Vec::new();
        ring.hold(0..probes.len() as u64, &contest, |held| {
            self.games += held.games;
            held.count_faults(&mut self.faults);
            results.push((probes[results.len()].clone(), held.result()));
            let news = TuningNews { records: &held.records, games: self.games, tested: None, spsa: &self.spsa };
            (self.heard)(&news)?;
            Ok(true)
        })?;
        self.complain_of_faults()?;
        if results.len() == probes.len() {
            self.spsa.learn(&results);
            self.way.push(Waypoint { games: self.games, values: self.spsa.position() });
        }
        Ok(())
    }

    fn sides(&self, probe: &Probe) -> Result<[Entrant; 2], TuneError> {
        let [plus, minus] = &probe.sides;
        Ok([self.plan.entrant(plus)?, self.plan.entrant(minus)?])
    }

    fn complain_of_faults(&self) -> Result<(), TuneError> {
        match &self.faults {
            (count, Some(fault)) if *count == self.games => {
                Err(TuneError::Faults { games: self.games, fault: fault.clone() })
            }
            _ => Ok(()),
        }
    }
}
