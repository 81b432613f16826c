//! What is known about a table besides the game: who sits there, what they have offered each other and what they have said. The
//! store keeps it as JSON, so that all of it outlives a restart.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use joute_games::Side;
use joute_messages::{Message, message};
use joute_referee::GameRecord;
use serde::{Deserialize, Serialize};

use crate::class::hash_of;
use crate::names::Person;

/// The most that is kept of what was said.
const KEPT: usize = 12;

/// What people may say to each other: keys of the catalogue without their `table-phrase-`.
pub(crate) const PHRASES: [&str; 8] = ["hello", "luck", "well-played", "thanks", "sorry", "moment", "again", "goodbye"];

/// What is known about a table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Note {
    /// Those who have come, First and Second; programs are nobody here.
    pub(crate) people: [Option<Person>; 2],
    /// Who plays against a program of a class, as a hash: each has one such table at a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) challenger: Option<String>,
    /// When the table was opened, in seconds since 1970, where somebody was invited to it.
    pub(crate) opened: Option<u64>,
    /// Whether it was closed without a result.
    pub(crate) is_closed: bool,
    pub(crate) draw: Option<Offer>,
    pub(crate) takeback: Option<Offer>,
    /// Who wants to play again.
    pub(crate) rematch: Option<Side>,
    /// What was offered at which ply before, First's draw and takeback and Second's: nobody asks twice at one.
    asked: [[Option<usize>; 2]; 2],
    /// What was said last.
    pub(crate) said: Vec<Said>,
}

/// Something that one side offers the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Offer {
    pub(crate) by: Side,
    /// How many plies had been played.
    pub(crate) ply: usize,
}

/// What can be offered while a game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Draw,
    Takeback,
}

/// Something that was said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Said {
    pub(crate) by: Side,
    pub(crate) phrase: String,
}

impl Offer {
    /// Whether it still stands: a draw until the other has moved, a takeback until anybody has.
    fn stands(self, kind: Kind, record: &GameRecord) -> bool {
        let later = record.plies.iter().skip(self.ply).filter(|ply| !ply.forced);
        later.into_iter().all(|ply| kind == Kind::Draw && ply.side == self.by)
    }
}

impl Note {
    /// What is known when somebody opens a table.
    pub(crate) fn opened_now() -> Note {
        Note { opened: Some(now()), ..Note::default() }
    }

    /// What is known when somebody sits down against a program of a class.
    pub(crate) fn of_challenger(account: &str) -> Note {
        Note { challenger: Some(hash_of(account)), ..Note::default() }
    }

    /// The note of a game that goes on from this one.
    #[must_use]
    pub(crate) fn for_successor(&self, is_swapped: bool) -> Note {
        let mut people = self.people.clone();
        if is_swapped {
            people.reverse();
        }
        let said = if is_swapped { Vec::new() } else { self.said.clone() };
        let challenger = self.challenger.clone();
        Note { people, said, challenger, opened: self.opened.map(|_| now()), ..Note::default() }
    }

    pub(crate) fn has_come(&self, side: Side) -> bool {
        self.people[side].is_some()
    }

    /// Whether somebody was invited and has not come in time.
    pub(crate) fn is_lapsed(&self, patience: Duration) -> bool {
        let is_late = self.opened.is_some_and(|opened| now().saturating_sub(opened) >= patience.as_secs());
        is_late && self.people.iter().any(Option::is_none)
    }

    fn place(&mut self, kind: Kind) -> &mut Option<Offer> {
        match kind {
            Kind::Draw => &mut self.draw,
            Kind::Takeback => &mut self.takeback,
        }
    }

    /// Who offers this at the moment.
    pub(crate) fn offered(&self, kind: Kind, record: &GameRecord) -> Option<Side> {
        let offer = match kind {
            Kind::Draw => self.draw,
            Kind::Takeback => self.takeback,
        };
        offer.filter(|offer| record.ending.is_none() && offer.stands(kind, record)).map(|offer| offer.by)
    }

    /// Offers something: once for each position, so that nobody is pestered.
    pub(crate) fn offer(&mut self, kind: Kind, by: Side, ply: usize) -> Result<(), Message> {
        let asked = &mut self.asked[by][kind as usize];
        if *asked == Some(ply) {
            return Err(message!("error-asked-already"));
        }
        *asked = Some(ply);
        *self.place(kind) = Some(Offer { by, ply });
        Ok(())
    }

    /// Takes back what one has offered, or says no to what the other has.
    pub(crate) fn withdraw(&mut self) {
        (self.draw, self.takeback, self.rematch) = (None, None, None);
    }

    /// Says one of the phrases.
    pub(crate) fn say(&mut self, by: Side, phrase: &str) -> Result<(), Message> {
        let known = PHRASES.contains(&phrase);
        if !known {
            return Err(message!("error-phrase"));
        }
        self.said.push(Said { by, phrase: phrase.to_owned() });
        let extra = self.said.len().saturating_sub(KEPT);
        self.said.drain(..extra);
        Ok(())
    }

    /// Reads what the store has; what cannot be read is nothing, since it is about manners and not about the game.
    pub(crate) fn read(text: Option<&str>) -> Option<Note> {
        serde_json::from_str(text?).ok()
    }

    pub(crate) fn json(&self) -> String {
        // Numbers and texts always have a JSON form.
        serde_json::to_string(self).unwrap_or_else(|_| "{}".to_owned())
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use joute_games::random::Seed;
    use joute_referee::{Identity, MatchRules, PlyRecord};

    use super::*;
    use crate::game_request::served_start;

    fn record(sides: &[Side]) -> GameRecord {
        let start = served_start("othello", "", None, 0).expect("the usual board");
        let mut record = GameRecord::new(&start, &MatchRules::default(), Default::default(), Seed(1));
        record.players = [Identity::default(), Identity::default()];
        record.plies = sides.iter().map(|side| PlyRecord::new(*side, None, false)).collect();
        record
    }

    #[test]
    fn an_offer_stands_until_it_is_overtaken_and_is_made_once_at_a_ply() {
        let (first, second) = (Side::First, Side::Second);
        let mut note = Note::default();
        note.offer(Kind::Draw, first, 1).expect("it is the first");
        note.offer(Kind::Takeback, first, 1).expect("it is another kind");
        assert_eq!(note.offered(Kind::Draw, &record(&[first])), Some(first));
        assert_eq!(note.offered(Kind::Draw, &record(&[first, second])), None, "a move is an answer");
        assert_eq!(note.offered(Kind::Takeback, &record(&[first])), Some(first));
        note.withdraw();
        assert_eq!(note.offered(Kind::Draw, &record(&[first])), None);
        assert!(note.offer(Kind::Draw, first, 1).is_err(), "once is enough");
        assert!(note.offer(Kind::Draw, second, 1).is_ok() && note.offer(Kind::Draw, first, 3).is_ok());
        // One's own move leaves one's draw offer where it is.
        note.offer(Kind::Draw, first, 4).expect("a later ply");
        assert_eq!(note.offered(Kind::Draw, &record(&[first, second, first, second, first])), Some(first));
    }

    #[test]
    fn phrases_are_those_of_the_list_and_few_are_kept() {
        let mut note = Note::default();
        assert!(note.say(Side::First, "you are bad at this").is_err());
        for phrase in PHRASES.iter().cycle().take(50) {
            note.say(Side::Second, phrase).expect("it is on the list");
        }
        assert_eq!(note.said.len(), KEPT);
    }

    #[test]
    fn a_note_reads_back_and_one_of_another_time_is_read_as_far_as_it_goes() {
        let mut note = Note::opened_now();
        note.people[0] = Some(Person { name: Some("Ada".to_owned()), guest: 4711 });
        assert_eq!(Note::read(Some(&note.json())), Some(note));
        assert_eq!(Note::read(Some("{\"later\":1}")), Some(Note::default()));
        assert_eq!((Note::read(None), Note::read(Some("?"))), (None, None));
    }

    #[test]
    fn a_table_lapses_when_nobody_came_in_time() {
        let mut note = Note::opened_now();
        let hour = Duration::from_secs(3600);
        assert!(!note.is_lapsed(hour) && note.is_lapsed(Duration::ZERO));
        note.people = [(); 2].map(|()| Some(Person { name: None, guest: 1000 }));
        assert!(!note.is_lapsed(Duration::ZERO), "both are there");
        assert!(!Note::default().is_lapsed(Duration::ZERO), "nobody was invited");
    }
}
