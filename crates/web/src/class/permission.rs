//! Who may do what: a table of roles by actions, and which action every address is. Both are data; they are asked in one place
//! (`access`), and a test walks through every cell of them over HTTP.

use axum::http::Method;
use serde::{Deserialize, Serialize};

/// What somebody is in a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Nobody in particular: whoever has no account here.
    Visitor,
    /// Somebody who hands in players.
    Player,
    /// Somebody who steers.
    Teacher,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 3] = [Role::Visitor, Role::Player, Role::Teacher];

    /// Its name in tables and records.
    pub fn name(self) -> &'static str {
        match self {
            Role::Visitor => "visitor",
            Role::Player => "player",
            Role::Teacher => "teacher",
        }
    }
}

/// Something that is done in a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Come to the door: sign in, follow a link, read the style of a page.
    Enter,
    /// Look at games, tournaments and the ladder.
    Look,
    /// Play and analyse at a table.
    Play,
    /// Sign out, and see and change what is known about oneself.
    KeepOwnAccount,
    /// Hand in players, and read what became of one's own.
    Submit,
    /// Begin a match of one's own player.
    BeginMatch,
    /// Begin, pause, extend and end tournaments.
    Steer,
    /// Take whole reports away, which have everybody's logs.
    TakeReports,
    /// Invite and remove people, and say what the class is called and who may look at it.
    Administer,
    /// Read what was done by whom.
    ReadAudit,
}

impl Action {
    /// All of them, in the order of the table.
    pub fn all() -> impl Iterator<Item = Action> {
        PERMISSIONS.iter().map(|(action, _)| *action)
    }

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Action::Enter => "enter",
            Action::Look => "look",
            Action::Play => "play",
            Action::KeepOwnAccount => "own-account",
            Action::Submit => "submit",
            Action::BeginMatch => "begin-match",
            Action::Steer => "steer",
            Action::TakeReports => "reports",
            Action::Administer => "administer",
            Action::ReadAudit => "audit",
        }
    }
}

/// Whether a role may do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// Always.
    Yes,
    /// Where the class is open to outsiders.
    WhenOpen,
    /// Never.
    No,
}

impl Permission {
    /// Whether it holds in a class that is open, or is not.
    pub fn holds(self, is_open: bool) -> bool {
        self == Permission::Yes || (self == Permission::WhenOpen && is_open)
    }
}

use Permission::{No, WhenOpen, Yes};

/// What each role may do, in the order of [`Role::ALL`].
pub const PERMISSIONS: &[(Action, [Permission; 3])] = &[
    (Action::Enter, [Yes, Yes, Yes]),
    (Action::Look, [WhenOpen, Yes, Yes]),
    (Action::Play, [WhenOpen, Yes, Yes]),
    (Action::KeepOwnAccount, [No, Yes, Yes]),
    (Action::Submit, [No, Yes, Yes]),
    (Action::BeginMatch, [No, Yes, Yes]),
    (Action::Steer, [No, No, Yes]),
    (Action::TakeReports, [No, No, Yes]),
    (Action::Administer, [No, No, Yes]),
    (Action::ReadAudit, [No, No, Yes]),
];

/// Which action an address is. Of those that are not listed, reading the arena itself is looking; everything else is for those who may do
/// everything.
pub const ADDRESSES: &[(&str, &str, Action)] = &[
    ("GET", "/class", Action::Enter),
    ("GET", "/class/sign-in", Action::Enter),
    ("POST", "/class/sign-in", Action::Enter),
    ("GET", "/class/join/{secret}", Action::Enter),
    ("POST", "/class/join/{secret}", Action::Enter),
    ("GET", "/class/permissions", Action::Enter),
    ("GET", "/static/{file}", Action::Enter),
    ("GET", "/language/{code}", Action::Enter),
    ("GET", "/class/account", Action::KeepOwnAccount),
    ("POST", "/class/sign-out", Action::KeepOwnAccount),
    ("POST", "/class/account/password", Action::KeepOwnAccount),
    ("POST", "/class/account/link", Action::KeepOwnAccount),
    ("POST", "/class/account/sessions", Action::KeepOwnAccount),
    ("POST", "/class/account/token", Action::KeepOwnAccount),
    ("POST", "/class/account/tokens/end", Action::KeepOwnAccount),
    ("GET", "/class/account/export", Action::KeepOwnAccount),
    ("POST", "/class/account/delete", Action::KeepOwnAccount),
    ("GET", "/api/v1/openapi.json", Action::Enter),
    ("GET", "/api/v1/me", Action::KeepOwnAccount),
    ("GET", "/api/v1/me/export", Action::KeepOwnAccount),
    ("GET", "/api/v1/submissions", Action::Submit),
    ("POST", "/api/v1/submissions", Action::Submit),
    ("GET", "/api/v1/submissions/{team}/{file}/{version}", Action::Submit),
    ("GET", "/api/v1/submissions/{team}/{file}/{version}/file", Action::Submit),
    ("GET", "/api/v1/submissions/all", Action::Administer),
    ("POST", "/api/v1/submissions/{team}/{file}/{version}/activate", Action::Submit),
    ("DELETE", "/api/v1/submissions/{team}/{file}", Action::Submit),
    ("GET", "/api/v1/class", Action::Look),
    ("PATCH", "/api/v1/class", Action::Administer),
    ("GET", "/api/v1/people", Action::Administer),
    ("DELETE", "/api/v1/people/{account}", Action::Administer),
    ("POST", "/api/v1/people/{account}/link", Action::Administer),
    ("POST", "/api/v1/people/{account}/sign-out", Action::Administer),
    ("GET", "/api/v1/invitations", Action::Administer),
    ("POST", "/api/v1/invitations", Action::Administer),
    ("DELETE", "/api/v1/invitations/{id}", Action::Administer),
    ("GET", "/api/v1/ladder", Action::Look),
    ("POST", "/api/v1/ladder", Action::Steer),
    ("POST", "/api/v1/cups", Action::Steer),
    ("POST", "/api/v1/matches", Action::BeginMatch),
    ("GET", "/api/v1/tournaments", Action::Look),
    ("GET", "/api/v1/tournaments/{name}", Action::Look),
    ("POST", "/api/v1/tournaments/{name}/pause", Action::Steer),
    ("POST", "/api/v1/tournaments/{name}/go-on", Action::Steer),
    ("POST", "/api/v1/tournaments/{name}/extend", Action::Steer),
    ("POST", "/api/v1/tournaments/{name}/end", Action::Steer),
    ("GET", "/api/v1/tournaments/{name}/players/{player}", Action::Look),
    ("GET", "/api/v1/tournaments/{name}/games/{id}", Action::Look),
    ("GET", "/api/v1/lost-games", Action::Submit),
    ("GET", "/api/v1/audit", Action::ReadAudit),
    ("GET", "/class/people", Action::Administer),
    ("POST", "/class/people/{account}/sign-out", Action::Administer),
    ("POST", "/class/invitations", Action::Administer),
    ("POST", "/class/invitations/{id}/revoke", Action::Administer),
    ("POST", "/class/people/{account}/remove", Action::Administer),
    ("POST", "/class/people/{account}/link", Action::Administer),
    ("POST", "/class/settings", Action::Administer),
    ("GET", "/class/audit", Action::ReadAudit),
    ("GET", "/class/players", Action::Submit),
    ("GET", "/class/players/events", Action::Submit),
    ("POST", "/class/submissions", Action::Submit),
    ("GET", "/class/team/{team}", Action::Look),
    ("GET", "/class/player/{team}/{file}/{version}", Action::Submit),
    ("GET", "/class/player/{team}/{file}/{version}/file", Action::Submit),
    ("POST", "/class/player/{team}/{file}/activate", Action::Submit),
    ("POST", "/class/player/{team}/{file}/withdraw", Action::Submit),
    ("POST", "/class/player/{team}/{file}/match", Action::BeginMatch),
    ("POST", "/class/player/{team}/{file}/{version}/play", Action::BeginMatch),
    ("POST", "/class/ladder", Action::Steer),
    ("POST", "/class/cups", Action::Steer),
    ("POST", "/tournament/{name}/pause", Action::Steer),
    ("POST", "/tournament/{name}/go-on", Action::Steer),
    ("POST", "/tournament/{name}/extend", Action::Steer),
    ("POST", "/tournament/{name}/end", Action::Steer),
    ("GET", "/tournament/{name}/game/{id}/said", Action::Submit),
    ("POST", "/tournaments", Action::Steer),
    ("GET", "/tournament/{name}/files/{file}", Action::TakeReports),
    ("POST", "/games", Action::Play),
    ("POST", "/game/{id}/seat/{key}", Action::Play),
    ("POST", "/game/{id}/device", Action::Play),
    ("POST", "/game/{id}/say", Action::Play),
    ("POST", "/game/{id}/review", Action::Play),
    ("POST", "/tournament/{name}/game/{id}/review", Action::Play),
    ("POST", "/edit.json", Action::Play),
];

/// The action of a request, by the pattern of its address; what has none is a page that is missing.
pub fn action_of(method: &Method, pattern: Option<&str>) -> Action {
    let method = if *method == Method::HEAD { "GET" } else { method.as_str() };
    let Some(pattern) = pattern else { return if method == "GET" { Action::Look } else { Action::Play } };
    match ADDRESSES.iter().find(|(of, address, _)| *of == method && *address == pattern) {
        Some((.., action)) => *action,
        None if method == "GET" && !is_of_class(pattern) => Action::Look,
        None => Action::Administer,
    }
}

/// Whether an address is there only with a class: nothing of it is for anybody who is not meant.
fn is_of_class(pattern: &str) -> bool {
    pattern.starts_with("/class") || pattern.starts_with("/api/")
}

/// What the table says about a role and an action.
pub fn permission(role: Role, action: Action) -> Permission {
    let row = PERMISSIONS.iter().find(|(of, _)| *of == action);
    let at = Role::ALL.iter().position(|known| *known == role);
    row.zip(at).map_or(No, |((_, row), at)| row[at])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn whoever_may_do_more_may_do_everything_that_others_may() {
        for (action, row) in PERMISSIONS {
            let [visitor, player, teacher] = row.map(|cell| cell.holds(true));
            assert!(visitor <= player && player <= teacher, "{action:?}");
        }
    }

    #[test]
    fn what_is_not_listed_is_looking_or_for_those_who_may_do_everything() {
        assert_eq!(action_of(&Method::HEAD, Some("/class/audit")), Action::ReadAudit);
        assert_eq!(action_of(&Method::GET, Some("/games")), Action::Look);
        assert_eq!(action_of(&Method::POST, Some("/games")), Action::Play);
        for (method, pattern) in [
            (Method::GET, "/class/forgotten"),
            (Method::GET, "/api/v2/forgotten"),
            (Method::POST, "/forgotten"),
            (Method::DELETE, "/class/audit"),
            (Method::DELETE, "/games"),
        ] {
            assert_eq!(action_of(&method, Some(pattern)), Action::Administer, "{method} {pattern}");
        }
        // There is nothing at such an address.
        assert_eq!(action_of(&Method::GET, None), Action::Look);
        assert_eq!(action_of(&Method::POST, None), Action::Play);
    }

    #[test]
    fn every_route_that_needs_a_row_has_one_and_every_row_has_a_route() {
        let routes: BTreeSet<(&str, &str)> = crate::routes::all().addresses().into_iter().collect();
        let rows: BTreeSet<(&str, &str)> = ADDRESSES.iter().map(|(method, address, _)| (*method, *address)).collect();
        assert_eq!(rows.len(), ADDRESSES.len(), "each once");
        let needs = |(method, pattern): &&(&str, &str)| *method != "GET" || is_of_class(pattern);
        let forgotten: Vec<_> = routes.iter().filter(needs).filter(|route| !rows.contains(*route)).collect();
        assert!(forgotten.is_empty(), "{forgotten:?}");
        let idle: Vec<_> = rows.difference(&routes).collect();
        assert!(idle.is_empty(), "{idle:?}");
    }
}
