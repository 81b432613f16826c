//! Fingerprints by winnowing: of each window of hashes the least one, and of equal ones the last.

use super::tokens::Code;

/// So many tokens make one hash: shorter common parts are chance.
pub(super) const RUN: usize = 12;
/// Of so many hashes in a row at least one is kept, so that a common part of `RUN + WINDOW - 1` tokens is always found.
pub(super) const WINDOW: usize = 8;

/// A hash of a run of tokens.
pub(super) type Hash = u64;

/// The hash of every run, by where it begins.
pub(super) fn runs(codes: &[Code]) -> Vec<Hash> {
    codes.windows(RUN).map(hash).collect()
}

/// FNV-1a over the codes.
fn hash(codes: &[Code]) -> Hash {
    codes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, code| {
        (hash ^ u64::from(*code)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23)
    })
}

/// The fingerprints among these hashes: each with where it stands, in order.
pub(super) fn winnow(hashes: &[Hash]) -> Vec<(Hash, usize)> {
    let mut kept: Vec<(Hash, usize)> = Vec::new();
    let mut keep = |window: &[Hash], first: usize| {
        let least = window.iter().enumerate().min_by_key(|(at, hash)| (**hash, usize::MAX - at));
        if let Some((at, hash)) = least
            && kept.last().is_none_or(|(_, before)| *before != first + at)
        {
            kept.push((*hash, first + at));
        }
    };
    if hashes.len() < WINDOW {
        keep(hashes, 0);
    }
    hashes.windows(WINDOW).enumerate().for_each(|(first, window)| keep(window, first));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_paper() {
        // Windows of 4 there, of 8 here: the least of each window, the last of equal ones, each once.
        let hashes = [77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98];
        assert_eq!(winnow(&hashes), [(17, 6), (8, 8), (17, 15)]);
        assert_eq!(winnow(&[5, 3]), [(3, 1)]);
        assert_eq!(winnow(&[]), []);
    }

    #[test]
    fn every_long_common_part_is_found_wherever_it_stands() {
        let codes = |seed: u64, count: usize| -> Vec<Code> {
            (0..count as u64)
                .map(|at| (seed.wrapping_add(at).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as Code)
                .collect()
        };
        let common = codes(7, RUN + WINDOW - 1);
        for before in 0..40 {
            let one = [codes(100, before), common.clone(), codes(200, 30)].concat();
            let two = [codes(300, 25), common.clone(), codes(400, before)].concat();
            let [one, two] = [one, two].map(|codes| winnow(&runs(&codes)));
            assert!(one.iter().any(|(hash, _)| two.iter().any(|(other, _)| other == hash)), "{before}");
        }
    }
}
