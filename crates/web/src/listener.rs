//! Connections: how many there may be, and how long somebody who is slow is waited for.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use crate::client::{Client, Origin, Peer, household};
use crate::limits::{Limits, Patience, Share};
use crate::quota::Quota;
use crate::visitor::FORWARDED_PROTO;

/// The longest head of a request.
const HEAD: usize = 16 << 10;
/// So many connections an address has however few are left.
const FEW: usize = 32;
/// How much somebody must have read before they are waited for anew.
const PIECE: usize = 64 << 10;

/// Answers whoever connects, for ever.
pub(crate) async fn serve(listener: TcpListener, router: Router, limits: &Limits, most: usize) -> Result<()> {
    let places = Arc::new(Semaphore::new(most));
    let quota = Quota::new(Share { visitor: most, address: most });
    loop {
        // With no place left nobody is taken on; those who are slow lose theirs before long.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return Ok(()) };
        let (stream, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) if is_of_one(&error) => continue,
            Err(_) => {
                // No descriptors or no memory: whoever goes next leaves some.
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let client = Client { origin: Origin::Stranger(household(address.ip())), visitor: Arc::default() };
        let is_proxy = limits.proxies.contains(&address.ip().to_canonical());
        // An address that has enough is hung up on at once: the fewer places are left, the sooner. A proxy has many behind it.
        let share = limits.connections_of_address.min((places.available_permits() / 2).max(FEW));
        let share = if is_proxy { most } else { share };
        let Ok(ticket) = quota.take_of(&client, Share { visitor: share, address: share }) else { continue };
        let (router, patience) = (router.clone(), limits.patience);
        tokio::spawn(async move {
            let _held = (place, ticket);
            answer(stream, Peer(address), is_proxy, router, patience).await;
        });
    }
}

/// Whether only the connection that was to be accepted is broken.
fn is_of_one(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionRefused
            | ErrorKind::ConnectionAborted
            | ErrorKind::ConnectionReset
            | ErrorKind::Interrupted
    )
}

async fn answer(stream: TcpStream, peer: Peer, is_proxy: bool, router: Router, patience: Patience) {
    // Moves are small and must not wait to be sent with others.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        let peer = if is_proxy { peer.behind_proxy(request.headers()) } else { peer };
        if !is_proxy {
            // Whether there is encryption is known to a proxy, and said by anybody.
            request.headers_mut().remove(FORWARDED_PROTO);
        }
        request.extensions_mut().insert(peer);
        service.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience.head).max_buf_size(HEAD).max_headers(64);
    let stream = TokioIo::new(PatientStream::new(stream, patience.read));
    // A connection that breaks is the business of whoever broke it.
    let _ = http.serve_connection(stream, service).await;
}

/// A connection that is given up when the other end takes too long to read.
struct PatientStream {
    stream: TcpStream,
    patience: Duration,
    /// Since when nothing can be written, and the alarm for it.
    stalled: Option<(Instant, Pin<Box<Sleep>>)>,
    /// How long nothing could be written since the last piece, and how much of the next one was.
    lost: Duration,
    written: usize,
}

impl PatientStream {
    fn new(stream: TcpStream, patience: Duration) -> PatientStream {
        PatientStream { stream, patience, stalled: None, lost: Duration::ZERO, written: 0 }
    }

    /// Looks at what became of a write.
    fn watch(&mut self, context: &mut Context<'_>, outcome: Poll<Result<usize>>) -> Poll<Result<usize>> {
        match outcome {
            Poll::Pending => {
                let now = Instant::now();
                let left = self.patience.saturating_sub(self.lost);
                let (_, alarm) = self.stalled.get_or_insert_with(|| (now, Box::pin(sleep_until(now + left))));
                match alarm.as_mut().poll(context) {
                    Poll::Ready(()) => Poll::Ready(Err(ErrorKind::TimedOut.into())),
                    Poll::Pending => Poll::Pending,
                }
            }
            Poll::Ready(Ok(count)) => {
                self.note(count);
                Poll::Ready(Ok(count))
            }
            failed => failed,
        }
    }

    fn note(&mut self, count: usize) {
        self.lost += self.stalled.take().map_or(Duration::ZERO, |(since, _)| since.elapsed());
        self.written += count;
        if self.written >= PIECE {
            (self.lost, self.written) = (Duration::ZERO, 0);
        }
    }
}

impl AsyncRead for PatientStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for PatientStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.watch(context, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
