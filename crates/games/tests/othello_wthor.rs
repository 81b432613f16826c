//! The WTHOR game base: an extract always, the whole base when `JOUTE_WTHOR` names its folder.
//!
//! The extract is made of games of 1984, among them all of that year that were not played to their end.

use std::path::{Path, PathBuf};

use joute_games::othello::wthor::{self, Games, Record, WthorError};
use joute_games::{Game, Side};
use joute_testkit::{properties, vectors};
use proptest::prelude::*;

fn extract() -> Vec<u8> {
    std::fs::read(vectors::path("wthor-extract.wtb")).expect("the extract is in tests/data")
}

/// Plays a game through; says whether it was played to its end, and then checks the recorded score.
fn is_finished(record: &Record) -> bool {
    let replay = record.replay().expect("a recorded game is legal");
    let squares = replay.moves.iter().filter(|mv| !mv.is_pass());
    assert!(squares.eq(&record.squares), "only passes are put in");
    if !replay.last.is_over() {
        return false;
    }
    let lead = 2 * i32::from(record.black_discs) - 64;
    assert_eq!(replay.last.score_with_empties(), lead, "{}", replay.last);
    true
}

#[test]
fn wthor_extract_vectors_replay_to_their_scores() {
    let games = Games::parse(&extract()).unwrap();
    assert_eq!((games.year, games.depth, games.records.len()), (1984, 24, 60));
    let finished = games.records.iter().filter(|record| is_finished(record)).count();
    assert_eq!(finished, 52);
}

#[test]
#[ignore = "needs the whole base: set JOUTE_WTHOR to its folder"]
fn wthor_base_vectors_replay_to_their_scores() {
    let folder = PathBuf::from(std::env::var_os("JOUTE_WTHOR").expect("JOUTE_WTHOR names the folder of the base"));
    let read = |path: &Path| std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let players = wthor::players(&read(&folder.join("WTH.JOU"))).unwrap();
    let tournaments = wthor::tournaments(&read(&folder.join("WTH.TRN"))).unwrap();
    let (mut games, mut unfinished) = (0, 0);
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("wtb")) {
            continue;
        }
        for record in Games::parse(&read(&path)).unwrap().records {
            games += 1;
            unfinished += usize::from(!is_finished(&record));
            assert!(usize::from(record.black.max(record.white)) < players.len());
            assert!(usize::from(record.tournament) < tournaments.len());
        }
    }
    println!("{games} games, {unfinished} unfinished, {} players, {} tournaments", players.len(), tournaments.len());
    assert_eq!(unfinished, 413);
}

#[test]
fn a_file_of_the_wrong_length_is_refused() {
    let bytes = extract();
    for len in (0..bytes.len()).step_by(7) {
        assert!(matches!(Games::parse(&bytes[..len]), Err(WthorError::Length { .. })), "{len}");
    }
    let mut greedy = bytes.clone();
    greedy[4..8].fill(0xFF);
    assert!(matches!(Games::parse(&greedy), Err(WthorError::Length { .. })));
    let longer = [bytes.as_slice(), &[0]].concat();
    assert!(matches!(Games::parse(&longer), Err(WthorError::Length { .. })));
}

#[test]
fn a_board_of_another_size_is_refused() {
    let mut bytes = extract();
    bytes[12] = 10;
    assert_eq!(Games::parse(&bytes), Err(WthorError::BoardSize(10)));
    bytes[12] = 0;
    assert!(Games::parse(&bytes).is_ok());
}

#[test]
fn a_byte_that_is_no_square_is_refused() {
    for byte in [1, 9, 10, 19, 20, 90, 99, 255] {
        let mut bytes = extract();
        bytes[16 + 68 + 8 + 3] = byte;
        assert_eq!(Games::parse(&bytes), Err(WthorError::Square { game: 1, at: 3, byte }));
    }
    let mut gap = extract();
    gap[16 + 8 + 3] = 0;
    assert!(matches!(Games::parse(&gap), Err(WthorError::Square { game: 0, at: 4, .. })));
}

#[test]
fn more_discs_than_squares_are_refused() {
    let mut bytes = extract();
    bytes[16 + 6] = 65;
    assert_eq!(Games::parse(&bytes), Err(WthorError::Discs { game: 0, discs: 65 }));
}

#[test]
fn an_illegal_move_is_named() {
    let mut bytes = extract();
    bytes[16 + 8] = 11;
    let games = Games::parse(&bytes).unwrap();
    let error = games.records[0].replay().unwrap_err();
    assert_eq!(error.to_string(), "a1 at move 0 is not legal");
}

#[test]
fn names_are_latin_1_up_to_the_first_zero() {
    let mut bytes = vec![0; 16 + 2 * 20];
    bytes[8] = 2;
    bytes[16..23].copy_from_slice(b"Andr\xe9 B");
    assert_eq!(wthor::players(&bytes).unwrap(), ["André B", ""]);
    assert!(matches!(wthor::tournaments(&bytes), Err(WthorError::Length { expected: 68, found: 56 })));
}

proptest! {
    #![proptest_config(properties::cases(256))]

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in any::<Vec<u8>>()) {
        let _ = Games::parse(&bytes);
        let _ = wthor::players(&bytes);
        let _ = wthor::tournaments(&bytes);
    }

    #[test]
    fn no_record_makes_a_reader_panic(record in proptest::collection::vec(0..100_u8, 68), edge in 0..=60_usize) {
        let mut bytes = vec![0; 16];
        bytes[4] = 1;
        bytes.extend(record);
        bytes[16 + 8 + edge..].fill(0);
        if let Ok(games) = Games::parse(&bytes) {
            let replayed = games.records[0].replay();
            prop_assert!(replayed.is_err() || replayed.is_ok_and(|replay| replay.last.tally(Side::First) <= 64));
        }
    }
}
