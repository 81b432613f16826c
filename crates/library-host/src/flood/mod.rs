//! The interface of the Flood course, for libraries as they are: initialize, play, finalize, and a name.
#![expect(unsafe_code, reason = "functions of a C library are called by the types of the course's headers")]

mod board;
mod layout;

use std::ffi::{c_char, c_int};

use crate::announce::calling;
use crate::arguments::{Arguments, Encoding, Holes};
use crate::channel::Channel;
use crate::conversation::{Interface, TurnInput};
use crate::greeting::Greeting;
use crate::gsl::Dependencies;
use crate::library::Library;
use crate::own;
use board::Board;
use layout::{ColorSet, Graph, Move, NO_COLOR};

/// Both names that teams gave the first function.
const NAMES: [&str; 2] = ["get_player_name", "player_get_name"];
/// The colours' letters in the order of their numbers.
const LETTERS: [&str; 8] = ["B", "R", "G", "Y", "O", "V", "C", "P"];

type Name = unsafe extern "C" fn() -> *const c_char;
type Initialize = unsafe extern "C" fn(usize, *mut Graph, *mut c_int, *mut ColorSet);
type Play = unsafe extern "C" fn(Move) -> Move;
type Finalize = unsafe extern "C" fn();

/// A library of the course.
pub(crate) struct FloodLibrary {
    name: Option<(&'static str, Name)>,
    initialize: Initialize,
    play: Play,
    finalize: Option<Finalize>,
    dependencies: Dependencies,
    encoding: Encoding,
    holes: Holes,
    /// The forbidden sets that the library was given, which stay ours, and what was in them.
    forbidden: Option<(*const ColorSet, [u8; 16])>,
}

impl FloodLibrary {
    /// The functions, if the library has those that are needed.
    pub(crate) fn find(library: &Library, dependencies: Dependencies, arguments: &Arguments) -> Option<FloodLibrary> {
        // SAFETY: the types are those of the course, against which a library with these names is written.
        unsafe {
            Some(FloodLibrary {
                initialize: library.function("initialize")?,
                play: library.function("play")?,
                finalize: library.function("finalize"),
                name: NAMES.into_iter().find_map(|name| Some((name, library.function(name)?))),
                dependencies,
                encoding: arguments.encoding,
                holes: arguments.holes,
                forbidden: None,
            })
        }
    }
}

impl Interface for FloodLibrary {
    fn name(&mut self, channel: &mut Channel) -> Option<String> {
        let (function, name) = self.name?;
        calling(channel, function);
        // SAFETY: the course declares it without arguments; what it gives is a C string or null.
        unsafe { own::text(name()) }
    }

    fn start(&mut self, greeting: &Greeting, channel: &mut Channel) -> Result<(), String> {
        let board = Board::read(greeting, self.holes)?;
        let graph = layout::graph(&board, self.dependencies.maker()).ok_or("no memory for the graph")?;
        let colors = layout::colors(&board).ok_or("no memory for the colours")?;
        let forbidden = layout::forbidden(&board, self.encoding).ok_or("no memory for the forbidden colours")?;
        calling(channel, "initialize");
        // SAFETY: all three point to memory of the documented layout; graph and colors are the library's from here on,
        // and forbidden is only read again.
        unsafe {
            self.forbidden = Some((forbidden, sets(forbidden)));
            (self.initialize)(greeting.seat, graph, colors, forbidden);
        }
        Ok(())
    }

    fn ready(&self) -> &'static str {
        "ready"
    }

    fn chooser(&self) -> &'static str {
        "play"
    }

    /// A turn that the opponent lost is to the library what a pass is: the board stays as it was.
    fn choose(&mut self, told: &TurnInput, channel: &mut Channel) -> String {
        let previous = told.news.last().and_then(|mv| LETTERS.iter().position(|letter| letter == mv));
        let previous = Move { c: previous.map_or(NO_COLOR, |colour| colour as c_int) };
        // SAFETY: the course passes and returns this structure by value.
        let Move { c } = unsafe { (self.play)(previous) };
        // SAFETY: the memory was allocated for the library and is freed by nobody here.
        if self.forbidden.take_if(|(place, given)| unsafe { sets(*place) } != *given).is_some() {
            channel.say("(the library changed its argument forbidden; the game goes on as it was)");
        }
        match usize::try_from(c).ok().and_then(|colour| LETTERS.get(colour)) {
            Some(letter) => format!("move {letter}"),
            None if c == NO_COLOR => "move pass".to_owned(),
            None => format!("move colour number {c}"),
        }
    }

    fn end(&mut self, _result: &str, channel: &mut Channel) {
        if let Some(finalize) = self.finalize {
            calling(channel, "finalize");
            // SAFETY: the course declares it without arguments.
            unsafe { finalize() };
        }
    }
}

/// The bytes of both forbidden sets.
///
/// # Safety
/// `place` must point to two sets.
unsafe fn sets(place: *const ColorSet) -> [u8; 16] {
    // SAFETY: by the contract of this function; sixteen bytes are two sets.
    unsafe { place.cast::<[u8; 16]>().read_volatile() }
}
