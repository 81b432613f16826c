//! The host's side of the conversation: load, start, choose, end.

use std::ffi::OsString;

use crate::announce::{LEAVING, calling};
use crate::arguments::Arguments;
use crate::channel::Channel;
use crate::flood::FloodLibrary;
use crate::greeting::{Greeting, times};
use crate::gsl::Dependencies;
use crate::library::{self, Library};
use crate::own::OwnLibrary;

/// What a library is asked, whatever its functions are called.
pub(crate) trait Interface {
    /// The name it gives itself, if it has a function for that.
    fn name(&mut self, channel: &mut Channel) -> Option<String>;
    /// Gets ready for a game.
    fn start(&mut self, greeting: &Greeting, channel: &mut Channel) -> Result<(), String>;
    /// The line that says it is ready, with what it wants to be told on each turn besides the moves.
    fn ready(&self) -> &'static str;
    /// The function that [`Interface::choose`] calls.
    fn chooser(&self) -> &'static str;
    /// What it answers: a whole line.
    fn choose(&mut self, turn: &TurnInput, channel: &mut Channel) -> String;
    /// The game is over.
    fn end(&mut self, result: &str, channel: &mut Channel);
}

/// What was told since the last answer.
#[derive(Debug, Default)]
pub(crate) struct TurnInput {
    /// Moves since the player's own last one; `skip` stands for a lost turn.
    pub(crate) news: Vec<String>,
    pub(crate) position: String,
    /// Legal moves, joined by spaces.
    pub(crate) legal: String,
    /// What each of them gains, joined by spaces.
    pub(crate) gains: String,
    /// Milliseconds left to the player and to its opponent.
    pub(crate) left: [Option<u64>; 2],
}

/// Plays one game. An error is why the library cannot play at all.
pub(crate) fn converse(words: &[OsString], channel: &mut Channel) -> Result<(), String> {
    let arguments = Arguments::parse(words)?;
    library::prepare_process();
    let dependencies = Dependencies::load(&arguments.gsl);
    let library = Library::load(&arguments.library, &dependencies, channel)?;
    let mut interface = interface(&library, dependencies, &arguments)?;
    let Some(greeting) = Greeting::read(channel) else {
        return Ok(());
    };
    if let Some(name) = interface.name(channel) {
        channel.say(&format!("name {}", name.replace(char::is_control, " ")));
    }
    interface.start(&greeting, channel)?;
    // Said once for all turns: a line before each call would cost each turn a second wake-up of the referee.
    calling(channel, interface.chooser());
    channel.say(interface.ready());
    take_turns(&mut *interface, greeting, channel);
    calling(channel, LEAVING);
    // The process ends with the library in it: what is still loaded runs its destructors on the way out.
    std::mem::forget(library);
    Ok(())
}

fn interface(
    library: &Library,
    dependencies: Dependencies,
    arguments: &Arguments,
) -> Result<Box<dyn Interface>, String> {
    if let Some(own) = OwnLibrary::find(library) {
        return Ok(Box::new(own));
    }
    match FloodLibrary::find(library, dependencies, arguments) {
        Some(flood) => Ok(Box::new(flood)),
        None => Err("it exports neither joute_choose nor initialize and play".to_owned()),
    }
}

/// Answers until the end of the game, or until the referee is gone.
fn take_turns(interface: &mut dyn Interface, greeting: Greeting, channel: &mut Channel) {
    let mut told = TurnInput { position: greeting.position, ..TurnInput::default() };
    while let Some(line) = channel.line() {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "play" => told.news.push(rest.to_owned()),
            "skip" => told.news.push("skip".to_owned()),
            "position" => told.position = rest.to_owned(),
            "moves" => told.legal = rest.to_owned(),
            "gains" => told.gains = rest.to_owned(),
            "go" => {
                told.left = times(rest);
                let answer = interface.choose(&told, channel);
                channel.say(&answer);
                told.news.clear();
            }
            "end" => return interface.end(rest, channel),
            // Lines of later versions.
            _ => {}
        }
    }
}
