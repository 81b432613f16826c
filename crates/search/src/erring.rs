//! Weaker players that err as people do: a little often, much rarely.

use joute_games::Game;
use joute_games::random::Seed;

use crate::alphabeta::{Analysis, Line};
use crate::feature::Feature;
use crate::heuristic::WIN;
use crate::strategy::{Choice, Report, Strategy, Thinking};

/// A strategy that values every move and then draws one: the more a move gives away, the less likely it is.
#[derive(Debug, Clone)]
pub struct Erring<S> {
    strategy: S,
    error: f64,
}

impl<S> Erring<S> {
    /// A move that gives `error` away, in the unit of the game, is chosen 1/e times as often as the best; `error` is above 0.
    pub fn new(strategy: S, error: f64) -> Erring<S> {
        Erring { strategy, error }
    }
}

impl<G: Game, S: Strategy<G>> Strategy<G> for Erring<S> {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        if let Some(mv) = game.forced() {
            return mv.into();
        }
        let analysis = self.strategy.analyse(game, thinking, &mut |_| {});
        match analysis.and_then(|analysis| drawn(&analysis, self.error, thinking.seed)) {
            Some(choice) => choice,
            None => self.strategy.choose(game, thinking),
        }
    }

    fn is_deterministic(&self) -> bool {
        false
    }

    fn get_ready(&mut self) {
        self.strategy.get_ready();
    }

    fn release_memory(&mut self) {
        self.strategy.release_memory();
    }

    fn start_afresh(&mut self) -> bool {
        self.strategy.start_afresh()
    }

    fn appraise(&mut self, game: &G, thinking: &Thinking<'_>) -> Vec<(G::Move, f64)> {
        self.strategy.appraise(game, thinking)
    }

    fn features(&self) -> &'static [Feature] {
        self.strategy.features()
    }

    fn analyse(
        &mut self,
        game: &G,
        thinking: &Thinking<'_>,
        tell: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Option<Analysis<G::Move>> {
        self.strategy.analyse(game, thinking, tell)
    }
}

/// One of the moves; of those looked at so far where nothing else is known.
fn drawn<M: Copy>(analysis: &Analysis<M>, error: f64, seed: Seed) -> Option<Choice<M>> {
    let is_begun = analysis.depth == 0 && !analysis.deeper.is_empty();
    let lines = if is_begun { &analysis.deeper } else { &analysis.lines };
    let line = draw(lines, error, seed)?;
    let report = Report { score: line.score, depth: line.depth, nodes: analysis.nodes, pv: line.pv.clone() };
    Some(Choice { mv: line.mv(), report: (line.depth > 0).then(|| Box::new(report)) })
}

/// One of the lines, of which the first is the best.
fn draw<M>(lines: &[Line<M>], error: f64, seed: Seed) -> Option<&Line<M>> {
    let best = lines.first()?;
    let weight = |line: &Line<M>| (-given_away(best, line) / error).exp();
    let total: f64 = lines.iter().map(weight).sum();
    // 53 bits are what a fraction between 0 and 1 can hold.
    let mut left = (seed.generator().bits() >> 11) as f64 / (1_u64 << 53) as f64 * total;
    let chosen = lines.iter().find(|line| {
        left -= weight(line);
        left < 0.0
    });
    chosen.or(Some(best))
}

/// What a move is worth less than the best; a win that is seen, or what keeps a seen loss away, is never given away.
fn given_away<M>(best: &Line<M>, line: &Line<M>) -> f64 {
    if best.value - line.value > WIN / 2 { f64::INFINITY } else { best.score - line.score }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analysis(lines: Vec<Line<char>>) -> Analysis<char> {
        Analysis { depth: 1, lines, ..Analysis::unknown([]) }
    }

    fn line(mv: char, score: f64, value: i32) -> Line<char> {
        Line { score, value, depth: 1, ..Line::unknown(mv) }
    }

    /// How often each move comes with so many seeds.
    fn counts<const N: usize>(analysis: &Analysis<char>, error: f64, moves: [char; N]) -> [u32; N] {
        let mut counts = [0; N];
        for seed in 0..10_000 {
            let mv = drawn(analysis, error, Seed(seed)).unwrap().mv;
            counts[moves.iter().position(|known| *known == mv).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn a_move_is_the_rarer_the_more_it_gives_away() {
        let known = analysis(vec![line('a', 3.0, 300), line('b', 1.0, 100), line('c', -1.0, -100)]);
        // 1, 1/e and 1/e² of the weights: 66.5, 24.5 and 9.0 %.
        let [a, b, c] = counts(&known, 2.0, ['a', 'b', 'c']);
        assert!((6_500..6_800).contains(&a) && (2_300..2_600).contains(&b) && (800..1_000).contains(&c), "{a} {b} {c}");
        assert_eq!(counts(&known, 0.01, ['a', 'b', 'c']), [10_000, 0, 0]);
        assert!(counts(&known, 1_000.0, ['a', 'b', 'c']).iter().all(|count| (3_100..3_600).contains(count)));
    }

    #[test]
    fn the_same_seed_draws_the_same_move() {
        let known = analysis(vec![line('a', 1.0, 100), line('b', 1.0, 100)]);
        let draw = |seed| drawn(&known, 5.0, Seed(seed)).unwrap().mv;
        assert!((0..100).all(|seed| draw(seed) == draw(seed)));
        assert!((0..100).any(|seed| draw(seed) != draw(0)));
    }

    #[test]
    fn what_is_decided_is_never_given_away() {
        let won = analysis(vec![line('a', 1.0, WIN + 100), line('b', 9.0, 900)]);
        assert_eq!(counts(&won, 50.0, ['a', 'b']), [10_000, 0]);
        let lost = analysis(vec![line('a', -9.0, -900), line('b', -1.0, -WIN - 100)]);
        assert_eq!(counts(&lost, 50.0, ['a', 'b']), [10_000, 0]);
    }

    #[test]
    fn a_search_that_was_stopped_still_has_moves() {
        assert!(drawn(&analysis(Vec::new()), 1.0, Seed(0)).is_none());
        let mut stopped = Analysis::unknown(['a', 'b']);
        assert!((0..50).any(|seed| drawn(&stopped, 1.0, Seed(seed)).unwrap().mv == 'b'));
        stopped.note(line('b', 0.0, 0));
        assert!((0..50).all(|seed| drawn(&stopped, 1.0, Seed(seed)).unwrap().mv == 'b'));
    }
}
