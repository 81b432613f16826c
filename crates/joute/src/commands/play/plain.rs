//! The game as a conversation: for pipes, for scripts and for those who listen to their screen.

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use joute_arena::bell::{self, Sleeper, UNRUNG};
use joute_draw::terminal;
use joute_games::Side;
use joute_messages::{Language, visible_line};

use super::session::{Session, SessionEvent};
use crate::commands::match_command::records::Keeper;
use crate::commands::replay::words;
use crate::output;
use crate::score_text;

const HELP: &str = "\
Type a move, or one of these words:
  moves    the legal moves
  show     the position again
  hint     a good move, and what it is worth
  undo     take back your last move
  resign   give up
  again    another game, once this one is over (swap: with seats changed)
  help     this
  quit     leave; the game is kept as it is
";

/// How the conversation goes on.
enum Next {
    /// With what happens at the table.
    Listen,
    /// With what the person says.
    Ask,
    /// Not at all.
    Quit,
}

struct Conversation<'a> {
    session: Session,
    keeper: Option<Keeper>,
    lines: Receiver<Option<String>>,
    stop: &'a AtomicBool,
    /// Is woken by what happens at the table, by a line, by a hint and by a signal.
    sleeper: Sleeper,
}

/// Plays until the end of the input, or until somebody quits.
pub(super) fn run(session: Session, keeper: Option<Keeper>, stop: &AtomicBool) -> anyhow::Result<()> {
    let sleeper = Sleeper::new();
    let mut conversation = Conversation { session, keeper, lines: read_lines(), stop, sleeper };
    conversation.greet();
    let talked = conversation.talk();
    conversation.session.leave();
    conversation.keep()?;
    talked
}

/// Lines as they are typed, and nothing at the end of the input.
fn read_lines() -> Receiver<Option<String>> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            match input.read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => break,
                Ok(_) if sender.send(Some(String::from_utf8_lossy(&bytes).trim().to_owned())).is_err() => return,
                Ok(_) => bell::ring(),
            }
        }
        let _ = sender.send(None);
        bell::ring();
    });
    lines
}

impl Conversation<'_> {
    fn greet(&self) {
        let [first, second] = Side::BOTH.map(|side| self.seat(side));
        output::print(&format!("{}: {first} against {second}.\n", self.session.game().info().title(Language::EN)));
        if self.session.has_people() {
            output::print("Type a move, or help.\n");
        }
    }

    fn talk(&mut self) -> anyhow::Result<()> {
        let mut next = Next::Listen;
        loop {
            next = match next {
                Next::Listen => self.listen(),
                Next::Ask => match self.read() {
                    Some(line) => self.obey(&line)?,
                    None => Next::Quit,
                },
                Next::Quit => return Ok(()),
            }
        }
    }

    /// Tells what happens until a person has something to say.
    fn listen(&mut self) -> Next {
        while !self.stop.load(Ordering::Relaxed) {
            match self.session.poll() {
                Some(SessionEvent::Turn(side)) if self.session.is_person(side) => {
                    self.show();
                    return Next::Ask;
                }
                Some(SessionEvent::Played) => self.tell_ply(),
                Some(SessionEvent::Refused(why)) => {
                    self.explain(&why);
                    return Next::Ask;
                }
                Some(SessionEvent::Ended) => {
                    self.tell_end();
                    return if self.session.has_people() { Next::Ask } else { Next::Quit };
                }
                Some(SessionEvent::Opened | SessionEvent::Turn(_)) => {}
                None => self.sleeper.sleep(UNRUNG),
            }
        }
        output::print("\nThe game is left.\n");
        Next::Quit
    }

    /// The next line; nothing when there is none any more. A clock that runs out in the meantime ends the game.
    fn read(&mut self) -> Option<String> {
        self.prompt();
        loop {
            match self.lines.try_recv() {
                Ok(Some(line)) => return Some(line),
                Ok(None) | Err(TryRecvError::Disconnected) => {
                    if !self.session.is_over() {
                        output::print("\nEnd of input: the game is left unfinished.\n");
                    }
                    return None;
                }
                Err(TryRecvError::Empty) => {}
            }
            if self.stop.load(Ordering::Relaxed) {
                output::print("\nThe game is left.\n");
                return None;
            }
            match self.session.poll() {
                Some(SessionEvent::Ended) => {
                    output::print("\n");
                    self.tell_end();
                    self.prompt();
                }
                Some(_) => {}
                None => self.sleeper.sleep(UNRUNG),
            }
        }
    }

    fn prompt(&self) {
        match self.session.person_to_move() {
            Some(side) => output::print(&format!("{}> ", self.session.game().info().side(side, Language::EN))),
            None => output::print("again, swap, undo or quit> "),
        }
    }

    fn obey(&mut self, line: &str) -> anyhow::Result<Next> {
        match line.to_lowercase().as_str() {
            "quit" | "exit" => return Ok(Next::Quit),
            "" => output::print("Type a move (moves lists them), or help.\n"),
            "help" | "?" => output::print(HELP),
            "show" => self.show(),
            "moves" => self.list_moves(),
            "hint" => self.hint(),
            "undo" if self.session.undo()? => {
                output::print("Taken back.\n");
                return Ok(Next::Listen);
            }
            "undo" => output::print("There is nothing to take back.\n"),
            "again" | "swap" if !self.session.is_over() => {
                output::print("The game is not over: resign or quit.\n");
            }
            word @ ("again" | "swap") => {
                self.keep()?;
                self.session.again(word == "swap")?;
                self.greet();
                return Ok(Next::Listen);
            }
            "resign" if self.session.resign() => return Ok(Next::Listen),
            _ if self.session.say(line) => return Ok(Next::Listen),
            _ => output::print("The game is over: again, swap, undo, show or quit.\n"),
        }
        Ok(Next::Ask)
    }

    fn show(&self) {
        if self.session.is_over() {
            return self.tell_end();
        }
        let view = self.session.view();
        let mut text = format!("\n{}\n", terminal::board(&view, &output::drawing()));
        for side in Side::BOTH {
            if let Some(left) = self.session.time_left(side) {
                text += &format!("{} has {} left.\n", view.sides[side].name, words::clock(left));
            }
        }
        output::print_painted(&text);
    }

    fn list_moves(&self) {
        let moves = self.session.game().legal_texts();
        let text = if self.session.is_over() { "none, the game is over".to_owned() } else { moves.join(" ") };
        output::print(&format!("Moves: {text}\n"));
    }

    fn hint(&mut self) {
        if self.session.is_over() {
            return output::print("The game is over.\n");
        }
        self.session.ask_hint();
        while self.session.is_looking_for_hint() && !self.stop.load(Ordering::Relaxed) {
            self.sleeper.sleep(UNRUNG);
            self.session.hear_adviser();
        }
        if let Some(hint) = &self.session.hint {
            let info = self.session.game().info();
            let lead = score_text::lead(info, hint.lead);
            let how = if hint.is_exact { "exact".to_owned() } else { format!("{} plies ahead", hint.depth) };
            output::print(&format!("Hint: {} ({lead}, {how})\n", hint.mv));
        }
    }

    fn explain(&self, why: &str) {
        let info = self.session.game().info();
        output::print(&format!(
            "{}. Expected: {} (moves lists the legal ones)\n",
            capital(why),
            info.move_help(Language::EN)
        ));
    }

    fn tell_ply(&self) {
        if let Some(ply) = self.session.record().plies.last() {
            let who = self.seat(ply.side);
            let time = words::thinking_time(ply).map(|time| format!(" in {time}")).unwrap_or_default();
            let what = match &ply.mv {
                Some(mv) if ply.forced => format!("must play {mv}"),
                Some(mv) => format!("plays {mv}{time}"),
                None => "loses a turn".to_owned(),
            };
            output::print(&format!("{who} {what}.\n"));
        }
    }

    fn tell_end(&self) {
        // The legend would name a winner by the tallies alone.
        let board = terminal::board_lines(&self.session.view(), &output::drawing()).join("\n");
        output::print_painted(&format!("\n{board}\n\n"));
        output::print(&format!("{}.\n", words::ending_of(self.session.record(), self.session.game().info())));
        if let Some(evidence) = words::evidence(self.session.record()) {
            output::print(&format!("{evidence}\n"));
        }
    }

    /// `Black (greedy)`.
    fn seat(&self, side: Side) -> String {
        let name = visible_line(&self.session.record().players[side].name).into_owned();
        format!("{} ({name})", self.session.game().info().side(side, Language::EN))
    }

    fn keep(&mut self) -> io::Result<()> {
        match (&mut self.keeper, self.session.record_to_keep()) {
            (Some(keeper), Some(record)) => keeper.keep(std::slice::from_ref(record)),
            _ => Ok(()),
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}
