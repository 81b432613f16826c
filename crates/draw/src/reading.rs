//! Questions that every drawing asks of a view: names, percentages, the sentence that says whose turn it is.

use joute_games::Side;
use joute_games::view::{BoardView, Control, Fill, Part, Piece};

/// What a part is called: the last word of its place before the first comma, `e4`, and `A` of `pit A`.
pub(crate) fn name(part: &Part) -> String {
    let place = part.place.to_string();
    let first = place.split(',').next().unwrap_or_default();
    first.split_whitespace().next_back().unwrap_or_default().to_owned()
}

/// The controls worth showing: a colour also when it is barred now, a pass only when it can be played.
pub(crate) fn shown_controls(view: &BoardView) -> impl Iterator<Item = &Control> {
    view.controls.iter().filter(|control| control.is_legal || control.colour.is_some())
}

/// The share of all there is, in percent.
pub(crate) fn percent(view: &BoardView, tally: u32) -> f32 {
    if view.total == 0 { 0.0 } else { tally as f32 * 100.0 / view.total as f32 }
}

/// Whose turn it is, or how the game stands now that it is over.
pub(crate) fn turn_sentence(view: &BoardView) -> String {
    let [first, second] = &view.sides;
    match view.turn {
        Some(side) => format!("{} to move", view.sides[side].name),
        None if first.tally == second.tally => format!("Game over, a draw at {} {} each", first.tally, view.unit),
        None => {
            let [winner, loser] = if first.tally > second.tally { [first, second] } else { [second, first] };
            format!("Game over, {} wins {} to {} {}", winner.name, winner.tally, loser.tally, view.unit)
        }
    }
}

/// Which colours the sides may never choose, where there are any: `Forbidden: RG to Player 1, B to Player 2.`
pub(crate) fn forbidden_sentence(view: &BoardView) -> Option<String> {
    let sides = view.sides.iter().filter(|side| !side.forbidden.is_empty());
    let told: Vec<String> = sides.map(|side| format!("{} to {}", side.forbidden_letters(), side.name)).collect();
    (!told.is_empty()).then(|| format!("Forbidden: {}.", told.join(", ")))
}

/// One sentence that describes the board to those who cannot see it.
pub(crate) fn description(view: &BoardView) -> String {
    let [first, second] = &view.sides;
    let total = view.total;
    let forbidden = forbidden_sentence(view).map(|sentence| format!(" {sentence}")).unwrap_or_default();
    format!(
        "{}. {} has {} and {} has {} of {total} {}.{forbidden}",
        turn_sentence(view),
        first.name,
        first.tally,
        second.name,
        second.tally,
        view.unit
    )
}

/// Columns and rows of a lattice that really has a part for each of its cells.
pub(crate) fn lattice(view: &BoardView) -> Option<(usize, usize)> {
    let [columns, rows] = view.lattice?;
    let (columns, rows) = (columns as usize, rows as usize);
    (columns > 0 && columns.checked_mul(rows) == Some(view.parts.len())).then_some((columns, rows))
}

/// Whether marking a side's changed cells says anything: where the whole territory took a new colour it does not.
pub(crate) fn marks_changes(view: &BoardView, side: Side) -> bool {
    view.parts.iter().any(|part| part.owner == Some(side) && !part.is_changed)
}

/// Whether the part is a place of the board rather than a hole in it.
pub(crate) fn is_open(part: &Part) -> bool {
    part.fill != Fill::Blocked
}

/// How many seeds lie on a part.
pub(crate) fn seeds(part: &Part) -> u32 {
    match part.piece {
        Piece::Seeds(count) => count,
        Piece::None | Piece::Disc(_) => 0,
    }
}
