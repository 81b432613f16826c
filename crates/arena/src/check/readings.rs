//! How a player reads what can be read in several ways. Whether it breaks no rule says little: a player that takes every
//! colour for a forbidden one passes for ever and breaks none. So each way is played in both seats, and another than the
//! one that was given is proposed only if the player plays better with it in both.

use joute_games::random::Seed;
use joute_games::{Outcome, Side};
use joute_messages::{Message, message};
use joute_players::advice::Reading;
use joute_players::{Entrant, Severity, Topic};
use joute_referee::FaultKind;

use super::report::{Finding, State, joined};
use super::trial::{Played, Trial};
use super::{Checker, with_option};

/// Boards that each way of reading is tried on, in both seats.
const BOARDS: u64 = 4;

/// What became of the games in one seat.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct InSeat {
    games: u32,
    faults: u32,
    /// Faults that are moves against the rules.
    illegal: u32,
    points: f64,
}

/// What became of the games with one way of reading, by seat.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Tried([InSeat; 2]);

impl Tried {
    fn faults(&self) -> u32 {
        self.0.iter().map(|seat| seat.faults).sum()
    }

    fn points(&self) -> f64 {
        self.0.iter().map(|seat| seat.points).sum()
    }

    /// Nothing is wrong, and it wins at least half against somebody who draws at random.
    fn is_fine(&self) -> bool {
        self.faults() == 0 && self.0.iter().all(|seat| seat.points * 2.0 >= f64::from(seat.games))
    }

    /// Whether this is better than another: as good in each seat, without a fault, and clearly better in all.
    fn is_better_than(&self, other: &Tried) -> bool {
        let as_good = self.0.iter().zip(&other.0).all(|(seat, other)| seat.points >= other.points);
        as_good && self.faults() == 0 && self.points() >= other.points() + 2.0
    }

    /// The seat that is right while every game in the other one is a fault.
    fn one_good_seat(&self) -> Option<Side> {
        let fails = |side: Side| self.0[side].faults > 0;
        match Side::BOTH.map(fails) {
            [false, true] if self.0[0].points > 0.0 => Some(Side::First),
            [true, false] if self.0[1].points > 0.0 => Some(Side::Second),
            _ => None,
        }
    }

    fn points_message(&self) -> Message {
        let [first, second] = self.0;
        message!("check-reading-points", points = first.points, games = first.games, faults = self.faults())
            .with("second-points", second.points)
            .with("second-games", second.games)
    }
}

impl Checker<'_> {
    /// Finds out how the player reads what can be read in several ways. Where another way than the given one is better,
    /// that is the mistake, and everything else is tried with the better one.
    pub(super) fn settle_readings(&mut self, entrant: Entrant) -> Entrant {
        let game = self.plan.game.info.name;
        let readings = entrant.advice().readings.iter().filter(|reading| reading.game == game);
        readings.fold(entrant, |entrant, reading| self.settle_reading(entrant, reading))
    }

    fn settle_reading(&mut self, entrant: Entrant, reading: &Reading) -> Entrant {
        if self.is_over() {
            return entrant;
        }
        (self.progress)(reading.name);
        let given = entrant.locator().option(reading.option).map(str::to_owned);
        let usual = given.clone().unwrap_or_else(|| reading.values[0].to_owned());
        let mut first_fault = None;
        let tried = self.try_reading(&entrant, reading, &mut first_fault);
        if tried.is_fine() {
            self.report.step(reading.name, State::Passed, message!("check-note-understood", value = usual));
            return entrant;
        }
        let others = self.try_others(&entrant, reading, &usual);
        let better = others.iter().filter(|(_, other)| other.is_better_than(&tried));
        if let Some((value, other)) = better.max_by(|(_, one), (_, two)| one.points().total_cmp(&two.points())) {
            return self.propose(entrant, reading, value, [&tried, other]);
        }
        let is_worse = others.iter().any(|(_, other)| other.points() >= tried.points() + 2.0);
        if given.is_some() && is_worse && first_fault.is_none() {
            self.warn_of_option(reading, &usual, &tried, &others);
            return entrant;
        }
        self.judge_reading(reading, &usual, &tried, first_fault);
        entrant
    }

    /// No other way is better: what is wrong, if something is, is the player's own.
    fn judge_reading(&mut self, reading: &Reading, usual: &str, tried: &Tried, first_fault: Option<Played>) {
        let Some(played) = first_fault else {
            let note = message!("check-note-understood-best", value = usual.to_owned());
            return self.report.step(reading.name, State::Passed, note);
        };
        if let Some(good) = tried.one_good_seat() {
            let (what, advice) = reading.one_seat;
            let good = good.to_string();
            let what = message!("check-reading-one-seat", good = good.clone(), what = message!(what));
            let evidence = played.fault().map(|fault| fault.evidence.clone()).unwrap_or_default();
            self.report.add(Finding::new(Severity::Must, Topic::Encoding, what, message!(advice)).quoting(evidence));
            let note = message!("check-note-understood-one-seat", value = usual.to_owned(), good = good);
            return self.report.step(reading.name, State::Failed, note);
        }
        let are_illegal = tried.0.iter().map(|seat| seat.illegal).sum::<u32>() == tried.faults();
        self.note_fault(&played, 0, Severity::Must);
        let note = if are_illegal {
            message!("check-note-understood-in-no-way")
        } else {
            message!("check-note-not-found-out")
        };
        self.report.step(reading.name, State::Failed, note);
    }

    /// A way that is better in both seats is said, and taken for the rest of the check.
    fn propose(&mut self, entrant: Entrant, reading: &Reading, value: &str, [given, better]: [&Tried; 2]) -> Entrant {
        let (state, severity) =
            if given.faults() > 0 { (State::Failed, Severity::Must) } else { (State::Passed, Severity::Should) };
        self.report.step(reading.name, state, message!("check-note-understood", value = value.to_owned()));
        let locator = with_value(&entrant, reading.option, value);
        let advice = message!("check-reading-advice", value = value.to_owned(), locator = locator.clone());
        let lines = [message!("check-reading-given", points = given.points_message()), read_as(value, better)];
        let finding = Finding::new(severity, Topic::Encoding, message!(reading.what), advice);
        self.report.add(finding.with_evidence(joined("check-lines", lines.into_iter())));
        self.plan.workshop.entrant(&locator).unwrap_or(entrant)
    }

    /// An option that somebody has set, and without which the player does better.
    fn warn_of_option(&mut self, reading: &Reading, usual: &str, tried: &Tried, others: &[(&'static str, Tried)]) {
        let lines = others.iter().map(|(value, other)| read_as(value, other));
        let evidence = std::iter::once(read_as(usual, tried)).chain(lines);
        let what = message!("check-option-worse", option = reading.option, value = usual.to_owned());
        let advice = message!("check-option-worse-advice");
        let finding = Finding::new(Severity::Should, Topic::Encoding, what, advice);
        let note = message!("check-note-option-worse", value = usual.to_owned());
        self.report.step(reading.name, State::Passed, note);
        self.report.add(finding.with_evidence(joined("check-lines", evidence)));
    }

    fn try_others(&mut self, entrant: &Entrant, reading: &Reading, usual: &str) -> Vec<(&'static str, Tried)> {
        let mut others = Vec::new();
        for &value in reading.values.iter().filter(|value| **value != usual) {
            if let Ok(other) = self.plan.workshop.entrant(&with_value(entrant, reading.option, value)) {
                others.push((value, self.try_reading(&other, reading, &mut None)));
            }
        }
        others
    }

    /// Plays the boards of a reading in both seats against a player that draws at random.
    fn try_reading(&mut self, entrant: &Entrant, reading: &Reading, first_fault: &mut Option<Played>) -> Tried {
        let mut tried = Tried::default();
        for number in 0..BOARDS {
            let setup = reading.setups[number as usize % reading.setups.len()];
            let Ok(source) = self.plan.game.setup(setup, self.plan.files) else { continue };
            let Ok(start) = source.start(number) else { continue };
            for side in Side::BOTH {
                let trial = Trial::new(start.clone(), side, Seed(number));
                let Some(played) = self.play(entrant, &trial, "random") else { continue };
                count(&mut tried.0[side], &played);
                if played.fault().is_some() && first_fault.is_none() {
                    *first_fault = Some(played);
                }
            }
        }
        tried
    }
}

fn read_as(value: &str, tried: &Tried) -> Message {
    message!("check-reading-as", value = value.to_owned(), points = tried.points_message())
}

fn count(seat: &mut InSeat, played: &Played) {
    seat.games += 1;
    if let Some(fault) = played.fault() {
        seat.faults += 1;
        seat.illegal += u32::from(fault.kind == FaultKind::Illegal);
    }
    seat.points += match played.finished.ending.outcome().map(Outcome::winner) {
        Some(Some(winner)) if winner == played.seat => 1.0,
        Some(None) => 0.5,
        _ => 0.0,
    };
}

/// The locator with this value of an option, whatever value it had.
fn with_value(entrant: &Entrant, option: &str, value: &str) -> String {
    let text = entrant.locator().to_string();
    match entrant.locator().option(option) {
        Some(given) => text.replace(&format!("{option}={given}"), &format!("{option}={value}")),
        None => with_option(&text, &format!("{option}={value}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(seats: [(u32, f64); 2]) -> Tried {
        Tried(seats.map(|(faults, points)| InSeat { games: 4, faults, illegal: faults, points }))
    }

    #[test]
    fn passing_for_ever_is_no_better_than_one_good_seat() {
        let (one_seat, passes) = (tried([(0, 4.0), (4, 0.0)]), tried([(0, 0.0), (0, 0.0)]));
        assert!(!passes.is_better_than(&one_seat) && !passes.is_better_than(&tried([(4, 0.0), (4, 0.0)])));
        assert_eq!((one_seat.one_good_seat(), passes.one_good_seat()), (Some(Side::First), None));
    }

    #[test]
    fn a_way_without_faults_that_wins_in_both_seats_is_better() {
        let (given, other) = (tried([(3, 1.0), (4, 0.0)]), tried([(0, 4.0), (0, 3.0)]));
        assert!(other.is_better_than(&given) && !given.is_better_than(&other));
        assert!(other.is_fine() && !given.is_fine());
        assert!(!tried([(0, 4.0), (1, 3.0)]).is_better_than(&given), "it has a fault of its own");
    }
}
