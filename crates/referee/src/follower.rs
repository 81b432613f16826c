//! Whoever watches a game keeps its record and its position by what the events tell: one way for all of them.

use joute_games::{AnyGame, MoveCode};

use crate::event::Event;
use crate::record::{GameRecord, RecordError};

/// A game as somebody follows it. The referee has judged every move, so that they are only played here.
#[derive(Debug, Clone)]
pub struct Follower {
    record: GameRecord,
    game: AnyGame,
    /// One ply behind, for those who mark the last move; `last` leads from there to the present position.
    behind: AnyGame,
    last: Option<Option<MoveCode>>,
}

impl Follower {
    /// A game as far as its record goes, each ply of it judged; `start` is the position of [`GameRecord::start`].
    pub fn of_record(record: GameRecord, start: &AnyGame) -> Result<Follower, RecordError> {
        let plies = record.prefix(start, record.plies.len())?;
        let mut follower = Follower { record, game: start.clone(), behind: start.clone(), last: None };
        plies.into_iter().for_each(|ply| follower.play(ply.code));
        Ok(follower)
    }

    /// Takes note of what happened.
    pub fn hear(&mut self, event: &Event) {
        match event {
            // The referee has played the plies of this record.
            Event::Opened { record, start } => {
                if let Ok(opened) = Follower::of_record((**record).clone(), start) {
                    *self = opened;
                }
            }
            Event::Played { code, .. } => self.play(*code),
            Event::Asked { .. } | Event::Ended { .. } => {}
        }
        if !matches!(event, Event::Opened { .. }) {
            self.record.apply(event.clone());
        }
    }

    fn play(&mut self, code: Option<MoveCode>) {
        if let Some(last) = self.last.replace(code) {
            play_or_skip(&mut self.behind, last);
        }
        play_or_skip(&mut self.game, code);
    }

    /// The record so far.
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// The position as it stands.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The position before the last ply.
    pub fn before(&self) -> Option<&AnyGame> {
        self.last.is_some().then_some(&self.behind)
    }
}

fn play_or_skip(game: &mut AnyGame, code: Option<MoveCode>) {
    match code {
        Some(code) => game.play(code),
        None => game.skip_turn(),
    }
}
