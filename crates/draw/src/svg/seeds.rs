//! Seeds in a pit or a store: each at its own place, which looks natural and never changes, then a heap.

use std::f32::consts::TAU;

use super::writer::{Num, Writer, scatter};

/// The tones of the seeds; each has a gradient of its own.
const TONES: [(&str, [&str; 3]); 3] = [
    ("seed0", ["#e9ecd9", "#a3ab92", "#5c6450"]),
    ("seed1", ["#f1ead6", "#b5a98c", "#6b6049"]),
    ("seed2", ["#dfe5df", "#8f9c97", "#4d5855"]),
];

/// How many seeds are drawn in a pit before they become a heap.
const MOST_IN_PIT: u32 = 15;
/// How many more are drawn on top of a heap.
const MOST_ON_TOP: u32 = 6;
/// How many seeds are drawn in a store.
const MOST_IN_STORE: u32 = 48;

/// Defines a seed of each tone, with its shadow, one pixel in radius.
pub(super) fn define(out: &mut Writer) {
    for (name, [light, body, dark]) in TONES {
        out.radial(
            &format!("{name}-skin"),
            (0.36, 0.3),
            0.75,
            &[(0.0, light, 1.0), (0.45, body, 1.0), (1.0, dark, 1.0)],
        );
        let (id, skin) = (out.id(name), out.url(&format!("{name}-skin")));
        out.line(format_args!(
            r##"<g id="{id}"><ellipse cx=".14" cy=".24" rx="1.08" ry=".98" fill="#1c0e04" opacity=".45"/><ellipse rx="1" ry=".9" fill="{skin}"/></g>"##
        ));
    }
}

/// Draws the seeds of a round pit of the given radius.
pub(super) fn in_pit(out: &mut Writer, pit: u32, count: u32, centre: (f32, f32), radius: f32) {
    let size = radius * 0.232;
    for number in 0..count.min(MOST_IN_PIT) {
        // Sunflower places: each seed has its own wherever the count stands, so a sown seed moves no other.
        let angle = number as f32 * 2.399_963 + scatter(pit, 1000) * TAU;
        let reach = radius * 0.74 * ((number as f32 + 0.35) / MOST_IN_PIT as f32).sqrt();
        let (dx, dy) = jitter(pit, number, size * 0.32);
        let place = (centre.0 + angle.cos() * reach + dx, centre.1 + angle.sin() * reach + dy);
        seed(out, pit, number, place, size);
    }
    for number in 0..count.saturating_sub(MOST_IN_PIT).min(MOST_ON_TOP) {
        let angle = number as f32 * TAU / MOST_ON_TOP as f32 + scatter(pit, 2000) * TAU;
        let reach = radius * if number == 0 { 0.05 } else { 0.34 };
        let place = (centre.0 + angle.cos() * reach, centre.1 + angle.sin() * reach - radius * 0.06);
        seed(out, pit, 100 + number, place, size * 1.06);
    }
}

/// Draws the seeds of a store of the given half width and half height, filling it from the middle.
pub(super) fn in_store(out: &mut Writer, store: u32, count: u32, centre: (f32, f32), half: (f32, f32), size: f32) {
    let mut places = store_places(half, size);
    places.truncate(count.min(MOST_IN_STORE) as usize);
    for (number, (x, y)) in (0..).zip(places) {
        let (dx, dy) = jitter(store, number, size * 0.3);
        seed(out, store, number, (centre.0 + x + dx, centre.1 + y + dy), size);
    }
}

/// Places in staggered rows inside an upright oval, nearest to the middle first.
fn store_places((half_width, half_height): (f32, f32), size: f32) -> Vec<(f32, f32)> {
    let (step_x, step_y) = (size * 1.95, size * 1.75);
    let (across, down) = ((half_width / step_x).ceil() as i32, (half_height / step_y).ceil() as i32);
    let lies_inside =
        |&(x, y): &(f32, f32)| (x / (half_width - size)).powi(2) + (y / (half_height - size)).abs().powi(3) <= 1.0;
    let mut places: Vec<(f32, f32)> = (-down..=down)
        .flat_map(|row| (-across..=across).map(move |column| (row, column)))
        .map(|(row, column)| {
            let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
            ((column as f32 + shift) * step_x, row as f32 * step_y)
        })
        .filter(lies_inside)
        .collect();
    // An upright oval: what lies across counts for more than what lies above.
    places.sort_by(|a, b| (a.0 * a.0 * 3.0 + a.1 * a.1).total_cmp(&(b.0 * b.0 * 3.0 + b.1 * b.1)));
    places
}

fn jitter(pit: u32, number: u32, most: f32) -> (f32, f32) {
    let (a, b) = (scatter(pit, number * 3), scatter(pit, number * 3 + 1));
    ((a - 0.5) * 2.0 * most, (b - 0.5) * 2.0 * most)
}

fn seed(out: &mut Writer, pit: u32, number: u32, (x, y): (f32, f32), size: f32) {
    let tone = (scatter(pit + 77, number) * TONES.len() as f32) as usize % TONES.len();
    let id = out.id(TONES[tone].0);
    let turn = (scatter(pit, number * 3 + 2) * 50.0 - 25.0).round();
    out.line(format_args!(
        r##"<use href="#{id}" transform="translate({} {}) rotate({turn}) scale({})"/>"##,
        Num(x),
        Num(y),
        Num(size)
    ));
}
