//! Probable cuts: when a shallow search is far enough from the window, the deep one will almost surely agree.
//!
//! How far the two differ was measured with this evaluation, and so the figures below go with the embedded weights:
//! `docs/othello-training.md` has the command.

use super::endgame::EXACT;

/// Multiples of the usual difference that count as sure, by certainty.
const MULTIPLES: [f32; EXACT as usize] = [0.6, 0.8, 1.1, 1.5, 2.0, 2.6, 3.3];

/// A look that may make a deep search needless.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cut {
    /// How deep to look.
    pub(crate) depth: u32,
    /// How far from the window the value must be, in discs.
    pub(crate) margin: i32,
    /// How much the bare opinion may fall short of that for the look to be worth it.
    pub(crate) slack: i32,
}

/// The look for a search of a depth; none where the search is cheap or must be exact.
#[inline(always)]
pub(crate) fn cut(certainty: u8, depth: u32, empties: u32) -> Option<Cut> {
    if depth < 3 || certainty >= EXACT {
        return None;
    }
    let multiple = MULTIPLES[usize::from(certainty)];
    let shallow = shallow_depth(depth, empties);
    let margin = (multiple * usual_difference(shallow, depth, empties)).ceil() as i32;
    Some(Cut { depth: shallow, margin, slack: (multiple * usual_difference(0, shallow, empties) * 0.7) as i32 })
}

/// About half as deep, with the same parity: odd and even depths differ for reasons of their own.
#[inline(always)]
fn shallow_depth(depth: u32, empties: u32) -> u32 {
    let depth_of_look = if depth == empties { depth / 4 } else { depth * 2 / 5 };
    depth_of_look & !1 | depth & 1
}

/// The standard deviation of the difference of two searches, in discs.
#[inline(always)]
pub(crate) fn usual_difference(shallow: u32, deep: u32, empties: u32) -> f32 {
    let (shallow, deep, empties) = (shallow as f32, deep as f32, empties as f32);
    if deep >= empties {
        return (8.4 - 0.45 * shallow).max(2.0);
    }
    let at_first = (2.2 + 0.1 * (32.0 - empties)).max(1.8);
    (at_first + 0.15 * (deep - shallow) - 0.15 * shallow).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_shallower_than_the_search_and_of_its_parity() {
        for (depth, empties) in (3..30).flat_map(|depth| (depth..60).map(move |empties| (depth, empties))) {
            for certainty in 0..EXACT {
                let cut = cut(certainty, depth, empties).unwrap();
                assert!(cut.depth < depth && cut.depth % 2 == depth % 2 && cut.margin > 0, "{depth} {empties}");
            }
            assert!(cut(EXACT, depth, empties).is_none());
        }
    }

    #[test]
    fn margins_grow_with_certainty() {
        let margins: Vec<i32> = (0..EXACT).map(|certainty| cut(certainty, 10, 30).unwrap().margin).collect();
        assert!(margins.is_sorted() && margins[0] < margins[6], "{margins:?}");
    }
}
