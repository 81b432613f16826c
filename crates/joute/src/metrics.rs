//! Figures for Prometheus: a page of text that is made anew whenever somebody asks.

use std::io::{BufRead, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use joute_arena::CrewNews;
use joute_store::figure;

/// What is counted of a worker.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    games: AtomicU64,
    lost: AtomicU64,
    tasks: AtomicU64,
    refused: AtomicU64,
    troubles: AtomicU64,
}

impl Figures {
    pub(crate) fn hear(&self, news: &CrewNews<'_>) {
        let add = |count: &AtomicU64, more: u64| {
            count.fetch_add(more, Ordering::Relaxed);
        };
        match news {
            CrewNews::Taken(tasks) => add(&self.tasks, *tasks as u64),
            CrewNews::Settled { games, lost } => {
                add(&self.games, *games);
                add(&self.lost, *lost);
            }
            CrewNews::Refused { .. } => add(&self.refused, 1),
            CrewNews::Trouble(_) => add(&self.troubles, 1),
        }
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (name, what, count) in [
            ("games", "Games that were played and count", &self.games),
            ("games_lost", "Games that were played for nothing, since others had taken them over", &self.lost),
            ("tasks_taken", "Tasks that were taken from the queue", &self.tasks),
            ("tasks_refused", "Tasks that cannot be played here", &self.refused),
            ("store_troubles", "Times that the store did not answer", &self.troubles),
        ] {
            figure(
                &mut text,
                &format!("joute_worker_{name}_total"),
                "counter",
                what,
                &[(String::new(), count.load(Ordering::Relaxed) as f64)],
            );
        }
        text
    }
}

/// Answers whoever asks, on a thread of its own.
pub(crate) fn serve(address: SocketAddr, figures: impl Fn() -> String + Send + 'static) -> std::io::Result<SocketAddr> {
    let listener = TcpListener::bind(address)?;
    let address = listener.local_addr()?;
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // Whoever asks badly gets nothing, and keeps nobody waiting.
            let _ = answer(&stream, &figures);
        }
    });
    Ok(address)
}

fn answer(mut stream: &TcpStream, figures: &impl Fn() -> String) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(2)))?;
    stream.set_write_timeout(Some(Duration::from_secs(2)))?;
    let mut reader = BufReader::new(std::io::Read::take(stream, 8192));
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut rest = String::new();
    while reader.read_line(&mut rest)? > 2 {
        rest.clear();
    }
    let (status, body) =
        if line.starts_with("GET ") { ("200 OK", figures()) } else { ("405 Method Not Allowed", String::new()) };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}
