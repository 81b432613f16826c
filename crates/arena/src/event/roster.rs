//! Who takes part in an event, and what has changed since it was last said.

use std::sync::Arc;

use joute_store::NewEvent;
use joute_tournament::changes::PlayerChange;
use joute_tournament::format::{Amendment, Presence};
use joute_tournament::summary::{Absence, Contestant};
use serde::{Deserialize, Serialize};

use super::{EventPlan, NotThere, Participant, Refused};

/// Everybody by number: nobody is ever taken out of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Roster {
    pub(super) members: Vec<Member>,
    refused: Vec<Outsider>,
    pub(super) rounds: Option<u32>,
}

/// A player that was let in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Member {
    pub(super) name: String,
    locator: String,
    version: String,
    presence: Presence,
    reason: Option<String>,
}

/// A player that was not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Outsider {
    name: String,
    locator: String,
    version: Option<String>,
    reason: String,
}

/// What is not as it was.
#[derive(Debug, Default)]
pub(super) struct Difference {
    pub(super) amendment: Amendment,
    pub(super) changes: Vec<PlayerChange>,
    /// What cannot change at all.
    pub(super) problems: Vec<String>,
}

impl Roster {
    /// As an event was announced.
    pub(super) fn of_event(event: &NewEvent, rounds: Option<u32>) -> Roster {
        let (members, refused): (Vec<_>, Vec<_>) = event.entries.iter().partition(|entry| entry.refused.is_none());
        let member = |entry: &joute_store::Entry| Member {
            name: entry.name.clone(),
            locator: entry.locator.clone(),
            version: entry.version.clone().unwrap_or_default(),
            presence: Presence::In,
            reason: None,
        };
        let outsider = |entry: &joute_store::Entry| Outsider {
            name: entry.name.clone(),
            locator: entry.locator.clone(),
            version: entry.version.clone(),
            reason: entry.refused.clone().unwrap_or_default(),
        };
        Roster {
            members: members.into_iter().map(member).collect(),
            refused: refused.into_iter().map(outsider).collect(),
            rounds,
        }
    }

    /// Everybody, those who were not let in behind the others.
    pub(super) fn contestants(&self) -> Vec<Contestant> {
        let member = |member: &Member| Contestant {
            name: member.name.clone(),
            locator: member.locator.clone(),
            version: Some(member.version.clone()),
            refused: None,
            absence: member.absence(),
        };
        let outsider = |outsider: &Outsider| Contestant {
            name: outsider.name.clone(),
            locator: outsider.locator.clone(),
            version: outsider.version.clone(),
            refused: Some(outsider.reason.clone()),
            absence: None,
        };
        self.members.iter().map(member).chain(self.refused.iter().map(outsider)).collect()
    }

    /// Takes over what a plan says; what that changes.
    pub(super) fn update(&mut self, plan: &EventPlan<'_>, is_first_change: bool) -> Difference {
        let mut difference = Difference::default();
        let mut left: Vec<&Participant> = plan.participants.iter().map(|one| &**one).collect();
        let mut order = Vec::new();
        let matches = self.matches(plan, &left);
        let taken: Vec<usize> = matches.iter().flatten().copied().collect();
        for (number, found) in matches.iter().enumerate() {
            match found {
                Some(at) => {
                    order.push(*at);
                    self.members[number].play(number, left[*at], &mut difference);
                }
                None => self.members[number].leave(number, plan, &mut difference),
            }
        }
        let mut at = 0..;
        left.retain(|_| at.next().is_some_and(|at| !taken.contains(&at)));
        for participant in left {
            let name = participant.name.clone();
            self.refused.retain(|outsider| outsider.name != name);
            difference.changes.push(PlayerChange::Entered { name });
            difference.amendment.entered += 1;
            self.members.push(Member::new(participant));
        }
        self.note_refused(plan, &mut difference);
        self.note_rounds(plan, &mut difference);
        if difference.changes.is_empty() && is_first_change && !order.is_sorted() {
            difference.problems.push("the players stand in another order".to_owned());
        }
        difference
    }

    /// Who of these each member is: the one of its name, and otherwise the very same program under a name that nobody had.
    fn matches(&self, plan: &EventPlan<'_>, others: &[&Participant]) -> Vec<Option<usize>> {
        let named = |member: &Member| others.iter().position(|other| other.name == member.name);
        let mut matches: Vec<Option<usize>> = self.members.iter().map(named).collect();
        for (number, member) in self.members.iter().enumerate() {
            // Whoever is said to be gone is not there under another name.
            let is_gone = plan.refused.iter().any(|refused| refused.name == member.name);
            if matches[number].is_none() && member.presence == Presence::In && !is_gone {
                let is_free = |at: &usize| !matches.contains(&Some(*at));
                matches[number] = (0..others.len()).filter(is_free).find(|&at| member.is_program(others[at]));
            }
        }
        matches
    }

    /// Whether a member is there.
    pub(super) fn presence(&self, number: usize) -> Presence {
        self.members.get(number).map_or(Presence::Withdrawn, |member| member.presence)
    }

    fn note_refused(&mut self, plan: &EventPlan<'_>, difference: &mut Difference) {
        for refused in &plan.refused {
            let is_known = self.members.iter().any(|member| member.name == refused.name)
                || self.refused.iter().any(|known| known.is(refused));
            if is_known {
                continue;
            }
            let (name, reason) = (refused.name.clone(), refused.told());
            self.refused.retain(|known| known.name != name);
            difference.changes.push(PlayerChange::Refused { name: name.clone(), reason: reason.clone() });
            let (locator, version) = (refused.locator.clone(), refused.version.clone());
            self.refused.push(Outsider { name, locator, version, reason });
        }
    }

    fn note_rounds(&mut self, plan: &EventPlan<'_>, difference: &mut Difference) {
        match (self.rounds, plan.options.rounds) {
            (before, now) if before == now => {}
            (_, Some(rounds)) => {
                difference.amendment.rounds = Some(rounds);
                difference.changes.push(PlayerChange::Rounds { rounds });
                self.rounds = Some(rounds);
            }
            (before, None) => {
                let before = before.map_or_else(|| "not set".to_owned(), |rounds| rounds.to_string());
                difference.problems.push(format!("rounds was {before}, and is not set"));
            }
        }
    }

    /// Who of a plan plays for each number, if anybody does.
    pub(super) fn seats(&self, plan: &EventPlan<'_>) -> Vec<Option<Arc<Participant>>> {
        let seat = |member: &Member| plan.participants.iter().find(|other| other.name == member.name).cloned();
        self.members.iter().map(|member| seat(member).filter(|_| member.presence == Presence::In)).collect()
    }
}

impl Outsider {
    fn is(&self, refused: &Refused) -> bool {
        // The same contents are refused for the same reason, however that is put.
        let is_same = match (&self.version, &refused.version) {
            (Some(known), Some(version)) => known == version,
            (None, None) => self.reason == refused.told(),
            _ => false,
        };
        self.name == refused.name && self.locator == refused.locator && is_same
    }
}

impl Member {
    fn new(participant: &Participant) -> Member {
        let identity = &participant.entrant.identity;
        Member {
            name: participant.name.clone(),
            locator: identity.locator.clone(),
            version: identity.version.clone(),
            presence: Presence::In,
            reason: None,
        }
    }

    fn absence(&self) -> Option<Absence> {
        let disqualified = self.presence == Presence::Disqualified;
        (self.presence != Presence::In).then(|| Absence { disqualified, reason: self.reason.clone() })
    }

    fn is_program(&self, participant: &Participant) -> bool {
        let identity = &participant.entrant.identity;
        identity.locator == self.locator && identity.version == self.version
    }

    fn play(&mut self, number: usize, participant: &Participant, difference: &mut Difference) {
        let now = Member::new(participant);
        let Difference { amendment, changes, .. } = difference;
        let name = now.name.clone();
        if self.name != now.name {
            changes.push(PlayerChange::Renamed { before: self.name.clone(), name: name.clone() });
        }
        if self.presence != Presence::In {
            amendment.returned.push(number);
            changes.push(PlayerChange::Returned { name: name.clone() });
        }
        if (&self.locator, &self.version) != (&now.locator, &now.version) {
            amendment.replaced.push(number);
            changes.push(PlayerChange::Newer { name, locators: [self.locator.clone(), now.locator.clone()] });
        }
        *self = now;
    }

    /// It is not among those who play: because somebody says so, or because it is not there any more.
    fn leave(&mut self, number: usize, plan: &EventPlan<'_>, difference: &mut Difference) {
        let said = plan.refused.iter().find(|refused| refused.name == self.name);
        let (presence, reason) = match said.map(|refused| (refused.how, refused.reason.clone())) {
            None if self.presence != Presence::In => return,
            None => (Presence::Withdrawn, None),
            Some((NotThere::Withdrawn, reason)) => (Presence::Withdrawn, Some(reason).filter(|text| !text.is_empty())),
            Some((NotThere::Refused, reason)) => (Presence::Withdrawn, Some(reason)),
            Some((NotThere::Disqualified, reason)) => (Presence::Disqualified, Some(reason)),
        };
        if (presence, &reason) == (self.presence, &self.reason) {
            return;
        }
        let name = self.name.clone();
        difference.changes.push(match presence {
            Presence::Disqualified => PlayerChange::Disqualified { name, reason: reason.clone().unwrap_or_default() },
            _ => PlayerChange::Withdrawn { name, reason: reason.clone() },
        });
        difference.amendment.left.push((number, presence));
        (self.presence, self.reason) = (presence, reason);
    }
}
