//! The parts of a check that are about conduct: the same game again, leaks, matches, and the time of it all.

use joute_games::{Outcome, Side};
use joute_messages::{Localize, Message, message};
use joute_players::Entrant;

use super::report::{Finding, GameTime, MatchResult, joined};
use super::trial::{self, Trial};
use super::watched::Watched;
use super::{Checker, Noted, leaks, with_option};
use super::{Severity, Topic};

/// Games in one process when leaks are looked for.
const KEPT_GAMES: u64 = 8;
/// The share of the time of a game above which a warning is due.
const WARNED_SHARE: u64 = 4;

impl Checker<'_> {
    /// The same game twice from the same seed.
    pub(super) fn try_again(&mut self, entrant: &Entrant) -> Noted {
        let start = self.start(0).ok_or(message!("check-note-no-board"))?;
        let trial = Trial::new(start, Side::First, self.seed("repeat"));
        let mut games = Vec::new();
        for _ in 0..2 {
            let played = self.play(entrant, &trial, "greedy").ok_or(message!("check-note-stopped"))?;
            if played.fault().is_some() {
                self.note_fault(&played, 0, Severity::Must);
                return Ok(message!("check-note-no-end"));
            }
            games.push(played.moves());
        }
        let same = games[0] == games[1];
        self.report.deterministic = Some(same);
        if !same {
            let seed = if self.advice.hears.seed { message!("check-seed-told") } else { message!("check-seed-own") };
            self.report.add(Finding::new(
                Severity::Note,
                Topic::Determinism,
                message!("check-another-game"),
                message!("check-draw-from-advice", seed = seed),
            ));
        }
        Ok(if same { message!("check-note-same-game") } else { message!("check-note-another-game") })
    }

    /// Many games in one process where the player can be kept, or the moves of one long game.
    pub(super) fn try_leaks(&mut self, entrant: &Entrant) -> Noted {
        let keeps = entrant.locator().kind.info().options.iter().any(|option| option.name == "keep");
        if keeps {
            return self.play_kept_games();
        }
        let start = self.start(0).ok_or(message!("check-note-no-board"))?;
        let trial = Trial::new(start, Side::First, self.seed("leaks"));
        let played = self.play(entrant, &trial, "random").ok_or(message!("check-note-stopped"))?;
        if played.footprints.is_empty() {
            return Err(message!("check-note-nothing-held"));
        }
        let moves = played.footprints.len();
        leaks::within_a_game(&played.footprints).into_iter().for_each(|finding| self.report.add(finding));
        Ok(message!("check-note-moves-of-game", moves = moves))
    }

    fn play_kept_games(&mut self) -> Noted {
        let locator = with_option(self.plan.locator, "keep=yes");
        let entrant = self.plan.workshop.entrant(&locator).map_err(trouble)?;
        let mut player = Watched::new(entrant.player().map_err(trouble)?);
        let mut ends = Vec::new();
        for number in 0..KEPT_GAMES {
            let start = self.start(0).ok_or(message!("check-note-no-board"))?;
            let trial = Trial::new(start, Side::BOTH[number as usize % 2], self.seed("kept").child(number));
            let Some(played) = trial::play(self.plan, &mut player, &trial, "random", self.stop) else {
                return Err(message!("check-note-stopped"));
            };
            if played.fault().is_some() {
                self.report.add(
                    Finding::new(
                        Severity::Note,
                        Topic::Keep,
                        message!("check-not-kept", number = number + 1),
                        message!("check-not-kept-advice"),
                    )
                    .quoting(played.finished.ending.to_string()),
                );
                return Ok(message!("check-note-process-each"));
            }
            if let Some(finding) = leaks::within_a_game(&played.footprints) {
                self.report.add(finding);
            }
            ends.extend(played.footprints.last().copied());
        }
        if ends.is_empty() {
            return Err(message!("check-note-footprint-unknown"));
        }
        leaks::between_games(&ends).into_iter().for_each(|finding| self.report.add(finding));
        Ok(message!("check-note-games-of-process", games = KEPT_GAMES))
    }

    pub(super) fn try_matches(&mut self, entrant: &Entrant) -> Noted {
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
            let MatchResult { wins, draws, losses, .. } = result;
            notes.push(message!("check-note-match", wins = wins, draws = draws, losses = losses, opponent = opponent));
            self.report.matches.push(result);
        }
        Ok(message!("check-note-matches", results = joined("check-list", notes.into_iter())))
    }

    /// Who loses every game against somebody who draws at random does something else than it means to.
    fn note_hopeless(&mut self, result: &MatchResult) {
        let is_hopeless = result.opponent == "random" && result.losses >= 4 && result.wins + result.draws == 0;
        if is_hopeless && !self.report.has_failed() {
            self.report.add(Finding::new(
                Severity::Should,
                Topic::Weak,
                message!("check-hopeless", games = result.losses),
                message!("check-hopeless-advice"),
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
                message!("check-time", time = self.report.time.message()),
                message!("check-time-advice"),
            ));
        }
    }
}

/// Trouble with a player, in its own words.
fn trouble(error: impl std::fmt::Display) -> Message {
    Message::literal(error.to_string())
}
