//! Runs a command with a PostgreSQL server of its own, whose address it finds in `JOUTE_TEST_STORE`; ends as the command does.
//!
//! ```sh
//! cargo run -p joute-testkit --example with_postgres -- node tests/browser/run.js class.test.js
//! ```

use std::process::{Command, ExitCode};

use joute_testkit::postgres::PostgresServer;

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    let program = words.next().expect("a command");
    let server = PostgresServer::start();
    let done = Command::new(program).args(words).env("JOUTE_TEST_STORE", server.new_address()).status();
    drop(server);
    let code = done.expect("a command that can be started").code();
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
