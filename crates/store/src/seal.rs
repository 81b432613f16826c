//! The sum over everything that is stored of a finished game. It finds damage, not forgery: whoever can write the store can
//! write the sum as well.

use joute_games::random::Seed;
use joute_referee::{Ending, GameRecord};

use crate::Spot;
use crate::code;
use crate::plies::encode;

/// Labels that follow from where a game belongs and are not stored again.
pub(crate) const DERIVED_LABELS: [&str; 3] = ["event", "match", "game"];

/// The sum of a game where it belongs.
pub(crate) fn sum(record: &GameRecord, spot: Option<Spot>, total: u32) -> i64 {
    let (moves, clock) = encode(&record.plies);
    sum_encoded(record, spot, total, &moves, &clock)
}

/// The same where the course is encoded already.
pub(crate) fn sum_encoded(record: &GameRecord, spot: Option<Spot>, total: u32, moves: &str, clock: &[u8]) -> i64 {
    let mut sum = Sum(Seed(u64::from(record.version)));
    for text in [&record.game, &record.setup, &record.start, &record.rules] {
        sum.text(text);
    }
    // The hash is that of the text.
    record.files.keys().for_each(|hash| sum.text(hash));
    for player in &record.players {
        sum.text(&player.name);
        sum.text(&player.locator);
        sum.text(&player.version);
        sum.text(player.runtime.as_deref().unwrap_or_default());
    }
    sum.number(record.seed);
    sum.text(moves);
    sum.bytes(clock);
    for (ply, played) in record.plies.iter().enumerate() {
        if let Some(log) = &played.log {
            sum.number(ply as u64);
            sum.text(log);
        }
    }
    for part in code::of_ending(record.ending.as_ref()) {
        sum.number(part.map_or(u64::MAX, i64::cast_unsigned));
    }
    sum.text(record.ending.as_ref().and_then(Ending::fault).map_or("", |(_, fault)| &fault.evidence));
    record.tally.into_iter().chain([total]).for_each(|number| sum.number(u64::from(number)));
    for (key, value) in record.labels.iter().filter(|(key, _)| !DERIVED_LABELS.contains(&key.as_str())) {
        sum.text(key);
        sum.text(value);
    }
    if let Some(spot) = spot {
        sum.number(spot.event.0.cast_unsigned());
        for number in [spot.match_index, spot.game, u32::from(spot.swapped)] {
            sum.number(u64::from(number));
        }
    }
    sum.0.0.cast_signed()
}

/// A number made from the content of texts.
pub(crate) fn number_of(texts: &[&str]) -> i64 {
    let seed = texts.iter().fold(Seed(0), |seed, text| seed.purpose(text));
    seed.0.cast_signed() & i64::MAX
}

struct Sum(Seed);

impl Sum {
    fn number(&mut self, number: u64) {
        self.0 = self.0.child(number);
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.number(u64::from_le_bytes(word));
        }
    }
}
