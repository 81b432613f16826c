//! What a server lets its visitors use. Whoever runs it says how much; what is not said is enough for a school.

use std::net::IpAddr;
use std::time::Duration;

/// The most of something that one visitor may have, and that all visitors of one address may have together: a school is one
/// address, and one of its pupils is a visitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Of one browser.
    pub visitor: usize,
    /// Of one address.
    pub address: usize,
}

/// What a server lets its visitors use.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of memory for everything: games, searches, boards, answers, connections and the program itself.
    pub memory: usize,
    /// The most games that are played at once.
    pub games: usize,
    /// Games at hand that somebody began.
    pub games_each: Share,
    /// Games that somebody begins within a minute: each is kept for good.
    pub begun_each: Share,
    /// Hints, analyses, reviews and moves of programs that think or wait for it.
    pub thoughts_each: Share,
    /// Reviews of finished games under way.
    pub reviews_each: Share,
    /// Boards that are being worked out or wait for it.
    pub boards_each: Share,
    /// Tries to sign in or to follow a link to a class, within a minute.
    pub sign_ins_each: Share,
    /// Files that somebody hands in to a class within a minute.
    pub uploads_each: Share,
    /// The largest file that is taken, in bytes.
    pub upload: usize,
    /// Tournaments and matches of a class at once, above which nobody begins another match.
    pub matches: usize,
    /// Threads that check what was handed in.
    pub checks: usize,
    /// The most connections.
    pub connections: usize,
    /// The most connections of one address.
    pub connections_of_address: usize,
    /// How long others are waited for.
    pub patience: Patience,
    /// What people at a table are given.
    pub manners: Manners,
    /// Names of this server besides `localhost`, its own name and addresses as numbers: pages that are asked for under any other
    /// name are refused.
    pub hosts: Vec<String>,
    /// Addresses of proxies before this server: whoever asks through one has the address that the proxy tells
    /// (`X-Forwarded-For`), which nobody else is believed.
    pub proxies: Vec<IpAddr>,
}

/// How long a server waits for whoever is connected.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For the head of a request, and for the next request of a connection.
    pub head: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// For somebody who reads, for every 64 KiB.
    pub read: Duration,
}

/// How long people at a table wait for each other.
#[derive(Debug, Clone, Copy)]
pub struct Manners {
    /// A table that somebody was invited to and did not come to is closed after this.
    pub invitation: Duration,
    /// Whoever has no page of the game open for this long has left, and the other may claim the game.
    pub absence: Duration,
    /// Phrases that one side may say within half a minute.
    pub phrases: usize,
}

impl Limits {
    /// The least memory a server can work with.
    pub const LEAST_MEMORY: usize = 192 << 20;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 512 << 20,
            games: 500,
            games_each: Share { visitor: 12, address: 250 },
            begun_each: Share { visitor: 20, address: 300 },
            thoughts_each: Share { visitor: 6, address: 120 },
            reviews_each: Share { visitor: 2, address: 60 },
            boards_each: Share { visitor: 6, address: 60 },
            sign_ins_each: Share { visitor: 10, address: 300 },
            uploads_each: Share { visitor: 6, address: 300 },
            upload: 4 << 20,
            matches: 6,
            checks: 1,
            connections: 4_000,
            connections_of_address: 1_500,
            patience: Patience {
                head: Duration::from_secs(20),
                body: Duration::from_secs(15),
                read: Duration::from_secs(20),
            },
            manners: Manners {
                invitation: Duration::from_secs(24 * 3600),
                absence: Duration::from_secs(120),
                phrases: 5,
            },
            hosts: Vec::new(),
            proxies: Vec::new(),
        }
    }
}
