//! The experiments as a whole: each comes to something, and to the same whatever the number of threads.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use joute_experiments::{EXPERIMENTS, Effort, Experiment, ExperimentError, Lab, Report, Unwatched, find, page};

fn run(experiment: &'static Experiment, jobs: usize) -> Report {
    let stop = AtomicBool::new(false);
    experiment.run(&Lab::new(7, Effort::Tiny, jobs, &stop, &Unwatched)).unwrap()
}

/// What a report says, times left out.
fn figures(report: &Report) -> Vec<(String, String, Option<bool>)> {
    let lines = report.findings.lines.iter().filter(|line| !line.stated.starts_with("time"));
    lines.map(|line| (line.stated.clone(), line.measured.clone(), line.agrees)).collect()
}

#[test]
fn every_experiment_gives_the_same_figures_on_any_number_of_threads() {
    let timed = ["flood-solved-10", "awale-depth"];
    for experiment in EXPERIMENTS {
        let one = run(experiment, 1);
        assert!(!one.findings.lines.is_empty() && !one.findings.figures.is_empty(), "{}", experiment.name);
        assert!(one.findings.lines.iter().any(|line| line.agrees.is_some()), "{}", experiment.name);
        if !timed.contains(&experiment.name) {
            assert_eq!(figures(&one), figures(&run(experiment, 3)), "{}", experiment.name);
        }
    }
}

#[test]
fn names_are_unique_and_found() {
    let names: HashSet<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
    assert_eq!(names.len(), EXPERIMENTS.len());
    assert!(names.iter().all(|name| find(name).is_some_and(|found| found.name == *name)));
}

#[test]
fn a_stop_ends_every_experiment() {
    let stop = AtomicBool::new(true);
    for experiment in EXPERIMENTS {
        let result = experiment.run(&Lab::new(7, Effort::Full, 2, &stop, &Unwatched));
        assert!(matches!(result, Err(ExperimentError::Stopped)), "{}", experiment.name);
    }
}

#[test]
fn documents_hold_every_line_and_picture() {
    let reports: Vec<Report> = ["spread-cost", "ahead-cost"].map(|name| run(find(name).unwrap(), 2)).into();
    let markdown = page::markdown(&reports, "Measured in a test.", "pictures");
    let html = page::html(&reports, "Measured in a test.");
    for report in &reports {
        for line in &report.findings.lines {
            assert!(markdown.contains(&line.measured) && html.contains(&line.measured), "{}", line.measured);
        }
        for figure in &report.findings.figures {
            assert!(markdown.contains(&format!("(pictures/{}.svg)", figure.name)) && html.contains(&figure.svg));
        }
    }
    assert!(!html.contains("<script") && !html.contains("src="), "the page fetches nothing and runs nothing");
}
