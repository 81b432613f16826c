//! What the experiments came to, for people and for programs.

use std::fmt::Write as _;

use joute_experiments::{Experiment, Line, Report};
use schemars::JsonSchema;
use serde::Serialize;

use crate::wrap;

/// Every experiment with what it states.
pub(super) fn list(experiments: &[&Experiment]) -> String {
    let mut text = String::new();
    for experiment in experiments {
        let only = if experiment.only_by_name { "  (only when it is named)" } else { "" };
        writeln!(text, "{}  (report {}){only}", experiment.name, experiment.report)
            .expect("writing to a string cannot fail");
        text += &indented(experiment.stated, 4);
    }
    text
}

/// The account for people: every claim with its verdict.
pub(super) fn text(reports: &[Report]) -> String {
    let mut text = String::new();
    for report in reports {
        let experiment = report.experiment;
        let verdict = if report.findings.agree() { "agrees" } else { "DIFFERS" };
        writeln!(text, "{}  (report {})  {verdict}", experiment.name, experiment.report)
            .expect("writing to a string cannot fail");
        text += &indented(&format!("stated: {}", experiment.stated), 2);
        text += &indented(&format!("agrees if: {}", experiment.criterion), 2);
        for line in &report.findings.lines {
            text += &told(line);
        }
        for note in &report.findings.notes {
            text += &indented(note, 2);
        }
        text.push('\n');
    }
    let agree = reports.iter().filter(|report| report.findings.agree()).count();
    writeln!(text, "{agree} of {} experiments agree with what is stated", reports.len())
        .expect("writing to a string cannot fail");
    text
}

fn told(line: &Line) -> String {
    let sign = match line.agrees {
        Some(true) => '+',
        Some(false) => '!',
        None => ' ',
    };
    let mut text = indented(&format!("{sign} {}", line.stated), 4);
    text += &indented(&line.measured, 8);
    if !line.why.is_empty() {
        text += &indented(&line.why, 8);
    }
    text
}

fn indented(text: &str, columns: usize) -> String {
    wrap::wrapped(&" ".repeat(columns), text, wrap::width())
}

/// What the reports state, beside what is measured.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Reproduction<'a> {
    /// One entry for each experiment that was over.
    pub(super) experiments: Vec<ExperimentResult<'a>>,
    /// Everything random came from it.
    pub(super) seed: u64,
    /// Whether fewer games were played, for wider intervals.
    pub(super) quick: bool,
    /// Whether it was stopped before its end.
    pub(super) interrupted: bool,
}

/// An experiment that was run.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ExperimentResult<'a> {
    /// What it is called on the command line.
    name: &'static str,
    /// The report and the place in it.
    report: &'static str,
    /// What the report states, in one sentence.
    stated: &'static str,
    /// What it takes to agree with that.
    criterion: &'static str,
    /// What was measured, in one line.
    measured: String,
    /// Whether every claim that was put to the test holds.
    agrees: bool,
    /// Why what fails does; empty where nothing fails.
    why: String,
    /// Claims beside measurements.
    lines: &'a [Line],
    /// What the figures mean where a line is too short to say it.
    notes: &'a [String],
    /// How long it took.
    seconds: f64,
}

impl ExperimentResult<'_> {
    pub(super) fn of(report: &Report) -> ExperimentResult<'_> {
        ExperimentResult {
            name: report.experiment.name,
            report: report.experiment.report,
            stated: report.experiment.stated,
            criterion: report.experiment.criterion,
            measured: report.measured(),
            agrees: report.findings.agree(),
            why: report.why(),
            lines: &report.findings.lines,
            notes: &report.findings.notes,
            seconds: report.seconds,
        }
    }
}
