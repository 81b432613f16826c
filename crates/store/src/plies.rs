//! The course of a game in few bytes: its moves as a text that people can read, all else as a row of small numbers.
//!
//! ```text
//! moves   f5 d6 c3 ...        with spaces, or without where every move is one character
//! clock   one entry a ply:    flags, then wall time, then what the flags say there is, as numbers of 7 bits a byte
//!         flags               1 second side · 2 no move · 4 forced · 8 cpu time · 16 score · 32 log
//! ```

use joute_games::Side;
use joute_referee::PlyRecord;

const SECOND: u8 = 1;
const NO_MOVE: u8 = 2;
const FORCED: u8 = 4;
const CPU: u8 = 8;
const SCORE: u8 = 16;
const LOG: u8 = 32;

/// The moves and the clock of plies; logs are kept elsewhere.
pub(crate) fn encode(plies: &[PlyRecord]) -> (String, Vec<u8>) {
    let moves: Vec<&str> = plies.iter().filter_map(|ply| ply.mv.as_deref()).collect();
    let short = moves.iter().all(|mv| mv.chars().count() == 1);
    let mut clock = Vec::with_capacity(plies.len() * 4);
    for ply in plies {
        let flag = |bit: u8, set: bool| if set { bit } else { 0 };
        clock.push(
            flag(SECOND, ply.side == Side::Second)
                | flag(NO_MOVE, ply.mv.is_none())
                | flag(FORCED, ply.forced)
                | flag(CPU, ply.cpu_ns.is_some())
                | flag(SCORE, ply.score.is_some())
                | flag(LOG, ply.log.is_some()),
        );
        put(&mut clock, ply.wall_ns);
        ply.cpu_ns.inspect(|&cpu| put(&mut clock, cpu));
        ply.score.inspect(|score| clock.extend(score.to_le_bytes()));
    }
    (moves.join(if short { "" } else { " " }), clock)
}

/// The plies that moves and clock tell, and which of them have a log; `None` when the two do not fit.
pub(crate) fn decode(moves: &str, clock: &[u8]) -> Option<(Vec<PlyRecord>, Vec<u32>)> {
    let (mut plies, mut logs) = (Vec::new(), Vec::new());
    let mut bytes = clock.iter().copied();
    while let Some(flags) = bytes.next() {
        if flags & LOG != 0 {
            logs.push(plies.len() as u32);
        }
        plies.push(PlyRecord {
            side: if flags & SECOND == 0 { Side::First } else { Side::Second },
            mv: (flags & NO_MOVE == 0).then(String::new),
            forced: flags & FORCED != 0,
            wall_ns: take(&mut bytes)?,
            cpu_ns: if flags & CPU != 0 { Some(take(&mut bytes)?) } else { None },
            score: if flags & SCORE != 0 { Some(take_score(&mut bytes)?) } else { None },
            log: None,
        });
    }
    let wanted = plies.iter().filter(|ply| ply.mv.is_some()).count();
    let texts: Vec<String> = if moves.chars().count() == wanted {
        moves.chars().map(String::from).collect()
    } else {
        moves.split(' ').map(str::to_owned).collect()
    };
    if texts.len() != wanted {
        return None;
    }
    plies.iter_mut().filter_map(|ply| ply.mv.as_mut()).zip(texts).for_each(|(mv, text)| *mv = text);
    Some((plies, logs))
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = bytes.next()?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn take_score(bytes: &mut impl Iterator<Item = u8>) -> Option<f64> {
    let mut score = [0; 8];
    for byte in &mut score {
        *byte = bytes.next()?;
    }
    Some(f64::from_le_bytes(score))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(mv: Option<&str>, wall_ns: u64) -> PlyRecord {
        let mv = mv.map(str::to_owned);
        PlyRecord { side: Side::Second, mv, forced: false, wall_ns, cpu_ns: None, score: None, log: None }
    }

    #[test]
    fn plies_read_back() {
        let full = PlyRecord { forced: true, cpu_ns: Some(u64::MAX), score: Some(-1.5), ..ply(Some("--"), 0) };
        let lost = PlyRecord { side: Side::First, ..ply(None, 1 << 40) };
        for plies in [
            vec![],
            vec![ply(Some("A"), 127), ply(Some("b"), 128), lost.clone(), ply(Some("é"), 3)],
            vec![ply(Some("f5"), 300)],
            vec![ply(Some("f5"), 300), full, lost, ply(Some("d6"), u64::MAX)],
        ] {
            let (moves, clock) = encode(&plies);
            assert_eq!(decode(&moves, &clock), Some((plies, vec![])), "{moves}");
        }
        assert_eq!(decode("f5 d6", &[0, 1]), None, "two moves, one ply");
        assert_eq!(decode("A", &[0, 0x80]), None, "cut short");
    }
}
