//! How a tournament goes while it is played: on a terminal only.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use joute_arena::{Progress, Sink, Unplayed};
use joute_messages::visible_line;
use joute_tournament::format::Competition;

use crate::output;

/// How many players and matches are shown.
const SHOWN: usize = 8;

/// A bar with time left, and below it the standings or the draw so far; nothing where nobody watches.
pub(super) struct Bar {
    bar: ProgressBar,
    names: Vec<String>,
    drawn: Mutex<Option<Instant>>,
}

impl Bar {
    pub(super) fn new(names: Vec<String>) -> Bar {
        let bar = ProgressBar::new(1);
        let watched = std::io::stderr().is_terminal();
        bar.set_draw_target(if watched { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() });
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} games  {eta} left\n{msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        let names = names.iter().map(|name| visible_line(name).into_owned()).collect();
        Bar { bar, names, drawn: Mutex::new(None) }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn is_due(&self) -> bool {
        let mut drawn = self.drawn.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let due = drawn.is_none_or(|last| last.elapsed() > Duration::from_millis(200));
        if due {
            *drawn = Some(Instant::now());
        }
        due
    }
}

impl Sink for Bar {
    fn unplayed(&self, unplayed: &Unplayed) {
        self.bar.suspend(|| output::note(&unplayed.to_string()));
    }

    fn progress(&self, progress: &Progress<'_>) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_length(progress.expected);
        // The rate is that of this run: what was there before took no time.
        if self.bar.position() == 0 && progress.before > 0 {
            self.bar.set_position(progress.before);
            self.bar.reset_eta();
        }
        self.bar.set_position(progress.done);
        if self.is_due() {
            self.bar.set_message(so_far(progress.competition, &self.names));
        }
    }
}

/// The leaders, and the matches of the present round.
fn so_far(competition: &Competition, names: &[String]) -> String {
    let schedule = competition.schedule();
    let (points, records) = (schedule.points(), schedule.records());
    let placings = competition.placings();
    let leaders = placings.iter().filter(|placing| placing.out_in.is_none()).take(SHOWN);
    let mut lines: Vec<String> = leaders
        .map(|placing| {
            let [won, tied, lost] = records[placing.player];
            let points = points[placing.player];
            format!("{:>4}  {}  {points} points, matches +{won} ={tied} -{lost}", placing.rank, names[placing.player])
        })
        .collect();
    let open = schedule.matches().filter(|game| game.verdict.is_none()).take(SHOWN);
    let open: Vec<String> =
        open.map(|game| format!("{} - {}", names[game.players[0]], names[game.players[1]])).collect();
    if !open.is_empty() {
        lines.push(format!("now: {}", open.join(", ")));
    }
    lines.join("\n")
}
