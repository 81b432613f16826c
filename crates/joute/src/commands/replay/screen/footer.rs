//! The last two lines: how far the game is, and the keys or a message.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use super::viewer::{Page, Viewer};

/// Draws both lines.
pub(super) fn draw(frame: &mut Frame<'_>, viewer: &Viewer, area: Rect) {
    let [upper, lower] = Layout::vertical([Constraint::Length(1), Constraint::Length(1)]).areas(area);
    if viewer.page == Page::Game && viewer.game.is_ok() {
        frame.render_widget(progress(viewer, usize::from(upper.width)), upper);
    }
    frame.render_widget(hints(viewer, usize::from(lower.width)), lower);
}

/// `▶ 1/s  ply 12 of 60  ━━━━┿━━──────`, with a mark wherever the lead changed.
fn progress(viewer: &Viewer, width: usize) -> Line<'static> {
    let theme = &viewer.theme;
    let stepper = viewer.stepper();
    let sign = if stepper.is_playing() { theme.pick("▶", ">") } else { theme.pick("‖", "=") };
    let text = format!("{sign} {}/s  ply {} of {}  ", stepper.speed(), stepper.ply(), stepper.last());
    let room = width.saturating_sub(text.chars().count() + 1);
    let place = |ply: usize| ply * room / stepper.last().max(1);
    let marks: Vec<usize> = viewer.lead_changes.iter().map(|ply| place(*ply).min(room.saturating_sub(1))).collect();
    let done = place(stepper.ply());
    let part = |range: std::ops::Range<usize>, bar: &str, mark: &str| -> String {
        range.map(|column| if marks.contains(&column) { mark } else { bar }).collect()
    };
    Line::from(vec![
        Span::raw(text),
        Span::styled(part(0..done, theme.pick("━", "="), theme.pick("┿", "X")), theme.accent()),
        Span::styled(part(done..room, theme.pick("─", "-"), theme.pick("┼", "x")), theme.quiet()),
    ])
}

/// Keys in the order in which they are left out when there is no room.
const GAME_KEYS: [[&str; 2]; 8] = [
    ["q", "quit"],
    ["?", "help"],
    ["←→", "step"],
    ["space", "play"],
    ["+-", "speed"],
    ["[ ]", "game"],
    ["c", "lead change"],
    ["f", "end"],
];
const LIST_KEYS: [[&str; 2]; 4] = [["q", "quit"], ["?", "help"], ["↑↓", "choose"], ["enter", "show"]];

fn hints(viewer: &Viewer, width: usize) -> Line<'static> {
    if let Some(message) = &viewer.message {
        return Line::styled(message.clone(), viewer.theme.alarm());
    }
    let keys: &[[&str; 2]] = match viewer.page {
        Page::Game => &GAME_KEYS,
        Page::List { .. } => &LIST_KEYS,
        Page::Help => return Line::raw("any key goes back"),
    };
    let mut spans = Vec::new();
    let mut used = 0;
    for [key, meaning] in keys {
        let key = match *key {
            "←→" => viewer.theme.pick("←→", "arrows"),
            "↑↓" => viewer.theme.pick("↑↓", "arrows"),
            other => other,
        };
        used += key.chars().count() + meaning.len() + 3;
        if used > width + 2 {
            break;
        }
        spans.push(Span::styled(key.to_owned(), viewer.theme.accent()));
        spans.push(Span::raw(format!(" {meaning}  ")));
    }
    Line::from(spans)
}
