//! A game with the programs that play in it. People sit elsewhere: whoever drives the game waits for them.

use std::sync::atomic::AtomicBool;

use joute_catalog::ExactJudge;
use joute_games::{AnyGame, Side};
use joute_players::{Entrant, EntrantError};
use joute_referee::{Conditions, Ending, Event, Player, Referee, close_player};

/// The referee and the programs.
pub struct SeatedGame {
    referee: Referee,
    /// Without one where a person sits.
    programs: [Option<Box<dyn Player>>; 2],
}

impl SeatedGame {
    /// Makes the programs and plays what was played already; nobody is started yet.
    pub fn new(
        start: AnyGame,
        entrants: [&Entrant; 2],
        conditions: &Conditions<'_>,
    ) -> Result<SeatedGame, EntrantError> {
        let program = |entrant: &Entrant| -> Result<Option<Box<dyn Player>>, EntrantError> {
            (!entrant.is_person()).then(|| entrant.player()).transpose()
        };
        let programs = [program(entrants[0])?, program(entrants[1])?];
        let adjudicator = ExactJudge::adjudicator(&start, conditions.rules);
        let mut referee = Referee::new(start, conditions);
        // Where nothing is known the game is played to its end.
        if let Ok(Some(adjudicator)) = adjudicator {
            referee.heed(adjudicator);
        }
        Ok(SeatedGame { referee, programs })
    }

    /// Starts the programs; the ending if one of them fails at once.
    pub fn open(&mut self, stop: &AtomicBool) -> Option<Event> {
        let programs =
            self.programs.each_mut().map(|program| program.as_mut().map(|program| &mut **program as &mut dyn Player));
        self.referee.open(programs, stop)
    }

    /// Whether a person sits there.
    pub fn is_person(&self, side: Side) -> bool {
        self.programs[side].is_none()
    }

    /// Asks the program whose turn it is; where a person sits, nobody answers and the game is given up.
    pub fn ask(&mut self, side: Side, stop: &AtomicBool) -> Event {
        match &mut self.programs[side] {
            Some(program) => self.referee.ask(&mut **program, stop),
            None => self.referee.abort(),
        }
    }

    /// Has the programs give back what they need only while they think.
    pub fn release_memory(&mut self) {
        self.programs.iter_mut().flatten().for_each(|program| program.release_memory());
    }

    /// Tells the programs that the game is over.
    pub fn close(&mut self, ending: &Ending) {
        let tally = self.referee.tally();
        for program in self.programs.iter_mut().flatten() {
            // The result stands, and whoever looks on has heard it.
            let _ = close_player(&mut **program, ending, tally);
        }
    }

    /// The referee, for what people say and for what comes next.
    pub fn referee(&mut self) -> &mut Referee {
        &mut self.referee
    }
}
