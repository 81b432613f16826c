//! The full-screen game: takes the terminal with its mouse, and gives it back whatever happens.

mod board;
mod footer;
mod hand;
mod layout;
mod moves;
mod seats;
mod table;

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind};
use ratatui::crossterm::execute;

use super::session::Session;
use crate::commands::match_command::records::Keeper;
use crate::terminal::is_gone;
use table::Table;

/// How long nothing may be looked at.
const TICK: Duration = Duration::from_millis(25);
/// Time between two drawings when only a clock has moved.
const SECOND_HAND: Duration = Duration::from_millis(200);

/// Plays until the user leaves.
pub(super) fn run(session: Session, keeper: Option<Keeper>, stop: &AtomicBool) -> anyhow::Result<()> {
    let mut table = Table::new(session, keeper, crate::output::drawing());
    let mut terminal = ratatui::try_init()?;
    let _given_back = GivenBack;
    execute!(io::stdout(), EnableMouseCapture)?;
    let attended = attend(&mut terminal, &mut table, stop);
    table.session.leave();
    table.keep()?;
    attended
}

/// Gives the terminal back when it goes. In a panic the hook that `try_init` sets has done so already but for the
/// mouse, and a second time would put the cursor above the message.
struct GivenBack;

impl Drop for GivenBack {
    fn drop(&mut self) {
        let _ = execute!(io::stdout(), DisableMouseCapture);
        if !std::thread::panicking() {
            ratatui::restore();
        }
    }
}

fn attend(terminal: &mut DefaultTerminal, table: &mut Table, stop: &AtomicBool) -> anyhow::Result<()> {
    let mut drawn: Option<Instant> = None;
    while !stop.load(Ordering::Relaxed) {
        let mut is_new = table.attend()?;
        if is_gone(if is_new { Duration::ZERO } else { TICK })? {
            return Ok(());
        }
        while event::poll(Duration::ZERO)? {
            is_new = true;
            let after = match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => table.press(key)?,
                Event::Mouse(mouse) => table.point(mouse),
                _ => ControlFlow::Continue(()),
            };
            if after.is_break() {
                return Ok(());
            }
        }
        if is_new || drawn.is_none_or(|drawn| drawn.elapsed() > SECOND_HAND) {
            terminal.draw(|frame| layout::draw(frame, table))?;
            drawn = Some(Instant::now());
        }
    }
    Ok(())
}
