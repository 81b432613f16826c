//! `joute serve`: the arena in the browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use clap::Args;
use joute_arena::Sink;
use joute_store::{Access, Store, StoreLocation};
use joute_web::{ClassOptions, Limits, Options, Prepare, Run, Server, Share, ShownTournament, StopSignal};

use super::match_command::{workshop, workshop_in};
use super::new;
use super::tournament::Prepared;
use crate::failure::{Failure, Result};
use crate::{interrupt, output};

/// Serve the arena to browsers: play, watch, replay and analyse.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute serve\n  joute serve --port 8000 --data ~/games\n  joute serve --address 0.0.0.0    # for everybody on the network\n  \
                  joute serve --tournament cup.toml    # play a tournament, or go on with it, and show it live\n  \
                  joute serve --results cup            # show one that `joute tournament cup.toml` plays\n  \
                  joute serve --class my-class         # for a class: accounts, roles, and what is whose\n\n\
                  Every move is stored before it is shown: a server that is stopped or killed goes on with its games\n\
                  when it is started again on the same folder, and so do its tournaments."
)]
pub(crate) struct Serve {
    /// The port it listens on; 0 takes a free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The address it listens on: this machine alone, unless you say otherwise.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// The folder that keeps the games; it is made where there is none [default: joute-data, or `arena` in the folder of a class].
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The folder of a class that the arena is for: people have accounts, and see what is theirs (docs/class.md).
    #[arg(long, value_name = "FOLDER")]
    class: Option<PathBuf>,
    /// Play the tournament of this file, or go on with it, as `joute tournament FILE` would; may be given again.
    #[arg(long, value_name = "FILE")]
    tournament: Vec<PathBuf>,
    /// Show the tournament of this folder of results, whoever plays it; may be given again.
    #[arg(long, value_name = "FOLDER")]
    results: Vec<PathBuf>,
    /// The memory of the whole server in MiB: games, searches, boards and connections share it.
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(192..=1_048_576))]
    memory: u32,
    /// Keep games and the class in a database, postgres://USER@HOST/DATABASE, instead of a file in the folder; a password stands
    /// better in PGPASSWORD. Where workers play for it, /workers shows them.
    #[arg(long, value_name = "STORE")]
    store: Option<StoreLocation>,
    /// The most games that are played at once.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().games)]
    games: usize,
    /// The most open games of one visitor, that is of one browser.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().games_each.visitor)]
    games_per_visitor: usize,
    /// The most open games of one address: a school is one.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().games_each.address)]
    games_per_address: usize,
    /// How often one person may try to sign in to a class within a minute.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().sign_ins_each.visitor)]
    sign_ins_per_person: usize,
    /// The same for one address.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().sign_ins_each.address)]
    sign_ins_per_address: usize,
    /// How many files one person may hand in to a class within a minute.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().uploads_each.visitor)]
    uploads_per_person: usize,
    /// The same for one address.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().uploads_each.address)]
    uploads_per_address: usize,
    /// The largest file that a class takes, in KiB.
    #[arg(long, value_name = "KIB", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    upload_size: u32,
    /// How many files are checked at once on this machine; 0 leaves them to workers alone, where the class has a database.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().checks)]
    checks: usize,
    /// The most connections of one address.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().connections_of_address)]
    connections_per_address: usize,
    /// A name by which browsers may ask for this server, besides localhost, the machine's own name and addresses as numbers; may
    /// be given again.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// The address of a proxy that stands before the server: its visitors are told apart by what it says in
    /// X-Forwarded-For; may be given again.
    #[arg(long, value_name = "ADDRESS")]
    proxy: Vec<IpAddr>,
}

impl Serve {
    pub(crate) fn run(&self) -> Result {
        let address = SocketAddr::new(self.address, self.port);
        let stop = Arc::default();
        let store = self.store()?;
        let options = Options {
            address,
            folder: self.data(),
            store: store.clone(),
            workshop: workshop(false)?,
            tournaments: self.tournaments()?,
            prepare: Some(self.prepare(store)),
            limits: self.limits(),
            class: self.class.as_deref().map(|folder| class_of(folder, self.shares_store())).transpose()?,
        };
        let server = Server::open(options).map_err(|error| Failure::Work(error.into()))?;
        let signal = StopSignal::new(stop);
        let stopper = signal.clone();
        let stopping = "stopping: games and tournaments go on at the next start (Ctrl-C again to stop at once)";
        interrupt::call(stopping, move || stopper.stop())?;
        let address = server.address()?;
        output::print(&format!("http://{address}/\n"));
        if let Some(link) = server.administrator_link() {
            output::print(&format!("http://{address}{link}\n"));
            output::note("the second address is for the teacher: it opens once, and is told once");
        }
        let kept = self.store.as_ref().map_or_else(|| self.data().display().to_string(), StoreLocation::to_string);
        output::note(&format!("games are kept in {kept}; Ctrl-C stops"));
        server.run(&signal).map_err(|error| Failure::Work(error.into()))?;
        Ok(ExitCode::SUCCESS)
    }

    /// The database, where one is named.
    fn store(&self) -> Result<Option<Arc<dyn Store>>> {
        let open =
            |location: &StoreLocation| location.open(Access::Create).map_err(|error| Failure::Work(error.into()));
        self.store.as_ref().map(open).transpose()
    }

    /// Whether a class has its tournaments where everything else of it is.
    fn shares_store(&self) -> bool {
        self.store.as_ref().is_some_and(StoreLocation::is_server)
    }

    /// How tournaments that visitors begin are made ready, or those of a class.
    fn prepare(&self, store: Option<Arc<dyn Store>>) -> Prepare {
        let keeping = match (&self.class, &self.store, store) {
            (Some(_), Some(location), Some(store)) if location.is_server() => Keeping::Shared(location.clone(), store),
            (Some(_), ..) => Keeping::OfClass,
            (None, ..) => Keeping::InFolder,
        };
        Box::new(move |path| played(path, &keeping).map_err(|failure| failure.to_string()))
    }

    /// Where games are kept.
    fn data(&self) -> PathBuf {
        let usual = || self.class.as_ref().map_or_else(|| PathBuf::from("joute-data"), |class| class.join("arena"));
        self.data.clone().unwrap_or_else(usual)
    }

    /// What visitors may use.
    fn limits(&self) -> Limits {
        let usual = Limits::default();
        // Whoever allows more games lets them be begun, too.
        let begun = |share: Share| Share {
            visitor: usual.begun_each.visitor.max(share.visitor),
            address: usual.begun_each.address.max(share.address),
        };
        let games_each = Share { visitor: self.games_per_visitor, address: self.games_per_address };
        Limits {
            memory: (self.memory as usize) << 20,
            games: self.games,
            games_each,
            begun_each: begun(games_each),
            sign_ins_each: Share { visitor: self.sign_ins_per_person, address: self.sign_ins_per_address },
            uploads_each: Share { visitor: self.uploads_per_person, address: self.uploads_per_address },
            upload: (self.upload_size as usize) << 10,
            checks: self.checks,
            connections_of_address: self.connections_per_address,
            hosts: self.host.clone(),
            proxies: self.proxy.clone(),
            ..usual
        }
    }

    /// Those that are played here, ready to begin, and those that are only shown.
    fn tournaments(&self) -> Result<Vec<ShownTournament>> {
        let played = self.tournament.iter().map(|path| played(path, &Keeping::InFolder));
        let shown = self.results.iter().map(|folder| {
            Ok(ShownTournament { folder: folder.clone(), store: None, event: None, run: None, file: None, halt: None })
        });
        played.chain(shown).collect()
    }
}

/// The class of a folder, which is made where there is none.
fn class_of(folder: &Path, shares_store: bool) -> Result<ClassOptions> {
    std::fs::create_dir_all(folder).with_context(|| format!("--class {}: cannot make it", folder.display()))?;
    let folder = folder.canonicalize().with_context(|| format!("--class {}", folder.display()))?;
    let starters = new::starters_of_one_file().map(|(file, text)| (file.to_owned(), text.to_owned())).collect();
    Ok(ClassOptions { workshop: Arc::new(workshop_in(&folder, false)?), folder, starters, shares_store })
}

/// Where the games of a tournament are kept.
enum Keeping {
    /// In the folder of its results, or where its file says.
    InFolder,
    /// The same for a class, which keeps what was said as well.
    OfClass,
    /// With the class, in its database.
    Shared(StoreLocation, Arc<dyn Store>),
}

/// A tournament that is played here by the same means as `joute tournament` has.
fn played(path: &Path, keeping: &Keeping) -> Result<ShownTournament> {
    // Each can be stopped by itself; the server stops all of them when it is told to.
    let stop: Arc<AtomicBool> = Arc::default();
    let (mut prepared, store) = match keeping {
        Keeping::InFolder => (Prepared::of_file(path, false, &stop)?, None),
        Keeping::OfClass => (Prepared::of_class(path, None, &stop)?, None),
        Keeping::Shared(location, store) => {
            (Prepared::of_class(path, Some(location.clone()), &stop)?, Some(Arc::clone(store)))
        }
    };
    let (folder, event) = (prepared.folder().to_owned(), Some(prepared.event()));
    let halt = Arc::clone(&stop);
    let mut play = move |sink: &dyn Sink| {
        let summary = prepared.play(&stop, sink)?;
        prepared.report(&summary)
    };
    let run: Run = Box::new(move |sink| play(sink).map_err(|failure: Failure| failure.to_string()));
    Ok(ShownTournament { folder, store, event, run: Some(run), file: Some(path.to_owned()), halt: Some(halt) })
}
