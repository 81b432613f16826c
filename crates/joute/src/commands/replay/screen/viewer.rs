//! What the screen shows and what the keys change, without any drawing.

use std::ops::ControlFlow;
use std::time::Duration;

use joute_draw::terminal::TerminalOptions;
use joute_referee::GameRecord;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::commands::replay::stepper::Stepper;
use crate::commands::replay::stored_game::StoredGame;
use crate::theme::Theme;

/// Plies that one page is.
const PAGE: isize = 10;

/// What fills the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    /// A game.
    Game,
    /// The games of the file, one of them marked.
    List { marked: usize },
    /// The keys.
    Help,
}

/// How far something that does not fit its room has been moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Scroll {
    /// Lines above the room.
    pub(super) hidden: usize,
    /// Lines that do not fit, by the last drawing.
    pub(super) excess: usize,
}

impl Scroll {
    /// Fits what was asked for to what is drawn: so many lines where there is room for so many.
    pub(super) fn fit(&mut self, lines: usize, room: usize) {
        self.excess = lines.saturating_sub(room);
        self.hidden = self.hidden.min(self.excess);
    }

    /// Moves by a line; false where there is nothing more that way.
    fn down(&mut self) -> bool {
        let moves = self.hidden < self.excess;
        self.hidden += usize::from(moves);
        moves
    }

    fn up(&mut self) -> bool {
        let moves = self.hidden > 0;
        self.hidden -= usize::from(moves);
        moves
    }
}

/// The state of the screen.
pub(super) struct Viewer {
    pub(super) records: Vec<GameRecord>,
    pub(super) index: usize,
    /// The game, or why it cannot be replayed.
    pub(super) game: Result<StoredGame, String>,
    pub(super) lead_changes: Vec<usize>,
    /// How the record contradicts its moves, where it does.
    pub(super) contradiction: Option<String>,
    pub(super) page: Page,
    /// Said in the last line until the next key.
    pub(super) message: Option<String>,
    /// Lines of a tall board that are above the screen.
    pub(super) board_scroll: Scroll,
    /// Lines of long remarks on the present ply that are above their room.
    pub(super) remarks_scroll: Scroll,
    pub(super) theme: Theme,
    stepper: Stepper,
}

impl Viewer {
    pub(super) fn new(records: Vec<GameRecord>, chosen: Option<usize>, ply: usize, options: TerminalOptions) -> Viewer {
        let mut viewer = Viewer {
            records,
            index: 0,
            game: Err(String::new()),
            lead_changes: Vec::new(),
            contradiction: None,
            page: Page::Game,
            message: None,
            board_scroll: Scroll::default(),
            remarks_scroll: Scroll::default(),
            theme: Theme { options },
            stepper: Stepper::new(0),
        };
        viewer.open(chosen.unwrap_or(0));
        viewer.stepper.go_to(ply);
        if chosen.is_none() {
            viewer.page = Page::List { marked: 0 };
        }
        viewer
    }

    pub(super) fn stepper(&self) -> &Stepper {
        &self.stepper
    }

    /// Lets time pass.
    pub(super) fn pass(&mut self, time: Duration) {
        let ply = self.stepper.ply();
        self.stepper.pass(time);
        self.turn_remarks(ply);
    }

    /// Does what a key means; breaks when the screen is to be left.
    pub(super) fn press(&mut self, key: KeyEvent) -> ControlFlow<()> {
        self.message = None;
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return ControlFlow::Break(());
        }
        match self.page {
            Page::Help => self.page = Page::Game,
            _ if matches!(key.code, KeyCode::Char('q') | KeyCode::Esc) => return ControlFlow::Break(()),
            Page::List { marked } => self.press_in_list(key.code, marked),
            Page::Game => self.press_in_game(key.code),
        }
        ControlFlow::Continue(())
    }

    fn press_in_game(&mut self, key: KeyCode) {
        let ply = self.stepper.ply();
        self.obey_in_game(key);
        self.turn_remarks(ply);
    }

    /// Remarks on another ply are read from their beginning.
    fn turn_remarks(&mut self, ply: usize) {
        if self.stepper.ply() != ply {
            self.remarks_scroll = Scroll::default();
        }
    }

    fn obey_in_game(&mut self, key: KeyCode) {
        match key {
            KeyCode::Right | KeyCode::Char('l' | 'n') => self.stepper.step(1),
            KeyCode::Left | KeyCode::Char('h' | 'p') => self.stepper.step(-1),
            KeyCode::PageDown => self.stepper.step(PAGE),
            KeyCode::PageUp => self.stepper.step(-PAGE),
            KeyCode::Home => self.stepper.go_to(0),
            KeyCode::End | KeyCode::Char('f') => self.stepper.go_to(self.stepper.last()),
            KeyCode::Char(' ') => self.stepper.toggle(),
            KeyCode::Char('+' | '=') => self.stepper.faster(),
            KeyCode::Char('-') => self.stepper.slower(),
            KeyCode::Char('c') => self.find_lead_change(Stepper::go_to_next, "no lead change after this ply"),
            KeyCode::Char('C') => self.find_lead_change(Stepper::go_to_previous, "no lead change before this ply"),
            KeyCode::Char(']') => self.switch(1),
            KeyCode::Char('[') => self.switch(-1),
            KeyCode::Down | KeyCode::Char('j') => drop(self.board_scroll.down() || self.remarks_scroll.down()),
            KeyCode::Up | KeyCode::Char('k') => drop(self.remarks_scroll.up() || self.board_scroll.up()),
            KeyCode::Tab | KeyCode::Char('g') => self.page = Page::List { marked: self.index },
            KeyCode::Char('?') | KeyCode::F(1) => self.page = Page::Help,
            _ => {}
        }
    }

    fn press_in_list(&mut self, key: KeyCode, marked: usize) {
        let last = self.records.len() - 1;
        let marked = match key {
            KeyCode::Down | KeyCode::Char('j' | ']') => marked + 1,
            KeyCode::Up | KeyCode::Char('k' | '[') => marked.saturating_sub(1),
            KeyCode::PageDown => marked.saturating_add_signed(PAGE),
            KeyCode::PageUp => marked.saturating_add_signed(-PAGE),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Enter | KeyCode::Right | KeyCode::Char('l' | ' ') => return self.open(marked),
            KeyCode::Tab | KeyCode::Char('g') => return self.page = Page::Game,
            KeyCode::Char('?') | KeyCode::F(1) => return self.page = Page::Help,
            _ => marked,
        };
        self.page = Page::List { marked: marked.min(last) };
    }

    fn find_lead_change(&mut self, find: fn(&mut Stepper, &[usize]) -> bool, otherwise: &str) {
        if !find(&mut self.stepper, &self.lead_changes) {
            self.message = Some(otherwise.to_owned());
        }
    }

    fn switch(&mut self, by: isize) {
        match self.index.checked_add_signed(by).filter(|index| *index < self.records.len()) {
            Some(index) => self.open(index),
            None => self.message = Some("there is no other game that way".to_owned()),
        }
    }

    /// Shows another game from its start.
    fn open(&mut self, index: usize) {
        self.index = index;
        self.page = Page::Game;
        (self.board_scroll, self.remarks_scroll) = (Scroll::default(), Scroll::default());
        self.game = StoredGame::open(self.records[index].clone()).map_err(|error| format!("{error:#}"));
        let game = self.game.as_ref().ok();
        self.lead_changes = game.map(StoredGame::lead_changes).unwrap_or_default();
        self.contradiction = game.and_then(|game| game.verify().err()).map(|error| error.to_string());
        self.stepper = self.stepper.for_game(game.map_or(0, StoredGame::plies));
    }
}
