//! Positions on the edge of a game: nearly over, one move only, a choice of many, after a pass.

use std::time::Duration;

use joute_games::random::Seed;
use joute_games::{AnyGame, Side};
use joute_referee::{PlayedBy, Ply};

/// Random games that are searched for such positions.
const GAMES: u64 = 16;
/// The longest of them.
const LONGEST: usize = 600;

/// A position with the plies that lead to it.
#[derive(Debug, Clone)]
pub(super) struct Edge {
    /// What is special about it.
    pub(super) name: &'static str,
    pub(super) plies: Vec<Ply>,
    pub(super) game: AnyGame,
}

/// What a position may be; the first that fits of each kind is taken, for each side.
type Kind = (&'static str, fn(&Moment<'_>) -> bool);

const KINDS: [Kind; 7] = [
    ("check-edge-one-move", |moment| moment.legal == 1),
    ("check-edge-last-move", |moment| moment.is_last),
    ("check-edge-moves-again", |moment| moment.moves_again),
    ("check-edge-pass", |moment| moment.follows_pass),
    ("check-edge-many-moves", |moment| moment.legal >= moment.most && moment.most > 4),
    ("check-edge-nearly-over", |moment| moment.remaining <= 6),
    ("check-edge-behind", |moment| moment.is_behind),
];

/// What is known about one position of a random game.
struct Moment<'a> {
    game: &'a AnyGame,
    legal: usize,
    /// The most legal moves of any position of this game.
    most: usize,
    /// Plies that were still played after this one.
    remaining: usize,
    is_last: bool,
    moves_again: bool,
    follows_pass: bool,
    is_behind: bool,
}

/// The edges of a start position, each kind at most once for each side.
pub(super) fn edges(start: &AnyGame, seed: Seed) -> Vec<Edge> {
    let mut found: Vec<Edge> = Vec::new();
    for number in 0..GAMES {
        let (plies, positions) = random_game(start, seed.child(number));
        let moments = moments(&plies, &positions);
        for (name, is_kind) in KINDS {
            for side in Side::BOTH {
                if found.iter().any(|edge| edge.name == name && edge.game.turn() == side) {
                    continue;
                }
                let at = moments.iter().position(|moment| moment.game.turn() == side && is_kind(moment));
                if let Some(at) = at {
                    found.push(Edge { name, plies: plies[..at].to_vec(), game: positions[at].clone() });
                }
            }
        }
    }
    found.retain(|edge| !edge.game.is_over() && edge.game.forced().is_none());
    found
}

fn moments<'a>(plies: &[Ply], positions: &'a [AnyGame]) -> Vec<Moment<'a>> {
    let most = positions.iter().map(|game| game.legal().len()).max().unwrap_or(0);
    let asked = |game: &AnyGame| !game.is_over() && game.forced().is_none();
    let last = positions.iter().rposition(asked);
    let moment = |(at, game): (usize, &'a AnyGame)| {
        let tallies = game.tallies();
        let is_asked = asked(game);
        Moment {
            game,
            // A position at which nobody is asked is of no kind.
            legal: if is_asked { game.legal().len() } else { usize::MAX / 2 },
            most: if is_asked { most } else { usize::MAX },
            remaining: if is_asked { positions.len() - 1 - at } else { usize::MAX },
            is_last: last == Some(at),
            moves_again: is_asked && at >= 1 && plies[at - 1].by == PlayedBy::Referee,
            follows_pass: is_asked && at >= 1 && is_chosen_pass(&plies[at - 1], game),
            is_behind: is_asked && at > 4 && tallies[game.turn()] * 4 < tallies[game.turn().other()],
        }
    };
    positions.iter().enumerate().map(moment).collect()
}

/// Whether a side passed that could have done something else.
fn is_chosen_pass(ply: &Ply, game: &AnyGame) -> bool {
    ply.by == PlayedBy::Player && ply.code.is_some_and(|code| game.text(code) == "pass")
}

/// The plies of a random game, and every position of it, the last one included.
fn random_game(start: &AnyGame, seed: Seed) -> (Vec<Ply>, Vec<AnyGame>) {
    let mut generator = seed.generator();
    let mut game = start.clone();
    let (mut plies, mut positions) = (Vec::new(), vec![game.clone()]);
    while plies.len() < LONGEST {
        let forced = game.forced();
        let Some(code) = forced.or_else(|| generator.pick(&game.legal())) else {
            break;
        };
        let by = if forced.is_some() { PlayedBy::Referee } else { PlayedBy::Player };
        plies.push(Ply { code: Some(code), side: game.turn(), by, wall: Duration::ZERO, details: None });
        game.play(code);
        positions.push(game.clone());
    }
    (plies, positions)
}
