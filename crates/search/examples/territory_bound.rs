//! How much of the points at Flood anybody could take who knows the opponent's strategy from the first move.
//!
//! ```text
//! territory_bound SETUP GAMES MILLISECONDS WIDTH OPPONENT     e.g. width=10,colours=8 200 10 256 greedy
//! ```
//!
//! `expert` plays every board once with each seat, as in `territory_table`. Where it does not win, moves that would have won
//! are looked for: what the opponent answers is asked of itself, only the own moves branch, and of each turn so many positions
//! are kept, the most promising ones. A win that is found was played by the rules and is sure; where none is found there may be
//! one all the same, unless no position was let go of.

mod territory_players;

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use joute_games::random::Seed;
use joute_games::territory::flood::{Choice, Flood};
use joute_games::{Game, GameSetup, NoFiles, Outcome, Side};
use joute_search::territory::TerritoryHeuristic;
use joute_search::{Heuristic, Limits, Strategy, Thinking};
use territory_players::{play, strategy};

/// What is known of a game that was not won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Best {
    /// It could have been won.
    Winnable,
    /// No win was found among the positions that were kept.
    Unknown,
    /// No moves win.
    Hopeless,
}

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [setup, games, time, width, opponent] = &arguments[..] else {
        panic!("five arguments are expected: SETUP GAMES MILLISECONDS WIDTH OPPONENT");
    };
    let (games, width): (u64, usize) = (games.parse().expect("a number"), width.parse().expect("a number"));
    let expert = format!("expert:{time}ms");
    let (mut results, mut best) = ([0; 3], [0; 3]);
    for number in 0..games {
        let setup = <Flood as Game>::Setup::parse(setup, &NoFiles).expect("a setup").with_seed(number / 2);
        let game = Flood::start(&setup).expect("a possible setup");
        let seat = Side::BOTH[number as usize % 2];
        let names = if seat == Side::First { [&*expert, opponent] } else { [opponent, &*expert] };
        let winner = Outcome::of_tallies(play(game.clone(), names, Seed(number))).winner();
        let result = winner.map_or(1, |side| if side == seat { 0 } else { 2 });
        results[result] += 1;
        if result > 0 {
            best[best_result(&game, seat, opponent, width) as usize] += 1;
        }
    }
    let ([won, drawn, lost], [winnable, unknown, hopeless]) = (results, best);
    println!(
        "{expert} against {opponent}, {setup}: {won} won, {drawn} drawn, {lost} lost of {games}; of those not won {winnable} \
         could have been, of {unknown} nothing is known, {hopeless} could not"
    );
}

/// What would have come of a game with other moves of a seat.
fn best_result(start: &Flood, seat: Side, opponent: &str, width: usize) -> Best {
    let mut opponent = strategy::<Flood>(opponent).expect("a strategy");
    let mut level = vec![until_turn(start.clone(), seat, &mut *opponent)];
    let mut is_complete = true;
    while !level.is_empty() {
        let (mut next, mut seen) = (Vec::new(), HashSet::new());
        for game in &level {
            for mv in useful(game) {
                let mut after = game.clone();
                after.play(mv);
                let after = until_turn(after, seat, &mut *opponent);
                if is_won(&after, seat) {
                    return Best::Winnable;
                }
                if !after.is_over() && seen.insert(after.key()) {
                    next.push((TerritoryHeuristic::default().score(&after), after));
                }
            }
        }
        next.sort_by_key(|(score, _)| -score);
        is_complete &= next.len() <= width;
        next.truncate(width);
        level = next.into_iter().map(|(_, game)| game).collect();
    }
    if is_complete { Best::Hopeless } else { Best::Unknown }
}

/// The position when it is the seat's turn again, or the game is over.
fn until_turn(mut game: Flood, seat: Side, opponent: &mut dyn Strategy<Flood>) -> Flood {
    let stop = AtomicBool::new(false);
    while !game.is_over() && game.turn() != seat {
        let thinking = Thinking { seed: Seed(0), limits: Limits::default(), history: &[], stop: &stop };
        let mv = opponent.choose(&game, &thinking).mv;
        game.play(mv);
    }
    game
}

/// More than half of the cells cannot be lost again.
fn is_won(game: &Flood, seat: Side) -> bool {
    let tallies = game.tallies();
    2 * tallies[seat] > game.total() || (game.is_over() && tallies[seat] > tallies[seat.other()])
}

/// The moves that gain something, or any where none does.
fn useful(game: &Flood) -> Vec<Choice> {
    let legal = game.legal_moves();
    let gaining: Vec<Choice> = legal.iter().copied().filter(|mv| game.gain(*mv) > 0).collect();
    if gaining.is_empty() { legal.iter().copied().take(1).collect() } else { gaining }
}
