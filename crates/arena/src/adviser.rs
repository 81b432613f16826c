//! Somebody in the background who says what to think of a position, always the last one asked about.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use joute_catalog::{Analyst, AnalystError, GameAnalysis, Limits, Question};
use joute_games::AnyGame;
use joute_games::random::Seed;

use crate::bell;

/// What the adviser thinks so far.
#[derive(Debug, Clone)]
pub struct Advice {
    /// The number of the question it answers.
    pub number: u64,
    /// What is known of the moves.
    pub analysis: GameAnalysis,
    /// Whether it has thought to the end.
    pub is_final: bool,
}

struct Task {
    number: u64,
    game: AnyGame,
    history: Vec<u64>,
    limits: Limits,
    stop: Arc<AtomicBool>,
}

/// A thread that thinks about positions.
pub struct Adviser {
    tasks: Option<Sender<Task>>,
    advice: Arc<Mutex<Option<Advice>>>,
    asked: u64,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Adviser {
    /// An adviser for games of this kind, by the locator of a built-in player that analyses.
    pub fn new(locator: &str, game: &AnyGame) -> Result<Adviser, AnalystError> {
        let mut analyst = Analyst::new(locator, game)?;
        let advice = Arc::new(Mutex::new(None));
        let (sender, tasks) = channel();
        let told = Arc::clone(&advice);
        let thread = std::thread::spawn(move || think(&mut analyst, &tasks, &told));
        Ok(Adviser { tasks: Some(sender), advice, asked: 0, stop: Arc::default(), thread: Some(thread) })
    }

    /// Asks about a position, and gives up the one before. Gives the number by which the advice is known.
    pub fn ask(&mut self, game: &AnyGame, history: Vec<u64>, limits: Limits) -> u64 {
        self.leave_off();
        self.stop = Arc::default();
        self.asked += 1;
        let task = Task { number: self.asked, game: game.clone(), history, limits, stop: Arc::clone(&self.stop) };
        if let Some(tasks) = &self.tasks {
            let _ = tasks.send(task);
        }
        self.asked
    }

    /// Gives up the question at hand; what is known stays.
    pub fn leave_off(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// What is known about the last question; it rings whenever that is more.
    pub fn advice(&self) -> Option<Advice> {
        locked(&self.advice).clone().filter(|advice| advice.number == self.asked)
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.leave_off();
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn locked(advice: &Mutex<Option<Advice>>) -> MutexGuard<'_, Option<Advice>> {
    advice.lock().unwrap_or_else(PoisonError::into_inner)
}

fn think(analyst: &mut Analyst, tasks: &Receiver<Task>, told: &Mutex<Option<Advice>>) {
    while let Ok(task) = tasks.recv() {
        if task.stop.load(Ordering::Relaxed) {
            continue;
        }
        let question = Question {
            game: &task.game,
            history: &task.history,
            limits: task.limits,
            seed: Seed(task.game.key()),
            stop: &task.stop,
        };
        let say = |analysis: &GameAnalysis, is_final| {
            *locked(told) = Some(Advice { number: task.number, analysis: analysis.clone(), is_final });
            bell::ring();
        };
        let analysis = analyst.analyse(&question, &mut |analysis| say(analysis, false));
        say(&analysis, true);
    }
}
