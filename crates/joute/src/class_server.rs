//! The server of a class as another program sees it: JSON under `/api/v1`, for whoever has a token.

use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use ureq::http::{Response, Uri};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body};

use crate::failure::{Failure, Result};

/// How long a server may take for one answer: a file of the largest size over a slow line.
const PATIENCE: Duration = Duration::from_secs(120);
/// The longest answer that is read.
const LONGEST_ANSWER: u64 = 16 << 20;

/// For whom a server is asked.
#[derive(Debug, Args)]
pub(crate) struct TokenOption {
    /// A token from *My account* of the class; better in `JOUTE_TOKEN`, where others do not see it.
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
}

/// A server that can be asked.
pub(crate) struct ClassServer {
    agent: Agent,
    address: String,
    token: Option<String>,
}

/// Why a server refused.
#[derive(Deserialize)]
struct Refusal {
    error: String,
}

impl TokenOption {
    /// The server of an address; where none was given, that in `JOUTE_SERVER`, or else one on this machine.
    pub(crate) fn connect(&self, address: Option<&str>) -> Result<ClassServer> {
        let told = address.map(str::to_owned).or_else(|| std::env::var("JOUTE_SERVER").ok());
        let told = told.unwrap_or_else(|| "http://localhost:8080".to_owned());
        let address = told.trim_end_matches('/').to_owned();
        let uri: Option<Uri> = address.parse().ok();
        let is_web = uri.is_some_and(|uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some());
        if !is_web {
            return Err(Failure::usage(anyhow!("{told}: expected an address such as http://localhost:8080")));
        }
        let token = self.token.clone().or_else(|| std::env::var("JOUTE_TOKEN").ok());
        let token = token.as_deref().map(str::trim).filter(|token| !token.is_empty()).map(str::to_owned);
        if token.as_ref().is_some_and(|token| !token.bytes().all(|byte| byte.is_ascii_graphic())) {
            return Err(Failure::usage(anyhow!(
                "--token: expected what *My account* of the class shows, such as joute_1f0c..."
            )));
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls =
            TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).unversioned_rustls_crypto_provider(provider);
        // A token is for this server alone: it follows nobody elsewhere.
        let config = Agent::config_builder()
            .tls_config(tls.build())
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .max_redirects(0)
            .user_agent(concat!("joute/", env!("CARGO_PKG_VERSION")));
        Ok(ClassServer { agent: config.build().into(), address, token })
    }
}

impl ClassServer {
    pub(crate) fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T> {
        let request = self.agent.get(self.url(path)).header("accept", "application/json");
        let request = match &self.token {
            Some(token) => request.header("authorization", format!("Bearer {token}")),
            None => request,
        };
        self.read(request.call())
    }

    /// Sends a file as it is.
    pub(crate) fn post<T: DeserializeOwned>(&self, path: &str, query: &[(&str, &str)], file: &[u8]) -> Result<T> {
        let Some(token) = &self.token else {
            return Err(Failure::usage(anyhow!(
                "expected a token: make one on {}/class/account and give it as JOUTE_TOKEN or --token",
                self.address
            )));
        };
        let request = self.agent.post(self.url(path)).query_pairs(query.iter().copied());
        let request = request.header("authorization", format!("Bearer {token}")).header("accept", "application/json");
        self.read(request.content_type("application/octet-stream").send(file))
    }

    fn url(&self, path: &str) -> String {
        format!("{}/api/v1/{path}", self.address)
    }

    fn read<T: DeserializeOwned>(&self, answer: std::result::Result<Response<Body>, ureq::Error>) -> Result<T> {
        let mut answer = answer.map_err(|error| anyhow!("{}: {error}", self.address))?;
        let status = answer.status();
        let text = answer.body_mut().with_config().limit(LONGEST_ANSWER).read_to_string();
        let text = text.map_err(|error| anyhow!("{}: {error}", self.address))?;
        if status.is_success() {
            let read = serde_json::from_str(&text);
            return Ok(read.map_err(|_| anyhow!("{}: this is no class of Joute", self.address))?);
        }
        let why = serde_json::from_str(&text).map(|refusal: Refusal| refusal.error);
        let why = why.unwrap_or_else(|_| "this is no class of Joute".to_owned());
        Err(anyhow!("{}: {why} ({})", self.address, status.as_u16()).into())
    }
}
