//! The list of moves with the time each took; the present one is marked.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::theme::Theme;
use super::viewer::Viewer;
use crate::commands::replay::stored_game::StoredGame;
use crate::commands::replay::words;

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
    let lines: Vec<Line<'_>> = window(ply, game.plies() + 1, usize::from(inner.height))
        .map(|row| line(viewer, game, row, usize::from(inner.width)))
        .collect();
    frame.render_widget(Paragraph::new(lines), inner);
}

/// The rows to show of `count` when there is room for `height`.
pub(super) fn window(current: usize, count: usize, height: usize) -> std::ops::Range<usize> {
    let start = current.saturating_sub(height / 2).min(count.saturating_sub(height));
    start..(start + height).min(count)
}

/// ` 12 X f5    1.3 ms   14-9 `; an arrow stands where the lead changed.
fn line(viewer: &Viewer, game: &StoredGame, row: usize, width: usize) -> Line<'static> {
    let theme = &viewer.theme;
    let digits = game.plies().to_string().len();
    let [first, second] = game.tallies[row];
    let (symbol, mv, time) = match game.played(row) {
        None => (" ".to_owned(), "start".to_owned(), String::new()),
        Some(played) => (
            game.last().info().sides[played.side].chars().take(1).collect(),
            words::mv(played),
            words::thinking_time(played).unwrap_or_else(|| "forced".to_owned()),
        ),
    };
    let start = format!(" {row:>digits$} {symbol} {mv:<5}");
    let tally = format!("{first}-{second}");
    let end = format!("{tally:>7} {} ", sign(theme, viewer, game, row));
    let gap = width.saturating_sub(start.chars().count() + end.chars().count());
    let text = format!("{time:>gap$}");
    if row == viewer.stepper().ply() {
        return Line::styled(start + &text + &end, theme.current());
    }
    Line::from(vec![Span::raw(start), Span::styled(text, theme.quiet()), Span::raw(end)])
}

/// What is worth looking at: a fault, a change of the lead, a log.
fn sign<'a>(theme: &Theme, viewer: &Viewer, game: &StoredGame, row: usize) -> &'a str
where
    'static: 'a,
{
    let has_fault = row == game.plies() && words::evidence(&game.record).is_some();
    let has_log = game.played(row).is_some_and(|played| played.log.is_some());
    if has_fault {
        "!"
    } else if viewer.lead_changes.contains(&row) {
        theme.pick("⇄", "x")
    } else if has_log {
        theme.pick("…", "~")
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
