//! Writes a picture of every style of board to the folder given as an argument.

#[path = "../tests/boards/mod.rs"]
mod boards;

use std::path::Path;
use std::{env, fs, io};

use joute_draw::svg::{self, Letters, SvgOptions};

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).ok_or_else(|| io::Error::other("give the folder to write to"))?;
    fs::create_dir_all(&folder)?;
    let mut crowded = boards::awale(&[0, 12, 3, 1, 0, 2], &[2, 0, 9, 1, 21, 1], [23, 22]);
    crowded.turn = None;
    crowded.parts.iter_mut().for_each(|part| part.mv = None);
    let pictures = [
        ("othello-start", boards::othello_start()),
        ("othello-middle", boards::othello_middle()),
        ("awale-start", boards::awale_start()),
        ("awale-middle", boards::awale_middle()),
        ("awale-late", crowded),
        ("flood-12", boards::mosaic()),
        ("flood-30", boards::flood(30, 6, 16)),
        ("seven-30", boards::seven(30, 7, 16, false)),
        ("seven-12", boards::seven(12, 7, 7, true)),
        ("seven-26-colours", boards::seven(20, 26, 6, false)),
        ("seven-100", boards::seven(100, 7, 40, true)),
        ("seven-317", boards::seven(317, 7, 120, true)),
        ("network", boards::network()),
    ];
    for (name, view) in &pictures {
        let options = SvgOptions { id_prefix: (*name).into(), controls: true, ..SvgOptions::default() };
        fs::write(Path::new(&folder).join(format!("{name}.svg")), svg::board(view, &options))?;
    }
    let bare = SvgOptions { caption: false, letters: Letters::Never, cell: Some(24.0), ..SvgOptions::default() };
    fs::write(Path::new(&folder).join("othello-small.svg"), svg::board(&boards::othello_start(), &bare))
}
