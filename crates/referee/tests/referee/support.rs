//! Games to play, and players that follow a script. Times are told by the player and counted by the clock of processors, so
//! that no test waits for anything.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use joute_games::awale::{Abapa, Awale};
use joute_games::othello::{Othello, OthelloBoard};
use joute_games::random::Seed;
use joute_games::{AnyGame, Game, GameSetup, NoFiles};
use joute_referee::{
    ClockView, Conditions, Ending, Event, Fault, Finished, GameRecord, Identity, Player, Ply, Reply, Said, Turn,
    play_game,
};

fn start<G: Game>(setup: &str) -> AnyGame {
    AnyGame::start::<G>(G::Setup::parse(setup, &NoFiles).unwrap()).unwrap()
}

pub(crate) fn othello() -> AnyGame {
    start::<Othello>("")
}

pub(crate) fn small_othello() -> AnyGame {
    start::<OthelloBoard<4>>("size=4")
}

/// Two single seeds: each side has one move, and after twelve plies the position is back.
pub(crate) fn chase() -> AnyGame {
    start::<Awale<Abapa>>("").at("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S").unwrap()
}

/// What a player does on a turn.
#[derive(Clone)]
pub(crate) enum Act {
    /// Says something, having computed for so many milliseconds.
    Says(&'static str, u64),
    /// The first legal move, after so many milliseconds.
    First(u64),
    Resigns,
    Panics(&'static str),
    Fails(Fault),
    /// Somebody stops the match while it thinks.
    Stops,
}

/// A player that follows a script, and when that is over plays the first legal move at once.
#[derive(Default)]
pub(crate) struct Scripted {
    pub(crate) acts: Vec<Act>,
    pub(crate) at_opening: Option<Act>,
    pub(crate) log: Option<&'static str>,
    /// The clocks it was shown, turn by turn.
    pub(crate) clocks: Vec<ClockView>,
    pub(crate) was_told: Option<(Ending, [u32; 2])>,
    pub(crate) turn: usize,
}

impl Scripted {
    pub(crate) fn new(acts: impl Into<Vec<Act>>) -> Scripted {
        Scripted { acts: acts.into(), ..Scripted::default() }
    }
}

fn first_legal(turn: &Turn<'_>) -> String {
    turn.game.legal_texts()[0].clone()
}

fn reply(text: String, millis: u64) -> Reply {
    Reply { said: Said::Text(text), cpu: Some(Duration::from_millis(millis)), score: None }
}

/// Does something on a turn.
fn act(act: Act, turn: &Turn<'_>) -> Result<Reply, Fault> {
    match act {
        Act::Says(text, millis) => Ok(reply(text.to_owned(), millis)),
        Act::First(millis) => Ok(reply(first_legal(turn), millis)),
        Act::Resigns => Ok(Reply { said: Said::Resign, cpu: None, score: None }),
        Act::Panics(words) => panic!("{words}"),
        Act::Fails(fault) => Err(fault),
        Act::Stops => {
            turn.stop.store(true, Ordering::Relaxed);
            Ok(Reply { said: Said::Stopped, cpu: None, score: None })
        }
    }
}

impl Player for Scripted {
    fn open(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        self.turn = 0;
        self.at_opening.clone().map_or(Ok(()), |opening| act(opening, turn).map(drop))
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.clocks.push(*turn.clock);
        self.turn += 1;
        act(self.acts.get(self.turn - 1).cloned().unwrap_or(Act::First(0)), turn)
    }

    fn close(&mut self, ending: &Ending, tally: [u32; 2]) {
        self.was_told = Some((ending.clone(), tally));
    }

    fn take_log(&mut self) -> Option<String> {
        self.log.map(str::to_owned)
    }
}

/// What came of a game.
pub(crate) struct Played {
    pub(crate) finished: Finished,
    pub(crate) events: Vec<Event>,
    pub(crate) record: GameRecord,
}

/// Plays a game by the clock of processors; `rules` come on top of that.
pub(crate) fn play(start: &AnyGame, players: [&mut Scripted; 2], rules: &str, prefix: &[Ply]) -> Played {
    let rules = format!("clock=cpu,{rules}").trim_end_matches(',').parse().unwrap();
    let conditions = Conditions {
        rules: &rules,
        seed: Seed(5),
        identities: &[Identity::default(), Identity::default()],
        prefix,
        stop: &AtomicBool::new(false),
        labels: &BTreeMap::new(),
    };
    let mut events = Vec::new();
    let [first, second] = players;
    let finished = play_game(start.clone(), [first, second], &conditions, Some(&mut |event| events.push(event)));
    let record = finished.record(start, &conditions);
    Played { finished, events, record }
}

/// The ending of a game in which the first player does this, and the second plays the first legal move.
pub(crate) fn ending_of(start: &AnyGame, acts: impl Into<Vec<Act>>, rules: &str) -> Ending {
    play(start, [&mut Scripted::new(acts), &mut Scripted::default()], rules, &[]).finished.ending
}
