//! The interface of `joute.h`, which covers every game: texts in, a text out.
#![expect(unsafe_code, reason = "functions of a C library are called by the types of joute.h")]

use std::ffi::{CStr, CString, c_char, c_int, c_longlong, c_ulonglong};
use std::ptr::null;

use crate::announce::calling;
use crate::channel::Channel;
use crate::conversation::{Interface, TurnInput};
use crate::greeting::Greeting;
use crate::library::Library;

/// The version of `joute.h`.
const VERSION: c_int = 2;
/// The longest answer that is looked at.
const LONGEST_ANSWER: usize = 1000;

/// `struct joute_game`.
#[repr(C)]
struct Game {
    version: c_int,
    seat: c_int,
    game: *const c_char,
    setup: *const c_char,
    position: *const c_char,
    graph_file: *const c_char,
    time_ms: c_longlong,
    move_time_ms: c_longlong,
    increment_ms: c_longlong,
    seed: c_ulonglong,
}

/// `struct joute_turn`.
#[repr(C)]
struct Turn {
    position: *const c_char,
    moves: *const c_char,
    legal: *const *const c_char,
    legal_count: c_int,
    time_left_ms: c_longlong,
    opponent_time_left_ms: c_longlong,
    gains: *const c_int,
    fuel_left: c_longlong,
}

/// `struct joute_result`.
#[repr(C)]
struct Ended {
    winner: *const c_char,
    how: *const c_char,
    tally: [c_int; 2],
}

type Name = unsafe extern "C" fn() -> *const c_char;
type Start = unsafe extern "C" fn(*const Game);
type Choose = unsafe extern "C" fn(*const Turn) -> *const c_char;
type End = unsafe extern "C" fn(*const Ended);

/// A library written against `joute.h`.
pub(crate) struct OwnLibrary {
    name: Option<Name>,
    start: Option<Start>,
    choose: Choose,
    end: Option<End>,
}

impl OwnLibrary {
    /// The functions, if the library has the one that is needed.
    pub(crate) fn find(library: &Library) -> Option<OwnLibrary> {
        // SAFETY: the types are those of joute.h, against which a library with these names is written.
        unsafe {
            Some(OwnLibrary {
                choose: library.function("joute_choose")?,
                name: library.function("joute_name"),
                start: library.function("joute_start"),
                end: library.function("joute_end"),
            })
        }
    }
}

impl Interface for OwnLibrary {
    fn name(&mut self, channel: &mut Channel) -> Option<String> {
        let name = self.name?;
        calling(channel, "joute_name");
        // SAFETY: joute.h declares it without arguments; what it gives is a C string or null.
        unsafe { text(name()) }
    }

    fn start(&mut self, greeting: &Greeting, channel: &mut Channel) -> Result<(), String> {
        let Some(start) = self.start else {
            return Ok(());
        };
        let texts = [&greeting.game, &greeting.setup, &greeting.position].map(|text| c_text(text));
        let file = greeting.files.values().next().map(|file| c_text(file));
        let [time, move_time, increment] = greeting.times;
        let game = Game {
            version: VERSION,
            seat: greeting.seat as c_int,
            game: texts[0].as_ptr(),
            setup: texts[1].as_ptr(),
            position: texts[2].as_ptr(),
            graph_file: file.as_ref().map_or(null(), |file| file.as_ptr()),
            time_ms: millis(time),
            move_time_ms: millis(move_time),
            increment_ms: millis(increment),
            seed: greeting.seed,
        };
        calling(channel, "joute_start");
        // SAFETY: everything the structure points to lives until the call returns, as joute.h promises.
        unsafe { start(&game) };
        Ok(())
    }

    fn ready(&self) -> &'static str {
        "ready position moves gains"
    }

    fn chooser(&self) -> &'static str {
        "joute_choose"
    }

    fn choose(&mut self, told: &TurnInput, channel: &mut Channel) -> String {
        let (mut position, mut moves) = (c_bytes(&told.position), c_bytes(&told.news.join(" ")));
        let mut legal: Vec<Vec<u8>> = told.legal.split_whitespace().map(c_bytes).collect();
        let given = (position.clone(), moves.clone(), legal.clone());
        let pointers: Vec<*const c_char> =
            legal.iter_mut().map(|mv| mv.as_mut_ptr().cast_const().cast()).chain([null()]).collect();
        let mut gains: Vec<c_int> = told.gains.split_whitespace().filter_map(|gain| gain.parse().ok()).collect();
        gains.resize(legal.len(), 0);
        let turn = Turn {
            position: position.as_mut_ptr().cast_const().cast(),
            moves: moves.as_mut_ptr().cast_const().cast(),
            legal: pointers.as_ptr(),
            legal_count: told.legal.split_whitespace().count() as c_int,
            time_left_ms: millis(told.left[0]),
            opponent_time_left_ms: millis(told.left[1]),
            gains: gains.as_ptr(),
            // Instructions of a library are not counted.
            fuel_left: -1,
        };
        // SAFETY: everything the structure points to lives until the call returns, as joute.h promises; what it gives
        // is a C string or null. A library that writes where it should only read changes bytes that are its own.
        let answer = unsafe { text((self.choose)(&turn)) };
        if (position, moves, legal) != given {
            channel.say("(joute_choose changed its argument; it was a copy, the game goes on as it was)");
        }
        match answer.map(|answer| answer.replace(char::is_control, " ")) {
            Some(answer) if answer.trim() == "resign" => "resign".to_owned(),
            Some(answer) => format!("move {answer}"),
            None => "move".to_owned(),
        }
    }

    fn end(&mut self, result: &str, channel: &mut Channel) {
        let Some(end) = self.end else {
            return;
        };
        let mut words = result.splitn(4, ' ');
        let winner = c_text(words.next().unwrap_or("none"));
        let tally = [0, 1].map(|_| words.next().and_then(|word| word.parse().ok()).unwrap_or(0));
        let how = c_text(words.next().unwrap_or(""));
        let ended = Ended { winner: winner.as_ptr(), how: how.as_ptr(), tally };
        calling(channel, "joute_end");
        // SAFETY: everything the structure points to lives until the call returns, as joute.h promises.
        unsafe { end(&ended) };
    }
}

/// A text for C; a zero in it would end it.
fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}

/// The same as bytes of its own, with the zero behind them.
fn c_bytes(text: &str) -> Vec<u8> {
    c_text(text).into_bytes_with_nul()
}

/// -1 stands for no limit.
fn millis(time: Option<u64>) -> c_longlong {
    time.map_or(-1, |time| c_longlong::try_from(time).unwrap_or(c_longlong::MAX))
}

/// The text behind a pointer that a library gave, as much as is looked at.
///
/// # Safety
/// `pointer` must be null or point to a C string.
pub(crate) unsafe fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: by the contract of this function; a pointer that breaks it ends this process and no other.
    let bytes = unsafe { CStr::from_ptr(pointer) }.to_bytes();
    Some(String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST_ANSWER)]).into_owned())
}
