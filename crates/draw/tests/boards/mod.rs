//! Views made by hand, as the games would give them, for tests and for the gallery.
#![allow(dead_code, reason = "each user of these boards needs some of them")]

use joute_games::Side::{self, First, Second};
use joute_games::view::{BoardView, ColourTag, Control, Fill, Part, Piece, Shape, SideView, Style};
use joute_messages::{Message, message};

fn empty(style: Style, columns: usize, rows: usize, names: [&str; 2], symbols: [&str; 2], unit: &str) -> BoardView {
    let side = |i: usize| SideView {
        name: Message::literal(names[i].to_owned()),
        symbol: symbols[i].into(),
        tally: 0,
        colour: None,
        forbidden: vec![],
    };
    BoardView {
        style,
        width: columns as f32,
        height: rows as f32,
        lattice: Some([columns as u32, rows as u32]),
        column_labels: vec![],
        row_labels: vec![],
        parts: vec![],
        links: vec![],
        wraps: false,
        controls: vec![],
        sides: [side(0), side(1)],
        turn: Some(First),
        total: (columns * rows) as u32,
        unit: unit.into(),
    }
}

/// A square Othello board from rows of `X`, `O`, `-` and `*` for legal moves.
pub(crate) fn othello(rows: &[&str], turn: Side) -> BoardView {
    let size = rows.len();
    let mut view = empty(Style::Felt, size, size, ["Black", "White"], ["X", "O"], "discs");
    view.turn = Some(turn);
    view.column_labels = (b'a'..).take(size).map(|c| char::from(c).to_string()).collect();
    view.row_labels = (1..=size).map(|row| row.to_string()).collect();
    for (row, line) in rows.iter().enumerate() {
        for (column, c) in line.chars().enumerate() {
            let square = format!("{}{}", view.column_labels[column], row + 1);
            let (piece, state) = match c {
                'X' => (Piece::Disc(First), "black"),
                'O' => (Piece::Disc(Second), "white"),
                _ => (Piece::None, "empty"),
            };
            let mut part =
                Part::new(column as f32 + 0.5, row as f32 + 0.5, Shape::Square, Message::literal(square.clone()));
            part.state = Message::literal(state);
            part.piece = piece;
            part.mv = (c == '*').then_some(square);
            if let Piece::Disc(side) = piece {
                view.sides[side].tally += 1;
            }
            view.parts.push(part);
        }
    }
    let is_stuck = view.parts.iter().all(|part| part.mv.is_none());
    view.controls.push(Control {
        mv: "pass".into(),
        label: message!("move-pass"),
        colour: None,
        is_legal: is_stuck,
        gain: None,
    });
    view
}

pub(crate) fn othello_start() -> BoardView {
    othello(&["--------", "--------", "---*----", "--*OX---", "---XO*--", "----*---", "--------", "--------"], First)
}

/// A middle game with a last move and the discs it turned.
pub(crate) fn othello_middle() -> BoardView {
    let mut view = othello(
        &["--*-----", "--*O-*--", "-XXXXX--", "*-OXXO*-", "**OOXXX-", "--OXO-*-", "-*-O*---", "----*---"],
        Second,
    );
    let last = 2 * 8 + 5;
    view.parts[last].is_last = true;
    for part in [last, 2 * 8 + 4, 3 * 8 + 4, 2 * 8 + 3] {
        view.parts[part].is_changed = true;
    }
    view
}

/// An Awalé board: South's pits, North's pits as North sits, the two stores.
pub(crate) fn awale(south: &[u32], north: &[u32], stores: [u32; 2]) -> BoardView {
    let pits = south.len();
    let mut view = empty(Style::Wood, pits + 2, 2, ["South", "North"], ["S", "N"], "seeds");
    view.lattice = None;
    view.total = south.iter().chain(north).chain(&stores).sum();
    for (i, seeds) in south.iter().enumerate() {
        let letter = char::from(b'A' + i as u8);
        let mut part =
            Part::new(i as f32 + 1.5, 1.5, Shape::Pit, Message::literal(format!("pit {letter}, {seeds} seeds")));
        (part.owner, part.piece) = (Some(First), Piece::Seeds(*seeds));
        part.mv = (*seeds > 0).then(|| letter.to_string());
        view.parts.push(part);
    }
    for (i, seeds) in north.iter().enumerate() {
        let letter = char::from(b'a' + i as u8);
        let mut part = Part::new(
            (pits - i) as f32 + 0.5,
            0.5,
            Shape::Pit,
            Message::literal(format!("pit {letter}, {seeds} seeds")),
        );
        (part.owner, part.piece) = (Some(Second), Piece::Seeds(*seeds));
        view.parts.push(part);
    }
    for (side, x) in [(First, pits as f32 + 1.5), (Second, 0.5)] {
        let seeds = stores[side];
        let mut part = Part::new(
            x,
            1.0,
            Shape::Store,
            Message::literal(format!("{}'s store, {seeds} seeds", view.sides[side].name)),
        );
        (part.owner, part.piece) = (Some(side), Piece::Seeds(seeds));
        view.sides[side].tally = seeds;
        view.parts.push(part);
    }
    view
}

pub(crate) fn awale_start() -> BoardView {
    awale(&[4; 6], &[4; 6], [0, 0])
}

pub(crate) fn awale_middle() -> BoardView {
    let mut view = awale(&[1, 0, 17, 2, 6, 0], &[3, 1, 0, 5, 0, 2], [7, 4]);
    view.parts[1].is_last = true;
    for part in [1, 2, 3, 4] {
        view.parts[part].is_changed = true;
    }
    view
}

fn letter_tag(index: u8) -> ColourTag {
    ColourTag { index, letter: char::from(b'A' + index) }
}

fn flood_tag(index: u8) -> ColourTag {
    ColourTag { index, letter: b"BRGYOVCP"[usize::from(index)] as char }
}

/// A number that looks random, for boards of any size.
fn mixed(i: usize) -> usize {
    let mut bits = (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((bits ^ (bits >> 32)) >> 8) as usize & 0xffff
}

fn colour_controls(view: &mut BoardView, tags: &[ColourTag], names: &[&str]) {
    for (i, tag) in tags.iter().enumerate() {
        let is_legal = i != 2;
        let label = names.get(i).map_or_else(|| tag.letter.to_string(), |name| (*name).to_string());
        let gain = is_legal.then_some(i as u32 * 2);
        view.controls.push(Control {
            mv: tag.letter.to_string(),
            label: Message::literal(label),
            colour: Some(*tag),
            is_legal,
            gain,
        });
    }
}

/// The cells within reach of a start and joined to it, on a border that looks as if it had been played.
fn territory(size: usize, start: usize, reach: usize) -> Vec<bool> {
    let distance = |cell: usize| (cell % size).abs_diff(start % size) + (cell / size).abs_diff(start / size);
    let mut is_owned = vec![false; size * size];
    let mut open = vec![start];
    while let Some(cell) = open.pop() {
        if is_owned[cell] || (cell != start && distance(cell) + mixed(cell + 5) % 6 >= reach) {
            continue;
        }
        is_owned[cell] = true;
        let (column, row) = (cell % size, cell / size);
        open.extend(
            [column.checked_sub(1).map(|c| row * size + c), row.checked_sub(1).map(|r| r * size + column)]
                .into_iter()
                .flatten(),
        );
        open.extend((column + 1 < size).then_some(cell + 1));
        open.extend((row + 1 < size).then_some(cell + size));
    }
    is_owned
}

/// A Seven Colours board: territories without a colour of their own, First top right, Second bottom left.
pub(crate) fn seven(size: usize, colours: u8, reach: usize, obstacles: bool) -> BoardView {
    let mut view = empty(Style::Mosaic, size, size, ["First", "Second"], ["^", "v"], "cells");
    let starts = [size - 1, size * (size - 1)];
    let owned = starts.map(|start| territory(size, start, reach));
    let fresh = territory(size, starts[0], reach.saturating_sub(2));
    for i in 0..size * size {
        let (column, row) = (i % size, i / size);
        let label = format!("row {}, column {}", row + 1, column + 1);
        let mut part = Part::new(column as f32 + 0.5, row as f32 + 0.5, Shape::Square, Message::literal(label));
        part.is_start = starts.contains(&i);
        part.owner = Side::BOTH.into_iter().find(|side| owned[side.index()][i]);
        if let Some(side) = part.owner {
            part.is_changed = side == First && !fresh[i];
            view.sides[side].tally += 1;
        } else if obstacles && mixed(i + 77).is_multiple_of(9) {
            part.fill = Fill::Blocked;
        } else {
            part.fill = Fill::Colour(letter_tag((mixed(i) % usize::from(colours)) as u8));
        }
        view.parts.push(part);
    }
    view.total = view.parts.iter().filter(|part| part.fill != Fill::Blocked).count() as u32;
    let tags: Vec<ColourTag> = (0..colours).map(letter_tag).collect();
    colour_controls(&mut view, &tags, &[]);
    view
}

/// A Flood board: each territory is of one colour.
pub(crate) fn flood(size: usize, colours: u8, reach: usize) -> BoardView {
    let mut view = seven(size, colours, reach, true);
    view.controls.clear();
    let tags: Vec<ColourTag> = (0..colours).map(flood_tag).collect();
    for side in Side::BOTH {
        view.sides[side].symbol = ["1", "2"][side].into();
        view.sides[side].colour = Some(flood_tag(side.index() as u8));
    }
    for part in &mut view.parts {
        part.is_changed = false;
        part.fill = match (part.fill, part.owner) {
            (_, Some(side)) => Fill::Colour(flood_tag(side.index() as u8)),
            (Fill::Colour(tag), None) => Fill::Colour(flood_tag(tag.index)),
            (fill, None) => fill,
        };
    }
    colour_controls(&mut view, &tags, &["BLUE", "RED", "GREEN", "YELLOW", "ORANGE", "VIOLET", "CYAN", "PINK"]);
    view.controls.push(Control {
        mv: ".".into(),
        label: message!("move-list-pass"),
        colour: None,
        is_legal: true,
        gain: None,
    });
    view
}

/// The 12 x 12 board with two territories and obstacles.
pub(crate) fn mosaic() -> BoardView {
    flood(12, 8, 6)
}

/// A ring of vertices around one in the middle.
pub(crate) fn network() -> BoardView {
    let mut view = empty(Style::Network, 6, 5, ["First", "Second"], ["1", "2"], "vertices");
    view.lattice = None;
    let around = 9;
    for i in 0..=around {
        let angle = i as f32 / around as f32 * std::f32::consts::TAU;
        let (x, y) = if i == around { (3.0, 2.5) } else { (3.0 + 2.3 * angle.cos(), 2.5 + 2.0 * angle.sin()) };
        let tag = flood_tag([0, 0, 4, 1, 5, 2, 6, 7, 3, 2][i]);
        let mut part = Part::new(x, y, Shape::Vertex, Message::literal(format!("{i}, {}", tag.letter)));
        part.fill = Fill::Colour(tag);
        part.is_start = i == 0 || i == 5;
        part.owner = [(0, First), (1, First), (5, Second)].into_iter().find(|(v, _)| *v == i).map(|(_, side)| side);
        view.parts.push(part);
        if i < around {
            view.links.push([i as u32, ((i + 1) % around) as u32]);
        }
        if i < around && i % 3 != 2 {
            view.links.push([i as u32, around as u32]);
        }
    }
    view.total = view.parts.len() as u32;
    view.sides[First].tally = 2;
    view.sides[Second].tally = 1;
    view.sides[First].colour = Some(flood_tag(0));
    view.sides[Second].colour = Some(flood_tag(2));
    colour_controls(&mut view, &(0..8).map(flood_tag).collect::<Vec<_>>(), &[]);
    view
}
