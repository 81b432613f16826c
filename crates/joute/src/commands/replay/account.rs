//! The plain account of a game: lines that read well in a pipe, in a file and aloud.

use std::time::Duration;

use joute_draw::terminal;
use joute_games::Side;
use joute_messages::{Language, visible, visible_line};
use joute_referee::{GameRecord, PlyRecord};

use super::stored_game::StoredGame;
use super::words;
use crate::output;
use crate::text_table;

/// The whole game, with a board every so many plies where they are asked for.
pub(super) fn game(game: &StoredGame, number: [usize; 2], boards: Option<u64>) -> String {
    let mut text = header(game, number);
    let is_drawn = |ply: usize| boards.is_some_and(|every| (ply as u64).is_multiple_of(every) || ply == game.plies());
    if is_drawn(0) {
        text += &format!("\n{}", board(game, 0));
    }
    text += "\n";
    let columns = Columns::of(game);
    for ply in 1..=game.plies() {
        text += &ply_lines(game, ply, &columns);
        if is_drawn(ply) {
            let gap = if ply < game.plies() { "\n" } else { "" };
            text += &format!("\n{}{gap}", board(game, ply));
        }
    }
    text + &ending(game)
}

/// The position after so many plies, drawn.
pub(super) fn position(game: &StoredGame, ply: usize) -> String {
    let mut text = format!("{}, after ply {ply} of {}\n", game.last().info().title(Language::EN), game.plies());
    if ply > 0 {
        text += &ply_lines(game, ply, &Columns::of(game));
    }
    text += &format!("\n{}\nposition  {}\n", board(game, ply), game.positions[ply].position());
    if ply == game.plies() {
        text += &ending(game);
    }
    text
}

/// A table of the games of a file.
pub(super) fn list(records: &[GameRecord]) -> String {
    let row = |(index, record): (usize, &GameRecord)| {
        vec![
            (index + 1).to_string(),
            visible_line(&record.game).into_owned(),
            words::player(record, Side::First),
            words::player(record, Side::Second),
            words::short_result(record),
            record.plies.len().to_string(),
        ]
    };
    let rows: Vec<Vec<String>> = records.iter().enumerate().map(row).collect();
    text_table::table(&["number", "game", "first", "second", "result", "plies"], &rows)
}

fn board(game: &StoredGame, ply: usize) -> String {
    terminal::board(&game.view(ply), &output::drawing())
}

fn header(game: &StoredGame, [number, count]: [usize; 2]) -> String {
    let record = &game.record;
    let info = game.last().info();
    let mut text = format!("{}, game {number} of {count}\n", info.title(Language::EN));
    let mut line = |key: &str, value: &str| text += &format!("  {key:<8}{}\n", visible_line(value));
    line("setup", &record.setup);
    for side in Side::BOTH {
        let identity = &record.players[side];
        let runtime = identity.runtime.as_deref().map(|runtime| format!(", {runtime}")).unwrap_or_default();
        let is_renamed = identity.locator != identity.name && !identity.locator.is_empty();
        let locator = if is_renamed { format!(", {}", identity.locator) } else { String::new() };
        let letters = game.positions[0].view().sides[side].forbidden_letters();
        let forbidden = if letters.is_empty() { letters } else { format!(", forbidden {letters}") };
        let seat = info.side(side, Language::EN);
        line(&side.to_string(), &format!("{seat}, {}{locator}{runtime}{forbidden}", identity.name));
    }
    line("rules", &record.rules);
    line("seed", &record.seed.to_string());
    for (key, value) in &record.labels {
        line("label", &format!("{key}: {value}"));
    }
    if game.begins_elsewhere {
        line("start", &record.start);
    }
    text
}

/// How wide the columns of the account are.
struct Columns {
    number: usize,
    side: usize,
    mv: usize,
    tally: usize,
}

impl Columns {
    fn of(game: &StoredGame) -> Columns {
        let longest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
        let info = game.last().info();
        Columns {
            number: game.plies().to_string().len(),
            side: longest(&mut Side::BOTH.map(|side| info.side(side, Language::EN).chars().count()).into_iter()),
            mv: longest(&mut game.record.plies.iter().map(|ply| words::mv(ply).chars().count())),
            tally: game.last().total().to_string().len(),
        }
    }
}

/// `12  Black  f5   1.3 ms   14 to 9  score +3` and below it what the player wrote.
fn ply_lines(game: &StoredGame, ply: usize, columns: &Columns) -> String {
    let Some(played) = game.played(ply) else {
        return String::new();
    };
    let [first, second] = game.tallies[ply];
    let mut line = format!(
        "{ply:>number$}  {:<side$}  {:<mv$}  {:>10}  {first:>tally$} to {second:<tally$}",
        game.last().info().side(played.side, Language::EN),
        words::mv(played),
        words::thinking_time(played).unwrap_or_else(|| "forced".to_owned()),
        number = columns.number,
        side = columns.side,
        mv = columns.mv,
        tally = columns.tally,
    );
    line += &remarks(played);
    let mut text = line.trim_end().to_owned() + "\n";
    for written in played.log.iter().flat_map(|log| log.lines()) {
        text += &format!("{:columns$}| {}\n", "", visible(written), columns = columns.number + 2);
    }
    text
}

/// What only some players tell.
fn remarks(played: &PlyRecord) -> String {
    let cpu = played.cpu_ns.map(|nanos| format!("  cpu {}", words::time(Duration::from_nanos(nanos))));
    let score = played.score.map(|score| format!("  score {score:+}"));
    cpu.unwrap_or_default() + &score.unwrap_or_default()
}

fn ending(game: &StoredGame) -> String {
    let mut text = format!("\n{}\n", words::ending(game));
    for (number, line) in words::evidence(&game.record).unwrap_or_default().lines().enumerate() {
        text += &format!("  {:<10}{line}\n", if number == 0 { "evidence" } else { "" });
    }
    let used = game.clocks[game.plies()].used;
    for side in Side::BOTH {
        text += &format!("  {} thought {} in all\n", words::seat(game, side), words::time(used[side]));
    }
    text
}
