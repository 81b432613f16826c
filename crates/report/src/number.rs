//! Numbers as people read them.

use joute_messages::{Language, message};

/// A number of points with at most two decimals and no needless zeros.
pub fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// What so many points are called.
pub(crate) fn points_word(points: f64, language: Language) -> String {
    message!("report-points-word", count = points).text(language)
}

/// A rating with its sign.
pub(crate) fn rating(rating: f64) -> String {
    format!("{rating:+.0}").replace("-0", "0").replace('-', "−").replace("+0", "0")
}

/// A share in percent.
pub(crate) fn percent(part: u32, whole: u32) -> String {
    if whole == 0 { "–".to_owned() } else { format!("{:.1} %", f64::from(part) * 100.0 / f64::from(whole)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([2.0, 1.5, 0.25, -0.0, 1e3].map(points), ["2", "1.5", "0.25", "0", "1000"]);
        assert_eq!([191.4, -191.4, 0.2, -0.3].map(rating), ["+191", "−191", "0", "0"]);
        assert_eq!([0.0, 1.0, 1.5].map(|count| points_word(count, Language::EN)), ["points", "point", "points"]);
        assert_eq!([0.0, 1.5, 2.0].map(|count| points_word(count, Language::FR)), ["point", "point", "points"]);
        assert_eq!([percent(1, 8), percent(0, 0)], ["12.5 %", "–"]);
    }
}
