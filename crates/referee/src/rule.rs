//! The rules of a match one by one: the key, the text of its values both ways, and what is said about it. Files, options of
//! commands, records and forms all read and write rules by this table.

use std::time::Duration;

use crate::agreement::Agreement;
use crate::rules::{ClockKind, Fuel, FuelPer, MatchRules, OnOvertime, Order, duration_text, parse_duration};

/// One rule.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its name in a text of rules, in a file and, with hyphens, among the options of a command.
    pub key: &'static str,
    /// What it means, for help.
    pub help: &'static str,
    /// What stands for a value in help.
    pub value_name: &'static str,
    /// The key of the message that says which values it takes.
    pub expected: &'static str,
    /// Reads a value; nothing changes and nothing comes back where it is none.
    pub(crate) set: fn(&mut MatchRules, &str) -> Option<()>,
    /// Writes the value, so that it reads back as itself.
    pub(crate) print: fn(&MatchRules) -> String,
    /// Whether a text of rules leaves it out where nothing was said, as texts do that are older than the rule.
    pub(crate) is_implied: bool,
}

const A_DURATION: &str = "expected-duration";
const A_DURATION_OR_SAME: &str = "expected-duration-or-same";

/// Every rule, in the order of their text.
pub const RULES: &[Rule] = &[
    Rule {
        key: "time",
        help: "Thinking time of each player for a game, - for no limit",
        value_name: "TIME",
        expected: A_DURATION,
        set: |rules, value| limit(value).map(|time| rules.time = time),
        print: |rules| limit_text(rules.time),
        is_implied: false,
    },
    Rule {
        key: "move_time",
        help: "Thinking time for each move",
        value_name: "TIME",
        expected: A_DURATION,
        set: |rules, value| limit(value).map(|time| rules.move_time = time),
        print: |rules| limit_text(rules.move_time),
        is_implied: false,
    },
    Rule {
        key: "increment",
        help: "What each move adds to the time left",
        value_name: "TIME",
        expected: A_DURATION,
        set: |rules, value| parse_duration(value).map(|time| rules.increment = time),
        print: |rules| duration_text(rules.increment),
        is_implied: false,
    },
    Rule {
        key: "clock",
        help: "Which time counts: wall or cpu",
        value_name: "CLOCK",
        expected: "expected-clock",
        set: |rules, value| one_of(CLOCKS, value).map(|clock| rules.clock = clock),
        print: |rules| name_of(CLOCKS, rules.clock),
        is_implied: false,
    },
    Rule {
        key: "fuel",
        help: "Instructions of WebAssembly players for each move (1000000, 50M), or for a game (50M/game), in place of time",
        value_name: "FUEL",
        expected: "expected-fuel",
        set: |rules, value| parse_fuel(value).map(|fuel| rules.fuel = fuel),
        print: |rules| fuel_text(rules.fuel),
        is_implied: false,
    },
    Rule {
        key: "on_overtime",
        help: "What overtime costs: forfeit (the game) or skip (the turn)",
        value_name: "ON_OVERTIME",
        expected: "expected-on-overtime",
        set: |rules, value| one_of(OVERTIMES, value).map(|overtime| rules.on_overtime = overtime),
        print: |rules| name_of(OVERTIMES, rules.on_overtime),
        is_implied: false,
    },
    Rule {
        key: "cap",
        help: "Plies after which the tally decides, - for the game's own number",
        value_name: "CAP",
        expected: "expected-cap",
        set: |rules, value| parse_cap(value).map(|cap| rules.cap = cap),
        print: |rules| rules.cap.map_or("-".to_owned(), |cap| cap.to_string()),
        is_implied: false,
    },
    Rule {
        key: "order",
        help: "Who moves first: paired (each board twice, seats swapped) or drawn",
        value_name: "ORDER",
        expected: "expected-order",
        set: |rules, value| one_of(ORDERS, value).map(|order| rules.order = order),
        print: |rules| name_of(ORDERS, rules.order),
        is_implied: false,
    },
    Rule {
        key: "opening",
        help: "Random plies at the start, from the second pair on, where every start is the same",
        value_name: "OPENING",
        expected: "expected-opening",
        set: |rules, value| {
            let plies = value.parse().ok().filter(|&plies| plies <= 1000)?;
            rules.opening = plies;
            Some(())
        },
        print: |rules| rules.opening.to_string(),
        is_implied: false,
    },
    Rule {
        key: "load",
        help: "Time to load a player and hear its greeting",
        value_name: "TIME",
        expected: A_DURATION,
        set: |rules, value| parse_duration(value).map(|time| rules.load = time),
        print: |rules| duration_text(rules.load),
        is_implied: false,
    },
    Rule {
        key: "ponder",
        help: "Whether programs may think on the opponent's time: yes, or no, which stops them meanwhile",
        value_name: "PONDER",
        expected: "expected-yes-or-no",
        set: |rules, value| one_of(SWITCH, value).map(|ponder| rules.ponder = ponder),
        print: |rules| name_of(SWITCH, rules.ponder),
        is_implied: true,
    },
    Rule {
        key: "time_margin",
        help: "What built-in players keep back of their time at least; they learn by themselves how late the machine makes them",
        value_name: "TIME",
        expected: A_DURATION,
        set: |rules, value| parse_duration(value).map(|time| rules.time_margin = time),
        print: |rules| duration_text(rules.time_margin),
        is_implied: true,
    },
    Rule {
        key: "tolerance",
        help: "How late a move may be before it counts as overtime; nobody is told, and the clock goes on meanwhile",
        value_name: "TIME",
        expected: A_DURATION,
        set: |rules, value| parse_duration(value).map(|time| rules.tolerance = time),
        print: |rules| duration_text(rules.tolerance),
        is_implied: true,
    },
    Rule {
        key: "resign",
        help: "End a game as won when for PLIES plies in a row both players have said that the same side is SCORE ahead or more",
        value_name: "SCORE,PLIES",
        expected: "expected-agreement",
        set: |rules, value| agreement(value).map(|agreement| rules.resign = agreement),
        print: |rules| agreement_text(rules.resign),
        is_implied: true,
    },
    Rule {
        key: "draw",
        help: "End a game as drawn when for PLIES plies in a row both players have said that nobody is more than SCORE ahead",
        value_name: "SCORE,PLIES",
        expected: "expected-agreement",
        set: |rules, value| agreement(value).map(|agreement| rules.draw = agreement),
        print: |rules| agreement_text(rules.draw),
        is_implied: true,
    },
    Rule {
        key: "exact",
        help: "End a game as perfect play would end it, where tables or a solver that looks at POSITIONS positions know it (20k)",
        value_name: "POSITIONS",
        expected: "expected-exact",
        set: |rules, value| parse_exact(value).map(|positions| rules.exact = positions),
        print: |rules| rules.exact.map_or("-".to_owned(), |positions| positions.to_string()),
        is_implied: true,
    },
    Rule {
        key: "first_time",
        help: "Thinking time of the first player for a game, where it is not the same as the other's",
        value_name: "TIME",
        expected: A_DURATION_OR_SAME,
        set: |rules, value| same_or(value, limit).map(|own| rules.handicaps[0].time = own),
        print: |rules| rules.handicaps[0].time.map_or(SAME.to_owned(), limit_text),
        is_implied: true,
    },
    Rule {
        key: "first_move_time",
        help: "Thinking time of the first player for each move, where it is not the same as the other's",
        value_name: "TIME",
        expected: A_DURATION_OR_SAME,
        set: |rules, value| same_or(value, limit).map(|own| rules.handicaps[0].move_time = own),
        print: |rules| rules.handicaps[0].move_time.map_or(SAME.to_owned(), limit_text),
        is_implied: true,
    },
    Rule {
        key: "first_increment",
        help: "What each move of the first player adds to its time, where it is not the same as the other's",
        value_name: "TIME",
        expected: A_DURATION_OR_SAME,
        set: |rules, value| same_or(value, parse_duration).map(|own| rules.handicaps[0].increment = own),
        print: |rules| rules.handicaps[0].increment.map_or(SAME.to_owned(), duration_text),
        is_implied: true,
    },
    Rule {
        key: "first_fuel",
        help: "Instructions of the first player, a WebAssembly player, where it is not the same as the other's",
        value_name: "FUEL",
        expected: "expected-fuel-or-same",
        set: |rules, value| same_or(value, parse_fuel).map(|own| rules.handicaps[0].fuel = own),
        print: |rules| rules.handicaps[0].fuel.map_or(SAME.to_owned(), fuel_text),
        is_implied: true,
    },
    Rule {
        key: "second_time",
        help: "Thinking time of the second player for a game, where it is not the same as the other's",
        value_name: "TIME",
        expected: A_DURATION_OR_SAME,
        set: |rules, value| same_or(value, limit).map(|own| rules.handicaps[1].time = own),
        print: |rules| rules.handicaps[1].time.map_or(SAME.to_owned(), limit_text),
        is_implied: true,
    },
    Rule {
        key: "second_move_time",
        help: "Thinking time of the second player for each move, where it is not the same as the other's",
        value_name: "TIME",
        expected: A_DURATION_OR_SAME,
        set: |rules, value| same_or(value, limit).map(|own| rules.handicaps[1].move_time = own),
        print: |rules| rules.handicaps[1].move_time.map_or(SAME.to_owned(), limit_text),
        is_implied: true,
    },
    Rule {
        key: "second_increment",
        help: "What each move of the second player adds to its time, where it is not the same as the other's",
        value_name: "TIME",
        expected: A_DURATION_OR_SAME,
        set: |rules, value| same_or(value, parse_duration).map(|own| rules.handicaps[1].increment = own),
        print: |rules| rules.handicaps[1].increment.map_or(SAME.to_owned(), duration_text),
        is_implied: true,
    },
    Rule {
        key: "second_fuel",
        help: "Instructions of the second player, a WebAssembly player, where it is not the same as the other's",
        value_name: "FUEL",
        expected: "expected-fuel-or-same",
        set: |rules, value| same_or(value, parse_fuel).map(|own| rules.handicaps[1].fuel = own),
        print: |rules| rules.handicaps[1].fuel.map_or(SAME.to_owned(), fuel_text),
        is_implied: true,
    },
];

/// What stands for a handicap that is none.
const SAME: &str = "same";

const CLOCKS: &[(&str, ClockKind)] = &[("wall", ClockKind::Wall), ("cpu", ClockKind::Cpu)];
const OVERTIMES: &[(&str, OnOvertime)] = &[("forfeit", OnOvertime::Forfeit), ("skip", OnOvertime::Skip)];
const SWITCH: &[(&str, bool)] = &[("yes", true), ("no", false)];
const ORDERS: &[(&str, Order)] = &[("paired", Order::Paired), ("drawn", Order::Drawn)];

/// The rule with this key.
pub fn find_rule(key: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.key == key)
}

impl Rule {
    /// Its value when nothing is said.
    pub fn default_text(&self) -> String {
        (self.print)(&MatchRules::default())
    }

    /// Its name among the options of a command.
    pub fn option(&self) -> String {
        self.key.replace('_', "-")
    }
}

pub(crate) fn known_keys() -> String {
    RULES.iter().map(|rule| rule.key).collect::<Vec<_>>().join(", ")
}

fn one_of<T: Copy>(named: &[(&str, T)], value: &str) -> Option<T> {
    named.iter().find(|(name, _)| *name == value).map(|(_, meant)| *meant)
}

fn name_of<T: Copy + PartialEq>(named: &[(&str, T)], value: T) -> String {
    named.iter().find(|(_, meant)| *meant == value).map_or("", |(name, _)| name).to_owned()
}

fn same_or<T>(value: &str, read: fn(&str) -> Option<T>) -> Option<Option<T>> {
    if value == SAME { Some(None) } else { read(value).map(Some) }
}

fn limit(value: &str) -> Option<Option<Duration>> {
    if value == "-" { Some(None) } else { parse_duration(value).map(Some) }
}

fn limit_text(limit: Option<Duration>) -> String {
    limit.map_or("-".to_owned(), duration_text)
}

fn agreement(value: &str) -> Option<Option<Agreement>> {
    if value == "-" { Some(None) } else { Agreement::parse(value).map(Some) }
}

fn agreement_text(agreement: Option<Agreement>) -> String {
    agreement.map_or("-".to_owned(), |agreement| agreement.to_string())
}

/// Not so many that a record could keep whoever reads it waiting for long.
const MOST_POSITIONS: u64 = 100_000_000;

fn parse_exact(value: &str) -> Option<Option<u64>> {
    if value == "-" { Some(None) } else { parse_amount(value).filter(|n| (1..=MOST_POSITIONS).contains(n)).map(Some) }
}

fn parse_cap(value: &str) -> Option<Option<u32>> {
    if value == "-" { Some(None) } else { value.parse().ok().filter(|&plies| plies > 0).map(Some) }
}

fn fuel_text(fuel: Option<Fuel>) -> String {
    match fuel {
        None => "-".to_owned(),
        Some(Fuel { amount, per: FuelPer::Move }) => amount.to_string(),
        Some(Fuel { amount, per: FuelPer::Game }) => format!("{amount}/game"),
    }
}

fn parse_fuel(value: &str) -> Option<Option<Fuel>> {
    if value == "-" {
        return Some(None);
    }
    let (amount, per) = match value.split_once('/') {
        None | Some((_, "move")) => (value.split('/').next()?, FuelPer::Move),
        Some((amount, "game")) => (amount, FuelPer::Game),
        Some(_) => return None,
    };
    Some(Some(Fuel { amount: parse_amount(amount).filter(|&amount| amount > 0)?, per }))
}

/// Reads a whole number that may end in k, M or G for thousands, millions or milliards.
fn parse_amount(text: &str) -> Option<u64> {
    let (digits, unit) = match text.strip_suffix(['k', 'M', 'G']) {
        Some(digits) if text.ends_with('k') => (digits, 1_000),
        Some(digits) if text.ends_with('M') => (digits, 1_000_000),
        Some(digits) => (digits, 1_000_000_000),
        None => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}
