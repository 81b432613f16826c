//! Where in a game one is and how it moves on: the state of the screen that needs no screen.

use std::time::Duration;

/// How many plies are played in ten seconds, from the slowest speed to the fastest.
const SPEEDS: [u32; 8] = [2, 5, 10, 20, 50, 100, 200, 500];
/// One ply each second.
const USUAL_SPEED: usize = 2;

/// A place in a game of so many plies, at rest or moving on by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stepper {
    ply: usize,
    last: usize,
    is_playing: bool,
    speed: usize,
    waited: Duration,
}

impl Stepper {
    /// At the start of a game of `last` plies.
    pub(super) fn new(last: usize) -> Stepper {
        Stepper { ply: 0, last, is_playing: false, speed: USUAL_SPEED, waited: Duration::ZERO }
    }

    /// The same pace in another game, from its start and at rest.
    pub(super) fn for_game(&self, last: usize) -> Stepper {
        Stepper { speed: self.speed, ..Stepper::new(last) }
    }

    /// How many plies have been played.
    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    /// How many plies there are.
    pub(super) fn last(&self) -> usize {
        self.last
    }

    pub(super) fn is_playing(&self) -> bool {
        self.is_playing
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.ply == self.last
    }

    /// Plies per second.
    pub(super) fn speed(&self) -> f64 {
        f64::from(SPEEDS[self.speed]) / 10.0
    }

    /// Goes to a ply, or as near to it as there is, and rests there.
    pub(super) fn go_to(&mut self, ply: usize) {
        self.ply = ply.min(self.last);
        self.is_playing = false;
    }

    /// Goes forwards, or backwards when `plies` is negative, and rests.
    pub(super) fn step(&mut self, plies: isize) {
        self.go_to(self.ply.saturating_add_signed(plies));
    }

    /// Goes to the first of these plies after this one; says whether there was one.
    pub(super) fn go_to_next(&mut self, plies: &[usize]) -> bool {
        let next = plies.iter().copied().filter(|ply| *ply > self.ply).min();
        next.inspect(|ply| self.go_to(*ply)).is_some()
    }

    /// Goes to the last of these plies before this one; says whether there was one.
    pub(super) fn go_to_previous(&mut self, plies: &[usize]) -> bool {
        let previous = plies.iter().copied().filter(|ply| *ply < self.ply).max();
        previous.inspect(|ply| self.go_to(*ply)).is_some()
    }

    /// Moves on by itself or rests; at the end it begins again.
    pub(super) fn toggle(&mut self) {
        self.is_playing = !self.is_playing && self.last > 0;
        self.waited = Duration::ZERO;
        if self.is_playing && self.is_at_end() {
            self.ply = 0;
        }
    }

    pub(super) fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }

    pub(super) fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// How long until the next ply is due; nothing at rest.
    pub(super) fn due(&self) -> Option<Duration> {
        self.is_playing.then(|| self.pace().saturating_sub(self.waited))
    }

    /// Lets time pass; says whether a ply was played. A late call plays one ply, not all that were missed.
    pub(super) fn pass(&mut self, time: Duration) -> bool {
        if !self.is_playing {
            return false;
        }
        self.waited = self.waited.saturating_add(time);
        if self.waited < self.pace() {
            return false;
        }
        self.waited = Duration::ZERO;
        self.ply = (self.ply + 1).min(self.last);
        self.is_playing = !self.is_at_end();
        true
    }

    fn pace(&self) -> Duration {
        Duration::from_secs(10) / SPEEDS[self.speed]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn steps_stay_inside_the_game() {
        let mut stepper = Stepper::new(12);
        stepper.step(-1);
        assert_eq!(stepper.ply(), 0);
        stepper.step(10);
        assert_eq!(stepper.ply(), 10);
        stepper.step(10);
        assert!(stepper.is_at_end());
        stepper.go_to(99);
        assert_eq!(stepper.ply(), 12);
    }

    #[test]
    fn it_plays_at_its_pace_and_stops_at_the_end() {
        let mut stepper = Stepper::new(2);
        assert!(!stepper.pass(SECOND), "at rest");
        stepper.toggle();
        assert_eq!(stepper.due(), Some(SECOND));
        assert!(!stepper.pass(SECOND / 2));
        assert_eq!(stepper.due(), Some(SECOND / 2));
        assert!(stepper.pass(SECOND / 2));
        assert!(stepper.pass(5 * SECOND), "late");
        assert_eq!((stepper.ply(), stepper.is_playing(), stepper.due()), (2, false, None));
        stepper.toggle();
        assert_eq!((stepper.ply(), stepper.is_playing()), (0, true), "from the start again");
    }

    #[test]
    fn a_step_by_hand_pauses() {
        let mut stepper = Stepper::new(5);
        stepper.toggle();
        stepper.step(1);
        assert!(!stepper.is_playing());
    }

    #[test]
    fn an_empty_game_does_not_play() {
        let mut stepper = Stepper::new(0);
        stepper.toggle();
        assert!(!stepper.is_playing() && stepper.is_at_end());
    }

    #[test]
    fn speed_has_bounds_and_survives_a_change_of_game() {
        let mut stepper = Stepper::new(5);
        (0..20).for_each(|_| stepper.faster());
        assert_eq!(stepper.speed(), 50.0);
        let other = stepper.for_game(9);
        assert_eq!((other.speed(), other.ply(), other.last()), (50.0, 0, 9));
        (0..20).for_each(|_| stepper.slower());
        assert_eq!(stepper.speed(), 0.2);
    }

    #[test]
    fn jumps_find_the_next_and_the_previous() {
        let changes = [1, 4, 9];
        let mut stepper = Stepper::new(12);
        let mut next = || (stepper.go_to_next(&changes), stepper.ply());
        assert_eq!([next(), next(), next(), next()], [(true, 1), (true, 4), (true, 9), (false, 9)]);
        assert!(stepper.go_to_previous(&changes));
        assert_eq!(stepper.ply(), 4);
        stepper.go_to(1);
        assert!(!stepper.go_to_previous(&changes));
    }
}
