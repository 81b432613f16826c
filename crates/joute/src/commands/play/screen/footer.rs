//! The last two lines: what is going on, and the keys.

use joute_messages::Language;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use super::table::{Table, Tone};
use crate::commands::replay::words;

/// Draws both lines.
pub(super) fn draw(frame: &mut Frame<'_>, table: &Table, area: Rect) {
    let [upper, lower] = Layout::vertical([Constraint::Length(1), Constraint::Length(1)]).areas(area);
    frame.render_widget(status(table), upper);
    frame.render_widget(keys(table, usize::from(lower.width)), lower);
}

/// A message, how the game ended, or whose turn it is.
fn status(table: &Table) -> Line<'static> {
    let theme = &table.theme;
    if !table.entry.is_empty() {
        return Line::raw(format!(" move: {}_", table.entry));
    }
    match &table.message {
        Some((Tone::Alarm, text)) => return Line::styled(format!(" {text}"), theme.alarm()),
        Some((Tone::Note, text)) => return Line::styled(format!(" {text}"), theme.strong()),
        None => {}
    }
    let session = &table.session;
    let info = session.game().info();
    if session.is_over() {
        let mut text = format!(" {}", words::ending_of(session.record(), info));
        if let Some(evidence) = words::evidence(session.record()) {
            text += &format!(": {}", evidence.replace('\n', " "));
        }
        return Line::styled(text, theme.strong());
    }
    if !session.has_people() {
        return Line::raw(format!(" {}", watching(table)));
    }
    let text = match (session.person_to_move(), session.asked) {
        (Some(side), _) => format!(" {} ({}), your move", info.side(side, Language::EN), table.player(side)),
        (None, Some(asked)) => {
            format!(" {} ({}) is thinking", info.side(asked.side, Language::EN), table.player(asked.side))
        }
        (None, None) => " the players sit down".to_owned(),
    };
    Line::raw(text)
}

fn watching(table: &Table) -> String {
    let pace = table.session.pace();
    let ply = table.session.record().plies.len();
    if pace.is_paused() {
        return format!("paused after {ply} plies");
    }
    let speed = 1.0 / pace.delay().as_secs_f64().max(0.001);
    let speed = if speed >= 10.0 { format!("{speed:.0}") } else { format!("{speed:.2}") };
    format!("{ply} plies, at most {} a second", speed.trim_end_matches('0').trim_end_matches('.'))
}

/// Keys in the order in which they are left out when there is no room.
const PLAYING: [[&str; 2]; 8] = [
    ["q", "leave"],
    ["?", "help"],
    ["arrows enter", "move"],
    ["tab", "hint"],
    ["u", "undo"],
    ["n", "new game"],
    ["r", "resign"],
    ["v", "evaluation"],
];
const WATCHING: [[&str; 2]; 6] =
    [["q", "leave"], ["?", "help"], ["space", "pause"], ["s", "step"], ["+-", "speed"], ["v", "evaluation"]];
const OVER: [[&str; 2]; 5] = [["q", "leave"], ["n", "new game"], ["s", "swap seats"], ["u", "undo"], ["?", "help"]];

fn keys(table: &Table, width: usize) -> Line<'static> {
    let keys: &[[&str; 2]] = match () {
        () if table.session.is_over() => &OVER,
        () if !table.session.has_people() => &WATCHING,
        () => &PLAYING,
    };
    let mut spans = vec![Span::raw(" ")];
    let mut used = 0;
    for [key, meaning] in keys {
        used += key.len() + meaning.len() + 3;
        if used > width {
            break;
        }
        spans.push(Span::styled((*key).to_owned(), table.theme.accent()));
        spans.push(Span::raw(format!(" {meaning}  ")));
    }
    Line::from(spans)
}
