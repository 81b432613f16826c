//! Where everything stands: the board beside the moves, or above them where the terminal is narrow.

use joute_draw::terminal::{self, TerminalOptions};
use joute_games::Side;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::viewer::{Page, Viewer};
use super::{footer, moves, pages, remarks, seats};
use crate::commands::replay::stored_game::StoredGame;
use crate::commands::replay::words;
use crate::styled;

/// From so many columns on the moves stand beside the board.
const WIDE: u16 = 64;
/// Columns of the moves and their frame.
const MOVES: u16 = 36;

/// Draws the whole screen.
pub(super) fn draw(frame: &mut Frame<'_>, viewer: &mut Viewer) {
    let rows = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(2)];
    let [header, body, footer] = Layout::vertical(rows).areas(frame.area());
    frame.render_widget(title(viewer), header);
    match viewer.page {
        Page::Help => pages::help(frame, &viewer.theme, body),
        Page::List { marked } => pages::list(frame, viewer, marked, body),
        Page::Game => game(frame, viewer, body),
    }
    footer::draw(frame, viewer, footer);
}

fn title(viewer: &Viewer) -> Line<'static> {
    let record = &viewer.records[viewer.index];
    let mut text = match viewer.page {
        Page::List { .. } => format!(" {} games", viewer.records.len()),
        Page::Game | Page::Help => {
            let name = viewer.game.as_ref().map_or("Game", |game| game.last().info().title);
            let [first, second] = Side::BOTH.map(|side| words::player(record, side));
            let number = format!("game {} of {}", viewer.index + 1, viewer.records.len());
            format!(" {name}  {first} - {second}  {number}  {}", styled::harmless(&record.setup))
        }
    };
    // The bar goes to the right edge whatever is in it.
    text += &" ".repeat(usize::from(u16::MAX / 64));
    Line::styled(text, viewer.theme.current())
}

fn game(frame: &mut Frame<'_>, viewer: &mut Viewer, area: Rect) {
    let ply = viewer.stepper().ply();
    let game = match &viewer.game {
        Ok(game) => game,
        Err(reason) => {
            let text = format!("This game cannot be replayed.\n{reason}");
            return frame.render_widget(Paragraph::new(text).style(viewer.theme.alarm()).wrap(Wrap { trim: false }), area);
        }
    };
    let is_wide = area.width >= WIDE;
    let moves_width = if is_wide { MOVES } else { 0 };
    let columns = [Constraint::Fill(1), Constraint::Length(moves_width)];
    let [left, right] = Layout::horizontal(columns).spacing(moves_width.min(1)).areas(area);
    let board = board(game, ply, &viewer.theme.options, left.width);
    let seats_height = if left.height >= 14 { 5 } else { 2 };
    let board_height = clamped(board.height()).min(left.height.saturating_sub(seats_height));
    let rows = [Constraint::Length(board_height), Constraint::Length(seats_height), Constraint::Fill(1)];
    let [board_area, seats_area, rest] = Layout::vertical(rows).areas(left);
    let hidden = viewer.hidden_lines.min(board.height().saturating_sub(usize::from(board_height)));
    frame.render_widget(Paragraph::new(board).scroll((clamped(hidden), 0)), board_area);
    seats::draw(frame, viewer, game, seats_area);
    let (remarks_area, moves_area) = below(is_wide, rest, right);
    remarks::draw(frame, viewer, game, remarks_area);
    moves::draw(frame, viewer, game, moves_area);
    viewer.hidden_lines = hidden;
}

/// Remarks go below the board where there is room, else below the moves; a narrow screen has both below the board.
fn below(is_wide: bool, rest: Rect, right: Rect) -> (Rect, Rect) {
    if is_wide && rest.height >= 4 {
        return (rest, right);
    }
    let area = if is_wide { right } else { rest };
    let rows = if is_wide {
        [Constraint::Fill(2), Constraint::Fill(1)]
    } else {
        [Constraint::Fill(1), Constraint::Length(area.height.min(5))]
    };
    let [moves, remarks] = Layout::vertical(rows).areas(area);
    (remarks, moves)
}

fn board(game: &StoredGame, ply: usize, options: &TerminalOptions, width: u16) -> Text<'static> {
    let options = TerminalOptions { width: usize::from(width.max(1)), ..*options };
    let lines = terminal::board_lines(&game.view(ply), &options);
    Text::from_iter(lines.iter().map(|line| styled::line(line)))
}

/// A length as the screen counts.
fn clamped(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}
