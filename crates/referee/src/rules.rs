//! The rules of a match as one value with one text, the same in a file, on the command line and in a record.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use joute_games::{Excerpt, Side};
use joute_messages::{Localize, Message, localized_error, message};

use crate::agreement::Agreement;
use crate::rule::{RULES, find_rule, known_keys};

/// Time, clock, cap, order and opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchRules {
    /// Thinking time of each player for a whole game; `None` is without limit.
    pub time: Option<Duration>,
    /// Thinking time for one move.
    pub move_time: Option<Duration>,
    /// What each move played adds to the time left.
    pub increment: Duration,
    /// Which time counts.
    pub clock: ClockKind,
    /// The deterministic clock of WebAssembly players.
    pub fuel: Option<Fuel>,
    /// What happens when a player thinks too long.
    pub on_overtime: OnOvertime,
    /// Plies after which the tally decides; `None` is the game's own number.
    pub cap: Option<u32>,
    /// Who moves first in the games of a match.
    pub order: Order,
    /// Random plies before the players take over, from the second pair on, where the start position is always the same.
    pub opening: u32,
    /// Time to load and to answer the greeting.
    pub load: Duration,
    /// Whether programs may think on the opponent's time; they are stopped otherwise.
    pub ponder: bool,
    /// What built-in players keep back of every limit of time at least, so as not to be late on a busy machine.
    pub time_margin: Duration,
    /// How late a move may be before it counts as overtime.
    pub tolerance: Duration,
    /// What First and Second have otherwise.
    pub handicaps: [Handicap; 2],
    /// When the scores of both players end a game as won.
    pub resign: Option<Agreement>,
    /// When the scores of both players end a game as drawn.
    pub draw: Option<Agreement>,
    /// Positions that may be looked at before each turn to know the result of perfect play, which then ends the game.
    pub exact: Option<u64>,
}

/// What one side has otherwise than the rules say for both; nothing where it is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Handicap {
    /// Thinking time for a whole game.
    pub time: Option<Option<Duration>>,
    /// Thinking time for one move.
    pub move_time: Option<Option<Duration>>,
    /// What each move played adds to the time left.
    pub increment: Option<Duration>,
    /// The deterministic clock of WebAssembly players.
    pub fuel: Option<Option<Fuel>>,
}

/// Which time counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockKind {
    /// What passes on the wall.
    Wall,
    /// What the player's processes computed.
    Cpu,
}

/// An allowance of instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fuel {
    /// How much.
    pub amount: u64,
    /// For what.
    pub per: FuelPer,
}

/// What an allowance is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FuelPer {
    /// Each move anew.
    Move,
    /// The whole game.
    Game,
}

/// What overtime does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnOvertime {
    /// The game is lost.
    Forfeit,
    /// The turn is lost: the board stays as it is and the other side moves.
    Skip,
}

/// Who moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Each board is played twice with seats swapped.
    Paired,
    /// The seats of each game are drawn.
    Drawn,
}

impl Default for MatchRules {
    fn default() -> MatchRules {
        MatchRules {
            time: Some(Duration::from_secs(120)),
            move_time: None,
            increment: Duration::ZERO,
            clock: ClockKind::Wall,
            fuel: None,
            on_overtime: OnOvertime::Forfeit,
            cap: None,
            order: Order::Paired,
            opening: 6,
            load: Duration::from_secs(10),
            ponder: false,
            time_margin: Duration::ZERO,
            tolerance: Duration::ZERO,
            handicaps: [Handicap::default(); 2],
            resign: None,
            draw: None,
            exact: None,
        }
    }
}

/// A rules text that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulesError {
    /// Not a known key.
    UnknownKey(Excerpt),
    /// A key given twice.
    Repeated(Excerpt),
    /// A value the key does not take.
    BadValue {
        /// The key.
        key: String,
        /// The value as written.
        value: Excerpt,
        /// What it takes.
        expected: Message,
    },
}

impl Localize for RulesError {
    fn message(&self) -> Message {
        match self {
            RulesError::UnknownKey(key) => message!("error-rule-unknown", key = key.to_string(), known = known_keys()),
            RulesError::Repeated(key) => message!("error-rule-repeated", key = key.to_string()),
            RulesError::BadValue { key, value, expected } => {
                let (key, value) = (key.clone(), value.to_string());
                message!("error-rule-value", key = key, value = value, expected = expected.clone())
            }
        }
    }
}

localized_error!(RulesError);

impl MatchRules {
    /// The rules as they are for one side.
    #[must_use]
    pub fn of_side(&self, side: Side) -> MatchRules {
        let own = self.handicaps[side];
        MatchRules {
            time: own.time.unwrap_or(self.time),
            move_time: own.move_time.unwrap_or(self.move_time),
            increment: own.increment.unwrap_or(self.increment),
            fuel: own.fuel.unwrap_or(self.fuel),
            handicaps: [Handicap::default(); 2],
            ..self.clone()
        }
    }

    /// The same rules where everybody has changed seats.
    #[must_use]
    pub fn swapped(&self) -> MatchRules {
        let [first, second] = self.handicaps;
        MatchRules { handicaps: [second, first], ..self.clone() }
    }

    /// Whether a side has anything otherwise.
    pub fn has_handicap(&self) -> bool {
        self.handicaps != [Handicap::default(); 2]
    }

    /// Time for a game and increment, where there is a limit and both sides have the same.
    pub fn shared_clock(&self) -> Option<(Duration, Duration)> {
        let [first, second] =
            Side::BOTH.map(|side| self.of_side(side)).map(|rules| Some((rules.time?, rules.increment)));
        first.filter(|_| first == second)
    }

    /// Changes one rule from its text; `-` takes a limit away.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        let rule = find_rule(key).ok_or_else(|| RulesError::UnknownKey(Excerpt::of(key)))?;
        let bad = || RulesError::BadValue {
            key: key.to_owned(),
            value: Excerpt::of(value),
            expected: Message::new(rule.expected),
        };
        (rule.set)(self, value).ok_or_else(bad)
    }
}

/// Reads `120s`, `500ms`, `250us`, `2m`, `1h` or a plain number of seconds, which may have a fraction; at most 30 days.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let digits = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let total = number.parse::<f64>().ok()? * seconds;
    // Rounded to microseconds so that what is printed reads back as itself.
    (0.0..=30.0 * 86_400.0).contains(&total).then(|| Duration::from_micros((total * 1e6).round() as u64))
}

/// Writes a time in its shortest whole unit.
pub fn duration_text(duration: Duration) -> String {
    let micros = duration.as_micros();
    if micros == 0 {
        "0".to_owned()
    } else if micros.is_multiple_of(1_000_000) {
        format!("{}s", micros / 1_000_000)
    } else if micros.is_multiple_of(1000) {
        format!("{}ms", micros / 1000)
    } else {
        format!("{micros}us")
    }
}

impl FromStr for MatchRules {
    type Err = RulesError;
    fn from_str(text: &str) -> Result<MatchRules, RulesError> {
        let mut rules = MatchRules::default();
        let mut seen: Vec<&str> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            if seen.contains(&key) {
                return Err(RulesError::Repeated(Excerpt::of(key)));
            }
            seen.push(key);
            rules.set(key.trim(), value.trim())?;
        }
        Ok(rules)
    }
}

impl fmt::Display for MatchRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = RULES.iter().filter(|rule| !rule.is_implied || (rule.print)(self) != rule.default_text());
        for (index, rule) in told.enumerate() {
            write!(f, "{}{}={}", if index == 0 { "" } else { "," }, rule.key, (rule.print)(self))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_testkit::properties;
    use proptest::prelude::*;

    #[test]
    fn the_text_of_the_specification_reads_back() {
        let text =
            "time=120s,move_time=1s,increment=0,clock=wall,fuel=-,on_overtime=forfeit,cap=1000,order=paired,opening=6";
        let rules: MatchRules = text.parse().unwrap();
        assert_eq!(rules.to_string(), format!("{text},load=10s"));
        assert_eq!(rules.cap, Some(1000));
        assert_eq!("".parse(), Ok(MatchRules::default()));
        let text = format!("{text},load=10s,ponder=yes,time_margin=20ms");
        assert_eq!(text.parse::<MatchRules>().unwrap().to_string(), text);
    }

    #[test]
    fn every_rule_reads_back_what_it_prints_and_says_what_it_expects() {
        for rule in RULES {
            let mut rules = MatchRules::default();
            let printed = rule.default_text();
            rules.set(rule.key, &printed).unwrap();
            assert_eq!(rules, MatchRules::default(), "{}", rule.key);
            let error = rules.set(rule.key, "?").unwrap_err().to_string();
            assert!(error.ends_with(&Message::new(rule.expected).text(joute_messages::Language::EN)), "{error}");
            assert!(!rule.help.is_empty() && RULES.iter().filter(|other| other.key == rule.key).count() == 1);
        }
    }

    #[test]
    fn mistakes_are_explained() {
        let message = |text: &str| text.parse::<MatchRules>().unwrap_err().to_string();
        assert_eq!(message("time=fast"), "match rule time=\"fast\": expected a time such as 120s, 500ms or 2m");
        assert!(message("tiem=1s").contains("unknown match rule \"tiem\""));
        assert!(message("cap=0").contains("from 1"));
        assert!(message("time=1s,time=2s").contains("twice"));
    }

    #[test]
    fn a_handicap_is_one_sides_and_goes_with_it() {
        let text = "time=60s,first_time=10s,second_move_time=-,second_increment=1s,first_fuel=50M/game";
        let rules: MatchRules = text.parse().unwrap();
        let [first, second] = Side::BOTH.map(|side| rules.of_side(side));
        let seconds = Duration::from_secs;
        assert_eq!((first.time, first.increment), (Some(seconds(10)), Duration::ZERO));
        assert_eq!((second.time, second.increment, second.fuel), (Some(seconds(60)), seconds(1), None));
        assert_eq!((first.fuel, rules.shared_clock()), (Some(Fuel { amount: 50_000_000, per: FuelPer::Game }), None));
        assert_eq!(rules.to_string().parse(), Ok(rules.clone()));
        assert!(
            rules
                .to_string()
                .ends_with("first_time=10s,first_fuel=50000000/game,second_move_time=-,second_increment=1s")
        );
        let swapped = rules.swapped();
        assert_eq!(Side::BOTH.map(|side| swapped.of_side(side)), [second, first]);
        assert_eq!(swapped.swapped(), rules);
        let even: MatchRules = "time=60s,increment=1s".parse().unwrap();
        assert_eq!((even.swapped(), even.shared_clock()), (even.clone(), Some((seconds(60), seconds(1)))));
    }

    #[test]
    fn fuel_is_for_a_move_or_for_a_game() {
        let fuel = |text: &str| text.parse::<MatchRules>().map(|rules| rules.fuel);
        assert_eq!(fuel("fuel=1000000"), Ok(Some(Fuel { amount: 1_000_000, per: FuelPer::Move })));
        assert_eq!(fuel("fuel=500k/move"), Ok(Some(Fuel { amount: 500_000, per: FuelPer::Move })));
        assert_eq!(fuel("fuel=50M/game"), Ok(Some(Fuel { amount: 50_000_000, per: FuelPer::Game })));
        assert_eq!(fuel("fuel=2G"), Ok(Some(Fuel { amount: 2_000_000_000, per: FuelPer::Move })));
        let rules: MatchRules = "fuel=50M/game".parse().unwrap();
        assert!(rules.to_string().contains("fuel=50000000/game,"), "one text, whatever was typed");
        for text in ["fuel=0", "fuel=M", "fuel=1.5M", "fuel=9999999999999G", "fuel=5/turn", "fuel=-1"] {
            assert!(fuel(text).unwrap_err().to_string().contains("50M/game"), "{text}");
        }
    }

    #[test]
    fn durations() {
        for (text, micros) in [("1.5s", 1_500_000), ("500ms", 500_000), ("2m", 120_000_000), ("3", 3_000_000), ("0", 0)]
        {
            assert_eq!(parse_duration(text), Some(Duration::from_micros(micros)));
        }
        for text in ["", "s", "-1s", "1x", "1e9s", "..s", "99999999999s"] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }

    proptest! {
        #![proptest_config(properties::cases(256))]

        #[test]
        fn rules_read_back(time in proptest::option::of(0u64..9_000_000_000), cap in proptest::option::of(1u32..), fuel in proptest::option::of(1u64..), skip: bool) {
            let rules = MatchRules {
                time: time.map(Duration::from_micros),
                cap,
                fuel: fuel.map(|amount| Fuel { amount, per: if skip { FuelPer::Game } else { FuelPer::Move } }),
                on_overtime: if skip { OnOvertime::Skip } else { OnOvertime::Forfeit },
                ..MatchRules::default()
            };
            prop_assert_eq!(rules.to_string().parse::<MatchRules>().unwrap(), rules);
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,60}|((time|cap|fuel|order)=[0-9a-z./-]{0,20},){0,3}") {
            let _ = text.parse::<MatchRules>();
        }
    }
}
