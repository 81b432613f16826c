//! A game as a replay: the board it starts from, and what each ply changes.

use std::time::Duration;

use joute_games::view::{BoardView, Flow};
use joute_games::{AnyGame, Side};
use joute_messages::{Message, visible};
use joute_referee::{ClockKind, Ending, GameRecord, MatchRules, PlyRecord};
use serde::Serialize;

use crate::look::Looks;
use crate::review::ReplayReview;

/// One game, told in differences. Names are short because they occur once for each of many games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replay {
    /// The number by which the page calls it.
    pub id: u64,
    /// The game's title.
    pub game: Message,
    /// The setup's text.
    pub setup: String,
    /// The rules of the match.
    pub rules: String,
    /// First and Second.
    pub players: [String; 2],
    /// The layout, by number.
    pub layout: usize,
    /// The board at the start, by number.
    pub start: usize,
    /// The moves with spaces between them; `-` is a turn that was lost.
    pub moves: String,
    /// Whose turn each ply was, `0` or `1`.
    pub sides: String,
    /// What each ply changes, spaces between plies: `3>5` renames a look, `5:7,2` gives it to parts 7 and 9, `;` between.
    pub changes: String,
    /// The pieces that travel in each ply, spaces between plies: `3>4,5,6;8>13,13` takes three from part 3 to the parts 4, 5 and 6,
    /// and then two from 8 to 13. Empty where nothing ever travels.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub flows: String,
    /// Tallies, First's and Second's in turn: at the start, and then what each ply adds to them.
    pub tallies: Vec<i64>,
    /// Thinking time of each ply in milliseconds; empty when nothing was measured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<u64>,
    /// What each player thought of its position, for its own side; empty when nobody said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Option<f64>>,
    /// What players wrote, by ply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<(usize, String)>,
    /// Milliseconds for the game and for each move more, where there is a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<[u64; 2]>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// The final tallies.
    pub tally: [u32; 2],
    /// The seed of the game, as text since it may be too long for a script's numbers.
    pub seed: String,
    /// What an engine thought of it, where one was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<ReplayReview>,
}

/// How much of what players wrote goes into a page.
#[derive(Debug, Clone, Copy)]
pub struct LogLimits {
    /// Characters for each ply.
    pub ply: usize,
    /// Characters for each game.
    pub game: usize,
}

impl Default for LogLimits {
    fn default() -> LogLimits {
        LogLimits { ply: 2_000, game: 40_000 }
    }
}

/// The looks of all parts of a view, by number.
pub(crate) fn cells(view: &BoardView, looks: &mut Looks) -> Vec<usize> {
    view.parts.iter().map(|part| looks.number(view.style, part)).collect()
}

/// What changes between two boards, as text. `3>5` says that every part that looked like 3 looks like 5; `5:7,2,1` says
/// that parts 7, 9 and 10 look like 5; a semicolon stands between them. What is renamed is renamed first, all at once.
pub(crate) fn difference(before: &[usize], after: &[usize]) -> String {
    let renamed = renamed(before, after);
    let known = |part: usize| renamed.iter().any(|[from, to]| before[part] == *from && after[part] == *to);
    let mut listed: Vec<(usize, Vec<usize>)> = Vec::new();
    for part in (0..after.len()).filter(|&part| before[part] != after[part] && !known(part)) {
        match listed.iter_mut().find(|(look, _)| *look == after[part]) {
            Some((_, parts)) => parts.push(part),
            None => listed.push((after[part], vec![part])),
        }
    }
    let renamed = renamed.iter().map(|[from, to]| format!("{from}>{to}"));
    let listed = listed.iter().map(|(look, parts)| format!("{look}:{}", steps(parts)));
    renamed.chain(listed).collect::<Vec<_>>().join(";")
}

/// Looks of many parts that all became one other look.
fn renamed(before: &[usize], after: &[usize]) -> Vec<[usize; 2]> {
    const WORTH_IT: usize = 4;
    let highest = before.iter().max().map_or(0, |look| look + 1);
    // For each look: how many parts had it, and what they became while it is the same for all.
    let mut fates: Vec<(usize, Option<usize>)> = vec![(0, None); highest];
    for (old, new) in before.iter().zip(after) {
        let (count, fate) = &mut fates[*old];
        *fate = if *count == 0 || *fate == Some(*new) { Some(*new) } else { None };
        *count += 1;
        if fate.is_none() {
            *count = usize::MAX / 2;
        }
    }
    let is_renamed = |(from, (count, fate)): (usize, &(usize, Option<usize>))| match fate {
        Some(to) if *to != from && (WORTH_IT..usize::MAX / 2).contains(count) => Some([from, *to]),
        _ => None,
    };
    fates.iter().enumerate().filter_map(is_renamed).collect()
}

/// The first number and then the steps from each to the next.
fn steps(parts: &[usize]) -> String {
    let mut last = 0;
    let step = |part: &usize| {
        let step = part - last;
        last = *part;
        step.to_string()
    };
    parts.iter().map(step).collect::<Vec<_>>().join(",")
}

/// The pieces that travel in each ply, as text.
pub(crate) fn flows(record: &GameRecord, positions: &[AnyGame]) -> String {
    let of_ply = |(ply, position): (&PlyRecord, &AnyGame)| {
        let code = ply.mv.as_ref().and_then(|mv| position.code(mv).ok());
        code.map_or_else(String::new, |code| flow_text(&position.flows(code)))
    };
    let plies: Vec<String> = record.plies.iter().zip(positions).map(of_ply).collect();
    if plies.iter().all(String::is_empty) { String::new() } else { plies.join(" ") }
}

fn flow_text(flows: &[Flow]) -> String {
    let text = |Flow(from, to): &Flow| {
        let to: Vec<String> = to.iter().map(usize::to_string).collect();
        format!("{from}>{}", to.join(","))
    };
    flows.iter().map(text).collect::<Vec<_>>().join(";")
}

/// Thinking times by the clock that counts; none at all when nothing was measured.
pub(crate) fn times(record: &GameRecord) -> Vec<u64> {
    let rules = record.rules.parse::<MatchRules>().ok();
    let counts_cpu = rules.is_some_and(|rules| rules.clock == ClockKind::Cpu);
    let nanos = |ply: &PlyRecord| ply.cpu_ns.filter(|_| counts_cpu).unwrap_or(ply.wall_ns);
    let times: Vec<u64> =
        record.plies.iter().map(|ply| if ply.forced { 0 } else { rounded(nanos(ply) / 1_000_000) }).collect();
    if times.iter().all(|time| *time == 0) { Vec::new() } else { times }
}

/// Milliseconds to about two digits: what a clock on a page shows, and a good deal smaller.
fn rounded(millis: u64) -> u64 {
    if millis < 100 { millis } else { (millis + 5) / 10 * 10 }
}

/// Time for the game and increment in milliseconds, where there is a limit that is the same for both.
pub(crate) fn clock(record: &GameRecord) -> Option<[u64; 2]> {
    let rules = record.rules.parse::<MatchRules>().ok()?;
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    rules.shared_clock().map(|(time, increment)| [millis(time), millis(increment)])
}

/// What players thought, none at all when nobody said.
pub(crate) fn scores(record: &GameRecord) -> Vec<Option<f64>> {
    let rounded = |score: f64| (score * 100.0).round() / 100.0;
    let scores: Vec<_> =
        record.plies.iter().map(|ply| ply.score.filter(|score| score.is_finite()).map(rounded)).collect();
    if scores.iter().all(Option::is_none) { Vec::new() } else { scores }
}

/// How it ended, with evidence that can be shown anywhere.
pub(crate) fn ending(record: &GameRecord) -> Option<Ending> {
    let mut ending = record.ending.clone();
    if let Some(Ending::Forfeit { fault, .. }) = &mut ending {
        fault.evidence = visible(&fault.evidence).into_owned();
    }
    ending
}

/// What players wrote, cut to the limits.
pub(crate) fn logs(record: &GameRecord, limits: LogLimits) -> Vec<(usize, String)> {
    let mut left = limits.game;
    let mut logs = Vec::new();
    for (ply, log) in record.plies.iter().enumerate().filter_map(|(ply, played)| Some((ply + 1, played.log.as_ref()?)))
    {
        if left == 0 || log.trim().is_empty() {
            continue;
        }
        let most = limits.ply.min(left);
        let log = visible(log);
        let text: String = log.chars().take(most).collect();
        left -= text.chars().count();
        let was_cut = text.len() < log.len();
        logs.push((ply, if was_cut { text + "…" } else { text }));
    }
    logs
}

/// Tallies at the start and what each ply adds, which are small numbers that often come again.
pub(crate) fn tallies(positions: &[AnyGame]) -> Vec<i64> {
    let mut before = [0; 2];
    let mut added = Vec::with_capacity(positions.len() * 2);
    for tally in positions.iter().map(|position| position.tallies().map(i64::from)) {
        added.extend([tally[0] - before[0], tally[1] - before[1]]);
        before = tally;
    }
    added
}

/// The moves and whose they were.
pub(crate) fn moves(record: &GameRecord) -> (String, String) {
    let text = |ply: &PlyRecord| ply.mv.clone().unwrap_or_else(|| "-".to_owned());
    let moves = record.plies.iter().map(text).collect::<Vec<_>>().join(" ");
    let sides = record.plies.iter().map(|ply| if ply.side == Side::First { '0' } else { '1' }).collect();
    (moves, sides)
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn single_parts_are_listed_by_their_new_look() {
        assert_eq!(difference(&[0, 0, 1, 0, 2], &[0, 1, 1, 1, 0]), "1:1,2;0:4");
        assert_eq!(difference(&[0, 1], &[0, 1]), "");
    }

    #[test]
    fn a_look_that_changes_everywhere_is_renamed() {
        assert_eq!(difference(&[3, 3, 3, 3, 1, 2], &[5, 5, 5, 5, 5, 2]), "3>5;5:4");
        assert_eq!(difference(&[3, 3, 3, 3, 3], &[5, 5, 5, 5, 3]), "5:0,1,1,1");
    }
}
