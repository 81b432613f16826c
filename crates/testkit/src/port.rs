//! A port that nobody else takes while a test has it: a freed one may be anybody's a moment later.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::os::fd::OwnedFd;

use rustix::net::{AddressFamily, SocketType, bind, getsockname, socket, sockopt};

/// A port of this machine at which nobody listens. A server that shares addresses (`SO_REUSEADDR`), as nearly all do, may
/// begin to listen at it; whoever asks for any free port gets another one.
pub struct HeldPort {
    _socket: OwnedFd,
    address: SocketAddr,
}

impl HeldPort {
    /// A port that was free until now.
    pub fn new() -> HeldPort {
        let socket = socket(AddressFamily::INET, SocketType::STREAM, None).expect("a socket");
        sockopt::set_socket_reuseaddr(&socket, true).expect("a socket that shares its address");
        bind(&socket, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = getsockname(&socket).ok().and_then(|address| address.try_into().ok()).expect("an address");
        HeldPort { _socket: socket, address }
    }

    /// Where it is.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Default for HeldPort {
    fn default() -> HeldPort {
        HeldPort::new()
    }
}
