//! Both players: whose turn, what they have, how much time is left.

use joute_draw::terminal;
use joute_games::Side;
use joute_games::view::BoardView;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::viewer::Viewer;
use crate::commands::replay::stored_game::StoredGame;
use crate::commands::replay::words;
use crate::score_text;
use crate::styled;
use crate::theme::Theme;

/// The longest bar.
const LONGEST_BAR: usize = 40;
/// From so many columns on there is room for two times.
const WIDE: u16 = 44;

/// Draws two lines for each side below an empty one, or one for each where there is no room.
pub(super) fn draw(frame: &mut Frame<'_>, viewer: &Viewer, game: &StoredGame, area: Rect) {
    let ply = viewer.stepper().ply();
    let view = game.positions[ply].view();
    let is_tall = area.height >= 5;
    let mut lines = if is_tall { vec![Line::default()] } else { Vec::new() };
    for side in Side::BOTH {
        let clock = clock(game, ply, side, area.width >= WIDE);
        if is_tall {
            lines.push(name(&viewer.theme, game, &view, side, Some(&clock)));
            lines.push(share(&viewer.theme, &view, side, usize::from(area.width)));
        } else {
            let mut line = name(&viewer.theme, game, &view, side, None);
            line.push_span(format!("  {}  {clock}", view.sides[side].tally));
            lines.push(line);
        }
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// `▶ X Black  greedy   1:58 left`.
fn name(theme: &Theme, game: &StoredGame, view: &BoardView, side: Side, clock: Option<&str>) -> Line<'static> {
    let is_turn = view.turn == Some(side);
    let arrow = if is_turn { theme.pick("▶ ", "> ") } else { "  " };
    let bold = if is_turn { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    let seat = &view.sides[side];
    let names = Side::BOTH.map(|side| words::player(&game.record, side));
    let name_width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let seat_width = view.sides.iter().map(|seat| seat.name.to_string().chars().count()).max().unwrap_or(0);
    let text = format!(" {:<seat_width$}  {:<name_width$}", seat.name, names[side]);
    let clock = clock.map(|clock| format!("   {clock}")).unwrap_or_default();
    let mut line = Line::styled(arrow.to_owned(), theme.accent());
    line.extend(styled::line(&terminal::side_sign(view, side, &theme.options)));
    line.extend([Span::styled(text, bold), Span::styled(clock, theme.quiet())]);
    line
}

/// `  11 of 64 discs  17%  ███▌·····`.
fn share(theme: &Theme, view: &BoardView, side: Side, width: usize) -> Line<'static> {
    let tally = view.sides[side].tally;
    let share = f64::from(tally) / f64::from(view.total.max(1));
    let tally_width = view.total.to_string().len();
    let forbidden = score_text::forbidden(&view.sides[side]);
    let text = format!("  {tally:>tally_width$} of {} {} {:>4.0}%  {forbidden}", view.total, view.unit, share * 100.0);
    let room = width.saturating_sub(text.chars().count()).min(LONGEST_BAR);
    let (full, rest) = theme.bar(share, room);
    Line::from(vec![Span::raw(text), Span::styled(full, theme.accent()), Span::styled(rest, theme.quiet())])
}

/// The time left and the time used; one of them where there is no limit or no room.
fn clock(game: &StoredGame, ply: usize, side: Side, is_wide: bool) -> String {
    let clocks = &game.clocks[ply];
    let used = words::time(clocks.used[side]);
    match clocks.left[side] {
        Some(left) if is_wide => format!("{} left, {used} used", words::clock(left)),
        Some(left) => format!("{} left", words::clock(left)),
        None => format!("{used} used"),
    }
}
