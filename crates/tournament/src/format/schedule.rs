//! The matches of an event so far: made by its format, decided by their results, whatever the order of arrival.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use super::amendment::Presence;

/// What a tie means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ties {
    /// Both are held to have won: nobody loses.
    Both,
    /// The match is played again on new boards, at most so often; then fewer faults decide, then the seed number.
    Replay(u32),
}

/// A part of an elimination's draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bracket {
    /// Those who have not lost.
    Winners,
    /// Those who lost once.
    Losers,
    /// The winners of both.
    Final,
    /// The final again, since both have now lost once.
    Reset,
}

impl Bracket {
    /// Its name in summaries.
    pub fn name(self) -> &'static str {
        match self {
            Bracket::Winners => "winners",
            Bracket::Losers => "losers",
            Bracket::Final => "final",
            Bracket::Reset => "reset",
        }
    }
}

/// Where in the draw a match or a bye stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The round from 1, within its bracket where there is one.
    pub round: u32,
    /// The part of the draw, where there are several.
    pub bracket: Option<Bracket>,
    /// The place within the round from 0.
    pub slot: u32,
}

/// A set of games to be played: those of a match, or of its replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairing {
    /// The index of the match, from 0; the same however the event came about.
    pub match_index: u32,
    /// 0, or how often the match was tied and is played again.
    pub set: u32,
    /// Sets of games that these two played before, so that they meet on other boards.
    pub earlier: u32,
    /// The players by seed number.
    pub players: [usize; 2],
}

/// What a set of games came to.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct SetResult {
    /// Points of the event's scoring.
    pub points: [f64; 2],
    /// Faults of any kind.
    pub faults: [u32; 2],
    /// Those of them that were crashes.
    #[serde(default)]
    pub crashes: [u32; 2],
    /// Games that each has won.
    #[serde(default)]
    pub wins: [u32; 2],
    /// How many games there were; 0 where that was not told.
    #[serde(default)]
    pub games: u32,
}

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// 0 or 1; `None` when both are held to have won.
    pub winner: Option<usize>,
    /// What decided.
    pub decided_by: DecidedBy,
}

/// What decided a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DecidedBy {
    /// The points of its games.
    Points,
    /// The points of a replay.
    Replay,
    /// Fewer faults, after the last replay was tied, too.
    Faults,
    /// The better seed, when nothing else told the two apart.
    Seed,
    /// The other was no longer there.
    Walkover,
}

impl DecidedBy {
    /// Its name in summaries.
    pub fn name(self) -> &'static str {
        match self {
            DecidedBy::Points => "points",
            DecidedBy::Replay => "replay",
            DecidedBy::Faults => "faults",
            DecidedBy::Seed => "seed",
            DecidedBy::Walkover => "walkover",
        }
    }
}

/// One match.
#[derive(Debug, Clone, PartialEq)]
pub struct Match {
    /// Its index in the event, from 0.
    pub match_index: u32,
    /// Where it stands.
    pub place: Place,
    /// The players by seed number.
    pub players: [usize; 2],
    /// Results of its sets of games, replays included.
    pub sets: Vec<SetResult>,
    /// How it ended; nothing while it is played.
    pub verdict: Option<Verdict>,
    earlier: u32,
}

impl Match {
    /// The points of all its sets.
    pub fn points(&self) -> [f64; 2] {
        let sum = |seat: usize| self.sets.iter().map(|set| set.points[seat]).sum();
        [sum(0), sum(1)]
    }

    /// The faults of all its sets.
    pub fn faults(&self) -> [u32; 2] {
        let sum = |seat: usize| self.sets.iter().map(|set| set.faults[seat]).sum();
        [sum(0), sum(1)]
    }

    /// The seed number of the winner, if there is exactly one.
    pub fn winner(&self) -> Option<usize> {
        Some(self.players[self.verdict?.winner?])
    }

    /// The seed number of the loser, if there is one.
    pub fn loser(&self) -> Option<usize> {
        Some(self.players[1 - self.verdict?.winner?])
    }

    fn judge(&self, ties: Ties) -> Option<Verdict> {
        let [one, two] = self.sets.last()?.points;
        let replays = self.sets.len() as u32 - 1;
        if one != two {
            let decided_by = if replays == 0 { DecidedBy::Points } else { DecidedBy::Replay };
            return Some(Verdict { winner: Some(usize::from(two > one)), decided_by });
        }
        match ties {
            Ties::Both => Some(Verdict { winner: None, decided_by: DecidedBy::Points }),
            Ties::Replay(times) if replays < times => None,
            Ties::Replay(_) => Some(self.break_tie()),
        }
    }

    fn break_tie(&self) -> Verdict {
        let [one, two] = self.faults();
        if one != two {
            return Verdict { winner: Some(usize::from(two < one)), decided_by: DecidedBy::Faults };
        }
        Verdict { winner: Some(usize::from(self.players[1] < self.players[0])), decided_by: DecidedBy::Seed }
    }
}

/// A player that moves on without playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bye {
    /// Where.
    pub place: Place,
    /// The seed number.
    pub player: usize,
}

/// A result that fits no match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// No such match was made.
    #[error("there is no match {0}")]
    NoMatch(u32),
    /// The match waits for another set, or for none.
    #[error("match {match_index} waits for another set than {set}")]
    NoSet {
        /// The match.
        match_index: u32,
        /// The set that was reported.
        set: u32,
    },
}

/// The matches and byes of an event so far.
#[derive(Debug, Clone)]
pub struct Schedule {
    ties: Ties,
    /// Who is there, by number.
    pub(super) presence: Vec<Presence>,
    pub(super) matches: BTreeMap<u32, Match>,
    pub(super) annulled: Vec<Match>,
    pub(super) byes: Vec<Bye>,
    pub(super) meetings: HashMap<[usize; 2], Vec<u32>>,
    pub(super) undecided: usize,
    /// The number after the largest that a match ever had.
    made: u32,
    /// Matches with a set that nobody was asked to play yet.
    pub(super) fresh: BTreeSet<u32>,
}

impl Schedule {
    pub(super) fn new(players: usize, ties: Ties) -> Schedule {
        Schedule {
            ties,
            presence: vec![Presence::In; players],
            matches: BTreeMap::new(),
            annulled: Vec::new(),
            byes: Vec::new(),
            meetings: HashMap::new(),
            undecided: 0,
            made: 0,
            fresh: BTreeSet::new(),
        }
    }

    /// How many take part, those who have left among them.
    pub fn players(&self) -> usize {
        self.presence.len()
    }

    /// All matches by index.
    pub fn matches(&self) -> impl DoubleEndedIterator<Item = &Match> {
        self.matches.values()
    }

    /// The match with this index.
    pub fn get(&self, match_index: u32) -> Option<&Match> {
        self.matches.get(&match_index)
    }

    /// All byes, in the order of the draw, whatever the order in which they came about.
    pub fn byes(&self) -> &[Bye] {
        &self.byes
    }

    /// Whether every match that was made is decided.
    pub fn is_settled(&self) -> bool {
        self.undecided == 0
    }

    /// How often two have met.
    pub fn meetings(&self, one: usize, two: usize) -> usize {
        self.meetings.get(&pair(one, two)).map_or(0, Vec::len)
    }

    /// The index that the next match of a format without a fixed draw gets.
    pub(super) fn next_index(&self) -> u32 {
        self.made
    }

    pub(super) fn add(&mut self, match_index: u32, place: Place, players: [usize; 2]) {
        debug_assert!(players[0] != players[1], "nobody plays against themselves");
        let before = self.meetings.entry(pair(players[0], players[1])).or_default();
        let sets =
            |match_index: &u32| self.matches.get(match_index).map_or(1, |earlier| earlier.sets.len().max(1) as u32);
        // Where ties are not replayed each match has one set: those of a ladder are too many to be asked one by one.
        let earlier = match self.ties {
            Ties::Both => before.len() as u32,
            Ties::Replay(_) => before.iter().map(sets).sum(),
        };
        before.push(match_index);
        let made = Match { match_index, place, players, sets: Vec::new(), verdict: None, earlier };
        self.matches.insert(match_index, made);
        self.made = self.made.max(match_index + 1);
        self.undecided += 1;
        self.fresh.insert(match_index);
        self.decide_by_absence(match_index);
    }

    pub(super) fn add_bye(&mut self, place: Place, player: usize) {
        let order = |bye: &Bye| (bye.place.bracket, bye.place.round, bye.place.slot);
        let bye = Bye { place, player };
        let at = self.byes.partition_point(|other| order(other) < order(&bye));
        self.byes.insert(at, bye);
    }

    /// Sets of games that nobody was asked to play yet.
    pub(super) fn hand_out(&mut self) -> Vec<Pairing> {
        let fresh = std::mem::take(&mut self.fresh);
        let pairing = |game: &Match| {
            let set = game.sets.len() as u32;
            Pairing { match_index: game.match_index, set, earlier: game.earlier + set, players: game.players }
        };
        fresh.iter().filter_map(|match_index| self.matches.get(match_index)).map(pairing).collect()
    }

    pub(super) fn report(&mut self, match_index: u32, set: u32, result: SetResult) -> Result<(), ReportError> {
        let ties = self.ties;
        let game = self.matches.get_mut(&match_index).ok_or(ReportError::NoMatch(match_index))?;
        if game.verdict.is_some() || game.sets.len() != set as usize {
            return Err(ReportError::NoSet { match_index, set });
        }
        game.sets.push(result);
        game.verdict = game.judge(ties);
        match game.verdict {
            Some(_) => self.undecided -= 1,
            None => drop(self.fresh.insert(match_index)),
        }
        Ok(())
    }

    /// Matches that each player has won, tied and lost.
    pub fn records(&self) -> Vec<[u32; 3]> {
        let mut records = vec![[0; 3]; self.players()];
        for game in self.matches.values() {
            let Some(verdict) = game.verdict else { continue };
            for seat in 0..2 {
                let how = verdict.winner.map_or(1, |winner| if winner == seat { 0 } else { 2 });
                records[game.players[seat]][how] += 1;
            }
        }
        records
    }

    /// Points that each player has made in all games of decided sets.
    pub fn points(&self) -> Vec<f64> {
        let mut points = vec![0.0; self.players()];
        for game in self.matches.values() {
            let made = game.points();
            (0..2).for_each(|seat| points[game.players[seat]] += made[seat]);
        }
        points
    }
}

fn pair(one: usize, two: usize) -> [usize; 2] {
    [one.min(two), one.max(two)]
}
