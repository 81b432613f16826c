//! Values of positions in words people read: `Black +4 discs`.

use joute_games::view::SideView;
use joute_games::{GameInfo, Side};
use joute_messages::Language;

/// A lead of First as `Black +4`, `White +2.5` or `even`.
pub(crate) fn lead(info: &GameInfo, lead_of_first: f64) -> String {
    let rounded = (lead_of_first * 10.0).round() / 10.0;
    let side = if rounded > 0.0 { Side::First } else { Side::Second };
    if rounded == 0.0 {
        "even".to_owned()
    } else {
        format!("{} {}", info.side(side, Language::EN), signed(rounded.abs()))
    }
}

/// The colours that a side may never choose, followed by a gap; nothing where there are none.
pub(crate) fn forbidden(side: &SideView) -> String {
    let letters = side.forbidden_letters();
    if letters.is_empty() { letters } else { format!("forbidden {letters}  ") }
}

/// A number with its sign, and a decimal only where it has one.
pub(crate) fn signed(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    // Minus zero reads badly.
    let rounded = if rounded == 0.0 { 0.0 } else { rounded };
    if rounded.fract() == 0.0 { format!("{rounded:+.0}") } else { format!("{rounded:+.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_name_who_is_ahead() {
        let info = joute_catalog::find_game("othello").unwrap().info;
        assert_eq!(lead(info, 4.0), "Black +4");
        assert_eq!(lead(info, -2.46), "White +2.5");
        assert_eq!(lead(info, 0.04), "even");
        assert_eq!([signed(3.0), signed(-0.5), signed(-0.01)], ["+3", "-0.5", "+0"]);
    }
}
