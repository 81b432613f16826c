//! From a fault with its evidence to what is wrong, in messages that somebody who writes a first player understands.

use joute_games::{AnyGame, MoveError};
use joute_messages::{Message, message};
use joute_players::advice::Advice;
use joute_referee::{Fault, FaultKind};

use super::report::Finding;
use super::signs::COMMON_SIGNS;
use super::{Severity, Topic};

/// When a fault happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// Before the player was asked for a move.
    Loading,
    /// When it was asked.
    Asked,
}

/// What a fault means for the author of a player whose kind gives this advice.
pub(super) fn diagnose(fault: &Fault, when: When, game: &AnyGame, advice: &Advice) -> Finding {
    let finding = match fault.kind {
        FaultKind::Crash => crash(fault, when, advice),
        FaultKind::Overtime => overtime(fault, when, advice),
        FaultKind::Illegal => illegal(fault, game, advice),
    };
    finding.quoting(fault.evidence.clone())
}

fn must(topic: Topic, what: Message, advice: Message) -> Finding {
    Finding::new(Severity::Must, topic, what, advice)
}

fn crash(fault: &Fault, when: When, kind: &Advice) -> Finding {
    let mut signs = kind.signs.iter().chain(COMMON_SIGNS);
    let sign = signs.find(|sign| sign.is_in(&fault.evidence));
    let (mut topic, what, advice) = match sign {
        Some(sign) => (sign.topic, message!(sign.what), message!(sign.advice)),
        None => (Topic::Crash, message!("check-ends"), message!("check-ends-advice")),
    };
    if when == When::Loading && topic == Topic::Crash {
        topic = Topic::Start;
        return must(topic, message!("check-before-first-move", what = what), advice);
    }
    must(topic, what, advice)
}

fn overtime(fault: &Fault, when: When, kind: &Advice) -> Finding {
    let evidence = &fault.evidence;
    if let Some((_, answer)) = evidence.split_once("and the answer is: ") {
        let answer = answer.split(';').next().unwrap_or_default();
        return must(
            Topic::Notation,
            message!("check-answer-unread"),
            message!("check-answer-unread-advice", answer = answer.to_owned()),
        );
    }
    if evidence.contains("when its input was closed it wrote") {
        return must(Topic::Flush, message!("check-not-flushed"), message!("check-not-flushed-advice"));
    }
    if evidence.contains("without a line break") {
        return must(Topic::Flush, message!("check-no-line-break"), message!("check-no-line-break-advice"));
    }
    if let (When::Loading, Some(function)) = (when, function_called(evidence)) {
        return must(
            Topic::Start,
            message!("check-function-stuck", function = function),
            message!("check-function-stuck-advice"),
        );
    }
    if when == When::Loading {
        return must(Topic::Start, message!("check-never-ready"), message!(kind.ready));
    }
    if thinks(evidence) {
        let advice = if kind.hears.time { "check-thinks-long-advice-time" } else { "check-thinks-long-advice" };
        return must(Topic::Overtime, message!("check-thinks-long"), message!(advice));
    }
    must(Topic::Overtime, message!("check-late"), message!(kind.late))
}

/// The function of a library or a module that was called before the first move.
fn function_called(evidence: &str) -> Option<&'static str> {
    ["joute_start", "joute_name", "joute_wants", "joute_buffer", "initialize"]
        .into_iter()
        .find(|name| evidence.contains(name))
}

/// Whether the player computed for a good part of the time in which it could; where that is not known, it did.
fn thinks(evidence: &str) -> bool {
    let number = |after: &str| -> Option<f64> {
        let rest = evidence.split_once(after)?.1;
        rest.split_whitespace().next()?.parse().ok()
    };
    // On a busy machine a program that computes is kept waiting for most of the time; one that sleeps wants no processor.
    let kept_waiting = number("kept waiting for a processor ").unwrap_or_default();
    match (number("no answer after "), number("of which it computed ")) {
        (Some(waited), Some(computed)) => computed > (waited - kept_waiting) / 20.0,
        _ => true,
    }
}

fn illegal(fault: &Fault, game: &AnyGame, kind: &Advice) -> Finding {
    if fault.evidence.contains("null pointer") {
        return must(Topic::Notation, message!("check-null-answer"), message!("check-null-answer-advice"));
    }
    if ["no text in UTF-8", "without a zero byte"].iter().any(|words| fault.evidence.contains(words)) {
        return must(Topic::Notation, message!("check-answer-no-text"), message!("check-answer-no-text-advice"));
    }
    let answer = fault.evidence.split('"').nth(1).unwrap_or_default();
    let legal = game.legal_texts();
    let first = legal.first().cloned().unwrap_or_default();
    let not_a_move = message!("check-not-a-move", answer = format!("{answer:?}"));
    match (game.code(answer), kind.moves) {
        (Err(_), Some(moves)) => must(Topic::Notation, not_a_move, message!("check-move-is", help = message!(moves))),
        (Err(_), None) if answer.is_empty() => {
            must(Topic::Notation, message!("check-no-move"), message!("check-no-move-advice", first = first))
        }
        (Err(_), None) => {
            let advice = message!("check-not-a-move-advice", help = game.info().move_help_message(), first = first);
            let hinted = match hint(answer, &legal) {
                Some(hint) => message!("check-hinted", hint = message!(hint), advice = advice),
                None => advice,
            };
            must(Topic::Notation, not_a_move, hinted)
        }
        (Ok(code), _) => {
            let mv = kind.move_text(answer);
            let what = match game.refusal(code) {
                MoveError::Illegal { rule: Some(rule), .. } => message!("check-illegal-rule", move = mv, rule = *rule),
                _ => message!("check-illegal", move = mv),
            };
            let advice = message!("check-illegal-advice", legal = shortened(&legal, kind));
            let hinted = match neighbour_hint(answer, &legal) {
                Some(hint) => message!("check-hinted-question", hint = hint, advice = advice),
                None => advice,
            };
            must(Topic::IllegalMove, what, hinted)
        }
    }
}

/// An answer that is the player's own last move again.
pub(super) fn repeated(fault: &Fault) -> Finding {
    must(Topic::AnswersTwice, message!("check-answers-again"), message!("check-answers-again-advice"))
        .quoting(fault.evidence.clone())
}

fn shortened(legal: &[String], kind: &Advice) -> String {
    let more = if legal.len() > 12 { " ..." } else { "" };
    legal.iter().take(12).map(|mv| kind.move_text(mv)).collect::<Vec<_>>().join(" ") + more
}

/// What a text that is no move looks like.
fn hint(answer: &str, legal: &[String]) -> Option<&'static str> {
    let turned: String = answer.chars().rev().collect();
    if answer.parse::<i64>().is_ok() {
        Some("check-hint-number")
    } else if legal.iter().any(|mv| mv.eq_ignore_ascii_case(answer)) {
        Some("check-hint-capitals")
    } else if legal.iter().any(|mv| mv.eq_ignore_ascii_case(&turned)) {
        Some("check-hint-letter")
    } else {
        None
    }
}

/// Whether an illegal square is one beside a legal one: rows counted from 0, or rows and columns changed over.
fn neighbour_hint(answer: &str, legal: &[String]) -> Option<Message> {
    let bytes = answer.as_bytes();
    let (&column, row) = (bytes.first()?, answer.get(1..)?.parse::<u32>().ok()?);
    let next = format!("{}{}", char::from(column), row + 1);
    let swapped =
        format!("{}{}", char::from(b'a' + (row.clamp(1, 26) - 1) as u8), u32::from(column.wrapping_sub(b'a')) + 1);
    let (is_next, is_swapped) = (legal.contains(&next), legal.contains(&swapped));
    match (is_next, is_swapped) {
        (true, _) => Some(message!("check-hint-row", next = next)),
        (false, true) => Some(message!("check-hint-swapped", swapped = swapped)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_catalog::find_game;
    use joute_games::NoFiles;

    fn othello() -> AnyGame {
        find_game("othello").unwrap().setup("", &NoFiles).unwrap().start(0).unwrap()
    }

    fn topic(fault: Fault, when: When) -> Topic {
        diagnose(&fault, when, &othello(), &Advice::PLAIN).topic
    }

    #[test]
    fn evidence_tells_what_is_wrong() {
        let crash = |text: &str| Fault::crash(text);
        assert_eq!(topic(crash("ended with exit code 1; it last wrote: SyntaxError: x"), When::Loading), Topic::Load);
        assert_eq!(topic(crash("ended with exit code 1; it last wrote: Traceback"), When::Loading), Topic::Start);
        assert_eq!(topic(crash("ended with exit code 1; it last wrote: Traceback"), When::Asked), Topic::Crash);
        let socket = "it last wrote: socket.py\nPermissionError: [Errno 1] Operation not permitted";
        assert_eq!(topic(crash(socket), When::Asked), Topic::Network);
        let slow = "no answer after 2.000 s of waiting for a move, of which it computed 1.900 s";
        let what = |fault| diagnose(&fault, When::Asked, &othello(), &Advice::PLAIN).what.to_string();
        assert!(what(Fault::overtime(slow)).contains("thinks too long"));
        let lazy = "no answer after 2.000 s of waiting for a move, of which it computed 0.001 s";
        assert!(what(Fault::overtime(lazy)).contains("does not answer"));
        assert_eq!(topic(Fault::overtime(lazy), When::Loading), Topic::Start);
        let busy = |computed: &str, kept: &str| {
            let asked = "no answer after 4.027 s of waiting for a move, of which it computed";
            let evidence = format!("{asked} {computed} s and was kept waiting for a processor {kept} s");
            what(Fault::overtime(evidence))
        };
        assert!(busy("0.120", "3.800").contains("thinks"));
        assert!(busy("0.013", "0.400").contains("does not answer"), "it sleeps, whatever else the machine does");
    }

    #[test]
    fn answers_that_are_no_moves() {
        let said = |answer: &str| {
            diagnose(&Fault::illegal(format!("answered {answer:?}: no")), When::Asked, &othello(), &Advice::PLAIN)
        };
        assert_eq!((said("19").topic, said("").topic), (Topic::Notation, Topic::Notation));
        assert!(said("19").advice.to_string().contains("a number"), "{}", said("19").advice);
        assert!(said("3d").advice.to_string().contains("the letter comes first"), "{}", said("3d").advice);
        assert_eq!(said("a1").topic, Topic::IllegalMove);
        assert!(said("d2").advice.to_string().contains("counted from 0"), "{}", said("d2").advice);
    }
}
