//! The line that shows how a match goes while it is played: on a terminal only.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use joute_arena::{MatchPlan, Played};
use joute_referee::Order;

use super::report::elo_text;

/// A progress bar, or nothing where nobody watches.
pub(super) struct Progress {
    bar: ProgressBar,
    order: Order,
}

impl Progress {
    pub(super) fn new(plan: &MatchPlan<'_>) -> Progress {
        let bar = ProgressBar::new(u64::from(plan.games));
        let watched = std::io::stderr().is_terminal();
        bar.set_draw_target(if watched { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() });
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len}  {msg}  {eta} left") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, order: plan.rules.order }
    }

    pub(super) fn show(&self, played: &Played<'_>) {
        if self.bar.is_hidden() {
            return;
        }
        let score = played.score;
        let games = u64::from(score.games());
        self.bar.set_position(games);
        // The interval costs more than a quick game: a few times a second is enough.
        if games < 100 || games.is_multiple_of(64) {
            let [one, _] = &score.players;
            self.bar.set_message(format!(
                "+{} ={} -{}  Elo {}",
                one.wins,
                one.draws,
                one.losses,
                elo_text(score, self.order)
            ));
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
