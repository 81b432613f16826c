//! `ahead`: the best own opening is worked out at the first turn and played as long as it can be, then greedy.

use std::cmp::Ordering;
use std::sync::Arc;

use joute_games::Side;
use joute_games::random::Generator;
use joute_games::territory::Regions;

use super::game::TerritoryGame;
use super::sketch::Sketch;
use super::story::Story;
use crate::feature::Feature;
use crate::strategy::{Choice, Strategy, Thinking, Ties};

/// The most lines a plan may compare when its length is left to the board.
const MOST_LINES: u64 = 1_000_000;

/// Most cells after so many own moves from the first turn, the opponent ignored.
///
/// The plan is dropped for greedy when its next colour is not legal or, in Seven Colours as in Flood, gains nothing any
/// more; once greedy has taken another colour there is no way back to it. Whether it was followed so far is read off the position, so that a player seated in the middle of a game goes
/// on as the one before would have; only with ties by seed may its plan be another, and then it plays greedy.
#[derive(Debug, Clone, Default)]
pub struct Ahead {
    moves: Option<u32>,
    ties: Ties,
    plan: Option<Plan>,
    lines: u64,
}

/// The opening of one side on one board, from the regions taken before its first turn.
#[derive(Debug, Clone)]
struct Plan {
    regions: Arc<Regions>,
    side: Side,
    before: Vec<u32>,
    colours: Vec<u8>,
}

impl Ahead {
    /// A plan of so many moves, or of as many as [`Ahead::moves_for`] says.
    pub fn new(moves: Option<u32>, ties: Ties) -> Ahead {
        Ahead { moves, ties, plan: None, lines: 0 }
    }

    /// How long a plan is when nobody says: half as many moves as the board is wide (5 on 10 x 10, as in the report),
    /// at least one, and no more than a million lines of that many colours allow. A board that is not a square is taken
    /// for the square with as many cells.
    pub fn moves_for(cells: usize, colours: u8) -> u32 {
        let wanted = (cells.isqrt() / 2).max(1) as u32;
        let affordable = |moves: &u32| u64::from(colours).checked_pow(*moves).is_some_and(|lines| lines <= MOST_LINES);
        (1..=wanted).take_while(affordable).last().unwrap_or(1)
    }

    /// Lines it has compared in all its plans so far.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// The planned colour of this turn, if the plan was followed so far and has one.
    fn planned<G: TerritoryGame>(&mut self, game: &G, thinking: &Thinking<'_>) -> Option<u8> {
        let story = Story::of(game)?;
        let side = game.turn();
        let (zones, taken) = story.opening(side)?;
        let before = zones.taken();
        let is_known = self.plan.as_ref().is_some_and(|plan| {
            Arc::ptr_eq(&plan.regions, zones.shared_regions()) && plan.side == side && plan.before == before
        });
        if !is_known {
            let [first, second] = [before[0], before[1]].map(|start| zones.regions().region(start).colour);
            let rival = game.zone_colour(side.other()).map(|_| taken.unwrap_or([second, first][side]));
            let (regions, before) = (zones.shared_regions().clone(), before.to_vec());
            let colours = self.best_line(Sketch::with_zones(game, zones, rival), game.topology().cells(), thinking);
            self.plan = Some(Plan { regions, side, before, colours });
        }
        self.plan.as_ref()?.next_after(&story)
    }

    fn best_line(&mut self, mut sketch: Sketch, cells: usize, thinking: &Thinking<'_>) -> Vec<u8> {
        let moves = self.moves.unwrap_or_else(|| Ahead::moves_for(cells, sketch.colours));
        let draws = (self.ties == Ties::Random).then(|| thinking.seed.generator());
        let mut search = LineSearch { line: Vec::new(), best: Vec::new(), cells: 0, equals: 0, lines: 0, draws };
        search.search(&mut sketch, moves, thinking);
        self.lines += search.lines;
        search.best
    }
}

impl Plan {
    fn next_after(&self, story: &Story) -> Option<u8> {
        let mut planned = self.colours.iter().copied();
        let was_followed = story.colours_of(self.side).all(|colour| planned.next() == Some(colour));
        was_followed.then(|| planned.next()).flatten()
    }
}

/// The search for the line with most cells; of equal ones the first in order, or one by draw.
struct LineSearch {
    line: Vec<u8>,
    best: Vec<u8>,
    cells: u32,
    equals: u64,
    lines: u64,
    draws: Option<Generator>,
}

impl LineSearch {
    fn search(&mut self, sketch: &mut Sketch, moves: u32, thinking: &Thinking<'_>) {
        let colours = sketch.useful();
        // Told to stop, it still finishes its first line.
        if moves == 0 || colours.is_empty() || (self.lines > 0 && thinking.is_stopped()) {
            self.compare(sketch.tally());
            return;
        }
        for colour in colours {
            self.line.push(colour);
            if moves == 1 && !sketch.captures {
                // The kernel knows what the last colour gains: it need not be taken.
                self.compare(sketch.tally() + sketch.gain(colour));
            } else {
                let change = sketch.take(colour);
                self.search(sketch, moves - 1, thinking);
                sketch.undo(change);
            }
            self.line.pop();
        }
    }

    fn compare(&mut self, cells: u32) {
        self.lines += 1;
        let is_better = match cells.cmp(&self.cells) {
            Ordering::Less => false,
            Ordering::Greater => {
                self.equals = 1;
                true
            }
            Ordering::Equal => {
                // Each of n equal lines replaces the one kept with probability 1/n: all are equally likely.
                self.equals += 1;
                self.draws.as_mut().is_some_and(|draws| draws.below(self.equals) == 0)
            }
        };
        if is_better {
            self.cells = cells;
            self.best.clone_from(&self.line);
        }
    }
}

impl<G: TerritoryGame> Strategy<G> for Ahead {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let sketch = Sketch::of(game);
        let planned = self.planned(game, thinking).filter(|&colour| sketch.is_useful(colour));
        let colour = planned.or_else(|| sketch.greedy_by(self.ties, thinking.seed));
        colour.map_or_else(G::nothing, G::taking).into()
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::Depth]
    }

    fn is_deterministic(&self) -> bool {
        self.ties == Ties::First
    }
}
