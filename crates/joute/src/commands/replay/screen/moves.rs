//! The list of moves with the time each took; the present one is marked.

use joute_draw::terminal;
use joute_games::view::BoardView;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::viewer::Viewer;
use crate::commands::replay::stored_game::StoredGame;
use crate::commands::replay::words;
use crate::styled;

/// Draws as many moves as there is room for, the present one in the middle.
pub(super) fn draw(frame: &mut Frame<'_>, viewer: &Viewer, game: &StoredGame, area: Rect) {
    if area.height == 0 {
        return;
    }
    let block = viewer.theme.frame("Moves");
    // A frame around one or two lines would leave nothing.
    let is_framed = area.height >= 4;
    let inner = if is_framed { block.inner(area) } else { area };
    if is_framed {
        frame.render_widget(block, area);
    }
    let ply = viewer.stepper().ply();
    let view = game.positions[ply].view();
    let lines: Vec<Line<'_>> = window(ply, game.plies() + 1, usize::from(inner.height))
        .map(|row| line(viewer, game, &view, row, usize::from(inner.width)))
        .collect();
    frame.render_widget(Paragraph::new(lines), inner);
}

/// The rows to show of `count` when there is room for `height`.
pub(super) fn window(current: usize, count: usize, height: usize) -> std::ops::Range<usize> {
    let start = current.saturating_sub(height / 2).min(count.saturating_sub(height));
    start..(start + height).min(count)
}

/// ` 12 X f5    1.3 ms   14-9 `; signs show what is worth looking at.
fn line(viewer: &Viewer, game: &StoredGame, view: &BoardView, row: usize, width: usize) -> Line<'static> {
    let theme = &viewer.theme;
    let digits = game.plies().to_string().len();
    let [first, second] = game.tallies[row];
    let (side, mv, time) = match game.played(row) {
        None => (Line::raw(" "), "start".to_owned(), String::new()),
        Some(played) => (
            styled::line(&terminal::side_sign(view, played.side, &theme.options)),
            words::mv(played),
            words::thinking_time(played).unwrap_or_else(|| "forced".to_owned()),
        ),
    };
    let number = format!(" {row:>digits$} ");
    let mv = format!(" {mv:<5}");
    let tally = format!("{first}-{second}");
    let end = format!("{tally:>7} {} ", sign(viewer, game, row));
    let used = number.chars().count() + side.width() + mv.chars().count() + end.chars().count();
    let time = format!("{time:>gap$}", gap = width.saturating_sub(used));
    let is_current = row == viewer.stepper().ply();
    let quiet = if is_current { Style::new() } else { theme.quiet() };
    let mut line = Line::raw(number);
    // A disc keeps its colours on the marked line.
    line.extend(side.into_iter().map(|span| if span.style.bg.is_some() { span.not_reversed() } else { span }));
    line.extend([Span::raw(mv), Span::styled(time, quiet), Span::raw(end)]);
    if is_current { line.style(theme.current()) } else { line }
}

/// A fault, a change of the lead, a log.
fn sign(viewer: &Viewer, game: &StoredGame, row: usize) -> &'static str {
    let has_fault = row == game.plies() && words::evidence(&game.record).is_some();
    let has_log = game.played(row).is_some_and(|played| played.log.is_some());
    if has_fault {
        "!"
    } else if viewer.lead_changes.contains(&row) {
        viewer.theme.pick("⇄", "x")
    } else if has_log {
        viewer.theme.pick("…", "~")
    } else {
        " "
    }
}

#[cfg(test)]
mod tests {
    use super::window;

    #[test]
    fn the_present_row_is_always_seen() {
        for count in 1..30 {
            for height in 1..12 {
                for current in 0..count {
                    let window = window(current, count, height);
                    assert!(window.contains(&current) && window.len() == height.min(count));
                }
            }
        }
        assert_eq!(window(5, 10, 0).len(), 0);
    }
}
