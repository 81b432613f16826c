//! What the experiments came to, for people and for programs.

use std::fmt::Write as _;

use joute_experiments::{Experiment, Line, Report};
use serde_json::{Value, json};

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

/// The object for programs.
pub(super) fn json(reports: &[Report], seed: u64, quick: bool, interrupted: bool) -> Value {
    let experiments: Vec<Value> = reports
        .iter()
        .map(|report| {
            json!({
                "name": report.experiment.name,
                "report": report.experiment.report,
                "stated": report.experiment.stated,
                "criterion": report.experiment.criterion,
                "measured": report.measured(),
                "agrees": report.findings.agree(),
                "why": report.why(),
                "lines": report.findings.lines,
                "notes": report.findings.notes,
                "seconds": report.seconds,
            })
        })
        .collect();
    json!({ "experiments": experiments, "seed": seed, "quick": quick, "interrupted": interrupted })
}
