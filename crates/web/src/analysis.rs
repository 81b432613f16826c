//! What an engine thinks: a hint in a game, or lines of an analysis board that change while it thinks.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::response::sse::Event;
use axum::response::{Json, Sse};
use joute_catalog::{
    Analyst, GameAnalysis, Limits, MOST_LEVEL_MEMORY, MoveAnalysis, Question, history_of, usual_analyst_within,
};
use joute_games::AnyGame;
use joute_games::random::Seed;
use joute_messages::message;
use joute_store::GameId;
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use crate::boards::{Address, Walk};
use crate::client::Client;
use crate::failure::{Failure, not_played};
use crate::pool::Pool;
use crate::server::Site;
use crate::stream::alive;

/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(300);
/// How long an analysis goes on while somebody looks, and how long it does at least when others wait for their turn.
const ANALYSIS: Duration = Duration::from_secs(30);
const TURN: Duration = Duration::from_secs(4);
/// Their memory in MiB.
const HINT_MEMORY: u32 = 8;
const ANALYSIS_MEMORY: u32 = MOST_LEVEL_MEMORY;

/// Whoever thinks stops thinking when nobody waits any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What would end a thought, for as long as it is thought.
struct Alarm(AbortHandle);

impl Drop for Alarm {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// `/game/{id}/advice`: the best move of a game as it stands, and who is ahead.
pub(crate) async fn advice(
    State(site): State<Arc<Site>>,
    Path(id): Path<GameId>,
    client: Client,
) -> Result<Json<Value>, Failure> {
    let room = site.hall.room(&client, id).await?.ok_or_else(|| not_played(id))?;
    if room.people() == [true; 2] && !room.is_over() {
        return Err(Failure::forbidden(message!("error-no-advice")));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = StopOnDrop(Arc::clone(&stop));
    let record = room.record();
    let thought = site.thinkers.run(&client, move || {
        let positions = record.replay(&room.start).map_err(|error| Failure::internal(&error))?;
        let game = &positions[positions.len() - 1];
        let thought = Thought { game, history: &history_of(&positions), memory: HINT_MEMORY, time: HINT, stop: &stop };
        thought.think(&mut |_| {})
    });
    let analysis = thought.await??;
    drop(stopper);
    Ok(Json(analysis))
}

/// `/analyse/events`: what is known of every move of a board, again and again while it is thought about.
pub(crate) async fn lines(
    State(site): State<Arc<Site>>,
    Query(address): Query<Address>,
    client: Client,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    let walk = site.boards.run(&client, move || address.walk()).await??;
    // Whoever reads slowly misses what is known in between, never the end.
    let (teller, known) = watch::channel(json!({ "analysis": { "moves": [] } }));
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = StopOnDrop(Arc::clone(&stop));
    tokio::spawn(async move {
        let (analysts, runtime) = (Arc::clone(&site.analysts), Handle::current());
        let (told, flag) = (teller.clone(), Arc::clone(&stop));
        let thought = site.analysts.run(&client, move || {
            let _turn = Alarm(runtime.spawn(end_turn(analysts, Arc::clone(&flag))).abort_handle());
            let Walk { game, history, .. } = &walk;
            let thought = Thought { game, history, memory: ANALYSIS_MEMORY, time: ANALYSIS, stop: &flag };
            thought.think(&mut |known| drop(told.send_replace(known)))
        });
        let last = thought.await.and_then(|told| told).unwrap_or_else(|_| json!({ "moves": [] }));
        teller.send_replace(json!({ "final": true, "analysis": last }));
    });
    let stream = WatchStream::from_changes(known).map(move |known| {
        let _keeps_thinking = &stopper;
        Ok(Event::default().event("lines").data(known.to_string()))
    });
    Ok(Sse::new(stream).keep_alive(alive()))
}

/// Ends an analysis that has had its turn as soon as somebody else waits for one.
async fn end_turn(analysts: Arc<Pool>, stop: Arc<AtomicBool>) {
    tokio::time::sleep(TURN).await;
    analysts.wanted().await;
    stop.store(true, Ordering::Relaxed);
}

/// A position to be thought about, and with what.
struct Thought<'a> {
    game: &'a AnyGame,
    history: &'a [u64],
    /// In MiB.
    memory: u32,
    time: Duration,
    stop: &'a AtomicBool,
}

impl Thought<'_> {
    fn think(&self, tell: &mut dyn FnMut(Value)) -> Result<Value, Failure> {
        let Thought { game, history, stop, .. } = *self;
        let analyst = Analyst::new(&usual_analyst_within(game, self.memory), game);
        let mut analyst = analyst.map_err(|error| Failure::internal(&error))?;
        let mut tell = |known: &GameAnalysis| tell(json!({ "analysis": value(game, known) }));
        let mut within = |limits, stop: &AtomicBool| {
            analyst.analyse(&Question { game, history, limits, seed: Seed(1), stop }, &mut tell)
        };
        let mut analysis = within(Limits { time: Some(self.time), ..Limits::default() }, stop);
        // On a busy machine the time may be over before anything was looked at: one look at every move takes next to none.
        if analysis.depth == 0 {
            analysis = within(Limits { depth: Some(1), ..Limits::default() }, &AtomicBool::new(false));
        }
        Ok(value(game, &analysis))
    }
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
            let stop = AtomicBool::new(false);
            let thought = Thought { game: &start, history: &[], memory: 1, time: Duration::ZERO, stop: &stop };
            let known = thought.think(&mut |_| {}).ok().unwrap();
            assert!(
                known["lead"].is_number() && known["moves"][0]["depth"].as_u64() > Some(0),
                "{}: {known}",
                entry.info.name
            );
        }
    }
}
