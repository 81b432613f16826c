//! From a fault with its evidence to what is wrong, in words that somebody who writes a first player understands.

use joute_games::AnyGame;
use joute_messages::Language;
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
    finding.with_evidence(fault.evidence.clone())
}

fn must(topic: Topic, what: impl Into<String>, advice: impl Into<String>) -> Finding {
    Finding::new(Severity::Must, topic, what, advice)
}

fn crash(fault: &Fault, when: When, kind: &Advice) -> Finding {
    let mut signs = kind.signs.iter().chain(COMMON_SIGNS);
    let sign = signs.find(|sign| sign.is_in(&fault.evidence));
    let (mut topic, what, advice) = match sign {
        Some(sign) => (sign.topic, sign.what, sign.advice),
        None => (
            Topic::Crash,
            "the player ends in the middle of a game",
            "read how it ended (marked with |), and try that position",
        ),
    };
    if when == When::Loading && topic == Topic::Crash {
        topic = Topic::Start;
        return must(topic, format!("it fails before its first move: {what}"), advice);
    }
    must(topic, what, advice)
}

fn overtime(fault: &Fault, when: When, kind: &Advice) -> Finding {
    let evidence = &fault.evidence;
    if let Some((_, answer)) = evidence.split_once("and the answer is: ") {
        let answer = answer.split(';').next().unwrap_or_default();
        return must(
            Topic::Notation,
            "the player's answer is not written as answers are, so that it is taken for its log",
            format!("write exactly this, on a line of its own: {answer}"),
        );
    }
    if evidence.contains("when its input was closed it wrote") {
        return must(
            Topic::Flush,
            "the player's answers never arrive: they stay in a buffer",
            "flush after each answer. Python: print(..., flush=True); C: fflush(stdout) or setvbuf(stdout, NULL, _IOLBF, BUFSIZ); \
             OCaml: print_endline; Java: System.out.flush()",
        );
    }
    if evidence.contains("without a line break") {
        return must(
            Topic::Flush,
            "the player's answer has no end: the line break (\\n) behind it is missing",
            "end each answer with a line break, and flush",
        );
    }
    if let (When::Loading, Some(function)) = (when, function_called(evidence)) {
        return must(
            Topic::Start,
            format!("the player never gets ready: {function} does not come back"),
            "look for an endless loop there, or for work that is too long to be done before the first move",
        );
    }
    if when == When::Loading {
        return must(Topic::Start, "the player never says that it is ready", kind.ready);
    }
    if thinks(evidence) {
        let told = if kind.hears.time { "; the time it has left is told with each turn" } else { "" };
        return must(
            Topic::Overtime,
            "the player thinks too long",
            format!("it computed all the time: look for an endless loop, or look fewer moves ahead{told}"),
        );
    }
    must(Topic::Overtime, "the player does not answer in time", kind.late)
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
        return must(
            Topic::Notation,
            "the player answers nothing: its function gives a null pointer (NULL, 0)",
            "return the text of a move in every case, for example turn->legal[0] when you find nothing better",
        );
    }
    if ["no text in UTF-8", "without a zero byte"].iter().any(|words| fault.evidence.contains(words)) {
        return must(
            Topic::Notation,
            "the player's answer is no text",
            "return one of the texts that you are given, such as turn->legal[0], or a text of your own that ends with a \
             zero byte and is still there when the function is left (static, not a local variable)",
        );
    }
    let answer = fault.evidence.split('"').nth(1).unwrap_or_default();
    let legal = game.legal_texts();
    let first = legal.first().cloned().unwrap_or_default();
    let help = game.info().move_help(Language::EN);
    match game.code(answer) {
        Err(_) if kind.moves.is_some() => must(
            Topic::Notation,
            format!("the player's answer {answer:?} is not how a move is written"),
            format!("a move is {}", kind.moves.unwrap_or_default()),
        ),
        Err(_) if answer.is_empty() => must(
            Topic::Notation,
            "the player answers without a move",
            format!("after the word move write the move, for example: move {first}"),
        ),
        Err(_) => must(
            Topic::Notation,
            format!("the player's answer {answer:?} is not how a move is written"),
            format!("{}a move is {}; here it could have been {first}", hint(answer, &legal), help),
        ),
        Ok(_) => must(
            Topic::IllegalMove,
            format!(
                "the player plays {}, which is against the rules there{}",
                kind.move_text(answer),
                rule(&fault.evidence)
            ),
            format!("{}legal were: {}", neighbour_hint(answer, &legal), shortened(&legal, kind)),
        ),
    }
}

/// An answer that is the player's own last move again.
pub(super) fn repeated(fault: &Fault) -> Finding {
    must(
        Topic::AnswersTwice,
        "the player answers with the move that it has played before",
        "write one line `move X` for each line `go`, and not a second one; and notice what was played since your last move",
    )
    .with_evidence(fault.evidence.clone())
}

fn shortened(legal: &[String], kind: &Advice) -> String {
    let more = if legal.len() > 12 { " ..." } else { "" };
    legal.iter().take(12).map(|mv| kind.move_text(mv)).collect::<Vec<_>>().join(" ") + more
}

/// The rule that a move breaks, where the evidence names it: it stands between the answer and the legal moves.
fn rule(evidence: &str) -> String {
    let named = evidence.split_once("is not legal here: ").and_then(|(_, rest)| rest.split_once("; legal: "));
    named.map(|(rule, _)| format!(": {rule}")).unwrap_or_default()
}

/// What a text that is no move looks like.
fn hint(answer: &str, legal: &[String]) -> String {
    let turned: String = answer.chars().rev().collect();
    if answer.parse::<i64>().is_ok() {
        "it is a number, not the text of a move; ".to_owned()
    } else if legal.iter().any(|mv| mv.eq_ignore_ascii_case(answer)) {
        "capital and small letters differ here; ".to_owned()
    } else if legal.iter().any(|mv| mv.eq_ignore_ascii_case(&turned)) {
        "the letter comes first; ".to_owned()
    } else {
        String::new()
    }
}

/// Whether an illegal square is one beside a legal one: rows counted from 0, or rows and columns changed over.
fn neighbour_hint(answer: &str, legal: &[String]) -> String {
    let bytes = answer.as_bytes();
    let (Some(&column), Ok(row)) = (bytes.first(), answer.get(1..).unwrap_or_default().parse::<u32>()) else {
        return String::new();
    };
    let next = format!("{}{}", char::from(column), row + 1);
    let swapped =
        format!("{}{}", char::from(b'a' + (row.clamp(1, 26) - 1) as u8), u32::from(column.wrapping_sub(b'a')) + 1);
    let (is_next, is_swapped) = (legal.contains(&next), legal.contains(&swapped));
    match (is_next, is_swapped) {
        (true, _) => format!("{next} would be legal: are rows counted from 0 where they begin with 1? "),
        (false, true) => format!("{swapped} would be legal: are row and column changed over? "),
        _ => String::new(),
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
        assert!(
            diagnose(&Fault::overtime(slow), When::Asked, &othello(), &Advice::PLAIN).what.contains("thinks too long")
        );
        let lazy = "no answer after 2.000 s of waiting for a move, of which it computed 0.001 s";
        assert!(
            diagnose(&Fault::overtime(lazy), When::Asked, &othello(), &Advice::PLAIN).what.contains("does not answer")
        );
        assert_eq!(topic(Fault::overtime(lazy), When::Loading), Topic::Start);
        let busy = |computed: &str, kept: &str| {
            let asked = "no answer after 4.027 s of waiting for a move, of which it computed";
            let evidence = format!("{asked} {computed} s and was kept waiting for a processor {kept} s");
            diagnose(&Fault::overtime(evidence), When::Asked, &othello(), &Advice::PLAIN).what
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
        assert!(said("19").advice.contains("a number"), "{}", said("19").advice);
        assert!(said("3d").advice.contains("the letter comes first"), "{}", said("3d").advice);
        assert_eq!(said("a1").topic, Topic::IllegalMove);
        assert!(said("d2").advice.contains("counted from 0"), "{}", said("d2").advice);
    }
}
