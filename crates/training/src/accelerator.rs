//! The program for graphics processors says again in its own language what the engine says: nothing may drift apart.

use joute_search::othello::engine::{DISC, MAGIC, MOBILITIES, PHASES, Patterns, SHAPES};

use crate::data::{CHECK_YEAR, HELD_BACK_YEAR};

const SCRIPT: &str = include_str!("../accelerator/train.py");
const KERNELS: &str = include_str!("../accelerator/kernels.cu");

/// The texts in quotes between a line that begins a list and the line that ends it.
fn list(text: &str, begin: &str) -> Vec<String> {
    let lines = text.lines().skip_while(|line| *line != begin).skip(1).take_while(|line| *line != "]");
    lines.filter_map(|line| line.split('"').nth(1)).map(str::to_owned).collect()
}

#[test]
fn it_looks_at_the_shapes_that_the_engine_looks_at() {
    assert_eq!(list(SCRIPT, "SHAPES = ["), SHAPES);
}

#[test]
fn it_counts_as_the_engine_counts() {
    let magic = std::str::from_utf8(MAGIC).unwrap();
    for line in [
        format!("PHASES, MOBILITIES, DISC = {PHASES}, {MOBILITIES}, {DISC}"),
        format!("MAGIC = b\"{magic}\""),
        format!("HELD_BACK_YEAR, CHECK_YEAR = {HELD_BACK_YEAR}, {CHECK_YEAR}"),
    ] {
        assert!(SCRIPT.lines().any(|other| other == line), "train.py does not say {line:?}");
    }
    for line in [
        format!("#define PLACES {}", Patterns::get().count_places()),
        format!("#define PHASES {PHASES}"),
        format!("#define MOBILITIES {MOBILITIES}"),
    ] {
        assert!(KERNELS.lines().any(|other| other == line), "kernels.cu does not say {line:?}");
    }
}
