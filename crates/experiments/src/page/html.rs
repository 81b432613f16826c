//! One HTML page with everything in it: no scripts, nothing fetched, light and dark, wide and narrow.

use std::fmt::Write as _;

use super::{heading, interval, verdict};
use crate::experiment::{Line, Report};

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1b1f27;--soft:#5b6472;--space:#f6f7f9;--card:#fff;--edge:#d5dae2;--good:#0f7a56;--bad:#b3430a;--link:#0b62a8}
@media(prefers-color-scheme:dark){:root{--ink:#e8ebf0;--soft:#a3acba;--space:#0e1014;--card:#16191f;--edge:#3a404b;--good:#3ccb9b;--bad:#ff9350;--link:#7cc0f5}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:62rem;padding:1rem;background:var(--space);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}
a{color:var(--link)}h1{font-size:1.7rem;line-height:1.2}h2{margin:0 0 .3rem;font-size:1.25rem}
section{background:var(--card);border:1px solid var(--edge);border-radius:.6rem;padding:1rem;margin:1rem 0}
.soft{color:var(--soft)}.agrees{color:var(--good);font-weight:600}.differs{color:var(--bad);font-weight:600}
table{width:100%;border-collapse:collapse}th,td{padding:.4rem .5rem;text-align:left;vertical-align:top;border-top:1px solid var(--edge)}
th{color:var(--soft);font-weight:600;border-top:0}
.figures{display:flex;flex-wrap:wrap;gap:1rem;margin-top:1rem}.figures figure{margin:0;flex:1 1 20rem;max-width:30rem}
.figures svg{width:100%;height:auto;display:block}
code{font-size:.85em;overflow-wrap:anywhere}
@media(max-width:44rem){table,tbody,tr,td{display:block}thead{display:none}tr{border-top:1px solid var(--edge);padding:.4rem 0}td{border:0;padding:.1rem 0}td[data-label]:not(:empty)::before{content:attr(data-label) ': ';color:var(--soft)}}
";

/// The page; `how` says how the figures were made.
pub fn html(reports: &[Report], how: &str) -> String {
    let mut text = String::new();
    let mut add = |part: std::fmt::Arguments<'_>| text.write_fmt(part).expect("writing to a string cannot fail");
    add(format_args!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>The reports' experiments, measured again</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>The reports' experiments, measured again</h1>\n<p>{}</p>\n",
        Escaped(&heading(reports, how))
    ));
    add(format_args!("<nav aria-label=\"Experiments\">\n<ul>\n"));
    for report in reports {
        let (name, verdict) = (report.experiment.name, verdict(Some(report.findings.agree())));
        add(format_args!("<li><a href=\"#{name}\">{name}</a> <span class=\"{verdict}\">{verdict}</span></li>\n"));
    }
    add(format_args!("</ul>\n</nav>\n"));
    for report in reports {
        add(format_args!("{}", section(report)));
    }
    add(format_args!("</main>\n</body>\n</html>\n"));
    text
}

fn section(report: &Report) -> String {
    let experiment = report.experiment;
    let mut text = String::new();
    let mut add = |part: std::fmt::Arguments<'_>| text.write_fmt(part).expect("writing to a string cannot fail");
    let word = verdict(Some(report.findings.agree()));
    add(format_args!(
        "<section id=\"{0}\">\n<h2>{0} <span class=\"{word}\">{word}</span></h2>\n<p>Report {1}: {2}.</p>\n\
         <p class=\"soft\">It agrees if {3}.</p>\n",
        experiment.name,
        Escaped(experiment.report),
        Escaped(experiment.stated),
        Escaped(experiment.criterion)
    ));
    add(format_args!(
        "<table>\n<thead><tr><th>stated</th><th>measured</th><th>95 %</th><th></th><th>why</th></tr></thead>\n<tbody>\n"
    ));
    for line in &report.findings.lines {
        add(format_args!("{}", row(line)));
    }
    add(format_args!("</tbody>\n</table>\n"));
    for note in &report.findings.notes {
        add(format_args!("<p>{}</p>\n", Escaped(note)));
    }
    if !report.findings.figures.is_empty() {
        add(format_args!("<div class=\"figures\">\n"));
        for figure in &report.findings.figures {
            add(format_args!("<figure>\n{}</figure>\n", figure.svg));
        }
        add(format_args!("</div>\n"));
    }
    add(format_args!("</section>\n"));
    text
}

fn row(line: &Line) -> String {
    let verdict = verdict(line.agrees);
    let repeat = match &line.repeat {
        Some(command) => format!("<br><code>{}</code>", Escaped(command)),
        None => String::new(),
    };
    format!(
        "<tr><td data-label=\"stated\">{}</td><td data-label=\"measured\">{}{repeat}</td><td data-label=\"95 %\">{}</td>\
         <td class=\"{verdict}\">{verdict}</td><td>{}</td></tr>\n",
        Escaped(&line.stated),
        Escaped(&line.measured),
        interval(line),
        Escaped(&line.why)
    )
}

/// A text with the characters escaped that HTML gives a meaning.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                letter => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}
