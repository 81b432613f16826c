//! `flood-hierarchy` and `flood-ladder`: report 001's players against each other on 10 x 10.

use joute_draw::svg::chart::{self, Row, Shares};

use joute_tournament::format::{Competition, FormatOptions, LadderForm, Next, Pairing, SetResult};

use crate::duel::{self, Duel, Played, Score};
use crate::estimate::{Mean, Share, quantile};
use crate::experiment::{Experiment, ExperimentError, Findings, Line, Outcome};
use crate::lab::Lab;

pub(crate) const FLOOD_HIERARCHY: Experiment = Experiment {
    name: "flood-hierarchy",
    report: "001 5.1",
    stated: "p1 beats p2 56 - 44 in cells and beats p3, p2 beats p3 54 - 46 (we read p1 ahead, p2 greedy, p3 max-border, on 10 \
             x 10 with eight colours: our inference)",
    criterion: "the stronger has more cells on average (95 %); the one game stated lies where 95 of 100 games do here",
    weight: 6,
    only_by_name: false,
    run: hierarchy,
};

pub(crate) const FLOOD_LADDER: Experiment = Experiment {
    name: "flood-ladder",
    report: "001 4.4, ladder",
    stated: "ahead is first of the ladder with 181 points, greedy fifth with 148 points",
    criterion: "in a round robin of our players ahead is first, and its share of the points is above greedy's (95 %, Newcombe)",
    weight: 20,
    only_by_name: false,
    run: ladder,
};

fn hierarchy(lab: &Lab<'_>) -> Outcome {
    let games = lab.count(2000, 200);
    let pairs = [("ahead", "greedy", Some(56)), ("ahead", "max-border", None), ("greedy", "max-border", Some(54))];
    lab.plan(pairs.len());
    let (mut lines, mut rows) = (Vec::new(), Vec::new());
    for (one, two, stated) in pairs {
        let duel = Duel::flood(one, two);
        let played = duel.look_at(lab, games, |played| (share_of_cells(&played), played.winner()))?;
        let mut cells: Vec<f64> = played.iter().map(|(cells, _)| 100.0 * cells).collect();
        let mean = Mean::of(&cells);
        let won = Share::of(&played, |(_, winner)| *winner == Some(0));
        let measured =
            format!("{one} - {two} {} - {:.1} in cells, wins {}", mean.text(), 100.0 - mean.mean, won.text());
        let interval = mean.interval().map(|end| end / 100.0);
        let line = Line::claim(
            format!("{one} beats {two}"),
            measured,
            interval[0] > 0.5,
            "the stronger of the two by the report does not own more cells here.",
        );
        lines.push(line.within(interval).repeated_by(duel.command(lab, games)));
        cells.sort_by(f64::total_cmp);
        lines.extend(stated.map(|stated| one_game(one, two, f64::from(stated), &cells)));
        rows.push(Row {
            label: format!("{one} against {two}: cells"),
            share: mean.mean / 100.0,
            interval,
            stated: stated.map(|stated| f64::from(stated) / 100.0),
        });
    }
    let picture = chart::shares(&Shares { title: "Share of the cells, 10 x 10 Flood".to_owned(), rows, even: true });
    Ok(Findings::of(lines)
        .note("The report shows one game of each pair, from the ladder; who p1, p2 and p3 are is our inference.")
        .figure("flood-hierarchy", "Cells of the stronger player", picture))
}

/// The first player's share of the cells that somebody has in the end.
fn share_of_cells(played: &Played) -> f64 {
    let [one, two] = [0, 1].map(|player| f64::from(played.tally_of(player)));
    one / (one + two)
}

fn one_game(one: &str, two: &str, stated: f64, sorted: &[f64]) -> Line {
    let range = [quantile(sorted, 0.025), quantile(sorted, 0.975)];
    let measured = format!("95 of 100 games lie between {:.0} and {:.0} cells", range[0], range[1]);
    let holds = (range[0]..=range[1]).contains(&stated);
    let stated = format!("{one} - {two}: one game of {stated:.0} - {:.0}", 100.0 - stated);
    Line::claim(stated, measured, holds, "a game such as the one stated hardly ever happens here.")
}

/// The field: those of the report first, then others that a class would send.
const FIELD: &[&str] =
    &["ahead", "greedy", "greedy:ties=random", "max-border", "foreseeing", "useful-random", "random"];

fn ladder(lab: &Lab<'_>) -> Outcome {
    let games = lab.count(300, 40);
    let pairs: Vec<(usize, usize)> =
        (0..FIELD.len()).flat_map(|one| (one + 1..FIELD.len()).map(move |two| (one, two))).collect();
    lab.plan(pairs.len());
    let mut scores = vec![Score::default(); FIELD.len()];
    let mut between_greedies = Share::new(0.0, 0);
    for (one, two) in pairs {
        let score = duel::score(lab, Duel::flood(FIELD[one], FIELD[two]), games)?;
        if (FIELD[one], FIELD[two]) == ("greedy", "greedy:ties=random") {
            between_greedies = score.points();
        }
        add(&mut scores[one], score);
        add(&mut scores[two], Score { wins: score.losses, losses: score.wins, ..score });
    }
    let mut order: Vec<usize> = (0..FIELD.len()).collect();
    order.sort_by(|&a, &b| scores[b].points().points.total_cmp(&scores[a].points().points));
    let mut lines = ladder_lines(&scores, &order, between_greedies);
    lines.push(climb_line(&climb(lab)?));
    let rows = order.iter().map(|&player| {
        let points = scores[player].points();
        Row {
            label: FIELD[player].to_owned(),
            share: points.proportion().share,
            interval: points.interval(),
            stated: None,
        }
    });
    let title = "Share of the points in the field".to_owned();
    let picture = chart::shares(&Shares { title, rows: rows.collect(), even: true });
    Ok(Findings::of(lines)
        .note(
            "For orientation: three students' greedy players are equal head to head within noise, and in a field of such \
             players a 5-move plan then greedy scores 70 %, greedy 58 to 62 % and random 8 to 17 %.",
        )
        .note("The ladder of the report had other players, and crashes; only the order can be compared.")
        .figure("flood-ladder", "A round robin on 10 x 10 with eight colours", picture))
}

/// The same players on the ladder of our tournaments, until each has had some matches.
fn climb(lab: &Lab<'_>) -> Result<Vec<LadderForm>, ExperimentError> {
    let options = FormatOptions { rounds: Some(lab.count(100, 20) as u32), seed: lab.seed, ..FormatOptions::default() };
    let broken = |error: String| ExperimentError::Broken(error);
    let mut ladder = Competition::new("ladder", &options, FIELD.len()).map_err(|error| broken(error.to_string()))?;
    while let Next::Play(pairings) = ladder.next() {
        for pairing in pairings {
            let told = ladder.report(pairing.match_index, pairing.set, meet(lab, &pairing)?);
            told.map_err(|error| broken(error.to_string()))?;
        }
    }
    Ok(ladder.forms())
}

/// A match of the ladder: one board, each seat once.
fn meet(lab: &Lab<'_>, pairing: &Pairing) -> Result<SetResult, ExperimentError> {
    let [one, two] = pairing.players;
    let mut result = SetResult { games: 2, ..SetResult::default() };
    for played in Duel::flood(FIELD[one], FIELD[two]).pair(lab, u64::from(pairing.match_index))? {
        match played.winner() {
            Some(winner) => {
                result.points[winner] += 1.0;
                result.wins[winner] += 1;
            }
            None => result.points.iter_mut().for_each(|points| *points += 0.5),
        }
    }
    Ok(result)
}

fn climb_line(forms: &[LadderForm]) -> Line {
    let mut order: Vec<usize> = (0..FIELD.len()).collect();
    order.sort_by(|&a, &b| forms[b].rating.total_cmp(&forms[a].rating));
    let told = |player: &usize| {
        let LadderForm { rating, low, high, .. } = &forms[*player];
        format!("{} {rating:.0} [{low:.0}, {high:.0}]", FIELD[*player])
    };
    let games = forms.iter().map(|form| form.games).sum::<u32>() / 2;
    let measured: Vec<String> = order.iter().map(told).collect();
    Line::fact(
        format!("the same players on our ladder, by rating, after {games} games"),
        measured.join(", "),
        "ratings by Glicko-2 with their 95 % intervals",
    )
}

fn ladder_lines(scores: &[Score], order: &[usize], between_greedies: Share) -> Vec<Line> {
    let [ahead, greedy] = [0, 1].map(|player| scores[player].points());
    let is_above = !ahead.is_consistent_with(greedy) && ahead.proportion().share > greedy.proportion().share;
    let rank = |player: usize| 1 + order.iter().position(|&other| other == player).unwrap_or(0);
    let others: Vec<&str> = order.iter().take(rank(0) - 1).map(|&player| FIELD[player]).collect();
    let why = match others.as_slice() {
        [] => "its lead over greedy is within chance.".to_owned(),
        others => {
            format!("{} score more; the report's field had no such player, or a weaker one.", others.join(" and "))
        }
    };
    let measured =
        format!("ahead is number {} with {}, greedy number {} with {}", rank(0), ahead.text(), rank(1), greedy.text());
    let first = Line::claim("ahead is first, above greedy", measured, rank(0) == 1 && is_above, &why);
    let mut lines = vec![first.within(ahead.interval())];
    lines.push(
        Line::fact(
            "two greedy players that differ in ties only, head to head",
            between_greedies.text(),
            "equal within noise",
        )
        .within(between_greedies.interval()),
    );
    for &player in order {
        let points = scores[player].points();
        let text = format!("{} of the points, {}", points.text(), scores[player].text());
        lines.push(Line::fact(FIELD[player], text, "").within(points.interval()));
    }
    lines
}

fn add(sum: &mut Score, score: Score) {
    sum.wins += score.wins;
    sum.draws += score.draws;
    sum.losses += score.losses;
}
