//! Where everything stands: the board with its buttons, and beside or below it the players and the moves.

use joute_messages::Language;
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Flex, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph, Wrap};

use super::table::{Confirmation, Page, Table};
use super::{board, footer, moves, seats};

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
        Page::Sure(confirmation) => popup(frame, table, "Sure?", question(confirmation)),
    }
}

fn title(table: &Table) -> Line<'static> {
    let game = table.session.game();
    let [first, second] = joute_games::Side::BOTH.map(|side| table.player(side));
    let number = if table.session.games > 1 { format!("  game {}", table.session.games) } else { String::new() };
    let mut text = format!(
        " {}  {first} - {second}{number}  {}",
        game.info().title(Language::EN),
        joute_messages::visible(&game.setup()).into_owned()
    );
    // The bar goes to the right edge whatever is in it.
    text += &" ".repeat(usize::from(u16::MAX / 64));
    Line::styled(text, table.theme.current())
}

fn question(confirmation: Confirmation) -> &'static str {
    match confirmation {
        Confirmation::Resign => "Resign this game?\n\ny yes    any other key no",
        Confirmation::Leave => {
            "Leave this game? It is kept as it is\nwhere records are kept.\n\ny yes    any other key no"
        }
        Confirmation::NewGame => "Leave this game and begin another?\n\ny yes    any other key no",
    }
}

const HELP: &str = "\
arrows     go over the board
enter      play there (space, too)
mouse      click a place or a button
letters    type a move; with shift
           always a move
1-9        play the button or the pit
tab        hint (h, too, where it is
           no column)
u          undo: back to your last turn
v          evaluation on or off
z          letters on a large board
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use std::sync::Arc;
    use std::time::Duration;

    use joute_arena::Pace;
    use joute_catalog::find_game;
    use joute_draw::terminal::{ColourDepth, TerminalOptions};
    use joute_games::random::Seed;
    use joute_games::{NoFiles, Side};
    use joute_players::Workshop;
    use joute_referee::MatchRules;
    use joute_sandbox::Launcher;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

    use super::*;
    use crate::commands::play::session::{Session, Setting};

    /// A table at which both players are people, so that nothing happens by itself.
    fn table(game: &str, setup: &str, seats: [&str; 2], colour: ColourDepth) -> Table {
        table_under(MatchRules { time: None, ..MatchRules::default() }, game, setup, seats, colour)
    }

    fn table_under(rules: MatchRules, game: &str, setup: &str, seats: [&str; 2], colour: ColourDepth) -> Table {
        let start = find_game(game).unwrap().setup(setup, &NoFiles).unwrap().start(1).unwrap();
        let workshop = Workshop::new(Launcher::new("/nowhere"), "/");
        let entrants = seats.map(|locator| workshop.entrant(locator).unwrap());
        let again = start.clone();
        let setting = Setting {
            start: Box::new(move |_| again.clone()),
            entrants,
            rules,
            seed: Seed(1),
            pace: Pace::of(Duration::ZERO),
        };
        assert_eq!(Arc::strong_count(&setting.pace), 1);
        let session = Session::new(setting, start, Vec::new(), false).unwrap();
        let mut table = Table::new(session, None, TerminalOptions { colour, width: 80, unicode: true });
        until(&mut table, |table| table.session.asked.is_some() || table.session.is_over());
        table
    }

    /// Lets the referee work until something holds.
    fn until(table: &mut Table, holds: impl Fn(&Table) -> bool) {
        joute_testkit::wait::until("what the table comes to", || {
            table.attend().unwrap();
            holds(table).then_some(())
        });
    }

    fn press(table: &mut Table, key: KeyCode) {
        assert_eq!(table.press(KeyEvent::from(key)).unwrap(), ControlFlow::Continue(()));
    }

    fn plays(table: &mut Table, keys: &str) {
        let plies = table.session.record().plies.len();
        keys.chars().for_each(|key| press(table, KeyCode::Char(key)));
        until(table, |table| table.session.record().plies.len() > plies);
        until(table, |table| table.session.is_over() || table.session.person_to_move().is_some());
    }

    fn seen(table: &mut Table, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, table)).unwrap();
        terminal.backend().to_string()
    }

    const PEOPLE: [&str; 2] = ["human:Ann", "human:Bob"];

    #[test]
    fn every_game_fills_small_and_large_screens_well() {
        for (game, setup, moves) in [
            ("othello", "", ["d3", "c5"].as_slice()),
            ("awale", "", &["C", "c"]),
            ("seven-colours", "size=30,seed=2", &["F", "B"]),
            ("flood", "graph=donut,width=12,colours=5,seed=2", &["3"]),
        ] {
            let mut table = table(game, setup, PEOPLE, ColourDepth::True);
            for keys in moves {
                plays(&mut table, keys);
            }
            insta::assert_snapshot!(format!("{game}_80x24"), seen(&mut table, 80, 24));
            insta::assert_snapshot!(format!("{game}_120x40"), seen(&mut table, 120, 40));
        }
    }

    #[test]
    fn every_size_can_be_drawn() {
        for (game, setup) in [("othello", ""), ("awale", ""), ("seven-colours", ""), ("flood", "graph=hgraph,width=12")]
        {
            for colour in [ColourDepth::True, ColourDepth::Sixteen, ColourDepth::None] {
                let mut table = table(game, setup, PEOPLE, colour);
                for key in [KeyCode::Down, KeyCode::Right, KeyCode::Char('z'), KeyCode::Char('?')] {
                    press(&mut table, key);
                    for (width, height) in [(1, 1), (9, 4), (20, 9), (40, 15), (65, 40), (66, 10), (80, 24), (250, 90)]
                    {
                        seen(&mut table, width, height);
                    }
                }
            }
        }
    }

    #[test]
    fn arrows_and_clicks_and_letters_play() {
        let mut table = table("othello", "", PEOPLE, ColourDepth::True);
        seen(&mut table, 80, 24);
        press(&mut table, KeyCode::Enter);
        press(&mut table, KeyCode::Enter);
        until(&mut table, |table| table.session.record().plies.len() == 1);
        until(&mut table, |table| table.session.person_to_move() == Some(Side::Second));
        seen(&mut table, 80, 24);
        let part = table.view.parts.iter().position(|part| part.mv.is_some()).unwrap();
        let place = table.scene.as_ref().unwrap().places[part].unwrap();
        let [column, row] = [table.board_area.x + place.x as u16, table.board_area.y + place.y as u16];
        let kind = MouseEventKind::Down(MouseButton::Left);
        let after = table.point(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
        assert_eq!(after, ControlFlow::Continue(()));
        until(&mut table, |table| table.session.record().plies.len() == 2);
        let played = table.session.record().plies[1].mv.clone();
        assert_eq!(played, table.session.positions[1].view().parts[part].mv);
        until(&mut table, |table| table.session.person_to_move() == Some(Side::First));
        let mv = table.session.game().legal_texts()[0].to_uppercase();
        plays(&mut table, &mv);
        assert_eq!(table.session.record().plies.len(), 3);
    }

    #[test]
    fn a_bad_entry_is_explained_and_asked_again() {
        let mut table = table("othello", "", PEOPLE, ColourDepth::True);
        "a1".chars().for_each(|key| press(&mut table, KeyCode::Char(key)));
        until(&mut table, |table| table.message.is_some());
        let screen = seen(&mut table, 80, 24);
        assert!(screen.contains("legal: d3 c4 f5 e6") && screen.contains("a1"), "{screen}");
        plays(&mut table, "d3");
        press(&mut table, KeyCode::Char('u'));
        until(&mut table, |table| table.session.person_to_move() == Some(Side::First));
        assert!(table.session.record().plies.is_empty());
        press(&mut table, KeyCode::Char('u'));
        assert!(seen(&mut table, 80, 24).contains("there is nothing to take back"));
    }

    #[test]
    fn undo_goes_back_to_ones_own_turn_even_after_the_end() {
        let mut table = table("othello", "size=4", ["human", "greedy"], ColourDepth::None);
        while !table.session.is_over() {
            let mv = table.session.game().legal_texts()[0].clone();
            plays(&mut table, &mv);
        }
        let plies = table.session.record().plies.len();
        assert!(seen(&mut table, 80, 24).contains("wins") && table.session.record().ending.is_some());
        press(&mut table, KeyCode::Char('u'));
        until(&mut table, |table| table.session.person_to_move() == Some(Side::First));
        assert!(table.session.record().plies.len() < plies && table.session.record().ending.is_none());
        press(&mut table, KeyCode::Char('r'));
        press(&mut table, KeyCode::Char('y'));
        until(&mut table, |table| table.session.is_over());
        assert!(seen(&mut table, 80, 24).contains("by resignation"));
        press(&mut table, KeyCode::Char('s'));
        until(&mut table, |table| table.session.person_to_move() == Some(Side::Second));
        assert_eq!(table.session.games, 2);
    }

    #[test]
    fn a_hint_is_a_legal_move_and_is_shown() {
        let mut table = table("awale", "", PEOPLE, ColourDepth::True);
        press(&mut table, KeyCode::Char('h'));
        until(&mut table, |table| table.session.hint.is_some());
        let hint = table.session.hint.clone().unwrap();
        assert!(table.session.game().legal_texts().contains(&hint.mv));
        assert!(seen(&mut table, 80, 24).contains(&format!("Hint: {}", hint.mv)));
    }

    /// A whole game of others from its beginning to its end: for so long something must not happen.
    fn meanwhile() {
        let mut others = table("awale", "", ["greedy", "greedy"], ColourDepth::None);
        until(&mut others, |table| table.session.is_over());
    }

    #[test]
    fn programs_are_watched_step_by_step() {
        let mut table = table("awale", "", ["greedy", "greedy"], ColourDepth::True);
        until(&mut table, |table| table.session.is_over());
        table.session.pace().set_paused(true);
        press(&mut table, KeyCode::Char('n'));
        until(&mut table, |table| table.session.asked.is_some());
        for plies in 1..4 {
            press(&mut table, KeyCode::Char('s'));
            until(&mut table, |table| table.session.record().plies.len() == plies);
        }
        meanwhile();
        table.attend().unwrap();
        assert_eq!(table.session.record().plies.len(), 3, "held back");
        press(&mut table, KeyCode::Char(' '));
        until(&mut table, |table| table.session.is_over());
    }

    #[test]
    fn the_letter_of_a_column_begins_a_move_and_tab_asks_for_a_hint() {
        let mut othello = table("othello", "", PEOPLE, ColourDepth::True);
        press(&mut othello, KeyCode::Char('h'));
        assert!(seen(&mut othello, 80, 24).contains("move: h_"));
        press(&mut othello, KeyCode::Char('2'));
        until(&mut othello, |table| table.message.is_some());
        assert!(seen(&mut othello, 80, 24).contains("h2"), "it is no legal move, and that is said");
        assert!(!othello.session.is_looking_for_hint());
        press(&mut othello, KeyCode::Tab);
        until(&mut othello, |table| table.session.hint.is_some());
        let mut awale = table("awale", "", PEOPLE, ColourDepth::True);
        press(&mut awale, KeyCode::Char('h'));
        assert!(awale.session.is_looking_for_hint(), "no pit is called h");
    }

    #[test]
    fn digits_play_ones_own_pits_from_ones_own_left() {
        let mut table = table("awale", "", PEOPLE, ColourDepth::True);
        plays(&mut table, "3");
        plays(&mut table, "1");
        let played: Vec<_> = table.session.record().plies.iter().filter_map(|ply| ply.mv.as_deref()).collect();
        assert_eq!(played, ["C", "a"]);
        press(&mut table, KeyCode::Char('3'));
        assert!(seen(&mut table, 80, 24).contains("no legal move there"), "the pit is empty");
        press(&mut table, KeyCode::Char('7'));
        assert_eq!(table.session.record().plies.len(), 2);
    }

    #[test]
    fn what_is_thought_of_a_position_is_told_from_its_own_side() {
        // Whatever moment the adviser answers at, the winner of a decided position is the same.
        for (game, setup) in
            [("othello", "size=4"), ("awale", "pits=2,seeds=1"), ("seven-colours", "size=3,colours=3,seed=1")]
        {
            let mut table = table(game, setup, PEOPLE, ColourDepth::None);
            table.session.toggle_evaluation();
            while !table.session.is_over() {
                until(&mut table, |table| table.session.lead.is_some());
                let mv = table.session.game().legal_texts()[0].clone();
                plays(&mut table, &mv);
            }
            // An answer that comes after the end changes nothing.
            meanwhile();
            table.attend().unwrap();
            let [first, second] = table.session.record().tally.map(f64::from);
            assert_eq!(table.session.final_lead(), Some(first - second));
            let told = crate::score_text::lead(table.session.game().info(), first - second);
            let screen = seen(&mut table, 80, 24);
            assert!(screen.contains(&format!("{told} in the end")) && !screen.contains("expected"), "{screen}");
        }
    }

    #[test]
    fn whoever_lost_on_time_has_none_left() {
        let rules = MatchRules { time: Some(Duration::from_millis(30)), ..MatchRules::default() };
        let mut table = table_under(rules, "othello", "", PEOPLE, ColourDepth::None);
        until(&mut table, |table| table.session.is_over());
        assert_eq!(table.session.time_left(Side::First), Some(Duration::ZERO));
        assert_eq!(table.session.time_left(Side::Second), Some(Duration::from_millis(30)));
    }
}
