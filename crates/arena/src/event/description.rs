//! What makes an event this event and no other, and what has changed when it is another.

use joute_store::{Entry, NewEvent};
use joute_tournament::format::find_format;
use joute_tournament::summary::Contestant;
use serde_json::{Map, Value, json};

use super::EventPlan;
use super::outline::Outline;

/// The event as it is announced to the store. The number of jobs is not in it: it changes nothing.
pub(super) fn of(plan: &EventPlan<'_>) -> NewEvent {
    let entries: Vec<Entry> = Outline::of(plan).players.into_iter().map(entry).collect();
    let description = describe(plan, &entries).to_string();
    NewEvent { name: plan.name.clone(), format: plan.format.to_owned(), description, entries }
}

fn entry(player: Contestant) -> Entry {
    let Contestant { name, locator, version, refused } = player;
    Entry { name, locator, version, refused }
}

fn describe(plan: &EventPlan<'_>, entries: &[Entry]) -> Value {
    let ties = find_format(plan.format).map(|format| format.tie_rule(&plan.options).name()).unwrap_or_default();
    let player = |entry: &Entry| {
        let what = if entry.refused.is_some() { "refused" } else { entry.version.as_deref().unwrap_or_default() };
        json!([entry.name, entry.locator, what])
    };
    json!({
        "name": plan.name,
        "format": plan.format,
        "ties": ties,
        "replays": plan.options.replays,
        "rounds": plan.options.rounds,
        "game": plan.game,
        "setup": plan.source.text(),
        "rules": plan.rules.to_string(),
        "scoring": plan.scoring.to_string(),
        "seed": plan.seed,
        "games": plan.games,
        "players": entries.iter().map(player).collect::<Vec<_>>(),
    })
}

/// What is not as it was, in words.
pub(super) fn differences(known: &str, now: &str) -> Vec<String> {
    if known == now {
        return Vec::new();
    }
    let object = |text: &str| serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
    let (known, now) = (object(known), object(now));
    let mut changes = Vec::new();
    for (key, value) in &now {
        let was = known.get(key).unwrap_or(&Value::Null);
        match key.as_str() {
            _ if was == value => {}
            "players" => changes.extend(changed_players(was, value)),
            _ => changes.push(format!("{key} was {}, and is {}", text(was), text(value))),
        }
    }
    if changes.is_empty() {
        changes.push("it is described in another way".to_owned());
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

fn changed_players(was: &Value, now: &Value) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (was, now) = (list(was), list(now));
    let name = |player: &Value| text(&player[0]);
    let find = |list: &[Value], wanted: &Value| list.iter().find(|other| other[0] == wanted[0]).cloned();
    let mut changes = Vec::new();
    for player in &now {
        match find(&was, player) {
            None => changes.push(format!("player {} is new", name(player))),
            Some(other) if other[1] != player[1] => {
                changes.push(format!("player {} was {}, and is {}", name(player), text(&other[1]), text(&player[1])));
            }
            Some(other) if other[2] != player[2] => changes.push(format!("player {} has changed", name(player))),
            Some(_) => {}
        }
    }
    let gone = was.iter().filter(|player| find(&now, player).is_none());
    changes.extend(gone.map(|player| format!("player {} is gone", name(player))));
    if changes.is_empty() {
        changes.push("the players stand in another order".to_owned());
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn changes_are_named() {
        let event = |seed: u64, players: &str| format!(r#"{{"players":[{players}],"seed":{seed}}}"#);
        let (a, b) = (r#"["a","a","1"]"#, r#"["b","b","1"]"#);
        let known = event(1, &format!("{a},{b}"));
        assert!(differences(&known, &known).is_empty());
        assert_eq!(differences(&known, &event(2, &format!("{a},{b}"))), ["seed was 1, and is 2"]);
        assert_eq!(differences(&known, &event(1, &format!("{b},{a}"))), ["the players stand in another order"]);
        assert_eq!(differences(&known, &event(1, r#"["a","a","2"]"#)), ["player a has changed", "player b is gone"]);
        assert_eq!(differences(&event(1, a), &known), ["player b is new"]);
    }
}
