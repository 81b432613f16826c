//! Matches of two built-in players, the very games that `joute match` plays from the same seed.

use std::collections::BTreeMap;

use joute_arena::{Fixtures, Starts};
use joute_catalog::{BuiltIn, BuiltInError, Source, find_built_in, find_game};
use joute_games::random::Seed;
use joute_games::{AnyGame, MoveCode, NoFiles, Outcome, Side};
use joute_referee::{Conditions, Ending, Identity, MatchRules, play_game};

use crate::estimate::Share;
use crate::experiment::ExperimentError;
use crate::lab::Lab;

/// Two players at a game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Duel<'a> {
    pub(crate) game: &'a str,
    pub(crate) setup: &'a str,
    /// How the two are named on the command line.
    pub(crate) players: [&'a str; 2],
    /// Thinking time for each move in the words of the command line, `-` for none.
    pub(crate) move_time: &'a str,
}

/// One game of a duel.
#[derive(Debug, Clone)]
pub(crate) struct Played {
    pub(crate) start: AnyGame,
    /// What was played; nothing for a turn that was lost.
    pub(crate) moves: Vec<Option<MoveCode>>,
    /// The tallies in the end, those of First first.
    pub(crate) tallies: [u32; 2],
    pub(crate) outcome: Option<Outcome>,
    /// Whether the second player of the duel sat first.
    pub(crate) swapped: bool,
}

impl<'a> Duel<'a> {
    /// A duel at Seven Colours under the reports' rules: 30 x 30, seven colours, symmetric boards.
    pub(crate) fn seven(one: &'a str, two: &'a str) -> Duel<'a> {
        Duel { game: "seven-colours", setup: "", players: [one, two], move_time: "-" }
    }

    /// A duel at Flood on 10 x 10 with eight colours.
    pub(crate) fn flood(one: &'a str, two: &'a str) -> Duel<'a> {
        Duel { game: "flood", setup: "width=10,colours=8", players: [one, two], move_time: "-" }
    }

    /// The command that plays the same games.
    pub(crate) fn command(&self, lab: &Lab<'_>, games: u64) -> String {
        let setup = if self.setup.is_empty() { String::new() } else { format!(" --setup {}", self.setup) };
        let time = if self.move_time == "-" { String::new() } else { format!(" --move-time {}", self.move_time) };
        let [one, two] = self.players;
        format!("joute match {one} {two} --game {}{setup}{time} --games {games} --seed {}", self.game, lab.seed)
    }

    /// Plays so many games, an even number, each board once with each seat; `look` says what is kept of a game.
    pub(crate) fn look_at<T: Send>(
        &self,
        lab: &Lab<'_>,
        games: u64,
        look: impl Fn(Played) -> T + Sync,
    ) -> Result<Vec<T>, ExperimentError> {
        let entry = find_game(self.game).ok_or_else(|| broken(self.game))?;
        let source = entry.setup(self.setup, &NoFiles)?;
        let rules = self.rules()?;
        lab.map(games, |number| self.play(lab, &source, &rules, number).map(&look))
    }

    /// The same for a player against itself. One that does not draw its moves would play the same game again with
    /// seats swapped: of each pair only the first game is played then, since a copy is no evidence.
    pub(crate) fn look_at_mirror<T: Send>(
        &self,
        lab: &Lab<'_>,
        games: u64,
        look: impl Fn(Played) -> T + Sync,
    ) -> Result<Vec<T>, ExperimentError> {
        let source = find_game(self.game).ok_or_else(|| broken(self.game))?.setup(self.setup, &NoFiles)?;
        let rules = self.rules()?;
        let wrong = |error: BuiltInError| ExperimentError::Broken(error.to_string());
        let repeats = seat(self.players[0])?.is_deterministic_at(&source.start(0)?).map_err(wrong)?;
        let (games, step) = if repeats { (games / 2, 2) } else { (games, 1) };
        lab.map(games, |number| self.play(lab, &source, &rules, step * number).map(&look))
    }

    /// Both games of one board, as a match of a tournament has them.
    pub(crate) fn pair(&self, lab: &Lab<'_>, number: u64) -> Result<[Played; 2], ExperimentError> {
        let source = find_game(self.game).ok_or_else(|| broken(self.game))?.setup(self.setup, &NoFiles)?;
        let rules = self.rules()?;
        Ok([self.play(lab, &source, &rules, 2 * number)?, self.play(lab, &source, &rules, 2 * number + 1)?])
    }

    fn rules(&self) -> Result<MatchRules, ExperimentError> {
        let mut rules = MatchRules::default();
        let given = [("time", if self.move_time == "-" { "120s" } else { "-" }), ("move_time", self.move_time)];
        for (key, value) in given {
            rules.set(key, value).map_err(|error| ExperimentError::Broken(error.to_string()))?;
        }
        Ok(rules)
    }

    fn play(&self, lab: &Lab<'_>, source: &Source, rules: &MatchRules, number: u64) -> Result<Played, ExperimentError> {
        let fixture = Fixtures { source, starts: Starts::Boards, rules, seed: Seed(lab.seed) }.game(number)?;
        let [mut one, mut two] = [seat(self.players[0])?, seat(self.players[1])?];
        let seats: [&mut dyn joute_referee::Player; 2] =
            if fixture.swapped { [&mut two, &mut one] } else { [&mut one, &mut two] };
        let conditions = Conditions {
            rules,
            seed: fixture.seed,
            identities: &[Identity::default(), Identity::default()],
            prefix: &[],
            stop: lab.stop,
            labels: &BTreeMap::new(),
        };
        let finished = play_game(fixture.start.clone(), seats, &conditions, None);
        match finished.ending {
            Ending::Aborted => Err(ExperimentError::Stopped),
            ending => Ok(Played {
                moves: finished.plies.iter().map(|ply| ply.code).collect(),
                tallies: finished.tally,
                outcome: ending.outcome(),
                swapped: fixture.swapped,
                start: fixture.start,
            }),
        }
    }
}

/// A built-in player by its name with parameters, such as `hegemony:free`.
pub(crate) fn seat(locator: &str) -> Result<BuiltIn, ExperimentError> {
    let (name, parameters) = locator.split_once(':').unwrap_or((locator, ""));
    let entry = find_built_in(name).ok_or_else(|| broken(name))?;
    BuiltIn::new(entry, parameters).map_err(|error| ExperimentError::Broken(format!("{locator}: {error}")))
}

fn broken(name: &str) -> ExperimentError {
    ExperimentError::Broken(format!("{name:?} is not in the catalogue"))
}

impl Played {
    /// Where a player of the duel sat.
    pub(crate) fn seat_of(&self, player: usize) -> Side {
        Side::BOTH[player ^ usize::from(self.swapped)]
    }

    /// The cells, discs or seeds of a player of the duel in the end.
    pub(crate) fn tally_of(&self, player: usize) -> u32 {
        self.tallies[self.seat_of(player)]
    }

    /// The player of the duel that won.
    pub(crate) fn winner(&self) -> Option<usize> {
        Some(self.outcome?.winner()?.index() ^ usize::from(self.swapped))
    }

    /// Whether the side that moved first won; nothing for a draw.
    pub(crate) fn first_won(&self) -> Option<bool> {
        Some(self.outcome?.winner()? == Side::First)
    }

    /// Every position of the game, the start first.
    pub(crate) fn positions(&self) -> impl Iterator<Item = AnyGame> + '_ {
        let mut game = self.start.clone();
        let played = self.moves.iter().map(move |code| {
            match code {
                Some(code) => game.play(*code),
                None => game.skip_turn(),
            }
            game.clone()
        });
        std::iter::once(self.start.clone()).chain(played)
    }
}

/// What a duel came to for its first player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
}

impl Score {
    pub(crate) fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the games that the first player won.
    pub(crate) fn won(self) -> Share {
        Share::new(self.wins as f64, self.games())
    }

    /// The share of the games that the second player won.
    pub(crate) fn lost(self) -> Share {
        Share::new(self.losses as f64, self.games())
    }

    /// Wins, draws counted half.
    pub(crate) fn points(self) -> Share {
        Share::new(self.wins as f64 + self.draws as f64 / 2.0, self.games())
    }

    /// `521 - 473, 6 drawn`.
    pub(crate) fn text(self) -> String {
        format!("{} - {}, {} drawn", self.wins, self.losses, self.draws)
    }
}

/// Plays a duel and keeps the score alone.
pub(crate) fn score(lab: &Lab<'_>, duel: Duel<'_>, games: u64) -> Result<Score, ExperimentError> {
    let results = duel.look_at(lab, games, |played| played.winner())?;
    let count = |winner| results.iter().filter(|result| **result == winner).count() as u64;
    Ok(Score { wins: count(Some(0)), draws: count(None), losses: count(Some(1)) })
}
