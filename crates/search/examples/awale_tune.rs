//! Learns the weights of the engine of Awalé from games it plays against itself.
//!
//! ```text
//! cargo run --release --example awale_tune -- games COUNT NODES SEED > games.txt
//! cargo run --release --example awale_tune -- fit games.txt > weights.txt
//! cargo run --release --example awale_engine -- against GAMES NODES weights.txt
//! ```
//!
//! A line of games.txt is a position of a game with what its search said and how the game ended: the pits of the side to
//! move, those of its opponent, what it has more in store, the search's value and the result, both in hundredths of a seed
//! for the side to move. The fit is ridge regression by gradient descent: a weight for each pit by its seeds, and on top
//! of it a smaller one for each pair of neighbours.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

use std::sync::atomic::AtomicBool;

use joute_games::awale::{Abapa, Awale, Setup};
use joute_games::history::History;
use joute_games::random::Seed;
use joute_games::{Game, Settlement, Side};
use joute_search::awale::tables::EndgameOptions;
use joute_search::awale::{Engine, EngineOptions, PAIR_WEIGHTS, PAIRS, Rows, Weights};
use joute_search::{Limits, Strategy, Thinking};

/// How much of the target is the result of the game; the rest is what the search said.
const RESULT_SHARE: f64 = 0.3;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(default);
    match words.first().map_or("", String::as_str) {
        "games" => (0..number(1, 100)).for_each(|game| play(Seed(number(3, 1)).child(game), number(2, 5_000))),
        "fit" => match words.get(1).and_then(|path| std::fs::read_to_string(path).ok()) {
            Some(text) => fit(&text.lines().filter_map(Sample::read).collect::<Vec<_>>()),
            None => println!("expected a file of games"),
        },
        _ => println!("expected games or fit"),
    }
}

/// Plays one game with itself, some moves at random, and prints its positions.
fn play(seed: Seed, nodes: u64) {
    let options = EngineOptions {
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        hash: 4 << 20,
        endgame: Some(EndgameOptions { seeds: 10, ..EndgameOptions::default() }),
        uses_book: false,
        ..EngineOptions::default()
    };
    let mut engine = Engine::<Abapa>::new(options);
    let mut generator = seed.generator();
    let Ok(mut game) = Awale::<Abapa>::start(&Setup::default()) else { return };
    let opening = 1 + generator.below(12);
    let mut history = History::starting_at(&game);
    let stop = AtomicBool::new(false);
    let mut positions = Vec::new();
    let mut tallies = game.tallies();
    for ply in 0..300 {
        if game.is_over() {
            tallies = game.tallies();
            break;
        }
        let is_random = ply < opening || generator.below(12) == 0;
        let thinking = Thinking { seed, limits: Limits::default(), history: history.keys(), stop: &stop };
        let choice = if ply < opening { None } else { Some(engine.choose(&game, &thinking)) };
        if let Some(report) = choice.as_ref().and_then(|choice| choice.report.as_ref()) {
            positions.push((game, report.score));
        }
        let random = game.random_move(&mut generator);
        let Some(mv) = choice.map(|choice| choice.mv).filter(|_| !is_random).or(random) else { break };
        let irreversible = game.play_noting(mv);
        tallies = game.settle(Settlement::Cap);
        if history.note(game.key(), irreversible) {
            tallies = game.settle(Settlement::Repetition);
            break;
        }
    }
    for (position, score) in positions {
        tell(&position, score, tallies);
    }
}

fn tell(game: &Awale<Abapa>, score: f64, tallies: [u32; 2]) {
    let (me, them) = (game.turn(), game.turn().other());
    let pits = |side: Side| (0..6).map(|pit| game.seeds(side, pit).to_string()).collect::<Vec<_>>().join(" ");
    let lead = |tallies: [u32; 2]| tallies[me] as i32 - tallies[them] as i32;
    let stores = lead([game.store(Side::First), game.store(Side::Second)]);
    println!("{} {} {stores} {:.0} {}", pits(me), pits(them), score * 100.0, lead(tallies) * 100);
}

/// A position and what its evaluation should be, stores apart.
struct Sample {
    rows: Rows,
    target: f64,
}

impl Sample {
    fn read(line: &str) -> Option<Sample> {
        let numbers: Vec<i32> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        let pits: [u8; 12] = std::array::from_fn(|at| numbers.get(at).map_or(0, |seeds| *seeds as u8));
        let [lead, score, result] = *numbers.get(12..15)? else { return None };
        let wanted = f64::from(score) * (1.0 - RESULT_SHARE) + f64::from(result) * RESULT_SHARE;
        Some(Sample { rows: Rows::of_pits(pits), target: (wanted - 100.0 * f64::from(lead)).clamp(-1200.0, 1200.0) })
    }
}

/// Weights by pit and seeds, by pair, and of the tempo.
struct Model {
    pits: [[f64; 16]; 6],
    pairs: Vec<f64>,
    tempo: f64,
}

impl Model {
    fn row(&self, row: u64) -> f64 {
        let of_pits: f64 = (0..6).map(|pit| self.pits[pit][seeds(row, pit)]).sum();
        of_pits + Weights::places(row).iter().map(|place| self.pairs[*place]).sum::<f64>()
    }

    fn value(&self, rows: Rows) -> f64 {
        self.row(rows.mine) - self.row(rows.theirs) + self.tempo
    }

    /// Moves the weights of a row so that its value goes up by some `step` for each.
    fn push(&mut self, row: u64, step: f64) {
        (0..6).for_each(|pit| self.pits[pit][seeds(row, pit)] += step);
        Weights::places(row).iter().for_each(|place| self.pairs[*place] += step * 0.3);
    }

    fn list(&self) -> Vec<i16> {
        let weight = |place: usize| {
            let (pair, first, second) = (place / PAIR_WEIGHTS, place % 16, place % PAIR_WEIGHTS / 16);
            self.pairs[place] + self.pits[2 * pair][first] + self.pits[2 * pair + 1][second]
        };
        let pairs = (0..PAIRS * PAIR_WEIGHTS).map(|place| weight(place).round() as i16);
        pairs.chain([self.tempo.round() as i16]).collect()
    }
}

fn seeds(row: u64, pit: usize) -> usize {
    ((row >> (8 * pit)) as usize & 0xFF).min(15)
}

fn fit(samples: &[Sample]) {
    let mut model = Model { pits: [[0.0; 16]; 6], pairs: vec![0.0; PAIRS * PAIR_WEIGHTS], tempo: 0.0 };
    let mut generator = Seed(1).generator();
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let (mut sum, mut rate) = (0.0, 0.01);
    for round in 0..40 {
        (1..order.len()).for_each(|at| order.swap(at, generator.below(at as u64 + 1) as usize));
        sum = 0.0;
        for at in &order {
            let sample = &samples[*at];
            let error = sample.target - model.value(sample.rows);
            sum += error.abs();
            let step = rate * error.clamp(-400.0, 400.0);
            model.push(sample.rows.mine, step);
            model.push(sample.rows.theirs, -step);
            model.tempo += step;
        }
        model.pits.iter_mut().flatten().chain(&mut model.pairs).for_each(|weight| *weight *= 0.999);
        rate = if round > 10 { rate * 0.85 } else { rate };
    }
    let list: Vec<String> = model.list().iter().map(ToString::to_string).collect();
    println!("{}", list.join(" "));
    let mean = sum / samples.len().max(1) as f64;
    eprintln!("{} positions, mean error {mean:.1} hundredths", samples.len());
}
