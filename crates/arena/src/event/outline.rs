//! What an event is, without those who play it: enough to announce it, and to count its results.

use joute_store::{Entry, NewEvent};
use joute_tournament::format::{FormatOptions, PairingRule, RankBy, TieRule, find_format};
use joute_tournament::scoring::Scoring;
use joute_tournament::summary::{ChangeNote, Contestant};
use serde::Deserialize;

use super::EventPlan;

pub(super) struct Outline {
    pub(super) name: String,
    pub(super) format: &'static str,
    pub(super) options: FormatOptions,
    pub(super) game: String,
    pub(super) setup: String,
    pub(super) rules: String,
    pub(super) scoring: Scoring,
    pub(super) seed: u64,
    pub(super) games: u32,
    /// Who takes part, by seed number, and after them those who were refused.
    pub(super) players: Vec<Contestant>,
    /// How they have changed.
    pub(super) history: Vec<ChangeNote>,
}

/// What is read of the description that a store keeps.
#[derive(Deserialize)]
struct Described {
    ties: String,
    replays: Option<u32>,
    rounds: Option<u32>,
    rank_by: Option<String>,
    pairing: Option<String>,
    open_matches: Option<u32>,
    game: String,
    setup: String,
    rules: String,
    scoring: String,
    seed: u64,
    games: u32,
}

impl Outline {
    /// The outline of an event that is about to be played.
    pub(super) fn of(plan: &EventPlan<'_>) -> Outline {
        Outline {
            name: plan.name.clone(),
            format: plan.format,
            options: plan.options,
            game: plan.game.clone(),
            setup: plan.source.text().to_owned(),
            rules: plan.rules.to_string(),
            scoring: plan.scoring,
            seed: plan.seed,
            games: plan.games,
            players: contestants(plan),
            history: Vec::new(),
        }
    }

    /// The outline of an event that was announced; nothing when this program cannot make sense of it.
    pub(super) fn read(event: &NewEvent) -> Option<Outline> {
        let described: Described = serde_json::from_str(&event.description).ok()?;
        let ties = TieRule::NAMED.iter().find(|(name, _)| *name == described.ties).map(|(_, rule)| *rule);
        Some(Outline {
            name: event.name.clone(),
            format: find_format(&event.format).ok()?.name,
            options: FormatOptions {
                ties,
                replays: described.replays,
                rounds: described.rounds,
                rank_by: named(&RankBy::NAMED, described.rank_by.as_deref())?,
                pairing: named(&PairingRule::NAMED, described.pairing.as_deref())?,
                open_matches: described.open_matches,
                seed: described.seed,
            },
            game: described.game,
            setup: described.setup,
            rules: described.rules,
            scoring: described.scoring.parse().ok()?,
            seed: described.seed,
            games: described.games.max(1),
            players: event.entries.iter().map(contestant).collect(),
            history: Vec::new(),
        })
    }

    /// How many take part.
    pub(super) fn admitted(&self) -> usize {
        self.players.iter().filter(|player| player.refused.is_none()).count()
    }

    /// The name of a player by seed number.
    pub(super) fn name_of(&self, player: usize) -> String {
        self.players[player].name.clone()
    }
}

/// What is meant by a name, where there is one; nothing where nothing is called so.
fn named<T: Copy>(known: &[(&str, T)], name: Option<&str>) -> Option<Option<T>> {
    match name {
        None => Some(None),
        Some(name) => known.iter().find(|(other, _)| *other == name).map(|(_, value)| Some(*value)),
    }
}

fn contestant(entry: &Entry) -> Contestant {
    let Entry { name, locator, version, refused } = entry.clone();
    Contestant { name, locator, version, refused, absence: None }
}

fn contestants(plan: &EventPlan<'_>) -> Vec<Contestant> {
    let admitted = plan.participants.iter().map(|participant| Contestant {
        name: participant.name.clone(),
        locator: participant.entrant.identity.locator.clone(),
        version: Some(participant.entrant.identity.version.clone()),
        refused: None,
        absence: None,
    });
    let refused = plan.refused.iter().map(|refused| Contestant {
        name: refused.name.clone(),
        locator: refused.locator.clone(),
        version: refused.version.clone(),
        refused: Some(refused.told()),
        absence: None,
    });
    admitted.chain(refused).collect()
}
