//! A failed step of the launcher, and its way back to the caller.

use std::io;

use crate::{SpawnError, Step};

/// A step that failed, with what it was about.
#[derive(Debug)]
pub(super) struct Failure {
    /// Where.
    pub(super) step: Step,
    /// What it was about.
    pub(super) detail: String,
    /// Why, as the system's error number; 0 when it gave none.
    pub(super) errno: i32,
}

impl Failure {
    /// A failure of a step.
    pub(super) fn new(step: Step, detail: impl Into<String>, error: &io::Error) -> Self {
        Self { step, detail: detail.into(), errno: error.raw_os_error().unwrap_or(0) }
    }

    /// The failure as bytes for a pipe.
    pub(super) fn encode(&self) -> Vec<u8> {
        let step = Step::ALL.iter().position(|step| *step == self.step).unwrap_or(0);
        format!("{step} {} {}", self.errno, self.detail).into_bytes()
    }

    /// The failure that was encoded, or one of the protocol.
    pub(super) fn decode(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let mut fields = text.splitn(3, ' ');
        let step = fields.next().and_then(|field| field.parse().ok()).and_then(|index: usize| Step::ALL.get(index));
        let errno = fields.next().and_then(|field| field.parse().ok());
        match (step, errno) {
            (Some(&step), Some(errno)) => Self { step, errno, detail: fields.next().unwrap_or("").to_owned() },
            _ => Self { step: Step::Protocol, errno: 0, detail: text.into_owned() },
        }
    }
}

impl From<Failure> for SpawnError {
    fn from(failure: Failure) -> Self {
        let source = match failure.errno {
            0 => io::Error::other("refused"),
            errno => io::Error::from_raw_os_error(errno),
        };
        Self::Setup { step: failure.step, detail: failure.detail, source }
    }
}

/// Gives an error the step at which it happened.
pub(super) trait At<T> {
    /// The step and what it was about.
    fn at(self, step: Step, detail: &str) -> Result<T, Failure>;
}

impl<T, E: Into<io::Error>> At<T> for Result<T, E> {
    fn at(self, step: Step, detail: &str) -> Result<T, Failure> {
        self.map_err(|error| Failure::new(step, detail, &error.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_survives_the_pipe() {
        let failure = Failure { step: Step::Root, detail: "/a file".to_owned(), errno: 13 };
        let back = Failure::decode(&failure.encode());
        assert_eq!((back.step, back.detail.as_str(), back.errno), (Step::Root, "/a file", 13));
        assert_eq!(Failure::decode(b"nonsense").step, Step::Protocol);
    }
}
