//! Where the matches of a bracket stand: one column for each round, each match beside those that feed it, none over
//! another.

use std::collections::BTreeMap;

use joute_tournament::summary::MatchSummary;

/// A match in its place; heights are in boxes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Placed<'a> {
    /// The match.
    pub(crate) played: &'a MatchSummary,
    /// Its column.
    pub(crate) column: usize,
    /// Its middle, in boxes from the top.
    pub(crate) y: f64,
}

/// A bracket ready to be drawn.
#[derive(Debug)]
pub(crate) struct Layout<'a> {
    /// The matches.
    pub(crate) placed: Vec<Placed<'a>>,
    /// Whose winner plays on where, by index.
    pub(crate) links: Vec<[usize; 2]>,
    /// The number of columns.
    pub(crate) columns: usize,
    /// The height in boxes.
    pub(crate) height: f64,
}

/// Lays out the matches of one part of the draw; byes take no place.
pub(crate) fn layout<'a>(matches: impl IntoIterator<Item = &'a MatchSummary>) -> Layout<'a> {
    let mut placed = columns(matches);
    let links = links(&placed);
    let count = placed.iter().map(|one| one.column + 1).max().unwrap_or(0);
    place(&mut placed, &links, count);
    let top = placed.iter().map(|one| one.y).fold(f64::INFINITY, f64::min);
    placed.iter_mut().for_each(|one| one.y -= top - 0.5);
    let height = placed.iter().map(|one| one.y + 0.5).fold(0.0, f64::max);
    Layout { placed, links, columns: count, height }
}

/// Every match with its column, in the order of columns and of slots within them.
fn columns<'a>(matches: impl IntoIterator<Item = &'a MatchSummary>) -> Vec<Placed<'a>> {
    let mut rounds: BTreeMap<(bool, u32), Vec<&MatchSummary>> = BTreeMap::new();
    for played in matches.into_iter().filter(|played| played.decided_by.as_deref() != Some("bye")) {
        let is_reset = played.bracket.as_deref() == Some("reset");
        rounds.entry((is_reset, played.round)).or_default().push(played);
    }
    let mut placed = Vec::new();
    for (column, mut round) in rounds.into_values().enumerate() {
        round.sort_by_key(|played| (played.slot, played.number));
        placed.extend(round.into_iter().map(|played| Placed { played, column, y: 0.0 }));
    }
    placed
}

/// From each match to the next one of whoever won it.
fn links(placed: &[Placed<'_>]) -> Vec<[usize; 2]> {
    let mut links = Vec::new();
    for (from, one) in placed.iter().enumerate() {
        for name in one.played.players.iter().filter(|name| goes_on(one.played, name)) {
            let plays_there = |other: &&Placed<'_>| other.column > one.column && other.played.players.contains(name);
            let next = placed.iter().position(|other| plays_there(&other));
            links.extend(next.map(|to| [from, to]).filter(|link| !links.contains(link)));
        }
    }
    links
}

fn goes_on(played: &MatchSummary, name: &str) -> bool {
    let is_final = played.bracket.as_deref() == Some("final");
    played.winner.as_deref().is_some_and(|winner| winner == name || winner == "both" || is_final)
}

/// The fullest column stands evenly; those to its right stand in the middle of what feeds them, those to its left beside
/// what they feed.
fn place(placed: &mut [Placed<'_>], links: &[[usize; 2]], columns: usize) {
    let of_column = |placed: &[Placed<'_>], column: usize| -> Vec<usize> {
        (0..placed.len()).filter(|&index| placed[index].column == column).collect()
    };
    let Some(fullest) = (0..columns).max_by_key(|&column| (of_column(placed, column).len(), columns - column)) else {
        return;
    };
    for (row, index) in of_column(placed, fullest).into_iter().enumerate() {
        placed[index].y = row as f64;
    }
    for column in fullest + 1..columns {
        settle(placed, of_column(placed, column), links, |link, index| (link[1] == index).then_some(link[0]));
    }
    for column in (0..fullest).rev() {
        settle(placed, of_column(placed, column), links, |link, index| (link[0] == index).then_some(link[1]));
    }
}

/// Puts the matches of a column beside their neighbours, in the order this gives, one box apart at least.
fn settle(
    placed: &mut [Placed<'_>],
    column: Vec<usize>,
    links: &[[usize; 2]],
    neighbour: impl Fn(&[usize; 2], usize) -> Option<usize>,
) {
    let mut wanted: Vec<(f64, usize)> = Vec::new();
    for (row, index) in column.into_iter().enumerate() {
        let beside: Vec<f64> =
            links.iter().filter_map(|link| neighbour(link, index)).map(|other| placed[other].y).collect();
        let mean = beside.iter().sum::<f64>() / beside.len() as f64;
        wanted.push((if beside.is_empty() { row as f64 } else { mean }, index));
    }
    wanted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut lowest = f64::NEG_INFINITY;
    for (y, index) in wanted {
        placed[index].y = y.max(lowest + 1.0);
        lowest = placed[index].y;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(number: u32, round: u32, slot: u32, players: [&str; 2], winner: &str) -> MatchSummary {
        MatchSummary {
            number,
            round,
            bracket: Some("winners".to_owned()),
            slot,
            players: players.map(str::to_owned),
            points: [2.0, 0.0],
            winner: Some(winner.to_owned()),
            decided_by: Some("points".to_owned()),
            games: vec![],
        }
    }

    #[test]
    fn a_match_stands_in_the_middle_of_what_feeds_it() {
        let matches =
            [played(1, 1, 0, ["a", "b"], "a"), played(2, 1, 1, ["c", "d"], "d"), played(3, 2, 0, ["a", "d"], "a")];
        let layout = layout(&matches);
        let heights: Vec<f64> = layout.placed.iter().map(|one| one.y).collect();
        assert_eq!(heights, [0.5, 1.5, 1.0]);
        assert_eq!((layout.links, layout.columns, layout.height), (vec![[0, 2], [1, 2]], 2, 2.0));
    }

    #[test]
    fn byes_take_no_place_and_nothing_is_nothing() {
        let bye = MatchSummary { decided_by: Some("bye".to_owned()), ..played(1, 1, 0, ["a", ""], "a") };
        let second = played(2, 2, 0, ["a", "b"], "b");
        let laid = layout([&bye, &second]);
        assert_eq!((laid.placed.len(), laid.columns), (1, 1));
        assert_eq!(layout([]).columns, 0);
    }

    #[test]
    fn no_two_matches_of_a_round_stand_over_each_other() {
        let names: Vec<String> = (0..40).map(|number| format!("p{number}")).collect();
        let matches: Vec<MatchSummary> = (0..60_u32)
            .map(|n| {
                let (a, b) = ((n * 7 % 40) as usize, (n * 11 % 40 + 1) as usize % 40);
                played(n, n / 12 + 1, n % 12, [&names[a], &names[b]], &names[a])
            })
            .collect();
        let layout = layout(&matches);
        for (i, one) in layout.placed.iter().enumerate() {
            for other in layout.placed[..i].iter().filter(|other| other.column == one.column) {
                assert!((one.y - other.y).abs() > 0.999, "{one:?} {other:?}");
            }
        }
    }
}
