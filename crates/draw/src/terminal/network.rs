//! A graph as a table: every vertex with its colour, its owner and its neighbours.

use joute_games::view::{BoardView, Fill, Part, Piece};

use super::TerminalOptions;
use super::legend::wrap;
use super::paint::{Look, Tint, paint};
use crate::{palette, reading};

/// One line for each vertex, more where it has many neighbours.
pub(super) fn lines(view: &BoardView, options: &TerminalOptions) -> Vec<String> {
    let neighbours = neighbours(view);
    let names = view.parts.iter().map(|part| reading::name(part).chars().count());
    let wide = names.max().unwrap_or(0).max("vertex".len());
    let owners = view.sides.iter().map(|side| side.name.to_string().chars().count() + 2);
    let owner_wide = owners.max().unwrap_or(0).max("owner".len());
    let head = format!("{:<wide$}  colour  {:<owner_wide$}  neighbours", "vertex", "owner");
    let indent = wide + owner_wide + 12;
    let mut lines = vec![head];
    for (number, part) in view.parts.iter().enumerate() {
        let words: Vec<String> =
            neighbours[number].iter().map(|i| reading::name(&view.parts[*i]).to_string()).collect();
        let room = options.columns().saturating_sub(indent).max(12);
        let mut wrapped = wrap(&words, room).into_iter();
        let start =
            format!("{:<wide$}  {}  {:<owner_wide$}", reading::name(part), colour(part, options), owner(view, part));
        lines.push(format!("{start}  {}", wrapped.next().unwrap_or_default()));
        lines.extend(wrapped.map(|rest| format!("{}{rest}", " ".repeat(indent))));
    }
    lines
}

fn neighbours(view: &BoardView) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); view.parts.len()];
    for [a, b] in &view.links {
        let (a, b) = (*a as usize, *b as usize);
        if a < neighbours.len() && b < neighbours.len() {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
    }
    neighbours.iter_mut().for_each(|list| list.sort_unstable());
    neighbours
}

fn colour(part: &Part, options: &TerminalOptions) -> String {
    let (text, look) = match part.fill {
        Fill::Colour(tag) => {
            let swatch = palette::swatch_of(tag);
            (tag.letter.to_string(), Look::on(Tint { rgb: swatch.rgb, ansi: swatch.ansi }, options.colour))
        }
        Fill::Blocked => ("#".to_string(), Look::default()),
        Fill::Plain => ("-".to_string(), Look::default()),
    };
    paint(&format!(" {text:<5}"), look, options.colour)
}

/// Who owns a vertex or has a disc on it; an asterisk marks a start.
fn owner(view: &BoardView, part: &Part) -> String {
    let disc = match part.piece {
        Piece::Disc(side) => Some(side),
        Piece::None | Piece::Seeds(_) => None,
    };
    let name = part.owner.or(disc).map_or_else(|| "-".to_owned(), |side| view.sides[side].name.to_string());
    if part.is_start { format!("{name} *") } else { name.to_string() }
}
