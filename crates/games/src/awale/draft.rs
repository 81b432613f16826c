//! An Awalé board in the making: seeds are put into pits and stores and taken out again.

use joute_messages::{Message, message};

use super::setup::{LARGEST_TOTAL, MOST_PITS, Setup};
use super::text::Seeds;
use crate::draft::{Brush, Draft};
use crate::error::ParseError;
use crate::side::Side;
use crate::view::{BoardView, Part, Piece};

struct AwaleDraft {
    setup: Setup,
    seeds: Seeds,
}

/// Reads a board of any number of pits that the setup's seeds can fill.
pub(super) fn read(mut setup: Setup, text: &str) -> Result<Box<dyn Draft>, ParseError> {
    let parts = text.trim().split('-').take(2 * MOST_PITS as usize + 4).count();
    let pits = (1..=MOST_PITS).find(|pits| 2 * *pits as usize + 3 == parts).unwrap_or(setup.pits);
    let resized = Setup { pits, ..setup };
    if resized.check().is_ok() {
        setup = resized;
    }
    let mut seeds = Seeds::read(setup.pits as usize, text)?;
    // More can never be right, and sums stay small.
    seeds.numbers.iter_mut().for_each(|number| *number = (*number).min(LARGEST_TOTAL));
    Ok(Box::new(AwaleDraft { setup, seeds }))
}

/// The brushes and what people call them.
const BRUSHES: [(&str, &str); 3] = [("+1", "brush-seed-more"), ("-1", "brush-seed-less"), ("0", "brush-no-seeds")];

impl AwaleDraft {
    fn total(&self) -> u32 {
        self.seeds.numbers.iter().sum()
    }
}

impl Draft for AwaleDraft {
    fn setup(&self) -> String {
        self.setup.to_string()
    }

    fn position(&self) -> String {
        let numbers: Vec<String> = self.seeds.numbers.iter().map(u32::to_string).collect();
        format!("{}-{}", numbers.join("-"), ["S", "N"][self.seeds.turn])
    }

    fn turn(&self) -> Side {
        self.seeds.turn
    }

    fn set_turn(&mut self, side: Side) {
        self.seeds.turn = side;
    }

    fn brushes(&self) -> Vec<Brush> {
        let brush = |(key, label): (&str, &'static str)| Brush {
            key: key.to_owned(),
            label: Message::new(label),
            sample: None,
            can_fill: false,
        };
        BRUSHES.into_iter().map(brush).collect()
    }

    fn parts(&self) -> usize {
        self.seeds.numbers.len()
    }

    fn put(&mut self, part: usize, brush: &str) {
        let seeds = &mut self.seeds.numbers[part];
        *seeds = match brush {
            "+1" => (*seeds + 1).min(LARGEST_TOTAL),
            "-1" => seeds.saturating_sub(1),
            "0" => 0,
            _ => *seeds,
        };
    }

    fn clear(&mut self) {
        self.seeds.numbers.fill(0);
    }

    fn sign(&self, part: usize) -> u32 {
        self.seeds.numbers[part]
    }

    fn neighbours(&self, _part: usize) -> Vec<usize> {
        Vec::new()
    }

    fn ground(&self) -> Option<BoardView> {
        super::start(&self.setup).ok().map(|start| start.view())
    }

    fn dress(&self, number: usize, part: &mut Part) {
        let count = self.seeds.numbers[number];
        part.piece = Piece::Seeds(count);
        part.state = message!("state-seeds", count = count);
    }

    fn complaint(&self) -> Option<Message> {
        let (found, most) = (self.total(), self.setup.total());
        (found > most).then(|| message!("complaint-too-many-seeds", found = found, most = most, over = found - most))
    }

    fn remark(&self) -> Option<Message> {
        let (found, most) = (self.total(), self.setup.total());
        (found < most).then(|| message!("remark-missing-seeds", found = found, most = most))
    }
}
