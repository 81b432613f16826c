//! Formats of tournaments: told results, asked what to play next.
//!
//! What comes next depends on the results alone, never on the order in which they arrived: an event that is
//! interrupted and told its results again goes on exactly where it was, and games may be played side by side.

mod amendment;
mod bracket;
mod double_elimination;
mod gauntlet;
mod ladder;
mod matching;
mod placing;
mod round_robin;
mod schedule;
mod single_elimination;
mod single_match;
mod swiss;
mod two_losses;

pub use amendment::{Amendment, AmendmentError, Presence};
pub use ladder::{
    LOOKED_AT, LadderForm, MOST_CRASHES, MOST_OPEN, NEWCOMER_GAMES, OPEN_MATCHES, PairingRule, RankBy, SCORE_GAMES,
    TURN,
};
pub use placing::Placing;
pub use schedule::{Bracket, Bye, DecidedBy, Match, Pairing, Place, ReportError, Schedule, SetResult, Ties, Verdict};

/// The most players of an event.
pub const MOST_PLAYERS: usize = 512;

/// What an event plays: makes matches from the results so far, and from nothing else.
pub(crate) trait Format: Send {
    /// Adds the matches that can now be made.
    fn extend(&mut self, schedule: &mut Schedule);

    /// The order of merit so far, best first.
    fn placings(&self, schedule: &Schedule) -> Vec<Placing>;

    /// About how many matches there will be, for an estimate of the time left.
    fn expected_matches(&self) -> u32;

    /// Those who take part have changed, as the schedule knows already; what the format does about it, or why it cannot.
    fn amend(&mut self, _amendment: &Amendment, schedule: &mut Schedule) -> Result<(), String> {
        schedule.walk_over();
        Ok(())
    }

    /// Whether what a player who withdrew has played still counts.
    fn keeps_results(&self) -> bool {
        true
    }

    /// Whether it goes on for as long as nobody stops it.
    fn is_open_ended(&self) -> bool {
        false
    }

    /// How everybody stands, where that is more than a place.
    fn forms(&self) -> Vec<LadderForm> {
        Vec::new()
    }
}

/// Which changes of its players an event takes once it has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edits {
    /// Another name.
    Names,
    /// A withdrawal and a disqualification, too.
    Leaving,
    /// A late entry, a newer version and more rounds, too.
    All,
}

/// What a format can be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FormatOptions {
    /// How ties are treated, where the format leaves a choice.
    pub ties: Option<TieRule>,
    /// How often a tied match is played again, or how many rounds without a loss make co-winners; 3 unless told.
    pub replays: Option<u32>,
    /// Rounds of a Swiss event, how often all meet in a round robin, or about how many matches of each end a ladder.
    pub rounds: Option<u32>,
    /// What a ladder ranks by.
    pub rank_by: Option<RankBy>,
    /// How a ladder chooses its matches; unless told, as its ranking needs.
    pub pairing: Option<PairingRule>,
    /// How many matches of a ladder are open at once; [`OPEN_MATCHES`] unless told.
    pub open_matches: Option<u32>,
    /// What a ladder draws comes from it.
    pub seed: u64,
}

/// How ties are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieRule {
    /// Both are held to have won.
    Both,
    /// The match is played again.
    Replay,
}

impl TieRule {
    /// Every rule by name.
    pub const NAMED: [(&'static str, TieRule); 2] = [("both", TieRule::Both), ("replay", TieRule::Replay)];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            TieRule::Both => "both",
            TieRule::Replay => "replay",
        }
    }
}

/// An event that cannot be held.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// There is no format of this name.
    #[error("unknown format {name:?}: expected {expected}")]
    Unknown {
        /// What was written.
        name: String,
        /// The names there are.
        expected: String,
    },
    /// Too few or too many players.
    #[error("{players} players: {format} takes {expected}")]
    Players {
        /// How many there are.
        players: usize,
        /// The format.
        format: &'static str,
        /// How many there may be.
        expected: String,
    },
    /// The format does not have this choice.
    #[error("{format} does not take {option}: {expected}")]
    Option {
        /// The format.
        format: &'static str,
        /// The option.
        option: &'static str,
        /// What it takes instead.
        expected: String,
    },
}

/// A format of the list.
pub struct FormatEntry {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// Whether losers go out, so that there is a bracket to draw and a round in which each went out.
    pub is_knockout: bool,
    /// Whether everybody plays in rounds, which a table shows side by side.
    pub has_rounds: bool,
    /// Whether moving on without playing is worth something.
    pub byes_count: bool,
    /// Whether a form offers it to visitors.
    pub is_offered: bool,
    /// Whether those who take part come, go and change while it is played, and it has no end of its own.
    pub is_ladder: bool,
    /// Which changes of its players it takes once it has begun.
    pub edits: Edits,
    /// How ties can be treated, the usual rule first.
    ties: &'static [TieRule],
    /// Whether the number of rounds can be chosen.
    pub takes_rounds: bool,
    least_players: usize,
    most_players: usize,
    make: fn(&FormatOptions, usize) -> Box<dyn Format>,
}

/// Every format there is.
pub const FORMATS: &[FormatEntry] = &[
    single_match::ENTRY,
    double_elimination::ENTRY,
    single_elimination::ENTRY,
    round_robin::ENTRY,
    gauntlet::ENTRY,
    swiss::ENTRY,
    ladder::ENTRY,
];

/// The format that has no end of its own.
pub const LADDER: &str = ladder::ENTRY.name;
/// The format for two players.
pub const MATCH: &str = single_match::ENTRY.name;

/// The format with this name.
pub fn find_format(name: &str) -> Result<&'static FormatEntry, FormatError> {
    let names = || FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ");
    let found = FORMATS.iter().find(|format| format.name == name);
    found.ok_or_else(|| FormatError::Unknown { name: name.chars().take(40).collect(), expected: names() })
}

/// Whether losers go out in the format of this name; not in one that is unknown.
pub fn is_knockout(format: &str) -> bool {
    find_format(format).is_ok_and(|entry| entry.is_knockout)
}

/// Whether everybody plays in rounds in the format of this name.
pub fn has_rounds(format: &str) -> bool {
    find_format(format).is_ok_and(|entry| entry.has_rounds)
}

/// Whether moving on without playing is worth something in the format of this name.
pub fn byes_count(format: &str) -> bool {
    find_format(format).is_ok_and(|entry| entry.byes_count)
}

/// Whether the format of this name is a ladder.
pub fn is_ladder(format: &str) -> bool {
    find_format(format).is_ok_and(|entry| entry.is_ladder)
}

/// How often a tied match is played again unless told otherwise.
const REPLAYS: u32 = 3;

impl FormatOptions {
    pub(crate) fn replays(&self) -> u32 {
        self.replays.unwrap_or(REPLAYS)
    }
}

impl FormatEntry {
    /// Whether these options make sense here.
    pub fn check(&self, options: &FormatOptions) -> Result<(), FormatError> {
        let refuse = |option, expected: &str| {
            Err(FormatError::Option { format: self.name, option, expected: expected.to_owned() })
        };
        match options.ties {
            Some(ties) if !self.ties.contains(&ties) => match self.ties {
                [TieRule::Replay] => refuse("ties = \"both\"", "a tied match is always played again"),
                _ => refuse("ties = \"replay\"", "in a tied match both are held to have won"),
            },
            _ if options.rounds.is_some() && !self.takes_rounds => {
                let takers: Vec<&str> = FORMATS.iter().filter(|entry| entry.takes_rounds).map(|one| one.name).collect();
                refuse("rounds", &format!("only {} have a number of rounds to choose", listed(&takers)))
            }
            _ if options.rank_by.is_some() && !self.is_ladder => refuse("rank_by", "only a ladder has it to choose"),
            _ if options.pairing.is_some() && !self.is_ladder => refuse("pairing", "only a ladder has it to choose"),
            _ if options.open_matches.is_some() && !self.is_ladder => {
                refuse("open_matches", "only a ladder has it to choose")
            }
            _ if options.open_matches.is_some_and(|matches| !(1..=MOST_OPEN).contains(&matches)) => {
                refuse("open_matches", &format!("expected a number from 1 to {MOST_OPEN}"))
            }
            _ if options.rounds == Some(0) => refuse("rounds = 0", "expected a number from 1"),
            _ => Ok(()),
        }
    }

    /// The rule that ties are treated by.
    pub fn tie_rule(&self, options: &FormatOptions) -> TieRule {
        options.ties.unwrap_or(self.ties[0])
    }
}

/// Names in a sentence.
fn listed(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// What to do now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Play these sets of games, in any order and side by side; nobody was asked for them before.
    Play(Vec<Pairing>),
    /// Nothing new before a result comes in.
    Wait,
    /// The event is over.
    Done,
}

/// An event in progress: told results, asked what to play next.
///
/// ```
/// use joute_tournament::format::{Competition, FormatOptions, Next, SetResult};
///
/// let mut cup = Competition::new("single-elimination", &FormatOptions::default(), 4)?;
/// while let Next::Play(pairings) = cup.next() {
///     for pairing in pairings {
///         cup.report(pairing.match_index, pairing.set, SetResult { points: [2.0, 0.0], ..SetResult::default() })?;
///     }
/// }
/// assert_eq!(cup.placings()[0].player, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Competition {
    entry: &'static FormatEntry,
    schedule: Schedule,
    format: Box<dyn Format>,
}

impl Competition {
    /// An event of so many players, numbered by their seed from 0.
    pub fn new(format: &str, options: &FormatOptions, players: usize) -> Result<Competition, FormatError> {
        let entry = find_format(format)?;
        entry.check(options)?;
        if !(entry.least_players..=entry.most_players).contains(&players) {
            let expected = match entry.most_players {
                2 => "two".to_owned(),
                most => format!("{} to {most}", entry.least_players),
            };
            return Err(FormatError::Players { players, format: entry.name, expected });
        }
        let ties = match entry.tie_rule(options) {
            TieRule::Both => Ties::Both,
            TieRule::Replay => Ties::Replay(options.replays()),
        };
        Ok(Competition { entry, schedule: Schedule::new(players, ties), format: (entry.make)(options, players) })
    }

    /// Those who take part change. Everything that is known must have been reported before; what is undecided is handed
    /// out again afterwards. An event that takes no such change is as it was.
    pub fn amend(&mut self, amendment: &Amendment) -> Result<(), AmendmentError> {
        amendment.check(self.entry)?;
        self.format.extend(&mut self.schedule);
        let before = self.schedule.clone();
        self.schedule.amend(amendment);
        let amended = match self.schedule.players() {
            players if players > self.entry.most_players => {
                Err(format!("expected at most {}", self.entry.most_players))
            }
            _ => self.format.amend(amendment, &mut self.schedule),
        };
        if let Err(expected) = amended {
            self.schedule = before;
            return Err(AmendmentError { format: self.entry.name, what: "this".to_owned(), expected });
        }
        self.schedule.put_again();
        Ok(())
    }

    /// What can be played now.
    #[expect(clippy::should_implement_trait, reason = "an event is no iterator: it waits for results")]
    pub fn next(&mut self) -> Next {
        self.format.extend(&mut self.schedule);
        let pairings = self.schedule.hand_out();
        let is_settled = self.schedule.is_settled() && !self.format.is_open_ended();
        match (pairings.is_empty(), is_settled) {
            (false, _) => Next::Play(pairings),
            (true, false) => Next::Wait,
            (true, true) => Next::Done,
        }
    }

    /// Takes the result of a set of games.
    pub fn report(&mut self, match_index: u32, set: u32, result: SetResult) -> Result<(), ReportError> {
        self.schedule.report(match_index, set, result)
    }

    /// The matches so far.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The order of merit so far, best first; those whose results no longer count come last.
    pub fn placings(&self) -> Vec<Placing> {
        let is_counted = |placing: &Placing| match self.schedule.presence(placing.player) {
            Presence::In => true,
            Presence::Withdrawn => self.format.keeps_results(),
            Presence::Disqualified => false,
        };
        placing::last_unless(self.format.placings(&self.schedule), is_counted)
    }

    /// How everybody stands in a ladder, by number; nothing in other formats.
    pub fn forms(&self) -> Vec<LadderForm> {
        self.format.forms()
    }

    /// About how many matches there will be, at least those there are.
    pub fn expected_matches(&self) -> u32 {
        self.format.expected_matches().max(self.schedule.matches.len() as u32)
    }
}
