//! What a search promises besides its value: the same again, an end in time, wins it must find.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::support;
use crate::support::{Met, to_nodes};
use joute_games::Game;
use joute_games::awale::{Abapa, Awale};
use joute_games::othello::{Othello, OthelloBoard};
use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_search::awale::Seeds;
use joute_search::othello::{Mobility, Positional};
use joute_search::territory::TerritoryHeuristic;
use joute_search::{
    AlphaBeta, AlphaBetaOptions, FloodSolver, Limits, Mcts, MctsOptions, Minimax, OnePly, Rollouts, Strategy, Tally,
    Thinking,
};

/// Plays a few moves and says what was played, how deep and with how many nodes.
fn played<G: Game>(setup: &str, strategy: &mut dyn Strategy<G>) -> Vec<(G::Move, u32, u64)> {
    let mut met = Met::<G>::random(setup, 3, 8);
    let mut all = Vec::new();
    for _ in 0..6 {
        if met.game.is_over() {
            break;
        }
        let choice = strategy.choose(&met.game, &met.thinking(to_nodes(3000)));
        let report = choice.report.unwrap();
        assert!(report.nodes <= 3000, "{} nodes", report.nodes);
        all.push((choice.mv, report.depth, report.nodes));
        met.game.play(choice.mv);
        met.history = vec![met.game.key()];
    }
    all
}

#[test]
fn node_limits_make_searches_deterministic() {
    fn check<G: Game>(setup: &str, new: impl Fn() -> Box<dyn Strategy<G>>) {
        let mut used = new();
        let first = played::<G>(setup, &mut *used);
        assert!(!first.is_empty());
        assert_eq!(played::<G>(setup, &mut *new()), first, "{setup}: a new one plays the same");
        assert_eq!(played::<G>(setup, &mut *used), first, "{setup}: so does one that played before");
    }
    let options = AlphaBetaOptions { hash: 1 << 16, ..Default::default() };
    let games = MctsOptions { memory: 1 << 20, ..Default::default() };
    check::<SevenColours>("size=9", || Box::new(AlphaBeta::new(TerritoryHeuristic::default(), options)));
    check::<Flood>("width=8", || Box::new(AlphaBeta::new(TerritoryHeuristic::default(), options)));
    check::<Othello>("", || Box::new(AlphaBeta::new(Mobility, options)));
    check::<Awale<Abapa>>("", || Box::new(AlphaBeta::new(Seeds, options)));
    check::<Othello>("", || Box::new(Mcts::new(games)));
    check::<Awale<Abapa>>("", || Box::new(Mcts::new(games)));
    check::<Flood>("width=8", || Box::new(Mcts::new(MctsOptions { rollouts: Rollouts::Useful, ..games })));
}

/// What a search may still look at when there is no time left: it asks every so many positions, on each of its threads.
const LAST_LOOKS: u64 = 10_000;

/// Positions looked at under these limits by a search that would otherwise go on for years; it must move all the same.
fn looked_at<G: Game>(setup: &str, strategy: &mut dyn Strategy<G>, limits: Limits, stop: &AtomicBool) -> u64 {
    let met = Met::<G>::random(setup, 1, 0);
    let thinking = Thinking { seed: Seed(1), limits, history: &met.history, stop };
    let choice = strategy.choose(&met.game, &thinking);
    assert!(met.game.is_legal(choice.mv), "{setup}");
    choice.report.map_or(0, |report| report.nodes)
}

/// A search without a limit of its own ends by a request that was there before it began, by one that comes while it thinks,
/// and by the clock; how soon, in positions rather than in time.
fn ends<G: Game>(setup: &str, strategy: &mut dyn Strategy<G>) {
    let (go_on, stop) = (AtomicBool::new(false), AtomicBool::new(true));
    let endless = Limits { depth: Some(200), ..Limits::default() };
    let nodes = looked_at(setup, strategy, endless, &stop);
    assert!(nodes <= LAST_LOOKS, "{setup}: {nodes} nodes after a stop");
    let over = Limits { time: Some(Duration::ZERO), ..endless };
    let nodes = looked_at(setup, strategy, over, &go_on);
    assert!(nodes <= LAST_LOOKS, "{setup}: {nodes} nodes when time is over");
    let soon = Limits { time: Some(Duration::from_millis(20)), ..endless };
    looked_at(setup, strategy, soon, &go_on);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(20));
            go_on.store(true, Ordering::Relaxed);
        });
        looked_at(setup, strategy, endless, &go_on);
    });
}

#[test]
fn a_stop_request_and_the_clock_end_any_search() {
    let options = AlphaBetaOptions { threads: 2, ..Default::default() };
    let games =
        MctsOptions { limits: Limits { nodes: Some(u64::MAX), ..Limits::default() }, threads: 2, ..Default::default() };
    let territory = || AlphaBeta::new(TerritoryHeuristic::default(), options);
    ends::<SevenColours>("size=30", &mut territory());
    ends::<SevenColours>("size=120", &mut territory());
    ends::<Flood>("width=50", &mut territory());
    ends::<Flood>("width=8", &mut AlphaBeta::new(TerritoryHeuristic::default(), AlphaBetaOptions::default()));
    ends::<Othello>("", &mut AlphaBeta::new(Mobility, options));
    ends::<Othello>("", &mut AlphaBeta::new(Positional, AlphaBetaOptions::default()));
    ends::<Awale<Abapa>>("", &mut AlphaBeta::new(Seeds, options));
    ends::<Othello>("", &mut Minimax::new(30));
    ends::<Othello>("", &mut Mcts::new(games));
    ends::<SevenColours>("size=120", &mut Mcts::new(games));
}

/// 4 x 4 Othello is lost for the side that moves first, and every position of it can be solved.
#[test]
fn mcts_finds_wins_in_small_othello() {
    let mut found = 0;
    for seed in 0..40 {
        let met = Met::<OthelloBoard<4>>::random("size=4", seed, 6);
        let options = AlphaBetaOptions::default();
        let all = AlphaBeta::new(Tally, options).analyse(&met.game, &met.thinking(support::to_depth(20)), &mut |_| {});
        assert!(all.is_complete);
        // Only where some move wins and some other does not is there something to find.
        let wins: Vec<_> = all.lines.iter().filter(|line| line.score > 0.0).map(|line| line.mv()).collect();
        if wins.is_empty() || wins.len() == all.lines.len() {
            continue;
        }
        for threads in [1, 2] {
            let mut mcts = Mcts::new(MctsOptions { threads, memory: 4 << 20, ..Default::default() });
            let choice = mcts.choose(&met.game, &met.thinking(to_nodes(20_000)));
            assert!(wins.contains(&choice.mv), "{}: {}", met.game, choice.mv);
        }
        found += 1;
    }
    assert!(found >= 5, "too few positions had something to find: {found}");
}

#[test]
fn mcts_finds_wins_in_small_flood() {
    let mut solver = FloodSolver::with_memory(1 << 20);
    for seed in 0..20 {
        let met = Met::<Flood>::random("width=4,colours=4", seed, 3);
        let before = solver.solve(&met.game, &met.thinking(Limits::default())).unwrap().margin;
        if before <= 0 {
            continue;
        }
        let mut mcts = Mcts::new(MctsOptions { memory: 8 << 20, ..Default::default() });
        let mut after = met.game.clone();
        after.play(mcts.choose(&met.game, &met.thinking(to_nodes(20_000))).mv);
        let kept = -solver.solve(&after, &met.thinking(Limits::default())).unwrap().margin;
        assert!(kept > 0, "{}: a win by {before} became {kept}", met.game);
    }
}

#[test]
fn one_ply_players_take_a_corner() {
    // White has just let Black take a1.
    let setup = Default::default();
    let text = "-OOX-----------------------OX------XO--------------------------- X";
    let met = Met::at(Othello::parse(&setup, text).unwrap());
    let limits = Limits::default();
    let corner = "a1".parse().unwrap();
    assert_eq!(
        OnePly { heuristic: Positional, ..Default::default() }.choose(&met.game, &met.thinking(limits)).mv,
        corner
    );
    assert_eq!(
        OnePly { heuristic: Mobility, ..Default::default() }.choose(&met.game, &met.thinking(limits)).mv,
        corner
    );
}
