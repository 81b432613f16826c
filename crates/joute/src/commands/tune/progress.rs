//! How tuning goes while games are played: a bar on a terminal, a line now and then elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use joute_arena::{TuningNews, TuningPlan};
use joute_tournament::statistics::{Bounds, Sprt};

use crate::commands::replay::words;
use crate::output;

/// Time between two lines.
const PAUSE: Duration = Duration::from_secs(30);

/// Tells how tuning goes.
pub(super) struct Progress {
    bar: ProgressBar,
    names: Vec<String>,
    sprt: Bounds,
    /// Games of tuning, and the most of the test.
    games: [u32; 2],
    /// Games that were played just now: those that were known took no time.
    fresh: u32,
    began: Instant,
    told: Instant,
}

impl Progress {
    pub(super) fn new(plan: &TuningPlan<'_>, games: [u32; 2]) -> Progress {
        let bar = ProgressBar::new(u64::from(games[0]) + u64::from(games[1]));
        let watched = std::io::stderr().is_terminal();
        bar.set_draw_target(if watched { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() });
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {msg}") {
            bar.set_style(style);
        }
        let names = plan.tunable.parameters().iter().map(|parameter| parameter.name().to_owned()).collect();
        let now = Instant::now();
        Progress { bar, names, sprt: plan.sprt, games, fresh: 0, began: now, told: now }
    }

    pub(super) fn show(&mut self, news: &TuningNews<'_>) {
        self.fresh += news.records.len() as u32;
        if !self.bar.is_hidden() {
            self.bar.set_position(u64::from(news.games));
            self.bar.set_message(self.line(news));
        } else if self.told.elapsed() >= PAUSE {
            self.told = Instant::now();
            output::note(&self.line(news));
        }
    }

    /// `1200/4000 games  a 7.31  b 2.05  4:10 left`, `600/4000 games of the test  LLR 0.31 (-2.94, 2.94)  4:10 left at most`.
    fn line(&self, news: &TuningNews<'_>) -> String {
        let [tuning, test] = self.games;
        match news.tested {
            None => {
                let left = self.time_left(tuning.saturating_sub(news.games));
                format!("{}/{tuning} games{}  {left} left, the test besides", news.games, self.values(news))
            }
            Some(pairs) => {
                let (played, report) =
                    (news.games.saturating_sub(tuning), Sprt::with_sample(self.sprt, *pairs).report());
                let left = self.time_left(test.saturating_sub(played));
                let [llr, lower, upper] = [report.llr, report.lower, report.upper];
                format!("{played}/{test} games of the test  LLR {llr:.2} ({lower:.2}, {upper:.2})  {left} left at most")
            }
        }
    }

    fn values(&self, news: &TuningNews<'_>) -> String {
        let values = self.names.iter().zip(news.spsa.position());
        values.map(|(name, value)| format!("  {name} {value:.2}")).collect()
    }

    /// At the pace so far.
    fn time_left(&self, games: u32) -> String {
        match self.began.elapsed().checked_div(self.fresh) {
            Some(each) => words::clock(each.saturating_mul(games)),
            None => "?".to_owned(),
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
