//! What is begun is carried out, also where whoever asked for it has gone meanwhile.

use std::future::Future;
use std::io;

use tokio::sync::oneshot;

use crate::failure::Failure;
use crate::pool::give_way;

/// Does something to its end: a request that is given up takes its handler along, and this goes on.
pub(crate) async fn carried_out<T: Send + 'static>(
    work: impl Future<Output = Result<T, Failure>> + Send + 'static,
) -> Result<T, Failure> {
    tokio::spawn(work).await.map_err(|error| Failure::internal(&error))?
}

/// Does something that takes long on a thread of its own: whoever waits for the store does not wait for it.
pub(super) async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
    let (done, answer) = oneshot::channel();
    std::thread::Builder::new().name("preparing".to_owned()).spawn(move || {
        give_way();
        // Whoever has gone away need not know.
        let _ = done.send(work());
    })?;
    answer.await.map_err(io::Error::other)
}
