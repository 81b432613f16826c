//! The parts of a check that are about conduct: the same game again, leaks, matches, and the time of it all.

use joute_games::{Outcome, Side};
use joute_players::Entrant;

use super::report::{Finding, GameTime, MatchResult};
use super::trial::{self, Trial};
use super::watched::Watched;
use super::{Checker, leaks, with_option};
use super::{Severity, Topic};

/// Games in one process when leaks are looked for.
const KEPT_GAMES: u64 = 8;
/// The share of the time of a game above which a warning is due.
const WARNED_SHARE: u64 = 4;

impl Checker<'_> {
    /// The same game twice from the same seed.
    pub(super) fn try_again(&mut self, entrant: &Entrant) -> Result<String, String> {
        let start = self.start(0).ok_or("no board")?;
        let trial = Trial::new(start, Side::First, self.seed("repeat"));
        let mut games = Vec::new();
        for _ in 0..2 {
            let played = self.play(entrant, &trial, "greedy").ok_or("the match was stopped")?;
            if played.fault().is_some() {
                self.note_fault(&played, 0, Severity::Must);
                return Ok("it did not come to its end".to_owned());
            }
            games.push(played.moves());
        }
        let same = games[0] == games[1];
        self.report.deterministic = Some(same);
        if !same {
            let seed = if self.advice.hears.seed { "the seed that you are told" } else { "a number of your own" };
            self.report.add(Finding::new(
                Severity::Note,
                Topic::Determinism,
                "the same seed gives another game each time",
                format!("if you draw at random, draw from {seed}; then a lost game can be played again"),
            ));
        }
        Ok(if same { "same seed, same game" } else { "same seed, another game" }.to_owned())
    }

    /// Many games in one process where the player can be kept, or the moves of one long game.
    pub(super) fn try_leaks(&mut self, entrant: &Entrant) -> Result<String, String> {
        let keeps = entrant.locator().kind.info().options.iter().any(|option| option.name == "keep");
        if keeps {
            return self.play_kept_games();
        }
        let start = self.start(0).ok_or("no board")?;
        let trial = Trial::new(start, Side::First, self.seed("leaks"));
        let played = self.play(entrant, &trial, "random").ok_or("the match was stopped")?;
        if played.footprints.is_empty() {
            return Err("this kind of player holds nothing of its own".to_owned());
        }
        let moves = played.footprints.len();
        leaks::within_a_game(&played.footprints).into_iter().for_each(|finding| self.report.add(finding));
        Ok(format!("memory and open files over the {moves} moves of a game"))
    }

    fn play_kept_games(&mut self) -> Result<String, String> {
        let locator = with_option(self.plan.locator, "keep=yes");
        let entrant = self.plan.workshop.entrant(&locator).map_err(|error| error.to_string())?;
        let mut player = Watched::new(entrant.player().map_err(|error| error.to_string())?);
        let mut ends = Vec::new();
        for number in 0..KEPT_GAMES {
            let start = self.start(0).ok_or("no board")?;
            let trial = Trial::new(start, Side::BOTH[number as usize % 2], self.seed("kept").child(number));
            let Some(played) = trial::play(self.plan, &mut player, &trial, "random", self.stop) else {
                return Err("the match was stopped".to_owned());
            };
            if played.fault().is_some() {
                self.report.add(
                    Finding::new(
                        Severity::Note,
                        Topic::Keep,
                        format!("the player cannot play game {} in the same process", number + 1),
                        "each game gets a new process, so this is no fault; but do not use the option keep=yes",
                    )
                    .with_evidence(played.finished.ending.to_string()),
                );
                return Ok("it needs a process for each game".to_owned());
            }
            if let Some(finding) = leaks::within_a_game(&played.footprints) {
                self.report.add(finding);
            }
            ends.extend(played.footprints.last().copied());
        }
        if ends.is_empty() {
            return Err("the system does not tell what the player's process holds".to_owned());
        }
        leaks::between_games(&ends).into_iter().for_each(|finding| self.report.add(finding));
        Ok(format!("memory and open files over {KEPT_GAMES} games in one process"))
    }

    pub(super) fn try_matches(&mut self, entrant: &Entrant) -> Result<String, String> {
        let opponents = self.plan.game.trials.opponents;
        let mut notes = Vec::new();
        for opponent in opponents {
            let mut result = MatchResult { opponent: opponent.to_owned(), wins: 0, draws: 0, losses: 0 };
            for number in 0..u64::from(self.plan.games) {
                if self.is_over() {
                    break;
                }
                let Ok(start) = self.setups[0].source.start(self.plan.seed + number / 2) else { continue };
                let seed = self.seed(opponent).child(number);
                let mut trial = Trial::new(start, Side::BOTH[number as usize % 2], seed);
                trial.open_with_random_plies(number / 2);
                let Some(played) = self.play(entrant, &trial, opponent) else { break };
                if played.fault().is_some() {
                    self.note_fault(&played, 0, Severity::Must);
                }
                match played.finished.ending.outcome().map(Outcome::winner) {
                    Some(Some(winner)) if winner == trial.seat => result.wins += 1,
                    Some(Some(_)) => result.losses += 1,
                    Some(None) => result.draws += 1,
                    None => {}
                }
            }
            self.note_hopeless(&result);
            notes.push(format!("{}-{}-{} against {opponent}", result.wins, result.draws, result.losses));
            self.report.matches.push(result);
        }
        Ok(format!("won-drawn-lost {}", notes.join(", ")))
    }

    /// Who loses every game against somebody who draws at random does something else than it means to.
    fn note_hopeless(&mut self, result: &MatchResult) {
        let is_hopeless = result.opponent == "random" && result.losses >= 4 && result.wins + result.draws == 0;
        if is_hopeless && !self.report.has_failed() {
            self.report.add(Finding::new(
                Severity::Should,
                Topic::Weak,
                format!("the player lost all of its {} games against random moves", result.losses),
                "look at one of its games (joute match ... --records FILE, then joute replay FILE): does it play what it \
                 means to, and does it read what it is told as it is meant?",
            ));
        }
    }

    pub(super) fn check_time(&mut self) {
        let GameTime { longest_ms, budget_ms: Some(budget), .. } = self.report.time else {
            return;
        };
        if longest_ms > budget / WARNED_SHARE && longest_ms <= budget {
            self.report.add(Finding::new(
                Severity::Should,
                Topic::Time,
                format!("a whole game takes more than a quarter of the time: {}", self.report.time.text()),
                "look fewer moves ahead or search less: on a slower or busier machine the time may run out",
            ));
        }
    }
}
