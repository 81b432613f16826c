//! How fast endgame tables of Awalé are worked out: `cargo run --release --example awale_tables -- 16 1`.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::time::Instant;

use joute_games::awale::{Abapa, Awari};
use joute_search::awale::StandardRules;
use joute_search::awale::tables::Tables;

fn main() {
    let mut words = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let (seeds, threads) = (words.next().unwrap_or(14), words.next().unwrap_or(1));
    build::<Awari>(seeds as u32, threads);
    build::<Abapa>(seeds as u32, threads);
}

fn build<R: StandardRules>(seeds: u32, threads: usize) {
    let mut tables = Tables::<R>::default();
    for _ in 0..=seeds {
        let began = Instant::now();
        let Some(layer) = tables.grow(threads, &()) else { return };
        let (seeds, totals, seconds) = (layer.seeds(), layer.totals(), began.elapsed().as_secs_f64());
        let speed = layer.values().map(<[i8]>::len).sum::<usize>() as f64 / seconds / 1e6;
        let bad = tables.disagreement(seeds, 0..usize::MAX);
        println!("{} {seeds}: {totals:?} {seconds:.3} s, {speed:.2} M/s {bad:?}", R::NAME);
    }
}
