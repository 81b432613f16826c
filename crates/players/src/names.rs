//! Names of the players of one event or match: two that are called the same are told apart by what differs.

use std::collections::BTreeMap;

use crate::entrant::Entrant;

/// A player as it would be called, and what may tell it apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Named {
    /// What it is called.
    pub name: String,
    /// What it is told besides its file.
    pub variant: String,
    /// The name of its file with its ending.
    pub file: Option<String>,
}

impl Named {
    /// An entrant under its own name.
    pub fn of(entrant: &Entrant) -> Named {
        let locator = entrant.locator();
        // A name that was given by hand, and a built-in player, say everything themselves.
        let is_given = locator.option("name").is_some() || entrant.is_built_in();
        Named {
            name: entrant.identity.name.clone(),
            variant: if is_given { String::new() } else { locator.variant() },
            file: locator.file_name().filter(|_| !is_given),
        }
    }
}

/// Names of which no two are the same, and what has to be said about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToldApart {
    /// The names, in the order of the players.
    pub names: Vec<String>,
    /// Players that nothing but a number tells apart: what they are called, and what they are shown as.
    pub numbered: Vec<(String, String)>,
}

impl ToldApart {
    /// What to say to whoever named two players the same.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        self.numbered.iter().map(|(name, shown)| {
            format!("two players are called {name}: one of them is shown as {shown}; ?name=TEXT gives it another name")
        })
    }
}

/// Tells players apart: by what they are told besides their file, by the endings of their files, or by numbers.
pub fn tell_apart(players: &[Named]) -> ToldApart {
    let mut names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, player) in players.iter().enumerate() {
        groups.entry(&player.name).or_default().push(at);
    }
    for group in groups.into_values().filter(|group| group.len() > 1) {
        let by_variant = |at: usize| format!("{} {}", players[at].name, players[at].variant).trim_end().to_owned();
        let by_file = |at: usize| players[at].file.clone().unwrap_or_default();
        let differ = group.iter().any(|&at| players[at].variant != players[group[0]].variant);
        let way: &dyn Fn(usize) -> String = if differ {
            &by_variant
        } else if are_distinct(&group, &by_file) {
            &by_file
        } else {
            continue;
        };
        group.iter().for_each(|&at| names[at] = way(at));
    }
    number(names)
}

fn are_distinct(group: &[usize], name: &dyn Fn(usize) -> String) -> bool {
    let mut names: Vec<String> = group.iter().map(|&at| name(at)).collect();
    names.sort_unstable();
    names.windows(2).all(|pair| pair[0] != pair[1]) && names.iter().all(|name| !name.is_empty())
}

/// What is still the same gets a number.
fn number(wanted: Vec<String>) -> ToldApart {
    let mut told = ToldApart::default();
    for name in wanted {
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let is_free = |name: &String| !told.names.contains(name);
        let shown = std::iter::once(name.clone()).chain(numbered).find(is_free).unwrap_or_else(|| name.clone());
        if shown != name {
            told.numbered.push((name, shown.clone()));
        }
        told.names.push(shown);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, variant: &str, file: &str) -> Named {
        Named { name: name.to_owned(), variant: variant.to_owned(), file: Some(file.to_owned()) }
    }

    #[test]
    fn variants_of_one_program_are_told_apart_by_their_options() {
        let players = [named("f7", "--depth 3", "f7"), named("f7", "", "f7"), named("g", "--deep", "g")];
        let told = tell_apart(&players);
        assert_eq!((told.names, told.numbered.len()), (vec!["f7 --depth 3".into(), "f7".into(), "g".into()], 0));
    }

    #[test]
    fn files_of_one_name_keep_their_endings() {
        let told = tell_apart(&[named("me", "", "me.py"), named("me", "", "me.ml")]);
        assert_eq!((told.names, told.numbered.len()), (vec!["me.py".into(), "me.ml".into()], 0));
    }

    #[test]
    fn what_nothing_tells_apart_gets_a_number_and_is_said() {
        let players = [named("A", "", "a.py"), named("A", "", "a.py"), named("A (2)", "", "x.py")];
        let told = tell_apart(&players);
        assert_eq!(told.names, ["A", "A (2)", "A (2) (2)"]);
        assert_eq!(told.numbered.len(), 2);
        assert!(told.remarks().next().is_some_and(|remark| remark.contains("two players are called A")));
    }
}
