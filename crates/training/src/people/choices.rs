//! Places in real games where somebody had to choose, and what searches of several depths say of every move.

use std::sync::atomic::AtomicBool;

use joute_games::Game;
use joute_games::othello::{Othello, OthelloSetup, Square};
use joute_games::random::{Generator, Seed};
use joute_search::othello::engine::{Engine, EngineOptions};
use joute_search::{Limits, Strategy, Thinking};

use super::Study;
use super::policy::Slip;
use super::rated::{Band, Base, Played};

/// The depths at which players that err may search.
pub(super) const DEPTHS: [u32; 5] = [1, 2, 3, 4, 6];

/// Before so many plies people play what they have learnt by heart.
const OPENING: usize = 10;

/// A choice somebody made.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// What each move is worth in discs, as well as can be told.
    pub(super) truth: Vec<f64>,
    /// What each move is worth to a search of each of [`DEPTHS`].
    pub(super) opinions: [Vec<f64>; DEPTHS.len()],
    /// The number of the move that was played.
    pub(super) played: usize,
}

impl Choice {
    /// What the person gave away.
    pub(super) fn of_person(&self) -> Slip {
        self.slip(self.played, 1.0)
    }

    /// What a move gives away, played so often.
    pub(super) fn slip(&self, mv: usize, share: f64) -> Slip {
        let best = self.truth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Slip { discs: best - self.truth[mv], share }
    }
}

/// So many choices of players of a group, drawn from all their games.
pub(super) fn of(base: &Base, band: &Band<'_>, study: &Study) -> Vec<Choice> {
    let games: Vec<&Played> =
        base.games.iter().filter(|game| game.players.iter().any(|player| band.has(*player))).collect();
    let options = EngineOptions { uses_book: false, memory: 16 << 20, ..EngineOptions::default() };
    let mut engine = Engine::new(options);
    let mut generator = Seed(study.seed).purpose("people").child(band.first as u64).generator();
    let mut choices = Vec::with_capacity(study.moves);
    // Not every draw is a choice of the group: passes, only moves and the opponents' moves are left out.
    for _ in 0..study.moves * 50 {
        if choices.len() == study.moves || games.is_empty() {
            break;
        }
        let drawn = draw(&games, band, &mut generator);
        choices.extend(drawn.and_then(|(game, mv)| look(&mut engine, &game, mv, study.depth)));
    }
    choices
}

/// A position where somebody of the group had a choice, and what was played.
fn draw(games: &[&Played], band: &Band<'_>, generator: &mut Generator) -> Option<(Othello, Square<8>)> {
    let played = games[generator.index(games.len())];
    let ply = OPENING + generator.index(played.moves.len().checked_sub(OPENING).filter(|left| *left > 0)?);
    let mut game = Othello::start(&OthelloSetup::default()).ok()?;
    for mv in &played.moves[..ply] {
        game.play(*mv);
    }
    (game.count_moves() > 1 && band.has(played.players[game.turn()])).then_some((game, played.moves[ply]))
}

/// What searches say of every move.
fn look(engine: &mut Engine, game: &Othello, mv: Square<8>, depth: u32) -> Option<Choice> {
    let moves = game.legal_moves();
    let mut values = |depth: u32| {
        let stop = AtomicBool::new(false);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        engine.forget();
        let analysis =
            engine.analyse(game, &Thinking { seed: Seed(0), limits, history: &[], stop: &stop }, &mut |_| {})?;
        let value = |mv: &Square<8>| Some(analysis.lines.iter().find(|line| line.mv() == *mv)?.score);
        moves.iter().map(value).collect::<Option<Vec<f64>>>()
    };
    let mut opinions: [Vec<f64>; DEPTHS.len()] = Default::default();
    for (place, depth) in opinions.iter_mut().zip(DEPTHS) {
        *place = values(depth)?;
    }
    Some(Choice { truth: values(depth)?, opinions, played: moves.iter().position(|other| *other == mv)? })
}
