//! What every request goes through before a handler sees it, and every answer on its way out.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderValue, ORIGIN, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use joute_messages::message;
use tokio::time::timeout;

use crate::failure::{self, Asked, Failure};
use crate::limits::Patience;
use crate::memory::{Held, MemoryBudget};
use crate::visitor::{Visitor, new_visitor};

/// The longest body of a request: a stroke over the largest board of the editor, and its text.
const LONGEST: usize = 256 << 10;
/// Answers that are shorter are part of what a connection takes.
const SHORT: usize = 8 << 10;

/// What is asked of requests.
pub(crate) struct Guard {
    pub(crate) hosts: Hosts,
    pub(crate) patience: Patience,
    /// What answers are paid from while they are on their way.
    pub(crate) memory: MemoryBudget,
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors ";

/// Every answer tells the browser to run and load nothing that is not ours; a page that stands alone says so more strictly.
pub(crate) async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let ancestors = if request.uri().path().starts_with("/embed/") { "*" } else { "'none'" };
    let visitor = Visitor::of_request(&request);
    let is_page = is_page(request.method(), request.uri().path());
    let asked = Asked { is_page, is_read: request.method().is_safe() };
    let is_part_of_program = request.uri().path().starts_with("/static/");
    let answer = match guard.admit(request).await {
        Ok(request) => next.run(request).await,
        Err(failure) => failure.into_response(),
    };
    let mut answer = failure::told_to(answer, &visitor, asked).await;
    if !is_part_of_program {
        answer = guard.pay(answer).await;
    }
    let headers = answer.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&format!("{POLICY}{ancestors}")) {
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(policy);
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    if visitor.id().is_none() && is_html(headers) {
        let cookie = new_visitor().and_then(|cookie| HeaderValue::from_str(&cookie).ok());
        cookie.map(|cookie| headers.append(SET_COOKIE, cookie));
    }
    answer
}

/// Whether somebody reads the answer in a browser; everybody else is promised JSON.
pub(crate) fn is_page(method: &Method, path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    let is_data = path.starts_with("/api/")
        || path.ends_with(".json")
        || matches!(last, "say" | "advice" | "review" | "events" | "device" | "submissions");
    !is_data && (method == Method::GET || method == Method::HEAD || method == Method::POST)
}

fn is_html(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}

impl Guard {
    /// The request with its whole body, if it is meant for this server and comes from one of its pages, or from no page.
    async fn admit(&self, request: Request) -> Result<Request, Failure> {
        let host = host_of(&request).unwrap_or_default();
        if !self.hosts.contains(host) {
            return Err(Failure::misdirected(message!(
                "error-other-host",
                host = host.chars().take(80).collect::<String>()
            )));
        }
        if !request.method().is_safe() && is_foreign(request.headers(), host) {
            return Err(Failure::forbidden(message!("error-other-site")));
        }
        let (parts, body) = request.into_parts();
        // What is handed in is read by its handler, when it is known who sends it.
        if ["/class/submissions", "/api/v1/submissions"].contains(&parts.uri.path()) && parts.method == Method::POST {
            return Ok(Request::from_parts(parts, body));
        }
        if parts.method.is_safe() {
            return Ok(Request::from_parts(parts, Body::empty()));
        }
        match timeout(self.patience.body, to_bytes(body, LONGEST)).await {
            Ok(Ok(bytes)) => Ok(Request::from_parts(parts, Body::from(bytes))),
            Ok(Err(_)) => Err(Failure::too_long(message!("error-long-body", most = LONGEST >> 10))),
            Err(_) => Err(Failure::late(message!("error-late-body"))),
        }
    }

    /// The same answer, paid from the memory for as long as somebody reads it.
    async fn pay(&self, answer: Response) -> Response {
        let length = answer.body().size_hint().exact().and_then(|length| usize::try_from(length).ok());
        let Some(length) = length.filter(|length| *length > SHORT) else { return answer };
        let Some(held) = self.memory.take(length) else {
            return Failure::busy(message!("error-no-memory")).into_response();
        };
        let (parts, body) = answer.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
        Response::from_parts(parts, Body::from(Bytes::from_owner(Paid(bytes, held))))
    }
}

/// Bytes that give their memory back when the last of them is sent.
struct Paid(Bytes, #[expect(dead_code, reason = "it is kept, and never looked at")] Held);

impl AsRef<[u8]> for Paid {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// The name under which the server is asked: one, and the same wherever a request says it. A proxy may have looked at another.
fn host_of(request: &Request) -> Option<&str> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let host = hosts.next()?.to_str().ok()?;
    let is_only = hosts.next().is_none();
    let is_same = |authority: &Authority| authority.as_str().eq_ignore_ascii_case(host);
    (is_only && request.uri().authority().is_none_or(is_same)).then_some(host)
}

/// Whether a page of another site sends this. Browsers say where a request comes from; programs say nothing.
fn is_foreign(headers: &HeaderMap, host: &str) -> bool {
    let site = headers.get("sec-fetch-site").map(|site| site.as_bytes());
    if site.is_some_and(|site| site != b"same-origin" && site != b"none") {
        return true;
    }
    headers.get(ORIGIN).is_some_and(|origin| {
        let address = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        address.is_none_or(|(_, own)| !own.eq_ignore_ascii_case(host))
    })
}

/// The names under which the server may be asked for something. A page of another site whose name was made to lead here would
/// otherwise read what it must not.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hosts(Vec<String>);

impl Hosts {
    /// The machine's own names, and these.
    pub(crate) fn new(named: &[String]) -> Hosts {
        let own = rustix::system::uname().nodename().to_string_lossy().to_ascii_lowercase();
        let mut names = vec!["localhost".to_owned(), format!("{own}.local"), own];
        names.extend(named.iter().map(|name| name.to_ascii_lowercase()));
        Hosts(names)
    }

    /// Whether a request may name this host. Numbers are nobody's name.
    pub(crate) fn contains(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => (name, port),
            _ => (host, ""),
        };
        let number = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let is_number = number.parse::<std::net::IpAddr>().is_ok();
        let name = name.strip_suffix('.').unwrap_or(name);
        port.bytes().all(|digit| digit.is_ascii_digit())
            && (is_number || self.0.iter().any(|own| own.eq_ignore_ascii_case(name)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use axum::http::HeaderName;

    use super::*;

    #[test]
    fn only_names_of_this_server_are_answered() {
        let hosts = Hosts::new(&["Arena.Example".to_owned()]);
        for host in
            ["localhost:8080", "LOCALHOST", "127.0.0.1:1", "[::1]:8080", "[::1]", "192.168.1.7", "arena.example:80"]
        {
            assert!(hosts.contains(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:8080",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "a:b:c",
            ":80",
        ] {
            assert!(!hosts.contains(host), "{host}");
        }
    }

    #[test]
    fn posts_of_other_sites_are_foreign() {
        let foreign = |pairs: &[(&'static str, &str)]| {
            let pairs = pairs.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
            is_foreign(&pairs.collect(), "localhost:8080")
        };
        assert!(!foreign(&[]) && !foreign(&[("origin", "http://localhost:8080"), ("sec-fetch-site", "same-origin")]));
        assert!(foreign(&[("origin", "http://evil.example")]));
        assert!(foreign(&[("origin", "null")]));
        assert!(foreign(&[("origin", "http://localhost:9")]));
        assert!(foreign(&[("sec-fetch-site", "cross-site")]));
        assert!(foreign(&[("sec-fetch-site", "same-site"), ("origin", "http://localhost:8080")]));
    }
}
