//! How seeds travel in a move: sown one by one, and then what was captured goes to the stores.

use super::game::Awale;
use super::mv::Move;
use super::source::RuleSource;
use super::sowing;
use crate::game::Game;
use crate::side::Side;
use crate::view::Flow;

/// The flows of a legal move, between the parts of the view.
pub(super) fn of<R: RuleSource>(game: &Awale<R>, mv: Move) -> Vec<Flow> {
    let (side, pits) = (mv.side(), game.pits());
    let part_of = |place: u32| match place {
        own if own < pits => side.index() as u32 * pits + own,
        store if store == pits => 2 * pits + side.index() as u32,
        theirs => side.other().index() as u32 * pits + (theirs - pits - 1),
    };
    let seeds = game.seeds(side, mv.pit());
    let sown: Vec<usize> =
        sowing::route(game.source().rules(), pits, mv.pit(), seeds).map(|place| part_of(place) as usize).collect();
    let mut held = contents(game);
    let origin = part_of(mv.pit()) as usize;
    held[origin] = 0;
    sown.iter().for_each(|&part| held[part] += 1);
    let mut after = *game;
    after.play(mv);
    let mut flows = vec![Flow(origin, sown)];
    flows.extend(captured(&held, &contents(&after), side, pits as usize));
    flows
}

/// The seeds of every part, in the order of the view.
fn contents<R: RuleSource>(game: &Awale<R>) -> Vec<u32> {
    let pits = Side::BOTH.into_iter().flat_map(|side| (0..game.pits()).map(move |pit| game.seeds(side, pit)));
    pits.chain(Side::BOTH.map(|side| game.store(side))).collect()
}

/// What lies in pits after the sowing and no more after the move went to the stores: the mover's as long as it has more than it
/// was sown, and then the other's.
fn captured(sown: &[u32], after: &[u32], side: Side, pits: usize) -> Vec<Flow> {
    let store = |side: Side| 2 * pits + side.index();
    let mut wanted = after[store(side)].saturating_sub(sown[store(side)]);
    let mut flows = Vec::new();
    for part in (0..2 * pits).filter(|&part| sown[part] > after[part]) {
        let count = sown[part] - after[part];
        let own = count.min(wanted);
        wanted -= own;
        let own = std::iter::repeat_n(store(side), own as usize);
        let rest = std::iter::repeat_n(store(side.other()), count as usize);
        flows.push(Flow(part, own.chain(rest).take(count as usize).collect()));
    }
    flows
}
