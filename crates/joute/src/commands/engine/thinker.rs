//! A built-in player with the game it plays: moves are put in, and a move comes out.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use joute_catalog::{Analyst, BuiltIn, BuiltInEntry, GameAnalysis, Limits, Opinion, Question};
use joute_games::history::History;
use joute_games::random::Seed;
use joute_games::{AnyGame, MoveCode};
use joute_referee::{ClockView, MatchRules, PlayedBy, Player, Ply, Said, Turn};

/// How long a hint is thought about when nobody has said how deep.
const HINT_TIME: Duration = Duration::from_secs(1);

/// Which built-in player it is.
#[derive(Debug, Clone)]
pub(super) struct Chooser {
    pub(super) entry: &'static BuiltInEntry,
    pub(super) parameters: String,
}

/// How long a move may take; nothing set leaves it to the player.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Clock {
    /// For this move.
    pub(super) move_time: Option<Duration>,
    /// Left to each side for the game.
    pub(super) left: [Option<Duration>; 2],
    pub(super) increment: Duration,
}

/// What was thought.
#[derive(Debug, Clone)]
pub(super) struct Thought {
    pub(super) mv: MoveCode,
    /// For the side to move.
    pub(super) score: Option<f64>,
    /// How far the player looked and what it expects, where it tells.
    pub(super) opinion: Option<Opinion>,
    pub(super) time: Duration,
}

/// A player at its game.
pub(super) struct Thinker {
    chooser: Chooser,
    depth: Option<u32>,
    seed: Seed,
    start: AnyGame,
    game: AnyGame,
    plies: Vec<Ply>,
    /// The player, once it was asked in this game.
    seated: Option<BuiltIn>,
}

impl Thinker {
    /// A player at the start of a game.
    pub(super) fn new(chooser: Chooser, start: AnyGame, seed: Seed) -> Thinker {
        Thinker { chooser, depth: None, seed, game: start.clone(), start, plies: Vec::new(), seated: None }
    }

    /// The position now.
    pub(super) fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Where the game began.
    pub(super) fn start(&self) -> &AnyGame {
        &self.start
    }

    /// What the player is called.
    pub(super) fn name(&self) -> &'static str {
        self.chooser.entry.name
    }

    /// Another game from here.
    pub(super) fn begin(&mut self, start: AnyGame) {
        self.game = start.clone();
        self.start = start;
        self.plies.clear();
        self.seated = None;
    }

    /// Draws come from this seed.
    pub(super) fn set_seed(&mut self, seed: Seed) {
        self.seed = seed;
    }

    /// Looks so many plies ahead, if the player can be told so and was not.
    pub(super) fn set_depth(&mut self, depth: Option<u32>) {
        if self.depth != depth {
            self.depth = depth;
            self.seated = None;
        }
    }

    /// Plays a legal move; an illegal one is refused.
    pub(super) fn play(&mut self, text: &str) -> anyhow::Result<()> {
        let side = self.game.turn();
        let code = self.game.try_play(text)?;
        self.plies.push(ply(Some(code), side));
        Ok(())
    }

    /// Plays the pass that nobody is asked about, if there is one.
    pub(super) fn play_forced(&mut self) -> Option<MoveCode> {
        let code = self.game.forced()?;
        self.plies.push(ply(Some(code), self.game.turn()));
        self.game.play(code);
        Some(code)
    }

    /// The side to move has lost its turn.
    pub(super) fn skip(&mut self) {
        self.plies.push(ply(None, self.game.turn()));
        self.game.skip_turn();
    }

    /// Takes the last move back, if there is one.
    pub(super) fn undo(&mut self) -> bool {
        let plies = self.plies.len();
        self.go_back_to(plies.saturating_sub(1));
        plies > 0
    }

    /// How many plies were played.
    pub(super) fn plies(&self) -> usize {
        self.plies.len()
    }

    /// Takes back all plies but the first so many.
    pub(super) fn go_back_to(&mut self, plies: usize) {
        self.plies.truncate(plies);
        self.game = self.start.clone();
        for ply in &self.plies {
            advance(&mut self.game, ply);
        }
    }

    /// A move for the position now, which is not played.
    pub(super) fn think(&mut self, clock: &Clock, stop: &AtomicBool) -> anyhow::Result<Thought> {
        let began = Instant::now();
        if self.game.is_over() {
            return Err(anyhow!("the game is over"));
        }
        if let Some(mv) = self.game.forced() {
            return Ok(Thought { mv, score: None, opinion: None, time: began.elapsed() });
        }
        let history = self.history();
        let rules = MatchRules { move_time: clock.move_time, increment: clock.increment, ..MatchRules::default() };
        let side = self.game.turn();
        let move_limit = match (clock.move_time, clock.left[side]) {
            (Some(limit), Some(left)) => Some(limit.min(left)),
            (limit, left) => limit.or(left),
        };
        let (mut player, is_new) = match self.seated.take() {
            Some(player) => (player, false),
            None => (self.player()?, true),
        };
        let turn = Turn {
            game: &self.game,
            side,
            plies: &self.plies,
            history: history.keys(),
            seed: self.seed.child(side.index() as u64),
            clock: &ClockView { left: clock.left, move_limit },
            deadline: None,
            rules: &rules,
            stop,
        };
        if is_new {
            player.open(&turn).map_err(|fault| anyhow!("{fault}"))?;
        }
        let reply = player.choose(&turn).map_err(|fault| anyhow!("{fault}"))?;
        let opinion = player.opinion().cloned();
        self.seated = Some(player);
        let Said::Move(mv) = reply.said else {
            return Err(anyhow!("the player has no move"));
        };
        Ok(Thought { mv, score: reply.score, opinion, time: began.elapsed() })
    }

    /// What the moves of the position now are worth, the best first; nothing from a player that only has moves to offer.
    pub(super) fn analyse(&self, stop: &AtomicBool) -> Option<GameAnalysis> {
        let Chooser { entry, parameters } = &self.chooser;
        let mut analyst = Analyst::new(&format!("{}:{parameters}", entry.name), &self.game).ok()?;
        let time = self.depth.is_none().then_some(HINT_TIME);
        let limits = Limits { depth: self.depth, time, ..Limits::default() };
        let history = self.history();
        let question = Question { game: &self.game, history: history.keys(), limits, seed: self.seed, stop };
        Some(analyst.analyse(&question, &mut |_| {})).filter(|analysis| !analysis.moves.is_empty())
    }

    fn player(&self) -> anyhow::Result<BuiltIn> {
        let Chooser { entry, parameters } = &self.chooser;
        let deeper = self.depth.and_then(|depth| {
            let joined = [parameters.as_str(), &format!("depth={depth}")].join(",");
            let player = BuiltIn::new(entry, &joined).ok()?;
            player.check(&self.game).is_ok().then_some(player)
        });
        match deeper {
            Some(player) => Ok(player),
            None => BuiltIn::new(entry, parameters).context("the player cannot be seated"),
        }
    }

    fn history(&self) -> History {
        let mut game = self.start.clone();
        let mut history = History::default();
        history.restart(game.key());
        for ply in &self.plies {
            let before = game.tallies();
            advance(&mut game, ply);
            history.note(game.key(), game.tallies() != before);
        }
        history
    }
}

fn ply(code: Option<MoveCode>, side: joute_games::Side) -> Ply {
    Ply { code, side, by: PlayedBy::Player, wall: Duration::ZERO, details: None }
}

fn advance(game: &mut AnyGame, ply: &Ply) {
    match ply.code {
        Some(code) => game.play(code),
        None => game.skip_turn(),
    }
}
