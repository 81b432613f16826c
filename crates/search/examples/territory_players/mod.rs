//! Territory strategies by the names that examples give them, and games between them.

use std::sync::atomic::AtomicBool;

use joute_games::random::Seed;
use joute_games::territory::flood::{self, Flood};
use joute_games::territory::seven_colours::SevenColours;
use joute_search::territory::{
    Ahead, BorderMeasure, BorderUnit, Hegemony, HegemonyVariant, MaxBorder, Mix, Oracle, Recursion, Starve,
    TerritoryEngine, TerritoryEngineOptions, TerritoryGame, TerritoryHeuristic, UsefulRandom,
};
use joute_search::{AlphaBeta, AlphaBetaOptions, Clock, Greedy, Heuristic, Limits, Random, Strategy, Thinking, Ties};
use joute_search::{Choice, FloodSolver};

/// Bytes that a search remembers positions in: new for every game, so that more would cost more than it brings.
const HASH: usize = 16 << 20;

/// A strategy by its name on the command line, ties by seed when the name ends in `~`.
pub(crate) fn strategy<G: Exact>(name: &str) -> Option<Box<dyn Strategy<G>>>
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
        "foreseeing" => Box::new(Oracle::new(2, Recursion::Shared, ties)),
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
        "unsuspecting" => {
            let options = TerritoryEngineOptions {
                limits: limits(parameter)?,
                hash: HASH,
                uses_models: false,
                ..TerritoryEngineOptions::default()
            };
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
        "exact" => G::exact()?,
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

/// The final tallies of a game between two strategies.
pub(crate) fn play<G: Exact>(mut game: G, names: [&str; 2], seed: Seed) -> [u32; 2]
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

/// Games of which some boards can be played perfectly from the start.
pub(crate) trait Exact: TerritoryGame {
    /// A player that never gives anything away.
    fn exact() -> Option<Box<dyn Strategy<Self>>>;
}

impl Exact for Flood {
    fn exact() -> Option<Box<dyn Strategy<Self>>> {
        Some(Box::new(Perfect(FloodSolver::with_memory(HASH))))
    }
}

impl Exact for SevenColours {
    fn exact() -> Option<Box<dyn Strategy<Self>>> {
        None
    }
}

/// Plays the solver's line.
struct Perfect(FloodSolver);

impl Strategy<Flood> for Perfect {
    fn choose(&mut self, game: &Flood, thinking: &Thinking<'_>) -> Choice<flood::Choice> {
        let solved = self.0.solve(game, thinking).expect("a board that can be solved");
        Choice { mv: solved.line[0], report: None }
    }
}
