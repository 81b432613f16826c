//! What the screen shows and what keys and mouse change, without any drawing.

use std::ops::ControlFlow;

use joute_draw::terminal::{Scene, TerminalOptions};
use joute_games::Side;
use joute_games::view::{BoardView, Part, Shape};
use joute_messages::Language;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::hand;
use crate::commands::match_command::records::Keeper;
use crate::commands::play::session::{Session, SessionEvent};
use crate::commands::replay::words;
use crate::score_text;
use crate::theme::Theme;

/// What a person is asked before something that cannot be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Confirmation {
    Resign,
    Leave,
    NewGame,
}

/// What lies over the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    Game,
    Help,
    Sure(Confirmation),
}

/// How a message is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Note,
    Alarm,
}

/// Something on the screen that means a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    Part(usize),
    Control(usize),
}

/// Letters after which what is typed cannot become a move any more.
const LONGEST_ENTRY: usize = 4;

/// The state of the screen.
pub(super) struct Table {
    pub(super) session: Session,
    pub(super) view: BoardView,
    pub(super) theme: Theme,
    pub(super) page: Page,
    pub(super) message: Option<(Tone, String)>,
    /// The part of the board the arrows have led to.
    pub(super) cursor: Option<usize>,
    /// The beginning of a move that is being typed.
    pub(super) entry: String,
    /// What was drawn last, and where: mouse and arrows go by it.
    pub(super) scene: Option<Scene>,
    pub(super) board_area: Rect,
    /// Columns and lines of a large board that are beyond the upper left corner of its room.
    pub(super) hidden: [usize; 2],
    pub(super) buttons: Vec<(Rect, usize)>,
    /// Whether a large board is shown with its letters, though it does not fit then.
    pub(super) shows_letters: bool,
    keeper: Option<Keeper>,
}

impl Table {
    pub(super) fn new(session: Session, keeper: Option<Keeper>, options: TerminalOptions) -> Table {
        let view = session.view();
        Table {
            session,
            view,
            theme: Theme { options },
            page: Page::Game,
            message: None,
            cursor: None,
            entry: String::new(),
            scene: None,
            board_area: Rect::default(),
            hidden: [0, 0],
            buttons: Vec::new(),
            shows_letters: false,
            keeper,
        }
    }

    /// Takes note of what happened at the table; true when there is something new to show.
    pub(super) fn attend(&mut self) -> anyhow::Result<bool> {
        let mut is_new = false;
        while let Some(told) = self.session.poll() {
            is_new = true;
            match told {
                SessionEvent::Refused(why) => self.alarm(why),
                SessionEvent::Opened | SessionEvent::Played | SessionEvent::Ended => self.message = None,
                SessionEvent::Turn(_) => {}
            }
        }
        if self.session.hear_adviser() {
            is_new = true;
            self.tell_hint();
        }
        if is_new {
            self.view = self.session.view();
        }
        Ok(is_new)
    }

    fn tell_hint(&mut self) {
        let Some(hint) = &self.session.hint else {
            return;
        };
        let lead = score_text::lead(self.session.game().info(), hint.lead);
        let how = if hint.is_exact { "exact".to_owned() } else { format!("{} plies ahead", hint.depth) };
        self.note(format!("Hint: {} ({lead}, {how})", hint.mv));
    }

    /// Does what a key means; breaks when the screen is to be left.
    pub(super) fn press(&mut self, key: KeyEvent) -> anyhow::Result<ControlFlow<()>> {
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return Ok(ControlFlow::Break(()));
        }
        match self.page {
            Page::Help => self.page = Page::Game,
            Page::Sure(confirmation) => return self.answer(confirmation, key.code),
            Page::Game => return self.press_in_game(key),
        }
        Ok(ControlFlow::Continue(()))
    }

    fn answer(&mut self, confirmation: Confirmation, key: KeyCode) -> anyhow::Result<ControlFlow<()>> {
        self.page = Page::Game;
        if !matches!(key, KeyCode::Char('y' | 'Y') | KeyCode::Enter) {
            return Ok(ControlFlow::Continue(()));
        }
        match confirmation {
            Confirmation::Resign => {
                self.session.resign();
            }
            Confirmation::NewGame => self.begin_again(false)?,
            Confirmation::Leave => return Ok(ControlFlow::Break(())),
        }
        Ok(ControlFlow::Continue(()))
    }

    fn press_in_game(&mut self, key: KeyEvent) -> anyhow::Result<ControlFlow<()>> {
        self.message = None;
        // What begins as a move goes on as one; a capital letter always does, and so does the letter of a column.
        if let KeyCode::Char(letter) = key.code
            && (!self.entry.is_empty() || letter.is_uppercase() || self.is_column(letter))
            && letter.is_alphanumeric()
        {
            self.type_letter(letter);
            return Ok(ControlFlow::Continue(()));
        }
        match key.code {
            KeyCode::Esc if !self.entry.is_empty() => self.entry.clear(),
            KeyCode::Backspace => drop(self.entry.pop()),
            KeyCode::Esc | KeyCode::Char('q') => return Ok(self.ask_to_leave()),
            KeyCode::Char('?') | KeyCode::F(1) => self.page = Page::Help,
            KeyCode::Tab | KeyCode::Char('h') => self.ask_hint(),
            KeyCode::Char('u') => self.undo()?,
            KeyCode::Char('n') => self.ask_for_new_game()?,
            KeyCode::Char('s') if self.session.is_over() => self.begin_again(true)?,
            KeyCode::Char('s') if !self.session.has_people() => self.session.pace().step(),
            KeyCode::Char('r') if self.session.person_to_move().is_some() => {
                self.page = Page::Sure(Confirmation::Resign)
            }
            KeyCode::Char('v') => self.session.toggle_evaluation(),
            KeyCode::Char(' ') if !self.session.has_people() => self.pause(),
            KeyCode::Char('+' | '=') => self.change_speed(0.5),
            KeyCode::Char('-') => self.change_speed(2.0),
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => self.move_cursor(key.code),
            KeyCode::Enter if !self.entry.is_empty() => {
                let entry = self.entry.clone();
                self.say(&entry);
            }
            KeyCode::Enter | KeyCode::Char(' ') => self.play_cursor(),
            KeyCode::Char('z') => self.shows_letters = !self.shows_letters,
            KeyCode::Char(digit @ '1'..='9') => self.play_number(digit as usize - '1' as usize),
            KeyCode::Char(letter) if letter.is_alphanumeric() => self.type_letter(letter),
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether moves of the game are told by columns, and this is one of them.
    fn is_column(&self, letter: char) -> bool {
        self.view.column_labels.iter().any(|label| label.starts_with(letter))
    }

    /// A digit: a button by its number, or else one's own pit, counted from one's own left.
    fn play_number(&mut self, index: usize) {
        let is_own = |part: &Part| part.shape == Shape::Pit && part.owner == self.view.turn;
        let own = self.view.parts.iter().enumerate().filter(|(_, part)| is_own(part)).map(|(index, _)| index);
        match own.clone().nth(index) {
            Some(part) => self.play_part(part),
            None => self.play_control(index),
        }
    }

    /// Does what the mouse means: a click plays, the wheel moves a large board; breaks when the screen is to be left.
    pub(super) fn point(&mut self, mouse: MouseEvent) -> ControlFlow<()> {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) if self.page == Page::Game => {
                self.message = None;
                match self.spot(Position::new(mouse.column, mouse.row)) {
                    Some(Spot::Part(part)) => {
                        self.cursor = None;
                        self.play_part(part);
                    }
                    Some(Spot::Control(control)) => self.play_control(control),
                    None => {}
                }
            }
            MouseEventKind::Down(_) => self.page = Page::Game,
            MouseEventKind::ScrollDown => self.hidden[1] += 2,
            MouseEventKind::ScrollUp => self.hidden[1] = self.hidden[1].saturating_sub(2),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// What is drawn at a place of the screen.
    fn spot(&self, at: Position) -> Option<Spot> {
        if let Some((_, control)) = self.buttons.iter().find(|(area, _)| area.contains(at)) {
            return Some(Spot::Control(*control));
        }
        if !self.board_area.contains(at) {
            return None;
        }
        let x = usize::from(at.x - self.board_area.x) + self.hidden[0];
        let y = usize::from(at.y - self.board_area.y) + self.hidden[1];
        self.scene.as_ref()?.part_at(x, y).map(Spot::Part)
    }

    /// A letter of a move: said as soon as the move is whole, or as soon as it is whole and cannot be a legal one.
    fn type_letter(&mut self, letter: char) {
        if self.session.person_to_move().is_none() {
            return self.explain_silence();
        }
        self.entry.push(letter);
        let entry = self.entry.to_lowercase();
        let game = self.session.game();
        let is_whole = |text: &str| [text.to_owned(), text.to_uppercase()].iter().any(|text| game.code(text).is_ok());
        let may_go_on =
            game.legal_texts().iter().any(|mv| mv.len() > entry.len() && mv.to_lowercase().starts_with(&entry));
        let is_long = entry.chars().count() >= LONGEST_ENTRY;
        if !may_go_on && (is_whole(&entry) || is_long) {
            self.say(&entry);
        }
    }

    fn say(&mut self, mv: &str) {
        self.entry.clear();
        if !self.session.say(mv) {
            self.explain_silence();
        }
    }

    fn explain_silence(&mut self) {
        self.entry.clear();
        let text = match self.session.asked {
            _ if self.session.is_over() => "the game is over: n plays another, u takes back",
            _ if !self.session.has_people() => "two programs play: space pauses, s steps",
            Some(_) => "it is not your turn",
            None => "the players are not ready yet",
        };
        self.alarm(text.to_owned());
    }

    fn play_part(&mut self, index: usize) {
        let Some(part) = self.view.parts.get(index) else {
            return;
        };
        if self.session.person_to_move().is_none() {
            return self.explain_silence();
        }
        match part.mv.clone() {
            Some(mv) => self.say(&mv),
            None => self.alarm(format!("{}: no legal move there", part.label(Language::EN))),
        }
    }

    fn play_control(&mut self, index: usize) {
        // A pass that is not to be had has no button.
        let control = self.view.controls.get(index).filter(|control| control.is_legal || control.colour.is_some());
        if let Some(mv) = control.map(|control| control.mv.clone()) {
            self.say(&mv);
        }
    }

    fn play_cursor(&mut self) {
        match self.cursor {
            Some(part) => self.play_part(part),
            None => self.move_cursor(KeyCode::Down),
        }
    }

    fn move_cursor(&mut self, key: KeyCode) {
        let step = match key {
            KeyCode::Left => [-1.0, 0.0],
            KeyCode::Right => [1.0, 0.0],
            KeyCode::Up => [0.0, -1.0],
            _ => [0.0, 1.0],
        };
        self.cursor = hand::next(&self.view, self.cursor, step);
    }

    fn ask_hint(&mut self) {
        match self.session.person_to_move() {
            Some(_) => {
                self.session.ask_hint();
                self.note("looking for a good move...".to_owned());
            }
            None => self.explain_silence(),
        }
    }

    fn undo(&mut self) -> anyhow::Result<()> {
        if !self.session.undo()? {
            self.alarm("there is nothing to take back".to_owned());
        }
        self.entry.clear();
        Ok(())
    }

    fn ask_to_leave(&mut self) -> ControlFlow<()> {
        if self.session.is_over() || self.session.record().plies.is_empty() || !self.session.has_people() {
            return ControlFlow::Break(());
        }
        self.page = Page::Sure(Confirmation::Leave);
        ControlFlow::Continue(())
    }

    fn ask_for_new_game(&mut self) -> anyhow::Result<()> {
        if self.session.is_over() {
            return self.begin_again(false);
        }
        self.page = Page::Sure(Confirmation::NewGame);
        Ok(())
    }

    fn begin_again(&mut self, swaps: bool) -> anyhow::Result<()> {
        self.session.leave();
        self.keep()?;
        self.session.again(swaps)?;
        (self.cursor, self.message, self.hidden) = (None, None, [0, 0]);
        self.entry.clear();
        Ok(())
    }

    fn pause(&mut self) {
        let pace = self.session.pace();
        pace.set_paused(!pace.is_paused());
    }

    fn change_speed(&mut self, factor: f64) {
        let pace = self.session.pace();
        let delay = (pace.delay().as_secs_f64() * factor).clamp(0.002, 20.0);
        pace.set_delay(std::time::Duration::from_secs_f64(delay));
    }

    fn alarm(&mut self, text: String) {
        self.message = Some((Tone::Alarm, text));
    }

    fn note(&mut self, text: String) {
        self.message = Some((Tone::Note, text));
    }

    /// Keeps the record of the game as it stands.
    pub(super) fn keep(&mut self) -> std::io::Result<()> {
        match (&mut self.keeper, self.session.record_to_keep()) {
            (Some(keeper), Some(record)) => keeper.keep(std::slice::from_ref(record)),
            _ => Ok(()),
        }
    }

    /// Who sits where, as it is told.
    pub(super) fn player(&self, side: Side) -> String {
        words::player(self.session.record(), side)
    }
}
