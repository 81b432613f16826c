//! Whether memory or descriptors grow from move to move or from game to game.

use joute_messages::message;
use joute_referee::Footprint;

use super::report::{Finding, mebibytes};
use super::{Severity, Topic};

/// Growth below this is the allocator's, or that of a small table.
const MUCH_IN_A_GAME: u64 = 16 << 20;
const MUCH_BETWEEN_GAMES: u64 = 8 << 20;
/// Descriptors that a program may open on the way and keep.
const MANY_DESCRIPTORS: u64 = 8;

/// What the footprints of the moves of one game tell: the first moves are left to caches.
pub(super) fn within_a_game(moves: &[Footprint]) -> Option<Finding> {
    let moves = moves.get(2..).filter(|moves| moves.len() >= 4)?;
    let [first, middle, last] = [moves[0], moves[moves.len() / 2], moves[moves.len() - 1]];
    if let Some(finding) = descriptors(first, last) {
        return Some(finding);
    }
    let growth = last.memory.saturating_sub(first.memory);
    let late = last.memory.saturating_sub(middle.memory);
    // A table that is filled once stops growing; a leak does not.
    if growth < MUCH_IN_A_GAME || late * 3 < growth {
        return None;
    }
    let each = mebibytes(growth as f64 / (moves.len() - 1) as f64);
    Some(
        Finding::new(
            Severity::Should,
            Topic::Leak,
            message!("check-grows-each-move", each = each),
            message!("check-grows-each-move-advice"),
        )
        .with_evidence(message!(
            "check-note-grew-in-game",
            first = mebibytes(first.memory as f64),
            last = mebibytes(last.memory as f64),
        )),
    )
}

/// What the footprints at the ends of games of one process tell: the first games are left to caches.
pub(super) fn between_games(games: &[Footprint]) -> Option<Finding> {
    let games = games.get(1..).filter(|games| games.len() >= 4)?;
    let [first, last] = [games[0], games[games.len() - 1]];
    if let Some(finding) = descriptors(first, last) {
        return Some(finding);
    }
    let growth = last.memory.saturating_sub(first.memory);
    let rises = games.windows(2).filter(|pair| pair[1].memory > pair[0].memory).count();
    if growth < MUCH_BETWEEN_GAMES || rises * 4 < (games.len() - 1) * 3 {
        return None;
    }
    let each = mebibytes(growth as f64 / (games.len() - 1) as f64);
    Some(
        Finding::new(
            Severity::Must,
            Topic::Leak,
            message!("check-grows-each-game", each = each),
            message!("check-grows-each-game-advice"),
        )
        .with_evidence(message!(
            "check-note-grew-between-games",
            first = mebibytes(first.memory as f64),
            last = mebibytes(last.memory as f64),
            number = games.len() + 1,
        )),
    )
}

fn descriptors(first: Footprint, last: Footprint) -> Option<Finding> {
    let growth = last.descriptors.saturating_sub(first.descriptors);
    (growth > MANY_DESCRIPTORS).then(|| {
        Finding::new(
            Severity::Must,
            Topic::Leak,
            message!("check-open-files", count = growth),
            message!("check-open-files-advice"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holding(megabytes: &[u64]) -> Vec<Footprint> {
        megabytes.iter().map(|mb| Footprint { memory: mb << 20, descriptors: 5 }).collect()
    }

    #[test]
    fn a_leak_goes_on_and_a_table_does_not() {
        let leak: Vec<u64> = (0..20).map(|mv| 10 + 2 * mv).collect();
        assert!(within_a_game(&holding(&leak)).is_some());
        let table: Vec<u64> = (0..20).map(|mv| if mv < 6 { 10 + 10 * mv } else { 60 }).collect();
        assert!(within_a_game(&holding(&table)).is_none());
        assert!(within_a_game(&holding(&[10; 20])).is_none());
        assert!(within_a_game(&[]).is_none());
    }

    #[test]
    fn games_are_compared() {
        assert!(between_games(&holding(&[10, 13, 16, 19, 22, 25])).is_some());
        assert!(between_games(&holding(&[10, 40, 41, 41, 41, 41])).is_none());
    }

    #[test]
    fn files_left_open_are_seen() {
        let open: Vec<Footprint> = (0..20).map(|mv| Footprint { memory: 1 << 20, descriptors: 5 + mv }).collect();
        assert!(within_a_game(&open).is_some_and(|finding| finding.severity == Severity::Must));
    }
}
