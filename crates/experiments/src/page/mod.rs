//! Reports of experiments as documents: Markdown with pictures in files, and one HTML page with everything in it.

mod html;
mod markdown;

pub use html::html;
pub use markdown::markdown;

use crate::experiment::{Line, Report};

/// How the run was made, in one sentence.
fn heading(reports: &[Report], how: &str) -> String {
    let agree = reports.iter().filter(|report| report.findings.agree()).count();
    format!("{agree} of {} experiments agree with what is stated. {how}", reports.len())
}

fn verdict(agrees: Option<bool>) -> &'static str {
    match agrees {
        Some(true) => "agrees",
        Some(false) => "differs",
        None => "",
    }
}

/// A line's interval, where it is a share.
fn interval(line: &Line) -> String {
    match line.interval {
        Some([low, high]) if (0.0..=1.0).contains(&low) && high <= 1.0 => {
            format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high)
        }
        Some([low, high]) => format!("{low:.1} to {high:.1}"),
        None => String::new(),
    }
}
