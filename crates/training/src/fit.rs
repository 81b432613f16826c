//! Least squares by conjugate gradients, phase by phase: what every content of every shape is worth.
//!
//! Phases are fitted from the last to the first, each drawn towards the one after it where there is little to learn from.
//! A phase also learns from positions just before and after it, which count for less. The weights kept are those with the
//! least error on the games of a year that nothing is learnt from.

use anyhow::Result;
use joute_search::othello::engine::{DISC, MOBILITIES, PHASES, Patterns, RawWeights, mobility, phase_of};

use crate::data::Data;
use crate::sample::{Origin, Sample};

/// How many samples' worth of doubt each weight has.
const RIDGE: f32 = 6.0;

/// What a sample counts: people's games come to much that is not in the position.
fn trust(sample: &Sample) -> f32 {
    match (sample.origin, sample.year) {
        (Origin::Exact, _) | (_, 0) => 1.0,
        _ => 0.2,
    }
}

/// What positions so many plies outside a phase count.
const OUTSIDE: [f32; 4] = [1.0, 0.6, 0.35, 0.15];

/// Rounds at most, and rounds without gain after which fitting ends.
const ROUNDS: usize = 40;
const PATIENCE: usize = 4;

/// The samples of one phase as the numbers of their weights.
struct Rows {
    /// Features of a row one after the other.
    features: Vec<u32>,
    targets: Vec<f32>,
    counts: Vec<f32>,
    width: usize,
}

/// How the parameters of a phase are numbered: contents, then mobility, then constants.
struct Numbering {
    contents: usize,
}

impl Numbering {
    fn mobility(&self, whose: usize, moves: u32) -> u32 {
        (self.contents + whose * MOBILITIES) as u32 + moves.min(MOBILITIES as u32 - 1)
    }
    fn constant(&self, empties: u32) -> u32 {
        (self.contents + 2 * MOBILITIES) as u32 + empties
    }
    fn len(&self) -> usize {
        self.contents + 2 * MOBILITIES + 61
    }
}

impl Rows {
    fn of(samples: &[Sample], phase: usize, numbering: &Numbering) -> Rows {
        let patterns = Patterns::get();
        let width = patterns.count_places() + 3;
        let mut rows = Rows { features: Vec::new(), targets: Vec::new(), counts: Vec::new(), width };
        let mut found = Vec::new();
        for sample in samples {
            let empties = sample.board.count_empties();
            let Some(count) = OUTSIDE.get(distance(phase, empties)) else { continue };
            patterns.weights_of(sample.board, &mut found);
            rows.features.extend(&found);
            let [own, their] = mobility(sample.board);
            rows.features.extend([
                numbering.mobility(0, own),
                numbering.mobility(1, their),
                numbering.constant(empties),
            ]);
            rows.targets.push(f32::from(sample.score));
            rows.counts.push(*count * trust(sample));
        }
        rows
    }

    fn iter(&self) -> impl Iterator<Item = (&[u32], f32, f32)> {
        let values = self.targets.iter().zip(&self.counts);
        self.features.chunks_exact(self.width).zip(values).map(|(row, (target, count))| (row, *target, *count))
    }

    /// The mean squared error, rows outside the phase counting for less.
    fn error(&self, weights: &[f32]) -> f64 {
        let (mut sum, mut counted) = (0.0, 0.0);
        for (row, target, count) in self.iter() {
            sum += f64::from(count) * f64::from(predicted(row, weights) - target).powi(2);
            counted += f64::from(count);
        }
        sum / f64::max(counted, 1.0)
    }
}

fn predicted(row: &[u32], weights: &[f32]) -> f32 {
    row.iter().map(|feature| weights[*feature as usize]).sum()
}

/// How many plies a number of empty squares is outside a phase.
fn distance(phase: usize, empties: u32) -> usize {
    let reach = 0..OUTSIDE.len() as u32;
    let is_near = |plies: &u32| {
        let at = |empties: u32| phase_of(empties) == phase;
        at(empties.saturating_sub(*plies)) || empties + plies <= 60 && at(empties + plies)
    };
    reach.into_iter().find(is_near).map_or(usize::MAX, |plies| plies as usize)
}

/// Fits all phases.
pub(crate) fn run(data: &Data) -> Result<RawWeights> {
    let mut raw = RawWeights::zero();
    let numbering = Numbering { contents: Patterns::get().count_weights() };
    let mut weights = vec![0.0; numbering.len()];
    for phase in (0..PHASES).rev() {
        let train = Rows::of(&data.train, phase, &numbering);
        let check = Rows::of(&data.check, phase, &numbering);
        weights = fit(&train, &check, weights, phase);
        keep(&mut raw, &weights, phase, &numbering);
    }
    Ok(raw)
}

/// Conjugate gradients, preconditioned by how often each weight occurs.
fn fit(train: &Rows, check: &Rows, start: Vec<f32>, phase: usize) -> Vec<f32> {
    let mut weights = start.clone();
    let mut scale = vec![RIDGE; weights.len()];
    let mut residual = vec![0.0_f32; weights.len()];
    for (row, target, count) in train.iter() {
        let error = count * (target - predicted(row, &weights));
        for feature in row {
            residual[*feature as usize] += error;
            scale[*feature as usize] += count;
        }
    }
    let mut direction: Vec<f32> = residual.iter().zip(&scale).map(|(residual, scale)| residual / scale).collect();
    let mut energy = dot(&residual, &direction);
    let (mut best, mut best_error, mut best_round) = (weights.clone(), check.error(&weights), 0);
    for round in 1..=ROUNDS {
        let image = curvature(train, &direction);
        let step = (energy / dot(&direction, &image).max(f64::MIN_POSITIVE)) as f32;
        for at in 0..weights.len() {
            weights[at] += step * direction[at];
            residual[at] -= step * image[at];
        }
        let next: Vec<f32> = residual.iter().zip(&scale).map(|(residual, scale)| residual / scale).collect();
        let next_energy = dot(&residual, &next);
        let turn = (next_energy / energy.max(f64::MIN_POSITIVE)) as f32;
        for (direction, next) in direction.iter_mut().zip(next) {
            *direction = next + turn * *direction;
        }
        energy = next_energy;
        let error = check.error(&weights);
        if error < best_error {
            (best_error, best_round) = (error, round);
            best.clone_from(&weights);
        } else if round >= best_round + PATIENCE {
            break;
        }
    }
    let rows = train.targets.len();
    eprintln!(
        "phase {phase}: {rows} rows, error {:.3} after {best_round} rounds (training {:.3})",
        best_error.sqrt(),
        train.error(&best).sqrt()
    );
    best
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(one, other)| f64::from(*one) * f64::from(*other)).sum()
}

/// What the squared error's second derivative makes of a direction.
fn curvature(train: &Rows, direction: &[f32]) -> Vec<f32> {
    let mut image: Vec<f32> = direction.iter().map(|value| RIDGE * value).collect();
    for (row, _, count) in train.iter() {
        let along = count * predicted(row, direction);
        for feature in row {
            image[*feature as usize] += along;
        }
    }
    image
}

/// Rounds the weights of a phase to what a file keeps.
fn keep(raw: &mut RawWeights, weights: &[f32], phase: usize, numbering: &Numbering) {
    let rounded = |value: f32| (value * DISC as f32).round().clamp(-32_000.0, 32_000.0) as i16;
    for (place, weight) in raw.contents[phase].iter_mut().zip(weights) {
        *place = rounded(*weight);
    }
    for whose in 0..2 {
        for moves in 0..MOBILITIES as u32 {
            raw.mobility[phase][whose][moves as usize] = rounded(weights[numbering.mobility(whose, moves) as usize]);
        }
    }
    for empties in (0..=60_u32).filter(|empties| phase_of(*empties) == phase) {
        raw.constants[empties as usize] = rounded(weights[numbering.constant(empties) as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_search::othello::engine::Board;
    use joute_search::othello::engine::Weights;

    #[test]
    fn what_is_learnt_is_what_the_engine_says() {
        let board = Board::START;
        let sample = Sample { board, score: 10, origin: Origin::Exact, year: 2000 };
        let data = Data { train: vec![sample; 200], check: vec![sample], ..Data::default() };
        let weights = Weights::from_raw(run(&data).unwrap());
        let value = weights.evaluate(board);
        assert!((9.0..=10.5).contains(&value), "{value}");
    }

    #[test]
    fn a_phase_learns_from_its_neighbours_too() {
        assert_eq!(distance(0, 60), 0);
        assert_eq!(distance(0, 56), 1);
        assert_eq!(distance(1, 57), 1);
        assert_eq!(distance(1, 50), 3);
        assert_eq!(distance(1, 48), usize::MAX);
        assert_eq!(distance(14, 0), 0);
    }
}
