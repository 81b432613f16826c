//! The library host as a program of its own; see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    joute_library_host::host_main(std::env::args_os().skip(1))
}
