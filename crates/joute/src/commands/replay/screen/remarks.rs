//! What there is to say about a ply: who played what, what the player wrote, and at the end how the game ended.

use std::time::Duration;

use joute_messages::{visible, visible_line};
use joute_referee::PlyRecord;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::layout::clamped;
use super::viewer::{Scroll, Viewer};
use crate::commands::replay::stored_game::StoredGame;
use crate::commands::replay::words;

/// Draws the remarks on the present ply, broken into lines that fit and moved as far as was asked for.
pub(super) fn draw(frame: &mut Frame<'_>, viewer: &Viewer, game: &StoredGame, area: Rect, scroll: &mut Scroll) {
    let ply = viewer.stepper().ply();
    let mut lines = Vec::new();
    if area.height >= 3 {
        lines.push(Line::default());
    }
    if ply == game.plies() {
        lines.extend(ending(viewer, game));
    }
    match game.played(ply) {
        Some(played) => lines.extend(played_lines(viewer, game, ply, played)),
        None => lines.extend(opening(viewer, game)),
    }
    let mut lines: Vec<Line<'static>> =
        lines.iter().flat_map(|line| broken(line, usize::from(area.width.max(1)))).collect();
    scroll.fit(lines.len(), usize::from(area.height));
    let below = scroll.excess - scroll.hidden;
    if below > 0 && area.height >= 2 {
        let sign = viewer.theme.pick("↓", "v");
        let last = scroll.hidden + usize::from(area.height) - 1;
        lines[last] = Line::styled(format!("{sign} {} more lines", below + 1), viewer.theme.accent());
    }
    frame.render_widget(Paragraph::new(lines).scroll((clamped(scroll.hidden), 0)), area);
}

/// A line as several that fit, broken at spaces where there are any.
fn broken(line: &Line<'static>, width: usize) -> Vec<Line<'static>> {
    let text = line.to_string();
    let mut rest: &str = &text;
    let mut pieces = Vec::new();
    while let Some((room, _)) = rest.char_indices().nth(width) {
        let ends_there = rest[room..].starts_with(' ').then_some(room);
        let at_space = ends_there.or_else(|| rest[..room].rfind(' ')).filter(|at| !rest[..*at].trim().is_empty());
        let (piece, after) = rest.split_at(at_space.unwrap_or(room));
        pieces.push(Line::styled(piece.to_owned(), line.style));
        rest = if at_space.is_some() { &after[1..] } else { after };
    }
    pieces.push(Line::styled(rest.to_owned(), line.style));
    pieces
}

fn ending(viewer: &Viewer, game: &StoredGame) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines = vec![Line::styled(format!("End: {}.", words::ending(game)), bold)];
    let evidence = words::evidence(&game.record).unwrap_or_default();
    lines.extend(evidence.lines().map(|line| Line::styled(line.to_owned(), viewer.theme.alarm())));
    if let Some(contradiction) = &viewer.contradiction {
        lines.push(Line::styled(format!("Not as stored: {contradiction}."), viewer.theme.alarm()));
    }
    lines
}

fn played_lines(viewer: &Viewer, game: &StoredGame, ply: usize, played: &PlyRecord) -> Vec<Line<'static>> {
    let mut lines = vec![Line::raw(format!("Ply {ply}: {}", sentence(game, played)))];
    let log = played.log.as_deref().map(visible).unwrap_or_default();
    lines.extend(log.lines().map(|line| Line::styled(format!("| {line}"), viewer.theme.quiet())));
    lines
}

/// `Black (greedy) played f5 in 1.3 ms, cpu 1.1 ms, score +3.`
fn sentence(game: &StoredGame, played: &PlyRecord) -> String {
    let did = match &played.mv {
        Some(_) if played.forced => format!("had to play {}", words::mv(played)),
        Some(_) => format!("played {}", words::mv(played)),
        None => "lost the turn".to_owned(),
    };
    let time = words::thinking_time(played).map(|time| format!(" in {time}")).unwrap_or_default();
    let cpu = played.cpu_ns.map(|nanos| format!(", cpu {}", words::time(Duration::from_nanos(nanos))));
    let score = played.score.map(|score| format!(", score {score:+}"));
    let more = cpu.unwrap_or_default() + &score.unwrap_or_default();
    format!("{} {did}{time}{more}.", words::seat(game, played.side))
}

fn opening(viewer: &Viewer, game: &StoredGame) -> Vec<Line<'static>> {
    let record = &game.record;
    let quiet = |text: String| Line::styled(visible_line(&text).into_owned(), viewer.theme.quiet());
    let mut lines = vec![quiet(format!("rules {}", record.rules)), quiet(format!("seed {}", record.seed))];
    lines.extend(record.labels.iter().map(|(key, value)| quiet(format!("{key} {value}"))));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_keep_their_indent() {
        let texts = |text: &str, width| -> Vec<String> {
            broken(&Line::raw(text.to_owned()), width).iter().map(Line::to_string).collect()
        };
        assert_eq!(texts("    in main, line 12", 12), ["    in main,", "line 12"]);
        assert_eq!(texts("é".repeat(5).as_str(), 2), ["éé", "éé", "é"]);
        assert_eq!(texts("abc def", 7), ["abc def"]);
        assert_eq!(texts("abc def", 3), ["abc", "def"]);
        assert_eq!(texts("", 3), [""]);
    }
}
