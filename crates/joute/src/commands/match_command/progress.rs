//! How a match goes while it is played: a bar on a terminal, a line now and then elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use joute_arena::{MatchPlan, MatchScore, Played};
use joute_referee::Order;
use joute_tournament::statistics::Bounds;

use super::report::{Standing, sprt_report};
use crate::commands::replay::words;
use crate::output;

/// Time between two lines where nobody has said how often.
const PAUSE: Duration = Duration::from_secs(30);

/// Tells how a match goes.
pub(super) struct Progress {
    bar: ProgressBar,
    order: Order,
    sprt: Option<Bounds>,
    games: u32,
    /// Games that were known before this match began: they took no time.
    known: u32,
    /// Games between two lines.
    interval: Option<u32>,
    began: Instant,
    told: Instant,
    told_games: u32,
}

impl Progress {
    pub(super) fn new(plan: &MatchPlan<'_>, interval: Option<u32>) -> Progress {
        let bar = ProgressBar::new(u64::from(plan.games));
        let watched = std::io::stderr().is_terminal();
        bar.set_draw_target(if watched { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() });
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len}  {msg}  {eta} left") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        let now = Instant::now();
        Progress {
            bar,
            order: plan.rules.order,
            sprt: plan.sprt,
            games: plan.games,
            known: plan.known.len() as u32,
            interval,
            began: now,
            told: now,
            told_games: 0,
        }
    }

    pub(super) fn show(&mut self, played: &Played<'_>) {
        let games = played.score.games();
        if self.is_due(games) {
            (self.told, self.told_games) = (Instant::now(), games);
            let line = self.line(played.score);
            if self.bar.is_hidden() { output::note(&line) } else { self.bar.println(line) }
        }
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(u64::from(games));
        // The interval costs more than a quick game: a few times a second is enough.
        if games < 100 || games.is_multiple_of(64) {
            self.bar.set_message(self.standing(played.score));
        }
    }

    fn is_due(&self, games: u32) -> bool {
        match self.interval {
            Some(interval) => games / interval > self.told_games / interval,
            None => self.bar.is_hidden() && self.told.elapsed() >= PAUSE,
        }
    }

    /// `1200/20000 games  +601 =20 -579  Elo +6.4 [-12.0, +24.8]  LLR 0.31 (-2.94, 2.94)  4:10 left`.
    fn line(&self, score: &MatchScore) -> String {
        let left = self.time_left(score.games()).map(|left| format!("  {} left", words::clock(left)));
        let games = format!("{}/{} games", score.games(), self.games);
        format!("{games}  {}{}", self.standing(score), left.unwrap_or_default())
    }

    fn standing(&self, score: &MatchScore) -> String {
        let [one, _] = &score.players;
        let sprt = self.sprt.map(|bounds| {
            let report = sprt_report(bounds, score, self.order);
            format!("  LLR {:.2} ({:.2}, {:.2})", report.llr, report.lower, report.upper)
        });
        let elo = Standing::of(score, self.order).elo;
        format!("+{} ={} -{}  Elo {elo}{}", one.wins, one.draws, one.losses, sprt.unwrap_or_default())
    }

    /// At the pace so far, if all games are played.
    fn time_left(&self, games: u32) -> Option<Duration> {
        let played = games.checked_sub(self.known).filter(|played| *played > 0)?;
        let each = self.began.elapsed() / played;
        Some(each.saturating_mul(self.games.saturating_sub(games)))
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
