//! What an experiment is, and what comes out of one.

use joute_games::SetupError;
use schemars::JsonSchema;
use serde::Serialize;

use crate::lab::Lab;

/// One experiment of the reports.
pub struct Experiment {
    /// Its name on the command line.
    pub name: &'static str,
    /// The report and the place in it.
    pub report: &'static str,
    /// What the report states, in one sentence.
    pub stated: &'static str,
    /// What it takes to agree with that.
    pub criterion: &'static str,
    /// How long it takes among the others, for the time left.
    pub weight: u32,
    /// Whether it runs with all the others or only when it is named.
    pub only_by_name: bool,
    pub(crate) run: fn(&Lab<'_>) -> Outcome,
}

/// What an experiment comes to, or why it came to nothing.
pub(crate) type Outcome = Result<Findings, ExperimentError>;

/// An experiment that came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// Somebody stopped it.
    #[error("stopped")]
    Stopped,
    /// A board of its own cannot be made.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Something it relies on does not hold.
    #[error("{0}")]
    Broken(String),
}

/// Everything an experiment found.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// Claims beside measurements.
    pub lines: Vec<Line>,
    /// What the figures mean where a line is too short to say it.
    pub notes: Vec<String>,
    /// Pictures.
    pub figures: Vec<Figure>,
}

/// A claim beside a measurement, or a measurement that explains one.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Line {
    /// What is claimed; for a measurement that only explains, what was asked.
    pub stated: String,
    /// What was measured.
    pub measured: String,
    /// The 95 % interval of the measured figure, where it has one.
    pub interval: Option<[f64; 2]>,
    /// Whether they agree; nothing for a measurement that only explains.
    pub agrees: Option<bool>,
    /// Why not, or what it means.
    pub why: String,
    /// A command that measures the same, where there is one.
    pub repeat: Option<String>,
}

impl Line {
    /// A claim that was put to the test; `why` is said only where it fails.
    pub(crate) fn claim(stated: impl Into<String>, measured: impl Into<String>, agrees: bool, why: &str) -> Line {
        Line { agrees: Some(agrees), ..Line::fact(stated, measured, if agrees { "" } else { why }) }
    }

    /// A measurement that only explains.
    pub(crate) fn fact(asked: impl Into<String>, measured: impl Into<String>, meaning: &str) -> Line {
        Line {
            stated: asked.into(),
            measured: measured.into(),
            interval: None,
            agrees: None,
            why: meaning.to_owned(),
            repeat: None,
        }
    }

    pub(crate) fn within(self, interval: [f64; 2]) -> Line {
        Line { interval: Some(interval), ..self }
    }

    pub(crate) fn repeated_by(self, command: String) -> Line {
        Line { repeat: Some(command), ..self }
    }
}

/// A picture with a name for its file.
#[derive(Debug, Clone)]
pub struct Figure {
    /// The name, without an ending.
    pub name: String,
    /// What is seen, for those who do not see it.
    pub caption: String,
    /// The picture itself.
    pub svg: String,
}

impl Findings {
    pub(crate) fn of(lines: Vec<Line>) -> Findings {
        Findings { lines, ..Findings::default() }
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Findings {
        self.notes.push(note.into());
        self
    }

    pub(crate) fn figure(mut self, name: &str, caption: &str, svg: String) -> Findings {
        self.figures.push(Figure { name: name.to_owned(), caption: caption.to_owned(), svg });
        self
    }

    /// Whether every claim that was put to the test holds.
    pub fn agree(&self) -> bool {
        self.lines.iter().all(|line| line.agrees != Some(false))
    }
}

/// An experiment that was run.
pub struct Report {
    /// Which.
    pub experiment: &'static Experiment,
    /// What it found.
    pub findings: Findings,
    /// How long it took.
    pub seconds: f64,
}

impl Report {
    /// What was measured, in one line: the lines that were put to the test, or all when none was.
    pub fn measured(&self) -> String {
        self.joined(|line| line.measured.clone())
    }

    /// Why what fails does.
    pub fn why(&self) -> String {
        let mut reasons: Vec<&str> = Vec::new();
        for line in self.findings.lines.iter().filter(|line| line.agrees == Some(false)) {
            if !line.why.is_empty() && !reasons.contains(&line.why.as_str()) {
                reasons.push(&line.why);
            }
        }
        reasons.join(" ")
    }

    fn joined(&self, text: impl Fn(&Line) -> String) -> String {
        let judged: Vec<String> = self.findings.lines.iter().filter(|line| line.agrees.is_some()).map(&text).collect();
        let all = || self.findings.lines.iter().map(&text).collect();
        let texts: Vec<String> = if judged.is_empty() { all() } else { judged };
        texts.join("; ")
    }
}
