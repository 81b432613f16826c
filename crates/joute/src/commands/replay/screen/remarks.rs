//! What there is to say about a ply: who played what, what the player wrote, and at the end how the game ended.

use std::time::Duration;

use joute_messages::{visible, visible_line};
use joute_referee::PlyRecord;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::viewer::Viewer;
use crate::commands::replay::stored_game::StoredGame;
use crate::commands::replay::words;

/// Draws the remarks on the present ply, wrapped.
pub(super) fn draw(frame: &mut Frame<'_>, viewer: &Viewer, game: &StoredGame, area: Rect) {
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
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
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
