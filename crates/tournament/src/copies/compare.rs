//! Pairs that share fingerprints, and the passages that they share.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;

use super::tokens::Tokens;
use super::winnow::{Hash, RUN, runs, winnow};

/// Fewer common fingerprints are not looked into.
const FEWEST: usize = 3;

/// A fingerprint that stands in a submission so often is looked at in its first places only.
const MOST_PLACES: usize = 16;

/// A part that two submissions have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The files, by their place among the sources of each.
    pub files: [usize; 2],
    /// The lines, from 1.
    pub lines: [RangeInclusive<u32>; 2],
    /// How many tokens it has.
    pub tokens: usize,
}

/// What two submissions have in common.
pub(super) struct Common {
    pub(super) share: f64,
    pub(super) passages: Vec<Passage>,
}

impl Common {
    pub(super) fn tokens(&self) -> usize {
        self.passages.iter().map(|passage| passage.tokens).sum()
    }
}

/// Where a fingerprint stands: file and token.
type Spot = (usize, usize);

pub(super) struct Comparison<'a> {
    submissions: &'a [Vec<Tokens>],
    /// Tokens that are nobody's own, for each file of each submission.
    given: Vec<Vec<Vec<bool>>>,
    prints: Vec<HashMap<Hash, Vec<Spot>>>,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(submissions: &'a [Vec<Tokens>], base: &[Tokens]) -> Comparison<'a> {
        let base: HashSet<Hash> = base.iter().flat_map(|tokens| runs(&tokens.codes)).collect();
        let given: Vec<Vec<Vec<bool>>> =
            submissions.iter().map(|files| files.iter().map(|file| given(file, &base)).collect()).collect();
        let prints = submissions.iter().zip(&given).map(|(files, given)| prints(files, given)).collect();
        Comparison { submissions, given, prints }
    }

    /// Every pair with something in common.
    pub(super) fn alike(&self) -> Vec<([usize; 2], Common)> {
        let mut owners: HashMap<Hash, Vec<usize>> = HashMap::new();
        for (at, prints) in self.prints.iter().enumerate() {
            prints.keys().for_each(|hash| owners.entry(*hash).or_default().push(at));
        }
        let mut shared: BTreeMap<[usize; 2], usize> = BTreeMap::new();
        for owners in owners.values() {
            for (at, &one) in owners.iter().enumerate() {
                owners[at + 1..].iter().for_each(|&two| *shared.entry([one, two]).or_default() += 1);
            }
        }
        let pairs = shared.into_iter().filter(|(_, count)| *count >= FEWEST);
        pairs.map(|(pair, _)| (pair, self.common(pair))).collect()
    }

    fn common(&self, [one, two]: [usize; 2]) -> Common {
        let mut starts: Vec<(Spot, Hash)> = Vec::new();
        for (hash, spots) in self.prints[one].iter().filter(|(hash, _)| self.prints[two].contains_key(*hash)) {
            starts.extend(spots.iter().take(MOST_PLACES).map(|spot| (*spot, *hash)));
        }
        starts.sort_unstable();
        let mut free = [one, two].map(|at| self.own(at));
        let own = [0, 1].map(|side: usize| free[side].iter().flatten().filter(|own| **own).count());
        let mut passages = Vec::new();
        for (spot, hash) in starts {
            let others = self.prints[two].get(&hash).into_iter().flatten().take(MOST_PLACES);
            let runs = others.filter_map(|other| self.extend([one, two], [spot, *other], &free));
            if let Some(run) = runs.max_by_key(|run| run.tokens) {
                run.take(&mut free);
                passages.push(self.passage([one, two], &run));
            }
        }
        passages.sort_by_key(|passage| std::cmp::Reverse(passage.tokens));
        let tokens: usize = passages.iter().map(|passage| passage.tokens).sum();
        let share = own.into_iter().map(|own| tokens as f64 / own.max(1) as f64).fold(0.0, f64::max);
        Common { share: share.min(1.0), passages }
    }

    /// Which tokens of a submission are its own.
    fn own(&self, at: usize) -> Vec<Vec<bool>> {
        self.given[at].iter().map(|file| file.iter().map(|given| !given).collect()).collect()
    }

    /// The longest common run around two equal places, if it lies in what is still free.
    fn extend(&self, pair: [usize; 2], spots: [Spot; 2], free: &[Vec<Vec<bool>>; 2]) -> Option<Run> {
        let codes = [0, 1].map(|side: usize| &self.submissions[pair[side]][spots[side].0].codes);
        let open = [0, 1].map(|side: usize| &free[side][spots[side].0]);
        let is_common = |at: [usize; 2]| codes[0][at[0]] == codes[1][at[1]] && open[0][at[0]] && open[1][at[1]];
        let start = spots.map(|(_, at)| at);
        let most = (0..2).map(|side| codes[side].len() - start[side]).min().unwrap_or(0);
        let after = (0..most).take_while(|step| is_common(start.map(|at| at + step))).count();
        let before = start[0].min(start[1]);
        let before = (1..=before).take_while(|step| is_common(start.map(|at| at - step))).count();
        let files = spots.map(|(file, _)| file);
        let run = Run { files, first: start.map(|at| at - before), tokens: before + after };
        (after > 0 && run.tokens >= RUN).then_some(run)
    }

    fn passage(&self, pair: [usize; 2], run: &Run) -> Passage {
        let lines = [0, 1].map(|side: usize| {
            let lines = &self.submissions[pair[side]][run.files[side]].lines;
            lines[run.first[side]]..=lines[run.first[side] + run.tokens - 1]
        });
        Passage { files: run.files, lines, tokens: run.tokens }
    }
}

/// A run of common tokens.
struct Run {
    files: [usize; 2],
    first: [usize; 2],
    tokens: usize,
}

impl Run {
    /// What is in one passage is in no other.
    fn take(&self, free: &mut [Vec<Vec<bool>>; 2]) {
        for (side, files) in free.iter_mut().enumerate() {
            files[self.files[side]][self.first[side]..self.first[side] + self.tokens].fill(false);
        }
    }
}

/// Which tokens of a file stand in what everybody was given.
fn given(file: &Tokens, base: &HashSet<Hash>) -> Vec<bool> {
    let mut given = vec![false; file.codes.len()];
    for (at, hash) in runs(&file.codes).iter().enumerate() {
        if base.contains(hash) {
            given[at..at + RUN].fill(true);
        }
    }
    given
}

/// The fingerprints of a submission with their places, without those of what was given.
fn prints(files: &[Tokens], given: &[Vec<bool>]) -> HashMap<Hash, Vec<Spot>> {
    let mut prints: HashMap<Hash, Vec<Spot>> = HashMap::new();
    for (number, (file, given)) in files.iter().zip(given).enumerate() {
        for (hash, at) in winnow(&runs(&file.codes)) {
            if !given[at] {
                prints.entry(hash).or_default().push((number, at));
            }
        }
    }
    prints
}
