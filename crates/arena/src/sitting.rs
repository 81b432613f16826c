//! A game played while somebody watches or takes part: the referee works in a thread of its own, what happens comes
//! out of a channel, and what people say goes in. While it waits for somebody the thread sleeps.
//!
//! A move is taken back by stopping the game and beginning again with a prefix of its record.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Instant;

use joute_games::random::Seed;
use joute_games::{AnyGame, Side};
use joute_messages::{Localize, Message};
use joute_players::{Answer, AnswerQueue, Entrant, EntrantError};
use joute_referee::{Conditions, Event, Identity, MatchRules, Ply};

use crate::bell;
use crate::pace::Pace;
use crate::seated::SeatedGame;

/// What comes out of a game in progress.
#[derive(Debug, Clone, PartialEq)]
pub enum TableNews {
    /// Something happened at the table.
    Event(Event),
    /// What a person said was no move.
    Refused {
        /// Who said it.
        side: Side,
        /// What was wrong with it.
        why: Message,
    },
}

/// Who plays what, under which rules.
pub struct SittingPlan<'a> {
    /// The position play begins from.
    pub start: &'a AnyGame,
    /// First and Second.
    pub entrants: [&'a Entrant; 2],
    /// What they are called.
    pub identities: [Identity; 2],
    /// The rules.
    pub rules: &'a MatchRules,
    /// Chance comes from it.
    pub seed: Seed,
    /// What was played already.
    pub prefix: Vec<Ply>,
    /// How fast programs move.
    pub pace: Arc<Pace>,
}

/// A game in progress.
pub struct Sitting {
    news: Receiver<TableNews>,
    answers: Arc<[AnswerQueue; 2]>,
    stop: Arc<AtomicBool>,
    pace: Arc<Pace>,
    thread: Option<JoinHandle<()>>,
}

impl Sitting {
    /// Seats the players and begins; what happens waits in [`Sitting::news`].
    pub fn begin(plan: SittingPlan<'_>) -> Result<Sitting, EntrantError> {
        let (tell, news) = channel();
        let (stop, answers) = (Arc::<AtomicBool>::default(), Arc::<[AnswerQueue; 2]>::default());
        let conditions = Conditions {
            rules: plan.rules,
            seed: plan.seed,
            identities: &plan.identities,
            prefix: &plan.prefix,
            stop: &stop,
            labels: &BTreeMap::new(),
        };
        let mut seated = SeatedGame::new(plan.start.clone(), plan.entrants, &conditions)?;
        let game = Running {
            opened: seated.referee().opened(plan.start, &conditions),
            seated,
            answers: Arc::clone(&answers),
            stop: Arc::clone(&stop),
            pace: Arc::clone(&plan.pace),
            tell,
        };
        let thread = std::thread::spawn(move || game.run());
        Ok(Sitting { news, answers, stop, pace: plan.pace, thread: Some(thread) })
    }

    /// Hands in what a person says; a side nobody sits at is never asked.
    pub fn say(&self, side: Side, answer: Answer) {
        self.answers[side].say(answer);
    }

    /// What happens, in order; it is rung for. The channel closes after the end of the game.
    pub fn news(&self) -> &Receiver<TableNews> {
        &self.news
    }

    /// Ends the game without a result and waits until everybody has left.
    pub fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.answers.iter().for_each(AnswerQueue::leave);
        self.pace.wake();
        if let Some(thread) = self.thread.take() {
            // A referee that panicked has told the panic already.
            let _ = thread.join();
        }
    }
}

impl Drop for Sitting {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What the thread of a game owns.
struct Running {
    opened: Event,
    seated: SeatedGame,
    answers: Arc<[AnswerQueue; 2]>,
    stop: Arc<AtomicBool>,
    pace: Arc<Pace>,
    tell: Sender<TableNews>,
}

impl Running {
    fn run(mut self) {
        let mut event = self.seated.open(&self.stop).unwrap_or_else(|| self.opened.clone());
        let mut shown = Instant::now();
        loop {
            self.tell(TableNews::Event(event.clone()));
            event = match event {
                Event::Ended { ending, .. } => return self.seated.close(&ending),
                Event::Asked { side, .. } => self.ask(side, shown),
                Event::Opened { .. } | Event::Played { .. } => {
                    shown = Instant::now();
                    self.seated.referee().next(&self.stop)
                }
            };
        }
    }

    /// The clock of a program begins after the pace: waiting costs no player any time.
    fn ask(&mut self, side: Side, shown: Instant) -> Event {
        if self.seated.is_person(side) {
            return self.ask_person(side);
        }
        self.pace.wait(shown, &self.stop);
        self.seated.ask(side, &self.stop)
    }

    fn ask_person(&mut self, side: Side) -> Event {
        let (asked, deadline) = (Instant::now(), self.seated.referee().deadline());
        loop {
            match self.answers[side].wait(deadline) {
                None => return self.seated.referee().run_out(asked.elapsed()),
                Some(Answer::Resign) => return self.seated.referee().resign(side),
                Some(Answer::Leave) => return self.seated.referee().abort(),
                Some(Answer::Move(text)) => match self.seated.referee().enter(&text, asked.elapsed()) {
                    Ok(event) => return event,
                    Err(error) => self.tell(TableNews::Refused { side, why: error.message() }),
                },
            }
        }
    }

    fn tell(&self, news: TableNews) {
        let _ = self.tell.send(news);
        bell::ring();
    }
}
