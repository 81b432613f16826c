//! Markdown, as it stands in the project's own documents.

use std::fmt::Write as _;

use super::{heading, interval, verdict};
use crate::experiment::{Line, Report};

/// The document; pictures are found in `folder`, a path beside it. `how` says how the figures were made.
pub fn markdown(reports: &[Report], how: &str, folder: &str) -> String {
    let mut text = String::from("# The reports' experiments, measured again\n\n");
    let mut add = |part: String| text.push_str(&part);
    add(format!("{}\n\n", heading(reports, how)));
    add("| experiment | report | stated | measured | |\n|---|---|---|---|---|\n".to_owned());
    for report in reports {
        let experiment = report.experiment;
        let verdict = verdict(Some(report.findings.agree()));
        add(format!(
            "| [{0}](#{0}) | {1} | {2} | {3} | {verdict} |\n",
            experiment.name,
            experiment.report,
            cell(experiment.stated),
            cell(&shortened(&report.measured()))
        ));
    }
    reports.iter().for_each(|report| add(section(report, folder)));
    text
}

/// The first few measurements; the section has them all.
fn shortened(measured: &str) -> String {
    let parts: Vec<&str> = measured.split("; ").collect();
    match parts.len() {
        0..=3 => measured.to_owned(),
        count => format!("{}; and {} more", parts[..2].join("; "), count - 2),
    }
}

fn section(report: &Report, folder: &str) -> String {
    let experiment = report.experiment;
    let mut text = format!("\n## {}\n\nReport {}: {}.\n\n", experiment.name, experiment.report, experiment.stated);
    let mut add = |part: std::fmt::Arguments<'_>| text.write_fmt(part).expect("writing to a string cannot fail");
    add(format_args!("It agrees if {}.\n\n", experiment.criterion));
    add(format_args!("| stated | measured | 95 % | | |\n|---|---|---|---|---|\n"));
    for line in &report.findings.lines {
        add(format_args!("{}\n", row(line)));
    }
    for note in &report.findings.notes {
        add(format_args!("\n{note}\n"));
    }
    for figure in &report.findings.figures {
        add(format_args!("\n![{}]({folder}/{}.svg)\n", figure.caption, figure.name));
    }
    let commands: Vec<&str> = report.findings.lines.iter().filter_map(|line| line.repeat.as_deref()).collect();
    if let Some(command) = commands.first() {
        let others = if commands.len() > 1 { ", and likewise for the other lines" } else { "" };
        add(format_args!("\nThe same games again: `{command}`{others}.\n"));
    }
    text
}

fn row(line: &Line) -> String {
    let cells =
        [cell(&line.stated), cell(&line.measured), interval(line), verdict(line.agrees).to_owned(), cell(&line.why)];
    format!("| {} |", cells.join(" | "))
}

/// A text that stays within its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
