//! `joute check --play-back FILE`: a player gets the input of a conversation again, under a debugger if its author likes.

use std::io::BufRead;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::anyhow;
use joute_messages::visible_line;
use joute_players::Workshop;
use joute_players::play_back::{PlaybackEvent, PlayedBack, Recorded, play_back};

use crate::commands::match_command::refused;
use crate::failure::{Failure, Result};
use crate::output;

/// Plays a file back and tells every line of it.
pub(super) fn run(
    workshop: &Workshop,
    player: &str,
    file: &Path,
    patience: Option<Duration>,
    debug: bool,
    stop: &AtomicBool,
) -> Result {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::usage(anyhow!("cannot read {}: {error}", file.display())))?;
    let recorded = Recorded::read(&text).map_err(|error| Failure::usage(anyhow!("{}: {error}", file.display())))?;
    let entrant = workshop.entrant(player).map_err(refused)?;
    let partner = entrant.partner(stop).map_err(|fault| Failure::Work(anyhow!("{player}: {fault}")))?;
    let partner = partner.ok_or_else(|| {
        let expected = "expected a program of the line protocol, a library or an OCaml file";
        Failure::usage(anyhow!("{player}: nothing can be played back to players of its kind; {expected}"))
    })?;
    let partner = if debug { partner.unlimited() } else { partner };
    let told = play_back(&partner, &recorded, patience, stop, &mut |heard| tell(heard, debug));
    let played = told.map_err(|why| Failure::Work(anyhow!("{player}: {why}")))?;
    output::print(&last_words(&played));
    Ok(if played.broken.is_none() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn tell(event: PlaybackEvent<'_>, debug: bool) {
    match event {
        PlaybackEvent::Started(process) if debug => wait_for_debugger(process),
        PlaybackEvent::Started(_) => {}
        PlaybackEvent::Said(line) => output::print(&format!("> {}\n", visible_line(line))),
        PlaybackEvent::Wrote(line) => output::print(&format!("! {}\n", visible_line(line))),
        PlaybackEvent::Answered(line, then) => {
            let then = then.filter(|then| *then != line);
            let then = then.map(|then| format!("    (then: {})", visible_line(then))).unwrap_or_default();
            output::print(&format!("< {}{then}\n", visible_line(line)));
        }
    }
}

fn wait_for_debugger(process: u32) {
    output::note(&format!(
        "process {process} runs and waits for its first line: attach a debugger (gdb -p {process}), then press Enter"
    ));
    let mut line = String::new();
    // Where nobody can press anything, it goes on.
    let _ = std::io::stdin().lock().read_line(&mut line);
}

fn last_words(played: &PlayedBack) -> String {
    let PlayedBack { same, different, broken } = played;
    let counted = format!("{same} answers as then, {different} others");
    match broken {
        Some(how) => format!("\n{counted}; then {}\n", visible_line(how)),
        None => format!("\n{counted}\n"),
    }
}
