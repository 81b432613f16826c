//! The barest queue: what the database itself can do on this machine.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use postgres::{Client, NoTls};

const TAKE: &str = "UPDATE bare_task SET owner = $1 WHERE id = (SELECT id FROM bare_task WHERE owner IS NULL \
                    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id";

fn client(address: &str) -> Client {
    Client::connect(address, NoTls).expect("a server")
}

/// Takes rows and deletes them until there are none, and says how many were taken a second.
pub(super) fn run(address: &str, workers: u64, rows: u64) {
    let mut own = client(address);
    let table = "DROP TABLE IF EXISTS bare_task; CREATE TABLE bare_task (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, \
                 owner bigint) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02); \
                 CREATE INDEX bare_task_free ON bare_task (id) WHERE owner IS NULL";
    own.batch_execute(table).expect("a table");
    let fill = format!("INSERT INTO bare_task (owner) SELECT NULL FROM generate_series(1, {rows})");
    own.batch_execute(&fill).expect("rows");
    let (claims, begun) = (AtomicU64::new(0), Instant::now());
    std::thread::scope(|scope| {
        for number in 0..workers {
            let claims = &claims;
            scope.spawn(move || {
                let mut client = client(address);
                let [take, done] =
                    [TAKE, "DELETE FROM bare_task WHERE id = $1"].map(|sql| client.prepare(sql).expect("a statement"));
                while let Some(row) = client.query_opt(&take, &[&number.cast_signed()]).expect("a row") {
                    client.execute(&done, &[&row.get::<_, i64>(0)]).expect("it is there");
                    claims.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let (claims, took) = (claims.into_inner(), begun.elapsed().as_secs_f64());
    println!(
        "bare, {workers} workers: {claims} taken and deleted in {took:.1} s, {:.0} a second",
        claims as f64 / took
    );
    own.batch_execute("DROP TABLE bare_task").expect("a table");
}
