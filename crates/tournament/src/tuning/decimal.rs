//! Decimal numbers as people write them, kept exactly: a value is written into a locator as it would be by hand.

/// Decimals that are kept.
pub(super) const MOST_DECIMALS: u32 = 9;

/// The largest number.
const LARGEST: i64 = 1_000_000_000;

/// A decimal number, in units of 10^-9, and how many decimals it was written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    pub(super) units: i64,
    pub(super) decimals: u32,
}

/// Units in a number whose last decimal is this one.
pub(super) fn unit(decimals: u32) -> i64 {
    10_i64.pow(MOST_DECIMALS.saturating_sub(decimals))
}

impl Decimal {
    /// Reads `12`, `-3` or `0.25`.
    pub(super) fn parse(text: &str) -> Option<Decimal> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let is_whole = !digits.contains('.') || !fraction.is_empty();
        if whole.is_empty() || !is_number(whole) || !is_number(fraction) || !is_whole {
            return None;
        }
        let decimals = u32::try_from(fraction.len()).ok().filter(|decimals| *decimals <= MOST_DECIMALS)?;
        let whole = whole.parse::<i64>().ok().filter(|whole| *whole <= LARGEST)?;
        let fraction = if fraction.is_empty() { 0 } else { fraction.parse::<i64>().ok()? * unit(decimals) };
        let units = whole * unit(0) + fraction;
        (units <= LARGEST * unit(0)).then_some(Decimal { units: sign * units, decimals })
    }

    /// The number as a programming language has it.
    pub(super) fn as_f64(self) -> f64 {
        self.units as f64 / unit(0) as f64
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (sign, size) = (if self.units < 0 { "-" } else { "" }, self.units.unsigned_abs());
        let (whole, rest) = (size / unit(0).unsigned_abs(), size % unit(0).unsigned_abs());
        write!(f, "{sign}{whole}")?;
        match self.decimals {
            0 => Ok(()),
            decimals => write!(f, ".{:0>1$}", rest / unit(decimals).unsigned_abs(), decimals as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_they_were_read() {
        for text in ["0", "12", "-3", "0.25", "-0.05", "1000000000", "-1000000000.000000000", "3.10"] {
            assert_eq!(Decimal::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Decimal::parse("-0.0").unwrap().to_string(), "0.0");
        assert_eq!(Decimal::parse("007").unwrap().to_string(), "7");
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "",
            "-",
            ".",
            "1.",
            ".5",
            "1e3",
            "inf",
            "NaN",
            "+1",
            "--1",
            "1 ",
            "1,5",
            "1.0000000001",
            "1000000001",
            "9999999999999999999999",
            "१",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
        assert_eq!(Decimal::parse("1000000000.5"), None);
    }
}
