//! The server: where requests come in and which handler answers them.

use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use joute_players::Workshop;
use joute_store::{Access, Lock, Store, StoreLocation};
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

use crate::hall::Hall;
use crate::review::Reviews;
use crate::room::RoomError;
use crate::stop::StopSignal;
use crate::tournaments::{self, Organiser, Prepare, ShownTournament, Tournament, Tournaments};
use crate::visitor::Visitor;
use crate::{analysis, assets, boards, edit, failure, insight, lessons, pages, picture, review, stream};

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
    /// How many analyses think at once.
    pub(crate) thinkers: Arc<Semaphore>,
    /// Finished games that are being looked through.
    pub(crate) reviews: Reviews,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    site: Arc<Site>,
    /// Tournaments that are shown as soon as it runs.
    waiting: Vec<ShownTournament>,
    /// Where games are played and requests answered.
    runtime: Runtime,
    /// Two servers on one folder would play each game twice.
    _lock: Lock,
}

impl Server {
    /// Opens the folder, goes on with its unfinished games and listens.
    pub fn open(options: Options) -> Result<Server, ServeError> {
        let Options { address, folder, store, workshop, mut tournaments, prepare } = options;
        for shown in &tournaments {
            Tournament::open(&shown.folder, shown.event, false)
                .map_err(|error| ServeError::Tournament(shown.folder.clone(), error))?;
        }
        let refused = |error: String| ServeError::Folder(folder.clone(), error);
        std::fs::create_dir_all(&folder).map_err(|error| refused(error.to_string()))?;
        let listener = TcpListener::bind(address).map_err(|error| ServeError::Listen(address, error))?;
        listener.set_nonblocking(true)?;
        let lock = Lock::take(&folder).map_err(|error| refused(error.to_string()))?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let store = match store {
            Some(store) => store,
            None => {
                StoreLocation::in_folder(&folder).open(Access::Create).map_err(|error| refused(error.to_string()))?
            }
        };
        let owner = format!("server at {}", lock.name());
        let hall = Hall::open(store, &owner, &folder, workshop, runtime.handle().clone())
            .map_err(|error: RoomError| refused(error.to_string()))?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let thinkers = Arc::new(Semaphore::new(cores));
        let organiser = prepare.map(|prepare| Arc::new(Organiser::new(folder.join("tournaments"), prepare)));
        tournaments.extend(organiser.iter().flat_map(|organiser| organiser.known()));
        let site = Arc::new(Site {
            hall,
            tournaments: Tournaments::new(runtime.handle().clone()),
            organiser,
            thinkers,
            reviews: Reviews::default(),
        });
        Ok(Server { listener, site, waiting: tournaments, runtime, _lock: lock })
    }

    /// Where it listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until it is told to stop; games in progress go on at the next start. Whoever plays its tournaments
    /// must look at the flag of the same signal.
    pub fn run(self, stop: &StopSignal) -> Result<(), ServeError> {
        for shown in self.waiting {
            let folder = shown.folder.clone();
            self.site.tournaments.show(shown).map_err(|error| ServeError::Tournament(folder, error))?;
        }
        let outcome = self.runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let served = axum::serve(listener, router(Arc::clone(&self.site)));
            tokio::select! {
                served = served => served,
                () = stop.raised() => Ok(()),
                () = tidy(&self.site) => Ok(()),
            }
        });
        self.site.reviews.close();
        self.site.hall.close();
        // Streams to spectators never end by themselves.
        self.runtime.shutdown_timeout(Duration::from_millis(200));
        if stop.is_raised() {
            self.site.tournaments.close();
        }
        Ok(outcome?)
    }
}

/// How often games that nobody looks at are put away; they stay for much longer than that.
const TIDY: Duration = Duration::from_secs(60);

/// Tidies up now and then, for ever.
async fn tidy(site: &Site) {
    loop {
        tokio::time::sleep(TIDY).await;
        site.hall.sweep();
    }
}

fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/", get(pages::home::page))
        .route("/games", get(pages::archive::page).post(pages::play::begin))
        .route("/game/{id}", get(pages::play::page))
        .route("/game/{id}/seat/{key}", get(pages::play::take_seat))
        .route("/game/{id}/say", post(pages::play::say))
        .route("/game/{id}/events", get(stream::game))
        .route("/game/{id}/advice", get(analysis::advice))
        .route("/game/{id}/record.json", get(pages::replay::record))
        .route("/game/{id}/replay.json", get(pages::replay::replay))
        .route("/game/{id}/review", post(review::begin))
        .route("/game/{id}/review/events", get(review::events))
        .route("/game/{id}/review.json", get(review::whole))
        .route("/tournament/{name}/game/{id}/review", post(review::begin))
        .route("/tournament/{name}/game/{id}/review/events", get(review::events))
        .route("/tournament/{name}/game/{id}/review.json", get(review::whole))
        .route("/embed/{id}", get(pages::replay::embed))
        .route("/watch", get(pages::watch::page))
        .route("/watch/events", get(stream::hall))
        .route("/tv", get(pages::watch::television))
        .route("/tournaments", get(pages::tournaments::list).post(pages::new_tournament::begin))
        .route("/tournaments/events", get(tournaments::stream::many))
        .route("/tournament/{name}", get(pages::tournaments::page))
        .route("/tournament/{name}/events", get(tournaments::stream::one))
        .route("/tournament/{name}/files/{file}", get(pages::tournaments::file))
        .route("/tournament/{name}/game/{id}", get(pages::tournaments::game))
        .route("/tournament/{name}/game/{id}/record.json", get(pages::tournaments::record))
        .route("/tournament/{name}/game/{id}/replay.json", get(pages::tournaments::replay))
        .route("/analyse", get(pages::analyse::page))
        .route("/analyse/events", get(analysis::lines))
        .route("/board.json", get(boards::show))
        .route("/editor", get(pages::editor::page))
        .route("/edit.json", post(edit::edit))
        .route("/learn", get(pages::learn::index))
        .route("/learn/try.json", get(lessons::show))
        .route("/learn/insight.json", get(insight::show))
        .route("/learn/{game}", get(pages::learn::page))
        .route("/language/{code}", get(pages::layout::change_language))
        .route("/picture/{game}", get(picture::file))
        .route("/static/{file}", get(assets::file))
        .fallback(pages::layout::missing)
        .layer(middleware::from_fn(guard))
        .with_state(site)
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors ";

/// Every answer tells the browser to run and load nothing that is not ours; a page that stands alone says so more strictly.
async fn guard(request: Request, next: Next) -> Response {
    let ancestors = if request.uri().path().starts_with("/embed/") { "*" } else { "'none'" };
    let language = Visitor::of_request(&request).language;
    let mut response = failure::in_language(next.run(request).await, language);
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&format!("{POLICY}{ancestors}")) {
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(policy);
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}

/// Says what went wrong where the server's keeper reads it.
pub(crate) fn log_error(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", joute_messages::visible(text));
}
