//! How ratings have changed in a ladder, as a picture.

use base64::prelude::*;
use joute_draw::svg::chart::{Axis, Curve, Curves, Point, Scale, curves};
use joute_messages::{Language, visible_line};
use joute_tournament::summary::{EventSummary, Standing};

/// The best players whose ratings are drawn.
const DRAWN: usize = 8;

/// The ratings of the best, or of one player, over the games that were played: the address of a picture, which has all of it. Nothing
/// before anything was played.
pub fn rating_chart(summary: &EventSummary, player: Option<&str>, language: Language) -> Option<String> {
    let is_meant = |line: &&Standing| match player {
        Some(player) => line.name == player,
        None => line.absence.is_none(),
    };
    let drawn: Vec<Curve> = summary.standings.iter().filter(is_meant).take(DRAWN).filter_map(curve).collect();
    if drawn.iter().all(|curve| curve.points.len() < 2) {
        return None;
    }
    let axis = |key, scale| Axis { label: language.text(key).to_owned(), scale };
    let title = player.unwrap_or(&summary.name).to_owned();
    let picture = curves(&Curves {
        title,
        x: axis("ladder-chart-games", Scale::Linear),
        y: axis("ladder-rating", Scale::Fitted),
        curves: drawn,
    });
    Some(format!("data:image/svg+xml;base64,{}", BASE64_STANDARD.encode(picture)))
}

fn curve(line: &Standing) -> Option<Curve> {
    let points =
        line.form.as_ref()?.curve.iter().map(|&(games, rating)| Point::new(f64::from(games), rating)).collect();
    Some(Curve { label: visible_line(&line.name).into_owned(), points, stated: false })
}
