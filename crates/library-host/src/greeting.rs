//! What the referee says before the first move.

use std::sync::Arc;

use joute_games::{Attachments, content_hash};

use crate::channel::Channel;

/// A game as it was announced.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Greeting {
    pub(crate) game: String,
    pub(crate) setup: String,
    /// 0 moves first.
    pub(crate) seat: usize,
    /// Milliseconds for the game, for a move, and what each move adds.
    pub(crate) times: [Option<u64>; 3],
    pub(crate) seed: u64,
    pub(crate) files: Attachments,
    pub(crate) position: String,
}

impl Greeting {
    /// Reads up to `start`; nothing when the referee went away before.
    pub(crate) fn read(channel: &mut Channel) -> Option<Greeting> {
        Greeting::of_lines(|| channel.line())
    }

    fn of_lines(mut next: impl FnMut() -> Option<String>) -> Option<Greeting> {
        let mut greeting = Greeting::default();
        loop {
            let line = next()?;
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "start" => return Some(greeting),
                "game" => greeting.game = rest.to_owned(),
                "setup" => greeting.setup = rest.to_owned(),
                "seat" => greeting.seat = usize::from(rest == "second"),
                "time" => greeting.times = times(rest),
                "seed" => greeting.seed = rest.parse().unwrap_or_default(),
                "position" => greeting.position = rest.to_owned(),
                "file" => {
                    let (hash, count) = rest.split_once(' ').unwrap_or((rest, "0"));
                    let count = count.parse().unwrap_or_default();
                    let lines: Option<Vec<String>> = (0..count).map(|_: u64| next()).collect();
                    greeting.files.insert(hash.to_owned(), whole_file(hash, &lines?));
                }
                // Lines of later versions.
                _ => {}
            }
        }
    }
}

/// Numbers, each `-` where there is no limit.
pub(crate) fn times<const N: usize>(text: &str) -> [Option<u64>; N] {
    let mut words = text.split_whitespace();
    std::array::from_fn(|_| words.next().and_then(|word| word.parse().ok()))
}

/// The file whose lines these are: line breaks are not sent, but the hash tells which they were.
fn whole_file(hash: &str, lines: &[String]) -> Arc<str> {
    let mut candidates = ["\n", "\r\n"].iter().flat_map(|end| {
        let joined = lines.join(end);
        [format!("{joined}{end}"), joined]
    });
    let same = candidates.find(|text| content_hash(text.as_bytes()) == hash);
    same.unwrap_or_else(|| lines.join("\n")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_is_read_to_its_start() {
        let file = "vertices 2\nedge 0 1\nstarts 0 1";
        let hash = content_hash(file.as_bytes());
        let text = format!(
            "joute 1\ngame flood\nsetup graph={hash}\nseat second\ntime 1000 - 0\nseed 7\nfile {hash} 3\n{file}\n\
             position {hash}:BR 1 0,1 - -\nstart\n"
        );
        let mut lines = text.lines().map(str::to_owned);
        let greeting = Greeting::of_lines(|| lines.next()).unwrap();
        assert_eq!((greeting.game.as_str(), greeting.seat, greeting.seed), ("flood", 1, 7));
        assert_eq!(greeting.times, [Some(1000), None, Some(0)]);
        assert_eq!(&*greeting.files[&hash], file);
        let mut cut = text.lines().take(9).map(str::to_owned);
        assert_eq!(Greeting::of_lines(|| cut.next()), None);
    }
}
