//! A made-up event for tests: built-in players and some that misbehave play real games; times and logs are drawn.
#![allow(clippy::unwrap_used, dead_code, reason = "a simulation for tests: each uses a part, and what fails must fail")]

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use joute_catalog::{BuiltIn, find_built_in, find_game};
use joute_games::random::Seed;
use joute_games::{NoFiles, Side};
use joute_referee::{
    Conditions, Ending, Fault, GameRecord, Identity, MatchRules, Player, Reply, Said, Turn, play_game,
};
use joute_tournament::scoring::Scoring;
use joute_tournament::summary::{Contestant, EventSummary, FaultCounts, FaultNote, MatchSummary, Rated, Standing};

const RULES: &str = "time=120s,increment=1s";

/// What every eighth player or so does wrong.
#[derive(Clone, Copy)]
enum Vice {
    Crash,
    Illegal,
    Overtime,
}

/// Plays like a built-in player until it does its worst.
struct Faulty {
    inner: BuiltIn,
    vice: Vice,
}

impl Player for Faulty {
    fn open(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        self.inner.open(turn)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        if turn.plies.len() < 9 {
            return self.inner.choose(turn);
        }
        match self.vice {
            Vice::Crash => Err(Fault::crash("killed by signal 11 (segmentation fault)\nlast words: \"evaluate(0x0)\"")),
            Vice::Overtime => Err(Fault::overtime("no answer after 120.0 s of 120 s for the game")),
            Vice::Illegal => {
                Ok(Reply { said: Said::Text("z9 <script>alert(1)</script>".into()), cpu: None, score: None })
            }
        }
    }

    fn close(&mut self, ending: &Ending, tally: [u32; 2]) {
        self.inner.close(ending, tally);
    }
}

/// An event as it is played.
pub(crate) struct Simulation {
    game: String,
    setup: String,
    locators: Vec<String>,
    names: Vec<String>,
    pub(crate) matches: Vec<MatchSummary>,
    pub(crate) records: Vec<(u64, GameRecord)>,
    seed: Seed,
}

impl Simulation {
    pub(crate) fn new(game: &str, setup: &str, players: usize, kinds: &[&str]) -> Simulation {
        let known = ["Ada", "Björn", "Chloé", "Dmitri", "Élodie", "Farid", "Greta", "Hugo", "Inès", "Jonas"];
        let name = |number: usize| match number / known.len() {
            0 => known[number].to_owned(),
            series => format!("{} {}", known[number % known.len()], series + 1),
        };
        let mut names: Vec<String> = (0..players).map(name).collect();
        if players > 12 {
            names[11] = "Les trois mousquetaires & d’Artagnan".to_owned();
            names[12] = "=<b>injection</b>".to_owned();
        }
        Simulation {
            game: game.to_owned(),
            setup: setup.to_owned(),
            locators: (0..players).map(|number| kinds[number * 3 % kinds.len()].to_owned()).collect(),
            names,
            matches: Vec::new(),
            records: Vec::new(),
            seed: Seed(11),
        }
    }

    fn player(&self, number: usize) -> Box<dyn Player> {
        let (name, parameters) = self.locators[number].split_once(':').unwrap_or((&self.locators[number], ""));
        let inner = BuiltIn::new(find_built_in(name).unwrap(), parameters).unwrap();
        let vice = match number % 12 {
            5 => Vice::Crash,
            8 => Vice::Illegal,
            11 => Vice::Overtime,
            _ => return Box::new(inner),
        };
        Box::new(Faulty { inner, vice })
    }

    /// One game; thinking times and logs are drawn, since built-in players need next to none.
    fn play(&self, id: u64, seats: [usize; 2]) -> GameRecord {
        let source = find_game(&self.game).unwrap().setup(&self.setup, &NoFiles).unwrap();
        let start = source.start(id / 2).unwrap();
        let rules: MatchRules = RULES.parse().unwrap();
        let identity = |number: usize| Identity {
            name: self.names[number].clone(),
            locator: self.locators[number].clone(),
            ..Identity::default()
        };
        let identities = seats.map(identity);
        let conditions = Conditions {
            rules: &rules,
            seed: self.seed.child(id),
            identities: &identities,
            prefix: &[],
            stop: &AtomicBool::new(false),
            labels: &BTreeMap::new(),
        };
        let [mut first, mut second] = seats.map(|number| self.player(number));
        let finished = play_game(start.clone(), [&mut *first, &mut *second], &conditions, None);
        let mut record = finished.record(&start, &conditions);
        let mut drawn = self.seed.purpose("times").child(id).generator();
        for (number, ply) in record.plies.iter_mut().enumerate() {
            ply.wall_ns = if ply.forced { 0 } else { (20 + drawn.below(1800)) * 1_000_000 };
            ply.log =
                (seats[ply.side] % 9 == 4).then(|| format!("depth {} nodes {}", 4 + number % 5, drawn.below(90_000)));
        }
        record
    }

    /// A match of two games; gives the winner and the loser.
    fn meet(&mut self, pair: [usize; 2], bracket: Option<&str>, round: u32, slot: u32) -> [usize; 2] {
        let mut points = [0.0; 2];
        let mut games = Vec::new();
        for swapped in [false, true] {
            let id = self.records.len() as u64 + 1;
            let seats = if swapped { [pair[1], pair[0]] } else { pair };
            let record = self.play(id, seats);
            let fault = record.ending.as_ref().and_then(Ending::fault).map(|(by, fault)| (by, fault.kind));
            let made = Scoring::Points.points(record.outcome().unwrap(), fault, record.tally, 64);
            for (seat, made) in made.into_iter().enumerate() {
                points[if swapped { 1 - seat } else { seat }] += made;
            }
            games.push(id);
            self.records.push((id, record));
        }
        let is_tied = points[0] == points[1];
        let winner = if points[0] > points[1] || (is_tied && pair[0] < pair[1]) { 0 } else { 1 };
        self.matches.push(MatchSummary {
            number: self.matches.len() as u32 + 1,
            round,
            bracket: bracket.map(str::to_owned),
            slot,
            players: pair.map(|number| self.names[number].clone()),
            points,
            winner: Some(self.names[pair[winner]].clone()),
            decided_by: Some(if is_tied { "seed" } else { "points" }.to_owned()),
            games,
        });
        [pair[winner], pair[1 - winner]]
    }

    /// Pairs a list by neighbours; whoever has none goes on.
    fn round(&mut self, list: &[usize], bracket: &str, round: u32) -> [Vec<usize>; 2] {
        let [mut winners, mut losers] = [Vec::new(), Vec::new()];
        for (slot, pair) in list.chunks(2).enumerate() {
            match *pair {
                [one, two] => {
                    let [winner, loser] = self.meet([one, two], Some(bracket), round, slot as u32);
                    winners.push(winner);
                    losers.push(loser);
                }
                _ => winners.extend(pair),
            }
        }
        [winners, losers]
    }

    /// Both brackets to the end.
    pub(crate) fn double_elimination(mut self) -> (EventSummary, Vec<(u64, GameRecord)>) {
        let players = self.names.len();
        let size = players.next_power_of_two();
        // The best seeds sit out the first round.
        let first: Vec<usize> = (size - players..players).collect();
        let mut order: Vec<usize> = Vec::new();
        let (half, count) = (first.len() / 2, first.len());
        for index in 0..half {
            order.extend([first[index], first[count - 1 - index]]);
        }
        let [through, mut below] = self.round(&order, "winners", 1);
        let mut upper: Vec<usize> = Vec::new();
        let mut qualified = through.into_iter();
        for seed in 0..size - players {
            upper.push(seed);
            upper.extend(if seed % 3 == 2 { qualified.next() } else { None });
        }
        upper.extend(qualified);
        let (mut round, mut lower_round) = (2, 1);
        while upper.len() > 1 {
            let [through, dropped] = self.round(&upper, "winners", round);
            upper = through;
            if below.len() > dropped.len() {
                below = self.round(&below, "losers", lower_round)[0].clone();
                lower_round += 1;
            }
            let mut mixed = Vec::new();
            for index in 0..below.len().max(dropped.len()) {
                mixed.extend(below.get(index));
                mixed.extend(dropped.get(dropped.len().wrapping_sub(index + 1)));
            }
            below = self.round(&mixed, "losers", lower_round)[0].clone();
            (round, lower_round) = (round + 1, lower_round + 1);
        }
        while below.len() > 1 {
            below = self.round(&below, "losers", lower_round)[0].clone();
            lower_round += 1;
        }
        let [winner, loser] = self.meet([upper[0], below[0]], Some("final"), round, 0);
        if winner == below[0] {
            self.meet([loser, winner], Some("reset"), round, 0);
        }
        self.finish("double-elimination", "Cup of the spring term")
    }

    /// Everybody against everybody.
    pub(crate) fn round_robin(mut self) -> (EventSummary, Vec<(u64, GameRecord)>) {
        let players = self.names.len();
        for one in 0..players {
            for two in one + 1..players {
                self.meet([one, two], None, (two - one) as u32, one as u32);
            }
        }
        self.finish("round-robin", "League of the four games")
    }

    fn finish(self, format: &str, name: &str) -> (EventSummary, Vec<(u64, GameRecord)>) {
        let mut standings: Vec<Standing> = self.names.iter().map(|name| self.standing(name)).collect();
        standings.sort_by(|a, b| {
            let key = |s: &Standing| (s.out_in.is_none(), s.out_in, s.matches[0]);
            key(b).cmp(&key(a)).then(b.points.total_cmp(&a.points))
        });
        for (index, standing) in standings.iter_mut().enumerate() {
            standing.rank = index as u32 + 1;
        }
        let rate = |s: &Standing| {
            let share = (f64::from(s.wins) + 0.5) / f64::from(s.wins + s.losses + 1);
            let rating = (400.0 * (share / (1.0 - share)).log10()).round();
            let wide = (300.0 / f64::from(s.wins + s.losses).sqrt()).round();
            Rated {
                name: s.name.clone(),
                rating,
                low: (s.wins > 0).then_some(rating - wide),
                high: (s.losses > 0).then_some(rating + wide),
            }
        };
        let mut ratings: Vec<Rated> = standings.iter().map(rate).collect();
        ratings.sort_by(|a, b| b.rating.total_cmp(&a.rating));
        let summary = EventSummary {
            name: name.to_owned(),
            format: format.to_owned(),
            game: self.game.clone(),
            setup: self.setup.clone(),
            rules: RULES.to_owned(),
            scoring: "points".to_owned(),
            seed: 11,
            players: self.contestants(),
            standings,
            first_mover: self.first_mover(),
            faults: self.faults(),
            matches: self.matches,
            annulled: Vec::new(),
            history: Vec::new(),
            byes: Vec::new(),
            ratings,
            complete: true,
            played_now: self.records.len() as u64,
        };
        (summary, self.records)
    }

    fn contestants(&self) -> Vec<Contestant> {
        let contestant = |(name, locator): (&String, &String)| Contestant {
            name: name.clone(),
            locator: locator.clone(),
            version: None,
            refused: None,
            absence: None,
        };
        self.names.iter().zip(&self.locators).map(contestant).collect()
    }

    fn first_mover(&self) -> [u32; 3] {
        let mut counts = [0; 3];
        for (_, record) in &self.records {
            counts[match record.outcome().unwrap().winner() {
                Some(Side::First) => 0,
                None => 1,
                Some(Side::Second) => 2,
            }] += 1;
        }
        counts
    }

    fn faults(&self) -> Vec<FaultNote> {
        let note = |(id, record): &(u64, GameRecord)| {
            let (by, fault) = record.ending.as_ref()?.fault()?;
            let kind = format!("{:?}", fault.kind).to_lowercase();
            let player = record.players[by].name.clone();
            Some(FaultNote { player, kind, evidence: fault.evidence.clone(), game: *id })
        };
        self.records.iter().filter_map(note).collect()
    }

    fn standing(&self, name: &str) -> Standing {
        let mut standing = Standing {
            form: None,
            rank: 0,
            name: name.to_owned(),
            wins: 0,
            draws: 0,
            losses: 0,
            points: 0.0,
            faults: FaultCounts::default(),
            matches: [0; 3],
            score: None,
            byes: 0,
            buchholz: None,
            out_in: None,
            out_in_final: false,
            absence: None,
        };
        let mut lost_in = Vec::new();
        for played in self.matches.iter().filter(|played| played.players.iter().any(|player| player == name)) {
            let side = usize::from(played.players[1] == name);
            standing.points += played.points[side];
            let won = played.winner.as_deref() == Some(name);
            standing.matches[if won { 0 } else { 2 }] += 1;
            if !won {
                lost_in.push(played.round + if played.bracket.as_deref() == Some("losers") { 0 } else { 20 });
            }
        }
        if self.matches.iter().any(|played| played.bracket.is_some()) && lost_in.len() > 1 {
            standing.out_in = lost_in.last().copied();
        }
        for (_, record) in &self.records {
            let Some(seat) = Side::BOTH.into_iter().find(|seat| record.players[*seat].name == name) else { continue };
            match record.outcome().unwrap().winner() {
                Some(winner) if winner == seat => standing.wins += 1,
                Some(_) => standing.losses += 1,
                None => standing.draws += 1,
            }
            let fault = record.ending.as_ref().and_then(Ending::fault).filter(|(by, _)| *by == seat);
            match fault.map(|(_, fault)| format!("{:?}", fault.kind)).as_deref() {
                Some("Overtime") => standing.faults.overtime += 1,
                Some("Illegal") => standing.faults.illegal += 1,
                Some(_) => standing.faults.crash += 1,
                None => {}
            }
        }
        standing
    }
}

/// A cup of Othello players.
pub(crate) fn cup(players: usize) -> (EventSummary, Vec<(u64, GameRecord)>) {
    let kinds = ["positional", "greedy:ties=random", "mobility", "random", "alphabeta:depth=2", "random", "random"];
    Simulation::new("othello", "size=8", players, &kinds).double_elimination()
}

/// A league of some game.
pub(crate) fn league(game: &str, setup: &str, players: usize) -> (EventSummary, Vec<(u64, GameRecord)>) {
    Simulation::new(game, setup, players, &["greedy", "random", "alphabeta:depth=2"]).round_robin()
}
