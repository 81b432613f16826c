//! The board as large as its room, with the cursor and the hint on it, and the buttons below.

use joute_draw::palette;
use joute_draw::terminal::{self, ColourDepth, Place, Scene, TerminalOptions};
use joute_games::view::Control;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;

use super::layout::{centred, clamped};
use super::table::Table;
use crate::styled;

/// Draws both and notes where they are.
pub(super) fn draw(frame: &mut Frame<'_>, table: &mut Table, area: Rect) {
    let buttons = buttons(table, area.width);
    let lines = clamped(buttons.len());
    let gap = u16::from(lines > 0 && area.height > lines + 8);
    let rows = [Constraint::Fill(1), Constraint::Length(lines + gap)];
    let [board_area, buttons_area] = Layout::vertical(rows).areas(area);
    draw_board(frame, table, board_area);
    let [_, buttons_area] = Layout::vertical([Constraint::Length(gap), Constraint::Fill(1)]).areas(buttons_area);
    draw_buttons(frame, table, &buttons, buttons_area);
}

fn draw_board(frame: &mut Frame<'_>, table: &mut Table, area: Rect) {
    let room = [usize::from(area.width), usize::from(area.height)];
    let options = TerminalOptions { width: room[0], ..table.theme.options };
    let scene = if table.shows_letters {
        terminal::compact(&table.view, &options)
    } else {
        terminal::scene(&table.view, &options, room)
    };
    let area = centred(area, clamped(scene.width), clamped(scene.lines.len()));
    table.hidden = hidden(table, &scene, area);
    let text = Text::from_iter(scene.lines.iter().map(|line| styled::line(line)));
    let [left, top] = table.hidden.map(clamped);
    frame.render_widget(Paragraph::new(text).scroll((top, left)), area);
    table.board_area = area;
    if let Some(hint) = table.session.hint.as_ref().map(|hint| hint.mv.clone())
        && let Some(place) = place_of_move(table, &scene, &hint)
    {
        mark(frame, table, place, Color::LightGreen);
    }
    if let Some(place) = table.cursor.and_then(|part| scene.places.get(part).copied().flatten()) {
        mark(frame, table, place, Color::LightYellow);
    }
    table.scene = Some(scene);
}

/// How much of a large board is out of sight: the cursor never is.
fn hidden(table: &Table, scene: &Scene, area: Rect) -> [usize; 2] {
    let most = [
        scene.width.saturating_sub(usize::from(area.width)),
        scene.lines.len().saturating_sub(usize::from(area.height)),
    ];
    let mut hidden = [table.hidden[0].min(most[0]), table.hidden[1].min(most[1])];
    if let Some(place) = table.cursor.and_then(|part| scene.places.get(part).copied().flatten()) {
        let room = [usize::from(area.width), usize::from(area.height)];
        for (axis, [begin, length]) in [[place.x, place.width], [place.y, place.height]].into_iter().enumerate() {
            hidden[axis] = hidden[axis].min(begin).max((begin + length).saturating_sub(room[axis])).min(most[axis]);
        }
    }
    hidden
}

/// The place that means a move and no other: many cells of a colour mean the same.
fn place_of_move(table: &Table, scene: &Scene, mv: &str) -> Option<Place> {
    let mut parts = table.view.parts.iter().enumerate().filter(|(_, part)| part.mv.as_deref() == Some(mv));
    let (index, _) = parts.next()?;
    if parts.next().is_some() { None } else { scene.places.get(index).copied().flatten() }
}

/// Puts a frame of colour on a place: its edges where it is large, all of it where it is small.
fn mark(frame: &mut Frame<'_>, table: &Table, place: Place, colour: Color) {
    let area = table.board_area;
    let has_colours = table.theme.options.colour != ColourDepth::None;
    for y in place.y..place.y + place.height {
        for x in place.x..place.x + place.width {
            let (Some(column), Some(row)) = (x.checked_sub(table.hidden[0]), y.checked_sub(table.hidden[1])) else {
                continue;
            };
            let (column, row) = (area.x + clamped(column), area.y + clamped(row));
            if column >= area.right() || row >= area.bottom() {
                continue;
            }
            let cell = &mut frame.buffer_mut()[(column, row)];
            match place.half {
                _ if !has_colours => cell.modifier.insert(Modifier::REVERSED),
                Some(0) => drop(cell.set_fg(colour)),
                Some(_) => drop(cell.set_bg(colour)),
                None => drop(cell.set_bg(colour).set_fg(Color::Black)),
            }
        }
    }
}

/// One button: its control, what it says and how it looks.
struct Button {
    control: usize,
    text: String,
    style: Style,
}

/// The buttons in lines that fit.
fn buttons(table: &Table, width: u16) -> Vec<Vec<Button>> {
    let mut lines: Vec<Vec<Button>> = Vec::new();
    let mut used = usize::MAX;
    for (index, control) in table.view.controls.iter().enumerate() {
        if !control.is_legal && control.colour.is_none() {
            continue;
        }
        let button = button(table, index, control);
        let length = button.text.chars().count() + 1;
        if used.saturating_add(length) > usize::from(width) {
            lines.push(Vec::new());
            used = 0;
        }
        used += length;
        if let Some(line) = lines.last_mut() {
            line.push(button);
        }
    }
    lines
}

fn button(table: &Table, index: usize, control: &Control) -> Button {
    let number = if index < 9 { format!("{} ", index + 1) } else { String::new() };
    let name = if control.colour.is_some() { control.mv.clone() } else { control.label.to_string() };
    let gain = control.gain.filter(|_| control.is_legal).map(|gain| format!(" +{gain}")).unwrap_or_default();
    let is_hint = table.session.hint.as_ref().is_some_and(|hint| hint.mv == control.mv);
    let [open, close] = if is_hint { ["[", "]"] } else { [" ", " "] };
    let text = format!("{open}{number}{name}{gain}{close}");
    let mut style = colour_style(table, control);
    if !control.is_legal {
        style = table.theme.quiet().add_modifier(Modifier::CROSSED_OUT);
    } else if is_hint {
        style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
    }
    Button { control: index, text, style }
}

fn colour_style(table: &Table, control: &Control) -> Style {
    let Some(swatch) = control.colour.map(palette::swatch_of) else {
        return Style::new().add_modifier(Modifier::REVERSED);
    };
    let rgb = |palette::Rgb(red, green, blue)| Color::Rgb(red, green, blue);
    match table.theme.options.colour {
        ColourDepth::None => Style::new(),
        ColourDepth::True => Style::new().bg(rgb(swatch.rgb)).fg(rgb(swatch.rgb.ink())),
        ColourDepth::Sixteen | ColourDepth::TwoFiftySix => {
            let ink = if matches!(swatch.ansi, 0 | 1 | 4 | 5 | 8) { Color::White } else { Color::Black };
            Style::new().bg(Color::Indexed(swatch.ansi)).fg(ink)
        }
    }
}

fn draw_buttons(frame: &mut Frame<'_>, table: &mut Table, lines: &[Vec<Button>], area: Rect) {
    table.buttons.clear();
    for (row, line) in lines.iter().enumerate().take(usize::from(area.height)) {
        let width: usize = line.iter().map(|button| button.text.chars().count() + 1).sum();
        let mut x = area.x + area.width.saturating_sub(clamped(width)) / 2;
        let y = area.y + clamped(row);
        for button in line {
            let length = clamped(button.text.chars().count()).min(area.right().saturating_sub(x));
            let place = Rect::new(x, y, length, 1);
            frame.render_widget(Line::from(Span::styled(button.text.clone(), button.style)), place);
            table.buttons.push((place, button.control));
            x += length + 1;
        }
    }
}
