//! Plain tables: columns as wide as their widest cell, numbers to the right.

use joute_messages::visible_line;

/// Lays out rows under a header; a column whose cells are all numbers is set to the right.
pub(crate) fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let columns = header.len();
    let cell = |row: &Vec<String>, column: usize| {
        row.get(column).map(|cell| visible_line(cell).into_owned()).unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = rows.iter().map(|row| cell(row, column).chars().count());
            cells.chain([header[column].chars().count()]).max().unwrap_or(0)
        })
        .collect();
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit() || "+-.,%±∞x ".contains(c));
    let right: Vec<bool> =
        (0..columns).map(|column| !rows.is_empty() && rows.iter().all(|row| is_number(&cell(row, column)))).collect();
    let line = |cells: Vec<String>| {
        let padded: Vec<String> = (0..columns)
            .map(|column| {
                let padding = " ".repeat(widths[column] - cells[column].chars().count());
                if right[column] { padding + &cells[column] } else { cells[column].clone() + &padding }
            })
            .collect();
        padded.join("  ").trim_end().to_owned() + "\n"
    };
    let mut text = line(header.iter().map(|title| (*title).to_owned()).collect());
    text += &line(widths.iter().map(|width| "-".repeat(*width)).collect());
    for row in rows {
        text += &line((0..columns).map(|column| cell(row, column)).collect());
    }
    text
}
