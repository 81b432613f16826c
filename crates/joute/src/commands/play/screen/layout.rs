//! Where everything stands: the board with its buttons, and beside or below it the players and the moves.

use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Flex, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph, Wrap};

use super::table::{Doubt, Page, Table};
use super::{board, footer, moves, seats};
use crate::styled;

/// From so many columns on the players stand beside the board.
const WIDE: u16 = 66;
/// Columns of the players and the moves.
const PANEL: u16 = 30;

/// Draws the whole screen.
pub(super) fn draw(frame: &mut Frame<'_>, table: &mut Table) {
    let rows = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(2)];
    let [header, body, footer] = Layout::vertical(rows).areas(frame.area());
    frame.render_widget(title(table), header);
    if body.width >= WIDE {
        let columns = [Constraint::Fill(1), Constraint::Length(PANEL)];
        let [left, right] = Layout::horizontal(columns).spacing(1).areas(body);
        board::draw(frame, table, left);
        let rows = [Constraint::Length(seats::TALL), Constraint::Fill(1)];
        let [seats_area, moves_area] = Layout::vertical(rows).areas(right);
        seats::draw(frame, table, seats_area);
        moves::draw(frame, table, moves_area);
    } else {
        let rows = [Constraint::Fill(1), Constraint::Length(seats::LOW)];
        let [board_area, seats_area] = Layout::vertical(rows).areas(body);
        board::draw(frame, table, board_area);
        seats::draw(frame, table, seats_area);
    }
    footer::draw(frame, table, footer);
    match table.page {
        Page::Game => {}
        Page::Help => popup(frame, table, "Keys", HELP),
        Page::Sure(doubt) => popup(frame, table, "Sure?", question(doubt)),
    }
}

fn title(table: &Table) -> Line<'static> {
    let game = table.session.game();
    let [first, second] = joute_games::Side::BOTH.map(|side| table.player(side));
    let number = if table.session.games > 1 { format!("  game {}", table.session.games) } else { String::new() };
    let mut text = format!(" {}  {first} - {second}{number}  {}", game.info().title, styled::harmless(&game.setup()));
    // The bar goes to the right edge whatever is in it.
    text += &" ".repeat(usize::from(u16::MAX / 64));
    Line::styled(text, table.theme.current())
}

fn question(doubt: Doubt) -> &'static str {
    match doubt {
        Doubt::Resign => "Resign this game?\n\ny yes    any other key no",
        Doubt::Leave => "Leave this game? It is kept as it is\nwhere records are kept.\n\ny yes    any other key no",
        Doubt::NewGame => "Leave this game and begin another?\n\ny yes    any other key no",
    }
}

const HELP: &str = "\
arrows     go over the board
enter      play there (space, too)
mouse      click a place or a button
letters    type a move; with shift
           always a move
1-9        play the button
h          hint
u          undo: back to your last turn
v          evaluation on or off
r          resign
n          new game
s          swap seats, when it is over
space s    pause and step, watching
+ -        faster and slower
q          leave

any key goes back";

/// A text over the middle of the screen.
fn popup(frame: &mut Frame<'_>, table: &Table, title: &str, text: &str) {
    let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0) + 4;
    let height = text.lines().count() + 2;
    let area = centred(frame.area(), clamped(width), clamped(height));
    frame.render_widget(Clear, area);
    let paragraph = Paragraph::new(text).block(table.theme.frame(title)).wrap(Wrap { trim: false });
    frame.render_widget(paragraph.alignment(Alignment::Left), area);
}

/// A rectangle in the middle of another, no larger than it.
pub(super) fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let [area] = Layout::horizontal([Constraint::Length(width)]).flex(Flex::Center).areas(area);
    let [area] = Layout::vertical([Constraint::Length(height)]).flex(Flex::Center).areas(area);
    area
}

/// A length as the screen counts.
pub(super) fn clamped(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}
