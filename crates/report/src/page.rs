//! The frame of every page: its head with a policy that forbids requests, its script and its style.

use joute_elements::{MESSAGES, STYLE, content_hash_for_policy};
use joute_messages::{Language, message, script_messages, visible, visible_line};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The part of the style that pages of events share, wherever they are shown.
pub const EVENT_STYLE: &str = include_str!("../assets/event.css");
const PAGE_STYLE: &str = include_str!("../assets/page.css");
/// `assets/page.js` with all that it imports, put together by a bundler (`npm run bundle` in tests/browser).
const SCRIPT: &str = include_str!("../bundled/page.js");

/// A whole page around its body, with the packed replays that it can show.
pub(crate) fn page(title: &str, body: &Markup, replays: &str, language: Language) -> String {
    let style = style();
    let page = html! {
        (DOCTYPE)
        html lang=(language.code()) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "joute " (env!("CARGO_PKG_VERSION")) };
                link rel="icon" href="data:,";
                title { (visible_line(title)) }
                style { (PreEscaped(&style)) }
            }
            body {
                // Whatever somebody else wrote stands in the body, and only there.
                (PreEscaped(visible(&short(&body.0))))
                script #messages type="application/json" { (PreEscaped(messages(language))) }
                // Base 64 cannot end the element it stands in.
                script #replays type="text/plain" { (PreEscaped(replays)) }
                script type="module" { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// What the script says, as data that it reads.
fn messages(language: Language) -> String {
    let messages = script_messages(language, MESSAGES);
    // Nothing of the catalogue may end the element it stands in.
    format!("{{\"{language}\":{messages}}}").replace("</", "<\\/")
}

fn style() -> String {
    compact(&format!("{STYLE}{EVENT_STYLE}{PAGE_STYLE}"))
}

/// The policy of every page of a report: it runs its own script, has its own style, and asks for nothing. A server that
/// hands out such a page says the same.
pub fn policy() -> String {
    let [script, style] = [SCRIPT, &style()].map(content_hash_for_policy);
    format!(
        "default-src 'none'; script-src {script}; style-src {style}; img-src data:; base-uri 'none'; form-action 'none'"
    )
}

/// Markup without the end tags that HTML lets us leave out, which tables have thousands of. Texts are escaped, so that
/// none of them can hold a tag.
fn short(markup: &str) -> String {
    let text = ["</td>", "</th>", "</tr>", "</li>", "</dt>", "</dd>"]
        .iter()
        .fold(markup.to_owned(), |text, end| text.replace(end, ""));
    ["path", "rect", "circle", "use"].iter().fold(text, |text, name| text.replace(&format!("></{name}>"), "/>"))
}

/// A style sheet without comments and indents.
fn compact(style: &str) -> String {
    let mut left = style;
    let mut text = String::new();
    while let Some((before, rest)) = left.split_once("/*") {
        text += before;
        left = rest.split_once("*/").map_or("", |(_, after)| after);
    }
    text += left;
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// What a page was made with.
pub(crate) fn made_with(language: Language) -> String {
    message!("report-made-with", version = env!("CARGO_PKG_VERSION")).text(language)
}

/// The button that changes between light and dark.
pub(crate) fn theme_button(language: Language) -> Markup {
    let label = language.text("label-light-or-dark");
    html! {
        button.theme type="button" data-theme-button aria-label=(label) title=(label) {
            svg viewBox="0 0 24 24" aria-hidden="true" { path d="M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z" {} }
        }
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::SCRIPT;

    #[test]
    fn the_script_was_made_from_the_sources_as_they_are() {
        let mut modules = joute_elements::MODULES;
        modules.sort_by_key(|(name, _)| *name);
        let texts = modules.iter().map(|(_, text)| *text).chain([include_str!("../assets/page.js")]);
        let hash = texts.fold(Sha256::new(), |hash, text| hash.chain_update(text)).finalize();
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        let made_from = SCRIPT.lines().next().unwrap_or_default();
        assert!(made_from.ends_with(&hash), "run `npm run bundle` in tests/browser ({made_from}, not {hash})");
    }

    #[test]
    fn the_script_stands_alone_inside_a_page() {
        assert!(SCRIPT.contains("joute-replay") && SCRIPT.contains("customElements.define"));
        assert!(!SCRIPT.contains("</script") && !SCRIPT.contains("<!--"));
        assert!(!SCRIPT.lines().any(|line| line.starts_with("import") || line.starts_with("export")));
    }
}
