//! What makes an event this event and no other, and what has changed when it is another.

use joute_store::{Entry, NewEvent};
use joute_tournament::format::{FormatOptions, PairingRule, RankBy, find_format};
use joute_tournament::summary::Contestant;
use serde_json::{Map, Value, json};

use super::EventPlan;
use super::outline::Outline;

/// The event as it is announced to the store. The number of jobs is not in it: it changes nothing.
pub(super) fn of(plan: &EventPlan<'_>, options: &FormatOptions) -> NewEvent {
    let entries: Vec<Entry> = Outline::of(plan).players.into_iter().map(entry).collect();
    let description = describe(plan, options, &entries).to_string();
    NewEvent { name: plan.name.clone(), format: plan.format.to_owned(), description, entries }
}

fn entry(player: Contestant) -> Entry {
    let Contestant { name, locator, version, refused, .. } = player;
    Entry { name, locator, version, refused }
}

/// What the format is told. An event that was announced when another rule of ties was the usual one keeps that rule where
/// its file names none.
pub(super) fn options(plan: &EventPlan<'_>, known: Option<&NewEvent>) -> FormatOptions {
    let stored = || Outline::read(known?)?.options.ties;
    FormatOptions { ties: plan.options.ties.or_else(stored), ..plan.options }
}

fn describe(plan: &EventPlan<'_>, options: &FormatOptions, entries: &[Entry]) -> Value {
    let ties = find_format(plan.format).map(|format| format.tie_rule(options).name()).unwrap_or_default();
    let player = |entry: &Entry| {
        let what = if entry.refused.is_some() { "refused" } else { entry.version.as_deref().unwrap_or_default() };
        json!([entry.name, entry.locator, what])
    };
    json!({
        "name": plan.name,
        "format": plan.format,
        "ties": ties,
        "replays": options.replays,
        "rounds": options.rounds,
        "game": plan.game,
        "setup": plan.source.text(),
        "rules": plan.rules.to_string(),
        "scoring": plan.scoring.to_string(),
        "rank_by": options.rank_by.map(RankBy::name),
        "pairing": options.pairing.map(PairingRule::name),
        "open_matches": options.open_matches,
        "seed": plan.seed,
        "games": plan.games,
        "players": entries.iter().map(player).collect::<Vec<_>>(),
    })
}

/// What is not as it was, in words; who takes part and how many rounds there are is looked at elsewhere.
pub(super) fn differences(known: &str, now: &str) -> Vec<String> {
    let object = |text: &str| serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
    let (known, now) = (object(known), object(now));
    let keys = now.keys().chain(known.keys().filter(|key| !now.contains_key(*key)));
    let mut changes = Vec::new();
    for key in keys.filter(|key| !["players", "rounds"].contains(&key.as_str())) {
        let [was, is] = [&known, &now].map(|object| object.get(key).unwrap_or(&Value::Null));
        if was != is {
            changes.push(format!("{key} was {}, and is {}", text(was), text(is)));
        }
    }
    changes
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "not set".to_owned(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn changes_are_named() {
        let event = |seed: u64, players: &str| format!(r#"{{"players":[{players}],"seed":{seed}}}"#);
        let known = event(1, r#"["a","a","1"]"#);
        assert!(differences(&known, &known).is_empty());
        assert_eq!(differences(&known, &event(2, "")), ["seed was 1, and is 2"]);
        assert_eq!(differences(&known, "{}"), ["seed was 1, and is not set"]);
        assert!(differences(&known, &event(1, r#"["b","b","2"]"#)).is_empty(), "those who take part may change");
    }
}
