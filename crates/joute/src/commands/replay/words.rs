//! Times, sides and endings in words, the same in the account and on the screen.

use std::time::Duration;

use joute_games::{GameInfo, Outcome, Side};
use joute_messages::{Language, visible, visible_line};
use joute_referee::{EXACT_LABEL, Ending, GameRecord, PlyRecord, Reason};

use super::stored_game::StoredGame;

/// A thinking time: `0.012 ms`, `1.3 ms`, `2.50 s`, `3:05`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 60.0 {
        clock(time)
    } else if seconds >= 1.0 {
        format!("{seconds:.2} s")
    } else if seconds >= 0.001 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{:.3} ms", seconds * 1e3)
    }
}

/// A clock: `2:00`, or `9.3 s` when little is left.
pub(crate) fn clock(time: Duration) -> String {
    // A clock shows a second until it has gone by.
    let seconds = time.as_secs_f64().ceil() as u64;
    match seconds {
        0..=10 => format!("{:.1} s", time.as_secs_f64()),
        11..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// The thinking time of a ply; nothing for a ply nobody thought about.
pub(crate) fn thinking_time(ply: &PlyRecord) -> Option<String> {
    (!ply.forced).then(|| time(Duration::from_nanos(ply.wall_ns)))
}

/// The move of a ply, or that there is none.
pub(crate) fn mv(ply: &PlyRecord) -> String {
    ply.mv.as_deref().map_or_else(|| "turn lost".to_owned(), |mv| visible_line(mv).into_owned())
}

/// The name of a player.
pub(crate) fn player(record: &GameRecord, side: Side) -> String {
    visible_line(&record.players[side].name).into_owned()
}

/// `Black (greedy)`.
pub(super) fn seat(game: &StoredGame, side: Side) -> String {
    format!("{} ({})", game.last().info().side(side, Language::EN), player(&game.record, side))
}

/// How a game ended, without evidence: `Black (greedy) wins, 40 to 24 discs`.
pub(super) fn ending(game: &StoredGame) -> String {
    ending_of(&game.record, game.last().info())
}

/// The same from the record and the facts of its game.
pub(crate) fn ending_of(record: &GameRecord, info: &GameInfo) -> String {
    let seat = |side: Side| format!("{} ({})", info.side(side, Language::EN), player(record, side));
    let [first, second] = record.tally;
    let tally = format!("{first} to {second} {}", info.unit);
    let won = |outcome: &Outcome| match outcome.winner() {
        Some(side) => format!("{} wins", seat(side)),
        None => "a draw".to_owned(),
    };
    match &record.ending {
        None => format!("not finished, {tally}"),
        Some(Ending::Aborted) => format!("stopped without a result, {tally}"),
        Some(Ending::Played { outcome }) => format!("{}, {tally}", won(outcome)),
        Some(Ending::Adjudicated { outcome, reason: Reason::Exact }) => {
            let source = record.labels.get(EXACT_LABEL).map(|source| format!(" ({})", visible_line(source)));
            format!("{} by {}, {tally}{}", won(outcome), Reason::Exact, source.unwrap_or_default())
        }
        Some(Ending::Adjudicated { outcome, reason }) => format!("{} by {reason}, {tally}", won(outcome)),
        Some(Ending::Forfeit { by, fault }) => {
            format!("{} wins: {} forfeits by {}", seat(by.other()), seat(*by), fault.kind)
        }
    }
}

/// What shows that a fault happened.
pub(crate) fn evidence(record: &GameRecord) -> Option<String> {
    let (_, fault) = record.ending.as_ref()?.fault()?;
    Some(visible(&fault.evidence).into_owned())
}

/// How a game ended in a few words, for a list of games.
pub(crate) fn short_result(record: &GameRecord) -> String {
    let tally = format!("{}-{}", record.tally[0], record.tally[1]);
    match &record.ending {
        None => "not finished".to_owned(),
        Some(Ending::Forfeit { fault, .. }) => format!("{}: {}", winner(record), fault.kind),
        Some(Ending::Adjudicated { reason, .. }) => format!("{} {tally} ({reason})", winner(record)),
        Some(Ending::Played { .. }) => format!("{} {tally}", winner(record)),
        Some(Ending::Aborted) => "stopped".to_owned(),
    }
}

fn winner(record: &GameRecord) -> &'static str {
    match record.outcome() {
        Some(Outcome::First) => "first",
        Some(Outcome::Second) => "second",
        Some(Outcome::Draw) => "draw",
        None => "nobody",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let texts = [12_000, 1_300_000, 2_500_000_000, 185_000_000_000].map(|nanos| time(Duration::from_nanos(nanos)));
        assert_eq!(texts, ["0.012 ms", "1.3 ms", "2.50 s", "3:05"]);
        let clocks = [9.26, 119.9, 3725.0].map(|seconds| clock(Duration::from_secs_f64(seconds)));
        assert_eq!(clocks, ["9.3 s", "2:00", "1:02:05"]);
    }
}
