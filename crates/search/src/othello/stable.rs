//! Discs that can never be turned over again.

use joute_games::Side;

/// The discs of a side that are sure to stay, one bit a square: along each of the four lines through such a disc the
/// line is full, or one neighbour is the edge or another disc of the side that is sure to stay. There may be more of them.
pub fn stable(discs: [u128; 2], side: Side, size: usize) -> u128 {
    let full = |square: usize, step: [i64; 2]| {
        let along = |sign: i64| std::iter::successors(Some(square), move |&at| go(at, step.map(|s| s * sign), size));
        along(1).chain(along(-1)).all(|at| (discs[0] | discs[1]) >> at & 1 == 1)
    };
    let mut known = 0_u128;
    loop {
        let holds = |square: usize, step: [i64; 2]| {
            let is_anchored = |step| go(square, step, size).is_none_or(|next| known >> next & 1 == 1);
            is_anchored(step) || is_anchored(step.map(|s| -s)) || full(square, step)
        };
        let is_sure = |square: &usize| discs[side] >> square & 1 == 1 && LINES.iter().all(|&step| holds(*square, step));
        let next = (0..size * size).filter(is_sure).fold(0, |set, square| set | 1 << square);
        if next == known {
            return known;
        }
        known = next;
    }
}

/// The four lines through a square, as rows and columns to go.
const LINES: [[i64; 2]; 4] = [[0, 1], [1, 0], [1, 1], [1, -1]];

/// The square a step further, if the board goes on there.
fn go(square: usize, [down, right]: [i64; 2], size: usize) -> Option<usize> {
    let size = size as i64;
    let (row, column) = (square as i64 / size + down, square as i64 % size + right);
    ((0..size).contains(&row) && (0..size).contains(&column)).then_some((row * size + column) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_games::othello::start_text;

    fn found(size: usize, position: &str) -> String {
        let game = start_text(&format!("size={size}")).unwrap().at(position).unwrap();
        let text = game.position();
        let bits = |sign| (0..size * size).filter(|&at| text.as_bytes()[at] == sign).fold(0, |set, at| set | 1 << at);
        let both = stable([bits(b'X'), bits(b'O')], Side::First, size);
        (0..size * size).map(|at| if both >> at & 1 == 1 { '#' } else { '.' }).collect()
    }

    #[test]
    fn a_corner_and_what_grows_from_it_stay() {
        assert_eq!(found(4, "XXO-XOOO-OO----- X"), "##..#...........");
        assert_eq!(found(4, "-XX-XXXX-OO----- X"), "................", "nothing is sure without a corner");
    }

    #[test]
    fn everything_stays_on_a_full_board() {
        assert_eq!(found(4, "XOXOXOXOXOXOXOXO X").matches('#').count(), 8);
    }
}
