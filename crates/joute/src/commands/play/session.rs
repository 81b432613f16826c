//! A table at which somebody plays or watches: games, moves taken back, hints. Knows nothing of screens.

use std::sync::Arc;
use std::sync::mpsc::TryRecvError;
use std::time::{Duration, Instant};

use joute_arena::{Advice, Adviser, Pace, Sitting, SittingPlan, TableNews};
use joute_catalog::{Limits, history_of, usual_analyst_within};
use joute_games::random::Seed;
use joute_games::view::BoardView;
use joute_games::{AnyGame, Side};
use joute_players::{Answer, Entrant, EntrantError};
use joute_referee::{
    ClockView, Ending, Event, FaultKind, Follower, GameRecord, Identity, MatchRules, Ply, PlyRecord, RecordError,
};

/// The memory in MiB of whoever thinks about hints and the evaluation.
const ADVISER_MEMORY: u32 = 32;
/// How long the evaluation of a position takes: short, since a program may be thinking at the same time.
const EVALUATION: Duration = Duration::from_millis(500);
/// How long a hint may take.
const HINT: Duration = Duration::from_millis(1500);

/// What is played, and by whom.
pub(super) struct Setting {
    /// Where a game begins; each one of a session may have a board of its own.
    pub(super) start: Box<dyn Fn(u64) -> AnyGame>,
    pub(super) entrants: [Entrant; 2],
    pub(super) rules: MatchRules,
    pub(super) seed: Seed,
    pub(super) pace: Arc<Pace>,
}

/// Whom the referee waits for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked {
    pub(super) side: Side,
    since: Instant,
    /// What was said has not been judged yet: whatever is said now would count for another turn.
    is_answered: bool,
}

/// What an adviser was asked for, and whose turn it was: by the time it answers, it may be another's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AdviceRequest {
    Evaluation(Side),
    Hint(Side),
}

/// A move somebody was advised to play.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Hint {
    pub(super) mv: String,
    /// What First will have more than Second.
    pub(super) lead: f64,
    pub(super) depth: u32,
    pub(super) is_exact: bool,
}

/// What happened, for those who tell it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SessionEvent {
    /// A game began, or goes on after moves were taken back.
    Opened,
    /// It is somebody's turn.
    Turn(Side),
    /// A ply was played.
    Played,
    /// An entry was no move.
    Refused(String),
    /// The game is over.
    Ended,
}

/// A game in progress or just over, and what is needed for the next one.
pub(super) struct Session {
    setting: Setting,
    sitting: Option<Sitting>,
    adviser: Adviser,
    wish: Option<AdviceRequest>,
    start: AnyGame,
    /// Every position of the game, the present one last.
    pub(super) positions: Vec<AnyGame>,
    follower: Follower,
    pub(super) asked: Option<Asked>,
    clock: ClockView,
    /// What First is expected to have more than Second in the end.
    pub(super) lead: Option<f64>,
    pub(super) hint: Option<Hint>,
    pub(super) evaluates: bool,
    /// How many games there were, this one included.
    pub(super) games: u64,
}

impl Session {
    /// Sits down and begins the first game after these plies.
    pub(super) fn new(setting: Setting, start: AnyGame, prefix: Vec<Ply>, evaluates: bool) -> anyhow::Result<Session> {
        let adviser = Adviser::new(&usual_analyst_within(&start, ADVISER_MEMORY), &start)?;
        let follower = Follower::of_record(record_of(&setting, &start), &start)?;
        let positions = vec![start.clone()];
        let mut session = Session {
            setting,
            sitting: None,
            adviser,
            wish: None,
            start,
            positions,
            follower,
            asked: None,
            clock: ClockView { left: [None, None], move_limit: None },
            lead: None,
            hint: None,
            evaluates,
            games: 1,
        };
        session.sit_down(prefix)?;
        Ok(session)
    }

    fn sit_down(&mut self, prefix: Vec<Ply>) -> Result<(), EntrantError> {
        self.leave();
        (self.asked, self.hint, self.wish) = (None, None, None);
        let [first, second] = &self.setting.entrants;
        self.sitting = Some(Sitting::begin(SittingPlan {
            start: &self.start,
            entrants: [first, second],
            identities: identities(&self.setting.entrants),
            rules: &self.setting.rules,
            seed: self.setting.seed.purpose("game").child(self.games - 1),
            prefix,
            pace: Arc::clone(&self.setting.pace),
        })?);
        Ok(())
    }

    /// Ends the game in progress; its record stays as it is.
    pub(super) fn leave(&mut self) {
        self.adviser.leave_off();
        if let Some(mut sitting) = self.sitting.take() {
            sitting.stop();
        }
    }

    /// The next thing that has happened, if there is one; whoever waits for more is rung for.
    pub(super) fn poll(&mut self) -> Option<SessionEvent> {
        loop {
            match self.sitting.as_ref()?.news().try_recv() {
                Ok(news) => {
                    if let Some(told) = self.absorb(news) {
                        return Some(told);
                    }
                }
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => self.sitting = None,
            }
        }
    }

    fn absorb(&mut self, news: TableNews) -> Option<SessionEvent> {
        let event = match news {
            TableNews::Refused { why, .. } => {
                self.asked = self.asked.map(|asked| Asked { is_answered: false, ..asked });
                return Some(SessionEvent::Refused(why.to_string()));
            }
            TableNews::Event(event) => event,
        };
        // A game that is left is not over: its record stays open.
        if matches!(event, Event::Ended { ending: Ending::Aborted, .. }) {
            return None;
        }
        self.follower.hear(&event);
        let told = match &event {
            Event::Opened { record, start } => {
                self.positions = record.replay(start).unwrap_or_else(|_| vec![start.clone()]);
                SessionEvent::Opened
            }
            Event::Asked { side, clock, .. } => {
                self.asked = Some(Asked { side: *side, since: Instant::now(), is_answered: false });
                self.clock = *clock;
                SessionEvent::Turn(*side)
            }
            Event::Played { played, .. } => {
                self.positions.push(self.follower.game().clone());
                (self.asked, self.hint) = (None, None);
                self.charge(played);
                if self.is_looking_for_hint() {
                    self.wish = None;
                }
                SessionEvent::Played
            }
            Event::Ended { ending, .. } => {
                (self.asked, self.wish) = (None, None);
                self.adviser.leave_off();
                self.stop_clock(ending);
                SessionEvent::Ended
            }
        };
        if matches!(told, SessionEvent::Turn(_)) && self.evaluates {
            self.evaluate();
        }
        Some(told)
    }

    /// The clock of whoever played, as it stands after the move.
    fn charge(&mut self, played: &PlyRecord) {
        if let Some(left) = self.clock.left[played.side].as_mut().filter(|_| !played.forced) {
            let spent = Duration::from_nanos(played.wall_ns);
            *left = left.saturating_sub(spent).saturating_add(self.setting.rules.of_side(played.side).increment);
        }
    }

    /// Whoever was late has used all the time there was for the move.
    fn stop_clock(&mut self, ending: &Ending) {
        let late = ending.fault().filter(|(_, fault)| fault.kind == FaultKind::Overtime).map(|(side, _)| side);
        if let (Some(side), Some(limit)) = (late, self.clock.move_limit) {
            self.clock.left[side] = self.clock.left[side].map(|left| left.saturating_sub(limit));
        }
    }

    /// What First has more than Second in the end, where the game was played out or settled by its tallies.
    pub(super) fn final_lead(&self) -> Option<f64> {
        let record = self.record();
        let [first, second] = record.tally.map(f64::from);
        record.ending.as_ref()?.is_by_tallies().then_some(first - second)
    }

    /// The record so far.
    pub(super) fn record(&self) -> &GameRecord {
        self.follower.record()
    }

    /// The present position.
    pub(super) fn game(&self) -> &AnyGame {
        self.follower.game()
    }

    /// What to draw, the last move marked.
    pub(super) fn view(&self) -> BoardView {
        let mut view = self.game().view();
        if let Some(before) = self.follower.before()
            && let Some(mv) = self.record().plies.last().and_then(|ply| ply.mv.as_deref())
        {
            view.mark_move(&before.view(), mv);
        }
        if self.is_over() {
            view.turn = None;
        }
        view
    }

    pub(super) fn is_over(&self) -> bool {
        self.record().ending.is_some()
    }

    pub(super) fn is_person(&self, side: Side) -> bool {
        self.setting.entrants[side].is_person()
    }

    pub(super) fn has_people(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.is_person(side))
    }

    pub(super) fn pace(&self) -> &Pace {
        &self.setting.pace
    }

    /// The person the referee waits for.
    pub(super) fn person_to_move(&self) -> Option<Side> {
        let asked = self.asked.filter(|asked| !asked.is_answered && self.is_person(asked.side))?;
        (!self.is_over()).then_some(asked.side)
    }

    /// Time left to a side, counting down while it thinks; nothing where there is no limit.
    pub(super) fn time_left(&self, side: Side) -> Option<Duration> {
        let thinking = self.asked.filter(|asked| asked.side == side);
        let of_game = self.clock.left[side];
        let limit = if thinking.is_some() { self.clock.move_limit.or(of_game) } else { of_game };
        Some(limit?.saturating_sub(thinking.map_or(Duration::ZERO, |asked| asked.since.elapsed())))
    }

    /// Says a move for the person whose turn it is; false when it is nobody's.
    pub(super) fn say(&mut self, mv: &str) -> bool {
        self.answer(Answer::Move(mv.to_owned()))
    }

    /// Gives up for the person whose turn it is; false when it is nobody's.
    pub(super) fn resign(&mut self) -> bool {
        self.answer(Answer::Resign)
    }

    fn answer(&mut self, answer: Answer) -> bool {
        match (self.person_to_move(), &self.sitting) {
            (Some(side), Some(sitting)) => {
                sitting.say(side, answer);
                self.asked = self.asked.map(|asked| Asked { is_answered: true, ..asked });
                true
            }
            _ => false,
        }
    }

    /// Goes back to a person's last turn; false when there is none.
    pub(super) fn undo(&mut self) -> anyhow::Result<bool> {
        let is_own = |ply: &PlyRecord| !ply.forced && self.is_person(ply.side);
        let Some(kept) = self.record().plies.iter().rposition(is_own) else {
            return Ok(false);
        };
        let mut record = self.record().clone();
        record.plies.truncate(kept);
        record.ending = None;
        let prefix = record.prefix(&self.start, kept)?;
        self.follow(record)?;
        self.sit_down(prefix)?;
        Ok(true)
    }

    /// Begins another game; with seats changed if that is wanted.
    pub(super) fn again(&mut self, swaps: bool) -> anyhow::Result<()> {
        self.leave();
        if swaps {
            self.setting.entrants.swap(0, 1);
        }
        self.games += 1;
        self.start = (self.setting.start)(self.games - 1);
        self.lead = None;
        self.follow(record_of(&self.setting, &self.start))?;
        self.sit_down(Vec::new())?;
        Ok(())
    }

    /// Goes to where a record stands.
    fn follow(&mut self, record: GameRecord) -> Result<(), RecordError> {
        self.positions = record.replay(&self.start)?;
        self.follower = Follower::of_record(record, &self.start)?;
        Ok(())
    }

    /// Has the adviser look for a good move.
    pub(super) fn ask_hint(&mut self) {
        if !self.is_over() {
            self.hint = None;
            self.wish = Some(AdviceRequest::Hint(self.ask(HINT)));
        }
    }

    pub(super) fn is_looking_for_hint(&self) -> bool {
        matches!(self.wish, Some(AdviceRequest::Hint(_)))
    }

    /// Switches the evaluation on or off.
    pub(super) fn toggle_evaluation(&mut self) {
        self.evaluates = !self.evaluates;
        if self.evaluates {
            self.evaluate();
        } else {
            self.adviser.leave_off();
            self.lead = None;
        }
    }

    fn evaluate(&mut self) {
        if !self.is_over() && !self.is_looking_for_hint() {
            self.wish = Some(AdviceRequest::Evaluation(self.ask(EVALUATION)));
        }
    }

    /// Asks the adviser about the present position, and says whose turn it is there.
    fn ask(&mut self, time: Duration) -> Side {
        let limits = Limits { time: Some(time), ..Limits::default() };
        self.adviser.ask(self.follower.game(), history_of(&self.positions), limits);
        self.game().turn()
    }

    /// Takes note of what the adviser has found out; true when there is something new to show.
    pub(super) fn hear_adviser(&mut self) -> bool {
        let (Some(wish), Some(advice)) = (self.wish, self.adviser.advice()) else {
            return false;
        };
        let (AdviceRequest::Evaluation(turn) | AdviceRequest::Hint(turn)) = wish;
        let lead = advice.analysis.lead_of_first(turn);
        if lead.is_some() && self.evaluates {
            self.lead = lead;
        }
        if advice.is_final {
            self.wish = None;
            if matches!(wish, AdviceRequest::Hint(_)) {
                self.hint = hint(&advice, lead);
            }
        }
        true
    }

    /// The record to keep: a game that was left is one that goes on.
    pub(super) fn record_to_keep(&self) -> Option<&GameRecord> {
        (!self.record().plies.is_empty()).then_some(self.record())
    }
}

fn hint(advice: &Advice, lead: Option<f64>) -> Option<Hint> {
    let best = advice.analysis.best()?;
    Some(Hint { mv: best.mv.clone(), lead: lead?, depth: best.depth, is_exact: best.is_exact })
}

/// The record of a game that is about to begin.
fn record_of(setting: &Setting, start: &AnyGame) -> GameRecord {
    GameRecord::new(start, &setting.rules, identities(&setting.entrants), setting.seed)
}

fn identities(entrants: &[Entrant; 2]) -> [Identity; 2] {
    let mut identities = [entrants[0].identity.clone(), entrants[1].identity.clone()];
    if identities[0].name == identities[1].name {
        identities[1].name += " (2)";
    }
    identities
}
