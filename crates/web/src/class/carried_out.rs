//! What is begun is carried out, also where whoever asked for it has gone meanwhile.

use std::future::Future;

use crate::failure::Failure;

/// Does something to its end: a request that is given up takes its handler along, and this goes on.
pub(crate) async fn carried_out<T: Send + 'static>(
    work: impl Future<Output = Result<T, Failure>> + Send + 'static,
) -> Result<T, Failure> {
    tokio::spawn(work).await.map_err(|error| Failure::internal(&error))?
}
