//! How good the order of a ladder is after so many games, beside pairs drawn by lot on as many games: a term of sixty players
//! of known strength, whose versions change and some of which crash. Prints the tables of docs/ladder.md.
//!
//!     cargo run --release -p joute-tournament --example ladder_term -- 20 12000 300
#![allow(clippy::print_stdout, reason = "its table is what it is for")]

mod term;

use joute_tournament::format::PairingRule;
use term::{Course, Moment, Term};

fn main() {
    let word = |at: usize| std::env::args().nth(at).and_then(|word| word.parse::<u32>().ok());
    let (terms, games, spread) = (word(1).unwrap_or(20), word(2).unwrap_or(12_000), word(3).unwrap_or(300));
    let versions = word(4).unwrap_or(4);
    println!("{terms} terms of 60 players, seeds 1 to {terms}, {versions} newer versions each, spread {spread} Elo\n");
    let played = |rule| -> Vec<Course> {
        let term = |seed| Term { seed, players: 60, spread: f64::from(spread), games, versions, rule };
        (1..=u64::from(terms)).map(|seed| term(seed).play()).collect()
    };
    let (chosen, drawn) = (played(PairingRule::Informative), played(PairingRule::Random));
    println!("| games | Spearman, chosen | drawn | Kendall, chosen | drawn | games that drawn pairs need |");
    println!("|---|---|---|---|---|---|");
    let [ours, lot] = [&chosen, &drawn].map(|courses| mean(courses));
    for (one, two) in ours.iter().zip(&lot).filter(|(one, _)| is_told(one.games, games)) {
        let needed = lot.iter().find(|moment| moment.spearman >= one.spearman);
        let needed = needed.map_or_else(
            || format!("more than {games}"),
            |moment| format!("{} ({:.1} times)", moment.games, f64::from(moment.games) / f64::from(one.games)),
        );
        println!(
            "| {} | {:.3} | {:.3} | {:.3} | {:.3} | {needed} |",
            one.games, one.spearman, two.spearman, one.kendall, two.kendall
        );
    }
    println!(
        "\nfrom a new version to its tenth match, in matches made, and the longest wait of anybody who was not set aside:"
    );
    tell_waits("chosen", &chosen);
    tell_waits("drawn", &drawn);
}

fn tell_waits(name: &str, courses: &[Course]) {
    let sorted = |waits: fn(&Course) -> &Vec<u32>| {
        let mut waits: Vec<u32> = courses.iter().flat_map(waits).copied().collect();
        waits.sort_unstable();
        waits
    };
    let (done, cut) = (sorted(|course| &course.first_ten), sorted(|course| &course.unfinished));
    let largest = |waits: &[u32]| waits.last().copied().unwrap_or(0);
    let median = done.get(done.len() / 2).copied().unwrap_or(0);
    let longest = courses.iter().map(|course| course.longest_wait).max().unwrap_or(0);
    let aside = courses.iter().flat_map(|course| course.ladder.forms()).filter(|form| form.set_aside).count();
    println!(
        "{name}: median {median}, largest {}; {} of {} were replaced before or came too late for it, after at most {}; longest \
         wait {longest}; set aside at the end of a term: {:.1}",
        largest(&done),
        cut.len(),
        done.len() + cut.len(),
        largest(&cut),
        aside as f64 / courses.len() as f64,
    );
}

fn is_told(at: u32, games: u32) -> bool {
    let steps = [1, 2, 3, 4, 6, 8, 12, 16, 20, 30, 40];
    steps.contains(&(at / (games / 40)))
}

/// The means over all terms.
fn mean(courses: &[Course]) -> Vec<Moment> {
    let count = courses.len() as f64;
    (0..courses[0].moments.len())
        .map(|at| {
            let sum = |value: fn(&Moment) -> f64| courses.iter().map(|course| value(&course.moments[at])).sum::<f64>();
            let games = courses[0].moments[at].games;
            Moment { games, spearman: sum(|one| one.spearman) / count, kendall: sum(|one| one.kendall) / count }
        })
        .collect()
}
