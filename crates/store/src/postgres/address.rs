//! The address of a database: `postgres://USER@HOST/DATABASE`, and what only we understand in it.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use postgres::Config;
use postgres::config::{Host, SslMode};

/// How long a call tries again while the server is away, where nothing else is said.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a connection may take.
const CONNECTING: Duration = Duration::from_secs(10);

/// How long what was sent may stay without an answer of the other machine's system.
const UNHEARD: Duration = Duration::from_secs(60);

/// Where a database is, and how it is reached.
#[derive(Clone)]
pub(crate) struct Address {
    pub(super) config: Config,
    pub(super) trust: Trust,
    pub(super) patience: Duration,
    /// As people see it: without secrets.
    shown: String,
    /// As it was given.
    text: String,
}

/// What is asked of a server's certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trust {
    /// Nothing: whoever listens can read nothing, and whoever answers may be anybody.
    AnyServer,
    /// It is signed by one of these, and made out for the host.
    SignedBy(PathBuf),
}

/// Where Linux keeps those whom everybody trusts.
const SYSTEM_ROOTS: &str = "/etc/ssl/certs/ca-certificates.crt";

impl FromStr for Address {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Address, &'static str> {
        let own = Own::take(text)?;
        let mut config: Config = own
            .rest
            .parse()
            .map_err(|_| "expected postgres://USER@HOST/DATABASE, as PostgreSQL's own programs take it")?;
        config.connect_timeout(CONNECTING).application_name("joute");
        // A server whose machine has lost its current says nothing: this is how long it is believed to be there.
        config
            .keepalives_idle(Duration::from_secs(30))
            .keepalives_interval(Duration::from_secs(10))
            .keepalives_retries(3);
        config.tcp_user_timeout(UNHEARD);
        if config.get_user().is_none() {
            let user = std::env::var("PGUSER").or_else(|_| std::env::var("USER"));
            config.user(user.as_deref().unwrap_or("postgres"));
        }
        if let (None, Ok(password)) = (config.get_password(), std::env::var("PGPASSWORD")) {
            config.password(password);
        }
        if let Trust::SignedBy(_) = own.trust {
            config.ssl_mode(SslMode::Require);
        }
        let shown = shown(&config);
        let patience = own.patience.unwrap_or(PATIENCE);
        Ok(Address { config, trust: own.trust, patience, shown, text: text.to_owned() })
    }
}

/// What stands in an address for us alone.
struct Own {
    rest: String,
    trust: Trust,
    patience: Option<Duration>,
}

impl Own {
    fn take(text: &str) -> Result<Own, &'static str> {
        let (front, options) = text.split_once('?').unwrap_or((text, ""));
        let (mut rest, mut roots, mut full, mut patience) = (Vec::new(), None, false, None);
        for option in options.split('&').filter(|option| !option.is_empty()) {
            match option.split_once('=') {
                Some(("sslmode", "verify-full")) => full = true,
                Some(("sslmode", "verify-ca" | "allow")) => {
                    return Err("expected sslmode=disable, prefer, require or verify-full");
                }
                Some(("sslrootcert", file)) => roots = Some(PathBuf::from(file.replace("%2F", "/"))),
                Some(("patience", seconds)) => {
                    let seconds = seconds.parse().map_err(|_| "expected patience=SECONDS, a whole number")?;
                    patience = Some(Duration::from_secs(seconds));
                }
                _ => rest.push(option),
            }
        }
        let trust = match (full, roots) {
            (true, roots) => Trust::SignedBy(roots.unwrap_or_else(|| SYSTEM_ROOTS.into())),
            (false, None) => Trust::AnyServer,
            (false, Some(_)) => return Err("expected sslmode=verify-full beside sslrootcert=FILE"),
        };
        let rest = if rest.is_empty() { front.to_owned() } else { format!("{front}?{}", rest.join("&")) };
        Ok(Own { rest, trust, patience })
    }
}

impl Address {
    /// The same, and a server that is away is waited for as long as this.
    pub(crate) fn with_patience(self, patience: Duration) -> Address {
        Address { patience, ..self }
    }
}

fn shown(config: &Config) -> String {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        #[allow(unreachable_patterns, reason = "sockets are files on some systems alone")]
        Some(Host::Unix(folder)) => folder.display().to_string(),
        _ => "localhost".to_owned(),
    };
    let port =
        config.get_ports().first().filter(|port| **port != 5432).map(|port| format!(":{port}")).unwrap_or_default();
    let (user, name) = (config.get_user().unwrap_or_default(), config.get_dbname().unwrap_or_default());
    format!("postgres://{user}@{host}{port}/{name}")
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Without secrets, too.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialEq for Address {
    fn eq(&self, other: &Address) -> bool {
        self.text == other.text
    }
}

impl Eq for Address {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_shown_without_its_secret() {
        let address: Address =
            "postgres://ann:secret@db.example:5433/games?sslmode=verify-full&sslrootcert=/etc/ca.pem&patience=5"
                .parse()
                .unwrap();
        assert_eq!(address.to_string(), "postgres://ann@db.example:5433/games");
        assert_eq!(format!("{address:?}"), address.to_string());
        assert_eq!(address.trust, Trust::SignedBy("/etc/ca.pem".into()));
        assert_eq!(address.patience, Duration::from_secs(5));
        assert_eq!(address.config.get_ssl_mode(), SslMode::Require);
    }

    #[test]
    fn what_is_wrong_with_an_address_is_told() {
        for (text, expected) in [
            ("postgres://a@b/c?sslmode=verify-ca", "verify-full"),
            ("postgres://a@b/c?sslrootcert=x", "beside sslrootcert"),
            ("postgres://a@b/c?patience=long", "patience=SECONDS"),
            ("postgres://a@b:port/c", "postgres://USER@HOST/DATABASE"),
            ("postgres://a@b/c?colour=red", "postgres://USER@HOST/DATABASE"),
        ] {
            let told = text.parse::<Address>().unwrap_err();
            assert!(told.contains(expected), "{text}: {told}");
        }
    }
}
