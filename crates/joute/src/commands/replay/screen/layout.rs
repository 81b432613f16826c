//! Where everything stands: the board beside the moves, or above them where the terminal is narrow.

use joute_draw::terminal::{self, TerminalOptions};
use joute_games::Side;
use joute_messages::Language;
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
            let name = viewer.game.as_ref().map_or("Game", |game| game.last().info().title(Language::EN));
            let [first, second] = Side::BOTH.map(|side| words::player(record, side));
            let number = format!("game {} of {}", viewer.index + 1, viewer.records.len());
            format!(" {name}  {first} - {second}  {number}  {}", joute_messages::visible(&record.setup))
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
            return frame
                .render_widget(Paragraph::new(text).style(viewer.theme.alarm()).wrap(Wrap { trim: false }), area);
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
    let (mut board_scroll, mut remarks_scroll) = (viewer.board_scroll, viewer.remarks_scroll);
    board_scroll.fit(board.height(), usize::from(board_height));
    frame.render_widget(Paragraph::new(board).scroll((clamped(board_scroll.hidden), 0)), board_area);
    seats::draw(frame, viewer, game, seats_area);
    let (remarks_area, moves_area) = below(is_wide, rest, right);
    remarks::draw(frame, viewer, game, remarks_area, &mut remarks_scroll);
    moves::draw(frame, viewer, game, moves_area);
    (viewer.board_scroll, viewer.remarks_scroll) = (board_scroll, remarks_scroll);
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
pub(super) fn clamped(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use joute_draw::terminal::ColourDepth;
    use joute_referee::GameRecord;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{KeyCode, KeyEvent};

    use super::*;

    const GAMES: &str = include_str!("../../../../tests/data/games.jsonl");

    fn viewer(chosen: Option<usize>) -> Viewer {
        let records = GAMES.lines().map(|line| GameRecord::from_json(line).unwrap()).collect();
        let options = TerminalOptions { colour: ColourDepth::True, width: 80, unicode: true };
        Viewer::new(records, chosen, 0, options)
    }

    fn press(viewer: &mut Viewer, keys: &[KeyCode]) {
        for key in keys {
            assert_eq!(viewer.press(KeyEvent::from(*key)), ControlFlow::Continue(()));
        }
    }

    fn seen(viewer: &mut Viewer, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, viewer)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn a_fault_fills_the_screen_well() {
        let mut viewer = viewer(Some(5));
        press(&mut viewer, &[KeyCode::Char('f')]);
        insta::assert_snapshot!(seen(&mut viewer, 80, 24));
    }

    #[test]
    fn a_narrow_terminal_has_everything_that_matters() {
        let mut viewer = viewer(Some(2));
        press(&mut viewer, &[KeyCode::PageDown, KeyCode::Right]);
        insta::assert_snapshot!(seen(&mut viewer, 40, 28));
    }

    #[test]
    fn every_size_can_be_drawn() {
        for chosen in 0..6 {
            let mut viewer = viewer(Some(chosen));
            for key in [KeyCode::Home, KeyCode::PageDown, KeyCode::End, KeyCode::Down, KeyCode::Char('?'), KeyCode::Tab]
            {
                press(&mut viewer, &[key]);
                for (width, height) in
                    [(1, 1), (2, 3), (9, 4), (20, 9), (40, 15), (63, 40), (64, 10), (80, 24), (250, 90)]
                {
                    seen(&mut viewer, width, height);
                }
            }
        }
    }

    #[test]
    fn keys_lead_from_the_list_to_games_and_back() {
        let mut viewer = viewer(None);
        assert!(seen(&mut viewer, 80, 24).contains("random - chatty"));
        press(&mut viewer, &[KeyCode::Down, KeyCode::Down, KeyCode::Enter]);
        assert_eq!((viewer.index, viewer.page), (2, Page::Game));
        press(&mut viewer, &[KeyCode::Char('c'), KeyCode::Char('c')]);
        assert_eq!(viewer.stepper().ply(), viewer.lead_changes[1]);
        press(&mut viewer, &[KeyCode::Char(']')]);
        assert_eq!((viewer.index, viewer.stepper().ply()), (3, 0));
        press(&mut viewer, &[KeyCode::Tab]);
        assert_eq!(viewer.page, Page::List { marked: 3 });
        press(&mut viewer, &[KeyCode::Home, KeyCode::Enter, KeyCode::Char('[')]);
        assert!(seen(&mut viewer, 80, 24).contains("there is no other game that way"));
    }

    #[test]
    fn a_game_that_cannot_be_replayed_is_explained_and_left() {
        let mut viewer = viewer(Some(0));
        viewer.records[1].game = "chess".to_owned();
        press(&mut viewer, &[KeyCode::Char(']')]);
        assert!(seen(&mut viewer, 80, 24).contains("there is no game called \"chess\""));
        press(&mut viewer, &[KeyCode::Right, KeyCode::Char(' '), KeyCode::Char(']')]);
        assert!(viewer.game.is_ok());
    }

    #[test]
    fn a_long_traceback_is_read_line_by_line() {
        let mut viewer = viewer(Some(5));
        let fault = viewer.records[5].ending.clone().unwrap().fault().unwrap().1.clone();
        let evidence: Vec<String> = (1..=40).map(|line| format!("  File player.py, line {line}")).collect();
        let fault = joute_referee::Fault { evidence: evidence.join("\n"), ..fault };
        viewer.records[5].ending = Some(joute_referee::Ending::Forfeit { by: Side::First, fault });
        press(&mut viewer, &[KeyCode::Char('['), KeyCode::Char(']'), KeyCode::Char('f')]);
        let screen = seen(&mut viewer, 80, 24);
        assert!(screen.contains("line 1\"") || screen.contains("line 1 "), "{screen}");
        assert!(screen.contains("more lines") && !screen.contains("line 40"), "{screen}");
        for _ in 0..60 {
            press(&mut viewer, &[KeyCode::Down]);
            seen(&mut viewer, 80, 24);
        }
        let screen = seen(&mut viewer, 80, 24);
        assert!(screen.contains("line 40") && !screen.contains("more lines"), "{screen}");
        press(&mut viewer, &[KeyCode::Left, KeyCode::Right]);
        assert_eq!(viewer.remarks_scroll.hidden, 0, "another ply is read from its beginning");
    }
}
