//! What an event has come to, told in one value.

use std::collections::HashMap;

use joute_games::{Outcome, Side};
use joute_tournament::format::{Competition, LadderForm, Match, Placing};
use joute_tournament::statistics::{Crosstable, RatingOptions, Ratings};
use joute_tournament::summary::{ByeSummary, EventSummary, FaultCounts, FaultNote, MatchSummary, Rated, Standing};

use super::book::{Book, player_at};
use super::outline::Outline;

/// What a player's games came to.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    games: [u32; 3],
    points: f64,
    faults: FaultCounts,
}

pub(super) fn summarise(
    outline: &Outline,
    competition: &Competition,
    book: &Book,
    complete: bool,
    faults: Vec<FaultNote>,
) -> EventSummary {
    let schedule = competition.schedule();
    let mut counts = Counts::new(outline.admitted());
    schedule.matches().for_each(|game| counts.add(game, book));
    let records = schedule.records();
    let forms = competition.forms();
    let standing = |placing: Placing| {
        let byes = schedule.byes().iter().filter(|bye| bye.player == placing.player).count() as u32;
        let form = forms.get(placing.player).cloned();
        let (tally, records) = (&counts.tallies[placing.player], records[placing.player]);
        Standing { byes, form, ..standing(outline, placing, tally, records) }
    };
    EventSummary {
        name: outline.name.clone(),
        format: outline.format.to_owned(),
        game: outline.game.clone(),
        setup: outline.setup.clone(),
        rules: outline.rules.clone(),
        scoring: outline.scoring.to_string(),
        seed: outline.seed,
        players: outline.players.clone(),
        standings: competition.placings().into_iter().map(standing).collect(),
        matches: schedule.matches().map(|game| told_match(outline, game, book)).collect(),
        annulled: annulled(outline, competition, book),
        history: outline.history.clone(),
        byes: schedule
            .byes()
            .iter()
            .map(|bye| ByeSummary {
                round: bye.place.round,
                bracket: bye.place.bracket.map(|bracket| bracket.name().to_owned()),
                slot: bye.place.slot,
                player: outline.name_of(bye.player),
            })
            .collect(),
        ratings: if forms.is_empty() { ratings(outline, &counts) } else { ladder_ratings(outline, &forms) },
        first_mover: counts.first_mover,
        faults: by_todays_names(outline, competition, book, faults),
        complete,
        played_now: book.done() - book.before(),
    }
}

/// Matches that no longer count, as far as something was played in them.
fn annulled(outline: &Outline, competition: &Competition, book: &Book) -> Vec<MatchSummary> {
    let told = competition.schedule().annulled().iter().map(|game| told_match(outline, game, book));
    told.filter(|game| !game.games.is_empty())
        .map(|game| MatchSummary { winner: None, decided_by: None, ..game })
        .collect()
}

/// Faults under the names that players have today; records have those of the day they were played.
fn by_todays_names(
    outline: &Outline,
    competition: &Competition,
    book: &Book,
    mut faults: Vec<FaultNote>,
) -> Vec<FaultNote> {
    if outline.history.is_empty() {
        return faults;
    }
    let schedule = competition.schedule();
    let mut names: HashMap<u64, String> = HashMap::new();
    for game in schedule.matches().chain(schedule.annulled()) {
        for result in book.of_match(game.match_index) {
            if let Some((by, _)) = result.fault {
                names.insert(result.id, outline.name_of(game.players[player_at(result, by)]));
            }
        }
    }
    for fault in &mut faults {
        if let Some(name) = names.remove(&fault.game) {
            fault.player = name;
        }
    }
    faults
}

struct Counts {
    tallies: Vec<Tally>,
    first_mover: [u32; 3],
    table: Crosstable,
    games: u64,
}

impl Counts {
    fn new(players: usize) -> Counts {
        Counts {
            tallies: vec![Tally::default(); players],
            first_mover: [0; 3],
            table: Crosstable::new(players),
            games: 0,
        }
    }

    fn add(&mut self, game: &Match, book: &Book) {
        for result in book.of_match(game.match_index) {
            let points = book.points(result);
            let seats = Side::BOTH.map(|side| game.players[player_at(result, side)]);
            for (player, points) in game.players.into_iter().zip(points) {
                self.tallies[player].points += points;
            }
            for (side, player) in Side::BOTH.into_iter().zip(seats) {
                self.tallies[player].games[how(result.outcome, side)] += 1;
                if let Some((_, kind)) = result.fault.filter(|(by, _)| *by == side) {
                    self.tallies[player].faults.add(kind, 1);
                }
            }
            self.first_mover[how(result.outcome, Side::First)] += 1;
            self.games += 1;
            // Two different players of this event: the table takes them.
            let _ = self.table.add(seats[0], seats[1], result.outcome);
        }
    }
}

/// Won, drawn or lost, as an index.
fn how(outcome: Outcome, side: Side) -> usize {
    outcome.winner().map_or(1, |winner| if winner == side { 0 } else { 2 })
}

fn standing(outline: &Outline, placing: Placing, tally: &Tally, matches: [u32; 3]) -> Standing {
    let [wins, draws, losses] = tally.games;
    Standing {
        rank: placing.rank,
        name: outline.name_of(placing.player),
        wins,
        draws,
        losses,
        points: tally.points,
        faults: tally.faults,
        matches,
        score: placing.score,
        byes: 0,
        buchholz: placing.buchholz,
        out_in: placing.out_in,
        out_in_final: placing.out_in_final,
        absence: outline.players[placing.player].absence.clone(),
        form: None,
    }
}

fn told_match(outline: &Outline, game: &Match, book: &Book) -> MatchSummary {
    let name = |player: usize| outline.name_of(player);
    let mut points = [0.0; 2];
    for result in book.of_match(game.match_index) {
        let made = book.points(result);
        (0..2).for_each(|player| points[player] += made[player]);
    }
    let winner = game.verdict.map(|_| game.winner().map_or_else(|| "both".to_owned(), name));
    MatchSummary {
        number: game.match_index + 1,
        round: game.place.round,
        bracket: game.place.bracket.map(|bracket| bracket.name().to_owned()),
        slot: game.place.slot,
        players: game.players.map(name),
        points,
        winner,
        decided_by: game.verdict.map(|verdict| verdict.decided_by.name().to_owned()),
        games: book.of_match(game.match_index).map(|result| result.id).collect(),
    }
}

fn ratings(outline: &Outline, counts: &Counts) -> Vec<Rated> {
    if counts.games == 0 {
        return Vec::new();
    }
    let ratings = Ratings::of(&counts.table, RatingOptions::default());
    let mut rated: Vec<Rated> = outline
        .players
        .iter()
        .zip(&ratings.players)
        .filter(|(_, rating)| rating.games > 0)
        .map(|(player, rating)| Rated {
            name: player.name.clone(),
            rating: rating.elo,
            low: rating.low,
            high: rating.high,
        })
        .collect();
    rated.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    rated
}

/// The ratings that a ladder keeps itself.
fn ladder_ratings(outline: &Outline, forms: &[LadderForm]) -> Vec<Rated> {
    let rated = outline.players.iter().zip(forms).filter(|(_, form)| form.games > 0);
    let mut rated: Vec<Rated> = rated
        .map(|(player, form)| Rated {
            name: player.name.clone(),
            rating: form.rating,
            low: Some(form.low),
            high: Some(form.high),
        })
        .collect();
    rated.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    rated
}
