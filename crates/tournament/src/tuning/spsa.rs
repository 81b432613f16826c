//! Simultaneous perturbation stochastic approximation (Spall 1992): the way engine authors tune many numbers at once.
//!
//! A probe moves every parameter a little up or down, at random and all at once, and lets that side play the one that is
//! moved the other way. Whatever the number of parameters, the result of that one contest says in which direction the values
//! go. Of `n` probes the `k`-th, from 1, perturbs each parameter by `c(k) = c (n / k)^0.101` of its range, where `c` is the
//! perturbation at the end, and a result `r` from -1 to 1 moves it by `r a(k) / c(k)` of its range, where `a(k)` falls as
//! `(n / 10 + k)^-0.602`. Its size is such that somebody who wins every contest with one parameter on one side would move that
//! by `reach` ranges in all: values can come from anywhere to anywhere, and the more probes there are, the less each of
//! them counts and the less of their noise stays. Values are rounded at random to those that a parameter may have, both sides of a
//! probe alike, so that on average they are where they should be. What is found is the mean of the second half of
//! the way, in which noise cancels out.

use joute_games::random::{Generator, Seed};

use super::{Parameter, Values};

/// How perturbations shrink, as Spall advises.
const PERTURBATION_FALL: f64 = 0.101;
/// How the gains shrink.
const GAIN_FALL: f64 = 0.602;
/// The share of all probes that keeps the first gains from being too large.
const STABILITY: f64 = 0.1;
/// The smallest perturbation, in steps of a parameter: away from the ends of its range the two sides always differ.
const LEAST_PERTURBATION: f64 = 0.5;

/// How far values are perturbed and moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpsaOptions {
    /// How many probes there will be.
    pub probes: u64,
    /// The perturbation at the end, as a share of a range.
    pub perturbation: f64,
    /// How many ranges values could move in all.
    pub reach: f64,
}

impl SpsaOptions {
    /// The perturbation unless something else is said: a tenth of a range.
    pub const PERTURBATION: f64 = 0.1;

    /// The usual options for so many probes: a reach of 6 ranges for 100 of them, 10 for 500, 15 for 2000.
    pub fn for_probes(probes: u64) -> SpsaOptions {
        let reach = 1.5 * (probes as f64).powf(0.3);
        SpsaOptions { probes, perturbation: SpsaOptions::PERTURBATION, reach }
    }

    /// The perturbation of a probe, as a share of a range, which is never more than half of it.
    fn perturbation(&self, probe: u64) -> f64 {
        let left = self.probes.max(1) as f64 / (probe + 1) as f64;
        (self.perturbation * left.powf(PERTURBATION_FALL)).min(0.5)
    }

    /// How far the best result of a probe moves values, as a share of a range, up to a factor.
    fn relative_move(&self, probe: u64) -> f64 {
        let at = STABILITY * self.probes as f64 + (probe + 1) as f64;
        at.powf(-GAIN_FALL) / self.perturbation(probe)
    }
}

/// A contest to be held: the same player with two sets of values.
#[derive(Debug, Clone, PartialEq)]
pub struct Probe {
    /// Which one it is, from 0; the boards are chosen by it.
    pub number: u64,
    /// The values of both sides.
    pub sides: [Values; 2],
}

/// Values on their way.
#[derive(Debug, Clone)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    options: SpsaOptions,
    seed: Seed,
    /// Where each parameter is, between the numbers of its values.
    at: Vec<f64>,
    /// Trials that were learned from.
    done: u64,
    /// The factor of all moves.
    factor: f64,
    /// The sum of where each parameter was after the probes of the second half, and how many of them there were.
    second_half: (Vec<f64>, u64),
}

impl Spsa {
    /// Nothing is learned yet. Everything random comes from the seed.
    pub fn new(parameters: Vec<Parameter>, options: SpsaOptions, seed: Seed) -> Spsa {
        let all: f64 = (0..options.probes).map(|probe| options.relative_move(probe)).sum();
        let at: Vec<f64> = parameters.iter().map(|parameter| f64::from(parameter.start())).collect();
        let second_half = (vec![0.0; at.len()], 0);
        Spsa { parameters, options, seed, at, done: 0, factor: options.reach / all, second_half }
    }

    /// The next contests, at most so many; none when all have been held. They do not depend on each other's results.
    pub fn next_probes(&self, most: u64) -> Vec<Probe> {
        let end = self.done.saturating_add(most).min(self.options.probes);
        (self.done..end).map(|number| self.probe(number)).collect()
    }

    fn probe(&self, number: u64) -> Probe {
        let mut generator = self.seed.purpose("perturbation").child(number).generator();
        let mut sides = [Values::new(), Values::new()];
        for (parameter, at) in self.parameters.iter().zip(&self.at) {
            let last = f64::from(parameter.last());
            let size = (self.options.perturbation(number) * last).max(LEAST_PERTURBATION);
            let size = if generator.below(2) == 0 { size } else { -size };
            let rounding = share(&mut generator);
            for (values, place) in sides.iter_mut().zip([at + size, at - size]) {
                // It fits: between 0 and a number that does.
                values.push((place + rounding).floor().clamp(0.0, last) as u32);
            }
        }
        Probe { number, sides }
    }

    /// Moves the values by what came of contests: how much better the first side did, from -1 to 1.
    pub fn learn(&mut self, results: &[(Probe, f64)]) {
        for (probe, result) in results {
            self.move_by(probe, result.clamp(-1.0, 1.0));
            self.done = self.done.max(probe.number + 1);
            if probe.number >= self.options.probes / 2 {
                let (sums, count) = &mut self.second_half;
                sums.iter_mut().zip(&self.at).for_each(|(sum, at)| *sum += at);
                *count += 1;
            }
        }
    }

    fn move_by(&mut self, probe: &Probe, result: f64) {
        let perturbation = self.options.perturbation(probe.number);
        let share = self.factor * self.options.relative_move(probe.number) * result;
        let [plus, minus] = &probe.sides;
        for (index, at) in self.at.iter_mut().enumerate() {
            let last = f64::from(self.parameters[index].last());
            let size = (perturbation * last).max(LEAST_PERTURBATION);
            // At an end of its range a parameter was moved less than it should have been, and says so much less.
            let direction = (f64::from(plus[index]) - f64::from(minus[index])) / (2.0 * size);
            *at = (*at + share * direction * last).clamp(0.0, last);
        }
    }

    /// Trials that were learned from.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Where the parameters are now, as numbers that a parameter need not be able to have.
    pub fn position(&self) -> Vec<f64> {
        self.parameters.iter().zip(&self.at).map(|(parameter, at)| parameter.value(*at)).collect()
    }

    /// The best values as far as is known.
    pub fn found(&self) -> Values {
        let (sums, count) = &self.second_half;
        let mean = |index: usize| if *count > 0 { sums[index] / *count as f64 } else { self.at[index] };
        // They fit: all are between 0 and a number that does.
        (0..self.at.len()).map(|index| mean(index).round() as u32).collect()
    }
}

/// A number from 0 to below 1.
fn share(generator: &mut Generator) -> f64 {
    (generator.bits() >> 11) as f64 / (1_u64 << 53) as f64
}
