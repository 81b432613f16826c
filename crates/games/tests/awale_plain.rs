//! The rules written out plainly, seed by seed, against the fast ones: random rules on random boards.
#![expect(clippy::unwrap_used, reason = "a test that cannot set up its position must fail")]

use joute_games::awale::{self, Custom, End, Feed, GrandSlam, Opposite, Origin, Repetition, Rest, Rules, Setup, Store};
use joute_games::random::{Generator, Seed};
use joute_games::{AnyGame, GameSetup, NoFiles};

/// A board of boxes: the sides are 0 and 1.
#[derive(Clone, PartialEq, Eq)]
struct Plain {
    rules: Rules,
    total: u32,
    pits: [Vec<u32>; 2],
    stores: [u32; 2],
    turn: usize,
}

/// Where a seed falls: a side and a pit, or a store where the pit is the number of pits.
type Place = (usize, usize);

impl Plain {
    fn new(setup: &Setup) -> Plain {
        let row = vec![setup.seeds; setup.pits as usize];
        Plain { rules: setup.rules, total: setup.total(), pits: [row.clone(), row], stores: [0, 0], turn: 0 }
    }

    fn text(&self) -> String {
        let numbers = self.pits.iter().flatten().chain(&self.stores);
        let numbers: Vec<String> = numbers.map(ToString::to_string).collect();
        format!("{}-{}", numbers.join("-"), ["S", "N"][self.turn])
    }

    fn is_empty(&self, side: usize) -> bool {
        self.pits[side].iter().all(|seeds| *seeds == 0)
    }

    fn sow(&mut self, pit: usize) -> Place {
        let me = self.turn;
        let count = self.pits[me].len();
        let mut hand = std::mem::take(&mut self.pits[me][pit]);
        let mut place = (me, pit);
        while hand > 0 {
            place = if place.1 < count { (place.0, place.1 + 1) } else { (1 - place.0, 0) };
            let is_store = place.1 == count;
            if is_store && (place.0 != me || self.rules.store == Store::Skipped) {
                continue;
            }
            if place == (me, pit) && self.rules.origin == Origin::Skipped {
                continue;
            }
            *if is_store { &mut self.stores[me] } else { &mut self.pits[place.0][place.1] } += 1;
            hand -= 1;
        }
        place
    }

    /// The opponent's pits that the last seed takes, in the order of the capture, and whether it goes with them.
    fn captured(&self, last: Place) -> (Vec<usize>, bool) {
        let (me, count) = (self.turn, self.pits[0].len());
        let mut taken = Vec::new();
        if last.0 != me && self.rules.chain {
            let mut pit = last.1 as i32;
            while pit >= 0 && matches!(self.pits[1 - me][pit as usize], 2 | 3) {
                taken.push(pit as usize);
                pit -= 1;
            }
        }
        if last.0 == me && last.1 < count {
            let opposite = count - 1 - last.1;
            let has_seeds = self.pits[1 - me][opposite] > 0;
            match self.rules.opposite {
                Opposite::Always if has_seeds => taken.push(opposite),
                Opposite::FromEmpty if has_seeds && self.pits[me][last.1] == 1 => return (vec![opposite], true),
                _ => {}
            }
        }
        (taken, false)
    }

    /// The position after a move and whether the move is a grand slam.
    fn after(&self, pit: usize) -> (Plain, bool) {
        let mut next = self.clone();
        let (me, other) = (self.turn, 1 - self.turn);
        let last = next.sow(pit);
        let (mut taken, own_too) = next.captured(last);
        let seeds: u32 = taken.iter().map(|pit| next.pits[other][*pit]).sum();
        let is_slam = seeds > 0 && seeds == next.pits[other].iter().sum::<u32>();
        if is_slam {
            match self.rules.grand_slam {
                GrandSlam::Nothing => {
                    next.turn = other;
                    return (next, true);
                }
                GrandSlam::Undo => {
                    next = self.clone();
                    next.turn = other;
                    return (next, true);
                }
                GrandSlam::LeaveFirst => drop(taken.remove(0)),
                GrandSlam::LeaveLast => drop(taken.pop()),
                _ => {}
            }
        }
        for pit in &taken {
            next.stores[me] += std::mem::take(&mut next.pits[other][*pit]);
        }
        if own_too {
            next.stores[me] += std::mem::take(&mut next.pits[me][last.1]);
        }
        if is_slam {
            let rest: u32 = next.pits[me].iter().sum();
            match self.rules.grand_slam {
                GrandSlam::OpponentTakesRest => {
                    next.pits[me].fill(0);
                    next.stores[other] += rest;
                }
                GrandSlam::Share => {
                    next.pits[me].fill(0);
                    next.stores[me] += rest / 2;
                    next.stores[other] += rest / 2;
                }
                _ => {}
            }
        }
        let is_again = self.rules.store == Store::Again && last == (me, self.pits[0].len());
        next.turn = if is_again { me } else { other };
        (next, is_slam)
    }

    fn legal(&self) -> Vec<usize> {
        let (me, other) = (self.turn, 1 - self.turn);
        if self.rules.end == End::Majority && self.stores.iter().any(|store| 2 * store > self.total) {
            return vec![];
        }
        if self.rules.end == End::EmptyRow && self.is_empty(other) {
            return vec![];
        }
        let own: Vec<usize> = (0..self.pits[me].len()).filter(|pit| self.pits[me][*pit] > 0).collect();
        if self.is_empty(other) && self.rules.feed != Feed::Free {
            let feeding: Vec<usize> = own.iter().copied().filter(|pit| !self.after(*pit).0.is_empty(other)).collect();
            if !feeding.is_empty() || self.rules.feed == Feed::Must {
                return feeding;
            }
        }
        let no_slam: Vec<usize> = own.iter().copied().filter(|pit| !self.after(*pit).1).collect();
        match self.rules.grand_slam {
            GrandSlam::Illegal => no_slam,
            GrandSlam::IllegalUnlessForced if !no_slam.is_empty() => no_slam,
            _ => own,
        }
    }
}

/// Plays one random game on both and compares every position and every list of moves.
fn compare(setup: &Setup, mut game: AnyGame, seed: Seed) {
    let mut plain = Plain::new(setup);
    let mut generator = seed.generator();
    for _ in 0..150 {
        assert_eq!(game.position(), plain.text(), "{setup}");
        let legal = game.legal();
        let letters = if plain.turn == 0 { 'A'..='L' } else { 'a'..='l' };
        let letters: Vec<char> = letters.collect();
        let expected: Vec<String> = plain.legal().iter().map(|pit| letters[*pit].to_string()).collect();
        assert_eq!(game.legal_texts(), expected, "{setup} {}", plain.text());
        let Some(mv) = generator.pick(&legal) else {
            return;
        };
        let pit = letters.iter().position(|letter| letter.to_string() == game.text(mv)).unwrap();
        plain = plain.after(pit).0;
        game.play(mv);
    }
}

fn one_of<T: Copy>(generator: &mut Generator, choices: &[T]) -> T {
    generator.pick(choices).unwrap()
}

fn random_rules(generator: &mut Generator) -> Rules {
    Rules {
        store: one_of(generator, &[Store::Skipped, Store::Sown, Store::Again]),
        origin: one_of(generator, &[Origin::Skipped, Origin::Sown]),
        chain: one_of(generator, &[true, true, false]),
        opposite: one_of(generator, &[Opposite::Never, Opposite::Always, Opposite::FromEmpty]),
        grand_slam: one_of(
            generator,
            &[
                GrandSlam::Nothing,
                GrandSlam::IllegalUnlessForced,
                GrandSlam::Undo,
                GrandSlam::Illegal,
                GrandSlam::Legal,
                GrandSlam::OpponentTakesRest,
                GrandSlam::LeaveFirst,
                GrandSlam::LeaveLast,
                GrandSlam::Share,
            ],
        ),
        feed: one_of(generator, &[Feed::Free, Feed::Must, Feed::IfPossible]),
        end: one_of(generator, &[End::Majority, End::EmptyRow, End::NoMove]),
        rest: one_of(generator, &[Rest::OwnRow, Rest::Opponent, Rest::Split, Rest::Nobody]),
        repetition: one_of(generator, &[Repetition::OwnRow, Repetition::Split, Repetition::Nobody, Repetition::PlayOn]),
    }
}

#[test]
fn named_rules_agree_with_the_plain_ones() {
    for (name, rules) in Rules::NAMED {
        let setup = Setup::standard(rules);
        assert_eq!(setup.to_string(), format!("rules={name}"));
        for game in 0..200 {
            compare(&setup, awale::start(&setup).unwrap(), Seed(game));
        }
        let custom = AnyGame::start::<awale::Awale<Custom>>(setup).unwrap();
        for game in 0..50 {
            compare(&setup, custom.clone(), Seed(game));
        }
    }
}

#[test]
fn any_rules_on_any_board_agree_with_the_plain_ones() {
    for round in 0..3000 {
        let seed = Seed(round).purpose("any rules");
        let generator = &mut seed.generator();
        let pits = 1 + generator.index(if round % 4 == 0 { 12 } else { 6 }) as u32;
        // Few seeds make grand slams and empty rows common; many make long laps.
        let most = if round % 5 == 0 { awale::LARGEST_TOTAL / 2 / pits } else { 4 };
        let setup = Setup { rules: random_rules(generator), pits, seeds: 1 + generator.index(most as usize) as u32 };
        let text = setup.to_string();
        assert_eq!(Setup::parse(&text, &NoFiles).as_ref(), Ok(&setup), "{text}");
        for game in 0..3 {
            compare(&setup, awale::start(&setup).unwrap(), seed.child(game));
        }
    }
}
