//! A whole game between two programs at once. Games of quick built-in players are all of it, so that a ply must not cost
//! more than a few dozen nanoseconds: nothing is told where nobody watches, and one guard serves the whole game.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use joute_games::random::Seed;
use joute_games::{AnyGame, Side};

use crate::adjudicator::Adjudicator;
use crate::ending::Ending;
use crate::event::Event;
use crate::judge::joined;
use crate::last_words::with_log;
use crate::own_waits::{OwnWaits, Thinks};
use crate::player::Player;
use crate::ply::Finished;
use crate::referee::{Conditions, Referee, Step, close_player, panicked};
use crate::stopwatch::Stopwatch;

/// Hears every event as it happens.
type Watch<'w> = Option<&'w mut dyn FnMut(Event)>;

/// Plays a game to its end. Whatever the players do, there is an ending; `watch` hears every event as it happens.
pub fn play_game(
    start: AnyGame,
    players: [&mut dyn Player; 2],
    conditions: &Conditions<'_>,
    watch: Option<&mut dyn FnMut(Event)>,
) -> Finished {
    play_adjudicated_game(start, players, conditions, None, watch)
}

/// Plays a game that ends as soon as the adjudicator, if there is one, knows its result.
pub fn play_adjudicated_game(
    start: AnyGame,
    mut players: [&mut dyn Player; 2],
    conditions: &Conditions<'_>,
    adjudicator: Option<&Arc<dyn Adjudicator>>,
    watch: Option<&mut dyn FnMut(Event)>,
) -> Finished {
    let opening = watch.is_some().then(|| start.clone());
    let mut referee = Referee::new(start, conditions);
    if let Some(adjudicator) = adjudicator {
        referee.heed(Arc::clone(adjudicator));
    }
    let mut game = WholeGame { referee, conditions, watch };
    let ending = game.play_guarded(&mut players, opening);
    game.tell(|referee| referee.ended(ending.clone()));
    let tally = game.referee.tally();
    let aftermath = players.map(|player| close_player(player, &ending, tally));
    Finished { aftermath, ..game.referee.finished(ending) }
}

/// What the referee knows of a seat for the whole game, so that it need not ask at every ply.
#[derive(Clone, Copy)]
struct Seat {
    seed: Seed,
    ignores_deadlines: bool,
    is_silent: bool,
}

struct WholeGame<'a, 'w> {
    referee: Referee,
    conditions: &'a Conditions<'a>,
    watch: Watch<'w>,
}

impl WholeGame<'_, '_> {
    /// A built-in player that panics is a player that crashes, not a referee that does. One guard serves the whole game:
    /// plies can be shorter than setting one up.
    fn play_guarded(&mut self, players: &mut [&mut dyn Player; 2], opening: Option<AnyGame>) -> Ending {
        let played = catch_unwind(AssertUnwindSafe(|| match self.open(players, opening) {
            Some(ending) => ending,
            None => self.play(players),
        }));
        played.unwrap_or_else(|panic| match self.referee.asked {
            Some(by) => Ending::Forfeit { by, fault: with_log(panicked(&*panic), players[by].take_log()) },
            None => resume_unwind(panic),
        })
    }

    fn open(&mut self, [first, second]: &mut [&mut dyn Player; 2], opening: Option<AnyGame>) -> Option<Ending> {
        let ending = self.referee.seat([Some(&mut **first), Some(&mut **second)], self.conditions.stop);
        if let (None, Some(start)) = (&ending, opening) {
            let conditions = self.conditions;
            self.tell(|referee| referee.opened(&start, conditions));
        }
        ending
    }

    fn play(&mut self, players: &mut [&mut dyn Player; 2]) -> Ending {
        let stop = self.conditions.stop;
        let seats = Side::BOTH.map(|side| Seat {
            seed: self.referee.seat_seed(side),
            ignores_deadlines: players[side].ignores_deadlines(),
            is_silent: players[side].is_silent(),
        });
        let has_company = self.watch.is_some() || self.referee.heeds_results();
        let thinks = Side::BOTH.map(|side| Thinks::of(seats[side].ignores_deadlines));
        let mut waits = OwnWaits::start(self.referee.counts_wall(), &thinks);
        let mut stopwatch = Stopwatch::start();
        let mut status = self.referee.game.status();
        loop {
            let side = match self.referee.step(status, stop) {
                Step::Over(ending) => return ending,
                Step::Forced(next) => {
                    status = next;
                    self.tell(Referee::played);
                    continue;
                }
                Step::Ask(side) => side,
            };
            if has_company {
                self.tell(|referee| referee.asked(side));
                // Neither whoever watches nor an adjudicator must cost the player time.
                stopwatch.restart();
                waits.restart();
            }
            let referee = &mut self.referee;
            let seat = seats[side];
            let deadline = if seat.ignores_deadlines { None } else { referee.deadline() };
            referee.asked = Some(side);
            let answer = players[side].choose(&referee.turn(side, seat.seed, deadline, stop));
            let (wall, remark) =
                waits.judge(stopwatch.lap(), referee.latest(), thinks[side], || players[side].kept_waiting());
            let log = if seat.is_silent { None } else { players[side].take_log() };
            let log = joined(log, remark);
            referee.asked = None;
            status = match referee.play_quick(side, &answer, wall, &log) {
                Some(status) => status,
                None => match referee.judge(side, answer, wall, log) {
                    Ok(()) => referee.game.status(),
                    Err(ending) => return ending,
                },
            };
            if self.watch.is_some() {
                self.tell(Referee::played);
                stopwatch.restart();
            }
        }
    }

    #[inline]
    fn tell(&mut self, event: impl FnOnce(&Referee) -> Event) {
        if let Some(watch) = &mut self.watch {
            watch(event(&self.referee));
        }
    }
}
