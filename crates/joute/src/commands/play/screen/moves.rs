//! The moves so far, two to a line, the last ones in sight.

use joute_games::Side;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::table::Table;
use crate::commands::replay::words;

/// Draws as many lines of moves as there is room for.
pub(super) fn draw(frame: &mut Frame<'_>, table: &Table, area: Rect) {
    if area.height < 3 {
        return;
    }
    let block = table.theme.frame("Moves");
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let lines = lines(table);
    let hidden = lines.len().saturating_sub(usize::from(inner.height));
    frame.render_widget(Paragraph::new(lines.into_iter().skip(hidden).collect::<Vec<_>>()), inner);
}

/// `12. f5      d6      11-9`, a new line with each move of the first side.
fn lines(table: &Table) -> Vec<Line<'static>> {
    let record = table.session.record();
    let mut rows: Vec<[String; 2]> = Vec::new();
    let mut tallies: Vec<[u32; 2]> = Vec::new();
    for (index, ply) in record.plies.iter().enumerate() {
        let continues = ply.side == Side::Second && rows.last().is_some_and(|row| row[1].is_empty());
        if !continues {
            rows.push(Default::default());
            tallies.push([0, 0]);
        }
        if let (Some(row), Some(tally)) = (rows.last_mut(), tallies.last_mut()) {
            row[ply.side] = words::mv(ply);
            *tally = table.session.positions.get(index + 1).map_or([0, 0], |game| game.tallies());
        }
    }
    let last = rows.len();
    let line = |(index, (row, [first, second])): (usize, ([String; 2], [u32; 2]))| {
        let text = format!("{:>3}. {:<6} {:<6}", index + 1, row[0], row[1]);
        let tally = format!("{:>9}", format!("{first}-{second}"));
        let line = Line::from(vec![Span::raw(text), Span::styled(tally, table.theme.quiet())]);
        if index + 1 == last { line.style(table.theme.strong()) } else { line }
    };
    rows.into_iter().zip(tallies).enumerate().map(line).collect()
}
