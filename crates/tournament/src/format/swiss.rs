//! Swiss: a number of rounds, each between players of equal scores who have not met; Buchholz breaks ties.

use super::matching::cheapest_pairs;
use super::placing::{Placing, rank};
use super::schedule::{Place, Schedule};
use super::{Amendment, Edits, Format, FormatEntry, FormatOptions, MOST_PLAYERS, TieRule};

pub(super) const ENTRY: FormatEntry = FormatEntry {
    name: "swiss",
    about: "`rounds` rounds between players of equal scores who have not met; Buchholz breaks ties",
    ties: &[TieRule::Both],
    is_knockout: false,
    has_rounds: true,
    byes_count: true,
    is_offered: true,
    is_ladder: false,
    edits: Edits::All,
    takes_rounds: true,
    least_players: 2,
    most_players: MOST_PLAYERS,
    make: |options, players| Box::new(Swiss::new(options, players)),
};

struct Swiss {
    /// Who is there.
    players: usize,
    /// As they were asked for.
    wanted: Option<u32>,
    rounds: u32,
    round: u32,
}

/// As many rounds as find one winner.
fn enough_rounds(players: usize) -> u32 {
    players.next_power_of_two().trailing_zeros()
}

/// Half points: a match won or a bye is worth two, a tie one.
type HalfPoints = i64;

impl Swiss {
    fn new(options: &FormatOptions, players: usize) -> Swiss {
        let rounds = options.rounds.unwrap_or_else(|| enough_rounds(players));
        Swiss { players, wanted: options.rounds, rounds, round: 0 }
    }

    fn scores(&self, schedule: &Schedule) -> Vec<HalfPoints> {
        let mut scores: Vec<HalfPoints> =
            schedule.records().iter().map(|[won, tied, _]| i64::from(2 * won + tied)).collect();
        schedule.byes().iter().for_each(|bye| scores[bye.player] += 2);
        scores
    }

    /// The sum of the opponents' scores; a bye counts as an opponent with one's own score.
    fn buchholz(&self, schedule: &Schedule, scores: &[HalfPoints]) -> Vec<HalfPoints> {
        let mut sums = vec![0; schedule.players()];
        for game in schedule.matches().filter(|game| game.verdict.is_some()) {
            let [one, two] = game.players;
            sums[one] += scores[two];
            sums[two] += scores[one];
        }
        schedule.byes().iter().for_each(|bye| sums[bye.player] += scores[bye.player]);
        sums
    }

    fn pair_up(&self, schedule: &mut Schedule) {
        let costs = Costs::new(schedule, self.scores(schedule), self.round);
        let mut pairs = cheapest_pairs(costs.order.len().next_multiple_of(2), |a, b| costs.of(a, b));
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.sort_unstable();
        for (slot, [one, two]) in pairs.into_iter().enumerate() {
            let place = Place { round: self.round, bracket: None, slot: slot as u32 };
            let higher = costs.order[one];
            match costs.order.get(two) {
                // Seats are swapped within the match, so who stands first is a matter of print.
                Some(&lower) => schedule.add(schedule.next_index(), place, [higher, lower]),
                None => schedule.add_bye(place, higher),
            }
        }
    }
}

/// What a pair costs: a second bye most, then a rematch, then unequal scores, then floating the same way twice, then the
/// distance from the pairing of upper half against lower half.
struct Costs {
    /// Players from best to worst so far.
    order: Vec<usize>,
    scores: Vec<HalfPoints>,
    byes: Vec<i64>,
    meetings: Vec<i64>,
    /// Up or down in the round before, for each in order.
    floated: Vec<i64>,
    /// The place within the players of equal score, and how many they are.
    standing: Vec<(i64, i64)>,
    scale: i64,
}

impl Costs {
    fn new(schedule: &Schedule, all_scores: Vec<HalfPoints>, round: u32) -> Costs {
        let mut order = schedule.present();
        let count = order.len();
        order.sort_by_key(|&player| (-all_scores[player], player));
        let scores: Vec<HalfPoints> = order.iter().map(|&player| all_scores[player]).collect();
        let mut byes = vec![0; all_scores.len()];
        schedule.byes().iter().for_each(|bye| byes[bye.player] += 1);
        let fewest = order.iter().map(|&player| byes[player]).min().unwrap_or(0);
        let byes = order.iter().map(|&player| byes[player] - fewest).collect();
        let meeting = |at: usize| schedule.meetings(order[at / count], order[at % count]).min(3) as i64;
        let meetings = (0..count * count).map(meeting).collect();
        let floats = floats(schedule, all_scores.len(), round);
        let floated = order.iter().map(|&player| floats[player]).collect();
        let standing = |at: usize| {
            let alike = |range: &[HalfPoints]| range.iter().filter(|&&other| other == scores[at]).count() as i64;
            (alike(&scores[..at]), alike(&scores))
        };
        let standing = (0..count).map(standing).collect();
        Costs { order, scores, byes, meetings, floated, standing, scale: count as i64 + 1 }
    }

    fn of(&self, a: usize, b: usize) -> i64 {
        let (a, b) = (a.min(b), a.max(b));
        let count = self.order.len();
        let float = self.scale * self.scale;
        let unequal = float * 2 * self.scale;
        let rematch = unequal * 256 * self.scale;
        let bye = rematch * 3 * self.scale;
        if b == count {
            // A bye: one who had none, of the lowest score, of the lowest standing.
            let above = (self.scores[a] - self.scores[count - 1]).min(16);
            return bye * self.byes[a].min(3) + unequal * above * above + (count - 1 - a) as i64;
        }
        let apart = (self.scores[a] - self.scores[b]).min(16);
        // The one ahead floats down and the other up; twice in a row the same way is avoided.
        let again = if apart == 0 { 0 } else { i64::from(self.floated[a] < 0) + i64::from(self.floated[b] > 0) };
        let preference = match apart {
            0 => (self.standing[b].0 - self.standing[a].0 - self.standing[a].1 / 2).abs(),
            // Who floats down is the last of those ahead, and meets the first of those behind.
            _ => (self.standing[a].1 - 1 - self.standing[a].0) + self.standing[b].0,
        };
        rematch * self.meetings[a * count + b] + unequal * apart * apart + float * again + preference
    }
}

/// Who met somebody with another score in the round before: -1 for those who were ahead, 1 for those behind.
fn floats(schedule: &Schedule, players: usize, round: u32) -> Vec<i64> {
    let mut before = vec![0; players];
    for game in schedule.matches().filter(|game| game.place.round + 1 < round) {
        if let Some(verdict) = game.verdict {
            for seat in 0..2 {
                before[game.players[seat]] += verdict.winner.map_or(1, |winner| if winner == seat { 2 } else { 0 });
            }
        }
    }
    schedule.byes().iter().filter(|bye| bye.place.round + 1 < round).for_each(|bye| before[bye.player] += 2);
    let mut floats = vec![0; players];
    for game in schedule.matches().filter(|game| game.place.round + 1 == round) {
        let [one, two] = game.players;
        let direction: i64 = before[two] - before[one];
        floats[one] = direction.signum();
        floats[two] = -direction.signum();
    }
    floats
}

impl Format for Swiss {
    fn extend(&mut self, schedule: &mut Schedule) {
        if schedule.is_settled() && self.round < self.rounds && self.players > 1 {
            self.round += 1;
            self.pair_up(schedule);
        }
    }

    fn placings(&self, schedule: &Schedule) -> Vec<Placing> {
        let scores = self.scores(schedule);
        let buchholz = self.buchholz(schedule, &scores);
        let points = schedule.points();
        let merits: Vec<Vec<f64>> = (0..schedule.players())
            .map(|player| vec![scores[player] as f64, buchholz[player] as f64, points[player]])
            .collect();
        let mut placings = rank(&merits);
        for placing in &mut placings {
            placing.score = Some(scores[placing.player] as f64 / 2.0);
            placing.buchholz = Some(buchholz[placing.player] as f64 / 2.0);
        }
        placings
    }

    fn expected_matches(&self) -> u32 {
        self.rounds * (self.players as u32 / 2)
    }

    /// What was played stands. A round of which nothing was played is paired anew. In one that is going on, who left has lost
    /// the match it has not played, a newer version plays it, and who comes late joins in the next round.
    fn amend(&mut self, amendment: &Amendment, schedule: &mut Schedule) -> Result<(), String> {
        if amendment.rounds.is_some_and(|rounds| rounds < self.round) {
            return Err(format!("round {} has begun: expected as many rounds or more", self.round));
        }
        self.players = schedule.present().len();
        self.wanted = amendment.rounds.or(self.wanted);
        self.rounds = self.wanted.unwrap_or_else(|| enough_rounds(self.players).max(self.rounds));
        let is_other = amendment.entered > 0 || !amendment.left.is_empty() || !amendment.returned.is_empty();
        if is_other && self.round > 0 && schedule.undo_round(self.round) {
            self.round -= 1;
        }
        schedule.walk_over();
        for &player in &amendment.replaced {
            let open = |match_index: &u32| schedule.get(*match_index).is_some_and(|game| game.verdict.is_none());
            for match_index in schedule.of_player(player).into_iter().filter(open).collect::<Vec<_>>() {
                let Some(game) = schedule.get(match_index).cloned() else { continue };
                schedule.annul(match_index);
                schedule.add(schedule.next_index(), game.place, game.players);
            }
        }
        Ok(())
    }
}
