//! A number of a player that is tuned: its name, the values it may have, and the one it begins with.

use std::str::FromStr;

use joute_games::Excerpt;

use super::TuningError;
use super::decimal::{Decimal, MOST_DECIMALS, unit};

/// The most values of a parameter.
const MOST_VALUES: i64 = 1_000_000_000;

/// Values that a range written with decimals has at least, where no step is said.
const FINE: i64 = 1000;

/// A parameter: the values from a low end on in equal steps, known by their numbers from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    name: String,
    low: i64,
    step: i64,
    last: u32,
    decimals: u32,
    start: u32,
}

impl Parameter {
    fn new(name: &str, low: Decimal, high: Decimal, step: Option<Decimal>) -> Result<Parameter, TuningError> {
        let name = name.to_owned();
        let span = high.units - low.units;
        if span <= 0 {
            return Err(TuningError::Empty { name, low: low.to_string(), high: high.to_string() });
        }
        let written = low.decimals.max(high.decimals);
        let step = step.unwrap_or_else(|| usual_step(span, written));
        let last = if step.units > 0 { span / step.units } else { i64::MAX - 1 };
        if !(1..MOST_VALUES).contains(&last) {
            let values = if step.units > 0 { format!("{} values", last + 1) } else { "no way up".to_owned() };
            return Err(TuningError::Step { name, step: step.to_string(), values });
        }
        // It fits: there are at most so many values.
        let last = last as u32;
        let decimals = written.max(step.decimals);
        Ok(Parameter { name, low: low.units, step: step.units, last, decimals, start: last.div_ceil(2) })
    }

    /// The same beginning at another value than the middle one.
    pub fn begun_at(mut self, text: &str) -> Result<Parameter, TuningError> {
        let start = number(&self.name, text)?;
        let above = start.units - self.low;
        let at = u32::try_from(above / self.step).ok().filter(|at| *at <= self.last && above % self.step == 0);
        match at.filter(|_| above >= 0) {
            Some(start) => self.start = start,
            None => {
                let (start, values) = (text.to_owned(), self.values_in_words());
                return Err(TuningError::Start { name: self.name, start, values });
            }
        }
        Ok(self)
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of the value it begins with.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The number of its highest value.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// A value as it is written into a locator.
    pub fn text(&self, number: u32) -> String {
        self.decimal(number).to_string()
    }

    /// A value as a number; one between two values is between their numbers.
    pub fn value(&self, number: f64) -> f64 {
        let [low, step] = [self.low, self.step].map(|units| Decimal { units, decimals: 0 }.as_f64());
        low + number * step
    }

    /// The difference between two neighbouring values.
    pub fn step(&self) -> f64 {
        Decimal { units: self.step, decimals: 0 }.as_f64()
    }

    /// `-5 to 20`, or `0.0 to 1.0 in steps of 0.5`.
    pub fn values_in_words(&self) -> String {
        let ends = format!("{} to {}", self.text(0), self.text(self.last));
        match self.step == unit(0) && self.decimals == 0 {
            true => ends,
            false => format!("{ends} in steps of {}", Decimal { units: self.step, decimals: self.decimals }),
        }
    }

    fn decimal(&self, number: u32) -> Decimal {
        Decimal { units: self.low + self.step * i64::from(number.min(self.last)), decimals: self.decimals }
    }
}

/// One for whole numbers; otherwise the last decimal that was written, or a finer one if that leaves few values.
fn usual_step(span: i64, written: u32) -> Decimal {
    let is_fine = |decimals: &u32| *decimals == 0 || span / unit(*decimals) >= FINE;
    let decimals = (written..=MOST_DECIMALS).find(is_fine).unwrap_or(MOST_DECIMALS);
    Decimal { units: unit(decimals), decimals }
}

fn number(name: &str, text: &str) -> Result<Decimal, TuningError> {
    Decimal::parse(text).ok_or_else(|| TuningError::Number { name: name.to_owned(), number: Excerpt::of(text) })
}

/// `a=-5..20`, `w=0.0..1.0`, `w=0.0..1.0:0.05`.
impl FromStr for Parameter {
    type Err = TuningError;

    fn from_str(text: &str) -> Result<Parameter, TuningError> {
        let wrong = || TuningError::Range(Excerpt::of(text));
        let (name, range) = text.split_once('=').ok_or_else(wrong)?;
        let name = name.trim();
        let (low, rest) = range.split_once("..").ok_or_else(wrong)?;
        let (high, step) = rest.split_once(':').map_or((rest, None), |(high, step)| (high, Some(step)));
        if name.is_empty() {
            return Err(wrong());
        }
        let read = |text: &str| number(name, text.trim());
        Parameter::new(name, read(low)?, read(high)?, step.map(read).transpose()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_testkit::properties;
    use proptest::prelude::*;

    fn parameter(text: &str) -> Parameter {
        text.parse().unwrap()
    }

    fn complaint(text: &str) -> String {
        text.parse::<Parameter>().unwrap_err().to_string()
    }

    #[test]
    fn whole_numbers_stay_whole() {
        let weight = parameter("a=-5..20");
        assert_eq!((weight.name(), weight.last(), weight.text(0).as_str()), ("a", 25, "-5"));
        assert_eq!((weight.text(25), weight.text(weight.start())), ("20".to_owned(), "8".to_owned()));
        assert_eq!(weight.text(99), "20", "no number leads out of the range");
        assert_eq!((weight.value(5.5), weight.step()), (0.5, 1.0));
        assert_eq!(parameter("a=0..100:25").values_in_words(), "0 to 100 in steps of 25");
        assert_eq!(parameter("a=0..10:4").values_in_words(), "0 to 8 in steps of 4");
    }

    #[test]
    fn decimals_are_exact_and_fine_enough() {
        let weight = parameter("w=0.0..1.0:0.05");
        assert_eq!((weight.last(), weight.text(3), weight.text(20)), (20, "0.15".to_owned(), "1.00".to_owned()));
        assert_eq!((parameter("w=0.0..1.0").last(), parameter("w=0.00..0.03").last()), (1000, 3000));
        assert_eq!((parameter("w=0..1:0.1").last(), parameter("w=-0.5..5000").last()), (10, 50_005));
        assert_eq!(parameter("w=-0.5..0.5:0.1").text(5), "0.0");
    }

    #[test]
    fn it_begins_in_the_middle_or_where_one_says() {
        assert_eq!(parameter("a=0..10").start(), 5);
        assert_eq!(parameter("a=-5..20").begun_at("-5").unwrap().start(), 0);
        assert_eq!(parameter("w=0.0..1.0:0.05").begun_at("0.15").unwrap().start(), 3);
        for start in ["21", "-6", "1.5"] {
            let error = parameter("a=-5..20").begun_at(start).unwrap_err().to_string();
            assert_eq!(error, format!("start {start} of a: not one of its values, which are -5 to 20"));
        }
        let error = parameter("w=0.0..1.0:0.05").begun_at("0.07").unwrap_err().to_string();
        assert!(error.ends_with("0.00 to 1.00 in steps of 0.05"), "{error}");
        assert!(parameter("a=0..1").begun_at("one").unwrap_err().to_string().contains("\"one\" is no number here"));
    }

    #[test]
    fn ranges_that_are_none_are_explained() {
        for text in ["a", "a=3", "a=1-3", "=1..3", ""] {
            assert!(complaint(text).contains("expected NAME=LOW..HIGH"), "{text}");
        }
        assert!(complaint("a=3..3").contains("range of a: 3 to 3 is empty"));
        assert!(complaint("a=3..-3").contains("3 to -3 is empty"));
        assert!(complaint("a=0..x").contains("a: \"x\" is no number here"));
        assert!(complaint("a=0..10:20").contains("a step of 20 leaves 1 values"));
        assert!(complaint("a=0..10:0").contains("a step of 0 leaves no way up"));
        assert!(complaint("a=0..10:-1").contains("a step of -1 leaves no way up"));
        assert!(complaint("a=0..1000000000:0.1").contains("leaves 10000000001 values"));
        assert!(complaint("a=0..1e9").contains("no number here"));
    }

    proptest! {
        #![proptest_config(properties::cases(256))]

        #[test]
        fn no_text_panics(text in "a=-?[0-9.]{0,14}[.][.]-?[0-9.]{0,14}(:-?[0-9.]{0,11})?|\\PC{0,20}", start in "-?[0-9.]{0,22}") {
            if let Ok(parameter) = text.parse::<Parameter>() {
                let ends = [parameter.text(0), parameter.text(parameter.last())];
                for end in ends {
                    prop_assert!(parameter.clone().begun_at(&end).is_ok(), "{end}");
                }
                let _ = parameter.begun_at(&start);
            }
        }
    }
}
