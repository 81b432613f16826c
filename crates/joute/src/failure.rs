//! How a command fails: wrong usage or work that could not be done, each with its exit code.

use std::process::ExitCode;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request makes no sense: exit code 2.
    Usage(anyhow::Error),
    /// The request was fine but could not be carried out: exit code 1.
    Work(anyhow::Error),
}

impl Failure {
    /// Wrong usage.
    pub(crate) fn usage(error: impl Into<anyhow::Error>) -> Failure {
        Failure::Usage(error.into())
    }

    /// Prints the reason for people and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        crate::output::note(&format!("joute: {self}"));
        ExitCode::from(match self {
            Failure::Usage(_) => 2,
            Failure::Work(_) => 1,
        })
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Failure::Usage(error) | Failure::Work(error)) = self;
        write!(f, "{error:#}")
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Work(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Work(error.into())
    }
}

/// What every command returns.
pub(crate) type Result<T = ExitCode> = std::result::Result<T, Failure>;
