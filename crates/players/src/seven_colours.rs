//! Programs of the Seven Colours course convention: `prog SIZE --ia NAME PLAYER cells...`, one process a move.
//!
//! The program prints the board as it likes and, on its last line, the colour it takes. Cells are numbers, row by row
//! from the top: 0 for an obstacle, where nothing can be taken, 1 and 2 for the players, 3 to 9 for the colours.

use std::sync::Arc;
use std::time::{Duration, Instant};

use joute_catalog::Parameter;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{AnyGame, Excerpt, Side};
use joute_referee::{Ending, Fault, Player, Reply, Said, Turn};
use joute_sandbox::{Command, Exit, Sandbox};

use crate::advice::{Advice, Hears};
use crate::conversation::{Conversation, Tap};
use crate::entrant::EntrantError;
use crate::evidence::{allowed_for_move, plain_text};
use crate::kind::{ENVIRONMENT, FOLDER, Kind, KindInfo, MEMORY, Made, Maker, TargetKind};
use crate::locator::Locator;
use crate::log::Log;
use crate::run_once::{Run, RunEnd, run_once};
use crate::workshop::Workshop;

/// The colours of the convention.
const COLOURS: u8 = 7;
/// The number of the first colour.
const FIRST_COLOUR: u8 = 3;
/// The largest board whose cells fit on a command line with room to spare.
const LARGEST: u32 = 300;

const INFO: KindInfo = KindInfo {
    name: "7colors",
    summary: "a program of the Seven Colours course convention",
    example: "7colors:./group3",
    endings: &[],
    target: TargetKind::Command,
    options: &[
        Parameter { name: "ia", values: "a name", default: "the file's name", meaning: "the name given with --ia" },
        MEMORY,
        FOLDER,
        ENVIRONMENT,
    ],
};

const ADVICE: Advice = Advice {
    hears: Hears { seed: false, time: false, positions: true },
    moves: Some("check-moves-colours"),
    own_text: Some(own_text),
    seat: "check-seat-ia",
    late: "check-late-started-anew",
    ..Advice::PLAIN
};

/// The number of a colour in the convention.
fn own_text(mv: &str) -> Option<String> {
    let [letter @ b'A'..=b'Z'] = mv.as_bytes() else {
        return None;
    };
    Some(number(*letter).to_string())
}

/// The kind of programs of the convention.
pub(crate) struct SevenColoursKind;

impl Kind for SevenColoursKind {
    fn info(&self) -> &'static KindInfo {
        &INFO
    }

    fn make(&self, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError> {
        let (command, identity) = workshop.command(locator)?;
        let ia = locator.option("ia").unwrap_or(&identity.name).to_owned();
        let tap = workshop.tap(&identity);
        let maker = Program { sandbox: workshop.sandbox()?, command, ia, tap };
        Ok(Made { identity, maker: Box::new(maker) })
    }

    fn advice(&self) -> &'static Advice {
        &ADVICE
    }
}

struct Program {
    sandbox: Arc<Sandbox>,
    command: Command,
    ia: String,
    tap: Option<Tap>,
}

impl Maker for Program {
    fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        let player = SevenColoursPlayer::new(Arc::clone(&self.sandbox), self.command.clone(), &self.ia);
        Ok(Box::new(SevenColoursPlayer { tap: self.tap.clone(), ..player }))
    }

    fn command(&self) -> Option<&Command> {
        Some(&self.command)
    }

    fn refusal(&self, game: &AnyGame) -> Option<String> {
        refusal(game)
    }
}

/// A program that is started anew for each of its moves.
pub struct SevenColoursPlayer {
    sandbox: Arc<Sandbox>,
    command: Command,
    ia: String,
    log: Log,
    /// Its first print in this game.
    printed: Option<String>,
    /// Where conversations are written down, and that of this game.
    tap: Option<Tap>,
    conversation: Option<Conversation>,
}

impl SevenColoursPlayer {
    /// A player that runs this command, which is asked for the strategy of this name.
    pub fn new(sandbox: Arc<Sandbox>, command: Command, ia: &str) -> SevenColoursPlayer {
        let (log, ia) = (Log::default(), ia.to_owned());
        SevenColoursPlayer { sandbox, command, ia, log, printed: None, tap: None, conversation: None }
    }

    fn command_for(&self, game: &AnyGame, side: Side) -> Command {
        let player = if side == Side::First { "1" } else { "2" };
        let cells = cells(&game.position());
        // The cells of a square board.
        let size = cells.len().isqrt();
        let command = self.command.clone().arg(size.to_string()).arg("--ia").arg(&self.ia).arg(player);
        cells.into_iter().fold(command, |command, cell| command.arg(cell.to_string()))
    }

    fn write_down(&mut self, command: &Command, run: &Run) {
        if let Some(conversation) = &mut self.conversation {
            let words: Vec<_> = command.args().iter().map(|word| word.to_string_lossy()).collect();
            conversation.said(&words.join(" "));
            String::from_utf8_lossy(&run.output).lines().for_each(|line| conversation.heard(line));
            conversation.wrote(run.log.text().as_bytes());
        }
    }

    /// The referee judges and sees a letter: what was written is evidence, too.
    fn reply(&mut self, game: &AnyGame, output: &[u8], exit: &Exit) -> Reply {
        let line = last_line(&String::from_utf8_lossy(output));
        let answer = answer(&line);
        if answer != line && !game.code(&answer).is_ok_and(|code| game.is_legal(code)) {
            self.log.note(&format!("its last line is {}, which is colour {answer}", Excerpt::of(&line)));
        }
        Reply { said: Said::Text(answer), cpu: Some(exit.cpu), score: None }
    }
}

impl Player for SevenColoursPlayer {
    fn open(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        (self.log, self.printed) = (Log::default(), None);
        self.conversation = self.tap.as_ref().and_then(|tap| tap.begin(turn));
        match refusal(turn.game) {
            Some(reason) => Err(Fault::crash(reason)),
            None => Ok(()),
        }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let began = Instant::now();
        let command = self.command_for(turn.game, turn.side);
        let run = run_once(&self.sandbox, &command, turn.deadline, turn.stop)
            .map_err(|error| Fault::crash(format!("cannot be started: {error}")))?;
        self.write_down(&command, &run);
        self.log = run.log;
        self.printed = self.printed.take().or_else(|| self.log.first_print());
        match run.end {
            RunEnd::Ended(exit) if exit.is_success() => Ok(self.reply(turn.game, &run.output, &exit)),
            RunEnd::Ended(exit) => Err(Fault::crash(format!("ended with {exit}"))),
            RunEnd::Deadline => {
                let (waited, allowed) = (seconds(began.elapsed()), allowed_for_move(turn));
                Err(Fault::overtime(format!("no colour after {waited}{allowed}")))
            }
            RunEnd::Stopped => Ok(Reply { said: Said::Stopped, cpu: None, score: None }),
            RunEnd::Flood => Err(Fault::crash("wrote more than a program may".to_owned())),
        }
    }

    fn close(&mut self, _: &Ending, _: [u32; 2]) {}

    fn first_print(&self) -> Option<String> {
        self.printed.clone()
    }

    fn take_log(&mut self) -> Option<String> {
        self.log.take()
    }
}

/// Why a program of the convention cannot play this game, if so.
fn refusal(game: &AnyGame) -> Option<String> {
    let Some(board) = game.downcast_ref::<SevenColours>() else {
        return Some(format!("programs of the Seven Colours convention do not play {}", game.info().name));
    };
    if board.colours() > COLOURS {
        return Some(format!(
            "the Seven Colours convention has numbers for {COLOURS} colours, not {}",
            board.colours()
        ));
    }
    (board.size() > LARGEST).then(|| {
        format!("the Seven Colours convention puts the board on the command line: at most {LARGEST} x {LARGEST} cells")
    })
}

/// The cells of a position text as the convention numbers them.
fn cells(position: &str) -> Vec<u8> {
    let rows = position.split(' ').next().unwrap_or_default();
    rows.bytes().filter(|&letter| letter != b'/').map(number).collect()
}

fn number(letter: u8) -> u8 {
    match letter {
        b'^' => 1,
        b'v' => 2,
        b'A'..=b'Z' => letter - b'A' + FIRST_COLOUR,
        _ => 0,
    }
}

/// The last line that is not blank, without what only a terminal understands.
fn last_line(output: &str) -> String {
    let plain = plain_text(output);
    plain.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

/// The colour that a line names, as a letter; what is no colour stays as it is, to be evidence.
fn answer(line: &str) -> String {
    let colour = line.parse::<u8>().ok().and_then(|number| number.checked_sub(FIRST_COLOUR));
    match colour.filter(|&colour| colour < COLOURS) {
        Some(colour) => char::from(b'A' + colour).to_string(),
        None if line.len() > 80 => Excerpt::of(line).to_string(),
        None => line.to_owned(),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_numbered_as_the_course_does() {
        assert_eq!(cells("AB^/C#G/v^A v"), [3, 4, 1, 5, 0, 9, 2, 1, 3]);
    }

    #[test]
    fn the_colour_stands_on_the_last_line() {
        let answer = |output: &str| answer(&last_line(output));
        assert_eq!(answer("3 4 1\n2 5 5\n\n5\n\n"), "C");
        assert_eq!(answer("board\r\n9\r\n"), "G");
        assert_eq!(answer("board\nf"), "f");
        for rubbish in ["10", "2", "-3", "colour 5", ""] {
            assert_eq!(answer(&format!("board\n{rubbish}")), if rubbish.is_empty() { "board" } else { rubbish });
        }
        assert_eq!(answer(""), "");
    }

    #[test]
    fn what_a_terminal_understands_is_passed_over() {
        let answer = |output: &str| answer(&last_line(output));
        assert_eq!(answer("\x1b[31mboard\x1b[0m\n\x1b[0m5\n"), "C");
        assert_eq!(answer("board\n5\x1b[0m\n\x1b[0m\n"), "C");
        assert_eq!(answer("\x1b]0;title\x07\x1b[2J\x1b[H7"), "E");
    }
}
