//! Who plays, what they have, how much time is left, and who is ahead.

use joute_draw::terminal;
use joute_games::Side;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::table::Table;
use crate::commands::replay::words;
use crate::score_text;
use crate::styled;

/// Lines beside the board.
pub(super) const TALL: u16 = 9;
/// Lines below it.
pub(super) const LOW: u16 = 3;

/// Draws both players and the evaluation.
pub(super) fn draw(frame: &mut Frame<'_>, table: &Table, area: Rect) {
    let width = usize::from(area.width);
    let is_tall = area.height >= TALL;
    let mut lines = Vec::new();
    for side in Side::BOTH {
        lines.push(name(table, side, width, is_tall));
        if is_tall {
            lines.push(share(table, side, width));
            lines.push(Line::default());
        }
    }
    lines.extend(evaluation(table, width));
    frame.render_widget(Paragraph::new(lines), area);
}

/// `▶ ● Black  Camille      1:58`.
fn name(table: &Table, side: Side, width: usize, is_tall: bool) -> Line<'static> {
    let theme = &table.theme;
    let is_turn = table.view.turn == Some(side);
    let seat = &table.view.sides[side];
    let colour = seat.colour.map(|tag| format!(" {}", tag.letter)).unwrap_or_default();
    let tally = if is_tall { String::new() } else { format!("  {}", seat.tally) };
    let text = format!(" {}{colour}  {}{tally}", seat.name, table.player(side));
    let clock = table.session.time_left(side).map(words::clock).unwrap_or_default();
    let sign = styled::line(&terminal::side_sign(&table.view, side, &theme.options));
    let room = width.saturating_sub(2 + sign.width());
    let gap = room.saturating_sub(clock.chars().count());
    let shown = if clock.is_empty() { gap } else { gap.saturating_sub(1) };
    let text: String = text.chars().take(shown).collect();
    let bold = if is_turn { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    let is_late = table.session.time_left(side).is_some_and(|left| is_turn && left.as_secs() < 10);
    let clock_style = if is_late { theme.alarm() } else { bold };
    let arrow = if is_turn { theme.pick("▶ ", "> ") } else { "  " };
    let mut line = Line::from(Span::styled(arrow.to_owned(), theme.accent()));
    line.extend(sign);
    line.extend([Span::styled(format!("{text:<gap$}"), bold), Span::styled(clock, clock_style)]);
    line
}

/// `  11 of 64  17% ███▌····`.
fn share(table: &Table, side: Side, width: usize) -> Line<'static> {
    let view = &table.view;
    let tally = view.sides[side].tally;
    let share = f64::from(tally) / f64::from(view.total.max(1));
    let digits = view.total.to_string().len();
    let forbidden = score_text::forbidden(&view.sides[side]);
    let text = format!("  {tally:>digits$} {} {:>3.0}% {forbidden}", view.unit, share * 100.0);
    bar_line(table, text, share, width)
}

fn bar_line(table: &Table, text: String, share: f64, width: usize) -> Line<'static> {
    let room = width.saturating_sub(text.chars().count() + 1);
    let (full, rest) = table.theme.bar(share, room);
    Line::from(vec![Span::raw(text), Span::styled(full, table.theme.accent()), Span::styled(rest, table.theme.quiet())])
}

/// Who will have more in the end, in words and as a bar that is full for the first side.
fn evaluation(table: &Table, width: usize) -> Vec<Line<'static>> {
    let theme = &table.theme;
    if !table.session.evaluates {
        return vec![Line::styled("  evaluation off (v)", theme.quiet())];
    }
    let session = &table.session;
    let (lead, when) = match (session.final_lead(), session.lead) {
        (Some(lead), _) => (lead, "in the end"),
        (None, Some(lead)) => (lead, "expected"),
        (None, None) if session.is_over() => return Vec::new(),
        (None, None) => return vec![Line::styled("  evaluation ...", theme.quiet())],
    };
    let text = format!("  {} {when}", score_text::lead(session.game().info(), lead));
    let mut bar = bar_line(table, "  ".to_owned(), chance(lead, table.view.total), width);
    if let Some(full) = bar.spans.get_mut(1) {
        full.style = theme.evaluation();
    }
    vec![Line::raw(text), bar]
}

/// A lead as a share of certainty: a tenth of everything is nearly decisive.
fn chance(lead: f64, total: u32) -> f64 {
    1.0 / (1.0 + (-lead / (f64::from(total.max(1)) * 0.04)).exp())
}
