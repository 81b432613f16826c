//! Prints every style of board; `none`, `16`, `256` or `true` as an argument chooses the colours.
#![allow(clippy::print_stdout, reason = "printing is what this example is for")]

#[path = "../tests/boards/mod.rs"]
mod boards;

use joute_draw::terminal::{self, ColourDepth, TerminalOptions};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let colour = match arguments.first().map(String::as_str) {
        Some("16") => ColourDepth::Sixteen,
        Some("256") => ColourDepth::TwoFiftySix,
        Some("true") => ColourDepth::True,
        _ => ColourDepth::None,
    };
    let unicode = !arguments.iter().any(|argument| argument == "ascii");
    let options = TerminalOptions { colour, unicode, ..TerminalOptions::default() };
    let views = [
        boards::othello_middle(),
        boards::awale_middle(),
        boards::mosaic(),
        boards::seven(12, 7, 7, true),
        boards::network(),
    ];
    for view in &views {
        println!("{}", terminal::board(view, &options));
    }
}
