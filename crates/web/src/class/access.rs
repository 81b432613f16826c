//! The one place where is asked who somebody is and what they may do: every request goes through it before a handler sees it.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, HeaderValue};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use joute_messages::message;

use super::account::{Account, Session};
use super::streams::{Ticket, guarded};
use super::{Action, Class, ClassError, Role, action_of, hash_of, now, permission, verified};
use crate::client::{Peer, household};
use crate::failure::Failure;
use crate::guard::is_page;
use crate::pages::replay::encoded;
use crate::server::Site;
use crate::visitor::Visitor;

/// Where programs act by tokens, and nowhere else.
const FOR_PROGRAMS: &str = "/api/";
/// Scripts and styles of pages.
const STATIC: &str = "/static/{file}";
/// The cookie of somebody who has signed in.
pub(crate) const SESSION: &str = "session";

/// Somebody of the class.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    /// The short form of the name.
    pub(crate) key: String,
    pub(crate) account: Account,
    /// The key of the session, where they came by one; a program with a token has none.
    pub(crate) session: Option<String>,
}

impl Member {
    /// Refuses what a token is not good for: whoever gets hold of one keeps nothing of the account when it ends.
    pub(crate) fn check_not_own(&self, account: &str) -> Result<(), Failure> {
        if self.session.is_none() && self.key == account {
            return Err(Failure::forbidden(message!("class-error-token-place")));
        }
        Ok(())
    }
}

/// Who asks.
#[derive(Debug, Clone)]
pub(crate) struct Standing {
    pub(crate) member: Option<Arc<Member>>,
    pub(crate) address: IpAddr,
    pub(crate) is_open: bool,
}

impl Standing {
    pub(crate) fn role(&self) -> Role {
        self.member.as_ref().map_or(Role::Visitor, |member| member.account.role)
    }

    /// The account, where there is one.
    pub(crate) fn account(&self) -> Option<&str> {
        self.member.as_ref().map(|member| member.key.as_str())
    }

    /// The same without a name, for what is written down of somebody who has gone.
    pub(crate) fn nameless(&self) -> Standing {
        Standing { member: None, ..self.clone() }
    }

    /// Whether the table allows something.
    pub(crate) fn may(&self, action: Action) -> bool {
        permission(self.role(), action).holds(self.is_open)
    }

    /// Whether somebody may read what the players of a team wrote: their own people, and whoever may read all.
    pub(crate) fn may_read_logs_of(&self, team: &str) -> bool {
        self.may(Action::TakeReports) || self.member.as_ref().is_some_and(|member| member.account.team == team)
    }
}

/// Somebody who has an account: handlers of actions that no visitor may do take it.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    pub(crate) standing: Standing,
    pub(crate) member: Arc<Member>,
}

/// The class, for handlers that there are only with one.
pub(crate) struct InClass(pub(crate) Arc<Class>);

/// Lets a request through, or does not.
pub(crate) async fn admit(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response {
    let Some(class) = &site.class else { return next.run(request).await };
    let pattern = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let action = action_of(request.method(), pattern.as_deref());
    if pattern.as_deref() == Some(STATIC) {
        // The same for everybody.
        return next.run(request).await;
    }
    let credentials = Credentials::of(&request);
    let standing = match class.standing(credentials.clone()).await {
        Ok(standing) => standing,
        Err(failure) => return failure.into_response(),
    };
    if credentials.token.is_some() && !request.uri().path().starts_with(FOR_PROGRAMS) {
        return Failure::forbidden(message!("class-error-token-place")).into_response();
    }
    if !standing.may(action) {
        return refusal(&request, &standing);
    }
    let ticket = Ticket { class: Arc::clone(class), credentials, standing: standing.clone(), action };
    request.extensions_mut().insert(standing);
    let mut answer = next.run(request).await;
    // What somebody may see is for nobody who comes after them to this browser, and for no proxy on the way.
    answer.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
    guarded(answer, ticket)
}

/// Whoever is nobody yet is led to the door where they read pages.
fn refusal(request: &Request, standing: &Standing) -> Response {
    let path = request.uri().path();
    if standing.member.is_some() {
        return Failure::forbidden(message!("class-error-not-allowed")).into_response();
    }
    let is_read = request.method().is_safe() && is_page(request.method(), path);
    if is_read && !path.starts_with(FOR_PROGRAMS) {
        let back = request.uri().path_and_query().map_or("/", |place| place.as_str());
        return Redirect::to(&format!("/class/sign-in?back={}", encoded(back))).into_response();
    }
    Failure::unauthorised(message!("class-error-sign-in-first")).into_response()
}

/// What a request says about who sends it.
#[derive(Clone)]
pub(super) struct Credentials {
    address: IpAddr,
    cookie: Option<String>,
    token: Option<String>,
}

impl Credentials {
    fn of(request: &Request) -> Credentials {
        let address = request.extensions().get::<Peer>().map_or(IpAddr::from([0; 4]), |peer| household(peer.0.ip()));
        let cookie = Visitor::of_request(request).cookie(SESSION).map(str::to_owned);
        Credentials { address, cookie, token: bearer(request.headers()) }
    }
}

impl Class {
    /// Who sends a request.
    pub(super) async fn standing(&self, credentials: Credentials) -> Result<Standing, Failure> {
        let Credentials { address, cookie, token } = credentials;
        let member = match (token, cookie) {
            (Some(token), _) => {
                let member = self.of_token(&token).await?;
                Some(member.ok_or_else(|| Failure::unauthorised(message!("class-error-token")))?)
            }
            (None, Some(cookie)) => self.of_cookie(&cookie).await?,
            (None, None) => None,
        };
        Ok(Standing { member: member.map(Arc::new), address, is_open: self.settings().is_open })
    }

    /// Whose browser it is. A cookie that was forged, revoked or is too old is none.
    async fn of_cookie(&self, cookie: &str) -> Result<Option<Member>, ClassError> {
        let Some(token) = verified(&self.secret, cookie) else { return Ok(None) };
        let key = hash_of(token);
        let found = self.records.get_with(&key, |session: &Session| session.account.clone()).await?;
        let Some((session, account)) = found else { return Ok(None) };
        if session.until <= now() {
            self.records.remove::<Session>(&key).await?;
            return Ok(None);
        }
        Ok(account.map(|account: Account| Member { key: session.account, account, session: Some(key) }))
    }
}

/// What a program says who it is by.
fn bearer(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(AUTHORIZATION)?.to_str().unwrap_or_default();
    Some(text.strip_prefix("Bearer ").unwrap_or_default().to_owned())
}

impl From<ClassError> for Failure {
    fn from(error: ClassError) -> Failure {
        match error {
            ClassError::Request(why) => Failure::bad(&why),
            ClassError::Missing(what) => Failure::missing(what),
            ClassError::Enough(why) => Failure::enough(why),
            ClassError::Stranger => Failure::unauthorised(message!("class-error-sign-in-first")),
            ClassError::Store(error) => Failure::internal(&error),
            ClassError::Io(error) => Failure::internal(&error),
        }
    }
}

fn no_class() -> Failure {
    Failure::missing(message!("layout-there-no-page-at-this"))
}

impl FromRequestParts<Arc<Site>> for InClass {
    type Rejection = Failure;

    async fn from_request_parts(_: &mut Parts, site: &Arc<Site>) -> Result<InClass, Failure> {
        site.class.clone().map(InClass).ok_or_else(no_class)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Standing {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Standing, Failure> {
        parts.extensions.get::<Standing>().cloned().ok_or_else(no_class)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Failure> {
        let standing = parts.extensions.get::<Standing>().cloned().ok_or_else(no_class)?;
        let member = standing.member.clone();
        let member = member.ok_or_else(|| Failure::unauthorised(message!("class-error-sign-in-first")))?;
        Ok(Caller { standing, member })
    }
}
