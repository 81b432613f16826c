//! The full-screen view: takes the terminal, listens to keys, and gives the terminal back whatever happens.

mod footer;
mod layout;
mod moves;
mod pages;
mod remarks;
mod seats;

mod viewer;

use std::io;
use std::time::{Duration, Instant};

use joute_referee::GameRecord;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

use crate::terminal::is_gone;
use viewer::Viewer;

/// How long to sleep when nothing moves by itself.
const LONG: Duration = Duration::from_secs(3600);

/// Shows the games until the user quits; without a chosen one it begins with the list.
pub(super) fn run(records: Vec<GameRecord>, chosen: Option<usize>, ply: usize) -> io::Result<()> {
    let mut viewer = Viewer::new(records, chosen, ply, crate::output::drawing());
    let mut terminal = ratatui::try_init()?;
    let _given_back = GivenBack;
    attend(&mut terminal, &mut viewer)
}

/// Gives the terminal back when it goes. In a panic the hook that `try_init` sets has done so already, and a second
/// time would put the cursor above the message.
struct GivenBack;

impl Drop for GivenBack {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            ratatui::restore();
        }
    }
}

fn attend(terminal: &mut DefaultTerminal, viewer: &mut Viewer) -> io::Result<()> {
    let mut before = Instant::now();
    loop {
        terminal.draw(|frame| layout::draw(frame, viewer))?;
        if is_gone(viewer.stepper().due().unwrap_or(LONG))? {
            return Ok(());
        }
        // Keys that came together are taken together: those left would wait where nobody looks until the next one comes.
        while event::poll(Duration::ZERO)? {
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
                && viewer.press(key).is_break()
            {
                return Ok(());
            }
        }
        let now = Instant::now();
        viewer.pass(now - before);
        before = now;
    }
}
