//! Who causes work: a visitor at an address. What a visitor may use hangs on it, and whose turn it is.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::class::access::Standing;
use crate::failure::Failure;
use crate::visitor::Visitor;

/// The other end of a connection, or of the one to a proxy.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);

impl Peer {
    /// Whoever stands behind this proxy: the last of those it names, since it added that one itself.
    pub(crate) fn behind_proxy(self, headers: &HeaderMap) -> Peer {
        let named = headers.get_all("x-forwarded-for").iter().next_back().and_then(|names| names.to_str().ok());
        let last = named.and_then(|names| names.rsplit(',').next()?.trim().parse().ok());
        last.map_or(self, |address: IpAddr| Peer(SocketAddr::new(address, 0)))
    }
}

/// Whoever is to be counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Client {
    pub(crate) origin: Origin,
    /// The account of somebody of a class. Of others what the cookie says; those who bring none count as one at their address.
    pub(crate) visitor: Arc<str>,
}

/// Where somebody asks from. People of a class are counted apart from strangers at their address, of whom anybody may make as many as
/// they like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// Somebody whom nobody knows.
    Stranger(IpAddr),
    /// Somebody of the class.
    Member(IpAddr),
}

impl Origin {
    /// Whether it is somebody of the class.
    pub(crate) fn is_of_class(self) -> bool {
        matches!(self, Origin::Member(_))
    }
}

impl Client {
    fn of(peer: Option<&Peer>, visitor: &Visitor) -> Client {
        let address = peer.map_or(IpAddr::from(Ipv6Addr::UNSPECIFIED), |peer| household(peer.0.ip()));
        let member = visitor.standing.as_ref().and_then(Standing::account);
        match member {
            Some(account) => Client { origin: Origin::Member(address), visitor: account.into() },
            None => Client { origin: Origin::Stranger(address), visitor: visitor.id().unwrap_or_default().into() },
        }
    }

    /// Somebody, or a team, who is counted wherever they are.
    pub(crate) fn anywhere(name: &str) -> Client {
        Client { origin: Origin::Member(IpAddr::from([0; 4])), visitor: name.into() }
    }

    /// Who that is: an account is one person, from wherever they ask.
    pub(crate) fn person(&self) -> Client {
        match self.origin {
            Origin::Stranger(_) => self.clone(),
            Origin::Member(_) => Client::anywhere(&self.visitor),
        }
    }

    /// Whether this machine itself asks.
    pub(crate) fn is_here(&self) -> bool {
        let (Origin::Stranger(address) | Origin::Member(address)) = self.origin;
        address.is_loopback()
    }
}

/// The address that is counted: of the newer kind everybody has a whole range, and may take any of it.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Failure> {
        let visitor = Visitor::of_parts(parts);
        Ok(Client::of(parts.extensions.get::<Peer>(), &visitor))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::*;
    use axum::http::HeaderName;

    #[test]
    fn a_proxy_is_believed_what_it_added_itself() {
        let proxy = Peer(([127, 0, 0, 1], 80).into());
        let behind = |values: &[&str]| {
            let named = values.iter().map(|value| (HeaderName::from_static("x-forwarded-for"), value.parse().unwrap()));
            let headers = named.collect();
            proxy.behind_proxy(&headers).0.ip().to_string()
        };
        assert_eq!(behind(&["192.0.2.7"]), "192.0.2.7");
        assert_eq!(behind(&["10.0.0.1, 2001:db8::1"]), "2001:db8::1");
        assert_eq!(behind(&["10.0.0.1", "192.0.2.7"]), "192.0.2.7");
        assert_eq!([behind(&[]), behind(&["nobody"]), behind(&["192.0.2.7, "])], ["127.0.0.1"; 3]);
    }

    #[test]
    fn an_account_is_one_person_wherever_they_are_and_no_browser_passes_for_one() {
        let at = |origin: fn(IpAddr) -> Origin, last: u8, visitor: &str| Client {
            origin: origin([127, 0, 0, last].into()),
            visitor: visitor.into(),
        };
        assert_eq!(at(Origin::Member, 1, "ada").person(), at(Origin::Member, 2, "ada").person());
        assert_ne!(at(Origin::Stranger, 1, "ada").person(), at(Origin::Stranger, 2, "ada").person());
        assert_ne!(at(Origin::Stranger, 1, "ada").person(), at(Origin::Member, 1, "ada").person());
    }

    #[test]
    fn a_household_is_one_address_however_many_it_has() {
        let counted = |text: &str| household(text.parse().unwrap()).to_string();
        assert_eq!(counted("127.0.0.9"), "127.0.0.9");
        assert_eq!(counted("::ffff:127.0.0.9"), "127.0.0.9");
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), counted("2001:db8:1:2:ffff::1"));
        assert_ne!(counted("2001:db8:1:2::1"), counted("2001:db8:1:3::1"));
    }
}
