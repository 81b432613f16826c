//! A Flood position as the course sees it: vertices with neighbours and colours, starts, forbidden sets.

use joute_games::territory::flood::{Flood, Setup};
use joute_games::{Game, GameSetup, Side};

use crate::arguments::{Encoding, Holes};
use crate::greeting::Greeting;

/// The colour of a hole, and the colour that is none.
const NONE: i32 = -1;

/// A board in plain numbers.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// Neighbours of each vertex, in increasing order.
    pub(super) neighbours: Vec<Vec<usize>>,
    pub(super) colours: Vec<i32>,
    pub(super) starts: [usize; 2],
    /// The forbidden colours of each side, in increasing order.
    pub(super) forbidden: [Vec<u8>; 2],
}

impl Board {
    /// Reads the position of a greeting.
    pub(super) fn read(greeting: &Greeting, holes: Holes) -> Result<Board, String> {
        if greeting.game != "flood" {
            return Err(format!("this library plays flood and nothing else, but the game is {}", greeting.game));
        }
        let setup = Setup::parse(&greeting.setup, &greeting.files).map_err(|error| error.to_string())?;
        let position = Flood::parse(&setup, &greeting.position).map_err(|error| error.to_string())?;
        let board = Board::of(&position);
        Ok(if holes == Holes::Compact { board.compact() } else { board })
    }

    /// Every cell is a vertex; a hole has no neighbours and no colour.
    fn of(position: &Flood) -> Board {
        let topology = position.topology();
        let is_open = |cell: usize| position.colour_of_cell(cell).is_some();
        let neighbours = |cell: usize| match is_open(cell) {
            true => topology.neighbours(cell).into_iter().filter(|&other| is_open(other)).collect(),
            false => Vec::new(),
        };
        let colour = |cell: usize| position.colour_of_cell(cell).map_or(NONE, |colour| colour.index().into());
        Board {
            neighbours: (0..topology.cells()).map(neighbours).collect(),
            colours: (0..topology.cells()).map(colour).collect(),
            starts: position.starts(),
            forbidden: Side::BOTH.map(|side| position.forbidden(side).colours().map(|colour| colour.index()).collect()),
        }
    }

    /// The same board with numbers for real cells only.
    fn compact(self) -> Board {
        let mut next = 0;
        let numbers: Vec<usize> = self
            .colours
            .iter()
            .map(|&colour| {
                let number = next;
                next += usize::from(colour != NONE);
                number
            })
            .collect();
        let real = |cell: &usize| self.colours[*cell] != NONE;
        let kept: Vec<usize> = (0..self.colours.len()).filter(real).collect();
        Board {
            neighbours: kept
                .iter()
                .map(|&cell| self.neighbours[cell].iter().map(|&at| numbers[at]).collect())
                .collect(),
            colours: kept.iter().map(|&cell| self.colours[cell]).collect(),
            starts: self.starts.map(|start| numbers[start]),
            forbidden: self.forbidden,
        }
    }
}

/// A set of colours in the eight bytes of a team's encoding; the last byte goes on behind them.
pub(super) fn encode(colours: &[u8], encoding: Encoding) -> [u8; 8] {
    let mut bytes = [filler(encoding); 8];
    for (index, &colour) in colours.iter().enumerate() {
        match encoding {
            Encoding::Mask => bytes[usize::from(colour)] = 1,
            Encoding::Letters => bytes[index] = b"BRGYOVCP"[usize::from(colour)],
            Encoding::Ids => bytes[index] = colour,
        }
    }
    bytes
}

/// What stands where no colour does.
pub(super) fn filler(encoding: Encoding) -> u8 {
    match encoding {
        Encoding::Mask => 0,
        Encoding::Letters => b'-',
        Encoding::Ids => u8::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(setup: &str, position: &str, holes: Holes) -> Board {
        let greeting = Greeting {
            game: "flood".to_owned(),
            setup: setup.to_owned(),
            position: position.to_owned(),
            ..Greeting::default()
        };
        Board::read(&greeting, holes).unwrap()
    }

    #[test]
    fn a_donut_keeps_its_hole_or_closes_up() {
        let (setup, position) = ("graph=donut,width=3,colours=4", "BRG/Y#B/GYR 1 0,8 G/- -");
        let kept = board(setup, position, Holes::Kept);
        assert_eq!(kept.colours, [0, 1, 2, 3, -1, 0, 2, 3, 1]);
        assert_eq!((&kept.neighbours[1], &kept.neighbours[4]), (&vec![0, 2], &vec![]));
        assert_eq!((kept.starts, &kept.forbidden), ([0, 8], &[vec![2], vec![]]));
        let compact = board(setup, position, Holes::Compact);
        assert_eq!(compact.colours, [0, 1, 2, 3, 0, 2, 3, 1]);
        assert_eq!(compact.neighbours[4], [2, 7]);
        assert_eq!(compact.starts, [0, 7]);
    }

    #[test]
    fn sets_in_each_encoding() {
        assert_eq!(encode(&[1, 2], Encoding::Mask), [0, 1, 1, 0, 0, 0, 0, 0]);
        assert_eq!(&encode(&[1, 2], Encoding::Letters), b"RG------");
        assert_eq!(encode(&[1, 2], Encoding::Ids), [1, 2, 255, 255, 255, 255, 255, 255]);
    }

    #[test]
    fn another_game_is_refused() {
        let greeting = Greeting { game: "othello".to_owned(), ..Greeting::default() };
        assert!(Board::read(&greeting, Holes::Kept).unwrap_err().contains("plays flood"));
    }
}
