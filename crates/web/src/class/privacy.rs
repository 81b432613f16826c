//! What players write is for those whose they are: logs and the evidence of faults are left out for everybody else.

use joute_games::Side;
use joute_referee::{Ending, GameRecord};

use super::access::Standing;

/// The team of a player, as ladders and tournaments of a class name them: `team/player`.
pub(crate) fn team_of(name: &str) -> &str {
    name.split_once('/').map_or("", |(team, _)| team)
}

/// A game as somebody may see it; without a class, all of it.
pub(crate) fn shown_to(standing: Option<&Standing>, mut record: GameRecord) -> GameRecord {
    let Some(standing) = standing else { return record };
    let is_hidden = record.players.each_ref().map(|player| !standing.may_read_logs_of(team_of(&player.name)));
    for ply in record.plies.iter_mut().filter(|ply| is_hidden[ply.side.index()]) {
        ply.log = None;
    }
    hide_evidence(record.ending.as_mut(), |side| is_hidden[side.index()]);
    record
}

/// Leaves out what was seen of a fault, which is what a program wrote when it failed.
pub(crate) fn hide_evidence(ending: Option<&mut Ending>, is_hidden: impl Fn(Side) -> bool) {
    if let Some(Ending::Forfeit { by, fault }) = ending
        && is_hidden(*by)
    {
        fault.evidence.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use joute_referee::{Fault, Identity, PlyRecord};

    use super::super::Role;
    use super::super::access::Member;
    use super::super::account::Account;
    use super::*;

    fn who(role: Role, team: &str) -> Standing {
        let account = Account { name: team.to_owned(), role, team: team.to_owned(), password: None, since: 0 };
        let member = (role != Role::Visitor).then(|| Arc::new(Member { key: team.to_owned(), account, session: None }));
        Standing { member, address: [127, 0, 0, 1].into(), is_open: true }
    }

    fn record() -> GameRecord {
        let identity = |name: &str| Identity {
            name: name.to_owned(),
            locator: name.to_owned(),
            version: "1".to_owned(),
            runtime: None,
        };
        let ply = |side, log: &str| PlyRecord {
            side,
            mv: Some("d3".to_owned()),
            forced: false,
            wall_ns: 1,
            cpu_ns: None,
            score: None,
            log: Some(log.to_owned()),
        };
        GameRecord {
            version: 1,
            game: "a game".to_owned(),
            setup: String::new(),
            start: String::new(),
            files: Default::default(),
            rules: String::new(),
            players: [identity("ada/dove.py"), identity("bob/ark.c")],
            seed: 1,
            plies: vec![ply(Side::First, "ada's secret"), ply(Side::Second, "bob's secret")],
            ending: Some(Ending::Forfeit { by: Side::Second, fault: Fault::crash("bob's trace") }),
            tally: [2, 2],
            labels: Default::default(),
        }
    }

    /// Which of the secrets somebody is shown.
    fn seen_by(standing: Option<&Standing>) -> [bool; 3] {
        let text = shown_to(standing, record()).to_json();
        ["ada's secret", "bob's secret", "bob's trace"].map(|secret| text.contains(secret))
    }

    #[test]
    fn logs_are_for_their_own_team_and_for_teachers() {
        assert_eq!(seen_by(None), [true; 3], "without a class nothing is private");
        assert_eq!(seen_by(Some(&who(Role::Visitor, ""))), [false; 3]);
        assert_eq!(seen_by(Some(&who(Role::Player, "ada"))), [true, false, false]);
        assert_eq!(seen_by(Some(&who(Role::Player, "bob"))), [false, true, true]);
        assert_eq!(seen_by(Some(&who(Role::Player, "eve"))), [false; 3]);
        assert_eq!(seen_by(Some(&who(Role::Teacher, "grace"))), [true; 3]);
    }
}
