//! Games played at random from a position to their end.

use joute_games::history::History;
use joute_games::random::Generator;
use joute_games::{Game, Settlement};

/// How moves of random games are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rollouts {
    /// Every move equally likely; a pass only when there is nothing else.
    #[default]
    Uniform,
    /// Every move that gains something equally likely, and any move when none does.
    Useful,
}

impl Rollouts {
    /// Plays to the end and gives the final tallies; `None` when `is_over` says that there is no time for it.
    pub(super) fn play<G: Game>(
        self,
        game: &mut G,
        generator: &mut Generator,
        history: &mut History,
        mut is_over: impl FnMut() -> bool,
    ) -> Option<[u32; 2]> {
        let watches = game.ends_on_repetition();
        if watches {
            history.restart(game.key());
        }
        for _ in 0..game.default_cap() {
            let moves = game.legal_moves();
            if moves.is_empty() {
                return Some(game.tallies());
            }
            if is_over() {
                return None;
            }
            let before = if watches { game.tallies() } else { [0; 2] };
            game.play(self.draw(game, &moves, generator));
            if watches && history.note(game.key(), game.tallies() != before) {
                return Some(game.settle(Settlement::Repetition));
            }
        }
        Some(game.settle(Settlement::Cap))
    }

    #[inline]
    fn draw<G: Game>(self, game: &G, moves: &[G::Move], generator: &mut Generator) -> G::Move {
        let last = moves.len() - 1;
        let count = moves.len() - usize::from(last > 0 && game.is_pass(moves[last]));
        let any = generator.index(count);
        match self {
            Rollouts::Uniform => moves[any],
            // Going on from a random place to the next useful move would favour moves after useless ones.
            Rollouts::Useful => {
                let useful = moves.iter().filter(|mv| game.gain(**mv) > 0).count();
                let chosen = generator.index(useful);
                moves.iter().copied().filter(|mv| game.gain(*mv) > 0).nth(chosen).unwrap_or(moves[any])
            }
        }
    }
}
