//! Two territory strategies against each other on drawn boards, each board once with each seat: who wins how often.
//!
//! ```text
//! territory_matches GAME SETUP GAMES ONE OTHER        e.g. seven-colours size=30 300 greedymony greedy
//!                                                     or flood width=20 40 expert:20ms alphabeta:20ms
//! ```

use std::sync::atomic::AtomicBool;

use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{GameSetup, NoFiles, Outcome, Side};
use joute_search::territory::{
    Ahead, BorderMeasure, BorderUnit, Hegemony, HegemonyVariant, MaxBorder, Mix, Oracle, Recursion, Starve,
    TerritoryEngine, TerritoryEngineOptions, TerritoryGame, TerritoryHeuristic, UsefulRandom,
};
use joute_search::{AlphaBeta, AlphaBetaOptions, Clock, Greedy, Heuristic, Limits, Random, Strategy, Thinking, Ties};

/// Bytes that a search remembers positions in: new for every game, so that more would cost more than it brings.
const HASH: usize = 16 << 20;

/// A strategy by its name on the command line, ties by seed when the name ends in `~`.
fn strategy<G: TerritoryGame>(name: &str) -> Option<Box<dyn Strategy<G>>>
where
    TerritoryHeuristic: Heuristic<G>,
{
    let (name, ties) = name.strip_suffix('~').map_or((name, Ties::First), |name| (name, Ties::Random));
    let (kind, parameter) = name.split_once(':').unwrap_or((name, ""));
    let moves = parameter.parse::<u32>().ok();
    Some(match kind {
        "random" => Box::new(Random),
        "useful-random" => Box::new(UsefulRandom),
        "greedy" => Box::new(Greedy { ties }),
        "max-border" if parameter == "contacts" => Box::new(MaxBorder::new(BorderUnit::Contacts, ties)),
        "max-border" => Box::new(MaxBorder::new(BorderUnit::Cells, ties)),
        "hegemony" => Box::new(Hegemony::new(variant(parameter)?, ties)),
        "oracle" => Box::new(Oracle::new(moves?, Recursion::Shared, ties)),
        "ahead" => Box::new(Ahead::new(moves, ties)),
        "starve" => Box::new(Starve::new(ties)),
        "greedymony" => Box::new(Mix::greedymony(variant(parameter)?.measure(), ties)),
        "mix" => {
            let numbers: Vec<i32> = parameter.split(',').filter_map(|number| number.parse().ok()).collect();
            let &[a, b, moves] = &numbers[..] else { return None };
            Box::new(Mix::new(a, b, moves.unsigned_abs(), BorderMeasure::Cells, ties))
        }
        "expert" => {
            let options =
                TerritoryEngineOptions { limits: limits(parameter)?, hash: HASH, ..TerritoryEngineOptions::default() };
            Box::new(TerritoryEngine::new(options))
        }
        "plain" => {
            let options = TerritoryEngineOptions {
                limits: limits(parameter)?,
                hash: HASH,
                is_selective: false,
                ..TerritoryEngineOptions::default()
            };
            Box::new(TerritoryEngine::new(options))
        }
        "alphabeta" => {
            let options = AlphaBetaOptions { limits: limits(parameter)?, hash: HASH, ..AlphaBetaOptions::default() };
            Box::new(AlphaBeta::new(TerritoryHeuristic::default(), options))
        }
        _ => return None,
    })
}

/// `100ms` of the processor for each move, `depth=5`, or a number of positions.
fn limits(text: &str) -> Option<Limits> {
    if let Some(depth) = text.strip_prefix("depth=") {
        return Some(Limits { depth: Some(depth.parse().ok()?), ..Limits::default() });
    }
    Some(match text.strip_suffix("ms") {
        Some(time) => {
            let time = Some(std::time::Duration::from_millis(time.parse().ok()?));
            Limits { time, clock: Clock::Cpu, ..Limits::default() }
        }
        None => Limits { nodes: Some(text.parse().ok()?), ..Limits::default() },
    })
}

fn variant(name: &str) -> Option<HegemonyVariant> {
    Some(match name {
        "" => HegemonyVariant::Cells,
        "useful" => HegemonyVariant::Useful,
        "free" => HegemonyVariant::Free,
        "contested" => HegemonyVariant::Contested,
        "contacts" => HegemonyVariant::Contacts,
        "contacts-contested" => HegemonyVariant::ContactsContested,
        "contacts-all" => HegemonyVariant::ContactsAll,
        _ => return None,
    })
}

fn play<G: TerritoryGame>(mut game: G, names: [&str; 2], seed: Seed) -> [u32; 2]
where
    TerritoryHeuristic: Heuristic<G>,
{
    let stop = AtomicBool::new(false);
    let mut players = names.map(|name| strategy::<G>(name).expect("the names were checked"));
    for ply in 0..u64::from(game.default_cap()) {
        if game.is_over() {
            break;
        }
        let thinking = Thinking { seed: seed.child(ply), limits: Limits::default(), history: &[], stop: &stop };
        let choice = players[game.turn()].choose(&game, &thinking);
        assert!(game.is_legal(choice.mv), "{} in {game}", choice.mv);
        game.play(choice.mv);
    }
    game.tallies()
}

#[expect(clippy::print_stdout, reason = "an example prints")]
fn compete<G: TerritoryGame>(setup: &str, games: u64, names: [&str; 2])
where
    TerritoryHeuristic: Heuristic<G>,
{
    let mut wins = [0; 2];
    let mut first_wins = 0;
    let mut margin = 0.0;
    for number in 0..games {
        let setup = G::Setup::parse(setup, &NoFiles).expect("a setup").with_seed(number / 2);
        let game = G::start(&setup).expect("a possible setup");
        let swapped = number % 2 == 1;
        let seats = if swapped { [names[1], names[0]] } else { names };
        let tallies = play(game, seats, Seed(number));
        let lead = f64::from(tallies[0]) - f64::from(tallies[1]);
        margin += if swapped { -lead } else { lead };
        if let Some(winner) = Outcome::of_tallies(tallies).winner() {
            wins[winner.index() ^ usize::from(swapped)] += 1;
            first_wins += u64::from(winner == Side::First);
        }
    }
    let decided = wins[0] + wins[1];
    println!(
        "{} {} - {} {}, {} drawn, {:+.1} cells a game; the first to move won {:.1} % of {decided}",
        names[0],
        wins[0],
        wins[1],
        names[1],
        games - decided,
        margin / games as f64,
        100.0 * first_wins as f64 / decided as f64
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, setup, games, one, other] = &arguments[..] else {
        panic!("five arguments are expected: GAME SETUP GAMES ONE OTHER");
    };
    let games = games.parse().expect("a number of games");
    for name in [one, other] {
        assert!(strategy::<Flood>(name).is_some(), "{name} is not a strategy");
    }
    match game.as_str() {
        "flood" => compete::<Flood>(setup, games, [one, other]),
        _ => compete::<SevenColours>(setup, games, [one, other]),
    }
}
