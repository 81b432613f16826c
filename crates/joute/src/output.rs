//! What goes where: results to standard output, notes and progress to standard error, colour only on a terminal.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use joute_draw::terminal::{ColourDepth, TerminalOptions};
use joute_messages::{visible, visible_json, visible_painted};
use schemars::JsonSchema;
use serde::Serialize;

/// Writes a result in words. Whatever players, files or people have put into it is shown and does nothing else.
pub(crate) fn print(text: &str) {
    write(&visible(text));
}

/// Writes a result with our own colours in it, as boards have.
pub(crate) fn print_painted(text: &str) {
    write(&visible_painted(text));
}

/// Writes what is meant for another program, as it is; on a terminal it is shown like anything else.
pub(crate) fn print_data(text: &str) {
    if io::stdout().is_terminal() { print(text) } else { write(text) }
}

/// A reader that went away ends the program quietly, as `head` expects; a full disk does not.
fn write(text: &str) {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            note(&format!("joute: cannot write the result: {error}"));
            std::process::exit(1);
        }
    }
}

/// Writes a line to standard error, as harmless as [`print()`]; there is nobody to tell if that fails.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", visible(text));
}

/// Tells what is wrong with a command line, or the help that was asked for; the words of a command line are foreign as well.
pub(crate) fn tell_usage(told: &clap::Error) -> ExitCode {
    let has_colours = |is_terminal: bool| is_terminal && colour_depth() != ColourDepth::None;
    let text = told.render();
    if !told.use_stderr() {
        let painted = has_colours(io::stdout().is_terminal());
        print_painted(&if painted { text.ansi().to_string() } else { text.to_string() });
        return ExitCode::SUCCESS;
    }
    let painted = has_colours(io::stderr().is_terminal());
    let text = if painted { text.ansi().to_string() } else { text.to_string() };
    let _ = io::stderr().write_all(visible_painted(&text).as_bytes());
    ExitCode::from(2)
}

/// Writes lines to standard error in place of so many that were written before.
pub(crate) fn redraw(lines_before: usize, text: &str) {
    let mut out = io::stderr().lock();
    if lines_before > 0 {
        let _ = write!(out, "\x1b[{lines_before}A\x1b[J");
    }
    let _ = out.write_all(visible(text).as_bytes());
}

/// Writes one JSON object and nothing else, its keys in the order of the alphabet. What is written so has a schema, which
/// `joute schema` knows.
pub(crate) fn print_json(value: &(impl Serialize + JsonSchema)) -> anyhow::Result<()> {
    print_json_as_declared(&serde_json::to_value(value)?)
}

/// Writes one JSON object and nothing else, its keys in the order of the type.
pub(crate) fn print_json_as_declared(value: &(impl Serialize + JsonSchema)) -> anyhow::Result<()> {
    write(&visible_json(&(serde_json::to_string_pretty(value)? + "\n")));
    Ok(())
}

/// How to draw boards on standard output.
pub(crate) fn drawing() -> TerminalOptions {
    let on_terminal = io::stdout().is_terminal();
    TerminalOptions {
        colour: if on_terminal { colour_depth() } else { ColourDepth::None },
        width: if on_terminal { width() } else { 100 },
        unicode: speaks_unicode(),
    }
}

fn colour_depth() -> ColourDepth {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let term = variable("TERM");
    if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) || term == "dumb" {
        ColourDepth::None
    } else if matches!(variable("COLORTERM").as_str(), "truecolor" | "24bit") {
        ColourDepth::True
    } else if term.contains("256color") {
        ColourDepth::TwoFiftySix
    } else {
        ColourDepth::Sixteen
    }
}

fn speaks_unicode() -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    locale.is_none_or(|locale| locale.to_lowercase().replace('-', "").contains("utf8"))
}

/// Columns of the terminal, or 80 when it does not say.
pub(crate) fn width() -> usize {
    match rustix::termios::tcgetwinsize(io::stdout()) {
        Ok(size) if size.ws_col > 0 => usize::from(size.ws_col),
        _ => 80,
    }
}

/// Lines of the terminal, or 24 when it does not say.
pub(crate) fn height() -> usize {
    match rustix::termios::tcgetwinsize(io::stdout()) {
        Ok(size) if size.ws_row > 0 => usize::from(size.ws_row),
        _ => 24,
    }
}
