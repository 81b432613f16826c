//! `othello-cup`: report 002's tournament of built-in players, with players among them that take too long, answer no move
//! or crash.

use std::collections::BTreeMap;
use std::time::Duration;

use joute_catalog::{BuiltIn, find_built_in, find_game};
use joute_draw::svg::chart::{self, Row, Shares};
use joute_games::random::Seed;
use joute_games::{AnyGame, NoFiles, Side};
use joute_referee::{
    Conditions, Ending, Fault, FaultKind, Finished, Identity, MatchRules, Player, Reply, Said, Turn, play_game,
};
use joute_tournament::format::{Competition, FormatOptions, Next, Pairing, SetResult, TieRule};
use joute_tournament::scoring::Scoring;

use crate::estimate::Share;
use crate::experiment::{Experiment, ExperimentError, Findings, Line, Outcome};
use crate::lab::Lab;

pub(crate) const OTHELLO_CUP: Experiment = Experiment {
    name: "othello-cup",
    report: "002",
    stated: "a cup in which who has lost two matches is out, a fault gives the opponent 65, 66 or 67 points and the offender \
             none, and of equal points both are held to have won",
    criterion: "in a whole cup with faulty players every fault has its points, everybody but the winners has lost two \
                matches when they are out, and nobody with a fault in each game gets anywhere",
    weight: 1,
    only_by_name: false,
    run,
};

/// Who takes part: built-in players, and three that commit one fault each.
const PLAYERS: [&str; 10] = [
    "alphabeta:depth=4",
    "alphabeta:depth=2",
    "mobility",
    "positional",
    "greedy",
    "minimax:2",
    "random",
    "overtime",
    "illegal",
    "crash",
];

/// A player that commits a fault on its third turn.
struct Faulty {
    kind: FaultKind,
    turns: u32,
}

impl Player for Faulty {
    fn open(&mut self, _turn: &Turn<'_>) -> Result<(), Fault> {
        self.turns = 0;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.turns += 1;
        let first = turn.game.legal()[0];
        let late = Duration::from_secs(121);
        match (self.turns, self.kind) {
            (3, FaultKind::Crash) => Err(Fault::crash("the program has ended")),
            (3, FaultKind::Illegal) => Ok(Reply { said: Said::Text("z9".to_owned()), cpu: None, score: None }),
            // Nobody waits for two minutes: the match counts computing time, and this says how much it was.
            (3, FaultKind::Overtime) => Ok(Reply { said: Said::Move(first), cpu: Some(late), score: None }),
            _ => Ok(Reply { said: Said::Move(first), cpu: Some(Duration::ZERO), score: None }),
        }
    }

    fn close(&mut self, _ending: &Ending, _tally: [u32; 2]) {}
}

fn player(locator: &str) -> Result<Box<dyn Player>, ExperimentError> {
    let kind = match locator {
        "overtime" => FaultKind::Overtime,
        "illegal" => FaultKind::Illegal,
        "crash" => FaultKind::Crash,
        built_in => {
            let (name, parameters) = built_in.split_once(':').unwrap_or((built_in, ""));
            let missing = || ExperimentError::Broken(format!("no built-in player is called {name}"));
            let entry = find_built_in(name).ok_or_else(missing)?;
            let made = BuiltIn::new(entry, parameters);
            return Ok(Box::new(made.map_err(|error| ExperimentError::Broken(error.to_string()))?));
        }
    };
    Ok(Box::new(Faulty { kind, turns: 0 }))
}

/// What one cup came to.
struct Cup {
    /// Seed numbers of the winners.
    winners: Vec<usize>,
    /// Matches that each player lost.
    lost: Vec<u32>,
    /// Points of the offender and of the opponent, for each kind of fault, as often as they occurred.
    faults: BTreeMap<&'static str, BTreeMap<[u32; 2], u32>>,
}

fn run(lab: &Lab<'_>) -> Outcome {
    let cups = lab.count(20, 4);
    let seed = lab.seed_for("othello-cup");
    let cups = lab.map(cups, |number| play_cup(seed.child(number)))?;
    let lines = vec![fault_line(&cups), losses_line(&cups), winners_line(&cups)];
    let note = format!(
        "{} cups of {} players, double elimination with ties=both: {}.",
        cups.len(),
        PLAYERS.len(),
        PLAYERS.join(", ")
    );
    let picture = chart::shares(&Shares {
        title: "Cups won, alone or together".to_owned(),
        rows: (0..PLAYERS.len()).map(|player| row(player, &cups)).collect(),
        even: false,
    });
    Ok(Findings::of(lines).note(note).figure("othello-cup", "How often each player won the cup", picture))
}

fn row(player: usize, cups: &[Cup]) -> Row {
    let won = Share::of(cups, |cup| cup.winners.contains(&player));
    Row { label: PLAYERS[player].to_owned(), share: won.proportion().share, interval: won.interval(), stated: None }
}

fn play_cup(seed: Seed) -> Result<Cup, ExperimentError> {
    let broken = |error: String| ExperimentError::Broken(error);
    let entry = find_game("othello").ok_or_else(|| broken("no game is called othello".to_owned()))?;
    let start = entry.setup("", &NoFiles)?.start(0)?;
    // The report's own rule: a tied match costs nobody a loss.
    let options = FormatOptions { ties: Some(TieRule::Both), ..FormatOptions::default() };
    let mut competition =
        Competition::new("double-elimination", &options, PLAYERS.len()).map_err(|error| broken(error.to_string()))?;
    let mut faults: BTreeMap<&'static str, BTreeMap<[u32; 2], u32>> = BTreeMap::new();
    while let Next::Play(pairings) = competition.next() {
        for pairing in pairings {
            let result = play_match(&pairing, &start, seed, &mut faults)?;
            let told = competition.report(pairing.match_index, pairing.set, result);
            told.map_err(|error| broken(error.to_string()))?;
        }
    }
    let winners = competition.placings().into_iter().filter(|placing| placing.rank == 1).map(|placing| placing.player);
    let lost = (0..PLAYERS.len())
        .map(|player| competition.schedule().matches().filter(|played| played.loser() == Some(player)).count() as u32);
    Ok(Cup { winners: winners.collect(), lost: lost.collect(), faults })
}

/// Two games with seats swapped, from the start or from a few random plies.
fn play_match(
    pairing: &Pairing,
    start: &AnyGame,
    seed: Seed,
    faults: &mut BTreeMap<&'static str, BTreeMap<[u32; 2], u32>>,
) -> Result<SetResult, ExperimentError> {
    let seed = seed.child(u64::from(pairing.match_index)).child(u64::from(pairing.set));
    let start = opening(start, pairing.earlier + pairing.set, seed);
    let mut sum = SetResult::default();
    for swapped in [false, true] {
        let [one, two] = pairing.players;
        let seats = if swapped { [two, one] } else { [one, two] };
        let finished = play(&start, seats, seed)?;
        let fault = finished.ending.fault().map(|(side, fault)| (side, fault.kind));
        let outcome =
            finished.ending.outcome().ok_or_else(|| ExperimentError::Broken("a game was stopped".to_owned()))?;
        let points = Scoring::Report002.points(outcome, fault, finished.tally, start.total());
        if let Some((by, kind)) = fault {
            let known = faults.entry(name_of(kind)).or_default();
            *known.entry([points[by] as u32, points[by.other()] as u32]).or_default() += 1;
            sum.faults[usize::from((by == Side::Second) != swapped)] += 1;
        }
        let points = if swapped { [points[1], points[0]] } else { points };
        sum.points.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
    }
    Ok(sum)
}

fn play(start: &AnyGame, seats: [usize; 2], seed: Seed) -> Result<Finished, ExperimentError> {
    let mut rules = MatchRules::default();
    rules.set("clock", "cpu").map_err(|error| ExperimentError::Broken(error.to_string()))?;
    let [mut first, mut second] = [player(PLAYERS[seats[0]])?, player(PLAYERS[seats[1]])?];
    let (stop, labels, identities) =
        (std::sync::atomic::AtomicBool::new(false), BTreeMap::new(), [Identity::default(), Identity::default()]);
    let conditions =
        Conditions { rules: &rules, seed, identities: &identities, prefix: &[], stop: &stop, labels: &labels };
    Ok(play_game(start.clone(), [&mut *first, &mut *second], &conditions, None))
}

/// The standard position for a first meeting, six random plies from it for a later one.
fn opening(start: &AnyGame, meeting: u32, seed: Seed) -> AnyGame {
    let mut game = start.clone();
    let mut generator = seed.purpose("opening").generator();
    for _ in 0..if meeting == 0 { 0 } else { 6 } {
        let moves = game.legal();
        let Some(code) = generator.pick(&moves) else { break };
        game.play(code);
    }
    game
}

fn fault_line(cups: &[Cup]) -> Line {
    let mut seen: BTreeMap<&str, BTreeMap<[u32; 2], u32>> = BTreeMap::new();
    for (kind, points) in cups.iter().flat_map(|cup| &cup.faults) {
        for (points, count) in points {
            *seen.entry(kind).or_default().entry(*points).or_default() += count;
        }
    }
    let due = [("overtime", [0, 65]), ("illegal", [0, 66]), ("crash", [0, 67])];
    let agrees = due.iter().all(|(kind, points)| seen.get(kind).is_some_and(|all| all.keys().eq([points])));
    let told = seen.iter().flat_map(|(kind, all)| {
        all.iter().map(move |([own, other], count)| format!("{kind} {own} – {other} ({count} times)"))
    });
    let measured = told.collect::<Vec<_>>().join(", ");
    Line::claim("overtime 0 – 65, illegal move 0 – 66, crash 0 – 67", measured, agrees, "a fault has other points.")
}

fn losses_line(cups: &[Cup]) -> Line {
    let outs = cups.iter().flat_map(|cup| {
        (0..PLAYERS.len()).filter(|player| !cup.winners.contains(player)).map(|player| cup.lost[player])
    });
    let outs: Vec<u32> = outs.collect();
    let agrees = outs.iter().all(|&lost| lost == 2);
    let measured = format!(
        "{} of {} players that went out had lost two matches",
        outs.iter().filter(|&&lost| lost == 2).count(),
        outs.len()
    );
    Line::claim(
        "out after two lost matches",
        measured,
        agrees,
        "somebody went out before, or stayed after, two lost matches.",
    )
}

fn winners_line(cups: &[Cup]) -> Line {
    let mut wins: BTreeMap<&str, u32> = BTreeMap::new();
    for winner in cups.iter().flat_map(|cup| &cup.winners) {
        *wins.entry(PLAYERS[*winner]).or_default() += 1;
    }
    let shared = cups.iter().filter(|cup| cup.winners.len() > 1).count();
    let told: Vec<String> = wins.iter().map(|(name, count)| format!("{name} {count}")).collect();
    let agrees = ["overtime", "illegal", "crash"].iter().all(|faulty| !wins.contains_key(faulty));
    let measured = format!("winners: {}; {shared} of {} cups had co-winners", told.join(", "), cups.len());
    Line::claim("nobody wins by faults", measured, agrees, "a player that faults in every game won a cup.")
}

fn name_of(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Overtime => "overtime",
        FaultKind::Illegal => "illegal",
        FaultKind::Crash => "crash",
    }
}
