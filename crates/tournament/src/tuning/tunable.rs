//! A player with numbers left open, and what is known about each of them.

use joute_games::Excerpt;

use super::template::Template;
use super::{Parameter, TuningError, Values};

/// A player that can be tuned: a locator with placeholders and a parameter for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tunable {
    template: Template,
    parameters: Vec<Parameter>,
}

impl Tunable {
    /// The player of a locator with placeholders; there must be a parameter for each of them and no other.
    pub fn new(template: &str, parameters: Vec<Parameter>) -> Result<Tunable, TuningError> {
        let template = Template::parse(template)?;
        if template.names().next().is_none() {
            return Err(TuningError::NoPlaceholder(Excerpt::of(template.text())));
        }
        let has_range = |name: &str| parameters.iter().any(|parameter| parameter.name() == name);
        if let Some(name) = template.names().find(|name| !has_range(name)) {
            return Err(TuningError::NoRange(name.to_owned()));
        }
        for (at, parameter) in parameters.iter().enumerate() {
            let name = parameter.name();
            if !template.names().any(|there| there == name) {
                return Err(TuningError::NotThere { name: name.to_owned(), text: Excerpt::of(template.text()) });
            }
            if parameters[..at].iter().any(|other| other.name() == name) {
                return Err(TuningError::Twice(name.to_owned()));
            }
        }
        Ok(Tunable { template, parameters })
    }

    /// The same from texts: ranges (`a=-5..20`) and starts (`a=1`).
    pub fn parse(template: &str, ranges: &[String], starts: &[String]) -> Result<Tunable, TuningError> {
        let parameters = ranges.iter().map(|range| range.parse()).collect::<Result<_, _>>()?;
        let mut player = Tunable::new(template, parameters)?;
        let mut begun: Vec<&str> = Vec::new();
        for start in starts {
            let (name, value) = start.split_once('=').ok_or_else(|| TuningError::StartText(Excerpt::of(start)))?;
            let name = name.trim();
            let parameter = player.parameters.iter_mut().find(|parameter| parameter.name() == name);
            let parameter = parameter.ok_or_else(|| TuningError::StartOfNothing(name.to_owned()))?;
            if begun.contains(&name) {
                return Err(TuningError::Twice(name.to_owned()));
            }
            begun.push(name);
            *parameter = parameter.clone().begun_at(value.trim())?;
        }
        Ok(player)
    }

    /// The locator with its placeholders, as it was written.
    pub fn template(&self) -> &str {
        self.template.text()
    }

    /// What is tuned.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The values that it begins with.
    pub fn start(&self) -> Values {
        self.parameters.iter().map(Parameter::start).collect()
    }

    /// The locator of the player with these values.
    pub fn locator(&self, values: &[u32]) -> String {
        let named = |name: &str| self.parameters.iter().zip(values).find(|(parameter, _)| parameter.name() == name);
        self.template.fill(|name| named(name).map_or(String::new(), |(parameter, value)| parameter.text(*value)))
    }

    /// Values at the ends of the ranges: each parameter at its lowest and at its highest, the others at their starts.
    pub fn extremes(&self) -> Vec<Values> {
        let ends = |(at, parameter): (usize, &Parameter)| {
            [0, parameter.last()].map(|end| {
                let mut values = self.start();
                values[at] = end;
                values
            })
        };
        self.parameters.iter().enumerate().flat_map(ends).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(template: &str, ranges: &[&str], starts: &[&str]) -> Result<Tunable, String> {
        let [ranges, starts] =
            [ranges, starts].map(|texts| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        Tunable::parse(template, &ranges, &starts).map_err(|error| error.to_string())
    }

    #[test]
    fn a_locator_has_the_values_in_its_places() {
        let player = parse("mix:{a},{b},{a}", &["b=0.0..1.0:0.5", "a=-5..20"], &["a=1"]).unwrap();
        assert_eq!(player.locator(&player.start()), "mix:1,0.5,1");
        assert_eq!(player.locator(&[2, 0]), "mix:-5,1.0,-5");
        let extremes: Vec<String> = player.extremes().iter().map(|values| player.locator(values)).collect();
        assert_eq!(extremes, ["mix:1,0.0,1", "mix:1,1.0,1", "mix:-5,0.5,-5", "mix:20,0.5,20"]);
    }

    #[test]
    fn placeholders_and_ranges_must_fit() {
        let said = |template: &str, ranges: &[&str], starts: &[&str]| parse(template, ranges, starts).unwrap_err();
        assert!(said("mix:1,1", &["a=0..1"], &[]).contains("there is nothing to tune in it"));
        assert_eq!(said("mix:{a},{b}", &["a=0..1"], &[]), "{b} has no range; expected --range b=LOW..HIGH");
        assert_eq!(said("mix:{a}", &["a=0..1", "c=0..1"], &[]), "range of c: there is no {c} in \"mix:{a}\"");
        assert!(said("mix:{a}", &["a=0..1", "a=0..2"], &[]).contains("a is there twice"));
        assert!(said("mix:{a}", &["a=0..1"], &["a=0", "a=1"]).contains("a is there twice"));
        assert!(said("mix:{a}", &["a=0..1"], &["b=0"]).contains("start of b: it has no range"));
        assert!(said("mix:{a}", &["a=0..1"], &["a"]).contains("expected NAME=VALUE"));
        assert!(said("mix:{a}", &["a=0..1"], &["a=2"]).contains("which are 0 to 1"));
    }
}
