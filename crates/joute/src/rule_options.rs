//! Rules of a match as options of a command, made from the one table of rules: a command says which it takes.

use std::marker::PhantomData;

use anyhow::anyhow;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use joute_referee::{MatchRules, RULES, Rule, RulesError};

use crate::failure::{Failure, Result};

/// The rules that a command takes.
pub(crate) trait Taken {
    /// Whether it takes a rule.
    fn takes(key: &str) -> bool;

    /// The value of a rule that is not given; nothing where it then stays unsaid.
    fn default(rule: &Rule) -> Option<String> {
        Some(rule.default_text())
    }

    /// An option without which these make no sense.
    const REQUIRES: Option<&'static str> = None;
}

/// The rules that were given, by key.
#[derive(Debug, Clone)]
pub(crate) struct RuleOptions<T> {
    given: Vec<(&'static str, String)>,
    taken: PhantomData<T>,
}

/// Every rule.
#[derive(Debug, Clone)]
pub(crate) struct All;

impl Taken for All {
    fn takes(_key: &str) -> bool {
        true
    }
}

impl<T> RuleOptions<T> {
    /// The rules as these options have them.
    pub(crate) fn rules(&self) -> Result<MatchRules> {
        let mut rules = MatchRules::default();
        for (key, value) in &self.given {
            rules.set(key, value).map_err(as_option)?;
        }
        Ok(rules)
    }

    /// What was given, by key.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.given.iter().map(|(key, value)| (*key, value.as_str()))
    }
}

/// A rule's complaint, with its key as it was typed.
fn as_option(error: RulesError) -> Failure {
    match error {
        RulesError::BadValue { key, value, expected } => {
            Failure::usage(anyhow!("--{} {value}: expected {expected}", key.replace('_', "-")))
        }
        error => Failure::usage(error),
    }
}

impl<T: Taken> Args for RuleOptions<T> {
    fn augment_args(command: Command) -> Command {
        command.args(RULES.iter().filter(|rule| T::takes(rule.key)).map(argument::<T>))
    }

    fn augment_args_for_update(command: Command) -> Command {
        RuleOptions::<T>::augment_args(command)
    }
}

fn argument<T: Taken>(rule: &Rule) -> Arg {
    let mut argument =
        Arg::new(rule.key).long(rule.option()).value_name(rule.value_name).help(rule.help).allow_negative_numbers(true);
    if let Some(default) = T::default(rule) {
        argument = argument.default_value(default);
    }
    if let Some(required) = T::REQUIRES {
        argument = argument.requires(required);
    }
    argument
}

impl<T: Taken> FromArgMatches for RuleOptions<T> {
    fn from_arg_matches(matches: &ArgMatches) -> std::result::Result<RuleOptions<T>, clap::Error> {
        let taken = RULES.iter().filter(|rule| T::takes(rule.key));
        let given = taken.filter_map(|rule| Some((rule.key, matches.get_one::<String>(rule.key)?.clone())));
        Ok(RuleOptions { given: given.collect(), taken: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> std::result::Result<(), clap::Error> {
        *self = RuleOptions::from_arg_matches(matches)?;
        Ok(())
    }
}
