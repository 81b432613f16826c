//! What an engine thinks: a hint in a game, or lines of an analysis board that change while it thinks.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::response::sse::Event;
use axum::response::{Json, Sse};
use joute_catalog::{Analyst, GameAnalysis, Limits, MoveAnalysis, Question, history_of, usual_analyst};
use joute_games::AnyGame;
use joute_games::random::Seed;
use joute_messages::message;
use joute_store::GameId;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};

use crate::boards::Address;
use crate::failure::{Failure, not_played};
use crate::server::Site;

/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(300);
/// How long an analysis goes on while somebody looks.
const ANALYSIS: Duration = Duration::from_secs(30);

/// Whoever thinks stops thinking when nobody waits any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// `/game/{id}/advice`: the best move of a game as it stands, and who is ahead.
pub(crate) async fn advice(State(site): State<Arc<Site>>, Path(id): Path<GameId>) -> Result<Json<Value>, Failure> {
    let room = site.hall.room(id).await.ok_or_else(|| not_played(id))?;
    if room.people() == [true; 2] && !room.is_over() {
        return Err(Failure::forbidden(message!("error-no-advice")));
    }
    let permit =
        Arc::clone(&site.thinkers).acquire_owned().await.map_err(|_| Failure::busy(message!("error-stopping")))?;
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = StopOnDrop(Arc::clone(&stop));
    let record = room.record();
    let thought = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let positions = record.replay(&room.start).map_err(|error| Failure::internal(&error))?;
        think(&positions, HINT, &stop, &mut |_| {})
    });
    let analysis = thought.await.map_err(|_| Failure::busy(message!("error-analysis-failed")))??;
    drop(stopper);
    Ok(Json(analysis))
}

/// `/analyse/events`: what is known of every move of a board, again and again while it is thought about.
pub(crate) async fn lines(
    State(site): State<Arc<Site>>,
    Query(address): Query<Address>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    let (positions, _) = address.positions()?;
    let (sender, receiver) = mpsc::channel(4);
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = StopOnDrop(Arc::clone(&stop));
    tokio::spawn(async move {
        let Ok(permit) = Arc::clone(&site.thinkers).acquire_owned().await else { return };
        let _ = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            // Whoever reads slowly misses what is known in between, never the end.
            let mut tell = |known: Value| drop(sender.try_send(known));
            let told = think(&positions, ANALYSIS, &stop, &mut tell);
            let last = told.unwrap_or_else(|_| json!({ "moves": [] }));
            let _ = sender.blocking_send(json!({ "final": true, "analysis": last }));
        })
        .await;
    });
    let stream = ReceiverStream::new(receiver).map(move |known| {
        let _keeps_thinking = &stopper;
        Ok(Event::default().event("lines").data(known.to_string()))
    });
    Ok(Sse::new(stream))
}

fn think(
    positions: &[AnyGame],
    time: Duration,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Value),
) -> Result<Value, Failure> {
    let game = &positions[positions.len() - 1];
    let mut analyst = Analyst::new(usual_analyst(game), game).map_err(|error| Failure::internal(&error))?;
    let history = history_of(positions);
    let mut tell = |known: &GameAnalysis| tell(json!({ "analysis": value(game, known) }));
    let mut within =
        |limits| analyst.analyse(&Question { game, history: &history, limits, seed: Seed(1), stop }, &mut tell);
    let mut analysis = within(Limits { time: Some(time), ..Limits::default() });
    // On a busy machine the time may be over before anything was looked at: one look at every move takes next to none.
    if analysis.best().is_none() {
        analysis = within(Limits { depth: Some(1), ..Limits::default() });
    }
    Ok(value(game, &analysis))
}

fn value(game: &AnyGame, analysis: &GameAnalysis) -> Value {
    let line = |line: &MoveAnalysis| json!({ "move": line.mv, "score": line.score, "depth": line.depth, "pv": line.pv, "exact": line.is_exact });
    json!({
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "exact": analysis.is_exact,
        "lead": analysis.lead_of_first(game.turn()),
        "turn": game.turn().index(),
        "moves": analysis.moves.iter().map(line).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_games::NoFiles;

    #[test]
    fn whoever_has_no_time_to_think_still_has_an_opinion() {
        for entry in joute_catalog::GAMES {
            let start = entry.setup("", &NoFiles).unwrap().start(1).unwrap();
            let known = think(&[start], Duration::ZERO, &AtomicBool::new(false), &mut |_| {}).ok().unwrap();
            assert!(
                known["lead"].is_number() && known["moves"][0]["depth"].as_u64() > Some(0),
                "{}: {known}",
                entry.info.name
            );
        }
    }
}
