//! Figures of the referee: what a ply costs over pipes beside the bare pipes, and what it costs with built-in players.

use std::collections::BTreeMap;
use std::io::{PipeReader, PipeWriter, Read, Write, pipe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use joute_arena::{MatchPlan, Starts, run_match};
use joute_catalog::{BuiltIn, Source, find_built_in, find_game};
use joute_games::NoFiles;
use joute_games::random::Seed;
use joute_players::Workshop;
use joute_referee::{Conditions, Finished, Identity, MatchRules, Player, play_game};
use joute_sandbox::{Backend, Child, Command, Sandbox, Streams};
use joute_tournament::scoring::Scoring;

use super::Measurement;
use super::measure::Effort;
use super::rules::{greedy_game, measurement};
use crate::commands::match_command::launcher;

/// Every figure of the referee.
pub(super) fn measurements() -> Vec<Measurement> {
    vec![
        measurement("bare ping-pong with one program, CPU of all processes", "us/round", |effort| {
            Bench::new()?.ping_pong(effort, 1, |_| ())
        }),
        measurement("bare ping-pong with two programs in turn, CPU of all processes", "us/round", |effort| {
            Bench::new()?.ping_pong(effort, 2, |_| ())
        }),
        measurement("the same beside a thread that looks at deadlines, CPU of all processes", "us/round", |effort| {
            Bench::new()?.deadlines(effort)
        }),
        measurement("referee over pipes, CPU of all processes", "us/ply", |effort| Bench::new()?.ply(effort, false)),
        measurement("referee over pipes, sandboxed, CPU of all processes", "us/ply", |effort| {
            Bench::new()?.ply(effort, true)
        }),
        measurement("start of a program", "ms", |effort| Bench::new()?.start(effort, false)),
        measurement("start of a sandboxed program", "ms", |effort| Bench::new()?.start(effort, true)),
        measurement("program games of 63 plies, 1 job", "games/s", |effort| Bench::new()?.games(effort, 1, "no")),
        measurement("program games of 63 plies, 2 jobs", "games/s", |effort| Bench::new()?.games(effort, 2, "no")),
        measurement("program games of 63 plies, 1 job, kept processes", "games/s", |effort| {
            Bench::new()?.games(effort, 1, "yes")
        }),
        measurement("program games of 63 plies, 2 jobs, kept processes", "games/s", |effort| {
            Bench::new()?.games(effort, 2, "yes")
        }),
        measurement("refereed greedy games 30 x 30, share of a bare loop", "x", built_in_share),
    ]
}

/// A folder with the instant player in it.
struct Bench {
    folder: PathBuf,
    source: Source,
}

impl Bench {
    fn new() -> anyhow::Result<Bench> {
        let folder = std::env::temp_dir().join(format!("joute-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("instant.c"), include_str!("instant.c"))?;
        let source = find_game("seven-colours").context("no such game")?.setup("size=30,seed=1", &NoFiles)?;
        let bench = Bench { folder, source };
        let compiled = std::process::Command::new("cc")
            .args(["-O2", "-o", "instant", "instant.c"])
            .current_dir(&bench.folder)
            .status()
            .context("this figure needs a C compiler (cc) for its instant player")?;
        if !compiled.success() {
            bail!("the C compiler refused the instant player");
        }
        Ok(bench)
    }

    fn program(&self) -> PathBuf {
        self.folder.join("instant")
    }

    fn workshop(&self, sandboxed: bool) -> anyhow::Result<Workshop> {
        let workshop = Workshop::new(launcher()?, &self.folder);
        Ok(if sandboxed { workshop } else { workshop.without_sandbox() })
    }

    /// Two programs in turn as c-chess-cli asks them: whoever waits writes down until when, and a thread looks at that ten
    /// times a second.
    fn deadlines(&self, effort: Effort) -> anyhow::Result<Vec<f64>> {
        let (deadline, over) = (Mutex::new(None), AtomicBool::new(false));
        let look = || {
            let is_late = || {
                deadline
                    .lock()
                    .is_ok_and(|time: MutexGuard<'_, Option<Instant>>| time.is_some_and(|time| time < Instant::now()))
            };
            while !over.load(Ordering::Relaxed) && !is_late() {
                std::thread::sleep(Duration::from_millis(100));
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(look);
            let figures = self.ping_pong(effort, 2, |is_waiting| {
                if let Ok(mut time) = deadline.lock() {
                    *time = is_waiting.then(|| Instant::now() + Duration::from_secs(120));
                }
            });
            over.store(true, Ordering::Relaxed);
            figures
        })
    }

    /// CPU time of all processes for a line there and a line back, nothing else; `wait` is told before and after it.
    fn ping_pong(&self, effort: Effort, programs: usize, mut wait: impl FnMut(bool)) -> anyhow::Result<Vec<f64>> {
        let sandbox = Sandbox::with_backend(&launcher()?, Backend::Off)?;
        let mut peers =
            (0..programs).map(|_| Peer::start(&sandbox, &self.program())).collect::<anyhow::Result<Vec<_>>>()?;
        let rounds = effort.rounds(20_000) as usize;
        let figures = effort.each(|| {
            let began = cpu_time(&mut peers)?;
            for round in 0..rounds {
                wait(true);
                peers[round % programs].ask()?;
                wait(false);
            }
            Ok((cpu_time(&mut peers)? - began).as_secs_f64() * 1e6 / rounds as f64)
        });
        for peer in &mut peers {
            peer.child.kill()?;
        }
        figures
    }

    /// CPU time of the referee and of both players, for each ply of a long game; the players' starts are in it, and so
    /// few among so many plies that they do not show.
    fn ply(&self, effort: Effort, sandboxed: bool) -> anyhow::Result<Vec<f64>> {
        let entrant = self.workshop(sandboxed)?.entrant("exe:./instant")?;
        let rules = MatchRules { cap: Some(effort.rounds(100_000)), ..MatchRules::default() };
        let mut players = [entrant.player()?, entrant.player()?];
        effort.each(|| {
            let began = process_time() + children_time()?;
            let finished = self.play(&mut players, &rules)?;
            let spent = process_time() + children_time()? - began;
            Ok(spent.as_secs_f64() * 1e6 / finished.plies.len() as f64)
        })
    }

    fn play(&self, players: &mut [Box<dyn Player>; 2], rules: &MatchRules) -> anyhow::Result<Finished> {
        let (stop, labels, identities) =
            (AtomicBool::new(false), BTreeMap::new(), [Identity::default(), Identity::default()]);
        let conditions =
            Conditions { rules, seed: Seed(1), identities: &identities, prefix: &[], stop: &stop, labels: &labels };
        let [one, two] = players;
        let finished = play_game(self.source.start(1)?, [&mut **one, &mut **two], &conditions, None);
        if let Some((_, fault)) = finished.ending.fault() {
            bail!("the instant player failed: {fault}");
        }
        Ok(finished)
    }

    /// Milliseconds from asking for a program to its first byte, of each start.
    fn start(&self, effort: Effort, sandboxed: bool) -> anyhow::Result<Vec<f64>> {
        let backend = if sandboxed { Backend::Best } else { Backend::Off };
        let sandbox = Sandbox::with_backend(&launcher()?, backend)?;
        let mut times = Vec::new();
        for _ in 0..effort.rounds(60) {
            let clock = Instant::now();
            let ((child_in, mut to), (mut from, child_out)) = (pipe()?, pipe()?);
            let streams = Streams::new().stdin(child_in).stdout(child_out);
            let mut child = sandbox.spawn(&Command::new(self.program()), streams)?;
            to.write_all(b"start\n")?;
            from.read_exact(&mut [0; 6])?;
            times.push(clock.elapsed().as_secs_f64() * 1e3);
            child.kill()?;
        }
        Ok(times)
    }

    /// Whole games of 63 plies between two programs, started for each game or kept.
    fn games(&self, effort: Effort, jobs: usize, keep: &str) -> anyhow::Result<Vec<f64>> {
        let entrant = self.workshop(false)?.entrant(&format!("exe:./instant?keep={keep}"))?;
        let games = effort.rounds(200);
        let plan = MatchPlan {
            first: 0,
            starts: Starts::Boards,
            source: &self.source,
            entrants: [&entrant, &entrant],
            rules: MatchRules { cap: Some(63), ..MatchRules::default() },
            seed: 1,
            games,
            jobs,
            scoring: Scoring::Points,
            sprt: None,
            known: BTreeMap::new(),
            wants_records: false,
        };
        effort.each(|| {
            let clock = Instant::now();
            let score = run_match(&plan, &AtomicBool::new(false), |_| Ok(()))?;
            if score.players.iter().any(|player| player.faults.total() > 0) {
                bail!("the instant player failed in a match");
            }
            Ok(f64::from(score.games()) / clock.elapsed().as_secs_f64())
        })
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(Path::new(&self.folder));
    }
}

/// A program at the other end of two pipes.
struct Peer {
    child: Child,
    to: PipeWriter,
    from: PipeReader,
}

impl Peer {
    fn start(sandbox: &Sandbox, program: &Path) -> anyhow::Result<Peer> {
        let ((child_in, to), (from, child_out)) = (pipe()?, pipe()?);
        let child = sandbox.spawn(&Command::new(program), Streams::new().stdin(child_in).stdout(child_out))?;
        Ok(Peer { child, to, from })
    }

    /// A line there and a line back.
    fn ask(&mut self) -> anyhow::Result<()> {
        self.to.write_all(b"go 100000 100000\n")?;
        if self.from.read(&mut [0; 64])? == 0 {
            bail!("the instant player is gone");
        }
        Ok(())
    }
}

/// CPU time of this process and of some that it has started.
fn cpu_time(peers: &mut [Peer]) -> anyhow::Result<Duration> {
    peers.iter_mut().try_fold(process_time(), |sum, peer| Ok(sum + peer.child.cpu_time()?))
}

/// Refereed games a second over games of a bare loop a second, taken in turns so that noise meets both.
fn built_in_share(effort: Effort) -> anyhow::Result<Vec<f64>> {
    let source = find_game("seven-colours").context("no such game")?.setup("size=30", &NoFiles)?;
    let entry = find_built_in("greedy").context("no such player")?;
    let (mut one, mut two) = (BuiltIn::new(entry, "")?, BuiltIn::new(entry, "")?);
    let (stop, labels, identities) =
        (AtomicBool::new(false), BTreeMap::new(), [Identity::default(), Identity::default()]);
    let rules = MatchRules::default();
    let conditions =
        Conditions { rules: &rules, seed: Seed(1), identities: &identities, prefix: &[], stop: &stop, labels: &labels };
    let mut shares = Vec::new();
    for _ in 0..effort.rounds(40) {
        // A few boards at a time in turn, so that neither way gets the quieter moments of the machine.
        let [mut bare, mut refereed] = [Duration::ZERO; 2];
        for block in 0..8 {
            let seeds = 25 * block..25 * (block + 1);
            let clock = Instant::now();
            for seed in seeds.clone() {
                std::hint::black_box(greedy_game(30, seed, &stop));
            }
            bare += clock.elapsed();
            let clock = Instant::now();
            for seed in seeds {
                std::hint::black_box(play_game(source.start(seed)?, [&mut one, &mut two], &conditions, None));
            }
            refereed += clock.elapsed();
        }
        shares.push(bare.as_secs_f64() / refereed.as_secs_f64());
    }
    Ok(shares)
}

/// CPU time of all processes that this one started and that have ended.
fn children_time() -> anyhow::Result<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat")?;
    // Behind the name in brackets, user and system time of ended children are fields 16 and 17 of the manual, in ticks.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(13).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Ok(Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64))
}

/// CPU time of this process.
fn process_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
