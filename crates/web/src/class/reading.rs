//! Files that are sent: so many at once, none larger than is taken, and none slower than a poor line.

use std::time::Duration;

use axum::body::Body;
use joute_messages::message;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_stream::StreamExt;

use super::Class;
use crate::failure::Failure;

/// Bytes a second that everybody brings. Whoever is slower would be in the way of those who wait for their turn.
const SLOWEST: f64 = 16_384.0;

impl Class {
    /// Reads a file of at most so many bytes. Its time is counted from its turn on: those who wait are not to blame.
    pub(crate) async fn read(&self, body: Body, most: usize, patience: Duration) -> Result<Vec<u8>, Failure> {
        let late = || Failure::late(message!("error-late-body"));
        let _turn = timeout(patience * 4, self.reading.acquire()).await.map_err(|_| late())?;
        let (begun, mut pieces, mut contents) = (Instant::now(), body.into_data_stream(), Vec::new());
        loop {
            let until = begun + patience / 4 + Duration::from_secs_f64(contents.len() as f64 / SLOWEST);
            let Some(piece) = timeout_at(until, pieces.next()).await.map_err(|_| late())? else { return Ok(contents) };
            let piece = piece.map_err(|_| late())?;
            if contents.len() + piece.len() > most {
                return Err(Failure::too_long(message!("error-long-body", most = most >> 10)));
            }
            contents.extend_from_slice(&piece);
        }
    }
}
