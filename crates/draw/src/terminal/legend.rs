//! What stands below a board: both sides with their shares, whose turn it is, what can be played.

use joute_games::Side;
use joute_games::view::{BoardView, Control};

use super::paint::{Look, Tint, paint};
use super::{ColourDepth, TerminalOptions};
use crate::{palette, reading};

/// The lines of the legend.
pub(super) fn lines(view: &BoardView, options: &TerminalOptions) -> Vec<String> {
    let mut lines: Vec<String> = Side::BOTH.into_iter().map(|side| side_line(view, side, options)).collect();
    lines.extend(reading::forbidden_sentence(view));
    let sentence = format!("{}.", reading::turn_sentence(view));
    lines.push(paint(&sentence, Look::default().bold(), options.colour));
    lines.extend(list("Moves: ", &moves(view, options), options));
    if view.turn.is_some() {
        lines.extend(list("Not now: ", &barred(view), options));
    }
    lines
}

/// `> ● Black   11 of 64   17 % ███▌......`
fn side_line(view: &BoardView, side: Side, options: &TerminalOptions) -> String {
    let seat = &view.sides[side];
    let longest = |text: &dyn Fn(Side) -> usize| text(Side::First).max(text(Side::Second));
    let name_wide = longest(&|side| view.sides[side].name.to_string().chars().count());
    let tally_wide = longest(&|side| view.sides[side].tally.to_string().len());
    let arrow = if view.turn == Some(side) { options.pick("▶", ">") } else { " " };
    let colour = seat.colour.map(|tag| format!(" {}", tag.letter)).unwrap_or_default();
    let start = format!(
        "{arrow} {} {:<name_wide$}{colour}  {:>tally_wide$} of {} {}  {:>3.0}%",
        super::side_sign(view, side, options),
        seat.name.to_string(),
        seat.tally,
        view.total,
        view.unit,
        reading::percent(view, seat.tally)
    );
    let room = options.columns().saturating_sub(visible_width(&start) + 3).min(24);
    if room < 8 { start } else { format!("{start}  {}", bar(view, side, room, options)) }
}

/// The share of a side as a bar, to half a character where that can be shown.
fn bar(view: &BoardView, side: Side, width: usize, options: &TerminalOptions) -> String {
    let share = (reading::percent(view, view.sides[side].tally) / 100.0).clamp(0.0, 1.0);
    let halves = (share * 2.0 * width as f32).round() as usize;
    let half = if options.unicode && halves % 2 == 1 { "▌" } else { "" };
    let full = if options.unicode { halves / 2 } else { halves.div_ceil(2) };
    let used = full + usize::from(!half.is_empty());
    let filled = options.pick("█", "#").repeat(full) + half;
    let rest = options.pick("·", ".").repeat(width - used);
    // One ink for all: some colours of the board would not show on a dark terminal, others on a light one.
    let tint = Tint::new(0x5f9fcf, 6);
    format!("{}{rest}", paint(&filled, Look::ink(tint), options.colour))
}

/// Every legal move once: places first, then colours with what they gain.
fn moves(view: &BoardView, options: &TerminalOptions) -> Vec<String> {
    let controls = || view.controls.iter().filter(|control| control.is_legal);
    let mut texts: Vec<String> = Vec::new();
    for mv in view.parts.iter().filter_map(|part| part.mv.as_ref()) {
        if !texts.contains(mv) && !controls().any(|control| control.mv == *mv) {
            texts.push(mv.clone());
        }
    }
    texts.extend(controls().map(|control| control_text(control, options)));
    texts
}

fn barred(view: &BoardView) -> Vec<String> {
    let plain = TerminalOptions { colour: ColourDepth::None, ..TerminalOptions::default() };
    reading::shown_controls(view)
        .filter(|control| !control.is_legal)
        .map(|control| control_text(control, &plain))
        .collect()
}

/// `B blue +3`; the label is left out where it only repeats the move.
fn control_text(control: &Control, options: &TerminalOptions) -> String {
    let mv = match control.colour.map(palette::swatch_of) {
        Some(swatch) if options.colour != ColourDepth::None => {
            let look = Look::on(Tint { rgb: swatch.rgb, ansi: swatch.ansi }, options.colour);
            paint(&format!(" {} ", control.mv), look, options.colour)
        }
        _ => control.mv.clone(),
    };
    let said = control.label.to_string();
    let label = if said.eq_ignore_ascii_case(&control.mv) { String::new() } else { format!(" {said}") };
    let gain = control.gain.map(|gain| format!(" +{gain}")).unwrap_or_default();
    format!("{mv}{label}{gain}")
}

fn list(head: &str, items: &[String], options: &TerminalOptions) -> Vec<String> {
    if items.is_empty() {
        return Vec::new();
    }
    // Items of several words need more than a space between them.
    let separator = if items.iter().any(|item| visible_width(item) > 3) { "," } else { "" };
    let last = items.len() - 1;
    let ends =
        items.iter().enumerate().map(|(i, item)| if i < last { format!("{item}{separator}") } else { item.clone() });
    let room = options.columns().saturating_sub(head.len()).max(12);
    let rows = wrap(&ends.collect::<Vec<_>>(), room);
    let indent = " ".repeat(head.len());
    rows.into_iter().enumerate().map(|(i, row)| format!("{}{row}", if i == 0 { head } else { &indent })).collect()
}

/// Words joined by spaces into lines of at most `room` characters, where no single word is longer.
pub(super) fn wrap(words: &[String], room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0;
    for word in words {
        let width = visible_width(word);
        match lines.last_mut() {
            Some(line) if used + 1 + width <= room => {
                line.push(' ');
                line.push_str(word);
                used += 1 + width;
            }
            _ => {
                lines.push(word.clone());
                used = width;
            }
        }
    }
    lines
}

/// The characters that are seen: escape codes from ESC to `m` take no room.
pub(super) fn visible_width(text: &str) -> usize {
    let mut is_escape = false;
    text.chars()
        .filter(|c| {
            is_escape |= *c == '\x1b';
            let is_seen = !is_escape;
            is_escape &= *c != 'm';
            is_seen
        })
        .count()
}
