//! Submissions that look like copies of each other: by the same contents, by the same play, and by their sources.
//!
//! Sources are compared by their tokens, so that names, comments and layout do not matter. Fingerprints are chosen among
//! the hashes of all runs of tokens by winnowing (Schleimer, Wilkerson and Aiken 2003): of every window of them the least,
//! which finds every common run of a certain length whatever stands before it. What everybody was given counts for nothing.

mod compare;
mod syntax;
mod tokens;
mod winnow;

use std::collections::BTreeMap;

pub use compare::Passage;
pub use syntax::is_source;
use tokens::Tokens;

/// What somebody handed in.
#[derive(Debug, Clone, Default)]
pub struct Submission {
    /// The player's name.
    pub name: String,
    /// The hash of all of it, where there is one.
    pub hash: Option<String>,
    /// The moves of its games of trial, where there were some; nothing where it did not come to play.
    pub play: Option<String>,
    /// Its sources.
    pub sources: Vec<Source>,
}

/// A file of source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its name, whose ending tells the language.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// Two submissions that are alike.
#[derive(Debug, Clone, PartialEq)]
pub struct Likeness {
    /// Both by their place in the list.
    pub pair: [usize; 2],
    /// They are the same to the last letter.
    pub same_file: bool,
    /// They played the same moves wherever both were tried.
    pub same_play: bool,
    /// The share of the one's tokens that stand in the other as well, whichever is larger.
    pub share: f64,
    /// Where, the longest first.
    pub passages: Vec<Passage>,
}

/// From this share on two sources are alike.
pub const ALIKE: f64 = 0.5;

/// A common part of fewer tokens says nothing, whatever its share.
const FEWEST_TOKENS: usize = 60;

/// Everybody who is like somebody else, the most alike first. `given` is what everybody was given to begin with.
pub fn likenesses(submissions: &[Submission], given: &[Source]) -> Vec<Likeness> {
    let given: Vec<Tokens> = given.iter().map(Tokens::of).collect();
    let read: Vec<Vec<Tokens>> = submissions.iter().map(|one| one.sources.iter().map(Tokens::of).collect()).collect();
    let common = compare::Comparison::new(&read, &given);
    let mut found: BTreeMap<[usize; 2], Likeness> = BTreeMap::new();
    for (pair, likeness) in common.alike() {
        if likeness.share >= ALIKE && likeness.tokens() >= FEWEST_TOKENS {
            let same = Likeness {
                pair,
                same_file: false,
                same_play: false,
                share: likeness.share,
                passages: likeness.passages,
            };
            found.insert(pair, same);
        }
    }
    for pair in equals(submissions, |one| one.hash.as_deref()) {
        entry(&mut found, pair).same_file = true;
    }
    for pair in equals(submissions, |one| one.play.as_deref()) {
        entry(&mut found, pair).same_play = true;
    }
    let mut found: Vec<Likeness> = found.into_values().collect();
    found.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
    found
}

impl Likeness {
    /// How much it says: the same file most, and play alone least.
    fn weight(&self) -> f64 {
        2.0 * f64::from(u8::from(self.same_file)) + self.share + 0.1 * f64::from(u8::from(self.same_play))
    }
}

fn entry(found: &mut BTreeMap<[usize; 2], Likeness>, pair: [usize; 2]) -> &mut Likeness {
    let none = Likeness { pair, same_file: false, same_play: false, share: 0.0, passages: Vec::new() };
    found.entry(pair).or_insert(none)
}

/// Pairs that have the same of something.
fn equals<'a>(submissions: &'a [Submission], of: impl Fn(&'a Submission) -> Option<&'a str>) -> Vec<[usize; 2]> {
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, one) in submissions.iter().enumerate() {
        if let Some(what) = of(one) {
            groups.entry(what).or_default().push(at);
        }
    }
    let pairs = |group: &Vec<usize>| {
        let pair = |at: usize| group[at + 1..].iter().map(move |&other| [group[at], other]).collect::<Vec<_>>();
        (0..group.len()).flat_map(pair).collect::<Vec<_>>()
    };
    groups.values().flat_map(pairs).collect()
}

/// Who belongs together: everybody who is like somebody else of the group, in the order of the list.
pub fn groups(count: usize, likenesses: &[Likeness]) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..count).collect();
    for likeness in likenesses {
        let [one, two] = likeness.pair.map(|at| group[at]);
        group.iter_mut().filter(|number| **number == two.max(one)).for_each(|number| *number = one.min(two));
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    group.into_iter().enumerate().for_each(|(at, number)| groups.entry(number).or_default().push(at));
    groups.into_values().filter(|group| group.len() > 1).collect()
}
