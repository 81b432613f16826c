//! How a program ended, precisely enough to be the evidence of a fault.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

/// What ended a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It exited with this code.
    Code(i32),
    /// This signal killed it.
    Signal(i32),
    /// The sandbox ended without saying how; the program is gone.
    Lost,
}

/// The end of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Exit {
    /// What ended it.
    pub status: Status,
    /// Processor time of the program and of the children it waited for.
    pub cpu: Duration,
    /// The most memory it had in use, in bytes.
    pub peak_memory: u64,
    /// Whether the kernel ended it because the memory of its control group was used up; only known where it had one.
    pub out_of_memory: bool,
}

impl Exit {
    /// Whether the program exited with code 0.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.status == Status::Code(0)
    }

    /// An end of which nothing is known.
    pub(crate) fn lost() -> Self {
        Self { status: Status::Lost, cpu: Duration::ZERO, peak_memory: 0, out_of_memory: false }
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.status)?;
        if self.out_of_memory { f.write_str(", since its memory limit was reached") } else { Ok(()) }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => match signal_name(signal) {
                Some((name, meaning)) => write!(f, "signal {name} ({meaning})"),
                None => write!(f, "signal {signal}"),
            },
            Self::Lost => f.write_str("the sandbox ended without a report"),
        }
    }
}

/// The name and meaning of the signals that end programs; their numbers are those of Linux.
fn signal_name(signal: i32) -> Option<(&'static str, &'static str)> {
    Some(match signal {
        1 => ("SIGHUP", "hang-up"),
        2 => ("SIGINT", "interrupt"),
        3 => ("SIGQUIT", "quit"),
        4 => ("SIGILL", "illegal instruction"),
        5 => ("SIGTRAP", "trap"),
        6 => ("SIGABRT", "abort"),
        7 => ("SIGBUS", "bus error"),
        8 => ("SIGFPE", "arithmetic error"),
        9 => ("SIGKILL", "killed"),
        11 => ("SIGSEGV", "segmentation fault"),
        13 => ("SIGPIPE", "broken pipe"),
        14 => ("SIGALRM", "alarm"),
        15 => ("SIGTERM", "terminated"),
        24 => ("SIGXCPU", "processor time limit"),
        25 => ("SIGXFSZ", "file size limit"),
        31 => ("SIGSYS", "forbidden system call"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_told_in_words() {
        assert_eq!(Status::Code(3).to_string(), "exit code 3");
        assert_eq!(Status::Signal(11).to_string(), "signal SIGSEGV (segmentation fault)");
        assert_eq!(Status::Signal(40).to_string(), "signal 40");
    }
}
