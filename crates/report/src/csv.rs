//! The tables of an event as CSV: commas, quotes where needed, CRLF, names in the first line.

use joute_messages::{Language, visible};
use joute_tournament::summary::{EventSummary, MatchSummary};

use crate::changes::absence_text;
use crate::cross_table;
use crate::games::{GameNote, ids, shown_byes};
use crate::number;

/// Every file by name.
pub(crate) fn files(summary: &EventSummary, notes: &[GameNote]) -> Vec<(&'static str, String)> {
    vec![
        ("standings.csv", standings(summary)),
        ("matches.csv", matches(summary)),
        ("games.csv", games(notes)),
        ("cross-table.csv", cross(summary)),
        ("ratings.csv", ratings(summary)),
        ("faults.csv", faults(summary)),
    ]
}

/// Lines of fields under a line of names.
pub(crate) struct Table(csv::Writer<Vec<u8>>);

impl Table {
    fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Table {
        Table::separated(',', names)
    }

    /// A table with something else than commas between its columns.
    pub(crate) fn separated<'a>(separator: char, names: impl IntoIterator<Item = &'a str>) -> Table {
        let mut builder = csv::WriterBuilder::new();
        builder.terminator(csv::Terminator::CRLF).delimiter(u8::try_from(separator).unwrap_or(b','));
        let mut table = Table(builder.from_writer(Vec::new()));
        table.row(names.into_iter().map(str::to_owned));
        table
    }

    pub(crate) fn row(&mut self, fields: impl IntoIterator<Item = String>) {
        let fields: Vec<String> = fields.into_iter().collect();
        self.0.write_record(fields).expect("memory takes everything, and every row has a field for each name");
    }

    pub(crate) fn text(self) -> String {
        let bytes = self.0.into_inner().expect("memory takes everything");
        String::from_utf8(bytes).expect("fields are texts")
    }
}

/// A text from outside, as it can be shown anywhere. One that a spreadsheet would take for a formula gets an apostrophe in front: a player's name must
/// not be able to run anything on the teacher's machine.
pub(crate) fn text(field: &str) -> String {
    let field = visible(field);
    if field.starts_with(['=', '+', '-', '@']) { format!("'{field}") } else { field.into_owned() }
}

fn optional(number: Option<impl ToString>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

fn standings(summary: &EventSummary) -> String {
    let names = "rank,name,points,matches_won,matches_tied,matches_lost,wins,draws,losses,overtime,illegal,crash,score,buchholz,byes,out_in,absence,refused";
    let mut table = Table::new(names.split(','));
    for standing in &summary.standings {
        let counts = [standing.matches[0], standing.matches[1], standing.matches[2]];
        let games = [standing.wins, standing.draws, standing.losses];
        let faults = [standing.faults.overtime, standing.faults.illegal, standing.faults.crash];
        let numbers = counts.into_iter().chain(games).chain(faults).map(|count| count.to_string());
        let out_in = if standing.out_in_final {
            Some("final".to_owned())
        } else {
            standing.out_in.map(|round| round.to_string())
        };
        let absence = standing.absence.as_ref().map(|absence| absence_text(absence, Language::EN));
        let ends = [
            optional(standing.score.map(number::points)),
            optional(standing.buchholz.map(number::points)),
            standing.byes.to_string(),
            optional(out_in),
            text(&optional(absence)),
            String::new(),
        ];
        let starts = [standing.rank.to_string(), text(&standing.name), number::points(standing.points)];
        table.row(starts.into_iter().chain(numbers).chain(ends));
    }
    // Who was not let in has no rank and no games, and stands there with the reason.
    for (name, reason) in refused(summary) {
        let starts = [String::new(), name];
        table.row(starts.into_iter().chain(empty(names.split(',').count() - 3)).chain([reason]));
    }
    table.text()
}

/// Those who were not let in, with the reasons.
fn refused(summary: &EventSummary) -> impl Iterator<Item = (String, String)> {
    summary.players.iter().filter_map(|player| Some((text(&player.name), text(player.refused.as_ref()?))))
}

fn empty(fields: usize) -> impl Iterator<Item = String> {
    std::iter::repeat_n(String::new(), fields)
}

fn matches(summary: &EventSummary) -> String {
    let mut table =
        Table::new("number,round,bracket,slot,one,two,points_one,points_two,winner,decided_by,games".split(','));
    for played in &summary.matches {
        table.row(match_row(played, played.decided_by.as_deref().unwrap_or_default()));
    }
    for played in &summary.annulled {
        table.row(match_row(played, "annulled"));
    }
    for bye in shown_byes(summary) {
        let place = [bye.round.to_string(), bye.bracket.clone().unwrap_or_default(), bye.slot.to_string()];
        let player = [text(&bye.player)];
        let rest = ["bye".to_owned(), String::new()];
        let starts = [String::new()].into_iter().chain(place).chain(player.clone());
        table.row(starts.chain(empty(3)).chain(player).chain(rest));
    }
    for (name, _) in refused(summary) {
        table.row(empty(4).chain([name]).chain(empty(4)).chain(["refused".to_owned(), String::new()]));
    }
    table.text()
}

fn match_row(played: &MatchSummary, decided_by: &str) -> [String; 11] {
    [
        played.number.to_string(),
        played.round.to_string(),
        played.bracket.clone().unwrap_or_default(),
        played.slot.to_string(),
        text(&played.players[0]),
        text(&played.players[1]),
        number::points(played.points[0]),
        number::points(played.points[1]),
        text(played.winner.as_deref().unwrap_or_default()),
        decided_by.to_owned(),
        ids(played),
    ]
}

fn games(notes: &[GameNote]) -> String {
    let names = "id,first,second,outcome,tally_first,tally_second,plies,fault,fault_by,ending,setup,moves";
    let mut table = Table::new(names.split(','));
    for note in notes {
        let (kind, by) = note.fault.as_ref().map_or((String::new(), ""), |(kind, by)| (kind.to_string(), by.as_str()));
        table.row([
            note.id.to_string(),
            text(&note.players[0]),
            text(&note.players[1]),
            note.outcome.clone().unwrap_or_default(),
            note.tally[0].to_string(),
            note.tally[1].to_string(),
            note.plies.to_string(),
            kind,
            text(by),
            text(&note.ending),
            text(&note.setup),
            text(&note.moves),
        ]);
    }
    table.text()
}

fn cross(summary: &EventSummary) -> String {
    let meetings = cross_table::meetings(summary);
    let names: Vec<&str> = summary.standings.iter().map(|standing| standing.name.as_str()).collect();
    let columns: Vec<String> = names.iter().map(|name| text(name)).collect();
    let mut table = Table::new(std::iter::once("player").chain(columns.iter().map(String::as_str)));
    for row in &names {
        let points = |column: &&str| meetings.get(&(*row, *column)).map(|meeting| number::points(meeting.points[0]));
        table.row(std::iter::once(text(row)).chain(names.iter().map(|column| optional(points(column)))));
    }
    for (name, _) in refused(summary) {
        table.row([name].into_iter().chain(empty(names.len())));
    }
    table.text()
}

fn ratings(summary: &EventSummary) -> String {
    let mut table = Table::new(["name", "rating", "low", "high", "refused"]);
    for rated in &summary.ratings {
        let rounded = |rating: f64| format!("{rating:.1}");
        table.row([
            text(&rated.name),
            rounded(rated.rating),
            optional(rated.low.map(rounded)),
            optional(rated.high.map(rounded)),
            String::new(),
        ]);
    }
    for (name, reason) in refused(summary) {
        table.row([name].into_iter().chain(empty(3)).chain([reason]));
    }
    table.text()
}

fn faults(summary: &EventSummary) -> String {
    let mut table = Table::new(["player", "kind", "game", "evidence"]);
    for fault in &summary.faults {
        table.row([text(&fault.player), fault.kind.clone(), fault.game.to_string(), text(&fault.evidence)]);
    }
    for (name, reason) in refused(summary) {
        table.row([name, "refused".to_owned(), String::new(), reason]);
    }
    table.text()
}

#[cfg(test)]
mod tests {
    use super::{Table, text};

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let mut table = Table::new(["a", "b"]);
        table.row(["plain".to_owned(), "with \"quotes\", commas\nand lines".to_owned()]);
        assert_eq!(table.text(), "a,b\r\nplain,\"with \"\"quotes\"\", commas\nand lines\"\r\n");
    }

    #[test]
    fn no_name_is_a_formula() {
        assert_eq!(["=1+1", "@cmd", "-2", "a=b"].map(text), ["'=1+1", "'@cmd", "'-2", "a=b"]);
        assert_eq!(["\t=1", "\r=1", "\x1b[0m=1"].map(text), ["    =1", "^M=1", "'=1"]);
    }
}
