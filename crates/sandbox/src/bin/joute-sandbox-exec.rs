//! The sandbox's launcher as a program of its own; see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    joute_sandbox::launcher_main(std::env::args_os().skip(1))
}
