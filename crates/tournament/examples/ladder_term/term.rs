//! A term of a class, simulated: players of known strength whose versions change, some of which crash, on a real ladder.

use joute_games::random::{Generator, Seed};
use joute_tournament::format::{
    Amendment, Competition, FormatOptions, LadderForm, Next, Pairing, PairingRule, SetResult,
};

/// How a term is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Term {
    /// Everything comes from it.
    pub(crate) seed: u64,
    /// How many players there are in the end.
    pub(crate) players: usize,
    /// How far strengths lie apart, as a standard deviation in Elo.
    pub(crate) spread: f64,
    /// Games that are played in all.
    pub(crate) games: u32,
    /// How often each player is replaced by a newer version.
    pub(crate) versions: u32,
    /// How matches are chosen.
    pub(crate) rule: PairingRule,
}

/// Somebody as they really are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Truth {
    /// The strength in Elo.
    pub(crate) elo: f64,
    /// The share of games in which it crashes.
    pub(crate) crashes: f64,
}

/// A moment of the term.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    /// Games played so far.
    pub(crate) games: u32,
    /// How well the order of the ratings is that of the strengths: Spearman's coefficient...
    pub(crate) spearman: f64,
    /// ... and Kendall's.
    pub(crate) kendall: f64,
}

/// How a term went.
pub(crate) struct Course {
    /// How good the order was, again and again.
    pub(crate) moments: Vec<Moment>,
    /// The ladder at the end.
    pub(crate) ladder: Competition,
    /// For each version that came, how many matches were made from its coming to its tenth match.
    pub(crate) first_ten: Vec<u32>,
    /// The same for each that was replaced before its tenth match, or had none at the end: so many were made meanwhile.
    pub(crate) unfinished: Vec<u32>,
    /// The most matches that were made while one player who was there, and not set aside, waited for its next.
    pub(crate) longest_wait: u32,
}

/// A number from 0 to 1.
fn unit(generator: &mut Generator) -> f64 {
    (generator.bits() >> 11) as f64 / (1u64 << 53) as f64
}

/// A number with mean 0 and deviation 1: the sum of twelve.
fn normal(generator: &mut Generator) -> f64 {
    (0..12).map(|_| unit(generator)).sum::<f64>() - 6.0
}

impl Term {
    /// Everybody as they are at first: one in ten crashes in four games of five until
    /// there is another version, two in ten now and then.
    fn truths(&self) -> Vec<Truth> {
        let mut generator = Seed(self.seed).purpose("strengths").generator();
        let crashes = |player: usize| match player % 10 {
            3 => 0.8,
            5 | 7 => 0.03,
            _ => 0.0,
        };
        let truth = |player: usize| Truth { elo: self.spread * normal(&mut generator), crashes: crashes(player) };
        (0..self.players).map(truth).collect()
    }

    /// When newer versions come, in games, with who sends them; sorted.
    fn releases(&self) -> Vec<(u32, usize)> {
        let mut generator = Seed(self.seed).purpose("releases").generator();
        let mut releases: Vec<(u32, usize)> = (0..self.players)
            .flat_map(|player| (0..self.versions).map(move |_| player))
            .map(|player| (generator.below(u64::from(self.games)) as u32, player))
            .collect();
        releases.sort_unstable();
        releases
    }

    /// What a match of two games comes to, whenever it is played.
    fn result(&self, pairing: &Pairing, truths: &[Truth]) -> SetResult {
        let mut generator = Seed(self.seed).purpose("games").child(u64::from(pairing.match_index)).generator();
        let players = pairing.players.map(|player| truths[player]);
        let mut set = SetResult { games: 2, ..SetResult::default() };
        for _ in 0..2 {
            let crashed = players.map(|player| unit(&mut generator) < player.crashes);
            let score = 1.0 / (1.0 + 10f64.powf((players[1].elo - players[0].elo) / 400.0));
            let draw = 0.2 * 4.0 * score * (1.0 - score);
            let at = unit(&mut generator);
            let winner = match crashed {
                [true, _] => Some(1),
                [false, true] => Some(0),
                _ if at < score - draw / 2.0 => Some(0),
                _ if at < score + draw / 2.0 => None,
                _ => Some(1),
            };
            match winner {
                Some(seat) => (set.wins[seat], set.points[seat]) = (set.wins[seat] + 1, set.points[seat] + 1.0),
                None => set.points = set.points.map(|points| points + 0.5),
            }
            if let Some(seat) = winner.map(|seat| 1 - seat).filter(|&seat| crashed[seat]) {
                set.faults[seat] += 1;
                set.crashes[seat] += 1;
            }
        }
        set
    }

    /// Plays the whole term.
    pub(crate) fn play(&self) -> Course {
        let options = FormatOptions { pairing: Some(self.rule), seed: self.seed, ..FormatOptions::default() };
        let mut ladder = Competition::new("ladder", &options, self.players).expect("so many can play");
        let (mut truths, releases) = (self.truths(), self.releases());
        let mut drawn = Seed(self.seed).purpose("versions").generator();
        let (mut open, mut games, mut next_release) = (Vec::<Pairing>::new(), 0, 0);
        let mut watch = Watch::new(self.players);
        let mut moments = Vec::new();
        while games < self.games {
            while releases.get(next_release).is_some_and(|(when, _)| *when <= games) {
                let (_, player) = releases[next_release];
                next_release += 1;
                let better = 40.0 + 60.0 * normal(&mut drawn);
                truths[player] = Truth { elo: truths[player].elo + better, crashes: 0.0 };
                let dropped = open.drain(..).map(|pairing| pairing.match_index).collect();
                ladder.amend(&Amendment { replaced: vec![player], dropped, ..Amendment::default() }).expect("taken");
                watch.came(player);
            }
            let next = ladder.next();
            watch.passed_over(&ladder.forms());
            if let Next::Play(pairings) = next {
                pairings.iter().for_each(|pairing| watch.made(pairing));
                open.extend(pairings);
            }
            let pairing = open.remove(0);
            let result = self.result(&pairing, &truths);
            ladder.report(pairing.match_index, pairing.set, result).expect("it was asked for");
            games += 2;
            if games.is_multiple_of(self.games / 40) {
                moments.push(moment(&ladder, &truths, games));
            }
        }
        watch.end(&ladder.forms());
        let Watch { first_ten, unfinished, longest: longest_wait, .. } = watch;
        Course { moments, ladder, first_ten, unfinished, longest_wait }
    }
}

/// Who is made to wait how long.
struct Watch {
    made: u32,
    last: Vec<u32>,
    longest: u32,
    newcomers: Vec<(usize, u32, u32)>,
    first_ten: Vec<u32>,
    unfinished: Vec<u32>,
}

impl Watch {
    fn new(players: usize) -> Watch {
        let [first_ten, unfinished] = [Vec::new(), Vec::new()];
        Watch { made: 0, last: vec![0; players], longest: 0, newcomers: Vec::new(), first_ten, unfinished }
    }

    fn came(&mut self, player: usize) {
        let replaced = self.newcomers.extract_if(.., |(other, ..)| *other == player);
        self.unfinished.extend(replaced.map(|(_, came, _)| self.made - came));
        self.newcomers.push((player, self.made, 0));
    }

    /// Those who are set aside wait for another version, and not for a match.
    fn passed_over(&mut self, forms: &[LadderForm]) {
        let aside = self.last.iter_mut().zip(forms).filter(|(_, form)| form.set_aside);
        aside.for_each(|(last, _)| *last = self.made);
    }

    /// Whoever waits at the end has waited as well.
    fn end(&mut self, forms: &[LadderForm]) {
        self.passed_over(forms);
        let waits = self.last.iter().map(|last| self.made - last);
        self.longest = waits.fold(self.longest, u32::max);
        self.unfinished.extend(self.newcomers.drain(..).map(|(_, came, _)| self.made - came));
    }

    fn made(&mut self, pairing: &Pairing) {
        self.made += 1;
        for player in pairing.players {
            self.longest = self.longest.max(self.made - self.last[player]);
            self.last[player] = self.made;
            let Some(at) = self.newcomers.iter().position(|(other, ..)| *other == player) else { continue };
            self.newcomers[at].2 += 1;
            if self.newcomers[at].2 == 10 {
                self.first_ten.push(self.made - self.newcomers[at].1);
                self.newcomers.remove(at);
            }
        }
    }
}

/// How good the order is now, among those who are paired.
fn moment(ladder: &Competition, truths: &[Truth], games: u32) -> Moment {
    let forms = ladder.forms();
    let there: Vec<usize> = (0..truths.len()).filter(|&player| !forms[player].set_aside).collect();
    let rated: Vec<f64> = there.iter().map(|&player| forms[player].rating).collect();
    let real: Vec<f64> = there.iter().map(|&player| truths[player].elo).collect();
    Moment { games, spearman: spearman(&rated, &real), kendall: kendall(&rated, &real) }
}

/// Ranks from 0, without ties.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    order.into_iter().enumerate().for_each(|(rank, at)| ranks[at] = rank as f64);
    ranks
}

fn spearman(one: &[f64], two: &[f64]) -> f64 {
    let squares: f64 = ranks(one).iter().zip(ranks(two)).map(|(a, b)| (a - b).powi(2)).sum();
    let count = one.len() as f64;
    1.0 - 6.0 * squares / (count * (count * count - 1.0))
}

fn kendall(one: &[f64], two: &[f64]) -> f64 {
    let mut agree = 0.0;
    for a in 0..one.len() {
        for b in 0..a {
            agree += ((one[a] - one[b]) * (two[a] - two[b])).signum();
        }
    }
    2.0 * agree / (one.len() * (one.len() - 1)) as f64
}
