//! Figures of WebAssembly players: what a ply costs beyond the player's own work.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, bail};
use joute_catalog::{Source, find_game};
use joute_games::NoFiles;
use joute_games::random::Seed;
use joute_players::Workshop;
use joute_referee::{Conditions, Ending, Fault, Identity, MatchRules, Player, Reply, Turn, play_game};

use super::Measurement;
use super::measure::Effort;
use super::rules::measurement;
use crate::commands::match_command::launcher;
use crate::kinds::with_all;

/// Bits of `joute_wants`.
const LEGAL_MOVES: u8 = 4;
const EVERYTHING: u8 = 15;

/// Every figure of WebAssembly players.
pub(super) fn measurements() -> Vec<Measurement> {
    let figure = |name: &str, wants: u8, board: [&'static str; 2], rules: &'static str| {
        let name = format!("wasm player beyond a built-in one, {name}");
        measurement(&name, "us/ply", move |effort| Bench::new(wants, board)?.ply(effort, rules))
    };
    let (othello, colours) = (["othello", ""], ["seven-colours", "size=30,seed=1"]);
    vec![
        figure("othello, legal moves told", LEGAL_MOVES, othello, ""),
        figure("othello, everything told", EVERYTHING, othello, ""),
        figure("othello, everything told, with fuel", EVERYTHING, othello, "fuel=1000000"),
        figure("seven-colours 30 x 30, legal moves told", LEGAL_MOVES, colours, "cap=200"),
        figure("seven-colours 30 x 30, everything told", EVERYTHING, colours, "cap=200"),
    ]
}

/// A folder with a module that plays the first legal move, in three instructions.
struct Bench {
    folder: PathBuf,
    source: Source,
}

impl Bench {
    fn new(wants: u8, [game, setup]: [&str; 2]) -> anyhow::Result<Bench> {
        let folder = std::env::temp_dir().join(format!("joute-bench-wasm-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("first.wasm"), module(wants))?;
        let source = find_game(game).context("no such game")?.setup(setup, &NoFiles)?;
        Ok(Bench { folder, source })
    }

    /// Microseconds for each ply of a game, less those of a built-in player that does the same; taken in turns so that noise
    /// meets both.
    fn ply(&self, effort: Effort, rules: &str) -> anyhow::Result<Vec<f64>> {
        let rules: MatchRules = rules.parse()?;
        let entrant = with_all(Workshop::new(launcher()?, &self.folder)).entrant("first.wasm")?;
        let mut modules = [entrant.player()?, entrant.player()?];
        let mut built_in: [Box<dyn Player>; 2] = [Box::new(First), Box::new(First)];
        let mut beyond = || Ok(self.time(&mut modules, &rules)? - self.time(&mut built_in, &rules)?);
        (0..effort.rounds(400)).map(|_| beyond()).collect()
    }

    /// Microseconds for each ply of a game: thinking times alone, without what is called before and after the game.
    fn time(&self, players: &mut [Box<dyn Player>; 2], rules: &MatchRules) -> anyhow::Result<f64> {
        let (stop, labels, identities) =
            (AtomicBool::new(false), BTreeMap::new(), [Identity::default(), Identity::default()]);
        let conditions =
            Conditions { rules, seed: Seed(1), identities: &identities, prefix: &[], stop: &stop, labels: &labels };
        let [one, two] = players;
        let finished = play_game(self.source.start(1)?, [&mut **one, &mut **two], &conditions, None);
        if let Some((_, fault)) = finished.ending.fault() {
            bail!("the player of the benchmark failed: {fault}");
        }
        let walls: Duration = finished.plies.iter().map(|ply| ply.wall).sum();
        Ok(walls.as_secs_f64() * 1e6 / finished.plies.len() as f64)
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Plays the first legal move.
struct First;

impl Player for First {
    fn open(&mut self, _turn: &Turn<'_>) -> Result<(), Fault> {
        Ok(())
    }
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        turn.game.legal().first().map(|&code| code.into()).ok_or_else(|| Fault::crash("no legal move"))
    }
    fn close(&mut self, _ending: &Ending, _tally: [u32; 2]) {}
}

/// The module, by hand so that no compiler is needed: `joute_buffer` gives 1024, `joute_choose` gives `turn->legal[0]`,
/// `joute_wants` what it is told.
fn module(wants: u8) -> Vec<u8> {
    let export = |name: &str, kind: u8, index: u8| [&[name.len() as u8], name.as_bytes(), &[kind, index]].concat();
    let exports = [
        vec![4],
        export("memory", 2, 0),
        export("joute_buffer", 0, 0),
        export("joute_choose", 0, 1),
        export("joute_wants", 0, 2),
    ]
    .concat();
    let section = |id: u8, content: &[u8]| [&[id, content.len() as u8], content].concat();
    // Opcodes: 0x20 local.get, 0x28 i32.load (alignment, offset), 0x41 i32.const, 0x0b end.
    let code = [
        &[3][..],
        &[5, 0, 0x41, 0x80, 0x08, 0x0b],
        &[10, 0, 0x20, 0, 0x28, 2, 8, 0x28, 2, 0, 0x0b],
        &[4, 0, 0x41, wants, 0x0b],
    ]
    .concat();
    [
        b"\0asm\x01\0\0\0".to_vec(),
        section(1, &[2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f]),
        section(3, &[3, 0, 0, 1]),
        section(5, &[1, 0, 16]),
        section(7, &exports),
        section(10, &code),
    ]
    .concat()
}
