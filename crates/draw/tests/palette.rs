//! Measures how far apart the colours stay for people with each kind of colour blindness.

use joute_draw::palette::{LETTERED, NAMED, Rgb, SIDES, Swatch, swatch_of};
use joute_games::view::ColourTag;

type Matrix = [[f64; 3]; 3];

/// Normal sight, then Machado's matrices at severity 1 for linear red, green and blue.
const SIGHTS: [(&str, Matrix); 4] = [
    ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

fn apply(matrix: &Matrix, v: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

fn lab(linear_rgb: [f64; 3]) -> [f64; 3] {
    const TO_XYZ: Matrix = [
        [0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883],
    ];
    let bend = |t: f64| {
        if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 }
    };
    let [x, y, z] = apply(&TO_XYZ, linear_rgb).map(bend);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn seen(colour: Rgb, sight: &Matrix) -> [f64; 3] {
    let light = [linear(colour.0), linear(colour.1), linear(colour.2)];
    lab(apply(sight, light).map(|channel| channel.clamp(0.0, 1.0)))
}

fn distance(a: Rgb, b: Rgb, sight: &Matrix) -> f64 {
    let (a, b) = (seen(a, sight), seen(b, sight));
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

fn assert_apart(swatches: &[Swatch], minimum: f64) {
    for (kind, sight) in &SIGHTS {
        for (i, a) in swatches.iter().enumerate() {
            for b in &swatches[..i] {
                let apart = distance(a.rgb, b.rgb, sight);
                assert!(apart >= minimum, "{kind}: {} and {} are only {apart:.1} apart", a.name, b.name);
            }
        }
    }
}

#[test]
fn the_eight_named_colours_stay_apart_for_everybody() {
    assert_apart(&NAMED, 23.0);
}

#[test]
fn the_first_seven_lettered_colours_stay_apart_for_everybody() {
    assert_apart(&LETTERED[..7], 25.0);
}

#[test]
fn all_twenty_six_differ_for_normal_sight() {
    for (i, a) in LETTERED.iter().enumerate() {
        for b in &LETTERED[..i] {
            let apart = distance(a.rgb, b.rgb, &SIGHTS[0].1);
            assert!(apart >= 15.0, "{} and {} are only {apart:.1} apart", a.name, b.name);
        }
    }
}

#[test]
fn the_sides_grounds_differ_from_the_colours_between_them() {
    for look in SIDES {
        for swatch in &LETTERED[..7] {
            for (kind, sight) in &SIGHTS {
                let apart = distance(look.ground, swatch.rgb, sight);
                assert!(apart >= 25.0, "{kind}: {} is only {apart:.1} from a side's ground", swatch.name);
            }
        }
    }
}

#[test]
fn letters_are_readable_on_every_colour() {
    for swatch in NAMED.iter().chain(&LETTERED) {
        let (ground, ink) = (swatch.rgb.luminance(), swatch.rgb.ink().luminance());
        let contrast = (ground.max(ink) + 0.05) / (ground.min(ink) + 0.05);
        assert!(contrast >= 4.0, "{}: contrast {contrast:.1}", swatch.name);
    }
}

#[test]
fn a_tag_finds_its_palette_by_its_letter() {
    assert_eq!(swatch_of(ColourTag { index: 0, letter: 'B' }).name, "blue");
    assert_eq!(swatch_of(ColourTag { index: 1, letter: 'B' }).name, "sky blue");
    assert_eq!(swatch_of(ColourTag { index: 255, letter: '?' }).letter, '?');
    for (named, lettered) in NAMED.iter().zip(&LETTERED) {
        assert_ne!(named.letter, lettered.letter, "the two palettes could not be told apart");
    }
}
