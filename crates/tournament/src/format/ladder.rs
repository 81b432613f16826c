//! A ladder: open as long as anybody likes, players come, go and are replaced by newer versions while it goes on.
//!
//! So many matches are open at once. The next one is made when the oldest of them is counted, and sees what was counted
//! before it and nothing else: so the order in which results arrive changes nothing, and games are played side by side.

mod form;
mod pairing;

use std::collections::{BTreeSet, HashMap};

pub use form::{LOOKED_AT, LadderForm, MOST_CRASHES, NEWCOMER_GAMES, SCORE_GAMES};
pub use pairing::{PairingRule, TURN};

use super::placing::{Placing, rank};
use super::round_robin::more_rounds;
use super::schedule::{Place, Schedule};
use super::{Amendment, Edits, Format, FormatEntry, FormatOptions, MOST_PLAYERS, TieRule};
use form::Form;
use pairing::Chooser;

/// Matches that are open at once unless somebody says.
pub const OPEN_MATCHES: usize = 32;

/// The most matches that may be open at once: as many as thousands of machines play.
pub const MOST_OPEN: u32 = 10_000;

pub(super) const ENTRY: FormatEntry = FormatEntry {
    name: "ladder",
    about: "open until it is stopped: players come, go and are replaced while it goes on; ranked by rating or by score",
    ties: &[TieRule::Both],
    is_knockout: false,
    has_rounds: false,
    byes_count: false,
    is_offered: false,
    is_ladder: true,
    edits: Edits::All,
    takes_rounds: true,
    least_players: 0,
    most_players: MOST_PLAYERS,
    make: |options, players| Box::new(Ladder::new(options, players)),
};

/// What a ladder ranks by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RankBy {
    /// The rating.
    #[default]
    Rating,
    /// The points of the latest games.
    Score,
}

impl RankBy {
    /// Every rule by name.
    pub const NAMED: [(&'static str, RankBy); 2] = [("rating", RankBy::Rating), ("score", RankBy::Score)];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            RankBy::Rating => "rating",
            RankBy::Score => "score",
        }
    }

    /// How matches are chosen unless somebody says.
    pub fn pairing(self) -> PairingRule {
        match self {
            RankBy::Rating => PairingRule::Informative,
            RankBy::Score => PairingRule::Even,
        }
    }
}

struct Ladder {
    forms: Vec<Form>,
    rank_by: RankBy,
    rule: PairingRule,
    seed: u64,
    /// Matches that are open at once.
    open: usize,
    /// Where it ends: when everybody has had about so many matches.
    rounds: Option<u32>,
    /// How many matches everybody has had so far, about.
    progress: f64,
    /// Matches that are not counted yet.
    waiting: BTreeSet<u32>,
    /// How often two have met as they are now.
    met: HashMap<[usize; 2], u32>,
    /// Games of a match, as the first results told.
    games: u32,
}

impl Ladder {
    fn new(options: &FormatOptions, players: usize) -> Ladder {
        let rank_by = options.rank_by.unwrap_or_default();
        Ladder {
            forms: vec![Form::new(); players],
            rank_by,
            rule: options.pairing.unwrap_or_else(|| rank_by.pairing()),
            seed: options.seed,
            open: options.open_matches.map_or(OPEN_MATCHES, |matches| matches as usize),
            rounds: options.rounds,
            progress: 0.0,
            waiting: BTreeSet::new(),
            met: HashMap::new(),
            games: 2,
        }
    }

    /// Makes matches until enough are open.
    fn fill(&mut self, schedule: &mut Schedule) {
        while self.waiting.len() < self.open && !self.is_at_end() {
            let is_active = |player: &usize| !self.forms[*player].is_set_aside();
            let active: Vec<usize> = schedule.present().into_iter().filter(is_active).collect();
            let number = schedule.next_index();
            let met = |one: usize, two: usize| self.met.get(&pair(one, two)).copied().unwrap_or(0);
            let chooser = Chooser {
                forms: &self.forms,
                active: &active,
                rule: self.rule,
                number,
                seed: self.seed,
                games: self.games,
                met: &met,
            };
            let Some(players) = chooser.choose() else { return };
            self.make(schedule, number, players, active.len());
        }
    }

    fn is_at_end(&self) -> bool {
        self.rounds.is_some_and(|rounds| self.progress >= f64::from(rounds))
    }

    fn make(&mut self, schedule: &mut Schedule, number: u32, players: [usize; 2], active: usize) {
        let place = Place { round: self.progress as u32 + 1, bracket: None, slot: 0 };
        schedule.add(number, place, players);
        self.progress += 2.0 / active as f64;
        self.waiting.insert(number);
        *self.met.entry(pair(players[0], players[1])).or_default() += 1;
        for player in players {
            self.forms[player].pending += 1;
            self.forms[player].paired = Some(number);
        }
    }

    /// Counts a match, if it is decided.
    fn count(&mut self, schedule: &Schedule, number: u32) -> bool {
        let Some(game) = schedule.get(number) else {
            return self.waiting.remove(&number);
        };
        if game.verdict.is_none() {
            return false;
        }
        self.waiting.remove(&number);
        let ratings = game.players.map(|player| self.forms[player].rating);
        for (seat, player) in game.players.into_iter().enumerate() {
            let form = &mut self.forms[player];
            form.pending = form.pending.saturating_sub(1);
            if let Some(set) = game.sets.first() {
                self.games = set.games.max(1);
                form.count(set, seat, ratings[1 - seat]);
            }
        }
        true
    }

    /// A match that nobody plays, as if it had never been made.
    fn forget(&mut self, schedule: &Schedule, number: u32) {
        let Some(game) = schedule.get(number).filter(|_| self.waiting.remove(&number)) else { return };
        for player in game.players {
            self.forms[player].pending = self.forms[player].pending.saturating_sub(1);
        }
        let [one, two] = game.players;
        self.met.entry(pair(one, two)).and_modify(|met| *met = met.saturating_sub(1));
    }
}

impl Format for Ladder {
    fn extend(&mut self, schedule: &mut Schedule) {
        self.fill(schedule);
        while let Some(&oldest) = self.waiting.first() {
            if !self.count(schedule, oldest) {
                return;
            }
            self.fill(schedule);
        }
    }

    fn placings(&self, _schedule: &Schedule) -> Vec<Placing> {
        let merit = |form: &Form| match self.rank_by {
            // What is not yet rated is behind what is, and ratings that look equal are equal.
            RankBy::Rating => vec![f64::from(u8::from(form.games > 0)), form.rating.rating.round()],
            RankBy::Score => vec![form.score()],
        };
        rank(&self.forms.iter().map(merit).collect::<Vec<_>>())
    }

    fn expected_matches(&self) -> u32 {
        let active = self.forms.iter().filter(|form| !form.is_set_aside()).count();
        self.rounds.map_or(0, |rounds| rounds * active as u32 / 2)
    }

    fn is_open_ended(&self) -> bool {
        self.rounds.is_none()
    }

    fn forms(&self) -> Vec<LadderForm> {
        self.forms.iter().map(Form::told).collect()
    }

    /// What is decided is counted for whoever has played it. What was not begun is chosen anew, so that whoever is new need
    /// not wait; open matches of those who left or are another version now count for nobody.
    fn amend(&mut self, amendment: &Amendment, schedule: &mut Schedule) -> Result<(), String> {
        let rounds = more_rounds(amendment, self.rounds.unwrap_or(0))?;
        self.rounds = self.rounds.map(|_| rounds).or(amendment.rounds);
        for number in self.waiting.clone() {
            self.count(schedule, number);
        }
        let changed: Vec<usize> =
            amendment.left.iter().map(|(player, _)| *player).chain(amendment.replaced.iter().copied()).collect();
        for number in self.waiting.clone() {
            let is_over = schedule.get(number).is_none_or(|game| game.players.iter().any(|one| changed.contains(one)));
            if is_over || amendment.dropped.contains(&number) {
                self.forget(schedule, number);
                schedule.annul(number);
            }
        }
        self.forms.resize_with(schedule.players(), Form::new);
        for &player in &amendment.replaced {
            self.forms[player].replace();
            self.met.retain(|pair, _| !pair.contains(&player));
        }
        Ok(())
    }

    fn keeps_results(&self) -> bool {
        false
    }
}

fn pair(one: usize, two: usize) -> [usize; 2] {
    [one.min(two), one.max(two)]
}
