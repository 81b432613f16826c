//! Axes: what lies where on them, and which numbers stand beside them.

/// What an axis shows and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// How numbers become places.
    pub scale: Scale,
}

/// How numbers become places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally far apart.
    Linear,
    /// The same from the least of what is shown to the most, wherever 0 is.
    Fitted,
    /// Equal ratios are equally far apart; only numbers above 0 can be shown.
    Logarithmic,
}

/// An axis with the range of what it must show.
#[derive(Debug, Clone)]
pub(super) struct Ruler {
    scale: Scale,
    low: f64,
    high: f64,
}

impl Ruler {
    /// A ruler on which all values fit; a linear one begins at 0 unless there is less.
    pub(super) fn over(scale: Scale, values: impl Iterator<Item = f64>) -> Ruler {
        let usable = |value: &f64| value.is_finite() && (scale != Scale::Logarithmic || *value > 0.0);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(usable) {
            (low, high) = (low.min(value), high.max(value));
        }
        match scale {
            Scale::Linear => Ruler { scale, low: low.min(0.0), high: if high > low.min(0.0) { high } else { 1.0 } },
            Scale::Fitted if low > high => Ruler { scale, low: 0.0, high: 1.0 },
            Scale::Fitted => {
                // A step of round numbers on either side, so that no curve runs along the frame; what hardly changes looks like it.
                let span = (high - low).max(high.abs() / 20.0).max(1e-3);
                let step = round_step(span / 5.0);
                Ruler { scale, low: ((low / step).floor() - 1.0) * step, high: ((high / step).ceil() + 1.0) * step }
            }
            Scale::Logarithmic if low > high => Ruler { scale, low: 1.0, high: 10.0 },
            Scale::Logarithmic => Ruler { scale, low, high: if high > low { high } else { low * 10.0 } },
        }
    }

    /// How far along the ruler a value lies, from 0 to 1.
    pub(super) fn share(&self, value: f64) -> f32 {
        let along = match self.scale {
            Scale::Linear | Scale::Fitted => (value - self.low) / (self.high - self.low),
            Scale::Logarithmic => (value.max(self.low) / self.low).ln() / (self.high / self.low).ln(),
        };
        along.clamp(0.0, 1.0) as f32
    }

    /// Values to write beside the ruler, with their texts.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let values: Vec<f64> = match self.scale {
            Scale::Linear | Scale::Fitted => {
                let step = round_step((self.high - self.low) / 5.0);
                let first = (self.low / step).ceil() as i64;
                (first..)
                    .map(|number| number as f64 * step)
                    .take_while(|value| *value <= self.high * 1.000_001)
                    .collect()
            }
            Scale::Logarithmic => self.ratios(),
        };
        values.into_iter().map(|value| (value, short(value))).collect()
    }

    /// Powers of ten, and 2 and 5 of each where there are few.
    fn ratios(&self) -> Vec<f64> {
        let decades = (self.high / self.low).log10();
        let steps: &[f64] = if decades > 2.5 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let every = (decades / 7.0).ceil().max(1.0) as i32;
        let first = self.low.log10().floor() as i32;
        let powers = (first..=self.high.log10().ceil() as i32).filter(|power| power.rem_euclid(every) == 0);
        powers
            .flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)))
            .filter(|value| (self.low * 0.999..=self.high * 1.001).contains(value))
            .collect()
    }
}

/// The step of 1, 2 or 5 times a power of ten that is next above.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= least * 0.999).unwrap_or(least)
}

/// A number in few characters.
fn short(value: f64) -> String {
    let (scaled, suffix) = match value.abs() {
        size if size >= 1e9 => (value / 1e9, " G"),
        size if size >= 1e6 => (value / 1e6, " M"),
        size if size >= 1e4 => (value / 1e3, " k"),
        _ => (value, ""),
    };
    let rounded = (scaled * 1e4).round() / 1e4;
    format!("{rounded}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(scale: Scale, values: [f64; 2]) -> Vec<String> {
        Ruler::over(scale, values.into_iter()).ticks().into_iter().map(|tick| tick.1).collect()
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(texts(Scale::Linear, [3.0, 48.0]), ["0", "10", "20", "30", "40"]);
        assert_eq!(texts(Scale::Linear, [0.0, 1.0]), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(texts(Scale::Fitted, [1412.0, 1588.0]), ["1400", "1500", "1600"]);
        assert_eq!(texts(Scale::Fitted, [1500.0, 1500.0]), ["1480", "1490", "1500", "1510", "1520"]);
        assert_eq!(texts(Scale::Logarithmic, [1.0, 1e6]), ["1", "10", "100", "1000", "10 k", "100 k", "1 M"]);
        assert_eq!(texts(Scale::Logarithmic, [10.0, 100.0]), ["10", "20", "50", "100"]);
    }

    #[test]
    fn a_ruler_without_values_is_still_a_ruler() {
        for scale in [Scale::Linear, Scale::Fitted, Scale::Logarithmic] {
            let ruler = Ruler::over(scale, [f64::NAN, f64::INFINITY].into_iter());
            assert!(ruler.share(0.5).is_finite() && ruler.ticks().len() < 20);
        }
    }

    #[test]
    fn ratios_are_equally_far_apart() {
        let ruler = Ruler::over(Scale::Logarithmic, [1.0, 100.0].into_iter());
        assert_eq!([1.0, 10.0, 100.0].map(|value| ruler.share(value)), [0.0, 0.5, 1.0]);
    }
}
