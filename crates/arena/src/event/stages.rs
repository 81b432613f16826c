//! An event as its store has it: what was announced, and how those who take part have changed since.
//!
//! A change is kept as an event of its own that names the one it changes and the last game that was played before it. So
//! nothing that was stored is ever changed, and an event can be told again: the format hears the results up to a change,
//! then the change, then those that came after it.

use joute_store::{EventId, GameId, NewEvent, Store, StoreError, StoreErrorKind, StoredEvent};
use joute_tournament::changes::PlayerChange;
use joute_tournament::format::{Amendment, Competition, Next, Pairing, is_ladder};
use joute_tournament::summary::ChangeNote;
use serde::{Deserialize, Serialize};

use super::book::Book;
use super::outline::Outline;
use super::roster::{Difference, Roster};
use super::{EventError, EventPlan, description};

/// What stands for the format where an event only changes another one.
pub(super) const AMENDMENT: &str = "amendment";

/// A change as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Kept {
    amends: i64,
    after: GameId,
    games: u64,
    changes: Vec<PlayerChange>,
    entered: usize,
    left: Vec<usize>,
    returned: Vec<usize>,
    replaced: Vec<usize>,
    more_rounds: Option<u32>,
    /// Matches that were being played when it was made, and were not decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    open: Vec<u32>,
    /// Matches that nobody had begun, and that were chosen anew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dropped: Vec<u32>,
    roster: Roster,
}

pub(super) struct Stages {
    event: EventId,
    announced: NewEvent,
    first: Roster,
    amendments: Vec<Kept>,
}

/// Whether an event is one to be played, and not the change of another.
pub fn is_played(event: &NewEvent) -> bool {
    event.format != AMENDMENT
}

impl Stages {
    pub(super) fn read(store: &dyn Store, event: EventId) -> Result<Stages, EventError> {
        let events = store.events()?;
        let announced = events.iter().find(|known| known.id == event).map(|known| known.event.clone());
        let announced = announced.ok_or_else(|| StoreError {
            place: store.place().to_owned(),
            kind: StoreErrorKind::Missing { what: format!("event {}", event.0) },
            cause: None,
        })?;
        let rounds = Outline::read(&announced).ok_or(EventError::Unknown)?.options.rounds;
        let changes = events.iter().filter(|known| !is_played(&known.event));
        let amendments = changes.map(read_change).collect::<Result<Vec<Kept>, EventError>>()?;
        let amendments = amendments.into_iter().filter(|kept| kept.amends == event.0).collect();
        Ok(Stages { event, first: Roster::of_event(&announced, rounds), announced, amendments })
    }

    /// Who takes part now.
    pub(super) fn roster(&self) -> &Roster {
        self.amendments.last().map_or(&self.first, |kept| &kept.roster)
    }

    /// The event with those who take part now.
    pub(super) fn outline(&self) -> Result<Outline, EventError> {
        let mut outline = Outline::read(&self.announced).ok_or(EventError::Unknown)?;
        outline.players = self.roster().contestants();
        let note = |kept: &Kept| ChangeNote { games: kept.games, changes: kept.changes.clone() };
        outline.history = self.amendments.iter().map(note).collect();
        Ok(outline)
    }

    /// The competition as it stands after the last change, told all results up to it.
    pub(super) fn competition(&self, book: &Book) -> Result<Competition, EventError> {
        let outline = Outline::read(&self.announced).ok_or(EventError::Unknown)?;
        let mut competition = Competition::new(outline.format, &outline.options, self.first.members.len())?;
        for kept in &self.amendments {
            catch_up(&mut competition, book, Some((kept.after, &kept.open)));
            competition.amend(&kept.amendment()).map_err(|_| EventError::Unknown)?;
        }
        Ok(competition)
    }

    /// What a plan would change; an error if that cannot be.
    pub(super) fn difference(&self, plan: &EventPlan<'_>) -> Result<(Roster, Difference), EventError> {
        let options = description::options(plan, Some(&self.announced));
        let now = description::of(plan, &options);
        let mut problems = description::differences(&self.announced.description, &now.description);
        let mut roster = self.roster().clone();
        let difference = roster.update(plan, self.amendments.is_empty());
        problems.extend(difference.problems.iter().cloned());
        if problems.is_empty() {
            return Ok((roster, difference));
        }
        problems.extend(difference.changes.iter().map(PlayerChange::to_string));
        Err(EventError::Other(problems))
    }

    /// Takes what a plan changes into the store; what that is.
    pub(super) fn amend(&self, plan: &EventPlan<'_>, store: &dyn Store) -> Result<Vec<PlayerChange>, EventError> {
        let (roster, difference) = self.difference(plan)?;
        if difference.changes.is_empty() {
            return Ok(Vec::new());
        }
        let book = Book::new(plan.games, plan.scoring, store.results(self.event)?);
        let mut competition = self.competition(&book)?;
        catch_up(&mut competition, &book, None);
        let Difference { mut amendment, changes, .. } = difference;
        amendment.dropped = self.unbegun(&competition, &book);
        try_to_amend(&mut competition, &amendment, &changes)?;
        let kept = Kept::new(self.event, &book, &amendment, changes, roster);
        self.keep(&kept, store)?;
        Ok(kept.changes)
    }

    /// Matches of a ladder of which no game was played: they are chosen anew.
    fn unbegun(&self, competition: &Competition, book: &Book) -> Vec<u32> {
        if !is_ladder(&self.announced.format) {
            return Vec::new();
        }
        let undecided = competition.schedule().matches().filter(|game| game.verdict.is_none());
        undecided.map(|game| game.match_index).filter(|&number| !book.has_begun(number)).collect()
    }

    /// Takes what a plan changes into the store and into a competition while games are played: `open` are those that
    /// are, and `dropped` those that nobody has begun.
    pub(super) fn amend_live(
        &mut self,
        change: (Roster, Difference),
        (open, dropped): (Vec<u32>, Vec<u32>),
        competition: &mut Competition,
        book: &Book,
        store: &dyn Store,
    ) -> Result<Vec<PlayerChange>, EventError> {
        let (roster, Difference { mut amendment, changes, .. }) = change;
        amendment.dropped = dropped;
        try_to_amend(competition, &amendment, &changes)?;
        let kept = Kept { open, ..Kept::new(self.event, book, &amendment, changes, roster) };
        self.keep(&kept, store)?;
        let changes = kept.changes.clone();
        self.amendments.push(kept);
        Ok(changes)
    }

    fn keep(&self, kept: &Kept, store: &dyn Store) -> Result<(), EventError> {
        let number = self.amendments.len() + 1;
        store.add_event(&NewEvent {
            name: format!("{}, change {number}", self.announced.name),
            format: AMENDMENT.to_owned(),
            description: serde_json::to_string(kept).unwrap_or_default(),
            entries: Vec::new(),
        })?;
        Ok(())
    }
}

fn try_to_amend(
    competition: &mut Competition,
    amendment: &Amendment,
    changes: &[PlayerChange],
) -> Result<(), EventError> {
    competition.amend(amendment).map_err(|error| {
        let changes = changes.iter().map(PlayerChange::to_string);
        EventError::Other(changes.chain([error.to_string()]).collect())
    })
}

fn read_change(stored: &StoredEvent) -> Result<Kept, EventError> {
    serde_json::from_str(&stored.event.description).map_err(|_| EventError::Unknown)
}

impl Kept {
    fn new(event: EventId, book: &Book, amendment: &Amendment, changes: Vec<PlayerChange>, roster: Roster) -> Kept {
        Kept {
            amends: event.0,
            after: book.last(),
            games: book.done(),
            changes,
            entered: amendment.entered,
            left: amendment.left.iter().map(|(player, _)| *player).collect(),
            returned: amendment.returned.clone(),
            replaced: amendment.replaced.clone(),
            more_rounds: amendment.rounds,
            open: Vec::new(),
            dropped: amendment.dropped.clone(),
            roster,
        }
    }

    fn amendment(&self) -> Amendment {
        let left = self.left.iter().map(|&player| (player, self.roster.presence(player)));
        Amendment {
            entered: self.entered,
            left: left.collect(),
            returned: self.returned.clone(),
            replaced: self.replaced.clone(),
            rounds: self.more_rounds,
            dropped: self.dropped.clone(),
        }
    }
}

/// Tells a competition everything that is known, up to a game if one is named and but for matches that were open then: whether
/// that is all of it, and how many sets were replays.
pub(super) fn catch_up(competition: &mut Competition, book: &Book, until: Option<(GameId, &[u32])>) -> (bool, u64) {
    let is_open = |pairing: &Pairing| until.is_some_and(|(_, open)| open.contains(&pairing.match_index));
    let last = until.map(|(last, _)| last);
    let mut replays = 0;
    loop {
        match competition.next() {
            Next::Wait => return (false, replays),
            Next::Done => return (true, replays),
            Next::Play(pairings) => {
                for pairing in pairings {
                    replays += u64::from(pairing.set > 0);
                    let set = book.set(pairing.match_index, pairing.set, last);
                    if let Some(result) = set.filter(|_| !is_open(&pairing)) {
                        // The format asked for this very set: it takes the result.
                        let _ = competition.report(pairing.match_index, pairing.set, result);
                    }
                }
            }
        }
    }
}
