//! The structures of `joute.h` as bytes in the memory of a module: 32-bit addresses, lowest byte first.
//!
//! ```text
//! base                                 base + words
//! | structure | legal | 0 | gains |    | texts, each with a zero behind it |
//! ```

use joute_games::{AnyGame, MoveCode};
use joute_referee::{FuelPer, Turn};

use joute_players::lines;

/// The version of `joute.h`.
const VERSION: u32 = 2;
/// Bytes of `struct joute_game`.
const GAME: usize = 56;
/// Bytes of `struct joute_turn`.
const TURN: usize = 48;
/// Bytes of `struct joute_result`.
const RESULT: usize = 16;
/// What stands for a time or an amount of fuel without limit.
const NO_LIMIT: i64 = -1;

/// What a module wants to be told on each turn, as the bits of `joute_wants`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wants(pub(crate) i32);

impl Wants {
    /// What a module without `joute_wants` is told.
    pub(crate) const EVERYTHING: Wants = Wants(15);

    fn position(self) -> bool {
        self.0 & 1 != 0
    }
    fn moves(self) -> bool {
        self.0 & 2 != 0
    }
    fn legal(self) -> bool {
        self.0 & 4 != 0
    }
    fn gains(self) -> bool {
        self.0 & 8 != 0
    }
}

/// A structure with the texts it points to, made anew in the same memory for each turn.
#[derive(Default)]
pub(crate) struct Block {
    /// Where the structure will lie.
    base: u32,
    words: Vec<u8>,
    /// Length of `words` when it is done.
    size: usize,
    texts: String,
    /// The legal moves of a turn, and where their texts begin.
    legal: Vec<(MoveCode, u32)>,
}

/// A text among the texts of a block.
#[derive(Clone, Copy)]
struct At(u32);

impl Block {
    fn begin(&mut self) {
        self.words.clear();
        self.texts.clear();
        self.legal.clear();
    }

    fn text(&mut self, write: impl FnOnce(&mut String)) -> At {
        let at = self.texts.len() as u32;
        write(&mut self.texts);
        self.texts.push('\0');
        At(at)
    }

    fn number(&mut self, number: u32) {
        self.words.extend_from_slice(&number.to_le_bytes());
    }

    fn long(&mut self, number: i64) {
        self.words.extend_from_slice(&number.to_le_bytes());
    }

    fn pointer(&mut self, at: Option<At>) {
        let address = at.map_or(0, |At(at)| self.base + self.size as u32 + at);
        self.number(address);
    }

    /// Bytes of the whole block.
    pub(crate) fn len(&self) -> usize {
        self.size + self.texts.len()
    }

    /// The structure and what it points to, as two pieces that follow each other.
    pub(crate) fn pieces(&self) -> [&[u8]; 2] {
        [&self.words, self.texts.as_bytes()]
    }

    /// The text behind an address, and the legal move it stands for, if it is the address of one.
    pub(crate) fn legal_at(&self, address: u32) -> Option<(MoveCode, &str)> {
        let at = address.checked_sub(self.base + self.size as u32)?;
        let found = self.legal.binary_search_by_key(&at, |&(_, at)| at).ok()?;
        let (code, at) = self.legal[found];
        let end = self.legal.get(found + 1).map_or(self.texts.len(), |&(_, next)| next as usize);
        Some((code, &self.texts[at as usize..end]))
    }

    /// `struct joute_game`; `place` finds room for so many bytes.
    pub(crate) fn game<E>(&mut self, turn: &Turn<'_>, place: impl FnOnce(usize) -> Result<u32, E>) -> Result<(), E> {
        self.begin();
        let game = turn.game;
        let name = self.text(|text| text.push_str(game.info().name));
        let setup = self.text(|text| text.push_str(&game.setup()));
        let position = self.text(|text| game.write_position(text));
        let file = game.attachments().into_values().next();
        let file = file.map(|file| self.text(|text| text.push_str(&file.replace('\0', " "))));
        self.size = GAME;
        self.base = place(self.len())?;
        self.number(VERSION);
        self.number(turn.side.index() as u32);
        for text in [Some(name), Some(setup), Some(position), file] {
            self.pointer(text);
        }
        let timed = turn.rules.fuel.is_none();
        let limit = |time: Option<std::time::Duration>| time.filter(|_| timed).map_or(NO_LIMIT, millis);
        self.long(limit(turn.clock.left[turn.side]));
        self.long(limit(turn.rules.move_time));
        self.long(limit(Some(turn.rules.increment)).max(0));
        self.long(lines::seed(turn) as i64);
        Ok(())
    }

    /// `struct joute_turn`; `told` is how many plies the player knew of, `fuel` what it has for this move.
    pub(crate) fn turn<E>(
        &mut self,
        turn: &Turn<'_>,
        told: usize,
        wants: Wants,
        fuel: Option<u64>,
        place: impl FnOnce(usize) -> Result<u32, E>,
    ) -> Result<(), E> {
        self.begin();
        let position = wants.position().then(|| self.text(|text| turn.game.write_position(text)));
        let moves = wants.moves().then(|| self.text(|text| lines::write_news(turn, told, text)));
        if wants.legal() || wants.gains() {
            self.list(turn.game);
        }
        let listed = self.legal.len();
        let gains = if wants.gains() { listed } else { 0 };
        self.size = TURN + 4 * (listed + 1) + 4 * gains;
        self.base = place(self.len())?;
        self.pointer(position);
        self.pointer(moves);
        self.number(if listed > 0 { self.base + TURN as u32 } else { 0 });
        self.number(listed as u32);
        let timed = turn.rules.fuel.is_none();
        for side in [turn.side, turn.side.other()] {
            self.long(turn.clock.left[side].filter(|_| timed).map_or(NO_LIMIT, millis));
        }
        self.number(if wants.gains() { self.base + (TURN + 4 * (listed + 1)) as u32 } else { 0 });
        self.number(0);
        self.long(fuel.map_or(NO_LIMIT, |fuel| i64::try_from(fuel).unwrap_or(i64::MAX)));
        for index in 0..listed {
            self.pointer(Some(At(self.legal[index].1)));
        }
        self.number(0);
        for index in 0..gains {
            self.number(turn.game.gain(self.legal[index].0) as u32);
        }
        Ok(())
    }

    fn list(&mut self, game: &AnyGame) {
        for code in game.legal() {
            let At(at) = self.text(|text| game.write_text(code, text));
            self.legal.push((code, at));
        }
    }

    /// `struct joute_result`.
    pub(crate) fn result<E>(
        &mut self,
        [winner, how]: [&str; 2],
        tally: [u32; 2],
        place: impl FnOnce(usize) -> Result<u32, E>,
    ) -> Result<(), E> {
        self.begin();
        let winner = self.text(|text| text.push_str(winner));
        let how = self.text(|text| text.push_str(how));
        self.size = RESULT;
        self.base = place(self.len())?;
        self.pointer(Some(winner));
        self.pointer(Some(how));
        tally.into_iter().for_each(|count| self.number(count));
        Ok(())
    }

    /// Where the structure lies.
    pub(crate) fn address(&self) -> u32 {
        self.base
    }
}

fn millis(time: std::time::Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// What a call may use: for each move anew, or what is left of the game's.
pub(crate) fn fuel_for_call(turn: &Turn<'_>, left: Option<u64>) -> Option<u64> {
    turn.rules.fuel.map(|fuel| match fuel.per {
        FuelPer::Move => fuel.amount,
        FuelPer::Game => left.unwrap_or(fuel.amount),
    })
}
