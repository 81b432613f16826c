//! Signs and colours of the screen, as much as the terminal can show.

use joute_draw::terminal::{ColourDepth, TerminalOptions};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::widgets::Block;

/// What the terminal can show.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Theme {
    pub(crate) options: TerminalOptions,
}

const ASCII_BORDER: border::Set<'_> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

impl Theme {
    /// One text or the other, as the terminal can show it.
    pub(crate) fn pick<'a>(&self, unicode: &'a str, ascii: &'a str) -> &'a str {
        if self.options.unicode { unicode } else { ascii }
    }

    /// A frame with a title.
    pub(crate) fn frame(&self, title: &str) -> Block<'static> {
        let set = if self.options.unicode { border::ROUNDED } else { ASCII_BORDER };
        Block::bordered().border_set(set).border_style(self.quiet()).title(format!(" {title} "))
    }

    /// What matters less.
    pub(crate) fn quiet(&self) -> Style {
        self.coloured(Color::Indexed(8)).unwrap_or_else(|| Style::new().add_modifier(Modifier::DIM))
    }

    /// Bars and signs.
    pub(crate) fn accent(&self) -> Style {
        self.coloured(Color::Cyan).unwrap_or_default()
    }

    /// Faults and contradictions.
    pub(crate) fn alarm(&self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.coloured(Color::LightRed).map_or(bold, |red| bold.patch(red))
    }

    /// What matters most at the moment.
    pub(crate) fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The evaluation, apart from what is certain.
    pub(crate) fn evaluation(&self) -> Style {
        self.coloured(Color::Yellow).unwrap_or_default()
    }

    /// A bar of so many characters in its two parts.
    pub(crate) fn bar(&self, share: f64, width: usize) -> (String, String) {
        let halves = (share.clamp(0.0, 1.0) * 2.0 * width as f64).round() as usize;
        let half = if self.options.unicode && halves % 2 == 1 { "▌" } else { "" };
        let full = self.pick("█", "#").repeat(halves / 2) + half;
        let rest = width.saturating_sub(full.chars().count());
        (full, self.pick("·", ".").repeat(rest))
    }

    /// The line one is on.
    pub(crate) fn current(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    fn coloured(&self, colour: Color) -> Option<Style> {
        (self.options.colour != ColourDepth::None).then(|| Style::new().fg(colour))
    }
}
