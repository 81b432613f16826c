//! A conversation that was written down, played back: a program gets the same input again, and its answers are compared with
//! those of then.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use joute_sandbox::{Command, Limits, Sandbox};

use crate::exchange::{Break, Exchange};
use crate::lines::{ready, said};

/// How a program is talked to outside of a game.
pub struct Partner {
    /// Where it is started.
    pub sandbox: Arc<Sandbox>,
    /// What is started.
    pub command: Command,
    /// Whether it talks over descriptors of its own, so that whatever it prints is its log.
    pub is_apart: bool,
}

impl Partner {
    /// The same without limits, for a debugger.
    #[must_use]
    pub fn unlimited(mut self) -> Partner {
        let mut policy = self.command.policy_of().clone();
        let most = u64::MAX;
        policy.limits = Limits { memory: most, stack: most, file_size: most, open_files: 4096, ..policy.limits };
        self.command = self.command.policy(policy);
        self
    }
}

/// What was said at once, and what was answered to it then.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Exchanged {
    said: String,
    answers: Vec<String>,
}

/// A conversation that was read from its file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recorded(Vec<Exchanged>);

/// A text that is no conversation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected a line that begins with >, <, ! or #, as --conversation writes them")]
pub struct NoConversation {
    /// The line, counted from 1.
    pub line: usize,
}

impl Recorded {
    /// Reads the text of a file.
    pub fn read(text: &str) -> Result<Recorded, NoConversation> {
        let mut parts = vec![Exchanged::default()];
        for (number, line) in text.lines().enumerate() {
            let (sign, rest) = line.split_at_checked(1).unwrap_or((line, ""));
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            let is_answered = parts.last().is_some_and(|part| !part.answers.is_empty());
            match sign {
                ">" => {
                    if is_answered {
                        parts.push(Exchanged::default());
                    }
                    if let Some(part) = parts.last_mut() {
                        part.said += &format!("{rest}\n");
                    }
                }
                "<" if is_answer(rest) => {
                    parts.last_mut().into_iter().for_each(|part| part.answers.push(rest.to_owned()))
                }
                "<" | "!" | "#" | "" => {}
                _ => return Err(NoConversation { line: number + 1 }),
            }
        }
        Ok(Recorded(parts))
    }
}

/// Whether a line is an answer rather than a log.
fn is_answer(line: &str) -> bool {
    ready(line).is_some() || said(line).is_some() || line.starts_with("raised ")
}

/// Whether what is said wants an answer, whether or not there was one then.
fn asks(said: &str) -> bool {
    let is_question = |line: &str| {
        let is_board = line.len() == 65 && line.bytes().all(|byte| byte.is_ascii_digit());
        line == "start" || line == "go" || line.starts_with("go ") || is_board
    };
    said.lines().any(is_question)
}

/// What is told about a conversation while it is played back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaybackEvent<'a> {
    /// The program runs, as this process, and nothing was said yet.
    Started(u32),
    /// This was said.
    Said(&'a str),
    /// This was answered; then it was this, if anything.
    Answered(&'a str, Option<&'a str>),
    /// The program wrote this besides.
    Wrote(&'a str),
}

/// How it went.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayedBack {
    /// Answers that were the same.
    pub same: u32,
    /// Answers that were different.
    pub different: u32,
    /// What broke the conversation off, if something did.
    pub broken: Option<String>,
}

/// Plays a conversation back. Each answer is waited for so long, or for ever.
pub fn play_back(
    partner: &Partner,
    recorded: &Recorded,
    patience: Option<Duration>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(PlaybackEvent<'_>),
) -> Result<PlayedBack, String> {
    let started = match partner.is_apart {
        true => Exchange::start_apart(&partner.sandbox, &partner.command),
        false => Exchange::start(&partner.sandbox, &partner.command),
    };
    let mut exchange = started.map_err(|error| format!("cannot be started: {error}"))?;
    tell(PlaybackEvent::Started(exchange.process()));
    let mut played = PlayedBack::default();
    for part in &recorded.0 {
        if let Err(broken) = speak(&mut exchange, part, patience, stop, tell, &mut played) {
            played.broken = Some(match broken {
                Break::Deadline => "it did not answer in time".to_owned(),
                Break::Stopped => "it was stopped".to_owned(),
                Break::Gone(how) => how,
            });
            break;
        }
    }
    exchange.drain();
    tell_log(&mut exchange, tell);
    exchange.end(Duration::from_millis(200));
    Ok(played)
}

fn speak(
    exchange: &mut Exchange,
    part: &Exchanged,
    patience: Option<Duration>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(PlaybackEvent<'_>),
    played: &mut PlayedBack,
) -> Result<(), Break> {
    let deadline = || patience.map(|patience| Instant::now() + patience);
    part.said.lines().for_each(|line| tell(PlaybackEvent::Said(line)));
    if !part.said.is_empty() {
        exchange.send(&part.said, deadline(), stop)?;
    }
    let expected = part.answers.len().max(usize::from(asks(&part.said)));
    for number in 0..expected {
        let answer = await_answer(exchange, deadline(), stop, tell)?;
        let then = part.answers.get(number).map(String::as_str);
        match then {
            Some(then) if then == answer => played.same += 1,
            Some(_) => played.different += 1,
            None => {}
        }
        tell_log(exchange, tell);
        tell(PlaybackEvent::Answered(&answer, then));
    }
    Ok(())
}

fn await_answer(
    exchange: &mut Exchange,
    deadline: Option<Instant>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(PlaybackEvent<'_>),
) -> Result<String, Break> {
    loop {
        let line = exchange.line(deadline, stop)?;
        if is_answer(&line) {
            return Ok(line);
        }
        tell(PlaybackEvent::Wrote(&line));
    }
}

fn tell_log(exchange: &mut Exchange, tell: &mut dyn FnMut(PlaybackEvent<'_>)) {
    let log = exchange.log.take().unwrap_or_default();
    log.lines().for_each(|line| tell(PlaybackEvent::Wrote(line)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_is_read_in_parts() {
        let text = "# player x\n> joute 1\n> start\n! hello\n< ready\n> go - -\n< thinking\n< move d3\n> end first 1 0 played\n";
        let Recorded(parts) = Recorded::read(text).unwrap();
        let said: Vec<(&str, usize)> = parts.iter().map(|part| (part.said.as_str(), part.answers.len())).collect();
        assert_eq!(said, [("joute 1\nstart\n", 1), ("go - -\n", 1), ("end first 1 0 played\n", 0)]);
        assert!(asks(&parts[0].said) && asks(&parts[1].said) && !asks(&parts[2].said));
        assert_eq!(Recorded::read("> a\nb\n"), Err(NoConversation { line: 2 }));
    }
}
