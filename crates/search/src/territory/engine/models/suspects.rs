//! Who the opponent may be: the models that would have played every move it has made so far.
//!
//! The moves are read off the order in which regions were taken, so that nothing is remembered from one move to the next.

use joute_games::Side;

use super::ground::{Ground, Stand};
use super::model::{Followed, MODELS, Model, Rival};
use crate::territory::ahead::Ahead;
use crate::territory::game::TerritoryGame;
use crate::territory::story::Story;

/// How much more likely than a draw among all colours a model must make what the opponent played before it is counted on.
const CONVINCING: f64 = 30.0;

/// Models that explain the moves so many times worse than another are not looked at.
const UNLIKELY: f64 = 50.0;

/// The most steps of lines that are compared to know what `ahead` plans; who plans further is not suspected. They are compared
/// anew at every move, and nobody looks meanwhile whether to stop.
const MOST_STEPS: u32 = 30_000;

/// A model that may be the opponent.
pub(super) struct Suspect {
    pub(super) rival: Rival,
    pub(super) followed: Followed,
    /// How many times more likely the moves were with it than with a draw among all colours.
    pub(super) evidence: f64,
}

/// The models that may be the opponent, the likeliest first.
pub(in super::super) struct Suspects<const W: usize> {
    pub(super) ground: Ground<W>,
    /// The present position.
    pub(super) stand: Stand<W>,
    pub(super) likely: Vec<Suspect>,
}

impl<const W: usize> Suspects<W> {
    /// The suspects in a position; `None` where there are none, and on boards with too many cells.
    pub(in super::super) fn of<G: TerritoryGame>(game: &G) -> Option<Suspects<W>> {
        let (story, me) = (Story::of(game)?, game.turn());
        let (ground, stand) = Ground::of(game, &story.start())?;
        let mut suspects = Suspects { ground, stand, likely: Vec::new() };
        for &(side, colour) in story.moves() {
            suspects.give_turn_to(side);
            if side != me {
                suspects.question(game, colour);
                if suspects.likely.is_empty() {
                    return None;
                }
            }
            suspects.play(colour)?;
        }
        suspects.give_turn_to(me);
        suspects.stand.position.passes = game.passes_in_a_row();
        suspects.likely.sort_by(|one, other| other.evidence.total_cmp(&one.evidence));
        let least = suspects.likely.first()?.evidence / UNLIKELY;
        suspects.likely.retain(|suspect| suspect.evidence >= least);
        Some(suspects)
    }

    /// Whether so much speaks for one of them that its mistakes can be counted on.
    pub(in super::super) fn are_convincing(&self) -> bool {
        let evidence: f64 = self.likely.iter().map(|suspect| suspect.evidence).sum();
        evidence / MODELS.len() as f64 >= CONVINCING
    }

    /// Moves that take nothing leave no trace: one was played where the same side took twice.
    fn give_turn_to(&mut self, side: Side) {
        if usize::from(self.stand.position.mover) != side.index() {
            self.stand = self.stand.passed();
        }
    }

    fn play(&mut self, colour: u8) -> Option<()> {
        let takings = self.ground.takings(&self.stand.position);
        self.stand = self.ground.after(&self.stand, takings.iter().find(|taking| taking.colour == colour)?);
        Some(())
    }

    /// Lets go of those who would not have played a colour; before the opponent's first move all are suspected.
    fn question<G: TerritoryGame>(&mut self, game: &G, colour: u8) {
        let Suspects { ground, stand, likely } = self;
        if likely.is_empty() {
            *likely = MODELS.into_iter().filter_map(|model| Suspect::new(model, game, ground, stand)).collect();
        }
        let takings = ground.takings(&stand.position);
        likely.retain_mut(|suspect| {
            let favourites = suspect.rival.favourites(ground, stand, &takings, suspect.followed);
            suspect.evidence *= takings.len() as f64 / f64::from(favourites.count_ones().max(1));
            suspect.followed = suspect.rival.follow(suspect.followed, colour);
            suspect.rival.note_choice(favourites, colour);
            favourites >> colour & 1 == 1
        });
    }
}

impl Suspect {
    /// A suspect before its first move; `None` when it would take too long to find out what it plans.
    fn new<G: TerritoryGame, const W: usize>(
        model: Model,
        game: &G,
        ground: &Ground<W>,
        stand: &Stand<W>,
    ) -> Option<Suspect> {
        let mut rival = Rival::new(model);
        if model == Model::Ahead {
            let (moves, mut left) = (Ahead::moves_for(game.topology().cells(), game.colours()), MOST_STEPS);
            rival.plan = ground.best_line(&stand.position, moves, &mut left)?.1;
        }
        Some(Suspect { rival, followed: 0, evidence: 1.0 })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]
    use std::sync::atomic::AtomicBool;

    use joute_games::random::Seed;
    use joute_games::territory::flood::Flood;
    use joute_games::{Game, GameSetup, NoFiles};

    use super::*;
    use crate::greedy::Greedy;
    use crate::strategy::{Limits, Strategy, Thinking, Ties};
    use crate::territory::border_counter::BorderMeasure;
    use crate::territory::{BorderUnit, Hegemony, HegemonyVariant, MaxBorder, Mix, Oracle, Recursion, Starve};

    const BOARDS: [&str; 4] = [
        "width=9,colours=7",
        "graph=torus,width=8",
        "graph=donut,width=9,forbidden=2",
        "graph=hgraph,width=9,colours=8",
    ];

    /// The strategy that a model stands for.
    fn strategy(model: Model) -> Box<dyn Strategy<Flood>> {
        match model {
            Model::Oracle(1) => Box::new(Greedy::default()),
            Model::Oracle(moves) => Box::new(Oracle::new(moves, Recursion::Shared, Ties::First)),
            Model::Ahead => Box::new(Ahead::default()),
            Model::Mix(border, cells, moves) => {
                Box::new(Mix::new(border, cells, moves, BorderMeasure::Cells, Ties::First))
            }
            Model::Starve => Box::new(Starve::default()),
            Model::MaxBorder => Box::new(MaxBorder::new(BorderUnit::Cells, Ties::First)),
            Model::Hegemony(measure) => {
                let variants = [HegemonyVariant::Cells, HegemonyVariant::Free, HegemonyVariant::Contested];
                let variant = variants.into_iter().find(|variant| variant.measure() == measure).unwrap();
                Box::new(Hegemony::new(variant, Ties::First))
            }
        }
    }

    fn start(board: &str, seed: u64) -> Flood {
        Flood::start(&<Flood as Game>::Setup::parse(board, &NoFiles).unwrap().with_seed(seed)).unwrap()
    }

    fn chosen(strategy: &mut dyn Strategy<Flood>, game: &Flood) -> <Flood as Game>::Move {
        let stop = AtomicBool::new(false);
        strategy.choose(game, &Thinking { seed: Seed(1), limits: Limits::default(), history: &[], stop: &stop }).mv
    }

    /// A game of a strategy against random moves, in which its model must stay suspected and foretell every move.
    fn is_foretold(model: Model, board: &str, seed: u64) {
        let mut draw = Seed(seed).generator();
        let mut game = start(board, seed);
        let mut player = strategy(model);
        if seed % 2 == 1 {
            game.play(chosen(&mut *player, &game));
        }
        while !game.is_over() {
            let (before, turn) = (Suspects::<2>::of(&game), game.clone());
            let own = game.random_move(&mut draw).unwrap();
            game.play(own);
            if game.is_over() {
                return;
            }
            game.play(chosen(&mut *player, &game));
            let Some(before) = before else { continue };
            agrees(&before, &turn);
            let suspect = before.likely.iter().find(|suspect| suspect.rival.model == model).unwrap();
            let takings = before.ground.takings(&before.stand.position);
            let taken = takings.iter().find(|taking| game_move(taking.colour) == own);
            let stand =
                taken.map_or_else(|| before.stand.passed(), |taking| before.ground.after(&before.stand, taking));
            let (foretold, _) = suspect.rival.reply(&before.ground, &stand, suspect.followed);
            assert_eq!(Some(foretold), Suspects::<2>::of(&game).map(|now| now.stand), "{model:?}: {game}");
        }
    }

    /// What could be taken is what the rules say, so that whatever is played is legal.
    fn agrees(suspects: &Suspects<2>, game: &Flood) {
        let gaining = game.legal_moves().into_iter().filter(|mv| game.gain(*mv) > 0);
        let takings = suspects.ground.takings(&suspects.stand.position);
        assert!(gaining.eq(takings.iter().map(|taking| game_move(taking.colour))), "{game}");
    }

    fn game_move(colour: u8) -> <Flood as Game>::Move {
        <Flood as TerritoryGame>::taking(colour)
    }

    #[test]
    fn every_model_foretells_the_strategy_it_stands_for() {
        for (model, seed) in MODELS.into_iter().flat_map(|model| (0..12).map(move |seed| (model, seed))) {
            is_foretold(model, BOARDS[seed as usize % 4], seed);
        }
    }

    #[test]
    fn a_model_is_let_go_of_when_the_opponent_plays_otherwise() {
        for seed in 0..20 {
            let mut game = start(BOARDS[0], seed);
            let mut draw = Seed(seed).generator();
            (0..8).for_each(|_| game.play(chosen(&mut Greedy::default(), &game)));
            let greedy = |game: &Flood| {
                let suspects = Suspects::<2>::of(game);
                suspects.is_some_and(|all| all.likely.iter().any(|suspect| suspect.rival.model == Model::Oracle(1)))
            };
            assert!(greedy(&game));
            let most = game.legal_moves().iter().map(|mv| game.gain(*mv)).max();
            let less: Vec<_> = game.legal_moves().iter().copied().filter(|mv| Some(game.gain(*mv)) < most).collect();
            let taking: Vec<_> = less.into_iter().filter(|mv| game.gain(*mv) > 0).collect();
            let Some(other) = draw.pick(&taking) else { continue };
            game.play(other);
            // The side to move now is the one that saw it.
            assert!(!greedy(&game), "{game}");
        }
    }

    #[test]
    fn it_takes_some_moves_to_be_convinced_and_nobody_who_draws_convinces() {
        let mut game = start(BOARDS[0], 3);
        let mut draw = Seed(3).generator();
        let mut turns = 0;
        while !Suspects::<2>::of(&game).is_some_and(|suspects| suspects.are_convincing()) {
            game.play(game.random_move(&mut draw).unwrap());
            game.play(chosen(&mut Greedy::default(), &game));
            turns += 1;
        }
        assert!((2..8).contains(&turns), "{turns}");
        let drawn = |seed| {
            let (mut game, mut draw) = (start(BOARDS[0], seed), Seed(seed).generator());
            for _ in 0..16 {
                let taking: Vec<_> = game.legal_moves().iter().copied().filter(|mv| game.gain(*mv) > 0).collect();
                game.play(draw.pick(&taking).unwrap_or_else(Flood::nothing));
            }
            !Suspects::<2>::of(&game).is_some_and(|suspects| suspects.are_convincing())
        };
        assert!((0..20).all(drawn));
    }
}
