//! `joute serve`: the arena in the browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use joute_web::{Options, Server};

use super::match_command::workshop;
use crate::failure::{Failure, Result};
use crate::{interrupt, output};

/// Serve the arena to browsers: play, watch, replay and analyse.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute serve\n  joute serve --port 8000 --data ~/games\n  joute serve --address 0.0.0.0    # for everybody on the network\n\n\
                  Every move is stored before it is shown: a server that is stopped or killed goes on with its games when\n\
                  it is started again on the same folder."
)]
pub(crate) struct Serve {
    /// The port it listens on; 0 takes a free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The address it listens on: this machine alone, unless you say otherwise.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// The folder that keeps the games; it is made where there is none.
    #[arg(long, value_name = "FOLDER", default_value = "joute-data")]
    data: PathBuf,
}

impl Serve {
    pub(crate) fn run(&self) -> Result {
        let address = SocketAddr::new(self.address, self.port);
        let options = Options { address, folder: self.data.clone(), workshop: workshop(false)? };
        let server = Server::open(options).map_err(|error| Failure::Work(error.into()))?;
        let stop = interrupt::flag("stopping: games go on at the next start (Ctrl-C again to stop at once)")?;
        let address = server.address()?;
        output::print(&format!("http://{address}/\n"));
        output::note(&format!("games are kept in {}; Ctrl-C stops", self.data.display()));
        server.run(&stop).map_err(|error| Failure::Work(error.into()))?;
        Ok(ExitCode::SUCCESS)
    }
}
