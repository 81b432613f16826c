//! The server: where requests come in and which handler answers them.

use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware;
use joute_players::Workshop;
use joute_store::{Access, Lock, Store, StoreLocation};
use tokio::runtime::Runtime;

use crate::class::access::admit;
use crate::class::{Class, ClassError, ClassOptions};
use crate::guard::{Guard, Hosts, guard};
use crate::hall::{Hall, HallOptions};
use crate::limits::Limits;
use crate::memory::Memory;
use crate::places::Places;
use crate::pool::Pool;
use crate::programs::Programs;
use crate::review::Reviews;
use crate::room::RoomError;
use crate::seats::Secret;
use crate::stop::StopSignal;
use crate::tournaments::{Organiser, Prepare, ShownTournament, Tournament, Tournaments};
use crate::{listener, pages, routes};

/// How a server is started.
pub struct Options {
    /// Where it listens; port 0 takes a free one.
    pub address: SocketAddr,
    /// Where its games are kept, and its secret.
    pub folder: PathBuf,
    /// Where games are kept instead of the folder.
    pub store: Option<Arc<dyn Store>>,
    /// Where its players are made.
    pub workshop: Workshop,
    /// Tournaments that it plays or shows.
    pub tournaments: Vec<ShownTournament>,
    /// How to play tournaments that visitors begin; without, they may begin none.
    pub prepare: Option<Prepare>,
    /// What visitors may use.
    pub limits: Limits,
    /// The class that the arena is for; without, it is open to everybody.
    pub class: Option<ClassOptions>,
}

/// A server that cannot be started, or stopped working.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is not to be had.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The folder cannot be used.
    #[error("cannot use the folder {}: {}", .0.display(), .1)]
    Folder(PathBuf, String),
    /// A tournament cannot be shown.
    #[error("cannot show the tournament of {}: {}", .0.display(), .1)]
    Tournament(PathBuf, String),
    /// The network failed.
    #[error("the server stopped: {0}")]
    Io(#[from] std::io::Error),
}

/// What every handler knows.
pub(crate) struct Site {
    pub(crate) hall: Hall,
    pub(crate) tournaments: Tournaments,
    /// Begins tournaments for visitors, where that is allowed.
    pub(crate) organiser: Option<Arc<Organiser>>,
    /// Where boards are worked out.
    pub(crate) boards: Arc<Pool>,
    /// Where short thoughts are: moves of programs, hints, the steps of a review.
    pub(crate) thinkers: Arc<Pool>,
    /// Where analyses are, which go on for long.
    pub(crate) analysts: Arc<Pool>,
    pub(crate) memory: Memory,
    pub(crate) limits: Limits,
    /// Finished games that are being looked through.
    pub(crate) reviews: Reviews,
    /// The class, where the arena is for one.
    pub(crate) class: Option<Arc<Class>>,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    site: Arc<Site>,
    /// Tournaments that are shown as soon as it runs.
    waiting: Vec<ShownTournament>,
    /// The secret of the link for the first teacher, where there is none yet.
    administrator: Option<String>,
    /// Where games are played and requests answered.
    runtime: Runtime,
    /// Two servers on one folder would play each game twice.
    _lock: Lock,
}

impl Server {
    /// Opens the folder, goes on with its unfinished games and listens.
    pub fn open(options: Options) -> Result<Server, ServeError> {
        let Options { address, folder, store, workshop, mut tournaments, prepare, limits, class } = options;
        for shown in &tournaments {
            Tournament::open(&shown.folder, shown.event, false)
                .map_err(|error| ServeError::Tournament(shown.folder.clone(), error))?;
        }
        let refused = |error: String| ServeError::Folder(folder.clone(), error);
        std::fs::create_dir_all(&folder).map_err(|error| refused(error.to_string()))?;
        let listener = TcpListener::bind(address).map_err(|error| ServeError::Listen(address, error))?;
        listener.set_nonblocking(true)?;
        let lock = Lock::take(&folder).map_err(|error| refused(error.to_string()))?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let memory = Memory::parted(&limits, cores);
        let threads = |name, count, share| Pool::new(name, count, share).map_err(ServeError::Io);
        let boards = Arc::new(threads("boards", cores, limits.boards_each)?);
        let thinkers = Arc::new(threads("thinking", memory.thinkers, limits.thoughts_each)?);
        let analysts = Arc::new(threads("analysis", memory.thinkers, limits.thoughts_each)?);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(BLOCKING)
            .thread_stack_size(1 << 20)
            .build()?;
        let store = match store {
            Some(store) => store,
            None => {
                StoreLocation::in_folder(&folder).open(Access::Create).map_err(|error| refused(error.to_string()))?
            }
        };
        let owner = format!("server at {}", lock.name());
        // Players of a class sit at tables as well, and their files are in its folder.
        let workshop = class.as_ref().map_or_else(|| Arc::new(workshop), |class| Arc::clone(&class.workshop));
        let hall_options = HallOptions {
            workshop,
            thinkers: Arc::clone(&thinkers),
            boards: Arc::clone(&boards),
            places: Places::new(&limits, memory.games.clone()),
            programs: Programs::new()?,
            manners: limits.manners,
            runtime: runtime.handle().clone(),
        };
        let hall =
            Hall::open(store, &owner, &folder, hall_options).map_err(|error: RoomError| refused(error.to_string()))?;
        let (class, administrator) = match class {
            Some(options) => {
                let class = runtime.block_on(open_class(&hall, options, &folder, &limits));
                let (class, administrator) = class.map_err(|error| refused(error.to_string()))?;
                (Some(Arc::new(class)), administrator)
            }
            None => (None, None),
        };
        let organiser = prepare.map(|prepare| Arc::new(Organiser::new(folder.join("tournaments"), prepare)));
        tournaments.extend(organiser.iter().flat_map(|organiser| organiser.known()));
        let site = Arc::new(Site {
            hall,
            tournaments: Tournaments::new(runtime.handle().clone(), class.is_some())?,
            organiser,
            boards,
            thinkers,
            analysts,
            memory,
            reviews: Reviews::new(limits.reviews_each, class.is_some()),
            limits,
            class,
        });
        Ok(Server { listener, site, waiting: tournaments, administrator, runtime, _lock: lock })
    }

    /// Where it listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where the first teacher comes in, on this server; nothing where there is one, or no class. It is told once.
    pub fn administrator_link(&self) -> Option<String> {
        self.administrator.as_ref().map(|secret| format!("/class/join/{secret}"))
    }

    /// Answers requests until it is told to stop; games in progress go on at the next start. Whoever plays its tournaments
    /// must look at the flag of the same signal.
    pub fn run(self, stop: &StopSignal) -> Result<(), ServeError> {
        for shown in self.waiting {
            let folder = shown.folder.clone();
            self.site.tournaments.show(shown).map_err(|error| ServeError::Tournament(folder, error))?;
        }
        if let Some(class) = self.site.class.clone() {
            let site = Arc::clone(&self.site);
            self.runtime.spawn(async move {
                if let Err(error) = class.resume(&site).await {
                    log_error(&format!("the class cannot go on: {error}"));
                }
                class.prune_for_ever().await;
            });
        }
        let outcome = self.runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let most = spare_descriptors().min(self.site.memory.connections);
            let served = listener::serve(listener, router(Arc::clone(&self.site)), &self.site.limits, most);
            tokio::select! {
                served = served => served,
                () = stop.raised() => Ok(()),
                () = tidy(&self.site) => Ok(()),
            }
        });
        if let Some(class) = &self.site.class {
            class.submissions.close();
        }
        self.site.reviews.close();
        self.site.hall.close();
        for pool in [&self.site.boards, &self.site.thinkers, &self.site.analysts] {
            pool.close();
        }
        // Streams to spectators never end by themselves.
        self.runtime.shutdown_timeout(Duration::from_millis(200));
        if stop.is_raised() {
            self.site.tournaments.close();
        }
        Ok(outcome?)
    }
}

/// The class of a folder, and the secret of its first teacher's link.
async fn open_class(
    hall: &Hall,
    options: ClassOptions,
    folder: &Path,
    limits: &Limits,
) -> Result<(Class, Option<String>), ClassError> {
    let class = Class::open(options, hall.store().clone(), Secret::of_folder(folder)?, limits).await?;
    let administrator = class.administrator().await?;
    Ok((class, administrator))
}

/// Threads that may wait for the disk: reads of the store take turns anyway.
const BLOCKING: usize = 16;

/// Descriptors for everything but connections: the store, tournaments, the program's own.
const OWN_DESCRIPTORS: u64 = 200;

/// How many connections there are descriptors for, when as many are taken as the system gives.
fn spare_descriptors() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = maximum.unwrap_or(1 << 16).min(1 << 16);
    let is_raised = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }).is_ok();
    let descriptors = if is_raised { wanted } else { current.unwrap_or(1024) };
    usize::try_from(descriptors.saturating_sub(OWN_DESCRIPTORS)).unwrap_or(usize::MAX).max(16)
}

/// How often games that nobody looks at are put away.
const TIDY: Duration = Duration::from_secs(10);

/// Tidies up now and then, for ever.
async fn tidy(site: &Site) {
    loop {
        tokio::time::sleep(TIDY).await;
        site.hall.close_lapsed().await;
        site.hall.sweep();
        if let Some(class) = &site.class
            && let Err(error) = class.sweep(site).await
        {
            log_error(&format!("versions of those who have left: {error}"));
        }
    }
}

fn router(site: Arc<Site>) -> Router {
    let guarding = Arc::new(Guard {
        hosts: Hosts::new(&site.limits.hosts),
        patience: site.limits.patience,
        memory: site.memory.answers.clone(),
    });
    routes::all()
        .into_router()
        .fallback(pages::layout::missing)
        .layer(middleware::from_fn_with_state(Arc::clone(&site), admit))
        .layer(middleware::from_fn_with_state(guarding, guard))
        .with_state(site)
}

/// Says what went wrong where the server's keeper reads it.
pub(crate) fn log_error(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", joute_messages::visible(text));
}
