//! Figures for Prometheus: a page of text that is made anew whenever somebody asks.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

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

/// How long whoever asks may take, all in all: others wait for it.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longest request that is read.
const LONGEST: u64 = 8192;

/// Figures at a moment, or why there are none.
pub(crate) type Page = Result<String, String>;

/// Answers whoever asks, on a thread of its own.
pub(crate) fn serve(address: SocketAddr, figures: impl Fn() -> Page + Send + 'static) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(address)?;
    let address = listener.local_addr()?;
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // Whoever asks badly gets nothing, and keeps nobody waiting for long.
            let _ = answer(&stream, &figures);
        }
    });
    Ok(address)
}

fn answer(stream: &TcpStream, figures: &impl Fn() -> Page) -> io::Result<()> {
    let request = first_line(Patient::new(stream))?;
    let (status, body) = if !request.starts_with("GET ") {
        ("405 Method Not Allowed", String::new())
    } else {
        // Without figures it is told that something is wrong, rather than that nothing happens.
        figures().map_or_else(|why| ("503 Service Unavailable", why + "\n"), |page| ("200 OK", page))
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    Patient::new(stream).write_all((head + &body).as_bytes())
}

/// What is wanted; the rest of the head is read and passed over.
fn first_line(stream: Patient<'_>) -> io::Result<String> {
    let mut reader = BufReader::new(stream.take(LONGEST));
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut rest = String::new();
    while reader.read_line(&mut rest)? > 2 {
        rest.clear();
    }
    Ok(line)
}

/// A connection that is given up when its time is over, however much comes or goes meanwhile.
struct Patient<'a> {
    stream: &'a TcpStream,
    until: Instant,
}

impl Patient<'_> {
    fn new(stream: &TcpStream) -> Patient<'_> {
        Patient { stream, until: Instant::now() + PATIENCE }
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Patient<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Patient<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
