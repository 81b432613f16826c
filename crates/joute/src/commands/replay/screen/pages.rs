//! The pages besides the game: the games of the file and the keys.

use joute_games::Side;
use joute_messages::visible_line;
use joute_referee::GameRecord;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::moves::window;
use super::viewer::Viewer;
use crate::commands::replay::words;
use crate::theme::Theme;

/// Every key and what it does.
const KEYS: [[&str; 2]; 15] = [
    ["right, l, n", "next ply"],
    ["left, h, p", "previous ply"],
    ["PgDn, PgUp", "ten plies on, ten plies back"],
    ["Home, End", "first position, last position"],
    ["f", "the fault, or the end where there is none"],
    ["c, C", "next change of the lead, previous one"],
    ["space", "play or pause"],
    ["+, -", "faster, slower"],
    ["], [", "next game of the file, previous one"],
    ["Tab, g", "the list of games"],
    ["up, down", "move a board that is too tall, then remarks that are"],
    ["?", "this page"],
    ["q, Esc", "quit"],
    ["", ""],
    ["in Moves", "! fault, ⇄ the lead changes, … the player wrote something"],
];

/// Draws the keys.
pub(super) fn help(frame: &mut Frame<'_>, theme: &Theme, area: Rect) {
    let block = theme.frame("Keys");
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let lines = KEYS.map(|[key, meaning]| {
        let meaning =
            if theme.options.unicode { meaning.to_owned() } else { meaning.replace('⇄', "x").replace('…', "~") };
        Line::from(vec![Span::styled(format!(" {key:<12} "), theme.accent()), Span::raw(meaning)])
    });
    frame.render_widget(Paragraph::new(lines.to_vec()), inner);
}

/// Draws the games with one of them marked.
pub(super) fn list(frame: &mut Frame<'_>, viewer: &Viewer, marked: usize, area: Rect) {
    let block = viewer.theme.frame("Games");
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let widths = Widths::of(&viewer.records);
    let lines: Vec<Line<'_>> = window(marked, viewer.records.len(), usize::from(inner.height))
        .map(|index| {
            let text = row(&viewer.records[index], index, &widths);
            let text = format!("{text:<width$}", width = usize::from(inner.width));
            if index == marked { Line::styled(text, viewer.theme.current()) } else { Line::raw(text) }
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), inner);
}

/// How wide the columns of the list are.
struct Widths {
    number: usize,
    game: usize,
    players: usize,
    result: usize,
}

/// Names longer than this are cut, so that one long name does not push the result away.
const LONGEST_NAMES: usize = 40;

impl Widths {
    fn of(records: &[GameRecord]) -> Widths {
        let longest = |text: fn(&GameRecord) -> String| records.iter().map(|record| text(record).chars().count()).max();
        Widths {
            number: records.len().to_string().len(),
            game: longest(game).unwrap_or(0),
            players: longest(players).unwrap_or(0).min(LONGEST_NAMES),
            result: longest(words::short_result).unwrap_or(0),
        }
    }
}

fn game(record: &GameRecord) -> String {
    visible_line(&record.game).into_owned()
}

fn players(record: &GameRecord) -> String {
    let [first, second] = Side::BOTH.map(|side| words::player(record, side));
    format!("{first} - {second}")
}

fn row(record: &GameRecord, index: usize, widths: &Widths) -> String {
    let players: String = players(record).chars().take(widths.players).collect();
    format!(
        " {:>number$}  {:<game$}  {players:<width$}  {:<result$}  {} plies",
        index + 1,
        game(record),
        words::short_result(record),
        record.plies.len(),
        number = widths.number,
        game = widths.game,
        width = widths.players,
        result = widths.result,
    )
}
