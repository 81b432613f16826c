//! How the arrows find the next part of a board, by where the parts lie.

use joute_games::view::{BoardView, Fill, Shape};

/// The nearest part in a direction; the one nearest to the middle, a legal move if possible, when there was none before.
pub(super) fn next(view: &BoardView, from: Option<usize>, [dx, dy]: [f32; 2]) -> Option<usize> {
    let reachable = |index: &usize| {
        let part = &view.parts[*index];
        part.fill != Fill::Blocked && part.shape != Shape::Store
    };
    let all = (0..view.parts.len()).filter(reachable);
    let Some(from) = from.filter(|from| *from < view.parts.len()) else {
        let middle = [view.width / 2.0, view.height / 2.0];
        let distance = |index: &usize| {
            let part = &view.parts[*index];
            let far = (part.x - middle[0]).abs() + (part.y - middle[1]).abs();
            if part.mv.is_some() { far } else { far + 1e6 }
        };
        return all.min_by(|a, b| distance(a).total_cmp(&distance(b)));
    };
    let here = &view.parts[from];
    let cost = |index: usize| {
        let part = &view.parts[index];
        let (x, y) = (part.x - here.x, part.y - here.y);
        let along = x * dx + y * dy;
        // Straight ahead counts far more than near by.
        (along > 0.1).then_some(along + 4.0 * (x * dy).abs().max((y * dx).abs()))
    };
    let nearest = all.filter_map(|index| Some((cost(index)?, index))).min_by(|a, b| a.0.total_cmp(&b.0));
    Some(nearest.map_or(from, |(_, index)| index))
}

#[cfg(test)]
mod tests {
    use super::next;
    use joute_games::NoFiles;

    #[test]
    fn arrows_walk_over_every_kind_of_board() {
        for (game, right, down) in [("othello", 1, 8), ("seven-colours", 1, 30)] {
            let view = joute_catalog::find_game(game).unwrap().setup("", &NoFiles).unwrap().start(1).unwrap().view();
            let here = next(&view, None, [0.0, 1.0]).unwrap();
            assert!(view.parts[here].mv.is_some(), "{game} begins at a legal move");
            assert_eq!(next(&view, Some(0), [1.0, 0.0]), Some(right), "{game}");
            assert_eq!(next(&view, Some(0), [0.0, 1.0]), Some(down), "{game}");
            assert_eq!(next(&view, Some(0), [-1.0, 0.0]), Some(0), "{game}: there is an edge");
        }
    }
}
