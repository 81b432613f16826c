//! The board of pits: rows of numbers between two stores, with the letters of the pits outside.

use joute_games::view::{BoardView, Part, Shape};

use super::TerminalOptions;
use super::paint::{Look, Tint, paint};
use crate::reading;

const WOOD: Tint = Tint::new(0x8a5526, 3);
const PALE: Tint = Tint::new(0xfff0d0, 15);
const GOLD: Tint = Tint::new(0xffd75f, 11);

/// How wide a pit is drawn, without its walls.
pub(super) const PIT: usize = 4;

/// The pits row by row, the stores at the ends.
pub(super) fn lines(view: &BoardView, options: &TerminalOptions) -> Vec<String> {
    let rows = rows_of_pits(view);
    let stores = stores(view);
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    // Without room for the walls every pit gets three characters and the stores are told in the legend only.
    if (columns + 2) * (PIT + 1) + 1 > options.columns() {
        return narrow(&rows, options);
    }
    let rule = |ends: [&str; 3]| rule(columns, ends, options);
    let mut lines = Vec::new();
    let last = rows.len().saturating_sub(1);
    for (number, row) in rows.iter().enumerate() {
        if number == 0 {
            lines.push(letters(row, options));
            lines.push(rule(["┌", "┬", "┐"]));
        } else {
            lines.push(inner_rule(columns, &stores, options));
        }
        lines.push(pits(row, columns, options));
        if number == last {
            lines.push(rule(["└", "┴", "┘"]));
            lines.push(letters(row, options));
        }
    }
    lines.extend(owners(view, &stores, columns));
    lines
}

/// The pits of each row from left to right, the upper row first.
pub(super) fn rows_of_pits(view: &BoardView) -> Vec<Vec<&Part>> {
    let mut pits: Vec<&Part> = view.parts.iter().filter(|part| part.shape != Shape::Store).collect();
    pits.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    pits.chunk_by(|a, b| a.y == b.y).map(<[&Part]>::to_vec).collect()
}

/// The stores left and right of the pits.
fn stores(view: &BoardView) -> [Option<&Part>; 2] {
    let middle = view.width / 2.0;
    let find =
        |is_left: bool| view.parts.iter().find(|part| part.shape == Shape::Store && (part.x < middle) == is_left);
    [find(true), find(false)]
}

fn letters(row: &[&Part], options: &TerminalOptions) -> String {
    let names = row.iter().map(|part| {
        let name = reading::name(part);
        let (text, look) = match part.mv {
            Some(_) => (format!("[{name}]"), Look::ink(GOLD).bold()),
            None => (name.to_string(), Look::default()),
        };
        format!(" {}", paint(&format!("{text:^PIT$}"), look, options.colour))
    });
    format!("{}{}", " ".repeat(PIT + 1), names.collect::<String>())
}

fn wall(options: &TerminalOptions) -> String {
    paint(options.pick("│", "|"), board_look(), options.colour)
}

fn board_look() -> Look {
    Look { ground: Some(WOOD), ink: Some(PALE), is_bold: false }
}

fn rule(columns: usize, [left, cross, right]: [&str; 3], options: &TerminalOptions) -> String {
    let bar = options.pick("─", "-").repeat(PIT);
    let [left, cross, right] = [left, cross, right].map(|sign| options.pick(sign, "+"));
    let text = format!("{left}{}{right}", vec![bar; columns + 2].join(cross));
    paint(&text, board_look(), options.colour)
}

/// The rule between two rows; the stores' numbers stand at its ends.
fn inner_rule(columns: usize, stores: &[Option<&Part>; 2], options: &TerminalOptions) -> String {
    let bar = options.pick("─", "-").repeat(PIT);
    let [left, right] = stores.map(|store| {
        let count = store.map_or_else(String::new, |part| reading::seeds(part).to_string());
        paint(&format!("{count:>3} "), board_look().bold(), options.colour)
    });
    let (open, cross, close) = (options.pick("├", "+"), options.pick("┼", "+"), options.pick("┤", "+"));
    let middle = paint(&format!("{open}{}{close}", vec![bar; columns].join(cross)), board_look(), options.colour);
    let wall = wall(options);
    format!("{wall}{left}{middle}{right}{wall}")
}

fn pits(row: &[&Part], columns: usize, options: &TerminalOptions) -> String {
    let wall = wall(options);
    let store = paint(&" ".repeat(PIT), board_look(), options.colour);
    let cells = (0..columns).map(|column| match row.get(column) {
        Some(part) => pit(part, options) + &wall,
        None => store.clone() + &wall,
    });
    format!("{wall}{store}{wall}{}{store}{wall}", cells.collect::<String>())
}

/// The number of seeds, with a mark where the last move was played and where it changed something.
fn pit(part: &Part, options: &TerminalOptions) -> String {
    let mark = match (part.is_last, part.is_changed) {
        (true, _) => "<",
        (false, true) => "'",
        (false, false) => " ",
    };
    let look = if part.mv.is_some() { Look { ink: Some(GOLD), ..board_look() }.bold() } else { board_look() };
    paint(&format!("{:>3}{mark}", reading::seeds(part)), look, options.colour)
}

/// Whose stores they are, below them.
fn owners(view: &BoardView, stores: &[Option<&Part>; 2], columns: usize) -> Option<String> {
    let [left, right] = stores.map(|store| Some(view.sides[store?.owner?].name.to_string()));
    let (left, right) = (left?, right?);
    let width = (columns + 2) * (PIT + 1) + 1;
    Some(format!("{left}{right:>rest$}", rest = width.saturating_sub(left.chars().count())))
}

fn narrow(rows: &[Vec<&Part>], options: &TerminalOptions) -> Vec<String> {
    let line = |row: &[&Part], text: &dyn Fn(&Part) -> String| -> String {
        row.iter().map(|part| paint(&format!("{:>3}", text(part)), Look::default(), options.colour)).collect()
    };
    rows.iter()
        .flat_map(|row| {
            [line(row, &|part| reading::name(part).to_string()), line(row, &|part| reading::seeds(part).to_string())]
        })
        .collect()
}
